// Package employees keeps the people who work here, and the tree of who supervises whom. Nobody's supervisor is ever in
// the archive: when somebody leaves, the reports move up (see Service.Delete).
package employees

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/db"
)

// Why a record is in the archive.
const (
	Left    = "left"    // the last work day has come (W11)
	Deleted = "deleted" // DELETE moved it there (C12)
)

// Employee is one person's record of work. It belongs to exactly one person who can sign in (W17).
type Employee struct {
	ID                int64
	UserID            string // UUID of the person, lower case
	FirstName         string
	LastName          string
	Email             string // lower case; need not be the one the person signs in with
	PhoneNumber       int64  // national digits (10), or with the country code (11)
	Residence         string // empty: none
	ExternalPayrollID int64  // id in the pay system
	CompanyCode       int64
	FirstWorkDay      db.Day
	LastWorkDay       db.Day // zero: none
	SupervisorID      int64  // 0: none; never an archived employee
	Version           int64
	UpdatedAt         db.Instant
	ArchivedAt        db.Instant // 0: live
	ArchivedReason    string     // Left or Deleted, empty when live
}

// AuditFields implements audit.Auditable.
func (e Employee) AuditFields() audit.Fields {
	return audit.Fields{
		"id": e.ID, "user_id": e.UserID, "first_name": e.FirstName, "last_name": e.LastName, "email": e.Email, "phone_number": e.PhoneNumber,
		"residence": audit.NilIfZero(e.Residence), "external_payroll_id": e.ExternalPayrollID, "company_code": e.CompanyCode,
		"first_work_day": e.FirstWorkDay.String(), "last_work_day": audit.NilIfZero(e.LastWorkDay.String()),
		"supervisor_id": audit.NilIfZero(e.SupervisorID),
	}
}

// Name is the full name, as lists show it.
func (e Employee) Name() string { return e.FirstName + " " + e.LastName }

// Archived reports whether the record has left the lists.
func (e Employee) Archived() bool { return e.ArchivedAt != 0 }

// New is what an employee record is made of. The supervisor is named later, by an update.
type New struct {
	UserID            string
	FirstName         string
	LastName          string
	Email             string
	PhoneNumber       int64
	Residence         string // empty: none
	ExternalPayrollID int64
	CompanyCode       int64
	FirstWorkDay      db.Day
	LastWorkDay       db.Day // zero: none
}

// Changes names the fields to change; nil leaves one as it is.
type Changes struct {
	UserID            *string
	FirstName         *string
	LastName          *string
	Email             *string
	PhoneNumber       *int64
	Residence         *string // empty: none
	ExternalPayrollID *int64
	CompanyCode       *int64
	FirstWorkDay      *db.Day
	LastWorkDay       *db.Day // zero: none, which restores an archived record
	SupervisorID      *int64  // 0: none
}

// asChanges names every field of n, so that both inputs are held to the same rules.
func (n *New) asChanges() Changes {
	return Changes{
		UserID: &n.UserID, FirstName: &n.FirstName, LastName: &n.LastName, Email: &n.Email, PhoneNumber: &n.PhoneNumber,
		Residence: &n.Residence, ExternalPayrollID: &n.ExternalPayrollID, CompanyCode: &n.CompanyCode,
		FirstWorkDay: &n.FirstWorkDay, LastWorkDay: &n.LastWorkDay,
	}
}

// withChanges is e with the changes. A last work day that is named decides where the record is: in the archive from that very
// day on, among the live ones before it or without one (W11). at is now, today its day in the company's zone.
func (e Employee) withChanges(c Changes, today db.Day, at db.Instant) Employee {
	change.Set(&e.UserID, c.UserID)
	change.Set(&e.FirstName, c.FirstName)
	change.Set(&e.LastName, c.LastName)
	change.Set(&e.Email, c.Email)
	change.Set(&e.PhoneNumber, c.PhoneNumber)
	change.Set(&e.Residence, c.Residence)
	change.Set(&e.ExternalPayrollID, c.ExternalPayrollID)
	change.Set(&e.CompanyCode, c.CompanyCode)
	change.Set(&e.FirstWorkDay, c.FirstWorkDay)
	change.Set(&e.LastWorkDay, c.LastWorkDay)
	change.Set(&e.SupervisorID, c.SupervisorID)
	switch {
	case c.LastWorkDay == nil:
	case c.LastWorkDay.IsZero() || c.LastWorkDay.After(today):
		e.ArchivedAt, e.ArchivedReason = 0, ""
	case !e.Archived():
		e.ArchivedAt, e.ArchivedReason = at, Left
	}
	return e
}

// sortName orders lists by name: the family name first, without accents, case or ligatures.
func sortName(first, last string) string {
	bare := transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	s, _, err := transform.String(bare, last+" "+first)
	if err != nil { // only ill-formed text, which Validate refuses
		s = last + " " + first
	}
	return ligatures.Replace(strings.ToLower(s))
}

var ligatures = strings.NewReplacer("œ", "oe", "æ", "ae", "ß", "ss", "ø", "o", "ł", "l")
