package audit

import (
	"context"
	"math"
	"reflect"
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
