package mytime

import (
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/expenses"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// week is one week with its totals and the overtime it causes.
func (d *presenter) week(i int) views.Week {
	w := d.view.Weeks[i]
	first := d.view.Period.Start.Add(7 * i)
	n := i + 1
	out := views.Week{
		ID: "w-" + first.String(), Title: d.lang.F(i18n.TimeWeek, n), Range: d.lang.Range(first, first.Add(6)),
		Spoken: d.lang.F(i18n.TimeWeekTotals, n), Listed: d.lang.F(i18n.TimeDaysOfWeek, n), Total: d.lang.Hours(w.Hours.Total()),
	}
	figure := func(label i18n.Text, n int64, value string) {
		if n != 0 {
			out.Figures = append(out.Figures, views.Figure{Label: d.lang.T(label), Value: value})
		}
	}
	figure(i18n.TimeSpent, w.Cents, d.lang.Dollars(w.Cents))
	figure(i18n.TimeDistance, w.Distance, d.km(w.Distance))
	figure(i18n.TimeLeave, w.Leave, d.lang.Hours(w.Leave))
	if w.Hours.Regular != w.Hours.Total() { // else the total says it
		figure(i18n.TimeRegular, w.Hours.Regular, d.lang.Hours(w.Hours.Regular))
	}
	figure(i18n.TimeEvening, w.Hours.Evening, d.lang.Hours(w.Hours.Evening))
	figure(i18n.TimeEmergency, w.Hours.Emergency, d.lang.Hours(w.Hours.Emergency))
	figure(i18n.TimeOvertime, w.Hours.Overtime, d.lang.Hours(w.Hours.Overtime))
	if w.Found > 0 {
		out.Over = d.lang.F(i18n.TimeOverWeek, d.lang.Hours(w.Found), d.lang.Hours(d.s.Periods.Threshold()))
	}
	if d.own() && d.mayAdd() && !d.worked(first, 7) && d.worked(first.Add(-7), 7) {
		out.Copy = &views.Post{Action: d.location.grid.Copy(), Label: d.lang.T(i18n.TimeCopyWeek),
			Hidden: d.location.hidden(ui.Hidden{Name: "date", Value: first.String()}, ui.Hidden{Name: "what", Value: "week"})}
	}
	for j := range 7 {
		out.Days = append(out.Days, d.day(first.Add(j)))
	}
	return out
}

// worked reports whether there is a shift in the n days from first.
func (d *presenter) worked(first db.Day, n int) bool {
	for i := range n {
		if x := d.view.day(first.Add(i)); x != nil && len(x.Shifts) > 0 {
			return true
		}
	}
	return false
}

// day is one row of the grid.
func (d *presenter) day(date db.Day) views.Day {
	x := d.view.day(date)
	out := views.Day{
		ID: dayID(date), Weekday: d.lang.Weekday(date), Date: d.lang.DayShort(date), Today: date == d.view.Today, Weekend: !weekday(date),
		Focus: d.open.day == date && d.open.kind == "",
	}
	for _, l := range x.Leave {
		leave := views.Leave{Label: d.lang.T(i18n.LeaveNames[l.Type]), Value: d.lang.Hours(l.Minutes)}
		if !l.Approved {
			leave.Pending = d.lang.T(i18n.TimePending)
		}
		out.Leave = append(out.Leave, leave)
	}
	for _, s := range x.Shifts {
		out.Lines = append(out.Lines, d.shiftLine(s))
	}
	for _, e := range x.Expenses {
		out.Lines = append(out.Lines, d.expenseLine(e))
	}
	if n := x.Minutes(); n > 0 {
		out.Total = d.lang.Hours(n)
	}
	out.Note = d.note(*x)
	if !d.mayAdd() {
		out.Locked = d.lang.T(i18n.TimeLocked)
		return out
	}
	out.Add = d.add(date)
	if d.open.day == date {
		out.Shift, out.Expense = d.forms()
	}
	return out
}

// note is the warning about a day, empty for none.
func (d *presenter) note(x Day) string {
	switch {
	case d.state() == payperiods.Approved:
		return ""
	case x.Minutes() > payperiods.MaxDay:
		return d.warning(Warning{LongDay, x.Date, x.Minutes()})
	case x.Date.Before(d.view.Today) && d.view.expected(x):
		return d.lang.T(i18n.TimeNoHours)
	}
	return ""
}

func (d *presenter) add(date db.Day) *views.Add {
	spoken := d.lang.DayWeek(date)
	a := &views.Add{
		Shift: d.location.dayHref(date, "open", "shift"), ShiftSpoken: d.lang.F(i18n.TimeAddShiftOn, spoken),
		Expense: d.location.dayHref(date, "open", "expense"), ExpenseSpoken: d.lang.F(i18n.TimeAddSpentOn, spoken),
	}
	if d.own() && weekday(date) && !d.worked(date, 1) && d.worked(date.Add(-1), 1) && !d.view.day(date).away() {
		a.Copy = &views.Post{Action: d.location.grid.Copy(), Label: d.lang.T(i18n.TimeCopyDay), Spoken: d.lang.F(i18n.TimeCopyDayOn, spoken),
			Hidden: d.location.hidden(ui.Hidden{Name: "date", Value: date.String()}, ui.Hidden{Name: "what", Value: "day"})}
	}
	return a
}

var columnIcons = [4]ui.Icon{payperiods.Regular: ui.IconClock, payperiods.Evening: ui.IconMoon, payperiods.Emergency: ui.IconBolt,
	payperiods.Overtime: ui.IconClock}

func (d *presenter) shiftLine(s shifts.Shift) views.Line {
	l := views.Line{
		Icon: columnIcons[payperiods.ColumnOf(d.view.Codes[s.BankCodeID].Kind)],
		Main: d.times(s.Start, s.End), Code: d.codeName(s.BankCodeID), Notes: d.timeNotes(s), Value: d.lang.Hours(s.Minutes),
	}
	d.lineActions(&l, s.TimesheetID, s.IsApproved(), s.Day, "shift-"+formatID(s.ID))
	if l.Edit != "" {
		l.Delete = d.deletion(d.location.grid.DeleteShift(s.ID), l.Main, s.Day, s.Version)
	}
	return l
}

func (d *presenter) expenseLine(e expenses.Expense) views.Line {
	l := views.Line{Icon: ui.IconReceipt, Main: d.lang.Dollars(e.Amount), Code: d.codeName(e.BankCodeID), Notes: []string{e.Description}}
	if km := d.view.distance(e); km != 0 {
		l.Icon, l.Value = ui.IconCar, d.km(km)
	}
	d.lineActions(&l, e.TimesheetID, e.IsApproved(), e.Day, "expense-"+formatID(e.ID))
	if l.Edit != "" {
		l.Delete = d.deletion(d.location.grid.DeleteExpense(e.ID), l.Main, e.Day, e.Version)
	}
	return l
}

func (d *presenter) deletion(action, what string, day db.Day, v int64) *views.Post {
	return &views.Post{Action: action, Spoken: d.lang.F(i18n.TimeDeleteLine, what, d.lang.DayWeek(day)), Hidden: d.location.hidden(version(v))}
}

func version(n int64) ui.Hidden { return ui.Hidden{Name: "version", Value: formatID(n)} }

// lineActions says what can be done with a line: nothing once it is approved, nor here when it lies on another sheet.
func (d *presenter) lineActions(l *views.Line, sheet int64, approved bool, day db.Day, key string) {
	if d.location.sheet != nil && sheet != d.location.sheet.ID {
		l.Other = &views.Link{Label: d.lang.T(i18n.TimeOther), Href: paths.Timesheet(sheet)}
		return
	}
	if approved {
		if d.mayAdd() { // else the day says so
			l.Locked = d.lang.T(i18n.TimeLocked)
		}
		return
	}
	l.Edit, l.Spoken = d.location.dayHref(day, "open", key), d.lang.F(i18n.TimeEditLine, l.Main, d.lang.DayWeek(day))
}

// times is a span of time as text: 8 h – 16 h 30.
func (d *presenter) times(start, end db.Instant) string {
	return d.lang.Clock(start.Time().In(d.s.zone)) + " – " + d.lang.Clock(end.Time().In(d.s.zone))
}

// timeNotes say in words what the times alone do not: an end on another day, and a night when the clocks change.
func (d *presenter) timeNotes(s shifts.Shift) (notes []string) {
	start, end := s.Start.Time().In(d.s.zone), s.End.Time().In(d.s.zone)
	if first, last := db.DayOf(start), db.DayOf(end); last != first || first != s.Day {
		notes = append(notes, d.lang.F(i18n.TimeNextDay, d.lang.Weekday(last)))
	}
	_, before := start.Zone()
	_, after := end.Zone()
	if before != after {
		notes = append(notes, d.lang.F(i18n.TimeClocks, d.lang.Duration(s.Minutes)))
	}
	return notes
}
