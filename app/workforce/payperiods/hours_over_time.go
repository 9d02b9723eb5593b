package payperiods

import (
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// HoursFilter selects the time of an HoursReport.
type HoursFilter struct {
	From, To db.Day // of whole weeks: a Sunday and a Saturday
	Crew     int64  // employee id of a supervisor: only the direct reports; 0: everyone in scope
	Employee int64  // only this employee; 0: everyone in scope
	Name     string // only employees whose names contain these words
}

// HoursReport is the time that a group of employees worked over several weeks, with the same figures as the overviews of these
// weeks (W12).
type HoursReport struct {
	Weeks    []WeekHours   // every week of the filter, in order
	People   []PersonHours // those who worked, sorted by name
	Crews    []Supervisor  // those by whom the actor may filter
	Employee string        // the name of the filter's employee
}

// WeekHours is the time that everyone worked in the week that begins on a Sunday.
type WeekHours struct {
	Week  db.Day
	Hours Hours
}

// PersonHours is the time that one employee worked in all weeks, with the present supervisor.
type PersonHours struct {
	ID           int64
	Name         string
	SupervisorID int64 // 0: none
	Supervisor   string
	Hours        Hours
}

// HoursOverTime adds up the weeks of the filter in the actor's scope: everyone for admin and payroll, else everyone below the
// supervisor. An employee or a supervisor who is not in it is NotFound. The number of queries does not depend on the number of
// employees or weeks.
func (s *Service) HoursOverTime(ctx context.Context, by auth.Actor, f HoursFilter) (r HoursReport, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		r, err = readHours(ctx, q, CrewFilter{}.scope(by), f, s.config.Zone, s.config.Threshold)
		return err
	})
	return r, err
}
