// Package leaverequests stores requests for leave: what a request must contain, the transitions between its statuses (W9), and
// how many minutes of it fall on which day. Approved leave counts toward the weekly limit of overtime and has lines in the payroll
// export (W3, W13).
package leaverequests

import (
	"slices"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/db"
)

// Types are the values of leave_type.
var Types = []string{"Sick", "Vacation", "Unpaid", "Bereavement", "Parental", "Legal"}

// Statuses are the values of approval_status: True is approved, False and Denied are refused (W9). They are called statuses, and
// not states, as in the API and the table.
var Statuses = []string{Approved, Refused, Pending, Denied, Cancelled, Escalated}

// The values of approval_status in the API.
const (
	Approved  = "True"
	Refused   = "False"
	Pending   = "Pending"
	Denied    = "Denied"
	Cancelled = "Cancelled"
	Escalated = "Escalated"
)

const maxComment = 2000 // characters

// LeaveRequest is a request of one employee for leave from one time to another.
type LeaveRequest struct {
	ID             int64
	EmployeeID     int64
	BankCodeID     int64  // of category leave
	LeaveType      string // one of Types
	Start, End     db.Instant
	Comment        string
	ApprovalStatus string // one of Statuses
	CreatedAt      db.Instant
	UpdatedAt      db.Instant
	Version        int64
	EmployeeName   string // set by queryNamed only
}

// AuditFields implements audit.Auditable.
func (r LeaveRequest) AuditFields() audit.Fields {
	return audit.Fields{
		"id": r.ID, "employee_id": r.EmployeeID, "bank_code_id": r.BankCodeID, "leave_type": r.LeaveType,
		"start_date_time": r.Start.String(), "end_date_time": r.End.String(), "comment": r.Comment, "approval_status": r.ApprovalStatus,
	}
}

// New is the input for a new request. An empty ApprovalStatus is Pending.
type New struct {
	EmployeeID     int64
	BankCodeID     int64
	LeaveType      string
	Start, End     db.Instant
	Comment        string
	ApprovalStatus string
}

// Changes are the new values of a request's fields; nil leaves a field as it is.
type Changes struct {
	EmployeeID     *int64
	BankCodeID     *int64
	LeaveType      *string
	Start, End     *db.Instant
	Comment        *string
	ApprovalStatus *string
}

// Decision is a new status for a request, with an optional comment (W7).
type Decision struct {
	Status  string  // one of Statuses
	Comment *string // nil leaves the comment as it is
}

// Validate trims the comment and returns every error that shows without the database (W9).
func (n *New) Validate() errs.Fields {
	var faults errs.Fields
	checkID(&faults, "employee_id", n.EmployeeID)
	checkID(&faults, "bank_code_id", n.BankCodeID)
	if !slices.Contains(Types, n.LeaveType) {
		faults.Add("leave_type", "not_allowed", "Expected one of Sick, Vacation, Unpaid, Bereavement, Parental, Legal.")
	}
	if n.Start == 0 {
		faults.Add("start_date_time", "required", "This field is required.")
	}
	if n.End == 0 {
		faults.Add("end_date_time", "required", "This field is required.")
	}
	if n.Start != 0 && n.End != 0 && n.Start >= n.End {
		faults.Add("end_date_time", "not_after_start", "The end must come after the start.")
	}
	n.Comment = errs.CleanLines(n.Comment)
	checkComment(&faults, n.Comment)
	checkStatus(&faults, n.ApprovalStatus)
	return faults
}

func checkID(faults *errs.Fields, field string, id int64) {
	if id < 1 {
		faults.Add(field, "required", "Expected the number of a record, at least 1.")
	}
}

func checkComment(faults *errs.Fields, comment string) {
	if utf8.RuneCountInString(comment) > maxComment {
		faults.Add("comment", "length", "Expected at most 2000 characters.")
		return
	}
	faults.Lines("comment", errs.CleanLines(comment))
}

func checkStatus(faults *errs.Fields, status string) {
	if !slices.Contains(Statuses, status) {
		faults.Add("approval_status", "not_allowed", "Expected one of True, False, Pending, Denied, Cancelled, Escalated.")
	}
}

// withChanges returns r with the changes, for validation as a whole.
func (r LeaveRequest) withChanges(c Changes) New {
	n := New{EmployeeID: r.EmployeeID, BankCodeID: r.BankCodeID, LeaveType: r.LeaveType, Start: r.Start, End: r.End,
		Comment: errs.Readable(r.Comment), ApprovalStatus: r.ApprovalStatus}
	change.Set(&n.EmployeeID, c.EmployeeID)
	change.Set(&n.BankCodeID, c.BankCodeID)
	change.Set(&n.LeaveType, c.LeaveType)
	change.Set(&n.Start, c.Start)
	change.Set(&n.End, c.End)
	change.Set(&n.Comment, c.Comment)
	change.Set(&n.ApprovalStatus, c.ApprovalStatus)
	return n
}

// approvedContent returns the fields that an approval covers.
func (n New) approvedContent() New {
	n.Comment, n.ApprovalStatus = "", ""
	return n
}
