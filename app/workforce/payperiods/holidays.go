package payperiods

import (
	"time"

	"presence/db"
)

// HolidayName names a statutory holiday.
type HolidayName uint8

// The statutory holidays of Quebec (section 60 of the Act respecting labour standards, and the National Holiday Act).
const (
	NewYear      HolidayName = iota // 1 January
	GoodFriday                      // or
	EasterMonday                    // at the employer's choice
	Patriots                        // the Monday before 25 May
	NationalDay                     // 24 June
	CanadaDay                       // 1 July, or 2 July when that is a Sunday
	LabourDay                       // the first Monday of September
	Thanksgiving                    // the second Monday of October
	Christmas                       // 25 December
)

// Holiday is one of them in a year.
type Holiday struct {
	Day  db.Day
	Name HolidayName
}

// Holidays are the eight statutory holidays of a year, in order; easter says which of the two days the employer chose:
// GoodFriday or EasterMonday.
func Holidays(year int, easter HolidayName) []Holiday {
	sunday := easterSunday(year)
	spring := Holiday{sunday.Add(-2), GoodFriday}
	if easter == EasterMonday {
		spring = Holiday{sunday.Add(1), EasterMonday}
	}
	canada := db.NewDay(year, time.July, 1)
	if canada.Weekday() == time.Sunday {
		canada = canada.Add(1)
	}
	return []Holiday{
		{db.NewDay(year, time.January, 1), NewYear},
		spring,
		{monday(db.NewDay(year, time.May, 18)), Patriots},
		{db.NewDay(year, time.June, 24), NationalDay},
		{canada, CanadaDay},
		{monday(db.NewDay(year, time.September, 1)), LabourDay},
		{monday(db.NewDay(year, time.October, 8)), Thanksgiving},
		{db.NewDay(year, time.December, 25), Christmas},
	}
}

// HolidaysIn are those of a stretch of days, both included.
func HolidaysIn(from, to db.Day, easter HolidayName) (list []Holiday) {
	first, _, _ := from.Date()
	last, _, _ := to.Date()
	for year := first; year <= last; year++ {
		for _, h := range Holidays(year, easter) {
			if !h.Day.Before(from) && !h.Day.After(to) {
				list = append(list, h)
			}
		}
	}
	return list
}

// Reference is what the indemnity is worked out from: the four complete weeks before the week of the holiday, first and
// last day (section 62).
func (h Holiday) Reference() (from, to db.Day) {
	week := h.Day.Week()
	return week.Add(-28), week.Add(-1)
}

// Indemnity is a twentieth of the minutes worked in the reference weeks, rounded to the nearest; overtime does not
// count. With one rate of pay it is the holiday's pay in hours.
func Indemnity(worked Hours) int64 { return (worked.Total() - worked.Overtime + 10) / 20 }

// monday is the first Monday on or after a day.
func monday(d db.Day) db.Day { return d.Add((int(time.Monday) - int(d.Weekday()) + 7) % 7) }

// easterSunday is worked out as the Gregorian calendar has it, with whole numbers only: the golden number finds the full
// moon of spring, and the Sunday after it is Easter.
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
