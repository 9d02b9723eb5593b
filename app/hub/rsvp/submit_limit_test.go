package rsvp

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/platform/errs"
)

// customersOf makes n customers, each of an account of their own.
func (w *world) customersOf(n int) (answers []Answer) {
	for i := range n {
		c := customer{id: fmt.Sprintf("C-90%02d", i), account: fmt.Sprintf("N%02d", i), name: fmt.Sprintf("Rachel Roy%02d", i),
			emails: []string{fmt.Sprintf("rachel%02d@example.com", i)}}
		w.knows(c)
		answers = append(answers, Answer{Name: c.name, Email: c.emails[0], People: 1})
	}
	return answers
}

// TestSubmit_TurnsNeutral shows R17: the thank-you is adapted for five accounts that one address asks about in ten
// minutes without a link, however often they answer, and says nothing about a sixth, while every registration is stored.
func TestSubmit_TurnsNeutral(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		known := w.customersOf(8)
		w.link("t", known[7].Name, known[7].Email, "C-9007")
		send := func(ip, token string, a Answer) bool {
			t.Helper()
			o, err := w.Submit(context.Background(), "gala", Submission{Answer: a, Token: token}, Visitor{IP: ip})
			if err != nil {
				t.Fatal(err)
			}
			return o.Confirmed
		}
		for i := range 40 { // a restaurant, whose guests answer twice
			send("10.0.0.1", "", Answer{Name: fmt.Sprint("Guest ", i%20), Email: fmt.Sprintf("guest%d@example.com", i%20), People: 1})
		}
		for round := range 2 {
			for i, a := range known {
				if got, want := send("10.0.0.1", "", a), i < 5; got != want {
					t.Errorf("account %d, asked about %d times, is confirmed: %v", i+1, round+1, got)
				}
			}
		}
		if !send("10.0.0.1", "t", known[7]) {
			t.Error("a personal link of the same address is held to the limit")
		}
		if !send("10.0.0.2", "", known[7]) {
			t.Error("another address is held to the limit")
		}
		if send("10.0.0.1", "forged", known[7]) {
			t.Error("an unknown token lifts the limit")
		}
		w.clock = w.clock.Add(9 * time.Minute)
		if send("10.0.0.1", "", known[6]) {
			t.Error("the window is shorter than ten minutes")
		}
		w.clock = w.clock.Add(11 * time.Minute)
		if !send("10.0.0.1", "", known[6]) {
			t.Error("the window does not end")
		}
		for i := range 6 { // the network that one IPv6 customer owns is one address
			if got, want := send(fmt.Sprintf("2001:db8:1:2::%d", i+1), "", known[i]), i < 5; got != want {
				t.Errorf("account %d of a network is confirmed: %v", i+1, got)
			}
		}
		for i := range 5 { // a number of another customer asks about that one
			send("10.0.0.3", "", Answer{Name: known[7].Name, Email: fmt.Sprintf("try%d@example.com", i), CustomerNumber: fmt.Sprintf("C-90%02d", i),
				People: 1})
		}
		if send("10.0.0.3", "", Answer{Name: known[7].Name, Email: "try@example.com", CustomerNumber: "C-9007", People: 1}) {
			t.Error("numbers can be tried out until one fits")
		}
	})
}

// TestSubmit_TurnsNeutralAtOnce asks about many accounts at the same moment: no more than five may be confirmed.
func TestSubmit_TurnsNeutralAtOnce(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		var all sync.WaitGroup
		var mu sync.Mutex
		said := 0
		for _, a := range w.customersOf(20) {
			all.Go(func() {
				o, err := w.Submit(context.Background(), "gala", Submission{Answer: a}, Visitor{IP: "10.0.0.1"})
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
			t.Errorf("%d of twenty accounts were confirmed", said)
		}
	})
}

// TestSubmit_TooMany shows that an address is refused beyond three hundred a minute, in every replica.
func TestSubmit_TooMany(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.clock = w.clock.Add(20 * time.Second)
		replica := NewService(w.DB, w.Service.now, secret, MailOptions{})
		w.exec("INSERT INTO rsvp_attempts (ip, minute, total, linkless) VALUES ('10.0.0.1', $1, 298, 298)", w.clock.Unix()/60)
		send := func(s *Service, ip string) error { return s.Spend(t.Context(), ip) }
		for i, s := range []*Service{w.Service, replica} {
			if err := send(s, "10.0.0.1"); err != nil {
				t.Errorf("submission %d: %v", 299+i, err)
			}
		}
		for _, s := range []*Service{w.Service, replica} {
			e, ok := errs.Of(send(s, "10.0.0.1"))
			if !ok || e.Kind != errs.KindRateLimited || e.RetryAfter != 40 {
				t.Errorf("submission 301: %+v", e)
			}
		}
		if n := w.count("SELECT total FROM rsvp_attempts WHERE ip = '10.0.0.1'"); n != 300 {
			t.Errorf("%d are counted: refused submissions are not to be written, so that many of them do not block others", n)
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

// TestSubmit_EachCounts is R17 of the limit: it counts whatever becomes of the answer, however it is sent.
func TestSubmit_EachCounts(t *testing.T) {
	eachCaller(t, func(t *testing.T, w caller) {
		w.exec("UPDATE events SET capacity = 1 WHERE id = 'gala'")
		w.answers(Answer{Name: "First", Email: "first@example.com"}, "")
		for i, tt := range []struct {
			name, event, body string
			status            int
			headers           []string
		}{
			{"what finds no place", "gala", `{"name":"X","email":"x@example.com"}`, 409, nil},
			{"what finds no place, under a key", "gala", `{"name":"X","email":"x@example.com"}`, 409, []string{"Idempotency-Key", "a"}},
			{"the same under the same key", "gala", `{"name":"X","email":"x@example.com"}`, 409, []string{"Idempotency-Key", "a"}},
			{"what is taken, under a key", "gala", `{"name":"First","email":"first@example.com"}`, 200, []string{"Idempotency-Key", "b"}},
			{"what is taken, under the same key", "gala", `{"name":"First","email":"first@example.com"}`, 200, []string{"Idempotency-Key", "b"}},
			{"an event that is not there", "nowhere", `{"name":"X"}`, 404, nil},
			{"no JSON", "gala", `{`, 400, nil},
			{"a body of no media type that is read", "gala", `<x/>`, 415, []string{"Content-Type", "text/xml"}},
			{"a body that is too large", "gala", `{"name":"` + strings.Repeat("x", 70_000) + `"}`, 413, nil},
			{"a form", "gala", `name=`, 200, []string{"Content-Type", "application/x-www-form-urlencoded"}},
		} {
			t.Run(tt.name, func(t *testing.T) {
				if r := w.from("10.0.0.1", "/rsvp/"+tt.event+"/submit", tt.body, tt.headers...); r.Status != tt.status {
					t.Errorf("answered %d %s", r.Status, r.Body)
				}
				if n := w.count("SELECT total FROM rsvp_attempts WHERE ip = '10.0.0.1'"); n != int64(i+1) {
					t.Errorf("%d of %d counted", n, i+1)
				}
			})
		}
		w.exec("UPDATE rsvp_attempts SET total = 300")
		before := w.count("SELECT COUNT(*) FROM rsvps")
		for name, headers := range map[string][]string{
			"refuses the 301st answer": nil, "refuses it with an idempotency key": {"Idempotency-Key", "c"},
			"refuses it with a forged address": {"X-Forwarded-For", "203.0.113.9"},
		} {
			t.Run(name, func(t *testing.T) {
				r := w.from("10.0.0.1", "/rsvp/gala/submit", `{"name":"New","email":"new@example.com"}`, headers...)
				if r.Status != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" {
					t.Errorf("answered with %d %s", r.Status, r.Body)
				}
			})
		}
		if n := w.count("SELECT COUNT(*) FROM rsvps"); n != before {
			t.Errorf("%d answers were kept beyond the limit", n-before)
		}
	})
}

func TestSweep(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		if err := w.Spend(t.Context(), "10.0.0.1"); err != nil {
			t.Fatal(err)
		}
		w.answers(w.customersOf(1)[0], "")
		rows := func() int64 {
			return w.count("SELECT COUNT(*) FROM rsvp_attempts") + w.count("SELECT COUNT(*) FROM rsvp_asked")
		}
		w.clock = w.clock.Add(10*time.Minute - time.Millisecond)
		if err := w.Sweep(context.Background()); err != nil || rows() != 3 {
			t.Errorf("a count that is looked at is gone: %v", err)
		}
		w.clock = w.clock.Add(time.Minute + time.Millisecond)
		if err := w.Sweep(context.Background()); err != nil || rows() != 0 {
			t.Errorf("an address is kept longer than it is needed: %v", err)
		}
	})
}
