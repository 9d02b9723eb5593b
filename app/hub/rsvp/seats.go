package rsvp

import (
	"context"
	"time"

	"presence/app/accounts/notifications"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/db"
)

// tally holds the totals of an event. Its row is the lock under which places are given out.
type tally struct {
	id int64
	Seats
	unnotified   int64      // answers since the last notification of staff
	notifiedAt   db.Instant // of the last notification
	eventVersion int64      // of the saved event; 0: there is none
}

// tallyChange is what one answer adds to a tally.
type tallyChange struct{ people, registrations, declined, answers int64 }

// changeBetween returns what replacing the answer before by after adds to a tally; before nil: there was none, after nil: the
// registration is deleted.
func changeBetween(before, after *Answer) (c tallyChange) {
	add := func(a *Answer, sign int64) {
		if a == nil {
			return
		}
		c.people += sign * a.People
		c.registrations += sign
		if a.Declines() {
			c.declined += sign
		}
	}
	add(before, -1)
	add(after, 1)
	return c
}

// checkCapacity fails with booking_full unless there are places for people more. It never fails for 0 or fewer, even if the
// capacity was lowered below the headcount.
func (t tally) checkCapacity(e events.Event, people int64) error {
	if e.Capacity == nil || people <= 0 || t.Headcount+people <= *e.Capacity {
		return nil
	}
	if t.Headcount >= *e.Capacity {
		return errs.Conflict(Full, "The booking is full.")
	}
	return errs.Conflict(Full, "There are not that many places left.")
}

// isFull reports whether every place of the event is taken.
func (t tally) isFull(e events.Event) bool { return e.Capacity != nil && t.Headcount >= *e.Capacity }

// notifyInterval is the minimum time between two notifications of staff about one event. Answers in between are counted and
// reported together.
const notifyInterval = 15 * time.Second

// applyChange saves the tally with the change, notifies staff if the interval has passed, and signals when the event becomes
// full or has places again.
func (s *Service) applyChange(ctx context.Context, tx *db.Tx, e events.Event, t tally, c tallyChange) error {
	wasFull := t.isFull(e)
	t.Headcount += c.people
	t.Registrations += c.registrations
	t.Declined += c.declined
	t.unnotified += c.answers
	if t.unnotified > 0 && t.notifiedAt <= s.at()-db.Instant(notifyInterval.Milliseconds()) {
		if err := s.notifyStaff(ctx, tx, e, t); err != nil {
			return err
		}
		t.unnotified, t.notifiedAt = 0, s.at()
	}
	if err := saveTally(ctx, tx, t); err != nil {
		return err
	}
	if t.isFull(e) != wasFull {
		return tx.Signal(ctx, Changed)
	}
	return nil
}

func (s *Service) notifyStaff(ctx context.Context, tx *db.Tx, e events.Event, t tally) error {
	return notifications.NotifyRSVPs(ctx, tx, notifications.NewRSVPs{At: s.at(), Record: t.id, EventID: e.ID,
		TitleFR: e.Text("fr").Title, TitleEN: e.Text("en").Title, Count: t.unnotified})
}

// NotifyStaff notifies staff of answers that were held back by notifyInterval. It must be called every few seconds.
func (s *Service) NotifyStaff(ctx context.Context) error {
	late, err := eventsToNotify(ctx, s.db, s.at()-db.Instant(notifyInterval.Milliseconds()))
	if err != nil {
		return err
	}
	for _, eventID := range late {
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			t, err := lockTally(ctx, tx, eventID)
			if err != nil {
				return err
			}
			e, err := events.ByID(ctx, tx, eventID)
			if err != nil {
				return err
			}
			return s.applyChange(ctx, tx, e, t, tallyChange{})
		})
		if err != nil && errs.KindOf(err) != errs.KindNotFound { // NotFound: the event was deleted in the meantime
			return err
		}
	}
	return nil
}
