package payperiods

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/crews"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/db/dbtest"
)

// report writes a report as text: each week and each person with the regular, evening, emergency and overtime minutes.
func report(r HoursReport) string {
	var list []string
	figures := func(h worktime.Hours) string {
		return fmt.Sprintf("%d %d %d %d", h.Regular, h.Evening, h.Emergency, h.Overtime)
	}
	for _, w := range r.Weeks {
		list = append(list, w.Week.String()[5:]+" "+figures(w.Hours))
	}
	for _, p := range r.People {
		list = append(list, fmt.Sprintf("%s (%s) %s", p.Name, p.Supervisor, figures(p.Hours)))
	}
	return strings.Join(list, "; ")
}

// The weeks begin on November 8, 15 and 22. Carole leads Bruno, who leads Anne; Denis has no supervisor.
func TestService_HoursOverTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-30")
		regular, evening := w.code("regular", "shift", 10000, "G1"), w.code("evening", "shift", 12500, "G43")
		vacation := w.code("vacation", "leave", 10000, "V1")
		carole := w.employee("Carole", "Côté", 0)
		bruno := w.employee("Bruno", "Bédard", carole)
		anne := w.employee("Anne", "Aubin", bruno)
		denis := w.employee("Denis", "Dubé", 0)
		sheet := w.sheet(anne)
		for _, day := range []string{"2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"} {
			w.shift(anne, sheet, regular, day, 8, 600)
		}
		w.shift(anne, w.sheet(anne), evening, "2026-11-21", 18, 120)
		w.leave(anne, vacation, "2026-11-20", 0, "2026-11-21", 0, "True")
		w.shift(anne, sheet, regular, "2026-11-23", 8, 480)
		w.shift(anne, sheet, regular, "2026-11-14", 8, 7)
		w.shift(anne, sheet, regular, "2026-11-29", 8, 9)
		w.shift(bruno, w.sheet(bruno), regular, "2026-11-28", 8, 60)
		w.shift(denis, w.sheet(denis), regular, "2026-11-15", 8, 30)
		w.exec(`UPDATE shifts SET archived_at = 9 WHERE id = $1`, w.shift(denis, w.sheet(denis), regular, "2026-11-16", 8, 240))

		payroll, carolesActor := w.actor(auth.Payroll, 0), w.actor(auth.Employee, carole)
		brunosActor := w.actor(auth.Employee, bruno)
		const annes = "Anne Aubin (Bruno Bédard) 2280 120 0 600"
		both := func(f HoursFilter) HoursFilter {
			f.From, f.To = db.MustDay("2026-11-15"), db.MustDay("2026-11-28")
			return f
		}
		for _, x := range []struct {
			name   string
			by     auth.Actor
			filter HoursFilter
			want   string
		}{
			{"payroll sees everyone, with the overtime of each week", payroll, both(HoursFilter{}),
				"11-15 1830 120 0 600; 11-22 540 0 0 0; " + annes + "; Bruno Bédard (Carole Côté) 60 0 0 0; Denis Dubé () 30 0 0 0"},
			{"one week", payroll, HoursFilter{From: db.MustDay("2026-11-15"), To: db.MustDay("2026-11-21")},
				"11-15 1830 120 0 600; Anne Aubin (Bruno Bédard) 1800 120 0 600; Denis Dubé () 30 0 0 0"},
			{"the weeks before and after are counted when they are chosen", payroll, HoursFilter{From: db.MustDay("2026-11-08"),
				To: db.MustDay("2026-12-05"), Employee: anne},
				"11-08 7 0 0 0; 11-15 1800 120 0 600; 11-22 480 0 0 0; 11-29 9 0 0 0; Anne Aubin (Bruno Bédard) 2296 120 0 600"},
			{"a week without work is a line", payroll, HoursFilter{From: db.MustDay("2026-11-01"), To: db.MustDay("2026-11-07")}, "11-01 0 0 0 0"},
			{"one employee", payroll, both(HoursFilter{Employee: bruno}), "11-15 0 0 0 0; 11-22 60 0 0 0; Bruno Bédard (Carole Côté) 60 0 0 0"},
			{"one team has the direct reports alone", payroll, both(HoursFilter{Crew: crews.Of(carole)}),
				"11-15 0 0 0 0; 11-22 60 0 0 0; Bruno Bédard (Carole Côté) 60 0 0 0"},
			{"names are found without accents and case", payroll, both(HoursFilter{Name: "DUBE"}),
				"11-15 30 0 0 0; 11-22 0 0 0 0; Denis Dubé () 30 0 0 0"},
			{"a supervisor sees everyone below", carolesActor, both(HoursFilter{}),
				"11-15 1800 120 0 600; 11-22 540 0 0 0; " + annes + "; Bruno Bédard (Carole Côté) 60 0 0 0"},
			{"a supervisor does not see their own time", brunosActor, both(HoursFilter{}),
				"11-15 1800 120 0 600; 11-22 480 0 0 0; " + annes},
			{"a supervisor may choose a team below", carolesActor, both(HoursFilter{Crew: crews.Of(bruno)}),
				"11-15 1800 120 0 600; 11-22 480 0 0 0; " + annes},
			{"an employee without reports sees nothing", w.actor(auth.Employee, denis), both(HoursFilter{}), "11-15 0 0 0 0; 11-22 0 0 0 0"},
			{"a supervisor cannot choose a team above", brunosActor, both(HoursFilter{Crew: crews.Of(carole)}), "not found"},
			{"a supervisor cannot choose an employee elsewhere", brunosActor, both(HoursFilter{Employee: denis}), "not found"},
			{"an employee without reports is no team", payroll, both(HoursFilter{Crew: crews.Of(denis)}), "not found"},
			{"an employee outside the chosen team", payroll, both(HoursFilter{Crew: crews.Of(carole), Employee: anne}), "not found"},
		} {
			t.Run(x.name, func(t *testing.T) {
				r, err := s.HoursOverTime(t.Context(), x.by, x.filter)
				got := report(r)
				if errs.KindOf(err) == errs.KindNotFound {
					got = "not found"
				} else if err != nil {
					t.Fatal(err)
				}
				if got != x.want {
					t.Errorf("got  %s\nwant %s", got, x.want)
				}
				ids, err2 := s.Selected(t.Context(), x.by, x.filter)
				if errs.KindOf(err2) != errs.KindOf(err) {
					t.Errorf("Selected fails with %v, the report with %v", err2, err)
				}
				for _, p := range r.People {
					if !slices.Contains(ids, p.ID) {
						t.Errorf("%s is not selected: %v", p.Name, ids)
					}
				}
				if all := []int64{anne, bruno, carole, denis}; x.by.Role == auth.Employee && slices.Contains(ids, x.by.EmployeeID) ||
					x.filter.Name != "" && len(ids) >= len(all) {
					t.Errorf("too many are selected: %v", ids)
				}
			})
		}

		for _, x := range []struct {
			name string
			by   auth.Actor
			want string
		}{
			{"payroll chooses among all teams", payroll, "Bruno Bédard, Carole Côté"},
			{"a supervisor chooses among the teams below and their own", carolesActor, "Bruno Bédard, Carole Côté"},
			{"a supervisor without teams below has their own", brunosActor, "Bruno Bédard"},
		} {
			t.Run(x.name, func(t *testing.T) {
				r, err := s.HoursOverTime(t.Context(), x.by, both(HoursFilter{}))
				if err != nil {
					t.Fatal(err)
				}
				var names []string
				for _, c := range r.Crews {
					names = append(names, c.Name)
				}
				if got := strings.Join(names, ", "); got != x.want {
					t.Errorf("%s, want %s", got, x.want)
				}
			})
		}

		t.Run("pay codes", func(t *testing.T) {
			codes := func(by auth.Actor, f HoursFilter) string {
				r, err := s.HoursOverTime(t.Context(), by, f)
				if err != nil {
					t.Fatal(err)
				}
				var list []string
				for _, c := range r.Codes {
					list = append(list, fmt.Sprintf("%s %s %d %d %d %d", c.BankCode, c.Type, c.Hours.Regular, c.Hours.Evening, c.Hours.Emergency,
						c.Hours.Overtime))
				}
				return strings.Join(list, "; ")
			}
			const before = "G1 regular 2370 0 0 0; G43 evening 0 120 0 0; "
			if got := codes(payroll, both(HoursFilter{})); got != before+" overtime 0 0 0 600" {
				t.Errorf("overtime without a code: %s", got)
			}
			overtime, training := w.code("overtime", "shift", 15000, "G5"), w.code("training", "shift", 10000, "G0")
			if got := codes(payroll, both(HoursFilter{})); got != before+"G5 overtime 0 0 0 600" {
				t.Errorf("overtime is under its code: %s", got)
			}
			w.shift(anne, sheet, overtime, "2026-11-21", 8, 11)
			w.shift(anne, w.sheet(anne), training, "2026-11-15", 8, 100)
			w.shift(anne, w.sheet(anne), training, "2026-11-15", 12, 20)
			if got := codes(payroll, both(HoursFilter{})); got != before+"G5 overtime 0 0 0 731" {
				t.Errorf("the last regular code loses minutes first: %s", got)
			}
			if got := codes(brunosActor, both(HoursFilter{})); got != "G1 regular 2280 0 0 0; G43 evening 0 120 0 0; G5 overtime 0 0 0 731" {
				t.Errorf("a supervisor has the codes of the team alone: %s", got)
			}
			if got := codes(payroll, both(HoursFilter{Employee: denis})); got != "G1 regular 30 0 0 0" {
				t.Errorf("one employee: %s", got)
			}
			p := s.config.Calendar.At(db.MustDay("2026-11-20"))
			sums := map[string]int64{}
			err := s.Lines(t.Context(), payroll, p, false, func(l Line) error {
				if l.Part == Worked || l.Part == FoundOver {
					sums[l.BankCode] += l.Minutes
				}
				return nil
			})
			r, err2 := s.HoursOverTime(t.Context(), payroll, HoursFilter{From: p.Start, To: p.End})
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			for _, c := range r.Codes {
				if c.Hours.Total() != sums[c.BankCode] {
					t.Errorf("%s has %d minutes, the payroll file has %d", c.BankCode, c.Hours.Total(), sums[c.BankCode])
				}
			}
			if len(r.Codes) != 3 || len(sums) != 3 {
				t.Errorf("%d codes, the payroll file has %d", len(r.Codes), len(sums))
			}
		})

		t.Run("a pay period has the hours of its overview", func(t *testing.T) {
			p := s.config.Calendar.At(db.MustDay("2026-11-20"))
			o, err := s.Overview(t.Context(), payroll, p)
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.HoursOverTime(t.Context(), payroll, HoursFilter{From: p.Start, To: p.End})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]worktime.Hours{}
			for _, row := range o.Rows {
				if row.Hours().Total() > 0 {
					want[row.Employee.Name] = row.Hours()
				}
			}
			for _, person := range r.People {
				if person.Hours != want[person.Name] {
					t.Errorf("%s has %v, the overview says %v", person.Name, person.Hours, want[person.Name])
				}
			}
			if len(r.People) != 3 || len(want) != 3 {
				t.Errorf("%d people, the overview has %d", len(r.People), len(want))
			}
		})
	})
}
