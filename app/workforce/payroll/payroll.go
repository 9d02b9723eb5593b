// Package payroll exports pay periods and keeps the files with a manifest each. Changes of a period after its export go into
// the next file as corrections, each of them once (W13).
package payroll

import (
	"cmp"
	"slices"
	"strconv"

	"presence/app/platform/tablewriter"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/exports"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/worktime"
	"presence/db"
)

// Export is one file for payroll with its manifest.
type Export struct {
	ID          int64
	Number      int64 // 1, 2, 3 …
	Period      payperiods.Period
	At          db.Instant
	By          string // the name of the person who created it
	Options     Options
	Lines       int64
	Corrections int64 // number of lines that correct an earlier export
	Totals      Totals
	Hash        []byte // SHA-256 of the file
	WithdrawnAt db.Instant

	basis string // payperiods.Service.Basis when the lines were read; empty: it is not known
}

// InForce reports whether the export was not withdrawn, so that its content counts as paid.
func (e Export) InForce() bool { return e.WithdrawnAt == 0 }

// disposition returns the Content-Disposition of the file, with its name.
func (e Export) disposition() string {
	return e.Options.csv().Disposition("presence-" + e.Period.Name() + "-export-" + strconv.FormatInt(e.Number, 10))
}

// Totals are the totals of the lines in a file.
type Totals struct {
	Hours    worktime.Hours
	Leave    int64 // minutes
	Cents    int64
	Distance int64 // 1/100 km
}

func (t *Totals) add(l payperiods.Line) {
	switch l.Part {
	case payperiods.OnLeave:
		t.Leave += l.Minutes
	case payperiods.FoundOver:
		t.Hours.Overtime += l.Minutes
	case payperiods.Worked:
		t.Hours.Add(worktime.ColumnOf(l.Type), l.Minutes)
	}
	t.Cents, t.Distance = t.Cents+l.Cents, t.Distance+l.Distance
}

// Entry is one line of an export.
type Entry struct {
	Period   payperiods.Period // the period that the line belongs to
	Corrects int64             // the id of the export that the line corrects; 0: it is a line of the export's own period
	Line     payperiods.Line
}

// adjustment is the status of a line that corrects an earlier export.
const adjustment = "adjustment"

// record returns the entry as a line of a file.
func (e Entry) record() exports.Record {
	r := exports.Record{Period: e.Period.Name(), Line: e.Line, Status: "approved"}
	if e.Corrects != 0 {
		r.Status = adjustment
	}
	return r
}

// Options say how a file is written. They are stored with the export.
type Options struct {
	Format string `json:"format"`           // csv or xlsx
	BOM    bool   `json:"bom,omitempty"`    // begins with a byte order mark, by which Excel recognizes UTF-8
	Sep    string `json:"sep,omitempty"`    // ";" for a French Excel; empty: a comma
	Preset string `json:"preset,omitempty"` // the name of the preset when the file was made; empty: the standard layout
	Layout Layout `json:"layout,omitzero"`  // the layout of the preset when the file was made

	// Partial allows an export of a period that is unfinished. The person who exports has confirmed it after seeing what is not
	// approved.
	Partial bool `json:"partial,omitempty"`
}

// csv returns the options for package tablewriter.
func (o Options) csv() tablewriter.Options {
	x := tablewriter.Options{Format: tablewriter.Format(o.Format), BOM: o.BOM}
	if o.Sep != "" {
		x.Sep = o.Sep[0]
	}
	return x
}

// key identifies a line across exports. Renaming a bank code or a person does not change it. Another type of a bank code does: what was
// exported as the former is taken back, and exported as the latter.
type key struct {
	employee int64
	week     db.Day
	part     payperiods.Part
	code     int64
	kind     string // the type of the bank code, folded
}

func keyOf(l payperiods.Line) key {
	if l.Part == payperiods.FoundOver { // computed overtime is the same line whichever code is used for overtime
		l.CodeID, l.Type = 0, ""
	}
	return key{l.Employee.ID, l.Week, l.Part, l.CodeID, bankcodes.Fold(l.Type)}
}

// diffLines returns the lines that, added to before, give now: one line for each key, sorted by name. A line that is in both
// has its current names.
func diffLines(before, now []payperiods.Line) []payperiods.Line {
	sums := make(map[key]*payperiods.Line, len(now))
	add := func(l payperiods.Line, sign int64) {
		sum := sums[keyOf(l)]
		if sum == nil {
			sum = new(payperiods.Line)
			sums[keyOf(l)] = sum
		}
		l.Minutes, l.Cents, l.Distance = sum.Minutes+sign*l.Minutes, sum.Cents+sign*l.Cents, sum.Distance+sign*l.Distance
		*sum = l
	}
	for _, l := range before {
		add(l, -1)
	}
	for _, l := range now {
		add(l, 1)
	}
	list := make([]payperiods.Line, 0, len(sums))
	for _, l := range sums {
		if l.Minutes != 0 || l.Cents != 0 || l.Distance != 0 {
			list = append(list, *l)
		}
	}
	slices.SortFunc(list, inOrder)
	return list
}

func inOrder(a, b payperiods.Line) int {
	return cmp.Or(cmp.Compare(a.Employee.Name, b.Employee.Name), cmp.Compare(a.Employee.ID, b.Employee.ID), a.Week.Sub(b.Week),
		cmp.Compare(a.Part, b.Part), cmp.Compare(a.CodeID, b.CodeID), cmp.Compare(a.Type, b.Type))
}
