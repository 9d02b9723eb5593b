package db_test

import (
	"errors"
	"slices"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestRows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const three = "SELECT 'a' UNION ALL SELECT 'b' UNION ALL SELECT 'c' ORDER BY 1"
		if list, err := db.ReadTexts(d.Query(t.Context(), three)); err != nil || !slices.Equal(list, []string{"a", "b", "c"}) {
			t.Errorf("%v, %v", list, err)
		}
		if list, err := db.ReadIDs(d.Query(t.Context(), "SELECT 1 UNION ALL SELECT 2 ORDER BY 1")); err != nil ||
			!slices.Equal(list, []int64{1, 2}) {
			t.Errorf("%v, %v", list, err)
		}
		if list, err := db.ReadIDs(d.Query(t.Context(), three)); err == nil {
			t.Errorf("letters are read as %v", list)
		}
		if _, err := db.ReadTexts(d.Query(t.Context(), "SELECT nothing FROM nowhere")); err == nil {
			t.Error("the error of the statement is lost")
		}
		scan := func(row db.Row) (text string, err error) {
			err = row.Scan(&text)
			return text, err
		}
		stop, seen := errors.New("stop"), 0
		err := db.Stream(scan, func(text string) error {
			if seen++; text == "b" {
				return stop
			}
			return nil
		})(d.Query(t.Context(), three))
		if !errors.Is(err, stop) || seen != 2 {
			t.Errorf("%d rows, %v", seen, err)
		}
		for range 100 { // rows left open would use up the connections
			if err := db.Stream(scan, func(string) error { return stop })(d.Query(t.Context(), three)); !errors.Is(err, stop) {
				t.Fatal(err)
			}
		}
	})
}

// TestRowList reads a row of every type back: a zero Day and nil are NULL.
func TestRowList(t *testing.T) {
	day, err := db.ParseDay("2026-11-27")
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var id int64
		var yes bool
		var text, written string
		var nothing, none *string
		rows := db.RowList([][]any{{7, true, "<é>", day, db.Day{}, nil}})
		err := d.QueryRow(t.Context(), d.Dialect().Rows("$1", "BIGINT", "BOOLEAN", "TEXT", "TEXT", "TEXT", "TEXT"), rows).
			Scan(&id, &yes, &text, &written, &nothing, &none)
		if err != nil || id != 7 || !yes || text != "<é>" || written != "2026-11-27" || nothing != nil || none != nil {
			t.Errorf("%d %t %q %q %v %v: %v", id, yes, text, written, nothing, none, err)
		}
	})
}
