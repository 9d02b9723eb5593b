package campaigns

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// series are the data series that the chart can show.
var series = []struct {
	name    string
	text    i18n.Text
	of      func(Interval) int64
	tracked bool // only known of campaigns that are tracked
}{
	{"sent", i18n.CampPieceSent, func(s Interval) int64 { return s.Sent }, false},
	{"opened", i18n.CampFunnelOpen, func(s Interval) int64 { return s.Opened }, true},
	{"clicked", i18n.CampFunnelGo, func(s Interval) int64 { return s.Clicked }, true},
	{"registered", i18n.CampChartIn, func(s Interval) int64 { return s.Registered }, false},
}

// shown returns the name of the series that the chart shows: the one asked for, else opens if there are any, else sends.
func (c Campaign) shown(asked string) string {
	for _, s := range series {
		if s.name == asked && (c.Tracked || !s.tracked) {
			return asked
		}
	}
	if c.Tracked && c.Counts.Opened > 0 {
		return "opened"
	}
	return "sent"
}

// chart adds the chart of one series over time to the page, with marks for reminders and the close of answers: the figures of each
// interval or, with total, their sum until then.
func (p pages) chart(l i18n.Lang, page *views.Report, c Campaign, t Timeline, asked string, total bool) {
	if len(t.Intervals) == 0 {
		none := i18n.CampTimelineNot
		if c.State == Completed || c.State == Cancelled {
			none = i18n.CampTimelineNone
		}
		page.ChartNone = l.T(none)
		return
	}
	asked = c.shown(asked)
	for _, s := range series {
		if s.tracked && !c.Tracked {
			continue
		}
		if s.name == "sent" {
			s.text = c.sentPlural()
		}
		page.ChartOf = append(page.ChartOf, ui.Segment{Label: l.T(s.text), Href: chartOf(c, s.name, total), Current: s.name == asked})
		if s.name != asked {
			continue
		}
		t.Intervals = t.upToQuiet(s.of)
		page.Chart = ui.Chart{Lang: l, Label: l.T(i18n.CampTimeline) + l.Colon() + l.T(s.text),
			Heads: [3]string{l.T(i18n.CampTimeCol), l.T(s.text), l.T(i18n.CampInAll)}, NoTotal: !total, Line: total}
		if total {
			page.Chart.Label += ", " + l.T(i18n.CampInAll)
		}
		before := ""
		for _, x := range t.Intervals {
			at := x.From.Time().In(p.zone)
			column := ui.Column{Label: tick(l, at, t.Width), Value: s.of(x)}
			if day := l.DayShort(at); t.Width < 24*time.Hour && t.Width >= time.Hour {
				column.Name = day + ", " + column.Label
				if day != before {
					column.Label, before = day, day
				}
			}
			page.Chart.Columns = append(page.Chart.Columns, column)
		}
	}
	from := t.Intervals[0].From.Time().In(p.zone)
	for i, at := range t.Reminders {
		label := l.T(i18n.CampReminder)
		if len(t.Reminders) > 1 {
			label += " " + l.Int(int64(i+1))
		}
		page.Chart.Marks = append(page.Chart.Marks, ui.Mark{Label: label, At: t.position(from, at)})
	}
	if at := t.position(from, t.Closed); t.Closed != 0 && at <= float64(len(t.Intervals)) {
		page.Chart.Marks = append(page.Chart.Marks, ui.Mark{Label: l.T(i18n.CampClosedMark), At: at})
	}
	slices.SortFunc(page.Chart.Marks, func(a, b ui.Mark) int { return cmp.Compare(a.At, b.At) })
	if !total {
		page.Chart.Axes = l.F(i18n.CampTimelineBy, i18n.Per(width(l, t.Width)))
	}
	by := i18n.CampByInterval
	if t.Width == day {
		by = i18n.OverviewByDay
	}
	page.ChartAs = []ui.Segment{{Label: l.T(by), Href: chartOf(c, asked, false), Current: !total},
		{Label: l.T(i18n.CampInAll), Href: chartOf(c, asked, true), Current: total}}
}

const (
	quietShown = 2 * day // what a chart shows after the last activity
	leastShown = 7 * day // what it shows of a campaign at least
)

// upToQuiet returns the intervals without those long after the last activity of a series, or the last reminder: its chart would be empty
// there.
func (t Timeline) upToQuiet(of func(Interval) int64) []Interval {
	from := t.Intervals[0].From.Time().In(t.zone)
	ends := leastShown
	at := func(instant db.Instant) time.Duration { return instant.Time().Sub(from) }
	for _, x := range t.Intervals {
		if of(x) > 0 {
			ends = max(ends, at(x.From)+t.Width+quietShown)
		}
	}
	for _, reminder := range t.Reminders {
		ends = max(ends, at(reminder)+quietShown)
	}
	n := slices.IndexFunc(t.Intervals, func(x Interval) bool { return at(x.From) >= ends })
	if n < 0 {
		return t.Intervals
	}
	return t.Intervals[:n]
}

// chartOf returns the address of the report with the chart of a series, or of its running total.
func chartOf(c Campaign, name string, total bool) string {
	v := url.Values{"chart": {name}}
	if total {
		v.Set("as", "total")
	}
	return paths.Campaign(c.ID, v) + "#timeline"
}

// tick returns the label of a column that begins at an instant; its precision follows from the width of the column.
func tick(l i18n.Lang, at time.Time, width time.Duration) string {
	switch {
	case width >= 24*time.Hour:
		return l.DayShort(at)
	case width >= time.Hour:
		return strings.Replace(l.Clock(at), ":00", "", 1)
	case width >= time.Minute:
		return at.Format("15:04")
	}
	return at.Format("15:04:05")
}

func width(l i18n.Lang, d time.Duration) string {
	if d < time.Minute {
		return l.N(int(d/time.Second), i18n.CampSeconds)
	}
	return l.Age(d)
}
