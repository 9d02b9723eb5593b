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

// SelectedSheet is a sheet with the version that a page showed.
type SelectedSheet struct{ ID, Version int64 }

// Selection are the sheets that a user selected.
type Selection struct {
	Sheets    []SelectedSheet
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
	return s.approveMatching(ctx, by, p, func(sheets []candidate) Approval {
		var fit []candidate
		var skipped []Skip
		for _, x := range sheets {
			i := slices.IndexFunc(c.Sheets, func(seen SelectedSheet) bool { return seen.ID == x.id })
			switch {
			case i < 0:
			case c.Submitted && !x.submitted && !x.approved:
				skipped = append(skipped, Skip{x.id, NotHandedIn})
			case c.Sheets[i].Version != x.version && !x.approved:
				skipped = append(skipped, Skip{x.id, Outdated})
			default:
				fit = append(fit, x)
			}
		}
		a := classify(p, fit)
		a.Skipped = append(a.Skipped, skipped...)
		return a
	})
}

// WithdrawSelected withdraws the approval of those selected sheets that are approved, and whose time the actor may approve, and
// returns their ids. What was approved stays stored (W7).
func (s *Service) WithdrawSelected(ctx context.Context, by auth.Actor, p Period, sheets []int64) ([]int64, error) {
	return s.withdrawMatching(ctx, by, p, func(x candidate) bool { return slices.Contains(sheets, x.id) })
}

// UndoApproval withdraws the approvals that the actor gave at the instant at, except for sheets that have changed since. It
// returns the ids of the sheets.
func (s *Service) UndoApproval(ctx context.Context, by auth.Actor, p Period, at db.Instant) ([]int64, error) {
	return s.withdrawMatching(ctx, by, p, func(x candidate) bool {
		return x.approvedAt == at && x.approvedBy == by.PersonID
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

// StandingApprovals returns the sheets that the actor approved at the instant at and that are still approved, sorted by id.
func (s *Service) StandingApprovals(ctx context.Context, by auth.Actor, p Period, at db.Instant) (ids []int64, err error) {
	sheets, err := listCandidates(ctx, s.db, by, p)
	for _, x := range sheets {
		if x.approvedAt == at && x.approvedBy == by.PersonID {
			ids = append(ids, x.id)
		}
	}
	return ids, err
}
