package mytime

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/expenses"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
	"presence/views/workforce/review"
)

var supervisor = auth.Actor{EmployeeID: 2, Role: auth.Employee, Supervises: true}

// sheetOf returns a sheet of employee 1 in period 2026-25.
func sheetOf(id int64, change func(*Sheet)) Sheet {
	s := Sheet{}
	s.ID, s.EmployeeID, s.PeriodStart = id, 1, db.MustDay("2026-11-15")
	if change != nil {
		change(&s)
	}
	return s
}

func approvedSheet(s *Sheet) {
	s.Approved, s.SubmittedAt, s.ApprovedAt, s.Approver = true, local("2026-11-19", 8, 0), local("2026-11-20", 9, 0), "Bea Roy"
}

func submittedSheet(s *Sheet) { s.SubmittedAt = local("2026-11-19", 8, 0) }

func returnedSheet(s *Sheet) { s.ReturnedAt = local("2026-11-20", 7, 0) }

func changedSheet(s *Sheet) { s.Changed = make([]timesheets.LineChange, 1) }

// figures joins the labels and the values of figures.
func figures(list []views.Figure) string {
	var all []string
	for _, f := range list {
		all = append(all, f.Label+" "+plain(f.Value))
	}
	return strings.Join(all, ", ")
}

func TestPresenter_page_heading(t *testing.T) {
	one, two := sheetOf(7, nil), sheetOf(8, nil)
	for _, x := range []struct {
		name   string
		by     auth.Actor
		sheet  *Sheet
		sheets []Sheet
		want   string // title, dates and subtitle, links, crumbs
	}{
		{"the own time without a sheet has no history", auth.Actor{EmployeeID: 1}, nil, nil, "My time | Nov 15–28, 2026 · 2026-25 |  | "},
		{"the own time leads to the history of its first sheet", auth.Actor{EmployeeID: 1}, nil, []Sheet{one, two},
			"My time | Nov 15–28, 2026 · 2026-25 | /staff/timesheets/7 | "},
		{"the own sheet leads to the own time", auth.Actor{EmployeeID: 1}, &one, []Sheet{one},
			"My timesheet | Nov 15–28, 2026 · 2026-25 | /staff/time/2026-25 | "},
		{"the sheet of another person leads to the periods", supervisor, &one, []Sheet{one},
			"Ann Roy | Nov 15–28, 2026 ·  |  | Pay periods 2026-25"},
		{"one of several sheets has its number", supervisor, &two, []Sheet{one, two},
			"Ann Roy | Nov 15–28, 2026 · timesheet no. 8 |  | Pay periods 2026-25"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(nil)
			f.Owner.Name, f.Sheets = "Ann Roy", x.sheets
			d := present(f, x.sheet)
			d.actor = x.by
			p := d.page()
			var links, crumbs []string
			for _, l := range p.Links {
				links = append(links, l.Href)
			}
			for _, c := range p.Crumbs {
				crumbs = append(crumbs, c.Label)
			}
			got := plain(strings.Join([]string{p.Title, p.Period.Dates + " · " + p.Subtitle, strings.Join(links, " "), strings.Join(crumbs, " ")}, " | "))
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if (p.Review != nil) != (x.sheet != nil) {
				t.Errorf("it has a history: %v", p.Review != nil)
			}
		})
	}
}

func TestPresenter_week_that_is_over_is_folded(t *testing.T) {
	full := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480}
	sheet := sheetOf(7, nil)
	for _, x := range []struct {
		name  string
		today string
		days  map[int]int64
		sheet *Sheet
		open  string // the day whose form is open
		want  [2]bool
	}{
		{"in the first week, none", "2026-11-20", full, nil, "", [2]bool{}},
		{"on the last day of the first week, none", "2026-11-21", full, nil, "", [2]bool{}},
		{"from the first day of the second week on, the first", "2026-11-22", full, nil, "", [2]bool{true, false}},
		{"unless it lacks a day", "2026-11-22", map[int]int64{1: 480}, nil, "", [2]bool{}},
		{"unless one of its days is open", "2026-11-22", full, nil, "2026-11-17", [2]bool{}},
		{"with an open day of the second week", "2026-11-24", full, nil, "2026-11-24", [2]bool{true, false}},
		{"in a period that is over, none", "2026-12-01", map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480, 8: 480, 9: 480, 10: 480, 11: 480,
			12: 480}, nil, "", [2]bool{}},
		{"on the page of a sheet, none", "2026-11-22", full, &sheet, "", [2]bool{}},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(x.days)
			f.Today = db.MustDay(x.today)
			d := present(f, x.sheet)
			if x.open != "" {
				d.open.day = db.MustDay(x.open)
			}
			if got := [2]bool{d.week(0).Fold != "", d.week(1).Fold != ""}; got != x.want {
				t.Errorf("folded are %v, want %v", got, x.want)
			}
		})
	}
}

// A week without entries, plans and warnings is folded, unless its owner may still fill it.
func TestPresenter_quiet_week(t *testing.T) {
	first := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480}
	sheet := sheetOf(7, nil)
	for _, x := range []struct {
		name  string
		today string
		days  map[int]int64
		own   bool
		want  [2]bool
	}{
		{"of somebody else, the week to come", "2026-11-20", first, false, [2]bool{false, true}},
		{"of somebody else, a week that lacks days", "2026-11-29", first, false, [2]bool{}},
		{"their own, the week to come is open", "2026-11-20", first, true, [2]bool{}},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(x.days)
			f.Today = db.MustDay(x.today)
			d := present(f, &sheet)
			if !x.own {
				d.actor.EmployeeID = d.location.owner + 1
			} else {
				d.actor.EmployeeID = d.location.owner
			}
			if got := [2]bool{d.week(0).Fold != "", d.week(1).Fold != ""}; got != x.want {
				t.Errorf("folded are %v, want %v", got, x.want)
			}
		})
	}
}

func TestPresenter_switcher(t *testing.T) {
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	period := func(year, n int) payperiods.Period { p, _ := calendar.Number(year, n); return p }
	first := period(1, 2)
	for before := calendar.Previous(first); ; before = calendar.Previous(before) { // the first period that there is
		if _, ok := calendar.Number(before.Year, before.Number); !ok {
			break
		}
		first = before
	}
	sheet, api := sheetOf(7, nil), sheetOf(9, func(s *Sheet) { s.PeriodStart = db.Day{} })
	for _, x := range []struct {
		name   string
		period payperiods.Period
		sheet  *Sheet
		near   map[payperiods.Period]Sheet
		want   string // previous, current, next
	}{
		{"the current period leads to its neighbours", period(2026, 25), nil, nil, "/staff/time/2026-24 - /staff/time/2026-26"},
		{"another period leads to the current one too", period(2026, 24), nil, nil,
			"/staff/time/2026-23 /staff/time/2026-25 /staff/time/2026-25"},
		{"the first period has no previous one", first, nil, nil,
			fmt.Sprintf("- /staff/time/2026-25 /staff/time/%s", calendar.Next(first).Name())},
		{"a sheet leads to no period without a sheet", period(2026, 24), &sheet, nil, "- - -"},
		{"a sheet leads to the sheet of the next period", period(2026, 24), &sheet,
			map[payperiods.Period]Sheet{period(2026, 25): sheetOf(8, nil)}, "- - /staff/timesheets/8"},
		{"a sheet of the API needs the period as well", period(2026, 25), &sheet, map[payperiods.Period]Sheet{period(2026, 24): api},
			"/staff/timesheets/9?period=2026-24 - -"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(nil)
			f.Period = x.period
			d := present(f, x.sheet)
			d.neighbours = x.near
			var got []string
			nav := d.switcher()
			for _, href := range []string{nav.Prev, nav.Now, nav.Next} {
				if href == "" {
					href = "-"
				}
				got = append(got, href)
			}
			if text := strings.Join(got, " "); text != x.want {
				t.Errorf("%q, want %q", text, x.want)
			}
		})
	}
}

func TestPresenter_stateOf(t *testing.T) {
	const sent = "Submitted on Nov 19, 2026 at 8:00 a.m."
	const done = "Approved by Bea Roy on Nov 20, 2026 at 9:00 a.m."
	const back = "Sent back on Nov 20, 2026 at 7:00 a.m.: correct it and submit it again"
	commented := func(text string, change func(*Sheet)) func(*Sheet) {
		return func(s *Sheet) {
			s.Comment = text
			if change != nil {
				change(s)
			}
		}
	}
	for _, x := range []struct {
		name     string
		by       auth.Actor
		sheets   []Sheet
		shown    int64 // id of the page's sheet; 0: the own time
		archived bool
		want     []string // the titles of the banners, or their texts
		changes  int
	}{
		{"nothing is said of a draft", auth.Actor{EmployeeID: 1}, []Sheet{sheetOf(7, nil)}, 0, false, nil, 0},
		{"the owner reads what follows from a submission", auth.Actor{EmployeeID: 1}, []Sheet{sheetOf(7, submittedSheet)}, 0, false,
			[]string{sent + ": " + i18n.EN.T(i18n.TimeSubmittedWhy)}, 0},
		{"another person reads in the head that it was submitted", supervisor, []Sheet{sheetOf(7, submittedSheet)}, 7, false, nil, 0},
		{"the owner reads what an approval locks", auth.Actor{EmployeeID: 1}, []Sheet{sheetOf(7, approvedSheet)}, 0, false,
			[]string{done + ": " + i18n.EN.T(i18n.TimeApprovedWhy)}, 0},
		{"another person reads how to unlock it", supervisor, []Sheet{sheetOf(7, approvedSheet)}, 7, false,
			[]string{": " + i18n.EN.T(i18n.TimeApprovedLock)}, 0},
		{"the owner reads a comment that several sheets have once", auth.Actor{EmployeeID: 1},
			[]Sheet{sheetOf(7, commented("Tuesday?", nil)), sheetOf(8, commented("Tuesday?", changedSheet)), sheetOf(9, commented("Friday?", nil))},
			0, false, []string{"Approver’s note: Tuesday?", "Approver’s note: Friday?"}, 1},
		{"the approver has the comment in the form", supervisor, []Sheet{sheetOf(7, commented("Tuesday?", nil))}, 7, false, nil, 0},
		{"the owner reads why a sheet was sent back, and what to do", auth.Actor{EmployeeID: 1},
			[]Sheet{sheetOf(7, commented("Tuesday?", returnedSheet))}, 0, false, []string{back + ": Tuesday?"}, 0},
		{"a returned sheet is submitted again", auth.Actor{EmployeeID: 1}, []Sheet{sheetOf(7, commented("Tuesday?", submittedSheet))}, 0, false,
			[]string{sent + ": " + i18n.EN.T(i18n.TimeSubmittedWhy), "Approver’s note: Tuesday?"}, 0},
		{"the approver has the reason in the form", supervisor, []Sheet{sheetOf(7, commented("Tuesday?", returnedSheet))}, 7, false, nil, 0},
		{"one of several sheets has only its own state", auth.Actor{EmployeeID: 1}, []Sheet{sheetOf(7, submittedSheet), sheetOf(8, nil)}, 8,
			false, nil, 0},
		{"a sheet without a line in the period has its own state", auth.Actor{EmployeeID: 1}, []Sheet{sheetOf(8, nil)}, 9, false,
			[]string{sent + ": " + i18n.EN.T(i18n.TimeSubmittedWhy)}, 0},
		{"a person who has left is named as such", supervisor, []Sheet{sheetOf(7, nil)}, 7, true,
			[]string{": " + i18n.EN.T(i18n.TimeArchived)}, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(nil)
			f.Sheets, f.Owner.Archived = x.sheets, x.archived
			var shown *Sheet
			for i := range x.sheets {
				if x.sheets[i].ID == x.shown {
					shown = &x.sheets[i]
				}
			}
			if shown == nil && x.shown != 0 {
				shown = new(sheetOf(x.shown, submittedSheet))
			}
			d := present(f, shown)
			d.actor = x.by
			s := d.stateOf()
			var got []string
			for _, b := range s.Banners {
				got = append(got, plain(b.Title)+": "+b.Text)
			}
			if !slices.Equal(got, x.want) || len(s.Changes) != x.changes {
				t.Errorf("%q and %d changes, want %q and %d", got, len(s.Changes), x.want, x.changes)
			}
		})
	}
}

func TestPresenter_bar(t *testing.T) {
	full := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480, 8: 480, 9: 480, 10: 480, 11: 480, 12: 480}
	draft, submitted, approved := sheetOf(7, nil), sheetOf(8, submittedSheet), sheetOf(9, approvedSheet)
	for _, x := range []struct {
		name   string
		by     auth.Actor
		sheets []Sheet
		checks int
		want   string // state, buttons, the question before a submission
	}{
		{"without a sheet nothing has begun", auth.Actor{EmployeeID: 1}, nil, 0, "draft Not started"},
		{"a returned sheet says so", auth.Actor{EmployeeID: 1}, []Sheet{sheetOf(7, returnedSheet)}, 0, "warning Sent back submit"},
		{"a returned sheet that has changed since its approval is a changed one", auth.Actor{EmployeeID: 1},
			[]Sheet{sheetOf(7, func(s *Sheet) { returnedSheet(s); changedSheet(s) })}, 0, "changed submit"},
		{"a draft can be submitted", auth.Actor{EmployeeID: 1}, []Sheet{draft}, 0, "draft submit"},
		{"a draft with something to check is asked about", auth.Actor{EmployeeID: 1}, []Sheet{draft}, 1,
			"draft submit ask 1 item needs review:"},
		{"several points are counted", auth.Actor{EmployeeID: 1}, []Sheet{draft}, 2, "draft submit ask 2 items need review:"},
		{"a submitted sheet can be withdrawn", auth.Actor{EmployeeID: 1}, []Sheet{submitted}, 0, "submitted withdraw"},
		{"a draft beside a submitted sheet can be submitted, and the other withdrawn", auth.Actor{EmployeeID: 1},
			[]Sheet{submitted, draft}, 0, "draft withdraw submit"},
		{"in the other order too", auth.Actor{EmployeeID: 1}, []Sheet{draft, submitted}, 0, "draft withdraw submit"},
		{"a draft beside an approved sheet can be submitted", auth.Actor{EmployeeID: 1}, []Sheet{draft, approved}, 0, "draft submit"},
		{"an approved sheet stays", auth.Actor{EmployeeID: 1}, []Sheet{approved}, 0, "approved"},
		{"one that was approved without being submitted too", auth.Actor{EmployeeID: 1},
			[]Sheet{sheetOf(9, func(s *Sheet) { s.Approved = true })}, 0, "approved"},
		{"another person has no buttons here", supervisor, []Sheet{draft, submitted}, 0, "draft"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(full)
			f.Sheets = x.sheets
			f.computeWeeks(quebecs)
			d := present(f, nil)
			d.actor = x.by
			b := d.bar(x.checks)
			if b.Confirm != nil && (b.Confirm.Text != "") != (x.checks > 0) {
				t.Errorf("it asks %q about %d points", b.Confirm.Text, x.checks)
			}
			got := string(b.State)
			if b.Words != "" {
				got += " " + b.Words
			}
			if b.Withdraw != nil {
				got += " withdraw"
			}
			if b.Submit != nil {
				got += " submit"
				if (b.Submit.Label == "Submit…") != (b.Confirm != nil) {
					t.Errorf("the button says %q", b.Submit.Label)
				}
			}
			if b.Confirm != nil {
				got += " ask " + plain(b.Confirm.Text)
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	t.Run("the figures are those of the period, without zeros", func(t *testing.T) {
		f := fortnight(full)
		f.computeWeeks(quebecs)
		if b := present(f, nil).bar(0); figures(b.Figures) != "" || plain(b.Total.Value) != "80 h" {
			t.Errorf("%q, %q", figures(b.Figures), b.Total.Value)
		}
		f.Days[1].Shifts[0].Minutes = 600
		f.Days[2].Expenses = []expenses.Expense{{BankCodeID: 3, Amount: 3600}}
		f.Days[6].Leave = []Leave{{Approved: true, Minutes: 240}}
		f.computeWeeks(quebecs)
		const want = "Leave 4 h, Overtime 2 h, Expenses $36.00, Mileage 50 km"
		if b := present(f, nil).bar(0); figures(b.Figures) != want || !b.Figures[1].Over || plain(b.Total.Value) != "82 h" {
			t.Errorf("%q, overtime %v, %q", figures(b.Figures), b.Figures[1].Over, b.Total.Value)
		}
	})
	t.Run("an empty day to come alone is asked about without counting points", func(t *testing.T) {
		f := fortnight(map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480})
		f.Sheets = []Sheet{draft}
		if c := present(f, nil).bar(0).Confirm; c == nil || c.Text != "" {
			t.Errorf("it asks %+v", c)
		}
	})
	t.Run("the first empty working day up to today is entered before the time is submitted", func(t *testing.T) {
		week := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480}
		without := func(i int) map[int]int64 {
			m := maps.Clone(week)
			delete(m, i)
			return m
		}
		for _, x := range []struct {
			name    string
			by      int64
			sheets  []Sheet
			minutes map[int]int64
			want    string
		}{
			{"both weeks have hours", 1, []Sheet{draft}, full, ""},
			{"the days to come have none", 1, []Sheet{draft}, week, ""},
			{"today has none", 1, []Sheet{draft}, without(5), "Enter hours open=shift 2026-11-20"},
			{"an earlier day has none", 1, []Sheet{draft}, without(3), "Enter hours for Wed 18 open=shift 2026-11-18"},
			{"nothing is begun", 1, nil, nil, "Enter hours for Mon 16 open=shift 2026-11-16"},
			{"a sheet is submitted", 1, []Sheet{submitted}, without(3), ""},
			{"a sheet is approved", 1, []Sheet{approved}, without(3), ""},
			{"a draft is beside a submitted sheet", 1, []Sheet{submitted, draft}, without(3), "Enter hours for Wed 18 open=shift 2026-11-18"},
			{"it is the time of another person", 2, []Sheet{draft}, without(3), ""},
		} {
			f := fortnight(x.minutes)
			f.Sheets = x.sheets
			d := present(f, nil)
			d.actor.EmployeeID = x.by
			got := ""
			if next := d.bar(0).Next; next != nil {
				q, _ := url.Parse(next.Href)
				got = next.Label + " open=" + q.Query().Get("open") + " " + q.Query().Get("day")
			}
			if got != x.want {
				t.Errorf("%s: %q, want %q", x.name, got, x.want)
			}
		}
		f := fortnight(without(3))
		f.Sheets = []Sheet{draft}
		if next := present(f, &draft).bar(0).Next; next == nil || next.Label != "Enter hours for Wed 18" {
			t.Errorf("the page of the own sheet offers %+v", next)
		}
	})
	t.Run("a week with leave alone is not empty", func(t *testing.T) {
		f := fortnight(map[int]int64{1: 480})
		f.Sheets, f.Days[8].Leave = []Sheet{draft}, []Leave{{Minutes: 480}}
		f.computeWeeks(quebecs)
		if got := plain(present(f, nil).bar(0).Confirm.Title); got != "Submit 8 h anyway?" {
			t.Errorf("it asks %q", got)
		}
	})
}

func TestPresenter_checks(t *testing.T) {
	draft, submitted, approved := sheetOf(7, nil), sheetOf(7, submittedSheet), sheetOf(7, approvedSheet)
	for _, x := range []struct {
		name   string
		by     auth.Actor
		sheets []Sheet
		want   string // title, the warnings, the days left, the notices
	}{
		{"the owner checks a draft before submitting it", auth.Actor{EmployeeID: 1}, []Sheet{draft}, "Before you submit 3 left 1"},
		{"the owner checks nothing that is submitted", auth.Actor{EmployeeID: 1}, []Sheet{submitted}, "hidden 0  1"},
		{"nor what is approved", auth.Actor{EmployeeID: 1}, []Sheet{approved}, "hidden 0  0"},
		{"nor what has not begun", auth.Actor{EmployeeID: 1}, nil, "hidden 0  1"},
		{"another person checks a draft", supervisor, []Sheet{draft}, "Check before approving 3  1"},
		{"another person checks what is submitted, which should be complete", supervisor, []Sheet{submitted}, "Check before approving 9  1"},
		{"another person checks nothing that is approved", supervisor, []Sheet{approved}, "hidden 0  0"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(map[int]int64{1: 120}) // a day of two hours, and three that are empty; today is not over
			f.Sheets = x.sheets
			d := present(f, nil)
			d.actor = x.by
			c := d.checks()
			title, left := "hidden", ""
			if c.Show {
				title = c.Title
			}
			if c.Left != "" {
				left = "left"
			}
			if got := fmt.Sprintf("%s %d %s %d", title, len(c.List), left, len(c.Norms)); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_week_figures(t *testing.T) {
	f := fortnight(map[int]int64{1: 480, 8: 480})
	f.Codes[5] = Code{ID: 5, Kind: "emergency"}
	f.computeWeeks(quebecs)
	d := present(f, nil)
	for i, title := range []string{"Week 1", "Week 2"} {
		w := d.week(i)
		if w.Title != title || figures(w.Figures) != "" || w.Over != "" || plain(w.Total) != "8 h" || len(w.Days) != 7 {
			t.Errorf("%q with %q, %q, %q", w.Title, figures(w.Figures), w.Over, w.Total)
		}
	}
	t.Run("each kind of hours is named once there are several", func(t *testing.T) {
		f.Days[1].Shifts = append(f.Days[1].Shifts, shifts.Shift{BankCodeID: 2, Minutes: 60}, shifts.Shift{BankCodeID: 5, Minutes: 120})
		f.Days[2].Shifts = []shifts.Shift{{BankCodeID: 1, Minutes: 2000}}
		f.Days[3].Expenses = []expenses.Expense{{BankCodeID: 3, Amount: 720}}
		f.Days[4].Leave = []Leave{{Approved: true, Minutes: 240}}
		f.computeWeeks(quebecs)
		w := d.week(0)
		const want = "Leave 4 h, Regular 37 h, Evening 1 h, Emergency 2 h"
		if got := figures(w.Figures); got != want || w.Spent != "$7.20" || plain(w.Distance) != "10 km" {
			t.Errorf("%q, %q and %q, want %q", got, w.Spent, w.Distance, want)
		}
		if got := plain(w.Over); got != "4.33 h overtime (over 40 h)" {
			t.Errorf("it says %q", got)
		}
		if w := d.week(1); w.Spent != "" || w.Distance != "" {
			t.Errorf("a week without expenses says %q and %q", w.Spent, w.Distance)
		}
	})
	t.Run("overtime that was entered is named beside what the week adds", func(t *testing.T) {
		f := fortnight(map[int]int64{1: 2460})
		f.Codes[6] = Code{ID: 6, Kind: "overtime"}
		f.Days[2].Shifts = []shifts.Shift{{BankCodeID: 6, Minutes: 120}}
		f.computeWeeks(quebecs)
		w := present(f, nil).week(0)
		if got := figures(w.Figures) + "; " + plain(w.Over); got != "Regular 40 h, Overtime 3 h; 1 h overtime (over 40 h)" {
			t.Errorf("%q", got)
		}
	})
}

func TestPresenter_week_copy_needs_the_owner_and_an_open_sheet(t *testing.T) {
	for _, x := range []struct {
		name  string
		actor int64
		sheet Sheet
		hours map[int]int64
		want  bool
	}{
		{"the owner of a draft", 1, sheetOf(7, nil), map[int]int64{1: 480}, true},
		{"another person", 2, sheetOf(7, nil), map[int]int64{1: 480}, false},
		{"the owner of an approved sheet", 1, sheetOf(7, approvedSheet), map[int]int64{1: 480}, false},
		{"a week that has hours until Friday", 1, sheetOf(7, nil), map[int]int64{1: 480, 12: 480}, false},
		{"a week after one without hours", 1, sheetOf(7, nil), nil, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(x.hours)
			f.Sheets = []Sheet{x.sheet}
			d := present(f, nil)
			d.actor.EmployeeID = x.actor
			if got := d.week(1).Copy != nil; got != x.want {
				t.Errorf("the week can be copied: %v, want %v", got, x.want)
			}
		})
	}
}

func TestPresenter_day(t *testing.T) {
	f := fortnight(map[int]int64{5: 480})
	f.Sheets = []Sheet{sheetOf(7, nil)}
	f.Days[6].Leave = []Leave{{Type: "Vacation", Minutes: 480}, {Type: "Sick", Approved: true, Minutes: 60}}
	d := present(f, nil)
	d.open = openForm{day: f.Days[4].Date}
	t.Run("only today is today, and a day without hours has no total", func(t *testing.T) {
		for i, x := range f.Days {
			day := d.day(x.Date)
			if day.Today != (i == 5) || (day.Total != "") != (i == 5) || day.Weekend != (i%7 == 0 || i%7 == 6) {
				t.Errorf("%s: today %v, total %q, weekend %v", day.ID, day.Today, day.Total, day.Weekend)
			}
		}
	})
	t.Run("the focus is on the day that was closed", func(t *testing.T) {
		for i, x := range f.Days {
			if day := d.day(x.Date); day.Focus != (i == 4) || day.Open {
				t.Errorf("%s: focus %v, open %v", day.ID, day.Focus, day.Open)
			}
		}
		d.open.kind = "day"
		if day := d.day(f.Days[4].Date); day.Focus || !day.Open {
			t.Errorf("an open day: focus %v, open %v", day.Focus, day.Open)
		}
		if day := d.day(f.Days[3].Date); day.Focus || day.Open {
			t.Errorf("the day before it: focus %v, open %v", day.Focus, day.Open)
		}
	})
	t.Run("leave that waits for a decision says so", func(t *testing.T) {
		list := d.day(f.Days[6].Date).Leave
		if len(list) != 2 || list[0].Pending != "request pending" || list[1].Pending != "" || plain(list[0].Value) != "8 h" {
			t.Errorf("%+v", list)
		}
	})
	t.Run("a form that is open for a new line is not offered again", func(t *testing.T) {
		f.Days[3].Shifts = []shifts.Shift{{ID: 9, BankCodeID: 1, Minutes: 60, Start: local("2026-11-18", 8, 0), End: local("2026-11-18", 9, 0)}}
		for _, x := range []struct {
			kind           string
			id             int64
			shift, expense bool // offered
		}{{"day", 0, true, true}, {"shift", 0, false, true}, {"expense", 0, true, false}, {"mileage", 0, true, false}, {"shift", 9, true, true},
			{"shift", 4711, true, true}, {"expense", 4711, true, true}} {
			d.open = openForm{day: f.Days[3].Date, kind: x.kind, id: x.id}
			add := d.day(f.Days[3].Date).Add
			if (add.Shift != "") != x.shift || (add.Expense != "") != x.expense {
				t.Errorf("with %s %d open it offers %+v", x.kind, x.id, add)
			}
		}
	})
	t.Run("an approved day is locked", func(t *testing.T) {
		f.Sheets = []Sheet{sheetOf(7, approvedSheet)}
		if day := d.day(f.Days[4].Date); day.Locked == "" || day.Href != "" || day.Add != nil {
			t.Errorf("%+v", day)
		}
	})
}

// A day is filled like an earlier one by its owner, on an empty weekday between the first and the last work day.
func TestPresenter_copyLast(t *testing.T) {
	for _, x := range []struct {
		name   string
		change func(*PeriodView)
		want   bool
	}{
		{"an empty day", func(*PeriodView) {}, true},
		{"the last work day", func(f *PeriodView) { f.Owner.LastDay = db.MustDay("2026-11-18") }, true},
		{"a day after the last work day", func(f *PeriodView) { f.Owner.LastDay = db.MustDay("2026-11-17") }, false},
		{"the first work day", func(f *PeriodView) { f.Owner.FirstDay = db.MustDay("2026-11-18") }, true},
		{"a day before the first work day", func(f *PeriodView) { f.Owner.FirstDay = db.MustDay("2026-11-19") }, false},
		{"a day of leave", func(f *PeriodView) { f.Days[3].Leave = []Leave{{}} }, false},
		{"a day that has hours", func(f *PeriodView) { f.Days[3].Shifts = make([]shifts.Shift, 1) }, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(map[int]int64{2: 480})
			f.Sheets = []Sheet{sheetOf(7, nil)}
			x.change(f)
			if got := present(f, nil).copyLast(f.Days[3].Date) != nil; got != x.want {
				t.Errorf("it is offered: %v, want %v", got, x.want)
			}
		})
	}
	t.Run("the button says which day it copies, its times and its hours", func(t *testing.T) {
		f := fortnight(nil)
		f.Sheets = []Sheet{sheetOf(7, nil)}
		f.Before[3].Shifts = []shifts.Shift{
			{BankCodeID: 1, Start: local("2026-11-11", 8, 0), End: local("2026-11-11", 12, 0), Minutes: 240},
			{BankCodeID: 1, Start: local("2026-11-11", 12, 30), End: local("2026-11-11", 16, 0), Minutes: 210}}
		for _, x := range []struct {
			lang         i18n.Lang
			day          int
			want, spoken string
		}{
			{i18n.EN, 2, "Copy Wednesday: 8:00 a.m. – 12:00 p.m., 12:30 p.m. – 4:00 p.m. · 7.5 h", "Tue, Nov 17"},
			{i18n.EN, 3, "Copy last Wednesday: 8:00 a.m. – 12:00 p.m., 12:30 p.m. – 4:00 p.m. · 7.5 h", "Wed, Nov 18"},
			{i18n.FR, 2, "Copier mercredi : 8 h – 12 h, 12 h 30 – 16 h · 7,5 h", "mar. 17 nov."},
			{i18n.FR, 3, "Copier mercredi dernier : 8 h – 12 h, 12 h 30 – 16 h · 7,5 h", "mer. 18 nov."},
		} {
			d := present(f, nil)
			d.lang = x.lang
			post := d.copyLast(f.Days[x.day].Date)
			if got := plain(post.Label); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if got := plain(post.Spoken); !strings.HasPrefix(got, x.want+", ") || !strings.HasSuffix(got, x.spoken) {
				t.Errorf("it is read out as %q", got)
			}
		}
	})
}

// Plain shifts of one code that follow each other are one line with the sum of their hours; what stands between them keeps them apart.
func TestPresenter_shiftLines(t *testing.T) {
	sheet := sheetOf(7, nil)
	shift := func(hour, hours int, change func(*shifts.Shift)) shifts.Shift {
		s := shifts.Shift{TimesheetID: 7, BankCodeID: 1, Day: db.MustDay("2026-11-16"), Start: local("2026-11-16", hour, 0),
			Minutes: int64(hours) * 60}
		s.End = s.Start + db.Instant(hours)*3_600_000
		if change != nil {
			change(&s)
		}
		return s
	}
	evening := func(s *shifts.Shift) { s.BankCodeID = 2 }
	other := func(s *shifts.Shift) { s.TimesheetID = 8 }
	approved := func(s *shifts.Shift) { s.Approved = true }
	const first, second, third = "8:00 a.m. – 10:00 a.m.", "1:00 p.m. – 4:00 p.m.", "5:00 p.m. – 6:00 p.m."
	for _, x := range []struct {
		name string
		list []shifts.Shift
		join bool
		want string
	}{
		{"two plain shifts become one line", []shifts.Shift{shift(8, 2, nil), shift(13, 3, nil)}, true, first + ", " + second + " = 5 h"},
		{"three too", []shifts.Shift{shift(8, 2, nil), shift(13, 3, nil), shift(17, 1, nil)}, true,
			first + ", " + second + ", " + third + " = 6 h"},
		{"each has its line where the day is open", []shifts.Shift{shift(8, 2, nil), shift(13, 3, nil)}, false,
			first + " = 2 h; " + second + " = 3 h"},
		{"another code begins another line", []shifts.Shift{shift(8, 2, nil), shift(13, 3, evening), shift(17, 1, evening)}, true,
			first + " = 2 h; " + second + ", " + third + " = 4 h"},
		{"and the usual one after it", []shifts.Shift{shift(8, 2, nil), shift(13, 3, evening), shift(17, 1, nil)}, true,
			first + " = 2 h; " + second + " = 3 h; " + third + " = 1 h"},
		{"a shift until the next day", []shifts.Shift{shift(8, 2, nil), shift(20, 4, nil)}, true,
			first + " = 2 h; 8:00 p.m. – 12:00 a.m. = 4 h"},
		{"after it too", []shifts.Shift{shift(20, 4, nil), shift(8, 2, nil)}, true, "8:00 p.m. – 12:00 a.m. = 4 h; " + first + " = 2 h"},
		{"a shift of another sheet", []shifts.Shift{shift(8, 2, nil), shift(13, 3, other)}, true, first + " = 2 h; " + second + " = 3 h"},
		{"an approved shift", []shifts.Shift{shift(8, 2, nil), shift(13, 3, approved)}, true, first + " = 2 h; " + second + " = 3 h"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(map[int]int64{2: 480, 3: 480, 4: 480})
			f.Sheets = []Sheet{sheet}
			var got []string
			for _, l := range present(f, &sheet).shiftLines(x.list, x.join) {
				got = append(got, plain(l.Main+" = "+l.Value))
			}
			if text := strings.Join(got, "; "); text != x.want {
				t.Errorf("%q, want %q", text, x.want)
			}
		})
	}
}

// The total of a day is that of its only line of shifts, or the sum below several.
func TestPresenter_lines(t *testing.T) {
	day := db.MustDay("2026-11-16")
	shift := func(hour int, code int64) shifts.Shift {
		return shifts.Shift{ID: int64(hour), BankCodeID: code, Day: day, Start: local("2026-11-16", hour, 0), End: local("2026-11-16", hour+2, 0),
			Minutes: 120}
	}
	lunch := []expenses.Expense{{ID: 1, BankCodeID: 4, Amount: 1250, Day: day}}
	for _, x := range []struct {
		name  string
		list  []shifts.Shift
		spent []expenses.Expense
		open  bool
		want  string // the hours or kilometres of each line, whether it leads to its form; sum
	}{
		{"no line", nil, nil, false, ""},
		{"one line says no hours", []shifts.Shift{shift(8, 1)}, nil, false, "[]"},
		{"one line of two shifts neither", []shifts.Shift{shift(8, 1), shift(13, 1)}, nil, false, "[]"},
		{"an expense needs no sum", []shifts.Shift{shift(8, 1)}, lunch, false, "[][]"},
		{"nor do two", nil, slices.Concat(lunch, lunch), false, "[][]"},
		{"two lines have a sum", []shifts.Shift{shift(8, 1), shift(13, 2)}, lunch, false, "[2 h][2 h][] sum"},
		{"open, each shift has its line", []shifts.Shift{shift(8, 1), shift(13, 1)}, lunch, true, "[2 h edit][2 h edit][edit] sum"},
		{"open, one shift says no hours", []shifts.Shift{shift(8, 1)}, nil, true, "[edit]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(map[int]int64{2: 480, 3: 480, 4: 480})
			f.Sheets = []Sheet{sheetOf(7, nil)}
			f.Days[1].Shifts, f.Days[1].Expenses = x.list, x.spent
			d := present(f, nil)
			if x.open {
				d.open = openForm{day: day, kind: "day"}
			}
			out := d.day(day)
			got := ""
			for _, l := range out.Lines {
				text := plain(l.Value)
				if l.Edit != "" && l.Spoken != "" {
					text += " edit"
				}
				got += "[" + strings.TrimSpace(text) + "]"
			}
			if out.Sum {
				got += " sum"
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_expenseLine(t *testing.T) {
	f := fortnight(nil)
	f.Sheets = []Sheet{sheetOf(7, nil)}
	d := present(f, nil)
	meal := d.expenseLine(expenses.Expense{ID: 5, TimesheetID: 7, BankCodeID: 4, Amount: 1250, Description: "Lunch", Day: f.Days[1].Date})
	if meal.Icon != ui.IconReceipt || meal.Value != "" || meal.Main != "$12.50" || !strings.Contains(meal.Edit, "open=expense-5") {
		t.Errorf("a meal: %+v", meal)
	}
	drive := d.expenseLine(expenses.Expense{ID: 6, TimesheetID: 7, BankCodeID: 3, Amount: 3600, Day: f.Days[1].Date})
	if drive.Icon != ui.IconCar || plain(drive.Value) != "50 km" || !strings.Contains(drive.Edit, "open=expense-6") {
		t.Errorf("a distance: %+v", drive)
	}
}

func TestPresenter_expenseForm(t *testing.T) {
	const day = "2026-11-16"
	open := func(l i18n.Lang, change func(*PeriodView, *openForm)) *views.Form {
		f := fortnight(nil)
		f.Sheets = []Sheet{sheetOf(7, nil)}
		f.Codes[9] = Code{ID: 9, Kind: "mileage", Modifier: 20_000}
		for id, c := range f.Codes {
			c.Category, c.Live = map[bool]string{true: "shift", false: "expense"}[id < 3], id != 9
			f.Codes[id] = c
		}
		f.Days[1].Expenses = []expenses.Expense{{ID: 4, BankCodeID: 4, Amount: 1250, Description: "Lunch"},
			{ID: 5, BankCodeID: 3, Amount: 3600, Description: "Site"}, {ID: 6, BankCodeID: 9, Amount: 3601},
			{ID: 9, BankCodeID: 9, Amount: 3602},
			{ID: 7, BankCodeID: 3, Amount: 900},
			{ID: 8, BankCodeID: 3}}
		d := present(f, nil)
		d.lang, d.open = l, openForm{day: db.MustDay(day), kind: "expense"}
		change(f, &d.open)
		return d.form()
	}
	change := func(id int64) func(*PeriodView, *openForm) { return func(_ *PeriodView, o *openForm) { o.id = id } }
	typed := func(amount, code, unit string) func(*PeriodView, *openForm) {
		return func(_ *PeriodView, o *openForm) {
			o.values = url.Values{"amount": {amount}, "bank_code_id": {code}, "unit": {unit}}
		}
	}
	const rate = "$0.72"
	for _, x := range []struct {
		name   string
		lang   i18n.Lang
		change func(*PeriodView, *openForm)
		want   string // prefix, amount, suffix, code
		hint   string // of a distance
		kinds  int
	}{
		{"an amount is edited in dollars", i18n.EN, change(4), "$ 12.50  4", "", 0},
		{"in French with a comma", i18n.FR, change(4), "$ 12,50  4", "", 0},
		{"a distance is edited in kilometres", i18n.EN, change(5), " 50 km 3", "50 km at $0.72 per kilometre: $36.00", 0},
		{"half kilometres have their fraction", i18n.EN, change(7), " 12.50 km 3", "12.5 km at $0.72 per kilometre: $9.00", 0},
		{"an amount that no distance makes is edited in dollars", i18n.EN, change(6), "$ 36.01  9", "", 0},
		{"one cent more is a distance again", i18n.EN, change(9), " 18.01 km 9", "18 km at $2.00 per kilometre: $36.02", 0},
		{"an amount of nothing under a mileage code too", i18n.EN, change(8), "$ 0.00  3", "", 0},
		{"a new one offers an amount or a distance", i18n.EN, func(*PeriodView, *openForm) {}, "$   ", "", 2},
		{"without a mileage code it offers no distance", i18n.EN, func(f *PeriodView, _ *openForm) { delete(f.Codes, 3) }, "$   ", "", 0},
		{"a typed distance stays one", i18n.EN, typed("50", "3", "km"), " 50 km 3", "50 km at $0.72 per kilometre: $36.00", 2},
		{"a typed amount stays one", i18n.EN, typed("50", "4", ""), "$ 50  4", "", 2},
		{"a distance of nothing shows the rate", i18n.EN, typed("0", "3", "km"), " 0 km 3", rate, 2},
		{"what is no distance shows the rate", i18n.EN, typed("far", "3", "km"), " far km 3", rate, 2},
		{"a distance and a word shows the rate", i18n.EN, typed("50 far", "3", "km"), " 50 far km 3", rate, 2},
		{"a distance under another code has no rate", i18n.EN, typed("50", "99", "km"), " 50 km 99", "", 2},
	} {
		t.Run(x.name, func(t *testing.T) {
			form := open(x.lang, x.change)
			amount, code := form.Fields[0], form.Fields[1]
			if got := amount.Prefix + " " + amount.Value + " " + amount.Suffix + " " + code.Value; got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if got := plain(form.Hint); (x.hint == "") != (got == "") || !strings.Contains(got, x.hint) ||
				x.hint == rate && got != "Paid at $0.72 per kilometre." {
				t.Errorf("the hint is %q, want %q", got, x.hint)
			}
			if len(form.Kinds) != x.kinds {
				t.Errorf("it offers %d kinds", len(form.Kinds))
			}
		})
	}
	t.Run("an expense that there is not has no form", func(t *testing.T) {
		if open(i18n.EN, change(4711)) != nil {
			t.Error("it has a form")
		}
	})
}

// Of the codes those of regular time come first, then evening, emergency and overtime, each by id.
func TestPresenter_codes(t *testing.T) {
	f := fortnight(nil)
	f.Codes = map[int64]Code{}
	for i, kind := range []string{"overtime", "evening", "regular", "emergency", "regular", "evening"} {
		f.Codes[int64(i+1)] = Code{ID: int64(i + 1), Kind: kind, Category: "shift", Live: true}
	}
	d := present(f, nil)
	for range 10 { // the order of a map differs each time
		got := ""
		for _, o := range d.shiftCodes("") {
			got += o.Value
		}
		if got != "352641" {
			t.Fatalf("the codes are in the order %s", got)
		}
	}
}

// The form of a new shift leads to the next day to fill in, as long as there is one.
func TestPresenter_shiftForm_next(t *testing.T) {
	f := fortnight(nil)
	f.Sheets = []Sheet{sheetOf(7, nil)}
	d := present(f, nil)
	for i, want := range map[int]string{0: "Save and go to Monday", 11: "Save and go to Friday", 12: "", 13: ""} {
		d.open = openForm{day: f.Days[i].Date, kind: "shift"}
		if got := d.form().Next; got != want {
			t.Errorf("%s offers %q, want %q", f.Days[i].Date, got, want)
		}
	}
}

func TestPresenter_errorText(t *testing.T) {
	d := present(fortnight(nil), nil)
	for _, x := range []struct{ name, field, code, want string }{
		{"a reason is asked for in words of its own", "supervisor_comment", "required", "Explain why, so the employee knows what to do."},
		{"another field is required", "amount", "required", "This field is required."},
		{"a reason is too long", "supervisor_comment", "length", "This text is too long or too short."},
		{"a time has an example", "start_time", "clock", "Enter a time such as 8, 8:30 or 4:30 p.m."},
		{"a code without words has its detail", "amount", "odd", "Odd."},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := d.errorText(errs.Field{Field: x.field, Code: x.code, Detail: "Odd."}); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// The head of another person's sheet has their name, the hours, the state, and who submitted or approved the sheet when.
func TestPresenter_head(t *testing.T) {
	said := func(by auth.Actor, change func(*Sheet), set func(*presenter)) string {
		s := sheetOf(7, change)
		f := fortnight(map[int]int64{1: 480})
		f.Sheets = []Sheet{s}
		f.Owner.Name = "Ann Roy"
		f.computeWeeks(quebecs)
		d := present(f, &s)
		d.actor = by
		if set != nil {
			set(d)
		}
		p := d.page()
		if p.Head == nil {
			return p.Title
		}
		return plain(strings.Join([]string{p.Title, p.TabTitle, p.Head.Hours.Value, string(p.Head.State.State), p.Head.State.Words,
			p.Head.State.Note}, "|"))
	}
	handedIn := func(who ...audit.Who) func(*presenter) {
		return func(d *presenter) {
			for _, w := range who {
				d.history = append(d.history, audit.Entry{Kind: "timesheet", Action: "updated", Who: audit.Who{Name: "Cy Dee"}},
					audit.Entry{Kind: "timesheet", Action: "submitted", Who: w})
			}
		}
	}
	for _, x := range []struct {
		name   string
		change func(*Sheet)
		set    func(*presenter)
		want   string
	}{
		{"a draft", nil, nil, "draft||"},
		{"a draft of which the owner was reminded", nil, func(d *presenter) { d.reminded = true }, "draft||Reminded today"},
		{"a returned sheet", returnedSheet, nil, "warning|Sent back|"},
		{"a sheet that was changed after its approval", changedSheet, nil, "changed||"},
		{"a submitted sheet", submittedSheet, handedIn(audit.Who{Name: "Ann Roy"}), "submitted||by Ann Roy on Nov 19 at 8:00 a.m."},
		{"one that payroll submitted the second time", submittedSheet, handedIn(audit.Who{Name: "Paul Lee"}, audit.Who{Name: "Ann Roy"}),
			"submitted||by Paul Lee on Nov 19 at 8:00 a.m."},
		{"one whose history does not tell who submitted it", submittedSheet, nil, "submitted||on Nov 19 at 8:00 a.m."},
		{"one that was changed after its approval and submitted again", func(s *Sheet) { changedSheet(s); submittedSheet(s) },
			handedIn(audit.Who{Name: "Ann Roy"}), "submitted||by Ann Roy on Nov 19 at 8:00 a.m."},
		{"an approved sheet", approvedSheet, handedIn(audit.Who{Name: "Ann Roy"}), "approved||by Bea Roy on Nov 20 at 9:00 a.m."},
		{"one that was approved at a time that is not known", func(s *Sheet) { s.Approved = true }, nil, "approved||"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got, want := said(supervisor, x.change, x.set), "Ann Roy|Timesheet for Ann Roy|8 h|"+x.want; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
	t.Run("the owner's page has a banner instead", func(t *testing.T) {
		if got := said(auth.Actor{EmployeeID: 1}, submittedSheet, nil); got != "My timesheet" {
			t.Errorf("%q", got)
		}
	})
}

// The figures of the decision mark the overtime.
func TestPresenter_review_figures(t *testing.T) {
	for _, over := range []bool{true, false} {
		s := sheetOf(7, nil)
		f := fortnight(nil)
		f.Sheets = []Sheet{s}
		d := present(f, &s)
		d.actor = supervisor
		figures := d.review(views.Bar{Figures: []views.Figure{{Label: "Overtime", Over: over}, {Label: "Leave"}}}).Decide.Figures
		if figures[1].Over != over || figures[0].Over || figures[2].Over {
			t.Errorf("overtime %v: %+v", over, figures)
		}
	}
}

func TestPresenter_queueNav(t *testing.T) {
	ann, bea := Waiting{Item: "sheet-1", Name: "Ann"}, Waiting{Item: "leave-2", Name: "Bea"}
	for _, x := range []struct {
		name  string
		place Place
		want  string // previous, next, place
		next  string
	}{
		{"a sheet that does not wait has no place", Place{}, "", ""},
		{"a sheet between others", Place{Position: 2, Total: 60, Previous: ann, Next: bea}, "Previous: Ann /sheet-1, Next: Bea /leave-2, 2 of 60",
			"leave-2"},
		{"the first sheet", Place{Position: 1, Total: 60, Next: bea}, ", Next: Bea /leave-2, 1 of 60", "leave-2"},
		{"the last sheet", Place{Position: 60, Total: 60, Previous: ann}, "Previous: Ann /sheet-1, , 60 of 60", "sheet-1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := present(fortnight(nil), nil)
			d.place, d.pageOf = x.place, func(item string) string { return "/" + item }
			got := ""
			if n := d.queueNav(); n != nil {
				link := func(l review.QueueLink) string { return strings.TrimSpace(l.Label + " " + l.Href) }
				got = link(n.Previous) + ", " + link(n.Next) + ", " + n.Place
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if h := d.next(); h.Value != x.next {
				t.Errorf("%q follows, want %q", h.Value, x.next)
			}
		})
	}
}

func TestPresenter_differences(t *testing.T) {
	d := present(fortnight(nil), nil)
	shift := &timesheets.Line{Kind: timesheets.KindShift, Day: db.MustDay("2026-11-16"), Start: local("2026-11-16", 8, 0),
		End: local("2026-11-16", 16, 0), BankCodeID: 1}
	spent := &timesheets.Line{Kind: timesheets.KindExpense, Day: db.MustDay("2026-11-17"), Amount: 1250, Description: "Lunch", BankCodeID: 4}
	const worked, lunch = "Mon, Nov 16 · 8:00 a.m. – 4:00 p.m. · Regular", "Tue, Nov 17 · $12.50 · Meal · Lunch"
	list := d.differences([]timesheets.LineChange{{After: shift}, {Before: spent}, {Before: shift, After: spent}})
	for i, want := range []views.Difference{
		{Tone: ui.Info, Icon: ui.IconPlus, What: "Added", After: worked}, {Tone: ui.Bad, Icon: ui.IconTrash, What: "Deleted", Before: lunch},
		{Tone: ui.Warn, Icon: ui.IconEdit, What: "Changed", Before: worked, After: lunch},
	} {
		got := list[i]
		got.Before, got.After = plain(got.Before), plain(got.After)
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// An entry of the history describes a line before and after it was changed, and a comment that was given.
func TestPresenter_describeEntry(t *testing.T) {
	d := present(fortnight(nil), nil)
	comment := audit.Changes{"supervisor_comment": {"", "Well done"}}
	for _, x := range []struct {
		name    string
		action  string
		changes audit.Changes
		was, is string
		want    string
	}{
		{"a line that was changed has both texts", "updated", nil, "a", "b", "a → b"},
		{"a line whose text is the same has it once", "updated", nil, "a", "a", "a"},
		{"a line that was not known before has its text", "updated", nil, "", "b", "b"},
		{"a line that was deleted has its text", "archived", nil, "a", "b", "b"},
		{"a comment comes first", "updated", comment, "a", "b", "« Well done »; a → b"},
		{"a comment that was removed is not shown", "commented", audit.Changes{"supervisor_comment": {"x", ""}}, "", "", ""},
		{"a comment that is no text is not shown", "commented", audit.Changes{"supervisor_comment": {"x", 3.0}}, "", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := d.describeEntry(audit.Entry{Action: x.action, Changes: x.changes}, x.was, x.is)
			if text := strings.Join(got, "; "); text != x.want {
				t.Errorf("%q, want %q", text, x.want)
			}
		})
	}
	t.Run("a line is described once its day and its code are known", func(t *testing.T) {
		whole := map[string]any{"date": "2026-11-17", "bank_code_id": 4.0, "amount": 12.35, "description": "Lunch"}
		if got := plain(d.describeFields("expense", whole)); got != "Tue, Nov 17 · $12.35 · Meal · Lunch" {
			t.Errorf("%q", got)
		}
		for _, field := range []string{"date", "bank_code_id"} {
			part := maps.Clone(whole)
			delete(part, field)
			if got := d.describeFields("expense", part); got != "" {
				t.Errorf("without %s it is %q", field, got)
			}
		}
		if got := d.describeFields("timesheet", whole); got != "" {
			t.Errorf("a sheet is %q", got)
		}
	})
}

func TestReview_days(t *testing.T) {
	f := fortnight(map[int]int64{1: 480, 2: 480})
	f.Codes[5] = Code{ID: 5, Kind: "emergency"}
	f.Days[1].Shifts = append(f.Days[1].Shifts, shifts.Shift{BankCodeID: 2, Minutes: 60}, shifts.Shift{BankCodeID: 5, Minutes: 30})
	f.Days[3].Leave = []Leave{{Minutes: 480}}
	f.Days[4].Leave = []Leave{{Minutes: 60}, {Approved: true, Minutes: 420}}
	for _, x := range []struct {
		name  string
		i     int
		state payperiods.State
		want  payperiods.DayHours
	}{
		{"of a day evening and emergency time are late", 1, payperiods.Draft, payperiods.DayHours{Worked: 570, Late: 90}},
		{"regular time is not", 2, payperiods.Draft, payperiods.DayHours{Worked: 480}},
		{"leave that waits for a decision is no absence", 3, payperiods.Draft, payperiods.DayHours{}},
		{"approved leave is", 4, payperiods.Draft, payperiods.DayHours{Away: true}},
		{"today is not missing yet", 5, payperiods.Draft, payperiods.DayHours{}},
		{"unless the sheet is submitted", 5, payperiods.Submitted, payperiods.DayHours{Missing: true}},
		{"nor is a day to come", 8, payperiods.Draft, payperiods.DayHours{}},
		{"which is missing once the sheet is submitted", 8, payperiods.Submitted, payperiods.DayHours{Missing: true}},
		{"a weekend is not", 6, payperiods.Submitted, payperiods.DayHours{}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := f.hoursOf(f.Days[x.i], x.state); got != x.want {
				t.Errorf("%+v, want %+v", got, x.want)
			}
		})
	}
	t.Run("the approver sees them in the strip of days", func(t *testing.T) {
		for _, x := range []struct {
			sheet Sheet
			last  int // index of the last missing day
		}{{sheetOf(7, nil), 4}, {sheetOf(7, submittedSheet), 12}} {
			strip := Review(i18n.EN, toronto, fortnight(nil), x.sheet, 0, "").Days
			for i, day := range fortnight(nil).Days {
				want := i <= x.last && weekday(day.Date)
				if got := strip[i].Bar.Missing; got != want {
					t.Errorf("submitted %v: %s is missing: %v", x.sheet.SubmittedAt != 0, day.Date, got)
				}
			}
		}
	})
	t.Run("a past day without hours is missing", func(t *testing.T) {
		f := fortnight(nil)
		if !f.hoursOf(f.Days[4], payperiods.Draft).Missing || f.hoursOf(f.Days[5], payperiods.Draft).Missing {
			t.Error("yesterday is not missing, or today is")
		}
	})
	t.Run("the days of a draft are missing once they are past, those of a submitted sheet all", func(t *testing.T) {
		for _, x := range []struct {
			sheet Sheet
			days  map[int]int64
			want  string
		}{
			{sheetOf(7, nil), nil, "4 days with no hours: Mon, Nov 16 · Tue, Nov 17 · Wed, Nov 18 · Thu, Nov 19"},
			{sheetOf(7, submittedSheet), map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480},
				"5 days with no hours: Mon, Nov 23 · Tue, Nov 24 · Wed, Nov 25 · Thu, Nov 26 · Fri, Nov 27"},
			{sheetOf(7, submittedSheet), map[int]int64{1: 480, 2: 480, 3: 480, 4: 480}, "6 days with no hours"},
		} {
			s := Review(i18n.EN, toronto, fortnight(x.days), x.sheet, 0, "")
			if len(s.Checks) == 0 || plain(s.Checks[0].Text) != x.want || s.None != "" {
				t.Errorf("%+v, %q; want %q", s.Checks, s.None, x.want)
			}
		}
	})
	t.Run("the reasons are in the order of the lists", func(t *testing.T) {
		f := fortnight(map[int]int64{1: 1000, 2: 480, 3: 480, 4: 480, 8: 480, 9: 480, 10: 480, 11: 480})
		f.computeWeeks(quebecs)
		var got []string
		for _, c := range Review(i18n.EN, toronto, f, sheetOf(7, submittedSheet), 0, "").Checks {
			got = append(got, plain(c.Text))
		}
		if text, want := strings.Join(got, ", "), "more than 16 hours (16.67 h), 2 days with no hours: Fri, Nov 20 · Fri, Nov 27, in the future, "+
			"in the future, in the future, in the future, 0.67 h overtime"; text != want {
			t.Errorf("%q, want %q", text, want)
		}
	})
	t.Run("what is whole says so, and what is unusual on one day is one line", func(t *testing.T) {
		whole := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480}
		if s := Review(i18n.EN, toronto, fortnight(whole), sheetOf(7, nil), 0, ""); len(s.Checks) != 0 || s.None == "" || s.More != "" {
			t.Errorf("%+v, %q, %q", s.Checks, s.None, s.More)
		}
		whole[13] = 1000
		s := Review(i18n.EN, toronto, fortnight(whole), sheetOf(7, nil), 0, "")
		if len(s.Checks) != 1 || plain(s.Checks[0].Text) != "more than 16 hours (16.67 h) · in the future" {
			t.Errorf("%+v", s.Checks)
		}
	})
	t.Run("as many expenses as are shown need no further line", func(t *testing.T) {
		f := fortnight(nil)
		for range linesShown {
			f.Days[3].Expenses = append(f.Days[3].Expenses, expenses.Expense{TimesheetID: 7, Amount: 1250, Day: f.Days[3].Date})
		}
		if s := Review(i18n.EN, toronto, f, sheetOf(7, nil), 0, ""); len(s.Lines) != linesShown || s.More != "" {
			t.Errorf("%d lines, %q", len(s.Lines), s.More)
		}
	})
}

func TestPresenter_mayDecide(t *testing.T) {
	draft := sheetOf(7, nil)
	for _, x := range []struct {
		name  string
		by    auth.Actor
		sheet *Sheet
		want  bool
	}{
		{"a supervisor about the sheet of a report", supervisor, &draft, true},
		{"a supervisor about nothing without a sheet", supervisor, nil, false},
		{"payroll about the sheet of an employee", auth.Actor{EmployeeID: 3, Role: auth.Payroll}, &draft, true},
		{"an employee about none", auth.Actor{EmployeeID: 2, Role: auth.Employee}, &draft, false},
		{"an admin without an employee record", auth.Actor{Role: auth.Admin}, &draft, true},
		{"a supervisor about none that was archived with its period", supervisor, new(sheetOf(7, func(s *Sheet) { s.Aged = true })), false},
		{"payroll not about the own", auth.Actor{EmployeeID: 1, Role: auth.Payroll}, &draft, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := present(fortnight(nil), x.sheet)
			d.actor = x.by
			if got := d.mayDecide(); got != x.want {
				t.Errorf("%v, want %v", got, x.want)
			}
		})
	}
}
