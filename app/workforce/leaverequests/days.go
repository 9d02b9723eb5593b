package leaverequests

import (
	"time"

	"presence/app/platform/holidays"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

// dayLimit is the maximum number of minutes of leave on one working day.
const dayLimit = 8 * 60

// holidaysSince is the first day on which statutory holidays are not taken as leave. Earlier ones stay in the periods that were exported
// with them.
var holidaysSince = db.NewDay(2026, time.December, 1)

// Takes reports whether a weekday is taken from the leave that covers it: not a statutory holiday of the calendar, unless the leave has a
// bank code by which holidays are paid, whose type is holiday or statutory_holiday (W3).
func Takes(closed holidays.Calendar, day db.Day, bankCodeType string) bool {
	return takes(closed, day, PaysHolidays(bankCodeType))
}

func takes(closed holidays.Calendar, day db.Day, paysHolidays bool) bool {
	_, is := closed.Find(day)
	return paysHolidays || day.Before(holidaysSince) || !is
}

// PaysHolidays reports whether holidays are paid by bank codes of a type.
func PaysHolidays(bankCodeType string) bool {
	kind := bankcodes.Fold(bankCodeType)
	return kind == "holiday" || kind == "statutory_holiday"
}

// PaysHolidaysCondition is PaysHolidays as SQL, for a column with the type of a bank code.
func PaysHolidaysCondition(column string) string {
	return bankcodes.FoldSQL(column) + " IN ('holiday', 'statutory_holiday')"
}

// TakenDays calls add for each day from first to last that leave from start to end takes, with its minutes. paysHolidays: its bank code
// pays holidays.
func TakenDays(closed holidays.Calendar, start, end db.Instant, paysHolidays bool, zone *time.Location, first, last db.Day,
	add func(day db.Day, minutes int64)) {
	Days(start, end, zone, first, last, func(day db.Day, minutes int64) {
		if takes(closed, day, paysHolidays) {
			add(day, minutes)
		}
	})
}

// Taken is how much leave takes.
type Taken struct {
	Days     int // working days
	Minutes  int64
	Holidays []holidays.Holiday // the statutory holidays that it covers and does not take
}

// takenBy returns how much leave under a bank code of a type takes.
func takenBy(closed holidays.Calendar, start, end db.Instant, bankCodeType string, zone *time.Location) (t Taken) {
	first, last := LeaveRequest{Start: start, End: end}.Days(zone)
	Days(start, end, zone, first, last, func(day db.Day, minutes int64) {
		if !Takes(closed, day, bankCodeType) {
			h, _ := closed.Find(day)
			t.Holidays = append(t.Holidays, h)
			return
		}
		t.Days, t.Minutes = t.Days+1, t.Minutes+minutes
	})
	return t
}

// Days calls add for each weekday (Monday to Friday) from first to last that the leave from start to end touches, with the minutes of
// leave on that local day, at most dayLimit (W3, W13).
func Days(start, end db.Instant, loc *time.Location, first, last db.Day, add func(day db.Day, minutes int64)) {
	if d := db.DayOf(start.Time().In(loc)); d.After(first) {
		first = d
	}
	if d := db.DayOf(end.Time().In(loc)); d.Before(last) {
		last = d
	}
	for d := first; !d.After(last); d = d.Add(1) {
		if wd := d.Weekday(); wd == time.Saturday || wd == time.Sunday {
			continue
		}
		from := max(start, db.InstantOf(d.In(loc)))
		to := min(end, db.InstantOf(d.Add(1).In(loc)))
		if minutes := (int64(to-from) + 30_000) / 60_000; minutes > 0 {
			add(d, min(minutes, dayLimit))
		}
	}
}
