package rsvp

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"presence/app/errs"
)

var confirmedElise = Answer{Name: "Élise Côté", Email: "elise@example.com", People: 1}

// TestSubmit_TurnsNeutral shows R17: after five submissions without a link from one address in ten minutes no thank-you
// says anything, while every registration is stored.
func TestSubmit_TurnsNeutral(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(elise)
		w.link("t", "Élise Côté", "elise@example.com", "C-1001")
		send := func(ip, token string) bool {
			t.Helper()
			o, err := w.Submit(context.Background(), "gala", Submission{confirmedElise, token}, Visitor{IP: ip})
			if err != nil {
				t.Fatal(err)
			}
			return o.Confirmed
		}
		for i := range 7 {
			if got, want := send("10.0.0.1", ""), i < 5; got != want {
				t.Errorf("submission %d says confirmed: %v", i+1, got)
			}
		}
		if !send("10.0.0.1", "t") {
			t.Error("a personal link of the same address is held to the limit")
		}
		if !send("10.0.0.2", "") {
			t.Error("another address is held to the limit")
		}
		w.link("other", "Anne", "anne@example.com", "")
		if send("10.0.0.1", "forged") {
			t.Error("a token that nobody has lifts the limit")
		}
		w.clock = w.clock.Add(9 * time.Minute)
		if send("10.0.0.1", "") {
			t.Error("the window is shorter than ten minutes")
		}
		w.clock = w.clock.Add(11 * time.Minute)
		if !send("10.0.0.1", "") {
			t.Error("the window does not end")
		}
		for i := range 6 { // the network that one IPv6 customer owns is one address
			if got, want := send(fmt.Sprintf("2001:db8:1:2::%d", i+1), ""), i < 5; got != want {
				t.Errorf("submission %d of a network says confirmed: %v", i+1, got)
			}
		}
		if n := w.count("SELECT COUNT(*) FROM rsvps WHERE confidence = 'confirmed'"); n != 1 {
			t.Errorf("%d registrations", n)
		}
	})
}

// TestSubmit_TurnsNeutralAtOnce sends many at the same moment: no more than five may say anything.
func TestSubmit_TurnsNeutralAtOnce(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.knows(elise)
		var all sync.WaitGroup
		var mu sync.Mutex
		said := 0
		for range 40 {
			all.Go(func() {
				o, err := w.Submit(context.Background(), "gala", Submission{Answer: confirmedElise}, Visitor{IP: "10.0.0.1"})
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if o.Confirmed {
					said++
				}
			})
		}
		all.Wait()
		if said != 5 {
			t.Errorf("%d of forty said that the match is confirmed", said)
		}
	})
}

// TestSubmit_TooMany shows that an address is refused beyond three hundred a minute, in every replica.
func TestSubmit_TooMany(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.clock = w.clock.Add(20 * time.Second)
		replica := NewService(w.DB, w.Service.now)
		w.exec("INSERT INTO rsvp_attempts (ip, minute, total, linkless) VALUES ('10.0.0.1', $1, 298, 298)", w.clock.Unix()/60)
		send := func(s *Service, ip string) error {
			_, err := s.Submit(context.Background(), "gala", Submission{Answer: Answer{Name: "X", People: 1}}, Visitor{IP: ip})
			return err
		}
		for i, s := range []*Service{w.Service, replica} {
			if err := send(s, "10.0.0.1"); err != nil {
				t.Errorf("submission %d: %v", 299+i, err)
			}
		}
		for _, s := range []*Service{w.Service, replica} {
			e, ok := errors.AsType[*errs.Error](send(s, "10.0.0.1"))
			if !ok || e.Kind != errs.RateLimited || e.RetryAfter != 40 {
				t.Errorf("submission 301: %+v", e)
			}
		}
		if err := send(w.Service, "10.0.0.2"); err != nil {
			t.Errorf("another address: %v", err)
		}
		w.clock = w.clock.Add(40 * time.Second)
		if err := send(w.Service, "10.0.0.1"); err != nil {
			t.Errorf("the next minute: %v", err)
		}
	})
}

// TestSubmit_RefusedCounts shows that asking a full event over and over is counted.
func TestSubmit_RefusedCounts(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec("UPDATE events SET capacity = 1 WHERE id = 'gala'")
		w.answers(Answer{Name: "First", Email: "first@example.com"}, "")
		for range 3 {
			if _, err := w.Submit(context.Background(), "gala", Submission{Answer: Answer{Name: "X", Email: "x@example.com", People: 1}}, Visitor{IP: "10.0.0.1"}); !errs.Is(err, full) {
				t.Errorf("answered %v", err)
			}
		}
		if n := w.count("SELECT total FROM rsvp_attempts WHERE ip = '10.0.0.1'"); n != 3 {
			t.Errorf("%d of three counted", n)
		}
	})
}

func TestSweep(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.answers(Answer{Name: "X"}, "")
		w.clock = w.clock.Add(10 * time.Minute)
		if err := w.Sweep(context.Background()); err != nil || w.count("SELECT COUNT(*) FROM rsvp_attempts") != 1 {
			t.Errorf("a count that is looked at is gone: %v", err)
		}
		w.clock = w.clock.Add(time.Minute)
		if err := w.Sweep(context.Background()); err != nil || w.count("SELECT COUNT(*) FROM rsvp_attempts") != 0 {
			t.Errorf("an address is kept longer than it is needed: %v", err)
		}
	})
}
