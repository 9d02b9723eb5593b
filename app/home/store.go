package home

import (
	"context"

	"presence/app/auth"
	"presence/db"
)

// waiting is what of one period waits for the actor's approval.
type waiting struct {
	sheets   int
	oldest   db.Instant // when the sheet that waits longest was handed in
	expenses int        // on these sheets
	cents    int64      // of them
}

// waitingFor reads the sheets of a period that are handed in, not approved, and the actor's to approve.
func waitingFor(ctx context.Context, q db.Queryer, actor auth.Actor, period db.Day) (w waiting, err error) {
	var where db.Where
	where.And("t.period_start = ? AND t.archived_at IS NULL AND NOT t.is_approved AND t.submitted_at > 0", period)
	where.Scope("t.employee_id", actor.Approvable)
	err = q.QueryRow(ctx, `SELECT COUNT(*), COALESCE(MIN(sheet.submitted_at), 0), CAST(COALESCE(SUM(sheet.n), 0) AS BIGINT), CAST(COALESCE(SUM(sheet.cents), 0) AS BIGINT)
		FROM (SELECT t.submitted_at,
				(SELECT COUNT(*) FROM expenses x WHERE x.timesheet_id = t.id AND x.archived_at IS NULL) AS n,
				(SELECT CAST(COALESCE(SUM(x.amount), 0) AS BIGINT) FROM expenses x WHERE x.timesheet_id = t.id AND x.archived_at IS NULL) AS cents
			FROM employees e JOIN timesheets t ON t.employee_id = e.id WHERE `+where.String()+`) sheet`, where.Args()...).
		Scan(&w.sheets, &w.oldest, &w.expenses, &w.cents)
	return w, err
}

// saveProbe writes the one row of the table that shows whether storage takes writes.
func saveProbe(ctx context.Context, tx *db.Tx, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO storage_probe (id, written_at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`, at)
	return err
}
