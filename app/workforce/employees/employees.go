// Package employees stores the employees and who supervises whom. A supervisor is never an archived employee: when somebody
// leaves, their reports move to the next supervisor above (see Service.Delete).
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

// The values of ArchivedReason.
const (
	Left    = "left"    // the last work day has passed (W11)
	Deleted = "deleted" // DELETE moved it there (C12)
)

// Employee is the employment record of exactly one person who can sign in (W17).
type Employee struct {
	ID                int64
	UserID            string // UUID of the person, lower case
	FirstName         string
	LastName          string
	Email             string // lower case; may differ from the address the person signs in with
	PhoneNumber       int64  // 10 national digits, or 11 with the country code
	Residence         string // empty: none
	ExternalPayrollID int64  // id in the payroll system
	CompanyCode       int64
	FirstWorkDay      db.Day
	LastWorkDay       db.Day // zero: none
	SupervisorID      int64  // 0: none; never an archived employee
	DefaultBreaks     string // the own break rule, as breakrules.CleanOwn returns it; empty: the company's
	Version           int64
	UpdatedAt         db.Instant
	ArchivedAt        db.Instant // 0: live
	ArchivedReason    string     // Left or Deleted, empty when live
}

// AuditFields implements audit.Auditable.
func (e Employee) AuditFields() audit.Fields {
	return audit.Fields{
		"id": e.ID, "user_id": e.UserID, "first_name": e.FirstName, "last_name": e.LastName, "email": e.Email, "phone_number": e.PhoneNumber,
		"residence": db.NilIfZero(e.Residence), "external_payroll_id": e.ExternalPayrollID, "company_code": e.CompanyCode,
		"first_work_day": e.FirstWorkDay.String(), "last_work_day": db.NilIfZero(e.LastWorkDay.String()),
		"supervisor_id": db.NilIfZero(e.SupervisorID), "default_breaks": db.NilIfZero(e.DefaultBreaks),
	}
}

// Name returns first and last name, as lists show it.
func (e Employee) Name() string { return e.FirstName + " " + e.LastName }

// Archived reports whether the record is in the archive.
func (e Employee) Archived() bool { return e.ArchivedAt != 0 }

// New is the input for a new record. The supervisor is set later by an update.
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

// Changes are the new values of a record's fields; nil leaves a field as it is.
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
	DefaultBreaks     *string // empty: those of the company
}

// asChanges returns every field of n as a change, so that both inputs are validated by the same rules.
func (n *New) asChanges() Changes {
	return Changes{
		UserID: &n.UserID, FirstName: &n.FirstName, LastName: &n.LastName, Email: &n.Email, PhoneNumber: &n.PhoneNumber,
		Residence: &n.Residence, ExternalPayrollID: &n.ExternalPayrollID, CompanyCode: &n.CompanyCode,
		FirstWorkDay: &n.FirstWorkDay, LastWorkDay: &n.LastWorkDay,
	}
}

// withChanges returns e with the changes. A change of the last work day decides whether the record is archived: from that day
// on it is; before that day, or without one, it is not (W11). at is now, and today its date in the company's zone.
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
	change.Set(&e.DefaultBreaks, c.DefaultBreaks)
	switch {
	case c.LastWorkDay == nil:
	case c.LastWorkDay.IsZero() || c.LastWorkDay.After(today):
		e.ArchivedAt, e.ArchivedReason = 0, ""
	case !e.Archived():
		e.ArchivedAt, e.ArchivedReason = at, Left
	}
	return e
}

// sortName returns the key by which lists are sorted: last name first, without accents, case or ligatures.
func sortName(first, last string) string {
	bare := transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	s, _, err := transform.String(bare, last+" "+first)
	if err != nil { // only for invalid text, which Validate rejects
		s = last + " " + first
	}
	return ligatures.Replace(strings.ToLower(s))
}

var ligatures = strings.NewReplacer("œ", "oe", "æ", "ae", "ß", "ss", "ø", "o", "ł", "l")
