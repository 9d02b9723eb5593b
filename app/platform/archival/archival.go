// Package archival holds what all features with an archive share: when and why a record was archived.
package archival

import (
	"presence/app/platform/errs"
	"presence/db"
)

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

// CheckRestore fails for a record that was archived because of its age (W11): it still counts in its period, which is closed.
func (s State) CheckRestore() error {
	if s.Reason == "aged" {
		return errs.Conflict("record_aged", "This record belongs to a period that ended long ago, so it stays in the archive.")
	}
	return nil
}

// ErrOwner returns the error for restoring a record whose employee is archived.
func ErrOwner() error {
	return errs.Conflict("owner_archived", "This person’s employee record is archived. Restore it first.")
}
