package rsvp

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/timeline"
	"presence/app/platform/contact"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/rsvp"
	"presence/views/layout"
	"presence/views/ui"
)

// pages handles the requests of the staff pages about the registrations of one event.
type pages struct {
	s       *Service
	zone    *time.Location
	header  events.HeadOf
	history timeline.Read
}

// pageSize is how many registrations one page shows.
const pageSize = 50

// list shows the newest registrations, or those older than the id in the query parameter before. HTMX requests for the totals
// alone get only those.
func (d pages) list(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	today := db.DayOf(d.s.now().In(d.zone))
	figures, err := d.s.Stats(ctx, c.Param("event"))
	if err != nil {
		return err
	}
	recent, err := d.s.Recent(ctx, c.Param("event"), TrendBegins(d.zone, today))
	if err != nil {
		return err
	}
	p := views.List{Head: d.head(l, figures.Event)}
	d.statTiles(l, &p, figures)
	d.trend(l, &p, today, recent)
	if httpx.IsHTMX(c) && c.GetHeader("HX-Target") == "seats" {
		return frame.Fragment(c, http.StatusOK, views.Seats, p)
	}
	a := readListQuery(c)
	if p.Rows, p.Older, err = d.rows(c, figures.Event, a); err != nil {
		return err
	}
	if a.before != 0 {
		p.Newest = a.with(func(a *listQuery) { a.before, a.others = 0, false }).href()
	}
	d.tools(l, &p, a, figures)
	if p.Header, err = d.header(ctx, a.event, layout.EventRegistrations); err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.Registrations, p)
}

// listQuery is the part of the list that a request asks for.
type listQuery struct {
	event      string
	confidence Confidence
	allergies  bool
	declined   bool
	text       string
	before     int64
	others     bool // of a search: before is one of those that have the text elsewhere than in the guest's own name, which come last
}

func readListQuery(c *gin.Context) listQuery {
	a := listQuery{event: c.Param("event"), text: httpx.SearchText(c.Query("q"))}
	switch x := Confidence(c.Query("confidence")); x {
	case Confirmed, Probable, Unknown:
		a.confidence = x
	}
	a.before, _ = strconv.ParseInt(c.Query("before"), 10, 64)
	a.others = a.text != "" && a.before != 0 && c.Query("others") != ""
	a.allergies, a.declined = c.Query("allergies") != "", c.Query("declined") != ""
	return a
}

func (a listQuery) with(change func(*listQuery)) listQuery {
	change(&a)
	return a
}

func (a listQuery) href() string {
	q := url.Values{}
	if a.confidence != "" {
		q.Set("confidence", string(a.confidence))
	}
	if a.allergies {
		q.Set("allergies", "1")
	}
	if a.declined {
		q.Set("declined", "1")
	}
	if a.text != "" {
		q.Set("q", a.text)
	}
	if a.before != 0 {
		q.Set("before", strconv.FormatInt(a.before, 10))
	}
	if a.others {
		q.Set("others", "1")
	}
	return paths.RegistrationsOf(a.event, q)
}

func (d pages) head(l i18n.Lang, e events.Event) views.Head {
	return views.Head{Title: l.F(i18n.RegOf, e.Text(string(l)).Title),
		Event: views.Place{Name: e.Text(string(l)).Title, Href: paths.EventOverview(e.ID)}}
}

func (d pages) rows(c *gin.Context, e events.Event, a listQuery) (rows []views.Row, older string, err error) {
	l, today := auth.Lang(c), e.On(d.s.now(), d.zone)
	f := Query{Before: a.before, Others: a.others, Confidence: a.confidence, Allergies: a.allergies, Text: a.text,
		Newest: true, Rows: pageSize + 1}
	if a.declined {
		f.Attending = new(false)
	}
	var last int64
	var others bool // the last one of the page has the text elsewhere than in the guest's own name
	err = d.s.Each(c.Request.Context(), a.event, f, func(r RSVP) error {
		if len(rows) == pageSize {
			older = a.with(func(a *listQuery) { a.before, a.others = last, others }).href()
			return nil
		}
		row := d.row(l, r)
		row.Act = act(l, r, today)
		row.Found = notShown(l, r, a.text)
		row.Named = a.text != "" && !contains(r.Name, a.text) && row.Found == ""
		rows, last, others = append(rows, row), r.ID, a.text != "" && !contains(r.Name, a.text)
		return nil
	})
	return rows, older, err
}

// today returns the time in the zone of the company.
func (d pages) today() time.Time { return d.s.now().In(d.zone) }

func (d pages) row(l i18n.Lang, r RSVP) views.Row {
	at := r.RespondedAt.Time().In(d.zone)
	row := views.Row{
		Name: r.Name, Href: paths.Registration(r.EventID, r.ID), People: l.Int(r.People), Unit: unitOf(l, r.People),
		Sure:  confidenceView(l, r.Attribution),
		Phone: contact.Phone(r.Phone), Tel: dialable(r.phoneKey), Email: r.Email, Number: r.CustomerNumber, Allergies: r.Allergies,
		Language: r.Language.Name(), Code: strings.ToUpper(string(r.Language)), When: l.RangeNear(at, at, d.today()),
		Moment: l.Moment(at), Note: rowNote(l, r),
	}
	if with := r.NamedCompanions(); len(with) > 0 {
		row.With, row.More = l.F(i18n.BadgeWith, strings.Join(with, ", ")), "+"+l.Int(int64(len(with)))
	}
	if r.Declines() {
		row.People, row.Unit, row.Declined = "", "", l.T(i18n.RegDeclined)
	}
	if r.Arrived > 0 {
		row.Arrived = l.N(int(r.Arrived), i18n.RegArrivedN)
	}
	return row
}

// notShown returns why a search found a registration if its row does not show that: the e-mail address and the companions are in it.
func notShown(l i18n.Lang, r RSVP, text string) string {
	why := r.Found(l, text)
	if why == r.Email || slices.ContainsFunc(r.NamedCompanions(), func(name string) bool { return contains(name, text) }) {
		return ""
	}
	return why
}

// act returns the next action of staff for a registration: to check its people in on the day of the event, and before that day to
// decide about a probable match. It is nil when there is none.
func act(l i18n.Lang, r RSVP, today bool) *ui.Act {
	a := &ui.Act{Label: l.T(i18n.RegReview), Href: paths.Registration(r.EventID, r.ID)}
	switch {
	case today && r.People > r.Arrived:
		a.Label, a.Href = l.T(i18n.RegCheckIn), paths.DoorAt(r.EventID, r.ID)
	case r.Attribution.Confidence != Probable:
		return nil
	}
	a.Spoken = a.Label + l.Colon() + r.Name
	return a
}

// unitOf returns the unit of a number of people, which is shown on phones, where the column has no heading.
func unitOf(l i18n.Lang, people int64) string {
	if people == 1 {
		return l.T(i18n.RegPerson)
	}
	return l.T(i18n.RegPersons)
}

// dialable returns the number for a tel: link from a normalized phone number; "" when it is not in international form.
func dialable(key string) string {
	if strings.HasPrefix(key, "+") {
		return key
	}
	return ""
}

// contains says whether a text contains another one, without regard to accents and case.
func contains(s, text string) bool { return strings.Contains(contact.Fold(s), contact.Fold(text)) }

// Found says in words where a registration has the text of a search when its guest's name does not have it: a companion, the name on
// file, the e-mail address or the customer number. It is empty for the name, and for no text.
func (r RSVP) Found(l i18n.Lang, text string) string {
	if text == "" || contains(r.Name, text) {
		return ""
	}
	for _, name := range r.NamedCompanions() {
		if contains(name, text) {
			return l.F(i18n.BadgeWith, name)
		}
	}
	switch {
	case contains(r.NameOnFile, text):
		return l.F(i18n.RegFiled, r.NameOnFile)
	case contains(r.Email, text):
		return r.Email
	case contains(r.CustomerNumber, text):
		return l.F(i18n.RegNumber, r.CustomerNumber)
	}
	return ""
}

// rowNote returns the line under a name: the name in the directory if it differs, who entered the answer, whether it was
// changed.
func rowNote(l i18n.Lang, r RSVP) string {
	var notes []string
	if r.NameOnFile != "" && r.NameOnFile != r.Name {
		notes = append(notes, l.F(i18n.RegFiled, r.NameOnFile))
	}
	switch {
	case r.WalkIn:
		notes = append(notes, l.T(i18n.RegWalkIn))
	case r.EnteredBy != "":
		notes = append(notes, l.T(i18n.RegByStaff))
	}
	if r.Version > 1 {
		notes = append(notes, l.N(int(r.Version-1), i18n.RegChanged))
	}
	return joinNotes(notes...)
}

// joinNotes joins the notes that are not empty.
func joinNotes(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(s string) bool { return s == "" }), " · ")
}

var signalNames = map[Signal]i18n.Text{ByEmail: i18n.RegSignalEmail, ByPhone: i18n.RegSignalPhone, ByNumber: i18n.RegSignalNumber,

	ByName: i18n.RegSignalName}

// confidenceView returns a confidence with its signals in words.
func confidenceView(l i18n.Lang, a Attribution) views.Sure {
	s, signs := confidenceReason(l, a)
	if s.Signs = signs; signs == "" && a.CustomerID != "" {
		s.Signs = l.T(i18n.RegByLink)
	}
	if a.Confidence == Confirmed {
		s.Known = a.CustomerID
	}
	return s
}

func confidenceReason(l i18n.Lang, a Attribution) (s views.Sure, signs string) {
	names := make([]string, len(a.Signals))
	for i, s := range a.Signals {
		names[i] = l.T(signalNames[s])
	}
	signs = strings.Join(names, ", ")
	if n := len(names); n > 1 {
		signs = strings.Join(names[:n-1], ", ") + l.T(i18n.RegAnd) + names[n-1]
	}
	switch {
	case a.Confidence == Confirmed:
		return views.Sure{Tone: ui.Good, Icon: ui.IconApproved, Name: l.T(i18n.RegConfirmed), Why: l.F(i18n.RegWhyConfirmed, signs)}, signs
	case a.Confidence == Probable && a.AccountID == "" && a.CustomerID == "":
		return views.Sure{Tone: ui.Warn, Icon: ui.IconWarning, Name: l.T(i18n.RegProbable), Why: l.F(i18n.RegWhyAmbiguous, signs)}, signs
	case a.Confidence == Probable:
		return views.Sure{Tone: ui.Warn, Icon: ui.IconWarning, Name: l.T(i18n.RegProbable), Why: l.F(i18n.RegWhyProbable, signs)}, signs
	case a.CustomerID != "":
		return views.Sure{Tone: ui.Neutral, Icon: ui.IconMail, Name: l.T(i18n.RegLinked), Why: l.T(i18n.RegWhyLink)}, signs
	}
	return views.Sure{Tone: ui.Neutral, Icon: ui.IconMissing, Name: l.T(i18n.RegUnknown), Why: l.T(i18n.RegWhyUnknown)}, signs
}

// statTiles adds the tiles above the list.
func (d pages) statTiles(l i18n.Lang, p *views.List, f Stats) {
	e := f.Event
	p.Refresh = paths.Registrations(e.ID)
	coming := ui.Stat{Label: l.T(i18n.RegHeadcount), Value: l.Int(f.Headcount), Icon: ui.IconUsers, Note: l.T(i18n.RegNoLimit)}
	if e.Capacity != nil {
		free := *e.Capacity - f.Taken()
		p.Gauge = &ui.Gauge{Label: coming.Label, Text: l.F(i18n.EventPeopleOf, l.Int(f.Headcount), l.Int(*e.Capacity)),
			Value: float64(f.Headcount),
			Max:   float64(*e.Capacity), Hide: true}
		coming.Unit = "/ " + l.Int(*e.Capacity)
		switch {
		case free > 0:
			coming.Note = l.N(int(free), i18n.RegFree)
		case free == 0:
			coming.Note, coming.Tone, p.Gauge.Tone = l.T(i18n.RegFull), ui.Warn, ui.Warn
		default:
			coming.Note, coming.Tone, p.Gauge.Tone = l.N(int(-free), i18n.RegOver), ui.Bad, ui.Bad
		}
	}
	if f.Held > 0 {
		coming.Note = joinNotes(coming.Note, l.N(int(f.Held), i18n.WaitHeld))
	}
	attending := ui.Stat{Label: l.T(i18n.RegCount), Value: l.Int(f.Registrations - f.Declined), Icon: ui.IconTicket}
	if f.Declined > 0 {
		attending.Note = l.N(int(f.Declined), i18n.RegDeclines)
	}
	p.Stats = []ui.Stat{coming, attending} // the filters below have the other figures
}

// trend adds the chart of registrations per day, and the number of registrations within the last week, to the tile of the
// registrations. recent counts registrations by half hour (see RecentRegistrations).
func (d pages) trend(l i18n.Lang, p *views.List, today db.Day, recent map[db.Instant]int64) {
	chart, lately := DailyChart(l, d.zone, today, recent)
	if p.Trend = chart; chart != nil {
		p.Stats[1].Note = joinNotes(l.N(int(lately), i18n.RegLately), p.Stats[1].Note)
	}
}

// tools adds the links, the filter and the search field.
func (d pages) tools(l i18n.Lang, p *views.List, a listQuery, f Stats) {
	p.Add, p.CSV = paths.NewRegistration(a.event), paths.RegistrationsFile(a.event)
	if f.Event.State != events.Draft {
		p.Public = paths.Rsvp(a.event, string(l), "")
	}
	if f.Registrations == 0 && f.Event.State != events.Draft && !f.Event.ClosedAt(d.s.now()) {
		p.Invite = paths.SendEvent(a.event, nil)
	}
	p.Waiting, p.WaitingLabel = paths.StaffWaitingList(a.event), l.T(i18n.WaitTitle)
	if f.Waiting > 0 {
		p.WaitingLabel = l.N(int(f.Waiting), i18n.WaitListN)
	}
	p.GuestList, p.Door = paths.GuestList(a.event), paths.Door(a.event)
	if f.Event.On(d.s.now(), d.zone) {
		p.Today = l.N(int(f.Headcount), i18n.DoorExpected)
	}
	if len(f.Event.Questions) > 0 {
		p.Totals = paths.Totals(a.event)
	}
	for _, x := range []struct {
		value     Confidence
		allergies bool
		declined  bool
		label     i18n.Text
		count     string
	}{{label: i18n.AllRegistrations, count: l.Int(f.Registrations)},
		{value: Probable, label: i18n.RegFilterCheck, count: l.Int(f.By[Probable])},
		{allergies: true, label: i18n.RegFilterEats, count: l.Int(f.Allergies)},
		{declined: true, label: i18n.RegFilterDeclined, count: l.Int(f.Declined)},
		{value: Confirmed, label: i18n.RegConfirmedTab, count: l.Int(f.By[Confirmed])},
		{value: Unknown, label: i18n.RegUnknownTab, count: l.Int(f.By[Unknown])}} {
		p.Filters = append(p.Filters, ui.Chip{Label: l.T(x.label), Count: x.count,
			Current: x.value == a.confidence && x.allergies == a.allergies && x.declined == a.declined,
			Href: a.with(func(a *listQuery) {
				a.confidence, a.allergies, a.declined, a.before = x.value, x.allergies, x.declined, 0
			}).href()})
	}
	p.Action, p.Query = paths.Registrations(a.event), a.text
	if a.confidence != "" {
		p.Keep = []ui.Hidden{{Name: "confidence", Value: string(a.confidence)}}
	}
	if a.allergies {
		p.Keep = append(p.Keep, ui.Hidden{Name: "allergies", Value: "1"})
	}
	if a.declined {
		p.Keep = append(p.Keep, ui.Hidden{Name: "declined", Value: "1"})
	}
	p.Filtered, p.Clear = f.Registrations > 0, paths.Registrations(a.event)
}
