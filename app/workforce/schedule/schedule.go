// Package schedule plans who works when: the draft that those who approve an employee's time edit, and what the employees see of it once it
// is published. A shift is that of an employee, or open to a crew, of which one takes it.
package schedule

import (
	"strings"
	"time"

	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/shifts"
	"presence/db"
)

// Plan is the content of a planned shift. Two plans are compared with ==.
type Plan struct {
	EmployeeID   int64 // 0: the shift is open
	SupervisorID int64 // of an open shift: whose crew it is open to; else 0
	BankCodeID   int64
	Day          db.Day // on which it begins, in the company's time zone
	Start, End   db.Instant
	Breaks       string // as they are typed: "30; 15 paid"; empty: none
	ByRule       bool   // the breaks are those of the employee's break rule, in place of Breaks
	Note         string
}

// Open reports whether the shift is that of no employee.
func (p Plan) Open() bool { return p.EmployeeID == 0 }

func (p Plan) overlaps(o Plan) bool { return p.Start < o.End && p.End > o.Start }

// Shift is a planned shift.
type Shift struct {
	ID        int64
	Plan            // of the draft
	Cancelled bool  // in the draft
	Published *Plan // what the employees see; nil: nothing
	Version   int64
	UpdatedAt db.Instant
}

// Change says how the draft of a shift differs from what is published.
type Change string

// The changes.
const (
	Unchanged Change = "published"
	Added     Change = "new"
	Changed   Change = "changed"
	Cancelled Change = "cancelled"
)

// Change returns how the draft differs from what is published.
func (s Shift) Change() Change {
	switch {
	case s.Cancelled && s.Published != nil:
		return Cancelled
	case s.Cancelled || s.Published != nil && *s.Published == s.Plan:
		return Unchanged
	case s.Published == nil:
		return Added
	}
	return Changed
}

// AuditFields implements audit.Auditable.
func (s Shift) AuditFields() audit.Fields {
	f := audit.Fields{"id": s.ID, "employee_id": db.NilIfZero(s.EmployeeID), "supervisor_id": db.NilIfZero(s.SupervisorID),
		"bank_code_id": s.BankCodeID, "start_time": s.Start.String(), "end_time": s.End.String()}
	if !s.ByRule {
		f["breaks"] = s.Breaks
	}
	if s.Note != "" {
		f["shift_note"] = s.Note
	}
	return f
}

// Changes are the new values of a planned shift; nil leaves a value as it is. To set an employee closes an open shift, and to set a
// supervisor opens a shift to their crew; of the two, one may be set.
type Changes struct {
	EmployeeID   *int64
	SupervisorID *int64
	BankCodeID   *int64
	Start, End   *db.Instant
	Breaks       *string
	ByRule       bool // the breaks are those of the rule
	Note         *string
}

// withChanges returns p with the changes, to be validated as a whole.
func (p Plan) withChanges(c Changes) Plan {
	switch {
	case c.EmployeeID != nil && *c.EmployeeID != 0:
		p.SupervisorID = 0
	case c.SupervisorID != nil && *c.SupervisorID != 0:
		p.EmployeeID = 0
	}
	change.Set(&p.EmployeeID, c.EmployeeID)
	change.Set(&p.SupervisorID, c.SupervisorID)
	change.Set(&p.BankCodeID, c.BankCodeID)
	change.Set(&p.Start, c.Start)
	change.Set(&p.End, c.End)
	if c.Breaks != nil {
		p.Breaks, p.ByRule = *c.Breaks, false
	}
	if c.ByRule {
		p.Breaks, p.ByRule = "", true
	}
	change.Set(&p.Note, c.Note)
	return p
}

const (
	maxBreaks = 200 // bytes
	maxNote   = 200 // characters
)

// validate cleans p, sets its day, and returns the errors that need no database.
func (p *Plan) validate(zone *time.Location) (faults errs.Fields) {
	switch {
	case p.EmployeeID < 0 || p.EmployeeID == 0 && p.SupervisorID <= 0:
		faults.Add("employee_id", "required", "Expected an employee, or the supervisor of the team that the shift is open to.")
	case p.EmployeeID != 0 && p.SupervisorID != 0:
		faults.Add("supervisor_id", "not_open", "A shift can be assigned to a person or open to a team, not both.")
	}
	if p.ByRule {
		p.Breaks = ""
	}
	p.Note, p.Breaks = strings.TrimSpace(p.Note), strings.Join(strings.Fields(p.Breaks), " ")
	faults.Line("note", p.Note)
	if len([]rune(p.Note)) > maxNote {
		faults.Add("note", "too_long", "The text is too long.")
	}
	n := shifts.New{TimesheetID: 1, BankCodeID: p.BankCodeID, Start: p.Start, End: p.End, Day: db.DayOf(p.Start.Time().In(zone))}
	p.Day = n.Day
	if len(p.Breaks) > maxBreaks {
		faults.Add("breaks", "too_long", "The text is too long.")
	} else if p.Start != 0 && p.End > p.Start {
		n.Breaks = shifts.TypedBreaks(&faults, p.Breaks, p.Start, p.End, zone)
	}
	return append(faults, n.Validate()...).FirstPerField()
}

// breaks returns the breaks of the shift, of an employee with a break rule.
func (p Plan) breaks(rule breakrules.Rule, zone *time.Location) shifts.Breaks {
	if p.ByRule {
		return shifts.DefaultBreaks(rule, p.Start, p.End)
	}
	var ignored errs.Fields // they were checked when they were saved
	return shifts.TypedBreaks(&ignored, p.Breaks, p.Start, p.End, zone)
}

// Minutes returns how long the shift of an employee with a break rule is, without unpaid breaks.
func (p Plan) Minutes(rule breakrules.Rule, zone *time.Location) int64 {
	n := shifts.New{Start: p.Start, End: p.End, Breaks: p.breaks(rule, zone)}
	return n.Minutes()
}

// Worked returns the shift that is worked if it is worked as planned.
func (p Plan) Worked(zone *time.Location) shifts.New {
	n := shifts.New{BankCodeID: p.BankCodeID, Day: p.Day, Start: p.Start, End: p.End, ByRule: p.ByRule}
	if !p.ByRule {
		n.Breaks = p.breaks(breakrules.Rule{}, zone)
	}
	return n
}

// Range are days, both included.
type Range struct{ From, To db.Day }

// Contains reports whether a day lies in the range.
func (r Range) Contains(d db.Day) bool { return !d.Before(r.From) && !d.After(r.To) }

// maxDays is how many days are filled or published at once.
const maxDays = 28

// validate returns the errors of a range that is filled or published.
func (r Range) validate() (faults errs.Fields) {
	switch {
	case r.From.IsZero():
		faults.Add("from", "required", "This field is required.")
	case r.To.IsZero():
		faults.Add("to", "required", "This field is required.")
	case r.To.Before(r.From):
		faults.Add("to", "before_first", "The last day is before the first.")
	case r.To.Sub(r.From) >= maxDays:
		faults.Add("to", "too_long", "Expected at most 28 days.")
	}
	return faults
}

// Counts counts changes.
type Counts struct{ Added, Changed, Cancelled int }

// Total returns how many there are.
func (n Counts) Total() int { return n.Added + n.Changed + n.Cancelled }

func (n *Counts) add(c Change) {
	switch c {
	case Added:
		n.Added++
	case Changed:
		n.Changed++
	case Cancelled:
		n.Cancelled++
	}
}
