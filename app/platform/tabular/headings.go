package tabular

import (
	"slices"

	"presence/app/platform/contact"
)

// Column is a column that a feature knows, with the names under which tables have it.
type Column struct {
	Field string
	Names []string // compared without case, accents, spaces and punctuation
}

// Key returns what two headings have in common that mean the same: letters and digits without accents and case.
func Key(heading string) string { return contact.NumberKey(heading) }

// Match returns the field of each heading; "" for a heading that no column is called. Of several headings for one field the first
// one counts.
func Match(headings []string, columns []Column) []string {
	known := map[string]string{}
	for _, c := range columns {
		known[Key(c.Field)] = c.Field
		for _, name := range c.Names {
			known[Key(name)] = c.Field
		}
	}
	fields := make([]string, len(headings))
	for i, h := range headings {
		if field := known[Key(h)]; field != "" && !slices.Contains(fields, field) {
			fields[i] = field
		}
	}
	return fields
}
