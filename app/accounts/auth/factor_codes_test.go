package auth

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// codeAt is the code of a key at a time.
func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// addCodeApp sets one-time codes up a step before now, and returns the secret.
func (w *world) addCodeApp(p Person) (secret string) {
	w.t.Helper()
	secret, _ = w.enrolCodes(p)
	return secret
}

func (w *world) enrolCodes(p Person) (secret string, recovery []string) {
	w.t.Helper()
	key, err := w.s.NewCodeKey(browserOf(p))
	if err != nil {
		w.t.Fatal(err)
	}
	recovery, err = w.s.SetCodeApp(w.ctx(), browserOf(p), key.Sealed, codeAt(w.t, key.Secret, w.now.Add(-30*time.Second)))
	if err != nil {
		w.t.Fatal(err)
	}
	return key.Secret, recovery
}

func TestSetCodeApp(t *testing.T) {
	each(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("paul@ferme.example", Employee)
		key, err := w.s.NewCodeKey(browserOf(p))
		if err != nil {
			w.t.Fatal(err)
		}
		w.run("the QR code has the key, the person and the product", func(t *testing.T) {
			if want := "otpauth://totp/Presence:jeanne@ferme.example?issuer=Presence&secret=" + key.Secret; key.URL != want || len(key.Secret) != 32 {
				t.Errorf("got %s, want %s", key.URL, want)
			}
		})
		w.run("a code of the present, of the step before or after shows that the app has the key", func(t *testing.T) {
			for seconds, fits := range map[int]bool{-60: false, -30: true, 0: true, 30: true, 60: false} {
				_, err := w.s.SetCodeApp(w.ctx(), browserOf(p), key.Sealed, codeAt(t, key.Secret, w.now.Add(time.Duration(seconds)*time.Second)))
				if f := errs.FieldsOf(err); (err == nil) != fits || !fits && (len(f) != 1 || f[0].Field != "code" || f[0].Code != "wrong_code") {
					t.Errorf("%d seconds away: %v", seconds, err)
				}
			}
		})
		w.run("the first factor comes with ten recovery codes, and a new app with none", func(t *testing.T) {
			if _, codes := w.enrolCodes(other); len(codes) != 10 {
				t.Errorf("got %q", codes)
			}
			if _, codes := w.enrolCodes(other); codes != nil {
				t.Errorf("the second time: %q", codes)
			}
			if got := w.audited(other); got != "code_app_added code_app_added" {
				t.Errorf("the log says %s", got)
			}
		})
		w.run("a key that was made for another person is refused, and what is none", func(t *testing.T) {
			for _, sealed := range []string{key.Sealed, "", "AAAA", "?"} {
				if _, err := w.s.SetCodeApp(w.ctx(), browserOf(other), sealed, codeAt(t, key.Secret, w.now)); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("%q: %v", sealed, err)
				}
			}
		})
		w.run("a program sets none up, and removes none", func(t *testing.T) {
			if _, err := w.s.SetCodeApp(w.ctx(), p.actor("bearer"), key.Sealed, codeAt(t, key.Secret, w.now)); !errs.HasCode(err, "browser_only") {
				t.Error(err)
			}
			if err := w.s.RemoveCodeApp(w.ctx(), p.actor("bearer")); !errs.HasCode(err, "browser_only") {
				t.Error(err)
			}
		})
		w.run("the key is stored sealed", func(t *testing.T) {
			var stored []byte
			if err := w.db.QueryRow(w.ctx(), `SELECT secret FROM code_apps WHERE person_id = $1`, p.ID).Scan(&stored); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(stored), key.Secret) {
				t.Error("it is in the clear")
			}
		})
		w.run("once removed they are no factor any more, and the recovery codes are gone", func(t *testing.T) {
			for range 2 { // the second time there is nothing to remove
				if err := w.s.RemoveCodeApp(w.ctx(), browserOf(other)); err != nil {
					t.Fatal(err)
				}
			}
			f, err := w.s.Factors(w.ctx(), browserOf(other))
			if err != nil || f.Any() || f.RecoveryCodes != 0 {
				t.Errorf("%+v, %v", f, err)
			}
			if got := w.audited(other); got != "code_app_added code_app_added code_app_removed" {
				t.Errorf("the log says %s", got)
			}
		})
	})
}

func TestCheckCode(t *testing.T) {
	from := Origin{IP: "192.0.2.1"}
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		secret, recovery := w.enrolCodes(p)
		check := func(code string) error { return w.s.CheckCode(w.ctx(), browserOf(p), p, code, from) }
		w.run("a code works once", func(t *testing.T) {
			code := codeAt(t, secret, w.now)
			if err := check(code[:3] + " " + code[3:]); err != nil {
				t.Fatal(err)
			}
			if err := check(code); !errs.HasCode(err, "wrong_code") {
				t.Errorf("again: %v", err)
			}
		})
		w.run("after the code of the next step that of the present is used up too", func(t *testing.T) {
			w.now = w.now.Add(30 * time.Second)
			if err := check(codeAt(t, secret, w.now.Add(30*time.Second))); err != nil {
				t.Fatal(err)
			}
			if err := check(codeAt(t, secret, w.now)); !errs.HasCode(err, "wrong_code") {
				t.Error(err)
			}
		})
		w.run("the clock of the phone may differ by a step, not by two", func(t *testing.T) {
			for seconds, fits := range map[int]bool{-60: false, -30: true, 60: false} {
				w.now = w.now.Add(10 * time.Minute)
				if err := check(codeAt(t, secret, w.now.Add(time.Duration(seconds)*time.Second))); (err == nil) != fits {
					t.Errorf("%d seconds away: %v", seconds, err)
				}
			}
		})
		w.run("a recovery code works once, however it is typed, and its use is recorded", func(t *testing.T) {
			for i, code := range []string{recovery[0], strings.ToUpper(recovery[1]), " " + strings.ReplaceAll(recovery[2], "-", " ") + " "} {
				if err := check(code); err != nil {
					t.Errorf("%d: %v", i, err)
				}
				if err := check(code); !errs.HasCode(err, "wrong_code") {
					t.Errorf("%d, again: %v", i, err)
				}
			}
			if got := w.audited(p); got != "code_app_added recovery_code_used recovery_code_used recovery_code_used" {
				t.Errorf("the log says %s", got)
			}
			if f, err := w.s.Factors(w.ctx(), browserOf(p)); err != nil || f.RecoveryCodes != 7 {
				t.Errorf("%d are left, %v", f.RecoveryCodes, err)
			}
		})
		w.run("of two uses of a recovery code at once one succeeds", func(t *testing.T) {
			w.now = w.now.Add(time.Hour)
			failed := make([]error, 2)
			var both sync.WaitGroup
			for i := range failed {
				both.Go(func() { failed[i] = check(recovery[3]) })
			}
			both.Wait()
			if (failed[0] == nil) == (failed[1] == nil) {
				t.Errorf("got %v", failed)
			}
		})
		w.run("of two uses of a code at once one succeeds", func(t *testing.T) {
			w.now = w.now.Add(time.Hour)
			failed, code := make([]error, 2), codeAt(t, secret, w.now)
			var both sync.WaitGroup
			for i := range failed {
				both.Go(func() { failed[i] = check(code) })
			}
			both.Wait()
			if (failed[0] == nil) == (failed[1] == nil) {
				t.Errorf("got %v", failed)
			}
		})
		w.run("those of another person do not fit", func(t *testing.T) {
			w.now = w.now.Add(time.Hour)
			other := w.add("paul@ferme.example", Employee)
			theirs, codes := w.enrolCodes(other)
			for _, code := range []string{codeAt(t, theirs, w.now), codes[0], "", "123", "abcdef"} {
				w.now = w.now.Add(10 * time.Minute)
				if err := check(code); !errs.HasCode(err, "wrong_code") {
					t.Errorf("%q: %v", code, err)
				}
			}
		})
		w.run("after five wrong ones none is looked at for five minutes", func(t *testing.T) {
			w.now = w.now.Add(time.Hour)
			for i := range 5 {
				if err := check(fmt.Sprintf("%06d", i)); !errs.HasCode(err, "wrong_code") {
					t.Errorf("the %d. is: %v", i+1, err)
				}
			}
			for _, code := range []string{codeAt(t, secret, w.now), recovery[4]} {
				if err := check(code); errs.KindOf(err) != errs.KindRateLimited {
					t.Errorf("a right one: %v", err)
				}
			}
			known := Origin{IP: from.IP, Browser: w.s.limits.newTrustedDevice(p)}
			if err := w.s.CheckCode(w.ctx(), browserOf(p), p, recovery[4], known); err != nil {
				t.Errorf("in the person's own browser: %v", err)
			}
			w.now = w.now.Add(5*time.Minute - time.Second)
			if err := check(recovery[5]); errs.KindOf(err) != errs.KindRateLimited {
				t.Errorf("a second before: %v", err)
			}
			w.now = w.now.Add(time.Second)
			if err := check(recovery[5]); err != nil {
				t.Errorf("after five minutes: %v", err)
			}
		})
		w.run("guesses at once get no more answers than one after another", func(t *testing.T) {
			w.now = w.now.Add(time.Hour)
			answered := make([]bool, 12)
			var all sync.WaitGroup
			for i := range answered {
				all.Go(func() { answered[i] = errs.HasCode(check(fmt.Sprintf("%06d", i)), "wrong_code") })
			}
			all.Wait()
			n := 0
			for _, a := range answered {
				if a {
					n++
				}
			}
			if n != 5 {
				t.Errorf("%d guesses are answered, want 5", n)
			}
		})
	})
}

// TestCheckCode_waits_for_guesses_that_are_being_counted holds the limit while the fifth wrong code is counted: the right one that comes
// at the same moment must not be looked at before, since many guesses at once would then be as good as no limit.
func TestCheckCode_waits_for_guesses_that_are_being_counted(t *testing.T) {
	each(t, func(w *world) {
		if w.db.Dialect().OneWriter() {
			w.t.Skip("the only writer waits anyway")
		}
		p := w.add("jeanne@ferme.example", Employee)
		_, recovery := w.enrolCodes(p)
		counting, answered := make(chan struct{}), make(chan error, 1)
		go func() {
			<-counting
			answered <- w.s.CheckCode(w.ctx(), browserOf(p), p, recovery[0], Origin{IP: "192.0.2.1"})
		}()
		err := w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error {
			for range 5 {
				if err := w.s.takeFrom(ctx, tx, w.s.limits.bucket(wrongCodesByPerson, p.ID)); err != nil {
					return err
				}
			}
			close(counting)
			for waiting := 0; waiting == 0 && len(answered) == 0; {
				err := w.db.QueryRow(w.ctx(), `SELECT COUNT(*) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
					WHERE NOT l.granted AND a.datname = current_database()`).Scan(&waiting)
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			w.t.Fatal(err)
		}
		if err := <-answered; errs.KindOf(err) != errs.KindRateLimited {
			w.t.Errorf("the right code gets %v", err)
		}
	})
}

func TestRecoveryCodes(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		w.run("a person without a second factor gets none", func(t *testing.T) {
			if _, err := w.s.RenewRecoveryCodes(w.ctx(), browserOf(p)); !errs.HasCode(err, "no_second_factor") {
				t.Error(err)
			}
		})
		_, old := w.enrolCodes(p)
		w.run("they are ten different ones of ten characters, and not stored in the clear", func(t *testing.T) {
			seen := map[string]bool{}
			for _, code := range old {
				if len(cleanCode(code)) != 10 || code[5] != '-' || seen[code] {
					t.Errorf("a code %q", code)
				}
				seen[code] = true
				if n := w.count(`SELECT COUNT(*) FROM recovery_codes WHERE code_hash = $1 OR code_hash = $2`, []byte(cleanCode(code)),
					seal.Hash(cleanCode(code))); n != 0 {
					t.Errorf("%s is stored as it is, or so that all could be tried", code)
				}
			}
			if len(seen) != 10 {
				t.Errorf("%d codes", len(seen))
			}
		})
		w.run("new ones void those before", func(t *testing.T) {
			codes, err := w.s.RenewRecoveryCodes(w.ctx(), browserOf(p))
			if err != nil || len(codes) != 10 {
				t.Fatal(codes, err)
			}
			if err := w.s.CheckCode(w.ctx(), browserOf(p), p, old[0], Origin{}); !errs.HasCode(err, "wrong_code") {
				t.Errorf("an old one: %v", err)
			}
			if err := w.s.CheckCode(w.ctx(), browserOf(p), p, codes[0], Origin{}); err != nil {
				t.Errorf("a new one: %v", err)
			}
			if got := w.audited(p); got != "code_app_added recovery_codes_made recovery_code_used" {
				t.Errorf("the log says %s", got)
			}
		})
		w.run("a program gets none", func(t *testing.T) {
			if _, err := w.s.RenewRecoveryCodes(w.ctx(), p.actor("bearer")); !errs.HasCode(err, "browser_only") {
				t.Error(err)
			}
		})
	})
}
