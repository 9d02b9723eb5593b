package shifts_test

import (
	"context"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// A code that is for shifts no longer once its change is saved takes no shift that was checked before.
func TestService_Create_waits_for_who_changes_the_code(t *testing.T) {
	d := newDesk(t, dbtest.Open(t, db.Postgres))
	d.refused(dbtest.Meanwhile(t, d.db, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "bank_codes", d.crew.Regular); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE bank_codes SET categorie = 'expense', version = version + 1 WHERE id = $1", d.crew.Regular)
		return err
	}, func(ctx context.Context) error {
		_, err := d.shifts.Create(ctx, d.ann, d.from(1, "2026-11-16T13:00", "2026-11-16T21:00"))
		return err
	}), "invalid", "bank_code_id category")
}
