package mytime

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/walltime"
	"presence/app/workforce/activities"
	"presence/app/workforce/expenses"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/schedule"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/app/workforce/usualweeks"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
	"presence/views/workforce/review"
)

// present is the page of a period of employee 1, as the employee sees it, of a service without a database.
func present(f *PeriodView, sheet *Sheet) *presenter {
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		panic(err)
	}
	now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, toronto) }
	periods := payperiods.NewService(nil, now, payperiods.Config{Calendar: calendar, Zone: toronto})
	return &presenter{s: NewService(nil, now, toronto, Parts{Periods: periods}), actor: auth.Actor{EmployeeID: 1}, lang: i18n.EN, view: f,
		location: gridLocation{grid: "/staff/time/2026-25", owner: 1, period: f.Period, sheet: sheet}}
}

// plain returns a text with ordinary spaces, and without what only keeps words on one line.
func plain(s string) string { return strings.NewReplacer("\u00a0", " ", "\u2060", "").Replace(s) }

func local(day string, hour, minute int) db.Instant {
	at, _ := walltime.OnDay(db.MustDay(day), hour*60+minute, toronto)
	return at
}

func TestPresenter_timeNotes(t *testing.T) {
	d := present(fortnight(nil), nil)
	for _, x := range []struct {
		name       string
		day        string
		start, end db.Instant
		want       string
	}{
		{"a day shift", "2026-11-16", local("2026-11-16", 8, 0), local("2026-11-16", 16, 0), ""},
		{"until midnight", "2026-11-16", local("2026-11-16", 16, 0), local("2026-11-17", 0, 0), "ends Tuesday"},
		{"a night", "2026-11-16", local("2026-11-16", 22, 0), local("2026-11-17", 6, 0), "ends Tuesday"},
		{"after midnight, of the day before", "2026-11-16", local("2026-11-17", 1, 0), local("2026-11-17", 6, 0), "ends Tuesday"},
		{"the night the clocks go back", "2026-10-31", local("2026-10-31", 23, 0), local("2026-11-01", 7, 0),
			"ends Sunday, clocks change: actual duration 9 h"},
		{"the morning the clocks went forward", "2026-03-08", local("2026-03-08", 1, 0), local("2026-03-08", 9, 0),
			"clocks change: actual duration 7 h"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := shifts.Shift{Day: db.MustDay(x.day), Start: x.start, End: x.end, Minutes: int64(x.end-x.start) / 60_000}
			if got := plain(strings.Join(d.timeNotes(s), ", ")); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// A phone shows one day of a week.
func TestPresenter_window(t *testing.T) {
	sunday := db.MustDay("2026-11-15")
	for _, x := range []struct {
		name        string
		today, open string
		emptySunday bool
		want        int
	}{
		{"Monday, if Sunday is empty", "2026-11-30", "", true, 1},
		{"Sunday, if it is not", "2026-11-30", "", false, 0},
		{"today", "2026-11-19", "", true, 4},
		{"today on a Sunday", "2026-11-15", "", true, 0},
		{"today at the end of the week", "2026-11-21", "", true, 6},
		{"the day that is open", "2026-11-19", "2026-11-17", true, 2},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := &presenter{location: gridLocation{week: sunday}, view: &PeriodView{Today: db.MustDay(x.today)}}
			if x.open != "" {
				d.open.day = db.MustDay(x.open)
			}
			if got := d.window(x.emptySunday); got != x.want {
				t.Errorf("%d, want %d", got, x.want)
			}
		})
	}
}

func TestPresenter_lineActions(t *testing.T) {
	draft, approved := Sheet{}, Sheet{}
	draft.ID, approved.ID, approved.Approved = 7, 8, true
	day := db.MustDay("2026-11-16")
	for _, x := range []struct {
		name     string
		sheet    *Sheet // of the location
		sheets   []Sheet
		on       int64 // the line's sheet
		approved bool
		want     string // edit, other sheet, locked
	}{
		{"an open line", nil, []Sheet{draft}, 7, false, "edit"},
		{"an approved line of an open sheet", nil, []Sheet{draft}, 7, true, "locked"},
		{"an approved line where all is approved, which the day says", nil, []Sheet{approved}, 8, true, ""},
		{"a line of the sheet", &draft, []Sheet{draft}, 7, false, "edit"},
		{"a line of another sheet", &draft, []Sheet{draft}, 9, false, "other"},
		{"an approved line of another sheet", &draft, []Sheet{draft}, 9, true, "other"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(nil)
			f.Sheets = x.sheets
			var l views.Line
			present(f, x.sheet).lineActions(&l, x.on, x.approved, day, "shift-1")
			var got []string
			for word, is := range map[string]bool{"edit": l.Edit != "", "other": l.Other != nil, "locked": l.Locked != ""} {
				if is {
					got = append(got, word)
				}
			}
			if strings.Join(got, " ") != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_week_copy(t *testing.T) {
	for _, x := range []struct {
		name    string
		minutes map[int]int64
		before  bool // there was work on Friday of the week before
		actor   int64
		want    string // what the week offers to copy; the days that offer to copy the last one with hours
	}{
		{"an empty week after work offers the week, and each day until today", nil, true, 1, "week 16 17 18 19 20"},
		{"an empty week after none", nil, false, 1, ""},
		{"work on Monday offers the rest of the week", map[int]int64{1: 480}, true, 1, "rest 17 18 19 20"},
		{"work until Wednesday offers the rest of the week", map[int]int64{1: 480, 3: 480}, true, 1, "rest 17 19 20"},
		{"work until Thursday offers the one day that is left", map[int]int64{1: 480, 4: 480}, true, 1, "17 18 20"},
		{"work on Friday", map[int]int64{5: 480}, false, 1, ""},
		{"work of another person", map[int]int64{1: 480}, true, 2, ""},
		{"work on Sunday", map[int]int64{0: 480}, false, 1, "rest 16 17 18 19 20"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(x.minutes)
			f.Sheets = make([]Sheet, 1)
			if x.before {
				f.Before[5].Shifts = make([]shifts.Shift, 1)
			}
			d := present(f, nil)
			d.actor.EmployeeID = x.actor
			w := d.week(0)
			var got []string
			if w.Copy != nil {
				got = append(got, fmt.Sprint(w.Copy.Hidden[1].Value))
			}
			for i, day := range w.Days {
				if day.Copy != nil {
					got = append(got, fmt.Sprint(15+i))
				}
			}
			if strings.Join(got, " ") != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	f := fortnight(map[int]int64{1: 480, 5: 480})
	f.Sheets, f.Days[2].Leave = make([]Sheet, 1), []Leave{{}}
	d := present(f, nil)
	if day := d.day(f.Days[2].Date); day.Copy != nil {
		t.Error("a day of leave offers to be filled like another")
	}
	monday := d.day(f.Days[8].Date)
	if monday.Copy == nil || !strings.HasPrefix(monday.Copy.Label, "Copy Friday: ") || monday.Copy.Hidden[2].Value != "2026-11-20" {
		t.Errorf("the Monday after the last day with hours: %+v", monday.Copy)
	}
	if day := d.day(f.Days[9].Date); day.Copy != nil {
		t.Error("a later day to come offers it too")
	}
}

// The first field of a form that is opened has the focus, or that of the first error.
func TestPresenter_focus(t *testing.T) {
	for _, x := range []struct {
		name  string
		day   int
		open  openForm
		field string
	}{
		{"a new shift on a day that can be copied to", 2, openForm{kind: "shift"}, "start_time"},
		{"a new shift on a day with hours", 1, openForm{kind: "shift"}, "start_time"},
		{"what was typed and refused", 2, openForm{kind: "shift", values: url.Values{"end_time": {"x"}},
			faults: errs.Fields{{Field: "end_time", Code: "clock"}}}, "end_time"},
		{"a new expense", 2, openForm{kind: "expense"}, "amount"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(map[int]int64{1: 480})
			f.Sheets = make([]Sheet, 1)
			d := present(f, nil)
			d.open = x.open
			d.open.day = f.Days[x.day].Date
			field := ""
			for _, x := range d.day(d.open.day).Form.Fields {
				if x.AutoFocus {
					field += x.Name
				}
			}
			if field != x.field {
				t.Errorf("the focus is on %q, want %q", field, x.field)
			}
		})
	}
}

// A closed day says in few words what was entered: the code where it is not the usual one, and plain shifts on one line.
func TestPresenter_brief(t *testing.T) {
	f := fortnight(nil)
	f.Sheets = make([]Sheet, 1)
	day := f.Days[1].Date
	shift := func(id, code int64, from, to int) shifts.Shift {
		return shifts.Shift{ID: id, BankCodeID: code, Day: day, Start: local(day.String(), from, 0), End: local(day.String(), to, 0),
			Minutes: int64(60 * (to - from))}
	}
	f.Days[1].Shifts = []shifts.Shift{shift(1, 1, 8, 12), shift(2, 1, 13, 17), shift(3, 2, 18, 20)}
	d := present(f, nil)
	text := func(list []views.Line) (got []string) {
		for _, l := range list {
			got = append(got, strings.TrimSpace(plain(l.Main+" "+l.Code)))
		}
		return got
	}
	closed := d.day(day)
	name := plain(d.codeName(2))
	want := []string{"8:00 a.m. – 12:00 p.m., 1:00 p.m. – 5:00 p.m.", "6:00 p.m. – 8:00 p.m. " + name}
	if got := text(closed.Lines); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if closed.Open || closed.Form != nil || closed.Add != nil || !strings.Contains(closed.Href, "open=day") {
		t.Errorf("%+v", closed)
	}
	d.open = openForm{day: day, kind: "day"}
	opened := d.day(day)
	if !opened.Open || len(opened.Lines) != 3 || opened.Lines[0].Edit == "" || opened.Add == nil || strings.Contains(opened.Href, "open=") {
		t.Errorf("%+v", opened)
	}
	d.open = openForm{day: day, kind: "shift", id: 2}
	if form := d.day(day).Form; form == nil || form.Delete == nil || form.Delete.Action != "/staff/time/2026-25/shifts/2/delete" {
		t.Errorf("%+v", form)
	}
	if href := d.day(f.Days[2].Date).Href; !strings.Contains(href, "open=shift") {
		t.Errorf("an empty day opens %s", href)
	}
}

func TestPresenter_note(t *testing.T) {
	for _, x := range []struct {
		name    string
		i       int
		minutes int64
		state   func(*Sheet)
		want    string
	}{
		{"a past weekday without anything", 3, 0, nil, "No hours"}, {"today", 5, 0, nil, ""}, {"a weekend", 0, 0, nil, ""},
		{"sixteen hours", 3, 960, nil, ""}, {"more", 3, 961, nil, "more than 16 hours (16.02 h)"},
		{"more, approved", 3, 961, func(s *Sheet) { s.Approved = true }, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(map[int]int64{x.i: x.minutes})
			f.Sheets = make([]Sheet, 1)
			if x.state != nil {
				x.state(&f.Sheets[0])
			}
			if got := plain(present(f, nil).note(f.Days[x.i])); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_events(t *testing.T) {
	f := fortnight(nil)
	d := present(f, nil)
	entry := func(action, kind, record string, minute int, changes audit.Changes) audit.Entry {
		return audit.Entry{Action: action, Kind: kind, RecordID: record, Who: audit.Who{Name: "Ann"}, At: local("2026-11-20", 12, minute),
			Changes: changes}
	}
	shift := func(start, end any) audit.Changes {
		return audit.Changes{"date": {nil, "2026-11-16T00:00:00Z"}, "bank_code_id": {nil, 1.0}, "start_time": {nil, start}, "end_time": {nil,
			end}}
	}
	list := []audit.Entry{ // oldest first
		entry("created", "shift", "1", 0, shift("2026-11-16T13:00:00Z", "2026-11-16T21:00:00Z")),
		entry("created", "shift", "2", 0, shift("2026-11-16T22:00:00Z", "2026-11-16T23:00:00Z")),
		entry("updated", "shift", "1", 1, audit.Changes{"end_time": {"2026-11-16T21:00:00Z", "2026-11-16T22:00:00Z"}}),
		entry("updated", "shift", "1", 2, audit.Changes{"is_approved": {false, true}}),
		entry("commented", "timesheet", "9", 3, audit.Changes{"supervisor_comment": {"", "Well done"}}),
		entry("commented", "timesheet", "9", 4, audit.Changes{"supervisor_comment": {"Well done", ""}}),
		entry("created", "expense", "3", 5, audit.Changes{"date": {nil, "2026-11-17"}, "bank_code_id": {nil, 4.0}, "amount": {nil, 12.35},
			"description": {nil, "Lunch"}}),
		entry("updated", "expense", "4", 6, audit.Changes{"amount": {1.0, 2.0}}), // whose making is not in the part shown
		entry("updated", "shift", "5", 7, audit.Changes{"date": {nil, "2026"}, "bank_code_id": {nil, 1.0}}),
		entry("updated", "shift", "6", 8, audit.Changes{"date": {nil, "2026-99-99"}, "bank_code_id": {nil, 1.0}}),
	}
	slices.Reverse(list)
	d.history = list
	var got []string
	for _, e := range d.events() {
		got = append(got, fmt.Sprintf("%d× %s", e.Times, strings.Join(e.Notes, "; ")))
	}
	slices.Reverse(got)
	const first = "Mon, Nov 16 · 8:00 a.m. – 4:00 p.m. · Regular"
	const later = "Mon, Nov 16 · 8:00 a.m. – 5:00 p.m. · Regular"
	want := []string{"2× " + first + "; Mon, Nov 16 · 5:00 p.m. – 6:00 p.m. · Regular", "1× " + first + " → " + later, "1× " + later,
		"1× « Well done »", "1× ",
		"1× Tue, Nov 17 · $12.35 · Meal · Lunch", "1× ", "1× ", "1× "}
	for i := range max(len(got), len(want)) {
		is, was := "", ""
		if i < len(got) {
			is = plain(got[i])
		}
		if i < len(want) {
			was = want[i]
		}
		if is != was {
			t.Errorf("%q, want %q", is, was)
		}
	}
}

func TestMergeRepeated(t *testing.T) {
	e := views.Event{Who: "Ann", Did: "added", When: "now", Notes: []string{"a"}}
	list := mergeRepeated(mergeRepeated(nil, e), e)
	if len(list) != 1 || list[0].Times != 2 || len(list[0].Notes) != 2 {
		t.Errorf("%+v", list)
	}
	for _, change := range []func(*views.Event){func(e *views.Event) { e.Who = "Bea" }, func(e *views.Event) { e.Did = "changed" },
		func(e *views.Event) { e.When = "later" }} {
		other := e
		change(&other)
		if list := mergeRepeated(mergeRepeated(nil, e), other); len(list) != 2 {
			t.Errorf("%+v becomes one with another", other)
		}
	}
}

func TestPresenter_review(t *testing.T) {
	sheet := Sheet{}
	sheet.ID, sheet.EmployeeID = 7, 1
	for _, x := range []struct {
		name   string
		by     auth.Actor
		change func(*Sheet)
		want   string
	}{
		{"the owner decides nothing", auth.Actor{EmployeeID: 1, Role: auth.Employee}, nil, ""},
		{"the owner who supervises others decides nothing here", auth.Actor{EmployeeID: 1, Role: auth.Employee, Supervises: true}, nil, ""},
		{"a supervisor reminds of a draft, or approves it", auth.Actor{EmployeeID: 2, Role: auth.Employee, Supervises: true}, nil,
			"remind* approve comment"},
		{"a supervisor approves what is submitted, or sends it back", auth.Actor{EmployeeID: 2, Role: auth.Employee, Supervises: true},
			func(s *Sheet) { s.SubmittedAt = 1 }, "approve* return comment"},
		{"a supervisor withdraws", auth.Actor{EmployeeID: 2, Role: auth.Employee, Supervises: true}, func(s *Sheet) { s.Approved = true },
			"unapprove comment"},
		{"an admin approves the own", auth.Actor{EmployeeID: 1, Role: auth.Admin}, nil, "approve comment"},
		{"an archived sheet allows no decision", auth.Actor{EmployeeID: 2, Role: auth.Admin}, func(s *Sheet) { s.Aged = true }, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := sheet
			if x.change != nil {
				x.change(&s)
			}
			f := fortnight(nil)
			f.Sheets = []Sheet{s}
			d := present(f, &s)
			d.actor = x.by
			d.history = make([]audit.Entry, historyLength)
			r := d.review(d.bar(0))
			var verbs []string
			if r.Decide != nil {
				for _, v := range r.Decide.Verbs {
					verb := v.Action[strings.LastIndex(v.Action, "/")+1:]
					if v.Kind == ui.Primary { // the reminder of a draft, the approval of what is submitted
						verb += "*"
					}
					verbs = append(verbs, verb)
				}
			}
			if got := strings.Join(verbs, " "); got != x.want || r.Part == "" {
				t.Errorf("%q, want %q; %q", verbs, x.want, r.Part)
			}
			if d.history = d.history[1:]; d.review(d.bar(0)).Part != "" {
				t.Error("a trail that is whole says that it is a part")
			}
		})
	}
}

// Of a fortnight the approver sees what to check in few lines, the fourteen days and the expenses of the sheet alone.
func TestReview(t *testing.T) {
	submitted := Sheet{Timesheet: timesheets.Timesheet{ID: 7, SubmittedAt: 1}}
	read := func(sheet Sheet, minutes map[int]int64, previous int64) (texts []string, s review.Sheet) {
		f := fortnight(minutes)
		f.computeWeeks(quebecs)
		s = Review(i18n.EN, toronto, f, sheet, previous, "/page")
		for _, c := range s.Checks {
			texts = append(texts, strings.ReplaceAll(strings.TrimSpace(c.Day+" "+c.Text), "\u00a0", " "))
		}
		return texts, s
	}
	full := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480, 8: 480, 9: 480, 10: 480, 11: 480, 12: 480}
	with := func(day int, minutes int64) map[int]int64 {
		m := maps.Clone(full)
		m[day] = minutes
		return m
	}
	for _, x := range []struct {
		name    string
		sheet   Sheet
		minutes map[int]int64
		want    string // the checks that have no future day
	}{
		{"missing days are one line with their names", submitted, with(9, 0), "1 day with no hours: Tue, Nov 24"},
		{"of a draft only days that are past are missing", Sheet{}, with(9, 0), ""},
		{"many missing days are counted", submitted, map[int]int64{1: 480}, "9 days with no hours"},
		{"a long day is a line with a link", submitted, with(2, 1050), "Tue, Nov 17"},
		{"what is approved has nothing to check", Sheet{Timesheet: timesheets.Timesheet{Approved: true}}, with(2, 1050), ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			texts, _ := read(x.sheet, x.minutes, 0)
			texts = slices.DeleteFunc(texts, func(s string) bool { return strings.HasSuffix(s, i18n.EN.T(i18n.TimeCheckAhead)) })
			if got := strings.Join(texts, "; "); (x.want == "") != (got == "") || !strings.Contains(got, x.want) {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	for _, x := range []struct {
		previous int64
		want     string
	}{{0, ""}, {4800, "Same as in the previous period (80 h)"}, {4380, "7 h more than in the previous period (73 h)"},
		{5280, "8 h less than in the previous period (88 h)"}} {
		if _, s := read(submitted, full, x.previous); strings.ReplaceAll(s.Delta, "\u00a0", " ") != x.want {
			t.Errorf("after %d minutes: %q, want %q", x.previous, s.Delta, x.want)
		}
	}
	f := fortnight(full)
	for range linesShown + 2 {
		f.Days[3].Expenses = append(f.Days[3].Expenses, expenses.Expense{TimesheetID: 7, Amount: 1250, Day: f.Days[3].Date, Description: "Lunch"})
	}
	f.Days[3].Expenses = append(f.Days[3].Expenses, expenses.Expense{TimesheetID: 8, Amount: 1250, Day: f.Days[3].Date})
	f.Days[3].Expenses[1].Approved = true
	s := Review(i18n.EN, toronto, f, submitted, 0, "/page")
	if len(s.Lines) != linesShown || s.More != "and 2 more" || s.Lines[0].Note != "" || s.Lines[1].Note != "Approved" {
		t.Errorf("%d lines, %q, %+v", len(s.Lines), s.More, s.Lines[:2])
	}
	if len(s.Days) != days || s.Days[3].Href != "/page#d-2026-11-18" || s.Days[3].Text != "8" || s.Days[0].Text != "" || !s.Days[0].Weekend {
		t.Errorf("the days are %+v", s.Days)
	}
}

func TestParseOpenForm(t *testing.T) {
	for query, want := range map[string]string{
		"day=2026-11-20&open=shift": "2026-11-20 shift 0", "day=2026-11-20&open=expense-7": "2026-11-20 expense 7", "open=shift-": "  0",
		"open=shift-x": "  0", "open=leave": "  0", "day=soon": "  0", "day=2026-11-20&open=expense-": "2026-11-20  0",
		"day=2026-11-20&open=day": "2026-11-20 day 0", "open=mileage": " mileage 0", "open=day-7": "  0", "open=mileage-7": "  0",
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if o := parseOpenForm(q); fmt.Sprintf("%s %s %d", o.day, o.kind, o.id) != want {
			t.Errorf("%s is read as %s %s %d, want %s", query, o.day, o.kind, o.id, want)
		}
	}
}

func TestPresenter_forms(t *testing.T) {
	f := fortnight(map[int]int64{1: 480})
	f.Sheets = make([]Sheet, 1)
	for id, c := range f.Codes {
		c.Category, c.Live = map[bool]string{true: "shift", false: "expense"}[id < 3], true
		f.Codes[id] = c
	}
	d := present(f, nil)
	focused := func(form *views.Form) (name string) {
		for _, x := range form.Fields {
			if x.AutoFocus {
				name += x.Name
			}
		}
		return name
	}
	d.open = openForm{day: f.Days[1].Date, kind: "shift"}
	shift := d.form()
	if shift.Expense || shift.Delete != nil || shift.Fields[2].Value != "1" || shift.Next == "" || focused(shift) != "start_time" ||
		len(shift.Fields[2].Options) != 2 {
		t.Errorf("a new shift: %+v", shift)
	}
	d.open.faults = errs.Fields{{Field: "end_time", Code: "clock"}, {Field: "bank_code_id", Code: "not_found"}, {Field: "timesheet_id",
		Code: "x", Detail: "Odd."}}
	d.open.values = url.Values{"start_time": {"8"}}
	shift = d.form()
	if focused(shift) != "end_time" || shift.Fault != "Odd." || shift.Fields[0].Value != "8" || shift.Fields[2].Value != "" ||
		shift.Fields[1].Error != i18n.EN.T(i18n.TimeBadClock) {
		t.Errorf("a refused shift: %+v", shift)
	}
	d.open = openForm{day: f.Days[1].Date, kind: "shift", id: 1}
	if shift = d.form(); shift == nil || shift.Delete == nil || shift.Next != "" {
		t.Errorf("a shift that stands: %+v", shift)
	}
	d.open.id = 9
	if shift = d.form(); shift != nil {
		t.Error("a shift that there is not has a form")
	}
	d.open.kind = "expense"
	if d.form() != nil {
		t.Error("an expense that there is not has a form")
	}
	d.open.id = 0
	expense := d.form()
	if !expense.Expense || focused(expense) != "amount" || expense.Fields[0].Prefix != "$" || len(expense.Kinds) != 2 ||
		!expense.Kinds[0].Current {
		t.Errorf("a new expense: %+v", expense)
	}
	d.open.kind = "mileage"
	driven := d.form()
	if driven.Fields[0].Suffix != "km" || driven.Fields[0].Prefix != "" || !driven.Kinds[1].Current || len(driven.Fields[1].Options) != 1 ||
		!slices.Contains(driven.Hidden, ui.Hidden{Name: "unit", Value: "km"}) || !strings.Contains(driven.Hint, "0.72") {
		t.Errorf("a new distance: %+v", driven)
	}
	if len(expense.Fields[1].Options) == 0 || slices.Contains(expense.Fields[1].Options, driven.Fields[1].Options[0]) {
		t.Errorf("the codes of an amount: %+v", expense.Fields[1].Options)
	}
	archived := f.Codes[1]
	archived.Live = false
	f.Codes[1] = archived
	if a, b := len(d.shiftCodes("")), len(d.shiftCodes("1")); a != 1 || b != 2 {
		t.Errorf("%d codes are offered, and %d where the archived one stands", a, b)
	}
}

func TestGridLocation(t *testing.T) {
	f := fortnight(nil)
	sheet := Sheet{}
	sheet.ID, sheet.PeriodStart = 7, f.Period.Start
	kept, api := gridLocation{grid: "/s/7", owner: 1, period: f.Period, sheet: &sheet}, gridLocation{grid: "/s/8", owner: 1,
		period: f.Period, sheet: &Sheet{}}
	own := gridLocation{grid: "/t", owner: 1, period: f.Period}
	for _, x := range []struct{ name, got, want string }{
		{"the own time", own.href(url.Values{}), "/t"},
		{"a sheet that the pages keep", kept.href(url.Values{}), "/s/7"},
		{"a sheet of the API", api.href(url.Values{}), "/s/8?period=2026-25"},
		{"a day of it", api.dayHref(f.Days[1].Date, "open", "shift"), "/s/8?day=2026-11-16&open=shift&period=2026-25#d-2026-11-16"},
		{"a day of the own time", own.dayHref(f.Days[1].Date, "", ""), "/t?day=2026-11-16#d-2026-11-16"},
	} {
		if x.got != x.want {
			t.Errorf("%s is at %s, want %s", x.name, x.got, x.want)
		}
	}
	if len(own.hidden()) != 0 || len(kept.hidden()) != 1 || own.target().Sheet != 0 || kept.target().Sheet != 7 {
		t.Error("the forms of a sheet name its period, and those of the own time nothing")
	}
	for _, x := range []struct {
		name         string
		owner, sheet int64
		day          string
		own, kept    bool
	}{
		{"a line of the sheet", 1, 7, "2026-11-28", true, true}, {"a line of another sheet", 1, 8, "2026-11-15", true, false},
		{"a line of another person", 2, 7, "2026-11-16", false, false}, {"a line of another period", 1, 7, "2026-11-29", false, false},
	} {
		if a, b := own.contains(x.owner, x.sheet, db.MustDay(x.day)), kept.contains(x.owner, x.sheet, db.MustDay(x.day)); a != x.own ||
			b != x.kept {
			t.Errorf("%s lies in the own time: %v, in the sheet: %v", x.name, a, b)
		}
	}
}

func TestPeriodView_day(t *testing.T) {
	f := fortnight(nil)
	for text, want := range map[string]bool{"2026-11-07": false, "2026-11-08": true, "2026-11-14": true, "2026-11-15": true,
		"2026-11-28": true,
		"2026-11-29": false} {
		if d := f.day(db.MustDay(text)); (d != nil) != want || d != nil && d.Date.String() != text {
			t.Errorf("%s is %+v", text, d)
		}
	}
}

// A user who submits before the period is full is asked, with the days that are still empty.
func TestPresenter_bar_asks(t *testing.T) {
	full := map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 480, 8: 480, 9: 480, 10: 480, 11: 480, 12: 480}
	without := func(days ...int) map[int]int64 {
		m := map[int]int64{}
		for i, n := range full {
			if !slices.Contains(days, i) {
				m[i] = n
			}
		}
		return m
	}
	for _, x := range []struct {
		name    string
		minutes map[int]int64
		want    string // title; the days
	}{
		{"the second week is empty", without(8, 9, 10, 11, 12), "Week 2 is empty. Submit 40 h anyway?|5 business days still without hours: " +
			"Mon, Nov 23 · Tue, Nov 24 · Wed, Nov 25 · Thu, Nov 26 · Fri, Nov 27"},
		{"one day is empty", without(9), "Submit 72 h anyway?|1 business day still without hours: Tue, Nov 24"},
		{"only a past day is empty", without(3), "Submit anyway?|"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(x.minutes)
			f.Sheets = make([]Sheet, 1)
			f.computeWeeks(quebecs)
			p := present(f, nil).page()
			if p.Bar.Confirm == nil {
				t.Fatal("it is submitted at once")
			}
			if got := plain(p.Bar.Confirm.Title + "|" + p.Checks.Left); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// The form of a new shift suggests what the user entered last in the same place of a day.
func TestPresenter_shiftForm(t *testing.T) {
	halves := func(day db.Day, hours ...int) (list []shifts.Shift) {
		for i := 0; i < len(hours); i += 2 {
			list = append(list, shifts.Shift{BankCodeID: 1, Day: day, Start: local(day.String(), hours[i], 0), End: local(day.String(), hours[i+1], 0)})
		}
		return list
	}
	for _, x := range []struct {
		name         string
		before, last []int // of the Thursday of the week before, and of the Monday: hours from, to
		day          []int // of the Wednesday itself
		start, end   string
	}{
		{"a first shift of somebody who has entered nothing", nil, nil, nil, "8:00 a.m.", "12:00 p.m."},
		{"a second one", nil, nil, []int{8, 12}, "1:00 p.m.", "5:00 p.m."},
		{"the first of two", nil, []int{7, 11, 12, 16}, nil, "7:00 a.m.", "11:00 a.m."},
		{"the second of two", nil, []int{7, 11, 12, 16}, []int{7, 11}, "12:00 p.m.", "4:00 p.m."},
		{"the latest day that has so many counts", []int{6, 10, 11, 15}, []int{9, 17}, []int{6, 10}, "11:00 a.m.", "3:00 p.m."},
		{"one shift a day", nil, []int{9, 17}, nil, "9:00 a.m.", "5:00 p.m."},
		{"a third one has no example", nil, nil, []int{8, 12, 13, 17}, "", ""},
		{"a third one of somebody who has entered three", nil, []int{8, 12, 13, 17, 18, 20}, []int{8, 12, 13, 17}, "6:00 p.m.", "8:00 p.m."},
		{"a second one after a long shift has no example", nil, nil, []int{8, 16}, "", ""},
		{"what was usual is no example where the day has it already", nil, []int{7, 11, 12, 16}, []int{7, 15}, "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(nil)
			f.Before[4].Shifts, f.Days[1].Shifts, f.Days[3].Shifts = halves(f.Before[4].Date, x.before...), halves(f.Days[1].Date, x.last...),
				halves(f.Days[3].Date, x.day...)
			d := present(f, nil)
			d.open = openForm{day: f.Days[3].Date, kind: "shift"}
			form := d.form()
			if got := []string{plain(form.Fields[0].Placeholder), plain(form.Fields[1].Placeholder)}; form.More == "" ||
				!slices.Equal(got, []string{x.start, x.end}) {
				t.Errorf("%q, want %s, %s", got, x.start, x.end)
			}
		})
	}
}

// The form of a new shift names its day and is filled in with the shift that is planned for the day, or usual on it. What most lines leave
// empty is folded, and the help is open after an error alone.
func TestPresenter_shiftForm_expected(t *testing.T) {
	const wednesday = 3
	day := fortnight(nil).Days[wednesday].Date
	planned := schedule.Plan{BankCodeID: 1, Day: day, Start: local(day.String(), 7, 0), End: local(day.String(), 15, 0), Breaks: "30"}
	usual := usualweeks.Week{Weeks: 1, First: day.Week(), Shifts: []usualweeks.Shift{
		{Week: 1, Weekday: time.Wednesday, Start: 9 * 60, End: 17 * 60, BankCodeID: 1}}}
	for _, x := range []struct {
		name   string
		change func(*PeriodView)
		want   string // start, end and breaks
	}{
		{"nothing is planned or usual", func(*PeriodView) {}, "||"},
		{"it is planned", func(f *PeriodView) { f.Days[wednesday].Planned = []schedule.Plan{planned}; f.Usual = usual },
			"7:00 a.m.|3:00 p.m.|10:45 a.m. – 11:15 a.m."},
		{"it is usual", func(f *PeriodView) { f.Usual = usual }, "9:00 a.m.|5:00 p.m.|"},
		{"others are planned in the period", func(f *PeriodView) { f.Days[1].Planned = []schedule.Plan{planned}; f.Usual = usual }, "||"},
		{"the day has its shift", func(f *PeriodView) {
			f.Usual, f.Days[wednesday].Shifts = usual, []shifts.Shift{
				{BankCodeID: 1, Day: day, Start: local(day.String(), 6, 0), End: local(day.String(), 8, 0)}}
		}, "||"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(nil)
			f.zone = toronto
			x.change(f)
			d := present(f, nil)
			d.open = openForm{day: day, kind: "shift"}
			form := d.form()
			if got := plain(form.Fields[0].Value + "|" + form.Fields[1].Value + "|" + form.Fields[3].Value); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if form.Head != "Shift: "+d.lang.DayWeek(day) || form.Help.Open || form.Details != nil {
				t.Errorf("head %q, help %v, details %v", form.Head, form.Help.Open, form.Details)
			}
		})
	}
	t.Run("the customer and the activity are folded until one is chosen", func(t *testing.T) {
		f := fortnight(nil)
		f.Jobs = Jobs{HasCustomers: true, Activities: []activities.Activity{{ID: 4, Code: "A"}}}
		d := present(f, nil)
		d.open = openForm{day: day, kind: "shift"}
		if x := d.form().Details; x == nil || x.Open || len(x.Fields) != 2 {
			t.Fatalf("%+v", x)
		}
		d.open.values = url.Values{"activity_id": {"4"}}
		d.open.faults = errs.Fields{{Field: "start_time", Code: "clock"}}
		if form := d.form(); !form.Details.Open || !form.Help.Open {
			t.Errorf("details %v, help %v", form.Details.Open, form.Help.Open)
		}
	})
}

// The form of a saved shift has the times as the page writes them, and reading them back gives the same times.
func TestPresenter_shiftForm_saved(t *testing.T) {
	f := fortnight(nil)
	day := f.Days[3].Date
	saved := shifts.Shift{ID: 5, BankCodeID: 1, Day: day, Start: local(day.String(), 8, 0), End: local(day.String(), 16, 30)}
	f.Days[3].Shifts = []shifts.Shift{saved}
	for lang, want := range map[i18n.Lang][2]string{i18n.FR: {"8 h", "16 h 30"}, i18n.EN: {"8:00 a.m.", "4:30 p.m."}} {
		t.Run("in "+string(lang), func(t *testing.T) {
			d := present(f, nil)
			d.lang, d.open = lang, openForm{day: day, kind: "shift", id: saved.ID}
			start, end := d.form().Fields[0].Value, d.form().Fields[1].Value
			if plain(start) != want[0] || plain(end) != want[1] {
				t.Errorf("%q to %q, want %s to %s", start, end, want[0], want[1])
			}
			var faults errs.Fields
			if from, to := shifts.TypedTimes(&faults, day, start, end, shifts.Shift{}, toronto); faults != nil || from != saved.Start || to != saved.End {
				t.Errorf("it is read as %v to %v, %v", from, to, faults)
			}
		})
	}
}

// An employee who begins in the course of a period has the days from the first work day on, and one who begins after it none.
func TestPresenter_firstDay(t *testing.T) {
	for _, x := range []struct {
		name   string
		first  int // the first work day, as a day of the period
		change func(*PeriodView)
		days   string // of the two weeks
		says   string // the banner, or what stands in place of the days
	}{
		{"who has worked for long has every day", -400, nil, "7 7", ""},
		{"who began in the first week", 3, nil, "4 7", "First day of work: Wednesday, November 18, 2026"},
		{"who begins in the second week, which is to come", 8, nil, "0 6", "You start on Monday, November 23"},
		{"who begins after the period", 15, nil, "0 0", "You start on Monday, November 30; Go to period 2026-26: /staff/time/2026-26"},
		{"a day before that has hours is shown", 8, func(f *PeriodView) { f.Days[2].Shifts = make([]shifts.Shift, 1) }, "1 6", "You start on Monday, November 23"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(nil)
			f.Owner.FirstDay = f.Period.Start.Add(x.first)
			if x.change != nil {
				x.change(f)
			}
			p := present(f, nil).page()
			if days := fmt.Sprint(len(p.Weeks[0].Days), len(p.Weeks[1].Days)); days != x.days {
				t.Errorf("%s days, want %s", days, x.days)
			}
			var says string
			for _, b := range p.State.Banners {
				says += strings.TrimSuffix(plain(b.Text), ".")
			}
			if n := p.NotYet; n != nil {
				says = plain(n.Title) + "; " + n.Label + ": " + n.Href
			}
			if says != x.says {
				t.Errorf("it says %q, want %q", says, x.says)
			}
		})
	}
	t.Run("the next day to fill in is none before", func(t *testing.T) {
		f := fortnight(nil)
		f.Owner.FirstDay = f.Days[4].Date
		if next, ok := f.next(f.Days[0].Date); !ok || next != f.Days[4].Date {
			t.Errorf("%s, %v", next, ok)
		}
	})
}

// As long as today has fewer hours than usual, entering them comes before submitting.
func TestPresenter_bar_enters(t *testing.T) {
	const enter = "2026-11-20&open=shift"
	for _, x := range []struct {
		name    string
		minutes map[int]int64 // by day; today is 5
		change  func(*PeriodView)
		note    string
		next    string // the end of the address of the button to enter hours; empty: there is none
	}{
		{"half a day", map[int]int64{1: 480, 2: 480, 3: 420, 4: 480, 5: 240}, nil, "4 h, usually 8 h", enter},
		{"a usual day", map[int]int64{1: 480, 2: 480, 3: 420, 4: 480, 5: 480}, nil, "", ""},
		{"a short day on which leave falls", map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 240},
			func(f *PeriodView) { f.Days[5].Leave = []Leave{{Minutes: 240}} }, "", ""},
		{"two days are no habit", map[int]int64{1: 480, 2: 480, 5: 240},
			func(f *PeriodView) { f.Owner.FirstDay = f.Days[5].Date }, "", ""},
		{"a submitted sheet", map[int]int64{1: 480, 2: 480, 3: 480, 4: 480, 5: 240},
			func(f *PeriodView) { f.Sheets[0].SubmittedAt = 1 }, "", ""},
		{"nothing is entered yet, and nothing is due", nil,
			func(f *PeriodView) { f.Sheets, f.Today, f.Owner.FirstDay = nil, f.Days[6].Date, f.Days[6].Date }, "", "2026-11-21&open=shift"},
		{"somebody who has not begun", nil,
			func(f *PeriodView) { f.Sheets, f.Owner.FirstDay = nil, f.Period.Start.Add(14) }, "", ""},
		{"nothing is entered in another period", nil, func(f *PeriodView) {
			f.Sheets, f.Owner.FirstDay, f.Today = nil, f.Period.Start.Add(14), f.Period.Start.Add(-1)
		}, "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			f := fortnight(x.minutes)
			f.Sheets = make([]Sheet, 1)
			if x.change != nil {
				x.change(f)
			}
			p := present(f, nil).page()
			var note, next string
			for _, c := range p.Checks.List {
				if c.Day == "Today" {
					note = plain(c.Text)
				}
			}
			if p.Bar.Next != nil {
				next = p.Bar.Next.Href
			}
			if note != x.note || (next == "") != (x.next == "") || !strings.Contains(next, x.next) {
				t.Errorf("%q and %q, want %q and %q", note, next, x.note, x.next)
			}
		})
	}
}
