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

// Approval is what approving a period did (W6).
type Approval struct {
	Period   Period
	At       db.Instant // when: with who approved, it names exactly what was approved now
	Approved []int64    // the sheets approved now, by id
	Already  []int64    // those that were approved before
	Skipped  []Skip
}

// Skip is a sheet that was left alone.
type Skip struct {
	TimesheetID int64
	Reason      string // OwnTimesheet, NotHandedIn or Outdated
}

// OwnTimesheet is the reason for which a sheet is skipped: nobody approves their own time, unless admin (C11).
const OwnTimesheet = "own_timesheet"

// Approve approves every timesheet with activity in the period in the actor's scope, in one transaction: all of them or
// none (W6). Own sheets are skipped, and listed as such.
func (s *Service) Approve(ctx context.Context, by auth.Actor, p Period) (Approval, error) {
	return s.approveMatching(ctx, by, p, func(sheets []candidate) Approval { return classify(p, sheets) })
}

// approveMatching lets choose say which of the candidates to approve, as sort does, with all of them locked.
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
			return nil // nothing was written, so there is nothing to keep (C12)
		}
		if err := audit.Record(ctx, tx, audit.Entry{
			At: a.At, Who: by.Who(), Action: "approved", Kind: "pay_period", RecordID: p.Name(),
			Changes: audit.Changes{"timesheets_approved": {nil, len(a.Approved)}},
		}); err != nil {
			return err
		}
		return notifications.Notify(ctx, tx, notifications.Event{At: a.At, By: by, Kind: notifications.PeriodApproved, IDs: a.Approved,
			Data: notifications.Data{Period: p.Start}})
	})
	return a, err
}

// candidate is a sheet with activity that the actor can see.
type candidate struct {
	id         int64
	version    int64
	approved   bool
	submitted  bool
	approvable bool
	approvedAt db.Instant
	approvedBy string // person id
}

// lockCandidates reads the candidates under lock: what was read before the lock may have changed while it was waited for.
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
	if tx.Dialect() == db.SQLite { // the only writer: nothing changed
		return before, nil
	}
	now, err := listCandidates(ctx, tx, by, p)
	return slices.DeleteFunc(now, func(c candidate) bool {
		_, ok := slices.BinarySearch(locked, c.id)
		return !ok
	}), err
}

// classify puts each candidate where it belongs; Approved are those still to be approved.
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
