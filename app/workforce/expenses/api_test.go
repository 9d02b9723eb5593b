package expenses_test

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
)

func TestAPI(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		const body = `{"timesheet_id":1,"bank_code_id":{per-diem},"date":"2026-11-17T23:30:00-05:00","amount":12.345,"description":" Dîner ","is_approved":false,"supervisor_comment":""}`
		fill := strings.NewReplacer("{per-diem}", fmt.Sprint(w.Crew.PerDiem), "{ann}", fmt.Sprint(w.Ann.EmployeeID))
		for _, x := range []struct {
			name         string
			by           auth.Actor
			method, path string
			body         string
			ifMatch      string
			status       int
			has          string // each word of it
		}{
			{"create answers 201, the day as written, rounded to the cent", w.Ann, "POST", "/Expenses", body, "", 201,
				`"id":1,"timesheet_id":1 "date":"2026-11-17T00:00:00Z","amount":12.35,"description":"Dîner","is_approved":false,"supervisor_comment":"","receipts":0}`},
			{"all seven fields are required, and all are told", w.Ann, "POST", "/Expenses", `{}`, "", 400,
				`"timesheet_id" "bank_code_id" "date" "amount" "description" "is_approved" "supervisor_comment" "required"`},
			{"a number written as text", w.Ann, "POST", "/Expenses",
				`{"timesheet_id":"1","bank_code_id":1,"date":"2026-02-30","amount":-3,"description":"","is_approved":1,"supervisor_comment":""}`, "",
				400,
				`"field":"timesheet_id","code":"type"`},
			{"approved by the owner", w.Ann, "POST", "/Expenses", strings.Replace(body, "false", "true", 1), "", 403,
				`"code":"approval_not_allowed"`},
			{"the path in small letters is another path", w.Ann, "GET", "/expenses", "", "", 404, ``},
			{"get answers 201", w.Ann, "GET", "/Expenses/1", "", "", 201, `"amount":12.35`},
			{"a missing one answers 400", w.Ann, "GET", "/Expenses/9", "", "", 400, `"code":"not_found"`},
			{"another's answers the same", w.Stranger, "GET", "/Expenses/1", "", "", 400, `"code":"not_found"`},
			{"list answers 201", w.Ann, "GET",
				"/Expenses?timesheet_id=1&from=2026-11-17&to=2026-11-17&is_approved=false&employee_id={ann}&bank_code_id={per-diem}", "", "", 201,
				`[{"id":1,`},
			{"another's is in no list", w.Stranger, "GET", "/Expenses", "", "", 201, `[]`},
			{"patch answers 201", w.Ann, "PATCH", "/Expenses/1", `{"amount":0.1}`, `"1-1"`, 201, `"amount":0.1,`},
			{"an old version is refused", w.Ann, "PATCH", "/Expenses/1", `{"amount":2}`, `"1-1"`, 412, `"code":"stale"`},
			{"null is no amount", w.Ann, "PATCH", "/Expenses/1", `{"amount":null,"is_approved":null}`, "", 400,
				`"field":"amount" "field":"is_approved"`},
			{"is_approved by the owner", w.Ann, "PATCH", "/Expenses/1", `{"is_approved":true}`, "", 403, `"code":"approval_not_allowed"`},
			{"in capitals", w.Ann, "PATCH", "/Expenses/1", `{"IS_APPROVED":true}`, "", 400, `"code":"unknown"`},
			{"twice", w.Ann, "PATCH", "/Expenses/1", `{"is_approved":false,"is_approved":true}`, "", 400, `"code":"`},
			{"the own approval", w.Ann, "PATCH", "/Expenses/1/approval", "", "", 403, `"code":"own_approval"`},
			{"approval answers 200", w.Boss, "PATCH", "/Expenses/1/approval", `{"supervisor_comment":"Vu"}`, "", 200,
				`"is_approved":true,"supervisor_comment":"Vu"`},
			{"an approved expense does not change", w.Ann, "PATCH", "/Expenses/1", `{"amount":3}`, "", 409, `"code":"expense_approved"`},
			{"withdrawing it by PATCH", w.Boss, "PATCH", "/Expenses/1", `{"is_approved":false}`, "", 201, `"is_approved":false`},
			{"delete answers 201 with the record", w.Ann, "DELETE", "/Expenses/1", "", "", 201, `"id":1`},
			{"after which it is missing", w.Ann, "DELETE", "/Expenses/1", "", "", 400, `"code":"not_found"`},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.in(t)
				var headers []string
				if x.ifMatch != "" {
					headers = []string{"If-Match", x.ifMatch}
				}
				a := w.As(x.by).Do(x.method, fill.Replace(x.path), fill.Replace(x.body), headers...)
				if a.Status != x.status {
					t.Errorf("%s: status %d, want %d: %s", x.name, a.Status, x.status, a.Body)
				}
				for _, text := range strings.Fields(x.has) {
					if !strings.Contains(a.Body, text) {
						t.Errorf("%s: %s lacks %s", x.name, a.Body, text)
					}
				}
			})
		}
	})
}
