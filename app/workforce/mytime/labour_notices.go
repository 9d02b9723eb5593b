package mytime

import (
	"time"

	"presence/app/platform/holidays"
	"presence/app/platform/i18n"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/payperiods"
	views "presence/views/workforce/mytime"
)

// Holiday is a statutory holiday of the period, with its indemnity and the hours from which that is computed.
type Holiday struct {
	holidays.Holiday
	Worked    int64 // minutes of the complete weeks before its week from which it is paid: payperiods.Service.HolidayBase
	Indemnity int64 // minutes: a part of Worked
}

// LabourNotice is a hint that the labour standards have a rule about something in the period. It does not block anything.
type LabourNotice struct {
	labourstandards.Notice
	Days    int     // of MealBreak: the days without one, of which Day is the first
	Holiday Holiday // of StatutoryHoliday
}

// LabourNotices lists the notices of the period; days are those of the zone. The days without a meal break are one notice.
func (f *PeriodView) LabourNotices(zone *time.Location) (list []LabourNotice) {
	for _, h := range f.Holidays {
		list = append(list, LabourNotice{Notice: labourstandards.Notice{Kind: labourstandards.StatutoryHoliday, Day: h.Day}, Holiday: h})
	}
	days := make([]labourstandards.Day, len(f.Days))
	for i, d := range f.Days {
		days[i] = labourstandards.Day{Date: d.Date, Minutes: d.Minutes(), Away: d.away(), Work: d.work()}
	}
	for _, n := range f.Norm.Notices(f.Work, days, zone) {
		if last := len(list) - 1; n.Kind == labourstandards.MealBreak && last >= 0 && list[last].Kind == n.Kind {
			list[last].Days++
			continue
		}
		x := LabourNotice{Notice: n}
		if n.Kind == labourstandards.MealBreak {
			x.Days = 1
		}
		list = append(list, x)
	}
	return list
}

// work returns the spans of a day that are worked: its shifts without their breaks.
func (d Day) work() (spans []labourstandards.Span) {
	for _, s := range d.Shifts {
		spans = payperiods.AppendWorked(spans, labourstandards.Span{Start: s.Start, End: s.End}, s.Breaks)
	}
	return spans
}

// labourNotices describes the notices, each with the day it links to.
func (d *presenter) labourNotices() (list []views.Check) {
	for _, n := range d.view.LabourNotices(d.s.zone) {
		list = append(list, views.Check{Day: d.lang.DayWeek(n.Day), Href: d.anchor(n.Day, dayID(n.Day)), Text: d.labourNotice(n)})
	}
	return list
}

func (d *presenter) labourNotice(n LabourNotice) string {
	norm := d.view.Norm
	rule, _ := norm.Rule(n.Kind)
	switch n.Kind {
	case labourstandards.StatutoryHoliday:
		from, to := rule.Reference(n.Day)
		return d.lang.F(i18n.NormHoliday, d.lang.T(n.Holiday.Name), rule.Divisor, d.lang.Hours(n.Holiday.Indemnity), rule.Divisor,
			d.lang.Hours(n.Holiday.Worked), d.lang.Range(from, to), norm.Article(d.lang, rule.Source))
	case labourstandards.MealBreak:
		return d.lang.F(i18n.NormMeals, d.lang.Hours(rule.Minutes), d.lang.N(n.Days, i18n.DaysCount), norm.Article(d.lang, rule.Source))
	}
	return norm.Text(d.lang, n.Notice)
}

// labourSource says which labour standards the notices are from, and that they block nothing.
func (d *presenter) labourSource() string {
	return d.view.Norm.Title(d.lang) + ". " + d.lang.T(i18n.NormsWhy)
}
