// Package archives shows archived records: deleted ones, those of people who have left, and old ones (W11), as routes of the API and
// as pages. It writes nothing: each feature reads, restores and deletes its own records, in the same scope as its live ones. Package
// archival has what those features share.
package archives

import (
	"strconv"
	"strings"

	"presence/app/platform/archival"
	"presence/app/platform/audit"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Records are the features whose archives are shown.
type Records struct {
	Employees  *employees.Service
	Expenses   *expenses.Service
	Leave      *leaverequests.Service
	Shifts     *shifts.Service
	Timesheets *timesheets.Service
}

// Kind is a kind of record of the pages, as it is written in addresses. Archived employees are on the page of the team.
type Kind string

// The kinds, in the order of the page.
const (
	Timesheets Kind = "timesheets"
	Shifts     Kind = "shifts"
	Expenses   Kind = "expenses"
	Leave      Kind = "leave"
)

// Kinds are all kinds.
var Kinds = []Kind{Timesheets, Shifts, Expenses, Leave}

// Record is an archived record with what a list says of it.
type Record struct {
	archival.State
	Kind         Kind
	ID           int64
	Version      int64
	EmployeeID   int64
	Name         string // of the employee
	OwnerLeft    bool   // the employee is archived
	SheetID      int64  // of a shift or an expense
	Day          db.Day // of a shift or an expense; of a timesheet of the staff pages, the first day of its period
	Start, End   db.Instant
	Minutes      int64
	Cents        int64
	Type         string // of the pay code, in lower case; of leave, its type
	Code         string // the pay code
	Description  string // of an expense
	SheetDeleted bool   // of a shift or an expense: its timesheet is archived as well
}

// Restorable reports whether it can be restored as far as it shows without trying.
func (r Record) Restorable() bool { return r.CheckRestore() == nil && !r.OwnerLeft && !r.SheetDeleted }

// Filter selects records of one kind; zero values select all.
type Filter struct {
	Kind        Kind
	Text        string     // words of the employee's name, without accents and case
	From, Until db.Instant // archived at or after, and before
	Before      *key       // only those after this one on the list
	Rows        int
}

// key is the position of a record on a list, the latest first; no two records of one kind have the same key.
type key struct {
	at db.Instant
	id int64
}

func (r Record) key() key { return key{r.At, r.ID} }

// String formats the key for an address.
func (k key) String() string {
	return strconv.FormatInt(int64(k.at), 10) + "." + strconv.FormatInt(k.id, 10)
}

// parseKey parses what String returns; it returns nil, the start of the list, for anything else.
func parseKey(s string) *key {
	at, id, _ := strings.Cut(s, ".")
	a, err := strconv.ParseInt(at, 10, 64)
	n, err2 := strconv.ParseInt(id, 10, 64)
	if err != nil || err2 != nil || n < 1 {
		return nil
	}
	return &key{db.Instant(a), n}
}

// Detail is one archived record with its history, newest first; a timesheet has its archived lines, by day.
type Detail struct {
	Record
	Lines   []Record
	History []audit.Entry
}
