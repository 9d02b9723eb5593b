package payroll

import (
	"context"

	"presence/app/workforce/bankcodes"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// receiptsOf lists the approved expenses of employees in a period, each with every receipt that it has, or once without one.
func receiptsOf(ctx context.Context, q db.Queryer, p payperiods.Period, employees []int64) ([]receiptLine, error) {
	return db.Collect(func(row db.Row) (x receiptLine, err error) {
		x.Period = p
		err = row.Scan(&x.Employee.ID, &x.FirstName, &x.LastName, &x.Employee.ExternalPayrollID, &x.ExpenseID, &x.Day,
			&x.Cents, &x.GST, &x.QST, &x.Description,
			&x.BankCode, &x.Type, &x.ReceiptID, &x.SHA256, &x.PDF, &x.At)
		x.Employee.Name = x.FirstName + " " + x.LastName
		return x, err
	})(q.Query(ctx, `SELECT e.id, e.first_name, e.last_name, e.external_payroll_id, x.id, x.day, x.amount, x.gst, x.qst, x.description,
			c.bank_code, `+bankcodes.FoldSQL("c.type")+`, COALESCE(r.id, 0), COALESCE(r.hash, ''), COALESCE(r.media_type, '') = 'application/pdf',
			COALESCE(r.created_at, 0)
		FROM expenses x JOIN timesheets t ON t.id = x.timesheet_id JOIN employees e ON e.id = x.employee_id
			JOIN bank_codes c ON c.id = x.bank_code_id
			LEFT JOIN expense_receipts r ON r.expense_id = x.id
		WHERE x.employee_id IN (`+q.Dialect().IDs("$1")+`) AND x.day BETWEEN $2 AND $3 AND x.archived_at IS NULL AND t.archived_at IS NULL
			AND t.is_approved
		ORDER BY e.last_name, e.first_name, e.id, x.day, x.id, r.id`, db.IDs(employees), p.Start, p.End))
}

// receiptData returns the bytes of a receipt.
func receiptData(ctx context.Context, q db.Queryer, id int64) (data []byte, err error) {
	err = q.QueryRow(ctx, "SELECT content FROM expense_receipts WHERE id = $1", id).Scan(&data)
	return data, err
}
