package door

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/rsvp"
	"presence/app/platform/errs"
	"presence/db"
)

// Devices go on when the network goes: they keep a list of the parties, and the taps until they can hand them over.

// Entry is a party in the list that a device keeps: only what is needed to find it and to count it in.
type Entry struct {
	ID      int64
	Name    string
	Note    string   // tells it apart from others of the same name; empty for a name that only one has
	With    []string // the names of companions
	People  int64    // expected; 0: the guest declined
	Arrived int64
	Last    Arrival // zero if none has arrived
}

// Code is a check-in code in the list that a device keeps, by which it finds the party while there is no network.
type Code struct {
	Hash   []byte
	RSVPID int64
}

// EachEntry calls party for each registration of an event, sorted by name, and then code for each check-in code. Both are read in one
// snapshot.
func (s *Service) EachEntry(ctx context.Context, eventID string, party func(Entry) error, code func(Code) error) error {
	return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if _, err := s.rsvp.Event(ctx, eventID); err != nil {
			return err
		}
		if err := eachEntry(ctx, q, eventID, party); err != nil {
			return err
		}
		return eachCode(ctx, q, eventID, code)
	})
}

// Kept is a tap that a device kept while it had no network.
type Kept struct {
	Tap
	Seen    int64         // how many of the party were there by what the device knew; Anyway holds for no other number
	UndoKey string        // the key of the kept tap to take back, instead of People and Undo
	WalkIn  string        // the name of a party without a registration, instead of Registration
	Ago     time.Duration // how long before it was handed over it was tapped, by the clock of the device
}

// maxAgo is the maximum age of a kept tap. An older one is counted as if it were this old.
const maxAgo = 24 * time.Hour

// Fate is what became of a tap that was handed over. Whichever it is, the device forgets the tap.
type Fate string

// The values of Fate.
const (
	Counted Fate = "counted"
	Again   Fate = "repeated" // it had been handed over before
	Held    Fate = "held"     // staff decide, because more would be there than are expected
	Refused Fate = "refused"  // it no longer applies: the registration was deleted, or there is nothing to take back
)

// HandOver stores one tap that a device kept. It can be called again with the same tap, and then stores nothing. A tap that would
// need a question is held for staff, who are asked on every device.
func (s *Service) HandOver(ctx context.Context, by auth.Actor, eventID string, k Kept) (fate Fate, err error) {
	if err := k.check(); err != nil {
		return "", err
	}
	k.At = db.InstantOf(s.now().Add(-min(max(k.Ago, 0), maxAgo)))
	if k.WalkIn != "" {
		return s.handOverWalkIn(ctx, by, eventID, k)
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		fate, err = s.handOver(ctx, tx, by, eventID, k)
		return err
	})
	switch {
	case errs.KindOf(err) == errs.KindNotFound, errs.HasCode(err, NotThere), errs.HasCode(err, otherTap):
		return Refused, nil
	}
	return fate, err
}

// check returns the errors of a tap's own values.
func (k Kept) check() error {
	t := k.Tap
	if k.UndoKey != "" {
		t.Undo = 1 // People is not used
	}
	return t.validate()
}

func (s *Service) handOver(ctx context.Context, tx *db.Tx, by auth.Actor, eventID string, k Kept) (Fate, error) {
	if k.UndoKey != "" {
		return s.takeBack(ctx, tx, by, eventID, k)
	}
	if held, err := isHeld(ctx, tx, eventID, k.Key); err != nil || held {
		return Again, err
	}
	party, err := rsvp.Lock(ctx, tx, eventID, k.Registration)
	if err != nil {
		return "", err
	}
	k.Anyway = k.Anyway && k.Seen == party.Arrived
	x, err := s.count(ctx, tx, by, eventID, k.Tap)
	return s.fateOf(ctx, tx, by, k, x, err)
}

// fateOf returns the fate of a tap after count, and holds it if count asks a question.
func (s *Service) fateOf(ctx context.Context, tx *db.Tx, by auth.Actor, k Kept, x Result, err error) (Fate, error) {
	switch {
	case asks(err):
		return Held, hold(ctx, tx, x.Party, k.Tap, by)
	case err != nil:
		return "", err
	case x.Repeated:
		return Again, nil
	}
	return Counted, nil
}

// asks reports whether an error is a conflict that a tap with Anyway does not have.
func asks(err error) bool {
	return errs.HasCode(err, Declined) || errs.HasCode(err, Already) || errs.HasCode(err, TooMany)
}

// handOverWalkIn registers a party that came without a registration, even above the capacity: it is inside. If there is a
// registration of that name, the tap is held as one of that party, by another transaction, because that of the walk-in is rolled
// back.
func (s *Service) handOverWalkIn(ctx context.Context, by auth.Actor, eventID string, k Kept) (fate Fate, err error) {
	w := walkIn{rsvp.Answer{Name: k.WalkIn, People: k.People, Language: by.Language}, k.Key, true, k.At}
	var x Result
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		held, err := isHeld(ctx, tx, eventID, k.Key)
		if fate = Again; err != nil || held {
			return err
		}
		if x, err = s.walkIn(ctx, tx, by, eventID, w); !x.Repeated {
			fate = Counted
		}
		return err
	})
	if errs.HasCode(err, rsvp.RegisteredAlready) { // perhaps by the same tap, whose first request was still running
		done, err := s.repeated(ctx, s.db, eventID, k.Key, &x)
		if done || err != nil {
			return Again, err
		}
		return Held, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return hold(ctx, tx, x.Party, k.Tap, by) })
	}
	if errs.KindOf(err) == errs.KindInvalid {
		return Refused, nil // the name was typed into a form without the server's checks
	}
	return fate, err
}

// takeBack takes back what a kept tap with the key UndoKey has stored: an arrival, or one that is held.
func (s *Service) takeBack(ctx context.Context, tx *db.Tx, by auth.Actor, eventID string, k Kept) (Fate, error) {
	a, err := arrivalByKey(ctx, tx, eventID, k.UndoKey)
	if errs.KindOf(err) == errs.KindNotFound {
		if open, err := recordDecisionByKey(ctx, tx, eventID, k.UndoKey, db.InstantOf(s.now())); err != nil || open {
			return Counted, err
		}
		if held, err := isHeld(ctx, tx, eventID, k.UndoKey); err != nil || held {
			return Again, err // it was held, and has been decided about
		}
	}
	if err != nil {
		return "", err
	}
	k.Registration, k.Undo = a.RSVPID, a.ID
	x, err := s.count(ctx, tx, by, eventID, k.Tap)
	return s.fateOf(ctx, tx, by, k, x, err)
}

// HeldArrival is an arrival that staff decide about.
type HeldArrival struct {
	Arrival // ID is that of the held arrival
	Party   Party
}

// HeldArrivals returns the first n arrivals of an event that staff have not decided about.
func (s *Service) HeldArrivals(ctx context.Context, eventID string, n int64) (list []HeldArrival, err error) {
	held, err := openHeld(ctx, s.db, eventID, n)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	ids := make([]int64, len(held))
	for i, a := range held {
		ids[i] = a.RSVPID
	}
	parties := map[int64]rsvp.RSVP{}
	add := func(r rsvp.RSVP) error { parties[r.ID] = r; return nil }
	if err = s.rsvp.Each(ctx, eventID, rsvp.Query{IDs: ids}, add); err != nil {
		return nil, err
	}
	last, err := lastArrivals(ctx, s.db, ids)
	for _, a := range held {
		list = append(list, HeldArrival{a, Party{parties[a.RSVPID], last[a.RSVPID]}})
	}
	return list, err
}

// DecideHeld decides about a held arrival: it is counted, or dropped. Repeated is set in the result if another person has decided
// before.
func (s *Service) DecideHeld(ctx context.Context, by auth.Actor, eventID string, id int64, counted bool) (x Result, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		x = Result{}
		a, key, err := heldByID(ctx, tx, eventID, id)
		if err != nil {
			return err
		}
		if x.Party, err = rsvp.Lock(ctx, tx, eventID, a.RSVPID); err != nil {
			return err
		}
		open, err := recordDecision(ctx, tx, id, db.InstantOf(s.now()))
		if err != nil {
			return err
		}
		if x.Repeated = !open; x.Repeated || !counted {
			return nil
		}
		return s.add(ctx, tx, by, Tap{Registration: a.RSVPID, People: a.People, Key: key, At: a.At, By: a.By}, &x)
	})
	return x, err
}
