// Package typed parses times of day and amounts as people type them, in forms and in files.
package typed

import (
	"strconv"
	"strings"
)

// Clock parses a time of day as people type it (8, 800, 8:00, 8h, 16h30, 4:30 pm) and returns minutes after midnight.
func Clock(text string) (minutes int, ok bool) {
	s := strings.ToLower(strings.Join(strings.Fields(text), ""))
	s = strings.NewReplacer("a.m.", "am", "p.m.", "pm").Replace(s)
	s, half := cutHalf(s)
	hour, minute, ok := splitClock(s)
	switch {
	case !ok || minute > 59 || hour > 24 || hour == 24 && minute > 0:
		return 0, false
	case half == "":
		return hour*60 + minute, true
	case hour < 1 || hour > 12:
		return 0, false
	}
	hour %= 12
	if half == "p" {
		hour += 12
	}
	return hour*60 + minute, true
}

// cutHalf removes am or pm from the end.
func cutHalf(s string) (rest, half string) {
	for _, end := range []string{"am", "pm", "a", "p"} {
		if rest, found := strings.CutSuffix(s, end); found {
			return rest, end[:1]
		}
	}
	return s, ""
}

// splitClock splits hours and minutes: at a separator, or before the last two of three or four digits.
func splitClock(s string) (hour, minute int, ok bool) {
	for _, sign := range []string{":", "h", "."} {
		if h, m, found := strings.Cut(s, sign); found {
			m = strings.TrimSuffix(m, "m")
			hour, ok = number(h)
			if !ok || m == "" {
				return hour, 0, ok && sign != "."
			}
			minute, ok = number(m)
			return hour, minute, ok && len(m) == 2
		}
	}
	if len(s) > 2 {
		hour, ok = number(s[:len(s)-2])
		minute, fine := number(s[len(s)-2:])
		return hour, minute, ok && fine
	}
	hour, ok = number(s)
	return hour, 0, ok
}

// number parses one or two digits and nothing else.
func number(s string) (int, bool) {
	if len(s) > 2 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// Decimal parses a number without a sign. Of two kinds of separators, the last one is decimal and the other separates thousands. A single
// point is decimal, and so is a single comma, unless it separates thousands as in 1,234. Spaces are the caller's to remove.
func Decimal(s string) (float64, bool) {
	whole, part := s, ""
	if i := strings.LastIndexAny(s, ".,"); i >= 0 && isDecimal(s[:i], s[i], s[i+1:]) {
		whole, part = s[:i], s[i+1:]
	}
	for i, group := range strings.FieldsFunc(whole, func(r rune) bool { return r == '.' || r == ',' }) {
		if strings.Trim(group, "0123456789") != "" || i > 0 && len(group) != 3 {
			return 0, false
		}
	}
	digits := strings.NewReplacer(".", "", ",", "").Replace(whole)
	if digits+part == "" || strings.Trim(part, "0123456789") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat("0"+digits+"."+part+"0", 64)
	return v, err == nil
}

// isDecimal reports whether the last separator of a number, with the texts before and after it, is the decimal one.
func isDecimal(before string, separator byte, after string) bool {
	switch {
	case strings.IndexByte(before, separator) >= 0: // 1,234,567
		return len(after) < 3
	case separator == '.' || strings.Contains(before, "."):
		return true
	}
	return len(after) != 3 || len(before) > 3 || strings.HasPrefix(before, "0") || before == ""
}
