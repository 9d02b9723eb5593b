package rsvp

import (
	"context"
	"time"

	"presence/app/accounts/notifications"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/db"
)

// tally is the row under whose lock the seats of an event are given out.
type tally struct {
	id int64
	Seats
	unnotified   int64      // answers that staff have not been told of
	notifiedAt   db.Instant // when they last were
	eventVersion int64      // of the saved event, 0 for none
}

// tallyChange is what one answer changes of a tally.
type tallyChange struct{ people, registrations, answers int64 }

// checkCapacity refuses people for whom there are no places. Who asks for none, or gives some back, is never refused, even when
// the capacity was lowered below the headcount.
func (t tally) checkCapacity(e events.Event, people int64) error {
	if e.Capacity == nil || people <= 0 || t.Headcount+people <= *e.Capacity {
		return nil
	}
	if t.Headcount >= *e.Capacity {
		return errs.Conflict(full, "The booking is full.")
	}
	return errs.Conflict(full, "There are not that many places left.")
}

// notifyInterval is how often staff hear of one event's answers, at most. A burst is one notification that counts.
const notifyInterval = 15 * time.Second

// applyChange saves the change, notifies staff of the answers when it is time to, and signals when the event has become full
// or free.
func (s *Service) applyChange(ctx context.Context, tx *db.Tx, e events.Event, t tally, c tallyChange) error {
	before := e.Capacity != nil && t.Headcount >= *e.Capacity
	t.Headcount += c.people
	t.Registrations += c.registrations
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
	if e.Capacity != nil && before != (t.Headcount >= *e.Capacity) {
		tx.AfterCommit(func() { s.seated(e.ID) })
		return tx.Signal(ctx, Changed)
	}
	return nil
}

func (s *Service) notifyStaff(ctx context.Context, tx *db.Tx, e events.Event, t tally) error {
	return notifications.NotifyRSVPs(ctx, tx, notifications.NewRSVPs{At: s.at(), Record: t.id, EventID: e.ID,
		TitleFR: e.Text("fr").Title, TitleEN: e.Text("en").Title, Count: t.unnotified})
}

// NotifyStaff notifies staff of the answers that came since the last notification. Call it every few seconds.
func (s *Service) NotifyStaff(ctx context.Context) error {
	late, err := eventsToNotify(ctx, s.db, s.at()-db.Instant(notifyInterval.Milliseconds()))
	if err != nil {
		return err
	}
	for _, eventID := range late {
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			t, err := s.lock(ctx, tx, eventID)
			if err != nil {
				return err
			}
			e, err := events.ByID(ctx, tx, eventID)
			if err != nil {
				return err
			}
			return s.applyChange(ctx, tx, e, t, tallyChange{})
		})
		if err != nil && errs.KindOf(err) != errs.KindNotFound { // deleted meanwhile
			return err
		}
	}
	return nil
}
