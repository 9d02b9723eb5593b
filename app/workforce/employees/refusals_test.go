package employees

import (
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// The service refuses what the routes and the bodies refuse before it: pages and commands call it too.
func TestService_refusals(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		id := c.hire(1, 0)
		boss := auth.Actor{EmployeeID: id, PersonID: uuidOf(1), Role: auth.Employee, Supervises: true}
		odd := marie()
		odd.UserID, odd.FirstName = uuidOf(7), " "
		before := c.any(id)
		for _, x := range []struct {
			name string
			by   auth.Actor
			do   func(auth.Actor) error
			want errs.Kind
		}{
			{"a record made by a supervisor", boss, func(by auth.Actor) error { _, err := c.Create(t.Context(), by, marie()); return err },
				errs.KindForbidden},
			{"a person hired by a supervisor", boss, func(by auth.Actor) error { _, err := c.Hire(t.Context(), by, Hiring{New: marie()}); return err },
				errs.KindForbidden},
			{"the own record changed", boss, func(by auth.Actor) error {
				_, err := c.Update(t.Context(), by, id, nil, Changes{FirstName: new("Zoé")})
				return err
			}, errs.KindForbidden},
			{"the own record deleted", boss, func(by auth.Actor) error { return c.Delete(t.Context(), by, id, nil) }, errs.KindForbidden},
			{"a record without a name", payroll, func(by auth.Actor) error { _, err := c.Create(t.Context(), by, odd); return err },
				errs.KindInvalid},
			{"a person hired without a name", payroll, func(by auth.Actor) error { _, err := c.Hire(t.Context(), by, Hiring{New: odd}); return err },
				errs.KindInvalid},
			{"a name taken away", payroll, func(by auth.Actor) error {
				_, err := c.Update(t.Context(), by, id, nil, Changes{FirstName: new(" ")})
				return err
			}, errs.KindInvalid},
			{"a last day before the first", payroll, func(by auth.Actor) error {
				_, err := c.Update(t.Context(), by, id, nil, Changes{LastWorkDay: new(db.MustDay("2000-01-01"))})
				return err
			}, errs.KindInvalid},
			{"a live record restored", payroll, func(by auth.Actor) error { _, err := c.Restore(t.Context(), by, id, nil); return err },
				errs.KindConflict},
			{"a record that there is not restored", payroll, func(by auth.Actor) error {
				_, err := c.Restore(t.Context(), by, 987,
					nil)
				return err
			},
				errs.KindNotFound},
		} {
			t.Run(x.name, func(t *testing.T) {
				if err := x.do(x.by); errs.KindOf(err) != x.want || err == nil {
					t.Errorf("got %v", err)
				}
			})
		}
		if now := c.any(id); now != before {
			t.Errorf("the record is %+v, was %+v", now, before)
		}
	})
}
