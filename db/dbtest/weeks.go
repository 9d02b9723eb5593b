package dbtest

import (
	"context"

	"presence/db"
)

// AddUp computes the totals of weeks again, for tests that insert shifts without the feature.
func AddUp(ctx context.Context, tx *db.Tx) error {
	if _, err := tx.Exec(ctx, `DELETE FROM shift_weeks`); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO shift_weeks (week, employee_id, timesheet_id, bank_code_id, shifts, minutes)
		SELECT week, employee_id, timesheet_id, bank_code_id, COUNT(*), CAST(SUM(minutes) AS BIGINT) FROM shifts
		WHERE archived_at IS NULL GROUP BY week, employee_id, timesheet_id, bank_code_id`)
	return err
}
