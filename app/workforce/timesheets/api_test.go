package timesheets_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/db"
	"presence/db/dbtest"
)

// step is one request, after those before it, and what must come of it. {ann} and the like are employees' ids.
type step struct {
	name         string
	by           func(*world) auth.Actor
	method, path string
	body         string
	ifMatch      string
	status       int
	has          string // in the answer, spaces apart: each of them
}

func (w *world) steps(steps []step) {
	w.Helper()
	fill := strings.NewReplacer("{ann}", fmt.Sprint(w.Ann.EmployeeID), "{cid}", fmt.Sprint(w.Cid.EmployeeID), "{boss}",
		fmt.Sprint(w.Boss.EmployeeID))
	for _, x := range steps {
		var headers []string
		if x.ifMatch != "" {
			headers = []string{"If-Match", x.ifMatch}
		}
		a := w.As(x.by(w)).Do(x.method, fill.Replace(x.path), fill.Replace(x.body), headers...)
		if a.Status != x.status {
			w.Errorf("%s: status %d, want %d: %s", x.name, a.Status, x.status, a.Body)
		}
		for _, text := range strings.Fields(fill.Replace(x.has)) {
			if !strings.Contains(a.Body, text) {
				w.Errorf("%s: %s lacks %s", x.name, a.Body, text)
			}
		}
	}
}

func ann(w *world) auth.Actor      { return w.Ann }
func boss(w *world) auth.Actor     { return w.Boss }
func admin(w *world) auth.Actor    { return w.Admin }
func stranger(w *world) auth.Actor { return w.Stranger }

func TestAPI(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.steps([]step{
			{"create answers 201", ann, "POST", "/timesheets", `{"employee_id":{ann},"is_approved":false}`, "", 201,
				`"id":1 "employee_id":{ann} "is_approved":false "submitted_at":null "supervisor_comment":""`},
			{"both fields are required, and both are told", ann, "POST", "/timesheets", `{}`, "", 400,
				`"field":"employee_id","code":"required" "field":"is_approved","code":"required"`},
			{"an employee out of sight is no employee", ann, "POST", "/timesheets", `{"employee_id":{boss},"is_approved":false}`, "", 400,
				`"field":"employee_id","code":"not_found"`},
			{"a body is needed", ann, "POST", "/timesheets", "", "", 400, `body_required`},
			{"get answers 201", ann, "GET", "/timesheets/1", "", "", 201, `"id":1`},
			{"list answers 201", ann, "GET", "/timesheets", "", "", 201, `[{"id":1,`},
			{"a list by period of activity", ann, "GET", "/timesheets?from=2026-11-15&to=2026-11-28&employee_id={ann}&is_approved=false", "", "",
				201, `[]`},
			{"a filter that is no day", ann, "GET", "/timesheets?from=x&to=2026-13-01", "", "", 400, `"field":"from" "field":"to"`},
			{"an unknown filter", ann, "GET", "/timesheets?colour=red", "", "", 400, `"field":"colour","code":"unknown"`},
			{"a missing one answers 400", ann, "GET", "/timesheets/99", "", "", 400, `"code":"not_found"`},
			{"an id that is no number answers 400", ann, "GET", "/timesheets/x", "", "", 400, `"code":"not_found"`},
			{"submission answers 200", ann, "PUT", "/timesheets/1/submission", "", "", 200, `"submitted_at":"2026-11-20T13:00:00Z"`},
			{"the supervisor does not hand in for others", boss, "PUT", "/timesheets/1/submission", "", "", 403, `"code":"not_owner"`},
			{"taking back answers 200", ann, "DELETE", "/timesheets/1/submission", "", "", 200, `"submitted_at":null`},
			{"an old version is refused", boss, "PATCH", "/timesheets/1/approval", "", `"1-1"`, 412, `"code":"stale"`},
			{"another record's tag is refused", boss, "PATCH", "/timesheets/1/approval", "", `"2-3"`, 412, `"code":"stale"`},
			{"approval without a body approves, with 200", boss, "PATCH", "/timesheets/1/approval", "", `"1-3"`, 200, `"is_approved":true`},
			{"an empty body approves", boss, "PATCH", "/timesheets/1/approval", `{}`, "", 200, `"is_approved":true`},
			{"taking back an approved sheet", ann, "DELETE", "/timesheets/1/submission", "", "", 409, `"code":"timesheet_approved"`},
			{"deleting an approved sheet", ann, "DELETE", "/timesheets/1", "", "", 409, `"code":"timesheet_approved"`},
			{"approval with a comment", boss, "PATCH", "/timesheets/1/approval", `{"is_approved":true,"supervisor_comment":"Vu"}`, "", 200,
				`"supervisor_comment":"Vu"`},
			{"what is wrong with a decision is told at once", boss, "PATCH", "/timesheets/1/approval",
				`{"is_approved":null,"supervisor_comment":null,"x":1}`, "", 400, `"field":"is_approved" "field":"supervisor_comment" "field":"x"`},
			{"the owner sends the value that stands", ann, "PATCH", "/timesheets/1", `{"employee_id":{ann},"is_approved":true}`, "", 201,
				`"is_approved":true`},
			{"the owner withdraws no approval", ann, "PATCH", "/timesheets/1", `{"is_approved":false}`, "", 403, `"code":"approval_not_allowed"`},
			{"withdrawing the approval", boss, "PATCH", "/timesheets/1/approval", `{"is_approved":false}`, "", 200, `"is_approved":false`},
			{"admin approves by PATCH, with 201", admin, "PATCH", "/timesheets/1", `{"is_approved":true}`, "", 201, `"is_approved":true`},
			{"and takes it back", admin, "PATCH", "/timesheets/1", `{"is_approved":false}`, "", 201, `"is_approved":false`},
			{"nothing named, nothing changed", ann, "PATCH", "/timesheets/1", `{}`, "", 201, `"id":1`},
			{"null is no employee", ann, "PATCH", "/timesheets/1", `{"employee_id":null}`, "", 400, `"field":"employee_id"`},
			{"only payroll moves a sheet", boss, "PATCH", "/timesheets/1", `{"employee_id":{cid}}`, "", 403, `"code":"move_not_allowed"`},
			{"delete answers 201 with the record", ann, "DELETE", "/timesheets/1", "", "", 201, `"id":1`},
			{"after which it is missing", ann, "GET", "/timesheets/1", "", "", 400, `"code":"not_found"`},
		})
	})
}

func TestAPI_refuses_approvals_by_the_owner_in_any_spelling(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.SQLite))
	w.Sheet(w.Ann)
	for body, want := range map[string]int{
		`{"is_approved":true}`:                      403,
		`{"IS_APPROVED":true}`:                      400,
		`{"Is_Approved":true}`:                      400,
		`{"is_approved ":true}`:                     400,
		`{"is_approved":false,"is_approved":true}`:  400,
		`{"is_approved":true,"is_approved":false}`:  400,
		`{"is_appr\u006fved":true}`:                 403,
		`{"is_approved":"true"}`:                    400,
		`{"is_approved":1}`:                         400,
		`{"approved":true}`:                         400,
		`{"approved_at":1}`:                         400,
		`{"submitted_at":"2026-11-20T00:00:00Z"}`:   400,
		`{"supervisor_comment":"ok"}`:               400,
		`{"id":2}`:                                  400,
		`[{"is_approved":true}]`:                    400,
		"{\"is_approved\":true}{\"x\":1}":           400,
		`{"is_approved":false}`:                     201,
		`{"is_approved":false,"employee_id":{ann}}`: 201,
	} {
		t.Run(body, func(t *testing.T) {
			body = strings.ReplaceAll(body, "{ann}", fmt.Sprint(w.Ann.EmployeeID))
			if a := w.in(t).As(w.Ann).Do(http.MethodPatch, "/timesheets/1", body); a.Status != want {
				t.Errorf("status %d, want %d: %s", a.Status, want, a.Body)
			}
		})
	}
	for _, by := range []auth.Actor{w.Ann, w.Stranger} {
		if a := w.As(by).Do(http.MethodPatch, "/timesheets/1/approval", `{"is_approved":true}`); a.Status != 403 && a.Status != 400 {
			t.Errorf("the approval route answers %d", a.Status)
		}
	}
	if n := w.Count("SELECT COUNT(*) FROM timesheets WHERE is_approved"); n != 0 {
		t.Error("the owner approved the sheet")
	}
}

func TestAPI_answers_for_anothers_sheet_as_for_none(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.SQLite))
	w.Sheet(w.Ann)
	for _, x := range []struct{ method, tail, body string }{
		{"GET", "", ""}, {"PATCH", "", `{"is_approved":true}`}, {"PATCH", "", `{"employee_id":1}`}, {"DELETE", "", ""},
		{"PATCH", "/approval", ""}, {"PUT", "/submission", ""}, {"DELETE", "/submission", ""},
	} {
		t.Run(strings.TrimSpace(x.method+" "+x.tail+" "+x.body), func(t *testing.T) {
			w := w.in(t)
			stranger := w.As(w.Stranger)
			theirs, none := stranger.Do(x.method, "/timesheets/1"+x.tail, x.body), stranger.Do(x.method, "/timesheets/9"+x.tail, x.body)
			if theirs.Status != none.Status || blank(theirs.Body) != blank(none.Body) {
				t.Errorf("the answers differ: %d %s, %d %s", theirs.Status, theirs.Body, none.Status, none.Body)
			}
		})
	}
	w.steps([]step{{"it is in no list", stranger, "GET", "/timesheets?employee_id={ann}", "", "", 201, "[]"}})
}

// blank takes away what differs between any two answers: the path asked for and the request's id.
func blank(problem string) string {
	i, j := strings.Index(problem, `"instance"`), strings.Index(problem, `"code"`)
	k := strings.Index(problem, `"request_id"`)
	if i < 0 || j < i || k < j {
		return problem
	}
	return problem[:i] + problem[j:k]
}

func TestAPI_checks_each_field(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.SQLite))
	w.Sheet(w.Ann)
	w.OK(w.one(w.Sheet(w.Cid).ID, true))
	payroll := func(w *world) auth.Actor { return w.Payroll }
	long := func(n int) string { return `{"supervisor_comment":"` + strings.Repeat("é", n) + `"}` }
	for _, x := range []step{
		{"the id of an employee is at least 1", payroll, "PATCH", "/timesheets/1", `{"employee_id":0}`, "", 400,
			`"field":"employee_id","code":"out_of_range"`},
		{"the first employee may get a sheet", payroll, "PATCH", "/timesheets/1", `{"employee_id":1}`, "", 201, `"employee_id":1`},
		{"a comment has at most a thousand characters", payroll, "PATCH", "/timesheets/1/approval", long(1001), "", 400,
			`"field":"supervisor_comment","code":"length"`},
		{"a comment of a thousand characters is accepted", payroll, "PATCH", "/timesheets/1/approval", long(1000), "", 200,
			`"supervisor_comment":"éé`},
		{"a comment contains no control characters", payroll, "PATCH", "/timesheets/1/approval", `{"supervisor_comment":"a\u0007b"}`, "", 400,
			`"field":"supervisor_comment"`},
		{"a list without a filter has sheets in both states", admin, "GET", "/timesheets", "", "", 201, `"id":1, "id":2,`},
		{"the approved sheets", admin, "GET", "/timesheets?is_approved=true&employee_id={cid}", "", "", 201, `[{"id":2,`},
		{"the approved sheets of an employee who has a draft", admin, "GET", "/timesheets?is_approved=false&employee_id={cid}", "", "", 201,
			`[]`},
	} {
		t.Run(x.name, func(t *testing.T) { w.in(t).steps([]step{x}) })
	}
}
