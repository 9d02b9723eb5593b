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

// SelectedSheet is a sheet as a person saw it.
type SelectedSheet struct{ ID, Version int64 }

// Selection is the sheets that a person selected, with the versions that the page showed.
type Selection struct {
	Sheets    []SelectedSheet
	Submitted bool // only those that are still submitted
}

// The reasons for which a chosen sheet is skipped.
const (
	NotHandedIn = "not_submitted" // it was taken back meanwhile
	Outdated    = "outdated"      // it is not what the person saw: something on it was changed or decided meanwhile
)

// ApproveSelected approves those of the chosen sheets that Approve would and that are still what the person saw, in one
// transaction.
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

// WithdrawSelected takes the approval of the chosen sheets back and gives their ids; what was approved stays known (W7).
func (s *Service) WithdrawSelected(ctx context.Context, by auth.Actor, p Period, sheets []int64) ([]int64, error) {
	return s.withdrawMatching(ctx, by, p, func(x candidate) bool { return slices.Contains(sheets, x.id) })
}

// UndoApproval takes back exactly what the actor approved at that moment and what still stands so, and gives the sheets' ids.
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
			if x.approved && x.approvable && those(x) {
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

// StandingApprovals are the sheets that the actor approved at that moment and that still stand so, by id.
func (s *Service) StandingApprovals(ctx context.Context, by auth.Actor, p Period, at db.Instant) (ids []int64, err error) {
	sheets, err := listCandidates(ctx, s.db, by, p)
	for _, x := range sheets {
		if x.approved && x.approvedAt == at && x.approvedBy == by.PersonID {
			ids = append(ids, x.id)
		}
	}
	return ids, err
}
