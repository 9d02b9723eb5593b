package shifts

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Approve approves one shift by itself, or withdraws that approval (Shift.Decide). A comment stands in the shift's history.
func (s *Service) Approve(ctx context.Context, by auth.Actor, id int64, expect *int64, d timesheets.Decision) (sh Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, _, err := lockLine(ctx, tx, by, id, func(sheet int64) (timesheets.Timesheet, error) {
			return timesheets.Lock(ctx, tx, by, sheet)
		})
		if err != nil {
			return err
		}
		if expect != nil && *expect != old.Version {
			return errs.Stale()
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

// table is where shifts lie. The totals of their weeks follow them, and a sheet does not move where its shifts would overlap
// those of the other employee (W10).
var table = timesheets.LineTable{
	Name: "shifts", Kind: "shift", ErrApproved: ErrApproved, CheckMove: checkMove,
	BeforeLeave: func(ctx context.Context, tx *db.Tx, sheet int64) error {
		return adjustWeekTotals(ctx, tx, -1, "timesheet_id", sheet)
	},
	AfterMove: func(ctx context.Context, tx *db.Tx, sheet int64) error {
		return adjustWeekTotals(ctx, tx, +1, "timesheet_id", sheet)
	},
}

// Lines lets shifts follow their timesheet, for timesheets.NewService.
func Lines() timesheets.Lines { return table }

func checkMove(ctx context.Context, tx *db.Tx, sheet, toEmployee int64) error {
	overlaps, err := overlapsOnSheet(ctx, tx, sheet, toEmployee)
	if err == nil && overlaps {
		return fieldsError(errs.Fields{{Field: "employee_id", Code: "overlap",
			Detail: "The employee has other shifts in the time of this timesheet."}})
	}
	return err
}
