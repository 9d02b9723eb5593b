package app_test

import (
	"net/http"
	"net/url"
	"testing"

	"presence/app/apptest"
	"presence/db"
)

// Today reads what concerns each role on either database.
func TestToday_OnBothDatabases(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			a := apptest.NewDemo(t, engine)
			for _, x := range []struct{ name, who, finds string }{
				{"a supervisor approves what is ready", "supervisor", `#approvals form[action$="/approve"]`},
				{"payroll exports an approved period", "payroll", `#payroll a[href*="export="]`},
				{"payroll sees whose timesheets are missing", "payroll", `#payroll a[href*="crew="]`},
				{"events sees which responses are to be reviewed", "events", `#event-tasks a[href*="confidence=probable"]`},
				{"events sees which invitations were not sent", "events", `#event-tasks a[href$="/send"]`},
				{"an employee enters the first day without hours", "employee", `.today-sheet a.btn[href*="open=shift"]`},
				{"an administrator has all of it", "admin", `#payroll, #approvals, .event-next`},
			} {
				t.Run(x.name, func(t *testing.T) {
					if n := a.EnterDemo(t, x.who).Get("/staff/").Want(http.StatusOK).Doc().Find(x.finds).Length(); n == 0 {
						t.Errorf("nothing is found by %s", x.finds)
					}
				})
			}
		})
	}
}

// A new installation tells its administrator what to set up, and offers nothing that cannot be done yet.
func TestNewInstallation(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.Empty())
	link, err := a.Auth.BootstrapLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	c := *a.Browser(apptest.Anonymous).On(t)
	answer := c.Form(first.Path, "name=Ada+Roy&email=ada%40example.com&password=correct+horse+battery&lang=en").Want(http.StatusSeeOther)
	for _, cookie := range (&http.Response{Header: answer.Header}).Cookies() {
		if cookie.Name == "presence" {
			c.Cookie = cookie
		}
	}
	c.Form("/staff/preferences", "lang=en&next=/staff/").Want(http.StatusSeeOther)
	t.Run("shows the steps first, each with its page", func(t *testing.T) {
		page := c.On(t).Get("/staff/").Want(http.StatusOK).Doc()
		steps := page.Find("#setup li.task")
		if later := steps.Not(":has(a)"); steps.Length() != 8 || later.Length() != 1 || !later.HasClass("task-later") {
			t.Errorf("%d steps, %d without a link", steps.Length(), later.Length())
		}
		if id, _ := page.Find("main section").First().Attr("id"); id != "setup" {
			t.Errorf("the page begins with %q", id)
		}
		if href, _ := steps.First().Find("a.btn-primary").Attr("href"); href != "/staff/employees/new" {
			t.Errorf("the first step leads to %s", href)
		}
	})
	t.Run("has no period to export", func(t *testing.T) {
		page := c.On(t).Get("/staff/payroll").Want(http.StatusOK).Has("No one has entered hours yet").Doc()
		if n := page.Find(`main a[href*="export="]`).Length(); n != 0 {
			t.Errorf("%d periods can be exported", n)
		}
		if n := page.Find(`main a[href="/staff/employees/new"]`).Length(); n != 1 {
			t.Error("it does not lead to the first employee")
		}
	})
	t.Run("has nobody in a period, and says so instead of a filter that is too narrow", func(t *testing.T) {
		periods := c.On(t).Get("/staff/periods").Want(http.StatusSeeOther).Header.Get("Location")
		page := c.On(t).Get(periods).Want(http.StatusOK).Has("No employees in this period").HasNot("Change the filter").Doc()
		if n := page.Find(`#board a[href="/staff/employees/new"]`).Length(); n != 1 {
			t.Error("it does not lead to the first employee")
		}
	})
	t.Run("does not ask the demo to be set up", func(t *testing.T) {
		demo := apptest.NewDemo(t, a.DB.Dialect())
		if n := demo.EnterDemo(t, "admin").Get("/staff/").Want(http.StatusOK).Doc().Find("#setup").Length(); n != 0 {
			t.Error("the demo is to be set up")
		}
	})
}
