package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// insertPerson is a function as the services have them: it opens the transaction that it needs.
func insertPerson(ctx context.Context, d *db.DB, id string, fail error) error {
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, addPerson, id, id+"@x"); err != nil {
			return err
		}
		return fail
	})
}

// deep calls fn below that many frames.
func deep(frames int, fn func() error) error {
	if frames == 0 {
		return fn()
	}
	return deep(frames-1, fn)
}

// aside calls fn in a goroutine and waits for it.
func aside(fn func() error) error {
	done := make(chan error)
	go func() { done <- fn() }()
	return <-done
}

func TestTx_BeforeCommit(t *testing.T) {
	failure := errors.New("refused")
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		count := func(ctx context.Context, q db.Queryer) (n int) {
			if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM people").Scan(&n); err != nil {
				t.Error(err)
			}
			return n
		}
		t.Run("runs at the end of the whole transaction", func(t *testing.T) {
			before, seen := count(t.Context(), d), 0
			err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				joined := d.Write(ctx, func(_ context.Context, tx *db.Tx) error {
					tx.BeforeCommit(func(ctx context.Context, tx *db.Tx) error {
						seen = count(ctx, tx)
						return insertPerson(ctx, d, "last", nil)
					})
					return nil
				})
				return errors.Join(joined, insertPerson(ctx, d, "before the last", nil))
			})
			if n := count(t.Context(), d); err != nil || seen != before+1 || n != before+2 {
				t.Errorf("%d before, %d seen, %d after: %v", before, seen, n, err)
			}
		})
		t.Run("runs a function that is added meanwhile, too", func(t *testing.T) {
			before := count(t.Context(), d)
			err := d.Write(t.Context(), func(_ context.Context, tx *db.Tx) error {
				tx.BeforeCommit(func(_ context.Context, tx *db.Tx) error {
					tx.BeforeCommit(func(ctx context.Context, _ *db.Tx) error { return insertPerson(ctx, d, "added", nil) })
					return nil
				})
				return nil
			})
			if n := count(t.Context(), d); err != nil || n != before+1 {
				t.Errorf("%d before, %d after: %v", before, n, err)
			}
		})
		t.Run("rolls everything back when it fails", func(t *testing.T) {
			before := count(t.Context(), d)
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				tx.BeforeCommit(func(context.Context, *db.Tx) error { return failure })
				return insertPerson(ctx, d, "never", nil)
			})
			if n := count(t.Context(), d); !errors.Is(err, failure) || n != before {
				t.Errorf("%d before, %d after: %v", before, n, err)
			}
		})
	})
}

func TestTransactionInContext(t *testing.T) {
	failure := errors.New("refused")
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		count := func(ctx context.Context, q db.Queryer) (n int) {
			if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM people").Scan(&n); err != nil {
				t.Error(err)
			}
			return n
		}
		t.Run("makes one transaction of several", func(t *testing.T) {
			hooks := 0
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				tx.AfterCommit(func() { hooks++ })
				if err := errors.Join(insertPerson(ctx, d, "a", nil), insertPerson(ctx, d, "b", nil)); err != nil {
					return err
				}
				if n := count(ctx, d); n != 2 {
					t.Errorf("a read inside sees %d", n)
				}
				if n := count(t.Context(), d); n != 0 {
					t.Errorf("others see %d before the commit", n)
				}
				return d.Read(ctx, func(ctx context.Context, q db.Queryer) error {
					if n := count(ctx, q); n != 2 {
						t.Errorf("a Read inside sees %d", n)
					}
					return nil
				})
			})
			if err != nil || hooks != 1 || count(t.Context(), d) != 2 {
				t.Error(err, hooks)
			}
		})
		t.Run("joins a Write of a Write that joined", func(t *testing.T) {
			err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				twice := d.Write(ctx, func(ctx context.Context, _ *db.Tx) error { return insertPerson(ctx, d, "twice", nil) })
				return errors.Join(twice, insertPerson(ctx, d, "once more", nil), failure)
			})
			if !errors.Is(err, failure) || strings.Contains(err.Error(), "db:") || count(t.Context(), d) != 2 {
				t.Error(err, count(t.Context(), d))
			}
		})
		t.Run("joins a Write sixty frames below", func(t *testing.T) {
			err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				return errors.Join(deep(60, func() error { return insertPerson(ctx, d, "deep", nil) }), failure)
			})
			if !errors.Is(err, failure) || count(t.Context(), d) != 2 {
				t.Error(err, count(t.Context(), d))
			}
		})
		t.Run("joins a Write in a goroutine that the function waits for", func(t *testing.T) {
			err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				return errors.Join(aside(func() error { return insertPerson(ctx, d, "aside", nil) }), failure)
			})
			if !errors.Is(err, failure) || count(t.Context(), d) != 2 {
				t.Error(err, count(t.Context(), d))
			}
		})
		t.Run("rolls all of it back when the whole fails", func(t *testing.T) {
			err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				if err := insertPerson(ctx, d, "c", nil); err != nil {
					return err
				}
				return failure
			})
			if !errors.Is(err, failure) || count(t.Context(), d) != 2 {
				t.Error(err)
			}
		})
		t.Run("rolls all of it back when a part failed and its caller goes on", func(t *testing.T) {
			err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				_ = insertPerson(ctx, d, "d", failure)
				if err := insertPerson(ctx, d, "e", nil); !errors.Is(err, failure) {
					t.Errorf("a part after the failure: %v", err)
				}
				return nil
			})
			if !errors.Is(err, failure) || count(t.Context(), d) != 2 {
				t.Error(err)
			}
		})
		t.Run("rolls all of it back when a part panicked and its caller goes on", func(t *testing.T) {
			err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				defer func() { _ = recover() }()
				return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
					_, _ = tx.Exec(ctx, addPerson, "f", "f@x")
					panic("ouch")
				})
			})
			if err == nil || count(t.Context(), d) != 2 {
				t.Error(err, count(t.Context(), d))
			}
		})
		t.Run("refuses a transaction that is over", func(t *testing.T) {
			var written, read context.Context
			err := errors.Join(
				d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error { written = ctx; return nil }),
				d.Read(t.Context(), func(ctx context.Context, _ db.Queryer) error { read = ctx; return nil }))
			if err != nil || insertPerson(written, d, "g", nil) == nil || insertPerson(read, d, "g", nil) == nil || count(t.Context(), d) != 2 {
				t.Error(err)
			}
			for _, late := range []context.Context{written, read} {
				var n int
				if err := d.QueryRow(late, "SELECT 1").Scan(&n); err == nil {
					t.Error("a read in a transaction that is over was answered")
				}
			}
		})
		t.Run("keeps a Read inside a Read on its snapshot", func(t *testing.T) {
			err := d.Read(t.Context(), func(ctx context.Context, q db.Queryer) error {
				before := count(ctx, q)
				if err := insertPerson(t.Context(), d, "meanwhile", nil); err != nil {
					return err
				}
				return d.Read(ctx, func(ctx context.Context, q db.Queryer) error {
					if count(ctx, q) != before || count(ctx, d) != before {
						t.Error("the snapshot moved")
					}
					return nil
				})
			})
			if err != nil || count(t.Context(), d) != 3 {
				t.Error(err)
			}
		})
		t.Run("refuses a Write inside a Read", func(t *testing.T) {
			err := d.Read(t.Context(), func(ctx context.Context, _ db.Queryer) error { return insertPerson(ctx, d, "h", nil) })
			if err == nil || count(t.Context(), d) != 3 {
				t.Error(err)
			}
		})
		t.Run("is that of one database only", func(t *testing.T) {
			other := dbtest.OpenSQLite(t)
			err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				return errors.Join(insertPerson(ctx, other, "other", nil), failure)
			})
			if !errors.Is(err, failure) || count(t.Context(), other) != 1 || count(t.Context(), d) != 3 {
				t.Error(err, count(t.Context(), other), count(t.Context(), d))
			}
		})
	})
}

// openNarrow is a database on which one Write waits for another one.
func openNarrow(t *testing.T, dialect db.Dialect) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.URL(t, dialect), db.Options{Conns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	db.LimitWait(d, 100*time.Millisecond)
	return d
}

// A Write inside a Write by the context outside waits for itself: it cannot be told from one that waits for another.
func TestWriteWaitsOnlySoLong(t *testing.T) {
	ways := map[string]func(fn func() error) error{
		"sixty frames below":                         func(fn func() error) error { return deep(60, fn) },
		"in a goroutine that the function waits for": aside,
	}
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		for name, call := range ways {
			t.Run(fmt.Sprint(dialect, ": a Write inside a Write by the outer context, ", name, ", is refused"), func(t *testing.T) {
				d := openNarrow(t, dialect)
				outer := t.Context()
				err := d.Write(outer, func(context.Context, *db.Tx) error {
					return call(func() error { return insertPerson(outer, d, "nested", nil) })
				})
				if !db.IsUnavailable(err) {
					t.Error("the mistake gave", err)
				}
				if err := insertPerson(outer, d, "after", nil); err != nil || people(t, d) != 1 {
					t.Error("the next Write:", err, people(t, d), "people")
				}
			})
		}
	}
	t.Run("a Write that was refused never runs", func(t *testing.T) {
		d := openNarrow(t, db.SQLite)
		started, release, first := make(chan struct{}), make(chan struct{}), make(chan error)
		go func() {
			first <- d.Write(t.Context(), func(context.Context, *db.Tx) error { close(started); <-release; return nil })
		}()
		<-started
		err := d.Write(t.Context(), func(context.Context, *db.Tx) error { t.Error("it ran"); return nil })
		if !db.IsUnavailable(err) {
			t.Error(err)
		}
		close(release)
		if err := errors.Join(<-first, add(d, "next", "next@x")); err != nil { // a turn after that of the one refused
			t.Error(err)
		}
	})
	t.Run("a Write whose turn has come may take longer", func(t *testing.T) {
		d := openNarrow(t, db.SQLite)
		begun := time.Now()
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for time.Since(begun) < 200*time.Millisecond {
				if _, err := tx.Exec(ctx, "SELECT 1"); err != nil {
					return err
				}
			}
			return insert("slow")(ctx, tx)
		})
		if err != nil || people(t, d) != 1 {
			t.Error(err)
		}
	})
	t.Run("the limit is ten seconds", func(t *testing.T) {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			if most := db.WaitLimit(d); most != 10*time.Second {
				t.Error(most)
			}
		})
	})
	t.Run("postgres: a lock of a row is waited for ten seconds", func(t *testing.T) {
		var most string
		if err := dbtest.Open(t, db.Postgres).QueryRow(t.Context(), "SHOW lock_timeout").Scan(&most); err != nil || most != "10s" {
			t.Error(most, err)
		}
	})
}

// Clients that read streamed lists slowly keep their result sets open for as long as they like.
func TestWrite_does_not_wait_for_result_sets_that_are_read_slowly(t *testing.T) {
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		for name, hold := range map[string]func(d *db.DB, then func(rows *sql.Rows, err error)) error{
			"of a query": func(d *db.DB, then func(rows *sql.Rows, err error)) error {
				then(d.Query(t.Context(), "SELECT 1 UNION ALL SELECT 2"))
				return nil
			},
			"of a snapshot": func(d *db.DB, then func(rows *sql.Rows, err error)) error {
				return d.Read(t.Context(), func(ctx context.Context, q db.Queryer) error {
					then(q.Query(ctx, "SELECT 1 UNION ALL SELECT 2"))
					return nil
				})
			},
		} {
			t.Run(fmt.Sprint(dialect, ": ", name), func(t *testing.T) {
				d := openNarrow(t, dialect)
				err := hold(d, func(rows *sql.Rows, err error) {
					if err != nil {
						t.Fatal(err)
					}
					defer rows.Close()
					if !rows.Next() {
						t.Fatal("no row", rows.Err())
					}
					if err := insertPerson(t.Context(), d, "meanwhile", nil); err != nil || people(t, d) != 1 {
						t.Error("a Write and a single row:", err)
					}
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestNotInWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		check := func(where string, ctx context.Context, want error) {
			if err := db.NotInWrite(ctx); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", where, err, want)
			}
		}
		check("outside", t.Context(), nil)
		err := d.Write(t.Context(), func(inside context.Context, tx *db.Tx) error {
			check("in a transaction", inside, db.ErrInWrite)
			tx.AfterCommit(func() { check("after the commit", t.Context(), nil) })
			derived, cancel := context.WithCancel(inside)
			defer cancel()
			check("in a goroutine of a transaction", context.WithoutCancel(derived), db.ErrInWrite)
			return errors.Join(
				d.Read(derived, func(ctx context.Context, _ db.Queryer) error {
					check("where a transaction reads", ctx, db.ErrInWrite)
					return nil
				}),
				d.Write(derived, func(ctx context.Context, _ *db.Tx) error {
					check("where a transaction is joined", ctx, db.ErrInWrite)
					return nil
				}))
		})
		if err != nil {
			t.Fatal(err)
		}
		err = d.Read(t.Context(), func(ctx context.Context, _ db.Queryer) error {
			check("in a snapshot, for which no write waits", ctx, nil)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestWriteUncached differs from Write in one thing: no cache hears of it.
func TestWriteUncached(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		nothing := func(context.Context, *db.Tx) error { return nil }
		t.Run("keeps the generation, and runs what is added for its end", func(t *testing.T) {
			before, ran := d.Generation(), ""
			err := d.WriteUncached(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				tx.BeforeCommit(func(context.Context, *db.Tx) error { ran += "before, "; return nil })
				tx.AfterCommit(func() { ran += "after" })
				if !errors.Is(db.NotInWrite(ctx), db.ErrInWrite) {
					t.Error("the network may be used")
				}
				return d.WriteUncached(ctx, nothing)
			})
			if err != nil || ran != "before, after" || d.Generation() != before {
				t.Errorf("%v; ran %q; generation %d, before %d", err, ran, d.Generation(), before)
			}
		})
		t.Run("is part of a Write, of which caches hear", func(t *testing.T) {
			before := d.Generation()
			err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error { return d.WriteUncached(ctx, nothing) })
			if err != nil || d.Generation() == before {
				t.Errorf("%v; generation %d, before %d", err, d.Generation(), before)
			}
		})
		t.Run("refuses a Write inside it", func(t *testing.T) {
			err := d.WriteUncached(t.Context(), func(ctx context.Context, _ *db.Tx) error { return d.Write(ctx, nothing) })
			if err == nil {
				t.Error("it was made, and caches did not hear of it")
			}
		})
	})
}
