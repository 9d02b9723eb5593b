package payroll

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"presence/app/platform/tablewriter"
	"presence/app/workforce/exports"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// columnOrder returns all columns: first those of the list in its order, then the others.
func columnOrder(list []string) []string {
	var order []string
	for _, name := range list {
		if columnNamed(name) >= 0 && !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	for _, c := range exports.Columns {
		if !slices.Contains(order, c.Name) {
			order = append(order, c.Name)
		}
	}
	return order
}

// chosenColumns returns the columns that are ticked in a form, in the order of its rows.
func chosenColumns(form url.Values) []string {
	return slices.DeleteFunc(columnOrder(form["order"]), func(name string) bool { return !slices.Contains(form["column"], name) })
}

// moveColumn moves a column one place, as the buttons say it: "up.hours". The first one does not move up, nor the last one down.
func moveColumn(order []string, move string) []string {
	way, name, _ := strings.Cut(move, ".")
	i := slices.Index(order, name)
	j := i + 1
	if way == "up" {
		j = i - 1
	}
	if i >= 0 && j >= 0 && j < len(order) {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// sampleRecords are two lines as a file could have them: one of hours, one of kilometres.
var sampleRecords = func() []exports.Record {
	who := payperiods.Employee{Name: "Marie Tremblay", CompanyCode: 271583, ExternalPayrollID: 1042}
	week := db.MustDay("2026-11-15")
	return []exports.Record{
		{Period: "2026-25", Status: "approved", Line: payperiods.Line{Employee: who, Week: week, BankCode: "G1", Type: "regular", Minutes: 2310}},
		{Period: "2026-25", Status: "approved", Line: payperiods.Line{Employee: who, Week: week, BankCode: "D1", Type: "mileage",
			Part: payperiods.Spent, Cents: 3600, Distance: 5000}},
	}
}()

// samplesOf returns the values of a column in the sample lines.
func samplesOf(name string) []string {
	lines := strings.Split(sample([]string{name}), "\n")
	return lines[1:]
}

// sample returns the sample lines with their heading.
func sample(names []string) string {
	var file bytes.Buffer
	columns := Layout{Kind: Chosen, Columns: names}.columns()
	rows, err := tablewriter.New(&file, tablewriter.Options{Format: tablewriter.CSV})
	if err == nil {
		err = exports.WriteHeader(rows, columns)
	}
	for i := 0; err == nil && i < len(sampleRecords); i++ {
		err = exports.WriteRow(rows, columns, sampleRecords[i])
	}
	if err != nil || rows.Close() != nil {
		return "" // a buffer takes everything
	}
	return strings.TrimSuffix(strings.ReplaceAll(file.String(), "\r\n", "\n"), "\n")
}
