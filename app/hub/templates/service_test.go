package templates_test

import (
	"net/url"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

var (
	clock = func() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC) }
	staff = auth.Actor{PersonID: "00000000-0000-0000-0000-000000000001", Name: "Staff", Role: auth.Events, Via: "cookie"}
)

func words(subject, html string) templates.Changes {
	return templates.Changes{FR: templates.ContentChanges{Subject: &subject, HTML: &html}}
}

// eachEngine gives a service over an empty database, with an event whose invitation can look like a template.
func eachEngine(t *testing.T, test func(t *testing.T, s *templates.Service, e *events.Service, d *db.DB)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		e := events.NewService(d, clock, events.Hooks{Template: templates.Exists})
		test(t, templates.NewService(d, clock, templates.Config{Zone: time.UTC, Site: &url.URL{Scheme: "https", Host: "presence.example"}}), e, d)
	})
}

func TestService_Create(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *templates.Service, _ *events.Service, d *db.DB) {
		made, err := s.Create(t.Context(), staff, "event-noel", words("S", "<p>x</p>"))
		if err != nil || made.Version != 1 || made.FR.HTML != "<p>x</p>" {
			t.Fatal(made, err)
		}
		for name, c := range map[string]struct {
			name    string
			changes templates.Changes
			kind    errs.Kind
		}{
			"refuses a name that is taken":        {"event-noel", words("", "<p>y</p>"), errs.KindConflict},
			"refuses a name without its prefix":   {"noel", words("", "<p>y</p>"), errs.KindInvalid},
			"refuses a template with nothing in":  {"event-b", words("", ""), errs.KindInvalid},
			"refuses an unknown placeholder":      {"event-b", words("", "{{password}}"), errs.KindInvalid},
			"refuses a name that walks elsewhere": {"event-../b", words("", "<p>y</p>"), errs.KindInvalid},
		} {
			t.Run(name, func(t *testing.T) {
				if _, err := s.Create(t.Context(), staff, c.name, c.changes); errs.KindOf(err) != c.kind {
					t.Errorf("got %v, want kind %v", err, c.kind)
				}
			})
		}
		var n int
		if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM audit_log WHERE kind = 'template'").Scan(&n); err != nil || n != 1 {
			t.Errorf("%d entries of the trail, want 1 (%v)", n, err)
		}
	})
}

func TestService_Update(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *templates.Service, _ *events.Service, d *db.DB) {
		if _, err := s.Create(t.Context(), staff, "event-a", words("S", "<p>x</p>")); err != nil {
			t.Fatal(err)
		}
		stale, english := int64(9), "<p>en</p>"
		if _, err := s.Update(t.Context(), staff, "event-a", &stale, words("T", "<p>y</p>")); errs.KindOf(err) != errs.KindStale {
			t.Errorf("a stale version is taken: %v", err)
		}
		got, err := s.Update(t.Context(), staff, "event-a", nil, templates.Changes{EN: templates.ContentChanges{HTML: &english}})
		if err != nil || got.Version != 2 || got.FR.HTML != "<p>x</p>" || got.Text("en") != (templates.Content{Subject: "S", HTML: english}) {
			t.Errorf("%+v %v", got, err)
		}
		for what, c := range map[string]templates.Changes{"with an unknown placeholder": words("S", "{{password}}"),
			"with nothing in it": words("S", "")} {
			if _, err := s.Update(t.Context(), staff, "event-a", nil, c); errs.KindOf(err) != errs.KindInvalid {
				t.Errorf("a template %s is saved: %v", what, err)
			}
		}
		var n int
		if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM audit_log WHERE action = 'updated' AND changes LIKE '%content.en.html%'").
			Scan(&n); err != nil || n != 1 {
			t.Errorf("%d entries of the change, %v", n, err)
		}
	})
}

func TestService_Delete(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *templates.Service, e *events.Service, _ *db.DB) {
		if _, err := s.Create(t.Context(), staff, "event-a", words("S", "<p>x</p>")); err != nil {
			t.Fatal(err)
		}
		name, none := "event-a", ""
		if _, err := e.Update(t.Context(), staff, "fete-clients-2026", nil, events.Changes{EmailTemplate: &name}); err != nil {
			t.Fatal(err)
		}
		if used, err := s.Get(t.Context(), name); err != nil || len(used.UsedBy) != 1 || used.UsedBy[0] != "fete-clients-2026" {
			t.Errorf("used by %v (%v)", used.UsedBy, err)
		}
		if err := s.Delete(t.Context(), staff, name, nil); errs.KindOf(err) != errs.KindConflict {
			t.Errorf("a template in use is deleted: %v", err)
		}
		if _, err := e.Update(t.Context(), staff, "fete-clients-2026", nil, events.Changes{EmailTemplate: &none}); err != nil {
			t.Fatal(err)
		}
		if err := s.Delete(t.Context(), staff, name, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(t.Context(), name); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("still there: %v", err)
		}
	})
}

func TestService_PreviewOf(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *templates.Service, _ *events.Service, d *db.DB) {
		e, err := events.ByID(t.Context(), d, "fete-clients-2026")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.PreviewOf(t.Context(), e, templates.Options{Lang: i18n.FR,
			Template: "event-gone"}); errs.KindOf(err) != errs.KindNotFound {
			t.Errorf("a template that is gone: %v", err)
		}
		p, err := s.PreviewOf(t.Context(), e, templates.Options{Lang: i18n.EN, Reminder: true})
		if err != nil || p.HTML == "" || p.Text == "" || p.Subject[:len("Reminder: ")] != "Reminder: " {
			t.Errorf("%q %v", p.Subject, err)
		}
	})
}
