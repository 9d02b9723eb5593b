package auth

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/apptest/argon"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

func retryAfter(err error) int {
	e, ok := errs.Of(err)
	if !ok || e.Kind != errs.KindRateLimited {
		return -1
	}
	return e.RetryAfter
}

// attempt fails to sign in, but for the work of checking a password.
func (w *world) attempt(email, ip string) error {
	return w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error {
		return w.s.takeFrom(ctx, tx, w.s.limits.ofSignIn(email, Person{}, Origin{IP: ip})...)
	})
}

func TestLimits_by_email(t *testing.T) {
	each(t, func(w *world) {
		for i := range failuresByEmail.Burst {
			if err := w.attempt("a@b.example", fmt.Sprintf("192.0.2.%d", i)); err != nil {
				w.t.Fatalf("attempt %d: %v", i, err)
			}
		}
		for range 100 { // which do not put off the moment at which one may try again
			if err := w.attempt(" A@b.example", "198.51.100.1"); retryAfter(err) != 12 {
				w.t.Fatalf("one too many: %v", err)
			}
		}
		if err := w.attempt("other@b.example", "198.51.100.1"); err != nil {
			w.t.Errorf("somebody else: %v", err)
		}
		w.now = w.now.Add(11 * time.Second)
		if err := w.attempt("a@b.example", "198.51.100.1"); retryAfter(err) != 1 {
			w.t.Errorf("too early: %v", err)
		}
		w.now = w.now.Add(time.Second)
		if err := w.attempt("a@b.example", "198.51.100.1"); err != nil {
			w.t.Errorf("after the wait: %v", err)
		}
		if err := w.attempt("a@b.example", "198.51.100.1"); retryAfter(err) != 12 {
			w.t.Errorf("two after the wait: %v", err)
		}
		w.now = w.now.Add(time.Duration(failuresByEmail.Burst) * failuresByEmail.Every)
		for i := range failuresByEmail.Burst {
			if err := w.attempt("a@b.example", "198.51.100.1"); err != nil {
				w.t.Errorf("attempt %d when all has come back: %v", i, err)
			}
		}
	})
}

func TestLimits_by_address(t *testing.T) {
	each(t, func(w *world) {
		for attacker, neighbour := range map[string]string{"192.0.2.1": "192.0.2.2", "::ffff:192.0.2.3": "192.0.2.9",
			"2001:db8:1:2::1": "2001:db8:1:3::1"} {
			w.run(attacker, func(t *testing.T) {
				for i := range failuresByAddress.Burst {
					if err := w.attempt(fmt.Sprint(attacker, i, "@b.example"), attacker); err != nil {
						w.t.Fatalf("attempt %d: %v", i, err)
					}
				}
				if err := w.attempt("x@b.example", attacker); retryAfter(err) != 1 {
					w.t.Errorf("one too many: %v", err)
				}
				if err := w.attempt("x@b.example", neighbour); err != nil {
					w.t.Errorf("the neighbour: %v", err)
				}
			})
		}
		if err := w.attempt("y@b.example", "2001:db8:1:2:ffff::9"); retryAfter(err) != 1 {
			w.t.Errorf("one IPv6 network counts as many: %v", err)
		}
	})
}

func TestLimits_keep_nothing_in_the_clear_and_nothing_for_long(t *testing.T) {
	each(t, func(w *world) {
		if err := w.attempt("jeanne@ferme.example", "192.0.2.1"); err != nil {
			w.t.Fatal(err)
		}
		keys := func() (keys [][]byte) {
			rows, err := w.db.Query(w.ctx(), "SELECT key FROM sign_in_budgets")
			if err != nil {
				w.t.Fatal(err)
			}
			defer rows.Close()
			for rows.Next() {
				var key []byte
				if err := rows.Scan(&key); err != nil {
					w.t.Fatal(err)
				}
				keys = append(keys, key)
			}
			return keys
		}
		for _, key := range keys() {
			for _, plain := range []string{"jeanne@ferme.example", "192.0.2.1", "email\x00jeanne@ferme.example", "address\x00192.0.2.1"} {
				if hash := sha256.Sum256([]byte(plain)); len(key) != 16 || bytes.HasPrefix(hash[:], key) || bytes.HasPrefix([]byte(plain), key) {
					w.t.Errorf("%x tells of whom it is to whoever has no SECRET_KEY", key)
				}
			}
		}
		for _, c := range []struct {
			after time.Duration
			left  int
		}{{999 * time.Millisecond, 2}, {time.Millisecond, 1}, {11 * time.Second, 0}} {
			w.run(c.after.String()+" later", func(t *testing.T) {
				w.now = w.now.Add(c.after)
				if err := w.s.Sweep(w.ctx()); err != nil || len(keys()) != c.left {
					w.t.Errorf("%s later %d rows are kept, want %d: %v", c.after, len(keys()), c.left, err)
				}
			})
		}
	})
}

func TestLimits_forgive_a_clock_that_was_set_back(t *testing.T) {
	each(t, func(w *world) {
		for range failuresByEmail.Burst {
			if err := w.attempt("a@b.example", "192.0.2.1"); err != nil {
				w.t.Fatal(err)
			}
		}
		now := w.now
		w.now = now.Add(-3 * time.Minute) // as another replica's may differ: it counts with the others
		if err := w.attempt("a@b.example", "192.0.2.1"); retryAfter(err) <= 0 {
			w.t.Errorf("a replica whose clock is late: %v", err)
		}
		w.now = now.Add(-2 * time.Hour)
		for range failuresByEmail.Burst {
			if err := w.attempt("a@b.example", "192.0.2.1"); err != nil {
				w.t.Fatalf("kept out until the old time comes again: %v", err)
			}
		}
		if err := w.attempt("a@b.example", "192.0.2.1"); retryAfter(err) != 12 {
			w.t.Errorf("no limit by the new clock: %v", err)
		}
	})
}

func TestCheckPassword_limits_the_known_and_the_unknown_alike(t *testing.T) {
	each(t, func(w *world) {
		w.add("jeanne@ferme.example", Employee)
		for _, email := range []string{"jeanne@ferme.example", "personne@ferme.example"} {
			w.run(email, func(t *testing.T) {
				for range failuresByEmail.Burst {
					if _, err := w.s.CheckPassword(w.ctx(), email, "wrong password", Origin{IP: "192.0.2.1"}); !errs.HasCode(err, "wrong_credentials") {
						w.t.Fatalf("%s: %v", email, err)
					}
				}
				if _, err := w.s.CheckPassword(w.ctx(), email, testPassword, Origin{IP: "192.0.2.1"}); retryAfter(err) != 12 {
					w.t.Errorf("%s: %v", email, err)
				}
			})
		}
	})
}

// TestCheckPassword_counts_every_spelling_together shows that no spelling of an address has guesses of its own, and that
// those with characters that do not show, or that are folded away, open nothing even with the right password.
func TestCheckPassword_counts_every_spelling_together(t *testing.T) {
	each(t, func(w *world) {
		w.add("victime@ferme.example", Employee)
		odd := []string{"victime@ferme.example\u200b", "victime@ferme.example\u200b\u200b", "victime@fer\u2060me.example",
			"victime@fer\u00adme.example", "vic\u00adtime@ferme.example",
			"victime@ｆｅｒｍｅ.example", "victime@ferme。example", "ｖictime@ferme.example", "victime\ufe0f@ferme.example"}
		for i, email := range odd {
			if _, err := w.s.CheckPassword(w.ctx(), email, testPassword,
				Origin{IP: fmt.Sprint("192.0.2.", i)}); !errs.HasCode(err, "wrong_credentials") {
				w.t.Errorf("%q: %v", email, err)
			}
		}
		for i, email := range []string{" Victime@Ferme.EXAMPLE "} {
			if _, err := w.s.CheckPassword(w.ctx(), email, "wrong password",
				Origin{IP: fmt.Sprint("192.0.2.10", i)}); !errs.HasCode(err, "wrong_credentials") {
				w.t.Errorf("%q: %v", email, err)
			}
		}
		for i, email := range append(odd, "victime@ferme.example", "VICTIME@ferme.example") { // ten in all are spent
			if _, err := w.s.CheckPassword(w.ctx(), email, testPassword, Origin{IP: fmt.Sprint("192.0.2.20", i)}); retryAfter(err) == 0 {
				w.t.Errorf("%q is not limited: %v", email, err)
			}
		}
	})
}

func TestCheckPassword_that_fits_writes_nothing(t *testing.T) {
	each(t, func(w *world) {
		w.add("jeanne@ferme.example", Employee)
		for range 2 {
			if _, err := w.s.CheckPassword(w.ctx(), "jeanne@ferme.example", testPassword, Origin{IP: "192.0.2.1"}); err != nil {
				w.t.Fatal(err)
			}
		}
		if n := w.count("SELECT COUNT(*) FROM sign_in_budgets"); n != 0 {
			w.t.Errorf("%d rows", n)
		}
	})
}

// A client that hangs up has had a password checked all the same.
func TestCheckPassword_counts_who_does_not_wait_for_the_answer(t *testing.T) {
	each(t, func(w *world) {
		ctx, hangUp := context.WithCancel(w.ctx())
		runs, answered := argon.Runs(), make(chan struct{})
		go func() {
			defer hangUp()
			for runs() == 0 {
				select {
				case <-answered:
					return
				default:
					runtime.Gosched()
				}
			}
		}()
		_, _ = w.s.CheckPassword(ctx, "jeanne@ferme.example", "wrong password", Origin{IP: "192.0.2.1"})
		close(answered)
		if n := w.count("SELECT COUNT(*) FROM sign_in_budgets"); n != 2 {
			w.t.Errorf("%d budgets were taken from, want the e-mail's and the address's", n)
		}
	})
}

// replicas are two of the product on one database, each with its own connections.
func replicas(t *testing.T, dialect db.Dialect) (two [2]*world) {
	url := dbtest.URL(t, dialect)
	for i := range two {
		d, err := db.Open(t.Context(), url, db.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		if err := d.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		two[i] = newWorld(t, d, testURL)
	}
	return two
}

// TestCheckPassword_at_once_at_two_replicas shows O4: of many guesses at the same moment, no more are told that they are wrong
// than of guesses one after another, and the work of the others is not done.
func TestCheckPassword_at_once_at_two_replicas(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			two := replicas(t, dialect)
			two[0].add("jeanne@ferme.example", Employee)
			var all sync.WaitGroup
			var wrong, refused atomic.Int32
			runs := argon.Runs()
			for i := range 60 {
				all.Go(func() {
					_, err := two[i%2].s.CheckPassword(t.Context(), "jeanne@ferme.example", "wrong password", Origin{IP: fmt.Sprintf("192.0.2.%d", i)})
					switch {
					case errs.HasCode(err, "wrong_credentials"):
						wrong.Add(1)
					case retryAfter(err) == 12:
						refused.Add(1)
					default:
						t.Error(err)
					}
				})
			}
			all.Wait()
			hashed := runs()
			if wrong.Load() != int32(failuresByEmail.Burst) || refused.Load() != 50 || hashed > 40 {
				t.Errorf("%d of sixty were answered and %d refused; %d were checked", wrong.Load(), refused.Load(), hashed)
			}
			for i, w := range two {
				if _, err := w.s.CheckPassword(t.Context(), "jeanne@ferme.example", testPassword, Origin{IP: "198.51.100.1"}); retryAfter(err) != 12 {
					t.Errorf("replica %d lets a guess in that fits: %v", i+1, err)
				}
				w.now = w.now.Add(12 * time.Second)
				if _, err := w.s.CheckPassword(t.Context(), "jeanne@ferme.example", testPassword, Origin{IP: "198.51.100.1"}); err != nil {
					t.Errorf("replica %d, after the wait: %v", i+1, err)
				}
			}
		})
	}
}

// Repeated failures with a person's e-mail address do not lock out a browser in which the person has signed in before.
func TestSignIn_in_a_familiar_browser(t *testing.T) {
	each(t, func(w *world) {
		jeanne := w.add("jeanne@ferme.example", Employee)
		w.add("luc@ferme.example", Employee)
		signIn := func(email, password string, c *http.Cookie) (int, *http.Cookie) {
			var changes []with
			if c != nil {
				changes = append(changes, cookie(c))
			}
			rec := w.post("/auth/v1/login", url.Values{"email": {email}, "password": {password}}, changes...)
			for _, set := range rec.Result().Cookies() {
				if set.Name == trustedDeviceCookie {
					return rec.Code, set
				}
			}
			return rec.Code, nil
		}
		_, jeannes := signIn("jeanne@ferme.example", testPassword, nil)
		_, lucs := signIn("luc@ferme.example", testPassword, nil)
		if jeannes == nil || lucs == nil || !jeannes.HttpOnly {
			w.t.Fatal("no browser is familiar after a sign-in")
		}
		for range failuresByEmail.Burst {
			if err := w.attempt("jeanne@ferme.example", "198.51.100.1"); err != nil {
				w.t.Fatal(err)
			}
		}
		forged := *jeannes
		forged.Value = lucs.Value[:22] + jeannes.Value[22:]
		for what, c := range map[string]*http.Cookie{"a strange browser": nil, "another's": lucs, "a forged value": &forged,
			"nonsense": {Name: trustedDeviceCookie, Value: "."}} {
			w.run(what, func(t *testing.T) {
				if code, _ := signIn("jeanne@ferme.example", testPassword, c); code != http.StatusTooManyRequests {
					w.t.Errorf("%s: %d", what, code)
				}
			})
		}
		if code, again := signIn("jeanne@ferme.example", testPassword, jeannes); code != http.StatusSeeOther || again != nil {
			w.t.Errorf("her own browser: %d, another cookie: %v", code, again != nil)
		}
		if code, _ := signIn("jeanne@ferme.example", "wrong password", jeannes); code != http.StatusUnprocessableEntity {
			w.t.Fatalf("a guess in her own browser: %d", code)
		}
		for range failuresByBrowser.Burst - 1 {
			err := w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error {
				return w.s.takeFrom(ctx, tx, w.s.limits.ofSignIn(jeanne.Email, jeanne, Origin{IP: "192.0.2.1", Browser: jeannes.Value})...)
			})
			if err != nil {
				w.t.Fatal(err)
			}
		}
		if code, _ := signIn("jeanne@ferme.example", testPassword, jeannes); code != http.StatusTooManyRequests {
			w.t.Errorf("whoever has her browser guesses on: %d", code)
		}
		if code, _ := signIn("luc@ferme.example", testPassword, jeannes); code != http.StatusSeeOther {
			w.t.Errorf("somebody else in her browser: %d", code)
		}
	})
}
