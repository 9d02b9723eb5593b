// Package deputies stores who stands in for an absent supervisor. What a deputy may see and decide is in the scope of auth.Actor, which
// reads the table itself (docs/adr/0057).
package deputies

import (
	"time"

	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/db"
)

// Deputy says who stands in for a supervisor, and when. Without days it is on each day that approved leave of the supervisor covers.
type Deputy struct {
	ID             int64
	SupervisorID   int64
	SupervisorName string
	DeputyID       int64
	DeputyName     string
	From, Until    db.Day // both included; zero: while the supervisor is on approved leave
	Active         bool   // today
	Version        int64
	UpdatedAt      db.Instant
}

// OnLeave reports whether the deputy stands in whenever the supervisor is on approved leave.
func (d Deputy) OnLeave() bool { return d.From.IsZero() }

// AuditFields implements audit.Auditable.
func (d Deputy) AuditFields() audit.Fields {
	return audit.Fields{"id": d.ID, "supervisor_id": d.SupervisorID, "deputy_id": d.DeputyID, "from_day": dayOrNil(d.From),
		"until_day": dayOrNil(d.Until)}
}

func dayOrNil(d db.Day) any {
	if d.IsZero() {
		return nil
	}
	return d.String()
}

// New is the input for a new deputy.
type New struct {
	SupervisorID int64
	DeputyID     int64
	From, Until  db.Day
}

// Changes are the new values of a deputy's days; nil leaves them as they are.
type Changes struct{ From, Until *db.Day }

// validate returns the errors that need no database. The last day that is entered may not be over.
func (n New) validate(today db.Day) errs.Fields {
	var faults errs.Fields
	switch n.DeputyID {
	case 0:
		faults.Add("deputy_id", "required", "Choose who stands in.")
	case n.SupervisorID:
		faults.Add("deputy_id", "own_deputy", "Nobody stands in for themselves.")
	}
	return append(faults, checkDays(n.From, n.Until, today)...)
}

// Limits of deputies.
const (
	maxDeputies = 20 // of a supervisor, now or to come
	maxYears    = 2  // until the last day
)

// overlaps reports whether two deputies stand in on the same days: both whenever the supervisor is on leave, or on days that overlap.
func (d Deputy) overlaps(from, until db.Day) bool {
	if d.OnLeave() || from.IsZero() {
		return d.OnLeave() && from.IsZero()
	}
	return !d.From.After(until) && !from.After(d.Until)
}

func checkDays(from, until, today db.Day) errs.Fields {
	var faults errs.Fields
	switch {
	case from.IsZero() && until.IsZero():
	case from.IsZero():
		faults.Add("from_day", "required", "This field is required.")
	case until.IsZero():
		faults.Add("until_day", "required", "This field is required.")
	case until.Before(from):
		faults.Add("until_day", "before_first", "The last day is before the first.")
	case until.Before(today):
		faults.Add("until_day", "day_over", "The last day is over.")
	case until.After(db.DayOf(today.In(time.UTC).AddDate(maxYears, 0, 0))):
		faults.Add("until_day", "deputy_too_long", "The last day is at most two years ahead.")
	}
	return faults
}

// withChanges returns d with the changes.
func (d Deputy) withChanges(c Changes) Deputy {
	change.Set(&d.From, c.From)
	change.Set(&d.Until, c.Until)
	return d
}

// StandIn is a supervisor whom the actor stands in for today, and until which day.
type StandIn struct {
	Name  string
	Until db.Day
}
