package dbtest

import (
	"context"
	"fmt"

	"presence/db"
)

// AddUp computes the totals of weeks again, for tests that insert shifts without the feature.
func AddUp(ctx context.Context, tx *db.Tx) error {
	if _, err := tx.Exec(ctx, `DELETE FROM shift_weeks`); err != nil {
		return err
	}
	columns, sums := "week, employee_id, timesheet_id, bank_code_id, shifts, minutes", ""
	for n, day := range []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"} {
		columns += ", " + day
		sums += fmt.Sprintf(", CAST(SUM(CASE WHEN %s = %d THEN minutes ELSE 0 END) AS BIGINT)", tx.Dialect().Weekday("day"), n)
	}
	_, err := tx.Exec(ctx, "INSERT INTO shift_weeks ("+columns+") SELECT week, employee_id, timesheet_id, bank_code_id, COUNT(*), "+
		"CAST(SUM(minutes) AS BIGINT)"+sums+` FROM shifts WHERE archived_at IS NULL GROUP BY week, employee_id, timesheet_id, bank_code_id`)
	return err
}
