package payperiods

import (
	"testing"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

func kind(err error) string {
	if e, ok := errs.Of(err); ok {
		return e.Code
	}
	return ""
}

func TestService_Periods(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-20")
		span := func(want int, first, last string) {
			t.Helper()
			list, err := s.Periods(t.Context())
			if err != nil || len(list) != want || list[0].Name() != first || list[want-1].Name() != last {
				t.Errorf("got %d periods, %v", len(list), err)
			}
		}
		span(3*26, "2025-01", "2027-26")
		code, employee := w.code("regular", "shift", 10000, "G1"), w.employee("Anne", "Aubin", 0)
		sheet := w.sheet(employee)
		w.expense(employee, sheet, w.code("meal", "expense", 10000, "G56"), "2024-03-01", 100)
		span(4*26, "2024-01", "2027-26")
		w.shift(employee, sheet, code, "2023-12-10", 8, 60) // pay year 2023 still: 2024 opens on 2023-12-17
		span(5*26, "2023-01", "2027-26")
	})
}

func TestService_First(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-20")
		is := func(want string) {
			t.Helper()
			if p, err := s.First(t.Context()); err != nil || p.Name() != want {
				t.Errorf("the first period is %s (%v), want %s", p.Name(), err, want)
			}
		}
		is("2026-25") // the current one of a company that has nothing yet
		code, employee := w.code("regular", "shift", 10000, "G1"), w.employee("Anne", "Aubin", 0)
		sheet := w.sheet(employee)
		w.shift(employee, sheet, code, "2026-12-20", 8, 60) // entered ahead
		is("2026-25")
		w.shift(employee, sheet, code, "2026-10-20", 8, 60)
		is("2026-23")
	})
}

func TestService_Number(t *testing.T) {
	s := newWorld(t, nil).service("2026-12-13")
	if got := s.Current().Name(); got != "2027-01" {
		t.Errorf("2026-12-13 is in %s", got)
	}
	for _, n := range []int{0, 27} {
		if _, err := s.PeriodByNumber(2026, n); kind(err) != "not_found" {
			t.Errorf("period %d: %v", n, err)
		}
	}
	if _, err := s.PeriodOn(db.MustDay("0001-01-01")); kind(err) != "not_found" {
		t.Errorf("a period that opens before the first year: %v", err)
	}
}
