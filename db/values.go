package db

import (
	"strconv"
	"strings"
)

// Values returns the rows of a VALUES list with numbered placeholders: Values(2, "BIGINT", "TEXT") is
// "(CAST($1 AS BIGINT),CAST($2 AS TEXT)),($3,$4)". The first row is cast, because PostgreSQL takes the types of the list from it.
func Values(rows int, types ...string) string {
	var b strings.Builder
	last := 0
	for r := range rows {
		if r > 0 {
			b.WriteByte(',')
		}
		for c, kind := range types {
			b.WriteByte("(,"[min(c, 1)])
			last++
			placeholder := "$" + strconv.Itoa(last)
			if r == 0 {
				placeholder = "CAST(" + placeholder + " AS " + kind + ")"
			}
			b.WriteString(placeholder)
		}
		b.WriteByte(')')
	}
	return b.String()
}

// BatchRows is the number of rows that one statement with a list of Values writes: SQLite's driver searches all parameters of a
// statement for each value, so that more rows are slower.
const BatchRows = 20
