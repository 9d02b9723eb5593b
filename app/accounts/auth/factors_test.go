package auth

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"presence/app/platform/errs"
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

func TestResetFactors(t *testing.T) {
	eachWithPasskeys(t, func(w *world) {
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		var told []FactorsReset
		var fails error
		w.s.OnFactorsReset(func(_ context.Context, _ *db.Tx, r FactorsReset) error {
			told = append(told, r)
			return fails
		})
		lost := func(email string) Person {
			p := w.add(email, Employee)
			w.addPasskey(p, "Phone")
			w.addCodeApp(p)
			return p
		}
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
