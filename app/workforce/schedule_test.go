package workforce_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

// A supervisor plans by forms alone, as without a script: a shift is added, changed, copied, removed and brought back, the schedule is
// published, and an employee takes the open shift.
func TestSchedule(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		boss, ann := a.Browser("supervisor"), a.Browser("employee")
		const week = "/staff/schedule?from=2026-12-06"
		drafts := func() int { return a.Count("planned_shifts", "cancelled_at IS NULL") }
		open := func(t *testing.T, page string) url.Values {
			t.Helper()
			return htmltest.Values(htmltest.One(t, boss.On(t).Get(page).Want(http.StatusOK).Doc(), "[data-shift-form]"))
		}
		post := func(t *testing.T, to string, v url.Values, says ...string) *apptest.Response {
			t.Helper()
			r := boss.On(t).Form(to, v.Encode()).Want(http.StatusSeeOther)
			page := boss.On(t).Get(r.Header.Get("Location")).Want(http.StatusOK)
			page.Has(says...)
			return page
		}
		t.Run("the form of a new shift refuses what cannot be, with what was typed", func(t *testing.T) {
			v := open(t, a.World.Fill("/staff/schedule/shifts/new?from=2026-12-06&employee_id={employee}&day=2026-12-07"))
			v.Set("start_time", "9:00")
			v.Set("end_time", "noon-ish")
			boss.On(t).Form("/staff/schedule/shifts", v.Encode()).Want(http.StatusUnprocessableEntity).Has("9:00", "noon-ish", "field-bad")
			v.Set("end_time", "11:00")
			boss.On(t).Form("/staff/schedule/shifts", v.Encode()).Want(http.StatusUnprocessableEntity).Has("These hours overlap other hours.")
		})
		t.Run("adds it, and takes that back", func(t *testing.T) {
			v := open(t, a.World.Fill("/staff/schedule/shifts/new?from=2026-12-06&employee_id={employee}&day=2026-12-08"))
			v.Set("start_time", "9:00")
			v.Set("end_time", "17:00")
			before := drafts()
			page := post(t, "/staff/schedule/shifts", v, "2 changes aren’t published", "Undo")
			if n := drafts(); n != before+1 {
				t.Errorf("%d shifts", n)
			}
			undo := htmltest.One(t, page.Doc(), "[data-toast] form")
			post(t, undo.AttrOr("action", ""), htmltest.Values(undo))
			if n := drafts(); n != before {
				t.Errorf("%d shifts are left", n)
			}
		})
		one := a.World.Fill("/staff/schedule/shifts/{draft}")
		t.Run("moves a shift to another day at its times, and takes that back", func(t *testing.T) {
			page := post(t, one, url.Values{"from": {"2026-12-06"}, "day": {"2026-12-11"}, "version": {"1"}}, "Fri, Dec"+nbsp+"11")
			undo := htmltest.One(t, page.Doc(), "[data-toast] form")
			post(t, undo.AttrOr("action", ""), htmltest.Values(undo), "Wed, Dec"+nbsp+"9")
			if n := a.Count("planned_shifts", "day = '2026-12-09' AND version = 3"); n != 1 {
				t.Error("it is not back")
			}
		})
		t.Run("says why what another has changed meanwhile stays where it is", func(t *testing.T) {
			post(t, one, url.Values{"from": {"2026-12-06"}, "day": {"2026-12-11"}, "version": {"1"}}, "Someone else changed this in the meantime.")
		})
		t.Run("copies it", func(t *testing.T) {
			before := drafts()
			post(t, one, url.Values{"from": {"2026-12-06"}, "day": {"2026-12-11"}, "copy": {"1"}})
			if n := drafts(); n != before+1 {
				t.Errorf("%d shifts", n)
			}
		})
		t.Run("removes a published shift, which is shown until that is published, and can be brought back", func(t *testing.T) {
			planned := a.World.Fill("/staff/schedule/shifts/{planned}")
			post(t, planned+"/delete", url.Values{"from": {"2026-12-06"}, "version": {"1"}}, "cancelled")
			ann.On(t).Get(week).Want(http.StatusOK).Has("Mon")
			form := htmltest.One(t, boss.On(t).Get(planned+"?from=2026-12-06").Want(http.StatusOK).Doc(), "[data-shift-form] form")
			post(t, form.AttrOr("action", ""), htmltest.Values(form), "Restored")
		})
		t.Run("publishes it", func(t *testing.T) {
			form := htmltest.One(t, boss.On(t).Get(week).Want(http.StatusOK).Doc(), `form[action$="/publish"]`)
			post(t, "/staff/schedule/publish", htmltest.Values(form), "Schedule published: 2 changes.", "1 person has been notified.")
		})
		t.Run("a published schedule is said to be beside its dates, and a menu fills it", func(t *testing.T) {
			page := boss.On(t).Get(week).Want(http.StatusOK).Doc()
			if state := htmltest.Text(htmltest.One(t, page, ".schedule-dates .badge")); state != "Published" {
				t.Errorf("the dates are %q", state)
			}
			htmltest.One(t, page, `.page-head .menu form[action$="/fill"] [value="usual"]`)
			if n := page.Find(".schedule-state").Length(); n != 0 {
				t.Errorf("%d cards say the same", n)
			}
		})
		t.Run("the employee takes the open shift, and finds it in their schedule and on Today", func(t *testing.T) {
			ann.On(t).Get("/staff/").Want(http.StatusOK).Has(`href="/staff/schedule?of=me#open"`)
			line := htmltest.Text(htmltest.One(t, ann.On(t).Get("/staff/").Doc(), `[href="/staff/schedule?of=me#open"]`))
			if line = strings.ReplaceAll(line, nbsp, " "); !regexp.MustCompile(`1 open shift: \w{3}, Dec \d+, \d+:\d\d [ap].m. – \d+:\d\d [ap].m.`).MatchString(line) {
				t.Errorf("Today says %q, without the day and the time", line)
			}
			before := ann.On(t).Get("/staff/schedule?from=2026-11-15").Want(http.StatusOK).Doc() // the shift is after these weeks
			htmltest.One(t, before, ".schedule-own-weeks + .section")                            // one's own weeks come first
			form := htmltest.One(t, before, `#open form[action$="/take"]`)
			r := ann.On(t).Form(form.AttrOr("action", ""), htmltest.Values(form).Encode()).Want(http.StatusSeeOther)
			if to := r.Header.Get("Location"); !strings.Contains(to, "from=2026-12-06") {
				t.Errorf("back to %s, where the shift is not", to)
			}
			ann.On(t).Get(r.Header.Get("Location")).Want(http.StatusOK).Has("is yours").HasNot("/take")
			ann.On(t).Get("/staff/").Want(http.StatusOK).Has("Next shift")
			if n := a.Count("notifications", "kind = 'schedule.taken'"); n != 1 {
				t.Errorf("%d notices", n)
			}
		})
	})
}

// The shift of an employee who has left stays on the schedule with a mark, and is given to somebody else or removed by its form.
func TestSchedule_left(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		boss := a.Browser("supervisor")
		const week = "/staff/schedule?from=2026-12-06"
		a.As("payroll").On(t).Patch("/employees/{employee}", `{"last_work_day":"2026-11-19"}`).Want(http.StatusAccepted)
		row := func(t *testing.T) string {
			t.Helper()
			return htmltest.Text(htmltest.One(t, boss.On(t).Get(week).Want(http.StatusOK).Doc(), a.World.Fill("#w0-{employee} th")))
		}
		t.Run("the row says so, and offers no new shift", func(t *testing.T) {
			if text := row(t); !strings.Contains(text, "Left on Nov 19") {
				t.Errorf("the row is %q", text)
			}
			boss.On(t).Get(week).Want(http.StatusOK).Has("not employed on this day").HasNot(a.World.Fill("shifts/new?employee_id={employee}"))
		})
		t.Run("Today says so", func(t *testing.T) {
			boss.On(t).Get("/staff/").Want(http.StatusOK).Has("not employed")
		})
		planned := a.World.Fill("/staff/schedule/shifts/{planned}")
		t.Run("the form of their shift names them, and that of a new one does not", func(t *testing.T) {
			option := a.World.Fill(`[name=employee_id] option[value="{employee}"]`)
			if n := boss.On(t).Get(planned + "?from=2026-12-06").Want(http.StatusOK).Doc().Find(option).Length(); n != 1 {
				t.Errorf("%d options", n)
			}
			if n := boss.On(t).Get("/staff/schedule/shifts/new?from=2026-12-06").Want(http.StatusOK).Doc().Find(option).Length(); n != 0 {
				t.Errorf("%d options of a new shift", n)
			}
		})
		t.Run("removing it names them, and offers no undo, which would be refused", func(t *testing.T) {
			r := boss.On(t).Form(planned+"/delete", url.Values{"from": {"2026-12-06"}, "version": {"1"}}.Encode()).Want(http.StatusSeeOther)
			page := boss.On(t).Get(r.Header.Get("Location")).Want(http.StatusOK)
			toast := htmltest.One(t, page.Doc(), "[data-toast]")
			if text := htmltest.Text(toast); !strings.Contains(text, "Removed: ") || strings.Contains(text, "Removed: ,") || strings.Contains(text, "Undo") {
				t.Errorf("the message is %q", text)
			}
		})
	})
}

// The only report of a supervisor leaves: the supervisor has no team any more, and payroll is told of the shifts that are left.
func TestSchedule_only_report_left(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.As("admin").On(t).Patch("/employees/{colleague}", a.World.Fill(`{"supervisor_id":{foreman}}`)).Want(http.StatusOK)
		task := func(t *testing.T, who string) *goquery.Selection {
			t.Helper()
			return a.Browser(who).On(t).Get("/staff/").Want(http.StatusOK).Doc().Find(`a[href^="/staff/schedule?crew="]`)
		}
		if n := task(t, "payroll").Length(); n != 0 {
			t.Fatalf("%d lines before anybody has left", n)
		}
		a.As("payroll").On(t).Patch("/employees/{employee}", `{"last_work_day":"2026-11-19"}`).Want(http.StatusAccepted)
		for _, who := range []string{"payroll", "admin"} {
			t.Run(who+" is led to the schedule of the team", func(t *testing.T) {
				href, _ := task(t, who).Attr("href")
				if want := a.World.Fill("/staff/schedule?crew={supervisor}&from=2026-12-06"); href != want {
					t.Fatalf("%q, want %q", href, want)
				}
				a.Browser(who).On(t).Get(href).Want(http.StatusOK).Has("not employed on this day", a.World.Fill(`id="w0-{employee}"`))
			})
		}
		t.Run("the shift is removed, and nothing waits", func(t *testing.T) {
			a.Browser("payroll").On(t).Form(a.World.Fill("/staff/schedule/shifts/{planned}/delete"),
				url.Values{"from": {"2026-12-06"}, "version": {"1"}}.Encode()).Want(http.StatusSeeOther)
			if n := task(t, "payroll").Length(); n != 0 {
				t.Errorf("%d lines", n)
			}
		})
	})
}

// The open shifts of a supervisor whose record is archived go with the team, here to nobody.
func TestSchedule_supervisor_left(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		open := a.World.Fill("supervisor_id = {supervisor}")
		if n := a.Count("published_shifts", open); n != 1 {
			t.Fatalf("%d open shifts are published", n)
		}
		a.As("admin").On(t).Patch("/employees/{supervisor}", `{"last_work_day":"2026-11-19"}`).Want(http.StatusAccepted)
		if n := a.Count("published_shifts", open); n != 0 {
			t.Errorf("%d are left to nobody", n)
		}
	})
}
