// Package timesheets stores the sheets that contain a person's shifts and expenses: who may change a sheet, when it is
// submitted, approved and locked, and what an approval covered (W6a, W7, W8, C11).
package timesheets

import (
	"unicode/utf8"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Timesheet is one sheet of an employee.
type Timesheet struct {
	ID          int64
	EmployeeID  int64
	PeriodStart db.Day // for a sheet of the staff pages, the first day of its pay period (W6a); zero for a sheet created by the API
	Approved    bool   // locks the sheet's shifts and expenses (W7)
	ApprovedAt  db.Instant
	ApprovedBy  string     // id of a person; empty while not approved
	SubmittedAt db.Instant // zero while it is not submitted
	ReturnedAt  db.Instant // when the approver returned it; zero after it was submitted or approved again
	Comment     string     // the supervisor's
	Version     int64
	UpdatedAt   db.Instant
}

// AuditFields implements audit.Auditable.
func (t Timesheet) AuditFields() audit.Fields {
	submitted := any(nil)
	if t.SubmittedAt != 0 {
		submitted = t.SubmittedAt.String()
	}
	return audit.Fields{"id": t.ID, "employee_id": t.EmployeeID, "is_approved": t.Approved, "submitted_at": submitted,
		"supervisor_comment": t.Comment}
}

// New is the input for a new sheet.
type New struct {
	EmployeeID int64
	Approved   bool // allowed only for those who may approve the employee's time (W8)
}

// Changes are the new values of a sheet's fields; nil leaves a field as it is.
type Changes struct {
	EmployeeID *int64 // moves the sheet with its lines to this employee; payroll and admin only
	Approved   *bool  // like Decision
}

// Decision approves a sheet or a line, or withdraws the approval (W7).
type Decision struct {
	Approved bool
	Comment  *string // nil leaves the supervisor's comment as it is
}

// maxComment is the maximum length of a supervisor's comment, in characters.
const maxComment = 1000

// ValidateID adds an error if an id is not positive.
func ValidateID(faults *errs.Fields, field string, id int64) {
	if id < 1 {
		faults.Add(field, "out_of_range", "Expected a number of at least 1.")
	}
}

// ValidateComment adds an error if a supervisor's comment is invalid.
func ValidateComment(faults *errs.Fields, comment string) {
	if utf8.RuneCountInString(comment) > maxComment {
		faults.Add("supervisor_comment", "length", "Expected at most 1000 characters.")
		return
	}
	faults.Lines("supervisor_comment", errs.CleanLines(comment))
}

// MayApprove reports whether by may approve the time of an employee in their scope: only administrators approve their
// own (C11).
func MayApprove(by auth.Actor, employeeID int64) bool {
	return by.Role == auth.Admin || by.EmployeeID != employeeID
}

// ErrOwnApproval returns the error for approving one's own time.
func ErrOwnApproval() error {
	return errs.Forbidden("own_approval", "You can’t approve your own hours.")
}

// ErrNotApprover returns the error for a create or update that approves the caller's own record (W8).
func ErrNotApprover() error {
	return errs.Forbidden("approval_not_allowed", "Only who may approve this record can set its approval.")
}

// ErrApproved returns the error for changing what an approval covers (W7).
func ErrApproved() error {
	return errs.Conflict("timesheet_approved", "The timesheet is approved and locked.")
}
