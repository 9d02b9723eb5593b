package db_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// panicOf returns what fn panics with.
func panicOf(fn func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	fn()
	return ""
}

func TestInsert_Add_counts_the_values(t *testing.T) {
	for _, x := range []struct {
		name   string
		row    string
		values []any
		want   string
	}{
		{"a value is missing", "", []any{1}, "db: 1 values for a row of 2: INSERT INTO people (id, name) VALUES (?, ?)"},
		{"there are two rows", "", []any{1, "a", 2, "b"}, "db: 4 values for a row of 2: INSERT INTO people (id, name) VALUES (?, ?)"},
		{"a question mark in a text counts", "?, '?'", []any{1}, "db: 1 values for a row of 2: INSERT INTO people (id, name) VALUES (?, '?')"},
		{"a row without values", "1, 'a'", nil, "db: 0 values for a row of 0: INSERT INTO people (id, name) VALUES (1, 'a')"},
		{"a whole row", "", []any{1, "a"}, "<nil>"},
	} {
		t.Run(x.name, func(t *testing.T) {
			in := db.Insert{Into: "INSERT INTO people (id, name)", Row: x.row}
			if got := panicOf(func() { in.Add(x.values...) }); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestInsert(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		exec := func(query string) {
			t.Helper()
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, query)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		exec("CREATE TABLE inserted (n BIGINT PRIMARY KEY, word TEXT, twice BIGINT NOT NULL)")
		insert := func(in *db.Insert) (n int64, err error) {
			err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				n, err = in.Write(ctx, tx)
				return err
			})
			return n, err
		}
		for _, rows := range []int{0, 1, 2, 9, 10, 33, 34, 111, 1234} {
			t.Run(fmt.Sprintf("%d rows", rows), func(t *testing.T) {
				exec("DELETE FROM inserted")
				in := db.Insert{Into: "INSERT INTO inserted (n, word, twice)"}
				for i := range rows {
					in.Add(i, fmt.Sprint("word ", i), 2*i)
				}
				n, err := insert(&in)
				var good int64
				late := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM inserted WHERE word = 'word ' || CAST(n AS TEXT) AND twice = 2 * n").Scan(&good)
				if err != nil || late != nil || n != int64(rows) || good != n {
					t.Errorf("%d are inserted, %d as they were given (%v, %v)", n, good, err, late)
				}
			})
		}
		t.Run("values are put where the row has a question mark, and conflicts are passed over", func(t *testing.T) {
			exec("DELETE FROM inserted")
			in := db.Insert{Into: "INSERT INTO inserted (n, word, twice)", Row: "?, NULLIF(?, ''), 7", Conflict: "ON CONFLICT DO NOTHING"}
			in.Add(1, "")
			in.Add(2, "two")
			in.Add(1, "again")
			n, err := insert(&in)
			var words int64
			late := d.QueryRow(t.Context(), "SELECT COUNT(word) FROM inserted WHERE twice = 7").Scan(&words)
			if err != nil || late != nil || n != 2 || words != 1 {
				t.Errorf("%d are inserted, %d with a word (%v, %v)", n, words, err, late)
			}
		})
		t.Run("something of each row is returned", func(t *testing.T) {
			exec("DELETE FROM inserted")
			in := db.Insert{Into: "INSERT INTO inserted (n, word, twice)"}
			for i := range 111 {
				in.Add(i, "word", 2*i)
			}
			twice := map[int64]int64{}
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return in.WriteReturning(ctx, tx, "n, twice", db.AddTo(twice))
			})
			if err != nil || len(twice) != 111 || twice[110] != 220 {
				t.Errorf("%d are returned, of the last %d (%v)", len(twice), twice[110], err)
			}
		})
	})
}

func TestInsert_IsFull(t *testing.T) {
	for _, x := range []struct {
		name   string
		values []any
		want   bool
	}{
		{"a row of few bytes", []any{"a", []byte("b"), int64(1 << 40)}, false},
		{"a row with a text of a megabyte", []any{strings.Repeat("a", 1<<20), nil, 0}, true},
		{"a row with as many bytes", []any{"", make([]byte, 1<<20), 0}, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			in := db.Insert{Into: "INSERT INTO auth_secrets (name, value, created_at)"}
			if in.Add(x.values...); in.IsFull(2) != x.want {
				t.Errorf("full: %v", in.IsFull(2))
			}
			if in.Add("b", nil, 1); !in.IsFull(2) {
				t.Error("two rows are not full")
			}
		})
	}
}
