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
	untold       int64      // answers that staff have not been told of
	toldAt       db.Instant // when they last were
	eventVersion int64      // of the saved event, 0 for none
}

// change is what one answer changes of a tally.
type change struct{ people, registrations, answers int64 }

// check refuses people for whom there are no places. Who asks for none, or gives some back, is never refused, even when
// the capacity was lowered below the headcount.
func (t tally) check(e events.Event, people int64) error {
	if e.Capacity == nil || people <= 0 || t.Headcount+people <= *e.Capacity {
		return nil
	}
	if t.Headcount >= *e.Capacity {
		return errs.Conflict(full, "The booking is full.")
	}
	return errs.Conflict(full, "There are not that many places left.")
}

// tellEvery is how often staff hear of one event's answers, at most. A burst is one notification that counts.
const tellEvery = 15 * time.Second

// settle writes the change down, tells staff of the answers when it is time to, and says when the event has become full
// or free.
func (s *Service) settle(ctx context.Context, tx *db.Tx, e events.Event, t tally, c change) error {
	before := e.Capacity != nil && t.Headcount >= *e.Capacity
	t.Headcount += c.people
	t.Registrations += c.registrations
	t.untold += c.answers
	if t.untold > 0 && t.toldAt <= s.at()-db.Instant(tellEvery.Milliseconds()) {
		if err := s.tell(ctx, tx, e, t); err != nil {
			return err
		}
		t.untold, t.toldAt = 0, s.at()
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

func (s *Service) tell(ctx context.Context, tx *db.Tx, e events.Event, t tally) error {
	return notifications.TellAnswers(ctx, tx, notifications.Answers{At: s.at(), Record: t.id, EventID: e.ID,
		TitleFR: e.Text("fr").Title, TitleEN: e.Text("en").Title, Count: t.untold})
}

// Tell tells staff of the answers that came since they were last told. Call it every few seconds.
func (s *Service) Tell(ctx context.Context) error {
	late, err := untold(ctx, s.db, s.at()-db.Instant(tellEvery.Milliseconds()))
	if err != nil {
		return err
	}
	for _, eventID := range late {
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			t, err := s.lock(ctx, tx, eventID)
			if err != nil {
				return err
			}
			e, err := events.In(ctx, tx, eventID)
			if err != nil {
				return err
			}
			return s.settle(ctx, tx, e, t, change{})
		})
		if err != nil && errs.KindOf(err) != errs.KindNotFound { // deleted meanwhile
			return err
		}
	}
	return nil
}
