package payperiods

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/platform/i18n"
	views "presence/views/workforce/payperiods"
)

// crowd is a presenter of n people, every third of whom has a warning.
func crowd(n int, v viewState) *presenter {
	d := &presenter{lang: i18n.EN, view: v, review: Review{Overview: Overview{Period: Period{Year: 2026, Number: 25}}}}
	for i := range n {
		l := Row{Employee: Employee{ID: int64(i + 1), Name: fmt.Sprintf("Person %03d", i)},
			Sheets: []Sheet{{ID: int64(i + 1), EmployeeID: int64(i + 1), State: Submitted, Active: true}}}
		l.Weeks[0].Hours.Regular = 60
		if i%3 == 0 {
			l.Warnings = []Warning{{MissingDays, 1}}
		}
		d.review.Rows = append(d.review.Rows, l)
	}
	return d
}

func rowsOf(t views.Table) (n int) {
	for _, g := range t.Groups {
		n += len(g.Rows)
	}
	return n
}

func TestPresenter_Table(t *testing.T) {
	for _, c := range []struct {
		name       string
		people     int
		view       viewState
		rows       int
		text       string
		prev, next string
		first      string
	}{
		{"60 fit on one page", 60, viewState{page: 1}, 60, "", "", "", "Person 000"},
		{"more are divided into pages", 170, viewState{page: 1}, 60, "1–60 of 170", "", "page=2", "Person 000"},
		{"the last page has the rest", 170, viewState{page: 3}, 50, "121–170 of 170", "page=2", "", "Person 095"},
		{"beyond the last page is the last one", 170, viewState{page: 99}, 50, "121–170 of 170", "page=2", "", "Person 095"},
		{"beyond two full pages is the second", 120, viewState{page: 99}, 60, "61–120 of 120", "page=1", "", "Person 031"},
		{"one row more begins a page", 61, viewState{page: 2}, 1, "61–61 of 61", "page=1", "", "Person 059"},
		{"paper has all", 170, viewState{page: 2, allRows: true}, 170, "", "", "", "Person 000"},
		{"a sorted table pages in its order", 170, viewState{page: 2, sort: "-name"}, 60, "61–120 of 170", "page=1", "page=3", "Person 109"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := crowd(c.people, c.view).table()
			if n := rowsOf(table); n != c.rows || table.Groups[0].Rows[0].Name != c.first {
				t.Errorf("%d rows from %s, want %d from %s", n, table.Groups[0].Rows[0].Name, c.rows, c.first)
			}
			if c.text == "" {
				if table.Pages != nil {
					t.Errorf("it has pages: %+v", table.Pages)
				}
				return
			}
			p := table.Pages
			if p.Text != c.text || !strings.Contains(p.Prev, c.prev) || !strings.Contains(p.Next, c.next) || (p.Prev == "") != (c.prev == "") ||
				(p.Next == "") != (c.next == "") {
				t.Errorf("got %+v", *p)
			}
			if table.Total.Total != fmt.Sprintf("%d.00", c.people) {
				t.Errorf("the total of all is %s", table.Total.Total)
			}
		})
	}
}

func TestPresenter_TableGroups(t *testing.T) {
	table := crowd(9, viewState{page: 1}).table()
	if len(table.Groups) != 2 || table.Groups[0].Count != "3" || table.Groups[1].Count != "6" {
		t.Fatalf("got %+v", table.Groups)
	}
	if table = crowd(9, viewState{page: 1, sort: "state"}).table(); len(table.Groups) != 1 || table.Groups[0].Title != "" {
		t.Errorf("a sorted table has %d groups", len(table.Groups))
	}
}

// A row that needs a look says why beneath the name, also where only its state or its overtime does.
func TestPresenter_TableReasons(t *testing.T) {
	labour := func(kind WarningKind) Row {
		r := Row{Employee: Employee{ID: 1, Name: "Ann"}, Sheets: []Sheet{{ID: 1, EmployeeID: 1, State: Submitted, Active: true}},
			Warnings: []Warning{{kind, 90}}}
		r.Weeks[0].Hours.Overtime = 90
		return r
	}
	approved := labour(Over)
	approved.Sheets[0].State, approved.Warnings = Approved, nil
	for _, c := range []struct {
		name      string
		row       Row
		why, flag string
	}{
		{"overtime", labour(Over), "Overtime to check", ""},
		{"a change after the approval", labour(SheetChanged), "Changed since approval", ""},
		{"what its flags say is not said twice", labour(LongDay), "", "long day of 1.5 h"},
		{"nothing of a row that is approved", approved, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reviewing(c.row).table().Groups[0].Rows[0]
			flag := ""
			for _, f := range r.Flags {
				flag += strings.ReplaceAll(f.Text, "\u00a0", " ")
			}
			if r.Why != c.why || flag != c.flag {
				t.Errorf("%q and the flags %q", r.Why, flag)
			}
		})
	}
}
