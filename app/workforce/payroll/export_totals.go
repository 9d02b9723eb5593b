package payroll

import (
	"cmp"
	"slices"

	"presence/app/workforce/payperiods"
)

// sum is the total of the export's lines that have one pay code, or belong to one employee.
type sum struct {
	line    payperiods.Line // the first of them
	figures Figures
}

func (s *sum) add(l payperiods.Line) {
	s.figures.Minutes += l.Minutes
	s.figures.Cents += l.Cents
	s.figures.Distance += l.Distance
}

// sumsBy adds up the lines that have the same key, in the order in which the keys appear.
func sumsBy[K comparable](entries []Entry, keyOf func(payperiods.Line) K) []sum {
	at := map[K]int{}
	var list []sum
	for _, e := range entries {
		k := keyOf(e.Line)
		i, known := at[k]
		if !known {
			i = len(list)
			at[k], list = i, append(list, sum{line: e.Line})
		}
		list[i].add(e.Line)
	}
	return list
}

// codeKey identifies the lines that are added up as one pay code. Computed overtime has a part of its own, so it is added up
// separately.
type codeKey struct {
	part payperiods.Part
	code string
	kind string
}

// byCode returns the totals of each pay code: first of work, then of overtime, expenses and leave.
func byCode(entries []Entry) []sum {
	list := sumsBy(entries, func(l payperiods.Line) codeKey { return codeKey{l.Part, l.BankCode, l.Type} })
	slices.SortFunc(list, func(x, y sum) int {
		a, b := x.line, y.line
		return cmp.Or(cmp.Compare(a.Part, b.Part), cmp.Compare(a.BankCode, b.BankCode), cmp.Compare(a.Type, b.Type))
	})
	return list
}

// byPerson returns the totals of each employee, in the order of the file.
func byPerson(entries []Entry) []sum {
	return sumsBy(entries, func(l payperiods.Line) int64 { return l.Employee.ID })
}
