package payperiods

import (
	"math"
	"strings"
)

// Column is one of the four places where a minute worked is counted (W3).
type Column uint8

// The columns, in the order of every table and file.
const (
	Regular Column = iota
	Evening
	Emergency
	Overtime
)

// ColumnOf reads the type of a shift's bank code, in any case. A type that names no column of its own (training,
// travel …) is regular time: it is paid work, and must count toward the weekly threshold.
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
	switch fold(bankCodeType) {
	case "vacation", "holiday", "statutory_holiday":
		return true
	default:
		return false
	}
}

// IsMileage reports whether expenses of this bank code type are kilometres driven (W4).
func IsMileage(bankCodeType string) bool { return fold(bankCodeType) == "mileage" }

func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// Hours are minutes worked by column. Each minute stands in exactly one of them, so Total is the time worked.
type Hours struct{ Regular, Evening, Emergency, Overtime int64 }

// Add counts minutes in a column.
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

// Plus is the sum of two, for totals.
func (h Hours) Plus(o Hours) Hours {
	return Hours{h.Regular + o.Regular, h.Evening + o.Evening, h.Emergency + o.Emergency, h.Overtime + o.Overtime}
}

// Total is the minutes worked.
func (h Hours) Total() int64 { return h.Regular + h.Evening + h.Emergency + h.Overtime }

// OvertimeFound is how many regular minutes of one week are overtime (W3): what regular, evening and emergency time
// and the credited leave exceed the threshold by, all of them in minutes, but never more than the week's regular time.
// Evening and emergency time help to reach the threshold and stay in their columns, for they are paid by their own
// rate; shifts entered as overtime are overtime already and do not count toward the threshold a second time.
func (h Hours) OvertimeFound(threshold, credited int64) int64 {
	above := h.Regular + h.Evening + h.Emergency + credited - threshold
	return min(max(above, 0), h.Regular)
}

// WithOvertime is the week after OvertimeFound has moved from regular to overtime.
func (h Hours) WithOvertime(threshold, credited int64) Hours {
	found := h.OvertimeFound(threshold, credited)
	h.Regular -= found
	h.Overtime += found
	return h
}

// Decimal is minutes as the JSON number of hours: rounded once to 1/10 000 h, from which the minutes can be read back
// exactly, as the files have it (C6).
func Decimal(minutes int64) float64 { return math.Round(float64(minutes)*10_000/60) / 10_000 }

// Distance is the distance of a mileage expense in hundredths of a kilometre, rounded to the nearest: its amount in
// cents over the modifier in 1/10 000 $ a kilometre (W4). It is worked out expense by expense, so that every total is
// the sum of the lines shown. Without a positive modifier there is no distance.
func Distance(cents, modifier int64) int64 {
	if modifier <= 0 {
		return 0
	}
	if cents < 0 {
		return -Distance(-cents, modifier)
	}
	return (cents*10_000 + modifier/2) / modifier
}
