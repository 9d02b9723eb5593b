package timesheets

import (
	"context"

	"presence/db"
)

// KeepOpen keeps the ids of lines that are approved neither by themselves nor with their sheet in open_lines, by which lists find them: of
// the lines l of a table that meet a condition, whose placeholders begin with $2. It is called after lines were added and after a line or
// a sheet was decided about, in the same transaction. Lines that are archived stay as they are.
func KeepOpen(ctx context.Context, tx *db.Tx, table, condition string, args ...any) error {
	args = append([]any{table}, args...)
	of := " FROM " + table + " l JOIN timesheets t ON t.id = l.timesheet_id WHERE " + condition
	if _, err := tx.Exec(ctx, "DELETE FROM open_lines WHERE name = $1 AND id IN (SELECT l.id"+of+" AND (l.is_approved OR t.is_approved))",
		args...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO open_lines (name, id) SELECT $1, l.id"+of+
		" AND NOT l.is_approved AND NOT t.is_approved ON CONFLICT (name, id) DO NOTHING", args...)
	return err
}

// keepOpenOn is KeepOpen for all lines of sheets.
func keepOpenOn(ctx context.Context, tx *db.Tx, sheets []int64) error {
	for _, table := range []string{"shifts", "expenses"} {
		if err := KeepOpen(ctx, tx, table, "l.timesheet_id IN ("+tx.Dialect().IDs("$2")+")", db.IDs(sheets)); err != nil {
			return err
		}
	}
	return nil
}
