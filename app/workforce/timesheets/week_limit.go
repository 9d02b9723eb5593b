package timesheets

import (
	"context"
	"fmt"

	"presence/app/platform/errs"
	"presence/db"
)

// MaxInWeek is how many shifts, and how many expenses, an employee has in a week at most, however many timesheets they are on. Files that
// payroll imports may bring more.
const MaxInWeek = 200

// LineDay is where a line is in time, and whose it is.
type LineDay struct {
	EmployeeID int64
	Day        db.Day
}

// sameWeek reports whether a line stays in the week of its employee.
func (d LineDay) sameWeek(old LineDay) bool {
	return d.EmployeeID == old.EmployeeID && !old.Day.IsZero() && d.Day.Week() == old.Day.Week()
}

// CheckWeek adds an error of a field if the week to which a line comes has as many as it may have. old is where the line was, zero for one
// that is new or was deleted. The employee must be locked.
func (t LineTable[L]) CheckWeek(ctx context.Context, tx *db.Tx, faults *errs.Fields, field string, old, at LineDay) error {
	if at.Day.IsZero() || at.sameWeek(old) {
		return nil
	}
	counts, err := t.InWeeks(ctx, tx, at.EmployeeID, at.Day, at.Day)
	if counts[at.Day.Week()] >= MaxInWeek {
		AddWeekFull(faults, field)
	}
	return err
}

// AddWeekFull adds the error of a field whose week has as many lines as it may have.
func AddWeekFull(faults *errs.Fields, field string) {
	faults.Add(field, "too_many_in_week", fmt.Sprintf("An employee has at most %d shifts and %d expenses in a week.", MaxInWeek, MaxInWeek))
}
