package timesheets

import (
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// The transitions of a timesheet are pure functions: each returns the changed sheet, or the error why it cannot change. The service
// saves the result.

// Submit submits the sheet, by its owner, or by payroll on the owner's behalf (W6a). A submitted sheet stays as it is.
func (t Timesheet) Submit(by auth.Actor, at db.Instant) (Timesheet, error) {
	if err := t.checkSubmitter(by); err != nil || t.SubmittedAt != 0 {
		return t, err
	}
	t.SubmittedAt, t.ReturnedAt = at, 0
	return t, nil
}

// Withdraw withdraws the submission, by the same actors as Submit; a sheet that is not submitted stays as it is (W6a).
func (t Timesheet) Withdraw(by auth.Actor) (Timesheet, error) {
	if err := t.checkSubmitter(by); err != nil {
		return t, err
	}
	t.SubmittedAt = 0
	return t, nil
}

func (t Timesheet) checkSubmitter(by auth.Actor) error {
	switch {
	case t.EmployeeID != by.EmployeeID && !by.SeesAll():
		return errs.Forbidden("not_owner", "Only the timesheet’s owner can submit or recall it.")
	case t.Approved:
		return ErrApproved()
	}
	return nil
}

// Return returns a submitted sheet to its owner with a reason, which must not be empty (C11). Until it is submitted again it is
// in no approver's queue.
func (t Timesheet) Return(by auth.Actor, comment string, at db.Instant) (Timesheet, error) {
	var invalid errs.Fields
	comment = strings.TrimSpace(comment)
	if comment == "" {
		invalid.Add("supervisor_comment", "required", "Say what has to change.")
	}
	ValidateComment(&invalid, comment)
	switch {
	case len(invalid) > 0:
		return t, invalid.Err()
	case !MayApprove(by, t.EmployeeID):
		return t, ErrOwnApproval()
	case t.Approved:
		return t, ErrApproved()
	case t.SubmittedAt == 0:
		return t, errs.Conflict("not_submitted", "This timesheet hasn’t been submitted, so there’s nothing to send back.")
	}
	t.SubmittedAt, t.ReturnedAt, t.Comment = 0, at, comment
	return t, nil
}

// UndoReturn restores a sheet that was returned: submitted at the given time, with the comment it had then.
func (t Timesheet) UndoReturn(by auth.Actor, submitted db.Instant, comment string) (Timesheet, error) {
	if !MayApprove(by, t.EmployeeID) {
		return t, ErrOwnApproval()
	}
	t.SubmittedAt, t.ReturnedAt, t.Comment = submitted, 0, comment
	return t, nil
}

// Decide approves the sheet, which locks its lines, or withdraws the approval, and sets the comment if the decision has one
// (W7). Only administrators decide about their own sheets (C11).
func (t Timesheet) Decide(by auth.Actor, d Decision, at db.Instant) (Timesheet, error) {
	if !MayApprove(by, t.EmployeeID) {
		return t, ErrOwnApproval()
	}
	if d.Comment != nil {
		t.Comment = *d.Comment
	}
	switch {
	case d.Approved && !t.Approved:
		t.Approved, t.ApprovedAt, t.ApprovedBy, t.ReturnedAt = true, at, by.PersonID, 0
	case !d.Approved:
		t.Approved, t.ApprovedAt, t.ApprovedBy = false, 0, ""
	}
	return t, nil
}

// Edit returns the sheet after a change of its lines: it fails for an approved sheet (W7), and a change by the owner withdraws
// the submission, so that only submitted content is approved (W6a).
func (t Timesheet) Edit(by auth.Actor) (Timesheet, error) {
	if t.Approved {
		return t, ErrApproved()
	}
	if t.EmployeeID == by.EmployeeID {
		t.SubmittedAt = 0
	}
	return t, nil
}

// MoveTo moves the sheet to another employee. Only payroll and admin may do so, and only while it is not approved.
func (t Timesheet) MoveTo(by auth.Actor, employeeID int64) (Timesheet, error) {
	switch {
	case !by.SeesAll():
		return t, errs.Forbidden("move_not_allowed", "Only payroll can move this timesheet to someone else.")
	case t.Approved:
		return t, ErrApproved()
	}
	t.EmployeeID = employeeID
	return t, nil
}

// CheckArchive fails for an approved sheet (W7).
func (t Timesheet) CheckArchive() error {
	if t.Approved {
		return ErrApproved()
	}
	return nil
}
