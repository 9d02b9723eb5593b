package mytime_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

// form encodes pairs of a name and a value.
func form(pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return q.Encode()
}

// Every address of the time pages is one period, or one sheet, that the user may see.
func TestPages_addresses(t *testing.T) {
	a := apptest.New(t)
	for _, x := range []struct {
		name, who, path string
		status          int
		has             string // in the title, or in the address that the answer leads to
	}{
		{"the own time leads to the current period", "employee", "/staff/time", 303, time25},
		{"a user without an employee record has no own time", "admin", "/staff/time", 200, "You don’t have a timesheet"},
		{"nor one of a period", "admin", time25, 200, "You don’t have a timesheet"},
		{"such a user sees the sheet of an employee", "admin", sheet, 200, "Timesheet for Maëlle Trudelle"},
		{"the own time of a period", "employee", time25, 200, "My time"},
		{"the own sheet", "employee", sheet, 200, "My timesheet"},
		{"the sheet of a report", "supervisor", sheet, 200, "Timesheet for Maëlle Trudelle"},
		{"a sheet in another period", "supervisor", sheet + "?period=2026-24", 200, "Timesheet for Maëlle Trudelle"},
		{"a sheet in a period that there is not", "supervisor", sheet + "?period=2026-99", 404, ""},
		{"the sheet of another crew", "employee", "/staff/timesheets/{stranger.timesheet}", 404, ""},
		{"a sheet that there is not", "employee", "/staff/timesheets/987654", 404, ""},
		{"an id that is no number", "employee", "/staff/timesheets/x", 404, ""},
		{"a period without a number", "employee", "/staff/time/2026", 404, ""},
		{"a period whose year is no number", "employee", "/staff/time/x-25", 404, ""},
		{"a period whose number is no number", "employee", "/staff/time/2026-x", 404, ""},
		{"a period in another spelling", "employee", "/staff/time/2026-025", 404, ""},
		{"a period without its zero", "employee", "/staff/time/2026-5", 404, ""},
		{"a period that the year does not have", "employee", "/staff/time/2026-28", 404, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := a.Browser(x.who).On(t).Get(x.path).Want(x.status)
			if x.status == http.StatusOK {
				r.Has(x.has)
			}
			if x.status == http.StatusSeeOther {
				r.HasHeader("Location", x.has)
			}
		})
	}
	t.Run("a user without an employee record adds nothing to the own time", func(t *testing.T) {
		swap(a.Browser("admin").On(t), time25+"/shifts", "date=2026-11-18&start_time=8&end_time=16"+regular).Want(http.StatusNotFound)
	})
	t.Run("a deleted sheet has no page", func(t *testing.T) {
		c := a.Browser("colleague").On(t)
		c.Get("/staff/timesheets/{colleague.timesheet}").Want(http.StatusOK)
		a.As("colleague").On(t).Delete("/timesheets/{colleague.timesheet}").Want(http.StatusCreated)
		c.Get("/staff/timesheets/{colleague.timesheet}").Want(http.StatusNotFound)
	})
	t.Run("the script gets the day that it opens, and a whole page for any other address", func(t *testing.T) {
		for query, days := range map[string]int{"?day=2026-11-18&open=shift": 1, "?day=2026-11-18": 1, "?day=2026-11-29&open=shift": 14, "": 14} {
			r := a.Browser("employee").On(t).Do(http.MethodGet, time25+query, nil, "HX-Request", "true").Want(http.StatusOK)
			if n := r.Doc().Find("li.day").Length(); n != days {
				t.Errorf("%s has %d days, want %d", query, n, days)
			}
		}
		r := a.Browser("employee").On(t).Get(time25 + "?day=2026-11-18&open=shift").Want(http.StatusOK)
		if n := r.Doc().Find("li.day").Length(); n != 14 || r.Doc().Find("form.entry").Length() != 1 {
			t.Errorf("without the script it has %d days", n)
		}
	})
	t.Run("the question before a submission is open when it is asked for", func(t *testing.T) {
		for query, open := range map[string]bool{"?ask=submit": true, "?ask=no": false, "": false} {
			dialog := htmltest.One(t, a.Browser("employee").On(t).Get(time25+query).Doc(), "#submit-ask")
			if _, is := dialog.Attr("open"); is != open {
				t.Errorf("%s: open %v", query, is)
			}
		}
	})
}

func TestPages_submit_and_withdraw(t *testing.T) {
	a := apptest.New(t)
	c := a.Browser("employee")
	// The employee has three sheets in the period: one of the API, one of the pages, and one that is approved.
	swap(c, time25+"/shifts", "date=2026-11-18&start_time=8&end_time=9"+regular).Want(http.StatusOK)
	api := a.As("employee")
	third := api.Post("/timesheets", fmt.Sprintf(`{"employee_id":%d,"is_approved":false}`, a.World.IDs["employee"])).Want(201).ID()
	api.Post("/shifts", fmt.Sprintf(`{"timesheet_id":%d,"bank_code_id":%d,"date":"2026-11-19","start_time":"2026-11-19T08:00",
		"end_time":"2026-11-19T09:00"}`, third, a.World.IDs["regular"])).Want(201)
	a.Browser("supervisor").Form(fmt.Sprintf("/staff/timesheets/%d/approve", third), "").Want(http.StatusSeeOther)
	submitted := func() int {
		return a.Count("timesheets", "employee_id = $1 AND submitted_at > 0", a.World.IDs["employee"])
	}
	const done = "Timesheet submitted. It’s now awaiting approval."
	const nothing = "There’s nothing to submit for this period."
	for _, x := range []struct {
		name, path, to, says string
		submitted            int
	}{
		{"one sheet is submitted from its page", sheet + "/submit", sheet + "?period=2026-25", done, 1},
		{"the other one from the own time", time25 + "/submit", time25, done, 2},
		{"nothing is left to submit", time25 + "/submit", time25, nothing, 2},
		{"one sheet is withdrawn from its page", sheet + "/withdraw", sheet + "?period=2026-25", "Timesheet recalled. You can edit it again.", 1},
		{"the other one from the own time", time25 + "/withdraw", time25, "Timesheet recalled. You can edit it again.", 0},
		{"nothing is left to withdraw", time25 + "/withdraw", time25,
			"There’s no submitted timesheet to recall for this period.", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			c.On(t).Form(x.path, "").Want(http.StatusSeeOther).HasHeader("Location", a.World.Fill(x.to))
			if got := messages(c.On(t).Get(time25)); got != x.says {
				t.Errorf("it says %q, want %q", got, x.says)
			}
			if n := submitted(); n != x.submitted {
				t.Errorf("%d sheets are submitted, want %d", n, x.submitted)
			}
		})
	}
	t.Run("the supervisor does not submit it", func(t *testing.T) {
		a.Browser("supervisor").On(t).Form(sheet+"/submit", "").Want(http.StatusForbidden)
		if n := submitted(); n != 0 {
			t.Errorf("%d sheets are submitted", n)
		}
	})
}

func TestPages_decide(t *testing.T) {
	a := apptest.New(t)
	head := a.Browser("supervisor")
	const colleague = "/staff/timesheets/{colleague.timesheet}"
	for who, page := range map[string]string{"employee": sheet, "colleague": colleague} {
		a.Browser(who).Form(page+"/submit", "").Want(http.StatusSeeOther)
	}
	own, next := a.World.Fill(sheet+"?period=2026-25"), a.World.Fill("sheet-{colleague.timesheet}")
	comment := func() (text string) {
		err := a.DB.QueryRow(t.Context(), "SELECT supervisor_comment FROM timesheets WHERE id = $1",
			a.World.IDs["employee.timesheet"]).Scan(&text)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	const undo = " Undo"
	for _, x := range []struct {
		name, path, body, to, says, comment string
	}{
		{"an approval is said on the page of the sheet, with a button to undo it", "/approve", form("supervisor_comment", "Well done"), own,
			"Timesheet approved." + undo, "Well done"},
		{"a second one has nothing to undo, and leaves the comment", "/approve", "", own, "Timesheet approved.", "Well done"},
		{"a comment leaves the approval", "/comment", form("supervisor_comment", "Seen"), own, "Note saved.", "Seen"},
		{"an approval is removed", "/unapprove", form("supervisor_comment", ""), own, "Approval removed.", ""},
		{"a comment leaves the sheet as it is", "/comment", form("supervisor_comment", "Seen"), own, "Note saved.", "Seen"},
		{"a sheet is returned", "/return", form("supervisor_comment", " Tuesday? "), own, "Timesheet sent back." + undo, "Tuesday?"},
		{"a draft is approved, and the next item opens", "/approve", form("next", next), a.World.Fill(colleague),
			"Approved: Maëlle Trudelle." + undo, "Tuesday?"},
	} {
		t.Run(x.name, func(t *testing.T) {
			head.On(t).Form(sheet+x.path, x.body).Want(http.StatusSeeOther).HasHeader("Location", x.to)
			page := head.On(t).Get(sheet)
			got := messages(page)
			if page.Doc().Find("[data-toast] form").Length() > 0 {
				got += undo
			}
			if got != x.says {
				t.Errorf("it says %q, want %q", got, x.says)
			}
			if got := comment(); got != x.comment {
				t.Errorf("the comment is %q, want %q", got, x.comment)
			}
		})
	}
	before := a.Rows()
	for _, x := range []struct{ name, path, comment, says string }{
		{"a sheet is not returned without a reason", "/return", "  ", "Explain why, so the employee knows what to do."},
		{"nor with one that is too long", "/return", strings.Repeat("é", 1001), "This text is too long or too short."},
		{"a comment has a limit", "/comment", strings.Repeat("é", 1001), "This text is too long or too short."},
		{"that of an approval too", "/approve", strings.Repeat("é", 1001), "This text is too long or too short."},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := head.On(t).Form(colleague+x.path, form("supervisor_comment", x.comment)).Want(http.StatusUnprocessableEntity)
			if got := errorsOf(r); got != x.says {
				t.Errorf("it says %q, want %q", got, x.says)
			}
			if got := r.Doc().Find("[name=supervisor_comment]").Text(); got != strings.TrimSpace(x.comment) {
				t.Errorf("the typed comment became %q", got)
			}
		})
	}
	t.Run("a decision about an old version is refused", func(t *testing.T) {
		head.On(t).Form(colleague+"/approve", "version=99").Want(http.StatusPreconditionFailed)
		head.On(t).Form(colleague+"/return", "version=99&supervisor_comment=No").Want(http.StatusPreconditionFailed)
	})
	t.Run("an employee decides nothing", func(t *testing.T) {
		for _, path := range []string{"/approve", "/unapprove", "/return", "/comment"} {
			a.Browser("employee").On(t).Form(sheet+path, "supervisor_comment=x").Want(http.StatusForbidden)
		}
	})
	a.Unchanged(t, before, "refused decisions")
	t.Run("a longest comment is kept", func(t *testing.T) {
		head.On(t).Form(colleague+"/comment", form("supervisor_comment", strings.Repeat("é", 1000))).Want(http.StatusSeeOther)
	})
	t.Run("a sheet that waits leads to its neighbours in the queue", func(t *testing.T) {
		nav := htmltest.One(t, head.On(t).Get(colleague).Doc(), ".queue-nav")
		if got := htmltest.Text(nav); !strings.Contains(got, "1 of ") {
			t.Errorf("the queue says %q", got)
		}
		if n := head.On(t).Get(sheet).Doc().Find(".queue-nav").Length(); n != 0 {
			t.Error("an approved sheet is in the queue")
		}
		if n := a.Browser("colleague").On(t).Get(colleague).Doc().Find(".queue-nav").Length(); n != 0 {
			t.Error("the owner sees the queue of the supervisor")
		}
	})
}
