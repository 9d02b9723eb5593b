package screens_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/i18n"
)

// TestDefaultLanguage asks a server whose company has a default language.
func TestDefaultLanguage(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, accept string
		company      i18n.Lang
		title        string
	}{
		{"a browser that asks for neither language gets the company's", "de-DE,de;q=0.9", i18n.EN, "Sign in"},
		{"a request without languages gets the company's", "", i18n.EN, "Sign in"},
		{"a browser that asks for French gets it", "fr-CA", i18n.EN, "Se connecter"},
		{"French is the default of a company that chose none", "de", "", "Se connecter"},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := apptest.New(t, apptest.Empty(), apptest.Speaking(x.company))
			visitor := a.As(apptest.Anonymous).On(t)
			answer := visitor.Do(http.MethodGet, "/auth/v1/login", nil, "Accept", "text/html", "Accept-Language", x.accept)
			page := answer.Want(http.StatusOK).Doc()
			if title := page.Find("h1").Text(); !strings.Contains(title, x.title) {
				t.Errorf("the page begins with %q, want %q", title, x.title)
			}
		})
	}
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		admin := a.As("admin").On(t)
		admin.Post("/employees", `{"user_id":"0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11","first_name":"Jean","last_name":"Roy",
			"email":"jean@example.com","phone_number":8195551234,"external_payroll_id":77,
			"company_code":1,"first_work_day":"2026-11-16"}`).Want(http.StatusCreated)
		admin.Post("/customers", `{"user_id":"0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e12","first_name":"Luc","last_name":"Roy",
			"email":"luc@example.com","phone_number":8195551235}`).Want(http.StatusCreated)
		admin.Post("/events/fete-clients-2026/audience/entries",
			`{"source":"manual","entries":[{"email":"guest@example.org"}]}`).Want(http.StatusOK)
		if n := a.Count("people", "email IN ('jean@example.com', 'luc@example.com') AND language = 'en'"); n != 2 {
			t.Errorf("%d new people read English, want 2", n)
		}
		if n := a.Count("audience_entries", "email = 'guest@example.org' AND language = 'en'"); n != 1 {
			t.Error("the new entry has no language")
		}
	}, apptest.Speaking(i18n.EN))
}
