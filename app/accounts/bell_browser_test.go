package accounts_test

import (
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/platform/i18n"
)

// TestBrowser_Bell has an employee submit a timesheet while the supervisor looks at another page: the bell counts it and a
// toast says it, without anything being done there.
func TestBrowser_Bell(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.Browser("supervisor").On(t).Form("/staff/notifications/read", "up_to=999999").Want(303)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).As("supervisor").Go("/staff/")
	a.As("employee").On(t).Do("PUT", "/timesheets/{employee.timesheet}/submission", nil).Want(200)
	p.Reads("[data-unread] .num", "1")
	a.As("colleague").On(t).Do("PUT", "/timesheets/{colleague.timesheet}/submission", nil).Want(200)
	p.Reads("[data-unread] .num", "2")
	if said := p.Text("[data-toast] p"); said == "" {
		t.Error("no toast says it")
	}
	p.Quiet()
}
