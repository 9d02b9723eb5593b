package app_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
)

// TestFreeText writes unreadable characters into every free text of a record: each is refused with the same code.
func TestFreeText(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for _, c := range []struct{ who, method, path, body, field string }{
		{"admin", "PATCH", "/Expenses/{employee.expense}", `{"description":"§"}`, "description"},
		{"admin", "PATCH", "/Expenses/{employee.expense}", `{"supervisor_comment":"§"}`, "supervisor_comment"},
		{"admin", "PATCH", "/Expenses/{employee.expense}/approval", `{"supervisor_comment":"§"}`, "supervisor_comment"},
		{"admin", "POST", "/Expenses",
			`{"timesheet_id":{employee.timesheet},"bank_code_id":{per-diem},"date":"2026-11-18","amount":1,"description":"§","is_approved":false,"supervisor_comment":""}`, "description"},
		{"admin", "PATCH", "/shifts/{employee.shift}/approval", `{"supervisor_comment":"§"}`, "supervisor_comment"},
		{"admin", "PATCH", "/timesheets/{employee.timesheet}/approval", `{"supervisor_comment":"§"}`, "supervisor_comment"},
		{"admin", "PATCH", "/leave-requests/{employee.leave}", `{"comment":"§"}`, "comment"},
		{"admin", "PATCH", "/leave-requests/{employee.leave}/approval", `{"approval_status":"True","comment":"§"}`, "comment"},
		{"admin", "PATCH", "/employees/{employee}", `{"first_name":"§"}`, "first_name"},
		{"admin", "PATCH", "/employees/{employee}", `{"last_name":"§"}`, "last_name"},
		{"admin", "PATCH", "/employees/{employee}", `{"residence":"§"}`, "residence"},
		{"admin", "PATCH", "/customers/{customer}", `{"first_name":"§"}`, "first_name"},
		{"admin", "PATCH", "/customers/{customer}", `{"residence":"§"}`, "residence"},
		{"admin", "PATCH", "/planned-shifts/{draft}", `{"note":"§"}`, "note"},
		{"admin", "PATCH", "/activities/{activity}", `{"code":"§"}`, "code"},
		{"admin", "PATCH", "/activities/{activity}", `{"name_fr":"§"}`, "name_fr"},
		{"admin", "PATCH", "/activities/{activity}", `{"name_en":"§"}`, "name_en"},
		{"admin", "PATCH", "/bank-codes/{regular}", `{"type":"§"}`, "type"},
		{"admin", "PATCH", "/bank-codes/{regular}", `{"bank_code":"§"}`, "bank_code"},
		{"events", "PATCH", "/events/{event}", `{"content":{"fr":{"title":"§"}}}`, "content.fr.title"},
		{"events", "PATCH", "/events/{event}", `{"content":{"en":{"intro":"§"}}}`, "content.en.intro"},
		{"events", "PATCH", "/events/{event}", `{"content":{"fr":{"details":"§"}}}`, "content.fr.details"},
		{"events", "PATCH", "/events/{event}", `{"content":{"fr":{"address":"§"}}}`, "content.fr.address"},
		{"events", "PATCH", "/events/{event}", `{"content":{"fr":{"thank_you":"§"}}}`, "content.fr.thank_you"},
		{"events", "PATCH", "/templates/{template}", `{"content":{"fr":{"subject":"§"}}}`, "content.fr.subject"},
		{"events", "PATCH", "/templates/{template}", `{"content":{"fr":{"html":"§"}}}`, "content.fr.html"},
		{"events", "POST", "/events/{event}/send", `{"subject":"§"}`, "subject"},
	} {
		t.Run(c.path+" "+c.field+" "+c.method, func(t *testing.T) {
			for name, text := range map[string]string{"a bell": `a\u0007b`, "an escape": `a\u001bb`, "delete": `a\u007fb`,
				"a C1 control": `a\u0085b`, "an override of direction": `a\u202eb`, "an isolate": `a\u2066b`, "a line end of Unicode": `a\u2028b`} {
				r := a.As(c.who).On(t).Do(c.method, c.path, strings.ReplaceAll(c.body, "§", text))
				if r.Status != http.StatusBadRequest {
					t.Errorf("%s is answered %d: %s", name, r.Status, r.Body)
					continue
				}
				if p := r.Problem(); len(p.Errors) != 1 || p.Errors[0].Field != c.field || p.Errors[0].Code != "format" {
					t.Errorf("%s is refused for %v", name, p.Errors)
				}
			}
		})
	}
	t.Run("lines and tabs stay in texts of several lines", func(t *testing.T) {
		a.As("admin").On(t).Patch("/Expenses/{employee.expense}",
			`{"description":"un\r\ndeux\ttrois"}`).Want(http.StatusCreated).Has(`"description":"un\ndeux\ttrois"`)
		a.As("admin").On(t).Patch("/leave-requests/{employee.leave}",
			`{"comment":"un\ndeux"}`).Want(http.StatusCreated).Has(`"comment":"un\ndeux"`)
	})
	t.Run("marks of direction that a guest's copy brings along are dropped", func(t *testing.T) {
		a.As(apptest.Anonymous).On(t).Post("/rsvp/{event}/submit",
			`{"name":"\u2068Zoé Roy\u2069","phone":"\u202a418 656-2131\u202c","email":"zoe.roy@example.com"}`).Want(http.StatusOK)
		if n := a.Count("rsvps", "name = 'Zoé Roy' AND phone = '418 656-2131'"); n != 1 {
			t.Error("the answer was not kept as it reads")
		}
	})
}
