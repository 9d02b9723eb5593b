package rsvp

import (
	"time"

	"presence/app/platform/i18n"
	"presence/db"
	"presence/views/ui"
)

const (
	trendDays    = 28 // at most that many days are drawn
	trendMinimum = 14 // and at least that many, also of an event that was sent yesterday
	week         = 7  // days
)

// TrendBegins returns the beginning of the first day that DailyChart draws.
func TrendBegins(zone *time.Location, today db.Day) db.Instant {
	return db.InstantOf(today.Add(1 - trendDays).In(zone))
}

// DailyChart returns a chart of the registrations per day, from the day of the first one, and the number of registrations
// within the last week. The chart is nil when there are none. recent counts registrations by half hour (RecentRegistrations).
func DailyChart(l i18n.Lang, zone *time.Location, today db.Day, recent map[db.Instant]int64) (chart *ui.Chart, lately int64) {
	if len(recent) == 0 {
		return nil, 0
	}
	by, first := map[db.Day]int64{}, today
	for at, n := range recent {
		day := db.DayOf(at.Time().In(zone))
		by[day] += n
		if day.Before(first) {
			first = day
		}
		if today.Sub(day) < week {
			lately += n
		}
	}
	chart = &ui.Chart{Lang: l, Small: true, Label: l.T(i18n.RegDaily),
		Heads: [3]string{l.T(i18n.RegDay), l.T(i18n.RegCount), l.T(i18n.CampInAll)}}
	for day := today.Add(1 - max(trendMinimum, min(trendDays, today.Sub(first)+1))); !day.After(today); day = day.Add(1) {
		chart.Columns = append(chart.Columns, ui.Column{Label: l.DayShort(day), Value: by[day]})
	}
	return chart, lately
}
