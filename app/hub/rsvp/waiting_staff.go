package rsvp

import (
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/rsvp"
	"presence/views/ui"
)

// partyQuery is the part of a waiting list that staff look at.
type partyQuery struct {
	event string
	WaitingSearch
}

// readPartyQuery reads the part of the list from the values q, state and page of an address or of a form.
func readPartyQuery(event string, value func(name string) string) partyQuery {
	a := partyQuery{event, WaitingSearch{Text: httpx.SearchText(value("q")), Page: max(1, min(httpx.ID(value("page")), 100_000))}}
	if state := PartyState(value("state")); partyStates[state].text != (i18n.Text{}) {
		a.State = state
	}
	return a
}

// values returns what stands for the part in an address and in a form.
func (a partyQuery) values() (list []ui.Hidden) {
	if a.Text != "" {
		list = append(list, ui.Hidden{Name: "q", Value: a.Text})
	}
	if a.State != "" {
		list = append(list, ui.Hidden{Name: "state", Value: string(a.State)})
	}
	if a.Page > 1 {
		list = append(list, ui.Hidden{Name: "page", Value: strconv.FormatInt(a.Page, 10)})
	}
	return list
}

// href returns the address of the part.
func (a partyQuery) href() string {
	q := url.Values{}
	for _, x := range a.values() {
		q.Set(x.Name, x.Value)
	}
	return paths.StaffWaitingListOf(a.event, q)
}

// with returns another page, and with another state, of what is searched.
func (a partyQuery) with(state PartyState, page int64) partyQuery {
	a.State, a.Page = state, page
	return a
}

// waitingList shows a page of the waiting list of an event in its order.
func (d pages) waitingList(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	f, err := d.s.Stats(ctx, c.Param("event"))
	if err != nil {
		return err
	}
	p := views.WaitingList{Head: d.head(l, f.Event), Back: paths.Registrations(f.Event.ID), CSV: paths.WaitingListFile(f.Event.ID),
		Rules:    l.F(i18n.WaitRules, l.N(int(f.Event.OfferHold), i18n.HoursCounted), l.N(int(f.Event.OfferCutoff), i18n.HoursCounted)),
		Settings: paths.Event(f.Event.ID) + "#offers"}
	p.Title = l.T(i18n.WaitTitle)
	if !d.s.MailConfigured() {
		p.Warning, p.SetUp = l.T(i18n.WaitNoMail), paths.MailSettings()
		if auth.From(ctx).Role != auth.Admin {
			admins, err := d.s.Admins(ctx, l)
			if err != nil {
				return err
			}
			p.Warning, p.SetUp = p.Warning+" "+l.F(i18n.SendWayAsk, admins), ""
		}
	}
	if f.Waiting > 0 {
		p.Notes = l.N(int(f.Waiting), i18n.WaitParties)
	}
	if f.Held > 0 {
		p.Notes = joinNotes(p.Notes, l.N(int(f.Held), i18n.WaitHeld))
	}
	free := int64(math.MaxInt64)
	if f.Event.Capacity != nil {
		free = max(0, *f.Event.Capacity-f.Taken())
		p.Notes = joinNotes(p.Notes, l.N(int(free), i18n.RegFree))
	}
	a := readPartyQuery(f.Event.ID, c.Query)
	found, err := d.s.WaitingPage(ctx, a.event, a.WaitingSearch)
	if err != nil {
		return err
	}
	a.Page = found.Page
	for _, x := range found.Parties {
		row := d.partyRow(l, x, free)
		row.Hidden = append(row.Hidden, a.values()...)
		if row.Down != nil {
			row.Down.Disabled = x.Nth == found.Counts[Waiting]
		}
		if row.Offer != nil && row.Offer.Disabled {
			p.NoOffer = l.T(i18n.WaitTooFew)
			if free == 0 {
				p.NoOffer = l.T(i18n.WaitNoRoom)
			}
		}
		p.Rows = append(p.Rows, row)
	}
	d.partyTools(l, &p, a, found)
	return frame.Page(c, http.StatusOK, views.Waiting, p)
}

// partyTools adds the search, the filters and the links to the other pages of the list.
func (d pages) partyTools(l i18n.Lang, p *views.WaitingList, a partyQuery, found WaitingPage) {
	all := int64(0)
	for _, n := range found.Counts {
		all += n
	}
	if p.Any = all > 0; !p.Any {
		return
	}
	chip := func(state PartyState, label i18n.Text, n int64) {
		if n > 0 || state == a.State {
			p.Filters = append(p.Filters, ui.Chip{Label: l.T(label), Count: l.Int(n), Current: state == a.State, Href: a.with(state, 1).href()})
		}
	}
	chip("", i18n.AllParties, all)
	for _, state := range []PartyState{Waiting, Offered, Taken, Expired, Left} {
		chip(state, partyStates[state].text, found.Counts[state])
	}
	p.Clear = paths.StaffWaitingList(a.event)
	search := partyQuery{WaitingSearch: WaitingSearch{State: a.State}}
	p.Search = ui.Filters{Action: p.Clear, Keep: search.values(),
		Search: &ui.Search{Value: a.Text, Label: l.T(i18n.WaitSearch), Target: ui.ListTarget}}
	p.Pages = ui.NumberedPages(l, found.Page, partyRows, found.Found, func(n int64) string { return a.with(a.State, n).href() })
}

var partyStates = map[PartyState]struct {
	tone ui.Tone
	icon ui.Icon
	text i18n.Text
}{
	Waiting: {ui.Neutral, ui.IconClock, i18n.WaitIsWaiting}, Offered: {ui.Info, ui.IconSend, i18n.WaitIsOffered},
	Taken: {ui.Good, ui.IconApproved, i18n.WaitIsTaken}, Expired: {ui.Warn, ui.IconHistory, i18n.WaitIsExpired},
	Left: {ui.Neutral, ui.IconClose, i18n.WaitIsLeft},
}

// partyRow returns a party with the buttons that its state allows; free is how many places can be offered.
func (d pages) partyRow(l i18n.Lang, p ListedParty, free int64) views.PartyRow {
	state, until := p.State, p.OfferedUntil.Time().In(d.zone)
	if state == Offered && p.OfferedUntil <= d.s.at() {
		state = Expired // within the next seconds
	}
	x := partyStates[state]
	row := views.PartyRow{Name: p.Name, Email: p.Email, People: l.Int(p.People), Unit: unitOf(l, p.People),
		Tone: x.tone, Icon: x.icon, State: l.T(x.text), Usual: state == Waiting, Since: shortMoment(l, p.CreatedAt.Time().In(d.zone)),
		Action: paths.WaitingParty(p.EventID, p.ID),
		Hidden: []ui.Hidden{{Name: "version", Value: strconv.FormatInt(p.Version, 10)}}}
	button := func(do string, label i18n.Text, icon ui.Icon) *ui.Btn {
		return &ui.Btn{Name: "do", Value: do, Label: l.T(label), Icon: icon, Small: true,
			Attrs: map[string]any{"aria-label": l.F(i18n.WaitOf, l.T(label), p.Name)}}
	}
	remove := *button(string(Left), i18n.WaitRemove, ui.IconClose)
	switch state {
	case Waiting:
		row.Place, row.Menu = l.Int(p.Place), []ui.Btn{*button(MoveTop, i18n.WaitTop, ui.IconUp), remove}
		row.Up, row.Down = button(MoveUp, i18n.WaitUp, ui.IconUp), button(MoveDown, i18n.WaitDown, ui.IconDown)
		row.Up.IconOnly, row.Down.IconOnly, row.Up.Disabled = true, true, p.Nth == 1
	case Offered:
		row.Place, row.Menu = l.Int(p.Place), []ui.Btn{remove}
		row.Until = l.F(i18n.WaitUntil, shortMoment(l, until))
		if db.DayOf(until) == db.DayOf(d.s.now().In(d.zone)) {
			row.Until = l.F(i18n.WaitUntilHour, l.Clock(until))
		}
	case Expired, Left:
		row.Menu = []ui.Btn{*button(string(Waiting), i18n.WaitBack, ui.IconUndo)}
	}
	if state == Waiting || state == Expired || state == Left {
		row.Offer = button(string(Offered), i18n.WaitOffer, ui.IconSend)
		if row.Offer.Disabled = p.People > free; row.Offer.Disabled {
			row.Offer.Attrs["aria-describedby"] = views.OfferReason
		}
	}
	return row
}

// shortMoment returns a day and an hour of these weeks.
func shortMoment(l i18n.Lang, at time.Time) string { return l.DayShort(at) + ", " + l.Clock(at) }

// changeParty handles the buttons of a party.
func (d pages) changeParty(c *gin.Context) error {
	ctx, l, event, do := c.Request.Context(), auth.Lang(c), c.Param("event"), c.PostForm("do")
	id, err := httpx.PathID(c, "party", "party")
	if err != nil {
		return err
	}
	change, done := PartyChange{State: PartyState(do)}, map[string]i18n.Text{string(Offered): i18n.WaitOffered, string(Left): i18n.WaitRemoved,
		string(Waiting): i18n.WaitRestored}[do]
	if do == MoveUp || do == MoveDown || do == MoveTop {
		change, done = PartyChange{Move: do}, i18n.WaitMoved
	}
	if err := change.Validate().Err(); err != nil {
		return err
	}
	p, err := d.s.ChangeParty(ctx, auth.From(ctx), event, id, httpx.FormVersion(c), change)
	a := readPartyQuery(event, c.PostForm)
	toast := ui.Toast{Text: l.F(done, p.Name)}
	if change.State == Left {
		toast.Undo, toast.Hidden = paths.WaitingParty(event, id), append([]ui.Hidden{{Name: "do", Value: string(Waiting)},
			{Name: "version", Value: strconv.FormatInt(p.Version, 10)}}, a.values()...)
	}
	if e, ok := errs.Of(err); ok && (e.Kind == errs.KindConflict || e.Kind == errs.KindStale) {
		toast, err = ui.Toast{Tone: ui.Warn, Text: l.T(i18n.FaultShown(e.Code, e.Detail))}, nil
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, a.href())
}
