package payperiods

import (
	"slices"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/db/dbtest"
)

// The period 2026-25 is 2026-11-15 to 2026-11-28.
func TestService_Overview(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-20")
		p, err := s.PeriodByNumber(2026, 25)
		if err != nil {
			t.Fatal(err)
		}
		regular, evening := w.code("Regular", "shift", 10000, "G1"), w.code("evening", "shift", 12500, "G43")
		emergency, overtime := w.code("EMERGENCY", "shift", 20000, "G48"), w.code("overtime", "shift", 15000, "G44")
		training := w.code("training", "shift", 10000, "G9")
		mileage, meal := w.code("mileage", "expense", 7200, "G57"), w.code("meal", "expense", 10000, "G56")
		vacation, sick := w.code("vacation", "leave", 10000, "V1"), w.code("sick", "leave", 10000, "S1")

		boss := w.employee("Anne", "Aubin", 0)
		busy := w.employee("Bruno", "Bédard", boss)
		idle := w.employee("Chloé", "Côté", busy)
		gone := w.employee("Denis", "Dubé", boss)
		ghost := w.employee("Elsa", "Émond", boss)
		future := w.employee("Félix", "Fortin", boss)
		w.exec(`UPDATE employees SET archived_at = 5, archived_reason = 'left', last_work_day = '2026-11-20' WHERE id IN ($1, $2)`, gone, ghost)
		w.exec(`UPDATE employees SET first_work_day = '2026-11-29' WHERE id = $1`, future)

		one, two := w.sheet(busy), w.sheet(busy)
		for _, day := range []string{"2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"} {
			w.shift(busy, one, regular, day, 8, hours(9))
		}
		w.shift(busy, one, training, "2026-11-15", 8, hours(2))   // the first day
		w.shift(busy, one, emergency, "2026-11-21", 23, hours(4)) // overnight into the next week, belongs to its date
		w.shift(busy, two, evening, "2026-11-28", 18, hours(3.5)) // the last day
		w.shift(busy, two, overtime, "2026-11-24", 8, hours(1))   // entered as overtime
		w.shift(busy, two, regular, "2026-11-29", 8, hours(8))    // the next period
		w.shift(busy, two, regular, "2026-11-14", 8, hours(8))    // the one before
		w.exec(`UPDATE shifts SET archived_at = 9 WHERE id = $1`, w.shift(busy, two, regular, "2026-11-27", 8, hours(8)))
		w.expense(busy, one, meal, "2026-11-16", 1999)
		w.expense(busy, one, mileage, "2026-11-17", 7200)
		w.expense(busy, two, mileage, "2026-11-27", 100)
		w.expense(busy, two, meal, "2026-11-29", 5000)
		w.leave(busy, vacation, "2026-11-20", 0, "2026-11-21", 0, "True") // 8 h on the Friday count toward the threshold
		w.leave(busy, sick, "2026-11-23", 8, "2026-11-23", 12, "True")    // does not
		w.leave(busy, vacation, "2026-11-25", 0, "2026-11-26", 0, "Pending")
		last := w.sheet(gone)
		w.shift(gone, last, regular, "2026-11-19", 8, hours(6))
		w.approved(one, last)

		o, err := s.Overview(t.Context(), w.actor(auth.Payroll, 0), p)
		if err != nil {
			t.Fatal(err)
		}
		t.Run("lists who is employed and archived ones with activity, by name", func(t *testing.T) {
			want := []int64{boss, busy, idle, gone}
			if got := people(o); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
		row := o.Rows[1]
		t.Run("finds overtime by week, with credited leave", func(t *testing.T) {
			// Week 1: 38 h regular + 4 h emergency + 8 h credited = 50 h: 10 h over.
			want := worktime.Hours{Regular: hours(28), Emergency: hours(4), Overtime: hours(10)}
			if row.Weeks[0].Hours != want || row.Weeks[0].Credited != hours(8) {
				t.Errorf("got %+v", row.Weeks[0])
			}
			want = worktime.Hours{Evening: hours(3.5), Overtime: hours(1)}
			if row.Weeks[1].Hours != want || row.Weeks[1].Credited != 0 || row.Weeks[1].Leave != hours(4) {
				t.Errorf("got %+v", row.Weeks[1])
			}
		})
		t.Run("adds up expenses and kilometres", func(t *testing.T) {
			if row.Cents != 1999+7200+100 || row.Distance != 10000+139 {
				t.Errorf("got %d cents, %d", row.Cents, row.Distance)
			}
		})
		t.Run("is approved only when all sheets are", func(t *testing.T) {
			for i, want := range []State{Missing, Draft, Missing, Approved} {
				if got := o.Rows[i].State(); got != want || o.Rows[i].Approved() != (want == Approved) {
					t.Errorf("%s is %v, want %v", o.Rows[i].Employee.Name, got, want)
				}
			}
		})
		t.Run("shows each caller the own scope", func(t *testing.T) {
			for _, x := range []struct {
				who  auth.Actor
				want []int64
			}{
				{w.actor(auth.Employee, idle), []int64{idle}},
				{w.actor(auth.Employee, busy), []int64{busy, idle}},
				{w.actor(auth.Employee, boss), []int64{boss, busy, idle, gone}},
				{w.actor(auth.Events, 0), []int64{}},
				{auth.Actor{}, []int64{}},
			} {
				o, err := s.Overview(t.Context(), x.who, p)
				if got := people(o); err != nil || !slices.Equal(got, x.want) {
					t.Errorf("%+v sees %v, want %v (%v)", x.who, got, x.want, err)
				}
			}
		})
		t.Run("gives the crew, direct or whole", func(t *testing.T) {
			admin := w.actor(auth.Admin, 0)
			for _, x := range []struct {
				who        auth.Actor
				supervisor int64
				below      bool
				want       []int64
			}{
				{w.actor(auth.Employee, boss), 0, false, []int64{busy, gone}},
				{w.actor(auth.Employee, boss), 0, true, []int64{busy, idle, gone}},
				{w.actor(auth.Employee, boss), boss, false, []int64{busy, gone}},
				{w.actor(auth.Employee, idle), 0, true, []int64{}},
				{admin, 0, false, []int64{}},
				{admin, busy, false, []int64{idle}},
			} {
				o, err := s.CrewOverview(t.Context(), x.who, p, x.supervisor, x.below)
				if got := people(o); err != nil || !slices.Equal(got, x.want) {
					t.Errorf("%+v, %d: got %v, want %v (%v)", x.who, x.supervisor, got, x.want, err)
				}
			}
		})
		t.Run("refuses another supervisor's crew, and that of an employee who does not exist", func(t *testing.T) {
			if _, err := s.CrewOverview(t.Context(), w.actor(auth.Employee, busy), p, boss, false); kind(err) != "other_crew" {
				t.Errorf("got %v", err)
			}
			if _, err := s.CrewOverview(t.Context(), w.actor(auth.Admin, 0), p, 999, false); kind(err) != "not_found" {
				t.Errorf("got %v", err)
			}
		})
		t.Run("counts an empty sheet only when there is no other", func(t *testing.T) {
			w.insert(`INSERT INTO timesheets (employee_id, period_start, submitted_at, created_at, updated_at) VALUES ($1, $2, 5, 1, 1)`, idle,
				p.Start)
			w.insert(`INSERT INTO timesheets (employee_id, period_start, created_at, updated_at) VALUES ($1, $2, 1, 1)`, gone, p.Start)
			o, err := s.Overview(t.Context(), w.actor(auth.Payroll, 0), p)
			if err != nil || o.Rows[2].State() != Submitted || o.Rows[3].State() != Approved || len(o.Rows[3].Sheets) != 1 {
				t.Errorf("got %v, %v, %v", o.Rows[2].State(), o.Rows[3].State(), err)
			}
		})
	})
}

// A shift whose employee was not read is an error: it would be missing from payroll.
func TestService_Overview_finds_time_without_an_employee(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-20")
		p := s.Current()
		present, past := w.employee("Anne", "Aubin", 0), w.employee("Denis", "Dubé", 0)
		w.exec(`UPDATE employees SET archived_at = 5, archived_reason = 'left', last_work_day = '2026-01-30' WHERE id = $1`, past)
		sheet := w.sheet(present)
		w.shift(present, sheet, w.code("regular", "shift", 10000, "G1"), "2026-11-16", 8, hours(8))
		fails := func(t *testing.T) {
			t.Helper()
			admin := w.actor(auth.Admin, 0)
			if o, err := s.Overview(t.Context(), admin, p); err == nil {
				t.Errorf("the overview has %v", people(o))
			}
			if err := s.Lines(t.Context(), admin, p, false, func(Line) error { return nil }); err == nil {
				t.Error("payroll gets lines")
			}
		}
		t.Run("when the timesheet is of somebody who is not in the period", func(t *testing.T) {
			w.exec(`UPDATE timesheets SET employee_id = $1 WHERE id = $2`, past, sheet)
			fails(t)
		})
		t.Run("when there is no such timesheet", func(t *testing.T) {
			w.exec(`UPDATE timesheets SET employee_id = $1 WHERE id = $2`, present, sheet)
			if o, err := s.Overview(t.Context(), w.actor(auth.Admin, 0), p); err != nil || len(o.Rows) != 1 {
				t.Fatalf("%v, %v", people(o), err)
			}
			w.exec(`UPDATE shift_weeks SET timesheet_id = timesheet_id + 999`)
			fails(t)
		})
	})
}

func people(o Overview) []int64 {
	ids := make([]int64, len(o.Rows))
	for i, r := range o.Rows {
		ids[i] = r.Employee.ID
	}
	return ids
}
