// Package clockings keeps what employees stamp with the clock: clocking in, breaks, a change of task, clocking out. Each stretch of work is
// a clocking; when it ends it becomes an ordinary shift, whose times are rounded by the company's rule.
package clockings

import (
	"strings"
	"time"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/activities"
	"presence/app/workforce/shifts"
	"presence/db"
)

// Kind is the kind of the records in the audit log and in errors.
const Kind = "clocking"

// Clocking is a stretch of work on one task. Its times are those of the server's clock, to the second, and are never changed; what is
// corrected is the shift.
type Clocking struct {
	ID         int64
	EmployeeID int64
	BankCodeID int64
	Job        activities.Job // for whom and for what, if the employee has chosen it
	Start      db.Instant
	End        db.Instant // 0: it goes on
	Break      db.Instant // when the break began that goes on, or with which the work ended; 0: none
	Breaks     shifts.Breaks
	ShiftID    int64         // 0: it goes on, or became no shift
	RuleBreaks shifts.Breaks // those that the shift got by the break rule, because none was stamped
	Refusal    string        // the code of the error that kept it from becoming a shift; empty: none, or it is settled
	StartKiosk string        // the name of the kiosk at which the start was stamped; empty: elsewhere
	EndKiosk   string        // likewise the end
	HandedOver db.Instant    // when stamps of it were handed over last that were made without a network; 0: there are none
	Ahead      int64         // of those stamps, the Stamp.Ahead that differs most from 0
	Version    int64
	UpdatedAt  db.Instant

	paused bool // while it is settled: a break was stamped, though Breaks may have none of it any more
}

// Worked returns the time from the minute of the start until now, without the breaks.
func (c Clocking) Worked(now db.Instant) db.Instant {
	worked := now - minuteOf(c.Start)
	for _, b := range c.Breaks.List() {
		worked -= minuteOf(b.End) - minuteOf(b.Start)
	}
	return worked
}

// minuteOf returns the beginning of a minute: what counts is the minute that was shown.
func minuteOf(at db.Instant) db.Instant { return at - at%db.Instant(time.Minute.Milliseconds()) }

// AuditFields implements audit.Auditable.
func (c Clocking) AuditFields() audit.Fields {
	f := audit.Fields{"id": c.ID, "employee_id": c.EmployeeID, "bank_code_id": c.BankCodeID, "start_time": c.Start.String()}
	if c.End != 0 {
		f["end_time"] = c.End.String()
	}
	if c.Break != 0 {
		f["break_start"] = c.Break.String()
	}
	if c.Breaks != "" {
		f["breaks"] = string(c.Breaks)
	}
	if c.RuleBreaks != "" {
		f["rule_breaks"] = string(c.RuleBreaks)
	}
	if c.StartKiosk != "" {
		f["start_kiosk"] = c.StartKiosk
	}
	if c.EndKiosk != "" {
		f["end_kiosk"] = c.EndKiosk
	}
	if c.ShiftID != 0 {
		f["shift_id"] = c.ShiftID
	}
	if c.Refusal != "" {
		f["refusal"] = c.Refusal
	}
	if c.HandedOver != 0 {
		f["handed_over_at"] = c.HandedOver.String()
	}
	if c.Ahead != 0 {
		f["device_ahead_seconds"] = c.Ahead
	}
	return c.Job.AddTo(f)
}

// Running reports whether the employee has not clocked out.
func (c Clocking) Running() bool { return c.End == 0 }

// OnBreak reports whether a break goes on.
func (c Clocking) OnBreak() bool { return c.Running() && c.Break != 0 }

// longest is how long a clocking goes on until its end counts as forgotten.
const longest = 16 * time.Hour

// Forgotten reports whether the employee seems to have forgotten to clock out. When the work ended is never guessed: they say so, with why
// (Service.Settle).
func (c Clocking) Forgotten(now db.Instant) bool { return c.Running() && now.Sub(c.Start) > longest }

// The transitions are pure functions of the clocking and the time at which it is stamped.

func (c Clocking) startBreak(at db.Instant) (Clocking, error) {
	if err := c.checkStamp(at); err != nil {
		return c, err
	}
	if c.OnBreak() {
		return c, errs.Conflict("clock_on_break", "The break has already started.")
	}
	if len(c.Breaks.List()) >= shifts.MaxBreaks {
		return c, errs.Conflict("clock_breaks", "You’ve already taken 20 breaks in this shift.")
	}
	c.Break = at
	return c, nil
}

func (c Clocking) endBreak(at db.Instant) (Clocking, error) {
	if err := c.checkStamp(at); err != nil {
		return c, err
	}
	if !c.OnBreak() {
		return c, errs.Conflict("clock_not_on_break", "No break has started.")
	}
	return c.withBreak(at), nil
}

// withBreak returns the clocking with the break that goes on ended. A break that ends in the second in which it began is none.
func (c Clocking) withBreak(end db.Instant) Clocking {
	if end > c.Break {
		c.Breaks = shifts.NewBreaks(append(c.Breaks.List(), shifts.Break{Start: c.Break, End: end}))
	}
	c.Break = 0
	return c
}

// stop ends the clocking. During a break it ends when the break began, because nobody has worked since then; Break stays, as the break that
// was stamped.
func (c Clocking) stop(at db.Instant) (Clocking, error) {
	if err := c.checkStamp(at); err != nil {
		return c, err
	}
	if c.OnBreak() {
		at = c.Break
	}
	c.End = at
	return c, nil
}

// checkStamp fails when nothing can be stamped at a time.
func (c Clocking) checkStamp(at db.Instant) error {
	if c.Forgotten(at) {
		return errs.Conflict("clock_forgotten", "You clocked in more than 16 hours ago. First enter the time you finished.")
	}
	return nil
}

// Shift returns the shift that the clocking becomes, with times rounded to the nearest step of minutes in the company's zone. ok is false
// if they round to nothing. Without a stamped break it gets those of the break rule.
func (c Clocking) Shift(step int, zone *time.Location) (n shifts.New, ok bool) {
	round := rounding(step, zone)
	n = shifts.New{BankCodeID: c.BankCodeID, Job: c.Job, Start: round(c.Start), End: round(c.End)}
	n.Day = db.DayOf(n.Start.Time().In(zone)) // a start shortly before midnight may round to the next day
	var breaks []shifts.Break
	var off db.Instant
	for _, b := range c.Breaks.List() {
		if b.Start, b.End = round(b.Start), round(b.End); b.Start < b.End {
			breaks, off = append(breaks, b), off+b.End-b.Start
		}
	}
	n.Breaks, n.ByRule = shifts.NewBreaks(breaks), c.Breaks == "" && c.Break == 0 && !c.paused
	return n, n.End-n.Start > off
}

// became notes the shift that the clocking became.
func (c *Clocking) became(x shifts.Shift) {
	if c.ShiftID = x.ID; c.Breaks == "" {
		c.RuleBreaks = x.Breaks
	}
}

// ByRule reports whether the breaks of the shift that the clocking became are still those of the break rule.
func (c Clocking) ByRule(x shifts.Shift) bool { return x.Breaks != "" && c.RuleBreaks == x.Breaks }

// rounding returns a function that rounds to the nearest step of minutes, counted from midnight in the zone. Seconds are dropped first,
// since pages show none: all stamps from 8:02:00 to 8:02:59 count as 8:02. It keeps the order of instants.
func rounding(step int, zone *time.Location) func(db.Instant) db.Instant {
	return func(at db.Instant) db.Instant {
		t := at.Time().In(zone)
		_, offset := t.Zone()
		shifted := t.Add(time.Duration(offset) * time.Second).UTC().Truncate(time.Minute).Round(time.Duration(step) * time.Minute)
		return db.InstantOf(shifted.Add(-time.Duration(offset) * time.Second))
	}
}

// Steps are the steps of minutes to which a company can round.
var Steps = []int{1, 5, 6, 10, 15}

// MaxReason is how many characters the reason of a correction has at most.
const MaxReason = 500

// CheckReason returns the reason of a correction without blanks around it.
func CheckReason(faults *errs.Fields, reason string) string {
	reason = strings.TrimSpace(reason)
	switch {
	case reason == "":
		faults.Add("reason", "required", "This field is required.")
	case utf8.RuneCountInString(reason) > MaxReason:
		faults.Add("reason", "too_long", "At most 500 characters.")
	}
	return reason
}

func errNotRunning() error {
	return errs.Conflict("clock_not_running", "You haven’t clocked in.")
}

func errSameTask() error {
	return errs.Conflict("clock_same_task", "You’re already working on this pay code.")
}
