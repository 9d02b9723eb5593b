package shifts

import (
	"context"
	"maps"
	"slices"

	"presence/app/platform/bulk"
	"presence/app/platform/dayblocks"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// overlapping returns the live shifts that overlap the times of lines without faults, by the index of the line. See loadFacts for
// the range of the index.
func overlapping(ctx context.Context, q db.Queryer, lines []bulk.Line[New], plans []bulk.Plan) (map[int][]Shift, error) {
	var rows [][]any
	for i, l := range lines {
		if len(plans[i].Faults) == 0 {
			rows = append(rows, []any{i, l.EmployeeID, l.New.Start - maxElapsed, int64(l.New.Start), int64(l.New.End)})
		}
	}
	found := map[int][]Shift{}
	list, err := q.Query(ctx, "WITH v (n, employee, earliest, start_at, end_at) AS ("+
		q.Dialect().Rows("$1", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT")+`)
		SELECT v.n, s.id, s.version, s.bank_code_id, s.day, s.start_at, s.end_at FROM v JOIN shifts s ON s.employee_id = v.employee
			AND s.archived_at IS NULL AND s.start_at > v.earliest AND s.start_at < v.end_at AND s.end_at > v.start_at`, db.RowList(rows))
	if err != nil {
		return nil, err
	}
	return found, db.ForEachRow(list, func() error {
		var n int
		var s Shift
		err := list.Scan(&n, &s.ID, &s.Version, &s.BankCodeID, &s.Day, &s.Start, &s.End)
		found[n] = append(found[n], s)
		return err
	})
}

// codeCategories returns the categories of those bank codes that are live, which they stay until the end of the transaction.
func codeCategories(ctx context.Context, tx *db.Tx, ids []int64) (map[int64]bankcodes.Category, error) {
	return db.ReadMap[int64, bankcodes.Category](tx.Query(ctx, "SELECT id, categorie FROM bank_codes WHERE id IN ("+tx.Dialect().IDs("$1")+
		") AND archived_at IS NULL"+tx.Dialect().ForKeyShare(), db.IDs(ids)))
}

// startKey tells apart the shifts of a file, which do not overlap.
type startKey struct {
	employee int64
	start    db.Instant
}

// insertMany inserts shifts and returns their ids.
func insertMany(ctx context.Context, tx *db.Tx, list []Shift, at db.Instant) (map[startKey]int64, error) {
	in := db.Insert{Into: `INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, breaks,
		created_at, updated_at, customer_id, activity_id)`,
		Row: "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULLIF(CAST(? AS BIGINT), 0), NULLIF(CAST(? AS BIGINT), 0)"}
	for _, s := range list {
		in.Add(s.TimesheetID, s.EmployeeID, s.BankCodeID, s.Day, s.Day.Week(), int64(s.Start), int64(s.End), s.Minutes, string(s.Breaks),
			int64(at), int64(at), s.Job.CustomerID, s.Job.ActivityID)
	}
	ids := map[startKey]int64{}
	err := in.WriteReturning(ctx, tx, "employee_id, start_at, id", db.Stream(func(row db.Row) (s Shift, err error) {
		err = row.Scan(&s.EmployeeID, &s.Start, &s.ID)
		return s, err
	}, func(s Shift) error {
		ids[startKey{s.EmployeeID, s.Start}] = s.ID
		return nil
	}))
	if err != nil {
		return nil, err
	}
	var records []dayblocks.Record
	for _, s := range list {
		records = append(records, dayblocks.Line(table.Name, ids[startKey{s.EmployeeID, s.Start}], s.TimesheetID, s.Day, at)...)
	}
	if err := dayblocks.Widen(ctx, tx, records...); err != nil {
		return nil, err
	}
	return ids, timesheets.KeepOpen(ctx, tx, table.Name, "l.id IN ("+tx.Dialect().IDs("$2")+")", db.IDs(slices.Collect(maps.Values(ids))))
}
