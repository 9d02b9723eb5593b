package rsvp

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// waitingURL is the database of the second process of TestOffer_race.
const waitingURL = "RSVP_WAITING_URL"

// mailing lets a service queue messages, which nothing sends.
func mailing(d *db.DB, now func() time.Time) (MailOptions, error) {
	sealer, err := seal.New(secret, "outgoing mail")
	if err != nil {
		return MailOptions{}, err
	}
	c, err := mail.ParseSMTP("smtp://127.0.0.1:1")
	route := outgoingmail.Route{Channel: mail.NewRelay(c), From: mail.Address{Email: "gala@ferme.example"}}
	queue := outgoingmail.NewService(d, now, sealer, func() outgoingmail.Route { return route })
	return MailOptions{Queue: queue, Origin: "https://presence.example", Host: "presence.example", Zone: time.UTC}, err
}

// churns reads the names of events, and does its half of what happens to each.
func churns(url string) error {
	d, err := db.Open(context.Background(), url, db.Options{})
	if err != nil {
		return err
	}
	now := func() time.Time { return began }
	o, err := mailing(d, now)
	if err != nil {
		return err
	}
	s := NewService(d, now, secret, o)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Println(churn(s, in.Text(), 1))
	}
	return d.Close()
}

// Of each event of TestOffer_race.
const (
	racePlaces  = 20 // taken by one guest each
	raceParties = 24 // on the waiting list; the first racePast of them have an offer that has expired
	racePast    = 4
)

// churn does half of what happens to an event at the same moment, as the process of that number, 0 or 1: guests cancel and come, parties
// take and decline what they are offered, staff raise the capacity and remove a party, and offers expire. The second number of the
// outcome are the answers that found no place or no offer.
func churn(s *Service, event string, process int) outcome {
	ctx := context.Background()
	staffOf := events.NewService(s.db, s.now, events.Hooks{Saved: []func(context.Context, *db.Tx, events.Event) error{s.EventSaved}})
	ip := func(i int) Visitor { return Visitor{IP: fmt.Sprintf("10.9.%d.%d", process, i)} }
	submit := func(name string, people int64, i int) error {
		_, err := s.Submit(ctx, event, Submission{Answer: Answer{Name: name, Email: name + "@example.org", People: people}}, ip(i))
		return err
	}
	o := rushBy(40, func(i int) error {
		switch n := 2*(i%10) + process; i / 10 {
		case 0:
			if i%2 == 0 {
				return submit(fmt.Sprint("guest", n), 0, i)
			}
			return submit(fmt.Sprint("stranger", n), 1, i)
		case 1, 2: // half of the parties take their offers, as soon as there is one
			return s.takeWhenOffered(event, fmt.Sprintf("%s-%d", event, n+2*(i/20)))
		}
		switch i % 5 {
		case 0:
			return s.OfferPlaces(ctx)
		case 1:
			_, _, err := s.Leave(ctx, event, fmt.Sprintf("%s-%d", event, raceParties-1-process))
			return err
		case 2:
			_, err := staffOf.Update(ctx, staff, event, nil, events.Changes{Capacity: new(int64(racePlaces + 4))})
			return err
		}
		return submit(fmt.Sprint("guest", 19-process), 0, i)
	})
	if err := s.OfferPlaces(ctx); err != nil {
		o.failed++
	}
	return o
}

// takeWhenOffered tries a few times to take the offer of a party.
func (s *Service) takeWhenOffered(event, token string) (err error) {
	for range 5 {
		_, _, err = s.TakeOffer(context.Background(), event, Submission{Token: token}, Visitor{IP: newIP()})
		if e, ok := errs.Of(err); !ok || e.Code != NoOffer {
			break
		}
	}
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindConflict {
		return errs.Conflict(CodeBookingFull, "counts as such")
	}
	return err
}

// crowded makes an event whose places are taken, with a waiting list.
func (w *waitingWorld) crowded(event string) {
	w.Helper()
	w.exec("UPDATE outgoing_mail SET created_at = created_at - 3600001") // messages of the last hour count against the limit of an address
	w.event(event, "open", racePlaces)
	w.exec(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $2)
		INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, created_at, responded_at)
		SELECT CAST($1 AS TEXT), 'email:guest' || CAST(i AS TEXT) || '@example.org', 'Guest', 'guest' || CAST(i AS TEXT) || '@example.org',
			'guest' || CAST(i AS TEXT) || '@example.org', 1, 'en', 'none', 1, 1 FROM n`, event, racePlaces-racePast-1)
	w.exec("INSERT INTO rsvp_tallies (event_id, headcount, registrations, held) VALUES ($1, $2, $2, $3)", event, racePlaces-racePast, racePast)
	links := make([]Link, raceParties)
	for i := range links {
		name := fmt.Sprint("party", i)
		links[i] = Link{Token: fmt.Sprintf("%s-%d", event, i), EventID: event, Name: name, Email: name + "@example.org", Language: "en"}
		state, until, people := Waiting, db.Instant(0), 1+i%3
		if i < racePast {
			state, until, people = Offered, db.InstantOf(began), 1
		}
		w.exec(`INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, offered_until, created_at, changed_at)
			VALUES ($1, $2, $3, $4, $5, $5, $6, 'en', $7, 1, 1)`, event, i, state, name, name+"@example.org", people, until)
	}
	w.exec("UPDATE rsvp_tallies SET waiting = $2 WHERE event_id = $1", event, raceParties-racePast)
	w.must(w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error { return IssueLinks(ctx, tx, 1, links) }))
}

// watch reads the event again and again until stop is called, and fails when more places are taken and held than there are.
func (w *waitingWorld) watch(event string) (stop func()) {
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if over := w.over(event); over != "" {
				w.Error(over)
				return
			}
		}
	})
	return func() { close(done); watching.Wait() }
}

// over returns how the rows of an event exceed its capacity, by their sums and not by the tally; empty: they do not.
func (w *waitingWorld) over(event string) string {
	var people, held, capacity int64
	if err := w.DB.QueryRow(context.Background(), `SELECT
		(SELECT CAST(COALESCE(SUM(people), 0) AS BIGINT) FROM rsvps WHERE event_id = $1),
		(SELECT CAST(COALESCE(SUM(people), 0) AS BIGINT) FROM waiting_parties WHERE event_id = $1 AND state = 'offered'),
		(SELECT capacity FROM events WHERE id = $1)`, event).Scan(&people, &held, &capacity); err != nil {
		return err.Error()
	}
	if people+held > capacity {
		return fmt.Sprintf("%s: %d people come and %d places are held of %d", event, people, held, capacity)
	}
	return ""
}

// checkOutcome fails unless the event came out of a race as it should: within its capacity, nobody offered twice, nobody lost, and no free
// place that a party waits for.
func (w *waitingWorld) checkOutcome(event string, o outcome) {
	w.Helper()
	if o.failed > 0 {
		w.Errorf("%s: %d of the calls failed", event, o.failed)
	}
	w.consistent(event)
	if over := w.over(event); over != "" {
		w.Error(over)
	}
	if n := w.count(`SELECT COUNT(*) FROM (SELECT recipient_key FROM outgoing_mail WHERE kind = 'offer' AND about = $1
		GROUP BY recipient_key HAVING COUNT(*) > 1) twice`, event); n > 0 {
		w.Errorf("%s: %d parties were offered places twice", event, n)
	}
	if n := w.count(`SELECT COUNT(*) FROM waiting_parties p WHERE event_id = $1 AND (state = 'taken') <> EXISTS (SELECT 1 FROM rsvps r
		WHERE r.event_id = p.event_id AND r.email_key = p.email_key AND r.people = p.people)`, event); n > 0 {
		w.Errorf("%s: %d parties have taken their places without a registration, or have one and did not", event, n)
	}
	if n := w.count(`SELECT COUNT(*) FROM waiting_parties WHERE event_id = $1 AND (state IN ('offered', 'taken')) <> EXISTS (SELECT 1
		FROM outgoing_mail m WHERE m.about = event_id AND m.recipient_key = email_key AND m.kind = 'offer') AND state <> 'left'`, event); n > 0 {
		w.Errorf("%s: %d parties have an offer without a message, or the other way round", event, n)
	}
	if n := w.count("SELECT COUNT(*) FROM waiting_parties WHERE event_id = $1", event); n != raceParties {
		w.Errorf("%s: %d parties are left", event, n)
	}
	if n := w.count(`SELECT COUNT(*) FROM waiting_parties p JOIN events e ON e.id = p.event_id JOIN rsvp_tallies t ON t.event_id = p.event_id
		WHERE p.event_id = $1 AND p.state = 'waiting' AND p.people <= e.capacity - t.headcount - t.held`, event); n > 0 {
		w.Errorf("%s: %d parties wait for places that are free", event, n)
	}
}

// TestOffer_race lets cancellations, answers, offers that are taken, declined or expire, and raises of the capacity meet, in one and in
// two processes.
func TestOffer_race(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String()+"/one process", func(t *testing.T) {
			w := newWaitingWorld(newWorld(t, dbtest.Open(t, dialect)))
			for round := range 6 {
				event := fmt.Sprint("round-", round)
				w.crowded(event)
				stop := w.watch(event)
				var other outcome
				var both sync.WaitGroup
				both.Go(func() { other = churn(w.Service, event, 1) })
				own := churn(w.Service, event, 0)
				both.Wait()
				stop()
				w.checkOutcome(event, outcome{own.stored + other.stored, own.full + other.full, own.failed + other.failed})
			}
		})
		t.Run(dialect.String()+"/two processes", func(t *testing.T) {
			url := dbtest.URL(t, dialect)
			w := newWaitingWorld(newWorld(t, openAt(t, url)))
			other := another(t, waitingURL, url)
			for round := range 6 {
				event := fmt.Sprint("round-", round)
				w.crowded(event)
				stop := w.watch(event)
				wait := other(event)
				own := churn(w.Service, event, 0)
				there := wait()
				stop()
				w.checkOutcome(event, outcome{own.stored + there.stored, own.full + there.full, own.failed + there.failed})
			}
		})
	}
}

// promoteUnlocked is the sweep of one event for the negative control: the tally is read as if it were not locked.
func (s *Service) promoteUnlocked(ctx context.Context, event string) error {
	e, err := events.ByID(ctx, s.db, event)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		t := tally{eventVersion: e.Version}
		if err := tx.QueryRow(ctx, "SELECT id FROM rsvp_tallies WHERE event_id = $1", event).Scan(&t.id); err != nil {
			return err
		}
		if !tx.Dialect().OneWriter() {
			t.Seats, err = seats(ctx, tx, event)
		} else { // the transaction would be the lock
			t.Seats, err = seats(context.Background(), s.db, event)
		}
		if err != nil {
			return err
		}
		t.Waiting = max(t.Waiting, 1)
		if err := s.promote(ctx, tx, e, &t); err != nil {
			return err
		}
		return saveTally(ctx, tx, t)
	})
}

// TestOffer_raceControl shows that the test above sees a guard that is missing.
func TestOffer_raceControl(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			w := newWaitingWorld(newWorld(t, dbtest.Open(t, dialect)))
			for round := range 30 {
				event := fmt.Sprint("round-", round)
				w.crowded(event)
				w.exec("UPDATE events SET capacity = capacity + 6 WHERE id = $1", event)
				rushBy(12, func(int) error { return w.promoteUnlocked(context.Background(), event) })
				if w.over(event) != "" {
					return
				}
			}
			t.Error("without the lock no place was offered that was not there: the test could not fail")
		})
	}
}

// TestOffer_otherEvents does what is due for one of two events that have overdue offers and free places.
func TestOffer_otherEvents(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		for _, event := range []string{"one", "two"} {
			w.crowded(event)
		}
		w.must(w.applyDue(t.Context(), []string{"one"}))
		w.checkOutcome("one", outcome{})
		w.consistent("two")
		const untouched = "SELECT COUNT(*) FROM waiting_parties WHERE event_id = 'two' AND state = 'offered' AND offered_until = $1"
		if n := w.count(untouched, db.InstantOf(began)); n != racePast {
			t.Errorf("%d offers of the other event are left, want %d", n, racePast)
		}
	})
}

// TestOffer_staleCapacity cancels an answer while staff lower the capacity: what the cancellation frees is not offered any more.
func TestOffer_staleCapacity(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2")
		read, err := readEvent(w.world, "gala")
		w.must(err)
		w.saves(events.Changes{Capacity: new(int64(8))})
		w.must(w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			tally, err := lockTally(ctx, tx, "gala")
			if err != nil {
				return err
			}
			r := w.registrations("gala")[0]
			to := r
			to.People = 8
			return w.replace(ctx, tx, read, tally, replacement{new: &to, old: r})
		}))
		if taken, err := w.Seats(t.Context(), "gala"); err != nil || taken.Headcount != 8 || taken.Held != 0 || taken.Waiting != 1 {
			t.Errorf("%+v, %v", taken, err)
		}
	})
}

// TestOffer_waitsForTheCapacity has a cancellation wait for a transaction that lowers the capacity: it sees the new one.
func TestOffer_waitsForTheCapacity(t *testing.T) {
	w := newWaitingWorld(newWorld(t, dbtest.Open(t, db.Postgres)))
	w.fill("Ann 2")
	w.must(w.duringChange("capacity = 8", func() error { return w.comes("Filler", 8) }))
	w.wantList("Ann 2 waiting")
}

// TestJoin_waitsForTheLimit has a party wait for a transaction that lowers the limit of people: it is refused.
func TestJoin_waitsForTheLimit(t *testing.T) {
	w := newWaitingWorld(newWorld(t, dbtest.Open(t, db.Postgres)))
	w.must(w.comes("Filler", 10))
	err := w.duringChange("people_limit = 1", func() error { return w.joinsFrom(Visitor{IP: newIP()}, "Ann", "") })
	if fields := errs.FieldsOf(err); len(fields) != 1 || fields[0].Code != "over_limit" {
		t.Errorf("joined with %v", err)
	}
	w.wantList("")
}

// duringChange calls act while a transaction that changes the event is open, on PostgreSQL until act waits for it. It returns the error of
// act.
func (w *waitingWorld) duringChange(change string, act func() error) error {
	w.Helper()
	return dbtest.Meanwhile(w.TB, w.DB, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE events SET "+change+", version = version + 1 WHERE id = 'gala'"); err != nil {
			return err
		}
		_, err := lockTally(ctx, tx, "gala")
		return err
	}, func(context.Context) error { return act() })
}
