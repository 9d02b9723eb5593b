package payroll

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/exports"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/worktime"
	"presence/db"
)

// Preset is a named layout of the company's files.
type Preset struct {
	ID        int64
	Name      string
	Layout    Layout
	Version   int64
	UpdatedAt db.Instant
}

// AuditFields implements audit.Auditable.
func (p Preset) AuditFields() audit.Fields {
	l := p.Layout
	return audit.Fields{
		"name": p.Name, "kind": string(l.Kind), "columns": strings.Join(l.Columns, ", "), "company": l.Company, "batch": l.Batch,
		"codes": formatCodes(l.Codes),
	}
}

// Layout says which columns a file has. The zero Layout has the columns of W13.
type Layout struct {
	Kind    Kind     `json:"kind,omitempty"`
	Columns []string `json:"columns,omitempty"` // for Chosen: the columns in their order
	Company string   `json:"company,omitempty"` // for ADP: its company code; empty: each employee's company_code
	Batch   string   `json:"batch,omitempty"`   // for ADP; empty: the period of the line, so that corrections are batches of their own
	Codes   []Code   `json:"codes,omitempty"`   // for ADP: its names of our bank codes
}

// Kind is the kind of a layout.
type Kind string

// The kinds; the zero value has the columns of W13.
const (
	Generic Kind = ""
	Chosen  Kind = "columns" // a selection of the columns of W13, in any order
	ADP     Kind = "adp"     // ADP paydata: a line for each kind of hours or earnings
)

// Code maps a bank code to its name in the payroll system.
type Code struct {
	Ours   string `json:"ours"`
	Theirs string `json:"theirs"`
}

// columns returns the columns of the layout.
func (l Layout) columns() []exports.Column {
	switch l.Kind {
	case ADP:
		return l.adp()
	case Chosen:
		list := make([]exports.Column, 0, len(l.Columns))
		for _, name := range l.Columns {
			if i := columnNamed(name); i >= 0 {
				list = append(list, exports.Columns[i])
			}
		}
		return list
	}
	return exports.Columns
}

func columnNamed(name string) int {
	return slices.IndexFunc(exports.Columns, func(c exports.Column) bool { return c.Name == name })
}

// adp returns the columns of ADP paydata. Each line has values in exactly one pair of columns, so that the totals equal those
// of the standard layout.
func (l Layout) adp() []exports.Column {
	only := func(slot adpSlot, write func(tablewriter.Rows, exports.Record)) func(tablewriter.Rows, exports.Record) {
		return func(rows tablewriter.Rows, r exports.Record) {
			if l.slot(r.Line) == slot {
				write(rows, r)
			} else {
				rows.Empty()
			}
		}
	}
	hours := func(rows tablewriter.Rows, r exports.Record) { rows.Hours(r.Line.Minutes) }
	code := func(rows tablewriter.Rows, r exports.Record) {
		rows.Text(cmp.Or(l.theirs(r.Line.BankCode), r.Line.BankCode, r.Line.Type))
	}
	return []exports.Column{
		{Name: "Co Code", Write: func(rows tablewriter.Rows, r exports.Record) {
			rows.Text(cmp.Or(l.Company, fmt.Sprint(r.Line.Employee.CompanyCode)))
		}},
		{Name: "Batch ID", Write: func(rows tablewriter.Rows, r exports.Record) { rows.Text(cmp.Or(l.Batch, r.Period)) }},
		{Name: "File #", Write: func(rows tablewriter.Rows, r exports.Record) { rows.Int(r.Line.Employee.ExternalPayrollID) }},
		{Name: "Reg Hours", Write: only(adpRegular, hours)},
		{Name: "O/T Hours", Write: only(adpOvertime, hours)},
		{Name: "Hours 3 Code", Write: only(adpHours, code)},
		{Name: "Hours 3 Amount", Write: only(adpHours, hours)},
		{Name: "Earnings 3 Code", Write: only(adpEarnings, code)},
		{Name: "Earnings 3 Amount", Write: only(adpEarnings, func(rows tablewriter.Rows, r exports.Record) { rows.Cents(r.Line.Cents) })},
	}
}

// adpSlot is the pair of ADP columns that a line is written to.
type adpSlot uint8

const (
	adpRegular adpSlot = iota
	adpOvertime
	adpHours // with a code
	adpEarnings
)

func (l Layout) slot(x payperiods.Line) adpSlot {
	switch {
	case x.Part == payperiods.Spent:
		return adpEarnings
	case x.Part == payperiods.OnLeave || l.theirs(x.BankCode) != "":
		return adpHours
	case worktime.ColumnOf(x.Type) == worktime.Overtime: // entered or computed
		return adpOvertime
	case worktime.ColumnOf(x.Type) == worktime.Regular:
		return adpRegular
	}
	return adpHours
}

// theirs returns the name of a bank code in the payroll system; empty without a mapping.
func (l Layout) theirs(code string) string {
	for _, c := range l.Codes {
		if c.Ours == code {
			return c.Theirs
		}
	}
	return ""
}

const maxName = 60 // characters

// Validate cleans p and returns all its errors.
func (p *Preset) Validate() errs.Fields {
	var faults errs.Fields
	oneLine(&faults, "name", &p.Name, maxName)
	if p.Name == "" {
		faults.Add("name", "required", "This field is required.")
	}
	l := &p.Layout
	switch l.Kind {
	case Chosen:
		if len(l.Columns) == 0 {
			faults.Add("columns", "required", "Choose at least one column.")
		}
		if slices.ContainsFunc(l.Columns, func(name string) bool { return columnNamed(name) < 0 }) {
			faults.Add("columns", "unknown", "There is no such column.")
		}
	case ADP:
		oneLine(&faults, "company", &l.Company, 3)
		oneLine(&faults, "batch", &l.Batch, 8)
		l.checkCodes(&faults)
	default:
		faults.Add("kind", "not_allowed", "Expected one of columns, adp.")
	}
	return faults
}

func (l *Layout) checkCodes(faults *errs.Fields) {
	seen := map[string]bool{}
	for _, c := range l.Codes {
		switch {
		case c.Ours == "" || c.Theirs == "" || utf8.RuneCountInString(c.Theirs) > 10:
			faults.Add("codes", "format", "Expected lines such as G305=VAC.")
			return
		case seen[c.Ours]:
			faults.Add("codes", "taken", "A pay code is listed twice.")
			return
		}
		seen[c.Ours] = true
	}
}

func oneLine(faults *errs.Fields, field string, v *string, most int) {
	*v = strings.TrimSpace(*v)
	switch {
	case utf8.RuneCountInString(*v) > most:
		faults.Add(field, "too_long", fmt.Sprintf("Expected at most %d characters.", most))
	default:
		faults.Line(field, *v)
	}
}
