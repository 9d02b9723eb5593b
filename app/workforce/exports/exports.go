// Package exports serves GET /exports/csv: the lines of a pay period as a file, calculated at each call and not kept, with one line
// per employee, week and bank code. Its totals equal those of the overview to the minute and the cent (W13). Package payroll makes the
// exports that are numbered and kept.
package exports

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/payperiods"
)

// Record is one line of a file.
type Record struct {
	Period string // the name of the period that the line belongs to
	Line   payperiods.Line
	Status string // "approved", "pending", or another status of the lines in a file
}

// Column is one column of a file.
type Column struct {
	Name  string // its heading
	Write func(rows tablewriter.Rows, r Record)
}

// Columns are the columns of W13, in their order.
var Columns = []Column{
	{"period", func(rows tablewriter.Rows, r Record) { rows.Text(r.Period) }},
	{"company_code", func(rows tablewriter.Rows, r Record) { rows.Int(r.Line.Employee.CompanyCode) }},
	{"external_payroll_id", func(rows tablewriter.Rows, r Record) { rows.Int(r.Line.Employee.ExternalPayrollID) }},
	{"employee_name", func(rows tablewriter.Rows, r Record) { rows.Text(r.Line.Employee.Name) }},
	{"week", func(rows tablewriter.Rows, r Record) { rows.Day(r.Line.Week) }},
	{"bank_code", func(rows tablewriter.Rows, r Record) { rows.Text(r.Line.BankCode) }},
	{"type", func(rows tablewriter.Rows, r Record) { rows.Text(r.Line.Type) }},
	{"hours", hours},
	{"amount", amount},
	{"mileage_km", mileage},
	{"status", func(rows tablewriter.Rows, r Record) { rows.Text(r.Status) }},
}

// hours writes an empty cell for a line of money, so that a spreadsheet does not add it to the hours.
func hours(rows tablewriter.Rows, r Record) {
	if r.Line.Part == payperiods.Spent {
		rows.Empty()
		return
	}
	rows.Hours(r.Line.Minutes)
}

func amount(rows tablewriter.Rows, r Record) {
	if r.Line.Part != payperiods.Spent {
		rows.Empty()
		return
	}
	rows.Cents(r.Line.Cents)
}

func mileage(rows tablewriter.Rows, r Record) {
	if r.Line.Distance == 0 {
		rows.Empty()
		return
	}
	rows.Decimal(r.Line.Distance, 2)
}

// WriteHeader writes the headings.
func WriteHeader(rows tablewriter.Rows, columns []Column) error {
	for _, c := range columns {
		rows.Text(c.Name)
	}
	return rows.EndRow()
}

// WriteRow writes one line.
func WriteRow(rows tablewriter.Rows, columns []Column, r Record) error {
	for _, c := range columns {
		c.Write(rows, r)
	}
	return rows.EndRow()
}

// writeLines writes the period's lines, in the order of the overview. The same data gives the same bytes. With approvedOnly it
// writes only approved time and leave.
func writeLines(ctx context.Context, s *payperiods.Service, by auth.Actor, p payperiods.Period, approvedOnly bool,
	rows tablewriter.Rows) error {
	err := WriteHeader(rows, Columns)
	if err == nil {
		name := p.Name()
		err = s.Lines(ctx, by, p, approvedOnly, func(l payperiods.Line) error {
			return WriteRow(rows, Columns, Record{name, l, status(l.Approved)})
		})
	}
	if err != nil {
		rows.Abandon()
		return err
	}
	return rows.Close()
}

func status(approved bool) string {
	if approved {
		return "approved"
	}
	return "pending"
}
