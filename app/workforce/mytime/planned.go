package mytime

import (
	"context"
	"strings"

	"presence/app/platform/i18n"
	"presence/app/workforce/schedule"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/workforce/review"
)

// readPlanned reads what is published for the owner in the period.
func readPlanned(ctx context.Context, q db.Queryer, f *PeriodView) error {
	list, err := schedule.PublishedOf(ctx, q, []int64{f.Owner.ID}, schedule.Range{From: f.Period.Start, To: f.Period.End})
	for _, p := range list {
		d := f.day(p.Day)
		d.Planned = append(d.Planned, p)
	}
	return err
}

// scheduled reports whether anything is published for the owner in the period.
func (f *PeriodView) scheduled() bool {
	for _, d := range f.Days {
		if len(d.Planned) > 0 {
			return true
		}
	}
	return false
}

// plannedShifts returns the shifts of a day as they are worked if they are worked as planned.
func (f *PeriodView) plannedShifts(d Day) (list []shifts.New) {
	for _, p := range d.Planned {
		list = append(list, p.Worked(f.zone))
	}
	return list
}

// plannedMinutes returns the planned minutes of a day, without unpaid breaks.
func (f *PeriodView) plannedMinutes(d Day) (n int64) {
	for _, p := range d.Planned {
		n += p.Minutes(f.Rule, f.zone)
	}
	return n
}

// asPlanned reports whether a day was worked as it was planned: from the same time to the same time, and as long.
func (f *PeriodView) asPlanned(d Day) bool {
	n, m := len(d.Planned), len(d.Shifts)
	if n == 0 || m == 0 {
		return n == m
	}
	return d.Planned[0].Start == d.Shifts[0].Start && d.Planned[n-1].End == d.Shifts[m-1].End && f.plannedMinutes(d) == d.Minutes()
}

// planText returns the times of a day as they were planned: 8 h – 16 h, 18 h – 20 h.
func (d *presenter) planText(x Day) string {
	return timesText(d, x.Planned, func(p schedule.Plan) (start, end db.Instant) { return p.Start, p.End })
}

// workText returns the times of a day as they were worked.
func (d *presenter) workText(x Day) string {
	return timesText(d, x.Shifts, func(s shifts.Shift) (start, end db.Instant) { return s.Start, s.End })
}

func timesText[T any](d *presenter, list []T, times func(T) (start, end db.Instant)) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = d.times(times(x))
	}
	return strings.Join(texts, ", ")
}

// planOf says what was planned for a day, unless it was worked so; empty: nothing.
func (d *presenter) planOf(x Day) string {
	if len(x.Planned) == 0 || d.view.asPlanned(x) {
		return ""
	}
	return d.lang.F(i18n.TimePlanned, d.planText(x))
}

// fromSchedule lists the days until today on which the hours of a period with a schedule are not as planned, and says how many hours were
// planned and worked until then.
func (d *presenter) fromSchedule(page string) (list []review.Check, sum string) {
	f := d.view
	if !f.scheduled() {
		return nil, ""
	}
	var planned, worked int64
	for _, x := range f.Days {
		if x.Date.After(f.Today) {
			break
		}
		planned, worked = planned+f.plannedMinutes(x), worked+x.Minutes()
		if f.asPlanned(x) {
			continue
		}
		more := d.lang.HoursPlain(x.Minutes() - f.plannedMinutes(x))
		if x.Minutes() > f.plannedMinutes(x) {
			more = "+" + more
		}
		c := review.Check{On: x.Date.String(), Day: d.lang.DayWeek(x.Date), Href: page + "#" + dayID(x.Date)}
		switch {
		case len(x.Shifts) == 0:
			c.Text = d.lang.F(i18n.ReviewNotWorked, d.planText(x), more)
		case len(x.Planned) == 0:
			c.Text = d.lang.F(i18n.ReviewNotPlanned, d.workText(x), more)
		default:
			c.Text = d.lang.F(i18n.ReviewDiffers, d.planText(x), d.workText(x), more)
		}
		list = append(list, c)
	}
	return list, d.lang.F(i18n.ReviewPlanned, d.lang.Hours(planned), d.lang.Hours(worked))
}
