package payperiods

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/workforce/labourstandards"
	"presence/app/workforce/worktime"
	"presence/db"
)

// dayHours are the minutes of one employee on each day of a period: all of them, and those of the evening and of emergencies. entered
// are the days with work, and those after today with an expense.
type dayHours struct {
	all, late [periodDays]int64
	entered   [periodDays]bool
}

// days returns the hours of each day, by employee. The snapshot must have been read with the days of its weeks.
func (b *snapshot) days() map[int64]*dayHours {
	days := make(map[int64]*dayHours, len(b.people))
	of := func(employee int64) *dayHours {
		d := days[employee]
		if d == nil {
			d = new(dayHours)
			days[employee] = d
		}
		return d
	}
	for _, s := range b.shifts {
		d, late := of(b.sheets[s.sheet].EmployeeID), false
		if c := worktime.ColumnOf(b.codes[s.code].kind); c == worktime.Evening || c == worktime.Emergency {
			late = true
		}
		for n, minutes := range s.days {
			i := 7*s.week + n
			d.all[i] += minutes
			d.entered[i] = d.entered[i] || minutes != 0
			if late {
				d.late[i] += minutes
			}
		}
	}
	for _, x := range b.coming {
		of(x.employee).entered[x.day.Sub(b.period.Start)] = true
	}
	return days
}

// readComing reads the days after today with an expense, of the employees in scope. Days so late are not archived by age.
func readComing(ctx context.Context, q db.Queryer, b *snapshot, r readOptions) error {
	after := r.daysFrom
	if after.IsZero() || !b.period.End.After(after) {
		return nil
	}
	if after.Before(b.period.Start) {
		after = b.period.Start.Add(-1)
	}
	cond, args := r.scope("employee_id", 3)
	rows, err := q.Query(ctx, `SELECT employee_id, day FROM expenses
		WHERE archived_at IS NULL AND aged_at IS NULL AND day > $1 AND day <= $2 AND `+cond, append([]any{after, b.period.End}, args...)...)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		var x coming
		err := rows.Scan(&x.employee, &x.day)
		b.coming = append(b.coming, x)
		return err
	})
}

// readSpans returns the shifts dated from one day to another, by employee.
func readSpans(ctx context.Context, q db.Queryer, from, to db.Day, ids []int64) (map[int64][]labourstandards.Span, error) {
	rows, err := q.Query(ctx, `SELECT employee_id, start_at, end_at FROM shifts
		WHERE archived_at IS NULL AND employee_id IN (`+q.Dialect().IDs("$1")+`) AND day BETWEEN $2 AND $3`, db.IDs(ids), from, to)
	if err != nil {
		return nil, err
	}
	return spansByEmployee(rows)
}

// readWorkedDays returns the shifts of a period of those in a scope, by employee. They are looked up by week, in the index that has all
// that is read of them.
func readWorkedDays(ctx context.Context, q db.Queryer, p Period, scope Scope) (map[int64][]workedDay, error) {
	weeks := p.Weeks()
	cond, args := scope("employee_id", 3)
	rows, err := q.Query(ctx, `SELECT employee_id, day, start_at, end_at, breaks FROM shifts
		WHERE archived_at IS NULL AND week IN ($1, $2) AND `+cond, append([]any{weeks[0], weeks[1]}, args...)...)
	if err != nil {
		return nil, err
	}
	work := map[int64][]workedDay{}
	err = db.ForEachRow(rows, func() error {
		var employee int64
		var w workedDay
		err := rows.Scan(&employee, &w.day, (*int64)(&w.Start), (*int64)(&w.End), (*string)(&w.breaks))
		work[employee] = append(work[employee], w)
		return err
	})
	return work, err
}

// readSpansAround returns the shifts of the week before a period and of the two days after it, of those in a scope, by employee. They are
// looked up as those of readWorkedDays; less is read of them.
func readSpansAround(ctx context.Context, q db.Queryer, p Period, scope Scope) (map[int64][]labourstandards.Span, error) {
	before, after := p.Start.Add(-7), p.End.Add(1)
	cond, args := scope("employee_id", 4)
	rows, err := q.Query(ctx, `SELECT employee_id, start_at, end_at FROM shifts
		WHERE archived_at IS NULL AND week IN ($1, $2) AND day <= $3 AND `+cond, append([]any{before, after, after.Add(1)}, args...)...)
	if err != nil {
		return nil, err
	}
	return spansByEmployee(rows)
}

// spansByEmployee reads rows of an employee's id, and the start and the end of a shift.
func spansByEmployee(rows *sql.Rows) (map[int64][]labourstandards.Span, error) {
	work := map[int64][]labourstandards.Span{}
	err := db.ForEachRow(rows, func() error {
		var employee int64
		var s labourstandards.Span
		err := rows.Scan(&employee, (*int64)(&s.Start), (*int64)(&s.End))
		work[employee] = append(work[employee], s)
		return err
	})
	return work, err
}

func idsOf(people []Employee) []int64 {
	ids := make([]int64, len(people))
	for i, e := range people {
		ids[i] = e.ID
	}
	return ids
}

// oldestWeek returns the first week with a shift or an expense; zero when there is none.
func oldestWeek(ctx context.Context, q db.Queryer) (oldest db.Day, err error) {
	for _, first := range []string{
		`SELECT week FROM shifts WHERE archived_at IS NULL ORDER BY week LIMIT 1`,
		`SELECT week FROM expenses WHERE archived_at IS NULL ORDER BY week LIMIT 1`,
	} {
		var week db.Day
		switch err := q.QueryRow(ctx, first).Scan(&week); {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return oldest, err
		case oldest.IsZero() || week.Before(oldest):
			oldest = week
		}
	}
	return oldest, nil
}
