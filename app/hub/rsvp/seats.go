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
	unnotified   int64         // answers since the last notification of staff
	notifiedAt   db.Instant    // of the last notification
	eventVersion int64         // of the saved event; 0: there is none
	update       pendingUpdate // the version of the event that guests get a message about
}

// tallyChange is the change of a tally by one answer.
type tallyChange struct {
	people, registrations, declined, answers int64
	party                                    *Party     // of the waiting list, whose guest has answered; nil: there is none
	partyState                               PartyState // that it gets
}

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

// checkCapacity fails with booking_full unless there are places for people more; held are those places that are held for the guest. It
// never fails for 0 or fewer, even if the capacity was lowered below the headcount.
func (t tally) checkCapacity(e events.Event, people, held int64) error {
	if people <= 0 || people <= t.free(e)+held {
		return nil
	}
	if t.free(e)+held <= 0 {
		return errs.Conflict(CodeBookingFull, "There aren’t enough spots left.")
	}
	return errs.Conflict(CodeBookingFull, "There aren’t that many spots left.")
}

// isFull reports whether every place of the event is taken or held.
func (t tally) isFull(e events.Event) bool { return t.free(e) <= 0 }

// current returns the event as it is in the transaction that has locked its tally; e is the event as read before.
func (t tally) current(ctx context.Context, q db.Queryer, e events.Event) (events.Event, error) {
	if t.eventVersion == e.Version {
		return e, nil
	}
	return events.ByID(ctx, q, e.ID)
}

// lockEvent locks the tally of an event, and returns it with the event as it is now; e is the event as read before.
func lockEvent(ctx context.Context, tx *db.Tx, e events.Event) (events.Event, tally, error) {
	t, err := lockTally(ctx, tx, e.ID)
	if err == nil {
		e, err = t.current(ctx, tx, e)
	}
	return e, t, err
}

// notifyInterval is the minimum time between two notifications of staff about one event. Answers in between are counted and
// reported together.
const notifyInterval = 15 * time.Second

// applyChange saves the tally with the change, offers places that are free to the waiting list, notifies staff if the interval has
// passed, and signals when the event becomes full or has places again.
func (s *Service) applyChange(ctx context.Context, tx *db.Tx, e events.Event, t tally, c tallyChange) error {
	wasFull := t.isFull(e)
	t.Headcount += c.people
	t.Registrations += c.registrations
	t.Declined += c.declined
	t.unnotified += c.answers
	if c.party != nil {
		if err := s.moveParty(ctx, tx, &t, c.party, c.partyState); err != nil {
			return err
		}
	}
	if err := s.promote(ctx, tx, e, &t); err != nil {
		return err
	}
	if t.unnotified > 0 && t.notifiedAt <= s.at().Add(-notifyInterval) {
		s.notifyStaff(tx, e, t)
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

// notifyStaff notifies staff of the answers that t counts, before the transaction commits. NotifyRSVPs takes a lock that all notifications
// have in common, so that an answer to another event would wait while the confirmation of this one is composed.
func (s *Service) notifyStaff(tx *db.Tx, e events.Event, t tally) {
	answers := notifications.NewRSVPs{At: s.at(), Record: t.id, EventID: e.ID,
		TitleFR: e.Text("fr").Title, TitleEN: e.Text("en").Title, Count: t.unnotified}
	tx.BeforeCommit(func(ctx context.Context, tx *db.Tx) error { return notifications.NotifyRSVPs(ctx, tx, answers) })
}

// NotifyStaff notifies staff of answers that were held back by notifyInterval. It must be called every few seconds.
func (s *Service) NotifyStaff(ctx context.Context) error {
	late, err := eventsToNotify(ctx, s.db, s.at().Add(-notifyInterval))
	if err != nil {
		return err
	}
	return s.applyDue(ctx, late)
}

// applyDue does what is due for each of these events: it notifies staff, ends offers and offers places.
func (s *Service) applyDue(ctx context.Context, list []string) error {
	for _, eventID := range list {
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
