package payperiods

import (
	"context"
	"database/sql"
	"errors"

	"presence/db"
)

// readDays are the minutes of each day of the period, by employee: one index, read at each employee's days.
func readDays(ctx context.Context, q db.Queryer, p Period, people []Employee) (map[int64]*[periodDays]int64, error) {
	number := make(map[string]int, periodDays) // fourteen days, read thousands of times
	for i := range periodDays {
		number[p.Start.Add(i).String()] = i
	}
	days := make(map[int64]*[periodDays]int64, len(people))
	//nolint:sqlclosecheck // drain closes them
	rows, err := q.Query(ctx, `SELECT employee_id, day, CAST(SUM(minutes) AS BIGINT) FROM shifts
		WHERE archived_at IS NULL AND employee_id IN (`+q.Dialect().IDs("$1")+`) AND day BETWEEN $2 AND $3
		GROUP BY employee_id, day`, db.IDs(idsOf(people)), p.Start, p.End)
	if err != nil {
		return nil, err
	}
	var employee, minutes int64
	var day sql.RawBytes
	return days, db.ForEachRow(rows, func() error {
		if err := rows.Scan(&employee, &day, &minutes); err != nil {
			return err
		}
		if days[employee] == nil {
			days[employee] = new([periodDays]int64)
		}
		days[employee][number[string(day)]] = minutes
		return nil
	})
}

// readSpans are the shifts of some people dated in a stretch of days, by employee.
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

// oldestWeek is the first week with a shift or an expense in it; none before there is any.
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
