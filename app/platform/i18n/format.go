package i18n

import (
	"math"
	"strconv"
	"strings"
)

// NoFigure stands in a column for a figure of zero.
const NoFigure = "–"

// nbsp keeps a number and its unit on one line; in French it also separates thousands.
const nbsp = "\u00a0"

// minus is the typographic minus sign, as wide as a plus.
const minus = "−"

// decimal formats n / 10^places with the separators of the language. It writes at least least decimals, and drops further
// trailing zeros.
func (l Lang) decimal(n int64, places, least int) string {
	negative := n < 0
	u := uint64(n)
	if negative {
		u = -u
	}
	digits := strconv.FormatUint(u, 10)
	digits = strings.Repeat("0", max(0, places+1-len(digits))) + digits
	whole, frac := digits[:len(digits)-places], digits[len(digits)-places:]
	for len(frac) > least && frac[len(frac)-1] == '0' {
		frac = frac[:len(frac)-1]
	}
	group, point := nbsp, ","
	if l == EN {
		group, point = ",", "."
	}
	var b strings.Builder
	if negative {
		b.WriteString(minus)
	}
	for i, d := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteRune(d)
	}
	if frac != "" {
		b.WriteString(point + frac)
	}
	return b.String()
}

// Int formats a whole number: 1 234 or 1,234.
func (l Lang) Int(n int64) string { return l.decimal(n, 0, 0) }

// hundredths rounds minutes to 1/100 h, half away from zero.
func hundredths(minutes int64) int64 {
	return int64(math.Round(float64(minutes) * 100 / 60))
}

// Hours formats minutes as decimal hours with the unit: 7,5 h or 7.5 h. It writes at most two decimals, as payroll does.
func (l Lang) Hours(minutes int64) string { return l.HoursPlain(minutes) + nbsp + "h" }

// HoursPlain is Hours without the unit, for a text that contains the unit: 7,5 or 7.5.
func (l Lang) HoursPlain(minutes int64) string { return l.decimal(hundredths(minutes), 2, 0) }

// HoursCell formats minutes as hours with always two decimals, so that columns align: 7,50 or 7.50; a dash for 0.
func (l Lang) HoursCell(minutes int64) string {
	if minutes == 0 {
		return NoFigure
	}
	return l.decimal(hundredths(minutes), 2, 2)
}

// Duration formats minutes exactly, in hours and minutes: 7 h 05 or 7 h 5 min, 45 min, 8 h.
func (l Lang) Duration(minutes int64) string {
	sign := ""
	if minutes < 0 {
		sign, minutes = minus, -minutes
	}
	h, m := minutes/60, minutes%60
	switch {
	case h == 0:
		return sign + strconv.FormatInt(m, 10) + nbsp + "min"
	case m == 0:
		return sign + l.Int(h) + nbsp + "h"
	}
	if l == EN {
		return sign + l.Int(h) + nbsp + "h" + nbsp + strconv.FormatInt(m, 10) + nbsp + "min"
	}
	return sign + l.Int(h) + nbsp + "h" + nbsp + twoDigits(int(m))
}

// Elapsed is Duration with the unit of minutes, for places where it could be read as a time of day: 2 h 5 min.
func (l Lang) Elapsed(minutes int64) string { return EN.Duration(minutes) }

// Dollars formats cents as money: 1 234,56 $ or $1,234.56.
func (l Lang) Dollars(cents int64) string {
	if l != EN {
		return l.decimal(cents, 2, 2) + nbsp + "$"
	}
	s := l.decimal(cents, 2, 2)
	if rest, ok := strings.CutPrefix(s, minus); ok {
		return minus + "$" + rest
	}
	return "$" + s
}

// DollarsCell is Dollars with a dash for 0.
func (l Lang) DollarsCell(cents int64) string {
	if cents == 0 {
		return NoFigure
	}
	return l.Dollars(cents)
}

// Km formats a distance rounded to a tenth of a kilometre: 12,5 km.
func (l Lang) Km(km float64) string {
	return l.decimal(int64(math.Round(km*10)), 1, 0) + nbsp + "km"
}

// Percent formats part of whole as a percentage. It rounds half up: 97 % or 97%.
func (l Lang) Percent(part, whole int64) string {
	p := int64(0)
	if whole > 0 {
		p = (part*200 + whole) / (2 * whole)
	}
	if l == EN {
		return l.Int(p) + "%"
	}
	return l.Int(p) + nbsp + "%"
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}
