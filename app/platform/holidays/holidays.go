// Package holidays computes the statutory holidays of Quebec and the working days between them.
package holidays

import (
	"time"

	"presence/app/platform/i18n"
	"presence/db"
)

// Name identifies a statutory holiday.
type Name uint8

// The statutory holidays of Quebec (section 60 of the Act respecting labour standards, and the National Holiday Act). An employer may give
// Easter Monday in place of Good Friday; the program counts Good Friday.
const (
	NewYear      Name = iota // 1 January
	GoodFriday               // the Friday before Easter
	Patriots                 // the Monday before 25 May
	NationalDay              // 24 June
	CanadaDay                // 1 July, or 2 July when that is a Sunday
	LabourDay                // the first Monday of September
	Thanksgiving             // the second Monday of October
	Christmas                // 25 December
)

// Holiday is a statutory holiday in a year.
type Holiday struct {
	Day  db.Day
	Name Name
}

// InYear returns the eight statutory holidays of a year, in order.
func InYear(year int) []Holiday {
	canada := db.NewDay(year, time.July, 1)
	if canada.Weekday() == time.Sunday {
		canada = canada.Add(1)
	}
	return []Holiday{
		{db.NewDay(year, time.January, 1), NewYear},
		{easterSunday(year).Add(-2), GoodFriday},
		{monday(db.NewDay(year, time.May, 18)), Patriots},
		{db.NewDay(year, time.June, 24), NationalDay},
		{canada, CanadaDay},
		{monday(db.NewDay(year, time.September, 1)), LabourDay},
		{monday(db.NewDay(year, time.October, 8)), Thanksgiving},
		{db.NewDay(year, time.December, 25), Christmas},
	}
}

// In returns the holidays from one day to another, both included.
func In(from, to db.Day) (list []Holiday) {
	first, _, _ := from.Date()
	last, _, _ := to.Date()
	for year := first; year <= last; year++ {
		for _, h := range InYear(year) {
			if !h.Day.Before(from) && !h.Day.After(to) {
				list = append(list, h)
			}
		}
	}
	return list
}

// WorkingDay reports whether a day is one from Monday to Friday and no statutory holiday.
func WorkingDay(d db.Day) bool {
	wd := d.Weekday()
	return wd != time.Saturday && wd != time.Sunday && len(In(d, d)) == 0
}

// WorkingDayAfter returns the nth working day after a day, or before it if n is negative.
func WorkingDayAfter(d db.Day, n int) db.Day {
	step := 1
	if n < 0 {
		step, n = -1, -n
	}
	for n > 0 {
		if d = d.Add(step); WorkingDay(d) {
			n--
		}
	}
	return d
}

// Reference returns the first and last day of the four complete weeks before the week of the holiday, from which its indemnity
// is computed (section 62).
func (h Holiday) Reference() (from, to db.Day) {
	week := h.Day.Week()
	return week.Add(-28), week.Add(-1)
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

var texts = map[Name]i18n.Text{
	NewYear: i18n.HolidayNewYear, GoodFriday: i18n.HolidayGoodFriday,
	Patriots: i18n.HolidayPatriots, NationalDay: i18n.HolidayNational, CanadaDay: i18n.HolidayCanada,
	LabourDay: i18n.HolidayLabour, Thanksgiving: i18n.HolidayThanksgiving, Christmas: i18n.HolidayChristmas,
}

// Text returns the name for readers.
func (n Name) Text() i18n.Text { return texts[n] }

// Texts returns the names of the statutory holidays between two days, by day.
func Texts(from, to db.Day) map[db.Day]i18n.Text {
	names := map[db.Day]i18n.Text{}
	for _, h := range In(from, to) {
		names[h.Day] = h.Name.Text()
	}
	return names
}
