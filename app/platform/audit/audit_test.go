package audit

import (
	"context"
	"fmt"
	"maps"
	"math"
	"reflect"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestDiff(t *testing.T) {
	for name, x := range map[string]struct {
		before, after Auditable
		want          Changes
	}{
		"a new record has every field that holds something":    {nil, Fields{"name": "Ada", "residence": nil}, Changes{"name": {nil, "Ada"}}},
		"a deleted record had every field that held something": {Fields{"name": "Ada", "residence": nil}, nil, Changes{"name": {"Ada", nil}}},
		"a field that stays is left out":                       {Fields{"a": 1, "b": "x"}, Fields{"a": 2, "b": "x"}, Changes{"a": {1, 2}}},
		"a number of another Go type is the same number":       {Fields{"a": 5.0}, Fields{"a": int64(5)}, Changes{}},
		"an empty text is not the same as no value":            {Fields{"a": ""}, Fields{"a": nil}, Changes{"a": {"", nil}}},
		"lists are compared by what they hold":                 {Fields{"a": []string{"x"}}, Fields{"a": []string{"x"}}, Changes{}},
		"a value that cannot be written is kept, to be refused": {Fields{"a": make(map[bool]int)}, Fields{"a": make(map[bool]int)},
			Changes{"a": {map[bool]int{}, map[bool]int{}}}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Diff(x.before, x.after); !reflect.DeepEqual(got, x.want) {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

func TestSearch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		if err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			var all []Entry
			for i := range int64(250) { // more than one statement takes
				e := Entry{At: db.Instant(i + 1), Who: Who{PersonID: fmt.Sprint("p", i%2)}, Action: "updated", Kind: "shift",
					RecordID: fmt.Sprint(i), TimesheetID: i % 3}
				if i == 100 {
					e.Action, e.Kind = "created", "expense"
				}
				all = append(all, e)
			}
			return Record(ctx, tx, all...)
		}); err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct {
			name        string
			f           Filter
			n           int
			first, last db.Instant // moments of the newest and the oldest entry
		}{
			{"everything, newest first", Filter{Rows: 500}, 250, 250, 1},
			{"so many rows at most", Filter{Rows: 10}, 10, 250, 241},
			{"what one person did", Filter{People: []string{"p1"}, Rows: 500}, 125, 250, 2},
			{"what two people did", Filter{People: []string{"p0", "p1"}, Rows: 500}, 250, 250, 1},
			{"what nobody did", Filter{People: []string{}, Rows: 500}, 0, 0, 0},
			{"of one kind", Filter{Kind: "expense", Rows: 500}, 1, 101, 101},
			{"one action", Filter{Actions: []string{"created"}, Rows: 500}, 1, 101, 101},
			{"of one record", Filter{RecordID: "7", Rows: 500}, 1, 8, 8},
			{"from a moment on", Filter{From: 241, Rows: 500}, 10, 250, 241},
			{"from a moment that nothing has come after", Filter{From: 251, Rows: 500}, 0, 0, 0},
			{"before a moment", Filter{Until: 11, Rows: 500}, 10, 10, 1},
			{"before a moment that nothing has come after", Filter{Until: 251, Rows: 500}, 250, 250, 1},
			{"between two moments", Filter{From: 11, Until: 21, Rows: 500}, 10, 20, 11},
		} {
			t.Run(x.name, func(t *testing.T) {
				list, err := Search(ctx, d, x.f)
				if err != nil || len(list) != x.n || x.n > 0 && (list[0].At != x.first || list[x.n-1].At != x.last) {
					t.Fatalf("%d entries, %v", len(list), err)
				}
			})
		}
		t.Run("before an entry", func(t *testing.T) {
			all, err := Search(ctx, d, Filter{Rows: 5})
			if err != nil {
				t.Fatal(err)
			}
			older, err := Search(ctx, d, Filter{Before: all[4].ID, Rows: 5})
			if err != nil || len(older) != 5 || older[0].At != all[4].At-1 {
				t.Errorf("%v, %v", older, err)
			}
		})
		t.Run("before a moment, with more entries than an order may differ by", func(t *testing.T) {
			if err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE audit_log SET id = id + 20000 WHERE at > 200")
				return err
			}); err != nil {
				t.Fatal(err)
			}
			for until, want := range map[db.Instant]int{251: 250, 201: 200, 211: 210} {
				if list, err := Search(ctx, d, Filter{Until: until, Rows: 500}); err != nil || len(list) != want {
					t.Errorf("before %d: %d entries, %v; want %d", until, len(list), err, want)
				}
			}
			if list, err := Search(ctx, d, Filter{From: 201, Rows: 500}); err != nil || len(list) != 50 {
				t.Errorf("%d entries, %v", len(list), err)
			}
		})
		t.Run("who created records, by their ids", func(t *testing.T) {
			for kind, want := range map[string]map[int64]Who{"expense": {100: {PersonID: "p0"}}, "shift": {}} {
				if got, err := Creators(ctx, d, kind, []int64{99, 100, 300}); err != nil || !maps.Equal(got, want) {
					t.Errorf("%s: %v, want %v: %v", kind, got, want, err)
				}
			}
			if got, err := Creators(ctx, d, "expense", nil); err != nil || len(got) != 0 {
				t.Errorf("of no records: %v, %v", got, err)
			}
		})
		t.Run("of a timesheet", func(t *testing.T) {
			list, err := TimesheetHistory(ctx, d, 2, 500)
			if err != nil || len(list) != 83 || list[0].TimesheetID != 2 {
				t.Errorf("%d entries, %v", len(list), err)
			}
			var none int
			err = d.QueryRow(ctx, "SELECT COUNT(*) FROM audit_log WHERE timesheet_id IS NULL").Scan(&none)
			if err != nil || none != 84 {
				t.Errorf("%d entries are of no timesheet, %v", none, err)
			}
		})
	})
}

func TestRecord_refuses_an_entry_that_cannot_be_written(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return Record(ctx, tx, Entry{Action: "updated", Kind: "shift", RecordID: "1",
				Changes: Diff(Fields{"amount": 1.5}, Fields{"amount": math.NaN()})})
		})
		if err == nil {
			t.Error("an entry without one of its changes was taken")
		}
		var n int
		if err := d.QueryRow(ctx, "SELECT COUNT(*) FROM audit_log").Scan(&n); err != nil || n != 0 {
			t.Errorf("%d entries were kept, %v", n, err)
		}
	})
}

func TestRecord_shortens_texts(t *testing.T) {
	long, most := strings.Repeat("é", maxText+1), strings.Repeat("é", maxText)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		changes := Changes{"text": {most, long}, "count": {1, nil}}
		if err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return Record(ctx, tx, Entry{At: 1, Kind: "a", RecordID: "1", Changes: changes}, Entry{At: 1, Kind: "b", RecordID: "1", Changes: changes, Whole: true})
		}); err != nil {
			t.Fatal(err)
		}
		for kind, want := range map[string]string{"a": most + " […] (10001 characters)", "b": long} {
			list, err := History(ctx, d, kind, "1", 1)
			if err != nil || len(list) != 1 || list[0].Changes["text"] != [2]any{most, want} {
				t.Errorf("%s: %v, %v", kind, list, err)
			}
		}
		if changes["text"][1] != long {
			t.Error("the caller's changes are others now")
		}
	})
}
