package workforce_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/workforce/payperiods"
	"presence/db"
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
				"2\u00a0h (1/20 of 40\u00a0h of work", "excluding overtime; s.\u00a062)", "Quebec – Act respecting labour standards")
			page.On(t).Do("GET", "/staff/time/2026-10", nil).Want(200).HasNot("statutory holiday")
		})
		t.Run("a day of two hours and days without a meal", func(t *testing.T) {
			const callIn, meals = "2\u00a0h worked: the minimum reporting pay", "with no meal break entered (6 days, s.\u00a079)"
			page.On(t).Get("/staff/time/2026-25").Want(200).Has(callIn, meals)
			boss.On(t).Get("/staff/timesheets/{employee.timesheet}").Want(200).Has(callIn, meals)
		})
		t.Run("on the overview, without making an exception of the row", func(t *testing.T) {
			boss.On(t).Get("/staff/periods/2026/25").Want(200).Has("1 day under the minimum of 3 h")
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

// TestHolidayPay shows the pay of a statutory holiday on the sheets, and that payroll can stop it.
func TestHolidayPay(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		admin, payroll, owner := a.As("admin").On(t), a.As("payroll").On(t), a.As("employee").On(t)
		change := func(value string) *apptest.Response {
			return admin.Patch("/settings", `{"values":{"HOLIDAY_PAY":"`+value+`"}}`)
		}
		if faults := change("true").Want(http.StatusBadRequest).Faults(); !slices.Equal(faults, []string{"HOLIDAY_PAY"}) {
			t.Errorf("without a code: %v", faults)
		}
		code := payroll.Post("/bank-codes", `{"type":"statutory_holiday","categorie":"leave","modifier":1,"bank_code":"FER"}`).Want(http.StatusCreated).ID()
		change("true").Want(http.StatusOK)
		for day := 23; day <= 27; day++ { // 38 hours
			owner.Post("/shifts", fmt.Sprintf(`{"timesheet_id":{employee.timesheet},"bank_code_id":{regular},"date":"2026-11-%d",
				"start_time":"2026-11-%dT08:00","end_time":"2026-11-%dT15:36"}`, day, day, day)).Want(http.StatusCreated)
		}
		c := a.Config(t)
		calendar, err := payperiods.NewCalendar(c.PeriodAnchor)
		if err != nil {
			t.Fatal(err)
		}
		christmas := func() time.Time { return time.Date(2026, 12, 25, 12, 0, 0, 0, c.Zone) }
		periods := payperiods.NewService(a.DB, christmas, payperiods.Config{Calendar: calendar, Zone: c.Zone, Norm: c.Norm, HolidayPay: true})
		if err := periods.KeepHolidayPay(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Run("the employee sees it with its article", func(t *testing.T) {
			a.Browser("employee").On(t).Get("/staff/time/2027-01").Want(http.StatusOK).Has("Christmas, statutory holiday (s.\u00a062)", "1.9\u00a0h").
				HasNot("Don’t pay")
			owner.On(t).Get("/holiday-pay?from=2026-12-01&to=2026-12-31").Want(http.StatusOK).Has(fmt.Sprintf(`"bank_code_id":%d`, code),
				`"date":"2026-12-25"`, `"hours":1.9,"counted_hours":38,"paid":true`)
			a.As("stranger").On(t).Get("/holiday-pay?from=2026-12-01&to=2026-12-31").Want(http.StatusOK).HasNot("2026-12-25")
		})
		id := owner.Get("/holiday-pay?from=2026-12-01&employee_id={employee}&to=2026-12-31").Want(http.StatusOK).IDs()[0]
		one := fmt.Sprintf("/holiday-pay/%d", id)
		t.Run("the employee and the supervisor cannot change it", func(t *testing.T) {
			owner.On(t).Patch(one, `{"paid":false}`).Want(http.StatusForbidden)
			a.As("supervisor").On(t).Patch(one, `{"paid":false}`).Want(http.StatusForbidden)
		})
		t.Run("payroll cannot change its own, and an administrator can", func(t *testing.T) {
			become := func(role string) {
				t.Helper()
				if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.Exec(ctx, "UPDATE people SET role = $2 WHERE id = $1", a.World.People["employee"].UserID, role)
					return err
				}); err != nil {
					t.Fatal(err)
				}
			}
			become("payroll")
			owner.On(t).Patch(one, `{"paid":false}`).Want(http.StatusForbidden).Has("own_holiday_pay")
			a.Browser("employee").On(t).Form("/staff"+one, "paid=false").Want(http.StatusForbidden)
			owner.On(t).Get(one).Want(http.StatusOK).Has(`"paid":true`)
			become("admin")
			owner.On(t).Patch(one, `{"paid":false}`).Want(http.StatusOK).Has(`"paid":false`)
			owner.On(t).Patch(one, `{"paid":true}`).Want(http.StatusOK)
			become("employee")
		})
		t.Run("it is in the payroll file until payroll does not pay it", func(t *testing.T) {
			payroll.On(t).Get("/exports/csv?period=2027-01").Want(http.StatusOK).Has("FER,statutory_holiday,1.9,,,approved")
			payroll.On(t).Patch(one, `{"paid":false}`).Want(http.StatusOK).Has(`"paid":false`)
			if err := periods.KeepHolidayPay(t.Context()); err != nil {
				t.Fatal(err)
			}
			payroll.On(t).Get("/exports/csv?period=2027-01").Want(http.StatusOK).HasNot("FER")
			a.Browser("employee").On(t).Get("/staff/time/2027-01").Want(http.StatusOK).Has("Christmas, statutory holiday", "not paid")
		})
		t.Run("and payroll pays it again on the page of the sheet", func(t *testing.T) {
			sheet := payroll.On(t).Post("/timesheets", `{"employee_id":{employee},"is_approved":false}`).Want(http.StatusCreated).ID()
			owner.On(t).Post("/shifts", fmt.Sprintf(`{"timesheet_id":%d,"bank_code_id":{regular},"date":"2026-12-22",
				"start_time":"2026-12-22T08:00","end_time":"2026-12-22T12:00"}`, sheet)).Want(http.StatusCreated)
			clerk, page := a.Browser("payroll").On(t), fmt.Sprintf("/staff/timesheets/%d", sheet)
			form := clerk.Get(page).Want(http.StatusOK).Doc().Find(fmt.Sprintf(`form[action="/staff%s"]`, one))
			if form.Length() != 1 || !strings.Contains(form.Text(), "Pay") {
				t.Fatalf("%d forms: %s", form.Length(), form.Text())
			}
			clerk.Form("/staff"+one, fmt.Sprintf("paid=true&sheet=%d", sheet)).Want(http.StatusSeeOther).HasHeader("Location", page)
			clerk.Get(page).Want(http.StatusOK).Has("Don’t pay")
			payroll.On(t).Get("/exports/csv?period=2027-01").Want(http.StatusOK).Has("FER,statutory_holiday,1.9,,,approved")
		})
	})
}
