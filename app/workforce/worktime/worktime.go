// Package worktime counts minutes of work in the columns regular, evening, emergency and overtime, and finds the overtime of a week (W3):
// of what was worked, for timesheets, overviews and payroll, and of what is planned, for schedules.
package worktime

import (
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/labourstandards"
)

// Column is one of the four columns in which minutes of work are counted (W3).
type Column uint8

// The columns, in the order of every table and file.
const (
	Regular Column = iota
	Evening
	Emergency
	Overtime
)

// ColumnOf returns the column for the type of a shift's bank code; case is ignored. A type without a column of its own
// (training, travel …) is regular time: it is paid work and counts toward the limits of overtime.
func ColumnOf(bankCodeType string) Column {
	switch bankcodes.Fold(bankCodeType) {
	case "evening":
		return Evening
	case "emergency":
		return Emergency
	case bankcodes.Overtime:
		return Overtime
	default:
		return Regular
	}
}

// Hours are minutes of work by column. Each minute is counted in exactly one column.
type Hours struct{ Regular, Evening, Emergency, Overtime int64 }

// Add adds minutes to a column.
func (h *Hours) Add(c Column, minutes int64) {
	switch c {
	case Regular:
		h.Regular += minutes
	case Evening:
		h.Evening += minutes
	case Emergency:
		h.Emergency += minutes
	case Overtime:
		h.Overtime += minutes
	}
}

// Plus returns the sum of two Hours.
func (h Hours) Plus(o Hours) Hours {
	return Hours{h.Regular + o.Regular, h.Evening + o.Evening, h.Emergency + o.Emergency, h.Overtime + o.Overtime}
}

// Total returns the sum of all columns.
func (h Hours) Total() int64 { return h.Regular + h.Evening + h.Emergency + h.Overtime }

// Day are the minutes of work of one day that count toward the daily limit – all but those entered as overtime – and the regular ones
// among them.
type Day struct{ Counted, Regular int64 }

// Add adds minutes to a day.
func (d *Day) Add(c Column, minutes int64) {
	if c != Overtime {
		d.Counted += minutes
	}
	if c == Regular {
		d.Regular += minutes
	}
}

// Above returns how many regular minutes of the day are above a limit.
func (d Day) Above(limit int64) int64 { return min(max(d.Counted-limit, 0), d.Regular) }

// Week is the work of one employee in one week, before its overtime is computed. All values are in minutes.
type Week struct {
	Hours    Hours
	Days     [7]Day // from Sunday on; not looked at without a daily limit
	Credited int64  // approved leave that counts toward the weekly limit
}

// AddDays adds the minutes of each day to a column of the days.
func (w *Week) AddDays(c Column, minutes *[7]int64) {
	for n, m := range minutes {
		w.Days[n].Add(c, m)
	}
}

// Overtime returns how many regular minutes of the week are overtime (W3), and how many are above a limit but are not overtime because no
// regular time is left that could move: evening and emergency time, which the payroll pays at its own rate. Evening and emergency time
// counts toward the limits but stays in its columns; shifts entered as overtime do not count. Above the weekly limit is what the week has
// too much, and above the daily limit the sum of what its days have too much; the greater of both is overtime.
func (w *Week) Overtime(l labourstandards.Limits) (found, leftOut int64) {
	above := max(w.Counted()-l.Weekly, 0)
	var long, regular int64 // above the daily limit; the regular ones of them
	if l.Daily > 0 {
		for _, d := range w.Days {
			long, regular = long+max(d.Counted-l.Daily, 0), regular+d.Above(l.Daily)
		}
	}
	found = max(min(above, w.Hours.Regular), regular)
	return found, min(max(above, long)-found, w.Hours.Evening+w.Hours.Emergency)
}

// Counted returns the minutes of the week that count toward the weekly limit: work, without that entered as overtime, and leave.
func (w *Week) Counted() int64 {
	return w.Hours.Regular + w.Hours.Evening + w.Hours.Emergency + w.Credited
}

// Paid returns the hours of the week with its overtime moved from regular to overtime.
func (w *Week) Paid(l labourstandards.Limits) Hours {
	found, _ := w.Overtime(l)
	h := w.Hours
	h.Regular -= found
	h.Overtime += found
	return h
}
