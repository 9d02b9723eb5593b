package db

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Rows returns a subquery with the rows of a list made by the function RowList, one column for each type (BIGINT, BOOLEAN or TEXT), for
// `WITH v (…) AS (…)`. It is for rows what IDs is for ids: the statement's text is the same for every number of rows.
func (d Dialect) Rows(placeholder string, types ...string) string {
	var b strings.Builder
	for i, kind := range types {
		b.WriteString([]string{"SELECT ", ", "}[min(i, 1)])
		value := "json_extract(value, '$[" + strconv.Itoa(i) + "]')"
		if d == Postgres {
			value = "value ->> " + strconv.Itoa(i)
		}
		b.WriteString("CAST(" + value + " AS " + kind + ")")
	}
	if d == Postgres {
		return b.String() + " FROM json_array_elements(CAST(" + placeholder + " AS json))"
	}
	return b.String() + " FROM json_each(" + placeholder + ")"
}

// RowList encodes rows of integers, booleans, texts and Days as the argument of Dialect.Rows.
func RowList(list [][]any) string {
	if len(list) == 0 {
		return "[]"
	}
	b, _ := json.Marshal(list) // none of these fails
	return string(b)
}
