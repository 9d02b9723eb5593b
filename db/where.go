package db

import (
	"strconv"
	"strings"
)

// Where collects the conditions of a query with their arguments and numbers the placeholders, so that unused filters add
// nothing to the statement. The zero Where selects every row.
type Where struct {
	text strings.Builder
	args []any
}

// And adds a condition, which must be the program's text and never input. Each ? in it stands for the next of args.
func (w *Where) And(cond string, args ...any) {
	w.join()
	for i := 0; i < len(cond); i++ {
		if cond[i] != '?' {
			w.text.WriteByte(cond[i])
			continue
		}
		w.text.WriteString(w.Bind(args[0]))
		args = args[1:]
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
