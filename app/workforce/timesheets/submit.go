package timesheets

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// Submit submits the sheet and notifies its approvers (Timesheet.Submit), unless a line lacks what the company requires of it.
func (s *Service) Submit(ctx context.Context, by auth.Actor, id int64, expect *int64) (Timesheet, error) {
	return s.apply(ctx, by, id, expect, transition{action: "submitted", notify: notifications.Event{Kind: notifications.SheetSubmitted},
		check: func(ctx context.Context, tx *db.Tx, t Timesheet) error {
			for _, l := range s.lines {
				if err := l.CheckSubmit(ctx, tx, t); err != nil {
					return err
				}
			}
			return nil
		},
		do: func(t Timesheet) (Timesheet, error) { return t.Submit(by, s.at()) }})
}

// Withdraw withdraws the submission of a sheet (Timesheet.Withdraw).
func (s *Service) Withdraw(ctx context.Context, by auth.Actor, id int64, expect *int64) (Timesheet, error) {
	return s.apply(ctx, by, id, expect, transition{action: "submission_withdrawn",
		do: func(t Timesheet) (Timesheet, error) { return t.Withdraw(by) }})
}

// Return returns a submitted sheet to its owner, who is notified (Timesheet.Return).
func (s *Service) Return(ctx context.Context, by auth.Actor, id int64, expect *int64, comment string) (Timesheet, error) {
	returned := notifications.Event{Kind: notifications.SheetChanged, Data: notifications.Data{Change: notifications.SheetReturned}}
	return s.apply(ctx, by, id, expect, transition{action: "returned", notify: returned,
		do: func(t Timesheet) (Timesheet, error) { return t.Return(by, comment, s.at()) }})
}

// transition is a change of a sheet's state, with its audit action and notification.
type transition struct {
	action string              // its name in the audit log
	notify notifications.Event // without a Kind, no one is notified
	do     func(Timesheet) (Timesheet, error)

	check func(ctx context.Context, tx *db.Tx, t Timesheet) error // of what the transition depends on beside the sheet; nil: nothing
}

// apply loads the sheet at the version that the caller expects (nil: any), applies the transition, and saves, audits and
// notifies of the result. A transition that changes nothing writes nothing. It fails with errs.KindRateLimited if the actor changes
// their own sheets too often.
func (s *Service) apply(ctx context.Context, by auth.Actor, id int64, expect *int64, x transition) (t Timesheet, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := loadVersion(ctx, tx, by, id, expect)
		if err != nil {
			return err
		}
		if t, err = x.do(before); err != nil || t == before {
			return err
		}
		if x.check != nil {
			if err := x.check(ctx, tx, before); err != nil {
				return err
			}
		}
		if t.EmployeeID == by.EmployeeID {
			if wait := s.changes.Take(by.PersonID, s.now()); wait > 0 {
				return errs.TooManyChanges(ratelimit.Seconds(wait))
			}
		}
		t, err = saveAudited(ctx, tx, stamp{by, s.at()}, x.action, before, t)
		if err != nil || x.notify.Kind == "" {
			return err
		}
		x.notify.At, x.notify.By = s.at(), by
		x.notify.Records = []notifications.Record{{ID: id, EmployeeID: t.EmployeeID, Period: t.PeriodStart}}
		return notifications.Notify(ctx, tx, x.notify)
	})
	return t, err
}

// saveAudited saves the changed sheet and writes an audit entry with the differences.
func saveAudited(ctx context.Context, tx *db.Tx, by stamp, action string, before, after Timesheet) (Timesheet, error) {
	saved, err := save(ctx, tx, after, by.at)
	if err != nil {
		return before, err
	}
	return saved, recordAudit(ctx, tx, by, action, audit.Diff(before, saved), saved.ID)
}
