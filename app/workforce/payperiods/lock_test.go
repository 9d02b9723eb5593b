package payperiods

import (
	"context"
	"slices"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/db/dbtest"
)

// A sheet that changes while its approver waits for the lock is approved, or not, by its state after the change.
func TestService_Approve_reads_again_under_the_lock(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, db.Postgres))
	s := w.service("2026-11-30")
	p, err := s.PeriodByNumber(2026, 25)
	if err != nil {
		t.Fatal(err)
	}
	regular := w.code("regular", "shift", 10000, "G1")
	ann, boss := w.employee("Anne", "Aubin", 0), w.employee("Bruno", "Bédard", 0)
	sheet := w.sheet(ann)
	w.shift(ann, sheet, regular, "2026-11-17", 8, 480)
	by := w.actor(auth.Payroll, boss)
	w.exec("UPDATE timesheets SET submitted_at = 1 WHERE id = $1", sheet)
	var got Approval
	err = dbtest.Meanwhile(t, w.db, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "employees", ann); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE timesheets SET submitted_at = NULL WHERE id = $1", sheet) // its owner takes it back
		return err
	}, func(ctx context.Context) error {
		var err error
		got, err = s.ApproveSelected(ctx, by, p, Selection{Sheets: []SheetVersion{{ID: sheet, Version: 1}}, Submitted: true})
		return err
	})
	if err != nil || len(got.Approved) != 0 || !slices.Equal(got.Skipped, []Skip{{sheet, NotHandedIn}}) {
		t.Errorf("got %+v, %v; the sheet was taken back", got, err)
	}
}

func TestService_Approve_of_nothing_leaves_no_trace(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-30")
		p, err := s.PeriodByNumber(2026, 25)
		if err != nil {
			t.Fatal(err)
		}
		regular := w.code("regular", "shift", 10000, "G1")
		ann, boss := w.employee("Anne", "Aubin", 0), w.employee("Bruno", "Bédard", 0)
		w.shift(ann, w.sheet(ann), regular, "2026-11-17", 8, 480)
		by := w.actor(auth.Payroll, boss)
		for range 2 {
			if _, err := s.Approve(t.Context(), by, p); err != nil {
				t.Fatal(err)
			}
			if n := w.count("SELECT COUNT(*) FROM audit_log WHERE kind = 'pay_period'"); n != 1 {
				t.Errorf("%d approvals stand in the trail", n)
			}
		}
	})
}

func TestService_Approve_leaves_a_sheet_whose_only_shift_was_deleted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-30")
		p, err := s.PeriodByNumber(2026, 25)
		if err != nil {
			t.Fatal(err)
		}
		ann, boss := w.employee("Anne", "Aubin", 0), w.employee("Bruno", "Bédard", 0)
		shift := w.shift(ann, w.sheet(ann), w.code("regular", "shift", 10000, "G1"), "2026-11-17", 8, 480)
		by := w.actor(auth.Payroll, boss)
		if _, err := shifts.NewService(d, s.now, shifts.Options{}).Delete(t.Context(), by, shift, nil); err != nil {
			t.Fatal(err)
		}
		if a, err := s.Approve(t.Context(), by, p); err != nil || len(a.Approved) != 0 {
			t.Errorf("approved %v: %v", a.Approved, err)
		}
	})
}
