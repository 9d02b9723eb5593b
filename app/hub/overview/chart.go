package overview

import (
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/views/ui"
)

// Limits of the chart: it shows single days as long as there are few enough, else weeks, else months of 30 days.
const (
	mostColumns = 45
	leastDays   = 14
)

var widths = []int{1, 7, 30, 365} // days

// chart returns the chart of the registrations; nil if there are none yet. Its columns are days, weeks or longer, depending on how
// many days there are. It shows the new registrations of each column until today or, with d.total, the sum until then. If there was an
// event before this one (d.o.Last), the sum has beside it that of the other event, as many days before it took place, and the columns
// go on to the day of this event. pace is the sentence below: how many people registered lately and, before the event, how many had
// registered for the other one when it was as far away.
func (d presenter) chart() (c *ui.Chart, pace string) {
	if len(d.o.Days) == 0 {
		return nil, ""
	}
	l, end := d.lang, d.today
	if d.total && d.o.Last != nil {
		end = db.MaxDay(d.eventDay(d.o.Event), end)
	}
	by, first := d.byDay(d.o.Days, end)
	n, width := columns(end.Sub(first) + 1)
	c = &ui.Chart{Lang: l, Label: l.T(i18n.RegDaily), Heads: [3]string{l.T(i18n.RegDay), l.T(i18n.RegCount), l.T(i18n.CampInAll)},
		NoTotal: !d.total, Line: d.total}
	if d.total {
		c.Label = l.T(i18n.CampInAll)
	}
	if !d.total {
		c.Axes = l.F(i18n.OverviewAxes, i18n.Per(l.N(width, i18n.DaysCount)))
	}
	from := end.Add(1 - n*width)
	for i := range n {
		day := from.Add(i * width)
		x := ui.Column{Label: l.DayShort(day), Value: sum(by, end, n-1-i, width)}
		if width > 1 {
			x.Name = l.Range(day, day.Add(width-1))
		}
		c.Columns = append(c.Columns, x)
		if day.After(d.today) {
			c.Ahead++
		}
	}
	d.mark(c, i18n.CampClosedMark, d.o.Event.Deadline, from, width)
	_, lately := rsvp.DailyChart(l, d.zone, d.today, d.o.Days)
	if !d.over() {
		pace = l.N(int(lately), i18n.TaskLately)
	}
	if d.o.Last == nil {
		return c, pace
	}
	title, before := d.o.Last.Text(string(l)).Title, d.eventDay(*d.o.Last)
	past, _ := d.byDay(d.o.LastDays, before)
	if d.total {
		c.Before, c.BeforeHead = running(past, before, n, width), l.F(i18n.OverviewBefore, title)
	}
	if d.over() {
		return c, ""
	}
	left := db.MaxDay(d.eventDay(d.o.Event), d.today).Sub(d.today)
	return c, pace + " · " + l.N(int(until(past, before.Add(-left))), i18n.OverviewPace) + l.Colon() + title
}

// mark adds a mark at an instant, unless it is 0.
func (d presenter) mark(c *ui.Chart, label i18n.Text, at db.Instant, from db.Day, width int) {
	if at != 0 {
		day := db.DayOf(at.Time().In(d.zone))
		c.Marks = append(c.Marks, ui.Mark{Label: d.lang.T(label), At: float64(day.Sub(from)+1) / float64(width)})
	}
}

func (d presenter) eventDay(r events.Record) db.Day { return db.DayOf(r.StartsAt.Time().In(d.zone)) }

// columns returns how many columns a number of days takes, and how many days each of them has.
func columns(days int) (n, width int) {
	days = max(days, leastDays)
	for _, width = range widths {
		if n = (days + width - 1) / width; n <= mostColumns {
			break
		}
	}
	return n, width
}

// byDay adds half hours up to days, and returns the first day. What comes after the last day counts for that.
func (d presenter) byDay(counts map[db.Instant]int64, last db.Day) (by map[db.Day]int64, first db.Day) {
	by, first = map[db.Day]int64{}, last
	for at, n := range counts {
		day := db.DayOf(at.Time().In(d.zone))
		if day.After(last) {
			day = last
		}
		by[day] += n
		if day.Before(first) {
			first = day
		}
	}
	return by, first
}

// sum adds up the days of the column that is n columns before the one that ends with the day last.
func sum(by map[db.Day]int64, last db.Day, n, width int) (total int64) {
	for i := range width {
		total += by[last.Add(-n*width-i)]
	}
	return total
}

// running returns the running total at the end of each of n columns, the last of which ends with the day last. Days before the
// first column count in all of them.
func running(by map[db.Day]int64, last db.Day, n, width int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = until(by, last.Add(-(n-1-i)*width))
	}
	return list
}

// until adds up the days up to a day.
func until(by map[db.Day]int64, last db.Day) (total int64) {
	for day, n := range by {
		if !day.After(last) {
			total += n
		}
	}
	return total
}
