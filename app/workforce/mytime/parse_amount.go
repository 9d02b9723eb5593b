package mytime

import (
	"strconv"
	"strings"

	"presence/app/platform/errs"
	"presence/app/workforce/expenses"
	"presence/app/workforce/payperiods"
)

// parseAmount parses dollars as people type them (12,50, 12.50, $1,234.56, 1 234,56 $) and returns cents; with a mileage code
// it also accepts a distance such as 50 km.
func parseAmount(faults *errs.Fields, text string, code Code) int64 {
	s := strings.ToLower(strings.Join(strings.Fields(text), ""))
	if s == "" {
		faults.Add("amount", "required", "This field is required.")
		return 0
	}
	s, driven := strings.CutSuffix(s, "km")
	value, ok := decimal(strings.Trim(s, "$"))
	switch {
	case !ok:
		faults.Add("amount", "amount", "Expected an amount in dollars.")
		return 0
	case driven && !payperiods.IsMileage(code.Kind):
		faults.Add("amount", "not_mileage", "A distance needs a mileage code.")
		return 0
	case driven:
		value *= float64(code.Modifier) / 10_000
	}
	return expenses.Cents(value)
}

// decimal parses a number. A point or comma before the last one or two digits is the decimal separator; others separate
// thousands.
func decimal(s string) (float64, bool) {
	whole, part := s, ""
	if i := strings.LastIndexAny(s, ".,"); i >= 0 && len(s)-i-1 <= 2 {
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
