package shifts

import (
	"context"
	"fmt"

	"presence/db"
)

// adjustWeekTotals adds the live shifts that condition selects, with value as $1, to the totals of their weeks (sign +1) or
// subtracts them (-1). It runs in the transaction that changes them: before a removal and after an addition.
func adjustWeekTotals(ctx context.Context, tx *db.Tx, sign int, condition string, value any) error {
	_, err := tx.Exec(ctx, fmt.Sprintf(`INSERT INTO shift_weeks (week, employee_id, timesheet_id, bank_code_id, shifts, minutes)
		SELECT week, employee_id, timesheet_id, bank_code_id, %d * COUNT(*), %d * CAST(SUM(minutes) AS BIGINT) FROM shifts
		WHERE %s AND archived_at IS NULL GROUP BY week, employee_id, timesheet_id, bank_code_id
		ORDER BY week, employee_id, timesheet_id, bank_code_id
		ON CONFLICT (week, employee_id, timesheet_id, bank_code_id) DO UPDATE SET
			shifts = shift_weeks.shifts + excluded.shifts, minutes = shift_weeks.minutes + excluded.minutes`, sign, sign, condition), value)
	return err
}

// adjustWeekTotalsOf is adjustWeekTotals for the shifts with these ids.
func adjustWeekTotalsOf(ctx context.Context, tx *db.Tx, sign int, ids []int64) error {
	return adjustWeekTotals(ctx, tx, sign, "id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids))
}

// addToWeekTotals adds a new shift to the totals of its week, like adjustWeekTotals, but without reading the shift.
func addToWeekTotals(ctx context.Context, tx *db.Tx, s Shift) error {
	_, err := tx.Exec(ctx, `INSERT INTO shift_weeks (week, employee_id, timesheet_id, bank_code_id, shifts, minutes)
	VALUES ($1, $2, $3, $4, 1, $5)
		ON CONFLICT (week, employee_id, timesheet_id, bank_code_id) DO UPDATE SET shifts = shift_weeks.shifts + 1,
			minutes = shift_weeks.minutes + excluded.minutes`,
		s.Day.Week(), s.EmployeeID, s.TimesheetID, s.BankCodeID, s.Minutes)
	return err
}
