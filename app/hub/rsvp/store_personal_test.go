package rsvp

import (
	"context"
	"testing"
	"time"

	"presence/app/platform/personal"
	"presence/db"
)

// Whoever reads registrations with modified_since learns of erasures.
func TestPersonal_erasures_are_changes(t *testing.T) {
	for _, x := range []struct {
		name string
		of   func(id int64) personal.Subject
	}{
		{"of a registration", func(id int64) personal.Subject {
			return personal.Subject{Registrations: []int64{id}, Whole: []int64{id}}
		}},
		{"of a registration that is another person's too", func(id int64) personal.Subject { return personal.Subject{Shared: []int64{id}} }},
		{"of the address by which a registration is found", func(int64) personal.Subject {
			return personal.Subject{Emails: []string{"ann@example.org"}}
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachWorld(t, func(t *testing.T, w *world) {
				w.answers(Answer{Name: "Ann", Email: "ann@example.org", People: 1}, "")
				w.exec("UPDATE rsvps SET email = 'eve@example.org', email_key = 'eve@example.org'")
				before := w.registrations("gala")[0]
				w.clock = w.clock.Add(time.Hour)
				for _, table := range w.Personal() {
					if table.Name != "rsvps" || !table.Erases() {
						continue
					}
					if err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
						of := x.of(before.ID)
						of.At = db.InstantOf(w.clock)
						_, err := table.Erase(ctx, tx, of, 10)
						return err
					}); err != nil {
						t.Fatal(err)
					}
				}
				r := w.registrations("gala")[0]
				if r.Version != before.Version+1 || r.ChangedAt != db.InstantOf(w.clock) || r.RespondedAt != before.RespondedAt {
					t.Errorf("%+v became %+v", before, r)
				}
			})
		})
	}
}
