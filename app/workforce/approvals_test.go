package workforce_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
)

const queue = "/staff/approvals"

// handIn submits the sheets of both of the supervisor's people.
func handIn(t *testing.T, a *apptest.App) {
	t.Helper()
	for _, who := range []string{"employee", "colleague"} {
		a.Browser(who).On(t).Form("/staff/timesheets/{"+who+".timesheet}/submit", "").Want(http.StatusSeeOther)
	}
}

// version is that of a record now.
func version(t *testing.T, a *apptest.App, table, name string) (v int64) {
	t.Helper()
	if err := a.DB.QueryRow(t.Context(), "SELECT version FROM "+table+" WHERE id = $1", a.World.IDs[name]).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// decision is the form of an item as it is now.
func decision(t *testing.T, a *apptest.App, kind, table, name, verb, note string) string {
	t.Helper()
	return form("item", fmt.Sprintf("%s-%d", kind, a.World.IDs[name]), "version", fmt.Sprint(version(t, a, table, name)), "decision", verb,
		"note", note)
}

func TestQueuePage_HoldsWhatIsTheCallersToDecide(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		handIn(t, a)
		for who, want := range map[string]struct {
			has, not []string
			subtitle string
		}{
			"supervisor": {[]string{"Maëlle Trudelle", "Théophile Ganache"}, []string{"Clémence Ouellette", "Ignace Desrosiers"}, "4 items need your"},
			"foreman":    {[]string{"Clémence Ouellette"}, []string{"Maëlle Trudelle"}, "1 item needs your"},
			"payroll":    {[]string{"Maëlle Trudelle", "Clémence Ouellette", "Barnabé Fontaine-Roy"}, nil, "7 items need your"},
		} {
			page := a.Browser(who).On(t).Get(queue).Want(http.StatusOK).Has(want.has...).Has(want.subtitle)
			page.HasNot(want.not...)
			page.HasNot(`class="queue-name">` + a.World.People[who].Name())
		}
		a.Browser("employee").On(t).Get(queue).Want(http.StatusForbidden)
		a.Browser("employee").On(t).Form(queue, "").Want(http.StatusForbidden)
		a.Browser("supervisor").On(t).Get("/staff/").Has(`class="nav-count num">4`)
		a.Browser("employee").On(t).Get("/staff/").HasNot("nav-count")
		for _, mine := range []string{"supervisor.timesheet", "stranger.timesheet"} {
			a.Browser("supervisor").On(t).Form(queue, decision(t, a, "sheet", "timesheets", mine, "approve", "")).Want(http.StatusNotFound)
		}
	})
}

func TestQueuePage_Sheets(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		handIn(t, a)
		c := a.Browser("supervisor")
		item := a.World.Fill("sheet-{employee.timesheet}")
		t.Run("are shown with their weeks, expenses and history", func(t *testing.T) {
			c.On(t).Get(queue+"?item="+item).Want(http.StatusOK).Has("Week 1", "Timesheet expenses", "$42.50", "Dîner",
				"submitted the timesheet", `data-approve`)
		})
		t.Run("go back with a reason, and only with one", func(t *testing.T) {
			c.On(t).Form(queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "refuse", " ")).Want(http.StatusUnprocessableEntity).
				Has("Explain why, so the employee knows what to do.", `aria-invalid="true"`, "Maëlle Trudelle")
			next := a.World.Fill("sheet-{colleague.timesheet}")
			answer := c.On(t).Form(queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "refuse", "Tuesday is missing")+"&next="+
				next).Want(http.StatusSeeOther)
			if to := answer.Header.Get("Location"); to != queue+"?item="+next {
				t.Errorf("the next item is not opened: %s", to)
			}
			c.On(t).Get(queue+"?tab=refused").Want(http.StatusOK).Has("Maëlle Trudelle", "Tuesday is missing", "sent the timesheet back", "Sent back")
			a.Browser("employee").On(t).Get("/staff/timesheets/{employee.timesheet}").Has("Tuesday is missing")
			a.Browser("employee").On(t).Get("/staff/notifications").Has("sent your timesheet back to you")
			c.On(t).Form(queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "refuse", "Again")).Want(http.StatusConflict)
		})
		t.Run("are not decided as nobody has seen them", func(t *testing.T) {
			stale := form("item", a.World.Fill("sheet-{colleague.timesheet}"), "version", "1", "decision", "approve")
			c.On(t).Form(queue, stale).Want(http.StatusPreconditionFailed)
			swap(c.On(t), queue, stale).Want(http.StatusPreconditionFailed).HasHeader("HX-Refresh", "true")
			if n := a.Count("timesheets", "is_approved"); n != 0 {
				t.Errorf("%d sheets are approved", n)
			}
		})
		t.Run("are approved, and the script gets the queue with the next", func(t *testing.T) {
			swap(c.On(t), queue, decision(t, a, "sheet", "timesheets", "colleague.timesheet", "approve", "Well done")+"&next="+
				a.World.Fill("leave-{employee.leave}")).Want(http.StatusOK).
				Has("Approved: Théophile Ganache", `id="queue"`, "autofocus").HasNot("<html").HasHeader("HX-Push-Url",
				queue+"?item="+a.World.Fill("leave-{employee.leave}"))
			if n := a.Count("timesheets", "is_approved AND supervisor_comment = 'Well done'"); n != 1 {
				t.Errorf("%d sheets are approved", n)
			}
			c.On(t).Get(queue+"?tab=approved").Want(http.StatusOK).Has("Théophile Ganache", "Remove approval")
		})
		t.Run("that changed since their approval say what changed", func(t *testing.T) {
			c.On(t).Form(queue, decision(t, a, "sheet", "timesheets", "colleague.timesheet", "withdraw", "")).Want(http.StatusSeeOther)
			a.Clock.Advance(time.Minute)
			a.As("colleague").On(t).Patch("/shifts/{colleague.shift}", `{"end_time":"2026-11-16T17:00:00-05:00"}`).Want(http.StatusCreated)
			c.On(t).Get(queue+"?tab=changed").Want(http.StatusOK).
				Has("Théophile Ganache", ". Since then:",
					"8:00"+nbsp+"a.m."+nbsp+"– 4:00"+nbsp+"p.m.", "8:00"+nbsp+"a.m."+nbsp+"– 5:00"+nbsp+"p.m.", "<del>",
					"<ins>").HasNot("Maëlle Trudelle")
		})
		t.Run("take no decision that there is not", func(t *testing.T) {
			c.On(t).Form(queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "escalate", "")).Want(http.StatusBadRequest)
			c.On(t).Form(queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "", "")).Want(http.StatusBadRequest)
			c.On(t).Form(queue, form("item", "sheet-x", "version", "1", "decision", "approve")).Want(http.StatusBadRequest)
		})
	})
}

func TestQueuePage_LeaveAndExpenses(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		handIn(t, a)
		c := a.Browser("supervisor")
		a.As("employee").On(t).Patch("/leave-requests/{employee.leave}", `{"comment":"Family"}`).Want(http.StatusCreated)
		t.Run("leave is shown with who else is away", func(t *testing.T) {
			c.On(t).Get(queue+"?item="+a.World.Fill("leave-{employee.leave}")).Want(http.StatusOK).
				Has("Vacation", "Also on leave", "Théophile Ganache · Feb"+nbsp+"1–5, 2027 (requested)", "Family",
					"requested leave").HasNot("Clémence Ouellette")
		})
		t.Run("refused leave keeps what was asked and says why", func(t *testing.T) {
			c.On(t).Form(queue, decision(t, a, "leave", "leave_requests", "employee.leave", "refuse", "Too many away")).Want(http.StatusSeeOther)
			if n := a.Count("leave_requests", "approval_status = 'False' AND comment = $1", "Family\nBarnabé Fontaine-Roy – Too many away"); n != 1 {
				t.Error("W9: the leave is not refused with both comments")
			}
			c.On(t).Get(queue+"?tab=refused").Has("Family", "Too many away")
		})
		t.Run("leave is passed on, approved and cancelled", func(t *testing.T) {
			for _, x := range []struct{ verb, status string }{{"escalate", "Escalated"}, {"approve", "True"}, {"withdraw", "Cancelled"}} {
				c.On(t).Form(queue, decision(t, a, "leave", "leave_requests", "colleague.leave", x.verb, "")).Want(http.StatusSeeOther)
				if n := a.Count("leave_requests", "id = $1 AND approval_status = $2", a.World.IDs["colleague.leave"], x.status); n != 1 {
					t.Errorf("%s does not make it %s", x.verb, x.status)
				}
			}
			c.On(t).Form(queue, decision(t, a, "leave", "leave_requests", "colleague.leave", "approve", "")).Want(http.StatusConflict)
		})
		t.Run("expenses are decided one by one while their sheet waits", func(t *testing.T) {
			c.On(t).Get(queue+"?kind=expense").Want(http.StatusOK).Has("$42.50", "50"+" km", "Approving a timesheet also approves its expenses.")
			c.On(t).Form(queue, decision(t, a, "expense", "expenses", "employee.expense", "refuse", "No receipt")).Want(http.StatusSeeOther)
			c.On(t).Form(queue, decision(t, a, "expense", "expenses", "employee.mileage", "approve", "")).Want(http.StatusSeeOther)
			c.On(t).Get(queue + "?kind=expense&tab=refused").Want(http.StatusOK).Has("No receipt")
			c.On(t).Get(queue + "?kind=expense&tab=approved").Want(http.StatusOK).Has("50 km")
			a.Browser("employee").On(t).Get("/staff/notifications").Has("declined your $42.50 expense")
			c.On(t).Form(queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "approve", "")).Want(http.StatusSeeOther)
			c.On(t).Get(queue + "?kind=expense&tab=refused").Want(http.StatusOK).HasNot("No receipt")
		})
	})
}

func TestQueuePage_ApprovesManyAsItDoesOne(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		handIn(t, a)
		c := a.Browser("supervisor")
		c.On(t).Form(queue+"/many", "").Want(http.StatusSeeOther)
		ticks := url.Values{"items": {
			fmt.Sprintf("sheet-%d-%d", a.World.IDs["employee.timesheet"], version(t, a, "timesheets", "employee.timesheet")),
			fmt.Sprintf("leave-%d-%d", a.World.IDs["employee.leave"], version(t, a, "leave_requests", "employee.leave")),
			fmt.Sprintf("sheet-%d-1", a.World.IDs["colleague.timesheet"]), // it was handed in since
			fmt.Sprintf("sheet-%d-1", a.World.IDs["stranger.timesheet"]),
			fmt.Sprintf("sheet-%d-%d", a.World.IDs["supervisor.timesheet"], version(t, a, "timesheets", "supervisor.timesheet")),
		}}
		swap(c.On(t), queue+"/many", ticks.Encode()+"&confirmed=1").Want(http.StatusOK).Has("2 items approved.", "3 items left unchanged",
			"Someone else changed this in the meantime", "You can’t approve your own hours")
		if sheets, leave := a.Count("timesheets", "is_approved"), a.Count("leave_requests", "approval_status = 'True'"); sheets != 1 ||
			leave != 1 {
			t.Errorf("%d sheets and %d requests are approved", sheets, leave)
		}
		c.On(t).Form(queue+"/many", "items=sheet-1").Want(http.StatusBadRequest)
		c.On(t).Form(queue+"/many", strings.Repeat("items=sheet-1-1&", 51)).Want(http.StatusBadRequest)
	})
}

// The queue comes in parts, oldest first, and loses nothing between them.
func TestQueuePage_Parts(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		asks := a.As("employee").On(t)
		for i := range 60 {
			day := fmt.Sprintf("2027-%02d-%02d", 3+i/28, 1+i%28)
			asks.Post("/leave-requests",
				fmt.Sprintf(`{"employee_id":%d,"bank_code_id":%d,"leave_type":"Vacation","start_date_time":"%sT08:00","end_date_time":"%sT16:00","comment":"","approval_status":"Pending"}`,
					a.World.IDs["employee"], a.World.IDs["vacation"], day, day)).Want(http.StatusCreated)
			if i == 47 { // with the two of the World a whole part
				a.Browser("supervisor").On(t).Get(queue + "?kind=leave").Want(http.StatusOK).HasNot("from=")
			}
		}
		c := a.Browser("supervisor")
		seen, at := map[string]bool{}, queue+"?kind=leave"
		for parts := 0; at != ""; parts++ {
			page := string(c.On(t).Get(at).Want(http.StatusOK).Body)
			for _, row := range strings.Split(page, `id="q-leave-`)[1:] {
				id, _, _ := strings.Cut(row, `"`)
				if seen[id] {
					t.Errorf("leave %s is shown twice", id)
				}
				seen[id] = true
			}
			at = ""
			_, links, _ := strings.Cut(page, `class="queue-pages`)
			links, _, _ = strings.Cut(links, "</nav>")
			for _, link := range strings.Split(links, `href="`)[1:] {
				if href, _, _ := strings.Cut(link, `"`); strings.Contains(href, "from=") {
					at = strings.ReplaceAll(href, "&amp;", "&")
				}
			}
			if parts > 3 {
				t.Fatal("the parts do not end")
			}
		}
		if len(seen) != 62 {
			t.Errorf("%d requests are shown, want 62", len(seen))
		}
	})
}
