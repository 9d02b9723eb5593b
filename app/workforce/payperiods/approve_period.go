package payperiods

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Approval is the result of approving a period (W6).
type Approval struct {
	Period   Period
	At       db.Instant // the time of approval; UndoApproval finds the sheets by it
	Approved []int64    // the sheets that this call approved, sorted by id
	Already  []int64    // the sheets that were approved before
	Skipped  []Skip
}

// Skip is a sheet that was not approved.
type Skip struct {
	TimesheetID int64
	Reason      string // OwnTimesheet, NotHandedIn or Outdated
}

// OwnTimesheet is the reason to skip the actor's own sheet: only administrators approve their own time (C11).
const OwnTimesheet = "own_timesheet"

// Approve approves every timesheet with activity in the period in the actor's scope, in one transaction (W6). It skips the
// actor's own sheets and lists them in Skipped.
func (s *Service) Approve(ctx context.Context, by auth.Actor, p Period) (Approval, error) {
	return s.approveMatching(ctx, by, p, func(sheets []candidate) Approval { return classify(p, sheets) })
}

// approveMatching locks the candidates, and approves those that choose returns in Approval.Approved.
func (s *Service) approveMatching(ctx context.Context, by auth.Actor, p Period, choose func([]candidate) Approval) (Approval, error) {
	a := Approval{Period: p}
	if !by.Approver() {
		return a, errs.Forbidden("not_an_approver", "Only admin, payroll and supervisors approve a period.")
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		sheets, err := lockCandidates(ctx, tx, by, p)
		if err != nil {
			return err
		}
		a = choose(sheets)
		a.At = db.InstantOf(s.now())
		if a.Approved, err = timesheets.ApproveAll(ctx, tx, by, a.At, a.Approved); err != nil {
			return err
		}
		if len(a.Approved) == 0 {
			return nil // nothing was written, so there is nothing to audit (C12)
		}
		if err := audit.Record(ctx, tx, audit.Entry{
			At: a.At, Who: by.Who(), Action: "approved", Kind: "pay_period", RecordID: p.Name(),
			Changes: audit.Changes{"timesheets_approved": {nil, len(a.Approved)}},
		}); err != nil {
			return err
		}
		records, err := timesheets.Records(ctx, tx, a.Approved...)
		if err != nil {
			return err
		}
		return notifications.Notify(ctx, tx, notifications.Event{At: a.At, By: by, Kind: notifications.PeriodApproved, Records: records,
			Data: notifications.Data{Period: p.Start}})
	})
	return a, err
}

// candidate is a timesheet that the actor may see and that has at least one line in the period.
type candidate struct {
	id         int64
	version    int64
	approved   bool
	submitted  bool
	approvable bool
	approvedAt db.Instant
	approvedBy string // id of a person
}

// lockCandidates locks the candidates and reads them again, because they may have changed while it waited for the lock.
func lockCandidates(ctx context.Context, tx *db.Tx, by auth.Actor, p Period) ([]candidate, error) {
	before, err := listCandidates(ctx, tx, by, p)
	if err != nil {
		return nil, err
	}
	locked := make([]int64, len(before))
	for i, c := range before {
		locked[i] = c.id
	}
	if err := timesheets.LockAll(ctx, tx, locked); err != nil {
		return nil, err
	}
	if tx.Dialect().OneWriter() { // the only writer: nothing changed
		return before, nil
	}
	now, err := listCandidates(ctx, tx, by, p)
	return slices.DeleteFunc(now, func(c candidate) bool {
		_, ok := slices.BinarySearch(locked, c.id)
		return !ok
	}), err
}

// classify divides the candidates into those to approve (Approved), those that are approved already, and those to skip.
func classify(p Period, sheets []candidate) Approval {
	a := Approval{Period: p}
	for _, c := range sheets {
		switch {
		case c.approved:
			a.Already = append(a.Already, c.id)
		case !c.approvable:
			a.Skipped = append(a.Skipped, Skip{c.id, OwnTimesheet})
		default:
			a.Approved = append(a.Approved, c.id)
		}
	}
	return a
}
