package schedule_test

import (
	"testing"

	"presence/app/workforce/crews"
	"presence/app/workforce/employees"
	"presence/app/workforce/schedule"
	"presence/db"
)

// TestService_SupervisorLeft archives a supervisor with open shifts: Deputy, whose crew goes to Boss, and Boss, above whom nobody is.
func TestService_SupervisorLeft(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		f.Clock = db.MustDay("2026-12-01").In(f.Zone)
		people := employees.NewService(f.DB, f.Now, f.Zone, nil)
		people.SupervisorLeft = f.s.SupervisorLeft
		open := func(t *testing.T, supervisor int64, day string) schedule.Shift {
			t.Helper()
			p := f.on(0, day, 8, 16)
			p.SupervisorID = supervisor
			x, err := f.s.Create(t.Context(), f.Payroll, p)
			f.In(t).OK(err)
			return x
		}
		of := func(table string, supervisor int64) int64 {
			return f.Count("SELECT COUNT(*) FROM "+table+" WHERE supervisor_id = $1", supervisor)
		}
		deputy, boss := f.Deputy.EmployeeID, f.Boss.EmployeeID
		over, offered := open(t, deputy, "2026-11-30"), open(t, deputy, "2026-12-02")
		_, err := f.s.Publish(t.Context(), f.Payroll, crews.Of(deputy), week)
		f.OK(err)
		draft := open(t, deputy, "2026-12-03")
		t.Run("they are open to the crew of the supervisor who gets the reports, without those that are over", func(t *testing.T) {
			f.In(t).OK(people.Delete(t.Context(), f.Admin, deputy, nil))
			for _, x := range []schedule.Shift{offered, draft} {
				got, err := f.s.Get(t.Context(), f.Payroll, x.ID)
				f.In(t).OK(err)
				if got.SupervisorID != boss || got.Version != x.Version+1 || got.UpdatedAt != db.InstantOf(f.Clock) {
					t.Errorf("%+v", got)
				}
				if x.ID == offered.ID && got.Change() != schedule.Unchanged {
					t.Errorf("what was published is %s", got.Change())
				}
			}
			if old, err := f.s.Get(t.Context(), f.Payroll, over.ID); err != nil || old.SupervisorID != deputy {
				t.Errorf("a shift that is over: %+v, %v", old, err)
			}
			if got := f.seen(t, f.Cid); got != "open Wed 08-16" {
				t.Errorf("Cid sees %q", got)
			}
			if n := f.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'planned_shift' AND action = 'updated'"); n != 2 {
				t.Errorf("%d entries", n)
			}
			if _, err := f.s.Take(t.Context(), f.Cid, offered.ID); err != nil {
				t.Errorf("it cannot be taken: %v", err)
			}
		})
		t.Run("without another supervisor they are cancelled, and nobody is offered them", func(t *testing.T) {
			published := open(t, boss, "2026-12-04")
			_, err := f.s.Publish(t.Context(), f.Payroll, f.crew(), week)
			f.In(t).OK(err)
			given := f.make(t, f.on(f.Ann.EmployeeID, "2026-12-05", 8, 16))
			_, err = f.s.Publish(t.Context(), f.Payroll, f.crew(), week)
			f.In(t).OK(err)
			_, err = f.s.Update(t.Context(), f.Payroll, published.ID, nil, schedule.Changes{Note: new("Dock 3")})
			f.In(t).OK(err)
			before := f.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'planned_shift' AND action = 'deleted'")
			f.In(t).OK(people.Delete(t.Context(), f.Admin, boss, nil))
			if n := of("published_shifts", boss); n != 0 {
				t.Errorf("%d are still published", n)
			}
			if n := f.Count("SELECT COUNT(*) FROM planned_shifts WHERE supervisor_id = $1 AND cancelled_at IS NULL", boss); n != 0 {
				t.Errorf("%d are still planned", n)
			}
			if n := f.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'planned_shift' AND action = 'deleted'"); n != before+2 {
				t.Errorf("%d entries", n-before)
			}
			if x, err := f.s.Get(t.Context(), f.Payroll, given.ID); err != nil || x.Change() != schedule.Unchanged {
				t.Errorf("a shift of a report is %s, %v", x.Change(), err)
			}
		})
	})
}

// Deputy loses Cid, the only report, to Boss, and is archived later, as by an older program with a shift that is still open to the crew.
func TestService_SupervisorLeft_without_reports(t *testing.T) {
	each(t, func(t *testing.T, f fixture) {
		f.Clock = db.MustDay("2026-12-01").In(f.Zone)
		people := employees.NewService(f.DB, f.Now, f.Zone, nil)
		people.SupervisorLeft = f.s.SupervisorLeft
		deputy, boss := f.Deputy.EmployeeID, f.Boss.EmployeeID
		p := f.on(0, "2026-12-02", 8, 16)
		p.SupervisorID = deputy
		x, err := f.s.Create(t.Context(), f.Payroll, p)
		f.OK(err)
		_, err = f.s.Publish(t.Context(), f.Payroll, crews.Of(deputy), week)
		f.OK(err)
		t.Run("the shifts go with the last report to the new supervisor", func(t *testing.T) {
			_, err := people.Update(t.Context(), f.Admin, f.Cid.EmployeeID, nil, employees.Changes{SupervisorID: &boss})
			f.In(t).OK(err)
			if got := f.seen(t, f.Cid); got != "open Wed 08-16" {
				t.Errorf("Cid sees %q", got)
			}
			if got, err := f.s.Get(t.Context(), f.Boss, x.ID); err != nil || got.SupervisorID != boss || got.Change() != schedule.Unchanged {
				t.Errorf("%+v, %v", got, err)
			}
		})
		t.Run("the supervisor of somebody without reports is not given what was open to them", func(t *testing.T) {
			for _, table := range []string{"planned_shifts", "published_shifts"} {
				f.Exec("UPDATE "+table+" SET supervisor_id = $1 WHERE id = $2", deputy, x.ID)
			}
			f.In(t).OK(people.Delete(t.Context(), f.Admin, deputy, nil))
			if got := f.seen(t, f.Ann); got != "" {
				t.Errorf("Ann sees %q", got)
			}
			if n := f.Count("SELECT COUNT(*) FROM planned_shifts WHERE id = $1 AND cancelled_at IS NOT NULL", x.ID); n != 1 {
				t.Error("it is not cancelled")
			}
		})
	})
}
