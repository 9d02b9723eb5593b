package mytime

import (
	"slices"
	"strings"
	"testing"

	"presence/app/platform/holidays"
	"presence/app/platform/i18n"
	"presence/app/workforce/expenses"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/app/workforce/worktime"
	"presence/db"
)

// fortnight is 2026-25 with minutes of regular time by day, today being the Friday of its first week.
func fortnight(minutes map[int]int64) *PeriodView {
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		panic(err)
	}
	f := &PeriodView{Norm: labourstandards.Quebec(), Period: calendar.At(db.MustDay("2026-11-15")), Today: db.MustDay("2026-11-20"),
		Owner: Owner{ID: 1, FirstDay: db.MustDay("2024-01-01")},
		Codes: map[int64]Code{1: {ID: 1, Kind: "regular"}, 2: {ID: 2, Kind: "evening"}, 3: {ID: 3, Kind: "mileage", Modifier: 7_200},
			4: {ID: 4, Kind: "meal"}}}
	for i := range f.Days {
		f.Days[i].Date = f.Period.Start.Add(i)
		if n := minutes[i]; n > 0 {
			f.Days[i].Shifts = []shifts.Shift{{ID: int64(i), BankCodeID: 1, Day: f.Days[i].Date, Minutes: n}}
		}
	}
	for i := range f.Before {
		f.Before[i].Date = f.Period.Start.Add(i - 7)
	}
	return f
}

// quebecs are the limits of overtime of Quebec.
var quebecs = labourstandards.Quebec().Overtime.Limits

func TestPeriodView_computeWeeks(t *testing.T) {
	f := fortnight(map[int]int64{1: 600, 2: 600, 3: 600, 4: 600, 5: 240, 8: 480})
	f.Days[5].Shifts = append(f.Days[5].Shifts, shifts.Shift{BankCodeID: 2, Minutes: 60})
	f.Days[9].Leave = []Leave{{Approved: true, Minutes: 480, Credited: 480}, {Minutes: 120}}
	f.Days[10].Expenses = []expenses.Expense{{BankCodeID: 3, Amount: 720}}
	f.Days[2].Expenses = []expenses.Expense{{BankCodeID: 3, Amount: 3600}, {BankCodeID: 4, Amount: 1999}}
	f.computeWeeks(quebecs)
	first, second := f.Weeks[0], f.Weeks[1]
	if want := (worktime.Hours{Regular: 2340, Evening: 60, Overtime: 300}); first.Hours != want || first.Found != 300 {
		t.Errorf("W3: the first week has %+v with %d found, want %+v", first.Hours, first.Found, want)
	}
	if first.Cents != 5599 || first.Distance != 5000 {
		t.Errorf("W4: the first week has %d cents and %d/100 km", first.Cents, first.Distance)
	}
	if second.Hours.Regular != 480 || second.Leave != 480 || second.Found != 0 {
		t.Errorf("the second week has %+v; leave that waits for a decision does not count", second)
	}
	if total := f.total(); total.Hours.Total() != 2700+480 || total.Found != 300 || total.Leave != 480 || total.Cents != 5599+720 ||
		total.Distance != 6000 {
		t.Errorf("both weeks have %+v", total)
	}
	for _, x := range []struct {
		name  string
		leave Leave
		found int64
	}{
		{"35 h of credited leave and 8 h of work", Leave{Approved: true, Minutes: 2100, Credited: 2100}, 180},
		{"as much leave that is not credited", Leave{Approved: true, Minutes: 2100}, 0},
		{"as much credited leave that waits for a decision", Leave{Minutes: 2100, Credited: 2100}, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			f.Weeks[1], f.Days[9].Leave = Week{}, []Leave{x.leave}
			if f.computeWeeks(quebecs); f.Weeks[1].Found != x.found {
				t.Errorf("W3: %d minutes of overtime, want %d", f.Weeks[1].Found, x.found)
			}
		})
	}
	if sum := (&PeriodView{Weeks: [2]Week{{Found: 3}, {Found: 4}}}).total(); sum.Found != 7 {
		t.Errorf("3 and 4 minutes of overtime are %d", sum.Found)
	}
}

// A week of evening time alone has no overtime, which its owner and the approver of its sheet see.
func TestPeriodView_Warnings_of_overtime_left_out(t *testing.T) {
	f := fortnight(map[int]int64{1: 240})
	for i := 2; i <= 5; i++ {
		f.Days[i].Shifts = []shifts.Shift{{BankCodeID: 2, Minutes: 810}}
	}
	f.computeWeeks(quebecs)
	if w := f.Weeks[0]; w.Found != 240 || w.LeftOut != 840 || f.total().LeftOut != 840 {
		t.Errorf("54 h of the evening and 4 regular h: %+v", w)
	}
	want := []Warning{{LeftOut, db.MustDay("2026-11-15"), 840, 0}}
	if got := f.Warnings(payperiods.Draft); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	f.Days[0].Shifts = []shifts.Shift{{BankCodeID: 2, Minutes: 1000}} // of the first day of the week
	s := Review(i18n.EN, toronto, f, Sheet{Timesheet: timesheets.Timesheet{ID: 7}}, 0, "/page")
	var texts []string
	for _, c := range s.Checks {
		texts = append(texts, strings.ReplaceAll(c.Href+" "+c.Day+": "+c.Text, "\u00a0", " "))
	}
	text := strings.Join(texts, "\n")
	for _, line := range []string{"/page#w-2026-11-15 Week 1: 14 h over 40 h aren’t counted as overtime: they have evening or emergency pay codes",
		"/page#d-2026-11-15 Sun, Nov 15: more than 16 hours (16.67 h)"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is not among:\n%s", line, text)
		}
	}
}

func TestPeriodView_Warnings(t *testing.T) {
	week := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480}
	for name, c := range map[string]struct {
		change func(*PeriodView)
		want   []Warning // about a draft
	}{
		"say nothing of a week that is whole": {func(*PeriodView) {}, nil},
		"name a day of more than 16 hours": {func(f *PeriodView) { f.Days[2].Shifts[0].Minutes = 961 },
			[]Warning{{LongDay, db.MustDay("2026-11-17"), 961, 0}}},
		"allow 16 hours": {func(f *PeriodView) { f.Days[2].Shifts[0].Minutes = 960 }, nil},
		"name a weekday without anything": {func(f *PeriodView) { f.Days[3].Shifts = nil },
			[]Warning{{EmptyDay, db.MustDay("2026-11-18"), 0, 0}}},
		"name yesterday": {func(f *PeriodView) { f.Days[4].Shifts = nil },
			[]Warning{{EmptyDay, db.MustDay("2026-11-19"), 0, 0}}},
		"leave today until it is over": {func(f *PeriodView) { f.Days[5].Shifts = nil }, nil},
		"take leave for an answer":     {func(f *PeriodView) { f.Days[3].Shifts, f.Days[3].Leave = nil, []Leave{{Minutes: 480}} }, nil},
		"do not take an expense for work": {func(f *PeriodView) { f.Days[3].Shifts, f.Days[3].Expenses = nil, []expenses.Expense{{}} },
			[]Warning{{EmptyDay, db.MustDay("2026-11-18"), 0, 0}}},
		"do not ask before the first work day": {func(f *PeriodView) { f.Days[1].Shifts, f.Owner.FirstDay = nil, db.MustDay("2026-11-17") }, nil},
		"do not ask after the last":            {func(f *PeriodView) { f.Days[5].Shifts, f.Owner.LastDay = nil, db.MustDay("2026-11-19") }, nil},
		"do not ask who has left":              {func(f *PeriodView) { f.Days[5].Shifts, f.Owner.Archived = nil, true }, nil},
		"name what lies in the future": {func(f *PeriodView) { f.Days[8].Expenses = []expenses.Expense{{}} },
			[]Warning{{FutureDay, db.MustDay("2026-11-23"), 0, 0}}},
		"name a day in the future with a shift and an expense": {func(f *PeriodView) {
			f.Days[8].Expenses, f.Days[8].Shifts = []expenses.Expense{{}}, []shifts.Shift{{Minutes: 60}}
		}, []Warning{{FutureDay, db.MustDay("2026-11-23"), 0, 0}}},
		"ask until the last work day": {func(f *PeriodView) { f.Days[4].Shifts, f.Owner.LastDay = nil, db.MustDay("2026-11-19") },
			[]Warning{{EmptyDay, db.MustDay("2026-11-19"), 0, 0}}},
		"name a long day in the future for both": {func(f *PeriodView) { f.Days[13].Shifts = []shifts.Shift{{Minutes: 1000}} },
			[]Warning{{LongDay, db.MustDay("2026-11-28"), 1000, 0}, {FutureDay, db.MustDay("2026-11-28"), 0, 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			f := fortnight(week)
			c.change(f)
			if got := f.Warnings(payperiods.Draft); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// A working day without hours is missing once it is over, as on the Today page and in the review of a period; until then it is left.
// All are missing once the sheet is submitted.
func TestPeriodView_missing(t *testing.T) {
	first := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480}
	both := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480, 8: 480, 9: 480, 10: 480, 11: 480}
	last := func(f *PeriodView) { f.Today = db.MustDay("2026-11-27") }
	for _, x := range []struct {
		name          string
		minutes       map[int]int64
		change        func(*PeriodView)
		state         payperiods.State
		missing, left string // the days of November
		first         string // the first empty day up to today
	}{
		{"today is left", first, nil, payperiods.Draft, "", "20 23 24 25 26 27", "20"},
		{"of a sheet that is not begun too", first, nil, payperiods.Missing, "", "20 23 24 25 26 27", "20"},
		{"of one that has changed since its approval too", first, nil, payperiods.Changed, "", "20 23 24 25 26 27", "20"},
		{"with hours today nothing is empty so far", map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480}, nil, payperiods.Draft, "",
			"23 24 25 26 27", ""},
		{"with leave today too", first, func(f *PeriodView) { f.Days[5].Leave = []Leave{{Minutes: 480}} }, payperiods.Draft, "",
			"23 24 25 26 27", ""},
		{"yesterday is missing", map[int]int64{1: 480, 2: 480, 3: 480}, nil, payperiods.Draft, "19", "20 23 24 25 26 27", "19"},
		{"all are missing of a submitted sheet", first, nil, payperiods.Submitted, "20 23 24 25 26 27", "", "20"},
		{"on the last working day it is left", both, last, payperiods.Draft, "", "27", "27"},
		{"and missing on the next day, a Saturday", both, func(f *PeriodView) { f.Today = db.MustDay("2026-11-28") }, payperiods.Draft, "27",
			"", "27"},
		{"nothing is expected of who has left", nil, func(f *PeriodView) { f.Owner.Archived = true }, payperiods.Draft, "", "", ""},
		{"a period to come is left", nil, func(f *PeriodView) { f.Today = db.MustDay("2026-11-14") }, payperiods.Draft, "",
			"16 17 18 19 20 23 24 25 26 27", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(x.minutes)
			if x.change != nil {
				x.change(f)
			}
			numbers := func(list []db.Day) string {
				var out []string
				for _, d := range list {
					out = append(out, strings.TrimPrefix(d.String(), "2026-11-"))
				}
				return strings.Join(out, " ")
			}
			var missing []db.Day
			for _, d := range f.Days {
				if f.missing(d, x.state) {
					missing = append(missing, d.Date)
				}
			}
			if got := numbers(missing); got != x.missing {
				t.Errorf("missing: %q, want %q", got, x.missing)
			}
			if got := numbers(f.left(x.state)); got != x.left {
				t.Errorf("left: %q, want %q", got, x.left)
			}
			if day, empty := f.firstEmpty(); strings.TrimPrefix(day.String(), "2026-11-") != x.first || empty != (x.first != "") {
				t.Errorf("the first empty day is %s, want %q", day, x.first)
			}
		})
	}
}

func TestPeriodView_LabourNotices(t *testing.T) {
	at := func(day string, hour int) db.Instant {
		return db.InstantOf(db.MustDay(day).In(toronto)) + db.Instant(hour)*3_600_000
	}
	work := func(f *PeriodView, i, from, hours int) {
		d := &f.Days[i]
		s := shifts.Shift{BankCodeID: 1, Day: d.Date, Start: at(d.Date.String(), from), End: at(d.Date.String(), from+hours),
			Minutes: int64(hours) * 60}
		d.Shifts = append(d.Shifts, s)
		f.Work = append(f.Work, labourstandards.Span{Start: s.Start, End: s.End})
	}
	christmas := Holiday{Holiday: holidays.Holiday{Day: db.MustDay("2026-12-25")}, Worked: 9600, Indemnity: 480}
	for name, c := range map[string]struct {
		change func(*PeriodView)
		want   []LabourNotice
	}{
		"say nothing of mornings and afternoons": {func(f *PeriodView) { work(f, 1, 8, 4); work(f, 1, 13, 4) }, nil},
		"name a day of less than three hours": {func(f *PeriodView) { work(f, 1, 8, 2) },
			[]LabourNotice{{Notice: labourstandards.Notice{Kind: labourstandards.ReportingPay, Day: db.MustDay("2026-11-16"), Minutes: 120}}}},
		"allow three":             {func(f *PeriodView) { work(f, 1, 8, 3) }, nil},
		"allow less beside leave": {func(f *PeriodView) { work(f, 1, 8, 2); f.Days[1].Leave = []Leave{{}} }, nil},
		"count the days without a meal": {func(f *PeriodView) { work(f, 1, 8, 8); work(f, 3, 8, 6); work(f, 4, 8, 5) },
			[]LabourNotice{{Notice: labourstandards.Notice{Kind: labourstandards.MealBreak, Day: db.MustDay("2026-11-16"), Minutes: 480}, Days: 2}}},
		"count no day with a break of half an hour after five hours": {func(f *PeriodView) {
			work(f, 1, 8, 9)
			s := &f.Days[1].Shifts[0]
			s.Breaks = shifts.NewBreaks([]shifts.Break{{Start: s.Start + 5*3_600_000, End: s.Start + 5*3_600_000 + 1_800_000}})
		}, nil},
		"count a day whose break is shorter": {func(f *PeriodView) {
			work(f, 1, 8, 9)
			s := &f.Days[1].Shifts[0]
			s.Breaks = shifts.NewBreaks([]shifts.Break{{Start: s.Start + 5*3_600_000, End: s.Start + 5*3_600_000 + 1_740_000}})
		}, []LabourNotice{{Notice: labourstandards.Notice{Kind: labourstandards.MealBreak, Day: db.MustDay("2026-11-16"), Minutes: 540}, Days: 1}}},
		"name a week without rest": {func(f *PeriodView) {
			for i := range 8 {
				work(f, i, 9, 4)
			}
		}, []LabourNotice{{Notice: labourstandards.Notice{Kind: labourstandards.WeeklyRest, Day: db.MustDay("2026-11-15"), Minutes: 20 * 60}}}},
		"name a holiday first": {func(f *PeriodView) { work(f, 1, 8, 2); f.Holidays = []Holiday{christmas} },
			[]LabourNotice{{Notice: labourstandards.Notice{Kind: labourstandards.StatutoryHoliday, Day: christmas.Day}, Holiday: christmas},
				{Notice: labourstandards.Notice{Kind: labourstandards.ReportingPay, Day: db.MustDay("2026-11-16"), Minutes: 120}}}},
	} {
		t.Run(name, func(t *testing.T) {
			f := fortnight(nil)
			if name == "name a week without rest" { // the week before was worked to its end
				f.Work = append(f.Work, labourstandards.Span{Start: at("2026-11-14", 9), End: at("2026-11-14", 13)})
			}
			c.change(f)
			if got := f.LabourNotices(toronto); !slices.Equal(got, c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestPeriodView_next(t *testing.T) {
	f := fortnight(map[int]int64{4: 480})
	f.Days[9].Leave = []Leave{{Minutes: 480}}
	for _, c := range []struct{ name, from, want string }{
		{"the first weekday follows a Sunday", "2026-11-15", "2026-11-16"},
		{"a day with a shift is left out", "2026-11-18", "2026-11-20"},
		{"a weekend is left out", "2026-11-20", "2026-11-23"},
		{"a day of leave is left out", "2026-11-23", "2026-11-25"},
		{"nothing follows the last weekday", "2026-11-27", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := f.next(db.MustDay(c.from)); got.String() != c.want || ok != (c.want != "") {
				t.Errorf("after %s comes %q, want %q", c.from, got, c.want)
			}
		})
	}
}

func TestPeriodView_State(t *testing.T) {
	sheet := func(approved, submitted, changed bool) Sheet {
		s := Sheet{}
		s.Approved = approved
		if submitted {
			s.SubmittedAt = 1
		}
		if changed {
			s.Changed = make([]timesheets.LineChange, 1)
		}
		return s
	}
	for name, c := range map[string]struct {
		sheets []Sheet
		want   payperiods.State
	}{
		"no sheet is missing":                      {nil, payperiods.Missing},
		"a sheet that is not submitted is a draft": {[]Sheet{sheet(false, false, false)}, payperiods.Draft},
		"a submitted sheet":                        {[]Sheet{sheet(false, true, false)}, payperiods.Submitted},
		"an approved sheet":                        {[]Sheet{sheet(true, true, false)}, payperiods.Approved},
		"changed counts before submitted":          {[]Sheet{sheet(false, true, true)}, payperiods.Changed},
		"a draft beside an approved one":           {[]Sheet{sheet(true, false, false), sheet(false, false, false)}, payperiods.Draft},
		"a submitted sheet beside an approved one": {[]Sheet{sheet(false, true, false), sheet(true, false, false)}, payperiods.Submitted},
	} {
		t.Run(name, func(t *testing.T) {
			f := PeriodView{Sheets: c.sheets}
			if got := f.State(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// A new shift is offered the code that is used most; of several the one with the lowest id, whatever the order of a map.
// A new shift begins with the code of the same day of the week, and not with that of yesterday: evenings of a Friday are no Saturday.
func TestPeriodView_codeFor(t *testing.T) {
	worked := func(f *PeriodView, day *Day, code int64) {
		day.Shifts = append(day.Shifts, shifts.Shift{BankCodeID: code, Minutes: 240})
	}
	for _, x := range []struct {
		name   string
		change func(*PeriodView)
		day    int
		want   int64
	}{
		{"nobody has worked: the first regular code", func(*PeriodView) {}, 6, 1},
		{"an evening of Friday is no code for Saturday", func(f *PeriodView) { worked(f, &f.Days[5], 2) }, 6, 1},
		{"Saturdays are evenings since last week", func(f *PeriodView) { worked(f, &f.Before[6], 2) }, 6, 2},
		{"the last one of the same day counts", func(f *PeriodView) { worked(f, &f.Before[6], 2); worked(f, &f.Days[6], 1) }, 13, 1},
		{"a second shift of the day has the code of the first", func(f *PeriodView) { worked(f, &f.Days[6], 2) }, 6, 2},
		{"a later day does not count", func(f *PeriodView) { worked(f, &f.Days[13], 2) }, 6, 1},
		{"the regular code that is used most", func(f *PeriodView) { worked(f, &f.Days[5], 5) }, 6, 5},
		{"an archived code does not count", func(f *PeriodView) { worked(f, &f.Before[6], 6) }, 6, 1},
		{"nor one of expenses", func(f *PeriodView) { delete(f.Codes, 1); delete(f.Codes, 5) }, 6, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(nil)
			for id, kind := range map[int64]string{1: "regular", 2: "evening", 5: "training"} {
				f.Codes[id] = Code{ID: id, Kind: kind, Category: "shift", Live: true}
			}
			f.Codes[4] = Code{ID: 4, Kind: "meal", Category: "expense", Live: true}
			f.Codes[6] = Code{ID: 6, Kind: "regular", Category: "shift"}
			x.change(f)
			if got := f.codeFor(f.Days[x.day].Date); got != x.want {
				t.Errorf("code %d, want %d", got, x.want)
			}
		})
	}
}

func TestPeriodView_usualCode(t *testing.T) {
	codes := map[int64]Code{1: {Kind: "regular"}, 2: {Kind: "regular"}, 3: {Kind: "regular"}, 4: {Kind: "evening"}}
	for name, x := range map[string]struct {
		days, before []int64 // the codes of the shifts
		want         int64
	}{
		"nothing without a shift":            {nil, nil, 0},
		"no code of another column":          {[]int64{4, 4}, nil, 0},
		"the code that is used most":         {[]int64{1, 3, 3}, nil, 3},
		"the lowest of those used alike":     {[]int64{3, 2, 3, 2, 1}, nil, 2},
		"the week before the period as well": {[]int64{1, 3}, []int64{3}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			f := &PeriodView{Codes: codes}
			for _, id := range x.days {
				f.Days[0].Shifts = append(f.Days[0].Shifts, shifts.Shift{BankCodeID: id})
			}
			for _, id := range x.before {
				f.Before[0].Shifts = append(f.Before[0].Shifts, shifts.Shift{BankCodeID: id})
			}
			for range 50 {
				if got := f.usualCode(); got != x.want {
					t.Fatalf("got %d, want %d", got, x.want)
				}
			}
		})
	}
}
