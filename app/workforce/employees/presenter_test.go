package employees

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/clockings"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

func TestParseViewState(t *testing.T) {
	for _, x := range []struct {
		query string
		page  int64
		again string
	}{
		{"", 1, ""}, {"q=+anne+&supervisor_id=7&company_code=8&view=archive&page=3", 3, "company_code=8&q=anne&supervisor_id=7&view=archive"},
		{"supervisor_id=x&company_code=-1&view=tree&page=0", 1, ""}, {"page=999999", 999_999, ""}, {"page=1000000", 1, ""}, {"page=-1", 1, ""},
	} {
		t.Run(x.query, func(t *testing.T) {
			q, err := url.ParseQuery(x.query)
			if err != nil {
				t.Fatal(err)
			}
			v := parseViewState(q)
			if got := v.query().Encode(); v.page != x.page || got != x.again {
				t.Errorf("page %d of %q, want page %d of %q", v.page, got, x.page, x.again)
			}
			if s := v.search(); s.Skip != (x.page-1)*pageRows || s.Rows != pageRows {
				t.Errorf("it skips %d and reads %d", s.Skip, s.Rows)
			}
		})
	}
}

func TestViewState_search(t *testing.T) {
	for _, x := range []struct {
		name string
		view viewState
		want bool
	}{
		{"several crews are grouped", viewState{crews: true}, true},
		{"a single crew is not", viewState{}, false},
		{"nor is a search", viewState{crews: true, Search: Search{Text: "a"}}, false},
		{"nor are the reports of one supervisor", viewState{crews: true, Search: Search{SupervisorID: 1}}, false},
		{"nor is the archive", viewState{crews: true, Search: Search{Archive: true}}, false},
		{"a company is", viewState{crews: true, Search: Search{CompanyCode: 1}}, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.view.search().ByCrew; got != x.want {
				t.Errorf("sorted by supervisor: %v", got)
			}
		})
	}
}

// A row has a flag for what is missing, and a button that reminds of the period that ended, once a day.
func TestPresenter_setAttendance(t *testing.T) {
	row := func(id int64, warnings ...payperiods.Warning) payperiods.Row {
		r := payperiods.Row{Employee: payperiods.Employee{ID: id}, Warnings: warnings}
		r.Weeks[0].Hours.Regular = 60 * id
		return r
	}
	a := &attendance{ended: payperiods.Period{Year: 2026, Number: 24}, unsent: map[int64]bool{3: true, 4: true}, reminded: map[int64]bool{4: true},
		current: map[int64]payperiods.Row{1: row(1, payperiods.Warning{Kind: payperiods.NoSheet, N: 4}),
			2: row(2, payperiods.Warning{Kind: payperiods.MissingDays, N: 3}), 3: row(3, payperiods.Warning{Kind: payperiods.Over, N: 90})}}
	d := presenter{lang: i18n.EN}
	for _, x := range []struct {
		id   int64
		want string
	}{
		{1, "1 h|4 days with no hours||"}, {2, "2 h|3 days with no hours||"},
		{3, "3 h|2026-24 not submitted|/staff/periods/2026/24/remind 3 team page=2|"}, {4, "|2026-24 not submitted||Reminded today"}, {5, "|||"},
	} {
		t.Run(x.want, func(t *testing.T) {
			var r views.Row
			d.setAttendance(&r, viewState{page: 2}, x.id, "Ann", a)
			got := strings.ReplaceAll(r.Hours, "\u00a0", " ") + "|"
			for _, f := range r.Flags {
				got += strings.ReplaceAll(f.Text, "\u00a0", " ")
			}
			got += "|"
			if r.Remind != nil {
				got += r.Remind.Action
				for _, h := range r.Remind.Hidden {
					got += " " + h.Value
				}
			}
			if got += "|" + r.Reminded; got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_pages(t *testing.T) {
	d := presenter{lang: i18n.EN}
	for _, x := range []struct {
		page, all int64
		want      string // text, previous, next; empty: not parted
	}{
		{1, pageRows, ""}, {1, pageRows + 1, "1–50 of 51||2"}, {2, pageRows + 1, "51–51 of 51|1|"}, {2, 3 * pageRows, "51–100 of 150|1|3"},
		{3, 3 * pageRows, "101–150 of 150|2|"},
	} {
		t.Run(fmt.Sprintf("page %d of %d", x.page, x.all), func(t *testing.T) {
			got := ""
			if p := d.pages(viewState{page: x.page}, SearchResult{All: x.all}); p != nil {
				number := func(href string) string { return strings.TrimPrefix(href, "/staff/employees?page=") }
				got = strings.ReplaceAll(p.Text, "\u00a0", " ") + "|" + number(p.Prev) + "|" + number(p.Next)
			}
			if got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_filters(t *testing.T) {
	d := presenter{lang: i18n.EN}
	heads := []NamedEmployee{{1, "Ann"}, {2, "Bea"}}
	for _, x := range []struct {
		name    string
		view    viewState
		choices Choices
		want    string // the lists to choose from, the hidden fields
	}{
		{"where there is no choice", viewState{}, Choices{heads[:1], []int64{7}}, ""},
		{"where there is one", viewState{}, Choices{heads, []int64{7, 8}}, "supervisor_id 3, company_code 3"},
		{"what was chosen can be left", viewState{Search: Search{SupervisorID: 1, CompanyCode: 7}}, Choices{heads[:1], []int64{7}},
			"supervisor_id 2, company_code 2"},
		{"what else was asked for is kept", viewState{Search: Search{Text: "anne", Archive: true}}, Choices{}, "view=archive, q: anne"},
	} {
		t.Run(x.name, func(t *testing.T) {
			row := d.list(auth.Actor{}, x.view, SearchResult{}, x.choices, nil).Filter
			var got []string
			for _, f := range row.Selects {
				got = append(got, fmt.Sprintf("%s %d", f.Name, len(f.Options)))
			}
			for _, h := range row.Keep {
				got = append(got, h.Name+"="+h.Value)
			}
			if row.Search.Value != "" {
				got = append(got, "q: "+row.Search.Value)
			}
			if strings.Join(got, ", ") != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_list(t *testing.T) {
	d := presenter{lang: i18n.EN}
	for _, x := range []struct {
		name  string
		by    auth.Role
		view  viewState
		want  i18n.Text // the title where nobody is found
		clear string
		new   bool
	}{
		{"nobody is there yet", auth.Employee, viewState{page: 1}, i18n.TeamEmpty, "", false},
		{"nobody fits the words", auth.Payroll, viewState{page: 1, Search: Search{Text: "x"}}, i18n.TeamNobody, "/staff/employees", true},
		{"nobody fits the supervisor", auth.Payroll, viewState{page: 1, Search: Search{SupervisorID: 7}}, i18n.TeamNobody, "/staff/employees",
			true},
		{"nobody fits the company", auth.Payroll, viewState{page: 1, Search: Search{CompanyCode: 7}}, i18n.TeamNobody, "/staff/employees", true},
		{"nobody in the archive fits", auth.Payroll, viewState{page: 1, Search: Search{Text: "x", Archive: true}}, i18n.TeamNobody,
			"/staff/employees?view=archive", true},
		{"no one fits the words among the reports of one supervisor", auth.Payroll, viewState{page: 1, Search: Search{Text: "x",
			SupervisorID: 7}},
			i18n.TeamNobody, "/staff/employees", true},
		{"nobody has left", auth.Payroll, viewState{page: 1, Search: Search{Archive: true}}, i18n.TeamNoGone, "", true},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := d.list(auth.Actor{Role: x.by}, x.view, SearchResult{}, Choices{}, nil)
			if p.Empty.Title != i18n.EN.T(x.want) || p.Clear != x.clear || (p.Head.New != "") != x.new {
				t.Errorf("%q, %q, %q", p.Empty.Title, p.Clear, p.Head.New)
			}
			if above := x.view.Archive || x.view.Text != ""; p.Above != above {
				t.Errorf("the supervisor of each is shown: %v", p.Above)
			}
			var hidden []string
			for _, h := range p.Filter.Keep {
				hidden = append(hidden, h.Name)
			}
			if slices.Contains(hidden, "q") || slices.Contains(hidden, "view") != x.view.Archive ||
				slices.Contains(hidden, "supervisor_id") {
				t.Errorf("a search keeps %q", hidden)
			}
			for i, tab := range p.Head.Tabs {
				if href := []string{"/staff/employees", "/staff/employees?view=tree", "/staff/employees?view=archive"}[i]; tab.Href != href {
					t.Errorf("%s leads to %s", tab.Label, tab.Href)
				}
				if want := i == 0 && !x.view.Archive || i == 2 && x.view.Archive; tab.Current != want {
					t.Errorf("%s is current: %v", tab.Label, tab.Current)
				}
			}
		})
	}
}

func TestPresenter_list_groups(t *testing.T) {
	d := presenter{lang: i18n.EN}
	listed := func(id, boss int64, name string) Listed {
		return Listed{Employee: Employee{ID: id, SupervisorID: boss}, Supervisor: name}
	}
	found := SearchResult{List: []Listed{listed(1, 0, ""), listed(2, 1, "Ann"), listed(3, 1, "Ann"), listed(4, 2, "Bea")}, All: 4}
	now := &attendance{clock: clockings.NewService(nil, clockings.Options{Zone: time.UTC, Now: time.Now}),
		today: map[int64]clockings.Today{1: {Away: true}, 2: {}, 3: {Asked: true}, 4: {}}}
	for _, x := range []struct {
		name  string
		view  viewState
		found SearchResult
		want  string
	}{
		{"by supervisor", viewState{page: 1, crews: true}, found,
			"[No supervisor] On leave [Ann’s team] Not scheduled, Leave requested [Bea’s team] Not scheduled"},
		{"of one supervisor in one group", viewState{page: 1}, SearchResult{List: found.List[1:3], All: 2},
			"[] Not scheduled, Leave requested"},
		{"of a search, in one group", viewState{page: 1, crews: true, Search: Search{Text: "a"}}, found,
			"[] On leave, Not scheduled, Leave requested, Not scheduled"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var parts []string
			for _, g := range d.list(auth.Actor{}, x.view, x.found, Choices{}, now).Groups {
				var rows []string
				for _, r := range g.Rows {
					rows = append(rows, r.Today.Text)
				}
				parts = append(parts, "["+g.Title+"] "+strings.Join(rows, ", "))
			}
			if got := strings.ReplaceAll(strings.Join(parts, " "), "\u00a0", " "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPhone(t *testing.T) {
	for n, want := range map[int64]string{9999999999: "999 999-9999 +19999999999", 10_000_000_000: "000 000-0000 +10000000000",
		5145550123: "514 555-0123 +15145550123", 15145550123: "514 555-0123 +15145550123",
		123: "123 +10000000123"} {
		if got := phone(n) + " " + dial(n); got != want {
			t.Errorf("%d is shown as %q, want %q", n, got, want)
		}
	}
}

func TestPresenter_row(t *testing.T) {
	d := presenter{lang: i18n.EN, zone: time.UTC}
	day := db.MustDay("2026-12-24")
	at := db.InstantOf(time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC))
	for _, x := range []struct {
		name string
		l    Listed
		want string // note, why it is in the archive
	}{
		{"somebody at work", Listed{}, "|"}, {"somebody with a crew", Listed{Reports: 3}, "supervises 3 people|"},
		{"somebody who leaves", Listed{Employee: Employee{LastWorkDay: day}}, "Last day: December 24, 2026|"},
		{"somebody who has left", Listed{Employee: Employee{LastWorkDay: day, ArchivedAt: at, ArchivedReason: Left}},
			"|" + i18n.EN.F(i18n.TeamLeftOn, "December 24, 2026")},
		{"a record that was deleted", Listed{Employee: Employee{LastWorkDay: day, ArchivedAt: at}},
			"|" + i18n.EN.F(i18n.TeamDeleted, "November 20, 2026")},
		{"somebody who has left on no day", Listed{Employee: Employee{ArchivedAt: at, ArchivedReason: Left}},
			"|" + i18n.EN.F(i18n.TeamDeleted, "November 20, 2026")},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := d.row(x.l)
			if got := strings.ReplaceAll(r.Note+"|"+r.Gone, "\u00a0", " "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_profile(t *testing.T) {
	d := presenter{lang: i18n.EN, zone: time.UTC}
	above := []NamedEmployee{{3, "Boss"}, {2, "Head"}, {1, "Top"}}
	x := Profile{Employee: Employee{ID: 9, FirstName: "Ann", LastName: "Roy"}, Above: above, Reports: make([]NamedEmployee, profileReports+1),
		History: make([]audit.Entry, profileHistory)}
	links := func(by auth.Actor) (s string) {
		for _, a := range d.profile(by, x).Above {
			s += map[bool]string{true: "1", false: "0"}[a.Href != ""]
		}
		return s
	}
	for _, c := range []struct {
		name string
		by   auth.Actor
		want string
	}{
		{"the person, who looks at nobody above", auth.Actor{EmployeeID: 9, Role: auth.Employee}, "000"},
		{"the nearest supervisor", auth.Actor{EmployeeID: 3, Role: auth.Employee, Supervises: true}, "100"},
		{"the head above", auth.Actor{EmployeeID: 2, Role: auth.Employee, Supervises: true}, "110"},
		{"payroll", auth.Actor{Role: auth.Payroll}, "111"},
	} {
		if got := links(c.by); got != c.want {
			t.Errorf("%s is led to %s, want %s", c.name, got, c.want)
		}
	}
	p := d.profile(auth.Actor{EmployeeID: 9, Role: auth.Payroll}, x)
	if notes := p.Above[0].Note + "|" + p.Above[1].Note + "|" + p.Above[2].Note; notes != "|supervises Boss|supervises Head" {
		t.Errorf("those above are called %q", notes)
	}
	if len(p.Reports) != profileReports || p.AllReports == "" || p.Part == "" || p.Subtitle != i18n.EN.T(i18n.EmpOwn) || p.Edit == "" ||
		p.Restore != "" || len(p.Crumbs) == 0 || p.AskLeave != "/staff/leave?ask=1&employee_id=9" {
		t.Errorf("the own profile of payroll: %d reports, %+v", len(p.Reports), p)
	}
	x.FirstWorkDay = db.MustDay("2020-01-06")
	if p = d.profile(auth.Actor{EmployeeID: 8, Role: auth.Employee}, x); p.Subtitle != "" ||
		strings.ReplaceAll(p.Payroll[2].Value, "\u00a0", " ") != "January 6, 2020" || p.Payroll[3].Value != "" {
		t.Errorf("a profile without a last day: %q, %+v", p.Subtitle, p.Payroll)
	}
	x.Reports, x.History, x.LastWorkDay = nil, x.History[1:], db.MustDay("2026-12-24")
	p = d.profile(auth.Actor{EmployeeID: 8, Role: auth.Employee}, x)
	if p.AllReports != "" || p.Part != "" || !strings.HasPrefix(p.Subtitle, "Last day") || p.Edit != "" || len(p.Hidden) != 0 ||
		len(p.Crumbs) != 0 {
		t.Errorf("another's profile: %+v", p)
	}
	x.ArchivedAt = 1
	if p = d.profile(auth.Actor{Role: auth.Payroll}, x); p.Subtitle != "" || p.Restore == "" || p.Edit != "" || p.Archived == "" ||
		p.AskLeave != "" {
		t.Errorf("an archived profile: %+v", p)
	}
}

func TestPresenter_period(t *testing.T) {
	d := presenter{lang: i18n.EN}
	sheet := payperiods.Row{Sheets: []payperiods.Sheet{{ID: 7, State: payperiods.Submitted}}}
	for _, x := range []struct {
		name  string
		by    int64
		line  payperiods.Row
		known bool
		want  string // text, label, link
	}{
		{"not employed", 1, payperiods.Row{}, false, i18n.EN.T(i18n.EmpNotEmployed) + "||"},
		{"nothing entered", 1, payperiods.Row{}, true, "0 h this period|" + i18n.EN.T(i18n.EmpNoSheet) + "|/staff/periods/2026/25/people/9"},
		{"a sheet", 1, sheet, true, "0 h this period||/staff/timesheets/7"},
		{"the own sheet", 9, sheet, true, "0 h this period||/staff/time/2026-25"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := d.period(auth.Actor{EmployeeID: x.by}, 9, payperiods.Period{Year: 2026, Number: 25}, x.line, x.known)
			if got := strings.ReplaceAll(p.Text+"|"+p.Label+"|"+p.Href, "\u00a0", " "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_event(t *testing.T) {
	d := presenter{lang: i18n.EN, zone: time.UTC}
	changes := audit.Changes{"supervisor_id": {nil, 7.0}, "phone_number": {5145550123.0, 5145550124.0}, "company_code": {1.0, 2.0},
		"first_work_day": {"2026-11-20", nil}, "residence": {"Sorel", true}, "id": {nil, 1.0}}
	v := d.event(audit.Entry{Kind: "employee", Action: "updated", Changes: changes}, map[int64]string{7: "Boss"})
	var got []string
	for _, c := range v.Changes {
		got = append(got, c.Field+": "+c.Before+" → "+c.After)
	}
	want := "Phone: 514 555-0123 → 514 555-0124, Address: Sorel → true, Company: 1 → 2, First day of work: November 20, 2026 → , " +
		"Supervisor:  → Boss"
	if s := strings.ReplaceAll(strings.Join(got, ", "), "\u00a0", " "); s != want {
		t.Errorf("%q, want %q", s, want)
	}
	if v.Who != i18n.EN.T(i18n.TheProgram) {
		t.Errorf("the program is called %q", v.Who)
	}
	v = d.event(audit.Entry{Kind: "employee", Action: "created", Who: audit.Who{Name: "Ann"}, Changes: changes}, nil)
	if v.Who != "Ann" || len(v.Changes) != 0 {
		t.Errorf("a record that was made is told as %+v", v)
	}
}

func TestPresenter_forms(t *testing.T) {
	d := presenter{lang: i18n.EN}
	faults := errs.Fields{{Field: "email", Code: "format"}, {Field: "last_work_day", Code: "format"}, {Field: "user_id", Code: "format"}}
	choice := people{owners: []Person{{"u-1", "Zoé Roy", "z@example.com"}}}
	f := d.form(Employee{ID: 9, Version: 3, SupervisorID: 4}, url.Values{"last_work_day": {"soon"}}, faults, choice)
	if o := f.Work[3].Options; len(o) != 1 || o[0] != (ui.Option{Value: "u-1", Label: "Zoé Roy · z@example.com"}) {
		t.Errorf("the record can belong to %+v", o)
	}
	if f.Leaving.Day.Error == "" || f.Leaving.Day.Value != "soon" || len(f.Work) != 5 || f.Work[3].Error == "" || len(f.Faults) != 3 {
		t.Errorf("what was refused is shown as %+v", f)
	}
	if f = d.form(Employee{ID: 9}, nil, nil, people{}); len(f.Work) != 4 || f.Leaving.Day.Error != "" || len(f.Faults) != 0 {
		t.Errorf("who may not relink a record sees %+v", f.Work)
	}
	for _, field := range d.newForm(nil, faults[:1], ui.Picker{}).Who {
		if (field.Error != "") != (field.Name == "email") || field.Name != "email" && field.Name != "phone_number" && field.Hint != "" {
			t.Errorf("%s: %q, %q", field.Name, field.Error, field.Hint)
		}
	}
	for _, x := range []struct {
		err  error
		want string
	}{{errs.Conflict("person_taken", "No."), "email person_taken"}, {errs.Forbidden("user_id_not_allowed", "No."),
		"email user_id_not_allowed"},
		{errs.InvalidField("residence", "length", "No."), "residence length"}, {errs.Stale(), ""}} {
		got := ""
		if list := formErrors(x.err); len(list) > 0 {
			got = list[0].Field + " " + list[0].Code
		}
		if got != x.want {
			t.Errorf("%v is shown as %q, want %q", x.err, got, x.want)
		}
	}
	if list := withoutFields(faults, faults[:2]); len(list) != 1 || list[0].Field != "user_id" {
		t.Errorf("further faults are %v", list)
	}
}

func TestPresenter_supervisorPicker(t *testing.T) {
	d := presenter{lang: i18n.EN}
	found := SearchResult{List: []Listed{{Employee: Employee{ID: 1, FirstName: "Ann"}, Supervisor: "Boss"},
		{Employee: Employee{ID: 2, FirstName: "Bo"}}}, All: 2}
	p := d.supervisorPicker(NamedEmployee{2, "Bo"}, "o", false, found)
	want := []ui.Option{{Label: i18n.EN.T(i18n.EmpNoBoss)}, {Value: "2", Label: "Bo"}, {Value: "1", Label: "Ann ", Note: "Reports to Boss"}}
	if p.Value != "2" || !slices.Equal(p.Options, want) {
		t.Errorf("%q of %+v", p.Value, p.Options)
	}
	if p = d.supervisorPicker(NamedEmployee{}, "o", false, found); p.Value != "" || len(p.Options) != 3 {
		t.Errorf("nobody supervises, and it chooses %q of %+v", p.Value, p.Options)
	}
	if p = d.supervisorPicker(NamedEmployee{}, "o", true, found); !p.Open {
		t.Error("a search without a choice chooses nobody as the supervisor")
	}
	if p = d.supervisorPicker(NamedEmployee{}, "", true, found); p.Open {
		t.Error("without a search, a new record has no choice made")
	}
}

func TestPresenter_slips(t *testing.T) {
	d := presenter{lang: i18n.EN, zone: time.UTC}
	for _, x := range []struct {
		name string
		more bool
	}{{"the page offers to make links for those who are left", true}, {"the page of the last ones offers nothing more", false}} {
		t.Run(x.name, func(t *testing.T) {
			page, err := d.slips([]auth.Invitation{{Name: "Ann", Link: "https://presence.example/auth/password/x", Language: i18n.EN}}, x.more)
			if err != nil || len(page.List) != 1 || (page.More != "") != x.more || (page.Again != "") != x.more {
				t.Errorf("%d slips, %q, %q, %v", len(page.List), page.More, page.Again, err)
			}
		})
	}
}
