package workforce_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/db"
)

const (
	time25  = "/staff/time/2026-25"
	nbsp    = "\u00a0"
	htmxOn  = "HX-Request"
	formed  = "application/x-www-form-urlencoded"
	regular = "&bank_code_id={regular}"
)

// swap posts a form as the page's script does.
func swap(c *apptest.Client, path, body string) *apptest.Response {
	return c.Do(http.MethodPost, path, body, "Content-Type", formed, htmxOn, "true")
}

func TestTimePage_Shifts(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("employee")
		kept := func() int { return a.Count("timesheets", "period_start = $1", "2026-11-15") }
		t.Run("are refused with what was typed, and leave nothing behind", func(t *testing.T) {
			for body, says := range map[string]string{
				"start_time=morning&end_time=16" + regular:         "Enter a time such as",
				"start_time=8&end_time=" + regular:                 "This field is required.",
				"start_time=8&end_time=16&bank_code_id=999":        "This no longer exists, or you don’t have access to it.",
				"start_time=8&end_time=16&bank_code_id={vacation}": "This pay code can’t be used here.",
			} {
				page := c.On(t).Form(time25+"/shifts", "date=2026-11-18&"+body).Want(http.StatusUnprocessableEntity).Has(says, "<h1>My time</h1>",
					`aria-invalid="true"`)
				if typed, _ := url.ParseQuery(body); !strings.Contains(string(page.Body), `value="`+typed.Get("start_time")+`"`) {
					t.Errorf("%s: what was typed is gone", body)
				}
			}
			c.On(t).Form(time25+"/shifts", "date=2026-11-16&start_time=15&end_time=17"+
				regular).Want(http.StatusUnprocessableEntity).Has("These hours overlap other hours.")
			if n := kept(); n != 0 {
				t.Errorf("W6a: %d sheets were made by refused entries", n)
			}
		})
		t.Run("make the sheet of the period with the first one, and lead back to their day", func(t *testing.T) {
			answer := c.On(t).Form(time25+"/shifts", "date=2026-11-18&start_time=8&end_time=16h30"+regular).Want(http.StatusSeeOther)
			if to := answer.Header.Get("Location"); !strings.HasPrefix(to, time25) || !strings.HasSuffix(to, "#d-2026-11-18") {
				t.Errorf("leads to %s", to)
			}
			c.On(t).Get(time25).Want(http.StatusOK).Has("8:00"+nbsp+"a.m."+nbsp+"– 4:30"+nbsp+"p.m.", "8.5"+nbsp+"h")
			if n := kept(); n != 1 {
				t.Errorf("W6a: %d sheets of the period", n)
			}
		})
		t.Run("answer the script with the day, the totals and the next day to fill in", func(t *testing.T) {
			swap(c.On(t), time25+"/shifts", "then=next&date=2026-11-19&start_time=2200&end_time=6"+regular).Want(http.StatusOK).
				Has(`id="d-2026-11-19"`, `id="d-2026-11-20"`, `id="f-start_time-2026-11-20"`, `id="w-2026-11-15"`, `id="bar"`, "hx-swap-oob",
					"ends Friday", "Shift added, Thu, Nov"+nbsp+"19").
				HasNot("<html", `id="d-2026-11-18"`)
			if n := kept(); n != 1 {
				t.Errorf("W6a: %d sheets of the period", n)
			}
		})
		t.Run("say the hours of a night when the clocks change", func(t *testing.T) {
			swap(c.On(t), "/staff/time/2026-06/shifts", "date=2026-03-07&start_time=23&end_time=7"+
				regular).Want(http.StatusOK).Has("clocks change: actual duration 7" + nbsp + "h")
			c.On(t).Form("/staff/time/2026-07/shifts", "date=2026-03-08&start_time=2:30&end_time=10"+regular).Want(http.StatusUnprocessableEntity).
				Has("This time doesn’t exist", `value="2:30"`)
		})
		t.Run("of another period are refused", func(t *testing.T) {
			c.On(t).Form(time25+"/shifts", "date=2026-11-29&start_time=8&end_time=16"+regular).Want(http.StatusBadRequest)
		})
		t.Run("change, unless somebody changed them meanwhile", func(t *testing.T) {
			body := "start_time=9&end_time=17" + regular
			c.On(t).Form(time25+"/shifts/{employee.shift}", "version=99&"+body).Want(http.StatusPreconditionFailed)
			swap(c.On(t), time25+"/shifts/{employee.shift}", "version=99&"+body).Want(http.StatusPreconditionFailed).HasHeader("HX-Refresh", "true")
			swap(c.On(t), time25+"/shifts/{employee.shift}", "version=1&"+body).Want(http.StatusOK).
				Has("9:00" + nbsp + "a.m." + nbsp + "– 5:00" + nbsp + "p.m.")
		})
		t.Run("go, and come back as they were", func(t *testing.T) {
			answer := swap(c.On(t), time25+"/shifts/{employee.shift}/delete", "version=2").Want(http.StatusOK).Has("Shift deleted: Mon", "Undo")
			if n := a.Count("shifts", "archived_at IS NULL AND day = $1 AND employee_id = $2", "2026-11-16", a.World.IDs["employee"]); n != 0 {
				t.Fatalf("C12: %d shifts are left on the day", n)
			}
			back := url.Values{}
			toast := string(answer.Body)[strings.Index(string(answer.Body), "data-toast"):]
			for _, m := range regexp.MustCompile(`name="([a-z_]+)" value="([^"]*)"`).FindAllStringSubmatch(toast, -1) {
				back.Set(m[1], html.UnescapeString(m[2]))
			}
			c.On(t).Form(time25+"/shifts/restore", back.Encode()).Want(http.StatusSeeOther)
			if n := a.Count("shifts", "archived_at IS NULL AND day = $1 AND minutes = 480 AND timesheet_id = $2", "2026-11-16",
				a.World.IDs["employee.timesheet"]); n != 1 {
				t.Errorf("%d shifts came back", n)
			}
			swap(c.On(t), time25+"/shifts/restore", back.Encode()).Want(http.StatusOK).Has("These hours overlap other hours.")
		})
		t.Run("are copied from the week before, once", func(t *testing.T) {
			before := a.Count("shifts", "archived_at IS NULL")
			swap(c.On(t), time25+"/copy", "what=week&date=2026-11-22").Want(http.StatusOK).Has("4 shifts copied.", `id="d-2026-11-26"`)
			swap(c.On(t), time25+"/copy", "what=week&date=2026-11-22").Want(http.StatusOK).Has("Nothing to copy")
			if n := a.Count("shifts", "archived_at IS NULL"); n != before+4 {
				t.Errorf("%d shifts were made", n-before)
			}
		})
		t.Run("are copied from the day before", func(t *testing.T) {
			swap(c.On(t), time25+"/copy", "what=day&date=2026-11-27").Want(http.StatusOK).Has("1 shift copied.")
		})
	})
}

func TestTimePage_Expenses(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.Browser("employee")
	t.Run("take dollars, and kilometres of a mileage code", func(t *testing.T) {
		swap(c.On(t), time25+"/expenses",
			"date=2026-11-18&bank_code_id={per-diem}&amount=12,50&description=Lunch").Want(http.StatusOK).Has("$12.50", "Lunch")
		swap(c.On(t), time25+"/expenses",
			"date=2026-11-18&bank_code_id={mileage}&amount=100+km&description=Site").Want(http.StatusOK).Has("$72.00", "100"+nbsp+"km")
	})
	t.Run("are refused with everything that is wrong", func(t *testing.T) {
		swap(c.On(t), time25+"/expenses",
			"date=2026-11-18&bank_code_id={per-diem}&amount=lots&description=").Want(http.StatusUnprocessableEntity).
			Has("Enter an amount such as 12.50.", "This field is required.", `value="lots"`)
		swap(c.On(t), time25+"/expenses",
			"date=2026-11-18&bank_code_id={per-diem}&amount=5+km&description=Bus").Want(http.StatusUnprocessableEntity).
			Has("To enter a distance, choose a mileage code.")
		swap(c.On(t), time25+"/expenses/{employee.expense}",
			"version=1&bank_code_id={per-diem}&amount=0&description=Bus").Want(http.StatusUnprocessableEntity).Has("This value is outside the allowed range.")
	})
	t.Run("change and go", func(t *testing.T) {
		swap(c.On(t), time25+"/expenses/{employee.expense}",
			"version=1&bank_code_id={per-diem}&amount=40&description=Bus").Want(http.StatusOK).Has("$40.00", "Bus")
		swap(c.On(t), time25+"/expenses/{employee.expense}/delete",
			"version=2").Want(http.StatusOK).Has("Expense deleted", "Undo").HasNot(`<span class="line-note">Bus`)
	})
}

func TestTimePage_SomeoneElses(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c, head := a.Browser("employee"), a.Browser("supervisor")
	before := a.Rows()
	missing := c.Get("/staff/timesheets/987654").Want(http.StatusNotFound)
	for _, path := range []string{"/staff/timesheets/{colleague.timesheet}", "/staff/timesheets/{stranger.timesheet}",
		"/staff/timesheets/{supervisor.timesheet}"} {
		theirs := c.On(t).Get(path).Want(http.StatusNotFound).HasNot("Ganache", "Ouellette", "Fontaine")
		if stableBody(theirs) != stableBody(missing) {
			t.Errorf("C2: %s tells that there is a sheet", path)
		}
		c.On(t).Form(path+"/shifts", "date=2026-11-18&start_time=8&end_time=16"+regular).Want(http.StatusNotFound)
		c.On(t).Form(path+"/submit", "").Want(http.StatusNotFound)
	}
	c.On(t).Form(time25+"/shifts/{colleague.shift}/delete", "version=1").Want(http.StatusNotFound)
	c.On(t).Form(time25+"/expenses/{stranger.expense}", "amount=1&description=x&bank_code_id={per-diem}").Want(http.StatusNotFound)
	head.On(t).Form(time25+"/shifts/{employee.shift}/delete", "version=1").Want(http.StatusNotFound) // seen, but not on the own time
	c.On(t).Form("/staff/timesheets/{employee.timesheet}/approve", "").Want(http.StatusForbidden)
	head.On(t).Form("/staff/timesheets/{supervisor.timesheet}/approve", "").Want(http.StatusForbidden)
	a.Unchanged(t, before, "forms about others' time")
}

// stableBody returns a page without what differs from request to request: its address and the request's number.
func stableBody(r *apptest.Response) string {
	return regexp.MustCompile(`(value="/staff[^"]*"|help\?page=[^"]*"|<code>[^<]*</code>)`).ReplaceAllString(string(r.Body), "")
}

func TestTimePage_Periods(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.Browser("employee")
	if to := c.Get("/staff/time").Want(http.StatusSeeOther).Header.Get("Location"); to != time25 {
		t.Errorf("today in the present period is at %s", to)
	}
	for _, bad := range []string{"2026-27", "2026-00", "2026-5", "now", "2026", "2026-25-1", "-25", "2026-+5"} {
		c.On(t).Get("/staff/time/" + bad).Want(http.StatusNotFound)
	}
	for _, far := range []string{"2025-01", "2027-26", "1999-13"} {
		c.On(t).Get("/staff/time/"+far).Want(http.StatusOK).Has("<h1>My time</h1>", far)
	}
	for _, path := range []string{"/staff/time", time25} {
		a.Browser("admin").On(t).Get(path).Want(http.StatusOK).Has("You don’t have a timesheet")
	}
	a.Browser("admin").On(t).Form(time25+"/shifts", "date=2026-11-18&start_time=8&end_time=16"+regular).Want(http.StatusNotFound)
}

func TestTimesheetPage_FromHandInToApproval(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const sheet = "/staff/timesheets/{employee.timesheet}"
		c, head := a.Browser("employee"), a.Browser("supervisor")
		t.Run("asks before it hands in what needs a look", func(t *testing.T) {
			c.On(t).Get(time25).Want(http.StatusOK).Has("Before you submit", "no shift or leave", `data-dialog="submit-ask"`)
			c.On(t).Get(time25+"?ask=submit").Want(http.StatusOK).Has("anyway?",
				"<dialog id=\"submit-ask\" class=\"dialog\" aria-labelledby=\"submit-ask-title\" open")
		})
		t.Run("is handed in, and no longer so once it changes", func(t *testing.T) {
			c.On(t).Form(time25+"/submit", "").Want(http.StatusSeeOther)
			c.On(t).Get(time25).Want(http.StatusOK).Has("Submitted on Nov"+nbsp+"20, 2026", "Recall")
			swap(c.On(t), sheet+"/shifts", "date=2026-11-18&start_time=8&end_time=10"+
				regular).Want(http.StatusOK).Has("This timesheet has changed, so it’s no longer submitted")
			c.On(t).Get(time25).Want(http.StatusOK).HasNot("Recall")
			c.On(t).Form(time25+"/submit", "").Want(http.StatusSeeOther)
			c.On(t).Form(time25+"/withdraw", "").Want(http.StatusSeeOther)
			c.On(t).Form(sheet+"/submit", "").Want(http.StatusSeeOther)
		})
		t.Run("is approved by mistake, and as before once that is undone", func(t *testing.T) {
			undo := func() func() *apptest.Response { // approves, and returns the action of the button in the message
				head.On(t).Form(sheet+"/approve", "supervisor_comment=Too+soon").Want(http.StatusSeeOther)
				path, fields := head.On(t).Get(sheet).Want(http.StatusOK).Has("Too soon").Undo()
				return func() *apptest.Response { return head.On(t).Form(path, fields) }
			}
			undo()().Want(http.StatusSeeOther)
			c.On(t).Get(time25).Want(http.StatusOK).Has("Submitted on Nov"+nbsp+"20, 2026", "Recall").HasNot("Approved by Barnabé", "Too soon")
			late := undo()
			head.On(t).Form(sheet+"/comment", "supervisor_comment=Well+looked+at").Want(http.StatusSeeOther)
			late()
			c.On(t).Get(time25).Want(http.StatusOK).Has("Approved by Barnabé Fontaine-Roy", "Well looked at")
			head.On(t).Form(sheet+"/unapprove", "supervisor_comment=").Want(http.StatusSeeOther)
		})
		t.Run("is approved with a comment, and locked", func(t *testing.T) {
			head.On(t).Get(sheet).Want(http.StatusOK).Has("Timesheet for Maëlle Trudelle", "<h1>Maëlle Trudelle</h1>", "Decision", "added a shift", "submitted the timesheet",
				"recalled the timesheet")
			head.On(t).Form(sheet+"/approve", "supervisor_comment="+
				strings.Repeat("x", 1001)).Want(http.StatusUnprocessableEntity).Has(strings.Repeat("x", 1001))
			head.On(t).Form(sheet+"/approve", "supervisor_comment=Well+done").Want(http.StatusSeeOther)
			c.On(t).Get(time25).Want(http.StatusOK).Has("Approved by Barnabé Fontaine-Roy", "Well done", "locked").HasNot("open=shift", "/delete")
			body := "date=2026-11-19&start_time=8&end_time=10" + regular
			c.On(t).Form(sheet+"/shifts", body).Want(http.StatusConflict).HasNot("application/problem+json")
			swap(c.On(t), sheet+"/shifts", body).Want(http.StatusConflict).HasHeader("HX-Refresh", "true")
			c.On(t).Get(time25).Want(http.StatusOK).Has(`class="toast tone-bad"`) // the page that is loaded anew says why
			c.On(t).Form(sheet+"/shifts/{employee.shift}/delete", "version=1").Want(http.StatusConflict)
			c.On(t).Form(time25+"/withdraw", "").Want(http.StatusSeeOther) // nothing left to take back
		})
		t.Run("shows what changed since the approval", func(t *testing.T) {
			head.On(t).Form(sheet+"/unapprove", "supervisor_comment=Well+done").Want(http.StatusSeeOther)
			swap(c.On(t), sheet+"/shifts/{employee.shift}", "version=1&start_time=8&end_time=17"+regular).Want(http.StatusOK).
				Has("Changed since approval", "8:00"+nbsp+"a.m."+nbsp+"– 4:00"+nbsp+"p.m.", "8:00"+nbsp+"a.m."+nbsp+"– 5:00"+nbsp+"p.m.")
			head.On(t).Get(sheet).Want(http.StatusOK).Has("Changed since approval", "removed the approval", "added a note", "changed a shift",
				"<del>", "<ins>")
		})
		t.Run("keeps a comment without a decision", func(t *testing.T) {
			head.On(t).Form(sheet+"/comment", "supervisor_comment=Please+check+Monday").Want(http.StatusSeeOther)
			c.On(t).Get(time25).Want(http.StatusOK).Has("Please check Monday").HasNot("Approved by ")
		})
		t.Run("is not approved over what somebody changed meanwhile", func(t *testing.T) {
			head.On(t).Form(sheet+"/approve", "version=1").Want(http.StatusPreconditionFailed)
		})
	})
}

func TestTimePages_LookAsTheyDid(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	changed := regexp.MustCompile(`href="(/staff/timesheets/\d+)[?"][^>]*>Sarah Campbell`).FindSubmatch(a.EnterDemo(t, "supervisor").Get(demoPeriod).Body)
	if changed == nil {
		t.Fatal("the demo has no Sarah Campbell")
	}
	for _, lang := range []string{"fr", "en"} {
		for name, page := range map[string]struct{ who, path string }{
			"time":      {"employee", time25 + "?day=2026-11-20&open=shift"},
			"timesheet": {"supervisor", string(changed[1])},
			"week":      {"employee", time25 + "?view=week&week=2026-11-15"},
		} {
			t.Run(name+" in "+lang, func(t *testing.T) {
				c := a.EnterDemo(t, page.who)
				c.Form("/staff/preferences", form("lang", lang, "next", "/staff/")).Want(http.StatusSeeOther)
				apptest.Golden(t, "page-"+name+"."+lang+".html", mainContent(c.Get(page.path).Want(http.StatusOK)))
			})
		}
	}
}

// The pages that count the days without hours count the same: those that are over, without today; all once the sheet is submitted.
func TestMissingDays_AgreeEverywhere(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for _, x := range []struct {
		name, days string
		submit     bool
	}{{"of a draft", "2", false}, {"of a submitted sheet", "8", true}} {
		t.Run(x.name, func(t *testing.T) {
			if x.submit {
				a.Browser("employee").On(t).Form("/staff/timesheets/{employee.timesheet}/submit", "").Want(http.StatusSeeOther)
			}
			for page, who := range map[string]string{"/staff/": "employee", "/staff/timesheets/{employee.timesheet}": "supervisor",
				"/staff/periods/2026/25": "supervisor"} {
				m := regexp.MustCompile(`(?i)(\d+)\s+days with no hours`).FindSubmatch(a.Browser(who).On(t).Get(page).Want(http.StatusOK).Body)
				if m == nil || string(m[1]) != x.days {
					t.Errorf("%s says %q, want %s days", page, m, x.days)
				}
			}
			notes := a.Browser("employee").On(t).Get(time25).Doc().Find(".day-note").Length()
			if strconv.Itoa(notes) != x.days {
				t.Errorf("My time marks %d days, want %s", notes, x.days)
			}
		})
	}
}

// Leave that is requested answers its day on every page that counts the days without hours, and is named where the sheet is reviewed:
// whether the day is paid is the approver's decision.
func TestMissingDays_UndecidedLeave(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	made := a.As("employee").On(t).Post("/leave-requests", a.World.Fill(`{"employee_id":{employee},"bank_code_id":{vacation},"leave_type":"Vacation",
		"start_date_time":"2026-11-18T08:00","end_date_time":"2026-11-18T16:00","comment":"","approval_status":"Pending"}`)).Want(http.StatusCreated)
	id := strconv.FormatInt(made.ID(), 10)
	for page, who := range map[string]string{"/staff/": "employee", "/staff/timesheets/{employee.timesheet}": "supervisor",
		"/staff/periods/2026/25": "supervisor"} {
		t.Run(page+" counts one day less, and names the leave", func(t *testing.T) {
			text := a.Browser(who).On(t).Get(page).Want(http.StatusOK).Doc().Text()
			if !regexp.MustCompile(`(?i)\D1\s+day with no hours`).MatchString(text) || !regexp.MustCompile(`(?i)1\s+day of leave pending`).MatchString(text) {
				t.Errorf("got %s", text)
			}
		})
	}
	t.Run("My time marks one day less", func(t *testing.T) {
		if n := a.Browser("employee").On(t).Get(time25).Doc().Find(".day-note").Length(); n != 1 {
			t.Errorf("My time marks %d days", n)
		}
	})
	t.Run("a day whose leave is declined has no hours again", func(t *testing.T) {
		a.As("supervisor").On(t).Patch("/leave-requests/"+id+"/approval", `{"approval_status":"Denied"}`).Want(http.StatusOK)
		text := a.Browser("employee").On(t).Get("/staff/").Want(http.StatusOK).Doc().Text()
		if !regexp.MustCompile(`(?i)\D2\s+days with no hours`).MatchString(text) {
			t.Errorf("got %s", text)
		}
	})
}
