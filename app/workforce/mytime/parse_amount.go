package mytime

import (
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/typed"
	"presence/app/workforce/expenses"
	"presence/app/workforce/payperiods"
)

// parseAmount parses dollars as people type them (12,50, 12.50, $1,234.56, 1 234,56 $) and returns cents; with a mileage code
// it also accepts a distance such as 50 km.
func parseAmount(faults *errs.Fields, text string, code Code) int64 {
	s := withoutSpaces(text)
	if s == "" {
		faults.Add("amount", "required", "This field is required.")
		return 0
	}
	s, driven := strings.CutSuffix(s, "km")
	value, ok := typed.Decimal(strings.Trim(s, "$"))
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

// parseTax parses the dollars of a field that may stay empty, and returns cents.
func parseTax(faults *errs.Fields, c *gin.Context, field string) int64 {
	s := withoutSpaces(c.PostForm(field))
	if s == "" {
		return 0
	}
	value, ok := typed.Decimal(strings.Trim(s, "$"))
	if !ok {
		faults.Add(field, "amount", "Expected an amount in dollars.")
	}
	return expenses.Cents(value)
}

func withoutSpaces(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(text), ""))
}
