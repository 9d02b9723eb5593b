package dbtest

import (
	"context"
	"fmt"

	"presence/db"
)

// AddUp computes the totals of weeks, the days of blocks of ids, and which lines are open again, for tests that insert or change lines
// without the feature. All blocks count as changed.
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
	if err != nil {
		return err
	}
	for _, s := range []string{
		`DELETE FROM day_blocks WHERE name <> 'leave_requests'`,
		`INSERT INTO day_blocks (name, block, first_day, last_day) SELECT 'shifts', id / 1000, MIN(day), MAX(day) FROM shifts GROUP BY id / 1000`,
		`INSERT INTO day_blocks (name, block, first_day, last_day)
			SELECT 'expenses', id / 1000, MIN(day), MAX(day) FROM expenses GROUP BY id / 1000`,
		`INSERT INTO day_blocks (name, block, first_day, last_day) SELECT 'timesheets', sheet / 1000, MIN(day), MAX(day) FROM (
			SELECT timesheet_id AS sheet, day FROM shifts UNION ALL SELECT timesheet_id, day FROM expenses
			UNION ALL SELECT id, '9999-12-31' FROM timesheets UNION ALL SELECT id, '0001-01-01' FROM timesheets) l GROUP BY sheet / 1000`,
		`UPDATE day_blocks SET last_change = 1000000`,
		`DELETE FROM open_lines`,
		`INSERT INTO open_lines (name, id) SELECT 'shifts', l.id FROM shifts l JOIN timesheets t ON t.id = l.timesheet_id
			WHERE NOT l.is_approved AND NOT t.is_approved`,
		`INSERT INTO open_lines (name, id) SELECT 'expenses', l.id FROM expenses l JOIN timesheets t ON t.id = l.timesheet_id
			WHERE NOT l.is_approved AND NOT t.is_approved`,
	} {
		if _, err := tx.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
