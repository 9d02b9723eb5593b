package home

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/db"
	views "presence/views/home"
	"presence/views/ui"
)

var states = map[payperiods.State]ui.State{
	payperiods.Changed: ui.StateChanged, payperiods.Draft: ui.StateDraft, payperiods.Submitted: ui.StateSubmitted,
	payperiods.Approved: ui.StateApproved, payperiods.Missing: ui.StateDraft,
}

func unfinished(l payperiods.Row) bool {
	return l.State() != payperiods.Approved && l.State() != payperiods.Submitted
}

// sheet returns the card of the user's own sheet. Its button leads to the first day without hours, if there is one; on the last day it
// submits, unless a clocking is still to be added to the sheet.
func (p pages) sheet(l i18n.Lang, own Sheet, clocked bool) *views.Sheet {
	line, period := own.Line, own.Period
	s := &views.Sheet{
		Period: l.F(i18n.TodayPeriod, period.Name(), l.RangeNear(period.Start, period.End, p.s.Periods.Today())),
		State:  states[line.State()], Hours: l.Hours(line.Hours().Total()), Open: unfinished(line),
		Button: l.T(i18n.MySheetOpen), Href: paths.TimeIn(period.Year, period.Number),
	}
	if line.Hours().Total() == 0 {
		s.Hours = ""
	}
	if line.State() == payperiods.Missing {
		s.Label, s.Button = l.T(i18n.MySheetNone), l.T(i18n.MySheetStart)
	}
	today := p.s.Periods.Today()
	first := -1
	for i := range line.Days {
		c := dayCell(l, line, period, i, today)
		if first < 0 && (c.State == views.DayMissing || c.State == views.DayDue && unfinished(line)) {
			first = i
		}
		s.Days = append(s.Days, c)
	}
	if first >= 0 {
		day := period.Start.Add(first)
		s.Href = paths.TimeOn(period.Year, period.Number, day.String(), true)
		switch {
		case line.State() == payperiods.Submitted:
			s.Button, s.Open = l.F(i18n.MySheetComplete, first/7+1), true
		case day == today:
			s.Button = l.T(i18n.MySheetToday)
		case line.State() != payperiods.Approved:
			s.Button = l.F(i18n.MySheetDay, l.DayWeek(day))
		}
	}
	s.Notes = sheetNotes(l, line, unfinished(line) && slices.ContainsFunc(s.Days, func(d views.Day) bool { return d.State == views.DayDue }))
	if first < 0 && !clocked && today == period.End && unfinished(line) && len(line.Warnings) == 0 && line.Hours().Total() > 0 {
		s.Ready, s.Button, s.Href = true, l.T(i18n.TimeSubmit), paths.SubmitTime(period.Year, period.Number)
		s.Notes = append(s.Notes[:len(s.Notes)-1], views.Note{Icon: ui.IconApproved, Tone: ui.Good, Text: l.T(i18n.MySheetLastDay)})
	}
	return s
}

// shiftToday says when the user works today, for the card of the clock; empty: not, or there is no clock.
func (t tasks) shiftToday() string {
	x := t.d.Next.Shift
	if t.d.Clock == nil || x == nil || x.Day != t.s.Periods.Today() {
		return ""
	}
	return t.lang.F(i18n.ScheduleTodayShift, t.lang.ClockRange(x.Start.Time().In(t.s.zone), x.End.Time().In(t.s.zone)))
}

// also returns the lines below the user's own sheet: the period before, and the leave that comes next.
func (t tasks) also() (list []views.Line) {
	l, d := t.lang, t.d
	mine := paths.Schedule(url.Values{"of": {"me"}})
	if x := d.Next.Shift; x != nil && t.shiftToday() == "" {
		start, end := x.Start.Time().In(t.s.zone), x.End.Time().In(t.s.zone)
		day := l.DayWeek(x.Day)
		if x.Day == t.s.Periods.Today() {
			day = l.T(i18n.TimeToday)
		}
		list = append(list, views.Line{Icon: ui.IconSchedule, Label: l.T(i18n.ScheduleNextShift), Text: day + ", " + l.ClockRange(start, end),
			Href: mine})
	}
	if n := d.Next.Open; n > 0 {
		line := views.Line{Icon: ui.IconSchedule, Label: l.N(n, i18n.ScheduleOpenCount), Text: l.T(i18n.ScheduleSeeOpen), Href: mine + "#open",
			Act: true}
		if x := d.Next.First; x != nil && n == 1 {
			line.Label += l.Colon() + l.DayWeek(x.Day) + ", " + l.ClockRange(x.Start.Time().In(t.s.zone), x.End.Time().In(t.s.zone))
		}
		list = append(list, line)
	}
	if last := d.Last; last != nil && d.Overdue == nil && last.Line.State() != payperiods.Missing {
		p := last.Period
		list = append(list, views.Line{Icon: ui.IconHistory,
			Label: l.F(i18n.TodayPeriod, p.Name(), l.RangeNear(p.Start, p.End, t.s.Periods.Today())),
			Text:  l.Hours(last.Line.Hours().Total()), State: states[last.Line.State()], Href: paths.TimeIn(p.Year, p.Number)})
	}
	if x := d.Planned; x != nil {
		state := ui.StatePending
		if x.Approved {
			state = ui.StateApproved
		}
		list = append(list, views.Line{Icon: ui.IconPalm, Label: l.T(i18n.LeaveNames[x.Type]), Text: t.dates(x.Start, x.End), State: state,
			Href: paths.Leave()})
	} else {
		list = append(list, views.Line{Icon: ui.IconPalm, Label: l.T(i18n.TodayNoLeave), Text: l.T(i18n.LeaveAsk), Href: paths.AskLeave(),
			Act: true})
	}
	return list
}

// dayCell returns one day of the own period: i is its number, from 0.
func dayCell(l i18n.Lang, line payperiods.Row, period payperiods.Period, i int, today db.Day) views.Day {
	day := period.Start.Add(i)
	_, _, number := day.Date()
	c := views.Day{Weekday: l.WeekdayShort(day), Number: strconv.Itoa(number), Today: day == today}
	enter := unfinished(line)
	switch {
	case line.Days[i] > 0:
		c.State, c.Text, enter = views.DayEntered, l.HoursPlain(line.Days[i]), false
	case line.Away(i):
		c.State, c.Text, enter = views.DayLeave, l.T(i18n.MySheetOnLeave), false
	case line.Undecided(period, i):
		c.State, c.Text, enter = views.DayAsked, l.T(i18n.MySheetAsked), false
	case line.Lacks(period, i) && line.State() != payperiods.Approved && payperiods.HoursDue(day, today, line.State()):
		c.State, c.Text = views.DayMissing, l.T(i18n.MySheetMissing)
	case line.Lacks(period, i) && day == today:
		c.State, c.Text = views.DayDue, l.T(i18n.MySheetDue)
	case day.Weekday() == time.Saturday || day.Weekday() == time.Sunday:
		c.State, c.Text = views.DayOff, l.T(i18n.MySheetOff)
	default:
		c.State, c.Text = views.DayAhead, l.T(i18n.MySheetAhead)
	}
	c.Href = paths.TimeOn(period.Year, period.Number, day.String(), enter)
	c.Spoken = l.DayLong(day) + l.Colon() + c.Text
	if c.State == views.DayEntered {
		c.Spoken = l.DayLong(day) + l.Colon() + l.Hours(line.Days[i])
	}
	return c
}

// sheetNotes returns notes on what is missing on the user's own sheet, or one that nothing is. due: the hours of today are still to be
// entered.
func sheetNotes(l i18n.Lang, line payperiods.Row, due bool) (list []views.Note) {
	for _, w := range line.Warnings {
		if w.Kind == payperiods.LeaveUndecided {
			list = append(list, views.Note{Icon: ui.IconPalm, Tone: ui.Info, Text: l.N(int(w.N), i18n.WarnLeave)})
		} else if text := warningText(l, w); text != "" {
			list = append(list, views.Note{Icon: ui.IconWarning, Tone: ui.Warn, Text: text})
		}
	}
	if leave := line.Weeks[0].Leave + line.Weeks[1].Leave; leave > 0 {
		list = append(list, views.Note{Icon: ui.IconPalm, Tone: ui.Info, Text: l.F(i18n.MySheetLeave, l.Hours(leave))})
	}
	if len(line.Warnings) == 0 && line.Hours().Total() > 0 {
		text := i18n.MySheetOnTrack
		if due {
			text = i18n.MySheetTodayLeft
		}
		list = append(list, views.Note{Icon: ui.IconApproved, Tone: ui.Good, Text: l.T(text)})
	}
	return list
}

// warningText describes a warning of a row; "" for the one that its state already says.
func warningText(l i18n.Lang, w payperiods.Warning) string {
	switch w.Kind {
	case payperiods.MissingDays, payperiods.NoSheet:
		return l.N(int(w.N), i18n.WarnMissing)
	case payperiods.LongDay:
		return l.F(i18n.WarnLongDay, l.Hours(w.N))
	case payperiods.FutureDays:
		return l.N(int(w.N), i18n.WarnFuture)
	case payperiods.LeftOut:
		return l.F(i18n.WarnLeftOut, l.Hours(w.N))
	case payperiods.Over:
		return l.F(i18n.WarnOver, l.Hours(w.N))
	case payperiods.SheetChanged:
		return l.T(i18n.WarnChanged)
	}
	return ""
}
