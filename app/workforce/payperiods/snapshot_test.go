package payperiods

import (
	"fmt"
	"testing"

	"presence/app/workforce/labourstandards"
	"presence/app/workforce/worktime"
	"presence/db"
)

// quebecs are the limits of overtime of Quebec.
var quebecs = labourstandards.Quebec().Overtime.Limits

func TestSnapshot_overview(t *testing.T) {
	p, _ := calendar(t).Number(2026, 25)
	b := &snapshot{period: p, people: []Employee{{ID: 7}, {ID: 8}}, sheets: map[int64]Sheet{}, overtime: quebecs, codes: map[int64]bankCode{
		1: {"regular", "G1", true, 0}, 2: {"vacation", "V1", false, 0}, 3: {"sick", "S1", false, 0}}}
	for id := int64(9); id > 0; id-- {
		b.sheets[id] = Sheet{ID: id, EmployeeID: 7, State: Draft}
	}
	b.shifts = []weekTotal{{sheet: 1, code: 1, amount: 2400}, {sheet: 2, code: 1, amount: 60}, {week: 1, sheet: 1, code: 1, amount: 30}}
	b.expenses = []weekTotal{{sheet: 1, code: 1, amount: 100, distance: 5}, {week: 1, sheet: 3, code: 1, amount: 10, distance: 7}}
	b.leave = []leaveDay{{7, 2, p.Start.Add(6), 120, 120}, {7, 3, p.Start.Add(7), 60, 60}, {7, 2, p.Start.Add(8), 0, 0}, {7, 2, p.Start.Add(9), 30, 30},
		{99, 2, p.Start.Add(1), 480, 480}} // of an employee without a row
	b.undecided = []leaveDay{{99, 2, p.Start.Add(1), 480, 480}}
	rows := b.overview().Rows
	r := rows[0]
	if want := [2]Week{{Hours: worktime.Hours{Regular: 2280, Overtime: 180}, Credited: 120, Leave: 120}, {Hours: worktime.Hours{Regular: 30}, Credited: 30, Leave: 90}}; r.Weeks != want {
		t.Errorf("the weeks are %+v", r.Weeks)
	}
	if r.Cents != 110 || r.Distance != 12 {
		t.Errorf("the expenses are %d cents, %d", r.Cents, r.Distance)
	}
	away := []int{}
	for i := range r.Days {
		if r.Away(i) {
			away = append(away, i)
		}
	}
	if got := fmt.Sprint(away); got != "[6 7 9]" {
		t.Errorf("the days of leave are %s", got)
	}
	if len(r.Sheets) != 9 {
		t.Fatalf("%d sheets", len(r.Sheets))
	}
	for i, s := range r.Sheets {
		if s.ID != int64(i+1) {
			t.Errorf("sheet %d comes as number %d", s.ID, i+1)
		}
	}
	if len(rows[1].Sheets) != 0 || rows[1].Hours() != (worktime.Hours{}) || rows[1].Cents != 0 {
		t.Errorf("the other employee has %+v", rows[1])
	}
}

// Vacation from Monday to Friday of Christmas week takes four days, as exported, and all five count toward the threshold.
func TestSnapshot_statutory_holiday(t *testing.T) {
	p, _ := calendar(t).Number(2027, 1)
	christmas := db.MustDay("2026-12-25")
	b := &snapshot{period: p, holidays: labourstandards.Quebec().Holidays, overtime: quebecs, people: []Employee{{ID: 7}},
		sheets: map[int64]Sheet{1: {ID: 1, EmployeeID: 7, State: Approved}},
		codes:  map[int64]bankCode{1: {"regular", "G1", true, 0}, 2: {"vacation", "V1", false, 0}, 3: {"statutory_holiday", "H1", false, 0}}}
	week := b.week(christmas)
	b.shifts = []weekTotal{{week: week, sheet: 1, code: 1, amount: 120}}
	for i := range 5 {
		b.leave = append(b.leave, leaveDay{7, 2, christmas.Add(-i), 480, 480})
	}
	agree := func(t *testing.T, taken, overtime int64) {
		t.Helper()
		r := b.overview().Rows[0]
		if w := r.Weeks[week]; w.Leave != taken || w.Hours.Overtime != overtime || w.Credited != 2400 || !r.Away(christmas.Sub(p.Start)) {
			t.Errorf("the overview has %+v", w)
		}
		var leave, over int64
		for _, l := range b.lines(true) {
			switch l.Part {
			case OnLeave:
				leave += l.Minutes
			case FoundOver:
				over += l.Minutes
			}
		}
		if leave != taken || over != overtime {
			t.Errorf("exported are %d minutes of leave and %d of overtime", leave, over)
		}
	}
	t.Run("is not taken from vacation", func(t *testing.T) { agree(t, 4*480, 120) })
	b.leave[0].code = 3
	t.Run("is taken under the code by which it is paid", func(t *testing.T) { agree(t, 5*480, 120) })
}

func TestSnapshot_activeSheets(t *testing.T) {
	b := &snapshot{shifts: []weekTotal{{sheet: 3}, {sheet: 3}, {sheet: 1}, {sheet: 3}}, expenses: []weekTotal{{sheet: 3}, {sheet: 2}}}
	if got := fmt.Sprint(b.activeSheets()); got != "[1 2 3]" {
		t.Error(got)
	}
	b = &snapshot{people: []Employee{{ID: 7}, {ID: 8}}, sheets: map[int64]Sheet{1: {ID: 1, EmployeeID: 7}}}
	if got := fmt.Sprint(b.withoutSheet()); got != "[8]" {
		t.Errorf("the employees without activity are %s", got)
	}
}

// The first day of the second week is its Sunday.
func TestSnapshot_week(t *testing.T) {
	b := &snapshot{period: Period{Start: db.MustDay("2026-11-15")}}
	for day, want := range map[string]int{"2026-11-15": 0, "2026-11-21": 0, "2026-11-22": 1, "2026-11-28": 1} {
		if got := b.week(db.MustDay(day)); got != want {
			t.Errorf("%s is in week %d", day, got)
		}
	}
}

func TestSnapshot_overtimeCode(t *testing.T) {
	over, past, regular := bankCode{"Overtime", "G44", true, 0}, bankCode{"overtime", "G4", false, 0}, bankCode{"regular", "G1", true, 0}
	for _, x := range []struct {
		name  string
		codes map[int64]bankCode
		want  int64
	}{
		{"the only one", map[int64]bankCode{1: regular, 4: over}, 4},
		{"the first of two", map[int64]bankCode{9: over, 4: over, 7: over}, 4},
		{"not an archived one", map[int64]bankCode{2: past, 4: over}, 4},
		{"there is none", map[int64]bankCode{1: regular, 2: past}, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := (&snapshot{codes: x.codes}).overtimeCode(); got != x.want {
				t.Errorf("%d, want %d", got, x.want)
			}
		})
	}
}

// Expenses of two sheets in one state are one line of an export.
func TestMerge(t *testing.T) {
	spent := func(cents, distance int64) lineItem {
		return lineItem{part: Spent, code: 6, cents: cents, distance: distance}
	}
	got := merge([]lineItem{spent(100, 5), {part: OnLeave, code: 6, minutes: 60}, spent(20, 7), {part: OnLeave, code: 6, minutes: 30}})
	want := []lineItem{spent(120, 12), {part: OnLeave, code: 6, minutes: 90}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v", got)
	}
}
