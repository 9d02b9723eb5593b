package payperiods

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

// IsMileage reports whether expenses of this bank code type are kilometres driven (W4).
func IsMileage(bankCodeType string) bool { return bankcodes.Fold(bankCodeType) == bankcodes.Mileage }

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

// DayWork are the minutes of one day that count toward the daily limit – all but those entered as overtime – and the regular ones
// among them.
type DayWork struct{ Counted, Regular int64 }

// Add adds minutes to a day.
func (d *DayWork) Add(c Column, minutes int64) {
	if c != Overtime {
		d.Counted += minutes
	}
	if c == Regular {
		d.Regular += minutes
	}
}

// WeekWork is the work of one employee in one week, before its overtime is computed. All values are in minutes.
type WeekWork struct {
	Hours    Hours
	Days     [7]DayWork // from Sunday on; not looked at without a daily limit
	Credited int64      // approved leave that counts toward the weekly limit
}

// AddDays adds the minutes of each day to a column of the days.
func (w *WeekWork) AddDays(c Column, minutes *[7]int64) {
	for n, m := range minutes {
		w.Days[n].Add(c, m)
	}
}

// Overtime returns how many regular minutes of the week are overtime (W3), and how many are above a limit but are not overtime because no
// regular time is left that could move: evening and emergency time, which the payroll pays at its own rate. Evening and emergency time
// counts toward the limits but stays in its columns; shifts entered as overtime do not count. Above the weekly limit is what the week has
// too much, and above the daily limit the sum of what its days have too much; the greater of both is overtime.
func (w *WeekWork) Overtime(l labourstandards.Limits) (found, leftOut int64) {
	h := w.Hours
	week := h.Regular + h.Evening + h.Emergency + w.Credited
	found = min(max(week-l.Weekly, 0), h.Regular)
	var counted [7]int64
	var regular int64 // above the daily limit
	for n, d := range w.Days {
		counted[n] = d.Counted
		if l.Daily > 0 {
			regular += min(max(d.Counted-l.Daily, 0), d.Regular)
		}
	}
	found = max(found, regular)
	return found, min(l.Above(week, counted[:])-found, h.Evening+h.Emergency)
}

// Paid returns the hours of the week with its overtime moved from regular to overtime.
func (w *WeekWork) Paid(l labourstandards.Limits) Hours {
	found, _ := w.Overtime(l)
	h := w.Hours
	h.Regular -= found
	h.Overtime += found
	return h
}

// Distance returns the distance of a mileage expense in hundredths of a kilometre, rounded to the nearest: its amount in cents
// divided by the modifier in 1/10,000 $ per kilometre (W4). It is computed for each expense, so that totals are sums of the
// lines shown. If the modifier is not positive, the distance is 0.
func Distance(cents, modifier int64) int64 {
	if modifier <= 0 {
		return 0
	}
	if cents < 0 {
		return -Distance(-cents, modifier)
	}
	return (cents*10_000 + modifier/2) / modifier
}
