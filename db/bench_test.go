package db_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	_ "modernc.org/sqlite" // the floor

	"presence/db"
	"presence/db/dbtest"
)

const floorSchema = `CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT NOT NULL, at BIGINT NOT NULL)`

// floor is the driver with one statement prepared by hand and nothing in between.
func floor(b *testing.B) *sql.DB {
	d, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "floor.db")+
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-8192)&_pragma=mmap_size(268435456)")
	if err != nil {
		b.Fatal(err)
	}
	d.SetMaxOpenConns(1)
	b.Cleanup(func() { d.Close() })
	if _, err := d.Exec(floorSchema); err != nil {
		b.Fatal(err)
	}
	return d
}

// BenchmarkWrite: one durable insert, beside the raw one.
func BenchmarkWrite(b *testing.B) {
	ctx := context.Background()
	const insert = `INSERT INTO t (text, at) VALUES ($1, $2)`
	b.Run("floor", func(b *testing.B) {
		s, err := floor(b).Prepare(insert)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := s.Exec("text", 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, callers := range []int{1, 16} {
		b.Run(strconv.Itoa(callers)+" callers", func(b *testing.B) {
			d := benchDB(b)
			var left atomic.Int64
			left.Store(int64(b.N))
			done := make(chan error, callers)
			before := db.Commits(d)
			b.ResetTimer()
			for range callers {
				go func() {
					var err error
					for err == nil && left.Add(-1) >= 0 {
						err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
							_, err := tx.Exec(ctx, insert, "text", 1)
							return err
						})
					}
					done <- err
				}()
			}
			for range callers {
				if err := <-done; err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/float64(db.Commits(d)-before), "writes/commit")
		})
	}
}

func benchDB(b *testing.B) *db.DB {
	d := dbtest.OpenSQLite(b)
	err := d.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, floorSchema)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return d
}

// BenchmarkRead: one row by its id, beside the raw one; with a context that can be cancelled, as a request's can.
func BenchmarkRead(b *testing.B) {
	const fill = `INSERT INTO t (id, text, at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	WHERE i < 10000) SELECT i, 'text', i FROM n`
	const one = `SELECT text, at FROM t WHERE id = $1`
	var text string
	var at int64
	b.Run("floor", func(b *testing.B) {
		d := floor(b)
		if _, err := d.Exec(fill); err != nil {
			b.Fatal(err)
		}
		s, err := d.Prepare(one)
		if err != nil {
			b.Fatal(err)
		}
		for i := 0; b.Loop(); i++ {
			if err := s.QueryRow(i%10000+1).Scan(&text, &at); err != nil {
				b.Fatal(err)
			}
		}
	})
	d := benchDB(b)
	err := d.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error { _, err := tx.Exec(ctx, fill); return err })
	if err != nil {
		b.Fatal(err)
	}
	for name, ctx := range map[string]context.Context{"plain context": context.Background(), "request context": b.Context()} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if err := d.QueryRow(ctx, one, i%10000+1).Scan(&text, &at); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
