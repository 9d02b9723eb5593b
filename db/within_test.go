package db_test

import (
	"context"
	"errors"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestWithin(t *testing.T) {
	failure := errors.New("refused")
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		count := func(q db.Queryer, ctx context.Context) (n int) {
			if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM people").Scan(&n); err != nil {
				t.Error(err)
			}
			return n
		}
		person := func(ctx context.Context, id string, fail error) error {
			return d.Write(ctx, func(tx *db.Tx) error {
				if _, err := tx.Exec(ctx, `INSERT INTO people (id, email, role, created_at, updated_at) VALUES ($1, $1, 'employee', 1, 1)`, id); err != nil {
					return err
				}
				return fail
			})
		}
		t.Run("makes one transaction of several", func(t *testing.T) {
			hooks := 0
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				ctx := db.Within(t.Context(), tx)
				tx.AfterCommit(func() { hooks++ })
				if err := errors.Join(person(ctx, "a", nil), person(ctx, "b", nil)); err != nil {
					return err
				}
				if n := count(d, ctx); n != 2 {
					t.Errorf("a read within sees %d", n)
				}
				err := d.Read(ctx, func(q db.Queryer) error {
					if n := count(q, ctx); n != 2 {
						t.Errorf("a snapshot within sees %d", n)
					}
					return nil
				})
				if n := count(d, t.Context()); n != 0 {
					t.Errorf("others see %d before the commit", n)
				}
				return err
			})
			if err != nil || hooks != 1 || count(d, t.Context()) != 2 {
				t.Error(err, hooks)
			}
		})
		t.Run("undoes all of it when the whole fails", func(t *testing.T) {
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				if err := person(db.Within(t.Context(), tx), "c", nil); err != nil {
					return err
				}
				return failure
			})
			if !errors.Is(err, failure) || count(d, t.Context()) != 2 {
				t.Error(err)
			}
		})
		t.Run("undoes all of it when a part failed and nobody minded", func(t *testing.T) {
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				ctx := db.Within(t.Context(), tx)
				_ = person(ctx, "d", failure)
				if err := person(ctx, "e", nil); !errors.Is(err, failure) {
					t.Errorf("a part after the failure: %v", err)
				}
				return nil
			})
			if !errors.Is(err, failure) || count(d, t.Context()) != 2 {
				t.Error(err)
			}
		})
		t.Run("refuses a transaction that is over", func(t *testing.T) {
			var late context.Context
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				late = db.Within(t.Context(), tx)
				return nil
			})
			if err != nil || person(late, "f", nil) == nil || count(d, t.Context()) != 2 {
				t.Error(err)
			}
		})
	})
}
