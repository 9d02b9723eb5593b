package app

import (
	"context"

	"presence/app/hub/directory"
	"presence/app/platform/i18n"
	"presence/db"
)

// customerTimeline returns what happened between the events and a customer: what was sent and read, what was answered, and
// which addresses get nothing more. It knows the features that keep it, which the directory does not.
func (a *App) customerTimeline(ctx context.Context, id string, emails []string, lang i18n.Lang) (list []directory.Moment, err error) {
	titles, err := a.eventTitles(ctx, lang)
	if err != nil {
		return nil, err
	}
	add := func(at db.Instant, m directory.Moment) {
		if at != 0 {
			m.At, m.Title = at, titles[m.Event]
			list = append(list, m)
		}
	}
	sends, stops, err := a.Campaigns.OfCustomer(ctx, id, emails)
	if err != nil {
		return nil, err
	}
	for _, s := range sends {
		kind := directory.Invited
		if s.Reminder {
			kind = directory.Reminded
		}
		if s.Message {
			kind = directory.Written
		}
		add(s.SentAt, directory.Moment{Kind: kind, Event: s.EventID})
		add(s.OpenedAt, directory.Moment{Kind: directory.Opened, Event: s.EventID})
		add(s.ClickedAt, directory.Moment{Kind: directory.Clicked, Event: s.EventID})
	}
	for _, s := range stops {
		add(s.Since, directory.Moment{Kind: directory.MomentKind(s.Reason)})
	}
	answers, err := a.RSVP.OfCustomer(ctx, id)
	for _, r := range answers {
		add(r.RespondedAt, directory.Moment{Kind: directory.Answered, Event: r.EventID, Count: r.People, RSVP: r.ID})
	}
	return list, err
}

// eventTitles returns the titles of all events in a language, by their ids.
func (a *App) eventTitles(ctx context.Context, lang i18n.Lang) (map[string]string, error) {
	titles := map[string]string{}
	all, err := a.Events.Events(ctx)
	for _, e := range all {
		titles[e.ID] = e.Text(string(lang)).Title
	}
	return titles, err
}
