package payperiods

import (
	"cmp"
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/workforce/crews"
	"presence/app/workforce/worktime"
	"presence/db"
)

// HoursFilter selects the time of an HoursReport.
type HoursFilter struct {
	From, To db.Day     // of whole weeks: a Sunday and a Saturday
	Crew     crews.Crew // of its members
	Employee int64      // only this employee; 0: everyone in scope
	Name     string     // only employees whose names contain these words
}

// HoursReport is the time that a group of employees worked over several weeks, with the same figures as the overviews of these
// weeks (W12).
type HoursReport struct {
	Weeks    []WeekHours   // every week of the filter, in order
	People   []PersonHours // those who worked, sorted by name
	Codes    []CodeHours   // those with hours, sorted by bank code
	Crews    []Supervisor  // those by whom the actor may filter
	Employee string        // the name of the filter's employee
}

// WeekHours is the time that everyone worked in the week that begins on a Sunday.
type WeekHours struct {
	Week  db.Day
	Hours worktime.Hours
}

// PersonHours is the time that one employee worked in all weeks, with the present supervisor.
type PersonHours struct {
	ID           int64
	Name         string
	SupervisorID int64 // 0: none
	Supervisor   string
	Hours        worktime.Hours
}

// CodeHours is the time that everyone worked under one bank code, without the minutes that became overtime, which are under the
// code for overtime as in a payroll file of approved sheets (Line).
type CodeHours struct {
	BankCode string // empty: computed overtime when there is no bank code of type overtime
	Type     string // as written
	Hours    worktime.Hours
}

// HoursOverTime adds up the weeks of the filter in the actor's scope: everyone for admin and payroll, else everyone below the
// supervisor. An employee or a supervisor who is not in it is NotFound. The number of queries does not depend on the number of
// employees or weeks.
func (s *Service) HoursOverTime(ctx context.Context, by auth.Actor, f HoursFilter) (r HoursReport, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		r, err = readHours(ctx, q, CrewFilter{}.scope(by), f, s.config)
		return err
	})
	return r, err
}

// Selected returns the ids of the employees that a filter selects in the actor's scope, whether they worked or not. Its errors are
// those of HoursOverTime.
func (s *Service) Selected(ctx context.Context, by auth.Actor, f HoursFilter) (ids []int64, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		_, scope, err := supervisorsOf(ctx, q, CrewFilter{}.scope(by), f.Crew)
		if err != nil {
			return err
		}
		people, err := readSelected(ctx, q, scope, f)
		ids = make([]int64, len(people))
		for i, p := range people {
			ids[i] = p.ID
		}
		return err
	})
	return ids, err
}

// codeTotals adds up weeks by bank code.
type codeTotals struct {
	codes    map[int64]bankCode
	overtime int64 // the code of computed overtime; 0: there is none
	hours    map[int64]worktime.Hours
}

// add adds one employee's week. Overtime is taken from the regular codes, from the last one first (snapshot.withOvertime).
func (t codeTotals) add(week workedWeek) {
	slices.SortFunc(week.codes, func(a, b codeMinutes) int { return cmp.Compare(b.code, a.code) })
	left := week.found
	for _, c := range week.codes {
		column, moved := worktime.ColumnOf(t.codes[c.code].kind), int64(0)
		if column == worktime.Regular {
			moved = min(left, c.minutes)
		}
		left -= moved
		t.addTo(c.code, column, c.minutes-moved)
	}
	t.addTo(t.overtime, worktime.Overtime, week.found)
}

func (t codeTotals) addTo(code int64, column worktime.Column, minutes int64) {
	h := t.hours[code]
	h.Add(column, minutes)
	t.hours[code] = h
}

// list returns the codes with hours.
func (t codeTotals) list() (list []CodeHours) {
	for id, h := range t.hours {
		c := t.codes[id]
		if id == 0 {
			c.kind = "overtime"
		}
		if h != (worktime.Hours{}) {
			list = append(list, CodeHours{c.name, c.kind, h})
		}
	}
	slices.SortFunc(list, func(a, b CodeHours) int {
		return cmp.Or(compareBool(a.BankCode == "", b.BankCode == ""), cmp.Compare(a.BankCode, b.BankCode), cmp.Compare(a.Type, b.Type))
	})
	return list
}
