package employees

import (
	"context"
	"slices"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// promote makes the employees administrators.
func (c company) promote(list ...int64) {
	c.t.Helper()
	err := c.d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE people SET role = 'admin' WHERE id IN (SELECT user_id FROM employees WHERE id IN (`+tx.Dialect().IDs("$1")+
			`))`, db.IDs(list))
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// TestService_keeps_an_administrator shows that no way into the archive takes the last one who can administer.
func TestService_keeps_an_administrator(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		first, second, worker := c.hire(1, 0), c.hire(2, 0), c.hire(3, 0)
		c.promote(first, second)
		if err := c.Delete(t.Context(), admin, second, nil); err != nil {
			t.Fatal("there was another:", err)
		}
		if err := c.Delete(t.Context(), admin, first, nil); !errs.HasCode(err, "last_admin") {
			t.Errorf("deleting the last gave %v", err)
		}
		if _, err := c.Update(t.Context(), admin, first, nil, Changes{LastWorkDay: new(today)}); !errs.HasCode(err, "last_admin") {
			t.Errorf("archiving the last gave %v", err)
		}
		if err := c.Delete(t.Context(), payroll, worker, nil); err != nil {
			t.Error("somebody else may go:", err)
		}
		if e := c.any(first); e.Archived() || !e.LastWorkDay.IsZero() || e.Version != 1 {
			t.Errorf("a refusal left %+v", e)
		}
	})
}

// TestService_payroll_archives_no_administrator shows that only administrators let administrators leave.
func TestService_payroll_archives_no_administrator(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		boss := c.hire(1, 0)
		c.promote(boss, c.hire(2, 0))
		change := func(by auth.Actor, changes Changes) error {
			_, err := c.Update(context.Background(), by, boss, nil, changes)
			return err
		}
		for _, x := range []struct {
			name string
			act  func(by auth.Actor) error
		}{
			{"a last work day to come", func(by auth.Actor) error { return change(by, Changes{LastWorkDay: new(today.Add(7))}) }},
			{"a last work day that archives", func(by auth.Actor) error { return change(by, Changes{LastWorkDay: new(today)}) }},
			{"the archive", func(by auth.Actor) error {
				if err := change(admin, Changes{LastWorkDay: new(db.Day)}); err != nil {
					return err
				}
				return c.Delete(context.Background(), by, boss, nil)
			}},
		} {
			t.Run(x.name, func(t *testing.T) {
				if err := x.act(payroll); !errs.HasCode(err, "admin_not_allowed") || errs.KindOf(err) != errs.KindForbidden {
					t.Errorf("payroll: %v", err)
				}
				if err := change(payroll, Changes{FirstName: new("Bo")}); err != nil {
					t.Errorf("payroll changes something else: %v", err)
				}
				if err := x.act(admin); err != nil {
					t.Errorf("an administrator: %v", err)
				}
			})
		}
	})
}

func TestService_ArchiveDue_keeps_an_administrator(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		first, second, worker := c.hire(1, 0), c.hire(2, 0), c.hire(3, 0)
		for _, id := range []int64{first, second, worker} {
			c.update(id, Changes{LastWorkDay: new(today.Add(1))})
		}
		c.promote(first, second)
		if n, err := c.ArchiveDue(t.Context(), today.Add(2)); n != 1 || err != nil || !c.any(worker).Archived() {
			t.Errorf("%d left (%v), want the worker alone", n, err)
		}
		c.promote(c.hire(4, 0))
		if n, err := c.ArchiveDue(t.Context(), today.Add(2)); n != 2 || err != nil {
			t.Errorf("with another administrator %d left (%v), want 2", n, err)
		}
	})
}

// TestService_Delete_two_administrators_at_once shows that the lock is held: one of the two stays.
func TestService_Delete_two_administrators_at_once(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		for round := range 10 {
			first, second := c.hire(2*round+1, 0), c.hire(2*round+2, 0)
			c.promote(first, second)
			leave := func(id int64) func() error {
				return func() error { return c.Delete(context.Background(), admin, id, nil) }
			}
			ea, eb := race(leave(first), leave(second))
			refused := slices.ContainsFunc([]error{ea, eb}, func(err error) bool { return errs.HasCode(err, "last_admin") })
			if !refused || (ea == nil) == (eb == nil) {
				t.Fatalf("round %d: %v and %v, want exactly one refusal", round, ea, eb)
			}
			err := c.d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE people SET role = 'employee'")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
