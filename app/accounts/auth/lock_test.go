package auth

import (
	"context"
	"testing"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// Only PostgreSQL lets another request change a person meanwhile; SQLite has one writer.
func TestService_ChangePerson_while_another_saves(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres), testURL)
	boss := w.member("boss@ferme.example", Admin)
	const save = "UPDATE people SET language = 'en', version = version + 1 WHERE id = $1"
	w.run("a change of the version before is stale", func(t *testing.T) {
		p := w.add("lea@ferme.example", Employee)
		err := dbtest.MeanwhileExec(t, w.db, func(ctx context.Context) error {
			return w.s.ChangePerson(ctx, boss, p.ID, new(int64(1)), PersonChanges{Name: new("Léa")})
		}, save, p.ID)
		if !errs.HasCode(err, "stale") {
			t.Errorf("got %v", err)
		}
	})
	w.run("a change of any version keeps the fields of the other", func(t *testing.T) {
		p := w.add("luc@ferme.example", Employee)
		err := dbtest.MeanwhileExec(t, w.db, func(ctx context.Context) error {
			return w.s.ChangePerson(ctx, boss, p.ID, nil, PersonChanges{Name: new("Luc")})
		}, save, p.ID)
		if got, _, readErr := w.s.Person(w.ctx(), boss, p.ID); err != nil || readErr != nil || got.Name != "Luc" || got.Language != i18n.EN {
			t.Errorf("got %+v, %v, %v", got, err, readErr)
		}
	})
}
