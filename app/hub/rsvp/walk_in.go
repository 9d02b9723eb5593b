package rsvp

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/db"
)

// EnterWalkIn registers a party that comes to the door without a registration, even while the event is closed to guests. Its places
// are taken from the tally as those of any answer; over lets it exceed the capacity, without which the call fails with 409
// booking_full. A guest who is registered already is left as is: the call fails with 409 registered_already, and r is the
// registration. It can be part of a transaction of the caller.
func (s *Service) EnterWalkIn(ctx context.Context, by auth.Actor, eventID string, a Answer, over bool) (r RSVP, err error) {
	faults := a.Validate()
	if a.Declines() {
		faults.Add("people", "out_of_range", "Expected a number from 1 to 20.")
	}
	if err := faults.Err(); err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := events.ByID(ctx, tx, eventID)
		if err != nil {
			return err
		}
		x, err := s.prepareAnswer(ctx, a, Guest{})
		if err != nil {
			return err
		}
		x.by, x.walkIn, x.over = by.PersonID, true, over
		t, err := lockTally(ctx, tx, e.ID)
		if err != nil {
			return err
		}
		if r, _, err = s.saveAnswer(ctx, tx, e, t, x); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "created", r.ID, audit.Diff(nil, r.Answer))
	})
	return r, err
}

// Lock returns a registration and keeps it as it is until the end of the transaction, for package door.
func Lock(ctx context.Context, tx *db.Tx, eventID string, id int64) (RSVP, error) {
	if err := tx.LockRows(ctx, "rsvps", id); err != nil {
		return RSVP{}, err
	}
	return byID(ctx, tx, eventID, id)
}

// RecordArrived adds an entry to the registration's history about how many of the party are there, and publishes it to webhooks; before
// is how many were.
func (s *Service) RecordArrived(ctx context.Context, tx *db.Tx, by auth.Actor, r RSVP, before int64) error {
	r.ChangedAt = s.at()
	if err := setChanged(ctx, tx, r.ID, r.ChangedAt); err != nil {
		return err
	}
	if err := s.publish(ctx, tx, webhookCheckedIn, r); err != nil {
		return err
	}
	return s.recordAudit(ctx, tx, by, "updated", r.ID, audit.Changes{"arrived": {before, r.Arrived}})
}
