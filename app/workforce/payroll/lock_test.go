package payroll_test

import (
	"context"
	"testing"

	"presence/app/platform/errs"
	"presence/app/workforce/payroll"
	"presence/db"
	"presence/db/dbtest"
)

// A withdrawal is not committed yet while an export is saved: the export was computed from lines that no longer count.
func TestService_Make_while_the_newest_is_withdrawn(t *testing.T) {
	o, first := raceOffice(t, dbtest.Open(t, db.Postgres))
	err := dbtest.Meanwhile(t, o.db, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE payroll_exports SET withdrawn_at = 1, withdrawn_by = $2 WHERE id = $1", first.ID, o.by.PersonID)
		return err
	}, func(ctx context.Context) error {
		_, err := o.payroll.MakeWhile(ctx, o.by, o.period(24), payroll.Options{Format: "csv", Partial: true}, func() {}, false)
		return err
	})
	o.refused(err, "export_raced")
}

// The newest export is neither the first one nor one that was withdrawn before.
func TestService_Make_while_a_later_one_is_withdrawn(t *testing.T) {
	o, _ := raceOffice(t, dbtest.Open(t, db.Postgres))
	if _, err := o.payroll.Withdraw(t.Context(), o.by, o.export(24).ID); err != nil {
		t.Fatal(err)
	}
	newest := o.export(24)
	err := dbtest.Meanwhile(t, o.db, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE payroll_exports SET withdrawn_at = 1, withdrawn_by = $2 WHERE id = $1", newest.ID, o.by.PersonID)
		return err
	}, func(ctx context.Context) error {
		_, err := o.payroll.MakeWhile(ctx, o.by, o.period(25), payroll.Options{Format: "csv", Partial: true}, func() {}, false)
		return err
	})
	o.refused(err, "export_raced")
}

// Two people withdraw the newest export at the same time: it is withdrawn once, by the first of them.
func TestService_Withdraw_while_another_does(t *testing.T) {
	o, first := raceOffice(t, dbtest.Open(t, db.Postgres))
	var got payroll.Export
	err := dbtest.MeanwhileExec(t, o.db, func(ctx context.Context) (err error) {
		got, err = o.payroll.Withdraw(ctx, o.by, first.ID)
		return err
	}, "UPDATE payroll_exports SET withdrawn_at = 1, withdrawn_by = $2 WHERE id = $1", first.ID, o.by.PersonID)
	if err != nil || got.WithdrawnAt != 1 {
		t.Errorf("withdrawn at %d: %v", got.WithdrawnAt, err)
	}
	if n := o.run("SELECT COUNT(*) FROM audit_log WHERE kind = 'payroll_export' AND action = 'withdrawn'"); n != 0 {
		t.Error("the second withdrawal has an audit entry too")
	}
}

// An export that is saved meanwhile was computed from the one that is to be withdrawn.
func TestService_Withdraw_while_a_later_one_is_kept(t *testing.T) {
	o, first := raceOffice(t, dbtest.Open(t, db.Postgres))
	err := dbtest.Meanwhile(t, o.db, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "payroll_exports", first.ID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO payroll_exports (number, period_start, made_at, made_by, made_by_name, options, line_count, corrections,
				regular, evening, emergency, overtime, on_leave, cents, distance, sha256, file)
			SELECT number + 1, $2, made_at, made_by, made_by_name, options, line_count, corrections,
				regular, evening, emergency, overtime, on_leave, cents, distance, sha256, file FROM payroll_exports WHERE id = $1`,
			first.ID, o.period(24).Start)
		return err
	}, func(ctx context.Context) error {
		_, err := o.payroll.Withdraw(ctx, o.by, first.ID)
		return err
	})
	o.refused(err, "export_not_last")
}

// While a preset is being saved, a change that expects the version before does not overwrite it.
func TestService_KeepPreset_while_another_saves(t *testing.T) {
	o := newOffice(t, dbtest.Open(t, db.Postgres))
	p, err := o.payroll.SavePreset(t.Context(), o.by, payroll.Preset{Name: "Nomina",
		Layout: payroll.Layout{Kind: payroll.Chosen, Columns: []string{"hours"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, second := range map[string]func(ctx context.Context, version int64) error{
		"a change of the version before is stale": func(ctx context.Context, version int64) error {
			_, err := o.payroll.SavePreset(ctx, o.by, p, &version)
			return err
		},
		"a deletion of the version before is stale": func(ctx context.Context, version int64) error {
			_, err := o.payroll.DeletePreset(ctx, o.by, p.ID, &version)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			before, err := o.payroll.Preset(t.Context(), o.by, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			err = dbtest.MeanwhileExec(t, o.db, func(ctx context.Context) error { return second(ctx, before.Version) },
				"UPDATE payroll_presets SET name = name || '+', version = version + 1 WHERE id = $1", p.ID)
			if !errs.HasCode(err, "stale") {
				t.Errorf("got %v", err)
			}
		})
	}
}
