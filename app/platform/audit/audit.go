// Package audit keeps who changed what: every write of the product leaves an entry in the transaction that makes it (C12).
package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"reflect"

	"presence/db"
)

// Who made a change, and from where.
type Who struct {
	PersonID  string // empty: the program itself, or an anonymous caller
	Name      string
	Via       string // "cookie", "bearer", "command"
	IP        string
	RequestID string
}

// Entry is one change of one record.
type Entry struct {
	At          db.Instant
	Who         Who
	Action      string // "created", "updated", "archived", "approved", "approval_withdrawn", "submitted", …
	Kind        string // "shift", "timesheet", "employee", …
	RecordID    string
	TimesheetID int64   // the sheet whose trail it belongs to, 0 for none
	Changes     Changes // what changed, before and after
}

// Changes maps a field's JSON name to its values before and after; null where there was none.
type Changes map[string][2]any

// Diff lists the fields in which two states of a record differ. Both are structs that marshal to flat JSON objects
// (nil: the record did not exist); bookkeeping fields (version, updated_at) are left out.
func Diff(before, after any) Changes {
	b, a := fieldsOf(before), fieldsOf(after)
	changes := Changes{}
	for field := range union(b, a) {
		if field == "version" || field == "updated_at" || field == "created_at" {
			continue
		}
		if !reflect.DeepEqual(b[field], a[field]) {
			changes[field] = [2]any{b[field], a[field]}
		}
	}
	return changes
}

func union(a, b map[string]any) map[string]any {
	u := maps.Clone(a)
	maps.Copy(u, b)
	return u
}

func fieldsOf(v any) map[string]any {
	m := map[string]any{}
	if v == nil {
		return m
	}
	b, err := json.Marshal(v)
	if err != nil {
		return m
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber() // ids beyond 2^53 keep every digit
	_ = d.Decode(&m)
	return m
}

// Record writes the entries in the transaction of the change they describe, in as few statements as the engines allow.
func Record(ctx context.Context, tx *db.Tx, entries ...Entry) error {
	return insert(ctx, tx, entries)
}

// History is the history of one record, newest first, at most limit entries.
func History(ctx context.Context, q db.Queryer, kind, recordID string, limit int) ([]Entry, error) {
	return list(ctx, q, "kind = $1 AND record_id = $2", limit, kind, recordID)
}

// TimesheetHistory is the history of a timesheet with its shifts and expenses, newest first, at most limit entries.
func TimesheetHistory(ctx context.Context, q db.Queryer, timesheetID int64, limit int) ([]Entry, error) {
	return list(ctx, q, "timesheet_id = $1", limit, timesheetID)
}

// StoredEntry is an entry as the whole log has it.
type StoredEntry struct {
	ID int64
	Entry
}

// Filter is what the log is searched for; zero values do not narrow it.
type Filter struct {
	People      []string // who did it, by their ids; nil: anyone
	Kind        string
	RecordID    string
	Action      string
	From, Until db.Instant // at or after, and before
	Before      int64      // only entries older than that id
	Rows        int        // at most so many
}

// Search reads the entries that fit, newest first.
func Search(ctx context.Context, q db.Queryer, f Filter) ([]StoredEntry, error) {
	return search(ctx, q, f)
}
