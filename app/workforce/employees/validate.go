package employees

import (
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/breakrules"
	"presence/db"
)

const (
	maxName      = 100 // characters
	maxResidence = 200 // characters
)

// Validate cleans n and returns all its errors.
func (n *New) Validate() errs.Fields {
	c := n.asChanges()
	faults := c.Validate()
	inOrder(&faults, n.FirstWorkDay, n.LastWorkDay)
	return faults
}

// Validate cleans the changed fields and returns the errors of each field by itself.
func (c Changes) Validate() errs.Fields {
	var faults errs.Fields
	CleanUserID(&faults, c.UserID)
	CleanText(&faults, "first_name", c.FirstName, maxName, true)
	CleanText(&faults, "last_name", c.LastName, maxName, true)
	CleanEmail(&faults, c.Email)
	CheckPhone(&faults, c.PhoneNumber)
	CleanText(&faults, "residence", c.Residence, maxResidence, false)
	checkPositive(&faults, "external_payroll_id", c.ExternalPayrollID)
	checkPositive(&faults, "company_code", c.CompanyCode)
	if c.FirstWorkDay != nil && c.FirstWorkDay.IsZero() {
		faults.Add("first_work_day", "required", "This field is required.")
	}
	if c.DefaultBreaks != nil {
		rule, ok := breakrules.CleanOwn(*c.DefaultBreaks)
		if *c.DefaultBreaks = rule; !ok {
			breakrules.AddFault(&faults, "default_breaks")
		}
	}
	if c.SupervisorID != nil && *c.SupervisorID < 0 {
		faults.Add("supervisor_id", "out_of_range", "An id is a positive number.")
	}
	return faults
}

// inOrder adds an error if the last work day is before the first one; a zero day is ignored: it is before every other day.
func inOrder(faults *errs.Fields, first, last db.Day) {
	if !last.IsZero() && last.Before(first) {
		faults.Add("last_work_day", "before_first", "The last work day cannot come before the first.")
	}
}

// CleanUserID normalizes the UUID of a person, or adds an error (W17). nil is ignored.
func CleanUserID(faults *errs.Fields, v *string) {
	if v == nil {
		return
	}
	id, err := uuid.Parse(*v)
	switch {
	case *v == "":
		faults.Add("user_id", "required", "This field is required.")
	case err != nil || len(*v) != 36 || id == uuid.Nil: // uuid.Parse accepts other formats, which the API does not document
		faults.Add("user_id", "format", "Expected a UUID, such as 0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11.")
	default:
		*v = id.String()
	}
}

// CleanEmail normalizes an e-mail address, or adds an error.
func CleanEmail(faults *errs.Fields, v *string) {
	if v == nil {
		return
	}
	clean, ok := auth.CleanEmail(*v)
	switch {
	case strings.TrimSpace(*v) == "":
		faults.Add("email", "required", "This field is required.")
	case !ok:
		faults.Add("email", "format", "Expected an email address, such as name@example.com.")
	default:
		*v = clean
	}
}

// CheckPhone adds an error unless a number has ten digits, or eleven with the country code 1 (W17). Nothing is checked of nil; 0 is a
// missing number.
func CheckPhone(faults *errs.Fields, v *int64) {
	switch {
	case v == nil:
	case *v == 0:
		faults.Add("phone_number", "required", "This field is required.")
	case *v < 1_000_000_000 || *v > 19_999_999_999:
		faults.Add("phone_number", "format", "Expected a number of 10 digits, or 11 that begin with 1.")
	}
}

func checkPositive(faults *errs.Fields, field string, v *int64) {
	switch {
	case v == nil:
	case *v == 0:
		faults.Add(field, "required", "This field is required, and not 0.")
	case *v < 0:
		faults.Add(field, "out_of_range", "Expected a positive number.")
	}
}

// CleanText normalizes a line of text to NFC and single spaces, or adds an error.
func CleanText(faults *errs.Fields, field string, v *string, limit int, required bool) {
	if v == nil {
		return
	}
	if strings.ContainsFunc(*v, errs.Unreadable) || !utf8.ValidString(*v) {
		faults.Add(field, "format", "Expected one line of text without control characters.")
		return
	}
	*v = strings.Join(strings.Fields(norm.NFC.String(*v)), " ")
	switch n := utf8.RuneCountInString(*v); {
	case n == 0 && required:
		faults.Add(field, "required", "This field is required.")
	case n > limit:
		faults.Add(field, "length", "The text is too long.")
	}
}
