package payperiods

import (
	"strings"

	"presence/app/workforce/leaverequests"
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
// (training, travel …) is regular time: it is paid work and counts toward the weekly threshold.
func ColumnOf(bankCodeType string) Column {
	switch fold(bankCodeType) {
	case "evening":
		return Evening
	case "emergency":
		return Emergency
	case "overtime":
		return Overtime
	default:
		return Regular
	}
}

// CreditsThreshold reports whether approved leave of this bank code type counts toward the weekly threshold (W3).
func CreditsThreshold(bankCodeType string) bool {
	return fold(bankCodeType) == "vacation" || leaverequests.PaysHolidays(bankCodeType)
}

// IsMileage reports whether expenses of this bank code type are kilometres driven (W4).
func IsMileage(bankCodeType string) bool { return fold(bankCodeType) == "mileage" }

func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

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

// OvertimeFound returns how many regular minutes of one week are overtime (W3): the amount by which regular, evening and
// emergency time plus the credited leave exceed the threshold, but at most the regular time. All values are in minutes. Evening
// and emergency time count toward the threshold but stay in their columns, because they have their own rates. Shifts entered as
// overtime do not count toward the threshold.
func (h Hours) OvertimeFound(threshold, credited int64) int64 {
	above := h.Regular + h.Evening + h.Emergency + credited - threshold
	return min(max(above, 0), h.Regular)
}

// OvertimeLeftOut returns how many minutes of one week are above the threshold and not among OvertimeFound, because no regular time is
// left that could move: evening and emergency time, which the payroll pays at its own rate. All values are in minutes.
func (h Hours) OvertimeLeftOut(threshold, credited int64) int64 {
	late := h.Evening + h.Emergency
	return min(max(late+credited-threshold, 0), late)
}

// WithOvertime returns the week with OvertimeFound moved from regular to overtime.
func (h Hours) WithOvertime(threshold, credited int64) Hours {
	found := h.OvertimeFound(threshold, credited)
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
