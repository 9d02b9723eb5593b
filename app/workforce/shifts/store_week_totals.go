package shifts

import (
	"context"
	"fmt"
	"strings"

	"presence/db"
)

// Weekdays are the columns of shift_weeks with the minutes of each day of the week.
var Weekdays = [7]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

var (
	weekColumns = "week, employee_id, timesheet_id, bank_code_id, shifts, minutes, " + strings.Join(Weekdays[:], ", ")
	// addWeek is the end of a statement that adds a row to the row of the same week, sheet and code.
	addWeek = " ON CONFLICT (week, employee_id, timesheet_id, bank_code_id) DO UPDATE SET shifts = shift_weeks.shifts + excluded.shifts, " +
		"minutes = shift_weeks.minutes + excluded.minutes" + EachWeekday(", {day} = shift_weeks.{day} + excluded.{day}")
)

// EachWeekday returns a text once for each day of the week, with {day} replaced by the column and {n} by the number of the day.
func EachWeekday(text string) string {
	var out strings.Builder
	for n, day := range Weekdays {
		out.WriteString(strings.NewReplacer("{day}", day, "{n}", fmt.Sprint(n)).Replace(text))
	}
	return out.String()
}

// WeekTotals selects what shift_weeks keeps of the live shifts that meet a condition. weekday is db.Dialect.Weekday of the column day;
// sign is 1 or -1, by which the sums are multiplied.
func WeekTotals(weekday string, sign int, condition string) string {
	sum := fmt.Sprintf(", %d * CAST(SUM(CASE WHEN weekday = {n} THEN minutes ELSE 0 END) AS BIGINT) AS {day}", sign)
	return fmt.Sprintf(`SELECT week, employee_id, timesheet_id, bank_code_id, %d * COUNT(*) AS shifts,
		%d * CAST(SUM(minutes) AS BIGINT) AS minutes`, sign, sign) + EachWeekday(sum) + ` FROM (SELECT week, employee_id, timesheet_id, bank_code_id, minutes, ` + weekday +
		` AS weekday FROM shifts WHERE ` + condition + ` AND archived_at IS NULL) s GROUP BY week, employee_id, timesheet_id, bank_code_id`
}

// adjustWeekTotals adds the live shifts that condition selects, with value as $1, to the totals of their weeks (sign +1) or
// subtracts them (-1). It runs in the transaction that changes them: before a removal and after an addition.
func adjustWeekTotals(ctx context.Context, tx *db.Tx, sign int, condition string, value any) error {
	_, err := tx.Exec(ctx, "INSERT INTO shift_weeks ("+weekColumns+") "+WeekTotals(tx.Dialect().Weekday("day"), sign, condition)+
		" ORDER BY week, employee_id, timesheet_id, bank_code_id"+addWeek, value)
	return err
}

// adjustWeekTotalsOf is adjustWeekTotals for the shifts with these ids.
func adjustWeekTotalsOf(ctx context.Context, tx *db.Tx, sign int, ids []int64) error {
	return adjustWeekTotals(ctx, tx, sign, "id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids))
}

// addToWeekTotals adds a new shift to the totals of its week, like adjustWeekTotals, but without reading the shift.
func addToWeekTotals(ctx context.Context, tx *db.Tx, s Shift) error {
	args := []any{s.Day.Week(), s.EmployeeID, s.TimesheetID, s.BankCodeID, s.Minutes}
	var days [7]int64
	days[s.Day.Weekday()] = s.Minutes
	for _, minutes := range days {
		args = append(args, minutes)
	}
	_, err := tx.Exec(ctx, "INSERT INTO shift_weeks ("+weekColumns+") VALUES ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, $12)"+addWeek,
		args...)
	return err
}
