package leaverequests

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/holidays"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/leaverequests"
)

// presenter builds the view model of the leave page for one user.
type presenter struct {
	actor auth.Actor
	lang  i18n.Lang
	zone  *time.Location
	today db.Day
	first db.Day // of the calendar, a Sunday
	part  int    // the page of the calendar's rows, from 1

	closed        holidays.Calendar    // the statutory holidays, which leave does not take
	holidays      map[db.Day]i18n.Text // of the calendar
	holidaysAhead map[db.Day]i18n.Text // from today on
	preview       views.Preview        // of the typed request

	waiting    []LeaveRequest // the first of those that await the actor's decision
	toDecide   int            // how many do
	rows       []Absence
	own        []LeaveRequest
	balances   []Balance        // the user's own
	requesters map[int64]string // who requested leave of own for the actor
	codes      []Code
	codeTypes  map[int64]string // the types of all codes, by id
	owner      Employee         // for whom the form requests leave; without a name if it is the actor
	chosen     bool             // the page was opened for the owner
	search     string           // the text by which the employees were searched
	found      []Employee       // those to choose from, at most ui.PickerRows
	all        int64            // how many match the search
	typed      url.Values       // nil: a new form
	faults     errs.Fields
	ask        bool // the form is open
}

// mayAsk reports whether the actor may request leave: for themselves, or for employees in their scope.
func (s *presenter) mayAsk() bool { return s.actor.EmployeeID != 0 || s.actor.Approver() }

const (
	peopleShown = 40 // rows of the calendar
	ownShown    = 30
)

func (s *presenter) page() views.Page {
	p := views.Page{Calendar: s.calendar(), Waiting: s.waitingTask()}
	if s.actor.EmployeeID != 0 {
		p.Own = s.requests()
		p.Balances = s.ownBalances()
	}
	p.None = s.actor.EmployeeID != 0 && !s.actor.Approver() && len(p.Calendar.Rows) == 0 && len(s.own) == 0
	p.Holiday = s.nextHoliday()
	if s.mayAsk() {
		p.Form = s.form()
	}
	return p
}

// waitingNamed is how many of the open requests are named.
const waitingNamed = 3

// waitingTask returns the line about the requests that await the actor's decision; nil if there are none.
func (s *presenter) waitingTask() *ui.Task {
	if s.toDecide == 0 {
		return nil
	}
	t := &ui.Task{Icon: ui.IconPalm, Tone: ui.Info, Text: s.lang.N(s.toDecide, i18n.LeaveToDecide), Button: s.lang.T(i18n.TaskDecide),
		Label: s.lang.N(s.toDecide, i18n.TaskDecideLeave), Href: s.href(s.waiting[0]), Main: true}
	for _, l := range s.waiting {
		first, last := l.Days(s.zone)
		t.Names = append(t.Names, ui.TaskName{Text: l.EmployeeName, Why: s.days(first, last), Colon: strings.TrimRight(s.lang.Colon(), " "),
			Href: paths.Approval(itemID(l))})
	}
	if n := s.toDecide - len(s.waiting); n > 0 {
		t.More, t.MoreHref = s.lang.N(n, i18n.AndMore), paths.ApprovalsOf("leave")
	}
	return t
}

// nextHoliday says when the next statutory holiday is; "" if none is near.
func (s *presenter) nextHoliday() string {
	var next db.Day
	for day := range s.holidaysAhead {
		if (next == db.Day{}) || day.Before(next) {
			next = day
		}
	}
	if (next == db.Day{}) {
		return ""
	}
	return s.lang.F(i18n.LeaveNextHoliday, s.lang.T(s.holidaysAhead[next]), s.lang.DayNear(next))
}

func (s *presenter) calendar() views.Calendar {
	first, last := s.first, lastDay(s.first)
	m := views.Calendar{
		Title: s.lang.Range(first, last), Label: s.lang.F(i18n.LeaveCalendar, s.lang.Range(first, last)), Months: s.months(),
		Prev: paths.LeaveFrom(first.Add(-7 * calendarWeeks).String()), Next: paths.LeaveFrom(last.Add(1).String()),
		Empty: s.lang.T(i18n.LeaveMine),
	}
	if readFirstDay("", s.today) != first {
		m.Now = paths.Leave()
	}
	if s.actor.Approver() {
		m.Empty = s.lang.T(i18n.LeaveNobody)
	}
	shown := s.visiblePart(&m)
	for d := first; !d.After(last); d = d.Add(1) {
		m.Days = append(m.Days, s.day(d))
		if name := s.holiday(d); name != "" {
			m.Holidays = append(m.Holidays, views.Holiday{Name: name, When: s.lang.DayShort(d)})
		}
	}
	for _, a := range shown {
		m.Rows = append(m.Rows, s.row(a))
	}
	switch {
	case len(s.rows) < 2: // the counts would repeat the row
	case slices.ContainsFunc(m.Days, func(d views.Day) bool { return d.Asked != "" }):
		m.Away = s.lang.T(i18n.LeaveAwayAsked)
	default:
		m.Away = s.lang.T(i18n.LeaveAway)
	}
	m.List = s.list(shown)
	return m
}

// roomForMonth is how many days of a month there must be above which its whole name fits; above fewer stands the short one.
const roomForMonth = 5

// months returns the months of the calendar, each with the number of its days there.
func (s *presenter) months() (list []views.Month) {
	for d, last := s.first, lastDay(s.first); !d.After(last); {
		y, m, _ := d.Date()
		days := min(db.NewDay(y, m+1, 1).Sub(d), last.Sub(d)+1)
		name := s.lang.Month(d)
		if days < roomForMonth {
			name = s.lang.MonthShort(d)
		}
		list = append(list, views.Month{Name: i18n.Capital(name), Days: days})
		d = d.Add(days)
	}
	return list
}

// visiblePart returns the rows on the current page of the calendar.
func (s *presenter) visiblePart(m *views.Calendar) []Absence {
	n := len(s.rows)
	if n <= peopleShown {
		return s.rows
	}
	from := min((s.part-1)*peopleShown, (n-1)/peopleShown*peopleShown)
	to := min(from+peopleShown, n)
	link := func(part int) string {
		return paths.LeaveFrom(s.first.String()) + "&part=" + strconv.Itoa(part)
	}
	m.Pages = &ui.Pages{Text: s.lang.F(i18n.LeavePeople, s.lang.Int(int64(from+1)), s.lang.Int(int64(to)), s.lang.Int(int64(n)))}
	if from > 0 {
		m.Pages.Prev = link(from / peopleShown)
	}
	if to < n {
		m.Pages.Next = link(from/peopleShown + 2)
	}
	return s.rows[from:to]
}

func weekend(d db.Day) bool { return d.Weekday() == time.Saturday || d.Weekday() == time.Sunday }

// holiday returns the name of the statutory holiday on a day; "" for none.
func (s *presenter) holiday(d db.Day) string {
	if name, is := s.holidays[d]; is {
		return s.lang.T(name)
	}
	return ""
}

// day returns the heading of a day. It counts everyone who is away, including those on other pages of the calendar, and apart from
// them, in parentheses, those who have only requested leave.
func (s *presenter) day(d db.Day) views.Day {
	_, _, number := d.Date()
	day := views.Day{Holiday: s.holiday(d), Letter: i18n.Capital(s.lang.WeekdayShort(d))[:1], Number: strconv.Itoa(number),
		Spoken:  s.lang.DayLong(d),
		Weekend: weekend(d), Today: d == s.today}
	away, asked := 0, 0
	for _, a := range s.rows {
		i := slices.IndexFunc(a.Runs, func(r Run) bool { return d.Sub(r.First) < r.Days })
		switch {
		case i < 0 || len(a.Runs[i].Leave) == 0:
		case slices.ContainsFunc(a.Runs[i].Leave, func(l LeaveRequest) bool { return l.ApprovalStatus == Approved }):
			away++
		default:
			asked++
		}
	}
	if away > 0 {
		day.Away = strconv.Itoa(away)
	}
	if asked > 0 {
		day.Asked = "(" + strconv.Itoa(asked) + ")"
	}
	return day
}

func (s *presenter) row(a Absence) views.Row {
	r := views.Row{Name: a.Name, Own: a.EmployeeID == s.actor.EmployeeID, Href: s.rowHref(a)}
	for _, run := range a.Runs {
		x := views.Run{Days: run.Days, Weekend: run.Days == 1 && weekend(run.First), Today: run.Days == 1 && run.First == s.today}
		for _, l := range run.Leave {
			from, to := l.Days(s.zone)
			first, last := s.first, lastDay(s.first)
			before, after := run.First == first && from.Before(first), run.First.Add(run.Days-1) == last && to.After(last)
			label := s.barText(l, run.Days, before, after)
			if label == "" && !slices.Contains(r.Kinds, s.kind(l)) {
				r.Kinds = append(r.Kinds, s.kind(l))
			}
			x.Marks = append(x.Marks, views.Mark{Href: s.href(l), Label: label, Asked: l.ApprovalStatus != Approved,
				Before: before, After: after,
				Spoken: s.lang.F(i18n.LeaveOf, a.Name, s.kind(l), s.when(l), strings.ToLower(s.label(l.ApprovalStatus)))})
		}
		r.Runs = append(r.Runs, x)
	}
	return r
}

// rowHref returns where the name of a row leads: to the first leave that is not decided, else to the first.
func (s *presenter) rowHref(a Absence) (href string) {
	for _, run := range a.Runs {
		for _, l := range run.Leave {
			if l.ApprovalStatus != Approved {
				return s.href(l)
			}
			if href == "" {
				href = s.href(l)
			}
		}
	}
	return href
}

// barText returns the leave type as text for a bar that is days columns wide and has the arrows, or "" where it has no room: a column
// has some 23 pixels, for two letters and a half, and a part of a word says nothing.
func (s *presenter) barText(l LeaveRequest, days int, arrows ...bool) string {
	name, room := s.kind(l), days*5/2
	for _, arrow := range arrows {
		if arrow {
			room -= 2
		}
	}
	if days < 3 || room < len([]rune(name)) {
		return ""
	}
	return name
}

// href returns the link of leave in the calendar: the user's own request on this page, or the page to decide about somebody
// else's.
func (s *presenter) href(l LeaveRequest) string {
	if l.EmployeeID == s.actor.EmployeeID {
		return "#" + rowID(l)
	}
	return paths.Approval(itemID(l))
}

// itemID returns the id of leave in the approval queue.
func itemID(l LeaveRequest) string { return "leave-" + strconv.FormatInt(l.ID, 10) }

func rowID(l LeaveRequest) string { return "r-" + strconv.FormatInt(l.ID, 10) }

// list returns the leave of the calendar, a line each, the earliest first.
func (s *presenter) list(shown []Absence) (list []views.ListMark) {
	type entry struct {
		LeaveRequest
		name string
	}
	var all []entry
	for _, a := range shown {
		for _, run := range a.Runs {
			for _, l := range run.Leave {
				if !slices.ContainsFunc(all, func(x entry) bool { return x.ID == l.ID }) {
					all = append(all, entry{l, a.Name})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.Start, b.Start) })
	next := s.first // the first day whose holiday is not listed yet
	listHolidays := func(before db.Day) {
		for ; next.Before(before); next = next.Add(1) {
			if name := s.holiday(next); name != "" {
				list = append(list, views.ListMark{Holiday: true, Name: name, When: s.lang.DayShort(next)})
			}
		}
	}
	for _, l := range all {
		first, last := l.LeaveRequest.Days(s.zone)
		listHolidays(first)
		x := views.ListMark{Name: l.name, Href: s.href(l.LeaveRequest), Asked: l.ApprovalStatus != Approved, When: s.days(first, last),
			Now:  !s.today.Before(first) && !s.today.After(last),
			Note: s.kind(l.LeaveRequest) + " · " + strings.ToLower(s.label(l.ApprovalStatus))}
		if n := s.taken(l.LeaveRequest).Days; n > 1 {
			x.Note += " · " + s.lang.N(n, i18n.LeaveWorkdays)
		}
		list = append(list, x)
	}
	listHolidays(lastDay(s.first).Add(1))
	return list
}

// days formats the days of leave in brief.
func (s *presenter) days(first, last db.Day) string {
	if last == first {
		return s.lang.DayWeek(first)
	}
	return s.lang.RangeNear(first, last, s.today)
}

// taken returns how much leave takes.
func (s *presenter) taken(l LeaveRequest) Taken {
	return takenBy(s.closed, l.Start, l.End, s.codeTypes[l.BankCodeID], s.zone)
}

var labels = map[string]i18n.Text{Approved: i18n.LeaveApproved, Refused: i18n.LeaveRefused, Denied: i18n.LeaveRefused,
	Pending: i18n.LeaveAsked, Escalated: i18n.LeaveEscalated, Cancelled: i18n.LeaveCancelled}
var states = map[string]ui.State{Approved: ui.StateApproved, Refused: ui.StateRefused, Denied: ui.StateRefused, Pending: ui.StatePending,
	Escalated: ui.StatePending, Cancelled: ui.StateDraft}

func (s *presenter) label(status string) string { return s.lang.T(labels[status]) }

func (s *presenter) kind(l LeaveRequest) string { return s.lang.T(i18n.LeaveNames[l.LeaveType]) }

// when formats the period of leave: days only if it begins and ends at midnight, else with times.
func (s *presenter) when(l LeaveRequest) string {
	first, last := l.Days(s.zone)
	start, end := l.Start.Time().In(s.zone), l.End.Time().In(s.zone)
	midnight := func(t time.Time) bool { return t.Hour() == 0 && t.Minute() == 0 }
	switch {
	case midnight(start) && midnight(end) && first == last:
		return s.lang.DayLong(first)
	case midnight(start) && midnight(end):
		return s.lang.Range(first, last)
	case first == last:
		return s.lang.DayLong(first) + ", " + s.lang.ClockRange(start, end)
	}
	return s.lang.Moment(start) + " – " + s.lang.Moment(end)
}

func (s *presenter) requests() *views.Own {
	o := &views.Own{}
	if len(s.own) == ownShown {
		o.Part = s.lang.T(i18n.LeaveOwnPart)
	}
	for _, l := range s.own {
		r := views.Request{ID: rowID(l), Kind: s.kind(l), When: i18n.Capital(s.when(l)), Hours: s.lang.Hours(s.taken(l).Minutes),
			State: states[l.ApprovalStatus], Label: s.label(l.ApprovalStatus)}
		if name := s.requesters[l.ID]; name != "" {
			r.By = s.lang.F(i18n.LeaveRequestedBy, name)
		}
		for line := range strings.Lines(l.Comment) {
			r.Comment = append(r.Comment, strings.TrimSpace(line))
		}
		r.Moves = s.transitionButtons(l)
		o.Requests = append(o.Requests, r)
	}
	return o
}

// transitionButtons returns the buttons for what the owner may do with a request (W9).
func (s *presenter) transitionButtons(l LeaveRequest) (list []views.Move) {
	add := func(to string, text i18n.Text, icon ui.Icon) {
		if !slices.Contains(transitions[l.ApprovalStatus], to) {
			return
		}
		list = append(list, views.Move{Action: paths.LeaveRequest(l.ID), Label: s.lang.T(text),
			Spoken: s.lang.T(text) + " – " + s.kind(l) + " · " + s.when(l), Icon: icon,
			Hidden: statusInputs(l, to)})
	}
	drop := i18n.LeaveCancel
	if l.ApprovalStatus == Approved {
		drop = i18n.LeaveGiveUp
	}
	add(Pending, i18n.LeaveAgain, ui.IconSend)
	add(Cancelled, drop, ui.IconUndo)
	return list
}

// statusInputs are the values with which a button changes the status of a request.
func statusInputs(l LeaveRequest, to string) []ui.Hidden {
	return []ui.Hidden{{Name: "approval_status", Value: to}, {Name: "version", Value: strconv.FormatInt(l.Version, 10)}}
}
