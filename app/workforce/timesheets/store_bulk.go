package timesheets

import (
	"context"

	"presence/app/platform/dayblocks"
	"presence/db"
)

// periodSheet is a sheet of the staff pages, which may be archived with its period.
type periodSheet struct {
	Timesheet
	aged bool
}

// periodSheets returns the sheets that exist for these employees and pay periods, outside of any scope.
func periodSheets(ctx context.Context, q db.Queryer, keys []sheetKey) (map[sheetKey]periodSheet, error) {
	rows := make([][]any, len(keys))
	for i, k := range keys {
		rows[i] = []any{k.employee, k.period}
	}
	found := map[sheetKey]periodSheet{}
	return found, db.Stream(func(row db.Row) (s periodSheet, err error) {
		s.Timesheet, err = scan(db.ExtendRow(row, &s.aged))
		return s, err
	}, func(s periodSheet) error {
		found[sheetKey{s.EmployeeID, s.PeriodStart}] = s
		return nil
	})(q.Query(ctx, "WITH v (employee, period) AS ("+q.Dialect().Rows("$1", "BIGINT", "TEXT")+") SELECT "+columns+
		`, aged_at IS NOT NULL FROM v JOIN timesheets ON employee_id = v.employee AND period_start = v.period AND archived_at IS NULL`,
		db.RowList(rows)))
}

// insertMany inserts sheets.
func insertMany(ctx context.Context, tx *db.Tx, keys []sheetKey, at db.Instant) (list []Timesheet, err error) {
	in := db.Insert{Into: "INSERT INTO timesheets (employee_id, period_start, created_at, updated_at)"}
	for _, k := range keys {
		in.Add(k.employee, k.period, int64(at), int64(at))
	}
	var ids []int64
	err = in.WriteReturning(ctx, tx, columns, db.Stream(scan, func(t Timesheet) error {
		list, ids = append(list, t), append(ids, t.ID)
		return nil
	}))
	if err != nil {
		return nil, err
	}
	return list, dayblocks.Widen(ctx, tx, dayblocks.Changed(dayblocks.Timesheets, at, ids...)...)
}

// incrementVersions is incrementVersion for many sheets.
func incrementVersions(ctx context.Context, tx *db.Tx, ids []int64) error {
	_, err := tx.Exec(ctx, "UPDATE timesheets SET version = version + 1 WHERE id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids))
	return err
}

// setSubmitted submits sheets, or withdraws their submission if submitted is 0.
func setSubmitted(ctx context.Context, tx *db.Tx, submitted, at db.Instant, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	if err := dayblocks.SheetsChanged(ctx, tx, at, ids...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE timesheets SET submitted_at = NULLIF($1, CAST(0 AS BIGINT)), updated_at = $2, version = version + 1
		WHERE id IN (`+tx.Dialect().IDs("$3")+")", submitted, at, db.IDs(ids))
	return err
}

// deleteUnused deletes those of the sheets that nothing was ever entered on, and that were neither submitted nor approved.
func deleteUnused(ctx context.Context, tx *db.Tx, ids []int64) ([]Timesheet, error) {
	return db.Collect(scan)(tx.Query(ctx, "DELETE FROM timesheets WHERE id IN ("+tx.Dialect().IDs("$1")+`) AND submitted_at IS NULL
		AND returned_at IS NULL AND archived_at IS NULL AND NOT EXISTS (SELECT 1 FROM shifts s WHERE s.timesheet_id = timesheets.id)
		AND NOT EXISTS (SELECT 1 FROM expenses x WHERE x.timesheet_id = timesheets.id)
		AND NOT EXISTS (SELECT 1 FROM timesheet_approvals a WHERE a.timesheet_id = timesheets.id) RETURNING `+columns, db.IDs(ids)))
}

// sheetsOf returns the sheets of lines, live or archived.
func (l LineTable[L]) sheetsOf(ctx context.Context, q db.Queryer, ids []int64) ([]Timesheet, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM timesheets WHERE id IN (SELECT timesheet_id FROM "+l.Name+
		" WHERE id IN ("+q.Dialect().IDs("$1")+")) ORDER BY id", db.IDs(ids)))
}

// lockSheets locks the employees of lines, and returns their sheets.
func (l LineTable[L]) lockSheets(ctx context.Context, tx *db.Tx, ids []int64) ([]Timesheet, error) {
	sheets, err := l.sheetsOf(ctx, tx, ids)
	if err != nil || tx.Dialect().OneWriter() {
		return sheets, err
	}
	employees := make([]int64, len(sheets))
	for i, t := range sheets {
		employees[i] = t.EmployeeID
	}
	if err := tx.LockRows(ctx, "employees", employees...); err != nil {
		return nil, err
	}
	return l.sheetsOf(ctx, tx, ids)
}

// byIDs returns the lines that are neither deleted nor aged, outside of any scope.
func (l LineTable[L]) byIDs(ctx context.Context, q db.Queryer, ids []int64) (map[int64]L, error) {
	var w db.Where
	w.And("l.id IN ("+q.Dialect().IDs("?")+") AND l.archived_at IS NULL AND l.aged_at IS NULL", db.IDs(ids))
	found := map[int64]L{}
	return found, db.Stream(l.Scan, func(line L) error {
		id, _, _ := line.Keys()
		found[id] = line
		return nil
	})(q.Query(ctx, l.query("", &w), w.Args()...))
}

// deleteMany deletes lines for good.
func (l LineTable[L]) deleteMany(ctx context.Context, tx *db.Tx, ids []int64) error {
	if l.BeforeDelete != nil {
		if err := l.BeforeDelete(ctx, tx, ids); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "DELETE FROM open_lines WHERE name = $1 AND id IN ("+tx.Dialect().IDs("$2")+")", l.Name, db.IDs(ids))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "DELETE FROM "+l.Name+" WHERE id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids))
	return err
}
