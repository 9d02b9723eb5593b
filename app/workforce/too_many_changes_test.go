package workforce_test

import (
	"net/http"
	"testing"

	"presence/app/apptest"
)

// Who submits and withdraws a timesheet again and again is told when to come back, by a program and on the page, in both languages.
func TestTooManyChanges(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const at = "/timesheets/{employee.timesheet}/submission"
		program, page := a.As("employee"), a.Browser("employee")
		program.On(t).Do(http.MethodDelete, at, nil)
		var r *apptest.Response
		for range 61 {
			if r = program.On(t).Do(http.MethodPut, at, nil); r.Status != http.StatusOK {
				break
			}
			if r = program.On(t).Do(http.MethodDelete, at, nil); r.Status != http.StatusOK {
				break
			}
		}
		r.Want(http.StatusTooManyRequests).Has(`"code":"too_many_changes"`)
		if r.Header.Get("Retry-After") == "" {
			t.Error("the answer does not say when to come back")
		}
		refused := func(t *testing.T, texts ...string) {
			t.Helper()
			page.On(t).Form("/staff/timesheets/{employee.timesheet}/submit", "").Want(http.StatusTooManyRequests).Has(texts...)
		}
		refused(t, "Too many changes", "Try again in a moment.")
		page.On(t).Form("/staff/preferences", form("lang", "fr", "next", "/staff/")).Want(http.StatusSeeOther)
		refused(t, "Trop de changements", "Réessayez dans un moment.")
	})
}

// The description says of every operation on one's own sheets and leave that it may be refused so; administrators also decide about
// their own by those of approvers.
func TestTooManyChanges_is_described(t *testing.T) {
	t.Parallel()
	var described struct {
		Paths map[string]map[string]struct {
			Responses map[string]any
		}
	}
	apptest.New(t).As("employee").On(t).Get("/openapi.json").Want(http.StatusOK).JSON(&described)
	for path, methods := range map[string][]string{"/timesheets/{id}/submission": {"put", "delete"}, "/timesheets/{id}/return": {"post"},
		"/leave-requests": {"post"}, "/leave-requests/{id}": {"patch", "delete"}, "/leave-requests/{id}/approval": {"patch"}} {
		for _, method := range methods {
			if described.Paths[path][method].Responses["429"] == nil {
				t.Errorf("%s %s describes no 429", method, path)
			}
		}
	}
}
