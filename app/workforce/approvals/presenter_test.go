package approvals

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/timesheets"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/approvals"
	"presence/views/workforce/review"
)

var toronto = func() *time.Location {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		panic(err)
	}
	return zone
}()

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, toronto)

// present is a presenter of an empty queue, whose service has no database.
func present(v View) *presenter {
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		panic(err)
	}
	now := func() time.Time { return noon }
	periods := payperiods.NewService(nil, now, payperiods.Config{Calendar: calendar, Zone: toronto})
	s := NewService(nil, Options{Zone: toronto, Now: now, Time: mytime.NewService(nil, now, toronto, mytime.Parts{Periods: periods})})
	return &presenter{s: s, lang: i18n.EN, view: v}
}

// local is a moment of Toronto: 2026-12-07 08:00.
func local(text string) db.Instant {
	at, err := time.ParseInLocation("2006-01-02 15:04", text, toronto)
	if err != nil {
		panic(err)
	}
	return db.InstantOf(at)
}

// plain is a text with ordinary spaces.
func plain(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

func TestPresenter_leaveTimes(t *testing.T) {
	for _, x := range []struct{ name, start, end, want string }{
		{"one whole day", "2026-12-07 00:00", "2026-12-08 00:00", "December 7, 2026"},
		{"several whole days", "2026-12-07 00:00", "2026-12-10 00:00", "Dec 7–9, 2026"},
		{"hours of a day", "2026-12-07 08:00", "2026-12-07 12:30", "Monday, December 7, 2026, 8:00 a.m. – 12:30 p.m."},
		{"from midnight to the morning", "2026-12-07 00:00", "2026-12-07 06:00", "Monday, December 7, 2026, 12:00 a.m. – 6:00 a.m."},
		{"from half past midnight", "2026-12-07 00:30", "2026-12-08 00:00", "From Dec 7, 2026 at 12:30 a.m. to Dec 8, 2026 at 12:00 a.m."},
		{"from the morning to midnight", "2026-12-07 08:00", "2026-12-09 00:00", "From Dec 7, 2026 at 8:00 a.m. to Dec 9, 2026 at 12:00 a.m."},
		{"until half past midnight", "2026-12-07 00:00", "2026-12-08 00:30", "From Dec 7, 2026 at 12:00 a.m. to Dec 8, 2026 at 12:30 a.m."},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := plain(present(View{}).leaveTimes(local(x.start), local(x.end))); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_decisions(t *testing.T) {
	for _, x := range []struct {
		kind         Kind
		state        State
		badge, verbs string
	}{
		{Sheet, Open, "draft ", "approve Approve"},
		{Sheet, Pending, "submitted ", "approve Approve, refuse Send back"},
		{Sheet, Accepted, "approved ", "withdraw Remove approval"},
		{Sheet, Declined, "refused Sent back", "approve Approve"},
		{Leave, Pending, "pending ", "approve Approve, refuse Decline, escalate Escalate"},
		{Leave, Escalated, "pending Escalated", "approve Approve, refuse Decline"},
		{Leave, Accepted, "approved ", "withdraw Cancel leave"},
		{Leave, Declined, "refused ", "approve Approve"},
		{Leave, Cancelled, "draft Cancelled", ""},
		{Expense, Pending, "pending ", "approve Approve, refuse Decline"},
		{Expense, Accepted, "approved ", "withdraw Remove approval"},
		{Expense, Declined, "refused ", "approve Approve"},
		{Expense, Open, "draft ", "approve Approve"},
	} {
		t.Run(fmt.Sprintf("%s that is %s", x.kind, x.state), func(t *testing.T) {
			d, i := present(View{Tab: Waiting}), Item{Ref: Ref{x.kind, 7}, State: x.state, LeaveType: "Vacation"}
			state, label := d.state(i)
			if got := string(state) + " " + label; got != x.badge {
				t.Errorf("the badge is %q, want %q", got, x.badge)
			}
			var verbs []string
			if form := d.decisionForm(i); form != nil {
				for _, v := range form.Verbs {
					verbs = append(verbs, v.Value+" "+v.Label)
					if v.Main != (v.Value == "approve") {
						t.Errorf("%s is the main button: %v", v.Value, v.Main)
					}
					if asked := x.state == Pending || x.state == Escalated; (v.Kind == ui.Primary) != (v.Main && asked) {
						t.Errorf("%s looks like %q, asked for: %v", v.Value, v.Kind, asked)
					}
				}
			}
			if got := strings.Join(verbs, ", "); got != x.verbs {
				t.Errorf("it offers %q, want %q", got, x.verbs)
			}
		})
	}
}

// The badge of an open item is that of its row.
func TestPresenter_state_of_a_changed_sheet(t *testing.T) {
	state, _ := present(View{Tab: Waiting}).state(Item{Ref: Ref{Sheet, 7}, State: Pending, Changed: true})
	if state != ui.StateChanged {
		t.Errorf("the badge is %q", state)
	}
}

func TestPresenter_row(t *testing.T) {
	sheet := Item{Ref: Ref{Sheet, 7}, Version: 3, Name: "Ann", State: Pending, Minutes: 480, Cents: 4250, Day: db.MustDay("2026-11-15")}
	two := []Item{sheet, {Ref: Ref{Leave, 8}, LeaveType: "Sick"}}
	for _, x := range []struct {
		name, want string
		tab        Tab
		list       []Item
		change     func(*Item)
	}{
		{"of a sheet has its hours, its money and a box to tick", "Timesheet 2026-25 · 8 h · $42.50   sheet-7-3 480 4250", Waiting, two, nil},
		{"of a sheet without expenses has no money", "Timesheet 2026-25 · 8 h   sheet-7-3 480 0", Waiting, two, func(i *Item) { i.Cents = 0 }},
		{"of a sheet of the API has no period", "Timesheet · 8 h · $42.50   sheet-7-3 480 4250", Waiting, two,
			func(i *Item) { i.Day = db.Day{} }},
		{"alone has no box", "Timesheet 2026-25 · 8 h · $42.50    0 0", Waiting, two[:1], nil},
		{"of what is decided has no box", "Timesheet 2026-25 · 8 h · $42.50    0 0", Approved, two, nil},
		{"of a sheet that changed says so while it waits", "Timesheet 2026-25 · 8 h · $42.50 changed Changed sheet-7-3 480 4250", Waiting,
			two, func(i *Item) { i.Changed = true }},
		{"says it nowhere else", "Timesheet 2026-25 · 8 h · $42.50    0 0", Changed, two, func(i *Item) { i.Changed = true }},
		{"of leave that was passed on says so", "Sick leave · December 7, 2026 pending Escalated leave-7-3 0 0", Waiting, two, func(i *Item) {
			*i = Item{Ref: Ref{Leave, 7}, Version: 3, State: Escalated, LeaveType: "Sick", Start: local("2026-12-07 08:00"),
				End: local("2026-12-08 00:00")}
		}},
		{"of an expense has its day, and its amount apart", "$42.50 Nov 16 · Lunch   expense-7-3 0 4250", Waiting, two, func(i *Item) {
			*i = Item{Ref: Ref{Expense, 7}, Version: 3, Cents: 4250, Day: db.MustDay("2026-11-16"), Description: "Lunch"}
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			d, i := present(View{Tab: x.tab}), sheet
			if x.change != nil {
				x.change(&i)
			}
			d.queue.Items = x.list
			r := d.row(i)
			if got := plain(fmt.Sprintf("%s %s %s %s %d %d", strings.TrimSpace(r.Amount+" "+r.What),
				r.State, r.Label, r.Tick, r.Minutes, r.Cents)); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if r.Current {
				t.Error("nothing is open, and the row is current")
			}
			d.queue.Open = &Context{Item: i}
			if !d.row(i).Current {
				t.Error("the row of the open item is not current")
			}
		})
	}
}

func TestPresenter_addPaging(t *testing.T) {
	items := []Item{{Ref: Ref{Sheet, 7}, At: 1}, {Ref: Ref{Leave, 8}, At: 2, LeaveType: "Sick"}}
	for _, x := range []struct {
		name  string
		view  View
		queue QueuePage
		want  string // start, more, the title of an empty list, whether many can be approved at once
	}{
		{"has no link from a page that has every item", View{Tab: Waiting}, QueuePage{Items: items}, "||You’re all caught up|true"},
		{"continues after the last item where there are more", View{Tab: Waiting, Open: Ref{Sheet, 7}},
			QueuePage{Items: items, From: 50, More: true},
			"/staff/approvals|/staff/approvals?from=100|You’re all caught up|true"},
		{"leads back to the start", View{Tab: Approved, From: 50, Open: Ref{Sheet, 7}}, QueuePage{Items: items, From: 50},
			"/staff/approvals?tab=approved||Nothing here|false"},
		{"offers one item alone no button for many", View{Tab: Waiting}, QueuePage{Items: items[:1]}, "||You’re all caught up|false"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := present(x.view)
			d.queue = x.queue
			p := d.page()
			if got := fmt.Sprintf("%s|%s|%s|%v", p.Start, p.More, p.Empty.Title, p.Bulk != nil); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if p.Item != nil {
				t.Error("an item is shown where none is open")
			}
		})
	}
}

// cleanRow is a row that can be approved without a review.
func cleanRow() *payperiods.Row {
	return &payperiods.Row{Sheets: []payperiods.Sheet{{ID: 1, State: payperiods.Submitted, Active: true}}}
}

// Each part of the waiting items has a heading with its number, unless there is only one part.
func TestPresenter_rows(t *testing.T) {
	warned, fine := &payperiods.Row{Warnings: make([]payperiods.Warning, 1)}, cleanRow()
	item := func(kind Kind, id int64, row *payperiods.Row, changed bool) Item {
		return Item{Ref: Ref{kind, id}, Day: db.MustDay("2026-11-15"), LeaveType: "Sick", Row: row, Changed: changed}
	}
	mixed := []Item{item(Sheet, 1, nil, false), item(Sheet, 2, warned, false), item(Sheet, 3, &payperiods.Row{}, true), item(Sheet, 4, fine, false),
		item(Leave, 5, nil, false), item(Leave, 6, nil, false), item(Leave, 7, nil, false)}
	for _, x := range []struct {
		name string
		tab  Tab
		list []Item
		want string // the headings, with the ids of their rows
	}{
		{"what waits", Waiting, mixed, "Review before approving 3: 1 2 3, Ready to approve 1: 4, Leave 3: 5 6 7"},
		{"what changed", Changed, mixed, " : 1 2 3 4 5 6 7"},
		{"leave alone", Waiting, mixed[4:], " : 5 6 7"},
		{"sheets alone that are ready", Waiting, mixed[3:4], " : 4"},
		{"two parts", Waiting, mixed[2:4], "Review before approving 1: 3, Ready to approve 1: 4"},
		{"nothing", Waiting, nil, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := present(View{Tab: x.tab})
			d.queue.Items, d.queue.Parts = x.list, countParts(x.list)
			got := ""
			list, _ := d.rows()
			for i, r := range list {
				if r.Heading != "" || i == 0 {
					if i > 0 {
						got += ", "
					}
					got += r.Heading + " " + r.HeadingCount + ":"
				}
				got += " " + r.ID[strings.Index(r.ID, "-")+1:]
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// The timesheets that need no review are approved at once from their heading, in which the checkbox for all says which it ticks.
func TestPresenter_ready(t *testing.T) {
	item := func(kind Kind, id int64, row *payperiods.Row) Item {
		return Item{Ref: Ref{kind, id}, Version: 9, Day: db.MustDay("2026-11-15"), LeaveType: "Sick", Row: row}
	}
	check, one, two, leave := item(Sheet, 1, nil), item(Sheet, 2, cleanRow()), item(Sheet, 3, cleanRow()), item(Leave, 4, nil)
	for _, x := range []struct {
		name   string
		list   []Item
		hidden int // of those that are ready and not in the list
		want   string
	}{
		{"two of four", []Item{check, one, two, leave}, 0, "Approve all 2: sheet-2-9 sheet-3-9; Select the 2 ready timesheets: 2 3"},
		{"two to check", []Item{check, check, one, two}, 0, "Approve all 2: sheet-2-9 sheet-3-9; Select the 2 ready timesheets: 2 3"},
		{"one has its own button", []Item{check, one}, 0, "; Select the ready timesheet: 2"},
		{"one more on another page is approved as on the page of the period", []Item{check, one, two}, 1,
			"Approve all 3: 2-9,3-9,5-9; Select the 2 ready timesheets on this page: 2 3"},
		{"more on another page, of several periods", []Item{check, one, two}, 2, "; Select the 2 ready timesheets on this page: 2 3"},
		{"none", []Item{check, check}, 0, "; "},
		{"leave alone", []Item{check, leave}, 0, "; Select all except the one that needs review: 4"},
		{"one part alone has no heading", []Item{one, two}, 0, "; Select all: 2 3"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := present(View{Tab: Waiting})
			d.queue.Items, d.queue.Parts = x.list, countParts(x.list)
			d.queue.Parts[ready] += x.hidden
			all := slices.DeleteFunc(slices.Clone(x.list), func(i Item) bool { return i.part() != ready })
			for n := range x.hidden {
				more := item(Sheet, 5+int64(n), cleanRow())
				more.Day = more.Day.Add(-14 * n)
				all = append(all, more)
			}
			d.queue.Ready = ofOnePeriod(all)
			p, got := d.page(), ""
			for _, r := range p.Rows {
				if r.Ready != nil {
					got += r.Ready.Label + ":"
					for _, h := range r.Ready.Hidden {
						if h.Name == "items" || h.Name == "sheets" {
							got += " " + h.Value
						}
					}
				}
			}
			got += "; " + p.Bulk.All
			mark := ":"
			for _, r := range p.Rows {
				if r.TickedByAll {
					got += mark + " " + r.ID[strings.Index(r.ID, "-")+1:]
					mark = ""
				}
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// How long ago all items of a part came is said once; the items of a part that came at different times say it themselves.
func TestPresenter_rows_ages(t *testing.T) {
	d := present(View{Tab: Waiting})
	item := func(kind Kind, days int) Item {
		return Item{Ref: Ref{Kind: kind, ID: int64(days)}, Day: db.MustDay("2026-11-15"), LeaveType: "Sick",
			At: db.InstantOf(d.s.Now().AddDate(0, 0, -days))}
	}
	for _, x := range []struct {
		name string
		tab  Tab
		list []Item
		want string // of the list, then of the headings and the rows
	}{
		{"all of a list came then", Waiting, []Item{item(Expense, 11), item(Expense, 11)}, "Items received 11 days ago: / /"},
		{"at different times", Waiting, []Item{item(Expense, 11), item(Expense, 12)}, ": /11 days ago /12 days ago"},
		{"lately", Waiting, []Item{item(Expense, 1), item(Expense, 1)}, ": / /"},
		{"some lately", Waiting, []Item{item(Expense, 11), item(Expense, 1)}, ": /11 days ago /"},
		{"one alone", Waiting, []Item{item(Expense, 11)}, ": /11 days ago"},
		{"two parts", Waiting, []Item{item(Sheet, 11), item(Sheet, 11), item(Leave, 9), item(Leave, 8)},
			": submitted 11 days ago/ / /9 days ago /8 days ago"},
		{"decided", Approved, []Item{item(Expense, 11), item(Expense, 11)}, ": /11 days ago /11 days ago"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := present(View{Tab: x.tab})
			d.queue.Items, d.queue.Parts = x.list, countParts(x.list)
			rows, age := d.rows()
			got := age + ":"
			for _, r := range rows {
				got += " " + r.HeadingAge + "/" + r.When
			}
			if plain(got) != x.want {
				t.Errorf("%q, want %q", plain(got), x.want)
			}
		})
	}
}

// A period that all sheets of a part have stands in its heading; otherwise each row says its own. No line begins with a dot.
func TestPresenter_rows_periods(t *testing.T) {
	item := func(id int64, day string, row *payperiods.Row) Item {
		return Item{Ref: Ref{Sheet, id}, Day: db.MustDay(day), Row: row, Minutes: 600, Cents: 1250}
	}
	warned, fine := &payperiods.Row{Warnings: make([]payperiods.Warning, 1)}, cleanRow()
	d := present(View{Tab: Waiting})
	d.queue.Items = []Item{item(1, "2026-11-15", warned), item(2, "2026-11-15", warned), item(3, "2026-11-01", fine),
		item(4, "2026-11-15", fine)}
	d.queue.Parts = countParts(d.queue.Items)
	want := []string{"Timesheets for 2026-25|10 h · $12.50", "|10 h · $12.50", "|Timesheet 2026-24 · 10 h · $12.50",
		"|Timesheet 2026-25 · 10 h · $12.50"}
	list, _ := d.rows()
	if len(list) != len(want) {
		t.Fatalf("%d rows, want %d", len(list), len(want))
	}
	for i, r := range list {
		if got := plain(r.HeadingPeriod + "|" + r.What); got != want[i] {
			t.Errorf("row %d: %q, want %q", i+1, got, want[i])
		}
		if strings.Contains(r.What, " ·") {
			t.Errorf("row %d: a line can begin with the dot of %q", i+1, r.What)
		}
		if got := plain(r.TickFor); !strings.Contains(got, "Timesheet 2026-2") {
			t.Errorf("row %d: its checkbox says %q", i+1, got)
		}
	}
}

// The list says since when an item waits once that is long, and when a decided item was decided.
func TestPresenter_row_when(t *testing.T) {
	long := 3 * 24 * time.Hour
	for _, x := range []struct {
		name string
		tab  Tab
		ago  time.Duration
		want bool
	}{
		{"three days", Waiting, long, false}, {"a little longer", Waiting, long + time.Millisecond, true}, {"an hour", Waiting, time.Hour, false},
		{"an hour since a decision", Approved, time.Hour, true}, {"an hour since a refusal", Refused, time.Hour, true},
		{"an hour since a change", Changed, time.Hour, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := present(View{Tab: x.tab}).row(Item{Ref: Ref{Leave, 7}, LeaveType: "Sick", At: db.InstantOf(noon.Add(-x.ago))})
			if (r.When != "") != x.want {
				t.Errorf("it says %q", r.When)
			}
		})
	}
}

func TestPresenter_row_of_a_period(t *testing.T) {
	for name, x := range map[string]struct {
		hours worktime.Hours
		flag  bool
	}{
		"overtime is marked":              {worktime.Hours{Regular: 2400, Overtime: 120}, true},
		"a row without overtime is plain": {worktime.Hours{Regular: 2400}, false},
	} {
		t.Run(name, func(t *testing.T) {
			row := &payperiods.Row{Employee: payperiods.Employee{Name: "Ann"}, Weeks: [2]payperiods.Week{{Hours: x.hours}, {}}}
			r := present(View{Tab: Waiting}).row(Item{Ref: Ref{Sheet, 7}, Name: "Ann", Day: db.MustDay("2026-11-15"), Row: row,
				At: db.InstantOf(noon)})
			over := slices.ContainsFunc(r.Flags, func(f review.Flag) bool { return f.Text == r.Over && f.Tone == ui.Warn })
			if over != x.flag || (r.Over != "") != x.flag {
				t.Errorf("over %q, flags %+v", r.Over, r.Flags)
			}
		})
	}
}

// The reasons of a row: its warnings, the overtime, then the notices of the labour standards.
func TestPresenter_row_flags(t *testing.T) {
	row := &payperiods.Row{Employee: payperiods.Employee{Name: "Ann"}, Weeks: [2]payperiods.Week{{Hours: worktime.Hours{Overtime: 120}}, {}},
		Warnings: []payperiods.Warning{{Kind: payperiods.LongDay, N: 1000}, {Kind: payperiods.Over, N: 120}}}
	var got []string
	for _, f := range present(View{Tab: Waiting}).row(Item{Ref: Ref{Sheet, 7}, Name: "Ann", Day: db.MustDay("2026-11-15"), Row: row,
		At: db.InstantOf(noon), Labour: payperiods.LabourWarnings{Norm: labourstandards.Quebec(),
			Counts: map[labourstandards.Kind]int{labourstandards.ReportingPay: 1}}}).Flags {
		got = append(got, plain(f.Text))
	}
	if text, want := strings.Join(got, ", "), "long day of 16.67 h, 2 h overtime, 1 day under the minimum of 3 h (s. 58)"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

// The row that is open is the one of the open item alone.
func TestPresenter_row_current(t *testing.T) {
	d := present(View{Tab: Waiting})
	d.queue.Open = &Context{Item: Item{Ref: Ref{Leave, 7}}}
	for ref, want := range map[Ref]bool{{Leave, 7}: true, {Leave, 8}: false, {Sheet, 7}: false} {
		if got := d.row(Item{Ref: ref, LeaveType: "Sick"}).Current; got != want {
			t.Errorf("%s is current: %v", ref, got)
		}
	}
}

func TestPresenter_nav(t *testing.T) {
	items := []Item{{Ref: Ref{Sheet, 1}, Name: "Ann"}, {Ref: Ref{Leave, 2}, Name: "Bea"}, {Ref: Ref{Leave, 3}, Name: "Cid"}}
	for _, x := range []struct {
		name string
		view View
		open Ref
		want string // previous, next, place
	}{
		{"the first item has no previous one", View{Tab: Waiting}, Ref{Sheet, 1}, ", Next: Bea /staff/approvals?item=leave-2, 1 of 60"},
		{"an item between has both", View{Tab: Waiting}, Ref{Leave, 2},
			"Previous: Ann /staff/approvals?item=sheet-1, Next: Cid /staff/approvals?item=leave-3, 2 of 60"},
		{"the last item has no next one", View{Tab: Waiting}, Ref{Leave, 3}, "Previous: Bea /staff/approvals?item=leave-2, , 3 of 60"},
		{"the first item of a page leads back to the last of the page before", View{Tab: Waiting, From: 50}, Ref{Sheet, 1},
			"Previous: Dot /staff/approvals?item=sheet-9, Next: Bea /staff/approvals?from=50&item=leave-2, 51 of 60"},
		{"the last item of a page leads to the first of the next", View{Tab: Waiting, From: 50}, Ref{Leave, 3},
			"Previous: Bea /staff/approvals?from=50&item=leave-2, Next: Eve /staff/approvals?from=100&item=sheet-10, 53 of 60"},
		{"an item that is not in the list has no place", View{Tab: Waiting}, Ref{Leave, 1}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := present(x.view)
			d.queue.Items, d.queue.Counts, d.queue.From = items, map[Tab]int{Waiting: 60}, x.view.From
			if x.view.From > 0 {
				d.queue.Before, d.queue.After = &Item{Ref: Ref{Sheet, 9}, Name: "Dot"}, &Item{Ref: Ref{Sheet, 10}, Name: "Eve"}
			}
			got := ""
			if n := d.nav(x.open); n != nil {
				got = strings.TrimSpace(n.Previous.Label+" "+n.Previous.Href) + ", " + strings.TrimSpace(n.Next.Label+" "+n.Next.Href) + ", " + n.Place
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_page_notes(t *testing.T) {
	d := present(View{})
	expenses, decided := d.lang.T(i18n.QueueExpNote), d.lang.T(i18n.QueueDecided)
	for _, x := range []struct {
		name string
		view View
		want string
	}{
		{"says nothing of what waits", View{Tab: Waiting}, ""},
		{"says nothing of what changed", View{Tab: Changed}, ""},
		{"says how long decided items are listed", View{Tab: Approved}, decided},
		{"says it of refused ones too", View{Tab: Refused, Kind: Leave}, decided},
		{"says what becomes of expenses", View{Tab: Refused, Kind: Expense}, expenses},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := present(x.view).page()
			if p.Note != x.want {
				t.Errorf("%q, want %q", p.Note, x.want)
			}
			for i, tab := range p.Tabs {
				if tab.Current != (Tabs[i] == x.view.Tab) {
					t.Errorf("%s is current: %v", tab.Label, tab.Current)
				}
			}
			for i, kind := range p.Kinds {
				if kind.Current != (Kinds[i] == x.view.Kind) {
					t.Errorf("%s is current: %v", kind.Label, kind.Current)
				}
			}
		})
	}
}

// sheetContext is a sheet, and what else lies in its period.
func sheetContext() Context {
	sheet := mytime.Sheet{Timesheet: timesheets.Timesheet{ID: 7}}
	c := Context{Item: Item{Ref: Ref{Sheet, 7}}, Sheet: sheet, Fortnight: &mytime.PeriodView{Codes: map[int64]mytime.Code{
		1: {ID: 1, Kind: "regular", Name: "G1"}, 2: {ID: 2, Kind: "standby", Name: "G9"}}}}
	c.Fortnight.Period.Start = db.MustDay("2026-11-15")
	return c
}

func TestPresenter_since(t *testing.T) {
	c, p := sheetContext(), present(View{})
	p.actor = auth.Actor{PersonID: "ada", Name: "Ada Roy"}
	for name, x := range map[string]struct {
		who  audit.Who
		want string
	}{
		"another person is named":            {audit.Who{PersonID: "luc", Name: "Luc Roy"}, "Luc Roy approved this on Nov 20. Since then:"},
		"the viewer is addressed":            {audit.Who{PersonID: "ada", Name: "Ada Roy"}, "You approved this on Nov 20. Since then:"},
		"so is a delegate who is the viewer": {audit.Who{PersonID: "ada", Name: "Ada Roy", For: "Luc Roy"}, "You approved this on Nov 20. Since then:"},
	} {
		t.Run(name, func(t *testing.T) {
			c.History = []audit.Entry{{At: local("2026-11-20 09:00"), Kind: "timesheet", Action: "approved", Who: x.who}}
			if got := plain(p.since(c)); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_changes(t *testing.T) {
	c := sheetContext()
	shift := &timesheets.Line{Kind: timesheets.KindShift, Day: db.MustDay("2026-11-16"), Start: local("2026-11-16 08:00"),
		End: local("2026-11-16 16:00"), BankCodeID: 1}
	spent := &timesheets.Line{Kind: timesheets.KindExpense, Day: db.MustDay("2026-11-17"), Amount: 1250, Description: "Lunch", BankCodeID: 2}
	c.Sheet.Changed = []timesheets.LineChange{{After: shift}, {Before: spent}, {Before: shift, After: spent}}
	const worked, lunch = "Mon, Nov 16 · 8:00 a.m. – 4:00 p.m. · Regular", "Tue, Nov 17 · $12.50 · Lunch · G9"
	for i, want := range []review.Change{
		{Tone: ui.Info, Icon: ui.IconPlus, What: "Added", After: worked}, {Tone: ui.Bad, Icon: ui.IconTrash, What: "Deleted", Before: lunch},
		{Tone: ui.Warn, Icon: ui.IconEdit, What: "Changed", Before: worked, After: lunch},
	} {
		got := present(View{}).changes(c)[i]
		got.Before, got.After = plain(got.Before), plain(got.After)
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestPresenter_addLeave(t *testing.T) {
	c := Context{Item: Item{Ref: Ref{Leave, 7}, LeaveType: "Vacation", Start: local("2026-12-07 00:00"), End: local("2026-12-08 00:00")},
		Takes: leaverequests.Taken{Days: 1, Minutes: 480}}
	others := func() string {
		x := &views.Item{}
		present(View{}).addLeave(x, c)
		return plain(strings.Join(x.Facts[2].Values, ", "))
	}
	if got := others(); got != plain(i18n.EN.T(i18n.QueueAwayNone)) {
		t.Errorf("no one is away, and it says %q", got)
	}
	c.Away = []Away{{Name: "Bea", Start: c.Start, End: c.End, Approved: true}, {Name: "Cid", Start: c.Start, End: c.End}}
	if got, want := others(), "Bea · December 7, 2026, Cid · December 7, 2026 (requested)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.AwayMore = 1
	if got, want := others(), "Bea · December 7, 2026, Cid · December 7, 2026 (requested), and 1 other"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPresenter_history(t *testing.T) {
	c := Context{History: []audit.Entry{{Kind: "timesheet", Action: "submitted", Who: audit.Who{Name: "Ann"}},
		{Kind: "timesheet", Action: "moved"},
		{Kind: "timesheet", Action: "approved"}}}
	list := present(View{}).history(c)
	if len(list) != 2 || list[0].Who != "Ann" || list[1].Who != i18n.EN.T(i18n.TimeProgram) {
		t.Errorf("%+v: want what Ann and the program did, and nothing of what has no words", list)
	}
}

func TestDecisionToast(t *testing.T) {
	for _, x := range []struct {
		verb Verb
		kind Kind
		want ui.Toast
	}{
		{Approve, Sheet, ui.Toast{Text: "Approved: Ann."}},
		{Refuse, Sheet, ui.Toast{Text: "Timesheet sent back: Ann.", Tone: ui.Info}},
		{Refuse, Leave, ui.Toast{Text: "Declined: Ann.", Tone: ui.Info}},
		{Withdraw, Leave, ui.Toast{Text: i18n.EN.F(i18n.QueueDidCancel, "Ann"), Tone: ui.Info}},
		{Withdraw, Sheet, ui.Toast{Text: "Approval removed: Ann.", Tone: ui.Info}},
		{Escalate, Leave, ui.Toast{Text: i18n.EN.F(i18n.QueueDidEscalate, "Ann"), Tone: ui.Info}},
	} {
		got := decisionToast(i18n.EN, Decision{Ref: Ref{x.kind, 7}, Verb: x.verb}, Item{Name: "Ann"})
		if got.Text != x.want.Text || got.Tone != x.want.Tone {
			t.Errorf("%s of %s says %+v, want %+v", x.verb, x.kind, got, x.want)
		}
	}
}

func TestBulkToasts(t *testing.T) {
	stale, other := Skip{Code: "stale"}, Skip{Code: "odd", Detail: "Odd."}
	done := []Decision{{Ref: Ref{Sheet, 7}, Expect: new(int64(3))}}
	for _, x := range []struct {
		name     string
		approved []Decision
		skipped  []Skip
		want     []string
	}{
		{"say nothing of nothing", nil, nil, nil},
		{"say what was approved", done, nil, []string{"1 item approved. sheet-7-3"}},
		{"give a reason of several once", nil, []Skip{stale, stale}, []string{
			"2 items left unchanged. Someone else changed this in the meantime. Check again. "}},
		{"give each reason", done, []Skip{other, stale}, []string{"1 item approved. sheet-7-3",
			"2 items left unchanged. Odd. Someone else changed this in the meantime. Check again. "}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, toast := range bulkToasts(i18n.EN, View{Tab: Waiting}, x.approved, x.skipped) {
				undo := ""
				if len(toast.Hidden) > 0 {
					undo = toast.Hidden[0].Value
				}
				got = append(got, plain(toast.Text)+" "+undo)
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestService_attempt(t *testing.T) {
	broken := errors.New("broken")
	for _, x := range []struct {
		name    string
		err     error
		done    int
		skipped string
		ends    bool
	}{
		{"what was done counts", nil, 1, "", false},
		{"what the state does not allow is left out", errs.Conflict("odd", "Odd."), 0, "odd", false},
		{"what is not there is left out", errs.NotFound("item"), 0, "not_found", false},
		{"storage that is away ends the rest", errs.StorageUnavailable(broken), 0, "", true},
		{"a fault of the program ends the rest", &errs.Error{Kind: errs.KindInternal}, 0, "", true},
		{"so does an error without a kind", broken, 0, "", true},
	} {
		t.Run(x.name, func(t *testing.T) {
			done, skipped, err := (&Service{}).attempt(Ref{Sheet, 7}, func() error { return x.err })
			code := ""
			if len(skipped) > 0 {
				code = skipped[0].Code
			}
			if done != x.done || code != x.skipped || (err != nil) != x.ends {
				t.Errorf("%d done, %q skipped, %v", done, code, err)
			}
		})
	}
}

func TestService_Decide_refusals(t *testing.T) {
	for _, x := range []struct {
		name string
		d    Decision
		want string
	}{
		{"a verb that there is not", Decision{Ref: Ref{Sheet, 7}, Verb: "shred"}, "decision"},
		{"a sheet passed on", Decision{Ref: Ref{Sheet, 7}, Verb: Escalate}, "decision"},
		{"a refusal without a word", Decision{Ref: Ref{Leave, 7}, Verb: Refuse, Note: "  "}, "note"},
		{"a kind that there is not", Decision{Ref: Ref{"shift", 7}, Verb: Approve}, "not_found"},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := present(View{}).s.Decide(t.Context(), auth.Actor{}, x.d)
			got := ""
			if e, ok := errs.Of(err); ok {
				got = e.Code
				if len(e.Fields) > 0 {
					got = e.Fields[0].Field
				}
			}
			if got != x.want {
				t.Errorf("got %v, want %s", err, x.want)
			}
		})
	}
}

func TestRenameToNote(t *testing.T) {
	for field, want := range map[string]string{"comment": "note", "supervisor_comment": "note", "version": "version"} {
		if got := errs.FieldsOf(renameToNote(errs.InvalidField(field, "length", "Too long."))); len(got) != 1 || got[0].Field != want {
			t.Errorf("%s becomes %v, want %s", field, got, want)
		}
	}
	for _, err := range []error{nil, errors.New("broken"), errs.Stale()} {
		if got := renameToNote(err); !errors.Is(got, err) {
			t.Errorf("%v becomes %v", err, got)
		}
	}
}

func TestDecision_comment(t *testing.T) {
	if c := (Decision{}).comment(); c != nil {
		t.Errorf("without a note the comment becomes %q", *c)
	}
	if c := (Decision{Note: "Well done"}).comment(); c == nil || *c != "Well done" {
		t.Error("the note is lost")
	}
}
