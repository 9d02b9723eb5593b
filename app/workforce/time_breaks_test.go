package workforce_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

// A break is typed with its shift, follows it wherever it goes, and takes its minutes from the hours.
func TestBreaks(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("employee")
		plain := func(s string) string { return strings.ReplaceAll(s, nbsp, " ") }
		day := func(t *testing.T, r *apptest.Response) string {
			t.Helper()
			return plain(htmltest.Text(htmltest.One(t, r.Doc(), "#d-2026-11-18")))
		}
		t.Run("what cannot be read is refused beside it, with what was typed", func(t *testing.T) {
			for text, says := range map[string]string{"lunch": "Enter a duration such as 30" + nbsp + "min", "7-7:30": "A break must be within the shift.",
				"510": "The shift must be longer than its unpaid breaks."} {
				page := c.On(t).Form(time25+"/shifts", "date=2026-11-18&start_time=8&end_time=16h30&breaks="+text+regular).
					Want(http.StatusUnprocessableEntity).Has(says).Doc()
				if field := htmltest.One(t, page, `[name="breaks"]`); field.AttrOr("value", "") != text || field.AttrOr("aria-invalid", "") != "true" {
					t.Errorf("%s: %v", text, field.Nodes[0].Attr)
				}
			}
		})
		t.Run("is no hours, and stands beside the times", func(t *testing.T) {
			swap(c.On(t), time25+"/shifts", "date=2026-11-18&start_time=8&end_time=16h30&breaks=30+min%3B+10-10:15+paid"+regular).Want(http.StatusOK).
				Has("8" + nbsp + "h")
			if text := day(t, c.On(t).Get(time25)); !strings.Contains(text, "break 10:00 a.m. – 10:15 a.m. (paid); 12:00 p.m. – 12:30 p.m.") {
				t.Error(text)
			}
		})
		form := func(t *testing.T, changes ...string) (path, fields string) {
			t.Helper()
			edit := c.On(t).Get(time25+"?day=2026-11-18&open=day").Doc().Find(`#d-2026-11-18 a.line-main`).AttrOr("href", "")
			x := htmltest.One(t, c.On(t).Get(edit).Doc(), "form.entry")
			values := htmltest.Values(x)
			for i := 0; i < len(changes); i += 2 {
				values.Set(changes[i], changes[i+1])
			}
			return x.AttrOr("action", ""), values.Encode()
		}
		t.Run("stays as it is when another field of the shift changes", func(t *testing.T) {
			path, fields := form(t, "end_time", "17")
			swap(c.On(t), path, fields).Want(http.StatusOK)
			if text := day(t, c.On(t).Get(time25)); !strings.Contains(text, "12:00 p.m. – 12:30 p.m.") || !strings.Contains(text, "8.5 h") {
				t.Error(text)
			}
		})
		t.Run("comes back with a deleted shift", func(t *testing.T) {
			path, fields := form(t)
			deleted := swap(c.On(t), path+"/delete", fields).Want(http.StatusOK)
			undo := htmltest.One(t, deleted.Doc(), "[data-toast] form")
			swap(c.On(t), undo.AttrOr("action", ""), htmltest.Values(undo).Encode()).Want(http.StatusOK)
			if text := day(t, c.On(t).Get(time25)); !strings.Contains(text, "12:00 p.m. – 12:30 p.m.") {
				t.Error(text)
			}
		})
		t.Run("is copied to another day, at the same local time", func(t *testing.T) {
			c.On(t).Form(time25+"/copy", "what=day&date=2026-11-19&from=2026-11-18").Want(http.StatusSeeOther)
			text := plain(htmltest.Text(htmltest.One(t, c.On(t).Get(time25).Doc(), "#d-2026-11-19")))
			if !strings.Contains(text, "12:00 p.m. – 12:30 p.m.") {
				t.Error(text)
			}
		})
		t.Run("is taken away", func(t *testing.T) {
			path, fields := form(t, "breaks", "")
			swap(c.On(t), path, fields).Want(http.StatusOK)
			if text := day(t, c.On(t).Get(time25)); strings.Contains(text, "break") || !strings.Contains(text, "9 h") {
				t.Error(text)
			}
		})
	})
}

// A shift that is entered without a word about breaks gets those of the rule, which the form shows and lets one take away.
func TestBreaks_by_the_rule(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.As("payroll").On(t).Patch("/employees/{employee}", `{"default_breaks":"5 h: 30"}`).Want(http.StatusOK).Has(`"default_breaks":"5 h: 30"`)
		a.As("payroll").On(t).Patch("/employees/{employee}", `{"default_breaks":"5 h: 300"}`).Want(http.StatusBadRequest).Has(`"code":"break_rule"`)
		c := a.Browser("employee")
		day := func(t *testing.T, day string) string {
			t.Helper()
			return strings.ReplaceAll(htmltest.Text(htmltest.One(t, c.On(t).Get(time25).Doc(), "#d-"+day)), nbsp, " ")
		}
		for _, x := range []struct{ name, day, breaks, want string }{
			{"left as the form has it", "2026-11-18", "&breaks=default", "break 12:00 p.m. – 12:30 p.m."},
			{"left as the form has it in French", "2026-11-19", "&breaks=Par+d%C3%A9faut", "break 12:00 p.m. – 12:30 p.m."},
			{"from a form without the field", "2026-11-20", "", "break 12:00 p.m. – 12:30 p.m."},
			{"taken away", "2026-11-23", "&breaks=", ""},
			{"typed otherwise", "2026-11-24", "&breaks=20", "break 12:05 p.m. – 12:25 p.m."},
		} {
			t.Run(x.name, func(t *testing.T) {
				swap(c.On(t), time25+"/shifts", "date="+x.day+"&start_time=8&end_time=16h30"+x.breaks+regular).Want(http.StatusOK)
				if text := day(t, x.day); !strings.Contains(text, x.want) || x.want == "" && strings.Contains(text, "break") {
					t.Error(text)
				}
			})
		}
		t.Run("the form of a new shift says so, that of a saved one has its breaks", func(t *testing.T) {
			page := c.On(t).Get(time25 + "?day=2026-11-25&open=shift")
			if v := htmltest.One(t, page.Doc(), `[name="breaks"]`).AttrOr("value", ""); v != "default" {
				t.Errorf("the form has %q", v)
			}
			page.Has("Default – shift of 5" + nbsp + "h or more: 30" + nbsp + "min.")
			edit := c.On(t).Get(time25+"?day=2026-11-23&open=day").Doc().Find(`#d-2026-11-23 a.line-main`).AttrOr("href", "")
			if v := htmltest.One(t, c.On(t).Get(edit).Doc(), `[name="breaks"]`).AttrOr("value", ""); v != "" {
				t.Errorf("the form of a shift without breaks has %q", v)
			}
		})
		t.Run("a program that creates a shift says its breaks afterwards", func(t *testing.T) {
			a.As("employee").On(t).Post("/shifts", `{"timesheet_id":{employee.timesheet},"bank_code_id":{regular},"date":"2026-11-21",
				"start_time":"2026-11-21T08:00:00-05:00","end_time":"2026-11-21T16:00:00-05:00"}`).Want(http.StatusCreated)
			if text := day(t, "2026-11-21"); strings.Contains(text, "break") {
				t.Error(text)
			}
		})
	})
}

// What an approval covers has the breaks: one that is added afterwards is a difference, even if it is paid and changes no hours.
func TestBreaks_since_approval(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		boss, own := a.As("supervisor").On(t), a.As("employee").On(t)
		boss.Patch("/timesheets/{employee.timesheet}/approval", `{"is_approved":true}`).Want(http.StatusOK)
		own.Do("PUT", "/shifts/{employee.shift}/breaks", `{"breaks":[]}`).Want(http.StatusConflict)
		boss.Patch("/timesheets/{employee.timesheet}/approval", `{"is_approved":false}`).Want(http.StatusOK)
		var shift struct {
			Start string `json:"start_time"`
		}
		own.Get("/shifts/{employee.shift}").JSON(&shift)
		own.Do("PUT", "/shifts/{employee.shift}/breaks", `{"breaks":[{"start_time":"`+shift.Start+`","end_time":"`+
			strings.Replace(shift.Start, ":00:00Z", ":30:00Z", 1)+`","paid":true}]}`).Want(http.StatusOK)
		page := a.Browser("supervisor").On(t).Get("/staff/timesheets/{employee.timesheet}").Want(http.StatusOK).Doc()
		if text := htmltest.Text(page.Find(".differences")); !strings.Contains(text, " · break ") || !strings.Contains(text, "(paid)") {
			t.Errorf("the differences are %q", text)
		}
	})
}
