package door

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/door"
	"presence/views/layout"
	"presence/views/ui"
)

// pages handles the requests of the page.
type pages struct {
	s    *Service
	zone *time.Location
	head events.HeadOf
}

// pageSize is how many registrations are shown at once.
const pageSize = 25

// state is what the page depends on beside the event: the query of the request, and a tap or a form that was not saved.
type state struct {
	at     int64        // the registration on top; 0: none
	asked  *Tap         // a tap that needs an answer
	code   string       // why: a code of a conflict
	walkIn *walkInState // the form for a party without a registration, after it was not saved
	text   string       // that is searched for
	status int          // of the answer
}

// walkInState is a form that was not saved, with the reason.
type walkInState struct {
	name, people, key string
	faults            errs.Fields
	code              string // of a conflict
}

// page shows the page, or for the script the parts of it that it replaces.
func (d pages) page(c *gin.Context) error {
	x := state{text: httpx.SearchText(c.Query("q")), status: http.StatusOK}
	x.at, _ = strconv.ParseInt(c.Query("at"), 10, 64)
	if httpx.IsHTMX(c) {
		switch c.GetHeader("HX-Target") {
		case "door-totals":
			return d.totals(c)
		case "door-list":
			return d.found(c, x)
		case "door-held":
			return d.held(c)
		}
	}
	if c.Query("probe") != "" { // a device looks whether there is a network
		c.Status(http.StatusNoContent)
		return nil
	}
	if c.Query("offline") != "" {
		return d.offline(c)
	}
	return d.render(c, x)
}

func (d pages) totals(c *gin.Context) error {
	t, err := d.s.Totals(c.Request.Context(), c.Param("event"))
	if err != nil {
		return err
	}
	return frame.Fragment(c, http.StatusOK, views.TotalsBox, presenter{lang: auth.Lang(c), zone: d.zone}.totals(t))
}

func (d pages) found(c *gin.Context, x state) error {
	list, err := d.list(c, x)
	if err != nil {
		return err
	}
	return frame.Fragment(c, http.StatusOK, views.Found, list)
}

func (d pages) list(c *gin.Context, x state) (l views.List, err error) {
	ctx, event := c.Request.Context(), c.Param("event")
	found, err := d.s.Find(ctx, event, x.text, pageSize+1)
	if err != nil {
		return l, err
	}
	more := len(found) > pageSize
	found = found[:min(len(found), pageSize)]
	v, err := d.presenter(c, found)
	if err != nil {
		return l, err
	}
	return v.list(event, x.text, found, more), nil
}

// presenter makes a presenter of these parties.
func (d pages) presenter(c *gin.Context, shown []Party) (v presenter, err error) {
	ctx := c.Request.Context()
	v = presenter{lang: auth.Lang(c), zone: d.zone, key: rand.Text(), helper: auth.From(ctx).HelperOf != ""}
	v.shared, err = d.s.sharedNames(ctx, c.Param("event"), shown)
	return v, err
}

func (d pages) render(c *gin.Context, x state) error {
	ctx, l, event := c.Request.Context(), auth.Lang(c), c.Param("event")
	v, err := d.presenter(c, nil)
	if err != nil {
		return err
	}
	totals, err := d.s.Totals(ctx, event)
	if err != nil {
		return err
	}
	head, err := d.head(ctx, event, layout.EventRegistrations)
	if err != nil {
		return err
	}
	p := views.Page{Title: l.T(i18n.DoorTitle), Subtitle: head.When, EventName: head.Title, Event: paths.Registrations(event),
		Links: paths.DoorLinks(event), Device: v.device(event), Totals: v.totals(totals), Self: paths.Door(event),
		Post: paths.DoorTaps(event), Query: x.text, WalkIn: v.walkIn(totals, x), Early: v.early(totals.Event, d.s.now())}
	if p.Held, err = d.heldBox(c); err != nil {
		return err
	}
	if p.List, err = d.list(c, x); err != nil {
		return err
	}
	if x.at != 0 {
		if p.Now, err = d.onTop(c, x); err != nil {
			return err
		}
		p.List = p.List.Without(p.Now)
	}
	return frame.Page(c, x.status, views.Door, p)
}

// onTop returns the party on top of the page, with the question about a tap, if any; nil: there is no such registration any more.
func (d pages) onTop(c *gin.Context, x state) (*views.Party, error) {
	ctx, event := c.Request.Context(), c.Param("event")
	found, err := d.s.Party(ctx, event, x.at)
	if errs.KindOf(err) == errs.KindNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v, err := d.presenter(c, []Party{found})
	if err != nil {
		return nil, err
	}
	p := v.party(found)
	p.Primary = true
	if x.asked != nil {
		p.Key = x.asked.Key
		p.Question = v.question(found, x)
	}
	return &p, nil
}

// tap counts a party, or a part of it, in or out.
func (d pages) tap(c *gin.Context) error {
	ctx, l, event := c.Request.Context(), auth.Lang(c), c.Param("event")
	t := Tap{Key: c.PostForm("key"), Anyway: c.PostForm("anyway") == "1"}
	t.Registration, _ = strconv.ParseInt(c.PostForm("registration"), 10, 64)
	t.People, _ = strconv.ParseInt(c.PostForm("people"), 10, 64)
	t.Undo, _ = strconv.ParseInt(c.PostForm("undo"), 10, 64)
	done, err := d.s.Count(ctx, auth.From(ctx), event, t)
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindConflict {
		x := state{at: t.Registration, status: http.StatusConflict}
		switch e.Code {
		case Declined, Already, TooMany:
			x.asked, x.code = &t, e.Code
			return d.render(c, x)
		}
		httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: l.T(i18n.Fault(e.Code, e.Detail))})
		return httpx.SeeOther(c, paths.DoorAt(event, t.Registration))
	}
	if err != nil {
		return err
	}
	return d.counted(c, event, done)
}

// counted leads back to the page, which shows the party on top; with a message if the tap had been stored before.
func (d pages) counted(c *gin.Context, event string, x Result) error {
	if x.Repeated {
		httpx.Flash(c, ui.Toast{Tone: ui.Info, Text: auth.Lang(c).F(i18n.DoorRepeated, x.Party.Name)})
	}
	return httpx.SeeOther(c, paths.DoorAt(event, x.Party.ID))
}

// walkIn registers a party that came without a registration, and counts it in.
func (d pages) walkIn(c *gin.Context) error {
	ctx, event := c.Request.Context(), c.Param("event")
	f := walkInState{name: c.PostForm("name"), people: c.PostForm("people"), key: c.PostForm("key")}
	people, err := strconv.ParseInt(f.people, 10, 64)
	if err != nil {
		people = -1 // not valid
	}
	answer := rsvp.Answer{Name: f.name, People: people, Language: auth.Lang(c)}
	done, err := d.s.WalkIn(ctx, auth.From(ctx), event, answer, f.key, c.PostForm("anyway") == "1")
	e, ok := errs.Of(err)
	switch {
	case err == nil:
		return d.counted(c, event, done)
	case ok && e.Kind == errs.KindInvalid:
		f.faults = e.Fields
		return d.render(c, state{walkIn: &f, status: http.StatusUnprocessableEntity})
	case ok && e.Kind == errs.KindConflict:
		f.code = e.Code
		return d.render(c, state{walkIn: &f, at: done.Party.ID, status: http.StatusConflict})
	}
	return err
}
