package clockings

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/clockings"
)

// board is the content of the page Who’s working, before it is put into words.
type board struct {
	all, paused int   // who have clocked in; on a break
	page        int64 // of those who work, from 1
	working     []Present
	onBreak     []Present
	today       map[int64]Today // of both, by the employee's id
	others      NotWorking
}

// ids returns the employees who have clocked in and are shown.
func (b board) ids() (list []int64) {
	for _, x := range slices.Concat(b.working, b.onBreak) {
		list = append(list, x.EmployeeID)
	}
	return list
}

// scheduled reports whether any employee on the page has a shift today. Only then does the page say that the others are not scheduled.
func (b board) scheduled() bool {
	for _, t := range b.today {
		if t.From != 0 {
			return true
		}
	}
	return len(b.others.Late) > 0 || b.others.ScheduledN > 0
}

// present returns the page: first the employees who are late, then those who work, are on a break or on leave, and those whose shift begins
// later. Pages after the first list only those who work.
func (d presenter) present(b board, period payperiods.Period, now db.Instant) views.Present {
	working := b.all - b.paused
	p := views.Present{Address: paths.PresentPeople(b.page), Count: d.lang.N(b.all, i18n.ClockWorkers),
		Pages: ui.NumberedPages(d.lang, b.page, presentRows, int64(working), paths.PresentPeople)}
	if b.paused > 0 {
		p.Count += ", " + d.lang.F(i18n.ClockPausedOf, d.lang.Int(int64(b.paused)))
	}
	if n := len(b.others.Late); n > 0 {
		p.Count += " · " + d.lang.N(n, i18n.ClockNotInN)
	}
	if n := b.others.OnLeaveN; n > 0 {
		p.Count += " · " + d.lang.N(n, i18n.ClockOnLeaveN)
	}
	add := func(g views.Group, n int) {
		if len(g.Rows) > 0 {
			p.Groups = append(p.Groups, d.counted(g, n))
		}
	}
	first := b.page == 1
	if first {
		add(d.late(b.others.Late, now), len(b.others.Late))
	}
	add(d.clockedIn(b, b.working, period, now), working)
	if first {
		add(d.clockedIn(b, b.onBreak, period, now), b.paused)
		add(d.onLeave(b.others.OnLeave), b.others.OnLeaveN)
		p.Later = d.counted(d.later(b.others.Scheduled), b.others.ScheduledN)
	}
	rows := len(p.Later.Rows)
	for _, g := range p.Groups {
		rows += len(g.Rows) + 1 // its heading
	}
	p.LaterOpen = rows <= openRows
	return p
}

// openRows is how many rows of the page fit the window of a desktop: up to it, those who come later are shown without being asked for.
const openRows = 12

// counted returns a group with its count, and with how many are not shown.
func (d presenter) counted(g views.Group, n int) views.Group {
	g.Count = d.lang.Int(int64(n))
	if g.MoreHref != "" && n > len(g.Rows) {
		g.More = d.lang.N(n-len(g.Rows), i18n.AndMore)
	}
	return g
}

func (d presenter) late(list []Today, now db.Instant) views.Group {
	g := views.Group{ID: "late", Title: d.lang.T(i18n.ClockNotIn), Note: d.lang.T(i18n.ClockNotInNote), Planned: true,
		Fact: d.lang.T(i18n.ClockLateBy), Contact: true, MoreHref: paths.Schedule(nil)}
	for _, x := range list[:min(len(list), presentRows)] {
		row := d.person(x.EmployeeID, x.Name)
		row.Planned = d.lang.ClockRange(d.local(x.From), d.local(x.Until))
		row.State = ui.Status{Tone: ui.Warn, Icon: ui.IconClock, Text: d.lang.F(i18n.ClockLateFor, d.elapsed(x.From, now))}
		row.Tel = strconv.FormatInt(x.Phone, 10)
		row.Phone = contact.Phone(row.Tel)
		if key, ok := contact.PhoneKey(row.Tel); ok {
			row.Tel = key
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// clockedIn returns the group of those who work, or of those on a break. Times of the schedule are shown if anybody has some.
func (d presenter) clockedIn(b board, list []Present, period payperiods.Period, now db.Instant) views.Group {
	g := views.Group{ID: "working", Title: d.lang.T(i18n.ClockWorking), Planned: b.scheduled(), Fact: d.lang.T(i18n.ClockTime), Task: true}
	for _, x := range list {
		row := d.person(x.EmployeeID, x.Name)
		row.Fact, row.Task = d.since(i18n.ClockInSince, x.Start, now), TaskName(d.lang, x.Task)
		row.Sheet = paths.PeriodPerson(period.Year, period.Number, x.EmployeeID)
		row.SheetOf = d.lang.F(i18n.TimeSheetOf, x.Name)
		if t := b.today[x.EmployeeID]; t.From != 0 {
			row.Planned = d.lang.ClockRange(d.local(t.From), d.local(t.Until))
		} else {
			row.Planned, row.Unplanned = d.lang.T(i18n.ClockNoPlan), true
		}
		if x.OnBreak() {
			g.ID, g.Title = "on-break", d.lang.T(i18n.ClockPaused)
			row.Fact = d.since(i18n.ClockBreakSince, x.Break, now)
			if now-minuteOf(x.Break) > longBreak {
				row.State = ui.Status{Tone: ui.Warn, Icon: ui.IconPause, Text: row.Fact}
			}
			row.Note = d.lang.F(i18n.ClockInAt, d.at(x.Start, now))
		}
		if x.Forgotten(now) {
			row.State = ui.Status{Tone: ui.Warn, Icon: ui.IconWarning, Text: d.lang.T(i18n.ClockMissing)}
			row.Note = d.lang.F(i18n.ClockInAt, d.at(x.Start, now))
		}
		if x.HandedOver != 0 {
			row.Note = strings.TrimPrefix(row.Note+" · "+d.lang.T(i18n.ClockNoNet), " · ")
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// onLeave returns the group of those on leave, with when it ends and not which type it is.
func (d presenter) onLeave(list []Span) views.Group {
	g := views.Group{ID: "on-leave", Title: d.lang.T(i18n.ClockOnLeave), Fact: d.lang.T(i18n.ClockLeaveEnds), MoreHref: paths.Leave()}
	for _, x := range list {
		row := d.person(x.EmployeeID, x.Name)
		first, last := db.DayOf(d.local(x.From)), db.DayOf(d.local(x.Until.Add(-time.Millisecond)))
		switch {
		case first != last:
			row.Fact = d.lang.F(i18n.ClockUntil, d.lang.DayNear(last))
		case x.From == db.InstantOf(first.In(d.zone)) && x.Until == db.InstantOf(first.Add(1).In(d.zone)):
			row.Fact = d.lang.T(i18n.ClockAllDay)
		default:
			row.Fact = d.lang.ClockRange(d.local(x.From), d.local(x.Until))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// later returns the group of those with a shift later today.
func (d presenter) later(list []Span) views.Group {
	g := views.Group{ID: "later", Title: d.lang.T(i18n.ClockAlso), Planned: true, MoreHref: paths.Schedule(nil)}
	for _, x := range list {
		row := d.person(x.EmployeeID, x.Name)
		row.Planned = d.lang.ClockRange(d.local(x.From), d.local(x.Until))
		g.Rows = append(g.Rows, row)
	}
	return g
}

func (d presenter) person(id int64, name string) views.Person {
	return views.Person{Name: name, Href: paths.Employee(id)}
}
