package leaverequests

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
)

func TestAPI(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		const body = `{"employee_id":{ann},"bank_code_id":{vacation},"leave_type":"Vacation","start_date_time":"2026-12-07T08:00","end_date_time":"2026-12-08T16:00:00-05:00","comment":"","approval_status":"Pending"}`
		fill := strings.NewReplacer("{ann}", fmt.Sprint(d.ann.EmployeeID), "{vacation}", fmt.Sprint(d.crew.Vacation))
		for _, x := range []struct {
			name         string
			by           auth.Actor
			method, path string
			body         string
			ifMatch      string
			status       int
			has          string // each word of it
		}{
			{"create answers 201; a time without an offset is the company's", d.ann, "POST", "/leave-requests", body, "", 201,
				`"id":1, "start_date_time":"2026-12-07T13:00:00Z","end_date_time":"2026-12-08T21:00:00Z" "approval_status":"Pending"`},
			{"all seven fields are required, and all are told", d.ann, "POST", "/leave-requests", `{}`, "", 400,
				`"employee_id" "bank_code_id" "leave_type" "start_date_time" "end_date_time" "comment" "approval_status" "required"`},
			{"approved by the owner", d.ann, "POST", "/leave-requests", strings.NewReplacer("Pending", "True", "2026-12", "2027-01").Replace(body),
				"", 403, `"code":"approval_not_allowed"`},
			{"the same days again", d.ann, "POST", "/leave-requests", body, "", 400, `"field":"start_date_time","code":"overlap"`},
			{"a status of no kind", d.ann, "POST", "/leave-requests", strings.Replace(body, "Pending", "pending", 1), "", 400,
				`"field":"approval_status","code":"not_allowed"`},
			{"get answers 201", d.boss, "GET", "/leave-requests/1", "", "", 201, `"leave_type":"Vacation"`},
			{"a missing one answers 400", d.ann, "GET", "/leave-requests/9", "", "", 400, `"code":"not_found"`},
			{"another's answers the same", d.stranger, "GET", "/leave-requests/1", "", "", 400, `"code":"not_found"`},
			{"a word is no id", d.ann, "GET", "/leave-requests/x", "", "", 400, `"code":"not_found"`},
			{"list answers 201", d.ann, "GET",
				"/leave-requests?employee_id={ann}&approval_status=Pending&leave_type=Vacation&from=2026-12-08&to=2026-12-20&bank_code_id={vacation}",
				"", "", 201, `[{"id":1,`},
			{"a list of the days before", d.ann, "GET", "/leave-requests?to=2026-12-06", "", "", 201, `[]`},
			{"a list of the days after", d.ann, "GET", "/leave-requests?from=2026-12-09", "", "", 201, `[]`},
			{"a list by a status of no kind", d.ann, "GET", "/leave-requests?approval_status=Maybe", "", "", 400, `"field":"approval_status"`},
			{"another's is in no list", d.stranger, "GET", "/leave-requests", "", "", 201, `[]`},
			{"patch answers 201", d.ann, "PATCH", "/leave-requests/1", `{"end_date_time":"2026-12-09T16:00:00-05:00"}`, `"1-1"`, 201,
				`"end_date_time":"2026-12-09T21:00:00Z"`},
			{"an old version is refused", d.ann, "PATCH", "/leave-requests/1", `{"comment":"x"}`, `"1-1"`, 412, `"code":"stale"`},
			{"null is no time", d.ann, "PATCH", "/leave-requests/1", `{"start_date_time":null,"leave_type":null}`, "", 400,
				`"field":"start_date_time" "field":"leave_type"`},
			{"approved by the owner, by PATCH", d.ann, "PATCH", "/leave-requests/1", `{"approval_status":"True"}`, "", 403,
				`"code":"approval_not_allowed"`},
			{"the own approval", d.ann, "PATCH", "/leave-requests/1/approval", "", "", 403, `"code":"approval_not_allowed"`},
			{"escalated", d.boss, "PATCH", "/leave-requests/1/approval", `{"approval_status":"Escalated","comment":"Avis de la direction"}`, "", 200,
				`"comment":"Avis`},
			{"approval without a body approves, and answers 200", d.payroll, "PATCH", "/leave-requests/1/approval", "", "", 200,
				`"approval_status":"True"`},
			{"a move that there is not", d.boss, "PATCH", "/leave-requests/1/approval", `{"approval_status":"Denied"}`, "", 409,
				`"code":"leave_move"`},
			{"a decision of no kind", d.boss, "PATCH", "/leave-requests/1/approval", `{"approval_status":"Yes","is_approved":true}`, "", 400,
				`"field":"approval_status" "field":"is_approved"`},
			{"a decision of no kind with a comment that is too long, told together", d.boss, "PATCH", "/leave-requests/1/approval",
				`{"approval_status":"Yes","comment":"` + strings.Repeat("a", 2001) + `"}`, "", 400, `"field":"approval_status" "field":"comment"`},
			{"approved leave is not deleted", d.ann, "DELETE", "/leave-requests/1", "", "", 409, `"code":"leave_approved"`},
			{"cancelled by the owner", d.ann, "PATCH", "/leave-requests/1", `{"approval_status":"Cancelled"}`, "", 201,
				`"approval_status":"Cancelled"`},
			{"delete answers 201 with the record", d.ann, "DELETE", "/leave-requests/1", "", "", 201, `"id":1`},
			{"after which it is missing", d.ann, "DELETE", "/leave-requests/1", "", "", 400, `"code":"not_found"`},
		} {
			t.Run(x.name, func(t *testing.T) {
				var headers []string
				if x.ifMatch != "" {
					headers = []string{"If-Match", x.ifMatch}
				}
				a := d.client.On(t).As(x.by).Do(x.method, fill.Replace(x.path), fill.Replace(x.body), headers...)
				if a.Status != x.status {
					t.Errorf("status %d, want %d: %s", a.Status, x.status, a.Body)
				}
				for _, text := range strings.Fields(x.has) {
					if !strings.Contains(a.Body, text) {
						t.Errorf("%s lacks %s", a.Body, text)
					}
				}
			})
		}
	})
}
