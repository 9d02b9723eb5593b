package mytime_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

const picture = time25 + "?view=week&week=2026-11-15"

// at returns a time of day of the World's zone in milliseconds since 1970.
func at(t *testing.T, text string) string {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	x, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(x.UnixMilli())
}

// boxes returns the shifts in the picture of a week, by day: "16 8:00 a.m. – 4:00 p.m.".
func boxes(r *apptest.Response) string {
	var list []string
	for _, day := range r.Doc().Find(".wk-day").EachIter() {
		for _, box := range day.Find(".wk-box .wk-times").EachIter() {
			list = append(list, strings.TrimPrefix(day.AttrOr("id", ""), "d-2026-11-")+" "+plain(htmltest.Text(box)))
		}
	}
	return strings.Join(list, ", ")
}

func TestPages_week(t *testing.T) {
	a := apptest.New(t)
	c := a.Browser("employee")
	t.Run("shows the shifts of the week in the columns of their days, as links to their forms", func(t *testing.T) {
		r := c.On(t).Get(picture).Want(http.StatusOK)
		if got, want := boxes(r), "16 8:00 a.m. – 4:00 p.m., 17 5:00 p.m. – 9:03 p.m."; got != want {
			t.Errorf("it shows %q, want %q", got, want)
		}
		form := c.On(t).Get(r.Doc().Find("#d-2026-11-16 .wk-shift").AttrOr("href", ""))
		if got := htmltest.One(t, form.Doc(), "#entry [name=start_time]").AttrOr("value", ""); plain(got) != "8:00 a.m." {
			t.Errorf("the form begins at %q", got)
		}
	})
	for _, x := range []struct{ name, query, want string }{
		{"without a week, that of today", "?view=week", "Nov 15–21, 2026"},
		{"that of a day of the period", "?view=week&day=2026-11-24", "Nov 22–28, 2026"},
		{"a week of another period is not shown", "?view=week&week=2026-12-06", "Nov 15–21, 2026"},
		{"the day of a week may be any", "?view=week&week=2026-11-27", "Nov 22–28, 2026"},
		{"another view is the list", "?view=month", "Nov 15–28, 2026"},
	} {
		t.Run("shows the right week: "+x.name, func(t *testing.T) {
			if got := plain(htmltest.Text(htmltest.One(t, c.On(t).Get(time25+x.query).Doc(), ".period > span"))); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
	t.Run("leads from week to week, over the end of the period", func(t *testing.T) {
		page := time25 + "?view=week&week=2026-11-22"
		for _, want := range []string{"/staff/time/2026-26?view=week&week=2026-11-29", "/staff/time/2026-26?view=week&week=2026-12-06"} {
			page = c.On(t).Get(page).Doc().Find(".period a").Last().AttrOr("href", "")
			if page != want {
				t.Errorf("leads to %s, want %s", page, want)
			}
		}
		back := c.On(t).Get(page).Doc().Find(".period-about > a").AttrOr("href", "")
		if back != picture {
			t.Errorf("the link to this week leads to %s", back)
		}
	})
	t.Run("the choice of a view is kept for the next time", func(t *testing.T) {
		for _, x := range []struct{ view, leads string }{{"week", picture}, {"list", time25}} {
			c.On(t).Get(time25 + "?view=" + x.view).Want(http.StatusOK)
			c.On(t).Get("/staff/time").Want(http.StatusSeeOther).HasHeader("Location", x.leads)
		}
		c.On(t).Get(sheet + "?view=week").Want(http.StatusOK)
		c.On(t).Get("/staff/time").HasHeader("Location", time25)
	})
	t.Run("all hours are shown on request, and the links keep them", func(t *testing.T) {
		r := c.On(t).Get(picture)
		if n := r.Doc().Find(".wk-scale > span").Length(); n != 16 {
			t.Errorf("%d hours, want those from 6 to 22", n)
		}
		all := c.On(t).Get(r.Doc().Find(".wk-foot a").AttrOr("href", ""))
		if n := all.Doc().Find(".wk-scale > span").Length(); n != 24 {
			t.Errorf("%d hours, want all", n)
		}
		if next := all.Doc().Find(".period a").Last().AttrOr("href", ""); !strings.Contains(next, "hours=24") {
			t.Errorf("the next week is %s", next)
		}
	})
	t.Run("a supervisor sees the week of a sheet, and its links stay on it", func(t *testing.T) {
		r := a.Browser("supervisor").On(t).Get(sheet + "?view=week&week=2026-11-15").Want(http.StatusOK)
		if got := boxes(r); !strings.HasPrefix(got, "16 8:00 a.m. – 4:00 p.m.") {
			t.Errorf("it shows %q", got)
		}
		move := r.Doc().Find("#d-2026-11-16 .wk-shift").AttrOr("data-move", "")
		if want := a.World.Fill(sheet + "/shifts/{employee.shift}/move"); move != want {
			t.Errorf("a shift is moved at %q, want %q", move, want)
		}
	})
	t.Run("an approved shift cannot be moved, and says why", func(t *testing.T) {
		a := apptest.New(t)
		a.Browser("employee").On(t).Form(sheet+"/submit", "").Want(http.StatusSeeOther)
		a.Browser("supervisor").On(t).Form(sheet+"/approve", "").Want(http.StatusSeeOther)
		box := htmltest.One(t, a.Browser("employee").On(t).Get(picture).Doc(), "#d-2026-11-16 .wk-shift")
		if _, moves := box.Attr("data-move"); moves || box.AttrOr("data-why", "") != "This shift is approved. It can’t be moved." {
			t.Errorf("it can be moved: %v; it says %q", moves, box.AttrOr("data-why", ""))
		}
	})
}

func TestPages_week_forms(t *testing.T) {
	a := apptest.New(t)
	c := a.Browser("employee")
	htmx := func(path string) *apptest.Response {
		return c.On(t).Do(http.MethodGet, path, nil, "HX-Request", "true")
	}
	t.Run("the form of a shift that was drawn has its times", func(t *testing.T) {
		r := htmx(picture + "&day=2026-11-18&open=shift&start=" + at(t, "2026-11-18 09:15") + "&end=" + at(t, "2026-11-18 17:00"))
		r.Want(http.StatusOK).HasNot("<html", "wk-day")
		for name, want := range map[string]string{"start_time": "9:15 a.m.", "end_time": "5:00 p.m."} {
			if got := plain(htmltest.One(t, r.Doc(), "#entry [name="+name+"]").AttrOr("value", "")); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
	})
	const form = "&view=week&week=2026-11-15"
	t.Run("a refused entry shows its form again in the dialog", func(t *testing.T) {
		r := swap(c.On(t), time25+"/shifts", "date=2026-11-18&start_time=morning&end_time=16"+regular+form)
		if got := errorsOf(r.Want(http.StatusUnprocessableEntity).HasNot("wk-day")); !strings.HasPrefix(got, "Enter a time such as") {
			t.Errorf("it says %q", got)
		}
		c.On(t).Form(time25+"/shifts", "date=2026-11-18&start_time=morning&end_time=16"+regular+form).
			Want(http.StatusUnprocessableEntity).Has("<h1>My time</h1>", `id="entry"`, `value="morning"`)
	})
	t.Run("a saved one answers with the week and without the dialog", func(t *testing.T) {
		r := swap(c.On(t), time25+"/shifts", "date=2026-11-18&start_time=8&end_time=12"+regular+form).Want(http.StatusOK)
		if got := boxes(r); !strings.Contains(got, "18 8:00 a.m. – 12:00 p.m.") || r.Doc().Find("#entry").Length() != 0 {
			t.Errorf("it shows %q", got)
		}
		if focus, _ := r.Doc().Find("[autofocus]").Attr("title"); plain(focus) != "Add a shift on Wed, Nov 18" {
			t.Errorf("the focus is on %q", focus)
		}
	})
	t.Run("with another one to follow the dialog is open", func(t *testing.T) {
		r := swap(c.On(t), time25+"/shifts", "then=more&date=2026-11-18&start_time=13&end_time=14"+regular+form).Want(http.StatusOK)
		htmltest.One(t, r.Doc(), "#entry form.entry")
	})
	t.Run("without a script the answer leads to the week", func(t *testing.T) {
		r := c.On(t).Form(time25+"/shifts", "date=2026-11-19&start_time=8&end_time=12"+regular+form).Want(http.StatusSeeOther)
		to, err := url.Parse(r.Header.Get("Location"))
		if q := to.Query(); err != nil || q.Get("view") != "week" || q.Get("week") != "2026-11-15" || to.Fragment != "d-2026-11-19" {
			t.Errorf("leads to %s", to)
		}
	})
	t.Run("a changed shift has the focus", func(t *testing.T) {
		r := swap(c.On(t), time25+"/shifts/{employee.shift}", "version=1&start_time=8&end_time=15"+regular+form).Want(http.StatusOK)
		if got, want := r.Doc().Find("[autofocus]").AttrOr("id", ""), a.World.Fill("s-{employee.shift}"); got != want {
			t.Errorf("the focus is on %q, want %q", got, want)
		}
	})
}

func TestPages_move(t *testing.T) {
	for _, x := range []struct {
		name   string
		before string // a request before: path and body
		who    string
		from   string // the new times
		until  string
		with   string // more of the form
		status int    // 200 by default
		says   string
		want   string // the shifts shown; not compared if empty
	}{
		{name: "to another time", from: "2026-11-16 09:00", until: "2026-11-16 17:00", says: "Shift moved, Mon, Nov 16: 9:00 a.m. – 5:00 p.m.",
			want: "16 9:00 a.m. – 5:00 p.m., 17 5:00 p.m. – 9:03 p.m."},
		{name: "to another day", from: "2026-11-18 08:00", until: "2026-11-18 16:00", says: "Shift moved, Wed, Nov 18: 8:00 a.m. – 4:00 p.m.",
			want: "17 5:00 p.m. – 9:03 p.m., 18 8:00 a.m. – 4:00 p.m."},
		{name: "to a night", from: "2026-11-18 22:00", until: "2026-11-19 06:00", says: "Shift moved, Wed, Nov 18: 10:00 p.m. – 6:00 a.m.",
			want: "17 5:00 p.m. – 9:03 p.m., 18 10:00 p.m. – 6:00 a.m., 19 10:00 p.m. – 6:00 a.m."},
		{name: "stretched", from: "2026-11-16 08:00", until: "2026-11-16 16:45", says: "Shift moved, Mon, Nov 16: 8:00 a.m. – 4:45 p.m."},
		{name: "by the supervisor, on the sheet", who: "supervisor", from: "2026-11-16 09:00", until: "2026-11-16 17:00",
			says: "Shift moved, Mon, Nov 16: 9:00 a.m. – 5:00 p.m."},
		{name: "of a submitted sheet, which is not submitted any more", before: "/submit", from: "2026-11-16 09:00", until: "2026-11-16 17:00",
			says: "Shift moved, Mon, Nov 16: 9:00 a.m. – 5:00 p.m." + reopened},
		{name: "not onto another one", from: "2026-11-17 12:00", until: "2026-11-17 18:00", status: 422, says: "These hours overlap other hours.",
			want: "16 8:00 a.m. – 4:00 p.m., 17 5:00 p.m. – 9:03 p.m."},
		{name: "not if it has changed meanwhile", with: "&version=7", from: "2026-11-16 09:00", until: "2026-11-16 17:00", status: 422,
			says: "Someone else changed this in the meantime. Check again.", want: "16 8:00 a.m. – 4:00 p.m., 17 5:00 p.m. – 9:03 p.m."},
		{name: "not to another period", from: "2026-11-29 08:00", until: "2026-11-29 16:00", status: 422, says: "This date is outside the period."},
		{name: "not to an end before its start", from: "2026-11-16 09:00", until: "2026-11-16 08:00", status: 422,
			says: "The end must be after the start."},
		{name: "not to breaks that are none", with: "&breaks=noon", from: "2026-11-16 09:00", until: "2026-11-16 17:00", status: 422},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := apptest.New(t)
			if x.before != "" {
				a.Browser("employee").On(t).Form(sheet+x.before, "").Want(http.StatusSeeOther)
				a.Browser("employee").On(t).Get(time25)
			}
			page := time25
			if x.who == "" {
				x.who = "employee"
			} else {
				page = sheet
			}
			if x.status == 0 {
				x.status = http.StatusOK
			}
			if x.with == "" {
				x.with = "&version=1"
			}
			r := swap(a.Browser(x.who).On(t), page+"/shifts/{employee.shift}/move",
				"view=week&week=2026-11-15&start="+at(t, x.from)+"&end="+at(t, x.until)+x.with).Want(x.status)
			if got := messages(r); x.says != "" && got != x.says {
				t.Errorf("it says %q, want %q", got, x.says)
			}
			if got := boxes(r); x.want != "" && got != x.want {
				t.Errorf("it shows %q, want %q", got, x.want)
			}
		})
	}
	t.Run("a move is undone, with the breaks as they were", func(t *testing.T) {
		a := apptest.New(t)
		c := a.Browser("employee")
		const week = "&view=week&week=2026-11-15"
		swap(c.On(t), time25+"/shifts", "date=2026-11-18&start_time=8&end_time=16&breaks=12-12:30"+regular+week).Want(http.StatusOK)
		breaks := func(r *apptest.Response) string {
			return plain(htmltest.Text(htmltest.One(t, r.Doc(), ".wk-box .wk-remark")))
		}
		id := shiftOn(t, a, "2026-11-18")
		moved := swap(c.On(t), time25+fmt.Sprintf("/shifts/%d/move", id),
			"version=1&start="+at(t, "2026-11-19 10:00")+"&end="+at(t, "2026-11-19 18:00")+week).Want(http.StatusOK)
		if got := breaks(moved); got != "break 2:00 p.m. – 2:30 p.m." {
			t.Errorf("moved, it has the %s", got)
		}
		path, fields := undoOf(t, moved)
		back := swap(c.On(t), path, fields).Want(http.StatusOK)
		if got := breaks(back); got != "break 12:00 p.m. – 12:30 p.m." || messages(back) != "Restored: Wed, Nov 18." {
			t.Errorf("undone, it has the %s, and says %q", got, messages(back))
		}
	})
	t.Run("without a script a move that is undone, or refused, leads to the page with the message", func(t *testing.T) {
		a := apptest.New(t)
		c := a.Browser("employee")
		form := "version=1&start=" + at(t, "2026-11-17 12:00") + "&end=" + at(t, "2026-11-17 18:00")
		c.On(t).Form(time25+"/shifts/{employee.shift}/move", form).Want(http.StatusSeeOther)
		if got := messages(c.On(t).Get(time25)); got != "These hours overlap other hours." {
			t.Errorf("it says %q", got)
		}
	})
	t.Run("what is not the user’s is not found", func(t *testing.T) {
		a := apptest.New(t)
		form := "version=1&start=" + at(t, "2026-11-16 09:00") + "&end=" + at(t, "2026-11-16 17:00")
		swap(a.Browser("supervisor").On(t), time25+"/shifts/{employee.shift}/move", form).Want(http.StatusNotFound)
		swap(a.Browser("stranger").On(t), sheet+"/shifts/{employee.shift}/move", form).Want(http.StatusNotFound)
	})
}
