// Package exports hands a pay period over to the pay system: one line per employee, week and bank code, whose sums are
// those of the overview to the minute and the cent (W13).
package exports

import (
	"context"
	"regexp"
	"strconv"

	"presence/app/auth"
	"presence/app/csvx"
	"presence/app/errs"
	"presence/app/payperiods"
	"presence/db"
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

var numbered = regexp.MustCompile(`^(\d{4})-(\d{1,2})$`)

// periodOf reads what /exports/csv takes for a period: "2026-25", a date in it, or "current".
func periodOf(s *payperiods.Service, text string) (payperiods.Period, error) {
	if text == "current" {
		return s.Current(), nil
	}
	if m := numbered.FindStringSubmatch(text); m != nil {
		year, _ := strconv.Atoi(m[1]) // digits, by the pattern
		n, _ := strconv.Atoi(m[2])
		if p, err := s.Number(year, n); err == nil {
			return p, nil
		}
		return payperiods.Period{}, errs.InvalidField("period", "not_found", "There is no such pay period: a year has 26.")
	}
	if day, err := db.ParseDay(text); err == nil {
		if p, err := s.On(day); err == nil {
			return p, nil
		}
	}
	return payperiods.Period{}, errs.InvalidField("period", "format", "Expected a period such as 2026-25, a date in it such as 2026-11-20, or current.")
}
