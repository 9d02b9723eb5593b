package payperiods

import (
	"context"
	"slices"

	"presence/app/audit"
	"presence/app/auth"
	"presence/app/errs"
	"presence/app/timesheets"
	"presence/db"
)

// Choice is what a person ticked on the board: sheets by id.
type Choice struct {
	Sheets    []int64
	Submitted bool // only those that are still handed in: what changed since the person looked is skipped
}

// NotHandedIn is the reason for which a chosen sheet is skipped: it was taken back meanwhile.
const NotHandedIn = "not_submitted"

// ApproveChosen approves those of the chosen sheets that Approve would, in one transaction.
func (s *Service) ApproveChosen(ctx context.Context, actor auth.Actor, p Period, c Choice) (Approval, error) {
	return s.approveThose(ctx, actor, p, func(sheets []candidate) Approval {
		sheets = slices.DeleteFunc(sheets, func(x candidate) bool { return !slices.Contains(c.Sheets, x.id) })
		a := sort(p, slices.DeleteFunc(slices.Clone(sheets), c.late))
		for _, x := range sheets {
			if c.late(x) {
				a.Skipped = append(a.Skipped, Skip{x.id, NotHandedIn})
			}
		}
		return a
	})
}

func (c Choice) late(x candidate) bool { return c.Submitted && !x.submitted && !x.approved }

// Withdraw takes the approval of the chosen sheets back and gives their ids; what was approved stays known (W7).
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, p Period, sheets []int64) ([]int64, error) {
	return s.withdrawThose(ctx, actor, p, func(x candidate) bool { return slices.Contains(sheets, x.id) })
}

// Undo takes back exactly what the actor approved at that moment and what still stands so, and gives the sheets' ids.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, p Period, at db.Instant) ([]int64, error) {
	return s.withdrawThose(ctx, actor, p, func(x candidate) bool {
		return x.approvedAt == at && x.approvedBy == actor.PersonID
	})
}

func (s *Service) withdrawThose(ctx context.Context, actor auth.Actor, p Period, those func(candidate) bool) (ids []int64, err error) {
	if !actor.Approver() {
		return nil, errs.Denied("not_an_approver", "Only admin, payroll and supervisors decide on a period.")
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		sheets, err := lockActive(ctx, tx, actor, p)
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
		if ids, err = timesheets.WithdrawAll(ctx, tx, actor, at, ids); err != nil || len(ids) == 0 {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{
			At: at, Who: actor.Who(), Action: "approval_withdrawn", Kind: "pay_period", RecordID: p.Name(),
			Changes: audit.Changes{"timesheets_withdrawn": {nil, len(ids)}},
		})
	})
	return ids, err
}

// Made are the sheets that the actor approved at that moment and that still stand so, by id.
func (s *Service) Made(ctx context.Context, actor auth.Actor, p Period, at db.Instant) (ids []int64, err error) {
	sheets, err := active(ctx, s.db, actor, p)
	for _, x := range sheets {
		if x.approved && x.approvedAt == at && x.approvedBy == actor.PersonID {
			ids = append(ids, x.id)
		}
	}
	return ids, err
}
