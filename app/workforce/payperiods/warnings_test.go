package payperiods

import (
	"slices"
	"testing"

	"presence/app/workforce/worktime"
	"presence/db"
)

// The period 2026-25 is 2026-11-15, a Sunday, to 2026-11-28.
func TestRow_Warnings(t *testing.T) {
	calendar, err := NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	period, _ := calendar.Number(2026, 25)
	full := func(change func(*Row)) Row {
		l := Row{Employee: Employee{ID: 7, FirstDay: db.MustDay("2020-01-06")},
			Sheets: []Sheet{{ID: 1, EmployeeID: 7, State: Submitted, Active: true}}}
		for i := range l.Days {
			if i%7 != 0 && i%7 != 6 {
				l.Days[i] = 480
			}
		}
		l.Weeks = [2]Week{{Hours: worktime.Hours{Regular: 2400}}, {Hours: worktime.Hours{Regular: 2400}}}
		change(&l)
		return l
	}
	empty := func(l *Row) {
		l.Days, l.Weeks, l.Sheets = [periodDays]int64{}, [2]Week{}, nil
	}
	for _, c := range []struct {
		name  string
		line  Row
		away  []int // days of leave
		today string
		want  []Warning
	}{
		{"a full submitted sheet has none", full(func(*Row) {}), nil, "2026-11-20", nil},
		{"a day missing later counts once the sheet is submitted", full(func(l *Row) { l.Days[12] = 0 }), nil, "2026-11-20",
			[]Warning{{MissingDays, 1}}},
		{"a day missing later does not count on a draft", full(func(l *Row) { l.Days[12], l.Sheets[0].State = 0, Draft }), nil, "2026-11-20",
			nil},
		{"a past day missing counts on a draft", full(func(l *Row) { l.Days[2], l.Sheets[0].State = 0, Draft }), nil, "2026-11-20",
			[]Warning{{MissingDays, 1}}},
		{"leave is no missing day", full(func(l *Row) { l.Days[2] = 0 }), []int{2}, "2026-11-20", nil},
		{"leave that is not decided yet is no missing day, and is named", full(func(l *Row) { l.Days[2], l.undecided[2] = 0, true }), nil,
			"2026-11-20", []Warning{{LeaveUndecided, 1}}},
		{"nor is it named on a day that is worked", full(func(l *Row) { l.undecided[2] = true }), nil, "2026-11-20", nil},
		{"nor before the hours of the day are due", full(func(l *Row) {
			l.Days[12], l.undecided[12], l.Sheets[0].State = 0, true, Draft
		}), nil, "2026-11-20", nil},
		{"days before the first work day are not missing", full(func(l *Row) {
			l.Days[1], l.Days[2], l.Employee.FirstDay = 0, 0, db.MustDay("2026-11-18")
		}), nil, "2026-11-20", nil},
		{"sixteen hours are no long day", full(func(l *Row) { l.Days[3] = 960 }), nil, "2026-11-20", nil},
		{"more than sixteen hours are", full(func(l *Row) { l.Days[3] = 961 }), nil, "2026-11-20", []Warning{{LongDay, 961}}},
		{"overtime is counted in minutes", full(func(l *Row) { l.Weeks[1].Hours.Overtime = 90 }), nil, "2026-11-20", []Warning{{Over, 90}}},
		{"a change since the approval comes first", full(func(l *Row) {
			l.Sheets[0].State, l.Weeks[0].Hours.Overtime = Changed, 30
		}), nil, "2026-11-20", []Warning{{Kind: SheetChanged}, {Over, 30}}},
		{"a draft of a period that is over was not submitted", full(func(l *Row) { l.Sheets[0].State = Draft }), nil, "2026-11-29",
			[]Warning{{Kind: NotSubmitted}}},
		{"a submitted sheet of a period that is over has none", full(func(*Row) {}), nil, "2026-11-29", nil},
		{"a draft is not late on the last day", full(func(l *Row) { l.Sheets[0].State = Draft }), nil, "2026-11-28", nil},
		{"an empty draft of a period of leave is not late", full(func(l *Row) {
			empty(l)
			l.Sheets = []Sheet{{State: Draft}}
		}), []int{1, 2, 3, 4, 5, 8, 9, 10, 11, 12}, "2026-11-29", nil},
		{"expenses alone are hours that are missing", full(func(l *Row) {
			empty(l)
			l.Cents = 1
		}), nil, "2026-11-18", []Warning{{MissingDays, 2}}},
		{"an archived employee has no missing days", full(func(l *Row) {
			empty(l)
			l.Employee.Archived = true
		}), nil, "2026-11-18", nil},
		{"time over the threshold that is no overtime counts in both weeks, before overtime", full(func(l *Row) {
			l.Weeks[0].LeftOut, l.Weeks[1].LeftOut, l.Weeks[1].Hours.Overtime = 60, 30, 15
		}), nil, "2026-11-20", []Warning{{LeftOut, 90}, {Over, 15}}},
		{"days after today with an entry count on a submitted sheet", full(func(l *Row) { l.entered[5], l.entered[6], l.entered[8] = true, true, true }), nil,
			"2026-11-20", []Warning{{FutureDays, 2}}},
		{"and not on a draft", full(func(l *Row) { l.entered[8], l.Sheets[0].State = true, Draft }), nil, "2026-11-20", nil},
		{"one minute of overtime counts", full(func(l *Row) { l.Weeks[0].Hours.Overtime = 1 }), nil, "2026-11-20", []Warning{{Over, 1}}},
		{"no hours on past weekdays", full(empty), nil, "2026-11-18", []Warning{{NoSheet, 2}}},
		{"no hours on the first day is no warning", full(empty), nil, "2026-11-15", nil},
		{"no hours but leave is no warning", full(empty), []int{1, 2}, "2026-11-18", nil},
		{"an approved sheet has no warnings", full(func(l *Row) { l.Sheets[0].State, l.Days[3] = Approved, 1200 }), nil, "2026-11-29", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, day := range c.away {
				c.line.away[day] = true
			}
			if got := c.line.findWarnings(period, db.MustDay(c.today)); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestRow_Clean(t *testing.T) {
	sheet := func(state State, active bool) []Sheet {
		return []Sheet{{ID: 1, EmployeeID: 7, State: state, Active: active}}
	}
	for _, c := range []struct {
		name string
		line Row
		want bool
	}{
		{"a submitted sheet without a warning", Row{Sheets: sheet(Submitted, true)}, true},
		{"not a draft", Row{Sheets: sheet(Draft, true)}, false},
		{"not a row with a warning", Row{Sheets: sheet(Submitted, true), Warnings: []Warning{{Over, 5}}}, false},
		{"not the own time", Row{Sheets: sheet(Submitted, true), Own: true}, false},
		{"not an empty sheet", Row{Sheets: sheet(Submitted, false)}, false},
		{"not an approved sheet", Row{Sheets: sheet(Approved, true)}, false},
		{"not when a second sheet is a draft", Row{Sheets: append(sheet(Submitted, true),
			Sheet{ID: 2, EmployeeID: 7, State: Draft, Active: true})}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.line.Clean(); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
