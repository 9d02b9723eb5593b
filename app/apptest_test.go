package app_test

import (
	"net/http"
	"testing"

	"presence/app/apptest"
)

func TestApp(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		t.Run("knows who asks by bearer token and by cookie alike", func(t *testing.T) {
			for who := range a.World.People {
				for _, c := range []*apptest.Client{a.As(who), a.Browser(who)} {
					c.On(t).Get("/auth/v1/me").Want(http.StatusOK).Has(`"email":"` + a.World.People[who].Email + `"`)
				}
			}
			a.As(apptest.Anonymous).On(t).Get("/auth/v1/me").Want(http.StatusUnauthorized)
		})
		t.Run("sees every change of the database", func(t *testing.T) {
			before := a.Rows()
			a.Unchanged(t, before, "nothing")
			a.As("admin").On(t).Patch("/bank-codes/{regular}", `{"type":"other"}`).Want(http.StatusOK)
			if after := a.Rows(); after["bank_codes"] == before["bank_codes"] || after["audit_log"] == before["audit_log"] {
				t.Errorf("a changed row and its audit entry went unseen:\n%v\n%v", before, after)
			}
		})
	})
}

// A row that is put back is deleted first, and with it what refers to it: that comes back too, though nobody changed it.
func TestApp_Restore(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	before, saved := a.Rows(), a.Snapshot()
	a.As("events").On(t).Patch("/events/{event}", `{"capacity":77}`).Want(http.StatusOK)
	if after := a.Rows(); after["events"] == before["events"] || after["event_attachments"] != before["event_attachments"] {
		t.Fatal("the change is not what the test needs: an event, and nothing that refers to it")
	}
	a.Restore(t, saved)
	a.Unchanged(t, before, "what was put back")
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		apptest.New(b)
	}
}
