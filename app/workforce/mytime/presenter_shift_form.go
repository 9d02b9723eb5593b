package mytime

import (
	"net/url"
	"slices"
	"time"

	"presence/app/platform/i18n"
	"presence/app/platform/walltime"
	"presence/app/workforce/clockings"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// shiftForm returns the form of a shift, filled with what is proposed for its day, or with the shift being edited; nil if there is none.
func (d *presenter) shiftForm() *views.Form {
	o := d.open
	x := d.newLine(views.Form{Title: d.lang.T(i18n.TimeNewShift), Head: d.lang.F(i18n.TimeShiftOf, d.lang.DayWeek(o.day)),
		Action: d.location.grid.Shifts(),
		Help:   &views.Help{Title: d.lang.T(i18n.TimeShiftHelp), Text: d.lang.T(i18n.TimeShiftHint), Open: len(o.faults) > 0}})
	if o.id == 0 {
		x.values = d.proposedShift()
	} else if !d.editShift(&x) {
		return nil
	}
	fields := d.shiftFields(x.values.Get("bank_code_id"))
	fields = append(fields, d.jobFields(x.values, x.job)...)
	if c, stamped := d.view.Stamped[o.id]; stamped {
		x.Hint = d.lang.F(i18n.TimeStampedHint, d.lang.AtKiosks(d.times(c.Start, c.End), c.StartKiosk, c.EndKiosk))
		fields = append(fields, ui.Field{Name: "reason", Label: d.lang.T(i18n.ClockReason), MaxLength: clockings.MaxReason, AutoComplete: "off"})
	}
	d.fillForm(x, fields)
	if o.id == 0 {
		x.More = d.lang.T(i18n.TimeSaveMore)
		if next, ok := d.view.next(o.day); ok && d.location.shows(next) {
			x.Next = d.lang.F(i18n.TimeSaveNext, d.lang.Weekday(next))
		}
	}
	return x.Form
}

// proposedShift returns the values of a new shift: those of what is planned or usual, else the bank code that is usual for the day and the
// breaks of the rule. The times are those that were drawn, if any were.
func (d *presenter) proposedShift() url.Values {
	o := d.open
	values := url.Values{"bank_code_id": {formatID(d.view.codeFor(o.day))}}
	x, expected := d.expectedNext(o.day)
	if expected = expected && o.drawn == (NewTimes{}); expected {
		values = d.shiftValues(shifts.Shift{Start: x.Start, End: x.End, BankCodeID: x.BankCodeID, Breaks: x.Breaks})
	}
	if (!expected || x.ByRule) && !d.view.Rule.Empty() {
		values.Set("breaks", d.lang.T(i18n.TimeBreaksDefault))
	}
	if o.drawn.Start != 0 && o.drawn.End != 0 {
		values.Set("start_time", d.clockText(o.drawn.Start))
		values.Set("end_time", d.clockText(o.drawn.End))
	}
	return values
}

// editShift makes the form that of the open shift; false if the day has no such shift.
func (d *presenter) editShift(x *lineForm) bool {
	list := d.view.day(d.open.day).Shifts
	i := slices.IndexFunc(list, func(s shifts.Shift) bool { return s.ID == d.open.id })
	if i < 0 {
		return false
	}
	s := list[i]
	x.Title, x.Action, x.job, x.values = d.lang.T(i18n.TimeEditShift), d.location.grid.Shift(s.ID), s.Job, d.shiftValues(s)
	x.hidden = append(x.hidden, version(s.Version))
	x.Delete = d.deletion(d.location.grid.DeleteShift(s.ID), d.times(s.Start, s.End), s.Day)
	return true
}

func (d *presenter) shiftValues(s shifts.Shift) url.Values {
	return url.Values{"start_time": {d.clockText(s.Start)}, "end_time": {d.clockText(s.End)},
		"breaks": {shifts.BreaksText(d.lang, s.Breaks, d.s.zone)}, "bank_code_id": {formatID(s.BankCodeID)}}
}

// shiftFields returns the fields of every shift, with the selected bank code among the choices.
func (d *presenter) shiftFields(selected string) []ui.Field {
	start, end := d.usualTimes(d.open.day)
	clock := func(name string, label i18n.Text, example string) ui.Field {
		return ui.Field{Name: name, Label: d.lang.T(label), Placeholder: example, InputMode: "numeric", AutoComplete: "off", MaxLength: 12}
	}
	breaks := ui.Field{Name: "breaks", Label: d.lang.T(i18n.TimeBreaks), Optional: d.lang.T(i18n.Optional),
		Placeholder: d.lang.T(i18n.TimeBreaksExample), AutoComplete: "off", MaxLength: 300}
	if !d.view.Rule.Empty() {
		breaks.Hint = d.lang.F(i18n.TimeBreaksRule, d.view.Rule.Text(d.lang))
	}
	return []ui.Field{clock("start_time", i18n.TimeStart, start), clock("end_time", i18n.TimeEnd, end),
		{Name: "bank_code_id", Label: d.lang.T(i18n.TimeCode), Options: d.shiftCodes(selected)}, breaks}
}

// expectedNext returns the shift that is planned for a day, or usual on it, after those that the day has; false if there is none.
func (d *presenter) expectedNext(day db.Day) (n shifts.New, ok bool) {
	x := d.view.day(day)
	list, done := d.view.expectedOn(*x), len(x.Shifts)
	if done >= len(list) || done > 0 && list[done].Start < x.Shifts[done-1].End {
		return n, false
	}
	return list[done], true
}

// usualTimes returns the example for a new shift of a day: the times of the shift in the same place of the latest earlier day that has so
// many, else plain ones for the first and the second. It is empty if it would begin before the shifts that the day has are over.
func (d *presenter) usualTimes(day db.Day) (start, end string) {
	list := d.view.day(day).Shifts
	n := len(list)
	known, from := n < 2, time.Date(2026, 1, 1, 8+5*n, 0, 0, 0, d.s.zone)
	to := from.Add(4 * time.Hour)
	for i := 1; ; i++ {
		x := d.view.day(day.Add(-i))
		if x == nil {
			break
		}
		if len(x.Shifts) > n {
			s := x.Shifts[n]
			known, from, to = true, s.Start.Time().In(d.s.zone), s.End.Time().In(d.s.zone)
			break
		}
	}
	if at, _ := walltime.OnDay(day, from.Hour()*60+from.Minute(), d.s.zone); !known || n > 0 && at < list[n-1].End {
		return "", ""
	}
	return d.lang.Clock(from), d.lang.Clock(to)
}
