package auth

import (
	"cmp"
	"sync"
	"testing"
	"time"

	"presence/app/platform/errs"
)

func TestChangePassword(t *testing.T) {
	const next = "une autre phrase assez longue"
	from := Origin{IP: "192.0.2.1"}
	each(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("paul@ferme.example", Employee)
		me := Actor{PersonID: p.ID, Role: Employee, Via: "session"}
		for _, x := range []struct {
			name, current, next, field, code string
		}{
			{"another password than the present one is refused", testPassword + "?", next, "current_password", "wrong_password"},
			{"none at all is refused", "", next, "current_password", "wrong_password"},
			{"a new one that is too short is refused", testPassword, "court", "password", "too_short"},
		} {
			w.run(x.name, func(*testing.T) {
				_, err := w.s.ChangePassword(w.ctx(), me, x.current, x.next, from)
				if list := errs.FieldsOf(err); len(list) != 1 || list[0].Field != x.field || list[0].Code != x.code {
					w.t.Errorf("got %v", err)
				}
			})
		}
		w.run("a program may not", func(*testing.T) {
			program := me
			program.Via = "bearer"
			if _, err := w.s.ChangePassword(w.ctx(), program, testPassword, next, from); !errs.HasCode(err, "browser_only") {
				w.t.Errorf("got %v", err)
			}
		})
		w.run("every session and token made before ends, and no one else's", func(*testing.T) {
			session, tokens, others := w.start(p, "").Value, w.tokens(p.Email), w.start(other, "").Value
			w.now = w.now.Add(time.Second)
			got, err := w.s.ChangePassword(w.ctx(), me, testPassword, next, from)
			if err != nil || got.ID != p.ID {
				w.t.Fatal(got, err)
			}
			w.wantSession("a session", session, false)
			w.refuses("an access token", tokens.Access)
			w.wantSession("another person's session", others, true)
			w.wantSession("one begun with the answer", w.start(got, "").Value, true)
			if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'password_changed' AND record_id = $1 AND person_id = $2`, p.ID,
				p.ID); n != 1 {
				w.t.Errorf("%d entries in the audit log", n)
			}
		})
		w.run("the new password signs in, the old one does not", func(*testing.T) {
			if _, err := w.s.CheckPassword(w.ctx(), p.Email, next, from); err != nil {
				w.t.Error(err)
			}
			if _, err := w.s.CheckPassword(w.ctx(), p.Email, testPassword, from); !errs.HasCode(err, "wrong_credentials") {
				w.t.Errorf("got %v", err)
			}
			if _, err := w.s.CheckPassword(w.ctx(), other.Email, testPassword, from); err != nil {
				w.t.Errorf("another person's: %v", err)
			}
		})
	})
}

// An open session does not allow unlimited guesses at the password of its owner.
func TestChangePassword_counts_wrong_passwords_as_failed_sign_ins(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		me := Actor{PersonID: p.ID, Role: Employee, Via: "session"}
		for range failuresByEmail.Burst {
			if _, err := w.s.ChangePassword(w.ctx(), me, "wrong password", testPassword+"!", Origin{IP: "192.0.2.1"}); errs.FieldsOf(err) == nil {
				w.t.Fatal(err)
			}
		}
		if _, err := w.s.ChangePassword(w.ctx(), me, testPassword, testPassword+"!", Origin{IP: "192.0.2.1"}); retryAfter(err) < 1 {
			w.t.Errorf("the right password after too many wrong ones: %v", err)
		}
	})
}

// Of two changes at once that know the same password only one counts, so that a change cannot undo a password that an
// administrator has set since the old one was checked.
func TestChangePassword_twice_at_once(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		me := Actor{PersonID: p.ID, Role: Employee, Via: "session"}
		next := []string{testPassword + " one", testPassword + " two"}
		failed := make([]error, len(next))
		var both sync.WaitGroup
		for i := range next {
			both.Go(func() {
				_, failed[i] = w.s.ChangePassword(w.ctx(), me, testPassword, next[i], Origin{IP: "192.0.2.1"})
			})
		}
		both.Wait()
		if (failed[0] == nil) == (failed[1] == nil) || errs.FieldsOf(cmp.Or(failed...)) == nil {
			w.t.Fatalf("got %v", failed)
		}
		for i, err := range failed {
			if _, signIn := w.s.CheckPassword(w.ctx(), p.Email, next[i], Origin{IP: "192.0.2.1"}); (signIn == nil) != (err == nil) {
				w.t.Errorf("the change gave %v, a sign-in with its password %v", err, signIn)
			}
		}
	})
}
