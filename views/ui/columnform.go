package ui

import (
	"cmp"
	"strconv"
	"strings"

	"presence/app/platform/i18n"
)

// ColumnForm asks what each column of an uploaded table contains.
type ColumnForm struct {
	Lang   i18n.Lang
	Post   string // where it is sent
	Text   string
	Known  []KnownColumn
	Needed []KnownColumn // those that are missing
	Advice string        // what to do if a needed column is missing from the file; empty: nothing else
	Open   bool          // it has to be filled in
	Inputs []Field       // one for each column
	Faults Faults

	headings []string
}

// KnownColumn is something that a column may contain.
type KnownColumn struct{ Field, Label string }

// ColumnInput returns the name of the input for a column, counted from 0.
func ColumnInput(i int) string { return "column_" + strconv.Itoa(i) }

// SetColumns fills in an input for each heading of a table, with the field that it has now: "" for a column that is left out. cells are
// the first texts of the columns, as far as they are known.
func (f *ColumnForm) SetColumns(headings, fields, cells []string) {
	options := []Option{{Label: f.Lang.T(i18n.ImpSkip)}}
	for _, k := range f.Known {
		options = append(options, Option{Value: k.Field, Label: k.Label})
	}
	f.headings = headings
	for i, heading := range headings {
		in := Field{Name: ColumnInput(i), Label: f.Lang.F(i18n.ImpColumn, heading), Value: fields[i], Options: options}
		if strings.TrimSpace(heading) == "" {
			in.Label = f.Lang.F(i18n.ImpNoHeading, strconv.Itoa(i+1))
		}
		if i < len(cells) && cells[i] != "" {
			in.Hint = f.Lang.F(i18n.ImpFirst, shortText(cells[i]))
		}
		f.Inputs = append(f.Inputs, in)
	}
}

// AddFault adds a fault of "fields", or of one of them such as "fields[2]".
func (f *ColumnForm) AddFault(field, code, detail string) {
	name := ColumnInput(0)
	if at, ok := strings.CutPrefix(field, "fields["); ok {
		if i, err := strconv.Atoi(strings.TrimSuffix(at, "]")); err == nil && i < len(f.Inputs) {
			name = ColumnInput(i)
			f.Inputs[i].Error = f.Lang.T(i18n.Fault(code, detail))
		}
	}
	f.Open = true
	f.Faults.Add(f.Lang, name, f.Lang.T(i18n.ImpColumns), code, detail)
}

// missing says which columns are needed and missing; "" if none is.
func (f ColumnForm) missing() string {
	if len(f.Needed) == 0 {
		return ""
	}
	labels := make([]string, len(f.Needed))
	for i, k := range f.Needed {
		labels[i] = k.Label
	}
	return strings.TrimSpace(f.Lang.F(i18n.ImpMissing, strings.Join(labels, ", ")) + " " + f.Advice)
}

// summary says which columns are left out, or that none is; "" if the page says it elsewhere.
func (f ColumnForm) summary() string {
	left := f.leftOut()
	switch {
	case left != "" && f.Open:
		return left
	case left == "" && len(f.Needed) == 0:
		return f.Lang.T(i18n.ImpAllColumns)
	}
	return ""
}

// leftOut says which columns are not imported; "" if all are. A column without a heading whose first cells are empty does not count.
func (f ColumnForm) leftOut() string {
	const shown = 5
	var left []string
	for i, in := range f.Inputs {
		if named := strings.TrimSpace(f.headings[i]) != ""; in.Value == "" && (named || in.Hint != "") {
			left = append(left, cmp.Or(strings.TrimSpace(f.headings[i]), in.Label))
		}
	}
	if len(left) == 0 {
		return ""
	}
	more := ""
	if len(left) > shown {
		more = " …"
	}
	return f.Lang.F(i18n.ImpLeftOut, strings.Join(left[:min(len(left), shown)], ", ")+more)
}

// shortText returns the beginning of a long text.
func shortText(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}
