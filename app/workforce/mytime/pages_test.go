package mytime_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

const (
	time25  = "/staff/time/2026-25"
	sheet   = "/staff/timesheets/{employee.timesheet}"
	regular = "&bank_code_id={regular}"
)

// swap posts a form as the page's script does.
func swap(c *apptest.Client, path, body string) *apptest.Response {
	return c.Do(http.MethodPost, path, body, "Content-Type", "application/x-www-form-urlencoded", "HX-Request", "true")
}

// plain returns a text with ordinary spaces.
func plain(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// messages returns the messages of an answer, one after the other.
func messages(r *apptest.Response) string {
	var list []string
	for _, m := range r.Doc().Find("[data-toast] > p").EachIter() {
		list = append(list, plain(htmltest.Text(m)))
	}
	return strings.Join(list, " | ")
}

// daysOf returns the numbers of the days in an answer, and in parentheses the kind of the form that is open in the day.
func daysOf(r *apptest.Response) string {
	var list []string
	for _, day := range r.Doc().Find("li.day").EachIter() {
		text := strings.TrimPrefix(day.AttrOr("id", ""), "d-2026-11-")
		if form := day.Find("form.entry"); form.Length() > 0 {
			text += "(" + strings.TrimPrefix(form.AttrOr("class", ""), "entry ") + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

// undoOf returns the path and the fields that the undo button of the only message posts.
func undoOf(t *testing.T, r *apptest.Response) (path, fields string) {
	t.Helper()
	button := htmltest.One(t, r.Doc(), "[data-toast] form")
	return button.AttrOr("action", ""), htmltest.Values(button).Encode()
}

// entry is one form posted to a page of time, after those before it, and the expected content of the answer.
type entry struct {
	name, who  string // who: a person of the World; "employee" by default
	path, body string // the path after the one of the page
	status     int    // 200 by default
	says       string // the messages
	days       string // as daysOf returns them
}

func post(t *testing.T, a *apptest.App, page string, list []entry) {
	t.Helper()
	for _, x := range list {
		t.Run(x.name, func(t *testing.T) {
			if x.who == "" {
				x.who = "employee"
			}
			if x.status == 0 {
				x.status = http.StatusOK
			}
			r := swap(a.Browser(x.who).On(t), page+x.path, x.body).Want(x.status)
			if got := messages(r); got != x.says {
				t.Errorf("it says %q, want %q", got, x.says)
			}
			if got := daysOf(r); got != x.days {
				t.Errorf("it shows the days %q, want %q", got, x.days)
			}
		})
	}
}

const reopened = " | This timesheet has changed, so it’s no longer submitted. Submit it again when it’s ready."

func TestPages_add_change_and_delete(t *testing.T) {
	a := apptest.New(t)
	c := a.Browser("employee")
	post(t, a, time25, []entry{
		{name: "a new shift changes its day", path: "/shifts", body: "date=2026-11-18&start_time=8&end_time=16" + regular,
			says: "Shift added, Wed, Nov 18: 8 h.", days: "18"},
		{name: "the form of the next day opens when it is asked for", path: "/shifts",
			body: "then=next&date=2026-11-19&start_time=8&end_time=16" + regular, says: "Shift added, Thu, Nov 19: 8 h.", days: "19 20(entry)"},
		{name: "an empty shift opens on the same day when it is asked for", path: "/shifts",
			body: "then=more&date=2026-11-17&start_time=8&end_time=12" + regular, says: "Shift added, Tue, Nov 17: 4 h.", days: "17(entry)"},
		{name: "the next day is a weekday without hours", path: "/shifts", body: "then=next&date=2026-11-20&start_time=8&end_time=12" + regular,
			says: "Shift added, Fri, Nov 20: 4 h.", days: "20 23(entry)"},
		{name: "after the last weekday no form opens", path: "/shifts", body: "then=next&date=2026-11-27&start_time=8&end_time=16" + regular,
			says: "Shift added, Fri, Nov 27: 8 h.", days: "27"},
		{name: "a refused shift shows its form again", path: "/shifts", body: "date=2026-11-24&start_time=morning&end_time=16" + regular,
			status: 422, days: "24(entry)"},
		{name: "a refused expense shows its form again", path: "/expenses", body: "date=2026-11-24&bank_code_id={per-diem}&amount=1",
			status: 422, days: "24(entry-expense)"},
		{name: "an expense changes its day", path: "/expenses", body: "date=2026-11-24&bank_code_id={per-diem}&amount=9&description=Bus",
			says: "Expense added, Tue, Nov 24: $9.00.", days: "24"},
		{name: "a day outside the period gets no shift", path: "/shifts", body: "date=2026-11-29&start_time=8&end_time=16" + regular,
			status: 400},
		{name: "a text is no day", path: "/shifts", body: "date=soon&start_time=8&end_time=16" + regular, status: 400},
		{name: "what belongs to the person in the address alone is changed", who: "supervisor", path: "/expenses/{employee.expense}",
			body: "version=1&amount=1&description=x&bank_code_id={per-diem}", status: 404},
		{name: "and deleted", who: "supervisor", path: "/shifts/{employee.shift}/delete", body: "version=1", status: 404},
	})
	if n := a.Count("shifts", "day > $1 AND archived_at IS NULL", "2026-11-28"); n != 0 {
		t.Errorf("%d shifts are outside the period", n)
	}
	t.Run("without the script the answer leads to the day, or to the form of the next day", func(t *testing.T) {
		c.On(t).Get(time25) // shows why the last entries were refused
		for _, x := range []struct{ body, to, says string }{
			{"date=2026-11-25&start_time=8&end_time=9" + regular, "?day=2026-11-25#d-2026-11-25", "Shift added, Wed, Nov 25: 1 h."},
			{"then=next&date=2026-11-26&start_time=8&end_time=9" + regular, "?day=2026-11-26#d-2026-11-26", "Shift added, Thu, Nov 26: 1 h."},
			{"then=next&date=2026-11-25&start_time=9&end_time=10" + regular, "?day=2026-11-25#d-2026-11-25", "Shift added, Wed, Nov 25: 1 h."},
			{"then=more&date=2026-11-28&start_time=9&end_time=10" + regular, "?day=2026-11-28&open=shift#d-2026-11-28",
				"Shift added, Sat, Nov 28: 1 h."},
			{"then=next&date=2026-11-22&start_time=9&end_time=10" + regular, "?day=2026-11-23&open=shift#d-2026-11-23",
				"Shift added, Sun, Nov 22: 1 h."},
		} {
			r := c.On(t).Form(time25+"/shifts", x.body).Want(http.StatusSeeOther).HasHeader("Location", time25+x.to)
			if got := messages(c.On(t).Get(time25)); got != x.says {
				t.Errorf("%s says %q, want %q", r.Header.Get("Location"), got, x.says)
			}
			if got := messages(c.On(t).Get(time25)); got != "" {
				t.Errorf("it says it again: %q", got)
			}
		}
	})
	t.Run("without the script a refused entry is shown on the whole page", func(t *testing.T) {
		c.On(t).Form(time25+"/shifts", "date=2026-11-24&start_time=morning&end_time=16"+regular).Want(http.StatusUnprocessableEntity).
			Has("<h1>My time</h1>", `value="morning"`)
	})
	t.Run("a submitted time that its owner changes is no longer submitted", func(t *testing.T) {
		submit := func() { swap(c.On(t), sheet+"/submit", "").Want(http.StatusSeeOther); c.On(t).Get(time25) }
		submit()
		post(t, a, sheet, []entry{
			{name: "the supervisor adds to it", who: "supervisor", path: "/shifts", body: "date=2026-11-18&start_time=18&end_time=19" + regular,
				says: "Shift added, Wed, Nov 18: 1 h.", days: "18"},
			{name: "the owner adds to it", path: "/expenses", body: "date=2026-11-16&bank_code_id={mileage}&unit=km&amount=50&description=Bus",
				says: "Expense added, Mon, Nov 16: $36.00." + reopened, days: "16"},
			{name: "the owner adds to it again", path: "/expenses", body: "date=2026-11-16&bank_code_id={per-diem}&amount=5&description=Bus",
				says: "Expense added, Mon, Nov 16: $5.00.", days: "16"},
		})
		submit()
		post(t, a, sheet, []entry{{name: "the owner changes a shift", path: "/shifts/{employee.shift}",
			body: "version=1&start_time=9&end_time=16" + regular, says: "Change saved: Mon, Nov 16." + reopened, days: "16"}})
		submit()
		post(t, a, sheet, []entry{{name: "the owner deletes an expense", path: "/expenses/{employee.expense}/delete", body: "version=1",
			says: "Expense deleted: Tue, Nov 17." + reopened, days: "17"}})
	})
	t.Run("only the sheet that its owner changes is no longer submitted", func(t *testing.T) {
		swap(c.On(t), sheet+"/submit", "").Want(http.StatusSeeOther)
		c.On(t).Get(time25)
		post(t, a, time25, []entry{
			{name: "a shift is added to the draft beside it", path: "/shifts", body: "date=2026-11-25&start_time=18&end_time=19" + regular,
				says: "Shift added, Wed, Nov 25: 1 h.", days: "25"},
			{name: "a shift of the draft is changed", path: fmt.Sprintf("/shifts/%d", shiftOn(t, a, "2026-11-20")),
				body: "version=1&start_time=8&end_time=11" + regular, says: "Change saved: Fri, Nov 20.", days: "20"},
			{name: "a shift of the submitted sheet is changed", path: "/shifts/{employee.shift}",
				body: "version=2&start_time=9&end_time=15" + regular, says: "Change saved: Mon, Nov 16." + reopened, days: "16"},
		})
		swap(c.On(t), time25+"/submit", "").Want(http.StatusSeeOther)
		swap(c.On(t), sheet+"/withdraw", "").Want(http.StatusSeeOther)
		c.On(t).Get(time25)
		post(t, a, sheet, []entry{{name: "a shift is added to a draft beside the submitted time", path: "/shifts",
			body: "date=2026-11-27&start_time=20&end_time=21" + regular, says: "Shift added, Fri, Nov 27: 1 h.", days: "27"}})
		post(t, a, time25, []entry{
			{name: "a shift is added to the submitted time", path: "/shifts", body: "date=2026-11-25&start_time=20&end_time=21" + regular,
				says: "Shift added, Wed, Nov 25: 1 h." + reopened, days: "25"},
			{name: "and another one to the draft that it has become", path: "/shifts",
				body: "date=2026-11-25&start_time=21&end_time=22" + regular, says: "Shift added, Wed, Nov 25: 1 h.", days: "25"},
		})
	})
	t.Run("an approved sheet does not make the owner’s other time submitted", func(t *testing.T) {
		c.On(t).Form(sheet+"/submit", "").Want(http.StatusSeeOther)
		a.Browser("supervisor").On(t).Form(sheet+"/approve", "").Want(http.StatusSeeOther)
		c.On(t).Form(time25+"/withdraw", "").Want(http.StatusSeeOther)
		c.On(t).Get(time25)
		post(t, a, time25, []entry{{name: "the owner adds a shift", path: "/shifts", body: "date=2026-11-24&start_time=18&end_time=19" + regular,
			says: "Shift added, Tue, Nov 24: 1 h.", days: "24"}})
		post(t, a, sheet, []entry{
			{name: "nothing is added to the approved sheet", path: "/shifts", body: "date=2026-11-24&start_time=20&end_time=21" + regular,
				status: 409},
			{name: "nothing is changed on it", path: "/expenses/{employee.mileage}",
				body: "version=1&amount=1&description=x&bank_code_id={per-diem}", status: 409},
		})
		own := fmt.Sprintf("/shifts/%d/delete", shiftOn(t, a, "2026-11-18"))
		post(t, a, sheet, []entry{{name: "nor is a line of another sheet deleted there", path: own, body: "version=1", status: 404}})
	})
}

// shiftOn returns the id of the first shift of the employee on a day.
func shiftOn(t *testing.T, a *apptest.App, day string) (id int64) {
	t.Helper()
	err := a.DB.QueryRow(t.Context(), "SELECT MIN(id) FROM shifts WHERE employee_id = $1 AND day = $2", a.World.IDs["employee"], day).Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestPages_amounts(t *testing.T) {
	a := apptest.New(t)
	c := a.Browser("employee")
	for _, x := range []struct {
		name, body string
		cents      int    // 0: it is refused
		says       string // the errors of the form
	}{
		{"a number is dollars", "bank_code_id={mileage}&amount=50", 5000, ""},
		{"a number beside the unit is kilometres", "bank_code_id={mileage}&unit=km&amount=50", 3600, ""},
		{"a distance with its unit is accepted beside the unit", "bank_code_id={mileage}&unit=km&amount=50+KM", 3600, ""},
		{"dollars are accepted beside the unit", "bank_code_id={mileage}&unit=km&amount=$50", 5000, ""},
		{"an empty distance is required", "bank_code_id={mileage}&unit=km&amount=+", 0, "This field is required."},
		{"a distance of another code is refused", "bank_code_id={per-diem}&unit=km&amount=50", 0, "To enter a distance, choose a mileage code."},
		{"nothing is too little", "bank_code_id={per-diem}&amount=0", 0, "This value is outside the allowed range."},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := swap(c.On(t), time25+"/expenses", x.body+"&date=2026-11-18&description=Bus")
			if x.cents != 0 {
				r.Want(http.StatusOK).Has(fmt.Sprintf("$%d.00", x.cents/100))
				return
			}
			if got := errorsOf(r.Want(http.StatusUnprocessableEntity)); got != x.says {
				t.Errorf("it says %q, want %q", got, x.says)
			}
		})
	}
	t.Run("beside an invalid amount the other fields are checked", func(t *testing.T) {
		r := swap(c.On(t), time25+"/expenses", "date=2026-11-18&bank_code_id={per-diem}&amount=lots&description=")
		if got, want := errorsOf(r.Want(422)), "Enter an amount such as 12.50. | This field is required."; got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	})
}

// errorsOf returns the errors of the fields of a form, and that of the form itself.
func errorsOf(r *apptest.Response) string {
	var list []string
	for _, e := range r.Doc().Find(".field-error").EachIter() {
		list = append(list, plain(htmltest.Text(e)))
	}
	return strings.Join(list, " | ")
}

func TestPages_restore(t *testing.T) {
	a := apptest.New(t)
	c := a.Browser("employee")
	for _, x := range []struct{ name, path, deleted, restored, table string }{
		{"a shift", "/shifts/{employee.shift}/delete", "Shift deleted: Mon, Nov 16.", "Restored: Mon, Nov 16.", "shifts"},
		{"an expense", "/expenses/{employee.expense}/delete", "Expense deleted: Tue, Nov 17.", "Restored: Tue, Nov 17.", "expenses"},
	} {
		t.Run(x.name+" that was deleted comes back on its sheet", func(t *testing.T) {
			live := func() int {
				return a.Count(x.table, "timesheet_id = $1 AND archived_at IS NULL", a.World.IDs["employee.timesheet"])
			}
			before := live()
			gone := swap(c.On(t), sheet+x.path, "version=1&period=2026-25").Want(http.StatusOK)
			if got := messages(gone); got != x.deleted || live() != before-1 {
				t.Errorf("it says %q, and %d of %d are left", got, live(), before)
			}
			path, fields := undoOf(t, gone)
			if got := messages(swap(c.On(t), path, fields).Want(http.StatusOK)); got != x.restored || live() != before {
				t.Errorf("it says %q, and %d of %d are there", got, live(), before)
			}
		})
	}
	t.Run("a line that is no longer valid does not come back, and the message says why", func(t *testing.T) {
		_, fields := undoOf(t, swap(c.On(t), time25+fmt.Sprintf("/shifts/%d/delete", a.World.IDs["employee.evening"]), "version=1"))
		swap(c.On(t), time25+"/shifts", "date=2026-11-17&start_time=16&end_time=18"+regular).Want(http.StatusOK)
		if got := messages(swap(c.On(t), time25+"/shifts/restore", fields).Want(http.StatusOK)); got != "These hours overlap other hours." {
			t.Errorf("it says %q", got)
		}
	})
	t.Run("a line that comes back to a submitted sheet withdraws it and says so, unless it is not valid", func(t *testing.T) {
		for _, x := range []struct{ path, restored string }{
			{"/shifts/{employee.shift}/delete", "Restored: Mon, Nov 16."}, {"/expenses/{employee.expense}/delete", "Restored: Tue, Nov 17."},
		} {
			a := apptest.New(t)
			c := a.Browser("employee")
			path, fields := undoOf(t, swap(c.On(t), sheet+x.path, "version=1&period=2026-25"))
			submit := func() {
				swap(c.On(t), sheet+"/submit", "").Want(http.StatusSeeOther)
				c.On(t).Get(time25)
			}
			submitted := func() bool {
				return a.Count("timesheets", "id = $1 AND submitted_at > 0", a.World.IDs["employee.timesheet"]) == 1
			}
			submit()
			if got := messages(swap(c.On(t), path, fields)); got != x.restored+reopened || submitted() {
				t.Errorf("it says %q, submitted: %v", got, submitted())
			}
			if !strings.Contains(x.path, "shifts") {
				continue
			}
			submit()
			if got := messages(swap(c.On(t), path, fields)); got != "These hours overlap other hours." || !submitted() {
				t.Errorf("it says %q, submitted: %v", got, submitted())
			}
		}
	})
	t.Run("a line does not come back on a day outside the period", func(t *testing.T) {
		swap(c.On(t), time25+"/shifts/restore", "date=2026-11-29"+regular).Want(http.StatusBadRequest)
	})
}

func TestPages_copy(t *testing.T) {
	a := apptest.New(t)
	c := a.Browser("employee")
	add := func(day, from, to string) {
		t.Helper()
		swap(c, time25+"/shifts", "date=2026-11-"+day+"&start_time="+from+"&end_time="+to+regular).Want(http.StatusOK)
	}
	add("18", "5", "9")
	add("18", "13", "17")
	add("19", "22", "6") // until Friday morning
	post(t, a, time25, []entry{
		{name: "a day is copied from the one that the form names", path: "/copy", body: "what=day&date=2026-11-23&from=2026-11-16",
			says: "1 shift copied.", days: "23"},
		{name: "a day that has hours is left", path: "/copy", body: "what=day&date=2026-11-23&from=2026-11-16",
			says: "Nothing to copy: those days already have hours, or the days you’re copying from have none.", days: "23"},
		{name: "a shift that would overlap is left out and counted", path: "/copy", body: "what=day&date=2026-11-20&from=2026-11-18",
			says: "1 shift copied. 1 skipped: that day already has hours, or the time doesn’t exist (clock change).", days: "20"},
		{name: "without a day to copy from, it is the day before", path: "/copy", body: "what=day&date=2026-11-24", says: "1 shift copied.",
			days: "24"},
		{name: "a later day is not copied to an earlier one", path: "/copy", body: "what=day&date=2026-11-25&from=2026-11-26",
			says: "1 shift copied.", days: "25"},
		{name: "a day of another period has nothing to copy", path: "/copy", body: "what=day&date=2026-11-26&from=2026-09-01",
			says: "Nothing to copy: those days already have hours, or the days you’re copying from have none.", days: "26"},
		{name: "a week is copied from the week before, without the days that have hours", path: "/copy", body: "what=week&date=2026-11-25",
			says: "2 shifts copied. 4 skipped: those days already have hours, or the time doesn’t exist (clock change).",
			days: "22 23 24 25 26 27 28"},
		{name: "a day outside the period is refused", path: "/copy", body: "what=week&date=2026-11-29", status: 400},
	})
	t.Run("a copy to a submitted sheet withdraws it and says so, unless nothing is copied", func(t *testing.T) {
		a := apptest.New(t)
		c := a.Browser("employee")
		for _, x := range []struct{ body, says string }{
			{"what=day&date=2026-11-18&from=2026-11-16", "1 shift copied." + reopened},
			{"what=day&date=2026-11-18&from=2026-11-16", "Nothing to copy: those days already have hours, or the days you’re copying from have none."},
			{"what=week&date=2026-11-22", "3 shifts copied." + reopened},
		} {
			swap(c.On(t), sheet+"/submit", "").Want(http.StatusSeeOther)
			c.On(t).Get(time25)
			got := messages(swap(c.On(t), sheet+"/copy", x.body).Want(http.StatusOK))
			submitted := a.Count("timesheets", "id = $1 AND submitted_at > 0", a.World.IDs["employee.timesheet"]) == 1
			if got != x.says || submitted == strings.HasSuffix(x.says, reopened) {
				t.Errorf("it says %q, submitted: %v; want %q", got, submitted, x.says)
			}
		}
	})
	t.Run("nothing is copied to a day of leave", func(t *testing.T) {
		a.As("employee").On(t).Post("/leave-requests", fmt.Sprintf(`{"employee_id":%d,"bank_code_id":%d,"leave_type":"Vacation",
			"start_date_time":"2026-12-07T08:00","end_date_time":"2026-12-07T16:00","comment":"","approval_status":"Pending"}`,
			a.World.IDs["employee"], a.World.IDs["vacation"])).Want(http.StatusCreated)
		const next = "/staff/time/2026-26"
		swap(c.On(t), next+"/shifts", "date=2026-12-04&start_time=8&end_time=16"+regular).Want(http.StatusOK)
		r := swap(c.On(t), next+"/copy", "what=day&date=2026-12-07&from=2026-12-04").Want(http.StatusOK)
		if got := messages(r); !strings.HasPrefix(got, "Nothing to copy") {
			t.Errorf("it says %q", got)
		}
	})
}

// TestPages_expense_onceByForm sends the form of a new expense twice, as after an answer that never came.
func TestPages_expense_onceByForm(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("employee")
		for _, x := range []struct{ open, code, amount, says string }{
			{"expense", "{per-diem}", "9", "Expense added, Wed, Nov 18: $9.00."},
			{"mileage", "{mileage}", "100", "Expense added, Wed, Nov 18: $"},
		} {
			t.Run(x.open, func(t *testing.T) {
				values := htmltest.Values(htmltest.One(t, c.On(t).Get(time25+"?day=2026-11-18&open="+x.open).Doc(), "form.entry-expense"))
				values.Set("bank_code_id", a.World.Fill(x.code))
				values.Set("amount", x.amount)
				values.Set("description", "Bus")
				n := a.Count("expenses", "TRUE")
				saved := swap(c.On(t), time25+"/expenses", values.Encode()).Want(http.StatusOK)
				if says := messages(saved); !strings.HasPrefix(says, x.says) {
					t.Errorf("it says %q", says)
				}
				again := swap(c.On(t), time25+"/expenses", values.Encode()).Want(http.StatusOK)
				const already = "This expense was already added, so nothing was saved again."
				if says := messages(again); !strings.HasPrefix(says, already) || daysOf(again) != daysOf(saved) {
					t.Errorf("the second answer is %q about %s", says, daysOf(again))
				}
				if made := a.Count("expenses", "TRUE") - n; made != 1 {
					t.Errorf("%d expenses", made)
				}
				values.Set("description", "Train")
				other := htmltest.One(t, swap(c.On(t), time25+"/expenses", values.Encode()).Want(http.StatusUnprocessableEntity).Doc(), "form.entry-expense")
				if text := htmltest.Text(other); !strings.Contains(text, "This expense was already saved with other details.") {
					t.Errorf("with another description it says %q", text)
				}
				if made := a.Count("expenses", "TRUE") - n; made != 1 {
					t.Errorf("%d expenses after the form was refused", made)
				}
				swap(c.On(t), time25+"/expenses", htmltest.Values(other).Encode()).Want(http.StatusOK)
				if made := a.Count("expenses", "TRUE") - n; made != 2 {
					t.Errorf("%d expenses after the form that was shown again", made)
				}
			})
		}
	})
}
