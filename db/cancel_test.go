package db_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// slow counts for as long as a patient caller would wait.
const slow = `WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000000) SELECT COUNT(*) FROM n`

// A request whose client has gone leaves no query running.
func TestCancelledReadEnds(t *testing.T) {
	ways := map[string]func(ctx context.Context, d *db.DB) error{
		"QueryRow": func(ctx context.Context, d *db.DB) error {
			var n int
			return d.QueryRow(ctx, slow).Scan(&n)
		},
		"Query": func(ctx context.Context, d *db.DB) error {
			_, err := db.ReadIDs(d.Query(ctx, slow))
			return err
		},
		"Read": func(ctx context.Context, d *db.DB) error {
			return d.Read(ctx, func(ctx context.Context, q db.Queryer) error {
				var n int
				return q.QueryRow(ctx, slow).Scan(&n)
			})
		},
		"rows that are read one by one": func(ctx context.Context, d *db.DB) error {
			_, err := db.ReadIDs(d.Query(ctx,
				`WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000000) SELECT x FROM n`))
			return err
		},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, read := range ways {
			t.Run(name+" ends with its context", func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				defer cancel()
				if err := read(ctx, d); !errors.Is(err, context.DeadlineExceeded) || db.IsUnavailable(err) {
					t.Errorf("it gave %v", err)
				}
				if err := add(d, name, name); err != nil {
					t.Error("the next write:", err)
				}
				people(t, d)
			})
		}
	})
}
