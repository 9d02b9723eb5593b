package mytime

import (
	"time"

	"presence/app/platform/holidays"
	"presence/app/platform/i18n"
	"presence/app/workforce/payperiods"
	"presence/db"
	views "presence/views/workforce/mytime"
)

// Holiday is a statutory holiday of the period, with its indemnity and the hours from which that is computed.
type Holiday struct {
	holidays.Holiday
	Worked    int64 // minutes of the four complete weeks before its week, without overtime
	Indemnity int64 // minutes: a twentieth of Worked
}

// LabourNotice is a hint that the labour standards have a rule about something in the period. It does not block anything.
type LabourNotice struct {
	Kind    LabourNoticeKind
	Day     db.Day // the first one, if there are several
	Minutes int64  // of CallIn and ShortRest
	Days    int    // of NoMeal
	Holiday Holiday
}

// LabourNoticeKind is the rule that a notice is about.
type LabourNoticeKind uint8

// The kinds of notice, in the order in which they are shown.
const (
	StatutoryHoliday LabourNoticeKind = iota
	ShortRest                         // a week without 32 consecutive hours of rest
	CallIn                            // a day with less than 3 hours of work
	NoMeal                            // days with more than 5 hours of work without a break entered
)

// LabourNotices lists the notices of the period; days are those of the zone.
func (f *PeriodView) LabourNotices(zone *time.Location) (list []LabourNotice) {
	for _, h := range f.Holidays {
		list = append(list, LabourNotice{Kind: StatutoryHoliday, Day: h.Day, Holiday: h})
	}
	for _, r := range payperiods.ShortRests(f.Work, []db.Day{f.Period.Start, f.Period.Start.Add(7)}, zone) {
		list = append(list, LabourNotice{Kind: ShortRest, Day: r.Week, Minutes: r.Minutes})
	}
	for _, d := range f.Days {
		if n := d.Minutes(); n > 0 && n < payperiods.MinCallIn && !d.away() {
			list = append(list, LabourNotice{Kind: CallIn, Day: d.Date, Minutes: n})
		}
	}
	meals := LabourNotice{Kind: NoMeal}
	for _, d := range f.Days {
		if len(payperiods.WithoutMeal(d.work())) == 0 {
			continue
		}
		if meals.Days++; meals.Days == 1 {
			meals.Day = d.Date
		}
	}
	if meals.Days > 0 {
		list = append(list, meals)
	}
	return list
}

// work returns the spans of a day in which somebody works: its shifts without their breaks.
func (d Day) work() (spans []payperiods.Span) {
	for _, s := range d.Shifts {
		start := s.Start
		for _, b := range s.Breaks.List() {
			spans = append(spans, payperiods.Span{Start: start, End: b.Start})
			start = b.End
		}
		spans = append(spans, payperiods.Span{Start: start, End: s.End})
	}
	return spans
}

// labourNotices describes the notices, each with the day it links to.
func (d *presenter) labourNotices() (list []views.Check) {
	for _, n := range d.view.LabourNotices(d.s.zone) {
		list = append(list, views.Check{Day: d.lang.DayWeek(n.Day), Href: "#" + dayID(n.Day), Text: d.labourNotice(n)})
	}
	return list
}

func (d *presenter) labourNotice(n LabourNotice) string {
	switch n.Kind {
	case StatutoryHoliday:
		from, to := n.Holiday.Reference()
		return d.lang.F(i18n.NormHoliday, d.lang.T(n.Holiday.Name.Text()), d.lang.Hours(n.Holiday.Indemnity),
			d.lang.Hours(n.Holiday.Worked), d.lang.Range(from, to))
	case ShortRest:
		return d.lang.F(i18n.NormRest, d.lang.Hours(n.Minutes))
	case CallIn:
		return d.lang.F(i18n.NormCallIn, d.lang.Hours(n.Minutes))
	}
	return d.lang.N(n.Days, i18n.NormMeal)
}
