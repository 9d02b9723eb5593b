package app

import (
	"context"

	"presence/app/accounts/outgoingmail"
	"presence/app/hub/campaigns"
	"presence/app/hub/rsvp"
	"presence/app/hub/timeline"
	"presence/app/platform/i18n"
	"presence/db"
)

// guestTimeline returns what happened between the events and a guest (timeline.Read). It reads the features that record it, which do not
// know each other.
func (a *App) guestTimeline(ctx context.Context, guest timeline.Guest, lang i18n.Lang) ([]timeline.Moment, error) {
	titles, err := a.eventTitles(ctx, lang)
	if err != nil {
		return nil, err
	}
	list := moments{titles: titles}
	mails, err := a.Campaigns.OfGuest(ctx, guest.CustomerID, guest.Emails)
	if err != nil {
		return nil, err
	}
	list.addMessages(mails)
	sent, err := a.Mail.OfGuest(ctx, guest.Emails)
	if err != nil {
		return nil, err
	}
	for _, m := range sent {
		if kind, known := guestMails[m.Kind]; known {
			list.add(m.SentAt, timeline.Moment{Kind: kind, Event: m.About})
		}
	}
	answers, parties, err := a.RSVP.OfGuest(ctx, guest)
	if err != nil {
		return nil, err
	}
	for _, p := range parties {
		list.add(p.CreatedAt, timeline.Moment{Kind: timeline.Waiting, Event: p.EventID})
	}
	err = a.addAnswers(ctx, &list, answers)
	return list.all, err
}

// guestMails are the moments at which messages to a guest were sent. That of the waiting list is the moment at which the guest joined it.
var guestMails = map[outgoingmail.Kind]timeline.Kind{outgoingmail.Confirmation: timeline.Confirmed,
	outgoingmail.EventUpdate: timeline.Updated, outgoingmail.Offer: timeline.Offered}

// addAnswers adds registrations, what was said before, and when their guests arrived.
func (a *App) addAnswers(ctx context.Context, list *moments, answers []rsvp.RSVP) error {
	ids := make([]int64, len(answers))
	for i, r := range answers {
		ids[i] = r.ID
		list.add(r.RespondedAt, timeline.Moment{Kind: timeline.Answered, Event: r.EventID, Count: r.People, RSVP: r.ID})
	}
	earlier, err := a.RSVP.EarlierAnswers(ctx, answers)
	if err != nil {
		return err
	}
	for _, r := range earlier {
		list.add(r.RespondedAt, timeline.Moment{Kind: timeline.Answered, Event: r.EventID, Count: r.People, RSVP: r.ID})
	}
	last, err := a.door.LastArrivals(ctx, ids)
	for _, r := range answers {
		if r.Arrived > 0 {
			list.add(last[r.ID].At, timeline.Moment{Kind: timeline.Arrived, Event: r.EventID, Count: r.Arrived, RSVP: r.ID})
		}
	}
	return err
}

// moments collects what happened.
type moments struct {
	all    []timeline.Moment
	titles map[string]string // of events, by their ids
}

// add adds a moment; 0 as its time: it did not happen.
func (l *moments) add(at db.Instant, m timeline.Moment) {
	if at != 0 {
		m.At, m.Title = at, l.titles[m.Event]
		l.all = append(l.all, m)
	}
}

func (l *moments) addMessages(h campaigns.GuestHistory) {
	for _, s := range h.Sends {
		kind := timeline.Invited
		switch {
		case s.Reminder:
			kind = timeline.Reminded
		case s.Message:
			kind = timeline.Written
		}
		l.add(s.SentAt, timeline.Moment{Kind: kind, Event: s.EventID})
		l.add(s.OpenedAt, timeline.Moment{Kind: timeline.Opened, Event: s.EventID})
		l.add(s.ClickedAt, timeline.Moment{Kind: timeline.Clicked, Event: s.EventID})
		l.add(s.BouncedAt, timeline.Moment{Kind: timeline.Returned, Event: s.EventID})
		l.add(s.ComplainedAt, timeline.Moment{Kind: timeline.Complained, Event: s.EventID})
	}
	for _, s := range h.Stops {
		if s.Reason != campaigns.Complained { // which is a moment of its message
			l.add(s.Since, timeline.Moment{Kind: timeline.Kind(s.Reason), Why: s.Diagnostic})
		}
	}
	l.add(h.Choice, timeline.Moment{Kind: timeline.Chose})
}

// eventTitles returns the titles of all events in a language, by their ids.
func (h hubServices) eventTitles(ctx context.Context, lang i18n.Lang) (map[string]string, error) {
	titles := map[string]string{}
	all, err := h.Events.Events(ctx)
	for _, e := range all {
		titles[e.ID] = e.Text(string(lang)).Title
	}
	return titles, err
}
