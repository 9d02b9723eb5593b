package demo

import (
	"context"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/workforce/expenses"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// past returns the approved periods, the oldest first: the two before the one that waits for approval, and the one that
// contains the last change of the clocks, if the zone has one.
func (m *builder) past() []payperiods.Period {
	before := m.Calendar.Previous(m.periodToApprove())
	list := []payperiods.Period{m.Calendar.Previous(before), before}
	if night, ok := m.clockNight(before.End); ok {
		if p := m.Calendar.At(night); p != list[0] && p != list[1] {
			list = slices.Insert(list, 0, p)
		}
	}
	return list
}

func (m *builder) current() payperiods.Period { return m.Calendar.At(db.DayOf(m.Now.In(m.Zone))) }

// periodToApprove returns the period that waits for approval: the last one that has ended.
func (m *builder) periodToApprove() payperiods.Period { return m.Calendar.Previous(m.current()) }

// clockNight returns the evening before the last change of the clocks up to a day: a shift on that evening is an hour longer or
// shorter than its times suggest.
func (m *builder) clockNight(last db.Day) (db.Day, bool) {
	for d := last; last.Sub(d) < 366; d = d.Add(-1) {
		if d.Add(2).In(m.Zone).Sub(d.Add(1).In(m.Zone)) != 24*time.Hour {
			return d, true
		}
	}
	return db.Day{}, false
}

// createPastPeriods creates the past periods, submitted and approved.
func (m *builder) createPastPeriods(ctx context.Context) error {
	night, changes := m.clockNight(m.Calendar.Previous(m.periodToApprove()).End)
	for n, period := range m.past() {
		for i, p := range m.staff {
			shifts, spent := p.fortnight(n)
			switch {
			case changes && period.Contains(night) && p.habit == nights:
				shifts = append(shifts, p.habit.usual(night.Sub(period.Start))...)
			case i%11 == 5: // a Saturday: overtime in the first week only
				shifts = append(shifts, work{6, 8 * hour, 14 * hour, "regular"})
			case i%13 == 4: // a day off that was not entered
				shifts = slices.DeleteFunc(shifts, func(w work) bool { return w.day == 3 })
			}
			m.at(m.moment(period.End.Add(1), 9, i%60)) // after the last night shift has ended
			if err := m.record(ctx, p, period, distinct(shifts), spent, true); err != nil {
				return err
			}
		}
		if err := m.approvePeriod(ctx, period); err != nil {
			return err
		}
	}
	return nil
}

// approvePeriod approves a period as a company does: first the crews, then the supervisors, then the office.
func (m *builder) approvePeriod(ctx context.Context, period payperiods.Period) error {
	m.at(m.moment(period.End.Add(2), 9, 30))
	approvers := []auth.Actor{}
	for _, p := range m.staff {
		if p.crew != inOffice && p.place == 0 {
			approvers = append(approvers, p.actor)
		}
	}
	for _, p := range m.staff {
		if p.crew == inOffice && p.actor.Role == auth.Employee { // the manager
			approvers = append(approvers, p.actor)
		}
	}
	for i, a := range append(approvers, m.admin) {
		m.at(m.moment(period.End.Add(2), 10+i, 5))
		if _, err := m.periods.Approve(ctx, a, period); err != nil {
			return err
		}
	}
	return nil
}

// exportPeriods exports the approved periods except the newest, each three days after its end. In the last of them a sheet is
// corrected a day later, so that the next export contains a correction.
func (m *builder) exportPeriods(ctx context.Context) error {
	past := m.past()
	var newest payperiods.Period
	for _, newest = range past[:len(past)-1] {
		m.at(m.moment(newest.End.Add(3), 10, 15))
		if _, err := m.payroll.CreateExport(ctx, m.clerk, newest, payroll.Options{Format: "csv"}); err != nil {
			return err
		}
	}
	p := m.staff[slices.IndexFunc(m.staff, func(x *person) bool { return x.crew == 1 && x.place == 5 })]
	m.at(m.moment(newest.End.Add(4), 13, 20))
	sheet, err := m.decide(ctx, p, newest, false)
	if err != nil {
		return err
	}
	day := newest.Start.Add(13)
	if _, err := m.shifts.Create(ctx, p.actor, shifts.New{TimesheetID: sheet, BankCodeID: m.codes["emergency"], Day: day,
		Start: db.InstantOf(m.moment(day, 9, 0)), End: db.InstantOf(m.moment(day, 12, 0))}); err != nil {
		return err
	}
	if _, err := m.sheets.Submit(ctx, p.actor, sheet, nil); err != nil {
		return err
	}
	_, err = m.decide(ctx, p, newest, true)
	return err
}

// record enters a person's shifts and expenses for a period in one transaction, and submits the sheet if submit is set.
func (m *builder) record(ctx context.Context, p *person, period payperiods.Period, done []work, spent []spending, submit bool) error {
	id, err := m.enter(ctx, p, period, done, spent)
	if err != nil || !submit {
		return err
	}
	m.clock = m.clock.Add(40 * time.Second)
	_, err = m.sheets.Submit(ctx, p.actor, id, nil)
	return err
}

func (m *builder) enter(ctx context.Context, p *person, period payperiods.Period, done []work, spent []spending) (id int64, err error) {
	err = m.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		sheet, err := timesheets.FindOrCreate(ctx, tx, p.actor, p.actor.EmployeeID, period.Start, db.InstantOf(m.clock))
		if err != nil {
			return err
		}
		id = sheet.ID
		for _, w := range done {
			day := period.Start.Add(w.day)
			if _, err := m.shifts.CreateIn(ctx, tx, p.actor, shifts.New{
				TimesheetID: id, BankCodeID: m.codes[w.code], Day: day,
				Start: db.InstantOf(m.moment(day, 0, w.from)), End: db.InstantOf(m.moment(day, 0, w.to)), Job: m.jobOf(p, w),
			}); err != nil {
				return err
			}
		}
		for _, s := range spent {
			e, err := m.expenses.CreateIn(ctx, tx, p.actor, expenses.New{
				TimesheetID: id, BankCodeID: m.codes[s.code], Day: period.Start.Add(s.day), Amount: s.cents, Description: s.what,
				Job: m.expenseJob(p, s),
			})
			if err != nil {
				return err
			}
			if recent := period.End.After(db.DayOf(m.Now).Add(-35)); !recent || s.code == "mileage" {
				continue
			}
			if _, err := m.expenses.AttachIn(ctx, tx, p.actor, e, m.receipts); err != nil {
				return err
			}
		}
		return nil
	})
	return id, err
}

// distinct removes duplicates.
func distinct(list []work) []work {
	var out []work
	for _, w := range list {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
