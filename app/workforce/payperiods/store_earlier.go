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
	waiting := func(condition string) string { // each is found by an index of its own
		return "SELECT COALESCE(t.period_start, (SELECT MIN(l.week) FROM " + shifts + "), (SELECT MIN(l.week) FROM " + expenses + `)) AS begins
			FROM timesheets t WHERE t.archived_at IS NULL AND t.aged_at IS NULL AND ` + condition + " AND " + shown + " AND " + approvable +
			" AND (t.period_start < $1 OR t.period_start IS NULL)" +
			" AND (EXISTS (SELECT 1 FROM " + shifts + ") OR EXISTS (SELECT 1 FROM " + expenses + "))"
	}
	return db.Collect(func(row db.Row) (w waitingSheets, err error) {
		err = row.Scan(&w.day, &w.sheets)
		return w, err
	})(q.Query(ctx, "SELECT begins, COUNT(*) FROM ("+waiting(timesheets.HandedInCondition)+" UNION ALL "+waiting(timesheets.ReopenedCondition)+
		") waiting WHERE begins < $1 GROUP BY begins ORDER BY begins LIMIT 2", append(append([]any{before}, args...), more...)...))
}
