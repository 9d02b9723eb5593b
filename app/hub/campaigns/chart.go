package campaigns

import (
	"net/url"
	"strings"
	"time"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

// series are what the chart can show.
var series = []struct {
	name string
	text i18n.Text
	of   func(Interval) int64
}{
	{"sent", i18n.CampPieceSent, func(s Interval) int64 { return s.Sent }},
	{"opened", i18n.CampFunnelOpen, func(s Interval) int64 { return s.Opened }},
	{"clicked", i18n.CampFunnelGo, func(s Interval) int64 { return s.Clicked }},
}

// chart adds the chart of one series over time: the one that asked names, or else opens where there are any.
func (p pages) chart(l i18n.Lang, page *views.Report, c Campaign, t Timeline, asked string) {
	if len(t.Intervals) == 0 {
		return
	}
	if asked == "" || !c.Tracked {
		asked = "sent"
		if c.Counts.Opened > 0 {
			asked = "opened"
		}
	}
	for _, s := range series {
		if s.name != "sent" && !c.Tracked {
			continue
		}
		if s.name == "sent" {
			s.text = c.sentPlural()
		}
		page.ChartOf = append(page.ChartOf, ui.Segment{Label: l.T(s.text),
			Href: paths.Campaign(c.ID, url.Values{"chart": {s.name}}) + "#timeline", Current: s.name == asked})
		if s.name != asked {
			continue
		}
		page.Chart = ui.Chart{Label: l.T(i18n.CampTimeline) + l.Colon() + l.T(s.text), Heads: [2]string{l.T(i18n.CampTimeCol), l.T(s.text)}}
		before := ""
		for _, x := range t.Intervals {
			at := x.From.Time().In(p.zone)
			column := ui.Column{Label: tick(l, at, t.Width), Value: float64(s.of(x))}
			if day := l.DayShort(at); t.Width < 24*time.Hour && t.Width >= time.Hour {
				column.Row = day + ", " + column.Label
				switch {
				case day != before:
					column.Label, before = day, day
				case t.Width > 6*time.Hour: // the day's name needs the room
					column.Label = ""
				}
			}
			if n := s.of(x); n > 0 {
				column.Text = l.Int(n)
			}
			page.Chart.Columns = append(page.Chart.Columns, column)
		}
	}
	page.ChartNote = l.F(i18n.CampTimelineBy, width(l, t.Width))
}

// tick names a column by when it begins, as exactly as its width asks.
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
