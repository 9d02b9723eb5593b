// Package archival holds what all features with an archive share: when and why a record was archived.
package archival

import "presence/db"

// State says when and why a record was archived.
type State struct {
	At     db.Instant
	Reason string // "deleted", "left", "aged"
}

// Columns returns the SQL expressions of At and Reason. table is a table, or its alias, with the columns archived_at,
// archived_reason and aged_at.
func Columns(table string) string {
	return "COALESCE(" + table + ".archived_at, " + table + ".aged_at), CASE WHEN " + table + ".archived_at IS NULL THEN 'aged' ELSE " +
		table + ".archived_reason END"
}
