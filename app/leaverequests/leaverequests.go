// Package leaverequests keeps the leave people ask for: what a request must hold (W9), and how much of it falls on which
// day, since approved leave counts toward the weekly threshold and has lines in the payroll export (W3, W13).
package leaverequests

import (
	"slices"
	"unicode/utf8"

	"presence/app/errs"
	"presence/db"
)

// Types are the kinds of leave there are.
var Types = []string{"Sick", "Vacation", "Unpaid", "Bereavement", "Parental", "Legal"}

// Statuses are the values of approval_status; True is approved, False and Denied are refused (W9).
var Statuses = []string{Approved, Refused, Pending, Denied, Cancelled, Escalated}

// The values of approval_status as the contract spells them.
const (
	Approved  = "True"
	Refused   = "False"
	Pending   = "Pending"
	Denied    = "Denied"
	Cancelled = "Cancelled"
	Escalated = "Escalated"
)

const maxComment = 2000 // characters

// LeaveRequest is one stretch of leave of one employee.
type LeaveRequest struct {
	ID             int64
	EmployeeID     int64
	BankCodeID     int64  // of categorie leave
	LeaveType      string // one of Types
	Start, End     db.Instant
	Comment        string
	ApprovalStatus string // one of Statuses
	CreatedAt      db.Instant
	UpdatedAt      db.Instant
	Version        int64
}

// New is what a request is made of. An empty ApprovalStatus is Pending.
type New struct {
	EmployeeID     int64
	BankCodeID     int64
	LeaveType      string
	Start, End     db.Instant
	Comment        string
	ApprovalStatus string
}

// Validate tells every fault that shows without the database (W9).
func (n New) Validate() errs.Fields {
	var faults errs.Fields
	if n.EmployeeID < 1 {
		faults.Add("employee_id", "required", "employee_id is required.")
	}
	if n.BankCodeID < 1 {
		faults.Add("bank_code_id", "required", "bank_code_id is required.")
	}
	if !slices.Contains(Types, n.LeaveType) {
		faults.Add("leave_type", "not_allowed", "leave_type is Sick, Vacation, Unpaid, Bereavement, Parental or Legal.")
	}
	if n.Start == 0 {
		faults.Add("start_date_time", "required", "start_date_time is required.")
	}
	if n.End == 0 {
		faults.Add("end_date_time", "required", "end_date_time is required.")
	}
	if n.Start != 0 && n.End != 0 && n.Start >= n.End {
		faults.Add("end_date_time", "not_after_start", "end_date_time must be after start_date_time.")
	}
	if utf8.RuneCountInString(n.Comment) > maxComment {
		faults.Add("comment", "length", "comment has at most 2000 characters.")
	}
	if !slices.Contains(Statuses, n.ApprovalStatus) {
		faults.Add("approval_status", "not_allowed", "approval_status is True, False, Pending, Denied, Cancelled or Escalated.")
	}
	return faults
}

// live tells whether a request with this status still claims its time; refused and cancelled ones do not.
func live(status string) bool {
	return status == Approved || status == Pending || status == Escalated
}
