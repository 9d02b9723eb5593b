package oauthsessions

import (
	"context"
	"testing"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// Two change one session at the same moment: the second goes by what the first has saved.
func TestService_Update_while_another_saves(t *testing.T) {
	d := newFixture(t, dbtest.Open(t, db.Postgres))
	const save = "UPDATE oauth_sessions SET application = 'https://other.example.com', version = version + 1 WHERE id = $1"
	t.Run("a change of the version before is stale", func(t *testing.T) {
		id := d.made(d.ann)
		err := dbtest.MeanwhileExec(t, d.db, func(ctx context.Context) error {
			_, err := d.service.Update(ctx, d.ann, id, new(int64(1)), Changes{AccessToken: new("newer")})
			return err
		}, save, id)
		if !errs.HasCode(err, "stale") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a change of any version keeps the fields of the other", func(t *testing.T) {
		id := d.made(d.ann)
		var got Session
		err := dbtest.MeanwhileExec(t, d.db, func(ctx context.Context) (err error) {
			got, err = d.service.Update(ctx, d.ann, id, nil, Changes{AccessToken: new("newer")})
			return err
		}, save, id)
		if err != nil || got.AccessToken != "newer" || got.Application != "https://other.example.com" {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("a deletion of the version before is stale", func(t *testing.T) {
		id := d.made(d.ann)
		err := dbtest.MeanwhileExec(t, d.db, func(ctx context.Context) error {
			_, err := d.service.Delete(ctx, d.ann, id, new(int64(1)))
			return err
		}, save, id)
		if !errs.HasCode(err, "stale") {
			t.Errorf("got %v", err)
		}
	})
}
