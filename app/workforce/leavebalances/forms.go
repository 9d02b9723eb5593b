package leavebalances

import (
	"math"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/typed"
)

// readNumber reads a number with or without a sign; empty is 0.
func readNumber(faults *errs.Fields, field, text string) float64 {
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), ""), "−", "-")
	if text == "" {
		return 0
	}
	size, negative := strings.CutPrefix(text, "-")
	n, ok := typed.Decimal(strings.TrimPrefix(size, "+"))
	if !ok || n > 1e6 {
		faults.Add(field, "format", "Expected a number.")
		return 0
	}
	if negative {
		return -n
	}
	return n
}

// readDays reads days as minutes.
func readDays(faults *errs.Fields, field, text string) int64 {
	return int64(math.Round(readNumber(faults, field, text) * DayMinutes))
}

// readRule reads a rule from its form, whose fields have the names of the rule's errors.
func readRule(c *gin.Context) (r Rule, faults errs.Fields) {
	whole := func(field string) int64 { return int64(math.Round(readNumber(&faults, field, c.PostForm(field)))) }
	percent := func(field string) int64 {
		return int64(math.Round(readNumber(&faults, field, c.PostForm(field)) * 100))
	}
	r = Rule{LeaveType: c.PostForm("leave_type"), Earns: Earning(c.PostForm("earns")), Rate: percent("rate"), LaterRate: percent("later_rate"),
		LaterYears: whole("later_years"), Minutes: readDays(&faults, "minutes", c.PostForm("minutes")),
		PaidMinutes: readDays(&faults, "paid_minutes", c.PostForm("paid_minutes")), PaidAfterMonths: whole("paid_after_months"),
		YearStart: c.PostForm("year_start"), CarryLimit: Everything, CarryMonths: whole("carry_months"),
		RefuseBelowZero: c.PostForm("refuse_below_zero") == "true"}
	if c.PostForm("carry_limit") != "" {
		r.CarryLimit = readDays(&faults, "carry_limit", c.PostForm("carry_limit"))
	}
	if c.PostForm("from_day") != "" {
		r.From = httpx.ReadDay(&faults, "from_day", c.PostForm("from_day"))
	}
	return r, faults
}

// ruleValues are the values of the form of a rule.
func ruleValues(l i18n.Lang, r Rule) url.Values {
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	v := url.Values{"earns": {string(r.Earns)}, "rate": {l.RatePlain(r.Rate)}, "later_rate": {l.RatePlain(r.LaterRate)},
		"later_years": {whole(r.LaterYears)}, "minutes": {l.DaysPlain(r.Minutes)}, "paid_minutes": {l.DaysPlain(r.PaidMinutes)},
		"paid_after_months": {whole(r.PaidAfterMonths)}, "year_start": {r.YearStart}, "carry_months": {whole(r.CarryMonths)},
		"from_day": {r.From.String()}, "refuse_below_zero": {strconv.FormatBool(r.RefuseBelowZero)}}
	if r.CarryLimit != Everything {
		v.Set("carry_limit", l.DaysPlain(r.CarryLimit))
	}
	return v
}
