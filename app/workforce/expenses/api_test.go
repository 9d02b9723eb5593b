package expenses_test

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
)

func TestAPI(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		const body = `{"timesheet_id":1,"bank_code_id":{per-diem},"date":"2026-11-17T23:30:00-05:00","amount":12.345,"description":" Dîner ","is_approved":false,"supervisor_comment":""}`
		fill := strings.NewReplacer("{per-diem}", fmt.Sprint(d.crew.PerDiem), "{ann}", fmt.Sprint(d.ann.EmployeeID))
		for _, x := range []struct {
			name         string
			by           auth.Actor
			method, path string
			body         string
			ifMatch      string
			status       int
			has          string // each word of it
		}{
			{"create answers 201, the day as written, rounded to the cent", d.ann, "POST", "/Expenses", body, "", 201,
				`"id":1,"timesheet_id":1 "date":"2026-11-17T00:00:00Z","amount":12.35,"description":"Dîner","is_approved":false,"supervisor_comment":""}`},
			{"all seven fields are required, and all are told", d.ann, "POST", "/Expenses", `{}`, "", 400,
				`"timesheet_id" "bank_code_id" "date" "amount" "description" "is_approved" "supervisor_comment" "required"`},
			{"a number written as text", d.ann, "POST", "/Expenses", `{"timesheet_id":"1","bank_code_id":1,"date":"2026-02-30","amount":-3,"description":"","is_approved":1,"supervisor_comment":""}`, "", 400,
				`"field":"timesheet_id","code":"type"`},
			{"approved by the owner", d.ann, "POST", "/Expenses", strings.Replace(body, "false", "true", 1), "", 403, `"code":"approval_not_allowed"`},
			{"the path in small letters is another path", d.ann, "GET", "/expenses", "", "", 404, ``},
			{"get answers 201", d.ann, "GET", "/Expenses/1", "", "", 201, `"amount":12.35`},
			{"a missing one answers 400", d.ann, "GET", "/Expenses/9", "", "", 400, `"code":"not_found"`},
			{"another's answers the same", d.stranger, "GET", "/Expenses/1", "", "", 400, `"code":"not_found"`},
			{"list answers 201", d.ann, "GET", "/Expenses?timesheet_id=1&from=2026-11-17&to=2026-11-17&is_approved=false&employee_id={ann}&bank_code_id={per-diem}", "", "", 201, `[{"id":1,`},
			{"another's is in no list", d.stranger, "GET", "/Expenses", "", "", 201, `[]`},
			{"patch answers 201", d.ann, "PATCH", "/Expenses/1", `{"amount":0.1}`, `"1-1"`, 201, `"amount":0.1,`},
			{"an old version is refused", d.ann, "PATCH", "/Expenses/1", `{"amount":2}`, `"1-1"`, 412, `"code":"stale"`},
			{"null is no amount", d.ann, "PATCH", "/Expenses/1", `{"amount":null,"is_approved":null}`, "", 400, `"field":"amount" "field":"is_approved"`},
			{"is_approved by the owner", d.ann, "PATCH", "/Expenses/1", `{"is_approved":true}`, "", 403, `"code":"approval_not_allowed"`},
			{"in capitals", d.ann, "PATCH", "/Expenses/1", `{"IS_APPROVED":true}`, "", 400, `"code":"unknown"`},
			{"twice", d.ann, "PATCH", "/Expenses/1", `{"is_approved":false,"is_approved":true}`, "", 400, `"code":"`},
			{"the own approval", d.ann, "PATCH", "/Expenses/1/approval", "", "", 403, `"code":"own_approval"`},
			{"approval answers 200", d.boss, "PATCH", "/Expenses/1/approval", `{"supervisor_comment":"Vu"}`, "", 200, `"is_approved":true,"supervisor_comment":"Vu"`},
			{"an approved expense does not change", d.ann, "PATCH", "/Expenses/1", `{"amount":3}`, "", 409, `"code":"expense_approved"`},
			{"withdrawing it by PATCH", d.boss, "PATCH", "/Expenses/1", `{"is_approved":false}`, "", 201, `"is_approved":false`},
			{"delete answers 201 with the record", d.ann, "DELETE", "/Expenses/1", "", "", 201, `"id":1`},
			{"after which it is missing", d.ann, "DELETE", "/Expenses/1", "", "", 400, `"code":"not_found"`},
		} {
			var headers []string
			if x.ifMatch != "" {
				headers = []string{"If-Match", x.ifMatch}
			}
			status, answer := d.call(x.by, x.method, fill.Replace(x.path), fill.Replace(x.body), headers...)
			if status != x.status {
				t.Errorf("%s: status %d, want %d: %s", x.name, status, x.status, answer)
			}
			for _, text := range strings.Fields(x.has) {
				if !strings.Contains(answer, text) {
					t.Errorf("%s: %s lacks %s", x.name, answer, text)
				}
			}
		}
	})
}
