package db

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

// Insert collects rows of one table and inserts them, many with each statement. Where the rows are not those of a table, see
// Dialect.Rows.
type Insert struct {
	Into     string // "INSERT INTO" with the table and its columns: "INSERT INTO people (id, name)"
	Row      string // a row as SQL, with ? for each value of Add, and no other ?: "?, NULLIF(?, '')"; empty: one ? for each column
	Conflict string // what follows the rows, such as "ON CONFLICT DO NOTHING"

	width int // number of values in a row, from the first Add on
	args  []any
	size  int // of the texts and bytes in args
}

// fullSize is how many bytes of texts and bytes are collected before IsFull.
const fullSize = 1 << 20

// Add adds the values of a row. It panics if they are not as many as the row has, which is a mistake in the program.
func (r *Insert) Add(values ...any) {
	if r.width == 0 {
		r.width = strings.Count(r.row(), "?")
	}
	if len(values) == 0 || len(values) != r.width {
		panic(fmt.Sprintf("db: %d values for a row of %d: %s VALUES (%s)", len(values), r.width, r.Into, r.row()))
	}
	r.args = append(r.args, values...)
	for _, v := range values {
		switch v := v.(type) {
		case string:
			r.size += len(v)
		case []byte:
			r.size += len(v)
		}
	}
}

// IsFull reports whether the collected rows should be written before more are added: there are as many as given, or their texts and bytes
// are a megabyte.
func (r *Insert) IsFull(rows int) bool { return r.Rows() >= rows || r.size >= fullSize }

// Rows returns the number of collected rows.
func (r *Insert) Rows() int { return len(r.args) / max(r.width, 1) }

// row returns Row, or one ? for each column of Into if it is empty.
func (r *Insert) row() string {
	if r.Row != "" {
		return r.Row
	}
	return "?" + strings.Repeat(", ?", strings.Count(r.Into, ","))
}

// Write inserts the collected rows, removes them from r, and returns how many were inserted.
func (r *Insert) Write(ctx context.Context, tx *Tx) (inserted int64, err error) {
	err = r.batches(tx.Dialect(), func(text string, args []any) error {
		affected, err := tx.Exec(ctx, text, args...)
		inserted += affected
		return err
	})
	return inserted, err
}

// WriteReturning is Write with a RETURNING clause of the columns. It calls read for what each statement returns, in no order, for example
// db.Stream(scan, each).
func (r *Insert) WriteReturning(ctx context.Context, tx *Tx, columns string, read func(*sql.Rows, error) error) error {
	return r.batches(tx.Dialect(), func(text string, args []any) error {
		return read(tx.Query(ctx, text+" RETURNING "+columns, args...)) //nolint:rowserrcheck // read checks it
	})
}

// batches calls write for each statement with its values, and removes all rows from r.
func (r *Insert) batches(d Dialect, write func(text string, args []any) error) error {
	defer func() { r.args, r.size = nil, 0 }()
	if len(r.args) == 0 {
		return nil
	}
	row := r.row()
	// Each size is half of the one before, so that few statements are sent, and few texts are prepared.
	for size := maxInsertRows(d, r.width); size > 0; size /= 2 {
		text := ""
		for n := size * r.width; len(r.args) >= n; r.args = r.args[n:] {
			if text == "" {
				text = r.Into + " VALUES " + numberedRows(row, size) + " " + r.Conflict
			}
			if err := write(text, r.args[:n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxInsertRows returns the largest number of rows of one statement. It is small, because SQLite's driver searches all parameters of a
// statement for each value, so that a value costs less in a statement with a hundred values than in one with a thousand; PostgreSQL
// allows 65,535 parameters.
func maxInsertRows(d Dialect, width int) int {
	if d == Postgres {
		return 128
	}
	return max(100/width, 2)
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
