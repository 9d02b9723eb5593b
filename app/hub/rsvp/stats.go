package rsvp

import (
	"context"

	"presence/app/hub/events"
	"presence/db"
)

// Stats are the totals of an event's registrations.
type Stats struct {
	Event events.Event
	Seats
	By        map[Confidence]int64 // registrations
	Allergies int64                // registrations that name some
}

// Stats reads the totals in one snapshot.
func (s *Service) Stats(ctx context.Context, eventID string) (f Stats, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if f.Event, err = events.ByID(ctx, q, eventID); err != nil {
			return err
		}
		if f.Seats, err = seats(ctx, q, eventID); err != nil {
			return err
		}
		if f.By, err = byConfidence(ctx, q, eventID); err != nil {
			return err
		}
		f.Allergies, err = withAllergies(ctx, q, eventID)
		return err
	})
	return f, err
}

// Recent counts the registrations created at since or later, by half hour (see RecentRegistrations).
func (s *Service) Recent(ctx context.Context, eventID string, since db.Instant) (map[db.Instant]int64, error) {
	return RecentRegistrations(ctx, s.db, eventID, since)
}

// ToCheck counts the responses to review of the events with these ids (see ResponsesToCheck).
func (s *Service) ToCheck(ctx context.Context, events []string) (map[string]int64, error) {
	return ResponsesToCheck(ctx, s.db, events)
}
