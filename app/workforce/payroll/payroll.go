// Package payroll hands pay periods over for good: every file that is kept has a manifest, and what changes in a period
// after it was handed over goes into the next file as corrections, each of them once (W13).
package payroll

import (
	"cmp"
	"slices"

	"presence/app/platform/csvx"
	"presence/app/workforce/exports"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// Export is one file that payroll took over, with its manifest.
type Export struct {
	ID          int64
	Number      int64 // 1, 2, 3 …
	Period      payperiods.Period
	At          db.Instant
	By          string // the name of who made it
	Options     Options
	Lines       int64
	Corrections int64 // how many of the lines correct an earlier export
	Totals      Totals
	Hash        []byte // SHA-256 of the file
	WithdrawnAt db.Instant
}

// Stands reports whether the export counts as paid.
func (e Export) Stands() bool { return e.WithdrawnAt == 0 }

// Totals are what the lines of a file add up to.
type Totals struct {
	Hours    payperiods.Hours
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
		t.Hours.Add(payperiods.ColumnOf(l.Type), l.Minutes)
	}
	t.Cents, t.Distance = t.Cents+l.Cents, t.Distance+l.Distance
}

// Entry is one line of an export.
type Entry struct {
	Period   payperiods.Period // which the line belongs to
	Corrects int64             // id of the export of that period that it corrects; 0: a line of the export's own period
	Line     payperiods.Line
}

// adjustment is the status of a line that corrects an earlier export.
const adjustment = "adjustment"

// record is the entry as files show it.
func (e Entry) record() exports.Record {
	r := exports.Record{Period: e.Period.Name(), Line: e.Line, Status: "approved"}
	if e.Corrects != 0 {
		r.Status = adjustment
	}
	return r
}

// Options say how a file is written.
type Options struct {
	Format string `json:"format"`           // csv or xlsx
	BOM    bool   `json:"bom,omitempty"`    // a byte order mark in front, by which Excel recognizes UTF-8
	Sep    string `json:"sep,omitempty"`    // ";" for a French Excel; empty: a comma
	Preset string `json:"preset,omitempty"` // its name at that time; empty: the plain way
	Layout Layout `json:"layout,omitzero"`  // what the preset was at that time
}

// csv is how the one writer takes them.
func (o Options) csv() csvx.Options {
	x := csvx.Options{Format: csvx.Format(o.Format), BOM: o.BOM}
	if o.Sep != "" {
		x.Sep = o.Sep[0]
	}
	return x
}

// key is what a line is known by from one export to the next. Renaming a bank code or a person changes nothing of it.
type key struct {
	employee int64
	week     db.Day
	part     payperiods.Part
	code     int64
}

func keyOf(l payperiods.Line) key {
	if l.Part == payperiods.FoundOver { // the same time under whatever code is for overtime
		l.CodeID = 0
	}
	return key{l.Employee.ID, l.Week, l.Part, l.CodeID}
}

// diffLines gives what to add to the lines before so that they are the lines now: one line a key, by name. Where a
// line stands in both, it is called as now.
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
		cmp.Compare(a.Part, b.Part), cmp.Compare(a.CodeID, b.CodeID))
}
