// Package customers keeps the customer records of payroll.
package customers

import (
	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/workforce/employees"
	"presence/db"
)

const (
	maxName      = 100 // characters
	maxResidence = 200 // characters
)

// Customer is one customer's record. It belongs to exactly one person (W17).
type Customer struct {
	ID          int64
	UserID      string // UUID of the person, lower case
	FirstName   string
	LastName    string
	Email       string // lower case
	PhoneNumber int64  // national digits (10), or with the country code (11)
	Residence   string // empty: none
	InvoiceID   int64  // 0: none
	Version     int64
	UpdatedAt   db.Instant
}

// AuditFields implements audit.Auditable.
func (c Customer) AuditFields() audit.Fields {
	return audit.Fields{
		"id": c.ID, "user_id": c.UserID, "first_name": c.FirstName, "last_name": c.LastName, "email": c.Email, "phone_number": c.PhoneNumber,
		"residence": audit.NilIfZero(c.Residence), "invoice_id": audit.NilIfZero(c.InvoiceID),
	}
}

// New is what a customer's record is made of.
type New struct {
	UserID      string
	FirstName   string
	LastName    string
	Email       string
	PhoneNumber int64
	Residence   string // empty: none
	InvoiceID   int64  // 0: none
}

// Changes names the fields to change; nil leaves one as it is.
type Changes struct {
	UserID      *string
	FirstName   *string
	LastName    *string
	Email       *string
	PhoneNumber *int64
	Residence   *string // empty: none
	InvoiceID   *int64  // 0: none
}

// Validate cleans n and finds every fault of it.
func (n *New) Validate() errs.Fields {
	return Changes{UserID: &n.UserID, FirstName: &n.FirstName, LastName: &n.LastName, Email: &n.Email, PhoneNumber: &n.PhoneNumber,
		Residence: &n.Residence, InvoiceID: &n.InvoiceID}.Validate()
}

// Validate cleans the fields that are named and finds every fault that shows in them alone. What a customer shares with
// an employee is held to the same rules.
func (c Changes) Validate() errs.Fields {
	var faults errs.Fields
	employees.CleanUserID(&faults, c.UserID)
	employees.CleanText(&faults, "first_name", c.FirstName, maxName, true)
	employees.CleanText(&faults, "last_name", c.LastName, maxName, true)
	employees.CleanEmail(&faults, c.Email)
	employees.CheckPhone(&faults, c.PhoneNumber)
	employees.CleanText(&faults, "residence", c.Residence, maxResidence, false)
	if c.InvoiceID != nil && *c.InvoiceID < 0 {
		faults.Add("invoice_id", "out_of_range", "Expected a number of at least 1.")
	}
	return faults
}

// withChanges is the customer with the changes, ready to be validated whole.
func (c Customer) withChanges(changes Changes) New {
	n := New{UserID: c.UserID, FirstName: c.FirstName, LastName: c.LastName, Email: c.Email, PhoneNumber: c.PhoneNumber,
		Residence: c.Residence, InvoiceID: c.InvoiceID}
	change.Set(&n.UserID, changes.UserID)
	change.Set(&n.FirstName, changes.FirstName)
	change.Set(&n.LastName, changes.LastName)
	change.Set(&n.Email, changes.Email)
	change.Set(&n.PhoneNumber, changes.PhoneNumber)
	change.Set(&n.Residence, changes.Residence)
	change.Set(&n.InvoiceID, changes.InvoiceID)
	return n
}
