package rsvp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// TestMain plays the second process of TestSubmit_LastSeat and of TestOffer_race, and the processes that are killed.
func TestMain(m *testing.M) {
	if url := os.Getenv("RSVP_TEST_URL"); url != "" {
		if err := rushes(url); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if url := os.Getenv(waitingURL); url != "" {
		if err := churns(url); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if os.Getenv(killedURL) != "" {
		if err := answerUntilKilled(); err != nil {
			fmt.Println("failed", err)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// rushes reads the names of events, sends fifty guests to each and says how it went.
func rushes(url string) error {
	d, err := db.Open(context.Background(), url, db.Options{})
	if err != nil {
		return err
	}
	s := NewService(d, func() time.Time { return began }, secret, MailOptions{})
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Println(rush(s, in.Text(), "child", 50))
	}
	return d.Close()
}

// submitUnlocked is Submit for the negative control: the seats are read as if they were not locked.
func (s *Service) submitUnlocked(ctx context.Context, event string, a Answer) error {
	e, err := events.ByID(ctx, s.db, event)
	if err != nil {
		return err
	}
	x, err := s.prepareAnswer(ctx, a, Guest{})
	if err != nil {
		return err
	}
	x.guest = true
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO rsvp_tallies (event_id) VALUES ($1) ON CONFLICT (event_id) DO NOTHING", event); err != nil {
			return err
		}
		t := tally{eventVersion: e.Version}
		if err := tx.QueryRow(ctx, "SELECT id FROM rsvp_tallies WHERE event_id = $1", event).Scan(&t.id); err != nil {
			return err
		}
		if !tx.Dialect().OneWriter() { // the row is read, but not locked
			t.Seats, err = seats(ctx, tx, event)
		} else { // the transaction would be the lock
			t.Seats, err = seats(context.Background(), s.db, event) // not inside tx
		}
		if err != nil {
			return err
		}
		_, _, err = s.saveAnswer(ctx, tx, e, t, x)
		return err
	})
}

// outcome counts the results of concurrent submissions.
type outcome struct{ stored, full, failed int }

// rush sends n guests to an event at the same moment.
func rush(s *Service, event, who string, n int) outcome {
	return rushBy(n, func(i int) error {
		a := Answer{Name: "X", Email: fmt.Sprintf("%s%d@example.com", who, i), People: 1}
		_, err := s.Submit(context.Background(), event, Submission{Answer: a}, Visitor{IP: fmt.Sprintf("10.%d.%d.%d", len(who), i/250, i%250)})
		return err
	})
}

// rushBy calls submit for n guests at the same moment.
func rushBy(n int, submit func(guest int) error) (o outcome) {
	var all sync.WaitGroup
	var mu sync.Mutex
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			err := submit(i)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				o.stored++
			case errs.HasCode(err, CodeBookingFull):
				o.full++
			default:
				o.failed++
			}
		})
	}
	close(start)
	all.Wait()
	return o
}

// lastSeatRounds is how often a hundred guests meet at the last seat: on a machine that is not busy, TestSubmit_LastSeatControl notices a
// missing lock in the first round or the second. TestSubmit_waitsForTheLastSeat notices it on every machine.
const lastSeatRounds = 10

// TestSubmit_LastSeat sends a hundred guests at once to an event with one seat left, round after round: one gets it, and
// the others hear that it is full. With two processes half of them come to the other one.
func TestSubmit_LastSeat(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String()+"/one process", func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, dbtest.Open(t, dialect))
			for round := range lastSeatRounds {
				event := w.lastSeat(round)
				w.checkRush(event, rush(w.Service, event, "own", 100), outcome{1, 99, 0})
			}
		})
		t.Run(dialect.String()+"/two processes", func(t *testing.T) {
			t.Parallel()
			url := dbtest.URL(t, dialect)
			w := newWorld(t, openAt(t, url))
			other := another(t, "RSVP_TEST_URL", url)
			for round := range lastSeatRounds {
				event := w.lastSeat(round)
				w.checkRush(event, both(w.Service, other, event), outcome{1, 99, 0})
			}
		})
	}
}

// TestSubmit_LastSeatControl shows that the test above sees a guard that is missing.
func TestSubmit_LastSeatControl(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			w := newWorld(t, dbtest.Open(t, dialect))
			for round := range 10 * lastSeatRounds { // a busy machine may run the requests one after the other
				event := w.lastSeat(round)
				rushBy(100, func(i int) error {
					return w.submitUnlocked(context.Background(), event, Answer{Name: "X", Email: fmt.Sprintf("own%d@example.com", i), People: 1})
				})
				if n := w.count("SELECT SUM(people) FROM rsvps WHERE event_id = $1", event); n > 10 {
					return
				}
			}
			t.Error("without the lock no guest got a seat that was not there: the test could not fail")
		})
	}
}

// TestSubmit_waitsForTheLastSeat has a guest answer while the transaction that gives the last seat to another one is open.
func TestSubmit_waitsForTheLastSeat(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		event := w.lastSeat(0)
		e, err := w.Event(t.Context(), event)
		if err != nil {
			t.Fatal(err)
		}
		x, err := w.prepareAnswer(t.Context(), Answer{Name: "First", Email: "first@example.com", People: 1}, Guest{})
		if err != nil {
			t.Fatal(err)
		}
		x.guest = true
		err = dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
			seats, err := lockTally(ctx, tx, event)
			if err == nil {
				_, _, err = w.saveAnswer(ctx, tx, e, seats, x)
			}
			return err
		}, func(ctx context.Context) error {
			a := Answer{Name: "Second", Email: "second@example.com", People: 1}
			_, err := w.Submit(ctx, event, Submission{Answer: a}, Visitor{IP: "192.0.2.2"})
			return err
		})
		if !errs.HasCode(err, CodeBookingFull) || len(w.registrations(event)) != 2 {
			t.Errorf("the second guest hears %v; %d registrations", err, len(w.registrations(event)))
		}
	})
}

// TestSubmit_of_two_events has a guest answer one event while the transaction that has saved the first answer to another event is open,
// as it is while the confirmation is composed. Staff are notified of both.
func TestSubmit_of_two_events(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres)) // SQLite has one writer at a time
	w.event("breakfast", "open", 0)
	answer := func(ctx context.Context, event string) error {
		a := Answer{Name: "X", Email: event + "@example.com", People: 1}
		_, err := w.Submit(ctx, event, Submission{Answer: a}, Visitor{IP: newIP()})
		return err
	}
	err := w.DB.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
		if err := answer(ctx, "gala"); err != nil {
			return err
		}
		done := make(chan error, 1)
		go func() { done <- answer(t.Context(), "breakfast") }()
		ended, err := dbtest.UntilBlocked(t, w.DB, done)
		if !ended {
			return errors.New("the answer to the other event waits")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := w.count("SELECT COUNT(*) FROM notifications WHERE person_id = $1", staff.PersonID); n != 2 {
		t.Errorf("%d notifications, want one of each event", n)
	}
}

// lastSeat makes an event for ten with nine in it.
func (w *world) lastSeat(round int) string {
	w.Helper()
	event := fmt.Sprint("round-", round)
	w.event(event, "open", 10)
	if _, err := w.Submit(context.Background(), event, Submission{Answer: Answer{Name: "Nine", Email: "nine@example.com", People: 9}},
		Visitor{IP: "192.0.2.1"}); err != nil {
		w.Fatal(err)
	}
	w.clock = w.clock.Add(time.Minute)
	return event
}

func (w *world) checkRush(event string, got, want outcome) {
	w.Helper()
	if got != want {
		w.Errorf("%s: %+v, want %+v", event, got, want)
	}
	if list := w.registrations(event); len(list) != 2 {
		w.Errorf("%s: %d registrations", event, len(list))
	}
}

func openAt(t *testing.T, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
	if err == nil {
		err = d.Migrate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// another is a second process, which finds the URL of the database in a variable: it gets an event and returns the outcome.
func another(t *testing.T, variable, url string) func(event string) (wait func() outcome) {
	t.Helper()
	c := exec.CommandContext(context.Background(), os.Args[0]) // it ends with its input
	c.Env = append(os.Environ(), variable+"="+url)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	t.Cleanup(func() {
		_ = in.Close()
		if err := c.Wait(); err != nil {
			t.Errorf("the other process: %v", err)
		}
	})
	return func(event string) func() outcome {
		fmt.Fprintln(in, event)
		return func() (o outcome) {
			line, err := lines.ReadString('\n')
			if err == nil {
				_, err = fmt.Sscanf(strings.TrimSpace(line), "{%d %d %d}", &o.stored, &o.full, &o.failed)
			}
			if err != nil {
				t.Fatalf("the other process said %q: %v", line, err)
			}
			return o
		}
	}
}

// both rush to an event from here and from the other process.
func both(s *Service, other func(string) func() outcome, event string) outcome {
	wait := other(event)
	here := rush(s, event, "own", 50)
	there := wait()
	return outcome{here.stored + there.stored, here.full + there.full, here.failed + there.failed}
}

// TestSubmit_SameGuestAtOnce shows that a guest who taps twice is registered once.
func TestSubmit_SameGuestAtOnce(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				a := Answer{Name: "X", Email: "same@example.com", People: int64(1 + i%3)}
				if _, err := w.Submit(context.Background(), "gala", Submission{Answer: a}, Visitor{IP: fmt.Sprint("10.0.0.", i)}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if list := w.registrations("gala"); len(list) != 1 {
			t.Errorf("%d registrations", len(list))
		}
	})
}

// TestLockTally_FirstAnswers shows that the answers to an event that has none yet lock its tally too: each counts on what the one before
// has saved.
func TestLockTally_FirstAnswers(t *testing.T) {
	const events, answers = 60, 6
	eachWorld(t, func(t *testing.T, w *world) {
		for i := range events {
			event := fmt.Sprint("first-", i)
			var all sync.WaitGroup
			for range answers {
				all.Go(func() {
					err := w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
						t, err := lockTally(ctx, tx, event)
						if err != nil {
							return err
						}
						t.Registrations++
						return saveTally(ctx, tx, t)
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		}
		if lost := w.count("SELECT COUNT(*) FROM rsvp_tallies WHERE registrations <> $1", answers); lost != 0 {
			t.Errorf("%d of %d tallies have lost an answer", lost, events)
		}
	})
}
