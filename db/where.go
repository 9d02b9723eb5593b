package db

import (
	"fmt"
	"strconv"
	"strings"
)

// Where collects the conditions of a query with their arguments and numbers the placeholders, so that unused filters add
// nothing to the statement. The zero Where selects every row.
type Where struct {
	text strings.Builder
	args []any
}

// And adds a condition, which must be the program's text and never input. Each ? in it, also one inside quotes, stands for the next of
// args. It panics if they are not as many, which is a mistake in the program.
func (w *Where) And(cond string, args ...any) {
	parts := strings.Split(cond, "?")
	if len(args) != len(parts)-1 {
		panic(fmt.Sprintf("db: %d values for %d question marks: %s", len(args), len(parts)-1, cond))
	}
	w.join()
	for i, part := range parts {
		if i > 0 {
			w.text.WriteString(w.Bind(args[i-1]))
		}
		w.text.WriteString(part)
	}
}

// Bind adds a value for use after the conditions, and returns its placeholder.
func (w *Where) Bind(value any) string {
	w.args = append(w.args, value)
	return "$" + strconv.Itoa(len(w.args))
}

// Limit returns a LIMIT clause for a placeholder. The cast prevents SQLite from compiling the statement again for each value of
// the limit, which takes longer than running it.
func Limit(placeholder string) string { return " LIMIT CAST(" + placeholder + " AS BIGINT)" }

// Scope adds a condition on column by a function that numbers its own placeholders, such as auth.Actor.Visible.
func (w *Where) Scope(column string, scope func(column string, n int) (cond string, args []any)) {
	cond, args := scope(column, len(w.args)+1)
	w.join()
	w.text.WriteString(cond)
	w.args = append(w.args, args...)
}

func (w *Where) join() {
	if w.text.Len() > 0 {
		w.text.WriteString(" AND ")
	}
}

// String returns the text after WHERE.
func (w *Where) String() string {
	if w.text.Len() == 0 {
		return "TRUE"
	}
	return w.text.String()
}

// Args returns the values of the placeholders.
func (w *Where) Args() []any { return w.args }
