package db

import "encoding/json"

// Texts is a subquery of the texts in the list that db.Texts made, for `word IN (…)`, as IDs is of numbers.
func (d Dialect) Texts(placeholder string) string {
	if d == Postgres {
		return "SELECT value FROM json_array_elements_text(CAST(" + placeholder + " AS json))"
	}
	return "SELECT value FROM json_each(" + placeholder + ")"
}

// Texts packs texts as the argument of Dialect.Texts.
func Texts(list []string) string {
	if len(list) == 0 {
		return "[]"
	}
	b, _ := json.Marshal(list) // a slice of texts always marshals
	return string(b)
}

// ByBytes is the collation to append to a text column that is compared byte by byte, whatever the database's locale, so that
// a range of it is a range of prefixes. An index serves such a comparison only where it has the same collation.
func (d Dialect) ByBytes() string {
	if d == Postgres {
		return ` COLLATE "C"`
	}
	return ""
}

// Prefixed is the range of the texts that begin with a prefix: at least from, below to.
func Prefixed(prefix string) (from, to string) { return prefix, prefix + "\U0010FFFF" }
