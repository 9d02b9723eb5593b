package auth

import (
	"context"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// TestService_PersonByToken_elsewhere shows that a person who was recognized a moment ago is renamed or stopped by what
// another process writes, at the very next request.
func TestService_PersonByToken_elsewhere(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(dialect.String(), func(t *testing.T) {
			url := dbtest.URL(t, dialect)
			here, there := newWorld(t, openHandle(t, url), testURL), newWorld(t, openHandle(t, url), testURL)
			if _, err := there.s.AddPerson(t.Context(), Actor{}, NewPerson{Email: "lea@ferme.example", Name: "Léa", Role: Payroll}); err != nil {
				t.Fatal(err)
			}
			token, err := here.s.IssueToken(t.Context(), "lea@ferme.example", time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			rename := func() error {
				return there.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.Exec(ctx, "UPDATE people SET name = 'Léa Roy'")
					return err
				})
			}
			for _, step := range []struct {
				name string
				do   func() error
				want string // the name; empty: refused
			}{
				{"presented", func() error { return nil }, "Léa"},
				{"renamed", rename, "Léa Roy"},
				{"disabled", func() error { return there.s.SetDisabled(t.Context(), Actor{}, "lea@ferme.example", true) }, ""},
			} {
				if err := step.do(); err != nil {
					t.Fatal(err)
				}
				for range 2 {
					p, err := here.s.PersonByToken(t.Context(), token)
					if p.Name != step.want || (err == nil) != (step.want != "") || err != nil && errs.KindOf(err) != errs.KindUnauthenticated {
						t.Errorf("%s: %+v, %v", step.name, p, err)
					}
				}
			}
		})
	}
}

func openHandle(t *testing.T, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Conns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}
