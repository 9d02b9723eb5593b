// Package bulk contains what the features have in common that plan, save and undo the records of a file, many at a time.
package bulk

import (
	"strconv"

	"presence/app/platform/errs"
	"presence/db"
)

// Line is one line of a file: a new record of an employee. EmployeeID is 0 if Faults says why the employee is not known.
type Line[N any] struct {
	Line       int
	EmployeeID int64
	New        N
	Faults     errs.Fields // of cells that cannot be read
}

// Plan says what saving a line does.
type Plan struct {
	Line    int
	ID      int64 // of a record that is equal to the line; 0: saving creates one
	Version int64 // of that record
	Faults  errs.Fields
}

// Saved is a record that a line has created or changed.
type Saved struct {
	Line    int
	ID      int64
	Version int64
	Sheet   int64 // the timesheet that was created for the record; 0: none was

	Period      db.Day     // the first day of the record's pay period; zero: it has none
	SubmittedAt db.Instant // when its timesheet was submitted with it; 0: it was not
}

// Undo is a saved record of a person, whose former values are R.
type Undo[R any] struct {
	Saved
	Before    R    // its id is 0 if the file has created the record
	NewPerson bool // the person was created with the record
}

// Obstacle is a record that cannot be undone, and why.
type Obstacle struct {
	ID     int64
	Name   string
	Reason Reason
}

// Reason says why a record cannot be undone. It is a code of the API.
type Reason string

// The reasons.
const (
	Changed           Reason = "changed"            // since it was saved
	Approved          Reason = "approved"           // since then
	Archived          Reason = "archived"           // it, or the supervisor that it had before
	HasTime           Reason = "has_time"           // hours were entered for the employee
	HasLeave          Reason = "has_leave"          // leave was requested for the employee
	HasBalance        Reason = "has_balance"        // a balance of leave was entered for the employee
	HasCost           Reason = "has_cost"           // an hourly cost was entered for the employee
	HasEntries        Reason = "has_entries"        // shifts or expenses name the customer
	HasBadge          Reason = "has_badge"          // the employee has a badge or a PIN
	HasDeputy         Reason = "has_deputy"         // the employee has a deputy, or is one
	HasReports        Reason = "has_reports"        // others report to the employee
	PersonUsed        Reason = "person_used"        // the person has signed in
	SupervisorChanged Reason = "supervisor_changed" // the supervisor that it had before reports to the employee now
	OwnSupervisor     Reason = "own_supervisor"     // the actor may not choose who approves their time
	OfAdministrator   Reason = "admin_not_allowed"  // only an administrator enters the last work day of another one
	OwnWorkDays       Reason = "own_work_days"      // the actor may not change their own work days or breaks
)

// Twice adds the fault of a field whose value the given line of the file has already.
func Twice(faults *errs.Fields, field string, line int) {
	n := strconv.Itoa(line)
	faults.AddOther(field, "twice", "Line "+n+" of the file has the same value.", n)
}

// Spans are the times that lines of a file claim, by employee.
type Spans map[int64][]Span

// Span is the time that a line claims.
type Span struct {
	Start, End db.Instant
	Line       int
}

// Claim adds the time of a line. If another line of the employee has claimed a part of it, it adds a fault of the field instead:
// twice if both have the same start and end, otherwise overlap_line.
func (s Spans) Claim(faults *errs.Fields, field string, employee int64, span Span) {
	for _, x := range s[employee] {
		switch {
		case x.Start == span.Start && x.End == span.End:
			Twice(faults, field, x.Line)
			return
		case x.Start < span.End && span.Start < x.End:
			faults.Add(field, "overlap_line", "Another line of the file overlaps this time.")
			return
		}
	}
	s[employee] = append(s[employee], span)
}
