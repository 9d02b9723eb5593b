package imports

import (
	"io"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/tablewriter"
)

// sample is a sample file.
type sample struct {
	kind   Kind
	lang   i18n.Lang
	format tablewriter.Format
}

// name returns the name of the file: employees-fr.csv.
func (x sample) name() string { return string(x.kind) + "-" + string(x.lang) + "." + string(x.format) }

// sampleNamed returns the sample file with a name.
func sampleNamed(name string) (sample, error) {
	for _, x := range samples() {
		if x.name() == name {
			return x, nil
		}
	}
	return sample{}, errs.NotFound("sample")
}

// samples returns all sample files.
func samples() (list []sample) {
	for _, kind := range Kinds {
		for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
			for _, format := range []tablewriter.Format{tablewriter.CSV, tablewriter.XLSX} {
				list = append(list, sample{kind, lang, format})
			}
		}
	}
	return list
}

// options returns how the file is written. Excel recognizes UTF-8 by the byte order mark; a French one separates by semicolons.
func (x sample) options() tablewriter.Options {
	o := tablewriter.Options{Format: x.format, BOM: true}
	if x.lang == i18n.FR {
		o.Sep = ';'
	}
	return o
}

// heading returns the heading of a column in a sample: of a required one, it says so.
func (c Column) heading(l i18n.Lang) string {
	if c.Required {
		return l.F(i18n.ImpRequired, l.T(c.Label))
	}
	return l.T(c.Label)
}

// write writes the file: the headings, and three lines that could be imported.
func (x sample) write(w io.Writer, columns []Column) error {
	rows, err := tablewriter.New(w, x.options())
	if err != nil {
		return err
	}
	line := func(cell func(Column) string) error {
		for _, c := range columns {
			rows.Text(cell(c))
		}
		return rows.EndRow()
	}
	err = line(func(c Column) string { return c.heading(x.lang) })
	for i := 0; i < 3 && err == nil; i++ {
		err = line(func(c Column) string { return strings.Split(x.lang.T(c.Example), "\n")[i] })
	}
	if err != nil {
		rows.Abandon()
		return err
	}
	return rows.Close()
}
