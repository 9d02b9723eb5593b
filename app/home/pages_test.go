package home

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/htmltest"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/approvals"
	"presence/app/workforce/clockings"
	"presence/app/workforce/crews"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/schedule"
	"presence/db"
	"presence/db/dbtest"
	views "presence/views/home"
	"presence/views/layout"
	"presence/views/ui"
)

// today is the page on Friday, November 20, 2026, in period 2026-25, of a service without a database.
func today(t *testing.T) (pages, payperiods.Period) {
	t.Helper()
	p := on(t, time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC))
	return p, p.s.Periods.Current()
}

// on is the page at a time, of a service without a database.
func on(t *testing.T, at time.Time) pages {
	t.Helper()
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return at }
	periods := payperiods.NewService(nil, now, payperiods.Config{Calendar: calendar, Zone: time.UTC})
	return pages{NewToday(nil, Features{Periods: periods}, time.UTC, now)}
}

func plain(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// own is a sheet with so many minutes of regular time in its first week, in a state.
func own(p payperiods.Period, minutes int64, state payperiods.State) *Sheet {
	s := &Sheet{Period: p}
	s.Line.Weeks[0].Hours.Regular = minutes
	if state != payperiods.Missing {
		s.Line.Sheets = []payperiods.Sheet{{ID: 1, State: state, Active: true}}
	}
	return s
}

func TestPages_page(t *testing.T) {
	p, current := today(t)
	check := payperiods.Progress{Period: current, All: 3, Waiting: 1, Check: []*payperiods.Row{{}}}
	head, clerk := auth.Actor{Name: "Ann Roy", Supervises: true}, auth.Actor{Role: auth.Payroll}
	for _, x := range []struct {
		name string
		by   auth.Actor
		d    Dashboard
		want string // title and date, the parts shown
	}{
		{"of nobody in particular", auth.Actor{}, Dashboard{}, "Hello|nothing"},
		{"says how many decisions are open", head, Dashboard{Pending: approvals.Counts{Sheets: 1, Leave: 1}},
			"Hello, Ann · 2 items need your decision|approvals: main 1 timesheet from another period, away"},
		{"leads to what is to be checked first, and not to the own sheet", head,
			Dashboard{Periods: []payperiods.Progress{check, check}, Own: own(current, 480, payperiods.Draft)},
			"Hello, Ann|approvals: main 1 timesheet needs review, 1 timesheet needs review, away, sheet"},
		{"leads to the own sheet where nothing else waits", auth.Actor{Name: "Ann"}, Dashboard{Own: own(current, 480, payperiods.Draft)},
			"Hello, Ann|sheet main"},
		{"leads to a sheet that was not begun", auth.Actor{Name: "Ann"}, Dashboard{Own: own(current, 0, payperiods.Missing)},
			"Hello, Ann|sheet main"},
		{"leads to the overdue sheet before the own", auth.Actor{Name: "Ann"},
			Dashboard{Own: own(current, 480, payperiods.Draft), Overdue: own(current, 480, payperiods.Draft)}, "Hello, Ann|overdue main, sheet"},
		{"has something to do where the overdue sheet is all there is", auth.Actor{Name: "Ann"},
			Dashboard{Overdue: own(current, 480, payperiods.Draft)}, "Hello, Ann|overdue main"},
		{"says nothing of a period without sheets", head, Dashboard{Periods: []payperiods.Progress{{Period: current}}}, "Hello, Ann|nothing"},
		{"of an approved sheet has no empty card, and nothing to do", auth.Actor{Name: "Ann"},
			Dashboard{Own: own(current, 480, payperiods.Approved)}, "Hello, Ann|sheet"},
		{"says when all is approved", head, Dashboard{Periods: []payperiods.Progress{{Period: current, All: 2, Approved: 2}}},
			"Hello, Ann|approvals: main Everything is approved for period 2026-25, away"},
		{"says who is away to whoever approves, though nothing waits", head, Dashboard{Away: []string{"Zoé Roy", "Léo Côté"}},
			"Hello, Ann|approvals, away"},
		{"tells payroll what is to be exported before what is to be approved", clerk,
			Dashboard{Payable: []payroll.PeriodState{{Period: current, SheetCounts: payroll.SheetCounts{Sheets: 2, Approved: 1}},
				{Period: current, SheetCounts: payroll.SheetCounts{Sheets: 2, Approved: 2}}},
				Periods: []payperiods.Progress{check}},
			"Hello · 1 period to export|payroll: main Period 2026-25 is approved, Period 2026-25 has ended but isn’t fully approved, approvals: " +
				"1 timesheet needs review, away"},
		{"shows what is coming", auth.Actor{Name: "Ann"}, Dashboard{Events: []events.Record{{}}}, "Hello, Ann|event main"},
		{"says which invitations were not sent", auth.Actor{Name: "Ann"}, Dashboard{Events: []events.Record{unsent("a"), unsent("b")},
			Sent: map[string]bool{"b": true}}, "Hello, Ann|event-tasks: main a: invitations not sent, event"},
		{"shows what is being sent", auth.Actor{Name: "Ann"}, Dashboard{Sends: []Send{{}}}, "Hello, Ann|sends"},
		{"of a new installation begins with its steps", auth.Actor{Name: "Ann"}, Dashboard{Setup: &Setup{}}, "Hello, Ann|setup first"},
		{"ends with the steps once hours can be entered", auth.Actor{Name: "Ann"}, Dashboard{Setup: &Setup{People: true, Codes: true}},
			"Hello, Ann|setup"},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.by.Language = i18n.EN
			page := p.page(x.by, x.d)
			date := strings.TrimPrefix(plain(page.Date), "Friday, November 20, 2026")
			var parts []string
			add := func(shown, main bool, part string) {
				if main {
					part += " main"
				}
				if shown {
					parts = append(parts, part)
				}
			}
			add(page.Overdue != nil, page.Overdue != nil && page.Overdue.Main, "overdue")
			for _, l := range append(page.Lists, lists(page.Events)...) {
				var lines []string
				for _, task := range l.Tasks {
					if task.Main {
						task.Text = "main " + task.Text
					}
					lines = append(lines, plain(task.Text))
				}
				add(true, false, strings.TrimSuffix(l.ID+": "+strings.Join(lines, ", "), ": "))
				add(l.Away != "", false, "away")
			}
			add(page.Next != nil, page.Next != nil && page.Next.Main, "event")
			add(len(page.Sends) > 0, false, "sends")
			add(page.Sheet != nil, page.Sheet != nil && page.Sheet.Main, "sheet")
			add(page.Setup != nil, false, "setup"+map[bool]string{true: " first"}[page.Setup != nil && page.Setup.First])
			add(page.Nothing, false, "nothing")
			if got := page.Title + date + "|" + strings.Join(parts, ", "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// unsent is an event in a month, with an audience of one address.
func unsent(id string) events.Record {
	starts := db.InstantOf(time.Date(2026, 12, 20, 18, 0, 0, 0, time.UTC))
	return events.Record{Event: events.Event{ID: id, State: events.Open, StartsAt: starts, EndsAt: starts + 1,
		Content: events.Contents{FR: events.Content{Title: id}}}, Audience: 1}
}

// Payroll's line of a period counts the timesheets that are due, as the page of payroll and that of the period do.
func TestTasks_payrollCounts(t *testing.T) {
	p, current := today(t)
	for _, x := range []struct {
		name   string
		counts payroll.SheetCounts
		sums   payroll.Sums
		want   string
	}{
		{"with people who have not submitted, those who have entered nothing among them", payroll.SheetCounts{Sheets: 57, Approved: 4, Unsent: 3,
			Missing: 2}, payroll.Sums{People: 4, Minutes: 60}, "Timesheets approved: 4 of 59 · 5 not submitted"},
		{"with people who have entered nothing, where the others are approved", payroll.SheetCounts{Sheets: 57, Approved: 57, Missing: 2},
			payroll.Sums{People: 57, Minutes: 60}, "Timesheets approved: 57 of 59 · 57 people · 1 h · 2 people haven’t entered anything"},
		{"with a timesheet of everyone, as what the export would have", payroll.SheetCounts{Sheets: 59, Approved: 59},
			payroll.Sums{People: 59, Minutes: 4424 * 60, Cents: 227237}, "59 people · 4,424 h · $2,272.37"},
		{"with a timesheet of everyone, all empty", payroll.SheetCounts{Sheets: 59, Approved: 59}, payroll.Sums{}, "Timesheets approved: 59 of 59"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := Dashboard{Payable: []payroll.PeriodState{{Period: current, SheetCounts: x.counts, Sums: x.sums}}}
			list := tasks{pages: p, by: auth.Actor{Role: auth.Payroll}, lang: i18n.EN, d: d}.payroll()
			if _, got, _ := strings.Cut(plain(list.Tasks[0].Note), " · "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// A list has at most five lines, and a line at most three names.
func TestTasks_AreFew(t *testing.T) {
	p, current := today(t)
	rows := make([]*payperiods.Row, 5)
	for i := range rows {
		rows[i] = &payperiods.Row{Employee: payperiods.Employee{ID: int64(i), Name: fmt.Sprint("E", i)}}
	}
	period := payperiods.Progress{Period: current, Waiting: 8, Check: rows, Ready: 3, Sheets: "1-1", Idle: rows[:1]}
	d := Dashboard{Pending: approvals.Counts{Sheets: 18, Leave: 4}, Periods: []payperiods.Progress{period, period},
		Leave: make([]approvals.Item, 4)}
	list := tasks{pages: p, by: auth.Actor{Supervises: true}, lang: i18n.EN, d: d}.approvals()
	var got []string
	for _, x := range list.Tasks {
		got = append(got, fmt.Sprintf("%s|%d %s|%s", x.Text, len(x.Names), x.More, x.Button))
	}
	want := []string{"5 timesheets need review|2 and 3 more|Review", "3 timesheets are ready|0 |Approve all 3",
		"5 timesheets need review|2 and 3 more|Review", "3 timesheets are ready|0 |Approve all 3", "4 leave requests|2 and 2 more|Review"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// Approving the ready sheets is the same form as on the page of the period.
func TestTasks_ApproveWhatIsReady(t *testing.T) {
	p, current := today(t)
	d := Dashboard{Periods: []payperiods.Progress{{Period: current, Ready: 2, Sheets: "7-1,8-3"}}}
	x := tasks{pages: p, by: auth.Actor{Supervises: true}, lang: i18n.EN, d: d}.approvals().Tasks[0]
	want := []ui.Hidden{{Name: "which", Value: "clean"}, {Name: "sheets", Value: "7-1,8-3"}}
	if x.Action != "/staff/periods/2026/25/approve" || !slices.Equal(x.Hidden, want) || x.Href != "" {
		t.Errorf("%+v", x)
	}
}

// A supervisor reminds with one click those who have entered nothing and were not reminded today.
func TestTasks_RemindWhoEnteredNothing(t *testing.T) {
	p := on(t, time.Date(2026, 11, 26, 13, 0, 0, 0, time.UTC))
	current := p.s.Periods.Current()
	idle := []*payperiods.Row{{Employee: payperiods.Employee{ID: 4}}, {Employee: payperiods.Employee{ID: 7}}, {Employee: payperiods.Employee{ID: 9}}}
	task := func(remind ...int64) ui.Task {
		d := Dashboard{Periods: []payperiods.Progress{{Period: current, Idle: idle}}, Remind: map[payperiods.Period][]int64{current: remind}}
		return tasks{pages: p, by: auth.Actor{Supervises: true}, lang: i18n.EN, d: d}.approvals().Tasks[0]
	}
	x := task(4, 9)
	if x.Button != "Remind" || x.Label != "Remind the 2 people who haven’t entered any hours for period 2026-25" ||
		x.Action != "/staff/periods/2026/25/remind" || x.Href != "" ||
		!slices.Equal(x.Hidden, []ui.Hidden{{Name: "employees", Value: "4,9"}}) {
		t.Errorf("two to remind: %+v", x)
	}
	if x := task(); x.Action != "" || x.Href != "/staff/periods/2026/25?state=incomplete" {
		t.Errorf("all were reminded today: %+v", x)
	}
}

// Once a period is over, a supervisor's task counts all who have not submitted, and says who of them has entered nothing.
func TestTasks_RemindWhoHasNotSubmitted(t *testing.T) {
	p := on(t, time.Date(2026, 11, 29, 13, 0, 0, 0, time.UTC))
	of, err := p.s.Periods.PeriodByNumber(2026, 25)
	if err != nil {
		t.Fatal(err)
	}
	idle := &payperiods.Row{Employee: payperiods.Employee{ID: 4, Name: "Ann"}, Warnings: []payperiods.Warning{{Kind: payperiods.NoSheet, N: 10}}}
	draft := &payperiods.Row{Employee: payperiods.Employee{ID: 7, Name: "Cid"}, Warnings: []payperiods.Warning{{Kind: payperiods.NotSubmitted}}}
	d := Dashboard{Periods: []payperiods.Progress{{Period: of, Idle: []*payperiods.Row{idle}, Open: []*payperiods.Row{idle, draft}}},
		Remind: map[payperiods.Period][]int64{of: {4, 7}}}
	x := tasks{pages: p, by: auth.Actor{Supervises: true}, lang: i18n.EN, d: d}.approvals().Tasks[0]
	if x.Text != "2 timesheets haven’t been submitted yet" || x.Label != "Remind the 2 people who haven’t submitted for period 2026-25" ||
		len(x.Names) != 2 || x.Names[0].Why != "no hours entered" || x.Names[1].Why != "" {
		t.Errorf("%+v", x)
	}
}

func TestTasks_open(t *testing.T) {
	p := on(t, time.Date(2026, 11, 26, 13, 0, 0, 0, time.UTC))
	current := p.s.Periods.Current()
	row := func(id int64) *payperiods.Row { return &payperiods.Row{Employee: payperiods.Employee{ID: id}} }
	d := Dashboard{Periods: []payperiods.Progress{{Period: current, Open: []*payperiods.Row{row(4), row(7), row(1), row(2), row(3), row(6)}},
		{Period: p.s.Periods.Calendar().Previous(current), Open: []*payperiods.Row{row(5)}}},
		Supervisors: map[int64]payperiods.Supervisor{2: {ID: 9, Name: "Ida"}, 3: {ID: 9, Name: "Ida"}, 4: {ID: 8, Name: "Max"},
			6: {ID: 9, Name: "Ida"}, 7: {ID: 8, Name: "Max"}}}
	list := tasks{pages: p, by: auth.Actor{Role: auth.Payroll}, lang: i18n.EN, d: d}.payroll().Tasks
	if len(list) != 1 {
		t.Fatalf("the list is %+v: it is about the current period, as the one before is exported", list)
	}
	x := list[0]
	var got []string
	for _, n := range x.Names {
		got = append(got, n.Text+" "+n.Why+" "+n.Href)
	}
	want := []string{"Ida (3) /staff/periods/2026/25?reports=direct&crew=9", "Max (2) /staff/periods/2026/25?reports=direct&crew=8",
		"No supervisor (1) "}
	if x.Text != "6 timesheets haven’t been submitted yet" || plain(x.Note) != "Period 2026-25 · Nov 15–28 · 2 days left" ||
		!slices.Equal(got, want) {
		t.Errorf("%s: %q", x.Text, got)
	}
}

// Payroll finds a period that has ended in one row, with the supervisors of those who have not submitted.
func TestTasks_payrollOfOnePeriod(t *testing.T) {
	p := on(t, time.Date(2026, 11, 29, 13, 0, 0, 0, time.UTC))
	of := p.s.Periods.Calendar().Previous(p.s.Periods.Current())
	row := func(id int64) *payperiods.Row { return &payperiods.Row{Employee: payperiods.Employee{ID: id}} }
	crews := []string{"Ida (2)", "Max (1)"}
	for _, x := range []struct {
		name, text, note string
		counts           payroll.SheetCounts
		open             []*payperiods.Row
		names            []string
	}{
		{"not wholly approved", "Period 2026-25 has ended but isn’t fully approved", "Nov 15–28 · Timesheets approved: 1 of 4 · 3 not submitted",
			payroll.SheetCounts{Sheets: 4, Approved: 1, Unsent: 3}, []*payperiods.Row{row(4), row(2), row(3)}, crews},
		{"approved, with people who have entered nothing", "Period 2026-25 is approved",
			"Nov 15–28 · Timesheets approved: 1 of 4 · 3 people haven’t entered anything",
			payroll.SheetCounts{Sheets: 1, Approved: 1, Missing: 3}, []*payperiods.Row{row(4), row(2), row(3)}, crews},
		{"submitted by all", "Period 2026-25 has ended but isn’t fully approved", "Nov 15–28 · Timesheets approved: 1 of 4",
			payroll.SheetCounts{Sheets: 4, Approved: 1, Waiting: 3}, nil, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := Dashboard{Periods: []payperiods.Progress{{Period: of, Open: x.open}}, Payable: []payroll.PeriodState{{Period: of, SheetCounts: x.counts}},
				Supervisors: map[int64]payperiods.Supervisor{2: {ID: 9, Name: "Ida"}, 3: {ID: 9, Name: "Ida"}, 4: {ID: 8, Name: "Max"}}}
			list := tasks{pages: p, by: auth.Actor{Role: auth.Payroll}, lang: i18n.EN, d: d}.payroll().Tasks
			if len(list) != 1 {
				t.Fatalf("%d rows: %+v", len(list), list)
			}
			var names []string
			for _, n := range list[0].Names {
				names = append(names, n.Text+" "+n.Why)
			}
			if note := plain(list[0].Note); list[0].Text != x.text || note != x.note || !slices.Equal(names, x.names) {
				t.Errorf("%s, %q, %q", list[0].Text, note, names)
			}
		})
	}
}

// That timesheets are not submitted is a task on the last three days of their period and, until payroll has exported it, after its end.
func TestTasks_submissionDue(t *testing.T) {
	for _, x := range []struct {
		name                string
		day                 int // of November 2026
		toExport            bool
		payroll, supervisor string // the period of the task
	}{
		{name: "not three days before the end", day: 25},
		{name: "two days before the end", day: 26, payroll: "2026-25", supervisor: "2026-25"},
		{name: "on the last day", day: 28, payroll: "2026-25", supervisor: "2026-25"},
		{name: "after the end", day: 29, toExport: true, payroll: "2026-25", supervisor: "2026-25"},
		{name: "after the export", day: 29, supervisor: "2026-25"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := on(t, time.Date(2026, 11, x.day, 13, 0, 0, 0, time.UTC))
			of, err := p.s.Periods.PeriodByNumber(2026, 25)
			if err != nil {
				t.Fatal(err)
			}
			row := []*payperiods.Row{{Employee: payperiods.Employee{ID: 4, Name: "Ann"}}}
			d := Dashboard{Periods: []payperiods.Progress{{Period: of, Open: row, Idle: row}}}
			if x.toExport {
				d.Payable = []payroll.PeriodState{{Period: of, SheetCounts: payroll.SheetCounts{Sheets: 2, Approved: 1, Unsent: 1}}}
			}
			find := func(list *views.List, text string) (period string) {
				if list == nil {
					return ""
				}
				for _, task := range list.Tasks {
					if said := task.Text + " " + plain(task.Note); strings.Contains(said, text) {
						_, period, _ = strings.Cut(said, "Period ")
						period, _, _ = strings.Cut(period, " ")
					}
				}
				return period
			}
			if got := find(tasks{pages: p, by: auth.Actor{Role: auth.Payroll}, lang: i18n.EN, d: d}.payroll(), "submitted"); got != x.payroll {
				t.Errorf("payroll: %q, want %q", got, x.payroll)
			}
			if got := find(tasks{pages: p, by: auth.Actor{Supervises: true}, lang: i18n.EN, d: d}.approvals(), "hasn’t"); got != x.supervisor {
				t.Errorf("supervisor: %q, want %q", got, x.supervisor)
			}
		})
	}
}

func TestSetup(t *testing.T) {
	all := Setup{Configured: Configured{Mail: true, Postal: true, Directory: true}, People: true, Codes: true, Event: true,
		Supervisors: true, Period: true}
	if n := all.left(); n != 0 {
		t.Errorf("%d steps are left when all is done", n)
	}
	all.Event, all.Postal, all.Directory = false, false, false
	out := setup(i18n.EN, all)
	var open []string
	for _, s := range out.Steps {
		if !s.Done {
			open = append(open, strings.TrimSpace(s.Title+" "+s.Href+" "+s.Also.Href))
		}
	}
	want := []string{"Add the mailing address /staff/settings/mail#senders",
		"Connect the customer directory /staff/settings/customers /staff/directory/uploads", "Create the first event /staff/events/new /staff/events"}
	for _, x := range []struct {
		name string
		done Setup
		main int // the step with the main button; -1: none
	}{
		{"a new installation begins with its first step", Setup{}, 0},
		{"the next one follows", Setup{People: true}, 1},
		{"a step that is done already is left out", Setup{People: true, Supervisors: true}, 2},
		{"once hours can be entered, the tasks come first", all, -1},
	} {
		t.Run(x.name, func(t *testing.T) {
			page := views.Page{Setup: setup(i18n.EN, x.done), Sheet: &views.Sheet{Open: true}}
			if markMain(&page, true) != (x.main < 0) {
				t.Error("the clock does not come after the steps")
			}
			if i := slices.IndexFunc(page.Setup.Steps, func(s views.Step) bool { return s.Main }); i != x.main || page.Sheet.Main {
				t.Errorf("step %d, and the sheet: %v", i, page.Sheet.Main)
			}
		})
	}
	if out.Note != "3 steps left." || out.First || !slices.Equal(open, want) {
		t.Errorf("%q first %v: %q", out.Note, out.First, open)
	}
}

func TestOverdue(t *testing.T) {
	_, current := today(t)
	line := func(minutes int64, state payperiods.State, warnings ...payperiods.Warning) payperiods.Row {
		s := own(current, minutes, state)
		s.Line.Warnings = warnings
		return s.Line
	}
	for _, x := range []struct {
		name string
		line payperiods.Row
		want bool
	}{
		{"a sheet with hours that is not submitted", line(480, payperiods.Draft), true},
		{"a draft without hours", line(0, payperiods.Draft), false},
		{"a submitted sheet", line(480, payperiods.Submitted), false},
		{"nothing where there should be something", line(0, payperiods.Missing, payperiods.Warning{Kind: payperiods.NoSheet, N: 10}), true},
		{"nothing where nothing should be", line(0, payperiods.Missing), false},
		{"a submitted sheet with another warning", line(480, payperiods.Submitted, payperiods.Warning{Kind: payperiods.Over}), false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := overdue(x.line); got != x.want {
				t.Errorf("overdue: %v", got)
			}
		})
	}
}

func TestPages_sheet_on_the_last_day(t *testing.T) {
	p, current := today(t)
	p.s.Periods = payperiods.NewService(nil, func() time.Time { return current.End.In(p.s.zone).Add(9 * time.Hour) },
		payperiods.Config{Calendar: p.s.Periods.Calendar(), Zone: p.s.zone})
	submit := "Submit /staff/time/2026-25?ask=submit true"
	for _, x := range []struct {
		name    string
		state   payperiods.State
		clocked bool
		change  func(*payperiods.Row)
		want    string
	}{
		{"a draft without a missing day is to be submitted", payperiods.Draft, false, func(*payperiods.Row) {}, submit},
		{"so is one that was changed since its approval", payperiods.Changed, false, func(*payperiods.Row) {}, submit},
		{"not while the clock runs", payperiods.Draft, true, func(*payperiods.Row) {}, "Open my timesheet /staff/time/2026-25 false"},
		{"not one that was submitted", payperiods.Submitted, false, func(*payperiods.Row) {}, "Open my timesheet /staff/time/2026-25 false"},
		{"not one with a warning", payperiods.Draft, false, func(r *payperiods.Row) {
			r.Warnings = []payperiods.Warning{{Kind: payperiods.LongDay, N: 990}}
		}, "Open my timesheet /staff/time/2026-25 false"},
	} {
		t.Run(x.name, func(t *testing.T) {
			sheet := own(current, 4800, x.state)
			for i := range sheet.Line.Days {
				sheet.Line.Days[i] = 480
			}
			x.change(&sheet.Line)
			s := p.sheet(i18n.EN, *sheet, x.clocked)
			if got := fmt.Sprint(s.Button, " ", s.Href, " ", s.Ready); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
			page := views.Page{Sheet: s}
			if clock := markMain(&page, true); clock == s.Ready || s.Main != s.Ready {
				t.Errorf("the main button is the clock's: %v, the sheet's: %v", clock, s.Main)
			}
		})
	}
}

// On the last day the button of the sheet is on the task, and not again on the card below.
func TestPages_sheet_is_submitted_from_one_place(t *testing.T) {
	p := on(t, time.Date(2026, 11, 28, 13, 0, 0, 0, time.UTC))
	current := p.s.Periods.Current()
	for name, x := range map[string]struct {
		periods []payperiods.Progress
		want    string
	}{
		"on the task where there are others": {[]payperiods.Progress{{Period: current, All: 3, Waiting: 1, Check: []*payperiods.Row{{}}}},
			"task Submit /staff/time/2026-25?ask=submit, card Open my timesheet /staff/time/2026-25"},
		"on the card where there is none": {nil, "card Submit /staff/time/2026-25?ask=submit"},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := own(current, 4800, payperiods.Draft)
			for i := range sheet.Line.Days {
				sheet.Line.Days[i] = 480
			}
			page := p.page(auth.Actor{Name: "Ann Roy", Supervises: true, Language: i18n.EN}, Dashboard{Own: sheet, Periods: x.periods})
			var places []string
			for _, l := range page.Lists {
				for _, task := range l.Tasks {
					if l.ID == "own" {
						places = append(places, "task "+task.Button+" "+task.Href)
					}
				}
			}
			places = append(places, "card "+page.Sheet.Button+" "+page.Sheet.Href)
			if got := strings.Join(places, ", "); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestPages_sheet(t *testing.T) {
	p, current := today(t)
	missing := []payperiods.Warning{{Kind: payperiods.MissingDays, N: 2}}
	week := func(r *payperiods.Row) { // the days of the first week until today have hours
		for i := 1; i <= 5; i++ {
			r.Days[i] = 480
		}
	}
	for _, x := range []struct {
		name   string
		state  payperiods.State
		change func(*payperiods.Row)
		want   string // the days; label and button; notes
	}{
		{"leads to the first day with no hours", payperiods.Draft, func(r *payperiods.Row) { r.Days[1], r.Warnings = 480, missing },
			".8!!!+. .....|Enter hours for Tue, Nov 17|2 days with no hours warn"},
		{"leads to today when nothing before is missing", payperiods.Draft, func(r *payperiods.Row) {
			week(r)
			r.Days[5] = 0
		}, ".8888+. .....|Enter today’s hours|No missing days through yesterday. You haven’t entered today’s hours yet. good"},
		{"of an approved sheet leads to no day, though today has no hours", payperiods.Approved, func(r *payperiods.Row) {
			week(r)
			r.Days[5] = 0
		}, ".8888+. .....|Open my timesheet|No missing days so far. good"},
		{"opens when nothing is missing", payperiods.Draft, week, ".88888. .....|Open my timesheet|No missing days so far. good"},
		{"that was not begun says so", payperiods.Missing, func(r *payperiods.Row) { r.Weeks[0].Hours.Regular = 0 },
			".!!!!+. .....|Not started Enter hours for Mon, Nov 16|"},
		{"is to be completed after half of it was submitted", payperiods.Submitted, func(r *payperiods.Row) {
			week(r)
			r.Warnings = []payperiods.Warning{{Kind: payperiods.MissingDays, N: 5}}
		}, ".88888. !!!!!|Complete week 2|5 days with no hours warn"},
		{"of an approved period misses nothing", payperiods.Approved, week, ".88888. .....|Open my timesheet|No missing days so far. good"},
		{"adds the leave of both weeks", payperiods.Draft, func(r *payperiods.Row) {
			week(r)
			r.Weeks[0].Leave, r.Weeks[1].Leave = 60, 120
		}, ".88888. .....|Open my timesheet|3 h of approved leave info, No missing days so far. good"},
		{"warns of overtime", payperiods.Draft, func(r *payperiods.Row) {
			week(r)
			r.Weeks[0].Hours.Overtime, r.Warnings = 60, []payperiods.Warning{{Kind: payperiods.Over, N: 60}}
		}, ".88888. .....|Open my timesheet|1 h overtime warn"},
		{"warns of a long day", payperiods.Draft, func(r *payperiods.Row) {
			week(r)
			r.Warnings = []payperiods.Warning{{Kind: payperiods.LongDay, N: 990}}
		}, ".88888. .....|Open my timesheet|long day of 16.5 h warn"},
		{"warns of a change", payperiods.Draft, func(r *payperiods.Row) {
			week(r)
			r.Warnings = []payperiods.Warning{{Kind: payperiods.SheetChanged}}
		}, ".88888. .....|Open my timesheet|changed since approval warn"},
	} {
		t.Run(x.name, func(t *testing.T) {
			sheet := own(current, 480, x.state)
			sheet.Line.Employee.FirstDay = db.MustDay("2020-01-01")
			x.change(&sheet.Line)
			s := p.sheet(i18n.EN, *sheet, false)
			var notes []string
			for _, n := range s.Notes {
				notes = append(notes, n.Text+" "+string(n.Tone))
			}
			cells := ""
			for i, d := range s.Days {
				switch d.State {
				case views.DayEntered:
					cells += d.Text
				case views.DayMissing:
					cells += "!"
				case views.DayDue:
					cells += "+"
				default:
					cells += "."
				}
				if i == 6 {
					cells += " "
				}
				if href := "/staff/time/2026-25?day=" + current.Start.Add(i).String(); !strings.HasPrefix(d.Href, href) {
					t.Errorf("day %d leads to %s", i, d.Href)
				}
			}
			cells = cells[:7] + " " + cells[9:14]
			got := plain(cells + "|" + strings.TrimSpace(s.Label+" "+s.Button) + "|" + strings.Join(notes, ", "))
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestDayCell(t *testing.T) {
	p, current := today(t)
	for _, x := range []struct {
		name    string
		state   payperiods.State
		day     int // from Sunday, November 15; today is 5
		minutes int64
		first   string // the first work day
		want    string // the state, the accessible name, and whether the day links to the form for hours
	}{
		{"hours are read out in full", payperiods.Draft, 1, 450, "2020-01-01", "entered Monday, November 16, 2026: 7.5 h"},
		{"hours of today", payperiods.Draft, 5, 450, "2020-01-01", "entered Friday, November 20, 2026: 7.5 h today"},
		{"a past day without hours", payperiods.Draft, 1, 0, "2020-01-01", "missing Monday, November 16, 2026: No hours enter"},
		{"a past day of a sheet that was not begun", payperiods.Missing, 1, 0, "2020-01-01",
			"missing Monday, November 16, 2026: No hours enter"},
		{"a past day of a submitted sheet", payperiods.Submitted, 1, 0, "2020-01-01", "missing Monday, November 16, 2026: No hours"},
		{"a coming day of a submitted sheet", payperiods.Submitted, 8, 0, "2020-01-01", "missing Monday, November 23, 2026: No hours"},
		{"a past day of an approved sheet", payperiods.Approved, 1, 0, "2020-01-01", "ahead Monday, November 16, 2026: {ahead}"},
		{"today without hours", payperiods.Draft, 5, 0, "2020-01-01", "due Friday, November 20, 2026: {due} enter today"},
		{"today before the first work day", payperiods.Draft, 5, 0, "2026-11-23", "ahead Friday, November 20, 2026: {ahead} enter today"},
		{"a past day before the first work day", payperiods.Draft, 1, 0, "2026-11-23", "ahead Monday, November 16, 2026: {ahead} enter"},
		{"a coming day", payperiods.Draft, 8, 0, "2020-01-01", "ahead Monday, November 23, 2026: {ahead} enter"},
		{"a past Sunday", payperiods.Draft, 0, 0, "2020-01-01", "off Sunday, November 15, 2026: {off} enter"},
		{"a coming Saturday", payperiods.Draft, 6, 0, "2020-01-01", "off Saturday, November 21, 2026: {off} enter"},
		{"a Saturday with hours", payperiods.Draft, 6, 60, "2020-01-01", "entered Saturday, November 21, 2026: 1 h"},
	} {
		t.Run(x.name, func(t *testing.T) {
			line := own(current, 480, x.state).Line
			line.Employee.FirstDay = db.MustDay(x.first)
			line.Days[x.day] = x.minutes
			c := dayCell(i18n.EN, line, current, x.day, p.s.Periods.Today())
			got := string(c.State) + " " + c.Spoken
			if strings.Contains(c.Href, paths.TimeOn(current.Year, current.Number, current.Start.Add(x.day).String(), true)) {
				got += " enter"
			}
			if c.Today {
				got += " today"
			}
			want := strings.NewReplacer("{ahead}", i18n.EN.T(i18n.MySheetAhead), "{due}", i18n.EN.T(i18n.MySheetDue), "{off}",
				i18n.EN.T(i18n.MySheetOff), "No hours", i18n.EN.T(i18n.MySheetMissing)).Replace(x.want)
			if plain(got) != plain(want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestTasks_rowName(t *testing.T) {
	p, current := today(t)
	warned := func(kind payperiods.Warning) payperiods.Row {
		return payperiods.Row{Employee: payperiods.Employee{ID: 4, Name: "Ann"}, Warnings: []payperiods.Warning{kind}}
	}
	sheet := warned(payperiods.Warning{Kind: payperiods.Over, N: 60})
	sheet.Sheets = []payperiods.Sheet{{ID: 7}}
	for _, x := range []struct {
		name string
		row  payperiods.Row
		want string // link and reason
	}{
		{"without a warning or a sheet", payperiods.Row{Employee: payperiods.Employee{ID: 4}}, "/staff/periods/2026/25/people/4?list=2026-25%3Fstate%3Dopen|"},
		{"whose state says already that there is no sheet", warned(payperiods.Warning{Kind: payperiods.NoSheet, N: 5}),
			"/staff/periods/2026/25/people/4?list=2026-25%3Fstate%3Dincomplete|"},
		{"with a sheet and a warning", sheet, "/staff/timesheets/7?list=2026-25%3Fstate%3Dcheck|1 h overtime"},
		{"that was changed since its approval", warned(payperiods.Warning{Kind: payperiods.SheetChanged}),
			"/staff/periods/2026/25/people/4?list=2026-25%3Fstate%3Dincomplete|changed"},
	} {
		t.Run(x.name, func(t *testing.T) {
			n := tasks{pages: p, lang: i18n.EN}.rowName(current)(&x.row)
			if got := plain(n.Href + "|" + n.Why); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// What a list says of sheets and leave: each line says its period, and the head says none.
func TestTasks_approvals(t *testing.T) {
	p, current := today(t)
	before := p.s.Periods.Calendar().Previous(current)
	rows := func(n int) (list []*payperiods.Row) {
		for i := range n {
			list = append(list, &payperiods.Row{Employee: payperiods.Employee{ID: int64(i), Name: fmt.Sprint("E", i)}})
		}
		return list
	}
	at := func(day, hour int) db.Instant { return db.InstantOf(time.Date(2026, 12, day, hour, 0, 0, 0, time.UTC)) }
	leave := func(n int, start, end db.Instant) (list []approvals.Item) {
		for range n {
			list = append(list, approvals.Item{Name: "Ann", Start: start, End: end})
		}
		return list
	}
	for _, x := range []struct {
		name string
		by   auth.Actor
		d    Dashboard
		want []string // of each task: its text, its note, its names and how many more
	}{
		{"sheets of the current period", auth.Actor{Supervises: true}, Dashboard{Pending: approvals.Counts{Sheets: 3},
			Periods: []payperiods.Progress{{Period: current, Waiting: 3, Check: rows(3), Ready: 1}}},
			[]string{"3 timesheets need review|Period 2026-25 · Nov 15–28 · 8 days left|E0 E1 E2|",
				"1 timesheet is ready|||"}},
		{"sheets of another period", auth.Actor{Supervises: true}, Dashboard{Periods: []payperiods.Progress{{Period: before, Check: rows(4),
			Ready: 1}}},
			[]string{"4 timesheets need review|Period 2026-24 · Nov 1–14|E0 E1|and 2 more",
				"1 timesheet is ready|||"}},
		{"leave of a day", auth.Actor{Supervises: true}, Dashboard{Pending: approvals.Counts{Leave: 3}, Leave: leave(3, at(7, 0), at(8, 0))},
			[]string{"3 leave requests||Ann Mon, Dec 7 Ann Mon, Dec 7 Ann Mon, Dec 7|"}},
		{"more leave than is read, of days", auth.Actor{Supervises: true},
			Dashboard{Pending: approvals.Counts{Leave: 12}, Leave: leave(10, at(7, 8), at(8, 16))},
			[]string{"12 leave requests||Ann Dec 7–8 Ann Dec 7–8|and 10 more"}},
		{"employees of a supervisor who have not submitted, not early in a period", auth.Actor{Supervises: true},
			Dashboard{Periods: []payperiods.Progress{{Period: before, Open: rows(4), Idle: rows(1)}, {Period: current, Open: rows(2), Idle: rows(1)}}},
			[]string{"4 timesheets haven’t been submitted yet|Period 2026-24 · Nov 1–14|E0 E1|and 2 more"}},
		{"employees who entered nothing are in the list of payroll", auth.Actor{Role: auth.Payroll}, Dashboard{
			Periods: []payperiods.Progress{{Period: current, Idle: rows(4), Ready: 2}}},
			[]string{"2 timesheets are ready|Period 2026-25 · Nov 15–28 · 8 days left||"}},
		{"a draft of the schedule that is not published, after what is late", auth.Actor{Supervises: true}, Dashboard{
			Draft:   schedule.Unpublished{Changes: schedule.Waiting{Shifts: 2, First: db.MustDay("2026-12-08"), Last: db.MustDay("2026-12-08")}},
			Periods: []payperiods.Progress{{Period: before, Open: rows(1)}}},
			[]string{"1 timesheet hasn’t been submitted yet|Period 2026-24 · Nov 1–14|E0|", "2 schedule changes aren’t published|Dec 6–12||"}},
		{"shifts of people who have left, before it", auth.Actor{Supervises: true}, Dashboard{Draft: schedule.Unpublished{
			Left:    schedule.Waiting{Shifts: 1, First: db.MustDay("2026-12-15"), Last: db.MustDay("2026-12-15")},
			Changes: schedule.Waiting{Shifts: 2, First: db.MustDay("2026-12-08"), Last: db.MustDay("2026-12-08")}}},
			[]string{"1 shift is scheduled for someone not employed that day|Dec 13–19||", "2 schedule changes aren’t published|Dec 6–12||"}},
		{"shifts of people of all teams who have left, for payroll", auth.Actor{Role: auth.Payroll}, Dashboard{Draft: schedule.Unpublished{
			Left: schedule.Waiting{Shifts: 1, First: db.MustDay("2026-12-15"), Last: db.MustDay("2026-12-15"), Crew: crews.Of(7)}}},
			[]string{"1 shift is scheduled for someone not employed that day|Dec 13–19||"}},
		{"of several weeks, with as many as the page shows", auth.Actor{Supervises: true}, Dashboard{
			Draft: schedule.Unpublished{Changes: schedule.Waiting{Shifts: 9, First: db.MustDay("2026-12-08"), Last: db.MustDay("2026-12-20")}}},
			[]string{"9 schedule changes aren’t published|Dec 6, 2026 – Jan 2, 2027||"}},
		{"the newer of two periods that are approved", auth.Actor{Supervises: true}, Dashboard{Periods: []payperiods.Progress{
			{Period: before, All: 2, Approved: 2}, {Period: current, All: 1, Approved: 1}}},
			[]string{"Everything is approved for period 2026-25|||"}},
		{"the older one, while sheets of the newer wait", auth.Actor{Supervises: true}, Dashboard{Periods: []payperiods.Progress{
			{Period: before, All: 2, Approved: 2}, {Period: current, All: 2, Approved: 1}}},
			[]string{"Everything is approved for period 2026-24|||"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			list := tasks{pages: p, by: x.by, lang: i18n.EN, d: x.d}.approvals()
			if list == nil {
				t.Fatal("there is no list")
			}
			if list.Note != "" {
				t.Errorf("the head says %q", list.Note)
			}
			var got []string
			for _, task := range list.Tasks {
				var names []string
				for _, n := range task.Names {
					names = append(names, strings.TrimSpace(n.Text+" "+n.Why))
				}
				got = append(got, plain(strings.Join([]string{task.Text, task.Note, strings.Join(names, " "), task.More}, "|")))
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("%q\nwant %q", got, x.want)
			}
		})
	}
}

func TestTasks_away(t *testing.T) {
	p, _ := today(t)
	for n, want := range map[int]string{0: "", 1: "On leave today: A", 6: "On leave today: A, B, C, D, E, F",
		7: "On leave today: A, B, C, D, E, F and 1 more"} {
		d := Dashboard{Away: strings.Split("A B C D E F G", " ")[:n]}
		if got := plain(tasks{pages: p, lang: i18n.EN, d: d}.away()); got != want {
			t.Errorf("%d who are away are told as %q, want %q", n, got, want)
		}
	}
}

// That no one is on leave stands beside who works, and has a line of its own only where no one works.
func TestTasks_no_one_on_leave(t *testing.T) {
	p, _ := today(t)
	lines := func(d Dashboard) string {
		d.Draft = schedule.Unpublished{Changes: schedule.Waiting{Shifts: 2, First: db.MustDay("2026-12-08"), Last: db.MustDay("2026-12-08")}}
		list := tasks{pages: p, by: auth.Actor{Supervises: true}, lang: i18n.EN, d: d}.approvals()
		return list.NoLeave + "|" + list.Away
	}
	for want, d := range map[string]Dashboard{
		"no one on leave|":           {Working: 4},
		"|On leave today: A":         {Working: 4, Away: []string{"A"}},
		"|No one is on leave today.": {},
	} {
		if got := plain(lines(d)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Where the company's pay days are known, a task of payroll has that of its period, and says how late it is.
func TestTasks_pay_day(t *testing.T) {
	for _, x := range []struct {
		name, now, want string
		tone            ui.Tone
	}{
		{"before it", "2026-11-18T13:00:00Z", "Timesheets approved: 2 of 2 · payday Nov 19", ui.Accent},
		{"on it", "2026-11-19T13:00:00Z", "Timesheets approved: 2 of 2 · payday Nov 19", ui.Accent},
		{"the day after", "2026-11-20T13:00:00Z", "Timesheets approved: 2 of 2 · payday Nov 19 · 1 day late", ui.Bad},
		{"a while after", "2026-11-25T13:00:00Z", "Timesheets approved: 2 of 2 · payday Nov 19 · 6 days late", ui.Bad},
	} {
		t.Run(x.name, func(t *testing.T) {
			now, err := time.Parse(time.RFC3339, x.now)
			if err != nil {
				t.Fatal(err)
			}
			p := on(t, now)
			c := p.s.Periods.Calendar()
			p.s.Periods = payperiods.NewService(nil, func() time.Time { return now }, payperiods.Config{Calendar: c, Zone: time.UTC, PayDayAfter: 5})
			d := Dashboard{Payable: []payroll.PeriodState{{Period: c.At(db.MustDay("2026-11-14")), SheetCounts: payroll.SheetCounts{Sheets: 2, Approved: 2}}}}
			task := tasks{pages: p, by: auth.Actor{Role: auth.Payroll}, lang: i18n.EN, d: d}.payroll().Tasks[0]
			if note := plain(task.Note); !strings.HasSuffix(note, x.want) || task.Tone != x.tone {
				t.Errorf("%q, %v; want %q, %v", note, task.Tone, x.want, x.tone)
			}
		})
	}
}

// A task says since when the oldest of its items has waited, from a day on; payroll's says when the period ended.
func TestTasks_waiting(t *testing.T) {
	p := on(t, time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC))
	before := p.s.Periods.Calendar().Previous(p.s.Periods.Current())
	ago := func(hours int) db.Instant { return db.InstantOf(p.s.now().Add(-time.Duration(hours) * time.Hour)) }
	check := &payperiods.Row{Employee: payperiods.Employee{Name: "Ann"}}
	d := Dashboard{Periods: []payperiods.Progress{{Period: before, Check: []*payperiods.Row{check}, CheckSince: ago(75), Ready: 2, ReadySince: ago(23)}},
		Pending: approvals.Counts{Leave: 1}, Leave: []approvals.Item{{Name: "Bea", At: ago(50)}},
		Payable: []payroll.PeriodState{{Period: before, SheetCounts: payroll.SheetCounts{Sheets: 2, Approved: 2}}, {Period: before, Away: true}}}
	list := tasks{pages: p, by: auth.Actor{Supervises: true}, lang: i18n.EN, d: d}.approvals()
	list.Tasks = append(list.Tasks, tasks{pages: p, by: auth.Actor{Role: auth.Payroll}, lang: i18n.EN, d: d}.payroll().Tasks...)
	for i, want := range []string{"Period 2026-24 · Nov 1–14 · pending since Tuesday", "",
		"Pending since Wednesday",
		"Nov 1–14 · Timesheets approved: 2 of 2 · ended 6 days ago", "Nov 1–14 · ended 6 days ago"} {
		if got := plain(list.Tasks[i].Note); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestTasks_note(t *testing.T) {
	for day, want := range map[int]string{20: "8 days left", 27: "1 day left", 28: "last day"} {
		p := on(t, time.Date(2026, 11, day, 13, 0, 0, 0, time.UTC))
		if got := plain(tasks{pages: p, lang: i18n.EN}.note(p.s.Periods.Current())); got != "Period 2026-25 · Nov 15–28 · "+want {
			t.Errorf("on November %d it says %q", day, got)
		}
	}
}

// The names of supervisors are not those of whose sheets are missing, and what a line leaves out is a click away.
func TestList(t *testing.T) {
	p := on(t, time.Date(2026, 11, 27, 13, 0, 0, 0, time.UTC))
	current := p.s.Periods.Current()
	var rows []*payperiods.Row
	boss := map[int64]payperiods.Supervisor{}
	for i := range int64(4) {
		rows = append(rows, &payperiods.Row{Employee: payperiods.Employee{ID: i, Name: fmt.Sprint("E", i)}})
		boss[i] = payperiods.Supervisor{ID: 10 + i, Name: fmt.Sprint("B", i)}
	}
	d := Dashboard{Pending: approvals.Counts{Leave: 4}, Leave: make([]approvals.Item, 4), Supervisors: boss,
		Periods: []payperiods.Progress{{Period: current, Open: rows, Check: rows}}}
	page := p.page(auth.Actor{Role: auth.Payroll, Language: i18n.EN}, d)
	var html strings.Builder
	if err := views.Today(layout.Frame{Lang: i18n.EN}, page).Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	lines := htmltest.Parse(t, html.String()).Find(".task")
	for i, x := range []struct{ name, names, more string }{
		{"sheets that are not submitted, by supervisor", "By supervisor: B0 (1)B1 (1)and 2 more", "/staff/periods/2026/25"},
		{"sheets to review", "E0E1and 2 more", "/staff/periods/2026/25?state=check"},
		{"leave", "and 2 more", "/staff/approvals?kind=leave"},
	} {
		t.Run(x.name, func(t *testing.T) {
			names := plain(strings.Join(strings.Fields(lines.Eq(i).Find(".task-names").Text()), " "))
			if !strings.HasSuffix(names, x.names) {
				t.Errorf("%q, want %q", names, x.names)
			}
			if got := lines.Eq(i).Find(".task-more a").AttrOr("href", ""); got != x.more {
				t.Errorf("the rest is at %q, want %q", got, x.more)
			}
		})
	}
}

func TestTasks_until(t *testing.T) {
	p, _ := today(t)
	for day, want := range map[int]string{19: "in progress", 20: "today", 21: "in 1 day", 22: "in 2 days"} {
		if got := plain(tasks{pages: p, lang: i18n.EN}.until(time.Date(2026, 11, day, 1, 0, 0, 0, time.UTC))); got != want {
			t.Errorf("an event on November %d begins %q, want %q", day, got, want)
		}
	}
}

func TestTasks_events(t *testing.T) {
	p, _ := today(t)
	with := func(id string, change func(*events.Record)) events.Record {
		e := unsent(id)
		change(&e)
		return e
	}
	past := p.s.now().Add(-time.Hour)
	d := Dashboard{Events: []events.Record{
		with("a", func(e *events.Record) { e.Audience = 0 }), with("b", func(e *events.Record) { e.Audience = 2 }), unsent("c"),
		with("d", func(e *events.Record) { e.State = events.Closed }), with("e", func(e *events.Record) { e.Deadline = db.InstantOf(past) }),
	}, Sent: map[string]bool{"c": true}, ToCheck: map[string]int64{"a": 3, "c": 1}}
	view := tasks{pages: p, lang: i18n.EN, d: d}
	var got []string
	for _, x := range view.events().Tasks {
		got = append(got, plain(x.Text+"|"+x.Note))
	}
	if want := []string{"a: no audience yet|In 30 days", "3 responses to review|a · in 30 days",
		"b: invitations not sent|Audience: 2 · in 30 days", "1 response to review|c · in 30 days"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	next := view.nextEvent()
	if next.Title != "a" || len(next.Later) != 4 || next.Trend != nil || next.Button != "" ||
		next.People != "No invitations sent" || next.Later[0].Button != "" || next.Later[0].People != "Audience: 2 · not sent" {
		t.Errorf("the next event, whose list is a task, is %+v", next)
	}
	t.Run("an example is a task only without other events, and says that it is one", func(t *testing.T) {
		example := with("x", func(e *events.Record) { e.Source, e.Audience = events.BuiltIn, 0 })
		view := tasks{pages: p, lang: i18n.EN, d: Dashboard{Events: []events.Record{unsent("c"), example}, Sent: map[string]bool{"c": true}}}
		if list := view.events(); list != nil {
			t.Errorf("beside another event: %+v", list.Tasks)
		}
		if next := view.nextEvent(); strings.Contains(next.When, "Example") || !strings.HasSuffix(next.Later[0].When, " · Example") {
			t.Errorf("when: %q, %q", next.When, next.Later[0].When)
		}
		view.d.Events = view.d.Events[1:]
		if list := view.events(); list == nil || len(list.Tasks) != 1 {
			t.Errorf("alone: %+v", list)
		}
	})
	view.d.Recent = map[db.Instant]int64{db.InstantOf(past): 2}
	if next := view.nextEvent(); next.Trend == nil || plain(next.Lately) != "2 registrations in the last 7 days" {
		t.Errorf("with registrations it is %+v", next)
	}
}

func TestPages_sends(t *testing.T) {
	p, _ := today(t)
	p.s.Campaigns = campaigns.NewService(nil, time.Now, campaigns.Options{})
	for _, x := range []struct {
		status   campaigns.State
		reminder int64
		want     string // the kind, the status, what staff can do, whether it moves
	}{
		{campaigns.Scheduled, 0, "Invitation · Nov\u00a030, 2:30\u00a0p.m., Scheduled, nothing, false"}, {campaigns.Sending, 4, "Reminder, Sending, nothing, true"},
		{campaigns.Paused, 0, "Invitation, Paused, Resume, false"}, {campaigns.Interrupted, 0, "Invitation, Interrupted, Resume, false"},
	} {
		s := p.sends(i18n.EN, []Send{{Campaign: campaigns.Campaign{State: x.status, ReminderOf: x.reminder,
			StartsAt: db.InstantOf(time.Date(2026, 11, 30, 14, 30, 0, 0, time.UTC)), StartedAt: map[bool]db.Instant{true: 1}[x.status != campaigns.Scheduled],
			Counts: campaigns.Counts{Total: 10, Sent: 5, Failed: 1, Pending: 4}}}})[0]
		act := "nothing"
		if s.Act != nil {
			act = s.Act.Label
		}
		if got := fmt.Sprintf("%s, %s, %s, %v", s.Kind, s.State.Text, act, s.Moves); got != x.want {
			t.Errorf("%s is shown as %q, want %q", x.status, got, x.want)
		}
		if want := map[bool]string{true: "Not started yet", false: "Sent: 5 of 10"}[x.status == campaigns.Scheduled]; s.Bar.Text != want {
			t.Errorf("5 of 10 that are sent are shown as %+v", s.Bar)
		}
	}
}

func TestPages_event(t *testing.T) {
	p, _ := today(t)
	for _, x := range []struct {
		capacity *int64
		want     string
	}{{nil, "none"}, {new(int64(10)), "warn"}, {new(int64(11)), ""}, {new(int64(9)), "warn"}} {
		got := "none"
		e := tasks{pages: p, lang: i18n.EN}.event(events.Record{Headcount: 10, Event: events.Event{Capacity: x.capacity}})
		if e.Gauge != nil {
			got = string(e.Gauge.Tone)
		}
		if x.want == "none" && e.People != "10 expected guests · no limit" {
			t.Errorf("without a limit: %q", e.People)
		}
		if got != x.want {
			t.Errorf("10 people of %v are shown as %q, want %q", x.capacity, got, x.want)
		}
	}
}

// There is no bar before the first invitation: an empty one would mean that no guest comes. The button then leads to the invitations.
func TestPages_event_uninvited(t *testing.T) {
	p, _ := today(t)
	const registrations = "/staff/events/gala/rsvps"
	for _, x := range []struct {
		name             string
		sent             bool
		people, audience int64
		gauge            bool
		says, href       string
	}{
		{"nobody is in the audience", false, 0, 0, false, "Aucune invitation envoyée", "/staff/events/gala/audience"},
		{"an audience that nothing was sent to", false, 0, 5, false, "Liste d’invités\u00a0: 5 · rien d’envoyé", "/staff/events/gala/send"},
		{"nobody is invited, but somebody comes", false, 1, 5, true, "Aucune invitation envoyée", registrations},
		{"nobody comes yet", true, 0, 5, true, "Aucune invitation envoyée", registrations},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := Dashboard{Sent: map[string]bool{"gala": x.sent}}
			gala := events.Event{ID: "gala", Capacity: new(int64(9))}
			e := tasks{pages: p, lang: i18n.FR, d: d}.event(events.Record{Headcount: x.people, Audience: x.audience, Event: gala})
			if (e.Gauge != nil) != x.gauge || (e.People == x.says) == x.gauge || e.ButtonHref != x.href {
				t.Errorf("bar %v, %q, the button leads to %s", e.Gauge, e.People, e.ButtonHref)
			}
		})
	}
}

// endedWrite is a test write that began at a time and has failed.
func endedWrite(at time.Time, err error) *testWrite {
	done := make(chan struct{})
	close(done)
	return &testWrite{at, done, err}
}

// A database that accepts connections and does not answer, or has no connection left, is unavailable before a load balancer gives up.
func TestService_Health_of_a_database_that_hangs(t *testing.T) {
	for _, x := range []struct {
		name string
		hang func(t *testing.T, w *dbtest.Wire, d *db.DB)
	}{
		{"the server does not answer", func(_ *testing.T, w *dbtest.Wire, _ *db.DB) { w.Freeze() }},
		{"every connection is in use", func(t *testing.T, _ *dbtest.Wire, d *db.DB) {
			begun, release, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
			go func() {
				ended <- d.Write(t.Context(), func(context.Context, *db.Tx) error { close(begun); <-release; return nil })
			}()
			<-begun
			t.Cleanup(func() { close(release); <-ended })
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := dbtest.NewWire(t, dbtest.URL(t, db.Postgres))
			d, err := db.Open(t.Context(), w.URL(), db.Options{Conns: 1})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { d.Close() })
			at := time.Now()
			s := NewService(d, func() time.Time { return at }, "test")
			if err := s.Health(t.Context()); err != nil {
				t.Fatal(err)
			}
			x.hang(t, w, d)
			for range 2 {
				begun := time.Now()
				at = at.Add(writeInterval)
				err := s.Health(t.Context())
				if took := time.Since(begun); errs.KindOf(err) != errs.KindStorage || took > 2*checkTimeout {
					t.Errorf("after %v: %v", took, err)
				}
			}
		})
	}
}

// A caller within a second gets the result of the last test write; after it, and when the clock was set back, storage is tried again.
func TestService_Health(t *testing.T) {
	at := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	s := NewService(dbtest.OpenSQLite(t), func() time.Time { return at }, "test")
	for _, x := range []struct {
		name  string
		since time.Duration // the last trial, which failed
		well  bool
	}{
		{"just after a trial that failed", 0, false}, {"less than a second after it", time.Second - 1, false}, {"a second after it",
			time.Second, true},
		{"before it, as the clock was set back", -time.Second, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			s.lastWrite = endedWrite(at.Add(-x.since), errors.New("no space left"))
			err := s.Health(t.Context())
			if (err == nil) != x.well || err != nil && errs.KindOf(err) != errs.KindStorage {
				t.Errorf("got %v", err)
			}
		})
	}
	s.lastWrite = endedWrite(at, &errs.Error{Kind: errs.KindStorage, Code: "commit_unknown"})
	if err := s.Health(t.Context()); !errs.HasCode(err, "commit_unknown") {
		t.Errorf("what says already that it is unavailable: %v", err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := s.Health(gone); !errors.Is(err, context.Canceled) || errs.KindOf(err) == errs.KindStorage {
		t.Errorf("a caller who is gone: %v", err)
	}
	s.Drain()
	if err := s.Health(t.Context()); !errs.IsDraining(err) {
		t.Errorf("while it drains: %v", err)
	}
}

func TestParagraphs(t *testing.T) {
	var got []string
	for _, p := range paragraphs("Send **`Idempotency-Key`** or **not**.\n\nThen `GET` it.") {
		for _, s := range p {
			got = append(got, fmt.Sprintf("%s %v %v", s.Text, s.Strong, s.Code))
		}
		got = append(got, "|")
	}
	want := []string{"Send  false false", "Idempotency-Key true true", " or  false false", "not true false", ". false false", "|",
		"Then  false false",
		"GET false true", " it. false false", "|"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTasks_done(t *testing.T) {
	_, current := today(t)
	for _, x := range []struct {
		name     string
		progress payperiods.Progress
		want     bool
	}{
		{"everyone's time is approved", payperiods.Progress{Period: current, All: 2, Approved: 2}, true},
		{"some time is not approved", payperiods.Progress{Period: current, All: 2, Approved: 1}, false},
		{"nobody has any time", payperiods.Progress{Period: current}, false},
		{"somebody has entered nothing", payperiods.Progress{Period: current, All: 2, Approved: 2, Idle: []*payperiods.Row{{}}}, false},
		{"somebody has not submitted", payperiods.Progress{Period: current, All: 2, Approved: 2, Open: []*payperiods.Row{{}}}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := tasks{lang: i18n.EN, d: Dashboard{Periods: []payperiods.Progress{x.progress}}}.done()
			if (got != nil) != x.want {
				t.Errorf("%+v", got)
			}
		})
	}
}

// The shift of today stands in the card of the clock; one of another day, or without a clock, stands below the timesheet.
func TestTasks_shiftToday(t *testing.T) {
	p, current := today(t)
	at := func(day db.Day, hour int) db.Instant {
		return db.InstantOf(day.In(time.UTC).Add(time.Duration(hour) * time.Hour))
	}
	shift := func(days int) schedule.Next {
		day := p.s.Periods.Today().Add(days)
		return schedule.Next{Shift: &schedule.Plan{Day: day, Start: at(day, 8), End: at(day, 16)}}
	}
	for _, x := range []struct {
		name  string
		d     Dashboard
		clock string
		also  bool
	}{
		{"of today", Dashboard{Clock: &clockings.Clock{}, Next: shift(0)}, "Today’s shift: 8:00 a.m. – 4:00 p.m.", false},
		{"of tomorrow", Dashboard{Clock: &clockings.Clock{}, Next: shift(1)}, "", true},
		{"without a clock", Dashboard{Next: shift(0)}, "", true},
		{"of none", Dashboard{Clock: &clockings.Clock{}}, "", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.d.Own = own(current, 0, payperiods.Missing)
			d := tasks{pages: p, lang: i18n.EN, d: x.d}
			also := slices.ContainsFunc(d.also(), func(l views.Line) bool { return l.Label == i18n.ScheduleNextShift.EN })
			if got := plain(d.shiftToday()); got != x.clock || also != x.also {
				t.Errorf("%q, below the timesheet: %v", got, also)
			}
		})
	}
}

// Of tasks of one period that follow each other, the first says it.
func TestSayPeriodOnce(t *testing.T) {
	for _, x := range []struct {
		name       string
		notes      []string
		wantSecond string
	}{
		{"with more to say", []string{"Period 1 · Nov 1 · pending for 1 day", "Period 1 · Nov 1 · pending for 2 days"}, "Pending for 2 days"},
		{"with nothing more to say", []string{"Period 1 · Nov 1", "Period 1 · Nov 1"}, ""},
		{"below a task of another period", []string{"Period 2 · Nov 15", "Period 1 · Nov 1"}, "Period 1 · Nov 1"},
		{"of a period whose name begins alike", []string{"Period 1 · Nov 10", "Period 1 · Nov 1"}, "Period 1 · Nov 1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			list := []ui.Task{{Note: x.notes[0]}, {Note: x.notes[1]}}
			sayPeriodOnce(list, "Period 1 · Nov 1")
			if list[0].Note != x.notes[0] || list[1].Note != x.wantSecond {
				t.Errorf("%q, %q", list[0].Note, list[1].Note)
			}
		})
	}
}
