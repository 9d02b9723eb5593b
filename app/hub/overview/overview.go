// Package overview shows how an event stands, on one page: what staff do next, the figures that matter now, the registrations by
// day beside those of the last event, and the dates to come. It reads what the other features of an event store, and writes
// nothing.
package overview

import (
	"context"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/hub/door"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/db"
)

// Service reads overviews. The routes' access rule admits only the roles admin and events.
type Service struct {
	from Features
	zone *time.Location // in which days begin
	now  func() time.Time
}

// Features are those whose records an overview shows.
type Features struct {
	Events    *events.Service
	RSVP      *rsvp.Service
	Campaigns *campaigns.Service
	Door      *door.Service
}

// NewService makes the service.
func NewService(from Features, zone *time.Location, now func() time.Time) *Service {
	return &Service{from, zone, now}
}

// Overview is how an event stands.
type Overview struct {
	Event      events.Record
	Stats      rsvp.Stats
	Days       map[db.Instant]int64 // registrations by the half hour of their creation (rsvp.RecentRegistrations)
	Active     *campaigns.Campaign  // being sent, or stopped before its end; nil: none
	Invitation *campaigns.Campaign  // the newest one that was started, no reminder; nil: none
	Stages     campaigns.Stages     // of the invitation
	Next       []campaigns.Campaign // scheduled ones, the first first
	Last       *events.Record       // the event before this one that has registrations; nil: none
	LastDays   map[db.Instant]int64

	Arrived int64                   // people who were checked in
	Thanks  *campaigns.EventMessage // the thank-you note, once the event is over; nil before
}

// campaignsRead is how many of an event's campaigns are looked through for the invitation: reminders are newer than it.
const campaignsRead = 20

// nextShown is the maximum number of scheduled campaigns on the page.
const nextShown = 5

// Get reads the overview of an event.
func (s *Service) Get(ctx context.Context, id string) (o Overview, err error) {
	if o.Event, err = s.from.Events.Get(ctx, id); err != nil {
		return o, err
	}
	if o.Stats, err = s.from.RSVP.Stats(ctx, id); err != nil {
		return o, err
	}
	if o.Days, err = s.from.RSVP.Recent(ctx, id, 0); err != nil {
		return o, err
	}
	if err = s.loadCampaigns(ctx, &o); err != nil {
		return o, err
	}
	if err = s.loadAfter(ctx, &o); err != nil {
		return o, err
	}
	if o.Last, err = s.before(ctx, o.Event); err != nil || o.Last == nil {
		return o, err
	}
	o.LastDays, err = s.from.RSVP.Recent(ctx, o.Last.ID, 0)
	return o, err
}

func (s *Service) loadCampaigns(ctx context.Context, o *Overview) error {
	list, err := s.from.Campaigns.Newest(ctx, o.Event.ID, 0, campaignsRead)
	if err != nil {
		return err
	}
	for _, c := range list {
		if o.Active == nil && (c.Active() || c.State == campaigns.Interrupted) {
			o.Active = &c
		}
		if o.Invitation == nil && c.ReminderOf == 0 && c.Type != campaigns.TypeMessage && c.StartedAt != 0 {
			o.Invitation = &c
		}
	}
	if o.Next, err = s.from.Campaigns.Next(ctx, o.Event.ID, nextShown); err != nil || o.Invitation == nil {
		return err
	}
	t, err := s.from.Campaigns.Timeline(ctx, *o.Invitation, s.zone)
	o.Stages = t.Stages
	return err
}

// loadAfter reads what matters once the event is over: how many people came, and the thank-you note.
func (s *Service) loadAfter(ctx context.Context, o *Overview) error {
	if o.Event.EndsAt > db.InstantOf(s.now()) {
		return nil
	}
	t, err := s.from.Door.Totals(ctx, o.Event.ID)
	if err != nil {
		return err
	}
	o.Arrived = t.Arrived
	list, err := s.from.Campaigns.Messages(ctx, o.Event.ID)
	for i, m := range list {
		if m.Kind == campaigns.ThankYou {
			o.Thanks = &list[i]
		}
	}
	return err
}

// before returns the latest event before e that has registrations; nil when there is none.
func (s *Service) before(ctx context.Context, e events.Record) (last *events.Record, err error) {
	all, err := s.from.Events.All(ctx)
	for i, r := range all {
		if r.ID != e.ID && r.Registrations > 0 && r.StartsAt < e.StartsAt && (last == nil || r.StartsAt > last.StartsAt) {
			last = &all[i]
		}
	}
	return last, err
}
