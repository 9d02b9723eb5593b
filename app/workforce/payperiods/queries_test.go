package payperiods

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"presence/app/accounts/auth"
	"presence/db"
	"presence/db/dbtest"
)

// counted counts the statements that go through it.
type counted struct {
	db.Queryer
	n int
}

func (c *counted) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	c.n++
	return c.Queryer.Query(ctx, text, args...)
}

func (c *counted) QueryRow(ctx context.Context, text string, args ...any) *sql.Row {
	c.n++
	return c.Queryer.QueryRow(ctx, text, args...)
}

func TestRead_AsksAsOftenForManyAsForOne(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t))
	s := w.service("2026-11-20")
	f := w.codes()
	var asked []int
	for i := range 25 {
		e := w.employee("E", fmt.Sprint(i), 0)
		sheet := w.sheet(e)
		w.shift(e, sheet, f.shifts[i%5], "2026-11-16", 8, 480)
		w.expense(e, sheet, f.mileage, "2026-11-16", 100)
		w.leave(e, f.vacation, "2026-11-20", 0, "2026-11-21", 0, "True")
		if i > 0 && i < 24 {
			continue
		}
		err := s.db.Read(t.Context(), func(ctx context.Context, q db.Queryer) error {
			c := &counted{Queryer: q}
			b, err := readSnapshot(ctx, c, s.Current(), s.config,
				readOptions{scope: auth.Actor{Role: auth.Admin}.Visible, includeOnLeave: true, daysFrom: s.Today()})
			if err == nil && len(b.people) != i+1 {
				t.Errorf("%d people instead of %d", len(b.people), i+1)
			}
			asked = append(asked, c.n)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if asked[0] != asked[1] || asked[0] == 0 {
		t.Errorf("%d statements for one employee, %d for 25", asked[0], asked[1])
	}
}
