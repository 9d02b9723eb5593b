package payperiods

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/workforce/crews"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/payperiods"
)

func spaces(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// serving is a presenter of rows in period 2026-25 with a service, on Friday, November 20, 2026.
func serving(t *testing.T, rows ...Row) *presenter {
	t.Helper()
	d := reviewing(rows...)
	d.service = newWorld(t, nil).service("2026-11-20")
	d.review.Period = d.service.Current()
	d.first, d.today = d.review.Period, d.service.Today()
	return d
}

func TestPresenter_switcher(t *testing.T) {
	for _, x := range []struct {
		name          string
		period, first string
		want          string // the links to the period before, the one after and the current one
	}{
		{"the current period, which is the first", "2026-25", "2026-25", ", /staff/periods/2026/26?sort=name, "},
		{"a period after the first", "2026-25", "2026-24", "/staff/periods/2026/24?sort=name, /staff/periods/2026/26?sort=name, "},
		{"the next period leads back", "2026-26", "2026-25",
			"/staff/periods/2026/25?sort=name, /staff/periods/2027/1?sort=name, /staff/periods/2026/25?sort=name"},
		{"the first period leads on", "2026-24", "2026-24", ", /staff/periods/2026/25?sort=name, /staff/periods/2026/25?sort=name"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := serving(t)
			d.view.sort = "name"
			d.review.Period, _ = d.service.ParsePeriod(x.period)
			d.first, _ = d.service.ParsePeriod(x.first)
			n := d.switcher()
			if got := n.Prev + ", " + n.Next + ", " + n.Now; got != x.want || n.Name != x.period {
				t.Errorf("%s: %s, want %s", n.Name, got, x.want)
			}
		})
	}
	t.Run("there is no period after the last", func(t *testing.T) {
		d := serving(t)
		d.review.Period, _ = d.service.Calendar().Number(9999, 26)
		if n := d.switcher(); n.Next != "" || n.Prev == "" {
			t.Errorf("%+v", n)
		}
	})
}

func TestPresenter_tabs(t *testing.T) {
	rows := team() // Aimé approved, Bea ready, Cid and Eve to check, Dan open
	for _, x := range []struct {
		name string
		rows []Row
		view viewState
		want string
	}{
		{"each group that has rows", rows, viewState{}, "[Everyone 5] Needs review 1, Incomplete 1, Ready 1, No action needed 1, Approved 1"},
		{"no group without rows", rows[:2], viewState{}, "[Everyone 2] Ready 1, Approved 1"},
		{"the selected group, even without rows", rows[:1], viewState{group: open}, "Everyone 1, [No action needed 0] Approved 1"},
		{"all of nothing", nil, viewState{}, "[Everyone 0]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := reviewing(x.rows...)
			d.view = x.view
			var got []string
			for _, tab := range d.tabs() {
				word := tab.Label + " " + tab.Count
				if tab.Current {
					word = "[" + word + "]"
				}
				got = append(got, word)
			}
			text := strings.ReplaceAll(strings.Join(got, ", "), "], ", "] ")
			if want := x.want; text != want {
				t.Errorf("%s, want %s", text, want)
			}
		})
	}
	if tabs := reviewing(rows...).tabs(); tabs[0].Href != "/staff/periods/2026/25" || tabs[1].Href != "/staff/periods/2026/25?state=check" {
		t.Errorf("they lead to %s and %s", tabs[0].Href, tabs[1].Href)
	}
}

func TestPresenter_page(t *testing.T) {
	rows := team()
	for _, x := range []struct {
		name string
		view viewState
		done []SheetVersion
		want string // hidden fields of the search, the link to the printed page, the result of an approval
	}{
		{"with nothing chosen", viewState{page: 1}, nil, "||/staff/periods/2026/25?rows=all|"},
		{"with everything chosen", viewState{page: 1, crew: CrewFilter{crews.Of(7), true}, group: ready, name: "anne", sort: "-hours", weeks: true}, nil,
			"crew=7 reports=direct sort=-hours state=ready weeks=1|anne|/staff/periods/2026/25?crew=7&q=anne&reports=direct&rows=all&" +
				"sort=-hours&state=ready&weeks=1|"},
		{"on paper", viewState{page: 1, allRows: true}, nil, "rows=all|||"},
		{"after an approval", viewState{page: 1, doneAt: 5}, []SheetVersion{{101, 2}}, "||/staff/periods/2026/25?rows=all|1 timesheet approved"},
		{"after an approval of which none stands", viewState{page: 1, doneAt: 5}, nil, "||/staff/periods/2026/25?rows=all|"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := serving(t, rows...)
			d.actor = auth.Actor{Role: auth.Payroll, Email: "paye@example.org"}
			d.view, d.approvedNow = x.view, x.done
			p := d.page()
			var hidden []string
			for _, h := range p.Filter.Keep {
				hidden = append(hidden, h.Name+"="+h.Value)
			}
			title := ""
			if p.Done != nil {
				title = p.Done.Title
			}
			if got := spaces(strings.Join(hidden, " ") + "|" + p.Filter.Search.Value + "|" + p.Print + "|" + title); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
			if !strings.Contains(p.Printed, "paye@example.org") {
				t.Errorf("it was printed by %s", p.Printed)
			}
		})
	}
}

func TestPresenter_doneBanner(t *testing.T) {
	rows := team() // Aimé is approved
	quiet := Row{Employee: Employee{ID: 6, Name: "Fay Roy"}, Sheets: []Sheet{{ID: 106, State: Draft}}}
	missing := Row{Employee: Employee{ID: 7, Name: "Gil Roy"}, Warnings: []Warning{{NoSheet, 1}}}
	odd := rows[0]
	odd.Employee.Name, odd.Warnings = "Hal Roy", []Warning{{Over, 60}}
	d := reviewing(append(rows, quiet, missing, odd)...)
	d.view.doneAt, d.view.sort, d.approvedNow = 5, "name", []SheetVersion{{101, 2}, {108, 3}}
	b := d.doneBanner()
	var names []string
	for _, n := range b.Names.First {
		names = append(names, n.Name)
	}
	got := fmt.Sprint(b.Title, "; ", b.Skipped, "; ", strings.Join(names, ", "), "; ", b.Undo, " ", b.Hidden)
	want := "2 timesheets approved; 5 people skipped; Cid Roy, Eve Roy, Gil Roy, Bea Roy, Dan Cote; /staff/periods/2026/25/undo " +
		"[{sheets 101-2,108-3} {view sort=name}]"
	if spaces(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestPresenter_remindAll(t *testing.T) {
	rows := team()
	for i := range rows {
		rows[i].Remind = i >= 2
	}
	for _, x := range []struct {
		name     string
		reminded map[int64]bool
		want     string
	}{
		{"all who may be reminded", nil, "Remind the 3 people who haven’t submitted: 3,4,5"},
		{"not those who were reminded today", map[int64]bool{3: true, 5: true}, "Remind the person who hasn’t submitted: 4"},
		{"there is no button when all were", map[int64]bool{3: true, 4: true, 5: true}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := reviewing(rows...)
			d.reminded = x.reminded
			box := d.decisionBox()
			said := ""
			if n := len(x.reminded); n > 0 {
				said = i18n.EN.N(n, i18n.RemindedAll)
			}
			if box.Reminded != said {
				t.Errorf("it says %q, want %q", box.Reminded, said)
			}
			got := ""
			if b := box.Remind; b != nil {
				got = b.Label + ": " + b.Hidden[0].Value
			}
			if got = spaces(got); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_decisionBox_texts(t *testing.T) {
	rows := team()
	own := rows[1]
	own.Own = true
	unsent := rows[4]
	unsent.Remind = true
	late := rows[3]
	late.Remind = true
	idle := own
	idle.Sheets = []Sheet{{ID: 1, State: Draft}}
	text := func(texts ...i18n.Text) string {
		var list []string
		for _, x := range texts {
			list = append(list, i18n.EN.T(x))
		}
		return strings.Join(list, ": ")
	}
	for _, x := range []struct {
		name string
		rows []Row
		want string
	}{
		{"nothing to approve", rows[4:], text(i18n.DecideEmpty, i18n.DecideEmptyText)},
		{"the own time without hours is nothing to approve", []Row{idle}, text(i18n.DecideEmpty, i18n.DecideEmptyText)},
		{"all is approved", rows[:1], text(i18n.DecideDone, i18n.DecideDoneText)},
		{"all that is submitted is approved", []Row{rows[0], unsent},
			text(i18n.DecideSoFar) + ": " + i18n.EN.N(1, i18n.DecideUnsent)},
		{"only the own time is left", []Row{rows[0], own}, text(i18n.DecideDone, i18n.DecideOwnText)},
		{"nobody has submitted, and one has no hours", []Row{unsent, late}, i18n.EN.N(2, i18n.DecideLate) + i18n.EN.F(i18n.DecideLateNone, "1") + ": " +
			text(i18n.DecideDraftsText)},
		{"own time beside others' is not mentioned", []Row{own, rows[3]}, i18n.EN.N(1, i18n.DecideDrafts) + ": " + text(i18n.DecideDraftsText)},
		{"all that is submitted has warnings", rows[2:3], i18n.EN.N(1, i18n.DecideUnready) + ": " + i18n.EN.T(i18n.DecideUnreadyText)},
		{"clean ones alone", rows[:2], i18n.EN.N(1, i18n.DecideReady) + ": " + text(i18n.DecideReadyText)},
		{"clean ones and one other", rows[:3], i18n.EN.N(1, i18n.DecideReady) + ": " + text(i18n.DecideReadyText) + " " +
			i18n.EN.N(1, i18n.DecideOthers)},
	} {
		t.Run(x.name, func(t *testing.T) {
			box := reviewing(x.rows...).decisionBox()
			if got := box.Title + ": " + box.Text; got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if box.Next != nil {
				t.Errorf("a supervisor is led to %s", box.Next.Href)
			}
		})
	}
	t.Run("those who export are led to payroll when all is approved, and not before", func(t *testing.T) {
		d := reviewing(rows[:1]...)
		d.actor.Role = auth.Payroll
		if box := d.decisionBox(); box.Next == nil || box.Next.Href != "/staff/payroll" || box.Text != "" {
			t.Errorf("%+v", box)
		}
		d = reviewing(rows[:2]...)
		d.actor.Role = auth.Payroll
		if box := d.decisionBox(); box.Next != nil {
			t.Errorf("%+v", box)
		}
	})
}

func TestPresenter_table(t *testing.T) {
	rows := team()
	payroll, boss := auth.Actor{Role: auth.Payroll}, auth.Actor{Role: auth.Employee, Supervises: true}
	for _, x := range []struct {
		name string
		by   auth.Actor
		rows []Row
		view viewState
		want string // if there are no employees, links: to add one, to clear the filters
	}{
		{"rows", payroll, rows, viewState{page: 1}, "false||"},
		{"no employees, for payroll", payroll, nil, viewState{page: 1}, "true|/staff/employees/new|"},
		{"no employees, for a supervisor", boss, nil, viewState{page: 1}, "true||"},
		{"no employees in a crew", payroll, nil, viewState{page: 1, crew: CrewFilter{Crew: crews.Of(7)}}, "false||"},
		{"a group can be left", payroll, rows, viewState{page: 1, group: ready, weeks: true}, "false||/staff/periods/2026/25?weeks=1"},
		{"a name can be cleared", payroll, rows, viewState{page: 1, name: "x"}, "false||/staff/periods/2026/25"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := reviewing(x.rows...)
			d.actor, d.view = x.by, x.view
			table := d.table()
			if got := fmt.Sprintf("%t|%s|%s", table.Nobody, table.Add, table.Clear); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
	t.Run("has the kinds of hours that there are", func(t *testing.T) {
		evening := rows[0]
		evening.Weeks[1].Hours.Evening = 30
		got := fmt.Sprint(reviewing(rows...).table().Kinds, reviewing(evening).table().Kinds, reviewing().table().Kinds)
		if got != "[1] [1 2] []" {
			t.Error(got)
		}
	})
	t.Run("by week, adds up the kinds of hours of each week", func(t *testing.T) {
		row := rows[0]
		row.Weeks = [2]Week{{Hours: worktime.Hours{Regular: 1200, Evening: 1200, Overtime: 30}}, {Hours: worktime.Hours{Regular: 90}}}
		d := reviewing(row)
		d.view.weeks = true
		r, total := d.row(&row), d.total([]*Row{&row})
		if got := fmt.Sprint(r.Sums, total.Sums, total.Total); got != "[40.50 1.50] [40.50 1.50]42.00" {
			t.Error(got)
		}
	})
	t.Run("adds up the rows shown", func(t *testing.T) {
		d := reviewing(rows...)
		d.view.name, d.view.weeks = "roy", true
		r := d.table().Total
		if got := spaces(fmt.Sprintf("%s %s %s %s %s", r.Name, r.Total, r.Expenses, r.Mileage, r.Parts[1])); got !=
			"3 people 10.00 $20.00 5 km [10.00 ]" {
			t.Error(got)
		}
	})
}

func TestPresenter_cols(t *testing.T) {
	for _, x := range []struct{ sort, want string }{ // of the name and of the expenses: the order and the link
		{"", " name,  -expenses"},
		{"name", "ascending -name,  -expenses"},
		{"-name", "descending name,  -expenses"},
		{"expenses", " name, ascending -expenses"},
		{"-expenses", " name, descending expenses"},
	} {
		t.Run("sorted by "+x.sort, func(t *testing.T) {
			d := reviewing()
			d.view.sort = x.sort
			cols := d.cols()
			var got []string
			for _, c := range []ui.Col{cols.Name, cols.Expenses} {
				_, by, _ := strings.Cut(c.SortHref, "?sort=")
				got = append(got, string(c.Order)+" "+by)
			}
			if text := strings.Join(got, ", "); text != x.want {
				t.Errorf("%s, want %s", text, x.want)
			}
		})
	}
}

func TestPresenter_row_links(t *testing.T) {
	rows := team()
	second := rows[1]
	second.Sheets = append([]Sheet{}, second.Sheets[0], Sheet{ID: 201, State: Submitted, Active: true}, Sheet{ID: 202, State: Draft})
	for _, x := range []struct {
		name string
		row  Row
		view viewState
		want string // the address that opens or closes the row, if it is open, the other sheets
	}{
		{"closed", rows[1], viewState{page: 1}, "/staff/periods/2026/25?open=2 false "},
		{"open", rows[1], viewState{page: 1, open: 2}, "/staff/periods/2026/25 true "},
		{"another one is open", rows[1], viewState{page: 1, open: 3}, "/staff/periods/2026/25?open=2 false "},
		{"on the second page", rows[1], viewState{page: 2, sort: "name"}, "/staff/periods/2026/25?open=2&page=2&sort=name false "},
		{"open on the second page", rows[1], viewState{page: 2, open: 2}, "/staff/periods/2026/25?page=2 true "},
		{"by week", rows[1], viewState{page: 1, weeks: true, open: 2}, " false "},
		{"with more sheets", second, viewState{page: 1}, "/staff/periods/2026/25?open=2 false " +
			"timesheet 2 /staff/timesheets/201, timesheet 3 /staff/timesheets/202"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := serving(t, x.row)
			d.view = x.view
			r := d.row(&x.row)
			var more []string
			for _, f := range r.More {
				more = append(more, f.Label+" "+f.Href)
			}
			if got := fmt.Sprintf("%s %t %s", r.Toggle, r.Open, strings.Join(more, ", ")); spaces(got) != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
			if (r.Detail != nil) != r.Open || (r.Parts != [4][2]string{}) != x.view.weeks {
				t.Errorf("details %v, weeks %v", r.Detail, r.Parts)
			}
		})
	}
}

func TestPresenter_addButtons(t *testing.T) {
	rows := team()
	late := rows[3]
	late.Warnings = []Warning{{MissingDays, 1}}
	for _, x := range []struct {
		name     string
		row      Row
		remind   bool
		reminded bool
		want     string // the buttons
	}{
		{"an approved row can be withdrawn", rows[0], false, false, "withdraw"},
		{"a submitted one can be approved", rows[1], false, false, "approve"},
		{"one to check is approved on its sheet alone", rows[2], false, false, "review /staff/timesheets/103?list=2026-25%3Fstate%3Dcheck"},
		{"a draft to check is approved on its sheet, and its owner reminded", late, true, false, "review /staff/timesheets/104?list=2026-25%3Fstate%3Dincomplete remind"},
		{"once a day", late, true, true, "review /staff/timesheets/104?list=2026-25%3Fstate%3Dincomplete reminded"},
		{"while nothing is late, the reminder is in the menu", rows[3], true, false, "review /staff/timesheets/104?list=2026-25%3Fstate%3Dopen remind in the menu"},
		{"a row without a sheet has only the reminder", rows[4], true, false, "remind"},
		{"one that may not be reminded has no button", rows[4], false, true, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := reviewing(x.row)
			d.today = d.review.Period.End
			x.row.Remind = x.remind
			d.reminded = map[int64]bool{x.row.Employee.ID: x.reminded}
			r := d.row(&x.row)
			var got []string
			if r.Review != nil {
				got = append(got, "review", r.Review.Href)
			}
			for _, b := range []struct {
				name   string
				button *views.RowButton
			}{{"approve", r.Approve}, {"withdraw", r.Withdraw}, {"remind", r.Remind}} {
				if b.button != nil {
					got = append(got, b.name)
				}
			}
			if r.Reminded != "" {
				got = append(got, "reminded")
			}
			if r.Quiet {
				got = append(got, "in the menu")
			}
			if text := strings.Join(got, " "); text != x.want {
				t.Errorf("%q, want %q", text, x.want)
			}
		})
	}
}

func TestPresenter_addButtons_before_the_end_of_the_period(t *testing.T) {
	x := team()[4]
	x.Remind = true
	d := reviewing(x)
	d.today = d.review.Period.End.Add(-1)
	if r := d.row(&x); r.Remind == nil || !r.Quiet {
		t.Errorf("the reminder %v is not in the menu", r.Remind)
	}
}

func TestLinkNextRows_of_reminders(t *testing.T) {
	rows := []views.Row{{ID: "e1", Approve: &views.RowButton{}}, {ID: "e2"}, {ID: "e3", Withdraw: &views.RowButton{}}}
	linkNextRows(rows)
	if got := fmt.Sprint(rows[0].Approve.Hidden, rows[2].Withdraw.Hidden); got != "[{next 2}] [{next 2}]" {
		t.Error(got)
	}
	alone := []views.Row{{ID: "e1", Approve: &views.RowButton{}}}
	if linkNextRows(alone); len(alone[0].Approve.Hidden) != 0 {
		t.Errorf("after the only row comes %v", alone[0].Approve.Hidden)
	}
}

func TestSummary(t *testing.T) {
	p := newWorld(t, nil).service("2026-11-20").Current()
	row := func(change func(*Row)) *Row {
		r := &Row{Employee: Employee{Name: "Ann"}, Sheets: []Sheet{{State: Submitted, Active: true}}}
		change(r)
		return r
	}
	labour := warnings(1, 1)
	rest, call := labour.Norm.RowText(i18n.EN, labourstandards.WeeklyRest, 1), labour.Norm.RowText(i18n.EN, labourstandards.ReportingPay, 1)
	for _, x := range []struct {
		name   string
		row    *Row
		labour LabourWarnings
		want   string // total, overtime, expenses, distance, flags
	}{
		{"nothing", row(func(*Row) {}), LabourWarnings{}, "||||"},
		{"figures", row(func(r *Row) {
			r.Weeks[0].Hours, r.Weeks[1].Hours = worktime.Hours{Regular: 60}, worktime.Hours{Overtime: 90}
			r.Cents, r.Distance = 1805, 2500
		}), LabourWarnings{}, "2.50|1.5 h overtime|$18.05|25 km|"},
		{"every warning but those that stand elsewhere", row(func(r *Row) {
			r.Warnings = []Warning{{Kind: SheetChanged}, {NoSheet, 1}, {LongDay, 1020}, {MissingDays, 2}, {FutureDays, 1},
				{LeaveUndecided, 1}, {LeftOut, 840}, {Over, 60}, {Kind: NotSubmitted}}
		}), LabourWarnings{},
			"||||bad:no hours entered, bad:long day of 17 h, warn:2 days with no hours, warn:1 day in the future, " +
				"warn:1 day of leave pending, warn:14 h over the overtime limit, not counted as overtime, warn:not submitted yet"},
		{"the labour standards", row(func(*Row) {}), labour, "||||neutral:" + rest + ", neutral:" + call},
		{"not the labour standards, once approved", row(func(r *Row) { r.Sheets[0].State = Approved }), labour, "||||"},
		{"days of short work alone", row(func(*Row) {}), warnings(0, 1), "||||neutral:" + call},
		{"short rests alone", row(func(*Row) {}), warnings(1, 0), "||||neutral:" + rest},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := Summary(i18n.EN, p, x.row, x.labour)
			var flags []string
			for _, f := range s.Flags {
				flags = append(flags, string(f.Tone)+":"+f.Text)
			}
			got := strings.Join([]string{s.Total, s.Over, s.Expenses, s.Mileage, strings.Join(flags, ", ")}, "|")
			if spaces(got) != spaces(x.want) {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestDayHours(t *testing.T) {
	friday := db.MustDay("2026-11-20")
	for _, x := range []struct {
		name  string
		hours DayHours
		day   db.Day
		want  string // hours, late, if it is too long; the title; the text, if it is today, if it is a weekend
	}{
		{"a day without hours", DayHours{}, friday, "0 0 false||  true false"},
		{"a day of sixteen hours", DayHours{Worked: 960, Late: 120}, friday, "16 2 false|Fri, Nov 20: 16 h| 16 true false"},
		{"a day of a minute more", DayHours{Worked: 961}, friday.Add(1), "16.016666666666666 0 true|Sat, Nov 21: 16.02 h| 16.02 false true"},
		{"a Sunday of leave", DayHours{Away: true}, friday.Add(2), "0 0 false|Sun, Nov 22: " + i18n.EN.T(i18n.OnLeaveNote) + "|  false true"},
		{"a missing day", DayHours{Missing: true}, friday.Add(3), "0 0 false|Mon, Nov 23: " + i18n.EN.T(i18n.WarnNoSheet) + "|  false false"},
		{"hours on a day of leave", DayHours{Worked: 60, Away: true}, friday.Add(-1), "1 0 false|Thu, Nov 19: 1 h| 1 false false"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := x.hours.Day(i18n.EN, x.day, friday)
			b := d.Bar
			got := fmt.Sprintf("%v %v %t|%s| %s %t %t", b.Hours, b.Late, b.Over, b.Title, d.Text, d.Today, d.Weekend)
			if spaces(got) != x.want || b.Away != x.hours.Away || b.Missing != x.hours.Missing {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestLegend(t *testing.T) {
	for _, x := range []struct {
		name string
		days []DayHours
		want string
	}{
		{"days without hours say nothing", []DayHours{{}, {}}, ""},
		{"the hours of all days together", []DayHours{{Worked: 480}, {Worked: 450}}, "strip-bar Daytime 15.5 h"},
		{"evening time apart", []DayHours{{Worked: 480, Late: 120}, {Worked: 240, Late: 240}},
			"strip-bar Daytime 6 h, strip-late Evening and emergency 6 h"},
		{"a day of sixteen hours is not long", []DayHours{{Worked: 960}}, "strip-bar Daytime 16 h"},
		{"a longer one is, except for its evening", []DayHours{{Worked: 1020, Late: 60}, {Worked: 60}},
			"strip-bar Daytime 1 h, strip-over Day over 16 h 16 h, strip-late Evening and emergency 1 h"},
		{"days of leave and days without hours are counted", []DayHours{{Away: true}, {Missing: true}, {Missing: true}},
			"strip-away Leave 1 day, strip-missing No hours 2 days"},
		{"hours on a day of leave count as hours", []DayHours{{Worked: 60, Away: true}}, "strip-bar Daytime 1 h"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, k := range Legend(i18n.EN, x.days) {
				got = append(got, string(k.Kind)+" "+k.Label+" "+k.Count)
			}
			if text := spaces(strings.Join(got, ", ")); text != x.want {
				t.Errorf("%q, want %q", text, x.want)
			}
		})
	}
}

func TestListLegend(t *testing.T) {
	day := ui.StripDay{Hours: 8}
	for _, x := range []struct {
		name string
		rows []ui.DayStrip
		want string
	}{
		{"plain hours alone explain themselves", []ui.DayStrip{{Days: []ui.StripDay{day, {}}}, {Days: []ui.StripDay{day}}}, ""},
		{"the colours of all rows together, without their hours", []ui.DayStrip{{Days: []ui.StripDay{day, {Hours: 8, Late: 2}}},
			{Days: []ui.StripDay{{Missing: true}}}}, "Daytime, Evening and emergency, No hours"},
		{"a minute over sixteen hours is a long day", []ui.DayStrip{{Days: []ui.StripDay{{Hours: 961.0 / 60}}}}, "Day over 16 h, 12 h mark"},
		{"a minute over twelve hours has the line", []ui.DayStrip{{Days: []ui.StripDay{{Hours: 721.0 / 60}}}}, "Daytime, 12 h mark"},
		{"twelve hours have none", []ui.DayStrip{{Days: []ui.StripDay{{Hours: 12}}}}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, k := range ListLegend(i18n.EN, x.rows) {
				got = append(got, k.Label+k.Count)
			}
			if text := spaces(strings.Join(got, ", ")); text != x.want {
				t.Errorf("%q, want %q", text, x.want)
			}
		})
	}
}

func TestWeekTable(t *testing.T) {
	for _, x := range []struct {
		name  string
		weeks [2]Week
		want  string // each column with its cells; * marks overtime
	}{
		{"nothing has only a total", [2]Week{}, "Total – – –"},
		{"columns that are empty in both weeks are left out", [2]Week{{Hours: worktime.Hours{Regular: 600}}, {Hours: worktime.Hours{Evening: 60, Overtime: 30}}},
			"Regular 10.00 – 10.00, Evening – 1.00 1.00, Overtime – 0.50* 0.50*, Total 10.00 1.50 11.50"},
		{"equal hours in both weeks", [2]Week{{Hours: worktime.Hours{Regular: 600}}, {Hours: worktime.Hours{Regular: 600}}},
			"Regular 10.00 10.00 20.00, Total 10.00 10.00 20.00"},
		{"leave and emergencies", [2]Week{{Hours: worktime.Hours{Emergency: 60}, Leave: 480}, {Leave: 240}},
			"Emergency 1.00 – 1.00, Total 1.00 – 1.00, Leave 8.00 4.00 12.00"},
	} {
		t.Run(x.name, func(t *testing.T) {
			table := WeekTable(i18n.EN, x.weeks)
			var got []string
			for i, col := range table.Cols {
				for _, r := range table.Rows {
					col += " " + r.Cells[i].Text
					if r.Cells[i].Over {
						col += "*"
					}
				}
				got = append(got, col)
			}
			if text := strings.Join(got, ", "); text != x.want {
				t.Errorf("%s, want %s", text, x.want)
			}
			if names := table.Rows[0].Name + ", " + table.Rows[1].Name; names != "Week 1, Week 2" {
				t.Errorf("the weeks are %s", names)
			}
		})
	}
}

func TestParseIDs(t *testing.T) {
	for text, want := range map[string]string{"12": "[12] true", "12,14": "[12 14] true", "": "[] false", "12,": "[] false", "0": "[] false",
		"1": "[1] true", "-1": "[] false", "x": "[] false"} {
		if ids, ok := parseIDs(text); fmt.Sprint(ids, ok) != want {
			t.Errorf("%q: %v %t, want %s", text, ids, ok, want)
		}
	}
}
