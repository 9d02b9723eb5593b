package workforce_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

// A shift and an expense may name a customer, by the name that is typed, and an activity; both stand quietly beside them.
func TestTime_customers_and_activities(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("employee")
		var known struct {
			First string `json:"first_name"`
			Last  string `json:"last_name"`
		}
		a.As("payroll").On(t).Get("/customers/{customer}").JSON(&known)
		name := known.First + " " + known.Last
		day := func(t *testing.T, day string) string {
			t.Helper()
			return strings.ReplaceAll(htmltest.Text(htmltest.One(t, c.On(t).Get(time25).Doc(), "#d-"+day)), nbsp, " ")
		}
		form := func(customer string) string {
			return "date=2026-11-18&start_time=8&end_time=16&activity_id={activity}&customer=" + customer + regular
		}
		t.Run("a name that nobody has is refused beside it", func(t *testing.T) {
			page := c.On(t).Form(time25+"/shifts", form("nobody")).Want(http.StatusUnprocessableEntity).Has("No customer has this name or number.").Doc()
			if v := htmltest.One(t, page, `[name="customer"]`).AttrOr("value", ""); v != "nobody" {
				t.Errorf("the field has %q", v)
			}
		})
		t.Run("the name is found without accents, and shown with the activity", func(t *testing.T) {
			swap(c.On(t), time25+"/shifts", form(strings.ReplaceAll(strings.ToLower(name), " ", "+"))).Want(http.StatusOK)
			if text := day(t, "2026-11-18"); !strings.Contains(text, name+" · Setup") {
				t.Error(text)
			}
		})
		t.Run("a shift that is changed keeps both, and the form has them", func(t *testing.T) {
			edit := c.On(t).Get(time25+"?day=2026-11-18&open=day").Doc().Find(`#d-2026-11-18 a.line-main`).AttrOr("href", "")
			x := htmltest.One(t, c.On(t).Get(edit).Doc(), "form.entry")
			values := htmltest.Values(x)
			if !strings.HasPrefix(values.Get("customer"), name) || values.Get("activity_id") == "" {
				t.Errorf("the form has %v", values)
			}
			values.Set("end_time", "17")
			swap(c.On(t), x.AttrOr("action", ""), values.Encode()).Want(http.StatusOK)
			if text := day(t, "2026-11-18"); !strings.Contains(text, name+" · Setup") || !strings.Contains(text, "9 h") {
				t.Error(text)
			}
		})
		t.Run("a customer used before is offered", func(t *testing.T) {
			page := c.On(t).Get(time25 + "?day=2026-11-19&open=shift").Doc()
			if v := page.Find("datalist option").AttrOr("value", ""); !strings.HasPrefix(v, name) {
				t.Errorf("offered: %q", v)
			}
		})
		t.Run("the report adds it up for payroll, and the line leads to the shift", func(t *testing.T) {
			page := a.Browser("payroll").On(t).Get("/staff/activities/report?from=2026-11-15&to=2026-11-28").Want(http.StatusOK).Doc()
			link := htmltest.One(t, page, "tbody th a")
			if !strings.HasPrefix(htmltest.Text(link), name) || !strings.Contains(htmltest.Text(page.Find("tbody")), "9.00") {
				t.Error(htmltest.Text(page.Find("table")))
			}
			a.Browser("payroll").On(t).Get(link.AttrOr("href", "")).Want(http.StatusOK).Has("/staff/timesheets/")
			a.Browser("payroll").On(t).Get("/staff/activities/report?from=2026-11-15&to=2026-11-28&as=csv").Want(http.StatusOK).Has(name + ",")
			a.Browser("employee").On(t).Get("/staff/activities/report").Want(http.StatusForbidden)
		})
		t.Run("a page past the last of the report, or of a line, leads to the first", func(t *testing.T) {
			for _, first := range []string{"/staff/activities/report?from=2026-11-15&to=2026-11-28",
				"/staff/activities/report?customer_id=" + a.World.Fill("{customer}") + "&from=2026-11-15&to=2026-11-28"} {
				a.Browser("payroll").On(t).Get(first+"&page=9").Want(http.StatusSeeOther).HasHeader("Location", first)
			}
		})
	})
}
