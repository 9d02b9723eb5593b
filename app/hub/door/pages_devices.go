package door

import (
	"bufio"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/door"
	"presence/views/layout"
	"presence/views/ui"
)

// offline shows the page that devices keep for when there is no network. Its script fills it in.
func (d pages) offline(c *gin.Context) error {
	ctx, l, event := c.Request.Context(), auth.Lang(c), c.Param("event")
	v := presenter{lang: l, zone: d.zone}
	totals, err := d.s.Totals(ctx, event)
	if err != nil {
		return err
	}
	head, err := d.head(ctx, event, layout.EventRegistrations)
	if err != nil {
		return err
	}
	p := views.Page{Title: l.T(i18n.DoorTitle), Subtitle: head.When, EventName: head.Title, Event: paths.Registrations(event),
		Links: paths.DoorLinks(event), Offline: true, Device: v.device(event), Totals: v.totals(totals),
		Self: paths.Door(event), WalkIn: v.walkIn(totals, state{})}
	p.Totals.Refresh = ""
	p.List = views.List{Post: paths.DoorTaps(event), Empty: ui.Empty{Icon: ui.IconSearch, Title: l.T(i18n.RegNoneFound),
		Text: l.T(i18n.DoorNoneFound)}}
	return frame.Page(c, http.StatusOK, views.Door, p)
}

// deviceTexts are the texts of the script. Those of a count have an s at the end of their name for more than one.
func (v presenter) deviceTexts() string {
	l := v.lang
	texts := map[string]string{"offline": l.T(i18n.DoorOffline),
		"count": l.T(i18n.DoorCount), "more": l.T(i18n.DoorMore), "undo": l.T(i18n.Undo),
		"only": l.T(i18n.DoorOnly), "oneMore": l.T(i18n.DoorMore1), "fewer": l.T(i18n.DoorFewer),
		"with": l.T(i18n.DoorWith), "partly": l.T(i18n.DoorPartly), "declined": l.T(i18n.DoorDeclined), "last": l.T(i18n.DoorLast),
		"here":        l.T(i18n.DoorHereKept),
		"askDeclined": l.T(i18n.DoorAskDeclined), "askAlready": l.T(i18n.DoorAskIn), "askMore": l.T(i18n.DoorAskMore)}
	for name, count := range map[string]i18n.Count{"kept": i18n.DoorKept, "sending": i18n.DoorSending, "sent": i18n.DoorSent,
		"held": i18n.DoorToDecide, "refused": i18n.DoorGone, "expected": i18n.DoorExpected, "short": i18n.DoorShort, "arrived": i18n.DoorArrived,
		"of": i18n.DoorOf, "checkIn": i18n.DoorHere, "checkInOther": i18n.DoorOthers, "anyway": i18n.DoorAnyway} {
		texts[name], texts[name+"s"] = l.Forms(count)
	}
	b, err := json.Marshal(texts, json.Deterministic(true))
	if err != nil {
		panic(err) // a map of texts
	}
	return string(b)
}

// device returns what the script needs to go on without a network.
func (v presenter) device(event string) views.Device {
	return views.Device{Event: event, Shell: paths.DoorOffline(event), Parties: paths.DoorParties(event),
		Kept: paths.DoorKept(event), Probe: paths.DoorProbe(event), Worker: paths.Static("door.worker.js"),
		Scopes: paths.Door(event) + " " + paths.CheckInCodes(), Texts: v.deviceTexts()}
}

// entryJSON is a party in the list that devices keep.
type entryJSON struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Note    string   `json:"note,omitzero"`
	With    []string `json:"with,omitempty"` // the names of companions
	People  int64    `json:"people"`
	Arrived int64    `json:"arrived,omitzero"`
	By      string   `json:"by,omitzero"`
	At      string   `json:"at,omitzero"`   // the time of the last arrival, as it is shown
	Last    int64    `json:"last,omitzero"` // the id of the last arrival
	Came    int64    `json:"came,omitzero"` // how many people it counted
}

// hashBytes is how much of the hash of a check-in code devices keep: enough that no two codes of an event are taken for each
// other.
const hashBytes = 8

// parties answers with the list that devices keep, which is written while it is read: {"left": milliseconds
// until devices delete it, "parties": […], "codes": {hash: id}}.
func (d pages) parties(c *gin.Context) error {
	ctx, event := c.Request.Context(), c.Param("event")
	totals, err := d.s.Totals(ctx, event)
	if err != nil {
		return err
	}
	v := presenter{lang: auth.Lang(c), zone: d.zone}
	c.Header("Content-Type", "application/json")
	c.Header("Cache-Control", "private, no-store")
	buffer := bufio.NewWriterSize(c.Writer, 32<<10)
	out := jsontext.NewEncoder(buffer)
	write := func(tokens ...jsontext.Token) (err error) {
		for _, t := range tokens {
			if err == nil {
				err = out.WriteToken(t)
			}
		}
		return err
	}
	left := linksEnd(totals.Event).Time().Sub(d.s.now()).Milliseconds()
	err = write(jsontext.BeginObject, jsontext.String("left"), jsontext.Int(left), jsontext.String("parties"), jsontext.BeginArray)
	if err != nil {
		return err
	}
	inCodes := false
	codes := func() error {
		if inCodes {
			return nil
		}
		inCodes = true
		return write(jsontext.EndArray, jsontext.String("codes"), jsontext.BeginObject)
	}
	err = d.s.EachEntry(ctx, event, func(e Entry) error { return json.MarshalEncode(out, v.entry(e)) }, func(x Code) error {
		if err := codes(); err != nil {
			return err
		}
		return write(jsontext.String(hex.EncodeToString(x.Hash[:hashBytes])), jsontext.Int(x.RSVPID))
	})
	if err == nil {
		err = codes()
	}
	if err == nil {
		err = write(jsontext.EndObject, jsontext.EndObject)
	}
	if err == nil {
		err = buffer.Flush()
	}
	return err
}

func (v presenter) entry(e Entry) entryJSON {
	j := entryJSON{ID: e.ID, Name: e.Name, Note: e.Note, With: e.With, People: e.People, Arrived: e.Arrived}
	if e.Arrived > 0 && e.Last.At != 0 {
		j.By, j.At, j.Last, j.Came = e.Last.By, v.clock(e.Last), e.Last.ID, e.Last.People
	}
	return j
}

// keptJSON is a tap that a device hands over.
type keptJSON struct {
	Key     string `json:"key"`
	Party   int64  `json:"party"`
	People  int64  `json:"people"`
	Anyway  bool   `json:"anyway"`
	Seen    int64  `json:"seen"`
	Undo    int64  `json:"undo"`     // the id of an arrival
	UndoKey string `json:"undo_key"` // the key of a kept tap
	WalkIn  string `json:"walk_in"`
	Ago     int64  `json:"ago"` // milliseconds
}

// limits of one request that hands over taps; devices send more in several.
const (
	maxKept     = 100
	maxKeptBody = 64 << 10
)

// kept records the taps that a device made without a network, in their order, and answers with what became of each, by its key.
func (d pages) kept(c *gin.Context) error {
	ctx, event := c.Request.Context(), c.Param("event")
	var list []keptJSON
	body := http.MaxBytesReader(c.Writer, c.Request.Body, maxKeptBody)
	if err := json.UnmarshalRead(body, &list); err != nil || len(list) > maxKept {
		return &errs.Error{Kind: errs.KindInvalid, Code: "invalid", Detail: "Expected an array of at most 100 taps."}
	}
	fates := make(map[string]Fate, len(list))
	for _, k := range list {
		fate, err := d.s.HandOver(ctx, auth.From(ctx), event, Kept{Seen: k.Seen, UndoKey: k.UndoKey, WalkIn: k.WalkIn,
			Ago: time.Duration(k.Ago) * time.Millisecond,
			Tap: Tap{Registration: k.Party, People: k.People, Undo: k.Undo, Key: k.Key, Anyway: k.Anyway}})
		if errs.KindOf(err) == errs.KindInvalid {
			fate, err = Refused, nil // it would never be accepted
		}
		if err != nil {
			return err
		}
		fates[k.Key] = fate
	}
	c.Header("Cache-Control", "private, no-store")
	c.JSON(http.StatusOK, fates)
	return nil
}

// held shows the arrivals that staff decide about, for the script.
func (d pages) held(c *gin.Context) error {
	h, err := d.heldBox(c)
	if err != nil {
		return err
	}
	return frame.Fragment(c, http.StatusOK, views.HeldBox, h)
}

// maxHeld is how many held arrivals are shown at once.
const maxHeld = 10

func (d pages) heldBox(c *gin.Context) (views.Held, error) {
	l, event := auth.Lang(c), c.Param("event")
	v := presenter{lang: l, zone: d.zone}
	list, err := d.s.HeldArrivals(c.Request.Context(), event, maxHeld)
	h := views.Held{Refresh: paths.Door(event), Post: paths.DoorHeld(event)}
	for _, a := range list {
		h.List = append(h.List, v.held(a))
	}
	return h, err
}

func (v presenter) held(a HeldArrival) views.HeldArrival {
	l := v.lang
	h := views.HeldArrival{ID: strconv.FormatInt(a.ID, 10), Name: a.Party.Name,
		Counted: l.F(i18n.DoorHeldBy, a.By, l.N(int(a.People), i18n.DoorHeldPeople), v.clock(a.Arrival)),
		Count:   l.N(int(a.People), i18n.DoorHeldCount), Drop: l.T(i18n.DoorHeldDrop)}
	switch {
	case a.Party.Arrived > 0:
		h.Already = l.F(i18n.DoorHeldAlready, l.Int(a.Party.Arrived), l.Int(a.Party.People), a.Party.Last.By, v.clock(a.Party.Last))
	case a.Party.Declines():
		h.Already = l.T(i18n.DoorAskDeclined)
	default:
		h.Already = l.F(i18n.DoorAskMore, l.Int(a.Party.People))
	}
	return h
}

// decideHeld decides about a held arrival.
func (d pages) decideHeld(c *gin.Context) error {
	ctx, l, event := c.Request.Context(), auth.Lang(c), c.Param("event")
	id, _ := strconv.ParseInt(c.PostForm("held"), 10, 64)
	x, err := d.s.DecideHeld(ctx, auth.From(ctx), event, id, c.PostForm("count") == "1")
	if err != nil {
		return err
	}
	if x.Repeated || x.Arrival.ID != 0 {
		return d.counted(c, event, x)
	}
	httpx.Flash(c, ui.Toast{Text: l.F(i18n.DoorHeldDropped, x.Party.Name)})
	return httpx.SeeOther(c, paths.DoorAt(event, x.Party.ID))
}
