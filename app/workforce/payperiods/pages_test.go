package payperiods

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db/dbtest"
)

// browser is one person's browser on the pages.
type browser struct{ *featuretest.Client }

func browse(t *testing.T, s *Service, by auth.Actor) browser {
	t.Helper()
	by.Language = i18n.EN
	return browser{featuretest.New(t, featuretest.Options{By: by, Now: s.now}, func(r *httpx.Router) { Pages(r, s) })}
}

func (b browser) page(t *testing.T, path string) *goquery.Selection {
	t.Helper()
	return b.On(t).Get(path).Want(http.StatusOK).Doc()
}

// post sends a form of pairs and returns the answer, and its result.
func (b browser) post(t *testing.T, path string, pairs ...string) (a *featuretest.Answer, result string) {
	t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	var headers []string
	if form.Has("htmx") {
		headers = []string{"HX-Request", "true"}
	}
	a = b.On(t).Form(path, form, headers...)
	return a, a.Result()
}

const board = "/staff/periods/2026/25"

// selected writes sheets as the buttons send them: pairs of id and version.
func selected(pairs ...int64) string {
	var list []SheetVersion
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, SheetVersion{pairs[i], pairs[i+1]})
	}
	return FormatSelection(list)
}

func TestPages_overview(t *testing.T) {
	c := newCrew(t, dbtest.OpenSQLite(t))
	b := browse(t, c.s, c.actor(auth.Employee, c.boss))
	t.Run("leads to the current period, with the query", func(t *testing.T) {
		for query, want := range map[string]string{"": board, "?sort=-hours&page=3&x=1": board + "?sort=-hours"} {
			if a := b.On(t).Get("/staff/periods" + query); a.Status != http.StatusSeeOther || a.Header.Get("Location") != want {
				t.Errorf("%s: %d %s", query, a.Status, a.Header.Get("Location"))
			}
		}
	})
	t.Run("knows no other period", func(t *testing.T) {
		for _, path := range []string{"/2026/27", "/2026/0", "/x/25", "/2026/x"} {
			if status, code := b.On(t).Get("/staff/periods" + path).Refused(); status != http.StatusNotFound || code != "not_found" {
				t.Errorf("%s: %d %s", path, status, code)
			}
		}
	})
	t.Run("shows a supervisor their own crew, even if the address names another", func(t *testing.T) {
		for query, want := range map[string]int{"": 7, "?crew=" + fmt.Sprint(c.draft): 7, "?reports=direct": 6, "?q=lat": 1} {
			page := b.page(t, board+query)
			if n := page.Find(".board tr[data-row]").Length(); n != want || page.Find("a[href*='crew=']").Length() != 0 {
				t.Errorf("%s: %d rows, want %d", query, n, want)
			}
		}
	})
	t.Run("shows payroll the crew in the address", func(t *testing.T) {
		page := browse(t, c.s, c.actor(auth.Payroll, 0)).page(t, board+"?crew="+fmt.Sprint(c.draft))
		if n := page.Find(".board tr[data-row]").Length(); n != 1 || page.Find("a[href*='crew=']").Length() == 0 {
			t.Errorf("%d rows", n)
		}
	})
	t.Run("warns of the labour standards", func(t *testing.T) {
		for name, want := range map[string]bool{"lat": true, "rea": false} {
			if got := strings.Contains(b.On(t).Get(board+"?q="+name).Body, i18n.EN.N(1, i18n.NormCallInRow)+" under the minimum of 3\u00a0h"); got != want {
				t.Errorf("a short day of %s: %t", name, got)
			}
		}
	})
}

func TestPages_approve(t *testing.T) {
	c := newCrew(t, dbtest.OpenSQLite(t))
	b := browse(t, c.s, c.actor(auth.Employee, c.boss))
	text := func(t i18n.Text) string { return i18n.EN.T(t) }
	t.Run("refuses what no button sends", func(t *testing.T) {
		for _, path := range []string{"/approve", "/withdraw"} {
			a, got := b.post(t, board+path, "sheets", "x")
			if _, faults := a.Refused(); got != "400" || faults != "sheets invalid" {
				t.Errorf("%s: %s %s", path, got, faults)
			}
			if _, got := b.post(t, "/staff/periods/2026/27"+path, "sheets", "1-1"); got != "404" {
				t.Errorf("%s of period 27: %s", path, got)
			}
		}
	})
	t.Run("says that nothing was approved when a sheet is no longer submitted", func(t *testing.T) {
		_, got := b.post(t, board+"/approve", "which", "clean", "sheets", selected(c.draftSheet, 1), "view", "sort=name")
		if !strings.HasPrefix(got, "303 "+board+"?sort=name [{") || !strings.Contains(got, text(i18n.DoneNothing)) ||
			!strings.Contains(got, "warn") {
			t.Error(got)
		}
	})
	t.Run("says that a sheet has changed", func(t *testing.T) {
		_, got := b.post(t, board+"/approve", "which", "all", "sheets", selected(c.draftSheet, 7))
		if !strings.HasPrefix(got, "303 "+board+" [{") || !strings.Contains(got, text(i18n.DoneOutdated)) {
			t.Error(got)
		}
	})
	done := ""
	t.Run("approves the clean ones and leads to the result", func(t *testing.T) {
		_, got := b.post(t, board+"/approve", "which", "clean", "sheets", selected(c.readySheet, 1), "view", "sort=name")
		if done = strings.TrimPrefix(got, "303 "); !strings.HasPrefix(done, board+"?done=") || !strings.HasSuffix(done, "&sort=name") {
			t.Fatal(got)
		}
		page := b.page(t, done)
		if got := page.Find("form[action='" + board + "/undo']").Length(); got != 1 || !strings.Contains(page.Text(), "1 timesheet approved") {
			t.Errorf("%d buttons to undo", got)
		}
		if n := b.page(t, board).Find("form[action='" + board + "/undo']").Length(); n != 0 {
			t.Error("the page has a result without an approval in its address")
		}
	})
	t.Run("undoes the approvals that the result names, once", func(t *testing.T) {
		sheets := b.page(t, done).Find("form[action='"+board+"/undo'] input[name='sheets']").AttrOr("value", "")
		for _, bad := range []string{"x", "0", "-1", ""} {
			a, got := b.post(t, board+"/undo", "sheets", bad)
			if _, faults := a.Refused(); got != "400" || faults != "sheets invalid" {
				t.Errorf("%q: %s %s", bad, got, faults)
			}
		}
		for _, want := range []string{"1 approval removed.", text(i18n.DoneStood)} {
			_, got := b.post(t, board+"/undo", "sheets", sheets, "view", "weeks=1")
			if !strings.HasPrefix(got, "303 "+board+"?weeks=1 [{") || !strings.Contains(got, want) ||
				strings.Contains(got, "warn") != (want == text(i18n.DoneStood)) {
				t.Error(got)
			}
		}
	})
	row := []string{"which", "row", "employee_id", fmt.Sprint(c.late), "next", fmt.Sprint(c.draft), "view", "sort=name"}
	with := func(more ...string) []string { return append(append([]string{}, row...), more...) }
	t.Run("says of one row that it has changed", func(t *testing.T) {
		_, got := b.post(t, board+"/approve", with("sheets", selected(c.lateSheet, 9))...)
		if !strings.HasPrefix(got, "303 "+board+"?sort=name [{") || !strings.Contains(got, "Lat Fortin") || !strings.Contains(got, "warn") {
			t.Error(got)
		}
	})
	t.Run("approves one row", func(t *testing.T) {
		a, got := b.post(t, board+"/approve", with("sheets", selected(c.lateSheet, 1), "htmx", "1")...)
		if got != "200" || !strings.Contains(a.Body, "Timesheet approved: Lat Fortin") || strings.Contains(a.Body, "<html") {
			t.Fatalf("%s %s", got, a.Body)
		}
		answer := a.Doc()
		if n := answer.Find("form[action='"+board+"/undo']").Length() + answer.Find("button[formaction='"+board+"/undo']").Length(); n != 1 {
			t.Errorf("the message has %d buttons to undo", n)
		}
		if id := answer.Find("tr[data-focus]").AttrOr("id", ""); id != "e"+fmt.Sprint(c.draft) {
			t.Errorf("the focus is in row %q", id)
		}
		_, got = b.post(t, board+"/approve", with("sheets", selected(c.lateSheet, 1))...)
		if !strings.HasPrefix(got, "303 ") || !strings.Contains(got, text(i18n.DoneStood)) || !strings.Contains(got, `"Undo":""`) {
			t.Errorf("a second time: %s", got)
		}
	})
	t.Run("withdraws the approval of one row", func(t *testing.T) {
		_, got := b.post(t, board+"/withdraw", with("sheets", selected(c.lateSheet, 2))...)
		if !strings.HasPrefix(got, "303 "+board+"?sort=name [{") || !strings.Contains(got, "Approval removed: Lat Fortin") {
			t.Error(got)
		}
		if _, got = b.post(t, board+"/withdraw", with("sheets", selected(c.lateSheet, 2))...); !strings.Contains(got, text(i18n.DoneStood)) {
			t.Errorf("a second time: %s", got)
		}
	})
	t.Run("knows no row outside of the crew", func(t *testing.T) {
		if a, got := b.post(t, board+"/withdraw", "sheets", selected(c.bossSheet, 1), "employee_id", fmt.Sprint(c.boss)); got != "404" {
			t.Errorf("%s %s", got, a.Body)
		}
	})
}

func TestPages_remind(t *testing.T) {
	c := newCrew(t, dbtest.OpenSQLite(t))
	b := browse(t, c.s, c.actor(auth.Employee, c.boss))
	for _, x := range []struct {
		name  string
		pairs []string
		want  string // the beginning of the result, and a part of it
		part  string
	}{
		{"refuses words", []string{"employees", "x"}, "400", ""},
		{"refuses an id below 1", []string{"employees", "3,0"}, "400", ""},
		{"refuses an empty list", nil, "400", ""},
		{"reminds one employee", []string{"employee_id", fmt.Sprint(c.missing), "view", "sort=name"}, "303 " + board + "?sort=name [{",
			"Reminder sent: Mis Dubé"},
		{"does not remind the same employee again", []string{"employee_id", fmt.Sprint(c.missing)}, "303 " + board + " [{",
			i18n.EN.T(i18n.RemindedNobody)},
		{"reminds all others", []string{"employees", FormatIDs([]int64{c.missing, c.draft, c.below}), "view", "weeks=1"},
			"303 " + board + "?weeks=1 [{", "Reminder sent to 2 people."},
		{"does not remind them again", []string{"employees", FormatIDs([]int64{c.missing, c.draft, c.below})}, "303 " + board + " [{",
			i18n.EN.T(i18n.RemindedNobody)},
	} {
		t.Run(x.name, func(t *testing.T) {
			if _, got := b.post(t, board+"/remind", x.pairs...); !strings.HasPrefix(got, x.want) || !strings.Contains(got, x.part) {
				t.Error(got)
			}
		})
	}
	t.Run("shows who was reminded today", func(t *testing.T) {
		for name, want := range map[string]bool{"mis": true, "rea": false} {
			if got := strings.Contains(b.On(t).Get(board+"?q="+name).Body, i18n.EN.T(i18n.RemindedToday)); got != want {
				t.Errorf("%s: %t", name, got)
			}
		}
	})
	t.Run("says how many cannot sign in yet, with a link for those who may invite them", func(t *testing.T) {
		c.exec("UPDATE people SET password_hash = NULL WHERE id = (SELECT user_id FROM employees WHERE id = $1)", c.below)
		c.exec("DELETE FROM notifications")
		both, one := []string{"employees", FormatIDs([]int64{c.draft, c.below})}, []string{"employee_id", fmt.Sprint(c.below)}
		invite := paths.EmployeesWithoutSignIn()
		payroll := browse(t, c.s, c.actor(auth.Payroll, c.away))
		for _, x := range []struct {
			name  string
			by    browser
			pairs []string
			says  string
			link  bool
		}{
			{"several, by a supervisor", b, both, "Reminder sent to 1 person. 1 person can’t sign in yet.", false},
			{"several again, by payroll", payroll, both, "No reminder sent. 1 person can’t sign in yet.", true},
			{"one, by payroll", payroll, one, "No reminder sent: Bel Hamel can’t sign in yet.", true},
		} {
			_, got := x.by.post(t, board+"/remind", x.pairs...)
			if !strings.Contains(got, x.says) || strings.Contains(got, invite) != x.link {
				t.Errorf("%s: %s", x.name, got)
			}
		}
	})
}

func TestPages_person(t *testing.T) {
	c := newCrew(t, dbtest.OpenSQLite(t))
	b := browse(t, c.s, c.actor(auth.Employee, c.boss))
	person := func(employee int64) string { return fmt.Sprintf("%s/people/%d", board, employee) }
	t.Run("leads to the timesheet of an employee who has one", func(t *testing.T) {
		a := b.On(t).Get(person(c.ready))
		if to := a.Header.Get("Location"); a.Status != http.StatusSeeOther || to != fmt.Sprintf("/staff/timesheets/%d", c.readySheet) {
			t.Errorf("%d %s", a.Status, to)
		}
	})
	t.Run("offers to enter the hours of another", func(t *testing.T) {
		page := b.page(t, person(c.missing))
		if page.Find("form[action='"+person(c.missing)+"']").Length() != 1 ||
			!strings.Contains(page.Text(), "Mis Dubé hasn’t entered any hours") ||
			!strings.Contains(page.Text(), i18n.EN.T(i18n.PersonNoHoursText)) {
			t.Error(page.Text())
		}
	})
	t.Run("offers to remind an employee, once a day, and comes back to the page", func(t *testing.T) {
		list := "?list=2026-24"
		form := htmltest.One(t, b.page(t, person(c.missing)+list), "form[action='"+board+"/remind']")
		var pairs []string
		form.Find("input").Each(func(_ int, x *goquery.Selection) {
			pairs = append(pairs, x.AttrOr("name", ""), x.AttrOr("value", ""))
		})
		_, got := b.post(t, board+"/remind", pairs...)
		if !strings.HasPrefix(got, "303 "+person(c.missing)+list+" [{") {
			t.Error(got)
		}
		if b.page(t, person(c.missing)).Find("form[action='"+board+"/remind']").Length() != 0 {
			t.Error("the button is still there")
		}
	})
	t.Run("creates the timesheet", func(t *testing.T) {
		_, got := b.post(t, person(c.missing))
		if !strings.HasPrefix(got, "303 /staff/timesheets/") {
			t.Fatal(got)
		}
		if _, again := b.post(t, person(c.missing)); again != got {
			t.Errorf("%s, then %s", got, again)
		}
	})
	t.Run("finds no other employee", func(t *testing.T) {
		for _, path := range []string{person(c.boss + 100), person(0), person(-1), board + "/people/x", "/staff/periods/2026/27/people/1"} {
			if a := b.On(t).Get(path); a.Status != http.StatusNotFound {
				t.Errorf("%s: %d", path, a.Status)
			}
			if _, got := b.post(t, path); got != "404" {
				t.Errorf("entering %s: %s", path, got)
			}
		}
	})
}
