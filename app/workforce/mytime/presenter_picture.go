package mytime

import (
	"net/url"
	"slices"

	"presence/app/platform/i18n"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// views returns the links that choose between the list of the period and the picture of a week.
func (d *presenter) views() []ui.Segment {
	list, picture := d.location, d.location
	list.week, list.whole = db.Day{}, false
	if picture.week.IsZero() {
		picture = picture.ofWeek(shownWeek(d.view.Period, d.view.Today))
	}
	isList := d.location.week.IsZero()
	return []ui.Segment{
		{Label: d.lang.T(i18n.TimeViewList), Icon: ui.IconList, Href: list.href(url.Values{"view": {listView}}), Current: isList},
		{Label: d.lang.T(i18n.TimeViewWeek), Icon: ui.IconCalendar, Href: picture.href(url.Values{}), Current: !isList},
	}
}

// weekSwitcher returns the links to the week before and after the one that is shown, and to today's.
func (d *presenter) weekSwitcher() ui.PeriodNav {
	first := d.location.week
	nav := ui.PeriodNav{Name: d.view.Period.Name(), Dates: d.lang.Range(first, first.Add(6)), Week: true,
		Prev: d.weekHref(first.Add(-7)), Next: d.weekHref(first.Add(7))}
	if today := d.view.Today.Week(); today != first && (d.location.sheet == nil || d.view.Period.Contains(today)) {
		nav.Now = d.weekHref(today)
	}
	return nav
}

// weekHref returns the address of the picture of a week; "" if it lies in a period that the page does not lead to.
func (d *presenter) weekHref(first db.Day) string {
	if d.view.Period.Contains(first) {
		return d.location.ofWeek(first).href(url.Values{})
	}
	p, err := d.s.Periods.PeriodOn(first)
	if err != nil {
		return ""
	}
	l, ok := d.neighbour(p)
	if l.whole = d.location.whole; !ok {
		return ""
	}
	return l.ofWeek(first).href(url.Values{})
}

// anchor returns where the element with an id is, which is about a day.
func (d *presenter) anchor(day db.Day, id string) string {
	if d.location.shows(day) {
		return "#" + id
	}
	return d.location.ofWeek(day).href(url.Values{}) + "#" + id
}

// picture returns the week of the location as a picture.
func (d *presenter) picture(week views.Week) *views.Picture {
	first := d.location.week
	scale := newWeekScale(first, d.s.zone)
	var list []shifts.Shift
	for _, days := range [][]Day{d.view.Before[:], d.view.Days[:]} {
		for _, x := range days {
			list = append(list, x.Shifts...)
		}
	}
	parts := scale.parts(list)
	expected := scale.parts(d.expected())
	empty := !slices.ContainsFunc(parts[:], func(x []weekPart) bool { return len(x) > 0 })
	from, until := scale.hours(parts, d.location.whole)
	if empty && !d.location.whole {
		from, until = scale.emptyHours(expected)
	}
	p := &views.Picture{Span: views.Span{From: from, Until: until}, Week: week, Zone: d.s.zone.String(), Hidden: d.location.hidden(),
		Window: d.window(len(parts[0])+len(expected[0]) == 0), Edits: d.mayAdd(), Empty: empty}
	for n := from; n < until; n += 60 {
		p.Hours = append(p.Hours, d.lang.Hour(scale.clock(n)))
	}
	shown := d.location
	if shown.whole = !shown.whole; shown.whole && until-from < scale.height {
		p.Hour24 = &views.Link{Label: d.lang.T(i18n.WeekAllHours), Href: shown.href(url.Values{})}
	} else if !shown.whole {
		p.Hour24 = &views.Link{Label: d.lang.T(i18n.WeekFewHours), Href: shown.href(url.Values{})}
	}
	for i := range 7 {
		x := d.pictureDay(scale, p.Span, i, parts[i])
		if len(parts[i]) == 0 {
			for _, part := range expected[i] {
				x.Outlines = append(x.Outlines, views.Span{From: max(part.from, from), Until: min(part.until, until)})
			}
		}
		p.Days = append(p.Days, x)
	}
	return p
}

// expected returns the shifts that are published for the days of the week; where none are for the period, the usual ones of its days
// without leave.
func (d *presenter) expected() (list []shifts.Shift) {
	scheduled := d.view.scheduled()
	for i := range 7 {
		x := d.view.day(d.location.week.Add(i))
		for _, p := range x.Planned {
			list = append(list, shifts.Shift{Start: p.Start, End: p.End})
		}
		if scheduled || x.away() {
			continue
		}
		for _, n := range d.view.Usual.On(x.Date, d.s.zone) {
			list = append(list, shifts.Shift{Start: n.Start, End: n.End})
		}
	}
	return list
}

// window returns the day that a phone shows, 0 for Sunday: the one that is open, else today, else the first of the week, or Monday if its
// Sunday is empty.
func (d *presenter) window(emptySunday bool) int {
	day := d.location.week
	if emptySunday {
		day = day.Add(1)
	}
	for _, x := range []db.Day{d.view.Today, d.open.day} {
		if x.Week() == d.location.week {
			day = x
		}
	}
	return day.Sub(d.location.week)
}

// pictureDay returns day i of the week, of whose scale a part is shown.
func (d *presenter) pictureDay(scale weekScale, shown views.Span, i int, parts []weekPart) views.PictureDay {
	date := d.location.week.Add(i)
	x, row := d.view.day(date), d.day(date)
	out := views.PictureDay{
		ID: row.ID, Weekday: row.Weekday, Date: row.Date, Name: d.lang.DayNear(date), Today: row.Today, Weekend: row.Weekend, Total: row.Total,
		Leave: row.Leave, Note: row.Note, Plan: row.Plan, PlanTimes: d.planText(*x),
		Pick: d.location.dayHref(date, "", ""), Start: int64(scale.midnights[i]), Minutes: scale.length(i),
	}
	if n := d.view.plannedMinutes(*x); n > 0 {
		out.Scheduled, out.ScheduledSpoken = d.lang.Hours(n), d.lang.F(i18n.TimePlanned, d.lang.Hours(n))
	}
	out.Fill, out.Locked = d.fillOf(*x), row.Locked
	if scale.gap(i) > 0 {
		out.Gap = &views.Span{From: scale.turn, Until: scale.turn + scale.gap(i)}
	}
	paid := slices.ContainsFunc(row.Leave, func(l views.Leave) bool { return l.Holiday }) // the line of its pay names the holiday
	if h := slices.IndexFunc(d.view.Holidays, func(h Holiday) bool { return h.Day == date }); h >= 0 && !paid {
		out.Holiday = d.lang.T(d.view.Holidays[h].Name)
	}
	if n := len(x.Expenses); n > 0 {
		list := d.location
		list.week = db.Day{}
		out.Expenses = &views.Link{Label: d.lang.N(n, i18n.WeekExpenses), Href: list.dayHref(date, "open", "day")}
	}
	if d.mayAdd() && !d.view.early(*x) {
		out.Add = &views.Link{Label: d.lang.F(i18n.TimeAddShiftOn, d.lang.DayWeek(date)), Href: d.location.dayHref(date, "open", "shift")}
		out.Focus = d.focuses(date, 0)
	}
	if n := scale.from(i, db.InstantOf(d.s.now())); row.Today && n >= shown.From && n < shown.Until {
		out.Now = &views.Span{From: n, Until: n}
	}
	for _, part := range parts {
		out.Boxes = append(out.Boxes, d.box(scale, part))
	}
	return out
}

// focuses reports whether an element of a day has the focus: the shift that was changed, else, with 0, the link of the day.
func (d *presenter) focuses(date db.Day, line int64) bool {
	return d.open.day == date && d.open.kind == "" && d.location.line == line
}

// box returns the part of a shift on one day.
func (d *presenter) box(scale weekScale, x weekPart) views.Box {
	l := d.shiftLine(x.Shift)
	b := views.Box{
		Span: views.Span{From: x.from, Until: x.until}, Lane: x.lane, Lanes: x.lanes, Shift: x.ID, Version: x.Version, Start: int64(x.Start),
		End: int64(x.End), Begins: x.begins, Ends: x.ends, Line: l, Locked: x.IsApproved(), Focus: d.focuses(x.Day, x.ID),
	}
	for _, pause := range x.Breaks.List() {
		if from, until := max(pause.Start, scale.midnights[x.day]), min(pause.End, scale.midnights[x.day+1]); from < until {
			b.Breaks = append(b.Breaks, views.Span{From: scale.from(x.day, from), Until: scale.until(x.day, until)})
		}
	}
	_, stamped := d.view.Stamped[x.ID]
	switch {
	case l.Other != nil:
		b.Why, b.Line.Edit = d.lang.T(i18n.WeekOther), l.Other.Href
		return b
	case x.IsApproved():
		b.Why, b.Line.Locked = d.lang.T(i18n.WeekLocked), d.lang.T(i18n.TimeLocked)
		return b
	case !d.view.Period.Contains(x.Day):
		b.Why, b.Line.Edit = d.lang.T(i18n.WeekBefore), ""
		return b
	case stamped:
		b.Why = d.lang.T(i18n.WeekStamped)
	}
	b.Line.Edit = d.location.href(url.Values{"day": {x.Day.String()}, "open": {"shift-" + formatID(x.ID)}})
	b.Move = d.location.grid.MoveShift(x.ID)
	return b
}

// entryDialog returns the form that is open in the dialog of the picture; nil if there is none.
func (d *presenter) entryDialog() *views.Entry {
	form := d.form()
	if form == nil {
		return nil
	}
	form.InDialog = true
	if d.open.id == 0 {
		kinds := []ui.Segment{{Label: d.lang.T(i18n.TimeAddShift), Href: d.location.dayHref(d.open.day, "open", "shift"), Current: !form.Expense}}
		if len(form.Kinds) == 0 {
			form.Kinds = []ui.Segment{{Label: d.lang.T(i18n.TimeAddExpense), Href: d.location.dayHref(d.open.day, "open", "expense"),
				Current: form.Expense}}
		}
		form.Kinds, form.KindsOf = append(kinds, form.Kinds...), d.lang.T(i18n.WeekKinds)
	}
	return &views.Entry{Title: form.Title + d.lang.Colon() + d.lang.DayWeek(d.open.day), Form: *form}
}
