package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"presence/app/apptest"
)

// linking are the members of a PATCH that say whose a record is or what it hangs on, each with the tries to approve the
// own time, expenses or leave through it: every step but the last has to be taken, and the last one to be refused with
// that status. {@} is who tries, and has the role.
var linking = []struct {
	route, member string
	tries         []attempt
}{
	{"/employees/{id}", "user_id", []attempt{
		{"payroll", "gives the own record to a new person",
			[]string{`/employees/{@} {"user_id":"0c1b9f5e-52f5-4c6d-8a0e-5d1c2f3b4a60","email":"ghost@example.com"}`}, 403},
		{"payroll", "gives the own record to another account", []string{`/employees/{@} {"user_id":"{events.user}"}`}, 403},
		{"payroll", "gives another's record to itself", []string{`/employees/{employee} {"user_id":"{@.user}"}`}, 403},
		{"payroll", "gives an administrator a record", []string{`/employees/{employee} {"user_id":"{admin.user}"}`}, 403},
		{"supervisor", "gives the own record to a new person",
			[]string{`/employees/{@} {"user_id":"0c1b9f5e-52f5-4c6d-8a0e-5d1c2f3b4a60","email":"ghost@example.com"}`}, 403},
	}},
	{"/employees/{id}", "supervisor_id", []attempt{
		{"supervisor", "takes over the own supervisor", []string{`/employees/{payroll} {"supervisor_id":{@}}`}, 403},
		{"payroll", "chooses the own supervisor", []string{`/employees/{@} {"supervisor_id":{supervisor}}`}, 400},
		{"payroll", "becomes the own supervisor", []string{`/employees/{@} {"supervisor_id":{@}}`}, 400},
		{"payroll", "approves by the route", []string{`/timesheets/{@.timesheet}/approval {}`}, 403},
	}},
	{"/timesheets/{id}", "employee_id", []attempt{
		{"payroll", "moves a sheet to itself and approves it at once",
			[]string{earlyShift, earlyEvening, `/timesheets/{employee.timesheet} {"employee_id":{@},"is_approved":true}`}, 403},
		{"payroll", "moves an approved sheet to itself", []string{`/timesheets/{employee.timesheet} {"is_approved":true}`,
			`/timesheets/{employee.timesheet} {"employee_id":{@}}`}, 409},
		{"payroll", "approves the own sheet on its way to another",
			[]string{`/timesheets/{@.timesheet} {"employee_id":{employee},"is_approved":true}`}, 403},
		{"payroll", "moves a sheet with an approved expense to itself", []string{`/Expenses/{employee.expense} {"is_approved":true}`, earlyShift,
			earlyEvening, `/timesheets/{employee.timesheet} {"employee_id":{@}}`}, 409},
		{"payroll", "moves a sheet with an approved shift to itself", []string{earlyShift,
			earlyEvening, `/shifts/{employee.shift}/approval {}`, `/timesheets/{employee.timesheet} {"employee_id":{@}}`}, 409},
		{"supervisor", "moves a sheet to themselves", []string{`/timesheets/{employee.timesheet} {"employee_id":{@},"is_approved":true}`}, 403},
	}},
	{"/Expenses/{id}", "timesheet_id", []attempt{
		{"payroll", "moves an expense to itself and approves it at once",
			[]string{`/Expenses/{employee.expense} {"timesheet_id":{@.timesheet},"is_approved":true}`}, 403},
		{"supervisor", "moves an expense to themselves and approves it at once",
			[]string{`/Expenses/{employee.expense} {"timesheet_id":{@.timesheet},"is_approved":true}`}, 403},
		{"payroll", "moves an approved expense to itself",
			[]string{`/Expenses/{employee.expense} {"is_approved":true}`, `/Expenses/{employee.expense} {"timesheet_id":{@.timesheet}}`}, 409},
		{"payroll", "approves the own expense on its way to another",
			[]string{`/Expenses/{@.expense} {"timesheet_id":{employee.timesheet},"is_approved":true}`}, 403},
		{"payroll", "has the own expense approved with another's sheet and takes it back",
			[]string{`/Expenses/{@.expense} {"timesheet_id":{employee.timesheet}}`, `/Expenses/{@.expense} {"is_approved":true}`,
				`/Expenses/{@.expense} {"timesheet_id":{@.timesheet}}`}, 409},
	}},
	{"/Expenses/{id}", "bank_code_id", []attempt{
		{"payroll", "turns an approved expense into mileage",
			[]string{`/Expenses/{employee.expense} {"is_approved":true}`, `/Expenses/{employee.expense} {"bank_code_id":{mileage}}`}, 409},
	}},
	{"/shifts/{id}", "timesheet_id", []attempt{
		{"payroll", "moves an approved shift to itself", []string{`/shifts/{employee.shift}/approval {}`,
			`/shifts/{employee.shift} {"timesheet_id":{@.timesheet},"start_time":"2026-11-17T02:00:00-05:00","end_time":"2026-11-17T03:00:00-05:00"}`}, 409},
		{"supervisor", "moves an approved shift to themselves",
			[]string{`/shifts/{employee.shift}/approval {}`,
				`/shifts/{employee.shift} {"timesheet_id":{@.timesheet},"start_time":"2026-11-17T02:00:00-05:00","end_time":"2026-11-17T03:00:00-05:00"}`}, 409},
		{"payroll", "has the own shift approved with another's sheet and takes it back",
			[]string{`/shifts/{@.shift} {"timesheet_id":{employee.timesheet},"start_time":"2026-11-17T02:00:00-05:00","end_time":"2026-11-17T03:00:00-05:00"}`,
				`/shifts/{@.shift}/approval {}`, `/shifts/{@.shift} {"timesheet_id":{@.timesheet}}`}, 409},
	}},
	{"/shifts/{id}", "bank_code_id", []attempt{
		{"payroll", "raises the rate of an approved shift",
			[]string{`/shifts/{employee.shift}/approval {}`, `/shifts/{employee.shift} {"bank_code_id":{emergency}}`}, 409},
	}},
	{"/leave-requests/{id}", "employee_id", []attempt{
		{"payroll", "moves leave to itself and approves it at once",
			[]string{`/leave-requests/{employee.leave} {"employee_id":{@},"approval_status":"True","start_date_time":"2027-03-01T08:00:00-05:00","end_date_time":"2027-03-02T16:00:00-05:00"}`}, 403},
		{"supervisor", "moves leave to themselves and approves it at once",
			[]string{`/leave-requests/{employee.leave} {"employee_id":{@},"approval_status":"True","start_date_time":"2027-03-01T08:00:00-05:00","end_date_time":"2027-03-02T16:00:00-05:00"}`}, 403},
		{"payroll", "moves approved leave to itself", []string{`/leave-requests/{employee.leave} {"approval_status":"True"}`,
			`/leave-requests/{employee.leave} {"employee_id":{@}}`}, 409},
		{"payroll", "approves the own leave on its way to another",
			[]string{`/leave-requests/{@.leave} {"employee_id":{employee},"approval_status":"True"}`}, 403},
		{"supervisor", "lends the own leave to somebody of the crew, approves it and takes it back",
			[]string{`/leave-requests/{@.leave} {"employee_id":{employee},"start_date_time":"2027-03-01T08:00:00-05:00","end_date_time":"2027-03-02T16:00:00-05:00"}`,
				`/leave-requests/{@.leave} {"approval_status":"True"}`, `/leave-requests/{@.leave} {"employee_id":{@}}`}, 409},
	}},
	{"/leave-requests/{id}", "bank_code_id", []attempt{
		{"payroll", "changes the code of approved leave", []string{`/leave-requests/{employee.leave} {"approval_status":"True"}`,
			`/leave-requests/{employee.leave} {"bank_code_id":{vacation},"start_date_time":"2027-03-01T08:00:00-05:00","end_date_time":"2027-03-02T16:00:00-05:00"}`}, 409},
	}},
	{"/customers/{id}", "user_id", []attempt{ // of no consequence: a customer record gives its person nothing
		{"payroll", "gives the customer's record to itself",
			[]string{`/customers/{customer} {"user_id":"{@.user}"}`, `/timesheets/{@.timesheet} {"is_approved":true}`}, 403},
		{"events", "gives the customer's record to itself", []string{`/customers/{customer} {"user_id":"{@.user}"}`}, 403},
	}},
	{"/customers/{id}", "invoice_id", nil}, // a number of the books: it hangs on nothing here
	{"/oauth-sessions/{id}", "user_id", []attempt{
		{"payroll", "takes another's session", []string{`/oauth-sessions/{employee.session} {"user_id":"{@.user}"}`}, 400},
		{"employee", "gives a session away", []string{`/oauth-sessions/{employee.session} {"user_id":"{payroll.user}"}`}, 403},
	}},
	{"/auth/v1/people/{id}", "employee_id", nil}, // shown, and not changed: a person has the record that names them
	{"/deputies/{id}", "supervisor_id", nil},     // shown, and not changed, as the next one
	{"/deputies/{id}", "deputy_id", nil},
	{"/holiday-pay/{id}", "employee_id", nil}, // shown, and not changed, as the next one
	{"/holiday-pay/{id}", "bank_code_id", nil},
	{"/planned-shifts/{id}", "employee_id", nil}, // what is planned is not paid, and gives nobody a right, as the next two
	{"/planned-shifts/{id}", "supervisor_id", nil},
	{"/planned-shifts/{id}", "bank_code_id", nil},
	{"/shifts/{id}", "customer_id", nil}, // used by reports alone: it gives nobody a right, as the next three
	{"/shifts/{id}", "activity_id", nil},
	{"/Expenses/{id}", "customer_id", nil},
	{"/Expenses/{id}", "activity_id", nil},
	{"/employees/{id}", "external_payroll_id", nil}, // a number in the pay system: it hangs on nothing here
}

// The employee's shifts at an hour when nobody else of the World works.
const (
	earlyShift   = `/shifts/{employee.shift} {"start_time":"2026-11-17T02:00:00-05:00","end_time":"2026-11-17T03:00:00-05:00"}`
	earlyEvening = `/shifts/{employee.evening} {"start_time":"2026-11-17T04:00:00-05:00","end_time":"2026-11-17T05:00:00-05:00"}`
)

// attempt is one way to an approval of the own: PATCH requests, one after another.
type attempt struct {
	who, how string
	steps    []string // path and body
	last     int      // status of the last step
}

// TestLinking goes through every member of every PATCH that links a record to another: none of them is a way to approve
// the own time, expenses or leave (C11).
func TestLinking(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		known := map[string]bool{}
		for _, l := range linking {
			known[l.route+" "+l.member] = true
		}
		for _, found := range linkingMembers(t, a) {
			if !known[found] {
				t.Errorf("PATCH %s links a record, and no row of the table tries it", found)
			}
		}
	})
	for _, l := range linking {
		for _, x := range l.tries {
			t.Run(fmt.Sprintf("%s of %s/%s %s", l.member, l.route, x.who, x.how), func(t *testing.T) {
				a := apptest.New(t)
				c := a.As(x.who).On(t)
				for i, step := range x.steps {
					path, body, _ := strings.Cut(strings.ReplaceAll(step, "{@", "{"+x.who), " ")
					r := c.Patch(path, payload(body))
					if i < len(x.steps)-1 && r.Status >= 300 {
						t.Fatalf("the way to it is closed: %s is answered %d %s", step, r.Status, r.Body)
					}
					if i == len(x.steps)-1 && r.Status != x.last {
						t.Errorf("C11: %s is answered %d, want %d: %s", step, r.Status, x.last, r.Body)
					}
				}
				own := a.World.IDs[x.who]
				for table, where := range map[string]string{"timesheets": "is_approved", "shifts": "is_approved", "expenses": "is_approved",
					"leave_requests": "approval_status = 'True'"} {
					if n := a.Count(table, where+" AND employee_id = $1", own); n != 0 {
						t.Errorf("C11: %d of the own %s are approved", n, table)
					}
				}
			})
		}
	}
}

// linkingMembers are those that the description has: "/timesheets/{id} employee_id".
func linkingMembers(t *testing.T, a *apptest.App) (found []string) {
	t.Helper()
	var d struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
					}
				}
			}
		}
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	if err := json.Unmarshal(a.As(apptest.Anonymous).On(t).Get("/openapi.json").Body, &d); err != nil {
		t.Fatal(err)
	}
	for path, methods := range d.Paths {
		for _, content := range methods["patch"].RequestBody.Content {
			name := content.Schema.Ref[strings.LastIndexByte(content.Schema.Ref, '/')+1:]
			for member := range d.Components.Schemas[name].Properties {
				if strings.HasSuffix(member, "_id") {
					found = append(found, path+" "+member)
				}
			}
		}
	}
	if len(found) < 10 {
		t.Fatalf("only %v link records: the description is not read rightly", found)
	}
	return found
}
