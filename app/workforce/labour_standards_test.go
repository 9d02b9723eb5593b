package workforce_test

import (
	"fmt"
	"testing"

	"presence/app/apptest"
)

// TestNorms shows the notices of the labour standards on the pages where time is entered and approved.
func TestNorms(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		owner, boss := a.As("employee").On(t), a.Browser("supervisor").On(t)
		for day := 23; day <= 27; day++ { // 40 hours in the four weeks before Christmas week
			owner.Post("/shifts", fmt.Sprintf(`{"timesheet_id":{employee.timesheet},"bank_code_id":{regular},"date":"2026-11-%d","start_time":"2026-11-%dT08:00","end_time":"2026-11-%dT16:00"}`, day, day, day)).Want(201)
		}
		owner.Post("/shifts", `{"timesheet_id":{employee.timesheet},"bank_code_id":{regular},"date":"2026-11-19","start_time":"2026-11-19T08:00","end_time":"2026-11-19T10:00"}`).Want(201)
		page := a.Browser("employee").On(t)
		t.Run("the holiday with a twentieth of the four weeks before its week", func(t *testing.T) {
			page.On(t).Get("/staff/time/2027-01").Want(200).Has("Labour standards", "Christmas, statutory holiday",
				"2\u00a0h (1/20 of 40\u00a0h worked", "excluding overtime; s.\u00a062)", "Quebec – Act respecting labour standards")
			page.On(t).Do("GET", "/staff/time/2026-10", nil).Want(200).HasNot("statutory holiday")
		})
		t.Run("a day of two hours and days without a meal", func(t *testing.T) {
			const callIn, meals = "2\u00a0h worked: the minimum pay for reporting to work", "with no meal break entered (6 days, s.\u00a079)"
			page.On(t).Get("/staff/time/2026-25").Want(200).Has(callIn, meals)
			boss.On(t).Get("/staff/timesheets/{employee.timesheet}").Want(200).Has(callIn, meals)
		})
		t.Run("on the overview, without making an exception of the row", func(t *testing.T) {
			boss.On(t).Get("/staff/periods/2026/25").Want(200).Has("1 day under 3 h")
			a.Browser("foreman").On(t).Get("/staff/periods/2026/25").Want(200).HasNot("day under")
		})
		t.Run("in the report of the period, by person and rule, with the article, as a file and in JSON", func(t *testing.T) {
			const report = "/staff/periods/2026/25/standards"
			boss.On(t).Get(report).Want(200).Has("8\u00a0h without a meal break", "s.\u00a079", "2\u00a0h of work", "Act respecting labour standards")
			boss.On(t).Get(report + "?rule=reporting_pay").Want(200).Has("2\u00a0h of work").HasNot("without a meal break")
			boss.On(t).Get(report+"?as=csv&rule=meal_break").Want(200).Has("date,rule,hours,limit_hours,article,text", ",2026-11-23,meal_break,8,5,").
				HasNot("reporting_pay")
			boss.On(t).Get(report + "?as=pdf").Want(400)
			a.As("payroll").On(t).Get("/pay-periods/2026/25/labour-standards").Want(200).Has(`"labour_standards":"quebec"`,
				`"date":"2026-11-19","rule":"reporting_pay","hours":2,"limit_hours":3,"section":"58","act":"Act respecting labour standards"`)
			a.As("foreman").On(t).Get("/pay-periods/2026/25/labour-standards").Want(200).HasNot("2026-11-19")
			boss.On(t).Get("/staff/periods/2026/25").Want(200).Has(`href="` + report + `"`)
			boss.On(t).Get("/staff/periods/2026/10/standards").Want(200).Has("No notices in this period")
			a.As("payroll").On(t).Get("/pay-periods/2027/1/labour-standards").Want(200).Has(
				`"date":"2026-12-25","rule":"statutory_holiday","hours":2,"limit_hours":0,"section":"62"`)
		})
		t.Run("none of it in the way of handing in", func(t *testing.T) {
			owner.On(t).Do("PUT", "/timesheets/{employee.timesheet}/submission", nil).Want(200)
		})
	})
}
