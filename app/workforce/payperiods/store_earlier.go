package payperiods

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// waitingSheets counts the timesheets that wait for a person, of a period or of a week.
type waitingSheets struct {
	day    db.Day // the first of the period or of the week
	sheets int
}

// waitingBefore returns the timesheets with a shift or an expense that wait for the actor and whose period begins before a day: those of
// the oldest period come first. A timesheet that was created without a period counts in the first week with an entry, so that one period
// has at most two rows. Only these are returned.
func waitingBefore(ctx context.Context, q db.Queryer, by auth.Actor, before db.Day) ([]waitingSheets, error) {
	shown, args := CrewFilter{}.scope(by)("t.employee_id", 2)
	approvable, more := by.Approvable("t.employee_id", 2+len(args))
	const shifts = "shifts l WHERE l.timesheet_id = t.id AND l.archived_at IS NULL"
	const expenses = "expenses l WHERE l.timesheet_id = t.id AND l.archived_at IS NULL"
	return db.Collect(func(row db.Row) (w waitingSheets, err error) {
		err = row.Scan(&w.day, &w.sheets)
		return w, err
	})(q.Query(ctx, `SELECT begins, COUNT(*) FROM (
			SELECT COALESCE(t.period_start, (SELECT MIN(l.week) FROM `+shifts+`), (SELECT MIN(l.week) FROM `+expenses+`)) AS begins
			FROM timesheets t WHERE NOT t.is_approved AND t.archived_at IS NULL AND t.aged_at IS NULL AND `+timesheets.WaitingCondition+`
				AND `+shown+` AND `+approvable+` AND (EXISTS (SELECT 1 FROM `+shifts+`) OR EXISTS (SELECT 1 FROM `+expenses+`))) waiting
		WHERE begins < $1 GROUP BY begins ORDER BY begins LIMIT 2`, append(append([]any{before}, args...), more...)...))
}

// exportedBetween returns the first days of the periods that payroll has exported, from a day until before another.
func exportedBetween(ctx context.Context, q db.Queryer, from, before db.Day) (map[db.Day]bool, error) {
	rows, err := q.Query(ctx, `SELECT DISTINCT period_start FROM payroll_exports
		WHERE withdrawn_at IS NULL AND period_start >= $1 AND period_start < $2`, from, before)
	if err != nil {
		return nil, err
	}
	exported := map[db.Day]bool{}
	return exported, db.ForEachRow(rows, func() error {
		var start db.Day
		err := rows.Scan(&start)
		exported[start] = true
		return err
	})
}

// hasExports reports whether payroll has ever exported a period.
func hasExports(ctx context.Context, q db.Queryer) (found bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM payroll_exports)`).Scan(&found)
	return found, err
}

// approvedSheets counts the timesheets with activity in a week, and those of them that are approved.
type approvedSheets struct{ all, approved int }

// approvedByWeek counts the timesheets of each week from a day until before another.
func approvedByWeek(ctx context.Context, q db.Queryer, from, before db.Day) (map[db.Day]approvedSheets, error) {
	rows, err := q.Query(ctx, `SELECT a.week, COUNT(*), COUNT(CASE WHEN t.is_approved THEN 1 END) FROM (
			SELECT timesheet_id, week FROM shift_weeks WHERE shifts > 0 AND week >= $1 AND week < $2
			UNION SELECT timesheet_id, week FROM expenses WHERE archived_at IS NULL AND week >= $1 AND week < $2) a
		JOIN timesheets t ON t.id = a.timesheet_id WHERE t.archived_at IS NULL GROUP BY a.week`, from, before)
	if err != nil {
		return nil, err
	}
	weeks := map[db.Day]approvedSheets{}
	return weeks, db.ForEachRow(rows, func() error {
		var week db.Day
		var n approvedSheets
		err := rows.Scan(&week, &n.all, &n.approved)
		weeks[week] = n
		return err
	})
}
