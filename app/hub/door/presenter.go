package door

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/door"
	"presence/views/ui"
)

// presenter builds the page.
type presenter struct {
	lang   i18n.Lang
	zone   *time.Location
	key    string // from which the keys of the forms are made
	helper bool   // of somebody with a link, who has no account

	shared map[string]bool // the names that several guests of the event have, as contact.Fold returns them
}

func (v presenter) totals(t Totals) views.Totals {
	l := v.lang
	return views.Totals{Refresh: paths.Door(t.Event.ID), Arrived: l.Int(t.Arrived), Of: l.N(int(t.Expected), i18n.DoorOf),
		Gauge: ui.Gauge{Label: l.T(i18n.DoorGauge), Text: l.F(i18n.DoorCount, l.Int(t.Arrived), l.Int(t.Expected)), Value: float64(t.Arrived),
			Max: float64(max(t.Expected, 1)), Hide: true}}
}

// early says in how many days an event takes place; "" on its day and afterwards.
func (v presenter) early(e events.Event, now time.Time) string {
	days := db.DayOf(e.StartsAt.Time().In(v.zone)).Sub(db.DayOf(now.In(v.zone)))
	if days < 1 {
		return ""
	}
	return v.lang.N(days, i18n.DoorDaysLeft)
}

func (v presenter) list(event, text string, found []Party, more bool) views.List {
	l := views.List{Post: paths.DoorTaps(event), Empty: ui.Empty{Icon: ui.IconTicket, Title: v.lang.T(i18n.DoorNone),
		Text: v.lang.T(i18n.DoorNoneText)}}
	if text != "" {
		l.Empty = ui.Empty{Icon: ui.IconSearch, Title: v.lang.T(i18n.RegNoneFound), Text: v.lang.T(i18n.DoorNoneFound)}
	}
	if more {
		l.More = v.lang.F(i18n.DoorMore, v.lang.Int(pageSize))
	}
	for _, r := range found {
		p := v.party(r)
		p.Note = v.with(r, text)
		if p.Why = v.why(r.RSVP, text); strings.Contains(p.Note, p.Why) {
			p.Why = ""
		}
		l.Parties = append(l.Parties, p)
	}
	return l
}

// with returns the names of the companions, those that a search found first, after what tells the guest apart from others of the same
// name; "" without any of these.
func (v presenter) with(r Party, text string) string {
	companions, apart := r.NamedCompanions(), ""
	if v.shared[contact.Fold(r.Name)] {
		apart = note(r.RSVP)
	}
	if len(companions) == 0 {
		return apart
	}
	if text = contact.Fold(text); text != "" {
		slices.SortStableFunc(companions, func(a, b string) int {
			return strings.Count(contact.Fold(b), text) - strings.Count(contact.Fold(a), text)
		})
	}
	return strings.TrimPrefix(apart+" · "+v.lang.F(i18n.DoorWith, strings.Join(companions, ", ")), " · ")
}

// why returns what a search found of a registration if neither the name nor those of the companions, which the note has, show it; "" if
// one of them does. Helpers see names alone: contacts and the customers on file are not theirs.
func (v presenter) why(r rsvp.RSVP, text string) string {
	text = contact.Fold(text)
	has := func(s string) bool { return strings.Contains(contact.Fold(s), text) }
	switch {
	case text == "", v.helper, has(r.Name), slices.ContainsFunc(r.NamedCompanions(), has):
		return ""
	case has(note(r)):
		return note(r)
	case has(r.NameOnFile):
		return v.lang.F(i18n.DoorOnFile, r.NameOnFile)
	}
	return r.Email
}

func (v presenter) party(r Party) views.Party {
	l := v.lang
	id := strconv.FormatInt(r.ID, 10)
	p := views.Party{ID: id, Key: v.key + ":" + id, Name: r.Name, State: ui.Neutral,
		Status: l.N(int(r.People), i18n.DoorExpected), Note: v.with(r, "")}
	if p.Family, p.First = rsvp.FamilyName(r.Name); p.First != "" {
		p.First += " "
	}
	missing := max(r.People-r.Arrived, 0)
	switch {
	case r.Arrived > 0 && missing == 0:
		p.State, p.Status = ui.Good, l.N(int(r.Arrived), i18n.DoorArrived)
	case r.Arrived > 0:
		p.State, p.Status = ui.Info, l.F(i18n.DoorPartly, l.Int(r.Arrived), l.Int(r.People))
	case r.Declines():
		p.State, p.Status, missing = ui.Warn, l.T(i18n.DoorDeclined), 1
	}
	if missing > 0 {
		label := i18n.DoorHere
		if r.Arrived > 0 {
			label = i18n.DoorOthers
		} else {
			p.Short = l.N(int(missing), i18n.DoorShort)
		}
		p.All, p.Missing = l.N(int(missing), label), strconv.FormatInt(missing, 10)
	}
	switch {
	case r.Arrived > 0 && missing != 1:
		p.One = l.T(i18n.DoorMore1)
	case r.Arrived == 0 && r.People > 1:
		p.One = l.T(i18n.DoorOnly)
	}
	if r.Arrived > 0 {
		p.Fewer = l.T(i18n.DoorFewer)
		p.Last = l.F(i18n.DoorLast, v.clock(r.Last), r.Last.By)
		if r.Last.People > 0 {
			p.Undo = strconv.FormatInt(r.Last.ID, 10)
		}
	}
	return p
}

func (v presenter) clock(a Arrival) string { return v.lang.Clock(a.At.Time().In(v.zone)) }

// note returns what tells a guest apart from others of the same name.
func note(r rsvp.RSVP) string { return cmp.Or(r.CustomerNumber, r.Email, contact.Phone(r.Phone)) }

// question returns the question about the tap of x.
func (v presenter) question(r Party, x state) *views.Question {
	l := v.lang
	q := &views.Question{Yes: l.N(int(x.asked.People), i18n.DoorAnyway), Name: "people", Value: strconv.FormatInt(x.asked.People, 10),
		Cancel: paths.DoorAt(r.EventID, r.ID)}
	switch x.code {
	case Declined:
		q.Title, q.Text = l.T(i18n.DoorAskDeclined), l.T(i18n.DoorAskDeclinedText)
	case Already:
		q.Title = l.F(i18n.DoorAskAlready, v.clock(r.Last), r.Last.By, l.Int(r.Arrived), l.Int(r.People))
	default:
		q.Title = l.F(i18n.DoorAskMore, l.Int(r.People))
	}
	return q
}

// walkIn returns the form for a party without a registration.
func (v presenter) walkIn(t Totals, x state) views.WalkIn {
	l, f := v.lang, walkInState{people: "1", key: v.key + ":new", name: x.text}
	if x.walkIn != nil {
		f = *x.walkIn
	}
	w := views.WalkIn{Action: paths.DoorWalkIns(t.Event.ID), Key: f.key, Open: x.walkIn != nil}
	labels := map[string]string{"name": l.T(i18n.RegName), "people": l.T(i18n.RegPeople)}
	for _, e := range f.faults {
		w.Faults.Add(l, e.Field, labels[e.Field], e.Code, e.Detail)
	}
	w.Name = ui.Field{Name: "name", Label: labels["name"], Value: f.name, Required: true, AutoComplete: "off", MaxLength: rsvp.MaxName,
		Error: w.Faults.Of("name")}
	w.People = ui.Field{Name: "people", Label: labels["people"], Value: f.people, Required: true, Type: "number", InputMode: "numeric",
		Min: "1", Max: strconv.Itoa(rsvp.MaxPeople), Error: w.Faults.Of("people")}
	switch f.code {
	case "":
	case rsvp.CodeBookingFull:
		q := &views.Question{Title: l.T(i18n.DoorFull), Yes: l.T(i18n.DoorFullYes), Cancel: paths.Door(t.Event.ID)}
		if t.Event.Capacity != nil {
			q.Text = l.F(i18n.DoorFullText, l.N(int(t.Expected), i18n.DoorExpected), l.Int(*t.Event.Capacity))
		}
		w.Question = q
	case rsvp.RegisteredAlready:
		w.Banner = l.T(i18n.DoorKnown)
	default:
		w.Banner = l.T(i18n.Fault(f.code, ""))
	}
	return w
}
