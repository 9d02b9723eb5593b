package payperiods

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/crews"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/db/dbtest"
)

// The report of a period has what each employee's shifts have alone, however they lie about the period: shifts of the weeks around it
// count for the rests in it, and those of one employee never for another.
func TestService_LabourReport_has_the_notices_of_everyone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-30")
		p, err := s.PeriodByNumber(2026, 25)
		if err != nil {
			t.Fatal(err)
		}
		code := w.code("regular", "shift", 10000, "G1")
		random := rand.New(rand.NewPCG(25, 2026))
		var boss int64
		ids, all := []int64{}, map[int64][]shifts.Shift{}
		for n := range 12 {
			e := w.employee("E", fmt.Sprintf("%02d", n), boss)
			if n == 0 {
				boss = e
			}
			ids = append(ids, e)
			all[e] = w.randomShifts(random, e, w.sheet(e), code, p)
		}
		for _, norm := range labourstandards.All() {
			s.config.Norm = norm
			for who, by := range map[string]auth.Actor{"an administrator": w.actor(auth.Admin, 0), "a supervisor": w.actor(auth.Employee, boss)} {
				t.Run(norm.ID+" for "+who, func(t *testing.T) {
					var want []string
					for _, e := range ids {
						if e != boss || by.Role == auth.Admin {
							want = append(want, noticesOf(norm, e, all[e], p, s)...)
						}
					}
					r, err := s.LabourReport(t.Context(), by, p)
					if err != nil {
						t.Fatal(err)
					}
					var got []string
					for _, x := range r.Lines {
						got = append(got, fmt.Sprint(x.Employee.ID, x.Kind, x.Day, x.Minutes))
					}
					if len(want) < 20 || !slices.Equal(got, want) {
						t.Errorf("%d lines, want %d\n%s\nwant\n%s", len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
					}
				})
			}
		}
	})
}

// randomShifts gives an employee shifts in the weeks of a period and in two weeks before and after it, some with a break, some by night.
func (w *world) randomShifts(random *rand.Rand, employee, sheet, code int64, p Period) (list []shifts.Shift) {
	w.Helper()
	for day := p.Start.Add(-14); day.Before(p.End.Add(15)); day = day.Add(1) {
		if random.IntN(5) == 0 {
			continue
		}
		var x shifts.Shift
		x.Day, x.Minutes = day, int64(60+random.IntN(12)*60)
		x.ID = w.shift(employee, sheet, code, day.String(), 5+random.IntN(8), x.Minutes)
		w.read(&x)
		if x.Minutes > 240 && random.IntN(3) > 0 {
			noon := x.Start + (x.End-x.Start)/db.Instant(2+random.IntN(2))
			x.Breaks = shifts.NewBreaks([]shifts.Break{{Start: noon, End: noon + 30*60_000}})
			x.Minutes -= 30
			w.exec(`UPDATE shifts SET breaks = $1, minutes = $2 WHERE id = $3`, x.Breaks, x.Minutes, x.ID)
		}
		list = append(list, x)
	}
	return list
}

func (w *world) read(x *shifts.Shift) {
	w.Helper()
	if err := w.db.QueryRow(context.Background(), `SELECT start_at, end_at FROM shifts WHERE id = $1`, x.ID).Scan(&x.Start, &x.End); err != nil {
		w.Fatal(err)
	}
}

// noticesOf finds the notices of one employee in a period from all shifts.
func noticesOf(norm *labourstandards.Norm, employee int64, list []shifts.Shift, p Period, s *Service) (found []string) {
	days := make([]labourstandards.Day, 14)
	for i := range days {
		days[i].Date = p.Start.Add(i)
	}
	var spans []labourstandards.Span
	for _, x := range list {
		if x.Day.Before(p.Start.Add(-7)) || x.Day.After(p.End.Add(2)) {
			continue
		}
		spans = append(spans, labourstandards.Span{Start: x.Start, End: x.End})
		if n := x.Day.Sub(p.Start); n >= 0 && n < 14 {
			days[n].Minutes += x.Minutes
			days[n].Work = AppendWorked(days[n].Work, spans[len(spans)-1], x.Breaks)
		}
	}
	for _, n := range norm.Notices(spans, days, s.config.Zone) {
		found = append(found, fmt.Sprint(employee, n.Kind, n.Day, n.Minutes))
	}
	return found
}

// asked keeps the texts of the statements that go through it.
type asked struct {
	db.Queryer
	texts []string
}

func (a *asked) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	a.texts = append(a.texts, text)
	return a.Queryer.Query(ctx, text, args...)
}

// The shifts of a report are read from the index of the weeks alone: SQLite takes each index for as good as another, where PostgreSQL has
// statistics.
func TestReadWorkedDays_looks_up_the_weeks(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	p := newWorld(t, d).service("2026-11-30").Current()
	for _, x := range []struct {
		name, index string
		scope       Scope
	}{
		{"everyone", "shifts_week (week=?)", everyone},
		{"a crew", "shifts_week (week=? AND employee_id=?)", crews.Of(1).Members},
		{"all below a supervisor", "shifts_week (week=? AND employee_id=?)", crews.Of(1).AndBelow},
	} {
		t.Run(x.name, func(t *testing.T) {
			q := &asked{Queryer: d}
			if _, err := readWorkedDays(t.Context(), q, p, x.scope); err != nil {
				t.Fatal(err)
			}
			if _, err := readSpansAround(t.Context(), q, p, x.scope); err != nil {
				t.Fatal(err)
			}
			for _, text := range q.texts {
				if plan := dbtest.GenericPlan(t, d, text); !strings.Contains(plan, "SEARCH shifts USING COVERING INDEX "+x.index) {
					t.Error(plan)
				}
			}
		})
	}
}
