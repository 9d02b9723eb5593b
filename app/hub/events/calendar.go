package events

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/db"
)

// CalendarEntries returns the events for the calendars of people who run them.
func (s *Service) CalendarEntries(zone *time.Location) calendars.Source {
	return func(ctx context.Context, _ db.Queryer, by auth.Actor, from, to db.Instant) (list []calendars.Entry, err error) {
		all, err := s.Events(ctx)
		if err != nil {
			return nil, err
		}
		for _, e := range all {
			if e.StartsAt < to && e.EndsAt > from {
				changed := e.UpdatedAt
				if changed == 0 { // a built-in event has no time of change
					changed = e.StartsAt
				}
				list = append(list, calendars.NewEntry("event-"+e.ID, e.Text(string(by.Language)).Title, e.StartsAt, e.EndsAt, changed, zone))
			}
		}
		return list, nil
	}
}
