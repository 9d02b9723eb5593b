package employees

import (
	"context"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// Two change one record at the same moment: the second goes by what the first has saved.
func TestService_Update_while_another_saves(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	c := company{NewService(d, func() time.Time { return nineteenth }, time.UTC, nil), t, d}
	const save = "UPDATE employees SET residence = 'Val-David', version = version + 1 WHERE id = $1"
	t.Run("a change of the version before is stale", func(t *testing.T) {
		id := c.hire(1, 0)
		before := c.any(id).Version
		err := dbtest.MeanwhileExec(t, d, func(ctx context.Context) error {
			_, err := c.Update(ctx, payroll, id, &before, Changes{FirstName: new("Lucie")})
			return err
		}, save, id)
		if !errs.HasCode(err, "stale") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a change of any version keeps the fields of the other", func(t *testing.T) {
		id := c.hire(2, 0)
		var got Employee
		err := dbtest.MeanwhileExec(t, d, func(ctx context.Context) (err error) {
			got, err = c.Update(ctx, payroll, id, nil, Changes{FirstName: new("Lucie")})
			return err
		}, save, id)
		if err != nil || got.FirstName != "Lucie" || got.Residence != "Val-David" {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("a record that goes to the archive meanwhile stays there", func(t *testing.T) {
		id := c.hire(3, 0)
		err := dbtest.MeanwhileExec(t, d, func(ctx context.Context) error {
			_, err := c.Update(ctx, payroll, id, nil, Changes{FirstName: new("Lucie")})
			return err
		}, "UPDATE employees SET archived_at = 1, archived_reason = 'deleted', version = version + 1 WHERE id = $1", id)
		if got := c.any(id); !got.Archived() {
			t.Errorf("it is live again: %+v, %v", got, err)
		}
	})
}
