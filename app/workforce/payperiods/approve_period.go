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
	At       db.Instant     // when; the page that confirms it finds by it what StandingApprovals returns
	Approved []SheetVersion // the sheets that this call approved, sorted by id, in the versions that it made of them: see UndoApproval
	Already  []int64        // the sheets that were approved before
	Skipped  []Skip
}

// approvalPlan is what an approval is to do with each of the candidates that it is about.
type approvalPlan struct {
	approve []candidate
	already []int64 // the sheets that are approved
	skipped []Skip
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
	return s.approveMatching(ctx, by, p, planApproval)
}

// approveMatching locks the candidates, and approves those that plan returns to be approved.
func (s *Service) approveMatching(ctx context.Context, by auth.Actor, p Period, plan func([]candidate) approvalPlan) (Approval, error) {
	a := Approval{Period: p}
	if !by.Approver() {
		return a, errs.Forbidden("not_an_approver", "Only admin, payroll and supervisors approve a period.")
	}
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		sheets, err := lockCandidates(ctx, tx, by, p)
		if err != nil {
			return err
		}
		todo := plan(sheets)
		a = Approval{Period: p, At: db.InstantOf(s.now()), Already: todo.already, Skipped: todo.skipped}
		ids, err := timesheets.ApproveAll(ctx, tx, by, a.At, idsOfCandidates(todo.approve))
		if err != nil {
			return err
		}
		a.Approved = approvedVersions(todo.approve, ids)
		if len(ids) == 0 {
			return nil // nothing was written, so there is nothing to audit (C12)
		}
		if err := audit.Record(ctx, tx, audit.Entry{
			At: a.At, Who: by.Who(), Action: "approved", Kind: "pay_period", RecordID: p.Name(),
			Changes: audit.Changes{"timesheets_approved": {nil, len(ids)}},
		}); err != nil {
			return err
		}
		records, err := timesheets.Records(ctx, tx, ids...)
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
	locked := idsOfCandidates(before)
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

// planApproval plans to approve all candidates that are not approved, and that the actor may approve.
func planApproval(sheets []candidate) (p approvalPlan) {
	for _, c := range sheets {
		switch {
		case c.approved:
			p.already = append(p.already, c.id)
		case !c.approvable:
			p.skipped = append(p.skipped, Skip{c.id, OwnTimesheet})
		default:
			p.approve = append(p.approve, c)
		}
	}
	return p
}

func idsOfCandidates(sheets []candidate) []int64 {
	ids := make([]int64, len(sheets))
	for i, c := range sheets {
		ids[i] = c.id
	}
	return ids
}

// approvedVersions returns those of the candidates, which were locked, that have been approved, in the order of the candidates. An approval
// makes one version of a sheet.
func approvedVersions(sheets []candidate, approved []int64) (list []SheetVersion) {
	for _, c := range sheets {
		if _, is := slices.BinarySearch(approved, c.id); is {
			list = append(list, SheetVersion{c.id, c.version + 1})
		}
	}
	return list
}
