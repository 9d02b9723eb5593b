package shifts

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Approve approves one shift by itself, or withdraws that approval; an approved shift cannot change (W7). On a sheet
// that is approved the shift is approved already, and only the sheet's approval can be withdrawn. What is said with
// the decision stands in the shift's history.
func (s *Service) Approve(ctx context.Context, by auth.Actor, id int64, expect *int64, d timesheets.Decision) (sh Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var sheet timesheets.Timesheet
		sh, sheet, err = lockLine(ctx, tx, by, id, func(sheet int64) (timesheets.Timesheet, error) {
			return timesheets.Lock(ctx, tx, by, sheet)
		})
		switch {
		case err != nil:
			return err
		case expect != nil && *expect != sh.Version:
			return errs.Stale()
		case !timesheets.MayApprove(by, sh.EmployeeID):
			return timesheets.ErrOwnApproval()
		case sheet.Approved && !d.Approved:
			return timesheets.ErrApproved()
		case sheet.Approved, sh.Approved == d.Approved && d.Comment == nil:
			return nil
		}
		sh, err = s.decide(ctx, tx, by, sh, d)
		return err
	})
	return sh, err
}

func (s *Service) decide(ctx context.Context, tx *db.Tx, by auth.Actor, old Shift, d timesheets.Decision) (Shift, error) {
	sh, err := setApproved(ctx, tx, old, d.Approved, s.at())
	if err != nil {
		return sh, err
	}
	changes := audit.Diff(old, sh)
	if d.Comment != nil {
		changes["supervisor_comment"] = [2]any{nil, *d.Comment}
	}
	action := "approval_withdrawn"
	if d.Approved {
		action = "approved"
	}
	return sh, s.recordAudit(ctx, tx, by, action, sh, changes)
}

// Lines lets shifts follow their timesheet, for timesheets.NewService.
type Lines struct{}

// ArchiveLines implements timesheets.Lines: a shift that is approved by itself keeps its sheet in place (W7).
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

// MoveLines implements timesheets.Lines: shifts that would overlap the other employee's refuse the move (W10), and so does
// one that is approved by itself, since whoever approved it may not approve it for the other employee (C11).
func (Lines) MoveLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet timesheets.Timesheet, employeeID int64, at db.Instant) error {
	if approved, err := anyApproved(ctx, tx, sheet.ID); err != nil {
		return err
	} else if approved {
		return ErrApproved()
	}
	overlaps, err := overlapsOnSheet(ctx, tx, sheet.ID, employeeID)
	if err != nil {
		return err
	}
	if overlaps {
		return fieldsError(errs.Fields{{Field: "employee_id", Code: "overlap", Detail: "The employee has other shifts in the time of this timesheet."}})
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
	return "shifts", n, err
}

func auditEach(ctx context.Context, tx *db.Tx, by auth.Actor, at db.Instant, action string, sheet int64, ids []int64, changes audit.Changes) error {
	entries := make([]audit.Entry, len(ids))
	for i, id := range ids {
		entries[i] = auditEntry(by, at, action, id, sheet, changes)
	}
	return audit.Record(ctx, tx, entries...)
}
