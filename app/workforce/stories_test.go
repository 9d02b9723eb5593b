package workforce_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/apptest/outline"
	"presence/db"
)

// Each of these stories leads through the states of a part of the staff pages. Its golden has what every page says.

func TestPages_Approvals(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	r := outline.Record(t, a)
	decide := func(kind, name, verb, note string) {
		t.Helper()
		table := map[string]string{"sheet": "timesheets", "leave": "leave_requests", "expense": "expenses"}[kind]
		r.Post("supervisor", queue, decision(t, a, kind, table, name, verb, note), htmxOn, "true")
	}
	item := func(query string) { r.Get("supervisor", queue+query) }

	a.Browser("employee").Form("/staff/timesheets/{employee.timesheet}/submit", "")
	a.Clock.Advance(6 * time.Hour)
	a.Browser("colleague").Form("/staff/timesheets/{colleague.timesheet}/submit", "")
	item("")
	item("?kind=sheet&item=sheet-{colleague.timesheet}")
	item("?item=leave-{employee.leave}")
	item("?item=sheet-{stranger.timesheet}") // gives way to the first
	item("?kind=expense&item=expense-{employee.mileage}")
	item("?kind=leave&tab=approved&item=leave-987654")
	r.Post("supervisor", queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "refuse", " "))
	for kind, name := range map[string]string{"sheet": "colleague.timesheet", "expense": "employee.expense", "leave": "employee.leave"} {
		table := map[string]string{"sheet": "timesheets", "leave": "leave_requests", "expense": "expenses"}[kind]
		a.Browser("supervisor").On(t).Form(queue, decision(t, a, kind, table, name, "refuse", strings.Repeat("x", 2001))).
			Want(http.StatusUnprocessableEntity).Has("This text is too long or too short.", `aria-invalid="true"`)
	}
	decide("leave", "colleague.leave", "escalate", "")
	item("?kind=leave&item=leave-{colleague.leave}")
	decide("leave", "employee.leave", "approve", "")
	decide("leave", "colleague.leave", "refuse", "Too many away")
	decide("expense", "employee.expense", "refuse", "No receipt")
	item("?kind=expense&tab=refused")
	item("?tab=approved&item=leave-{employee.leave}")
	item("?tab=refused")
	decide("leave", "employee.leave", "withdraw", "")
	item("?item=leave-{employee.leave}")
	decide("sheet", "employee.timesheet", "approve", "Well done")
	decide("sheet", "employee.timesheet", "approve", "")
	item("?tab=approved")
	decide("sheet", "employee.timesheet", "withdraw", "")
	a.Clock.Advance(time.Minute)
	a.As("employee").Patch("/shifts/{employee.shift}", `{"end_time":"2026-11-16T17:00:00-05:00"}`).Want(http.StatusCreated)
	a.As("employee").Delete("/Expenses/{employee.mileage}").Want(http.StatusCreated)
	item("")
	item("?tab=changed")
	item("?item=sheet-{employee.timesheet}")
	decide("sheet", "colleague.timesheet", "refuse", "Tuesday is missing")
	item("?tab=refused&item=sheet-{colleague.timesheet}")
	r.Get("payroll", queue)
	r.Get("payroll", queue+"?item=sheet-{employee.timesheet}", htmxOn, "true")
	item("?kind=leave&tab=changed")
	item("?kind=expense&tab=changed")
	r.Golden("pages-approvals.txt")
}

// What is taken back, and what is left with the reason.
func TestPages_Undo(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	r := outline.Record(t, a)
	handIn(t, a)
	tables := map[string]string{"sheet": "timesheets", "leave": "leave_requests", "expense": "expenses"}
	item := func(kind, name string) string {
		return fmt.Sprintf("%s-%d-%d", kind, a.World.IDs[name], version(t, a, tables[kind], name))
	}
	decide := func(kind, name, verb, note string) {
		t.Helper()
		a.Clock.Advance(time.Minute)
		a.Browser("supervisor").On(t).Form(queue, decision(t, a, kind, tables[kind], name, verb, note)).Want(http.StatusSeeOther)
	}
	undo := func(who string, items ...string) {
		t.Helper()
		r.Post(who, queue+"/undo", form("items", strings.Join(items, ",")))
	}
	undo("supervisor", item("leave", "employee.leave")) // nothing was decided yet
	undo("payroll", item("sheet", "payroll.timesheet"), item("leave", "payroll.leave"), item("expense", "payroll.expense"))
	decide("expense", "employee.expense", "refuse", "No receipt")
	undo("payroll", item("expense", "employee.expense"))
	undo("supervisor", "expense-987654-1", "leave-987654-1", "sheet-987654-1")
	undo("supervisor", strings.Repeat("sheet-1-1,", 50)+"sheet-1-1")
	undo("supervisor", item("expense", "employee.expense"))
	decide("expense", "employee.expense", "approve", "")
	decide("sheet", "employee.timesheet", "approve", "")
	undo("supervisor", item("expense", "employee.expense"))
	undo("supervisor", item("sheet", "employee.timesheet"))
	a.As("supervisor").On(t).Patch("/leave-requests/{employee.leave}", `{"comment":"Noted"}`).Want(http.StatusCreated)
	undo("supervisor", item("leave", "employee.leave"))
	decide("leave", "employee.leave", "escalate", "")
	undo("payroll", item("leave", "employee.leave"))
	undo("supervisor", item("leave", "employee.leave"), item("sheet", "colleague.timesheet"))
	decide("sheet", "employee.timesheet", "refuse", "Tuesday")
	a.Browser("employee").On(t).Form("/staff/timesheets/{employee.timesheet}/submit", "").Want(http.StatusSeeOther)
	undo("supervisor", item("sheet", "employee.timesheet"))
	for _, open := range []string{"leave-{colleague.leave}", "sheet-{employee.timesheet}"} { // what was looked at stays, unless it was approved
		ticks := form("items", item("leave", "colleague.leave"), "view", "item="+a.World.Fill(open))
		r.Post("supervisor", queue+"/many", ticks+"&confirmed=1")
	}
	decide("leave", "colleague.leave", "withdraw", "")
	undo("supervisor", item("leave", "colleague.leave"))
	r.Post("supervisor", queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "refuse", ""), htmxOn, "true")
	r.Golden("pages-undo.txt")
}

func TestPages_Time(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	r := outline.Record(t, a)
	mine := func(query string) { r.Get("employee", time25+query) }
	add := func(kind, body string) {
		t.Helper()
		a.Browser("employee").Form(time25+"/"+kind, body).Want(http.StatusSeeOther)
	}
	const sheet = "/staff/timesheets/{employee.timesheet}"

	mine("")
	mine("?day=2026-11-20&open=shift")
	mine("?day=2026-11-20&open=expense")
	mine("?day=2026-11-16&open=shift-{employee.shift}")
	mine("?day=2026-11-16&open=shift-987654")
	mine("?day=2026-11-17&open=expense-{employee.mileage}")
	mine("?ask=submit")
	r.Get("employee", time25+"?day=2026-11-17", htmxOn, "true")
	r.Get("employee", time25+"?day=2026-12-17", htmxOn, "true") // of another period: the page
	r.Post("employee", time25+"/shifts", "date=2026-11-19&start_time=x&end_time=&bank_code_id=987", htmxOn, "true")
	r.Post("employee", time25+"/shifts", "date=2026-11-19&start_time=7&end_time=23:30&then=next"+regular, htmxOn, "true")
	add("shifts", "date=2026-11-20&start_time=7&end_time=8:30"+regular)
	add("shifts", "date=2026-11-21&start_time=12&end_time=20"+regular)
	add("shifts", "date=2026-11-15&start_time=12&end_time=20"+regular)
	add("shifts", "date=2026-11-24&start_time=22&end_time=6"+regular)
	add("expenses", "date=2026-11-25&bank_code_id={per-diem}&amount=12.5&description=Lunch")
	a.As("admin").Post("/leave-requests", `{"employee_id":{employee},"bank_code_id":{vacation},"leave_type":"Vacation",
		"start_date_time":"2026-11-26T00:00","end_date_time":"2026-11-27T00:00","comment":"","approval_status":"True"}`).Want(http.StatusCreated)
	a.As("employee").Post("/leave-requests", `{"employee_id":{employee},"bank_code_id":{vacation},"leave_type":"Sick",
		"start_date_time":"2026-11-27T08:00","end_date_time":"2026-11-27T12:00","comment":"","approval_status":"Pending"}`).
		Want(http.StatusCreated)
	mine("")
	r.Get("employee", sheet)
	r.Get("employee", "/staff/time/2026-26")
	r.Post("employee", "/staff/time/2026-26/copy", "what=week&date=2026-11-29", htmxOn, "true")
	r.Post("employee", time25+"/withdraw", "")
	r.Post("employee", time25+"/submit", "")
	mine("")
	r.Post("employee", time25+"/submit", "")
	r.Get("supervisor", sheet)
	a.Clock.Advance(2 * time.Minute)
	r.Post("supervisor", sheet+"/shifts/{employee.shift}", "version=1&start_time=8&end_time=17"+regular, htmxOn, "true")
	r.Post("supervisor", sheet+"/approve", "supervisor_comment="+strings.Repeat("x", 1001))
	r.Post("supervisor", sheet+"/approve", "supervisor_comment=Well+done")
	r.Post("supervisor", sheet+"/comment", "supervisor_comment=Thanks")
	r.Get("supervisor", sheet)
	r.Get("employee", sheet)
	mine("")
	r.Post("supervisor", sheet+"/unapprove", "supervisor_comment=Thanks")
	a.Clock.Advance(2 * time.Minute)
	a.As("employee").Delete("/Expenses/{employee.expense}").Want(http.StatusCreated)
	a.As("employee").Patch("/shifts/{employee.shift}", `{"end_time":"2026-11-16T16:30:00-05:00"}`).Want(http.StatusCreated)
	r.Post("employee", time25+"/shifts/{employee.evening}/delete", "version=1", htmxOn, "true")
	r.Get("supervisor", sheet)
	mine("")
	r.Get("admin", time25)
	r.Golden("pages-time.txt")
}

// Lines that go and come back, that another location has, and that fit no more.
func TestPages_TimeLines(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	r := outline.Record(t, a)
	const sheet, line = "/staff/timesheets/{employee.timesheet}", "timesheet_id={employee.timesheet}&bank_code_id={per-diem}&date=2026-11-18"
	post := func(path, body string) { r.Post("employee", path, a.World.Fill(body)) }
	post(time25+"/expenses/{employee.expense}/delete", "version=1")
	post(time25+"/expenses/restore", line+"&cents=4250&description=Lunch")
	post(time25+"/expenses/restore", line+"&cents=0&description=Lunch")
	post(time25+"/expenses/restore", "date=2026-11-30&cents=1")
	post(time25+"/expenses/restore", "date=soon&cents=1")
	post("/staff/time/2026-24/expenses/{employee.mileage}", "version=1&bank_code_id={mileage}&amount=5+km&description=x")
	post("/staff/time/2026-24/shifts/{employee.shift}", "version=1&start_time=8&end_time=9"+regular)
	post("/staff/timesheets/{colleague.timesheet}/shifts/{employee.shift}/delete", "version=1")
	post(time25+"/shifts/987654/delete", "version=1")
	post(time25+"/shifts", "date=2026-11-18&start_time=8&end_time=9"+regular+"&then=next")
	post(time25+"/shifts", "date=2026-11-27&start_time=8&end_time=9"+regular+"&then=next")
	post(time25+"/copy", "what=day&date=2026-11-19")
	post(time25+"/copy", "what=week&date=2026-11-22")
	post(time25+"/copy", "what=week&date=2026-11-22")
	post(time25+"/copy", "what=week&date=2026-12-22")
	r.Post("supervisor", sheet+"/shifts", a.World.Fill("date=2026-11-20&start_time=8&end_time=9"+regular))
	r.Get("employee", sheet+"?period=2026-24")
	r.Get("employee", sheet+"?period=2026-99")
	r.Get("employee", sheet+"?period=2026-25&day=2026-11-20&open=shift-")
	a.As("payroll").On(t).Patch("/employees/{employee}", `{"last_work_day":"2026-11-19"}`).Want(http.StatusAccepted)
	r.Get("supervisor", sheet)
	r.Golden("pages-time-lines.txt")
}

func TestPages_Leave(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	r := outline.Record(t, a)
	ask := func(start, end, status string) {
		t.Helper()
		a.As("admin").Post("/leave-requests", fmt.Sprintf(`{"employee_id":{employee},"bank_code_id":{vacation},"leave_type":"Unpaid",
			"start_date_time":"%s","end_date_time":"%s","comment":"","approval_status":"%s"}`, start, end, status)).Want(http.StatusCreated)
	}
	ask("2026-11-20T00:00", "2026-11-21T00:00", "True")
	ask("2026-11-23T00:30", "2026-11-24T00:00", "Pending")
	ask("2026-11-24T00:00", "2026-11-24T06:30", "Escalated")
	ask("2026-11-25T08:00", "2026-11-27T12:00", "False")
	ask("2026-11-25T00:00", "2026-11-28T00:00", "Cancelled")
	ask("2026-11-30T00:00", "2026-12-03T00:00", "Denied")
	ask("2026-11-27T00:00", "2026-12-02T00:00", "True")
	for _, x := range []struct{ who, path string }{
		{"employee", leavePage}, {"employee", leavePage + "?from=2026-12-01"}, {"supervisor", leavePage}, {"supervisor",
			leavePage + "?from=2027-02-01"},
		{"payroll", leavePage + "?from=2027-02-01&part=7"}, {"admin", leavePage + "?from=2026-10-01"},
	} {
		r.Get(x.who, x.path)
	}
	r.Post("employee", leavePage, asks(a, "start_date", "", "bank_code_id", ""))
	r.Post("employee", leavePage, asks(a, "span", "times", "end_date", "", "start_time", "16:00", "end_time", "08:00"))
	r.Post("employee", leavePage, asks(a, "span", "weeks"))
	r.Post("employee", leavePage, asks(a, "comment", strings.Repeat("x", 2001)))
	r.Post("employee", leavePage, asks(a))
	r.Golden("pages-leave.txt")
}

func TestPages_Team(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	r := outline.Record(t, a)
	const team, one = "/staff/employees", "/staff/employees/{employee}"
	a.As("payroll").Patch("/employees/{colleague}", `{"last_work_day":"2026-12-24"}`).Want(http.StatusOK)
	for _, x := range []struct{ who, path string }{
		{"payroll", team}, {"supervisor", team}, {"supervisor", team + "?q=ma%C3%ABlle"}, {"payroll",
			team + "?supervisor_id={supervisor}&q=nobody"},
		{"payroll", team + "?company_code=271583&page=2"}, {"payroll", team + "?view=tree"}, {"supervisor", team + "?view=tree"},
		{"payroll", team + "?view=archive"}, {"employee", team}, {"employee", one}, {"supervisor", one}, {"payroll", one},
		{"payroll", team + "/{colleague}"}, {"payroll", team + "/{supervisor}"}, {"supervisor", team + "/{supervisor}"},
		{"payroll", one + "/edit"}, {"admin", one + "/edit"}, {"payroll", one + "/supervisor"}, {"payroll", one + "/supervisor?supervisor_id_q=ig"},
		{"payroll", team + "/new"},
	} {
		r.Get(x.who, x.path)
	}
	r.Post("payroll", team, form("first_name", "", "email", "x", "phone_number", "12", "external_payroll_id", "a", "first_work_day", "soon"))
	r.Post("payroll", team, form("first_name", "Zoé", "last_name", "Roy", "email", "zoe@example.com", "phone_number", "(514) 555-0199",
		"external_payroll_id", "9001", "company_code", "88", "first_work_day", "2026-11-25"))
	r.Post("payroll", one, form("version", "1", "first_name", "Mae", "phone_number", "x", "last_work_day", "x"))
	r.Post("payroll", one, form("version", fmt.Sprint(version(t, a, "employees", "employee")), "first_name", "Mae", "residence", "Sorel"))
	r.Post("payroll", one+"/supervisor", form("version", fmt.Sprint(version(t, a, "employees", "employee")), "supervisor_id",
		fmt.Sprint(a.World.IDs["foreman"])))
	r.Get("payroll", one)
	r.Post("payroll", one+"/leave", form("version", fmt.Sprint(version(t, a, "employees", "employee")), "last_work_day", "2026-11-19"))
	r.Get("payroll", one)
	r.Get("payroll", team+"?view=archive")
	r.Get("payroll", team+"?view=archive&q=nobody")
	r.Golden("pages-team.txt")
}

func TestPages_Today(t *testing.T) {
	t.Parallel()
	t.Run("of the World", func(t *testing.T) {
		a := apptest.New(t)
		r := outline.Record(t, a)
		for _, who := range []string{"employee", "supervisor", "payroll", "admin", "events"} {
			r.Get(who, "/staff/")
		}
		handIn(t, a)
		a.Clock.Advance(5 * time.Hour)
		for _, who := range []string{"employee", "supervisor", "payroll"} {
			r.Get(who, "/staff/")
		}
		a.As("supervisor").Patch("/pay-periods/2026/25/approval", nil).Want(http.StatusOK)
		for _, who := range []string{"colleague", "supervisor"} {
			r.Get(who, "/staff/")
		}
		r.Golden("pages-today.txt")
	})
	t.Run("of the World when the period is over", func(t *testing.T) {
		a := apptest.New(t)
		r := outline.Record(t, a)
		a.Clock.Set(time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC))
		a.Browser("stranger").Form("/staff/timesheets/{stranger.timesheet}/submit", "")
		for _, who := range []string{"colleague", "stranger", "foreman", "payroll"} {
			r.Get(who, "/staff/")
		}
		r.Golden("pages-today-after.txt")
	})
	t.Run("of the demo", func(t *testing.T) {
		r := outline.RecordDemo(t, apptest.NewDemo(t, db.SQLite))
		for _, who := range []string{"supervisor", "employee", "payroll", "admin", "events"} {
			r.Get(who, "/staff/")
		}
		r.Golden("pages-today-demo.txt")
	})
}

func TestPages_Period(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	r := outline.RecordDemo(t, a)
	of := func(who, query string) { r.Get(who, demoPeriod+query) }
	for _, query := range []string{"", "?state=check&sort=-overtime&weeks=1", "?state=open", "?state=approved&q=a",
		"?sort=-name&reports=direct&page=3&q=e",
		"?state=ready&sort=mileage&rows=all&ask=all", "?q=nobody"} {
		of("supervisor", query)
	}
	of("payroll", "?crew=3&sort=-hours&state=check")
	of("payroll", "?crew=0&page=0&sort=wages&state=x&q=anne")
	r.Get("supervisor", "/staff/periods/2026/25?sort=-expenses")
	r.Get("supervisor", "/staff/periods/2026/23?q=cote")
	r.Get("payroll", "/staff/periods/2026/22?state=approved&q=cote")
	c := a.EnterDemo(t, "supervisor")
	r.Post("supervisor", demoPeriod+"/approve", form("which", "clean", "sheets", sheetsOfButton(t, c.Get(demoPeriod), "clean")))
	done := "?q=a&done=" + fmt.Sprint(a.Clock.Now().UnixMilli())
	of("supervisor", done)
	r.Post("supervisor", demoPeriod+"/undo", form("sheets", sheetsOfUndo(t, c.Get(demoPeriod+done))))
	r.Post("supervisor", demoPeriod+"/approve", form("which", "row", "sheets", "1-99", "employee_id", "9"))
	r.Post("supervisor", demoPeriod+"/approve", form("which", "all", "sheets", "1-99"))
	person := func(who, method, path string) {
		if method == http.MethodGet {
			r.Get(who, demoPeriod+"/people/"+path)
		} else {
			r.Post(who, demoPeriod+"/people/"+path, "")
		}
	}
	person("supervisor", http.MethodGet, "11")
	person("supervisor", http.MethodGet, "0")
	person("supervisor", http.MethodGet, "x")
	person("supervisor", http.MethodGet, "25")
	person("supervisor", http.MethodPost, "11")
	person("employee", http.MethodPost, "11")
	person("supervisor", http.MethodGet, "11")
	r.Post("employee", demoPeriod+"/withdraw", form("sheets", "1-1", "employee_id", "9"))
	r.Golden("pages-period.txt")
}

func TestPages_Payroll(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	r := outline.RecordDemo(t, a)
	get := func(path string) { r.Get("payroll", payrollPage+path) }
	for _, path := range []string{"", "?from=2026-23", "?from=2027-01&before=1", "?before=9", "?export=2026-25", "?export=2026-24",
		"?export=2026-23",
		"?export=2026-26", "/exports/1", "/exports/1?ask=withdraw", "/presets", "/presets?open=columns", "/presets?open=adp",
		"/presets?open=99"} {
		get(path)
	}
	post := func(path string, pairs ...string) { r.Post("payroll", payrollPage+path, form(pairs...)) }
	post("/exports", "period", "2026-24", "format", "pdf")
	post("/exports", "period", "2026-24", "format", "csv", "preset", "9")
	post("/exports", "period", "2026-26", "format", "csv")
	post("/presets", "kind", "columns", "name", "", "move", "down.period", "column", "amount")
	post("/presets", "kind", "columns", "name", "")
	post("/presets", "kind", "adp", "name", "ADP", "company", "ABCD", "batch", "123456789", "codes", "G1\nG2=EVE")
	r.Post("payroll", payrollPage+"/presets", "kind=columns&name=Short&order=week&column=hours&column=week")
	post("/presets", "kind", "adp", "name", "ADP", "company", "ABC", "codes", "G2=EVE\n\nC1 = VAC")
	post("/presets", "kind", "other", "name", "Odd")
	get("/presets")
	get("/presets?open=1")
	get("/presets?open=2")
	post("/presets/1", "name", "ADP", "version", "1", "column", "hours")
	post("/presets/1", "name", "Shorter", "version", "1", "column", "hours")
	post("/exports", "period", "2026-24", "format", "csv-fr", "preset", "2")
	post("/exports", "period", "2026-24", "format", "csv-fr", "preset", "2", "partial", "true")
	get("/exports/2")
	r.Get("payroll", payrollPage+"/exports/1", htmxOn, "true")
	r.Get("payroll", payrollPage+"/exports/2", htmxOn, "true")
	post("/exports/1/withdraw")
	post("/exports/2/withdraw")
	get("")
	get("/exports/2")
	post("/presets/2/delete", "version", "1")
	r.Golden("pages-payroll.txt")
}

func TestPages_BankCodes(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	r := outline.Record(t, a)
	const page = "/staff/bank-codes"
	r.Get("payroll", page)
	r.Get("payroll", page+"?open=new")
	r.Get("payroll", page+"?open={mileage}")
	r.Get("payroll", page+"?open=987654")
	r.Post("payroll", page, form("type", "", "categorie", "x", "modifier", "x", "bank_code", ""))
	r.Post("payroll", page, form("type", "standby", "categorie", "shift", "modifier", "1,5", "bank_code", "G77"))
	r.Get("payroll", page)
	r.Post("payroll", page, form("type", "standby", "categorie", "shift", "modifier", " ", "bank_code", "G78"))
	r.Post("payroll", page, form("type", "standby", "categorie", "shift", "modifier", "1000001", "bank_code", "G78"))
	r.Post("payroll", page, form("type", "standby", "categorie", "shift", "modifier", "1", "bank_code", "G77"))
	r.Post("payroll", page+"/{regular}", form("version", "1", "type", "regular", "categorie", "leave", "modifier", "1", "bank_code", "G1"))
	r.Post("payroll", page+"/{regular}", form("version", "1", "type", "", "categorie", "shift", "modifier", "x", "bank_code", "G1"))
	r.Post("payroll", page+"/{regular}", form("version", "9", "type", "regular", "categorie", "shift", "modifier", "1", "bank_code", "G1"))
	r.Post("payroll", page+"/{mileage}", form("version", "1", "type", "mileage", "categorie", "expense", "modifier", "0,75", "bank_code",
		"G503"))
	r.Post("payroll", page+"/{vacation}/delete", "version=9")
	r.Post("payroll", page+"/987654/delete", "version=1")
	a.Browser("payroll").On(t).Form("/staff/preferences", form("lang", "fr", "next", "/staff/")).Want(http.StatusSeeOther)
	r.Get("payroll", page)
	r.Golden("pages-bank-codes.txt")
}
