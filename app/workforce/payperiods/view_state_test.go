package payperiods

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/workforce/crews"
	"presence/db"
	"presence/views/ui"
)

// parseViewState ignores unknown parameters; query omits those that apply to one request only.
func TestParseViewState(t *testing.T) {
	for _, x := range []struct {
		query string
		want  viewState
		again string
	}{
		{"", viewState{page: 1}, ""},
		{"crew=7&reports=direct&state=ready&q=+anne+&sort=-hours&weeks=1&rows=all", viewState{crew: CrewFilter{crews.Of(7), true}, group: ready,
			name: "anne",
			sort: "-hours", page: 1, weeks: true, allRows: true}, "crew=7&q=anne&reports=direct&rows=all&sort=-hours&state=ready&weeks=1"},
		{"page=3&done=5&ask=all&open=7", viewState{page: 3, doneAt: 5, askAll: true, open: 7}, ""},
		{"crew=-7&reports=all&state=&sort=-wages&page=0&weeks=2&rows=some&done=x&ask=some&open=x", viewState{page: 1}, ""},
		{"crew=x&state=approved&sort=name&page=x", viewState{page: 1, group: approved, sort: "name"}, "sort=name&state=approved"},
		{"state=check&page=-2", viewState{page: 1, group: toCheck}, "state=check"},
	} {
		t.Run(x.query, func(t *testing.T) {
			q, err := url.ParseQuery(x.query)
			if err != nil {
				t.Fatal(err)
			}
			v := parseViewState(q)
			if v != x.want {
				t.Errorf("read as %+v, want %+v", v, x.want)
			}
			if got := v.query().Encode(); got != x.again {
				t.Errorf("written as %q, want %q", got, x.again)
			}
		})
	}
}

// team is five people in every group of the table.
func team() []Row {
	row := func(id int64, name string, state State, warnings ...Warning) Row {
		l := Row{Employee: Employee{ID: id, Name: name}, Warnings: warnings}
		if state != Missing {
			l.Sheets = []Sheet{{ID: id + 100, EmployeeID: id, State: state, Active: true, Version: id}}
		}
		l.Weeks[0].Hours.Regular = 60 * id
		l.Cents, l.Distance = 100*(10-id), 50*id
		return l
	}
	return []Row{row(1, "Aimé Côté", Approved), row(2, "Bea Roy", Submitted), row(3, "Cid Roy", Submitted, Warning{Over, 60}),
		row(4, "Dan Cote", Draft), row(5, "Eve Roy", Missing, Warning{NoSheet, 3})}
}

func TestViewState_filter(t *testing.T) {
	for _, x := range []struct {
		name string
		view viewState
		want string
	}{
		{"puts rows to check first, those with the most severe warning before the others", viewState{}, "Cid Eve Bea Dan Aimé"},
		{"keeps the rows to check, whose sheets wait", viewState{group: toCheck, sort: "name"}, "Cid"},
		{"keeps the incomplete rows", viewState{group: incomplete, sort: "name"}, "Eve"},
		{"finds names without accents and case", viewState{name: "COTE", sort: "name"}, "Aimé Dan"},
		{"wants every word", viewState{name: "roy  b", sort: "name"}, "Bea"},
		{"sorts by name, the other way round", viewState{sort: "-name"}, "Eve Dan Cid Bea Aimé"},
		{"sorts by a column", viewState{sort: "expenses"}, "Eve Dan Cid Bea Aimé"},
		{"sorts by a column, the other way round", viewState{sort: "-expenses"}, "Aimé Bea Cid Dan Eve"},
		{"sorts by the state", viewState{sort: "state"}, "Cid Eve Bea Dan Aimé"},
		{"leaves equal rows by name", viewState{sort: "-evening"}, "Aimé Bea Cid Dan Eve"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var names []string
			for _, l := range x.view.filter(team()) {
				first, _, _ := strings.Cut(l.Employee.Name, " ")
				names = append(names, first)
			}
			if got := strings.Join(names, " "); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestRow_group(t *testing.T) {
	rows := team()
	for i, want := range []group{approved, ready, toCheck, open, incomplete} {
		if got := rows[i].group(); got != want {
			t.Errorf("%s stands in group %d, want %d", rows[i].Employee.Name, got, want)
		}
	}
}

// reviewing is a presenter of rows in period 2026-25.
func reviewing(rows ...Row) *presenter {
	return &presenter{lang: i18n.EN, view: viewState{page: 1}, review: Review{Overview: Overview{Period: Period{Year: 2026, Number: 25},
		Rows: rows}}}
}

func TestReview_totals(t *testing.T) {
	rows := team()
	rows[2].Weeks[1].Hours.Overtime = 60
	own := rows[1]
	own.Own = true
	got := Review{Overview: Overview{Rows: append(rows, own)}}.totals()
	if got.hours.Total() != 60*(1+2+3+4+5+2)+60 || got.cents != 100*(9+8+7+6+5+8) || got.distance != 50*(1+2+3+4+5+2) || got.over != 1 {
		t.Errorf("it adds up to %+v", got)
	}
	if got.approved != 1 || got.all != 4+1 || got.leftPeople != 3 || got.cleanPeople != 1 || len(got.check) != 1 ||
		got.aside != 3 || !got.ownIsWaiting {
		t.Errorf("it counts %+v", got)
	}
	if text := FormatSelection(got.clean) + " " + FormatSelection(got.submitted); text != "102-2 102-2,103-3" {
		t.Errorf("the sheets are %s", text)
	}
}

func TestPresenter_decisionBox(t *testing.T) {
	rows := team()
	own := rows[1]
	own.Own = true
	for _, x := range []struct {
		name string
		rows []Row
		want string // the tone, the clean ones, all of them, whom the question names
	}{
		{"nothing to approve", []Row{rows[4]}, "neutral||"},
		{"all is approved", rows[:1], "good||"},
		{"only the own time is left", []Row{rows[0], own}, "good||"},
		{"clean ones alone", rows[:2], "accent|102-2|"},
		{"clean ones and others", rows[:4], "accent|102-2|102-2,103-3: Cid Roy 1 h overtime"},
		{"none that is clean", rows[2:4], "neutral||103-3: Cid Roy 1 h overtime"},
	} {
		t.Run(x.name, func(t *testing.T) {
			box := reviewing(x.rows...).decisionBox()
			clean, all := "", ""
			if box.Clean != nil {
				clean = box.Clean.Sheets
			}
			if box.All != nil {
				var why []string
				for _, n := range box.Confirm.Names.First {
					why = append(why, n.Name+" "+n.Why)
				}
				if box.Confirm.Href != "/staff/periods/2026/25?ask=all" || box.Confirm.Open {
					t.Errorf("the question is at %s", box.Confirm.Href)
				}
				all = box.All.Sheets + ": " + strings.Join(why, ", ")
			}
			if got := strings.ReplaceAll(string(box.Tone)+"|"+clean+"|"+all, "\u00a0", " "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_reasons(t *testing.T) {
	rows := make([]*Row, maxReasons+3)
	for i := range rows {
		rows[i] = &Row{Employee: Employee{Name: strconv.Itoa(i)}}
	}
	rows[21].Warnings = []Warning{{}}
	rows[22].Warnings = []Warning{{}, {}}
	for _, x := range []struct {
		name        string
		rows        []*Row
		first, last string
		count       int
		more        string
	}{
		{"no one", nil, "", "", 0, ""},
		{"as many as are named", rows[:maxReasons], "0", "19", maxReasons, ""},
		{"one more", rows[:maxReasons+1], "0", "19", maxReasons, "and 1 more"},
		{"those with warnings come first, in their order", rows, "21", "17", maxReasons, "and 3 more"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, first, last := reviewing().reasons(x.rows), "", ""
			if n := len(got.First); n > 0 {
				first, last = got.First[0].Name, got.First[n-1].Name
			}
			if first != x.first || last != x.last || len(got.First) != x.count || got.More != x.more {
				t.Errorf("%d people from %q to %q, %q", len(got.First), first, last, got.More)
			}
		})
	}
}

func TestPresenter_tiles(t *testing.T) {
	rows := team()
	busy := rows[1]
	busy.Weeks[0].Hours.Overtime, busy.Distance = 60, 0
	for _, x := range []struct {
		name string
		rows []Row
		want string // the tones of approval and overtime; the notes of approval and expenses
	}{
		{"nothing to approve", nil, "neutral|neutral||" + i18n.EN.T(i18n.BoardNothingSpent)},
		{"all approved", rows[:1], "good|neutral||0.5 km driven"},
		{"some approved, and overtime", []Row{rows[0], busy}, "neutral|warn||0.5 km driven"},
		{"no distance", []Row{busy}, "neutral|warn||" + i18n.EN.T(i18n.BoardNothingSpent)},
		{"a person without a timesheet is counted apart", []Row{rows[0], {}},
			"good|neutral|1 person without hours|0.5 km driven"},
	} {
		t.Run(x.name, func(t *testing.T) {
			tone := func(s ui.Stat) string {
				if s.Tone == "" {
					return "neutral"
				}
				return string(s.Tone)
			}
			s := reviewing(x.rows...).tiles().Stats
			if got := strings.ReplaceAll(tone(s[0])+"|"+tone(s[2])+"|"+s[0].Note+"|"+s[3].Note, "\u00a0", " "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_reason(t *testing.T) {
	d, rows := reviewing(), team()
	own, odd := rows[2], rows[1]
	own.Own = true
	partial := rows[3]
	partial.Warnings = []Warning{{MissingDays, 2}, {Kind: NotSubmitted}}
	for _, x := range []struct {
		row        Row
		href, want string
	}{
		{partial, "/staff/timesheets/104", "2 days with no hours · not submitted yet"},
		{rows[2], "/staff/timesheets/103", "1 h overtime"}, {own, "/staff/timesheets/103", i18n.EN.T(i18n.WhyOwn)},
		{rows[3], "/staff/timesheets/104", "not submitted yet"}, {odd, "/staff/timesheets/102", i18n.EN.T(i18n.WhyOpen)},
		{rows[4], "/staff/periods/2026/25/people/5", i18n.EN.T(i18n.WarnNoSheet)},
	} {
		got := d.reason(&x.row)
		href, _, _ := strings.Cut(got.Href, "?list=2026-25")
		if why := strings.ReplaceAll(got.Why, "\u00a0", " "); why != x.want || href != x.href {
			t.Errorf("%s: %q at %s, want %q at %s", got.Name, why, got.Href, x.want, x.href)
		}
	}
}

func TestPresenter_state(t *testing.T) {
	d, rows := reviewing(), team()
	idle := Row{Sheets: []Sheet{{State: Draft}}}
	away := idle
	away.Weeks[1].Leave = 480
	for _, x := range []struct {
		name string
		row  Row
		want string
	}{
		{"approved", rows[0], "approved "}, {"submitted", rows[1], "submitted "}, {"missing", rows[4], "missing "},
		{"a draft without anything", idle, "draft " + i18n.EN.T(i18n.NoActivityNote)},
		{"on leave", away, "draft " + i18n.EN.T(i18n.OnLeaveNote)},
		{"an empty sheet that is submitted", Row{Sheets: []Sheet{{State: Submitted}}}, "submitted "},
	} {
		t.Run(x.name, func(t *testing.T) {
			state, label := d.state(&x.row)
			if got := string(state) + " " + label; got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_row(t *testing.T) {
	d, rows := reviewing(), team()
	second := rows[2]
	second.Sheets = append(slices.Clone(second.Sheets), Sheet{ID: 9, EmployeeID: 3, State: Submitted, Active: true, Version: 1})
	second.Weeks[0].Hours.Overtime = 30
	changed := rows[1]
	changed.Sheets, changed.Warnings = []Sheet{{ID: 102, EmployeeID: 2, State: Changed, Active: true}}, []Warning{{Kind: SheetChanged},
		{Over, 60}}
	d.next = 3
	d.labourWarnings = map[int64]LabourWarnings{1: warnings(1, 0), 2: warnings(1, 2)}
	for _, x := range []struct {
		name string
		row  Row
		want string // notes; approve, withdraw; other sheets; overtime; focus
	}{
		{"approved", rows[0], "| 101-1|0 false false"},
		{"submitted, with words of the labour standards", rows[1],
			"less than 32 h of consecutive rest in a week (s. 78), 2 days under the minimum of 3 h (s. 58)|102-2 |0 false false"},
		{"with two sheets", second, "|review 103 |1 true true"},
		{"changed, which the badge says", changed, "less than 32 h of consecutive rest in a week (s. 78), 2 days under the minimum of 3 h (s. 58)|review 102 |0 false false"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := d.row(&x.row)
			approve, withdraw := "", ""
			if r.Review != nil {
				href, _, _ := strings.Cut(r.Review.Href, "?list=2026-25")
				approve = strings.Replace(href, "/staff/timesheets/", "review ", 1)
			}
			if r.Approve != nil {
				approve = r.Approve.Hidden[1].Value
			}
			if r.Withdraw != nil {
				withdraw = r.Withdraw.Hidden[1].Value
			}
			notes := make([]string, len(r.Flags))
			for i, f := range r.Flags {
				notes[i] = f.Text
			}
			got := fmt.Sprintf("%s|%s %s|%d %v %v", strings.Join(notes, ", "), approve, withdraw, len(r.More), r.Over != "", r.Focus)
			if got = strings.ReplaceAll(got, "\u00a0", " "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_crew(t *testing.T) {
	boss, payroll := auth.Actor{EmployeeID: 3, Supervises: true, Role: auth.Employee}, auth.Actor{Role: auth.Payroll}
	teams := []Supervisor{{3, "Cid"}, {4, "Dan"}}
	for _, x := range []struct {
		name   string
		by     auth.Actor
		review Review
		crew   CrewFilter
		want   string // whose rows; segments with the current one; options with the value
	}{
		{"a crew without crews has no choice", boss, Review{}, CrewFilter{}, "Your team||0 "},
		{"a crew with crews can be narrowed", boss, Review{HasSubcrews: true}, CrewFilter{}, "Your team|true false|0 "},
		{"a supervisor who sees the direct reports can see the whole crew", boss, Review{}, CrewFilter{Direct: true},
			"Direct reports|false true|0 "},
		{"a company without crews has no choice", payroll, Review{}, CrewFilter{}, "Everyone||0 "},
		{"a company has its crews", payroll, Review{Crews: teams}, CrewFilter{}, "Everyone||3 "},
		{"one of them is chosen", payroll, Review{Crews: teams}, CrewFilter{Crew: crews.Of(4)}, "Dan’s team||3 4"},
		{"one that does not exist any more has no name", payroll, Review{Crews: teams}, CrewFilter{Crew: crews.Of(9)}, "Everyone||3 9"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := reviewing()
			d.actor, d.review, d.view.crew = x.by, x.review, x.crew
			team := ui.Field{}
			if list := d.filter().Selects; len(list) > 0 {
				team = list[0]
			}
			var current []string
			for _, s := range d.crew() {
				current = append(current, fmt.Sprint(s.Current))
			}
			if got := fmt.Sprintf("%s|%s|%d %s", d.whose(), strings.Join(current, " "), len(team.Options), team.Value); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestParseSelection(t *testing.T) {
	if sheets, ok := parseSelection("12-3,14-1"); !ok || FormatSelection(sheets) != "12-3,14-1" {
		t.Errorf("read as %v, %v", sheets, ok)
	}
	for _, text := range []string{"", "12", "12-x", "x-3", "0-3", "-12-3", "12-3,", "12-3,14"} {
		if sheets, ok := parseSelection(text); ok {
			t.Errorf("%q is read as %v", text, sheets)
		}
	}
}

func TestLinkNextRows(t *testing.T) {
	rows := team()
	for i := range rows {
		rows[i].Warnings = nil
	}
	table := reviewing(rows[1], rows[2], rows[0]).table()
	next := func(hidden []ui.Hidden) string {
		for _, h := range hidden {
			if h.Name == "next" {
				return h.Value
			}
		}
		return ""
	}
	first, second := table.Groups[0].Rows[0], table.Groups[0].Rows[1]
	if a, b := next(first.Approve.Hidden), next(second.Approve.Hidden); a != "3" || b != "2" {
		t.Errorf("after the first comes %q, after the last %q, want 3 and the one before it, 2", a, b)
	}
	if alone := table.Groups[1].Rows[0]; next(alone.Withdraw.Hidden) != "" {
		t.Errorf("after the only row of a group comes %q", next(alone.Withdraw.Hidden))
	}
}

func TestState(t *testing.T) {
	for state, want := range map[State]bool{Submitted: true, Changed: true, Draft: false, Approved: false, Missing: false} {
		if got := (Sheet{State: state}).AwaitsApproval(); got != want {
			t.Errorf("a sheet that is %s waits: %v", state, got)
		}
	}
	if (Sheet{State: Changed, Returned: true}).AwaitsApproval() {
		t.Error("a sheet that was sent back waits for its approver")
	}
	if at := db.MustDay("2026-11-20"); !(Employee{FirstDay: at, LastDay: at}).enters(at) || (Employee{FirstDay: at.Add(1)}).enters(at) ||
		(Employee{LastDay: at.Add(-1)}).enters(at) {
		t.Error("the first and the last work day count, and no day around them")
	}
	if at := db.MustDay("2026-11-20"); (Employee{FirstDay: at, AddedAfter: true}).enters(at) {
		t.Error("a day of a period that had ended when the record was added counts")
	}
}
