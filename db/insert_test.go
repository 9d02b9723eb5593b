package db_test

import (
	"context"
	"fmt"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

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
		t.Run("half a row is refused", func(t *testing.T) {
			in := db.Insert{Into: "INSERT INTO inserted (n, word, twice)"}
			in.Add(1, "one")
			if _, err := insert(&in); err == nil {
				t.Error("it is written")
			}
		})
	})
}
