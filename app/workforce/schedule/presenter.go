package schedule

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/holidays"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/crews"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/schedule"
)

// presenter turns a schedule into what a page shows.
type presenter struct {
	s     *Service
	by    auth.Actor
	lang  i18n.Lang
	view  view
	codes map[int64]Code
}

// warningsShown is how many warnings are listed.
const warningsShown = 30

func (d presenter) nav() views.Nav {
	l, v := d.lang, d.view
	r := v.days()
	n := views.Nav{Range: l.Range(r.From, r.To), Prev: v.href(func(x *view) { x.from = x.from.Add(-7 * x.weeks) }),
		Next: v.href(func(x *view) { x.from = x.from.Add(7 * x.weeks) })}
	if today := d.s.Today().Week(); today != v.from {
		n.Now = v.href(func(x *view) { x.from = today })
	}
	for _, weeks := range []int{1, 2, 4} {
		s := ui.Segment{Label: l.N(weeks, i18n.ScheduleSpan), Current: v.weeks == weeks, Href: v.href(func(x *view) { x.weeks = weeks })}
		if number, unit, ok := strings.Cut(s.Label, "\u00a0"); ok && weeks < 4 { // on a phone: 1 | 2 | 4 weeks
			s.Label, s.Unit = number, "\u00a0"+unit
		}
		n.Weeks = append(n.Weeks, s)
	}
	if d.by.Approver() && d.by.EmployeeID != 0 {
		n.Views = []ui.Segment{{Label: l.T(i18n.ScheduleTeam), Href: v.href(func(x *view) { x.mine = false }), Current: !v.mine},
			{Label: l.T(i18n.ScheduleMe), Href: v.href(func(x *view) { x.mine, x.crew = true, nil }), Current: v.mine}}
	}
	return n
}

func (d presenter) board(b *Board) views.Page {
	l, v := d.lang, d.view
	page := views.Page{Nav: d.nav(), Title: l.T(i18n.Schedule), Team: l.T(i18n.ScheduleOthers), View: v.hidden(), Add: d.formHref("new", nil),
		NoPeople: len(b.People)+len(b.Shifts) == 0, NoShifts: len(b.Shifts) == 0, Move: paths.PlannedShift("", nil)}
	if b.Crew != crews.Unsupervised {
		page.Team = l.TeamOf(b.Head)
	}
	page.Crews, page.Choose = d.crews(b)
	if n := b.Counts(); n.Total() == 0 && len(b.Shifts) > 0 {
		page.State = l.T(i18n.ScheduleSeen)
	} else if n.Total() > 0 {
		page.Unseen, page.Detail = l.N(n.Total(), i18n.ScheduleUnseen), l.Colon()+d.counts(n)
		page.Told = tells(l, b)
		page.Key = []views.Key{{Class: "", Text: l.T(i18n.ScheduleStays)}, {Class: "is-new", Text: l.T(i18n.ScheduleNew)},
			{Class: "is-moved", Text: l.T(i18n.ScheduleChanged)}, {Class: "is-gone", Text: l.T(i18n.ScheduleCancelled)}}
		page.Publish = &views.Post{Action: paths.ScheduleDo("publish"), Label: l.N(n.Total(), i18n.SchedulePublish), Hidden: v.hidden()}
	}
	fill := func(what Source, label string) views.Post {
		return views.Post{Action: paths.ScheduleDo("fill"), Label: label, Hidden: v.hidden(ui.Hidden{Name: "what", Value: string(what)})}
	}
	page.Fill = fill(UsualWeeks, l.T(i18n.ScheduleFill))
	page.Copy = fill(WeekBefore, l.F(i18n.ScheduleCopy, l.DayShort(v.from.Add(-7))))
	d.addWarnings(&page, b)
	g := newGrid(d, b)
	for i := range v.weeks {
		page.Weeks = append(page.Weeks, g.week(v.from.Add(7*i)))
	}
	return page
}

// tells says how many people the publication of a board notifies.
func tells(l i18n.Lang, b *Board) string {
	_, _, of := changesOf(b.publishable())
	n := told(of, b.People)
	if n == 0 {
		return l.T(i18n.ScheduleUnseenOpen)
	}
	return l.N(n, i18n.ScheduleUnseenText)
}

// counts says how many shifts are new, changed and cancelled.
func (d presenter) counts(n Counts) string {
	var parts []string
	for _, x := range []struct {
		n    int
		text i18n.Count
	}{{n.Added, i18n.ScheduleCountNew}, {n.Changed, i18n.ScheduleCountMove}, {n.Cancelled, i18n.ScheduleCountGone}} {
		if x.n > 0 {
			parts = append(parts, d.lang.N(x.n, x.text))
		}
	}
	return strings.Join(parts, ", ")
}

// crews returns the choice of the team; nil if there is one.
func (d presenter) crews(b *Board) (*ui.Field, []ui.Hidden) {
	f := &ui.Field{Name: "crew", Label: d.lang.T(i18n.ScheduleCrew), HideLabel: true, Small: true, Value: d.view.values().Get("crew"),
		Attrs: map[string]any{"data-autosubmit": true}}
	for _, h := range b.Heads {
		f.Options = append(f.Options, ui.Option{Value: strconv.FormatInt(h.ID, 10), Label: h.Name})
	}
	if b.Others {
		f.Options = append(f.Options, ui.Option{Value: withoutSupervisor, Label: d.lang.T(i18n.ScheduleNobody)})
	}
	if len(f.Options) < 2 {
		return nil, nil
	}
	return f, slices.DeleteFunc(d.view.hidden(), func(h ui.Hidden) bool { return h.Name == "crew" })
}

// formHref returns the address of the form of a shift, or with "new" of a new one, from which the reader comes back to the view.
func (d presenter) formHref(id string, more url.Values) string {
	q := d.view.values()
	for name, values := range more {
		q[name] = values
	}
	return paths.PlannedShift(id, q)
}

func (d presenter) addWarnings(page *views.Page, b *Board) {
	l, names := d.lang, map[int64]string{}
	for _, p := range b.People {
		names[p.ID] = p.Name
	}
	for i, w := range b.Warnings {
		if i == warningsShown {
			page.More = l.N(len(b.Warnings)-i, i18n.ScheduleMore)
			break
		}
		day := l.DayWeek(w.Day)
		if w.ofWeek() {
			day = l.F(i18n.ScheduleWeekOf, l.DayShort(w.Day))
		}
		page.Warnings = append(page.Warnings, views.Warning{Who: names[w.EmployeeID], Day: day, Date: w.Day.String(), Text: d.warningText(b, w),
			Href: "#" + rowID(d.view, w.Day, w.EmployeeID)})
	}
	page.Warned = l.N(len(b.Warnings), i18n.ScheduleWarnings)
}

func (d presenter) warningText(b *Board, w Warning) string {
	l := d.lang
	switch w.Kind {
	case OnLeave:
		if w.Approved {
			return l.T(i18n.ScheduleOnLeave)
		}
		return l.T(i18n.ScheduleOnAsked)
	case OnHoliday:
		return holidayName(l, b.Holidays, w.Day) + l.Colon() + l.N(w.People, i18n.ScheduleHoliday)
	case WeeklyOvertime:
		return l.F(i18n.ScheduleOvertime, l.Hours(w.Minutes))
	case DailyOvertime:
		return l.F(i18n.ScheduleDailyOver, l.Hours(w.Minutes))
	case NotEmployed:
		return l.T(i18n.ScheduleNotEmployed)
	case LeftOut:
		return l.F(i18n.WarnLeftOut, l.Hours(w.Minutes))
	}
	return d.s.Norm.Text(l, w.Notice)
}

func holidayName(l i18n.Lang, list []holidays.Holiday, d db.Day) string {
	for _, h := range list {
		if h.Day == d {
			return l.T(h.Name)
		}
	}
	return ""
}

// grid has the shifts and the leave of a board by person and day.
type grid struct {
	presenter
	b      *Board
	shifts map[employeeDay][]Shift
	leave  map[employeeDay][]views.Leave
}

func newGrid(d presenter, b *Board) *grid {
	g := &grid{d, b, map[employeeDay][]Shift{}, map[employeeDay][]views.Leave{}}
	for _, x := range b.Shifts {
		where := x.Plan
		if x.Cancelled {
			where = *x.Published
		}
		at := employeeDay{where.EmployeeID, where.Day}
		g.shifts[at] = append(g.shifts[at], x)
	}
	for _, x := range b.Leave {
		for day := range x.days(d.s, b.Range) {
			at := employeeDay{x.EmployeeID, day}
			g.leave[at] = append(g.leave[at], views.Leave{Name: d.leaveName(x), Asked: !x.Approved})
		}
	}
	return g
}

// leaveName names leave, with what is said of leave that is not approved.
func (d presenter) leaveName(x Leave) string {
	name := d.lang.T(i18n.LeaveNames[x.Type])
	if !x.Approved {
		name += " (" + d.lang.T(i18n.ScheduleAsked) + ")"
	}
	return name
}

// week returns the grid of a week.
func (g *grid) week(first db.Day) views.Week {
	l := g.lang
	w := views.Week{ID: "w" + strconv.Itoa(first.Sub(g.view.from)/7), Title: l.F(i18n.ScheduleWeekOf, l.Day(first))}
	var perDay [7]int64
	var shifts [7]bool // the days with shifts
	var idle [7]int    // how many people have nothing on a day
	if g.b.Crew != crews.Unsupervised {
		row, _ := g.row(0, l.T(i18n.ScheduleOpen), first)
		for i, c := range row.Cells {
			shifts[i] = len(c.Shifts) > 0
		}
		w.Rows = append(w.Rows, row)
	}
	for _, p := range g.b.People {
		row, minutes := g.row(p.ID, p.Name, first)
		if !p.employedIn(Range{first, first.Add(6)}) {
			row.Add = ""
		}
		row.Left = g.left(p, first)
		var sum int64
		for i, n := range minutes {
			perDay[i] += n
			sum += n
		}
		row.Sum = l.HoursCell(sum)
		if over := g.b.PlannedOvertime(p.ID, first); over > 0 {
			row.Over = l.F(i18n.ScheduleOvertime, l.Hours(over))
		}
		for i, c := range row.Cells {
			shifts[i] = shifts[i] || len(c.Shifts) > 0
			if len(c.Shifts)+len(c.Leave) == 0 {
				row.Off = append(row.Off, i)
				idle[i]++
			}
		}
		w.Rows = append(w.Rows, row)
	}
	var all int64
	today := g.s.Today()
	for i, n := range perDay {
		day := first.Add(i)
		w.Days = append(w.Days, views.Day{Date: day.String(), Name: dayName(l, day), Spoken: l.DayLong(day), Today: day == today,
			Weekend: i == 0 || i == 6, Holiday: holidayName(l, g.b.Holidays, day), Sum: l.HoursCell(n),
			Short: wholeHours(l, n), Weekday: l.WeekdayShort(day), Number: dayNumber(day),
			Pick: g.view.href(func(v *view) { v.on = day }) + "#" + w.ID})
		all += n
	}
	for i, n := range idle {
		w.Idle = append(w.Idle, l.N(n, i18n.ScheduleIdle))
		if n == 0 {
			w.Full = append(w.Full, i)
		}
	}
	w.Sum, w.Shown = l.HoursCell(all), g.view.shownOn(first, today, shifts)
	return w
}

// left says in a week that a person has left, or that they leave in it; empty: neither.
func (d presenter) left(p Person, week db.Day) string {
	l, has := d.lang, !p.End.IsZero()
	switch {
	case has && p.End.Before(d.s.Today()):
		return l.F(i18n.TeamLeftOn, l.DayShort(p.End))
	case p.Archived:
		return l.T(i18n.ScheduleLeft)
	case has && p.End.Before(week.Add(6)):
		return l.F(i18n.TeamLastDay, l.DayShort(p.End))
	}
	return ""
}

// wholeHours returns minutes rounded to hours: 135 h.
func wholeHours(l i18n.Lang, minutes int64) string {
	if minutes == 0 {
		return i18n.NoFigure
	}
	return l.Hours((minutes + 30) / 60 * 60)
}

// dayName returns a day as the heading of a column: Mon 30.
func dayName(l i18n.Lang, d db.Day) string {
	return l.WeekdayShort(d) + " " + dayNumber(d)
}

func dayNumber(d db.Day) string {
	_, _, day := d.Date()
	return strconv.Itoa(day)
}

// row returns the row of an employee, or of the open shifts (0), with the minutes of each day.
func (g *grid) row(employee int64, name string, first db.Day) (r views.Row, minutes [7]int64) {
	value := employeeValue(employee)
	r = views.Row{ID: rowID(g.view, first, employee), Employee: value, Name: name, AddLabel: g.lang.F(i18n.ScheduleAddFor, name),
		Add: g.formHref("new", url.Values{"employee_id": {value}, "day": {within(g.s.Today(), Range{first, first.Add(6)}).String()}})}
	for i := range 7 {
		at := employeeDay{employee, first.Add(i)}
		c := views.Cell{Leave: g.leave[at]}
		for _, x := range g.shifts[at] {
			c.Shifts = append(c.Shifts, g.chip(x))
			if !x.Cancelled {
				minutes[i] += g.b.Minutes(x)
			}
		}
		r.Cells = append(r.Cells, c)
	}
	return r, minutes
}

// chip returns a shift of a cell.
func (g *grid) chip(x Shift) views.Chip {
	id := strconv.FormatInt(x.ID, 10)
	shown := x.Plan
	if x.Cancelled {
		shown = *x.Published
	}
	c := views.Chip{ID: x.ID, Version: x.Version, Href: g.formHref(id, nil), From: g.clock(shown.Start), To: g.clock(shown.End),
		Code: g.codeName(shown.BankCodeID), Note: shown.Note, Gone: x.Cancelled}
	switch x.Change() {
	case Added:
		c.Mark, c.Class = g.lang.T(i18n.ScheduleNew), "is-new"
	case Changed:
		c.Mark, c.Class = g.lang.T(i18n.ScheduleChanged), "is-moved"
	case Cancelled:
		c.Mark, c.Class = g.lang.T(i18n.ScheduleCancelled), "is-gone"
	}
	return c
}

func (d presenter) clock(at db.Instant) string { return d.lang.ClockNarrow(at.Time().In(d.s.Zone)) }

// codeName names a pay code that is not one of regular time.
func (d presenter) codeName(id int64) string {
	if c := d.codes[id]; c.Type != "regular" {
		return d.lang.KindName(c.Type)
	}
	return ""
}

// mine returns the schedule of an employee.
func (d presenter) mine(o *Own) views.Mine {
	l := d.lang
	page := views.Mine{Nav: d.nav(), Title: l.T(i18n.ScheduleMine)}
	for _, x := range o.Open {
		times := l.ClockRange(x.Start.Time().In(d.s.Zone), x.End.Time().In(d.s.Zone))
		page.Open = append(page.Open, views.Offer{When: l.DayWeek(x.Day), Times: times, Note: d.aside(x.Plan),
			Spoken: l.F(i18n.ScheduleTakeIt, l.DayLong(x.Day), times),
			Take:   views.Post{Action: paths.PlannedShiftDo(x.ID, "take"), Label: l.T(i18n.ScheduleTake), Hidden: d.view.hidden()}})
	}
	for i := range d.view.weeks {
		if w := d.myWeek(o, d.view.from.Add(7*i)); len(w.Days) > 0 {
			page.Weeks = append(page.Weeks, w)
		}
	}
	return page
}

// aside returns what is said beside the times of a shift.
func (d presenter) aside(p Plan) string {
	return strings.Join(slices.DeleteFunc([]string{d.codeName(p.BankCodeID), p.Note}, func(s string) bool { return s == "" }), " · ")
}

func (d presenter) myWeek(o *Own, first db.Day) views.MyWeek {
	l := d.lang
	w := views.MyWeek{Title: l.F(i18n.ScheduleWeekOf, l.DayShort(first))}
	var sum int64
	for i := range 7 {
		day := first.Add(i)
		x := views.MyDay{Name: l.WeekdayShort(day), Number: dayNumber(day), Spoken: l.DayLong(day), Today: day == d.s.Today(),
			Holiday: holidayName(l, o.Holidays, day)}
		for _, s := range o.Shifts {
			if s.Day != day {
				continue
			}
			sum += o.Minutes(s)
			x.Shifts = append(x.Shifts, views.MyShift{Times: l.ClockRange(s.Start.Time().In(d.s.Zone), s.End.Time().In(d.s.Zone)),
				Hours: l.Hours(o.Minutes(s)), Code: d.codeName(s.BankCodeID), Note: s.Note})
		}
		for _, s := range o.Leave {
			for on := range s.days(d.s, Range{day, day}) {
				if on == day {
					x.Leave = append(x.Leave, views.Leave{Name: d.leaveName(s), Asked: !s.Approved})
				}
			}
		}
		if len(x.Shifts)+len(x.Leave) > 0 || x.Holiday != "" {
			w.Days = append(w.Days, x)
		}
	}
	w.Sum = l.Hours(sum)
	return w
}
