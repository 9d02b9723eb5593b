package timesheets

import (
	"context"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Submit hands the sheet in: its owner, or payroll in the owner's place (W6a). What is handed in already stays so.
func (s *Service) Submit(ctx context.Context, by auth.Actor, id int64, expect *int64) (t Timesheet, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if t, err = s.loadForSubmission(ctx, tx, by, id, expect); err != nil || t.SubmittedAt != 0 {
			return err
		}
		before := t
		if t, err = setSubmitted(ctx, tx, id, s.at()); err != nil {
			return err
		}
		if err := recordAudit(ctx, tx, by, s.at(), "submitted", audit.Diff(before, t), id); err != nil {
			return err
		}
		return notify(ctx, tx, by, s.at(), notifications.SheetSubmitted, "", id)
	})
	return t, err
}

// Withdraw takes a sheet back that was handed in; an approved one is a 409 (W6a).
func (s *Service) Withdraw(ctx context.Context, by auth.Actor, id int64, expect *int64) (t Timesheet, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if t, err = s.loadForSubmission(ctx, tx, by, id, expect); err != nil || t.SubmittedAt == 0 {
			return err
		}
		t, err = withdrawSubmission(ctx, tx, by, t, s.at())
		return err
	})
	return t, err
}

// Return sends a sheet that was handed in back to its owner, with the reason: whoever may approve it does so instead
// (C11). It waits for nobody then, until its owner hands it in again.
func (s *Service) Return(ctx context.Context, by auth.Actor, id int64, expect *int64, comment string) (t Timesheet, err error) {
	var faults errs.Fields
	comment = strings.TrimSpace(comment)
	if comment == "" {
		faults.Add("supervisor_comment", "required", "Say what has to change.")
	}
	ValidateComment(&faults, comment)
	if err := faults.Err(); err != nil {
		return t, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := loadVersion(ctx, tx, by, id, expect)
		switch {
		case err != nil:
			return err
		case !MayApprove(by, before.EmployeeID):
			return ErrOwnApproval()
		case before.Approved:
			return ErrApproved()
		case before.SubmittedAt == 0:
			return errs.Conflict("not_submitted", "The timesheet is not handed in: there is nothing to send back.")
		}
		if t, err = setReturned(ctx, tx, id, comment, s.at()); err != nil {
			return err
		}
		if err := recordAudit(ctx, tx, by, s.at(), "returned", audit.Diff(before, t), id); err != nil {
			return err
		}
		return notify(ctx, tx, by, s.at(), notifications.SheetChanged, notifications.SheetReturned, id)
	})
	return t, err
}

// loadForSubmission is the sheet that the actor hands in or takes back.
func (s *Service) loadForSubmission(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect *int64) (Timesheet, error) {
	t, err := loadVersion(ctx, tx, by, id, expect)
	switch {
	case err != nil:
		return t, err
	case t.EmployeeID != by.EmployeeID && !by.SeesAll():
		return t, errs.Forbidden("not_owner", "A timesheet is handed in and taken back by its owner.")
	case t.Approved:
		return t, ErrApproved()
	}
	return t, nil
}
