package payperiods

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// SheetVersion is a timesheet as it was in one version, such as the one that a page showed. No change of a timesheet leaves its version.
type SheetVersion struct{ ID, Version int64 }

// sheetIDs returns the ids of timesheets, in their order.
func sheetIDs(sheets []SheetVersion) []int64 {
	ids := make([]int64, len(sheets))
	for i, s := range sheets {
		ids[i] = s.ID
	}
	return ids
}

// versionsOf returns the versions of timesheets by their ids.
func versionsOf(sheets []SheetVersion) map[int64]int64 {
	versions := make(map[int64]int64, len(sheets))
	for _, s := range sheets {
		versions[s.ID] = s.Version
	}
	return versions
}

// Selection are the sheets that a user selected.
type Selection struct {
	Sheets    []SheetVersion
	Submitted bool // approve only sheets that are still submitted
}

// The reasons to skip a selected sheet.
const (
	NotHandedIn = "not_submitted" // the owner has withdrawn it in the meantime
	Outdated    = "outdated"      // it has another version than the page showed
)

// ApproveSelected approves, in one transaction, the selected sheets that Approve would approve and that still have the version
// that the page showed.
func (s *Service) ApproveSelected(ctx context.Context, by auth.Actor, p Period, c Selection) (Approval, error) {
	versions := versionsOf(c.Sheets)
	return s.approveMatching(ctx, by, p, func(sheets []candidate) approvalPlan {
		var fit []candidate
		var skipped []Skip
		for _, x := range sheets {
			version, selected := versions[x.id]
			switch {
			case !selected:
			case c.Submitted && !x.submitted && !x.approved:
				skipped = append(skipped, Skip{x.id, NotHandedIn})
			case version != x.version && !x.approved:
				skipped = append(skipped, Skip{x.id, Outdated})
			default:
				fit = append(fit, x)
			}
		}
		plan := planApproval(fit)
		plan.skipped = append(plan.skipped, skipped...)
		return plan
	})
}

// WithdrawSelected withdraws the approval of those selected sheets that are approved, and whose time the actor may approve, and
// returns their ids. What was approved stays stored (W7).
func (s *Service) WithdrawSelected(ctx context.Context, by auth.Actor, p Period, sheets []int64) ([]int64, error) {
	return s.withdrawMatching(ctx, by, p, func(x candidate) bool { return slices.Contains(sheets, x.id) })
}

// UndoApproval withdraws the approvals of sheets that the actor gave, except for sheets that have changed since: each is named by the
// version that it had with the approval, which no other approval has. It returns the ids of the sheets.
func (s *Service) UndoApproval(ctx context.Context, by auth.Actor, p Period, approved []SheetVersion) ([]int64, error) {
	versions := versionsOf(approved)
	return s.withdrawMatching(ctx, by, p, func(x candidate) bool {
		return versions[x.id] == x.version && x.approvedBy == by.PersonID
	})
}

func (s *Service) withdrawMatching(ctx context.Context, by auth.Actor, p Period, those func(candidate) bool) (ids []int64, err error) {
	if !by.Approver() {
		return nil, errs.Forbidden("not_an_approver", "Only admin, payroll and supervisors decide on a period.")
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		sheets, err := lockCandidates(ctx, tx, by, p)
		if err != nil {
			return err
		}
		ids = nil
		for _, x := range sheets {
			if those(x) {
				ids = append(ids, x.id)
			}
		}
		at := db.InstantOf(s.now())
		if ids, err = timesheets.WithdrawAll(ctx, tx, by, at, ids); err != nil || len(ids) == 0 {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{
			At: at, Who: by.Who(), Action: "approval_withdrawn", Kind: "pay_period", RecordID: p.Name(),
			Changes: audit.Changes{"timesheets_withdrawn": {nil, len(ids)}},
		})
	})
	return ids, err
}

// StandingApprovals returns the sheets that the actor approved at the instant at and that are still approved, sorted by id, for a page that
// shows them. UndoApproval takes what the page names, and not an instant.
func (s *Service) StandingApprovals(ctx context.Context, by auth.Actor, p Period, at db.Instant) (standing []SheetVersion, err error) {
	sheets, err := listCandidates(ctx, s.db, by, p)
	for _, x := range sheets {
		if x.approvedAt == at && x.approvedBy == by.PersonID {
			standing = append(standing, SheetVersion{x.id, x.version})
		}
	}
	return standing, err
}
