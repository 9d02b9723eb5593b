package rsvp

import (
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"presence/app/hub/events"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	views "presence/views/hub/rsvp"
)

// presenter builds the guests' page of an event for a moment.
type presenter struct {
	e       events.Event
	seats   Seats
	lang    i18n.Lang
	now     time.Time
	zone    *time.Location
	company string // that invites; may be empty
	waits   bool   // parties can be put on the waiting list
}

// cacheKey returns everything that invitation depends on.
func (v presenter) cacheKey() cacheKey {
	return cacheKey{v.e.Source, v.e.Version, v.e.UpdatedAt, v.e.StateAt(v.seats.Taken(), v.now), v.e.Started(v.now), v.over(), v.waits}
}

func (v presenter) over() bool { return v.now.After(v.e.EndsAt.Time()) }

// invitation returns the page without anything personal.
func (v presenter) invitation() views.Page {
	p := views.Page{Document: v.document(), Event: v.event()}
	p.Picture = events.ShowPicture(v.e.Picture, string(v.lang))
	switch v.e.StateAt(v.seats.Taken(), v.now) {
	case string(events.Closed):
		p.Notice = new(v.closed())
	case events.Full:
		p.Form = v.answerForm()
		v.showFull(&p)
	default:
		p.Form = v.answerForm()
		p.Decline = v.form()
		p.Decline.Prefix = "no-"
		if v.e.Deadline != 0 {
			p.Until = v.until(v.e.Deadline.Time())
			p.By = v.lang.F(i18n.RsvpBy, v.lang.DayMonth(v.e.Deadline.Time().In(v.zone)))
		}
	}
	return p
}

func (v presenter) document() views.Document {
	t := v.e.Text(string(v.lang))
	return views.Document{
		Lang: v.lang, Title: t.Title, About: strings.TrimSuffix(v.lang.DayTitle(v.starts())+", "+t.Address, ", "),
		Palette: palette.Of(v.e.Palette).Class(), Switch: paths.Rsvp(v.e.ID, string(v.lang.Other()), ""), Host: v.hostedBy(),
	}
}

// hostedBy returns the line that says who invites; empty when that is not known.
func (v presenter) hostedBy() string {
	if v.company == "" {
		return ""
	}
	return v.lang.F(i18n.HostedBy, v.company)
}

func (v presenter) starts() time.Time { return v.e.StartsAt.Time().In(v.zone) }

func (v presenter) event() views.Event {
	t, l, from := v.e.Text(string(v.lang)), v.lang, v.starts()
	return views.Event{
		Title: t.Title, Above: l.T(v.above()), Hours: i18n.Capital(l.FromTo(from, v.e.EndsAt.Time().In(v.zone))),
		Address: events.AddressLines(t.Address), Map: mapOf(t.Address),
		Intro: events.HTML(l.Typeset(t.Intro)), Details: events.HTML(l.Typeset(t.Details)),
		Day: views.Day{
			Weekday: l.WeekdayShort(from), Number: from.Format("2"), Month: l.MonthShort(from), Long: breakable(l, l.DayTitle(from)),
			Machine: from.Format(time.RFC3339),
		},
	}
}

// above returns the words above the title.
func (v presenter) above() i18n.Text {
	switch {
	case v.over():
		return i18n.RsvpAboveOver
	case v.e.Started(v.now):
		return i18n.RsvpAboveStarted
	}
	switch v.e.StateAt(v.seats.Taken(), v.now) {
	case string(events.Closed):
		return i18n.RsvpAboveClosed
	case events.Full:
		return i18n.RsvpAboveFull
	}
	return i18n.RsvpInvited
}

// mapOf returns the link to a map of an address.
func mapOf(address string) string {
	return "https://www.google.com/maps/search/?" + url.Values{"api": {"1"}, "query": {address}}.Encode()
}

// greet fills the page for the owner of a personal link. The known fields fold to one line, unless there is no name.
func (v presenter) greet(p *views.Page, guest Guest, token string) {
	p.Form.Token, p.Form.Values.Name, p.Form.Values.Email, p.Form.Unfold = token, guest.Name, guest.Email, true
	if p.Waiting != nil {
		p.Form.Unfold = false
		p.Waiting.Token, p.Waiting.Values = token, p.Form.Values
	}
	if p.Decline != nil {
		p.Decline.Token, p.Decline.Values = token, p.Form.Values
	}
	p.NotYou = paths.Rsvp(v.e.ID, string(v.lang), "")
	if guest.Name != "" {
		p.Greeting = v.greeting(guest)
		p.For = guest.Name
	}
}

// greeting addresses the owner of a personal link; "" where there is no name.
func (v presenter) greeting(guest Guest) string {
	if guest.Name == "" {
		return ""
	}
	return v.lang.F(i18n.RsvpHello, firstName(guest.Name))
}

// firstName returns the first name of a name, or the whole name where it begins with a title, an article or an initial.
func firstName(name string) string {
	name = strings.TrimSpace(name)
	first, _, _ := strings.Cut(name, " ")
	if utf8.RuneCountInString(first) < 3 || strings.HasSuffix(first, ".") || slices.Contains(notFirst, first) {
		return name
	}
	return first
}

// notFirst begin names without being first names.
var notFirst = []string{"Mme", "Mlle", "Mrs", "Les", "The"}

// breakable replaces the no-break spaces of a French date, so that it can wrap on narrow screens. An English one has a comma to wrap at.
func breakable(l i18n.Lang, date string) string {
	if l == i18n.EN {
		return date
	}
	return strings.ReplaceAll(date, "\u00a0", " ")
}

// until formats a deadline: with its time, but for one in the last hour of a day only that day.
func (v presenter) until(t time.Time) string {
	t = t.In(v.zone)
	if t.Hour() == 23 {
		return v.lang.DayNear(t)
	}
	return v.lang.F(i18n.RsvpDayTime, v.lang.DayNear(t), v.lang.Clock(t))
}

// answerForm returns the empty form of an answer.
func (v presenter) answerForm() *views.Form {
	f := v.form()
	v.withDetails(f, nil, nil)
	return f
}

func (v presenter) form() *views.Form {
	return &views.Form{
		Action: paths.RsvpSubmit(v.e.ID), Values: views.Values{People: 1}, Max: int(v.e.PeopleLimit),
		Limits: views.Limits{Name: MaxName, Email: maxEmail, Phone: maxPhone, CustomerNumber: maxNumber, Allergies: maxAllergies},
	}
}

// withDetails adds the fields of the details to the form of the answer, with what was sent, or empty ones.
func (v presenter) withDetails(f *views.Form, form url.Values, faults errs.Fields) {
	d := detailForm{lang: v.lang, event: v.e, values: form, faults: faults, kept: f.Keep}
	shown := d.shown(min(int64(f.Values.People), v.e.PeopleLimit))
	f.Party, f.Shown = d.party(), int(shown)
	f.Guest, f.Others = d.persons(max(1, shown))
	f.Faults = append(f.Faults, d.detailFaults()...)
}

// showFull adds the notice that there are no places left, or not enough, and folds the form, which guests with a registration
// still need.
func (v presenter) showFull(p *views.Page) {
	t, full := v.lang.T, v.e.StateAt(v.seats.Taken(), v.now) == events.Full
	p.Decline = nil
	p.Notice, p.Until = &views.Notice{Sign: views.SignFull, Title: t(i18n.RsvpFull),
		Texts: []string{t(i18n.RsvpFullText), t(i18n.RsvpFullMine)}}, ""
	if !full {
		p.Notice.Title, p.Notice.Texts = t(i18n.RsvpTooMany), []string{t(i18n.RsvpTooManyText)}
	}
	if v.waits {
		p.Waiting = v.form()
		p.Waiting.Prefix, p.Waiting.Action = "w-", paths.WaitingList(v.e.ID, "", "")
		if p.Notice.Texts = []string{t(i18n.WaitFullText)}; !full {
			p.Notice.Texts[0] = t(i18n.WaitTooMany)
		}
	}
	p.Form.Folded, p.Form.How = t(i18n.RsvpFullFold), t(i18n.RsvpFullHow)
}

// closed returns the notice why answers are no longer taken.
func (v presenter) closed() views.Notice {
	l, mine := v.lang, v.lang.T(i18n.RsvpClosedMine)
	n := views.Notice{Sign: views.SignClosed, Title: l.T(i18n.RsvpClosed), Texts: []string{l.T(i18n.RsvpClosedText), mine}}
	switch {
	case v.over():
		n.Title, n.Texts = l.T(i18n.RsvpOver), []string{l.T(i18n.RsvpOverText)}
	case v.e.Started(v.now):
		n.Title = l.T(i18n.RsvpStarted)
	case v.e.State != events.Closed && v.e.Deadline != 0:
		n.Texts[0] = l.F(i18n.RsvpDeadlineText, v.until(v.e.Deadline.Time()))
	}
	return n
}

// thanks returns the page after an answer. Except for one sentence (thankYou) it depends only on the submission and the event,
// so that guests do not learn what the directory contains (R17).
func (v presenter) thanks(s Submission, out Outcome) views.Thanks {
	l := v.lang
	p := views.Thanks{
		Document: v.document(), Event: v.event(), Greeting: l.T(i18n.RsvpThanks), Text: l.T(thankYou(out)), Declined: out.Declined,
		How: howToChange(l, s, out),
	}
	p.Switch, p.Picture = "", events.ShowPicture(v.e.Picture, string(l))
	if s.changes && !out.Declined { // the guest has been thanked for the answer before
		p.Text = l.T(i18n.RsvpChanged)
	}
	if s.Token != "" {
		p.Change, p.Switch = paths.Rsvp(v.e.ID, string(l), s.Token)+"#answer", paths.Rsvp(v.e.ID, string(l.Other()), s.Token) // with the answer
	} else {
		s.code = out.Code
		p.Again, p.Sent = paths.RsvpSubmit(v.e.ID)+"#answer", sentBack(s, out.answer.Details)
	}
	if out.MailedTo != "" {
		p.Mail = l.F(i18n.ThanksMail, out.MailedTo)
	}
	if n := firstName(out.Name); utf8.RuneCountInString(n) <= contact.LongName {
		p.Greeting = l.F(i18n.RsvpThanksName, n)
	}
	if out.Declined {
		return p
	}
	p.ThankYou, p.People, p.Name = events.HTML(l.Typeset(v.e.Text(string(l)).ThankYou)), int(s.People), out.Name
	p.Calendars = v.calendars(out.Code)
	if v.e.Deadline != 0 {
		p.How += " " + l.F(i18n.RsvpHowUntil, v.until(v.e.Deadline.Time()))
	}
	for _, a := range []views.Line{
		{Name: l.T(i18n.RsvpEmail), Value: strings.TrimSpace(s.Email), Email: true},
		{Name: l.T(i18n.RsvpPhone), Value: strings.TrimSpace(s.Phone)},
		{Name: l.T(i18n.RsvpNumber), Value: strings.TrimSpace(s.CustomerNumber)},
		{Name: l.T(i18n.RsvpAllergies), Value: strings.TrimSpace(s.Allergies)},
	} {
		if a.Value != "" {
			p.Answer = append(p.Answer, a)
		}
	}
	if s.keep { // kept values may be another person's, so they are not shown
		p.Answer = append(p.Answer, companionLine(l, out.answer)...)
		return p
	}
	p.Answer = append(p.Answer, detailLines(l, v.e, out.answer)...)
	return p
}

// howToChange returns the sentence that says how the guest can change the answer.
func howToChange(l i18n.Lang, s Submission, out Outcome) string {
	switch {
	case out.Declined && s.Token != "":
		return l.T(i18n.RsvpBackLink)
	case out.Declined && given(s.Email):
		return l.T(i18n.RsvpBack)
	case out.Declined:
		return l.T(i18n.RsvpBackAgain)
	case s.Token != "":
		return l.T(i18n.RsvpHowLink)
	case given(s.Email):
		return l.F(i18n.RsvpHow, l.T(foundBy(s)))
	case out.Code != "":
		return l.F(i18n.RsvpHowCode, l.T(foundBy(s)))
	case given(s.Phone):
		return l.F(i18n.RsvpHow, l.T(foundBy(s)))
	}
	return l.F(i18n.RsvpHowName, l.T(foundBy(s)))
}

// foundBy names what the answer of a guest without a personal link is found by.
func foundBy(s Submission) i18n.Text {
	switch {
	case given(s.Email):
		return i18n.RsvpSameEmail
	case given(s.Phone):
		return i18n.RsvpSamePhone
	case given(s.CustomerNumber): // a registration without an address is known by its name and number
		return i18n.RsvpOwnNumber
	}
	return i18n.RsvpOwnName
}

// thankYou returns the one sentence that depends on a confirmed match.
func thankYou(out Outcome) i18n.Text {
	switch {
	case out.Declined:
		return i18n.RsvpDeclined
	case out.Confirmed:
		return i18n.RsvpConfirmed
	case out.Updated && out.linked:
		return i18n.RsvpUpdated
	}
	return i18n.RsvpStored
}
