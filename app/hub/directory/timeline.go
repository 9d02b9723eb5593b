package directory

import (
	"context"
	"slices"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/directory"
	"presence/views/ui"
)

// Moment is something that happened between an event and a customer.
type Moment struct {
	At    db.Instant
	Kind  MomentKind
	Event string // its id; empty: of no event
	Title string // of the event, in the reader's language
	Count int64  // of an answer: how many people come; 0: none does
	RSVP  int64  // of an answer: its id
}

// MomentKind says what happened.
type MomentKind string

// The kinds of moments.
const (
	Invited      MomentKind = "invited"
	Reminded     MomentKind = "reminded"
	Written      MomentKind = "written" // a message around an event
	Opened       MomentKind = "opened"
	Clicked      MomentKind = "clicked"
	Answered     MomentKind = "answered"
	Unsubscribed MomentKind = "unsubscribed"
	Bounced      MomentKind = "bounced"
	Complained   MomentKind = "complained"
)

// Timeline returns what happened with a customer of these addresses, in any order.
type Timeline func(ctx context.Context, customerID string, emails []string, lang i18n.Lang) ([]Moment, error)

var momentTexts = map[MomentKind]struct {
	text i18n.Text
	icon ui.Icon
}{
	Invited: {i18n.DirInvited, ui.IconSend}, Reminded: {i18n.DirReminded, ui.IconBell}, Written: {i18n.DirWritten, ui.IconMail},
	Opened:  {i18n.DirOpened, ui.IconMail},
	Clicked: {i18n.DirClicked, ui.IconGlobe}, Answered: {i18n.DirAnswered, ui.IconTicket},
	Unsubscribed: {i18n.DirUnsubscribed, ui.IconRefused}, Bounced: {i18n.DirBounced, ui.IconWarning},
	Complained: {i18n.DirComplained, ui.IconWarning},
}

// moments returns the timeline for the page, the newest first.
func (p pages) moments(l i18n.Lang, list []Moment) (out []views.Moment) {
	slices.SortStableFunc(list, func(a, b Moment) int { return int(min(1, max(-1, b.At-a.At))) })
	for _, m := range list {
		x := momentTexts[m.Kind]
		v := views.Moment{Icon: x.icon, Text: l.T(x.text), When: l.Moment(m.At.Time().In(p.zone)), Event: m.Title}
		switch {
		case m.Kind == Answered && m.Count == 0:
			v.Text, v.Icon, v.Href = l.T(i18n.DirDeclined), ui.IconRefused, paths.Registration(m.Event, m.RSVP)
		case m.Kind == Answered:
			v.Text, v.Href = l.N(int(m.Count), i18n.DirAnsweredN), paths.Registration(m.Event, m.RSVP)
		case m.Event != "":
			v.Href = paths.Event(m.Event)
		}
		out = append(out, v)
	}
	return out
}
