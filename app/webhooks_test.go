package app_test

import (
	"net/http"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/i18n"
)

// Each kind of event can be chosen on the form, and has a name in both languages.
func TestWebhooks_kinds(t *testing.T) {
	a := apptest.New(t)
	page := a.Browser("admin").On(t).Get("/staff/settings/webhooks/new").Want(http.StatusOK)
	for _, k := range a.Webhooks.Kinds() {
		t.Run(string(k), func(t *testing.T) {
			if n := page.Doc().Find(`[name=kinds][value="` + string(k) + `"]`).Length(); n != 1 {
				t.Errorf("the form has it %d times", n)
			}
			if name := i18n.WebhookKindNames[string(k)]; name.FR == "" || name.EN == "" {
				t.Errorf("its names are %+v", name)
			}
		})
	}
}
