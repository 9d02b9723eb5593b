package db

import (
	"strings"
)

// Texts returns a subquery of the texts in a list made by the function Texts, for `word IN (…)`. It is for
// texts what IDs is for ids.
func (d Dialect) Texts(placeholder string) string {
	if d == Postgres {
		return "SELECT value FROM json_array_elements_text(CAST(" + placeholder + " AS json))"
	}
	return "SELECT value FROM json_each(" + placeholder + ")"
}

// Texts encodes texts as the argument of Dialect.Texts.
func Texts(list []string) string { return jsonList(list) }

// ByteCollation returns the collation to append to a text column that is compared byte by byte, whatever the locale of the
// database, so that a range of texts is a range of prefixes. An index supports such a comparison only if it has the same
// collation.
func (d Dialect) ByteCollation() string {
	if d == Postgres {
		return ` COLLATE "C"`
	}
	return ""
}

// PrefixRange returns the range of the texts with a prefix: from ≤ text < to.
func PrefixRange(prefix string) (from, to string) { return prefix, prefix + "\U0010FFFF" }

var wildcards = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// Beginning returns the pattern of the texts that begin with one, for LIKE … ESCAPE '\'.
func Beginning(text string) string { return wildcards.Replace(text) + "%" }

// Containing returns the pattern of the texts that contain one, for LIKE … ESCAPE '\'.
func Containing(text string) string { return "%" + wildcards.Replace(text) + "%" }
