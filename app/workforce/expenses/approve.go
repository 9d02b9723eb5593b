package expenses

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Approve approves one expense by itself, or withdraws that approval; an approved expense cannot change (W7). On a
// sheet that is approved the expense is approved already, and only the sheet's approval can be withdrawn.
func (s *Service) Approve(ctx context.Context, by auth.Actor, id int64, expect *int64, d timesheets.Decision) (e Expense, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var sheet timesheets.Timesheet
		e, sheet, err = lockLine(ctx, tx, by, id, func(sheet int64) (timesheets.Timesheet, error) {
			return timesheets.Lock(ctx, tx, by, sheet)
		})
		switch {
		case err != nil:
			return err
		case expect != nil && *expect != e.Version:
			return errs.Stale()
		case !timesheets.MayApprove(by, e.EmployeeID):
			return timesheets.ErrOwnApproval()
		case sheet.Approved && !d.Approved:
			return timesheets.ErrApproved()
		}
		c := Changes{Comment: d.Comment}
		if !sheet.Approved {
			c.Approved = &d.Approved
		}
		n := e.withChanges(c)
		if err := n.Validate().Err(); err != nil || !n.changesDecision(e) {
			return err
		}
		e, err = s.saveChanges(ctx, tx, by, e, e.EmployeeID, n)
		return err
	})
	return e, err
}

// Lines lets expenses follow their timesheet, for timesheets.NewService.
type Lines struct{}

// ArchiveLines implements timesheets.Lines: an expense that is approved by itself keeps its sheet in place (W7).
func (Lines) ArchiveLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet timesheets.Timesheet, at db.Instant) error {
	if approved, err := anyApproved(ctx, tx, sheet.ID); err != nil {
		return err
	} else if approved {
		return ErrApproved()
	}
	ids, err := archiveOnSheet(ctx, tx, sheet.ID, at)
	if err != nil {
		return err
	}
	return auditEach(ctx, tx, by, at, "archived", sheet.ID, ids, nil)
}

// MoveLines implements timesheets.Lines: an expense that is approved by itself keeps its sheet with its employee, since
// whoever approved it may not approve it for the other one (C11).
func (Lines) MoveLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet timesheets.Timesheet, employeeID int64, at db.Instant) error {
	if approved, err := anyApproved(ctx, tx, sheet.ID); err != nil {
		return err
	} else if approved {
		return ErrApproved()
	}
	ids, err := moveOnSheet(ctx, tx, sheet.ID, employeeID, at)
	if err != nil {
		return err
	}
	return auditEach(ctx, tx, by, at, "updated", sheet.ID, ids, audit.Changes{"employee_id": {sheet.EmployeeID, employeeID}})
}

// AgeLines implements timesheets.Lines.
func (Lines) AgeLines(ctx context.Context, tx *db.Tx, sheets []int64, at db.Instant) (name string, n int64, err error) {
	n, err = setAged(ctx, tx, sheets, at)
	return "expenses", n, err
}

func auditEach(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, action string, sheet int64, ids []int64, changes audit.Changes) error {
	entries := make([]audit.Entry, len(ids))
	for i, id := range ids {
		entries[i] = auditEntry(by, at, action, id, sheet, changes)
	}
	return audit.Record(ctx, tx, entries...)
}
