package rsvp

import (
	"context"

	"presence/app/hub/events"
	"presence/db"
)

// Stats are the numbers of the people who come to an event.
type Stats struct {
	Event events.Event
	Seats
	By map[Confidence]int64 // registrations
}

// Stats reads them in one snapshot.
func (s *Service) Stats(ctx context.Context, eventID string) (f Stats, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if f.Event, err = events.ByID(ctx, q, eventID); err != nil {
			return err
		}
		if f.Seats, err = seats(ctx, q, eventID); err != nil {
			return err
		}
		f.By, err = byConfidence(ctx, q, eventID)
		return err
	})
	return f, err
}
