// Package usualweeks stores the shifts that employees usually work, in one week or in two that alternate. Their own time and a schedule are
// filled from them.
package usualweeks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/shifts"
	"presence/db"
)

// Week is what an employee usually works. It is a cycle of one week, or of two that alternate.
type Week struct {
	EmployeeID int64
	Weeks      int    // 1 or 2
	First      db.Day // a Sunday: of a week 1
	Shifts     []Shift
	Version    int64 // 0: never saved
}

// Shift is a shift of a day of the cycle.
type Shift struct {
	Week       int // 1 or 2
	Weekday    time.Weekday
	Start, End int64 // minutes after the midnight with which the day begins; an end on the next day is more than 1440
	BankCodeID int64
	Breaks     string // as they are typed: "30; 15 paid"; empty: none
	ByRule     bool   // the breaks are those of the employee's break rule, in place of Breaks
}

const (
	dayMinutes  = 24 * 60
	weekMinutes = 7 * dayMinutes
	maxShifts   = 42
	maxBreaks   = 200 // bytes of Breaks
)

// Empty reports whether the employee has no usual shifts.
func (w Week) Empty() bool { return len(w.Shifts) == 0 }

// WeekOf returns the week of the cycle in which a day lies: 1 or 2.
func (w Week) WeekOf(d db.Day) int {
	n := d.Week().Sub(w.First) / 7 % max(w.Weeks, 1)
	return (n+max(w.Weeks, 1))%max(w.Weeks, 1) + 1
}

// AuditFields implements audit.Auditable.
func (w Week) AuditFields() audit.Fields {
	texts := make([]string, len(w.Shifts))
	for i, s := range w.Shifts {
		texts[i] = fmt.Sprintf("%d/%d %s-%s #%d", s.Week, s.Weekday, timeOfDay(s.Start), timeOfDay(s.End), s.BankCodeID)
		if !s.ByRule && s.Breaks != "" {
			texts[i] += " (" + s.Breaks + ")"
		}
	}
	return audit.Fields{"weeks": w.Weeks, "first_day": w.First.String(), "usual_shifts": strings.Join(texts, ", ")}
}

// timeOfDay returns minutes after midnight as a time of day, 24-hour.
func timeOfDay(minutes int64) string {
	return fmt.Sprintf("%02d:%02d", minutes/60%24, minutes%60)
}

// validate cleans w and returns all its errors. A field of a shift has its place in the list: shifts[2].start.
func (w *Week) validate() (faults errs.Fields) {
	if w.Weeks != 1 && w.Weeks != 2 {
		faults.Add("weeks", "out_of_range", "Expected 1 or 2.")
	}
	if w.First.IsZero() {
		faults.Add("first_day", "required", "This field is required.")
	}
	w.First = w.First.Week()
	if len(w.Shifts) > maxShifts {
		faults.Add("shifts", "too_many_shifts", fmt.Sprintf("A usual week has at most %d shifts.", maxShifts))
		return faults
	}
	for i := range w.Shifts {
		faults = append(faults, w.Shifts[i].validate(i, w.Weeks)...)
	}
	if len(faults) == 0 {
		w.findOverlaps(&faults)
	}
	return faults
}

// shortNames are the names of the times of a usual shift, by those of a shift.
var shortNames = strings.NewReplacer("start_time", "start", "end_time", "end")

// validate checks the shift with the index i, by the rules of a shift on a day when no clock changes.
func (s *Shift) validate(i, weeks int) (faults errs.Fields) {
	field := func(name string) string { return fmt.Sprintf("shifts[%d].%s", i, name) }
	if s.Week < 1 || s.Week > max(weeks, 1) {
		faults.Add(field("week"), "out_of_range", "Expected a week of the cycle.")
	}
	if s.Weekday < time.Sunday || s.Weekday > time.Saturday {
		faults.Add(field("weekday"), "out_of_range", "Expected a number from 0, Sunday, to 6.")
	}
	if s.ByRule {
		s.Breaks = ""
	}
	if s.Breaks = strings.Join(strings.Fields(s.Breaks), " "); len(s.Breaks) > maxBreaks {
		faults.Add(field("breaks"), "too_long", "The text is too long.")
		return faults
	}
	var found errs.Fields
	day := db.NewDay(2026, time.January, 4)
	n := shifts.New{TimesheetID: 1, BankCodeID: s.BankCodeID, Day: day}
	n.Start, _ = at(day, s.Start, time.UTC)
	n.End, _ = at(day, s.End, time.UTC)
	if s.Start < 0 || s.Start >= dayMinutes || s.End > s.Start+dayMinutes || s.End <= s.Start {
		found.Add("end", "end_before_start", "A shift ends after it starts.")
	} else {
		n.Breaks = shifts.TypedBreaks(&found, s.Breaks, n.Start, n.End, time.UTC)
		found = append(found, n.Validate()...)
	}
	for _, f := range found.FirstPerField() {
		faults.Add(field(shortNames.Replace(f.Field)), f.Code, f.Detail)
	}
	return faults
}

// begins returns the minutes from the beginning of the cycle.
func (s Shift) begins() int64 {
	return int64(s.Week-1)*weekMinutes + int64(s.Weekday)*dayMinutes + s.Start
}

// findOverlaps adds an error for each shift that begins before the one before it is over, around the cycle.
func (w *Week) findOverlaps(faults *errs.Fields) {
	order := make([]int, len(w.Shifts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(w.Shifts[a].begins(), w.Shifts[b].begins()) })
	for k, i := range order {
		before, begins := w.Shifts[order[(k+len(order)-1)%len(order)]], w.Shifts[i].begins()
		if k == 0 {
			begins += int64(w.Weeks) * weekMinutes
		}
		if before.begins()+before.End-before.Start > begins {
			faults.Add(fmt.Sprintf("shifts[%d].start", i), "overlap", "The employee has another shift in this time.")
		}
	}
}

// sort sorts the shifts as they are read.
func (w *Week) sort() {
	slices.SortStableFunc(w.Shifts, func(a, b Shift) int { return cmp.Compare(a.begins(), b.begins()) })
}
