package db

import (
	"context"
	"errors"
	"strconv"
	"strings"
)

// Insert collects rows of one table and inserts them, many with each statement. Where a statement must return something of each row, or
// its rows are not those of a table, see Values and Dialect.Rows.
type Insert struct {
	Into     string // "INSERT INTO" with the table and its columns: "INSERT INTO people (id, name)"
	Row      string // a row as SQL, with ? for each value of Add: "?, NULLIF(?, '')"; empty: one ? for each column
	Conflict string // what follows the rows, such as "ON CONFLICT DO NOTHING"

	args []any
}

// Add adds the values of a row.
func (r *Insert) Add(values ...any) { r.args = append(r.args, values...) }

// row returns Row.
func (r *Insert) row() string {
	if r.Row != "" {
		return r.Row
	}
	return "?" + strings.Repeat(", ?", strings.Count(r.Into, ","))
}

var errRowWidth = errors.New("db: the values of Insert are not those of whole rows")

// Write inserts the collected rows, removes them from r, and returns how many were inserted.
func (r *Insert) Write(ctx context.Context, tx *Tx) (inserted int64, err error) {
	row := r.row()
	width := strings.Count(row, "?")
	if width == 0 || len(r.args)%width != 0 {
		return 0, errRowWidth
	}
	defer func() { r.args = nil }()
	for _, size := range insertSizes(tx.Dialect(), width) {
		text := ""
		for n := size * width; len(r.args) >= n; r.args = r.args[n:] {
			if text == "" {
				text = r.Into + " VALUES " + numberedRows(row, size) + " " + r.Conflict
			}
			affected, err := tx.Exec(ctx, text, r.args[:n]...)
			if err != nil {
				return inserted, err
			}
			inserted += affected
		}
	}
	return inserted, nil
}

// insertSizes returns the numbers of rows for which a statement is prepared. They are few, so that each statement is prepared once.
// They are small, because SQLite's driver searches all parameters of a statement for each value, so that a value costs less in
// a statement with a hundred values than in one with a thousand; PostgreSQL allows 65,535 parameters.
func insertSizes(d Dialect, width int) [3]int {
	if d == Postgres {
		return [...]int{100, 10, 1}
	}
	most := max(100/width, 2)
	return [...]int{most, max(most/5, 1), 1}
}

// numberedRows repeats row n times in parentheses and numbers its placeholders: "?, 0" and 2 give "($1, 0), ($2, 0)".
func numberedRows(row string, n int) string {
	var b strings.Builder
	next := 1
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('(')
		for j, part := range strings.Split(row, "?") {
			if j > 0 {
				b.WriteString("$" + strconv.Itoa(next))
				next++
			}
			b.WriteString(part)
		}
		b.WriteByte(')')
	}
	return b.String()
}
