// Package timeline shows what happened between the events and one guest: what was sent and read, what was answered, when the guest
// arrived, and what the guest or a mail server refused. It is part of the pages of a customer and of a registration. The features that
// record these moments do not depend on each other; the application reads them all (Read).
package timeline

import (
	"cmp"
	"context"
	"slices"
	"time"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/timeline"
	"presence/views/ui"
)

// Guest is who a timeline is about. At least one of the fields is set.
type Guest struct {
	CustomerID   string
	Emails       []string
	Registration int64 // id; the moments of this one belong to the guest, whatever it says about the customer and address
}

// Moment is something that happened.
type Moment struct {
	At    db.Instant
	Kind  Kind
	Event string // its id; empty: of no event
	Title string // of the event, in the reader's language
	Count int64  // of an answer or an arrival: how many people; 0: the guest is not coming
	RSVP  int64  // the id of the registration of an answer or an arrival
	Why   string // of a message that came back: the words of the mail server
}

// Kind says what happened.
type Kind string

// The kinds of moments.
const (
	Invited      Kind = "invited"
	Reminded     Kind = "reminded"
	Written      Kind = "written" // a message before or after an event
	Opened       Kind = "opened"
	Clicked      Kind = "clicked"
	Returned     Kind = "returned" // the message came back
	Answered     Kind = "answered"
	Waiting      Kind = "waiting" // put on the waiting list
	Arrived      Kind = "arrived"
	Confirmed    Kind = "confirmed" // the confirmation of an answer was sent
	Updated      Kind = "updated"   // the guest was told of a change of the event
	Offered      Kind = "offered"   // places were offered from the waiting list
	Chose        Kind = "chose"     // what to receive, on the page behind the unsubscribe link
	Unsubscribed Kind = "unsubscribed"
	Bounced      Kind = "bounced" // the address gets nothing more
	Complained   Kind = "complained"
)

// Read returns what happened with a guest, in any order.
type Read func(ctx context.Context, guest Guest, lang i18n.Lang) ([]Moment, error)

var texts = map[Kind]struct {
	text i18n.Text
	icon ui.Icon
}{
	Invited: {i18n.TimelineInvited, ui.IconSend}, Reminded: {i18n.TimelineReminded, ui.IconBell},
	Written: {i18n.TimelineWritten, ui.IconMail}, Opened: {i18n.TimelineOpened, ui.IconMail},
	Clicked: {i18n.TimelineClicked, ui.IconGlobe}, Returned: {i18n.TimelineReturned, ui.IconWarning},
	Answered: {i18n.TimelineAnswered, ui.IconTicket}, Waiting: {i18n.TimelineWaiting, ui.IconClock},
	Confirmed: {i18n.TimelineConfirmed, ui.IconSend}, Updated: {i18n.TimelineUpdated, ui.IconSend},
	Offered: {i18n.TimelineOffered, ui.IconSend},
	Arrived: {i18n.TimelineArrived, ui.IconApproved}, Chose: {i18n.TimelineChose, ui.IconSettings},
	Unsubscribed: {i18n.TimelineUnsubscribed, ui.IconRefused}, Bounced: {i18n.TimelineBounced, ui.IconWarning},
	Complained: {i18n.TimelineComplained, ui.IconWarning},
}

// Rows sorts the moments, the newest first, and returns them for a page. Moments of the event that the page is about, if there is one, do
// not repeat its title.
func Rows(l i18n.Lang, zone *time.Location, list []Moment, event string) []views.Row {
	slices.SortStableFunc(list, func(a, b Moment) int { return cmp.Compare(b.At, a.At) })
	out := make([]views.Row, len(list))
	for i, m := range list {
		x := texts[m.Kind]
		out[i] = views.Row{Icon: x.icon, Text: l.T(x.text), When: l.Moment(m.At.Time().In(zone)), Why: m.Why}
		switch {
		case m.Kind == Answered && m.Count == 0:
			out[i].Text, out[i].Icon = l.T(i18n.TimelineDeclined), ui.IconRefused
		case m.Kind == Answered:
			out[i].Text = l.N(int(m.Count), i18n.TimelineAnsweredN)
		case m.Kind == Arrived:
			out[i].Text = l.N(int(m.Count), i18n.TimelineArrivedN)
		}
		switch {
		case m.Event == event: // also of no event
		case m.RSVP != 0:
			out[i].Event, out[i].Href = m.Title, paths.Registration(m.Event, m.RSVP)
		default:
			out[i].Event, out[i].Href = m.Title, paths.EventOverview(m.Event)
		}
	}
	return out
}
