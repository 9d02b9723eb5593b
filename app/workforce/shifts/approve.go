package shifts

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Approve approves one shift by itself, or withdraws that approval (Shift.Decide). A comment is kept in the shift's history.
func (s *Service) Approve(ctx context.Context, by auth.Actor, id int64, expect *int64, d timesheets.Decision) (sh Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, _, err := table.Lock(ctx, tx, by, id, expect)
		if err != nil {
			return err
		}
		if sh, err = old.Decide(by, d); err != nil || sh == old && (d.Comment == nil || old.SheetApproved) {
			return err
		}
		sh, err = s.saveDecision(ctx, tx, by, old, sh, d)
		return err
	})
	return sh, err
}

func (s *Service) saveDecision(ctx context.Context, tx *db.Tx, by auth.Actor, old, decided Shift, d timesheets.Decision) (Shift, error) {
	sh, err := setApproved(ctx, tx, decided, s.at())
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

// Lines returns the shifts as lines of a timesheet, for timesheets.NewService.
func Lines() timesheets.Lines { return table }

func checkMove(ctx context.Context, tx *db.Tx, sheet, toEmployee int64) error {
	overlaps, err := overlapsOnSheet(ctx, tx, sheet, toEmployee)
	if err == nil && overlaps {
		return fieldsError(errs.Fields{{Field: "employee_id", Code: "overlap",
			Detail: "The employee has other shifts in the time of this timesheet."}})
	}
	return err
}
