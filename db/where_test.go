package db_test

import (
	"reflect"
	"testing"

	"presence/db"
)

func TestWhere_And_counts_the_values(t *testing.T) {
	for _, x := range []struct {
		name, cond string
		values     []any
		want       string
	}{
		{"a value is missing", "day BETWEEN ? AND ?", []any{1}, "db: 1 values for 2 question marks: day BETWEEN ? AND ?"},
		{"there is one too many", "day = ?", []any{1, 2}, "db: 2 values for 1 question marks: day = ?"},
		{"a question mark in a text counts", "word = '?' AND day = ?", []any{1}, "db: 1 values for 2 question marks: word = '?' AND day = ?"},
		{"there is one for each", "day = ?", []any{1}, "<nil>"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var w db.Where
			if got := panicOf(func() { w.And(x.cond, x.values...) }); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestWhere(t *testing.T) {
	mine := func(column string, n int) (string, []any) {
		if n != 3 {
			t.Errorf("a scope behind two values is numbered %d", n)
		}
		return column + " = $3", []any{int64(7)}
	}
	var w db.Where
	if got := w.String(); got != "TRUE" {
		t.Errorf("no condition is %q", got)
	}
	w.And("day BETWEEN ? AND ?", "a", "b")
	w.Scope("employee_id", mine)
	w.And("archived_at IS NULL")
	limit := w.Bind(50)
	if got, want := w.String()+" LIMIT "+limit, "day BETWEEN $1 AND $2 AND employee_id = $3 AND archived_at IS NULL LIMIT $4"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := []any{"a", "b", int64(7), 50}; !reflect.DeepEqual(w.Args(), want) {
		t.Errorf("got %v, want %v", w.Args(), want)
	}
}
