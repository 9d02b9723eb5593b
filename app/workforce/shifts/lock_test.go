package shifts_test

import (
	"context"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// A code that is for shifts no longer once its change is saved takes no shift that was checked before.
func TestService_Create_waits_for_who_changes_the_code(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres))
	w.Refused(dbtest.Meanwhile(t, w.DB, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "bank_codes", w.Crew.Regular); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE bank_codes SET categorie = 'expense', version = version + 1 WHERE id = $1", w.Crew.Regular)
		return err
	}, func(ctx context.Context) error {
		_, err := w.Shifts.Create(ctx, w.Ann, w.ShiftAt(1, "2026-11-16T13:00", "2026-11-16T21:00"))
		return err
	}), "invalid", "bank_code_id category")
}
