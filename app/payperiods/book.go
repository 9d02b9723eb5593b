package payperiods

import (
	"slices"

	"presence/db"
)

// book is what the store reads of one period in one snapshot, in as many statements for five employees as for five
// thousand.
type book struct {
	period   Period
	codes    map[int64]code
	people   []Employee // by name
	shifts   []sum      // minutes
	expenses []sum      // cents and distance
	sheets   []Sheet    // by id
	leave    []leaveDay
}

// code is a bank code as the hours need it.
type code struct {
	kind      string // its type, as written
	name      string // as the bank spells it
	forShifts bool   // live and of categorie shift
}

// sum is what one sheet has under one bank code in one week.
type sum struct {
	second   bool // of the period's two weeks
	employee int64
	sheet    int64
	code     int64
	amount   int64 // minutes or cents
	distance int64 // 1/100 km, of expenses
}

func (s sum) week() int {
	if s.second {
		return 1
	}
	return 0
}

// leaveDay is approved leave of one day.
type leaveDay struct {
	employee int64
	code     int64
	day      db.Day
	minutes  int64
}

// week is 0 or 1, which of the period's weeks the day is in.
func (b *book) week(d db.Day) int { return d.Sub(b.period.Start) / 7 }

// overview turns the book into its rows (W3, W4, W5).
func (b *book) overview(threshold int64) Overview {
	rows := make([]Row, len(b.people))
	at := make(map[int64]int, len(b.people))
	for i, p := range b.people {
		rows[i].Employee = p
		at[p.ID] = i
	}
	row := func(employee int64) *Row {
		if i, ok := at[employee]; ok {
			return &rows[i]
		}
		return new(Row) // out of scope meanwhile: counted nowhere
	}
	for _, s := range b.shifts {
		row(s.employee).Weeks[s.week()].Hours.Add(ColumnOf(b.codes[s.code].kind), s.amount)
	}
	for _, s := range b.expenses {
		r := row(s.employee)
		r.Cents, r.Distance = r.Cents+s.amount, r.Distance+s.distance
	}
	for _, l := range b.leave {
		w := &row(l.employee).Weeks[b.week(l.day)]
		w.Leave += l.minutes
		if CreditsThreshold(b.codes[l.code].kind) {
			w.Credited += l.minutes
		}
	}
	for _, s := range b.sheets {
		r := row(s.EmployeeID)
		r.Sheets = append(r.Sheets, s)
	}
	for i := range rows {
		for w := range rows[i].Weeks {
			week := &rows[i].Weeks[w]
			week.Hours = week.Hours.WithOvertime(threshold, week.Credited)
		}
	}
	return Overview{b.period, rows}
}

// activeSheets are the sheets that have a shift or an expense in the period (W6), by id.
func (b *book) activeSheets() []int64 {
	ids := make([]int64, 0, len(b.people))
	var last int64
	for _, sums := range [][]sum{b.shifts, b.expenses} {
		for _, s := range sums {
			if s.sheet != last {
				ids, last = append(ids, s.sheet), s.sheet
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
