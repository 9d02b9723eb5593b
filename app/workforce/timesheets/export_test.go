package timesheets

import (
	"context"

	"presence/db"
)

// Drift is how an approved sheet differs from what its approval covers: never, if the guards hold.
func Drift(ctx context.Context, d *db.DB, id int64) (changes []LineChange, err error) {
	err = d.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		var text string
		var withdrawn bool
		err := q.QueryRow(ctx, `SELECT content, withdrawn_at IS NOT NULL FROM timesheet_approvals WHERE timesheet_id = $1 ORDER BY id DESC LIMIT 1`,
			id).Scan(&text, &withdrawn)
		if err != nil || withdrawn {
			return db.IgnoreNoRows(err)
		}
		covered, err := decodeSnapshot(text)
		if err != nil {
			return err
		}
		now, err := liveLines(ctx, q, []int64{id})
		changes = diffLines(covered, now[id])
		return err
	})
	return changes, err
}
