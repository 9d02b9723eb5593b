package payroll_test

import (
	"maps"
	"testing"

	"presence/app/workforce/payroll"
	"presence/db"
	"presence/db/dbtest"
)

// raceOffice has exported 2026-23, in which a shift was changed afterwards; 2026-24 and 2026-25 are next.
func raceOffice(t *testing.T, d *db.DB) (*office, payroll.Export) {
	o := newOffice(t, d)
	sheet := o.sheet(o.crew.Ann, true)
	shift := o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-10-20", 480)
	o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-11-03", 480)
	o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-11-17", 480)
	first := o.export(23)
	o.run(`UPDATE shifts SET minutes = 450 WHERE id = $1 RETURNING id`, shift)
	return o, first
}

func TestService_MakeMeanwhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("writes nothing when another period was handed over", func(t *testing.T) {
			o, first := raceOffice(t, d)
			var second payroll.Export
			_, err := o.payroll.MakeWhile(t.Context(), o.by, o.period(25), payroll.Options{Format: "csv", Partial: true},
				func() { second = o.export(24) }, false)
			o.refused(err, "export_raced")
			if got, want := o.handedOver([]int64{first.ID, second.ID}), o.truth(23, 24); !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	})
	t.Run("writes nothing when an export was withdrawn", func(t *testing.T) {
		o, first := raceOffice(t, dbtest.OpenSQLite(t))
		_, err := o.payroll.MakeWhile(t.Context(), o.by, o.period(24), payroll.Options{Format: "csv", Partial: true}, func() {
			if _, err := o.payroll.Withdraw(t.Context(), o.by, first.ID); err != nil {
				t.Fatal(err)
			}
		}, false)
		o.refused(err, "export_raced")
	})
	t.Run("would correct twice without the guard", func(t *testing.T) {
		o, first := raceOffice(t, dbtest.OpenSQLite(t))
		var second payroll.Export
		third, err := o.payroll.MakeWhile(t.Context(), o.by, o.period(25), payroll.Options{Format: "csv", Partial: true},
			func() { second = o.export(24) }, true)
		if err != nil {
			t.Fatal(err)
		}
		o.files[third.ID] = o.file(third.ID)
		if got := o.handedOver([]int64{first.ID, second.ID, third.ID}); maps.Equal(got, o.truth(23, 24, 25)) {
			t.Error("the test does not notice a correction made twice")
		}
	})
}
