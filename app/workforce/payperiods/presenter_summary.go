package payperiods

import (
	"slices"
	"strings"
	"time"

	"presence/app/platform/i18n"
	"presence/app/workforce/labourstandards"
	"presence/db"
	"presence/views/ui"
	"presence/views/workforce/review"
)

// Summary returns a row as the overview and the approval queue show it.
func Summary(l i18n.Lang, p Period, r *Row, labour LabourWarnings) review.Row {
	s := review.Row{Name: r.Employee.Name, Strip: strip(l, p, r)}
	h := r.Hours()
	if n := h.Total(); n != 0 {
		s.Total = l.HoursCell(n)
	}
	if h.Overtime != 0 {
		s.Over = l.F(i18n.WarnOver, l.Hours(h.Overtime))
	}
	if r.Cents != 0 {
		s.Expenses = l.Dollars(r.Cents)
	}
	if r.Distance != 0 {
		s.Mileage = l.Km(float64(r.Distance) / 100)
	}
	for _, w := range r.Warnings {
		if w.Kind != SheetChanged && w.Kind != Over { // the badge and the hours say so
			s.Flags = append(s.Flags, flag(l, w))
		}
	}
	if r.State() != Approved {
		for _, note := range labourNotes(l, labour) {
			s.Flags = append(s.Flags, review.Flag{Text: note, Tone: ui.Neutral})
		}
	}
	return s
}

// warningFlags are the tones and texts of the kinds of warnings.
var warningFlags = map[WarningKind]struct {
	tone  ui.Tone
	text  i18n.Text
	hours bool       // the text contains the hours that are the warning's number
	days  i18n.Count // in place of text: the number counts days
}{
	SheetChanged:   {tone: ui.Warn, text: i18n.WarnChanged},
	NoSheet:        {tone: ui.Bad, text: i18n.WarnNoSheet},
	LongDay:        {tone: ui.Bad, text: i18n.WarnLongDay, hours: true},
	MissingDays:    {tone: ui.Warn, days: i18n.WarnMissing},
	FutureDays:     {tone: ui.Warn, days: i18n.WarnFuture},
	LeaveUndecided: {tone: ui.Warn, days: i18n.WarnLeave},
	LeftOut:        {tone: ui.Warn, text: i18n.WarnLeftOut, hours: true},
	Over:           {tone: ui.Warn, text: i18n.WarnOver, hours: true},
	NotSubmitted:   {tone: ui.Warn, text: i18n.WarnNotSubmitted},
}

// flag returns a warning as text.
func flag(l i18n.Lang, w Warning) review.Flag {
	x := warningFlags[w.Kind]
	switch {
	case x.hours:
		return review.Flag{Tone: x.tone, Text: l.F(x.text, l.Hours(w.N))}
	case x.days != (i18n.Count{}):
		return review.Flag{Tone: x.tone, Text: l.N(int(w.N), x.days)}
	}
	return review.Flag{Tone: x.tone, Text: l.T(x.text)}
}

// labourNotes returns the labour-standard warnings of a row as text. They do not affect whether the row is clean.
func labourNotes(l i18n.Lang, w LabourWarnings) (list []string) {
	for _, kind := range labourstandards.Kinds {
		if text := w.Norm.RowText(l, kind, w.Counts[kind]); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// strip returns the fourteen days of a row as bars.
func strip(l i18n.Lang, p Period, r *Row) ui.DayStrip {
	s := ui.DayStrip{Days: make([]ui.StripDay, periodDays)}
	words := make([]string, periodDays)
	for i := range s.Days {
		s.Days[i] = r.day(i).Bar(l, p.Start.Add(i))
		words[i] = l.HoursPlain(r.Days[i])
	}
	s.Label = l.F(i18n.DaysSpoken, strings.Join(words, " – "))
	return s
}

// DayHours are the minutes of one day, as the strip of a period shows them.
type DayHours struct {
	Worked  int64
	Late    int64 // of these, evening and emergency time
	Away    bool  // approved leave
	Missing bool  // hours are expected and there are none
}

func (r *Row) day(i int) DayHours { return DayHours{r.Days[i], r.Late[i], r.away[i], r.missing[i]} }

// Bar returns the day's bar.
func (d DayHours) Bar(l i18n.Lang, day db.Day) ui.StripDay {
	b := ui.StripDay{Hours: float64(d.Worked) / 60, Late: float64(d.Late) / 60, Away: d.Away, Missing: d.Missing, Over: d.Worked > MaxDay}
	switch {
	case d.Worked > 0:
		b.Title = l.DayWeek(day) + l.Colon() + l.Hours(d.Worked)
	case d.Away:
		b.Title = l.DayWeek(day) + l.Colon() + l.T(i18n.OnLeaveNote)
	case d.Missing:
		b.Title = l.DayWeek(day) + l.Colon() + l.T(i18n.WarnNoSheet)
	}
	return b
}

// Legend explains the colours of the bars of days, with the hours of each. Colours that do not occur are left out.
func Legend(l i18n.Lang, days []DayHours) (list []ui.StripKey) {
	var plain, late, long int64
	var away, missing int
	for _, d := range days {
		switch {
		case d.Worked > MaxDay:
			long, late = long+d.Worked-d.Late, late+d.Late
		case d.Worked > 0:
			plain, late = plain+d.Worked-d.Late, late+d.Late
		case d.Away:
			away++
		case d.Missing:
			missing++
		}
	}
	for _, k := range []struct {
		kind    ui.StripKind
		text    i18n.Text
		minutes int64
		days    int
	}{{ui.StripPlain, i18n.LegendDay, plain, 0}, {ui.StripLong, i18n.LegendLong, long, 0}, {ui.StripLate, i18n.LegendLate, late, 0},
		{ui.StripAway, i18n.QueueAbsent, 0, away}, {ui.StripMissing, i18n.LegendMissing, 0, missing}} {
		switch {
		case k.minutes > 0:
			list = append(list, ui.StripKey{Kind: k.kind, Label: l.T(k.text), Count: l.Hours(k.minutes)})
		case k.days > 0:
			list = append(list, ui.StripKey{Kind: k.kind, Label: l.T(k.text), Count: l.N(k.days, i18n.DaysCount)})
		}
	}
	return list
}

// lineMinutes is where the bars of a row have a line if one is longer.
const lineMinutes = 12 * 60

// ListLegend explains the colours that occur in the bars of several rows; nil if there is only the plain one.
func ListLegend(l i18n.Lang, strips []ui.DayStrip) []ui.StripKey {
	var days []DayHours
	for _, s := range strips {
		for _, d := range s.Days {
			days = append(days, DayHours{int64(d.Hours*60 + 0.5), int64(d.Late*60 + 0.5), d.Away, d.Missing})
		}
	}
	list := Legend(l, days)
	if slices.ContainsFunc(days, func(d DayHours) bool { return d.Worked > lineMinutes }) {
		list = append(list, ui.StripKey{Kind: ui.StripLine, Label: l.T(i18n.LegendLine)})
	}
	if len(list) == 0 || len(list) == 1 && list[0].Kind == ui.StripPlain {
		return nil
	}
	for i := range list {
		list[i].Count = ""
	}
	return list
}

// Day returns the day with its name, for a list of the period's days.
func (d DayHours) Day(l i18n.Lang, day, today db.Day) review.Day {
	_, _, n := day.Date()
	x := review.Day{Name: l.WeekdayShort(day), Date: l.Int(int64(n)), Title: l.DayWeek(day), Bar: d.Bar(l, day), Today: day == today,
		Weekend: day.Weekday() == time.Saturday || day.Weekday() == time.Sunday}
	if d.Worked > 0 {
		x.Text = l.HoursPlain(d.Worked)
	}
	return x
}

// detail returns the days and the weeks of a row, which it shows when it is open.
func detail(l i18n.Lang, p Period, r *Row, today db.Day) *review.Sheet {
	s := &review.Sheet{Named: l.T(i18n.ColDays), Weeks: WeekTable(l, r.Weeks)}
	days := make([]DayHours, len(r.Days))
	for i := range days {
		days[i] = r.day(i)
		s.Days = append(s.Days, days[i].Day(l, p.Start.Add(i), today))
	}
	s.Legend = Legend(l, days)
	return s
}

// WeekTable returns the hours of both weeks; columns that are empty in both are left out.
func WeekTable(l i18n.Lang, weeks [2]Week) review.Weeks {
	first, second := weeks[0], weeks[1]
	a, b := first.Hours, second.Hours
	t := review.Weeks{Caption: l.T(i18n.QueueWeeks), Head: l.T(i18n.QueueWeekCol), Rows: []review.Week{
		{Name: l.F(i18n.TimeWeek, 1)},
		{Name: l.F(i18n.TimeWeek, 2)},
		{Name: l.T(i18n.QueueBoth)},
	}}
	for _, col := range []struct {
		name          i18n.Text
		first, second int64
		always, over  bool
	}{
		{i18n.ColRegular, a.Regular, b.Regular, false, false}, {i18n.ColEvening, a.Evening, b.Evening, false, false},
		{i18n.ColEmergency, a.Emergency, b.Emergency, false, false}, {i18n.ColOvertime, a.Overtime, b.Overtime, false, true},
		{i18n.ColTotal, a.Total(), b.Total(), true, false}, {i18n.QueueAbsent, first.Leave, second.Leave, false, false},
	} {
		if col.first+col.second == 0 && !col.always {
			continue
		}
		t.Cols = append(t.Cols, l.T(col.name))
		for i, minutes := range []int64{col.first, col.second, col.first + col.second} {
			t.Rows[i].Cells = append(t.Rows[i].Cells, review.Cell{Text: l.HoursCell(minutes), Over: col.over && minutes > 0})
		}
	}
	return t
}
