package imports

import (
	"context"
	"encoding/json"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

// records checks and saves the lines of one file, by the rules of the feature that keeps these records. All lines are passed to add
// before the first one is judged or saved. Each method takes a part of the lines, and makes a fixed number of queries for it.
type records interface {
	add(rows []Row)
	// judge sets the verdict, the faults, the changes, the record and its version.
	judge(ctx context.Context, q db.Queryer, rows []Row) error
	// conclude returns the faults that show only when every line is judged, by line.
	conclude(ctx context.Context, q db.Queryer) (map[int]errs.Fields, error)
	// save writes lines that were judged new or changed. It fails with errOutdated if that is no longer so. It sets the record, its
	// version and what undo needs.
	save(ctx context.Context, tx *db.Tx, rows []Row) error
	// finish writes what refers to other lines, and returns the new versions of the records that it changes, by line.
	finish(ctx context.Context, tx *db.Tx) (map[int]int64, error)
}

// submitter is implemented by records that may lie on timesheets.
type submitter interface {
	submitEnded() // makes finish submit the timesheets of pay periods that have ended
}

// source describes a kind.
type source struct {
	columns []Column
	codes   bankcodes.Category // of the pay codes that lines name; empty: they name none
	// company returns the company of new records where a file has no column for it; nil: the records have no company.
	company func(ctx context.Context, q db.Queryer, by auth.Actor) (int64, error)
	open    func(by auth.Actor, l layout) (records, error)
	// undo takes back everything that save has written, or returns the obstacles.
	undo func(ctx context.Context, tx *db.Tx, by auth.Actor, rows []Row) ([]bulk.Obstacle, error)
}

// formerRecord is what undoing the import of a record of a person needs.
type formerRecord[R any] struct {
	Record    R // its id is 0 if it did not exist
	NewPerson bool
}

// formerRecords returns the records of rows that save has written, with their former values.
func formerRecords[R any](rows []Row) ([]bulk.Undo[R], error) {
	list := make([]bulk.Undo[R], len(rows))
	for i, r := range rows {
		var f formerRecord[R]
		if err := json.Unmarshal([]byte(r.former), &f); err != nil {
			return nil, err
		}
		saved := bulk.Saved{Line: r.Line, ID: r.RecordID, Version: r.Version}
		list[i] = bulk.Undo[R]{Saved: saved, Before: f.Record, NewPerson: f.NewPerson}
	}
	return list, nil
}

// planned is what saving a line would do to a record, whose id is 0 if it does not exist.
type planned struct {
	line    int
	id      int64
	version int64
	faults  errs.Fields
	former  any // what undoing needs, which is stored as JSON
}

// savePlanned saves rows with save, and sets their records, versions and former values. It fails with errOutdated if what is planned for
// them is not what they were judged by. The plans are in the order of the rows; what save returns may have another order.
func savePlanned(rows []Row, plans []planned, save func() ([]bulk.Saved, error)) error {
	at := map[int]int{}
	for i, p := range plans {
		if len(p.faults) > 0 || p.id != rows[i].RecordID || p.version != rows[i].Version {
			return errOutdated()
		}
		at[p.line] = i
	}
	saved, err := save()
	if err != nil {
		return outdated(err)
	}
	for _, s := range saved {
		i := at[s.Line]
		former, err := json.Marshal(plans[i].former)
		if err != nil {
			return err
		}
		rows[i].RecordID, rows[i].Version, rows[i].former = s.ID, s.Version, string(former)
	}
	return nil
}

// outdated turns a conflict with what others have saved meanwhile into errOutdated.
func outdated(err error) error {
	if errs.KindOf(err) == errs.KindConflict {
		return errOutdated()
	}
	return err
}

// verdictOf returns the verdict of a line.
func verdictOf(faults errs.Fields, isNew, changes bool) Verdict {
	switch {
	case len(faults) > 0:
		return Wrong
	case isNew:
		return New
	case changes:
		return Changed
	}
	return Unchanged
}

// changesOf returns the fields that differ, in the order of the columns, as they are written in a file.
func changesOf(columns []Column, before, after audit.Auditable) (list []Change) {
	diff := audit.Diff(before, after)
	for _, c := range columns {
		if x, ok := diff[c.Field]; ok {
			list = append(list, Change{c.Field, written(x[0]), written(x[1])})
		}
	}
	return list
}

// written returns a value of the audit log as text.
func written(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if v == nil {
		return ""
	}
	b, err := json.Marshal(v)
	if err != nil { // the values of records are texts and numbers
		return ""
	}
	return string(b)
}
