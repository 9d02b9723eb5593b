package leaverequests

import (
	"context"
	"slices"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/db"
)

// NamedRequest is a request in the calendar, with whose it is.
type NamedRequest struct {
	LeaveRequest
	Name string
}

// Absence is one person's row of a month.
type Absence struct {
	EmployeeID int64
	Name       string
	Runs       []Run // one after the other, they make up the month
}

// Run is days in a row with the same leave, or one day without any.
type Run struct {
	First db.Day
	Days  int
	Leave []LeaveRequest
}

// Code is a pay code that leave can go to.
type Code struct {
	ID   int64
	Type string // lower case
	Name string // as the bank spells it
}

// mostEntries bounds what one month reads.
const mostEntries = 5000

// Month is who in the actor's scope is away, or asked to be, in the month of a day: by name, the own row first.
func (s *Service) Month(ctx context.Context, by auth.Actor, month db.Day, zone *time.Location) ([]Absence, error) {
	first, last := monthOf(month)
	list, err := listCalendar(ctx, s.db, by, db.InstantOf(first.In(zone)), db.InstantOf(last.Add(1).In(zone)), mostEntries)
	if err != nil {
		return nil, err
	}
	return absences(list, by.EmployeeID, first, last, zone), nil
}

// Own is what the actor asked for, the latest days first, at most so many requests.
func (s *Service) Own(ctx context.Context, by auth.Actor, rows int) ([]LeaveRequest, error) {
	return listByEmployee(ctx, s.db, by.EmployeeID, rows)
}

// Codes are the pay codes of leave, by id.
func (s *Service) Codes(ctx context.Context) ([]Code, error) { return leaveCodes(ctx, s.db) }

// monthOf gives the first and the last day of a day's month.
func monthOf(d db.Day) (first, last db.Day) {
	y, m, _ := d.Date()
	return db.NewDay(y, m, 1), db.NewDay(y, m+1, 0)
}

// daysOf are the local days that leave touches: an end at midnight belongs to the day before.
func daysOf(r LeaveRequest, zone *time.Location) (first, last db.Day) {
	return db.DayOf(r.Start.Time().In(zone)), db.DayOf((r.End - 1).Time().In(zone))
}

// absences puts entries, which come person by person, into rows of the month; own is whose row stands first.
func absences(list []NamedRequest, own int64, first, last db.Day, zone *time.Location) (rows []Absence) {
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(e NamedRequest) bool { return e.EmployeeID != list[0].EmployeeID })
		if n < 0 {
			n = len(list)
		}
		a := Absence{list[0].EmployeeID, list[0].Name, runsOf(list[:n], first, last, zone)}
		if a.EmployeeID == own {
			rows = slices.Insert(rows, 0, a)
		} else {
			rows = append(rows, a)
		}
		list = list[n:]
	}
	return rows
}

func runsOf(list []NamedRequest, first, last db.Day, zone *time.Location) (runsOf []Run) {
	for d := first; !d.After(last); d = d.Add(1) {
		var leave []LeaveRequest
		for _, e := range list {
			if from, to := daysOf(e.LeaveRequest, zone); !d.Before(from) && !d.After(to) {
				leave = append(leave, e.LeaveRequest)
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

// minutes is how much of working days leave takes (W3).
func minutes(r LeaveRequest, zone *time.Location) (n int64) {
	first, last := daysOf(r, zone)
	Days(r.Start, r.End, zone, first, last, func(_ db.Day, m int64) { n += m })
	return n
}

// readMonth reads 2026-11; anything else is the month of today.
func readMonth(s string, today db.Day) db.Day {
	d, err := db.ParseDay(strings.TrimSpace(s) + "-01")
	if err != nil || len(s) != len("2026-11") {
		first, _ := monthOf(today)
		return first
	}
	return d
}
