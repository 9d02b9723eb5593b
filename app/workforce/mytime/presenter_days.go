package mytime

import (
	"slices"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/activities"
	"presence/app/workforce/clockings"
	"presence/app/workforce/expenses"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
	"presence/views/workforce/review"
)

// week returns one week with its totals and its overtime.
func (d *presenter) week(i int) views.Week {
	w := d.view.Weeks[i]
	first := d.view.Period.Start.Add(7 * i)
	n := i + 1
	out := views.Week{
		ID: weekID(first), Title: d.lang.F(i18n.TimeWeek, n), Range: d.lang.RangeNear(first, first.Add(6), d.view.Period.Start),
		Spoken: d.lang.F(i18n.TimeWeekTotals, n), Listed: d.lang.F(i18n.TimeDaysOfWeek, n), Total: d.lang.Hours(w.Hours.Total()),
	}
	var planned int64
	for _, x := range d.view.week(i) {
		planned += d.view.plannedMinutes(x)
	}
	if planned > 0 {
		out.Scheduled, out.ScheduledSpoken = d.lang.Hours(planned), d.lang.F(i18n.TimePlanned, d.lang.Hours(planned))
	}
	figure := func(label i18n.Text, n int64, value string) {
		if n != 0 {
			out.Figures = append(out.Figures, views.Figure{Label: d.lang.T(label), Value: value})
		}
	}
	if w.Cents != 0 {
		out.Spent = d.lang.Dollars(w.Cents)
	}
	if w.Distance != 0 {
		out.Distance = d.km(w.Distance)
	}
	figure(i18n.TimeLeave, w.Leave, d.lang.Hours(w.Leave))
	if w.Hours.Regular != w.Hours.Total() { // otherwise the total already says it
		figure(i18n.TimeRegular, w.Hours.Regular, d.lang.Hours(w.Hours.Regular))
	}
	figure(i18n.TimeEvening, w.Hours.Evening, d.lang.Hours(w.Hours.Evening))
	figure(i18n.TimeEmergency, w.Hours.Emergency, d.lang.Hours(w.Hours.Emergency))
	if w.Hours.Overtime != w.Found { // otherwise the line about the threshold says it
		figure(i18n.TimeOvertime, w.Hours.Overtime, d.lang.Hours(w.Hours.Overtime))
	}
	if w.Found > 0 {
		out.Over = d.lang.F(i18n.TimeOverWeek, d.lang.Hours(w.Found), d.limits())
	}
	out.Copy = d.copyToWeek(first)
	for _, x := range d.view.week(i) {
		if !d.view.early(x) {
			out.Days = append(out.Days, d.day(x.Date))
		}
	}
	switch {
	case d.quiet(first, out.Days):
		out.Fold = d.lang.T(i18n.TimeWeekQuiet)
	case d.folds(first, out.Days):
		out.Fold = d.lang.T(i18n.TimeWeekOver)
	}
	return out
}

// holidayPay returns the line of what is paid for a statutory holiday, with its article. On the page of a sheet, payroll may stop paying
// it, or pay it again.
func (d *presenter) holidayPay(p holidaypay.Pay) views.Leave {
	rule, _ := d.view.Norm.Rule(labourstandards.StatutoryHoliday)
	article := d.view.Norm.Article(d.lang, rule.Source)
	line := views.Leave{Label: d.lang.F(i18n.HolidayPayName, article), Value: d.lang.Hours(p.Minutes), Holiday: true}
	if h, is := d.view.Norm.Holidays.Find(p.Day); is { // not with a norm that was chosen later
		line.Label = d.lang.F(i18n.HolidayPayLine, d.lang.T(h.Name), article)
	}
	act := i18n.HolidayPayStop
	if p.Unpaid {
		line.Value, act = d.lang.T(i18n.HolidayPayUnpaid), i18n.HolidayPayAgain
	}
	if sheet := d.location.sheet; sheet != nil && d.actor.SeesAll() && (!d.own() || d.actor.Role == auth.Admin) {
		line.Act = &views.Post{Action: paths.HolidayPay(p.ID), Label: d.lang.T(act), Hidden: []ui.Hidden{
			{Name: "paid", Value: strconv.FormatBool(p.Unpaid)}, {Name: "version", Value: strconv.FormatInt(p.Version, 10)},
			{Name: "sheet", Value: strconv.FormatInt(sheet.ID, 10)}}}
	}
	return line
}

// limits names the limits above which regular time is overtime.
func (d *presenter) limits() string {
	weekly := d.lang.Hours(d.view.Overtime.Weekly)
	if d.view.Overtime.Daily == 0 {
		return weekly
	}
	return d.lang.F(i18n.TimeLimits, d.lang.Hours(d.view.Overtime.Daily), weekly)
}

// folds reports whether the days of a week are folded, so that today is in view: on My time, a week of the present period that is over,
// of which no day lacks anything or is open.
func (d *presenter) folds(first db.Day, days []views.Day) bool {
	return d.location.sheet == nil && d.view.Period.Contains(d.view.Today) && first.Add(6).Before(d.view.Today) &&
		!slices.ContainsFunc(days, func(x views.Day) bool { return x.Note != "" || x.Open || x.Focus })
}

// quiet reports whether the days of a week are folded because there is nothing to see: nothing is entered, planned or missing. A week that
// the owner may still fill, from the present one on, stays as it is.
func (d *presenter) quiet(first db.Day, days []views.Day) bool {
	if d.own() && d.mayAdd() && !first.Add(6).Before(d.view.Today) {
		return false
	}
	return !slices.ContainsFunc(days, func(x views.Day) bool {
		return len(x.Lines) > 0 || len(x.Leave) > 0 || x.Note != "" || x.Plan != "" || x.Open || x.Focus || x.Form != nil
	})
}

// copyToWeek returns the button that fills a week: like the week before if it has no hours, else like its last day with hours if at
// least two working days after that are empty. It returns nil if there is nothing to copy, or if the week has a schedule, as which it is
// entered.
func (d *presenter) copyToWeek(first db.Day) *views.Post {
	scheduled := func(x Day) bool { return len(x.Planned) > 0 && x.Date.Week() == first }
	if !d.own() || !d.mayAdd() || slices.ContainsFunc(d.view.Days[:], scheduled) {
		return nil
	}
	button := func(label, what string, date, from db.Day) *views.Post {
		return &views.Post{Action: d.location.grid.Copy(), Label: label, Hidden: d.location.hidden(ui.Hidden{Name: "date", Value: date.String()},
			ui.Hidden{Name: "what", Value: what}, ui.Hidden{Name: "from", Value: from.String()})}
	}
	if !d.worked(first, 7) {
		if !d.worked(first.Add(-7), 7) {
			return nil
		}
		return button(d.lang.T(i18n.TimeCopyWeek), copyWeek, first, first.Add(-7))
	}
	last := first.Add(6)
	for !d.worked(last, 1) {
		last = last.Add(-1)
	}
	empty := 0
	for day := last.Add(1); day.Week() == first; day = day.Add(1) {
		if weekday(day) && !d.view.day(day).away() && d.view.employed(day) {
			empty++
		}
	}
	if empty < 2 {
		return nil
	}
	return button(d.lang.F(i18n.TimeCopyRest, d.lang.Weekday(last)), copyRest, last.Add(1), last)
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

// day returns one row of the grid, with its editor if it is open.
func (d *presenter) day(date db.Day) views.Day {
	x := d.view.day(date)
	_, _, number := date.Date()
	out := views.Day{
		ID: dayID(date), Weekday: d.lang.WeekdayShort(date), Date: strconv.Itoa(number), Today: date == d.view.Today, Weekend: !weekday(date),
		Focus: d.open.day == date && d.open.kind == "",
	}
	for _, l := range x.Leave {
		if l.Pay != nil {
			out.Leave = append(out.Leave, d.holidayPay(*l.Pay))
			continue
		}
		leave := views.Leave{Label: d.lang.T(i18n.LeaveNames[l.Type]), Value: d.lang.Hours(l.Minutes)}
		if l.Minutes == 0 {
			leave.Value = d.lang.T(i18n.TimeLeaveHoliday)
		}
		if !l.Approved {
			leave.Pending = d.lang.T(i18n.TimePending)
		}
		out.Leave = append(out.Leave, leave)
	}
	if n := x.Minutes(); n > 0 {
		out.Total = d.lang.Hours(n)
	}
	out.Note, out.Plan = d.note(*x), d.planOf(*x)
	if !d.mayAdd() {
		out.Locked = d.lang.T(i18n.TimeLocked)
	} else {
		d.entry(&out, *x)
	}
	d.lines(&out, *x)
	return out
}

// lines adds the lines of a day. The hours of a single line of shifts are the total of the day.
func (d *presenter) lines(out *views.Day, x Day) {
	out.Lines = d.shiftLines(x.Shifts, !out.Open)
	if out.Sum = len(out.Lines) > 1; len(out.Lines) == 1 {
		out.Lines[0].Value = ""
	}
	for _, e := range x.Expenses {
		out.Lines = append(out.Lines, d.expenseLine(e))
	}
	if out.Open {
		return
	}
	for i := range out.Lines {
		out.Lines[i].Edit, out.Lines[i].Spoken = "", ""
	}
}

// shiftLines returns the lines of the shifts of a day. Joined, plain shifts that follow each other under one code are one line.
func (d *presenter) shiftLines(list []shifts.Shift, join bool) (lines []views.Line) {
	plain := func(l views.Line) bool { return len(l.Notes) == 0 && l.Other == nil && l.Locked == "" }
	var minutes int64 // of the last line
	for _, s := range list {
		l, n := d.shiftLine(s), len(lines)-1
		if join && n >= 0 && plain(l) && plain(lines[n]) && lines[n].Code == l.Code {
			minutes += s.Minutes
			lines[n].Main, lines[n].Value = lines[n].Main+", "+l.Main, d.lang.Hours(minutes)
			continue
		}
		minutes = s.Minutes
		lines = append(lines, l)
	}
	return lines
}

// entry adds the actions of a day: open or close its form, add an entry, and copy the last day with hours.
func (d *presenter) entry(out *views.Day, x Day) {
	date, spoken := x.Date, d.lang.DayWeek(x.Date)
	name := out.Weekday + " " + out.Date // the accessible name begins with the visible text
	if out.Fill = d.fillOf(x); out.Fill == nil {
		out.Copy = d.copyLast(date)
	}
	if d.open.day != date || d.open.kind == "" {
		out.Href, out.Spoken = d.location.dayHref(date, "open", "day"), d.lang.F(i18n.TimeOpenDay, name)
		if x.blank() {
			out.Href, out.Spoken = d.location.dayHref(date, "open", "shift"), d.lang.F(i18n.TimeFillDay, name)
		}
		return
	}
	out.Open, out.Href, out.Spoken = true, d.location.dayHref(date, "", ""), d.lang.F(i18n.TimeCloseDay, name)
	out.Form = d.form()
	out.Add = &views.Add{
		Shift: d.location.dayHref(date, "open", "shift"), ShiftSpoken: d.lang.F(i18n.TimeAddShiftOn, spoken),
		Expense: d.location.dayHref(date, "open", "expense"), ExpenseSpoken: d.lang.F(i18n.TimeAddSpentOn, spoken),
	}
	if out.Form != nil && d.open.id == 0 { // its form is open already
		if d.open.kind == "shift" {
			out.Add.Shift = ""
		} else {
			out.Add.Expense = ""
		}
	}
}

// copyLast returns the button that copies the shifts of the last day with shifts to an empty working day. That day is at most a
// week before. It returns nil for a future day that is scheduled, or whose working day before has no hours.
func (d *presenter) copyLast(date db.Day) *views.Post {
	day := d.view.day(date)
	if !d.own() || !weekday(date) || d.worked(date, 1) || day.away() || !d.view.employed(date) {
		return nil
	}
	if date.After(d.view.Today) && len(day.Planned) > 0 { // it is entered once it has come, from the schedule
		return nil
	}
	last := date.Add(-1)
	for !d.worked(last, 1) {
		if last = last.Add(-1); date.Sub(last) > 7 {
			return nil
		}
	}
	before := date.Add(-1)
	for !weekday(before) {
		before = before.Add(-1)
	}
	if date.After(d.view.Today) && last.Before(before) {
		return nil
	}
	var times []string
	for _, s := range d.view.day(last).Shifts {
		times = append(times, strings.ReplaceAll(d.times(s.Start, s.End), "– ", "–\u2060\u00a0")) // breaks only after a comma
	}
	source := d.lang.Weekday(last)
	if date.Sub(last) == 7 {
		source = d.lang.F(i18n.TimeCopyLast, source)
	}
	label := d.lang.F(i18n.TimeCopyDay, source, strings.Join(times, ", "), d.lang.Hours(d.view.day(last).Minutes()))
	return &views.Post{Action: d.location.grid.Copy(), Label: label, Spoken: d.lang.F(i18n.TimeCopyDayTo, label, d.lang.DayWeek(date)),
		Hidden: d.location.hidden(ui.Hidden{Name: "date", Value: date.String()}, ui.Hidden{Name: "what", Value: copyDay},
			ui.Hidden{Name: "from", Value: last.String()})}
}

// note returns the text of the warning about a day; "" for none.
func (d *presenter) note(x Day) string {
	switch {
	case d.state() == payperiods.Approved:
		return ""
	case x.Minutes() > payperiods.MaxDay:
		return d.warning(Warning{Kind: LongDay, Day: x.Date, Minutes: x.Minutes()})
	case d.view.missing(x, d.state()):
		return d.lang.T(i18n.TimeNoHours)
	}
	return ""
}

var columnIcons = [4]ui.Icon{worktime.Regular: ui.NoIcon, worktime.Evening: ui.IconMoon, worktime.Emergency: ui.IconBolt,
	worktime.Overtime: ui.IconClock}

// shiftLine returns a shift. Its code is named where it is not the usual one.
func (d *presenter) shiftLine(s shifts.Shift) views.Line {
	l := views.Line{
		Icon: columnIcons[worktime.ColumnOf(d.view.Codes[s.BankCodeID].Kind)],
		Main: d.times(s.Start, s.End), Notes: d.withJob(d.timeNotes(s), s.Job), Value: d.lang.Hours(s.Minutes),
	}
	if s.BankCodeID != d.view.usualCode() {
		l.Code = d.codeName(s.BankCodeID)
	}
	d.lineActions(&l, s.TimesheetID, s.IsApproved(), s.Day, "shift-"+formatID(s.ID))
	return l
}

func (d *presenter) expenseLine(e expenses.Expense) views.Line {
	l := views.Line{Spent: true, Icon: ui.IconReceipt, Main: d.lang.Dollars(e.Amount), Code: d.codeName(e.BankCodeID),
		Notes: d.withJob(append([]string{e.Description}, d.taxes(e.Taxes)...), e.Job)}
	if km := d.view.distance(e); km != 0 {
		l.Icon, l.Value = ui.IconCar, d.km(km)
	}
	d.lineActions(&l, e.TimesheetID, e.IsApproved(), e.Day, "expense-"+formatID(e.ID))
	l.Receipts = d.receipts(e)
	return l
}

// withJob adds the job of a line to its notes.
func (d *presenter) withJob(notes []string, job activities.Job) []string {
	if text := d.view.Jobs.text(d.lang, job); text != "" {
		return append(notes, text)
	}
	return notes
}

// taxes says which taxes an amount includes; nothing if nobody has entered them.
func (d *presenter) taxes(t expenses.Taxes) []string {
	if t.None() {
		return nil
	}
	return []string{d.lang.F(i18n.TaxesIncluded, d.lang.Dollars(t.GST), d.lang.Dollars(t.QST))}
}

// Documents returns what is shown of the taxes and the receipts of an expense in a period.
func Documents(l i18n.Lang, v *PeriodView, expense int64) (taxes []string, r review.Receipts) {
	d := &presenter{lang: l, view: v}
	for _, day := range v.Days {
		for _, e := range day.Expenses {
			if e.ID == expense {
				taxes, r = d.taxes(e.Taxes), d.receipts(e)
			}
		}
	}
	return taxes, r
}

// receipts returns what is shown of the receipts of an expense.
func (d *presenter) receipts(e expenses.Expense) review.Receipts {
	out := review.Receipts{Title: d.lang.T(i18n.ReceiptsList)}
	if d.view.lacksReceipt(e) {
		out.Missing = d.lang.T(i18n.ReceiptMissing)
	}
	for _, r := range d.view.Receipts[e.ID] {
		x := review.Receipt{Href: paths.Receipt(e.ID, r.ID), Spoken: d.lang.F(i18n.ReceiptOpen, r.Name), Name: r.Name}
		if !r.IsPDF() {
			x.Small = paths.SmallReceipt(e.ID, r.ID)
		}
		out.List = append(out.List, x)
	}
	return out
}

func (d *presenter) deletion(action, label string, day db.Day) *views.Post {
	return &views.Post{Action: action, Spoken: d.lang.F(i18n.TimeDeleteLine, label, d.lang.DayWeek(day))}
}

func version(n int64) ui.Hidden { return ui.Hidden{Name: "version", Value: formatID(n)} }

// lineActions adds the actions for a line: none if it is approved, or if it belongs to another sheet than the page's.
func (d *presenter) lineActions(l *views.Line, sheet int64, approved bool, day db.Day, key string) {
	if d.location.sheet != nil && sheet != d.location.sheet.ID {
		l.Other = &views.Link{Label: d.lang.T(i18n.TimeOther), Href: paths.Timesheet(sheet)}
		return
	}
	if approved {
		if d.mayAdd() { // otherwise the day already says it
			l.Locked = d.lang.T(i18n.TimeLocked)
		}
		return
	}
	l.Edit, l.Spoken = d.location.dayHref(day, "open", key), d.lang.F(i18n.TimeEditLine, l.Main, d.lang.DayWeek(day))
}

// times returns a span of time as text: 8 h – 16 h 30.
func (d *presenter) times(start, end db.Instant) string {
	return d.lang.ClockRange(start.Time().In(d.s.zone), end.Time().In(d.s.zone))
}

// clockText returns a time of day for an input field, as the lines of the page have it; shifts.TypedTimes can parse it.
func (d *presenter) clockText(at db.Instant) string { return d.lang.Clock(at.Time().In(d.s.zone)) }

// timeNotes returns notes for what the times alone do not show: an end on another day, and a change of the clocks during the
// shift.
func (d *presenter) timeNotes(s shifts.Shift) (notes []string) {
	start, end := s.Start.Time().In(d.s.zone), s.End.Time().In(d.s.zone)
	if first, last := db.DayOf(start), db.DayOf(end); last != first || first != s.Day {
		notes = append(notes, d.lang.F(i18n.TimeNextDay, d.lang.Weekday(last)))
	}
	_, before := start.Zone()
	_, after := end.Zone()
	if before != after {
		notes = append(notes, d.lang.F(i18n.TimeClocks, d.lang.Hours(s.Minutes)))
	}
	if c, ok := d.view.Stamped[s.ID]; ok {
		notes = append(notes, d.lang.F(i18n.TimeStamped, d.lang.AtKiosks(d.times(c.Start, c.End), c.StartKiosk, c.EndKiosk)))
		notes = append(notes, clockings.HandedOver(d.lang, c, d.s.zone)...)
	}
	if s.Breaks != "" {
		text := d.lang.F(i18n.TimeBreaksOf, shifts.BreaksText(d.lang, s.Breaks, d.s.zone))
		if d.view.Stamped[s.ID].ByRule(s) {
			text += " " + d.lang.T(i18n.TimeBreaksByRule)
		}
		notes = append(notes, text)
	}
	return notes
}
