package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"presence/db"
)

const columns = "at, person_id, person_name, acted_for, via, kiosk, ip, request_id, action, kind, record_id, timesheet_id, changes"

func insert(ctx context.Context, tx *db.Tx, entries []Entry) error {
	in := db.Insert{Into: "INSERT INTO audit_log (" + columns + ")"}
	for _, e := range entries {
		if !e.Whole {
			e.Changes = e.Changes.shortened()
		}
		changes, err := json.Marshal(e.Changes)
		if err != nil {
			return err
		}
		var sheet any
		if e.TimesheetID != 0 {
			sheet = e.TimesheetID
		}
		in.Add(int64(e.At), e.Who.PersonID, e.Who.Name, e.Who.For, e.Who.Via, e.Who.Kiosk, e.Who.IP, e.Who.RequestID, e.Action, e.Kind,
			e.RecordID, sheet, string(changes))
	}
	_, err := in.Write(ctx, tx)
	return err
}

func list(ctx context.Context, q db.Queryer, where string, limit int, args ...any) ([]Entry, error) {
	found, err := read(ctx, q, where, limit, args...)
	entries := make([]Entry, len(found))
	for i, l := range found {
		entries[i] = l.Entry
	}
	return entries, err
}

// read returns the entries that meet a condition, newest first.
func read(ctx context.Context, q db.Queryer, where string, limit int, args ...any) ([]StoredEntry, error) {
	return db.Collect(scan)(q.Query(ctx,
		fmt.Sprintf(selected+"%s ORDER BY id DESC LIMIT %d", where, limit), args...))
}

// selected is the beginning of a query whose rows scan reads, up to its condition.
const selected = "SELECT id, at, person_id, person_name, acted_for, via, kiosk, ip, request_id, action, kind, record_id, " +
	"COALESCE(timesheet_id, 0), changes FROM audit_log WHERE "

func scan(row db.Row) (l StoredEntry, err error) {
	var changes string
	if err := row.Scan(&l.ID, &l.At, &l.Who.PersonID, &l.Who.Name, &l.Who.For, &l.Who.Via, &l.Who.Kiosk, &l.Who.IP, &l.Who.RequestID,
		&l.Action, &l.Kind, &l.RecordID, &l.TimesheetID, &changes); err != nil {
		return l, err
	}
	err = json.Unmarshal([]byte(changes), &l.Changes)
	return l, err
}

// creators returns the people of the entries "created".
func creators(ctx context.Context, q db.Queryer, kind string, ids []int64) (map[int64]Who, error) {
	return peopleOf(ctx, q, kind, ids, "kind = ? AND action = 'created' AND record_id IN (%s)")
}

// approvers returns the people of the last entry "approved" of each record.
func approvers(ctx context.Context, q db.Queryer, kind string, ids []int64) (map[int64]Who, error) {
	return peopleOf(ctx, q, kind, ids,
		"id IN (SELECT MAX(id) FROM audit_log WHERE kind = ? AND action = 'approved' AND record_id IN (%s) GROUP BY record_id)")
}

// peopleOf returns the people of the entries that meet a condition on the kind and the ids of records, one for each record.
func peopleOf(ctx context.Context, q db.Queryer, kind string, ids []int64, condition string) (map[int64]Who, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := []any{kind}
	for _, id := range ids {
		args = append(args, strconv.FormatInt(id, 10))
	}
	var w db.Where
	w.And(fmt.Sprintf(condition, "?"+strings.Repeat(",?", len(ids)-1)), args...)
	list, err := read(ctx, q, w.String(), len(ids), w.Args()...)
	people := make(map[int64]Who, len(list))
	for _, e := range list {
		if id, err := strconv.ParseInt(e.RecordID, 10, 64); err == nil {
			people[id] = e.Who
		}
	}
	return people, err
}

// oneOf adds the condition that a column has one of the values, which are not empty.
func oneOf(w *db.Where, column string, values []string) {
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = v
	}
	w.And(column+" IN (?"+strings.Repeat(",?", len(args)-1)+")", args...)
}

// slack is by how many ids the order of the ids may differ from the order of the times: an entry gets its id when it is
// written, and its time is that at which the change began.
const slack = 10_000

// search returns the entries that match, newest first. It converts the times to a range of ids by the index on the time, so
// that the page of a day long ago is read as fast as today's.
func search(ctx context.Context, q db.Queryer, f Filter) ([]StoredEntry, error) {
	var w db.Where
	if f.People != nil {
		if len(f.People) == 0 {
			return nil, nil
		}
		oneOf(&w, "person_id", f.People)
	}
	if len(f.Actions) > 0 {
		oneOf(&w, "action", f.Actions)
	}
	equal := func(column, value string) {
		if value != "" {
			w.And(column+" = ?", value)
		}
	}
	equal("kind", f.Kind)
	equal("record_id", f.RecordID)
	if f.Before != 0 {
		w.And("id < ?", f.Before)
	}
	if f.From != 0 {
		first, err := idAt(ctx, q, f.From)
		if err != nil {
			return nil, err
		}
		w.And("at >= ? AND id >= ?", int64(f.From), first-slack)
	}
	if f.Until != 0 {
		next, err := idAt(ctx, q, f.Until)
		if err != nil {
			return nil, err
		}
		w.And("at < ?", int64(f.Until))
		if next != 0 {
			w.And("id <= ?", next+slack)
		}
	}
	return read(ctx, q, w.String(), f.Rows, w.Args()...)
}

func newestTime(ctx context.Context, q db.Queryer) (at db.Instant, err error) {
	err = q.QueryRow(ctx, "SELECT at FROM audit_log WHERE id = (SELECT MAX(id) FROM audit_log)").Scan(&at)
	return at, db.IgnoreNoRows(err)
}

// idAt returns the first entry at or after a time; 0 when there is none.
func idAt(ctx context.Context, q db.Queryer, at db.Instant) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT id FROM audit_log WHERE at >= $1 ORDER BY at, id LIMIT 1", int64(at)).Scan(&id)
	return id, db.IgnoreNoRows(err)
}
