package demo

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/workforce/crews"
	"presence/app/workforce/schedule"
	"presence/app/workforce/usualweeks"
	"presence/db"
)

// createSchedule plans the first crew: the period that has ended and the current one are published, and so is an open shift on the first
// Sunday of the next period, whose other shifts are a draft with another open shift and overtime.
func (m *builder) createSchedule(ctx context.Context) error {
	crew := m.crew(0)
	head := crew[0].actor
	ended, current := m.periodToApprove(), m.current()
	m.at(m.moment(ended.Start.Add(-4), 14, 0))
	usual := usualweeks.NewService(m.DB, m.now, m.Zone)
	for _, p := range crew[1:] {
		if _, err := usual.Set(ctx, m.clerk, p.usualWeek(ended.Start, m.codes), nil); err != nil {
			return err
		}
	}
	s := schedule.NewService(m.DB, schedule.Options{Zone: m.Zone, Now: m.now, Norm: m.Norm, Overtime: m.periods.Overtime()})
	team, published := crews.Of(head.EmployeeID), schedule.Range{From: ended.Start, To: current.End}
	if _, err := s.Fill(ctx, head, team, published, schedule.UsualWeeks); err != nil {
		return err
	}
	if _, err := s.Publish(ctx, head, team, published); err != nil {
		return err
	}
	m.at(m.Now.Add(-3 * time.Hour))
	sunday := current.End.Add(1)
	if err := m.planOpen(ctx, s, head, sunday); err != nil {
		return err
	}
	if _, err := s.Publish(ctx, head, team, schedule.Range{From: sunday, To: sunday}); err != nil {
		return err
	}
	if _, err := s.Fill(ctx, head, team, schedule.Range{From: sunday, To: sunday.Add(13)}, schedule.UsualWeeks); err != nil {
		return err
	}
	if err := m.planOpen(ctx, s, head, sunday.Add(6)); err != nil {
		return err
	}
	return m.plan(ctx, s, head, schedule.Plan{EmployeeID: crew[2].actor.EmployeeID}, sunday.Add(6))
}

// crew returns the people of a crew, its supervisor first.
func (m *builder) crew(n int) (list []*person) {
	for _, p := range m.staff {
		if p.crew == n {
			list = append(list, p)
		}
	}
	return list
}

// usualWeek returns the shifts that a person works by habit. A break between two of them is a break of one.
func (p *person) usualWeek(first db.Day, codes map[string]int64) usualweeks.Week {
	w := usualweeks.Week{EmployeeID: p.actor.EmployeeID, Weeks: 1, First: first}
	for day := time.Monday; day <= time.Friday; day++ {
		list := p.habit.usual(int(day))
		if p.habit == days {
			list = []work{{int(day), list[0].from, list[1].to, list[0].code}}
		}
		for _, x := range list {
			s := usualweeks.Shift{Week: 1, Weekday: day, Start: int64(x.from), End: int64(x.to), BankCodeID: codes[x.code]}
			if p.habit == days {
				s.Breaks = "30"
			}
			w.Shifts = append(w.Shifts, s)
		}
	}
	return w
}

// planOpen plans a shift of a Saturday or a Sunday that is open to the crew.
func (m *builder) planOpen(ctx context.Context, s *schedule.Service, head auth.Actor, d db.Day) error {
	return m.plan(ctx, s, head, schedule.Plan{SupervisorID: head.EmployeeID, Note: "Inventaire"}, d)
}

// plan plans a shift from 8:00 to 16:00.
func (m *builder) plan(ctx context.Context, s *schedule.Service, head auth.Actor, x schedule.Plan, d db.Day) error {
	x.BankCodeID, x.Start, x.End = m.codes["regular"], db.InstantOf(m.moment(d, 8, 0)), db.InstantOf(m.moment(d, 16, 0))
	_, err := s.Create(ctx, head, x)
	return err
}
