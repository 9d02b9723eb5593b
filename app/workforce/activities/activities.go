// Package activities stores the activities to which hours and expenses are assigned, and the hourly costs of employees. A shift or expense
// may name a customer and an activity; the two together are its job. The package also has the report of hours and costs by job.
package activities

import (
	"strings"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Activity is an entry of the list.
type Activity struct {
	ID             int64
	Code           string
	NameFR, NameEN string
	Archived       bool
	Version        int64
	UpdatedAt      db.Instant
}

// AuditFields implements audit.Auditable.
func (a Activity) AuditFields() audit.Fields {
	return audit.Fields{"id": a.ID, "code": a.Code, "name_fr": a.NameFR, "name_en": a.NameEN}
}

// Name returns the name in a language.
func (a Activity) Name(l i18n.Lang) string {
	if l == i18n.EN {
		return a.NameEN
	}
	return a.NameFR
}

// New is the input for a new activity. Without a name in one language, that in the other is used.
type New struct{ Code, NameFR, NameEN string }

// Changes are the new values of an activity's fields; nil leaves a field as it is.
type Changes struct{ Code, NameFR, NameEN *string }

const (
	maxCode = 20  // characters
	maxName = 100 // characters
)

// Validate cleans n and returns all its errors.
func (n *New) Validate() errs.Fields {
	n.NameFR, n.NameEN = strings.TrimSpace(n.NameFR), strings.TrimSpace(n.NameEN)
	if n.NameFR == "" {
		n.NameFR = n.NameEN
	}
	if n.NameEN == "" {
		n.NameEN = n.NameFR
	}
	var faults errs.Fields
	clean(&faults, "code", &n.Code, maxCode)
	clean(&faults, "name_fr", &n.NameFR, maxName)
	if n.NameEN != n.NameFR {
		clean(&faults, "name_en", &n.NameEN, maxName)
	}
	return faults
}

func clean(faults *errs.Fields, field string, v *string, limit int) {
	if strings.ContainsFunc(*v, errs.Unreadable) || !utf8.ValidString(*v) {
		faults.Add(field, "format", "Expected one line of text without control characters.")
		return
	}
	*v = strings.Join(strings.Fields(*v), " ")
	switch n := utf8.RuneCountInString(*v); {
	case n == 0:
		faults.Add(field, "required", "This field is required.")
	case n > limit:
		faults.Add(field, "length", "The text is too long.")
	}
}

func (a Activity) withChanges(c Changes) New {
	n := New{a.Code, a.NameFR, a.NameEN}
	change.Set(&n.Code, c.Code)
	change.Set(&n.NameFR, c.NameFR)
	change.Set(&n.NameEN, c.NameEN)
	return n
}

// Job is the customer and the activity of a shift or an expense; 0: none.
type Job struct{ CustomerID, ActivityID int64 }

// AddTo adds the job to the fields of the audit log.
func (j Job) AddTo(f audit.Fields) audit.Fields {
	if j.CustomerID != 0 {
		f["customer_id"] = j.CustomerID
	}
	if j.ActivityID != 0 {
		f["activity_id"] = j.ActivityID
	}
	return f
}
