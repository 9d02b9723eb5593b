package auth

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"presence/app/errs"
)

func retryAfter(err error) int {
	e, ok := errors.AsType[*errs.Error](err)
	if !ok || e.Kind != errs.RateLimited {
		return -1
	}
	return e.RetryAfter
}

func TestAttempts(t *testing.T) {
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	a := newAttempts()
	for i := range perEmailBurst {
		if _, err := a.begin("a@b.example", fmt.Sprintf("192.0.2.%d", i), now); err != nil {
			t.Fatalf("attempt %d: %v", i, err)
		}
	}
	if _, err := a.begin("a@b.example", "198.51.100.1", now); retryAfter(err) != 12 {
		t.Errorf("one too many: %v", err)
	}
	if _, err := a.begin("other@b.example", "198.51.100.1", now); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	if _, err := a.begin("a@b.example", "198.51.100.1", now.Add(11*time.Second)); retryAfter(err) != 1 {
		t.Errorf("too early: %v", err)
	}
	if _, err := a.begin("a@b.example", "198.51.100.1", now.Add(12*time.Second)); err != nil {
		t.Errorf("after the wait: %v", err)
	}
}

func TestAttempts_by_address(t *testing.T) {
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	for attacker, neighbour := range map[string]string{"192.0.2.1": "192.0.2.2", "::ffff:192.0.2.1": "192.0.2.9", "2001:db8:1:2::1": "2001:db8:1:3::1"} {
		a := newAttempts()
		for i := range perIPBurst {
			if _, err := a.begin(fmt.Sprint(i, "@b.example"), attacker, now); err != nil {
				t.Fatalf("attempt %d: %v", i, err)
			}
		}
		if _, err := a.begin("x@b.example", attacker, now); retryAfter(err) != 1 {
			t.Errorf("one too many: %v", err)
		}
		if _, err := a.begin("x@b.example", neighbour, now); err != nil {
			t.Errorf("the neighbour: %v", err)
		}
	}
	if Network("2001:db8:1:2::1") != Network("2001:db8:1:2:ffff::9") {
		t.Error("one IPv6 network counts as many")
	}
}

func TestAttempts_that_succeed_cost_nothing(t *testing.T) {
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	a := newAttempts()
	for i := range 10 * perIPBurst {
		giveBack, err := a.begin("a@b.example", "192.0.2.1", now)
		if err != nil {
			t.Fatalf("attempt %d: %v", i, err)
		}
		giveBack()
	}
}

func TestRecent_forgets_but_never_what_is_in_use(t *testing.T) {
	r := newRecent[int, int](100)
	r.set(-1, 42)
	for i := range 10_000 {
		r.set(i, i)
		if v, ok := r.get(-1); !ok || v != 42 {
			t.Fatalf("forgotten after %d", i)
		}
		if n := len(r.young) + len(r.old); n > 200 {
			t.Fatalf("%d keys kept", n)
		}
	}
	if _, ok := r.get(0); ok {
		t.Error("nothing was forgotten")
	}
}

func TestCheckPassword_limits_the_known_and_the_unknown_alike(t *testing.T) {
	each(t, func(w *world) {
		w.add("jeanne@ferme.example", Employee)
		for _, email := range []string{"jeanne@ferme.example", "personne@ferme.example"} {
			for range perEmailBurst {
				if _, err := w.s.CheckPassword(w.ctx(), email, "wrong password", "192.0.2.1"); !errs.Is(err, "wrong_credentials") {
					w.t.Fatalf("%s: %v", email, err)
				}
			}
			if _, err := w.s.CheckPassword(w.ctx(), email, testPassword, "192.0.2.1"); retryAfter(err) != 12 {
				w.t.Errorf("%s: %v", email, err)
			}
		}
	})
}
