package timesheets

import (
	"context"
	"slices"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/db"
)

// LineRecord is a shift or an expense.
type LineRecord interface {
	audit.Auditable
	// Keys returns the line's id, the id of its sheet, and its version.
	Keys() (id, sheet, version int64)
	// IsApproved reports whether the line is approved, by itself or with its sheet (W7).
	IsApproved() bool
}

// LineTable describes the table of one kind of line. It reads and locks the lines, and implements Lines: it archives, moves
// and ages them together with their sheet.
type LineTable[L LineRecord] struct {
	Name        string // of the table and in the audit log: "shifts"
	Kind        string // of one line in the audit log and in the error NotFound: "shift"
	Columns     string // the select list that Scan reads; the line has the alias l, its sheet t
	Scan        func(db.Row) (L, error)
	ErrApproved func() error // the error for changing a line that is approved by itself

	// Hooks of the feature; nil for none. Each gets the id of the sheet, whose employee is locked.
	CheckMove   func(ctx context.Context, tx *db.Tx, sheet, toEmployee int64) error // refuses a move to an employee, or a restored sheet
	BeforeLeave func(ctx context.Context, tx *db.Tx, sheet int64) error             // before lines are archived or moved
	AfterMove   func(ctx context.Context, tx *db.Tx, sheet int64) error             // after the lines were moved or restored

	// BeforeSubmit fails with the reason why the lines of a sheet cannot be submitted; nil: they always can.
	BeforeSubmit func(ctx context.Context, tx *db.Tx, sheet Timesheet) error

	// BeforeDelete is called before lines are deleted for good; nil for nothing to do.
	BeforeDelete func(ctx context.Context, tx *db.Tx, ids []int64) error
}

// ArchiveLines implements Lines: it fails if a line is approved by itself (W7).
func (l LineTable[L]) ArchiveLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet Timesheet, at db.Instant) error {
	if err := l.refuseApproved(ctx, tx, sheet.ID); err != nil {
		return err
	}
	if err := call(ctx, tx, l.BeforeLeave, sheet.ID); err != nil {
		return err
	}
	ids, err := l.archiveOnSheet(ctx, tx, sheet.ID, at)
	if err != nil {
		return err
	}
	return recordEach(ctx, tx, by, sheet.EmployeeID, ids, l.entry(by, at, "archived", sheet.ID, nil))
}

// MoveLines implements Lines: it fails if a line is approved by itself, since the person who approved it may not approve it
// for the other employee (C11).
func (l LineTable[L]) MoveLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet Timesheet, employeeID int64, at db.Instant) error {
	if err := l.refuseApproved(ctx, tx, sheet.ID); err != nil {
		return err
	}
	if l.CheckMove != nil {
		if err := l.CheckMove(ctx, tx, sheet.ID, employeeID); err != nil {
			return err
		}
	}
	if err := call(ctx, tx, l.BeforeLeave, sheet.ID); err != nil {
		return err
	}
	ids, err := l.moveOnSheet(ctx, tx, sheet.ID, employeeID, at)
	if err != nil {
		return err
	}
	if err := call(ctx, tx, l.AfterMove, sheet.ID); err != nil {
		return err
	}
	changes := audit.Changes{"employee_id": {sheet.EmployeeID, employeeID}}
	return recordEach(ctx, tx, by, sheet.EmployeeID, ids, l.entry(by, at, "updated", sheet.ID, changes))
}

// AgeLines implements Lines.
func (l LineTable[L]) AgeLines(ctx context.Context, tx *db.Tx, sheets []int64, at db.Instant) (name string, n int64, err error) {
	n, err = l.setAged(ctx, tx, sheets, at)
	return l.Name, n, err
}

// CheckSubmit implements Lines.
func (l LineTable[L]) CheckSubmit(ctx context.Context, tx *db.Tx, sheet Timesheet) error {
	if l.BeforeSubmit == nil {
		return nil
	}
	return l.BeforeSubmit(ctx, tx, sheet)
}

func (l LineTable[L]) refuseApproved(ctx context.Context, tx *db.Tx, sheet int64) error {
	approved, err := l.anyApproved(ctx, tx, sheet)
	if err == nil && approved {
		return l.ErrApproved()
	}
	return err
}

func call(ctx context.Context, tx *db.Tx, hook func(context.Context, *db.Tx, int64) error, sheet int64) error {
	if hook == nil {
		return nil
	}
	return hook(ctx, tx, sheet)
}

// Entry returns an entry of the audit log about a line.
func (l LineTable[L]) Entry(by auth.Actor, at db.Instant, action string, line L, changes audit.Changes) audit.Entry {
	id, sheet, _ := line.Keys()
	entry := l.entry(by, at, action, sheet, changes)
	entry.RecordID = strconv.FormatInt(id, 10)
	return entry
}

// entry returns an entry about a line of the sheet, without the line's id.
func (l LineTable[L]) entry(by auth.Actor, at db.Instant, action string, sheet int64, changes audit.Changes) audit.Entry {
	return audit.Entry{At: at, Who: by.Who(), Action: action, Kind: l.Kind, TimesheetID: sheet, Changes: changes}
}

// recordEach writes the same entry to the audit log for each of the lines, which are the employee's.
func recordEach(ctx context.Context, tx *db.Tx, by auth.Actor, employee int64, lines []int64, entry audit.Entry) error {
	entries := make([]audit.Entry, len(lines))
	for i, id := range lines {
		entries[i] = entry
		entries[i].RecordID = strconv.FormatInt(id, 10)
	}
	return auth.RecordFor(ctx, tx, by, slices.Repeat([]int64{employee}, len(lines)), entries...)
}
