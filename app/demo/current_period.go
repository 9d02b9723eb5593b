package demo

import (
	"context"
	"slices"
	"time"

	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// scenario is what is special about an employee in the period that waits for approval.
type scenario uint8

const (
	nothing    scenario = iota // submitted, complete: clean
	saturday                   // overtime in the second week only
	dayMissing                 // a weekday without an entry
	changed                    // approved, withdrawn, changed
	absent                     // nothing entered
	longDay                    // a call-out after a full day: more than 16 hours
	draft                      // complete, but not submitted
	vacation                   // the second week off, approved
	sick                       // a day sick, approved
	asks                       // asks for leave in the next period
	done                       // approved already
)

// scenarios are the scenarios of each crew, by place in it; other employees have nothing special.
var scenarios = [3]map[int]scenario{
	{3: saturday, 5: dayMissing, 6: changed, 7: absent, 8: longDay, 10: draft, 11: vacation, 12: sick, 14: asks, 15: done, 17: done},
	{2: saturday, 4: draft, 7: vacation, 9: absent, 13: dayMissing, 16: done},
	{3: draft, 5: sick, 8: saturday, 12: changed, 15: done, 16: asks},
}

func (p *person) scenario() scenario {
	if p.crew == inOffice {
		return nothing
	}
	return scenarios[p.crew][p.place]
}

// createPendingItems creates the period that has ended and waits for approval. Sheets are submitted on its last afternoon.
func (m *builder) createPendingItems(ctx context.Context) error {
	period := m.periodToApprove()
	for i, p := range m.staff {
		m.at(m.moment(period.End, 15, 30).Add(time.Duration(i) * 3 * time.Minute))
		if err := m.applyScenario(ctx, p, period); err != nil {
			return err
		}
	}
	return nil
}

func (m *builder) applyScenario(ctx context.Context, p *person, period payperiods.Period) error {
	plan, spent := p.fortnight(9)
	submit := true
	switch p.scenario() {
	case absent:
		return nil
	case saturday:
		plan = append(plan, work{13, 8 * hour, 15 * hour, "regular"})
	case dayMissing:
		plan = slices.DeleteFunc(plan, func(w work) bool { return w.day == 3 })
	case longDay:
		plan = append(onDays(plan, 9), work{9, 17 * hour, 26*hour + 30, "emergency"})
	case draft:
		submit = false
	case vacation:
		plan = slices.DeleteFunc(plan, func(w work) bool { return w.day >= 7 })
		spent = slices.DeleteFunc(spent, func(s spending) bool { return s.day >= 7 })
		if err := m.createLeave(ctx, p, leave{kind: "Vacation", code: "vacation", from: period.Start.Add(8), to: period.Start.Add(13),
			comment: "Semaine en famille", status: leaverequests.Approved}); err != nil {
			return err
		}
	case sick:
		plan = slices.DeleteFunc(plan, func(w work) bool { return w.day == 2 })
		if err := m.createLeave(ctx, p, leave{kind: "Sick", code: "sick", from: period.Start.Add(2), to: period.Start.Add(3),
			comment: "Grippe", status: leaverequests.Approved}); err != nil {
			return err
		}
	case asks:
		if err := m.createLeave(ctx, p, leave{kind: "Vacation", code: "vacation", from: m.current().End.Add(2), to: m.current().End.Add(7),
			comment: "Voyage prévu depuis longtemps", status: leaverequests.Pending}); err != nil {
			return err
		}
	}
	if err := m.record(ctx, p, period, distinct(plan), spent, submit); err != nil {
		return err
	}
	switch p.scenario() {
	case done:
		return m.approveOne(ctx, p, period)
	case changed:
		return m.reopen(ctx, p, period)
	}
	return nil
}

// createCurrentPeriod creates the current period: most employees have entered the past days, and none has submitted yet.
func (m *builder) createCurrentPeriod(ctx context.Context) error {
	period := m.current()
	today := db.DayOf(m.Now.In(m.Zone))
	ahead := func(day int) bool { return !period.Start.Add(day).Before(today) }
	m.at(m.Now.Add(-4 * time.Hour)) // before the first of them clock in
	for i, p := range m.staff {
		plan, spent := p.fortnight(10)
		plan = slices.DeleteFunc(plan, func(w work) bool { return ahead(w.day) || w.to > 24*hour && ahead(w.day+1) })
		spent = slices.DeleteFunc(spent, func(s spending) bool { return ahead(s.day) })
		if len(plan) == 0 || i%9 == 7 {
			continue
		}
		if err := m.record(ctx, p, period, distinct(plan), spent, false); err != nil {
			return err
		}
	}
	return nil
}

// onDays returns the plan with the shift of one day replaced by the usual day shift, so that a call-out can follow it.
func onDays(plan []work, day int) []work {
	plan = slices.DeleteFunc(plan, func(w work) bool { return w.day == day })
	return append(plan, days.usual(day)...)
}

// leave is a request for leave from the start of a day to the start of another.
type leave struct {
	kind     string // of leaverequests.Types
	code     string // type of the bank code
	from, to db.Day
	comment  string
	status   string
}

// createLeave creates a person's request: a pending one by the person, one that is decided by the administrator.
func (m *builder) createLeave(ctx context.Context, p *person, l leave) error {
	by := m.admin
	if l.status == leaverequests.Pending {
		by = p.actor
	}
	_, err := m.leave.Create(ctx, by, leaverequests.New{
		EmployeeID: p.actor.EmployeeID, BankCodeID: m.codes[l.code], LeaveType: l.kind, Comment: l.comment, ApprovalStatus: l.status,
		Start: db.InstantOf(l.from.In(m.Zone)), End: db.InstantOf(l.to.In(m.Zone)),
	})
	return err
}

// approveOne approves one sheet before the others, as its supervisor.
func (m *builder) approveOne(ctx context.Context, p *person, period payperiods.Period) error {
	_, err := m.decide(ctx, p, period, true)
	return err
}

// reopen withdraws an approval, because a shift was forgotten.
func (m *builder) reopen(ctx context.Context, p *person, period payperiods.Period) error {
	if _, err := m.decide(ctx, p, period, true); err != nil {
		return err
	}
	sheet, err := m.decide(ctx, p, period, false)
	if err != nil {
		return err
	}
	m.clock = m.clock.Add(10 * time.Minute)
	day := period.Start.Add(6)
	_, err = m.shifts.Create(ctx, p.actor, shifts.New{TimesheetID: sheet, BankCodeID: m.codes["emergency"], Day: day,
		Start: db.InstantOf(m.moment(day, 9, 0)), End: db.InstantOf(m.moment(day, 11, 30))})
	if err != nil {
		return err
	}
	_, err = m.sheets.Submit(ctx, p.actor, sheet, nil)
	return err
}

// decide approves the sheet of a period, or withdraws the approval, as the crew's supervisor.
func (m *builder) decide(ctx context.Context, p *person, period payperiods.Period, approve bool) (sheet int64, err error) {
	m.clock = m.clock.Add(20 * time.Minute)
	head := m.staff[slices.IndexFunc(m.staff, func(x *person) bool { return x.crew == p.crew && x.place == 0 })]
	err = m.sheets.Each(ctx, head.actor, timesheets.Filter{Rows: 100, EmployeeID: p.actor.EmployeeID, From: period.Start, To: period.End},
		func(t timesheets.Timesheet) error {
			sheet = t.ID
			return nil
		})
	if err != nil {
		return 0, err
	}
	_, err = m.sheets.Approve(ctx, head.actor, sheet, nil, timesheets.Decision{Approved: approve})
	return sheet, err
}
