package accounts_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/apptest/outline"
)

// These stories lead through the states of pages of settings and notifications. Their goldens have what every page says.

func TestPages_Settings(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	r := outline.Record(t, a)
	const people, one = settingsAt + "/people", settingsAt + "/people/{employee.user}"
	for _, x := range []struct{ who, path string }{
		{"admin", people}, {"admin", people + "?q=ma&role=employee&state=out&page=2"}, {"admin", people + "?role=events"}, {"admin",
			people + "/new"},
		{"admin", one}, {"admin", people + "/{admin.user}"}, {"events", settingsAt + "/tokens"}, {"employee", settingsAt + "/sessions"},
	} {
		r.Get(x.who, x.path)
	}
	r.Post("admin", people, "email=x&name="+strings.Repeat("x", 201)+"&role=boss&language=de&password=short")
	r.Post("admin", one, "email=&name=Mae")
	const apps = settingsAt + "/applications"
	for _, x := range []struct{ who, path string }{
		{"events", apps}, {"employee", apps}, {"employee", apps + "?ask={employee.session}"}, {"admin", apps + "/all"},
		{"admin", apps + "/all?q=nobody"},
	} {
		r.Get(x.who, x.path)
	}
	r.Post("admin", apps+"/all/disconnect", "session={employee.session}")
	r.Get("admin", apps+"/all")
	r.Post("admin", one+"/disable", "")
	r.Get("admin", one)
	r.Get("admin", people+"?state=out")
	r.Post("admin", people+"/{admin.user}/disable", "")
	r.Post("supervisor", settingsAt+"/tokens", "name=&days=12")
	a.As("supervisor").Patch("/shifts/{colleague.shift}", `{"end_time":"2026-11-16T17:00:00-05:00"}`).Want(http.StatusCreated)
	a.As("payroll").Patch("/employees/{colleague}", `{"residence":"Sorel"}`).Want(http.StatusOK)
	for _, query := range []string{"?kind=person&action=disabled", "?kind=shift&action=updated",
		"?kind=timesheet&record_id={stranger.timesheet}",
		"?kind=employee&action=updated&person=philom%C3%A8ne", "?person_id={supervisor.user}&kind=shift", "?from=2026-11-21", "?to=2026-11-19",
		"?from=2026-11-20&to=2026-11-20&kind=event", "?kind=nothing&action=nothing&record_id={colleague.expense}", "?before=3"} {
		r.Get("admin", settingsAt+"/audit"+query)
	}
	r.Golden("pages-settings.txt")
}

func TestPages_Notifications(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	r := outline.Record(t, a)
	const page = "/staff/notifications"
	r.Get("colleague", page)
	a.Browser("employee").Form("/staff/timesheets/{employee.timesheet}/submit", "")
	r.Get("supervisor", page)
	a.Clock.Advance(2 * time.Hour)
	a.As("supervisor").Patch("/timesheets/{employee.timesheet}/approval", `{"is_approved":true}`).Want(http.StatusOK)
	r.Get("supervisor", page)
	r.Post("supervisor", page+"/read", "up_to=999999")
	r.Get("supervisor", page)
	r.Get("employee", page+"?before=999999")
	for _, form := range []string{"", "id=x", "id=0", "up_to=-1"} {
		r.Post("supervisor", page+"/read", form)
	}
	r.Get("supervisor", page+"?before=0")
	r.Golden("pages-notifications.txt")
}
