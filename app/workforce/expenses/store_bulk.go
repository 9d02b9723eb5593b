package expenses

import (
	"context"
	"maps"
	"slices"

	"presence/app/platform/bulk"
	"presence/app/platform/dayblocks"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// equal returns the live expenses that are equal to lines without faults.
func equal(ctx context.Context, q db.Queryer, lines []bulk.Line[New], plans []bulk.Plan) (map[content]Expense, error) {
	var rows [][]any
	for i, l := range lines {
		if len(plans[i].Faults) == 0 {
			rows = append(rows, []any{l.EmployeeID, l.New.Day, l.New.BankCodeID, l.New.Amount, l.New.Description})
		}
	}
	found := map[content]Expense{}
	list, err := q.Query(ctx, "WITH v (employee, day, code, amount, description) AS ("+
		q.Dialect().Rows("$1", "BIGINT", "TEXT", "BIGINT", "BIGINT", "TEXT")+`)
		SELECT e.id, e.version, e.employee_id, e.bank_code_id, e.day, e.amount, e.description FROM v JOIN expenses e
			ON e.employee_id = v.employee AND e.day = v.day AND e.archived_at IS NULL AND e.bank_code_id = v.code AND e.amount = v.amount
			AND e.description = v.description ORDER BY e.id DESC`, db.RowList(rows))
	if err != nil {
		return nil, err
	}
	return found, db.ForEachRow(list, func() error {
		var e Expense
		err := list.Scan(&e.ID, &e.Version, &e.EmployeeID, &e.BankCodeID, &e.Day, &e.Amount, &e.Description)
		found[content{e.EmployeeID, e.BankCodeID, e.Day, e.Amount, e.Description}] = e
		return err
	})
}

// insertMany inserts expenses that differ in their content, and returns their ids.
func insertMany(ctx context.Context, tx *db.Tx, list []Expense, at db.Instant) (map[content]int64, error) {
	in := db.Insert{Into: `INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at,
		updated_at)`}
	for _, e := range list {
		in.Add(e.TimesheetID, e.EmployeeID, e.BankCodeID, e.Day, e.Day.Week(), e.Amount, e.Description, int64(at), int64(at))
	}
	ids := map[content]int64{}
	const inserted = "employee_id, bank_code_id, day, amount, description, id"
	err := in.WriteReturning(ctx, tx, inserted, db.Stream(func(row db.Row) (e Expense, err error) {
		err = row.Scan(&e.EmployeeID, &e.BankCodeID, &e.Day, &e.Amount, &e.Description, &e.ID)
		return e, err
	}, func(e Expense) error {
		ids[content{e.EmployeeID, e.BankCodeID, e.Day, e.Amount, e.Description}] = e.ID
		return nil
	}))
	if err != nil {
		return nil, err
	}
	var records []dayblocks.Record
	for _, e := range list {
		id := ids[content{e.EmployeeID, e.BankCodeID, e.Day, e.Amount, e.Description}]
		records = append(records, dayblocks.Line(table.Name, id, e.TimesheetID, e.Day, at)...)
	}
	if err := dayblocks.Widen(ctx, tx, records...); err != nil {
		return nil, err
	}
	return ids, timesheets.KeepOpen(ctx, tx, table.Name, "l.id IN ("+tx.Dialect().IDs("$2")+")", db.IDs(slices.Collect(maps.Values(ids))))
}
