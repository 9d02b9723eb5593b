package app_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"presence/app/accounts/webhooks"
	"presence/app/apptest"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
)

// The description of the API has each kind of event; those about registrations with the fields of one and its version.
func TestWebhooks_described(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.Empty())
	d := describe(t, a)
	kinds := append(a.Webhooks.Kinds(), webhooks.TestKind)
	if len(d.Webhooks) != len(kinds) {
		t.Errorf("%d kinds are described, want %d", len(d.Webhooks), len(kinds))
	}
	page := a.As(apptest.Anonymous).On(t).Get("/docs?group=webhooks").Want(http.StatusOK)
	for _, k := range kinds {
		t.Run(string(k), func(t *testing.T) {
			o := d.Webhooks[string(k)].Post
			if o == nil || o.Summary == "" {
				t.Fatalf("%+v", o)
			}
			body := o.RequestBody.Content["application/json"].Schema
			if !slices.Equal(body.Properties["type"].Enum, []any{string(k)}) {
				t.Errorf("%+v", body)
			}
			data := body.Properties["data"]
			for _, field := range []string{"event_id", "people", "version"} {
				if (data.Properties[field] != nil) != slices.Contains(rsvp.WebhookKinds, k) {
					t.Errorf("its data has the fields %v", slices.Sorted(maps.Keys(data.Properties)))
				}
			}
			page.Has(`id="`+o.ID+`"`, string(k))
		})
	}
}

// Each kind of event can be chosen on the form, and has a name in both languages.
func TestWebhooks_kinds(t *testing.T) {
	t.Parallel()
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
