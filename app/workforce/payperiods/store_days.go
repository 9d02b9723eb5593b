package payperiods

import (
	"context"
	"database/sql"
	"errors"

	"presence/db"
)

// dayHours are the minutes of one employee on each day of a period: all of them, and those of the evening and of emergencies. entered
// are the days with a shift, and those after today with an expense.
type dayHours struct {
	all, late [periodDays]int64
	entered   [periodDays]bool
}

// readDays returns the minutes of each day of the snapshot's period, by employee. It reads one index range for each employee, and
// another one of expenses while the period has days after today.
func readDays(ctx context.Context, q db.Queryer, b *snapshot, today db.Day) (map[int64]*dayHours, error) {
	p := b.period
	number := make(map[string]int, periodDays) // index of the day by its text, which is looked up thousands of times
	for i := range periodDays {
		number[p.Start.Add(i).String()] = i
	}
	days := make(map[int64]*dayHours, len(b.people))
	//nolint:sqlclosecheck // drain closes them
	rows, err := q.Query(ctx, `SELECT employee_id, day, bank_code_id, CAST(SUM(minutes) AS BIGINT) FROM shifts
		WHERE archived_at IS NULL AND employee_id IN (`+q.Dialect().IDs("$1")+`) AND day BETWEEN $2 AND $3
		GROUP BY employee_id, day, bank_code_id
		UNION ALL SELECT employee_id, day, 0, 0 FROM expenses
		WHERE archived_at IS NULL AND employee_id IN (`+q.Dialect().IDs("$1")+`) AND day > $4 AND day BETWEEN $2 AND $3`,
		db.IDs(idsOf(b.people)), p.Start, p.End, today)
	if err != nil {
		return nil, err
	}
	var employee, code, minutes int64
	var day sql.RawBytes
	return days, db.ForEachRow(rows, func() error {
		if err := rows.Scan(&employee, &day, &code, &minutes); err != nil {
			return err
		}
		d, i := days[employee], number[string(day)]
		if d == nil {
			d = new(dayHours)
			days[employee] = d
		}
		d.all[i] += minutes
		d.entered[i] = true
		if c := ColumnOf(b.codes[code].kind); c == Evening || c == Emergency {
			d.late[i] += minutes
		}
		return nil
	})
}

// readSpans returns the shifts dated from one day to another, by employee.
func readSpans(ctx context.Context, q db.Queryer, from, to db.Day, ids []int64) (map[int64][]Span, error) {
	rows, err := q.Query(ctx, `SELECT employee_id, start_at, end_at FROM shifts
		WHERE archived_at IS NULL AND employee_id IN (`+q.Dialect().IDs("$1")+`) AND day BETWEEN $2 AND $3`, db.IDs(ids), from, to)
	if err != nil {
		return nil, err
	}
	work := make(map[int64][]Span, len(ids))
	return work, db.ForEachRow(rows, func() error {
		var employee int64
		var s Span
		err := rows.Scan(&employee, &s.Start, &s.End)
		work[employee] = append(work[employee], s)
		return err
	})
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
