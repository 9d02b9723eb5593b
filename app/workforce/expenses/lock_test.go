package expenses_test

import (
	"context"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// A code that is for expenses no longer once its change is saved takes no expense that was checked before.
func TestService_Create_waits_for_who_changes_the_code(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres))
	w.Refused(dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "bank_codes", w.Crew.PerDiem); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE bank_codes SET categorie = 'shift', version = version + 1 WHERE id = $1", w.Crew.PerDiem)
		return err
	}, func(ctx context.Context) error {
		_, err := w.Expenses.Create(ctx, w.Ann, w.Meal(1))
		return err
	}), "invalid", "bank_code_id category")
}
