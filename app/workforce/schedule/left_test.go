package schedule_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/crews"
	"presence/app/workforce/schedule"
	"presence/db"
)

// TestService_left plans for Ann and publishes it, and then she leaves: her last work day passes before some of her shifts, or her record
// is archived.
func TestService_left(t *testing.T) {
	for name, leave := range map[string]string{
		"the last work day is before the shift": "UPDATE employees SET last_work_day = '2026-11-30' WHERE id = $1",
		"the record is archived":                "UPDATE employees SET archived_at = 1, archived_reason = 'left' WHERE id = $1",
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, f fixture) {
				f.Clock = db.MustDay("2026-11-29").In(f.Zone)
				sheet := func(p schedule.Plan) schedule.Shift { return f.make(t, p) }
				given, opened, deleted := sheet(f.on(f.Ann.EmployeeID, "2026-12-01", 8, 16)), sheet(f.on(f.Ann.EmployeeID, "2026-12-02", 8, 16)),
					sheet(f.on(f.Ann.EmployeeID, "2026-12-03", 8, 16))
				publish := func(t *testing.T, want string) {
					t.Helper()
					done, err := f.s.Publish(t.Context(), f.Boss, f.crew(), week)
					f.In(t).OK(err)
					if got := fmt.Sprintf("%d new, %d changed, %d cancelled", done.Added, done.Changed, done.Cancelled); got != want {
						t.Errorf("%s, want %s", got, want)
					}
				}
				publish(t, "3 new, 0 changed, 0 cancelled")
				draft := sheet(f.on(f.Ann.EmployeeID, "2026-12-04", 8, 16))
				f.Exec(leave, f.Ann.EmployeeID)
				t.Run("the board shows their shifts, with a warning for each", func(t *testing.T) {
					b, err := f.s.Board(t.Context(), f.Boss, nil, week)
					f.In(t).OK(err)
					if len(b.Shifts) != 4 || !slices.ContainsFunc(b.People, func(p schedule.Person) bool { return p.ID == f.Ann.EmployeeID }) {
						t.Errorf("%d shifts of %v", len(b.Shifts), b.People)
					}
					var days []string
					for _, w := range b.Warnings {
						if w.Kind == schedule.NotEmployed && w.EmployeeID == f.Ann.EmployeeID {
							days = append(days, w.Day.String())
						}
					}
					if got := strings.Join(days, " "); got != "2026-12-01 2026-12-02 2026-12-03 2026-12-04" {
						t.Errorf("warned of %s", got)
					}
					if n := b.Counts().Total(); n != 0 {
						t.Errorf("%d changes to publish", n)
					}
				})
				t.Run("they wait, and are no changes to publish", func(t *testing.T) {
					u, err := f.s.Unpublished(t.Context(), f.Boss)
					f.In(t).OK(err)
					if got := fmt.Sprint(u.Changes.Shifts, " ", u.Left.Shifts, " ", u.Left.First, " ", u.Left.Last); got != "0 4 2026-12-01 2026-12-04" {
						t.Error(got)
					}
				})
				t.Run("payroll sees them with those of all crews", func(t *testing.T) {
					u, err := f.s.Unpublished(t.Context(), f.Payroll)
					f.In(t).OK(err)
					want := schedule.Waiting{Shifts: 4, First: db.MustDay("2026-12-01"), Last: db.MustDay("2026-12-04"), Crew: f.crew()}
					if u.Left != want || u.Changes.Shifts != 0 {
						t.Errorf("%+v", u)
					}
				})
				t.Run("nothing new is planned or published for them", func(t *testing.T) {
					_, err := f.s.Create(t.Context(), f.Boss, f.on(f.Ann.EmployeeID, "2026-12-05", 8, 16))
					f.In(t).Refused(err, "invalid")
					_, err = f.s.Fill(t.Context(), f.Boss, f.crew(), schedule.Range{From: week.From.Add(7), To: week.To.Add(7)}, schedule.WeekBefore)
					f.In(t).OK(err)
					if n := f.Count("SELECT COUNT(*) FROM planned_shifts WHERE employee_id = $1 AND day > '2026-12-04'", f.Ann.EmployeeID); n != 0 {
						t.Errorf("%d shifts", n)
					}
					publish(t, "0 new, 0 changed, 0 cancelled")
				})
				t.Run("they are given to somebody else, opened, or deleted, and published", func(t *testing.T) {
					_, err := f.s.Update(t.Context(), f.Boss, given.ID, nil, schedule.Changes{EmployeeID: &f.Deputy.EmployeeID})
					f.In(t).OK(err)
					_, err = f.s.Update(t.Context(), f.Boss, opened.ID, nil, schedule.Changes{SupervisorID: &f.Boss.EmployeeID})
					f.In(t).OK(err)
					f.In(t).OK(f.s.Delete(t.Context(), f.Boss, deleted.ID, nil))
					f.In(t).OK(f.s.Delete(t.Context(), f.Boss, draft.ID, nil))
					publish(t, "0 new, 2 changed, 1 cancelled")
					if got := f.seen(t, f.Deputy); got != "Tue 08-16, open Wed 08-16" {
						t.Errorf("Deputy sees %q", got)
					}
					if n := f.Count("SELECT COUNT(*) FROM published_shifts WHERE employee_id = $1", f.Ann.EmployeeID); n != 0 {
						t.Errorf("%d shifts are still published", n)
					}
				})
				t.Run("once nothing is left, they are no longer shown", func(t *testing.T) {
					b, err := f.s.Board(t.Context(), f.Boss, nil, schedule.Range{From: week.From.Add(7), To: week.To.Add(7)})
					f.In(t).OK(err)
					if slices.ContainsFunc(b.People, func(p schedule.Person) bool { return p.ID == f.Ann.EmployeeID }) {
						t.Error("the next week has their row")
					}
				})
			})
		})
	}
}

// A published shift of Ann's is given to Cid, of another crew, who leaves before that is published.
func TestService_left_of_another_crew(t *testing.T) {
	for name, leave := range map[string]string{
		"the last work day is before the shift": "UPDATE employees SET last_work_day = '2026-11-30' WHERE id = $1",
		"the record is archived":                "UPDATE employees SET archived_at = 1, archived_reason = 'left' WHERE id = $1",
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, f fixture) {
				f.Clock = db.MustDay("2026-11-29").In(f.Zone)
				x := f.make(t, f.on(f.Ann.EmployeeID, "2026-12-01", 8, 16))
				_, err := f.s.Publish(t.Context(), f.Boss, f.crew(), week)
				f.OK(err)
				_, err = f.s.Update(t.Context(), f.Boss, x.ID, nil, schedule.Changes{EmployeeID: &f.Cid.EmployeeID})
				f.OK(err)
				f.Exec(leave, f.Cid.EmployeeID)
				b, err := f.s.Board(t.Context(), f.Boss, nil, week)
				f.OK(err)
				if n := b.Counts().Total(); n != 0 || slices.ContainsFunc(b.People, func(p schedule.Person) bool { return p.ID == f.Cid.EmployeeID }) {
					t.Errorf("%d changes of %v to publish", n, b.People)
				}
				u, err := f.s.Unpublished(t.Context(), f.Boss)
				f.OK(err)
				if u.Changes.Shifts != 0 || u.Left.Shifts != 1 {
					t.Errorf("%+v waits", u)
				}
				done, err := f.s.Publish(t.Context(), f.Boss, f.crew(), week)
				f.OK(err)
				if got := f.seen(t, f.Ann); done.Total() != 0 || done.Employees != 0 || got != "Tue 08-16" {
					t.Errorf("%+v is published, and Ann sees %q", done, got)
				}
			})
		})
	}
}

// A crew whose only member has left can be chosen while there are shifts of it ahead.
func TestService_left_whole_crew(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		f.Clock = db.MustDay("2026-11-29").In(f.Zone)
		own, open := f.make(t, f.on(f.Cid.EmployeeID, "2026-12-01", 8, 16)), f.on(0, "2026-12-02", 8, 16)
		open.SupervisorID = f.Deputy.EmployeeID
		offered := f.make(t, open)
		f.Exec("UPDATE employees SET archived_at = 1, archived_reason = 'left' WHERE id = $1", f.Cid.EmployeeID)
		crew := crews.Of(f.Deputy.EmployeeID)
		shows := func(t *testing.T, by auth.Actor, want int) {
			t.Helper()
			b, err := f.s.Board(t.Context(), by, &crew, week)
			f.In(t).OK(err)
			if b.Crew != crew || len(b.Shifts) != want {
				t.Errorf("%d shifts of %+v", len(b.Shifts), b.Crew)
			}
		}
		shows(t, f.Boss, 2)
		shows(t, f.Payroll, 2)
		f.OK(f.s.Delete(t.Context(), f.Boss, own.ID, nil))
		shows(t, f.Boss, 1)
		f.OK(f.s.Delete(t.Context(), f.Boss, offered.ID, nil))
		if b, err := f.s.Board(t.Context(), f.Boss, &crew, week); err != nil || b.Crew == crew {
			t.Errorf("a crew without people and shifts is offered: %v", err)
		}
	})
}
