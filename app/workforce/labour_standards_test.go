package workforce_test

import (
	"fmt"
	"testing"

	"presence/app/apptest"
)

// TestNorms shows what the labour standards have a word about, on the pages of whoever enters and approves time.
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
				"2\u00a0h (1/20 of 40\u00a0h worked")
			page.On(t).Do("GET", "/staff/time/2026-10", nil).Want(200).HasNot("statutory holiday")
		})
		t.Run("a day of two hours and days without a meal", func(t *testing.T) {
			const callIn, meals = "2\u00a0h worked: the minimum pay for reporting to work", "with no meal break entered (6 days)"
			page.On(t).Get("/staff/time/2026-25").Want(200).Has(callIn, meals)
			boss.On(t).Get("/staff/timesheets/{employee.timesheet}").Want(200).Has(callIn, meals)
		})
		t.Run("on the overview, without making an exception of the row", func(t *testing.T) {
			boss.On(t).Get("/staff/periods/2026/25").Want(200).Has("1 day under 3 h")
			a.Browser("foreman").On(t).Get("/staff/periods/2026/25").Want(200).HasNot("of less than 3 h")
		})
		t.Run("none of it in the way of handing in", func(t *testing.T) {
			owner.On(t).Do("PUT", "/timesheets/{employee.timesheet}/submission", nil).Want(200)
		})
	})
}
