package leaverequests

import (
	"context"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

// Absence is the row of one employee in the calendar.
type Absence struct {
	EmployeeID int64
	Name       string
	Runs       []Run // in order; together they cover the days of the calendar
}

// Run is a number of consecutive days with the same leave, or one day without leave.
type Run struct {
	First db.Day
	Days  int
	Leave []LeaveRequest
}

// Code is a bank code of leave.
type Code struct {
	ID   int64
	Type string // as bankcodes.Fold returns it
	Name string // its bank_code
}

// codesFor returns the codes under which leave of a type may be paid: those of the same type, else every code.
func codesFor(leaveType string, all []Code) (fitting []Code) {
	for _, c := range all {
		if c.Type == bankcodes.Fold(leaveType) {
			fitting = append(fitting, c)
		}
	}
	if len(fitting) == 0 {
		return all
	}
	return fitting
}

// useOnlyCode sets the code of a request if only one fits its type: the form does not ask for it.
func (n *New) useOnlyCode(codes []Code) {
	if fitting := codesFor(n.LeaveType, codes); len(fitting) == 1 {
		n.BankCodeID = fitting[0].ID
	}
}

const (
	calendarWeeks = 5    // of the calendar
	mostEntries   = 5000 // the maximum number of requests in it
)

// Calendar returns the approved and requested leave of everyone in the actor's scope in the weeks from a day on, sorted by name, with
// the actor's own row first.
func (s *Service) Calendar(ctx context.Context, by auth.Actor, first db.Day, zone *time.Location) ([]Absence, error) {
	last := lastDay(first)
	list, err := listCalendar(ctx, s.db, by, db.InstantOf(first.In(zone)), db.InstantOf(last.Add(1).In(zone)), mostEntries)
	if err != nil {
		return nil, err
	}
	return absences(list, by.EmployeeID, first, last, zone), nil
}

// ToDecide returns the first requests that wait for the actor's decision, the leave that begins soonest first, and how many wait.
func (s *Service) ToDecide(ctx context.Context, by auth.Actor, rows int) (list []LeaveRequest, all int, err error) {
	return listToDecide(ctx, s.db, by, rows)
}

// awayRead is the maximum number of requests that AwayDuring reads.
const awayRead = 100

// AwayDuring returns the names of those in the actor's scope, except one employee, whose approved or requested leave lies between
// two instants, sorted by name.
func (s *Service) AwayDuring(ctx context.Context, by auth.Actor, except int64, start, end db.Instant) (names []string, err error) {
	list, err := listCalendar(ctx, s.db, by, start, end, awayRead)
	for _, r := range list {
		if r.EmployeeID != except && !slices.Contains(names, r.EmployeeName) {
			names = append(names, r.EmployeeName)
		}
	}
	return names, err
}

// Own returns the actor's requests, the latest leave first, at most as many as rows says.
func (s *Service) Own(ctx context.Context, by auth.Actor, rows int) ([]LeaveRequest, error) {
	return listByEmployee(ctx, s.db, by.EmployeeID, rows)
}

// Taken returns how much a request in the actor's scope takes; the request may be archived.
func (s *Service) Taken(ctx context.Context, by auth.Actor, id int64, zone *time.Location) (t Taken, err error) {
	list, err := byIDs(ctx, s.db, by, []int64{id})
	if err == nil && len(list) == 0 {
		err = errs.NotFound("leave request")
	}
	if err != nil {
		return t, err
	}
	types, err := codeTypes(ctx, s.db)
	return takenBy(s.Holidays, list[0].Start, list[0].End, types[list[0].BankCodeID], zone), err
}

// CodeTypes returns the types of all bank codes of leave by id.
func (s *Service) CodeTypes(ctx context.Context) (map[int64]string, error) {
	return codeTypes(ctx, s.db)
}

// Codes returns the bank codes of leave, sorted by id.
func (s *Service) Codes(ctx context.Context) ([]Code, error) { return leaveCodes(ctx, s.db) }

// lastDay returns the last day of the calendar that begins on a day.
func lastDay(first db.Day) db.Day { return first.Add(7*calendarWeeks - 1) }

// Days returns the first and the last local day of leave. Leave that ends at midnight does not include the day that begins
// then.
func (r LeaveRequest) Days(zone *time.Location) (first, last db.Day) {
	return db.DayOf(r.Start.Time().In(zone)), db.DayOf((r.End - 1).Time().In(zone))
}

// absences makes the rows of the calendar from a list that is sorted by employee; the row of the employee own comes first.
func absences(list []LeaveRequest, own int64, first, last db.Day, zone *time.Location) (rows []Absence) {
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(r LeaveRequest) bool { return r.EmployeeID != list[0].EmployeeID })
		if n < 0 {
			n = len(list)
		}
		a := Absence{list[0].EmployeeID, list[0].EmployeeName, runsOf(list[:n], first, last, zone)}
		if a.EmployeeID == own {
			rows = slices.Insert(rows, 0, a)
		} else {
			rows = append(rows, a)
		}
		list = list[n:]
	}
	return rows
}

func runsOf(list []LeaveRequest, first, last db.Day, zone *time.Location) (runsOf []Run) {
	for d := first; !d.After(last); d = d.Add(1) {
		var leave []LeaveRequest
		for _, r := range list {
			if from, to := r.Days(zone); !d.Before(from) && !d.After(to) {
				leave = append(leave, r)
			}
		}
		if n := len(runsOf) - 1; n >= 0 && len(leave) > 0 && slices.Equal(runsOf[n].Leave, leave) {
			runsOf[n].Days++
			continue
		}
		runsOf = append(runsOf, Run{d, 1, leave})
	}
	return runsOf
}

// readFirstDay parses a day such as 2026-11-26 and returns the Sunday of its week; for anything else that of the week of today.
func readFirstDay(s string, today db.Day) db.Day {
	d, err := db.ParseDay(s)
	if err != nil {
		d = today
	}
	return d.Add(-int(d.Weekday()))
}
