// Package holidays computes the statutory holidays of a jurisdiction from rules, and the working days between them.
package holidays

import (
	"slices"
	"time"

	"presence/app/platform/i18n"
	"presence/db"
)

// Calendar are the rules of a jurisdiction's statutory holidays. The zero value has none.
type Calendar []Rule

// Rule says on which day of each year a holiday falls: on a day of a month, or with Month 0 a number of days from Easter Sunday.
type Rule struct {
	Name      i18n.Text  `json:"name"`
	Month     time.Month `json:"month"`
	Day       int        `json:"day"`        // with Month 0: the days from Easter Sunday
	Monday    bool       `json:"monday"`     // the first Monday on or after that day
	NotSunday bool       `json:"not_sunday"` // the day after, if that day is a Sunday
}

// Holiday is a statutory holiday in a year.
type Holiday struct {
	Day  db.Day
	Name i18n.Text
}

// day returns the day of the holiday in a year.
func (r Rule) day(year int) db.Day {
	if r.Month == 0 {
		return easterSunday(year).Add(r.Day)
	}
	d := db.NewDay(year, r.Month, r.Day)
	if r.Monday {
		d = monday(d)
	}
	if r.NotSunday && d.Weekday() == time.Sunday {
		d = d.Add(1)
	}
	return d
}

// In returns the holidays from one day to another, both included, in order.
func (c Calendar) In(from, to db.Day) (list []Holiday) {
	first, _, _ := from.Date()
	last, _, _ := to.Date()
	for year := first; year <= last; year++ {
		for _, r := range c {
			if day := r.day(year); !day.Before(from) && !day.After(to) {
				list = append(list, Holiday{day, r.Name})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Holiday) int { return a.Day.Sub(b.Day) })
	return list
}

// Find returns the holiday on a day; false if there is none.
func (c Calendar) Find(day db.Day) (Holiday, bool) {
	year, _, _ := day.Date()
	for _, r := range c {
		if r.day(year) == day {
			return Holiday{day, r.Name}, true
		}
	}
	return Holiday{}, false
}

// WorkingDay reports whether a day is one from Monday to Friday and no statutory holiday.
func (c Calendar) WorkingDay(d db.Day) bool {
	wd := d.Weekday()
	_, is := c.Find(d)
	return wd != time.Saturday && wd != time.Sunday && !is
}

// WorkingDayAfter returns the nth working day after a day, or before it if n is negative.
func (c Calendar) WorkingDayAfter(d db.Day, n int) db.Day {
	step := 1
	if n < 0 {
		step, n = -1, -n
	}
	for n > 0 {
		if d = d.Add(step); c.WorkingDay(d) {
			n--
		}
	}
	return d
}

// Texts returns the names of the statutory holidays between two days, by day.
func (c Calendar) Texts(from, to db.Day) map[db.Day]i18n.Text {
	names := map[db.Day]i18n.Text{}
	for _, h := range c.In(from, to) {
		names[h.Day] = h.Name
	}
	return names
}

// monday returns the first Monday on or after a day.
func monday(d db.Day) db.Day { return d.Add((int(time.Monday) - int(d.Weekday()) + 7) % 7) }

// easterSunday returns the Easter Sunday of a year by the Gregorian computus: the golden number gives the Paschal full moon,
// and Easter is the Sunday after it.
func easterSunday(year int) db.Day {
	golden := year % 19
	century := year / 100
	solar := century - century/4
	lunar := (8*century + 13) / 25
	epact := (19*golden + solar - lunar + 15) % 30
	if epact == 29 || epact == 28 && golden > 10 {
		epact--
	}
	moon := db.NewDay(year, time.March, 21).Add(epact)
	return moon.Add(7 - int(moon.Weekday()))
}
