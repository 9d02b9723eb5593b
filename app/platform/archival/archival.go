// Package archival is what the features with an archive share: when and why a record went there.
package archival

import "presence/db"

// State says when and why a record went to the archive.
type State struct {
	At     db.Instant
	Reason string // "deleted", "left", "aged"
}

// Columns are the SQL expressions of At and Reason for a table, or an alias of one, that has the columns archived_at,
// archived_reason and aged_at.
func Columns(table string) string {
	return "COALESCE(" + table + ".archived_at, " + table + ".aged_at), CASE WHEN " + table + ".archived_at IS NULL THEN 'aged' ELSE " +
		table + ".archived_reason END"
}
