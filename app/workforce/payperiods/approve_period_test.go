package payperiods

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"presence/app/accounts/auth"
	"presence/db"
	"presence/db/dbtest"
)

func TestService_Approve(t *testing.T) {
	type fixture struct {
		*world
		boss, deputy, worker, other      int64 // employees
		bosses, deputys, workers, others int64 // their sheets
		spent, elsewhere                 int64 // a sheet with an expense only; one active in another period
	}
	setup := func(t *testing.T, d *db.DB) fixture {
		w := newWorld(t, d)
		f := fixture{world: w}
		regular, meal := w.code("regular", "shift", 10000, "G1"), w.code("meal", "expense", 10000, "G56")
		f.boss = w.employee("Anne", "Aubin", 0)
		f.deputy = w.employee("Bruno", "Bédard", f.boss)
		f.worker = w.employee("Chloé", "Côté", f.deputy)
		f.other = w.employee("Denis", "Dubé", 0)
		sheet := func(e int64) int64 {
			id := w.sheet(e)
			w.shift(e, id, regular, "2026-11-17", 8, 480)
			return id
		}
		f.bosses, f.deputys, f.workers, f.others = sheet(f.boss), sheet(f.deputy), sheet(f.worker), sheet(f.other)
		f.spent, f.elsewhere = w.sheet(f.worker), w.sheet(f.worker)
		w.expense(f.worker, f.spent, meal, "2026-11-28", 100)
		w.shift(f.worker, f.elsewhere, regular, "2026-11-29", 8, 480)
		w.sheet(f.worker) // empty
		return f
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := setup(t, d)
		s := f.service("2026-11-30")
		p, _ := s.PeriodByNumber(2026, 25)
		do := func(t *testing.T, a auth.Actor, approved, already []int64, skipped []Skip) {
			t.Helper()
			got, err := s.Approve(t.Context(), a, p)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(sheetIDs(got.Approved), approved) || !slices.Equal(got.Already, already) || !slices.Equal(got.Skipped, skipped) {
				t.Errorf("got %+v, want approved %v, already %v, skipped %v", got, approved, already, skipped)
			}
		}
		t.Run("refuses a caller who supervises no one", func(t *testing.T) {
			for _, a := range []auth.Actor{{}, f.actor(auth.Employee, f.worker), f.actor(auth.Events, 0)} {
				if _, err := s.Approve(t.Context(), a, p); kind(err) != "not_an_approver" {
					t.Errorf("%+v: %v", a, err)
				}
				if _, err := s.WithdrawSelected(t.Context(), a, p, []int64{f.workers}); kind(err) != "not_an_approver" {
					t.Errorf("%+v withdraws: %v", a, err)
				}
			}
		})
		t.Run("leaves nothing behind when it fails", func(t *testing.T) {
			stranger := auth.Actor{PersonID: "nobody", Role: auth.Admin} // no such person: their approval cannot be stored
			if _, err := s.Approve(t.Context(), stranger, p); err == nil {
				t.Fatal("it does not fail")
			}
			if n := f.count(`SELECT COUNT(*) FROM timesheets WHERE is_approved`) + f.count(`SELECT COUNT(*) FROM audit_log`); n != 0 {
				t.Errorf("%d rows were left behind", n)
			}
		})
		t.Run("covers a supervisor's subtree, never the own sheet", func(t *testing.T) {
			do(t, f.actor(auth.Employee, f.deputy), []int64{f.workers, f.spent}, nil, []Skip{{f.deputys, OwnTimesheet}})
		})
		t.Run("lists the sheets that were approved before", func(t *testing.T) {
			do(t, f.actor(auth.Employee, f.boss), []int64{f.deputys}, []int64{f.workers, f.spent}, []Skip{{f.bosses, OwnTimesheet}})
		})
		t.Run("covers everyone but themselves for payroll", func(t *testing.T) {
			do(t, f.actor(auth.Payroll, f.other), []int64{f.bosses}, []int64{f.deputys, f.workers, f.spent}, []Skip{{f.others, OwnTimesheet}})
		})
		t.Run("covers an admin's own sheet", func(t *testing.T) {
			do(t, f.actor(auth.Admin, f.other), []int64{f.others}, []int64{f.bosses, f.deputys, f.workers, f.spent}, nil)
		})
		t.Run("leaves other periods and empty sheets alone", func(t *testing.T) {
			if n := f.count(`SELECT COUNT(*) FROM timesheets WHERE NOT is_approved`); n != 2 {
				t.Errorf("%d sheets are not approved, want 2", n)
			}
		})
		t.Run("leaves an audit entry each time", func(t *testing.T) {
			if n := f.count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'pay_period' AND record_id = '2026-25' AND action = 'approved'`); n != 4 {
				t.Errorf("%d entries, want 4", n)
			}
		})
		t.Run("is withdrawn from what is approved and not the own, once", func(t *testing.T) {
			deputy := f.actor(auth.Employee, f.deputy)
			for _, want := range [][]int64{{f.workers}, nil} {
				got, err := s.WithdrawSelected(t.Context(), deputy, p, []int64{f.deputys, f.workers, f.others})
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("withdrew %v, %v, want %v", got, err, want)
				}
			}
			if n := f.count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'pay_period' AND action = 'approval_withdrawn'`); n != 1 {
				t.Errorf("%d entries, want 1", n)
			}
		})
		t.Run("is taken back by who gave it, of the sheets as it left them", func(t *testing.T) {
			boss := f.actor(auth.Employee, f.boss)
			if ids, err := s.WithdrawSelected(t.Context(), boss, p, []int64{f.deputys}); err != nil || len(ids) != 1 {
				t.Fatalf("withdrew %v, %v", ids, err)
			}
			a, err := s.Approve(t.Context(), boss, p)
			if ids := sheetIDs(a.Approved); err != nil || !slices.Equal(ids, []int64{f.deputys, f.workers}) {
				t.Fatalf("approved %v, %v", ids, err)
			}
			if list, err := s.StandingApprovals(t.Context(), boss, p, a.At); err != nil || !slices.Equal(list, a.Approved) {
				t.Errorf("%v stand, %v, want %v", list, err, a.Approved)
			}
			for _, x := range []struct {
				by     auth.Actor
				sheets []SheetVersion
				want   []int64
			}{
				{boss, []SheetVersion{{a.Approved[0].ID, a.Approved[0].Version - 1}}, nil}, {f.actor(auth.Admin, 0), a.Approved, nil},
				{boss, a.Approved, sheetIDs(a.Approved)}, {boss, a.Approved, nil},
			} {
				if ids, err := s.UndoApproval(t.Context(), x.by, p, x.sheets); err != nil || !slices.Equal(ids, x.want) {
					t.Errorf("took back %v, %v, want %v", ids, err, x.want)
				}
			}
			if list, err := s.StandingApprovals(t.Context(), boss, p, a.At); err != nil || len(list) != 0 {
				t.Errorf("%v stand, %v", list, err)
			}
		})
		t.Run("is taken back alone, if another one has the same instant", func(t *testing.T) {
			boss := f.actor(auth.Employee, f.boss)
			approve := func(sheet int64) Approval {
				version := f.count(fmt.Sprintf("SELECT version FROM timesheets WHERE id = %d", sheet))
				a, err := s.ApproveSelected(t.Context(), boss, p, Selection{Sheets: []SheetVersion{{sheet, int64(version)}}})
				if err != nil || len(a.Approved) != 1 {
					t.Fatalf("approved %v, %v", a.Approved, err)
				}
				return a
			}
			one, other := approve(f.deputys), approve(f.workers)
			if one.At != other.At {
				t.Fatalf("they are of %d and %d", one.At, other.At)
			}
			if ids, err := s.UndoApproval(t.Context(), boss, p, other.Approved); err != nil || !slices.Equal(ids, []int64{f.workers}) {
				t.Errorf("took back %v, %v", ids, err)
			}
		})
	})
}

func (w *world) count(sql string) (n int) {
	w.Helper()
	if err := w.db.QueryRow(context.Background(), sql).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}
