// Package customers stores the customer records of payroll.
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

// Name returns the first and the last name.
func (c Customer) Name() string { return c.FirstName + " " + c.LastName }

// AuditFields implements audit.Auditable.
func (c Customer) AuditFields() audit.Fields {
	return audit.Fields{
		"id": c.ID, "user_id": c.UserID, "first_name": c.FirstName, "last_name": c.LastName, "email": c.Email, "phone_number": c.PhoneNumber,
		"residence": db.NilIfZero(c.Residence), "invoice_id": db.NilIfZero(c.InvoiceID),
	}
}

// New is the input for a new customer.
type New struct {
	UserID      string
	FirstName   string
	LastName    string
	Email       string
	PhoneNumber int64
	Residence   string // empty: none
	InvoiceID   int64  // 0: none
}

// Changes are the new values of a customer's fields; nil leaves a field as it is.
type Changes struct {
	UserID      *string
	FirstName   *string
	LastName    *string
	Email       *string
	PhoneNumber *int64
	Residence   *string // empty: none
	InvoiceID   *int64  // 0: none
}

// Validate cleans n and returns all its errors.
func (n *New) Validate() errs.Fields {
	return Changes{UserID: &n.UserID, FirstName: &n.FirstName, LastName: &n.LastName, Email: &n.Email, PhoneNumber: &n.PhoneNumber,
		Residence: &n.Residence, InvoiceID: &n.InvoiceID}.Validate()
}

// Validate cleans the changed fields and returns the errors of each field by itself. Fields that employees have too follow the
// same rules.
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

// withChanges returns the customer with the changes, for validation as a whole.
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
