// Package audit keeps the audit log: every write of the product adds an entry in its own transaction (C12).
package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"strconv"

	"presence/db"
)

// Who names the person who made a change, and where the request came from.
type Who struct {
	PersonID  string // empty: the program itself, or an anonymous caller
	Name      string
	For       string // the name of the supervisor whom they stood in for, where only that allowed them the change; else empty
	Via       string // "cookie", "bearer", "command", "link", "kiosk"
	Kiosk     string // the name of the kiosk at which they did it; empty: not at one
	IP        string
	RequestID string
}

// Entry is one change of one record, as it is written.
type Entry struct {
	At          db.Instant
	Who         Who
	Action      string // "created", "updated", "archived", "approved", "approval_withdrawn", "submitted", …
	Kind        string // "shift", "timesheet", "employee", …
	RecordID    string
	TimesheetID int64 // the timesheet to whose history it also belongs; 0: none
	Changes     Changes
	// Whole: texts are stored whatever their length, because earlier versions of the record are computed from them (StateBefore). Else a
	// text has at most maxText characters.
	Whole bool
}

const maxText = 10_000

// shortened returns the changes with long texts cut off; a text that is says how long it was.
func (c Changes) shortened() Changes {
	out := maps.Clone(c)
	for name, values := range out {
		for i, v := range values {
			if text, ok := v.(string); ok && len(text) > maxText {
				values[i] = shorten(text)
			}
		}
		out[name] = values
	}
	return out
}

func shorten(text string) string {
	runes := []rune(text)
	if len(runes) <= maxText {
		return text
	}
	return string(runes[:maxText]) + " […] (" + strconv.Itoa(len(runes)) + " characters)"
}

// Changes maps the name of a field to its values before and after; nil where the record did not exist.
type Changes map[string][2]any

// Fields are the values of a record by the names that the audit log stores. Names and formats must stay the same when the Go
// type or the JSON of the API changes, because old entries keep them.
type Fields map[string]any

// AuditFields implements Auditable.
func (f Fields) AuditFields() Fields { return f }

// Auditable is an entity whose changes are recorded.
type Auditable interface{ AuditFields() Fields }

// Diff returns the fields in which two states of an entity differ; nil stands for a record that does not exist. A value that
// cannot be written as JSON counts as changed, so that Record fails rather than leaving it out.
func Diff(before, after Auditable) Changes {
	b, a := fieldsOf(before), fieldsOf(after)
	changes := Changes{}
	for name := range union(b, a) {
		if !sameValue(b[name], a[name]) {
			changes[name] = [2]any{b[name], a[name]}
		}
	}
	return changes
}

func fieldsOf(x Auditable) Fields {
	if x == nil {
		return nil
	}
	return x.AuditFields()
}

func union(a, b Fields) Fields {
	u := Fields{}
	maps.Copy(u, a)
	maps.Copy(u, b)
	return u
}

// sameValue compares two values by their JSON, in which 5 and 5.0 are the same number.
func sameValue(a, b any) bool {
	x, xErr := json.Marshal(a)
	y, _ := json.Marshal(b) // nothing, where it fails
	return xErr == nil && bytes.Equal(x, y)
}

// Day formats the day of a shift or an expense for the audit log: as a date-time at midnight UTC.
func Day(d db.Day) string { return d.String() + "T00:00:00Z" }

// Record writes the entries in the transaction of the change that they describe, with as few statements as possible. It fails,
// so that the change is rolled back, when a value cannot be written as JSON.
func Record(ctx context.Context, tx *db.Tx, entries ...Entry) error {
	return insert(ctx, tx, entries)
}

// History returns the entries of one record, newest first, at most limit.
func History(ctx context.Context, q db.Queryer, kind, recordID string, limit int) ([]Entry, error) {
	return list(ctx, q, "kind = $1 AND record_id = $2", limit, kind, recordID)
}

// LastByOther returns the newest entry of one record that is not by a person; none if there is none.
func LastByOther(ctx context.Context, q db.Queryer, kind, recordID, person string) ([]Entry, error) {
	return list(ctx, q, "kind = $1 AND record_id = $2 AND person_id <> $3", 1, kind, recordID, person)
}

// NewestTime returns the time of the newest entry; 0 if there is none.
func NewestTime(ctx context.Context, q db.Queryer) (db.Instant, error) { return newestTime(ctx, q) }

// TimesheetHistory returns the entries of a timesheet and of its shifts and expenses, newest first, at most limit.
func TimesheetHistory(ctx context.Context, q db.Queryer, timesheetID int64, limit int) ([]Entry, error) {
	return list(ctx, q, "timesheet_id = $1", limit, timesheetID)
}

// Creators returns who created the records of a kind, by their ids; a record whose creation is not in the log is left out.
func Creators(ctx context.Context, q db.Queryer, kind string, ids []int64) (map[int64]Who, error) {
	return creators(ctx, q, kind, ids)
}

// Approvers returns who approved records of a kind last, by their ids; a record that never was is left out.
func Approvers(ctx context.Context, q db.Queryer, kind string, ids []int64) (map[int64]Who, error) {
	return approvers(ctx, q, kind, ids)
}

// StoredEntry is an entry with its id in the log.
type StoredEntry struct {
	ID int64
	Entry
}

// Filter selects entries of the log; zero values select all.
type Filter struct {
	People      []string // ids of those who made the change; nil: anyone
	Kind        string
	RecordID    string
	Actions     []string   // nil: any
	From, Until db.Instant // at or after, and before
	Before      int64      // only entries older than that id
	Rows        int        // at most this many
}

// Search returns the entries that match, newest first, at most f.Rows.
func Search(ctx context.Context, q db.Queryer, f Filter) ([]StoredEntry, error) {
	return search(ctx, q, f)
}
