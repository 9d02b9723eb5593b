// Package hours shows the hours worked over several weeks, by person, team, week, month or pay code, as a page and as a file. Package
// payperiods computes them, so that they equal the overviews of the pay periods.
package hours

import (
	"slices"
	"time"

	"presence/app/workforce/payperiods"
	"presence/app/workforce/worktime"
	"presence/db"
)

// grouping is the subject of a line of the report.
type grouping string

// The groupings, as they are written in addresses.
const (
	byPerson grouping = "person"
	byTeam   grouping = "team"
	byWeek   grouping = "week"
	byMonth  grouping = "month"
	byCode   grouping = "code"
)

var groupings = []grouping{byPerson, byTeam, byWeek, byMonth, byCode}

// line is one line of the report.
type line struct {
	id    int64  // of the employee, or of the team's supervisor; 0: no supervisor
	name  string // of the employee or the supervisor; the pay code, empty for computed overtime without one
	kind  string // the type of the pay code
	day   db.Day // the first day of the week or month
	hours worktime.Hours
}

// lines returns the lines of a report with hours in their order: people by name, teams by the name of their supervisor with the
// people who have none last, weeks and months by time, pay codes by name.
func lines(r payperiods.HoursReport, group grouping) (list []line) {
	switch group {
	case byPerson:
		for _, p := range r.People {
			list = append(list, line{id: p.ID, name: p.Name, hours: p.Hours})
		}
	case byTeam:
		list = teams(r)
	case byCode:
		for _, c := range r.Codes {
			list = append(list, line{name: c.BankCode, kind: c.Type, hours: c.Hours})
		}
	default:
		list = spans(r, group)
	}
	return slices.DeleteFunc(list, func(l line) bool { return l.hours == worktime.Hours{} })
}

// teams adds up people by their present supervisor.
func teams(r payperiods.HoursReport) []line {
	list, at := make([]line, len(r.Crews)), map[int64]int{}
	for i, s := range r.Crews {
		list[i], at[s.ID] = line{id: s.ID, name: s.Name}, i
	}
	var alone line
	for _, p := range r.People {
		if p.SupervisorID == 0 {
			alone.hours = alone.hours.Plus(p.Hours)
			continue
		}
		i, known := at[p.SupervisorID]
		if !known { // a supervisor outside the scope, or one whose reports have all left
			i, list = len(list), append(list, line{id: p.SupervisorID, name: p.Supervisor})
			at[p.SupervisorID] = i
		}
		list[i].hours = list[i].hours.Plus(p.Hours)
	}
	return append(list, alone)
}

// spans returns every week or every month of a report, also those without hours. A week is counted in the month of its Wednesday,
// which has most of its days: its overtime belongs to the whole week and cannot be divided.
func spans(r payperiods.HoursReport, group grouping) (list []line) {
	for _, w := range r.Weeks {
		first := w.Week
		if group == byMonth {
			year, month, _ := w.Week.Add(int(time.Wednesday)).Date()
			first = db.NewDay(year, month, 1)
		}
		if n := len(list); n == 0 || list[n-1].day != first {
			list = append(list, line{day: first})
		}
		last := &list[len(list)-1]
		last.hours = last.hours.Plus(w.Hours)
	}
	return list
}

// total returns the sum of all lines.
func total(list []line) (sum worktime.Hours) {
	for _, l := range list {
		sum = sum.Plus(l.hours)
	}
	return sum
}
