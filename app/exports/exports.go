// Package exports hands a pay period over to the pay system: one line per employee, week and bank code, whose sums are
// those of the overview to the minute and the cent (W13).
package exports

import (
	"context"

	"presence/app/auth"
	"presence/app/csvx"
	"presence/app/payperiods"
)

var columns = []string{
	"period", "company_code", "external_payroll_id", "employee_name", "week", "bank_code", "type", "hours", "amount", "mileage_km", "status",
}

// Write writes the period's lines, in the order of the overview. The same data gives the same bytes. With approvedOnly
// it holds approved timesheets only.
func Write(ctx context.Context, s *payperiods.Service, actor auth.Actor, p payperiods.Period, approvedOnly bool, rows csvx.Rows) error {
	for _, c := range columns {
		rows.Text(c)
	}
	err := rows.EndRow()
	if err == nil {
		name := p.Name()
		err = s.Lines(ctx, actor, p, approvedOnly, func(l payperiods.Line) error { return line(rows, name, l) })
	}
	if err != nil {
		rows.Abandon()
		return err
	}
	return rows.Close()
}

func line(rows csvx.Rows, period string, l payperiods.Line) error {
	rows.Text(period)
	rows.Int(l.Employee.CompanyCode)
	rows.Int(l.Employee.ExternalPayrollID)
	rows.Text(l.Employee.Name)
	rows.Day(l.Week)
	rows.Text(l.BankCode)
	rows.Text(l.Type)
	if l.Part == payperiods.Spent {
		rows.Empty()
		rows.Cents(l.Cents)
	} else {
		rows.Hours(l.Minutes)
		rows.Empty()
	}
	if l.Distance != 0 {
		rows.Decimal(l.Distance, 2)
	} else {
		rows.Empty()
	}
	rows.Text(status(l.Approved))
	return rows.EndRow()
}

func status(approved bool) string {
	if approved {
		return "approved"
	}
	return "pending"
}
