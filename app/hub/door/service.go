package door

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

// Service checks guests in. The routes' access rules check who calls.
type Service struct {
	db     *db.DB
	rsvp   *rsvp.Service
	now    func() time.Time
	origin string // of the addresses in QR codes: https://host
}

// NewService makes the service. origin is that of the addresses in QR codes: https://host.
func NewService(d *db.DB, now func() time.Time, origin string, r *rsvp.Service) *Service {
	return &Service{db: d, rsvp: r, now: now, origin: origin}
}

// Totals are the people at an event.
type Totals struct {
	Event             events.Event
	Expected, Arrived int64
}

// Totals returns how many people are expected at an event, and how many have arrived.
func (s *Service) Totals(ctx context.Context, eventID string) (t Totals, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if t.Event, err = s.rsvp.Event(ctx, eventID); err != nil {
			return err
		}
		seats, err := s.rsvp.Seats(ctx, eventID)
		if err != nil {
			return err
		}
		t.Expected = seats.Headcount
		t.Arrived, err = arrived(ctx, q, eventID)
		return err
	})
	return t, err
}

// List returns n parties of an event in the order of their ids, from the one behind after on. text selects as that of Find does.
func (s *Service) List(ctx context.Context, eventID, text string, after, n int64) ([]Party, error) {
	return s.find(ctx, eventID, rsvp.Query{Text: text, After: after, Rows: n})
}

// Find returns the first n parties of an event that have the text in a name, the e-mail address or the customer number, by name. Without a
// text they are those of guests who are coming, by family name.
func (s *Service) Find(ctx context.Context, eventID, text string, n int64) (list []Party, err error) {
	if text == "" {
		err = s.rsvp.Within(ctx, eventID, func(ctx context.Context, x rsvp.Snapshot) error {
			first := rsvp.Smallest{N: int(n), Compare: rsvp.Place.Compare}
			if err := x.EachName(ctx, func(id int64, name string) { first.Add(rsvp.PlaceOf(id, name)) }); err != nil {
				return err
			}
			rows, err := rsvp.ByPlaces(ctx, x, first.Sorted())
			for _, r := range rows {
				list = append(list, Party{RSVP: r})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		return list, s.loadLast(ctx, list)
	}
	return s.find(ctx, eventID, rsvp.Query{Text: text, ByName: true, Rows: n})
}

func (s *Service) find(ctx context.Context, eventID string, f rsvp.Query) (list []Party, err error) {
	if f.Text == "" {
		f.Attending = new(true)
	}
	if err = s.rsvp.Each(ctx, eventID, f, func(r rsvp.RSVP) error {
		list = append(list, Party{RSVP: r})
		return nil
	}); err != nil {
		return nil, err
	}
	return list, s.loadLast(ctx, list)
}

// Party returns one party of an event.
func (s *Service) Party(ctx context.Context, eventID string, id int64) (Party, error) {
	r, err := s.rsvp.Get(ctx, eventID, id)
	if err != nil {
		return Party{}, err
	}
	one := []Party{{RSVP: r}}
	err = s.loadLast(ctx, one)
	return one[0], err
}

// sharedNames returns which names of these parties other registrations of the event have too, as contact.Fold returns names.
func (s *Service) sharedNames(ctx context.Context, eventID string, parties []Party) (map[string]bool, error) {
	if len(parties) == 0 {
		return nil, nil
	}
	names := make([]string, len(parties))
	for i, p := range parties {
		names[i] = contact.Fold(p.Name)
	}
	list, err := sharedOf(ctx, s.db, eventID, names)
	shared := map[string]bool{}
	for _, name := range list {
		shared[name] = true
	}
	return shared, err
}

// LastArrivals returns the last arrival of each of these registrations that has one, by the registration's id.
func (s *Service) LastArrivals(ctx context.Context, registrations []int64) (map[int64]Arrival, error) {
	return lastArrivals(ctx, s.db, registrations)
}

// loadLast adds the last arrival to each of the parties.
func (s *Service) loadLast(ctx context.Context, list []Party) error {
	ids := make([]int64, len(list))
	for i, p := range list {
		ids[i] = p.ID
	}
	found, err := lastArrivals(ctx, s.db, ids)
	for i := range list {
		list[i].Last = found[list[i].ID]
	}
	return err
}

// Count stores a tap. It fails with one of the conflicts of Tap.check; those that ask accept the same tap with Anyway. Taps on one
// registration wait for each other, so that the second of two devices is asked.
func (s *Service) Count(ctx context.Context, by auth.Actor, eventID string, t Tap) (x Result, err error) {
	if err := t.validate(); err != nil {
		return x, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		x, err = s.count(ctx, tx, by, eventID, t)
		return err
	})
	return x, err
}

func (s *Service) count(ctx context.Context, tx *db.Tx, by auth.Actor, eventID string, t Tap) (x Result, err error) {
	if x.Party, err = rsvp.Lock(ctx, tx, eventID, t.Registration); err != nil {
		return x, err
	}
	if t.Undo != 0 {
		undone, err := arrivalByID(ctx, tx, t.Registration, t.Undo)
		if err != nil {
			return x, err
		}
		t.People, t.Key = -undone.People, undoKey(t.Undo)
	}
	id, err := partyOfTap(ctx, tx, eventID, t.Key)
	if err != nil {
		return x, err
	}
	switch id {
	case 0:
	case t.Registration:
		x.Repeated = true
		return x, nil
	default:
		return x, errs.Conflict(otherTap, "This key belongs to another tap.")
	}
	if err := t.check(x.Party); err != nil {
		return x, err
	}
	err = s.add(ctx, tx, by, t, &x)
	return x, err
}

// undoKey returns the key of the tap that takes an arrival back: whatever device does it, it counts once.
func undoKey(arrival int64) string { return "undo:" + strconv.FormatInt(arrival, 10) }

// add stores the tap on the locked registration of x.
func (s *Service) add(ctx context.Context, tx *db.Tx, by auth.Actor, t Tap, x *Result) (err error) {
	x.Arrival = Arrival{RSVPID: x.Party.ID, People: t.People, By: cmp.Or(t.By, by.Name), At: cmp.Or(t.At, db.InstantOf(s.now()))}
	if x.Arrival.ID, err = insert(ctx, tx, x.Party.EventID, t.Key, by, x.Arrival); db.IsUnique(err, "arrivals_tap_key") {
		return errs.Conflict(otherTap, "This key belongs to another tap.")
	}
	if err != nil {
		return err
	}
	before := x.Party.Arrived
	x.Party.Arrived += t.People
	return s.rsvp.RecordArrived(ctx, tx, by, x.Party, before)
}

// WalkIn registers a party without a registration, and counts it in; over: even above the capacity. It fails as EnterWalkIn of package rsvp
// does; with 409 registered_already, Party is the registration that there is.
func (s *Service) WalkIn(ctx context.Context, by auth.Actor, eventID string, a rsvp.Answer, key string, over bool) (x Result, err error) {
	if err := (Tap{People: 1, Key: key}).validate(); err != nil {
		return x, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		x, err = s.walkIn(ctx, tx, by, eventID, walkIn{a, key, over, 0})
		return err
	})
	if errs.HasCode(err, rsvp.RegisteredAlready) { // perhaps by the same tap, sent twice at once
		if done, again := s.repeated(ctx, s.db, eventID, key, &x); done || again != nil {
			return x, again
		}
	}
	return x, err
}

// walkIn is a party without a registration.
type walkIn struct {
	rsvp.Answer
	key  string
	over bool       // even above the capacity
	at   db.Instant // when it came; 0: now
}

func (s *Service) walkIn(ctx context.Context, tx *db.Tx, by auth.Actor, eventID string, w walkIn) (x Result, err error) {
	if done, err := s.repeated(ctx, tx, eventID, w.key, &x); done || err != nil {
		return x, err
	}
	if x.Party, err = s.rsvp.EnterWalkIn(ctx, by, eventID, w.Answer, w.over); err != nil {
		return x, err
	}
	err = s.add(ctx, tx, by, Tap{People: x.Party.People, Key: w.key, At: w.at}, &x)
	return x, err
}

// repeated reports whether a tap with this key is stored; x then is its result.
func (s *Service) repeated(ctx context.Context, q db.Queryer, eventID, key string, x *Result) (done bool, err error) {
	id, err := partyOfTap(ctx, q, eventID, key)
	if err != nil || id == 0 {
		return false, err
	}
	x.Repeated = true
	x.Party, err = s.rsvp.Get(ctx, eventID, id)
	return true, err
}
