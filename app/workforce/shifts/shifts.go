// Package shifts stores the time worked: one row for each shift of a timesheet, overnight or not, without overlaps (W3,
// W10).
package shifts

import (
	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/workforce/activities"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Shift is an interval of work.
type Shift struct {
	ID            int64
	TimesheetID   int64
	EmployeeID    int64 // that of the timesheet
	BankCodeID    int64
	Day           db.Day // "date": the day that the hours count for (W3), which may differ from the day of Start
	Start, End    db.Instant
	Minutes       int64 // elapsed without unpaid breaks, to the nearest minute
	Breaks        Breaks
	Job           activities.Job
	Approved      bool // one by one
	SheetApproved bool // with its timesheet
	Version       int64
	UpdatedAt     db.Instant
}

// Keys implements timesheets.LineRecord.
func (s Shift) Keys() (id, sheet, version int64) { return s.ID, s.TimesheetID, s.Version }

// IsApproved reports whether the shift is approved, by itself or with its timesheet (W7).
func (s Shift) IsApproved() bool { return s.Approved || s.SheetApproved }

// AuditFields implements audit.Auditable. is_approved is the shift's own approval, without that of its sheet.
func (s Shift) AuditFields() audit.Fields {
	f := audit.Fields{
		"id": s.ID, "timesheet_id": s.TimesheetID, "bank_code_id": s.BankCodeID, "date": audit.Day(s.Day),
		"start_time": s.Start.String(), "end_time": s.End.String(), "is_approved": s.Approved,
	}
	if s.Breaks != "" {
		f["breaks"] = string(s.Breaks)
	}
	return s.Job.AddTo(f)
}

// New holds the fields of a new shift.
type New struct {
	TimesheetID int64
	BankCodeID  int64
	Day         db.Day
	Start, End  db.Instant
	Breaks      Breaks
	Job         activities.Job
	ByRule      bool   // the breaks are those of the employee's break rule, in place of Breaks
	Reason      string // why it is not as it was stamped, for the audit log; empty: it says nothing of that
}

// Changes holds the fields to change; nil leaves a field unchanged.
type Changes struct {
	TimesheetID *int64
	BankCodeID  *int64
	CustomerID  *int64 // 0: none
	ActivityID  *int64 // 0: none
	Day         *db.Day
	Start, End  *db.Instant
	Breaks      *Breaks
	ByRule      bool   // as in New
	Reason      string // why stamped times are corrected, for the audit log; empty: no reason is given
}

const (
	minute     = 60_000           // in milliseconds
	maxElapsed = 24 * 60 * minute // W10
)

// Validate returns every fault of n that can be found without the database (W10).
func (n *New) Validate() errs.Fields {
	var faults errs.Fields
	timesheets.ValidateID(&faults, "timesheet_id", n.TimesheetID)
	return append(faults, n.validateContent()...)
}

// validateContent is Validate without the sheet.
func (n *New) validateContent() errs.Fields {
	var faults errs.Fields
	timesheets.ValidateID(&faults, "bank_code_id", n.BankCodeID)
	if n.Day.IsZero() {
		required(&faults, "date")
	}
	if n.Start == 0 {
		required(&faults, "start_time")
	}
	switch {
	case n.End == 0:
		required(&faults, "end_time")
	case n.Start == 0:
	case n.End <= n.Start:
		faults.Add("end_time", "end_before_start", "A shift ends after it starts.")
	case n.End-n.Start > maxElapsed:
		faults.Add("end_time", "too_long", "A shift is at most 24 hours long.")
	default:
		n.Breaks.validate(&faults, n.Start, n.End)
	}
	return faults
}

func required(faults *errs.Fields, field string) {
	faults.Add(field, "required", "This field is required.")
}

// Minutes returns the elapsed time without unpaid breaks, to the nearest minute (W3): a day on which the clocks change has 23 or 25 hours.
func (n *New) Minutes() int64 { return int64(n.End-n.Start-n.Breaks.unpaid()+minute/2) / minute }

// withChanges returns s with the changes, to be validated as a whole.
func (s Shift) withChanges(c Changes) New {
	n := New{TimesheetID: s.TimesheetID, BankCodeID: s.BankCodeID, Day: s.Day, Start: s.Start, End: s.End, Breaks: s.Breaks, Job: s.Job,
		ByRule: c.ByRule}
	change.Set(&n.TimesheetID, c.TimesheetID)
	change.Set(&n.BankCodeID, c.BankCodeID)
	change.Set(&n.Job.CustomerID, c.CustomerID)
	change.Set(&n.Job.ActivityID, c.ActivityID)
	change.Set(&n.Day, c.Day)
	change.Set(&n.Start, c.Start)
	change.Set(&n.End, c.End)
	change.Set(&n.Breaks, c.Breaks)
	return n
}

// errApproved returns the error for a change of a shift that is approved by itself (W7).
func errApproved() error {
	return errs.Conflict("shift_approved", "The shift is approved. Remove the approval first.")
}
