package leaverequests

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/labourstandards"
	"presence/db"
	views "presence/views/workforce/leaverequests"
)

// present is the page of employee 7, on Friday, November 20, 2026.
func present(t *testing.T) *presenter {
	t.Helper()
	return &presenter{actor: auth.Actor{EmployeeID: 7, Role: auth.Employee}, lang: i18n.EN, zone: toronto(t), today: db.MustDay("2026-11-20"),
		first: db.MustDay("2026-11-01"), part: 1, closed: labourstandards.Quebec().Holidays}
}

func plain(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

func TestPresenter_when(t *testing.T) {
	s := present(t)
	for _, x := range []struct{ name, start, end, want string }{
		{"a whole day", "2026-12-07 00:00", "2026-12-08 00:00", "Monday, December 7, 2026"},
		{"whole days", "2026-12-07 00:00", "2026-12-10 00:00", "Dec 7–9, 2026"},
		{"hours of a day", "2026-12-07 08:00", "2026-12-07 12:30", "Monday, December 7, 2026, 8:00 a.m. – 12:30 p.m."},
		{"from midnight to the morning", "2026-12-07 00:00", "2026-12-07 06:00", "Monday, December 7, 2026, 12:00 a.m. – 6:00 a.m."},
		{"from half past midnight to midnight", "2026-12-07 00:30", "2026-12-08 00:00", "Monday, December 7, 2026, 12:30 a.m. – 12:00 a.m."},
		{"from half past midnight for days", "2026-12-07 00:30", "2026-12-09 00:00", "Dec 7, 2026 at 12:30 a.m. – Dec 9, 2026 at 12:00 a.m."},
		{"until half past midnight", "2026-12-07 00:00", "2026-12-09 00:30", "Dec 7, 2026 at 12:00 a.m. – Dec 9, 2026 at 12:30 a.m."},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := plain(s.when(LeaveRequest{Start: at(t, x.start), End: at(t, x.end)})); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_visiblePart(t *testing.T) {
	for _, x := range []struct {
		name         string
		people, part int
		want         string // how many, text, links
	}{
		{"a full page is not parted", peopleShown, 1, "40 from 0"},
		{"one more is", peopleShown + 1, 1, "40 from 0: 1–40 of 41 people, next 2"},
		{"the last part is what is left", peopleShown + 1, 2, "1 from 40: 41–41 of 41 people, previous 1"},
		{"between them are both ways", 3 * peopleShown, 2, "40 from 40: 41–80 of 120 people, previous 1, next 3"},
		{"a full last part leads no further", 3 * peopleShown, 3, "40 from 80: 81–120 of 120 people, previous 2"},
		{"beyond the last is the last", 2 * peopleShown, 9, "40 from 40: 41–80 of 80 people, previous 1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := present(t)
			s.part = x.part
			for i := range x.people {
				s.rows = append(s.rows, Absence{EmployeeID: int64(i)})
			}
			var m views.Calendar
			shown := s.visiblePart(&m)
			got := fmt.Sprintf("%d from %d", len(shown), shown[0].EmployeeID)
			if m.Pages != nil {
				got += ": " + m.Pages.Text
				for _, link := range []struct{ name, href string }{{"previous", m.Pages.Prev}, {"next", m.Pages.Next}} {
					if part, found := strings.CutPrefix(link.href, "/staff/leave?from=2026-11-01&part="); found {
						got += ", " + link.name + " " + part
					} else if link.href != "" {
						t.Errorf("%s leads to %s", link.name, link.href)
					}
				}
			}
			if got = plain(got); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_calendar(t *testing.T) {
	s := present(t)
	own := LeaveRequest{ID: 1, EmployeeID: 7, LeaveType: "Vacation", ApprovalStatus: Approved, Start: at(t, "2026-11-19 00:00"),
		End: at(t, "2026-11-21 00:00"), EmployeeName: "Ann"}
	other := LeaveRequest{ID: 2, EmployeeID: 8, LeaveType: "Bereavement", ApprovalStatus: Pending, Start: at(t, "2026-11-20 08:00"),
		End: at(t, "2026-11-20 12:00"), EmployeeName: "Bea"}
	first, last := s.first, lastDay(s.first)
	s.rows = absences([]LeaveRequest{own, other}, 7, first, last, s.zone)
	m := s.calendar()
	if m.Now != "/staff/leave" || m.Prev != "/staff/leave?from=2026-09-27" || m.Next != "/staff/leave?from=2026-12-06" ||
		plain(m.Title) != "Nov 1 – Dec 5, 2026" || fmt.Sprint(m.Months) != "[{November\u00a02026 30} {December\u00a02026 5}]" {
		t.Errorf("the calendar is %q, before it %s, after it %s, today at %q", m.Title, m.Prev, m.Next, m.Now)
	}
	if m.Empty != i18n.EN.T(i18n.LeaveMine) {
		t.Errorf("who approves nobody reads %q", m.Empty)
	}
	for i, want := range map[int]string{17: "", 18: "1", 19: "1(1)", 20: "", 21: "", 22: ""} {
		if d := m.Days[i]; d.Away+d.Asked != want || d.Today != (i == 19) || d.Weekend != (i == 20 || i == 21) {
			t.Errorf("November %d: %+v, want %q away", i+1, d, want)
		}
	}
	if a, b := m.Rows[0], m.Rows[1]; !a.Own || b.Own {
		t.Errorf("the own row: %v, another's: %v", a.Own, b.Own)
	}
	run := m.Rows[0].Runs[18]
	if mark := run.Marks[0]; run.Days != 2 || run.Today || mark.Href != "#r-1" || mark.Asked || mark.Label != "" {
		t.Errorf("the own leave is %+v", run)
	}
	if mark := m.Rows[1].Runs[19].Marks[0]; mark.Href != "/staff/approvals?item=leave-2" || !mark.Asked || mark.Label != "" {
		t.Errorf("another's leave is %+v", mark)
	}
	if !m.Rows[1].Runs[20].Weekend || m.Rows[1].Runs[19].Weekend || !m.Rows[1].Runs[19].Today || m.Rows[1].Runs[18].Today {
		t.Error("a day without leave is no weekend, or not today")
	}
	if kinds := append(m.Rows[0].Kinds, m.Rows[1].Kinds...); !slices.Equal(kinds, []string{"Vacation", "Bereavement"}) {
		t.Errorf("beside the names of who has a bar without text stands %q", kinds)
	}
	if m.Away != "On leave (requested)" {
		t.Errorf("the counts are headed %q", m.Away)
	}
	var lines []string
	for _, x := range m.List {
		lines = append(lines, plain(fmt.Sprintf("%s %s, %s %v", x.Name, x.When, x.Note, x.Now)))
	}
	want := []string{"Ann Nov 19–20, Vacation · approved · 2 business days true", "Bea Fri, Nov 20, Bereavement · requested true"}
	if !slices.Equal(lines, want) {
		t.Errorf("the leave is listed as %q, want %q", lines, want)
	}
	if a, b := m.Rows[0].Href, m.Rows[1].Href; a != "#r-1" || b != "/staff/approvals?item=leave-2" {
		t.Errorf("the names lead to %q and %q", a, b)
	}
	s.first, s.actor.Supervises = db.MustDay("2026-11-15"), true
	if m := s.calendar(); m.Now != "" || m.Empty != i18n.EN.T(i18n.LeaveNobody) {
		t.Errorf("the weeks from today's on lead to %q, and says %q to an approver", m.Now, m.Empty)
	}
}

// Leave that goes on beyond the calendar says so at the edge, and a statutory holiday stands in the head.
func TestPresenter_calendar_edges(t *testing.T) {
	s := present(t)
	s.first = db.MustDay("2026-11-29")
	s.holidays = map[db.Day]i18n.Text{db.MustDay("2026-12-25"): {FR: "Noël", EN: "Christmas"}}
	l := LeaveRequest{ID: 1, EmployeeID: 8, LeaveType: "Vacation", ApprovalStatus: Approved, Start: at(t, "2026-11-28 00:00"),
		End: at(t, "2026-12-03 00:00"), EmployeeName: "Bea"}
	on := l
	on.ID, on.Start, on.End = 2, at(t, "2027-01-01 00:00"), at(t, "2027-01-05 00:00")
	first, last := s.first, lastDay(s.first)
	s.rows = absences([]LeaveRequest{l, on}, 7, first, last, s.zone)
	m := s.calendar()
	runs := m.Rows[0].Runs
	if a, b := runs[0].Marks[0], runs[len(runs)-1].Marks[0]; !a.Before || a.After || b.Before || !b.After {
		t.Errorf("the first %+v, the last %+v", a, b)
	}
	if d := m.Days[26]; d.Holiday == "" || m.Days[25].Holiday != "" {
		t.Errorf("December 25 is %+v", d)
	}
	var list []string
	for _, x := range m.List {
		list = append(list, plain(x.Name+" "+x.When))
	}
	if want := []string{"Bea Nov 28 – Dec 2", "Christmas Dec 25", "Bea Jan 1–4, 2027"}; !slices.Equal(list, want) {
		t.Errorf("the list is %q, want %q, by date", list, want)
	}
	if m.Away != "" {
		t.Errorf("the counts of one person, which the row has, are headed %q", m.Away)
	}
	if m.Days[0].Away != "1" || m.Days[4].Away != "" || m.Days[34].Away != "1" {
		t.Errorf("away are %q on November 29, %q on December 3 and %q on January 2", m.Days[0].Away, m.Days[4].Away, m.Days[34].Away)
	}
	other := on
	other.EmployeeID, other.EmployeeName = 9, "Cleo"
	s.rows = absences([]LeaveRequest{l, on, other}, 7, first, last, s.zone)
	if m := s.calendar(); m.Away != "On leave" || m.Days[34].Away != "2" {
		t.Errorf("without a request the counts of two people are headed %q; on January 2, %q", m.Away, m.Days[34].Away)
	}
}

// A bar has an arrow only at the edge of the calendar across which its leave goes on; a cell of several days is neither today nor a
// weekend.
func TestPresenter_row(t *testing.T) {
	for _, x := range []struct {
		name  string
		leave []string // first and last moment of each
		want  string   // the days of each run with leave; then < and > for arrows, w for a weekend, t for today
	}{
		{"leave within the weeks has no arrow", []string{"2026-11-02 00:00", "2026-11-04 00:00"}, "2"},
		{"leave of all weeks has none", []string{"2026-11-01 00:00", "2026-12-06 00:00"}, "35"},
		{"leave from before has one at the beginning", []string{"2026-10-31 00:00", "2026-11-04 00:00"}, "3<"},
		{"leave that goes on has one at the end", []string{"2026-12-02 00:00", "2026-12-06 08:00"}, "4>"},
		{"leave from before and after has both", []string{"2026-10-31 00:00", "2026-12-07 00:00"}, "35<>"},
		{"the arrows are at the edges only, where other leave parts the bar",
			[]string{"2026-10-31 00:00", "2026-12-07 00:00", "2026-11-10 00:00", "2026-11-11 00:00"}, "9< 1 25>"},
		{"one day may be today", []string{"2026-11-20 00:00", "2026-11-21 00:00"}, "1t"},
		{"days from today on are not all today", []string{"2026-11-20 00:00", "2026-11-22 00:00"}, "2"},
		{"one day may be a weekend", []string{"2026-11-22 00:00", "2026-11-23 00:00"}, "1w"},
		{"days from a weekend on are not all a weekend", []string{"2026-11-22 00:00", "2026-11-24 00:00"}, "2"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := present(t)
			var list []LeaveRequest
			for i := 0; i < len(x.leave); i += 2 {
				list = append(list, LeaveRequest{ID: int64(i + 1), EmployeeID: 8, LeaveType: "Vacation", ApprovalStatus: Approved,
					Start: at(t, x.leave[i]), End: at(t, x.leave[i+1])})
			}
			first, last := s.first, lastDay(s.first)
			var runs []string
			for _, run := range s.row(absences(list, 7, first, last, s.zone)[0]).Runs {
				if len(run.Marks) == 0 {
					continue
				}
				text := fmt.Sprint(run.Days)
				for _, flag := range []struct {
					set  bool
					mark string
				}{{run.Marks[0].Before, "<"}, {run.Marks[0].After, ">"}, {run.Weekend, "w"}, {run.Today, "t"}} {
					if flag.set {
						text += flag.mark
					}
				}
				runs = append(runs, text)
			}
			if got := strings.Join(runs, " "); got != x.want {
				t.Errorf("the runs are %q, want %q", got, x.want)
			}
		})
	}
}

// The list of the calendar is sorted by the start of the leave, not by person, and marks requests and those who are away today.
func TestPresenter_list(t *testing.T) {
	s := present(t)
	entry := func(id int64, status, start, end string) LeaveRequest {
		return LeaveRequest{ID: id, EmployeeID: id, EmployeeName: fmt.Sprint("No. ", id), LeaveType: "Sick", ApprovalStatus: status,
			Start: at(t, start), End: at(t, end)}
	}
	first, last := s.first, lastDay(s.first)
	m := s.list(absences([]LeaveRequest{
		entry(1, Approved, "2026-11-21 00:00", "2026-11-24 00:00"),
		entry(2, Escalated, "2026-11-20 00:00", "2026-11-21 00:00"),
		entry(3, Pending, "2026-11-02 08:00", "2026-11-19 16:00"),
		entry(4, Approved, "2026-11-19 00:00", "2026-11-23 00:00"),
	}, 0, first, last, s.zone))
	var got []string
	for _, x := range m {
		got = append(got, plain(fmt.Sprintf("%s: %s, asked %v, now %v", x.Name, x.When, x.Asked, x.Now)))
	}
	want := []string{"No. 3: Nov 2–19, asked true, now false", "No. 4: Nov 19–22, asked false, now true",
		"No. 2: Fri, Nov 20, asked true, now true", "No. 1: Nov 21–23, asked false, now false"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestPresenter_waitingTask(t *testing.T) {
	s := present(t)
	if s.waitingTask() != nil {
		t.Error("a line without requests")
	}
	s.toDecide, s.waiting = 4, []LeaveRequest{{ID: 5, EmployeeID: 8, EmployeeName: "Zoé", Start: at(t, "2026-11-30 00:00"), End: at(t, "2026-12-05 00:00")}}
	x := s.waitingTask()
	got := plain(fmt.Sprint(x.Text, "|", x.Href, "|", x.Names, "|", x.More, "|", x.MoreHref))
	want := "4 requests need your decision|/staff/approvals?item=leave-5|[{Zoé Nov 30 – Dec 4 /staff/approvals?item=leave-5 :}]|" +
		"and 3 more|/staff/approvals?kind=leave"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestPresenter_nextHoliday(t *testing.T) {
	s := present(t)
	s.holidaysAhead = map[db.Day]i18n.Text{db.MustDay("2027-01-01"): {FR: "Jour de l’An", EN: "New Year’s Day"},
		db.MustDay("2026-12-25"): {FR: "Noël", EN: "Christmas"}}
	if got := plain(s.nextHoliday()); got != "Next statutory holiday: Christmas, Friday, December 25" {
		t.Error(got)
	}
}

func TestPresenter_previewOf(t *testing.T) {
	for _, x := range []struct {
		name       string
		start, end string
		others     []string
		approver   bool
		want       string
	}{
		{"a week", "2026-11-23 00:00", "2026-11-28 00:00", []string{"Zoé Roy"}, true,
			"5 business days · 40 h|Also on leave on these dates: Zoé Roy"},
		{"a morning", "2026-11-23 08:00", "2026-11-23 12:00", nil, true, "1 business day · 4 h|No one else is on leave on these dates."},
		{"a morning, for whom others are not to be seen", "2026-11-23 08:00", "2026-11-23 12:00", nil, false, "1 business day · 4 h|"},
		{"with as many others as are named", "2026-11-23 00:00", "2026-11-24 00:00", strings.Split("A B C D E", " "), true,
			"1 business day · 8 h|Also on leave on these dates: A, B, C, D, E"},
		{"a weekend", "2026-11-28 00:00", "2026-11-30 00:00", nil, false, "No business days: there’s nothing to request.|"},
		{"a week with Christmas", "2026-12-21 00:00", "2026-12-26 00:00", nil, false,
			"4 business days · 32 h|1 statutory holiday not counted: Dec 25 (Christmas)|"},
		{"two weeks with two holidays", "2026-12-21 00:00", "2027-01-02 00:00", nil, false,
			"8 business days · 64 h|2 statutory holidays not counted: Dec 25 (Christmas), Jan 1 (New Year’s Day)|"},
		{"a statutory holiday alone", "2026-12-25 00:00", "2026-12-26 00:00", nil, false,
			"No business days: there’s nothing to request.|1 statutory holiday not counted: Dec 25 (Christmas)|"},
		{"with many others", "2026-11-23 00:00", "2026-11-24 00:00", strings.Split("A B C D E F G", " "), true,
			"1 business day · 8 h|Also on leave on these dates: A, B, C, D, E and 2 more"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := present(t)
			s.actor.Supervises = x.approver
			p := s.previewOf(New{Start: at(t, x.start), End: at(t, x.end)}, x.others)
			if p.Holidays != "" {
				p.Takes += "|" + p.Holidays
			}
			if got := plain(p.Takes + "|" + p.Others); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_barText(t *testing.T) {
	s := present(t)
	for days, want := range map[int]string{1: "", 3: "", 4: "Vacation", 9: "Vacation"} {
		if got := s.barText(LeaveRequest{LeaveType: "Vacation"}, days); got != want {
			t.Errorf("in %d days there is room for %q, want %q", days, got, want)
		}
	}
	for days, want := range map[int]string{4: "", 5: "Bereavement"} {
		if got := s.barText(LeaveRequest{LeaveType: "Bereavement"}, days); got != want {
			t.Errorf("in %d days there is room for %q, want %q", days, got, want)
		}
	}
	if got := s.barText(LeaveRequest{LeaveType: "Unpaid"}, 5); got != "Unpaid leave" {
		t.Errorf("twelve letters are shortened to %q in five days", got)
	}
	if got := s.barText(LeaveRequest{LeaveType: "Vacation"}, 4, false, true); got == "" {
		t.Errorf("beside an arrow, four days have room for %q", got)
	}
}

func TestPresenter_requests(t *testing.T) {
	for status, want := range map[string]string{
		Pending: "pending: Cancel request", Escalated: "pending: Cancel request", Approved: "approved: Cancel leave",
		Refused: "refused: Request again", Denied: "refused: Request again", Cancelled: "draft: ",
	} {
		t.Run(status, func(t *testing.T) {
			s := present(t)
			s.own = []LeaveRequest{{ID: 1, LeaveType: "Sick", ApprovalStatus: status, Start: at(t, "2026-12-07 08:00"), End: at(t,
				"2026-12-07 12:00"),
				Comment: "Flu\nBo – Get well"}}
			o := s.requests()
			r := o.Requests[0]
			var moves []string
			for _, m := range r.Moves {
				moves = append(moves, m.Label)
			}
			if got := string(r.State) + ": " + strings.Join(moves, ", "); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			if plain(r.Hours) != "4 h" || len(r.Comment) != 2 || r.Comment[1] != "Bo – Get well" || o.Part != "" {
				t.Errorf("it is shown as %+v", r)
			}
		})
	}
	s := present(t)
	s.own, s.requesters = []LeaveRequest{{ID: 1}, {ID: 2}}, map[int64]string{2: "Bea Boss"}
	if o := s.requests(); o.Requests[0].By != "" || o.Requests[1].By != "Requested by Bea Boss" {
		t.Errorf("they are shown as %+v", o.Requests)
	}
	s.own = make([]LeaveRequest, ownShown)
	if o := s.requests(); o.Part == "" {
		t.Error("a full list does not say that there may be more")
	}
}

func TestPresenter_page(t *testing.T) {
	s := present(t)
	if p := s.page(); p.Own == nil || p.Form == nil || p.Form.NoCodes == "" {
		t.Error("an employee has no form, or one without codes to choose")
	}
	s.codes = []Code{{1, "vacation", "C1"}, {2, "odd", "C9"}}
	s.faults = errs.Fields{{Field: "end_date", Code: "overlap"}, {Field: "span", Code: "not_allowed"}}
	s.typed = url.Values{"span": {"weeks"}, "leave_type": {"Sick"}}
	f := s.page().Form
	if f.NoCodes != "" || f.Kind.Value != "Sick" || f.Span.Value != "weeks" || len(f.Faults) != 2 ||
		f.To.Error != i18n.EN.T(i18n.LeaveOverlaps) {
		t.Errorf("what was typed is shown as %+v", f)
	}
	if a, b := f.Code.Options[0].Label, f.Code.Options[1].Label; a != "Vacation · C1" || b != "odd · C9" {
		t.Errorf("the codes are called %q and %q", a, b)
	}
	if !f.Open {
		t.Error("the form with errors is closed")
	}
	s.typed = nil
	if f := s.page().Form; f.Open {
		t.Error("the form is open though it was not asked for")
	}
	s.ask = true
	if f := s.page().Form; !f.Open {
		t.Error("the form that was asked for is closed")
	}
	if f := s.page().Form; f.Kind.Value != "Vacation" || f.Span.Value != wholeDays {
		t.Errorf("a new form begins with %q and %q", f.Kind.Value, f.Span.Value)
	}
	s.actor.EmployeeID = 0
	if p := s.page(); p.Own != nil || p.Form != nil {
		t.Error("who has no employee record can ask for leave")
	}
}

func TestPresenter_employeePicker(t *testing.T) {
	ann, bo := Employee{8, "Ann Roy", "Di Oh"}, Employee{9, "Bo Roy", ""}
	for _, x := range []struct {
		name   string
		self   int64
		owner  Employee
		search string
		found  []Employee
		all    int64
		want   string
	}{
		{"a small team is offered whole, with the supervisors", 7, Employee{ID: 7}, "", []Employee{{7, "Self", ""}, ann}, 2,
			"7 (7 Myself, 8 Ann Roy Reports to Di Oh) "},
		{"a large team is searched", 7, Employee{ID: 7}, "", []Employee{ann}, 2, "7 (7 Myself) "},
		{"what a search finds is offered beside the chosen employee", 7, bo, "a", []Employee{ann}, 1,
			"9 (7 Myself, 9 Bo Roy, 8 Ann Roy Reports to Di Oh) 1 person found"},
		{"who has no employee record chooses another: the only one", 0, Employee{}, "", []Employee{bo}, 1, "9 (9 Bo Roy) "},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := present(t)
			s.actor = auth.Actor{EmployeeID: x.self, Role: auth.Payroll}
			s.owner, s.search, s.found, s.all, s.codes = x.owner, x.search, x.found, x.all, []Code{{1, "vacation", "C1"}}
			p := s.form().Employee
			var options []string
			for _, o := range p.Options {
				options = append(options, strings.TrimSpace(o.Value+" "+o.Label+" "+o.Note))
			}
			if got := p.Value + " (" + strings.Join(options, ", ") + ") " + p.Found; got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestReadForm(t *testing.T) {
	zone := toronto(t)
	for _, x := range []struct {
		name, form       string
		start, end, want string // what is wrong; empty: nothing
	}{
		{"whole days", "start_date=2026-12-07&end_date=2026-12-08&span=days", "2026-12-07 00:00", "2026-12-09 00:00", ""},
		{"a day, by default whole", "start_date=2026-12-07", "2026-12-07 00:00", "2026-12-08 00:00", ""},
		{"the same day twice", "start_date=2026-12-07&end_date=2026-12-07&span=morning", "2026-12-07 08:00", "2026-12-07 12:00", ""},
		{"an afternoon", "start_date=2026-12-07&span=afternoon", "2026-12-07 12:00", "2026-12-07 16:00", ""},
		{"times", "start_date=2026-12-07&end_date=2026-12-08&span=times&start_time=22:00&end_time=06:00", "2026-12-07 22:00",
			"2026-12-08 06:00", ""},
		{"no day", "", "", "", "start_date required"},
		{"no last day that can be read", "start_date=2026-12-07&end_date=soon", "", "", "end_date format"},
		{"the last day first", "start_date=2026-12-07&end_date=2026-12-06", "", "", "end_date before_first"},
		{"half of two days", "start_date=2026-12-07&end_date=2026-12-08&span=afternoon", "", "", "end_date one_day"},
		{"times without times", "start_date=2026-12-07&span=times", "", "", "start_time required, end_time required"},
		{"another span", "start_date=2026-12-07&span=weeks", "", "", "span not_allowed"},
	} {
		t.Run(x.name, func(t *testing.T) {
			form, err := url.ParseQuery(x.form)
			if err != nil {
				t.Fatal(err)
			}
			n, faults := readForm(form, 7, zone)
			var got []string
			for _, f := range faults {
				got = append(got, f.Field+" "+f.Code)
			}
			if strings.Join(got, ", ") != x.want {
				t.Fatalf("%q, want %q", got, x.want)
			}
			if x.want == "" && (n.Start != at(t, x.start) || n.End != at(t, x.end) || n.EmployeeID != 7 || n.ApprovalStatus != Pending) {
				t.Errorf("it asks for %s to %s: %+v", n.Start, n.End, n)
			}
		})
	}
}

func TestFormErrors(t *testing.T) {
	bad := func(field, code string) error { return errs.InvalidField(field, code, "No.") }
	for _, x := range []struct {
		err        error
		span, want string
	}{
		{bad("start_date_time", "overlap"), wholeDays, "start_date"}, {bad("end_date_time", "not_after_start"), wholeDays, "end_date"},
		{bad("end_date_time", "not_after_start"), byTimes, "end_time"}, {bad("end_date_time", "overlap"), byTimes, "end_date"},
		{bad("comment", "length"), byTimes, "comment"}, {errs.Stale(), byTimes, ""}, {nil, byTimes, ""},
	} {
		got := ""
		if faults := formErrors(x.err, x.span); len(faults) > 0 {
			got = faults[0].Field
		}
		if got != x.want {
			t.Errorf("%v of %s becomes %q, want %q", x.err, x.span, got, x.want)
		}
	}
}

func TestNew_Validate(t *testing.T) {
	good := New{EmployeeID: 1, BankCodeID: 1, LeaveType: "Sick", Start: 1, End: 2, ApprovalStatus: Pending}
	for _, x := range []struct {
		name   string
		change func(*New)
		want   string
	}{
		{"what holds", func(*New) {}, ""},
		{"no employee", func(n *New) { n.EmployeeID = 0 }, "employee_id required"},
		{"no code", func(n *New) { n.BankCodeID = -1 }, "bank_code_id required"},
		{"another kind", func(n *New) { n.LeaveType = "Sabbatical" }, "leave_type not_allowed"},
		{"no start", func(n *New) { n.Start = 0 }, "start_date_time required"},
		{"no end", func(n *New) { n.End = 0 }, "end_date_time required"},
		{"an end at the start", func(n *New) { n.End = n.Start }, "end_date_time not_after_start"},
		{"a comment of 2000 characters", func(n *New) { n.Comment = strings.Repeat("é", 2000) }, ""},
		{"one of 2001", func(n *New) { n.Comment = strings.Repeat("é", 2001) }, "comment length"},
		{"a comment with a control character", func(n *New) { n.Comment = "Ski\x00" }, "comment format"},
		{"an end before 1970 without a start", func(n *New) { n.Start, n.End = 0, -1 }, "start_date_time required"},
		{"another status", func(n *New) { n.ApprovalStatus = "Maybe" }, "approval_status not_allowed"},
	} {
		t.Run(x.name, func(t *testing.T) {
			n := good
			x.change(&n)
			var got []string
			for _, f := range n.Validate() {
				got = append(got, f.Field+" "+f.Code)
			}
			if strings.Join(got, ", ") != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestReadFirstDay(t *testing.T) {
	today := db.MustDay("2026-11-20")
	for text, want := range map[string]string{"2027-02-01": "2027-01-31", "2027-01-31": "2027-01-31", "": "2026-11-15", "2027-02": "2026-11-15",
		"2027-02-30": "2026-11-15"} {
		if got := readFirstDay(text, today); got != db.MustDay(want) {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}

// A month of which the calendar has only a few days has its short name, which fits above them.
func TestPresenter_months(t *testing.T) {
	for _, x := range []struct{ name, first, want string }{
		{"two whole names", "2026-11-01", "[{November\u00a02026 30} {December\u00a02026 5}]"},
		{"the end of a month and the beginning of another", "2026-11-29", "[{Nov 2} {December\u00a02026 31} {Jan 2}]"},
		{"the last days of a year", "2026-12-27", "[{December\u00a02026 5} {January\u00a02027 30}]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := &presenter{lang: i18n.EN, first: db.MustDay(x.first)}
			if got := fmt.Sprint(s.months()); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}
