package payroll_test

import (
	"context"
	"testing"

	"presence/app/payroll"
	"presence/db"
	"presence/db/dbtest"
)

// A withdrawal that is under way while an export is kept: the export was worked out from lines that count no longer.
func TestService_Make_while_the_newest_is_withdrawn(t *testing.T) {
	o, first := raceOffice(t, dbtest.Open(t, db.Postgres))
	err := dbtest.Meanwhile(t, o.db, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE payroll_exports SET withdrawn_at = 1, withdrawn_by = $2 WHERE id = $1", first.ID, o.by.PersonID)
		return err
	}, func(ctx context.Context) error {
		_, err := o.payroll.MakeWhile(ctx, o.by, o.period(24), payroll.Options{Format: "csv"}, func() {}, false)
		return err
	})
	o.refused(err, "export_raced")
}
