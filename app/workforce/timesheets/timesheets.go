// Package timesheets keeps the sheets that hold a person's shifts and expenses: who may write to one, when it is
// submitted, approved and locked, and what an approval covered (W6a, W7, W8, C11).
package timesheets

import (
	"unicode/utf8"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Timesheet is one sheet of one employee.
type Timesheet struct {
	ID          int64
	EmployeeID  int64
	PeriodStart db.Day // first day of the pay period of a sheet kept by the staff pages (W6a); zero for the API's own
	Approved    bool   // locks the sheet's shifts and expenses (W7)
	ApprovedAt  db.Instant
	ApprovedBy  string     // person id, empty while not approved
	SubmittedAt db.Instant // zero while the owner has not handed it in
	ReturnedAt  db.Instant // when the approver sent it back; zero once it is submitted or approved again
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

// New is what a sheet is made of.
type New struct {
	EmployeeID int64
	Approved   bool // only from who may approve the employee's time (W8)
}

// Changes names the fields to change; nil leaves one as it is.
type Changes struct {
	EmployeeID *int64 // payroll and admin: the sheet and its lines become this employee's
	Approved   *bool  // as Decision does
}

// Decision approves a sheet or a line, or withdraws the approval (W7).
type Decision struct {
	Approved bool
	Comment  *string // nil leaves the supervisor's comment as it is
}

// maxComment bounds a supervisor's comment, in characters.
const maxComment = 1000

// ValidateComment finds what is wrong with a supervisor's comment.
func ValidateComment(faults *errs.Fields, comment string) {
	if utf8.RuneCountInString(comment) > maxComment {
		faults.Add("supervisor_comment", "length", "Expected at most 1000 characters.")
		return
	}
	faults.Lines("supervisor_comment", errs.CleanLines(comment))
}

// MayApprove reports whether by may approve the time of an employee whose records are in by's scope: nobody approves the
// own, unless admin (C11).
func MayApprove(by auth.Actor, employeeID int64) bool {
	return by.Role == auth.Admin || by.EmployeeID != employeeID
}

// ErrOwnApproval refuses the approval of the own time.
func ErrOwnApproval() error {
	return errs.Forbidden("own_approval", "Nobody approves their own time.")
}

// ErrNotApprover refuses an approval that stands in the body of a create or an update of the own record (W8).
func ErrNotApprover() error {
	return errs.Forbidden("approval_not_allowed", "Only who may approve this record can set its approval.")
}

// ErrApproved refuses a change of what an approval covers (W7).
func ErrApproved() error {
	return errs.Conflict("timesheet_approved", "The timesheet is approved: its approval must be withdrawn before anything on it changes.")
}
