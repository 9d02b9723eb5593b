package shifts_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/app/workforce/worktime"
	"presence/db"
)

// months is a desk with a zone's worth of weeks to fill by chance.
type months struct {
	*world
	*rand.Rand
	periods *payperiods.Service
	zone    *time.Location
	first   db.Day
	stack   []int64
	codes   []int64
	limits  labourstandards.Limits
	long    bool // an employee worked overtime
}

const monthDays = 40

func newMonths(w *world, seed uint64, limits labourstandards.Limits) *months {
	zone, err := time.LoadLocation("America/Toronto")
	w.OK(err)
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	w.OK(err)
	m := &months{world: w, Rand: rand.New(rand.NewPCG(seed, 16)), zone: zone, first: db.MustDay("2026-10-07"), stack: []int64{1, 2},
		codes: []int64{w.Crew.Regular, w.Crew.Evening}, limits: limits}
	m.periods = payperiods.NewService(w.DB, func() time.Time { return w.Clock },
		payperiods.Config{Calendar: calendar, Zone: zone, Overtime: &m.limits})
	w.OK(w.DB.Write(w.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, kind := range []string{"Emergency", "overtime", "training"} {
			var id int64
			if err := tx.QueryRow(ctx,
				`INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) VALUES ($1, 'shift', 1, 'x', 1, 1) RETURNING id`,
				kind).Scan(&id); err != nil {
				return err
			}
			m.codes = append(m.codes, id)
		}
		return nil
	}))
	return m
}

// step changes something by chance. A refusal, of an overlap for instance, changes nothing and is as good.
func (m *months) step() {
	sheet := m.stack[m.IntN(len(m.stack))]
	day := m.first.Add(m.IntN(monthDays))
	start := db.InstantOf(day.In(m.zone).Add(time.Duration(m.IntN(24*60)) * time.Minute))
	end := start + db.Instant(240+m.IntN(12*60))*60_000
	code := m.codes[m.IntN(len(m.codes))]
	id := 1 + m.Int64N(max(1, m.Count("SELECT COUNT(*) FROM shifts")))
	var err error
	breaks := m.breaks(start, end)
	switch n := m.IntN(80); {
	case n < 52:
		_, err = m.Shifts.Create(m.Context(), m.Admin, shifts.New{TimesheetID: sheet, BankCodeID: code, Day: day, Start: start, End: end,
			Breaks: breaks})
	case n < 62:
		_, err = m.Shifts.Update(m.Context(), m.Admin, id, nil, shifts.Changes{Day: &day, Start: &start, End: &end, Breaks: &breaks})
	case n < 64:
		var one shifts.Shift
		if one, err = m.Shifts.Get(m.Context(), m.Admin, id); err == nil {
			breaks = m.breaks(one.Start, one.End)
			_, err = m.Shifts.Update(m.Context(), m.Admin, id, nil, shifts.Changes{Breaks: &breaks})
		}
	case n < 68:
		_, err = m.Shifts.Update(m.Context(), m.Admin, id, nil, shifts.Changes{TimesheetID: &sheet, BankCodeID: &code})
	case n < 74:
		_, err = m.Shifts.Delete(m.Context(), m.Admin, id, nil)
	case n < 76:
		to := m.owners()[m.IntN(3)]
		_, err = m.Sheets.Update(m.Context(), m.Admin, sheet, nil, timesheets.Changes{EmployeeID: &to})
	case n == 76 && len(m.stack) > 2:
		_, err = m.Sheets.Delete(m.Context(), m.Admin, sheet, nil)
	default:
		var made timesheets.Timesheet
		made, err = m.Sheets.Create(m.Context(), m.Admin, timesheets.New{EmployeeID: m.owners()[m.IntN(3)]})
		m.stack = append(m.stack, made.ID)
	}
	if kind := errs.KindOf(err); err != nil && kind != errs.KindInvalid && kind != errs.KindConflict && kind != errs.KindNotFound {
		m.Fatal(err)
	}
}

// breaks are none, or one or two by chance in the halves of a shift, paid or not; a few do not fit, and are refused.
func (m *months) breaks(start, end db.Instant) shifts.Breaks {
	var list []shifts.Break
	half := int64(end-start) / 2
	for i := range m.IntN(3) {
		from := start + db.Instant(int64(i)*half+m.Int64N(half))
		list = append(list, shifts.Break{Start: from, End: from + db.Instant(1+m.Int64N(half)), Paid: m.IntN(3) == 0})
	}
	return shifts.NewBreaks(list)
}

func (m *months) owners() [3]int64 {
	return [3]int64{m.Crew.Ann.EmployeeID, m.Crew.Cid.EmployeeID, m.Crew.Boss.EmployeeID}
}

// rest approves leave for everyone here and there, some of which counts toward the threshold.
func (m *months) rest() {
	m.OK(m.DB.Write(m.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, owner := range m.owners() {
			for range 4 {
				start := db.InstantOf(m.first.Add(m.IntN(monthDays)).In(m.zone)) + db.Instant(m.IntN(86_400_000))
				code := []int64{m.Crew.Vacation, m.codes[4]}[m.IntN(2)]
				if _, err := tx.Exec(ctx,
					`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
					VALUES ($1, $2, 'Vacation', $3, $4, $5, 1, 1)`, owner, code, start, start+db.Instant(1+m.IntN(5*86_400_000)), []string{"True", "True",
						"Pending"}[m.IntN(3)]); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// sums are the rows of a statement, as text.
func (m *months) sums(sql string) (list []string) {
	rows, err := m.DB.Query(m.Context(), sql)
	m.OK(err)
	defer rows.Close()
	for rows.Next() {
		var week string
		var employee, sheet, code, count, minutes int64
		var days [7]int64
		m.OK(rows.Scan(&week, &employee, &sheet, &code, &count, &minutes, &days[0], &days[1], &days[2], &days[3], &days[4], &days[5], &days[6]))
		list = append(list, fmt.Sprint(week, employee, sheet, code, count, minutes, days))
	}
	m.OK(rows.Err())
	return list
}

const sumsKept = `SELECT week, employee_id, timesheet_id, bank_code_id, shifts, minutes, sunday, monday, tuesday, wednesday,
	thursday, friday, saturday FROM shift_weeks WHERE shifts <> 0 OR minutes <> 0 ORDER BY 1, 2, 3, 4`

// looked are the sums found by looking at the times and breaks of every shift. The days of a week are told apart by their texts in order,
// without the calendar of the database.
func (m *months) looked() (list []string) {
	rows, err := m.DB.Query(m.Context(), `SELECT week, employee_id, timesheet_id, bank_code_id, day, start_at, end_at, breaks FROM shifts
		WHERE archived_at IS NULL ORDER BY 1, 2, 3, 4, 5`)
	m.OK(err)
	defer rows.Close()
	type key struct {
		week                  db.Day
		employee, sheet, code int64
	}
	type sums struct {
		count, minutes int64
		days           [7]int64
	}
	found := map[key]*sums{}
	var order []key
	for rows.Next() {
		var k key
		var day db.Day
		var start, end db.Instant
		var breaks shifts.Breaks
		m.OK(rows.Scan(&k.week, &k.employee, &k.sheet, &k.code, &day, &start, &end, &breaks))
		worked := int64(end - start)
		for _, b := range breaks.List() {
			if !b.Paid {
				worked -= int64(b.End - b.Start)
			}
		}
		minutes := (worked + 30_000) / 60_000
		if found[k] == nil {
			found[k], order = new(sums), append(order, k)
		}
		x := found[k]
		x.count, x.minutes = x.count+1, x.minutes+minutes
		x.days[day.Sub(k.week)] += minutes
	}
	m.OK(rows.Err())
	for _, k := range order {
		x := found[k]
		list = append(list, fmt.Sprint(k.week.String(), k.employee, k.sheet, k.code, x.count, x.minutes, x.days))
	}
	return list
}

// slowly is what Worked must give, found by looking at every shift.
func (m *months) slowly(by auth.Actor, r shifts.Range, kinds map[int64]string) (list []shifts.Worked) {
	type week struct {
		employee int64
		week     db.Day
	}
	work, totals, credited := map[week]worktime.Week{}, map[int64]*shifts.Worked{}, map[week]int64{}
	m.OK(m.Shifts.Each(m.Context(), by, shifts.Filter{Rows: 1 << 40, From: r.From, To: r.To, EmployeeID: r.EmployeeID, Aged: true},
		func(s shifts.Shift) error {
			key := week{s.EmployeeID, s.Day.Week()}
			x, column := work[key], worktime.ColumnOf(kinds[s.BankCodeID])
			x.Hours.Add(column, s.Minutes)
			x.Days[s.Day.Weekday()].Add(column, s.Minutes)
			work[key] = x
			if totals[s.EmployeeID] == nil {
				totals[s.EmployeeID] = &shifts.Worked{EmployeeID: s.EmployeeID}
			}
			totals[s.EmployeeID].Shifts++
			return nil
		}))
	m.OK(leaverequests.EachLive(m.Context(), m.DB, 0, 1<<60, m.Admin.Visible, func(l leaverequests.LeaveSpan) {
		if l.Approved && m.limits.Counts(kinds[l.BankCodeID]) {
			leaverequests.Days(l.Start, l.End, m.zone, r.From, r.To,
				func(day db.Day, minutes int64) { credited[week{l.EmployeeID, day.Week()}] += minutes })
		}
	}))
	for key, one := range work {
		one.Credited = credited[key]
		h, x := one.Paid(m.limits), totals[key.employee]
		m.long = m.long || h.Overtime > one.Hours.Overtime
		x.Regular, x.Evening, x.Emergency, x.Overtime = x.Regular+h.Regular, x.Evening+h.Evening, x.Emergency+h.Emergency, x.Overtime+h.Overtime
	}
	for _, id := range slices.Sorted(maps.Keys(totals)) {
		list = append(list, *totals[id])
	}
	return list
}

func (m *months) kinds() map[int64]string {
	rows, err := m.DB.Query(m.Context(), `SELECT id, type FROM bank_codes`)
	m.OK(err)
	defer rows.Close()
	kinds := map[int64]string{}
	for rows.Next() {
		var id int64
		var kind string
		m.OK(rows.Scan(&id, &kind))
		kinds[id] = kind
	}
	m.OK(rows.Err())
	return kinds
}

// TestWeeks shows that the sums kept of each week are what its shifts add up to whatever is done to them, and that the
// summary read from them is what looking at each shift finds (W3, W12), whatever the limits of overtime are.
func TestWeeks(t *testing.T) {
	for _, norm := range labourstandards.All() {
		limits := norm.Overtime.Limits
		limits.Weekly /= 2 // so that overtime is not rare
		t.Run(norm.ID, func(t *testing.T) { testWeeks(t, limits) })
	}
}

func testWeeks(t *testing.T, limits labourstandards.Limits) {
	each(t, func(t *testing.T, w *world) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		m := newMonths(w, seed, limits)
		m.rest()
		kinds := m.kinds()
		for range 8 {
			for range 40 {
				m.step()
			}
			if kept, looked := m.sums(sumsKept), m.looked(); !slices.Equal(kept, looked) {
				t.Fatalf("kept %q\nlooked up %q", kept, looked)
			}
			for i := range 12 {
				from := m.first.Add(m.IntN(monthDays) - 5)
				r := shifts.Range{From: from, To: from.Add([]int{m.IntN(7), m.IntN(monthDays), 6, 13}[i%4])}
				if i%4 > 1 {
					r.From, r.To = r.From.Week(), r.From.Week().Add(r.To.Sub(r.From)) // whole weeks
				}
				by := []auth.Actor{w.Admin, w.Boss, w.Ann}[m.IntN(3)]
				if m.IntN(3) == 0 {
					r.EmployeeID = m.owners()[m.IntN(3)]
				}
				got, err := m.periods.Worked(t.Context(), by, r)
				w.OK(err)
				slices.SortFunc(got, func(a, b shifts.Worked) int { return int(a.EmployeeID - b.EmployeeID) })
				for i := range got {
					got[i].Name = ""
				}
				if want := m.slowly(by, r, kinds); !slices.Equal(got, want) {
					t.Fatalf("%s to %s, employee %d:\n got %+v\nwant %+v", r.From, r.To, r.EmployeeID, got, want)
				}
			}
		}
		if n := w.Count("SELECT COUNT(*) FROM shifts WHERE archived_at IS NOT NULL"); n == 0 || !m.long {
			t.Error("nothing was deleted, or nobody worked long: the test has shown too little")
		}
	})
}

// TestWeeks_of_an_older_database shows that the migration adds up what is there already.
func TestWeeks_of_an_older_database(t *testing.T) {
	text, err := os.ReadFile("../../../db/migrations/00086_weekdays_and_answers.sql")
	if err != nil {
		t.Fatal(err)
	}
	filling := regexp.MustCompile(`(?s)INSERT INTO shift_weeks.*?;`).FindAllString(string(text), 2) // for SQLite and for PostgreSQL
	each(t, func(t *testing.T, w *world) {
		m := newMonths(w, 5, labourstandards.Quebec().Overtime.Limits)
		for range 150 {
			m.step()
		}
		w.OK(w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if _, err := tx.Exec(ctx, "DELETE FROM shift_weeks"); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, filling[map[db.Dialect]int{db.SQLite: 0, db.Postgres: 1}[tx.Dialect()]])
			return err
		}))
		if kept, looked := m.sums(sumsKept), m.looked(); len(kept) < 8 || !slices.Equal(kept, looked) {
			t.Errorf("filled %q\nlooked up %q", kept, looked)
		}
	})
}
