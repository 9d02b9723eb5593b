package timesheets

import (
	"context"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/db"
)

// LineTable is the table of one kind of line. It archives, moves and ages the lines together with their sheet, and implements Lines.
type LineTable struct {
	Name        string       // of the table and in the audit log: "shifts"
	Kind        string       // of one line in the audit log: "shift"
	ErrApproved func() error // why a line that is approved by itself cannot change

	// Hooks of the feature, nil for none. Each gets the id of the sheet; the sheet's employee is locked.
	CheckMove   func(ctx context.Context, tx *db.Tx, sheet, toEmployee int64) error // refuses a move to another employee
	BeforeLeave func(ctx context.Context, tx *db.Tx, sheet int64) error             // before the lines leave their sheet or employee
	AfterMove   func(ctx context.Context, tx *db.Tx, sheet int64) error             // once the lines are the other employee's
}

// ArchiveLines implements Lines: a line that is approved by itself keeps its sheet in place (W7).
func (l LineTable) ArchiveLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet Timesheet, at db.Instant) error {
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
	return recordEach(ctx, tx, ids, l.Entry(by, at, "archived", 0, sheet.ID, nil))
}

// MoveLines implements Lines: a line that is approved by itself keeps its sheet with its employee, since whoever approved it
// may not approve it for the other one (C11).
func (l LineTable) MoveLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet Timesheet, employeeID int64, at db.Instant) error {
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
	return recordEach(ctx, tx, ids, l.Entry(by, at, "updated", 0, sheet.ID, changes))
}

// AgeLines implements Lines.
func (l LineTable) AgeLines(ctx context.Context, tx *db.Tx, sheets []int64, at db.Instant) (name string, n int64, err error) {
	n, err = l.setAged(ctx, tx, sheets, at)
	return l.Name, n, err
}

func (l LineTable) refuseApproved(ctx context.Context, tx *db.Tx, sheet int64) error {
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

// Entry is an entry of the audit log about one line of a sheet.
func (l LineTable) Entry(by auth.Actor, at db.Instant, action string, id, sheet int64, changes audit.Changes) audit.Entry {
	return audit.Entry{At: at, Who: by.Who(), Action: action, Kind: l.Kind, RecordID: strconv.FormatInt(id, 10), TimesheetID: sheet,
		Changes: changes}
}

// recordEach records the same entry for each of the lines.
func recordEach(ctx context.Context, tx *db.Tx, lines []int64, entry audit.Entry) error {
	entries := make([]audit.Entry, len(lines))
	for i, id := range lines {
		entries[i] = entry
		entries[i].RecordID = strconv.FormatInt(id, 10)
	}
	return audit.Record(ctx, tx, entries...)
}
