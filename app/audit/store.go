package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"presence/db"
)

const columns = "at, person_id, person_name, via, ip, request_id, action, kind, record_id, timesheet_id, changes"

// rowsPerInsert keeps a statement far below the engines' limit of bound values.
const rowsPerInsert = 100

func insert(ctx context.Context, tx *db.Tx, entries []Entry) error {
	for len(entries) > 0 {
		n := min(len(entries), rowsPerInsert)
		if err := insertRows(ctx, tx, entries[:n]); err != nil {
			return err
		}
		entries = entries[n:]
	}
	return nil
}

func insertRows(ctx context.Context, tx *db.Tx, entries []Entry) error {
	var sql strings.Builder
	sql.WriteString("INSERT INTO audit_log (" + columns + ") VALUES ")
	args := make([]any, 0, 11*len(entries))
	for i, e := range entries {
		if i > 0 {
			sql.WriteByte(',')
		}
		n := len(args)
		fmt.Fprintf(&sql, "($%d,$%d,$%d,$%d,$%d,$%d,$%d,$%d,$%d,$%d,$%d)", n+1, n+2, n+3, n+4, n+5, n+6, n+7, n+8, n+9, n+10, n+11)
		changes, err := json.Marshal(e.Changes)
		if err != nil {
			return err
		}
		var sheet any
		if e.TimesheetID != 0 {
			sheet = e.TimesheetID
		}
		args = append(args, int64(e.At), e.Who.PersonID, e.Who.Name, e.Who.Via, e.Who.IP, e.Who.RequestID, e.Action, e.Kind, e.RecordID, sheet, string(changes))
	}
	_, err := tx.Exec(ctx, sql.String(), args...)
	return err
}

func list(ctx context.Context, q db.Queryer, where string, limit int, args ...any) ([]Entry, error) {
	rows, err := q.Query(ctx, fmt.Sprintf("SELECT at, person_id, person_name, via, ip, request_id, action, kind, record_id, COALESCE(timesheet_id, 0), changes FROM audit_log WHERE %s ORDER BY id DESC LIMIT %d", where, limit), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var entries []Entry
	for rows.Next() {
		var e Entry
		var changes string
		if err := rows.Scan(&e.At, &e.Who.PersonID, &e.Who.Name, &e.Who.Via, &e.Who.IP, &e.Who.RequestID, &e.Action, &e.Kind, &e.RecordID, &e.TimesheetID, &changes); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(changes), &e.Changes); err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, rows.Err()
}
