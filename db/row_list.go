package db

import (
	"encoding/json"
	"slices"
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

// RowList encodes rows of integers, booleans, texts, Days and nil as the argument of Dialect.Rows. A zero Day is NULL, as in any statement.
func RowList(list [][]any) string {
	if len(list) == 0 {
		return "[]"
	}
	rows := make([][]any, len(list))
	for i, row := range list {
		rows[i] = slices.Clone(row)
		for j, value := range row {
			if day, is := value.(Day); is && day.IsZero() {
				rows[i][j] = nil
			}
		}
	}
	b, _ := json.Marshal(rows) // none of these fails
	return string(b)
}
