package mytime

import (
	"context"
	"slices"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/views/workforce/review"
)

// WorkedBefore returns the minutes that the owner worked in the period before p.
func (s *Service) WorkedBefore(ctx context.Context, by auth.Actor, owner int64, p payperiods.Period) (minutes int64, err error) {
	before := s.Periods.Calendar().Previous(p)
	list, err := s.Periods.Worked(ctx, by, shifts.Range{From: before.Start, To: before.End, EmployeeID: owner})
	for _, w := range list {
		minutes += w.Regular + w.Evening + w.Emergency + w.Overtime
	}
	return minutes, err
}

// linesShown is the number of expenses shown with a sheet; its page has all.
const linesShown = 8

// Review returns what the approver of a sheet checks: the warnings, days, weeks and expenses of its period. previous is the
// number of minutes worked in the period before; page is the address of the sheet's page, or empty on that page itself.
func Review(l i18n.Lang, zone *time.Location, v *PeriodView, sheet Sheet, previous int64, page string) review.Sheet {
	d := &presenter{s: &Service{zone: zone}, lang: l, view: v}
	s := review.Sheet{Named: l.T(i18n.ColDays), Delta: d.delta(previous)}
	s.Weeks = payperiods.WeekTable(l, [2]payperiods.Week{{Hours: v.Weeks[0].Hours, Leave: v.Weeks[0].Leave},
		{Hours: v.Weeks[1].Hours, Leave: v.Weeks[1].Leave}})
	var days []payperiods.DayHours
	for _, day := range v.Days {
		days = append(days, v.hoursOf(day, sheet.State()))
		x := days[len(days)-1].Day(l, day.Date, v.Today)
		x.Href = page + "#" + dayID(day.Date)
		s.Days = append(s.Days, x)
		for _, e := range day.Expenses {
			if e.TimesheetID != sheet.ID {
				continue
			}
			line := review.Line{What: l.DayShort(e.Day) + " · " + e.Description, Value: l.Dollars(e.Amount)}
			line.Receipts = d.receipts(e)
			notes := d.taxes(e.Taxes)
			if e.Approved {
				notes = append(notes, l.T(i18n.StateApproved))
			}
			line.Note = strings.Join(notes, " · ")
			s.Lines = append(s.Lines, line)
		}
	}
	s.Legend = payperiods.Legend(l, days)
	if more := len(s.Lines) - linesShown; more > 0 {
		s.Lines, s.More = s.Lines[:linesShown], l.N(more, i18n.AndMore)
	}
	s.Differences, s.Planned = d.fromSchedule(page)
	if sheet.Approved {
		return s
	}
	if s.Checks = d.reviewChecks(sheet, page); len(s.Checks) == 0 {
		s.None = l.T(i18n.TimeChecksNone)
	}
	for _, n := range v.LabourNotices(zone) {
		s.Norms = append(s.Norms, review.Check{On: n.Day.String(), Day: l.DayWeek(n.Day), Href: page + "#" + dayID(n.Day),
			Text: i18n.Capital(d.labourNotice(n))})
	}
	s.Why = d.labourSource()
	return s
}

// delta compares the hours with those of the period before; "" if there were none.
func (d *presenter) delta(previous int64) string {
	now := d.view.total().Hours.Total()
	switch {
	case previous == 0:
		return ""
	case now > previous:
		return d.lang.F(i18n.DeltaMore, d.lang.Hours(now-previous), d.lang.Hours(previous))
	case now < previous:
		return d.lang.F(i18n.DeltaLess, d.lang.Hours(previous-now), d.lang.Hours(previous))
	}
	return d.lang.F(i18n.DeltaSame, d.lang.Hours(previous))
}

// hoursOf returns the hours of a day of a sheet in this state.
func (f *PeriodView) hoursOf(d Day, state payperiods.State) payperiods.DayHours {
	h := payperiods.DayHours{Worked: d.Minutes(), Missing: f.missing(d, state),
		Away: slices.ContainsFunc(d.Leave, func(l Leave) bool { return l.Approved })}
	for _, s := range d.Shifts {
		if c := worktime.ColumnOf(f.Codes[s.BankCodeID].Kind); c == worktime.Evening || c == worktime.Emergency {
			h.Late += s.Minutes
		}
	}
	return h
}

// reviewChecks lists what to look at before the sheet is approved, in the order in which the rows of lists have it
// (payperiods.WarningKind): long days, the missing days in one line, days in the future, leave that is not decided yet, expenses
// without a receipt, weeks with hours that are not overtime, and the overtime. What is unusual on one day is one line.
func (d *presenter) reviewChecks(sheet Sheet, page string) (list []review.Check) {
	var missing []string
	undecided := 0
	for _, day := range d.view.Days {
		if d.view.missing(day, sheet.State()) {
			missing = append(missing, d.lang.DayWeek(day.Date))
		}
		if d.view.undecided(day, sheet.State()) {
			undecided++
		}
	}
	warnings, lines := d.view.Warnings(sheet.State()), map[db.Day]int{}
	add := func(kind WarningKind) {
		for _, w := range warnings {
			at, known := lines[w.Day]
			switch {
			case w.Kind != kind:
			case known && kind == FutureDay:
				list[at].Text += " · " + d.warning(w)
			case kind == NoReceipt:
				list = append(list, review.Check{On: w.Day.String(), Day: d.lang.DayWeek(w.Day), Href: page + "#" + dayID(w.Day), Text: d.warning(w)})
			default:
				lines[w.Day] = len(list)
				name, id := d.warned(w)
				list = append(list, review.Check{On: w.Day.String(), Day: name, Href: page + "#" + id, Text: d.warning(w)})
			}
		}
	}
	add(LongDay)
	if len(missing) > 0 {
		text := d.lang.N(len(missing), i18n.WarnMissing) + d.lang.Colon() + strings.Join(missing, "\u00a0· ")
		if len(missing) > 5 {
			text = d.lang.N(len(missing), i18n.WarnMissing)
		}
		list = append(list, review.Check{Text: i18n.Capital(text)})
	}
	add(FutureDay)
	if undecided > 0 {
		list = append(list, review.Check{Text: i18n.Capital(d.lang.N(undecided, i18n.WarnLeave))})
	}
	add(NoReceipt)
	add(LeftOut)
	if n := d.view.total().Hours.Overtime; n > 0 {
		list = append(list, review.Check{Text: i18n.Capital(d.lang.F(i18n.WarnOver, d.lang.Hours(n)))})
	}
	return list
}
