package home

import (
	"context"

	"presence/db"
)

// waitingSheets summarizes the sheets that wait for approval.
type waitingSheets struct {
	oldest   db.Instant // when the one that waits longest was submitted; 0: none is submitted, they changed since their approval
	expenses int        // on these sheets
	cents    int64      // of them
}

// summarizeWaiting reads the sheets with these ids.
func summarizeWaiting(ctx context.Context, q db.Queryer, sheets []int64) (w waitingSheets, err error) {
	err = q.QueryRow(ctx, `SELECT COALESCE(MIN(sheet.submitted_at), 0), CAST(COALESCE(SUM(sheet.n), 0) AS BIGINT), CAST(COALESCE(SUM(sheet.cents), 0) AS BIGINT)
		FROM (SELECT t.submitted_at,
				(SELECT COUNT(*) FROM expenses x WHERE x.timesheet_id = t.id AND x.archived_at IS NULL) AS n,
				(SELECT CAST(COALESCE(SUM(x.amount), 0) AS BIGINT) FROM expenses x WHERE x.timesheet_id = t.id AND x.archived_at IS NULL) AS cents
			FROM timesheets t WHERE t.id IN (`+q.Dialect().IDs("$1")+`)) sheet`, db.IDs(sheets)).
		Scan(&w.oldest, &w.expenses, &w.cents)
	return w, err
}

// saveProbe writes the one row of the table that shows whether storage takes writes.
func saveProbe(ctx context.Context, tx *db.Tx, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO storage_probe (id, written_at) VALUES (1, $1) ON CONFLICT (id)
	DO UPDATE SET written_at = excluded.written_at`, at)
	return err
}
