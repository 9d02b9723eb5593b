package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// TestPostgres_Gone ends connections in the middle of what they do, with the server's farewell and without: it is storage
// that is unavailable, whatever was under way, and the next statement finds a new connection.
func TestPostgres_Gone(t *testing.T) {
	const rows = "SELECT i, repeat('x', 1000) FROM generate_series(1, 200000) i"
	type use func(ctx context.Context, d *db.DB, end func()) error
	var ending sync.WaitGroup
	slow := func(end func()) { ending.Go(end) }
	uses := map[string]use{
		"a statement": func(ctx context.Context, d *db.DB, end func()) error {
			var n int
			slow(end)
			return d.QueryRow(ctx, "SELECT 1 FROM pg_sleep(30)").Scan(&n)
		},
		"a statement of a snapshot": func(ctx context.Context, d *db.DB, end func()) error {
			return d.Read(ctx, func(ctx context.Context, q db.Queryer) error {
				var n int
				if err := q.QueryRow(ctx, "SELECT 1").Scan(&n); err != nil {
					return err
				}
				slow(end)
				return q.QueryRow(ctx, "SELECT 1 FROM pg_sleep(30)").Scan(&n)
			})
		},
		"the rows of a statement": func(ctx context.Context, d *db.DB, end func()) error {
			list, err := d.Query(ctx, rows)
			if err != nil {
				return err
			}
			defer list.Close()
			for n := 0; list.Next(); n++ {
				if n == 0 {
					end()
				}
			}
			return list.Err()
		},
		"a write": func(ctx context.Context, d *db.DB, end func()) error {
			return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				slow(end)
				_, err := tx.Exec(ctx, "SELECT pg_sleep(30)")
				return err
			})
		},
		"a write between two statements": func(ctx context.Context, d *db.DB, end func()) error {
			return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				if _, err := tx.Exec(ctx, "SELECT 1"); err != nil {
					return err
				}
				end()
				_, err := tx.Exec(ctx, "SELECT 1")
				return err
			})
		},
		"a write before its commit": func(ctx context.Context, d *db.DB, end func()) error {
			return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "SELECT 1")
				end()
				return err
			})
		},
	}
	for name, use := range uses {
		for _, farewell := range []string{"terminated by the server", "cut without a word"} {
			t.Run(name+", "+farewell, func(t *testing.T) {
				address := dbtest.URL(t, db.Postgres)
				w := dbtest.NewWire(t, address)
				d, err := db.Open(t.Context(), w.URL(), db.Options{Conns: 1})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { d.Close() })
				other, err := db.Open(t.Context(), address, db.Options{})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { other.Close() })
				const busy = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
				end := func() {
					for n := 0; n == 0; { // until it is there
						if err := other.QueryRow(t.Context(), "SELECT COUNT(*) FROM pg_stat_activity WHERE "+busy+
							" AND (state = 'idle in transaction' OR state = 'active')").Scan(&n); err != nil {
							t.Error(err)
							return
						}
					}
					if farewell == "cut without a word" {
						w.Cut()
						return
					}
					var n int
					if err := other.QueryRow(t.Context(), "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE "+
						busy).Scan(&n); err != nil {
						t.Error(err)
					}
				}
				err = use(t.Context(), d, end)
				ending.Wait()
				if !db.IsUnavailable(err) {
					t.Errorf("it is %v (%T)", err, err)
				}
				var one int
				if err := d.QueryRow(t.Context(), "SELECT 1").Scan(&one); err != nil {
					t.Errorf("the next statement: %v", err)
				}
			})
		}
	}
	t.Run("a caller that has gone is no fault of storage", func(t *testing.T) {
		d := dbtest.Open(t, db.Postgres)
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		var n int
		if err := d.QueryRow(ctx, "SELECT 1 FROM pg_sleep(30)").Scan(&n); !errors.Is(err, context.Canceled) || db.IsUnavailable(err) {
			t.Errorf("it is %v", err)
		}
	})
}
