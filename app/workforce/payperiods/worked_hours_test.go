package payperiods

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/db/dbtest"
)

func TestService_ParsePeriod(t *testing.T) {
	s := newWorld(t, nil).service("2026-11-20")
	for _, x := range []struct{ name, text, want string }{
		{"the current one", "current", "2026-25"},
		{"a number of two digits", "2026-25", "2026-25"},
		{"a number of one digit", "2026-1", "2026-01"},
		{"the last of a year", "2025-26", "2025-26"},
		{"its first day", "2026-11-15", "2026-25"},
		{"its last day", "2026-11-28", "2026-25"},
		{"number 27", "2026-27", "period not_found"},
		{"number 0", "2026-0", "period not_found"},
		{"a word", "last", "period format"},
		{"nothing", "", "period format"},
		{"a day that does not exist", "2026-02-30", "period format"},
		{"a day of a period that begins before year 1", "0001-01-01", "period format"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p, err := s.ParsePeriod(x.text)
			got := p.Name()
			if faults := errs.FieldsOf(err); len(faults) == 1 {
				got = faults[0].Field + " " + faults[0].Code
			}
			if got != x.want {
				t.Errorf("%s (%v), want %s", got, err, x.want)
			}
			from, to, again := s.Days(x.text)
			if (again == nil) != (err == nil) || from != p.Start || to != p.End {
				t.Errorf("its days are %s to %s, %v", from, to, again)
			}
		})
	}
}

// The weeks begin on Sunday, November 15 and 22.
func TestService_Worked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-30")
		regular, evening := w.code("regular", "shift", 10000, "G1"), w.code("evening", "shift", 12500, "G43")
		emergency, overtime := w.code("emergency", "shift", 20000, "G48"), w.code("overtime", "shift", 15000, "G44")
		vacation, sick := w.code("vacation", "leave", 10000, "V1"), w.code("sick", "leave", 10000, "S1")
		boss := w.employee("Bruno", "Bédard", 0)
		ann := w.employee("Anne", "Aubin", boss)
		one := w.sheet(ann)
		for _, day := range []string{"2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"} {
			w.shift(ann, one, regular, day, 8, 600)
		}
		w.shift(ann, w.sheet(ann), evening, "2026-11-21", 18, 120)
		w.shift(ann, one, regular, "2026-11-23", 8, 480)
		w.shift(ann, one, overtime, "2026-11-27", 8, 60)
		w.shift(ann, one, emergency, "2026-11-27", 18, 30)
		w.leave(ann, vacation, "2026-11-20", 0, "2026-11-21", 0, "True")
		w.leave(ann, sick, "2026-11-24", 0, "2026-11-25", 0, "True")
		w.shift(boss, w.sheet(boss), regular, "2026-11-17", 8, 480)
		w.exec(`UPDATE shifts SET archived_at = 9 WHERE id = $1`, w.shift(ann, one, regular, "2026-11-15", 8, 240))
		w.shift(ann, one, regular, "2026-11-14", 8, 7)
		w.shift(ann, one, regular, "2026-11-29", 8, 7)

		payroll := w.actor(auth.Payroll, 0)
		both := func(ann, boss string) string { return "Anne Aubin " + ann + "; Bruno Bédard " + boss }
		for _, x := range []struct {
			name     string
			by       auth.Actor
			from, to string
			employee int64
			want     string // of each: shifts; regular, evening, emergency and overtime minutes
		}{
			{"whole weeks, with credited leave", payroll, "2026-11-15", "2026-11-28", 0, both("8: 2280 120 30 660", "1: 480 0 0 0")},
			{"the first week without its Monday", payroll, "2026-11-17", "2026-11-28", 0, both("7: 2280 120 30 60", "1: 480 0 0 0")},
			{"the second week without its Friday", payroll, "2026-11-15", "2026-11-26", 0, both("6: 2280 120 0 600", "1: 480 0 0 0")},
			{"parts of both weeks", payroll, "2026-11-18", "2026-11-26", 0, "Anne Aubin 4: 1680 120 0 0"},
			{"a part of one week", payroll, "2026-11-17", "2026-11-18", 0, both("2: 1200 0 0 0", "1: 480 0 0 0")},
			{"the beginning of a week", payroll, "2026-11-22", "2026-11-24", 0, "Anne Aubin 1: 480 0 0 0"},
			{"the end of a week", payroll, "2026-11-24", "2026-11-28", 0, "Anne Aubin 2: 0 0 30 60"},
			{"one day", payroll, "2026-11-21", "2026-11-21", 0, "Anne Aubin 1: 0 120 0 0"},
			{"leave after the last day is not credited", payroll, "2026-11-15", "2026-11-19", 0, both("4: 2400 0 0 0", "1: 480 0 0 0")},
			{"leave before the first day is not credited", payroll, "2026-11-21", "2026-11-28", 0, "Anne Aubin 4: 480 120 30 60"},
			{"no shifts", payroll, "2026-12-01", "2026-12-31", 0, ""},
			{"one employee", payroll, "2026-11-15", "2026-11-28", boss, "Bruno Bédard 1: 480 0 0 0"},
			{"one employee in parts of weeks", payroll, "2026-11-17", "2026-11-27", boss, "Bruno Bédard 1: 480 0 0 0"},
			{"an employee alone", w.actor(auth.Employee, ann), "2026-11-15", "2026-11-28", 0, "Anne Aubin 8: 2280 120 30 660"},
			{"an employee alone in parts of weeks", w.actor(auth.Employee, ann), "2026-11-16", "2026-11-27", 0, "Anne Aubin 8: 2280 120 30 660"},
			{"a supervisor with the reports", w.actor(auth.Employee, boss), "2026-11-17", "2026-11-17", 0, both("1: 600 0 0 0", "1: 480 0 0 0")},
			{"another's time is not in scope", w.actor(auth.Employee, ann), "2026-11-15", "2026-11-28", boss, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				list, err := s.Worked(t.Context(), x.by, shifts.Range{From: db.MustDay(x.from), To: db.MustDay(x.to), EmployeeID: x.employee})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, e := range list {
					got = append(got, fmt.Sprintf("%s %d: %d %d %d %d", e.Name, e.Shifts, e.Regular, e.Evening, e.Emergency, e.Overtime))
				}
				if text := strings.Join(got, "; "); text != x.want {
					t.Errorf("got  %s\nwant %s", text, x.want)
				}
			})
		}
	})
}
