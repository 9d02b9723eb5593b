package workforce_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/db"
)

const leavePage = "/staff/leave"

// asks is a good request for leave, changed by pairs of name and value.
func asks(a *apptest.App, pairs ...string) string {
	good := []string{"leave_type", "Vacation", "bank_code_id", fmt.Sprint(a.World.IDs["vacation"]), "start_date", "2026-12-21", "end_date",
		"2026-12-23", "span", "days",
		"start_time", "", "end_time", "", "comment", "Family"}
	for i := 0; i < len(pairs); i += 2 {
		for j := 0; j < len(good); j += 2 {
			if good[j] == pairs[i] {
				good[j+1] = pairs[i+1]
			}
		}
	}
	return form(good...)
}

func TestLeavePage_Asks(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("employee")
		kept := func(start, end string) int {
			return a.Count("leave_requests", "employee_id = $1 AND start_at = $2 AND end_at = $3 AND approval_status = 'Pending'",
				a.World.IDs["employee"], instant(t, start), instant(t, end))
		}
		for _, x := range []struct {
			name, start, end string
			pairs            []string
		}{
			{"whole days", "2026-12-21T05:00:00Z", "2026-12-24T05:00:00Z", nil},
			{"one day without a last one", "2026-12-28T05:00:00Z", "2026-12-29T05:00:00Z", []string{"start_date", "2026-12-28", "end_date", ""}},
			{"a morning", "2026-12-29T13:00:00Z", "2026-12-29T17:00:00Z",
				[]string{"start_date", "2026-12-29", "end_date", "2026-12-29", "span", "morning"}},
			{"the afternoon after it", "2026-12-29T17:00:00Z", "2026-12-29T21:00:00Z",
				[]string{"start_date", "2026-12-29", "end_date", "", "span", "afternoon"}},
			{"times", "2026-12-30T14:30:00Z", "2026-12-31T16:00:00Z",
				[]string{"start_date", "2026-12-30", "end_date", "2026-12-31", "span", "times", "start_time", "09:30", "end_time", "11:00"}},
			{"the day when clocks go forward", "2027-03-14T05:00:00Z", "2027-03-15T04:00:00Z",
				[]string{"start_date", "2027-03-14", "end_date", "2027-03-14"}},
		} {
			t.Run(x.name, func(t *testing.T) {
				c.On(t).Form(leavePage, asks(a, x.pairs...)).Want(http.StatusSeeOther)
				if n := kept(x.start, x.end); n != 1 {
					t.Errorf("%d requests from %s to %s", n, x.start, x.end)
				}
			})
		}
		c.On(t).Get(leavePage+"?from=2026-12-01").Want(http.StatusOK).Has("December"+nbsp+"2026",
			"Maëlle Trudelle: Vacation, Dec"+nbsp+"21–23, 2026, requested", "Family", "24"+nbsp+"h", "Cancel request")
	})
}

// Before a request is sent, the form says what it takes and who else is away, with a script and without one.
func TestLeavePage_SaysWhatARequestTakes(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	a.Browser("employee").Form(leavePage, asks(a)).Want(http.StatusSeeOther)
	head := a.Browser("supervisor")
	query := leavePage + "?" + asks(a, "start_date", "2026-12-22", "end_date", "2026-12-28")
	t.Run("to the script", func(t *testing.T) {
		head.On(t).Do(http.MethodGet, query, "", htmxOn, "true", "HX-Target", "leave-preview").Want(http.StatusOK).
			Has("4 business days · 32"+nbsp+"h", "1 statutory holiday not counted: Dec"+nbsp+"25 (Christmas)", "Also on leave on these dates: Maëlle Trudelle").HasNot("<html")
	})
	t.Run("to a page without one, which keeps what was typed", func(t *testing.T) {
		page := head.On(t).Get(query).Want(http.StatusOK).Has("4 business days", "Also on leave on these dates").Doc()
		if v, _ := page.Find(`[name="start_date"]`).Attr("value"); v != "2026-12-22" {
			t.Errorf("the first day is %q", v)
		}
	})
	t.Run("and nothing of those whom the person may not see", func(t *testing.T) {
		a.Browser("colleague").On(t).Do(http.MethodGet, query, "", htmxOn, "true", "HX-Target", "leave-preview").Want(http.StatusOK).
			Has("4 business days").HasNot("Maëlle")
	})
	t.Run("nothing while the form is incomplete", func(t *testing.T) {
		head.On(t).Do(http.MethodGet, leavePage+"?start_date=", "", htmxOn, "true", "HX-Target", "leave-preview").Want(http.StatusOK).
			HasNot("4 business days")
	})
}

// The pay code follows from the type of leave, and is asked only where several fit.
func TestLeavePage_DerivesThePayCode(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.Browser("employee")
	paid := func(code string) int {
		return a.Count("leave_requests", "employee_id = $1 AND bank_code_id = (SELECT id FROM bank_codes WHERE bank_code = $2)",
			a.World.IDs["employee"], code)
	}
	c.On(t).Get(leavePage+"?ask=1").Want(http.StatusOK).Has(`<dialog id="ask"`, `data-modal`).HasNot("bank_code_id")
	a.As("admin").On(t).Post("/bank-codes", `{"type":"sick","categorie":"leave","modifier":1,"bank_code":"G306"}`).Want(http.StatusCreated)
	t.Run("of the same type, whatever the form says", func(t *testing.T) {
		c.On(t).Form(leavePage, asks(a, "leave_type", "Sick", "bank_code_id", fmt.Sprint(a.World.IDs["regular"]))).Want(http.StatusSeeOther)
		if paid("G306") != 1 {
			t.Error("sick leave is not paid under its code")
		}
	})
	t.Run("of several it is asked, with a script and without one", func(t *testing.T) {
		kind := func(name string) *apptest.Response {
			return c.On(t).Do(http.MethodGet, leavePage+"?leave_type="+name, "", htmxOn, "true", "HX-Target", "leave-code").Want(http.StatusOK)
		}
		kind("Bereavement").Has("Pay code", "G305", "G306").HasNot("<html")
		kind("Sick").HasNot("Pay code")
		mourning := []string{"leave_type", "Bereavement", "start_date", "2026-12-28", "end_date", "2026-12-28", "bank_code_id", ""}
		c.On(t).Form(leavePage, asks(a, mourning...)).Want(http.StatusUnprocessableEntity).Has("Pay code", "This field is required.", "G306")
		t.Run("together with what else is missing", func(t *testing.T) {
			c.On(t).Form(leavePage, asks(a, append(mourning, "start_date", "")...)).Want(http.StatusUnprocessableEntity).Has("2 fields to fix")
		})
		mourning[len(mourning)-1] = fmt.Sprint(a.World.IDs["vacation"])
		c.On(t).Form(leavePage, asks(a, mourning...)).Want(http.StatusSeeOther)
	})
}

func TestLeavePage_RefusesNextToTheFields(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.Browser("employee")
	before := a.Count("leave_requests", "TRUE")
	for _, x := range []struct {
		name, says string
		pairs      []string
	}{
		{"no first day", "This field is required.", []string{"start_date", ""}},
		{"a day that is none", "This format isn’t recognized.", []string{"start_date", "2026-13-45"}},
		{"the last day before the first", "The last day can’t be before the first day.", []string{"end_date", "2026-12-20"}},
		{"half of several days", "A half day must start and end on the same day.", []string{"span", "morning"}},
		{"times that are missing", "This field is required.", []string{"span", "times"}},
		{"an end before the start", "The end must be after the start.",
			[]string{"end_date", "", "span", "times", "start_time", "16:00", "end_time", "08:00"}},
		{"a time that does not exist", "This time doesn’t exist",
			[]string{"start_date", "2027-03-14", "end_date", "", "span", "times", "start_time", "02:30", "end_time", "08:00"}},
		{"an unknown kind", "You don’t have permission", []string{"leave_type", "Sabbatical"}},
		{"leave that overlaps", "You already have approved or requested leave on these dates.",
			[]string{"start_date", "2027-02-05", "end_date", "2027-02-08"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			page := c.On(t).Form(leavePage, asks(a, x.pairs...)).Want(http.StatusUnprocessableEntity).Has(x.says, `aria-invalid="true"`,
				">Family</textarea>", `role="alert"`)
			if !strings.Contains(string(page.Body), `value="days"`) {
				t.Error("the form is gone")
			}
		})
	}
	if n := a.Count("leave_requests", "TRUE"); n != before {
		t.Errorf("%d requests were kept", n-before)
	}
	a.Browser("events").On(t).Form(leavePage, asks(a)).Want(http.StatusForbidden)
	a.Browser("events").On(t).Get(leavePage).Want(http.StatusOK).HasNot(`id="ask"`)
}

// An employee who is ill at home calls; the supervisor or payroll requests the leave, on the page of the employee or of leave.
func TestLeavePage_RequestsForOthers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		owner := a.Browser("employee")
		of := func(who string) string { return "&employee_id=" + fmt.Sprint(a.World.IDs[who]) }
		kept := func(who string) int {
			return a.Count("leave_requests", "employee_id = $1 AND start_at = $2 AND approval_status = 'Pending'", a.World.IDs[who],
				instant(t, "2026-12-21T05:00:00Z"))
		}
		t.Run("the profile leads to the form with that employee chosen", func(t *testing.T) {
			head := a.Browser("supervisor").On(t)
			link, _ := head.Get("/staff/employees/{employee}").Want(http.StatusOK).Doc().Find(`a[href*="ask=1"]`).Attr("href")
			form := head.Get(link).Want(http.StatusOK).Doc().Find(`#ask[data-modal]`)
			chosen, _ := form.Find(`[name="employee_id"][type="hidden"]`).Attr("value")
			if title := htmltest.Text(form.Find("h2")); title != "Request leave for Maëlle Trudelle" || "&employee_id="+chosen != of("employee") {
				t.Errorf("%q leads to %q for %q", link, title, chosen)
			}
		})
		for _, x := range []struct {
			by, of string
			status int
		}{
			{"employee", "colleague", http.StatusUnprocessableEntity}, {"employee", "supervisor", http.StatusUnprocessableEntity},
			{"supervisor", "stranger", http.StatusUnprocessableEntity}, {"supervisor", "payroll", http.StatusUnprocessableEntity},
			{"supervisor", "employee", http.StatusSeeOther}, {"payroll", "stranger", http.StatusSeeOther},
			{"admin", "colleague", http.StatusSeeOther},
		} {
			t.Run("by "+x.by+" for "+x.of, func(t *testing.T) {
				a.Browser(x.by).On(t).Form(leavePage, asks(a)+of(x.of)).Want(x.status)
				if saved := kept(x.of) == 1; saved != (x.status == http.StatusSeeOther) {
					t.Errorf("C11: saved: %v", saved)
				}
			})
		}
		t.Run("the employee is told, in the own language, and sees by whom", func(t *testing.T) {
			owner.On(t).Get("/staff/notifications").Want(http.StatusOK).Has("Barnabé Fontaine-Roy requested leave for you")
			owner.On(t).Get(leavePage+"?from=2026-12-01").Want(http.StatusOK).Has("Requested by Barnabé Fontaine-Roy", "Cancel request")
		})
		t.Run("the approver sees who requested it, and its owner may not approve it", func(t *testing.T) {
			var id int64
			if err := a.DB.QueryRow(t.Context(), "SELECT MAX(id) FROM leave_requests WHERE employee_id = $1",
				a.World.IDs["employee"]).Scan(&id); err != nil {
				t.Fatal(err)
			}
			item := fmt.Sprintf("%s?item=leave-%d", queue, id)
			a.Browser("supervisor").On(t).Get(item).Want(http.StatusOK).Has("Barnabé Fontaine-Roy</span> requested leave")
			a.As("employee").On(t).Do(http.MethodPatch, fmt.Sprintf("/leave-requests/%d/approval", id), nil).Want(http.StatusForbidden)
		})
		t.Run("a search offers those who match only, and never everyone", func(t *testing.T) {
			page := a.Browser("payroll").On(t).Do(http.MethodGet, leavePage+"?employee_id_q=trud", "", htmxOn, "true", "HX-Target", "pick-employee_id").Doc()
			if names := htmltest.Text(page.Find("label")); names != "Myself Maëlle Trudelle Reports to Barnabé Fontaine-Roy" {
				t.Errorf("it offers %q", names)
			}
		})
	})
}

func TestLeavePage_Moves(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c, head := a.Browser("employee"), a.Browser("supervisor")
		status := func() (s string) {
			if err := a.DB.QueryRow(t.Context(), "SELECT approval_status FROM leave_requests WHERE id = $1",
				a.World.IDs["employee.leave"]).Scan(&s); err != nil {
				t.Fatal(err)
			}
			return s
		}
		move := func(to string) string {
			return form("approval_status", to, "version", fmt.Sprint(version(t, a, "leave_requests", "employee.leave")))
		}
		const one = leavePage + "/{employee.leave}"
		head.On(t).Form(queue, decision(t, a, "leave", "leave_requests", "employee.leave", "refuse", "Not then")).Want(http.StatusSeeOther)
		c.On(t).Get(leavePage).Want(http.StatusOK).Has("Declined", "Not then", "Request again")
		c.On(t).Form(one, move("True")).Want(http.StatusBadRequest)
		c.On(t).Form(one, form("approval_status", "Pending", "version", "1")).Want(http.StatusPreconditionFailed)
		c.On(t).Form(one, move("Pending")).Want(http.StatusSeeOther)
		if s := status(); s != "Pending" {
			t.Errorf("W9: asked again, it is %s", s)
		}
		head.On(t).Form(queue, decision(t, a, "leave", "leave_requests", "employee.leave", "approve", "")).Want(http.StatusSeeOther)
		c.On(t).Get(leavePage+"?from=2027-02-01").Want(http.StatusOK).Has("Cancel leave", "Feb"+nbsp+"1").HasNot("Request again")
		c.On(t).Form(one, move("Cancelled")).Want(http.StatusSeeOther)
		if s := status(); s != "Cancelled" {
			t.Errorf("W9: cancelled, it is %s", s)
		}
		c.On(t).Form(one, move("Pending")).Want(http.StatusConflict)
		c.On(t).Form(leavePage+"/{stranger.leave}", form("approval_status", "Cancelled", "version", "1")).Want(http.StatusNotFound)
		c.On(t).Form(leavePage+"/x", form("approval_status", "Cancelled", "version", "1")).Want(http.StatusNotFound)
	})
}

func TestLeavePage_ShowsWhomTheCallerMaySee(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const february = leavePage + "?from=2027-02-01"
		names := map[string]string{}
		for part, p := range a.World.People {
			names[part] = p.Name() + ": Vacation"
		}
		for who, sees := range map[string][]string{
			"employee": {"employee"}, "supervisor": {"supervisor", "employee", "colleague"}, "foreman": {"foreman", "stranger"},
			"payroll": {"payroll", "supervisor", "employee", "colleague", "foreman", "stranger"},
		} {
			page := a.Browser(who).On(t).Get(february).Want(http.StatusOK)
			for part, name := range names {
				seen := false
				for _, s := range sees {
					seen = seen || s == part
				}
				if has := strings.Contains(string(page.Body), name); has != seen {
					t.Errorf("C11: %s sees the leave of %s: %v, want %v", who, part, has, seen)
				}
			}
		}
		a.Browser("supervisor").On(t).Get(february).Has(a.World.Fill(`href="/staff/approvals?item=leave-{employee.leave}"`), `colspan="5"`)
		for _, odd := range []string{"2027-13", "x", "0000-00", "2027-2", "99999-01"} {
			a.Browser("employee").On(t).Get(leavePage + "?from=" + odd).Want(http.StatusOK).Has("Nov" + nbsp + "15")
		}
	})
}

func instant(t *testing.T, s string) db.Instant {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return db.InstantOf(at)
}
