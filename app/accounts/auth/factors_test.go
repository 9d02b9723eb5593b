package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

func TestRequiredRoles(t *testing.T) {
	each(t, func(w *world) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		w.run("at first there are none", func(t *testing.T) {
			if list, err := w.s.RequiredRoles(w.ctx(), boss); err != nil || len(list) != 0 {
				t.Error(list, err)
			}
		})
		w.run("an administrator sets them, and each change is recorded once", func(t *testing.T) {
			for _, roles := range [][]Role{{Payroll, Admin}, {Admin, Payroll}, {Payroll}} {
				if err := w.s.SetRequiredRoles(w.ctx(), boss, roles); err != nil {
					t.Fatal(err)
				}
			}
			if list, err := w.s.RequiredRoles(w.ctx(), boss); err != nil || !slices.Equal(list, []Role{Payroll}) {
				t.Error(list, err)
			}
			if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'second_factor_roles'`); n != 2 {
				t.Errorf("%d entries in the audit log", n)
			}
		})
		w.run("nobody else reads or sets them, and no other roles", func(t *testing.T) {
			for _, role := range []Role{Payroll, Events, Employee} {
				if _, err := w.s.RequiredRoles(w.ctx(), Actor{Role: role}); errs.KindOf(err) != errs.KindForbidden {
					t.Errorf("%s reads: %v", role, err)
				}
				if err := w.s.SetRequiredRoles(w.ctx(), Actor{Role: role}, nil); errs.KindOf(err) != errs.KindForbidden {
					t.Errorf("%s sets: %v", role, err)
				}
			}
			if err := w.s.SetRequiredRoles(w.ctx(), boss, []Role{"boss"}); len(errs.FieldsOf(err)) != 1 {
				t.Error(err)
			}
		})
	})
}

// TestFactors_end_other_sign_ins makes each change of a person's own second factors while they are signed in elsewhere.
func TestFactors_end_other_sign_ins(t *testing.T) {
	eachWithPasskeys(t, func(w *world) {
		for i, x := range []struct {
			name           string
			before, change func(by Actor, p Person) error
			others         bool // that the other sign-ins go on
		}{
			{"the first passkey", nil, w.passkeyAdded, false},
			{"an app for one-time codes", nil, w.codesAdded, false},
			{"another app for one-time codes", w.codesAdded, w.codesAdded, false},
			{"a passkey that is removed", w.passkeyAdded, w.passkeyRemoved, false},
			{"an app that is removed", w.codesAdded, func(by Actor, _ Person) error { return w.s.RemoveCodeApp(w.ctx(), by) }, false},
			{"an app that there is not", nil, func(by Actor, _ Person) error { return w.s.RemoveCodeApp(w.ctx(), by) }, true},
		} {
			w.run(x.name, func(t *testing.T) {
				p, other := w.add(fmt.Sprintf("jeanne%d@ferme.example", i), Employee), w.add(fmt.Sprintf("paul%d@ferme.example", i), Employee)
				if x.before != nil {
					if err := x.before(browserOf(p), p); err != nil {
						t.Fatal(err)
					}
				}
				here, elsewhere, paul := w.start(p, "").Value, w.start(p, "").Value, w.start(other, "").Value
				tokens, err := w.s.IssueTokenPair(w.ctx(), p, "oidc")
				if err != nil {
					t.Fatal(err)
				}
				script := w.apiToken(p.ID)
				by := browserOf(p)
				by.SessionKey = sessionKey(seal.Hash(here))
				if err := x.change(by, p); err != nil {
					t.Fatal(err)
				}
				w.wantSession("the present session", here, true)
				w.wantSession("another person's session", paul, true)
				w.accepts("an API token", script)
				w.wantSession("another session", elsewhere, x.others)
				if _, err := w.s.PersonByToken(w.ctx(), tokens.Access); (err == nil) != x.others {
					t.Errorf("an access token: %v", err)
				}
				if _, err := w.s.Refresh(w.ctx(), Actor{}, tokens.Refresh); errs.HasCode(err, "invalid_grant") == x.others {
					t.Errorf("a refresh token: %v", err)
				}
			})
		}
	})
}

func (w *world) passkeyAdded(by Actor, p Person) error {
	_, err := w.s.AddPasskey(w.ctx(), by, "Phone", newAuthenticator(w.t).create(w.passkeyOptions(p)))
	return err
}

func (w *world) passkeyRemoved(by Actor, _ Person) error {
	keys, err := w.s.Passkeys(w.ctx(), by)
	if err != nil {
		return err
	}
	return w.s.RemovePasskey(w.ctx(), by, keys[0].ID)
}

func (w *world) codesAdded(by Actor, _ Person) error {
	key, err := w.s.NewCodeKey(by)
	if err != nil {
		return err
	}
	_, err = w.s.SetCodeApp(w.ctx(), by, key.Sealed, codeAt(w.t, key.Secret, w.now))
	return err
}

// TestTrustedDevice_after_an_end_of_all_sign_ins has a browser that was marked before.
func TestTrustedDevice_after_an_end_of_all_sign_ins(t *testing.T) {
	each(t, func(w *world) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		for i, x := range []struct {
			name string
			end  func(p Person) error
			kept bool
		}{
			{"a password that an administrator sets", func(p Person) error { return w.s.SetPassword(w.ctx(), boss, p.Email, testPassword) }, false},
			{"a password that the person changes", func(p Person) error {
				_, err := w.s.ChangePassword(w.ctx(), browserOf(p), testPassword, testPassword+"!", Origin{IP: "192.0.2.1"})
				return err
			}, false},
			{"a reset of second factors", func(p Person) error {
				w.addCodeApp(p)
				return w.s.ResetFactors(w.ctx(), boss, p.ID)
			}, false},
			{"nothing", func(Person) error { return nil }, true},
		} {
			w.run(x.name, func(t *testing.T) {
				p := w.add(fmt.Sprintf("jeanne%d@ferme.example", i), Employee)
				mark := w.s.limits.newTrustedDevice(p)
				if err := x.end(p); err != nil {
					t.Fatal(err)
				}
				now, err := personByID(w.ctx(), w.db, p.ID)
				if err != nil {
					t.Fatal(err)
				}
				if _, trusted := w.s.limits.trustedDevice(now, mark); trusted != x.kept {
					t.Errorf("the device is trusted: %t", trusted)
				}
			})
		}
		w.run("the browser in which the password is changed is marked again", func(t *testing.T) {
			p := w.add("luc@ferme.example", Employee)
			changed, err := w.s.ChangePassword(w.ctx(), browserOf(p), testPassword, testPassword+"!", Origin{IP: "192.0.2.1"})
			if err != nil {
				t.Fatal(err)
			}
			now, err := personByID(w.ctx(), w.db, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			if _, trusted := w.s.limits.trustedDevice(now, w.s.limits.newTrustedDevice(changed)); !trusted {
				t.Error("the new mark is not that of the person after the change")
			}
		})
	})
}

func TestResetFactors(t *testing.T) {
	eachWithPasskeys(t, func(w *world) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		var told []FactorsReset
		var fails error
		w.s.factorsReset = func(_ context.Context, _ *db.Tx, r FactorsReset) error {
			told = append(told, r)
			return fails
		}
		lost := func(email string) Person {
			p := w.add(email, Employee)
			w.addPasskey(p, "Phone")
			w.addCodeApp(p)
			return p
		}
		w.run("a token does not remove those of its owner, who does with a browser", func(t *testing.T) {
			own := lost("owner@ferme.example")
			program := Actor{PersonID: own.ID, Role: Admin, Via: "bearer"}
			if err := w.s.ResetFactors(w.ctx(), program, own.ID); !errs.HasCode(err, "browser_only") {
				t.Error(err)
			}
			if f, err := w.s.FactorsOf(w.ctx(), boss, own); err != nil || !f.Any() {
				t.Errorf("left are %+v, %v", f, err)
			}
			program.Via = "cookie"
			if err := w.s.ResetFactors(w.ctx(), program, own.ID); err != nil {
				t.Error(err)
			}
			told = nil
		})
		w.run("everything goes, sessions end, and the person is told", func(t *testing.T) {
			p, other := lost("jeanne@ferme.example"), lost("paul@ferme.example")
			session := w.start(p, "").Value
			w.now = w.now.Add(time.Second)
			if err := w.s.ResetFactors(w.ctx(), boss, p.ID); err != nil {
				t.Fatal(err)
			}
			if f, err := w.s.FactorsOf(w.ctx(), boss, p); err != nil || f != (Factors{}) {
				t.Errorf("left are %+v, %v", f, err)
			}
			if f, err := w.s.FactorsOf(w.ctx(), boss, other); err != nil || f.Passkeys != 1 || f.CodesSince == 0 || f.RecoveryCodes != 10 {
				t.Errorf("of the other person there are %+v, %v", f, err)
			}
			w.wantSession("a session begun before", session, false)
			if got := w.audited(p); got != "passkey_added code_app_added factors_reset" {
				t.Errorf("the log says %s", got)
			}
			if len(told) != 1 || told[0].PersonID != p.ID || told[0].By.PersonID != boss.PersonID {
				t.Errorf("told are %+v", told)
			}
		})
		w.run("if the person cannot be told nothing is reset", func(t *testing.T) {
			p := lost("lea@ferme.example")
			fails = errors.New("no bell")
			defer func() { fails = nil }()
			if err := w.s.ResetFactors(w.ctx(), boss, p.ID); !errors.Is(err, fails) {
				t.Error(err)
			}
			if f, err := w.s.FactorsOf(w.ctx(), boss, p); err != nil || !f.Any() {
				t.Errorf("left are %+v, %v", f, err)
			}
		})
		w.run("of a person who has none nothing is done", func(t *testing.T) {
			p, before := w.add("none@ferme.example", Employee), len(told)
			if err := w.s.ResetFactors(w.ctx(), boss, p.ID); err != nil {
				t.Fatal(err)
			}
			if got := w.audited(p); got != "" || len(told) != before {
				t.Errorf("the log says %s", got)
			}
		})
		w.run("only an administrator does it, or the command line", func(t *testing.T) {
			p := lost("max@ferme.example")
			if err := w.s.ResetFactors(w.ctx(), Actor{Role: Payroll}, p.ID); errs.KindOf(err) != errs.KindForbidden {
				t.Error(err)
			}
			if _, err := w.s.FactorsOf(w.ctx(), Actor{Role: Payroll}, p); errs.KindOf(err) != errs.KindForbidden {
				t.Error(err)
			}
			if err := w.s.ResetFactorsByEmail(w.ctx(), Actor{Via: "command"}, "nobody@ferme.example"); errs.KindOf(err) != errs.KindNotFound {
				t.Error(err)
			}
			if err := w.s.ResetFactorsByEmail(w.ctx(), Actor{Via: "command"}, "Max@ferme.example"); err != nil {
				t.Fatal(err)
			}
			if f, err := w.s.FactorsOf(w.ctx(), boss, p); err != nil || f.Any() {
				t.Errorf("left are %+v, %v", f, err)
			}
		})
	})
}
