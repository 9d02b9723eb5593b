package i18n

import (
	"strconv"
	"strings"
	"time"
)

// Dated is a value with a calendar day: a db.Day, or a time.Time in the zone in which it is to be shown.
type Dated interface {
	Date() (year int, month time.Month, day int)
}

var (
	weekdays = [7]Text{{"dimanche", "Sunday"}, {"lundi", "Monday"}, {"mardi", "Tuesday"}, {"mercredi", "Wednesday"},
		{"jeudi", "Thursday"}, {"vendredi", "Friday"}, {"samedi", "Saturday"}}
	weekdaysShort = [7]Text{{"dim.", "Sun"}, {"lun.", "Mon"}, {"mar.", "Tue"}, {"mer.", "Wed"}, {"jeu.", "Thu"}, {"ven.", "Fri"},
		{"sam.", "Sat"}}
	months = [12]Text{{"janvier", "January"}, {"février", "February"}, {"mars", "March"}, {"avril", "April"}, {"mai", "May"},
		{"juin", "June"}, {"juillet", "July"}, {"août", "August"}, {"septembre", "September"}, {"octobre", "October"}, {"novembre", "November"},
		{"décembre", "December"}}
	monthsShort = [12]Text{{"janv.", "Jan"}, {"févr.", "Feb"}, {"mars", "Mar"}, {"avr.", "Apr"}, {"mai", "May"}, {"juin", "Jun"},
		{"juill.", "Jul"}, {"août", "Aug"}, {"sept.", "Sep"}, {"oct.", "Oct"}, {"nov.", "Nov"}, {"déc.", "Dec"}}
)

func weekdayOf(d Dated) time.Weekday {
	return midnight(d).Weekday()
}

// Weekday returns the day's name in full: lundi, Monday.
func (l Lang) Weekday(d Dated) string { return l.T(weekdays[weekdayOf(d)]) }

// WeekdayShort returns the day's name in brief: lun., Mon.
func (l Lang) WeekdayShort(d Dated) string { return l.T(weekdaysShort[weekdayOf(d)]) }

// dayOfMonth formats a day of the month; in French the first is 1er.
func (l Lang) dayOfMonth(day int) string {
	if day == 1 && l != EN {
		return "1er"
	}
	return strconv.Itoa(day)
}

func (l Lang) dayMonth(d Dated, names [12]Text) string {
	_, m, day := d.Date()
	if l == EN {
		return l.T(names[m-1]) + nbsp + l.dayOfMonth(day)
	}
	return l.dayOfMonth(day) + nbsp + l.T(names[m-1])
}

// DayShort returns the day without its year: 16 nov. or Nov 16.
func (l Lang) DayShort(d Dated) string { return l.dayMonth(d, monthsShort) }

// DayWeek returns the day with its weekday, for rows and headings of a period: lun. 16 nov. or Mon, Nov 16.
func (l Lang) DayWeek(d Dated) string {
	if l == EN {
		return l.WeekdayShort(d) + ", " + l.DayShort(d)
	}
	return l.WeekdayShort(d) + nbsp + l.DayShort(d)
}

// DayBrief returns the day as lists of events and campaigns have it, with its year unless that is the year of now: jeu. 24 déc. or
// jeu. 18 févr. 2027; Thu, Dec 24 or Thu, Feb 18, 2027.
func (l Lang) DayBrief(d, now Dated) string {
	y, _, _ := d.Date()
	if ny, _, _ := now.Date(); y == ny {
		return l.DayWeek(d)
	}
	if l == EN {
		return l.WeekdayShort(d) + ", " + l.withYear(d)
	}
	return l.WeekdayShort(d) + nbsp + l.withYear(d)
}

// MomentBrief returns a day as DayBrief does, and a time: jeu. 24 déc. à 18 h or Thu, Dec 24 at 6:00 p.m.
func (l Lang) MomentBrief(t time.Time, now Dated) string {
	return l.DayBrief(t, now) + l.T(Text{" à" + nbsp, " at "}) + l.Clock(t)
}

// Day returns the day in full without its weekday: 16 novembre 2026 or November 16, 2026.
func (l Lang) Day(d Dated) string {
	y, _, _ := d.Date()
	if l == EN {
		return l.dayMonth(d, months) + ", " + strconv.Itoa(y)
	}
	return l.dayMonth(d, months) + nbsp + strconv.Itoa(y)
}

// Month returns the day's month with its year: novembre 2026 or November 2026.
func (l Lang) Month(d Dated) string {
	y, m, _ := d.Date()
	return l.T(months[m-1]) + nbsp + strconv.Itoa(y)
}

// DayLong returns the day with weekday, month and year: lundi 16 novembre 2026 or Monday, November 16, 2026.
func (l Lang) DayLong(d Dated) string {
	if l == EN {
		return l.Weekday(d) + ", " + l.Day(d)
	}
	return l.Weekday(d) + " " + l.Day(d)
}

// DayTitle is DayLong at the beginning of a line: Lundi 16 novembre 2026.
func (l Lang) DayTitle(d Dated) string { return Capital(l.DayLong(d)) }

// DayNear returns a day without its year, for days that are near: lundi 16 novembre or Monday, November 16.
func (l Lang) DayNear(d Dated) string {
	if l == EN {
		return l.Weekday(d) + ", " + l.dayMonth(d, months)
	}
	return l.Weekday(d) + " " + l.dayMonth(d, months)
}

// MonthShort returns the day's month in brief: nov. or Nov.
func (l Lang) MonthShort(d Dated) string {
	_, m, _ := d.Date()
	return l.T(monthsShort[m-1])
}

// DayMonth returns the day in full without weekday and year: 16 novembre or November 16.
func (l Lang) DayMonth(d Dated) string { return l.dayMonth(d, months) }

// Range returns the range of days from from to to, both included, without repeating what they share: 14 au 27 déc. 2025, 28 déc. 2025
// au 10 janv. 2026; Dec 14–27, 2025. The range of one day is that day.
func (l Lang) Range(from, to Dated) string {
	fy, _, _ := from.Date()
	ty, _, _ := to.Date()
	switch {
	case fy != ty:
		return l.withYear(from) + l.between() + l.withYear(to)
	case l == EN:
		return l.yearless(from, to) + ", " + strconv.Itoa(ty)
	}
	return l.yearless(from, to) + nbsp + strconv.Itoa(ty)
}

// RangeNear is Range without the year if it is that of now, as beside the name of a pay period: 14 au 27 déc.; Dec 14–27.
func (l Lang) RangeNear(from, to, now Dated) string {
	fy, _, _ := from.Date()
	ty, _, _ := to.Date()
	if ny, _, _ := now.Date(); fy != ny || ty != ny {
		return l.Range(from, to)
	}
	return l.yearless(from, to)
}

// yearless returns the range of days of one year without it.
func (l Lang) yearless(from, to Dated) string {
	_, fm, fd := from.Date()
	_, tm, td := to.Date()
	switch {
	case fm != tm:
		return l.DayShort(from) + l.between() + l.DayShort(to)
	case fd == td:
		return l.DayShort(to)
	case l == EN:
		return l.DayShort(from) + "–" + strconv.Itoa(td)
	}
	return l.dayOfMonth(fd) + l.between() + l.DayShort(to)
}

// between stands between two days with their months.
func (l Lang) between() string {
	if l == EN {
		return nbsp + "– "
	}
	return " au" + nbsp
}

func (l Lang) withYear(d Dated) string {
	y, _, _ := d.Date()
	if l == EN {
		return l.DayShort(d) + ", " + strconv.Itoa(y)
	}
	return l.DayShort(d) + nbsp + strconv.Itoa(y)
}

// Clock returns the time of day: 8 h 30 or 8:30 a.m. The time is read in its own location.
func (l Lang) Clock(t time.Time) string {
	h, m, _ := t.Clock()
	if l == EN {
		half := "a.m."
		if h >= 12 {
			half = "p.m."
		}
		return strconv.Itoa((h+11)%12+1) + ":" + twoDigits(m) + nbsp + half
	}
	if m == 0 {
		return strconv.Itoa(h) + nbsp + "h"
	}
	return strconv.Itoa(h) + nbsp + "h" + nbsp + twoDigits(m)
}

// Hour returns the time of day of a full hour, as a scale has it: 8 h or 8 a.m. The time is read in its own location.
func (l Lang) Hour(t time.Time) string { return strings.Replace(l.Clock(t), ":00", "", 1) }

// ClockNarrow returns the time of day where there is little room, as in the cells of a schedule: 8 h 30 or 8:30a.
func (l Lang) ClockNarrow(t time.Time) string {
	if l == EN {
		return strings.NewReplacer(nbsp, "", ".m.", "").Replace(l.Hour(t))
	}
	return l.Clock(t)
}

// ClockRange returns the hours of one day from from to to: 8 h – 16 h 30 or 8:00 a.m. – 4:30 p.m.
func (l Lang) ClockRange(from, to time.Time) string {
	return l.Clock(from) + nbsp + "– " + l.Clock(to)
}

// Moment returns a day and a time, for histories: 16 nov. 2026 à 8 h 30 or Nov 16, 2026 at 8:30 a.m.
func (l Lang) Moment(t time.Time) string {
	return l.withYear(t) + l.T(Text{" à" + nbsp, " at "}) + l.Clock(t)
}

// MomentNear returns a day and a time, the day with its year unless that is the year of now: 16 nov. à 8 h 30 or Nov 16 at 8:30 a.m.
func (l Lang) MomentNear(t, now time.Time) string {
	if t.Year() == now.Year() {
		return l.DayShort(t) + l.T(Text{" à" + nbsp, " at "}) + l.Clock(t)
	}
	return l.Moment(t)
}

// ClockOrMoment returns the time of day, with the day unless that is the day of now.
func (l Lang) ClockOrMoment(t, now time.Time) string {
	if year, month, day := t.Date(); now.Year() == year && now.Month() == month && now.Day() == day {
		return l.Clock(t)
	}
	return l.Moment(t)
}

// At returns a time after its preposition, with the day unless that is the day of now: à 8 h 30, le 16 nov. 2026 à 8 h 30; at 8:30 a.m.,
// on Nov 16, 2026 at 8:30 a.m.
func (l Lang) At(t, now time.Time) string {
	text := l.ClockOrMoment(t, now)
	if text == l.Clock(t) {
		return l.T(Text{"à ", "at "}) + text
	}
	return l.T(Text{"le ", "on "}) + text
}

// PeriodName returns a pay period's short name: 2026-25.
func PeriodName(year, number int) string { return strconv.Itoa(year) + "-" + twoDigits(number) }

type unit struct {
	size time.Duration
	name Count
	ago  Count
}

// anEvening is the maximum duration of something that is shown by its hours only, even if it ends after midnight.
const anEvening = 18 * time.Hour

// FromTo returns the hours of something whose day is shown elsewhere: de 17 h 30 à 22 h, 5:30 p.m. to 10:00 p.m. If it lasts
// longer than anEvening, the result includes the days.
func (l Lang) FromTo(from, to time.Time) string {
	if to.Sub(from) <= anEvening {
		return l.F(RsvpHours, l.Clock(from), l.Clock(to))
	}
	return l.F(RsvpFromTo, l.DayNear(from), l.Clock(from), l.DayNear(to), l.Clock(to))
}

// units are the units of time, largest first. French needs each text twice: alone (3 jours) and within il y a.
var units = []unit{
	{365 * 24 * time.Hour, Count{Text{"%s\u00a0an", "%s year"}, Text{"%s\u00a0ans", "%s years"}},
		Count{Text{"il y a %s\u00a0an", "%s year ago"}, Text{"il y a %s\u00a0ans", "%s years ago"}}},
	{30 * 24 * time.Hour, Count{Text{"%s\u00a0mois", "%s month"}, Text{"%s\u00a0mois", "%s months"}},
		Count{Text{"il y a %s\u00a0mois", "%s month ago"}, Text{"il y a %s\u00a0mois", "%s months ago"}}},
	{24 * time.Hour, Count{Text{"%s\u00a0jour", "%s day"}, Text{"%s\u00a0jours", "%s days"}},
		Count{Text{"il y a %s\u00a0jour", "%s day ago"}, Text{"il y a %s\u00a0jours", "%s days ago"}}},
	{time.Hour, Count{Text{"%s\u00a0heure", "%s hour"}, Text{"%s\u00a0heures", "%s hours"}},
		Count{Text{"il y a %s\u00a0heure", "%s hour ago"}, Text{"il y a %s\u00a0heures", "%s hours ago"}}},
	{time.Minute, Count{Text{"%s\u00a0minute", "%s minute"}, Text{"%s\u00a0minutes", "%s minutes"}},
		Count{Text{"il y a %s\u00a0minute", "%s minute ago"}, Text{"il y a %s\u00a0minutes", "%s minutes ago"}}},
}

// Since returns since when something lasts: depuis hier, depuis vendredi, depuis le 16 nov.; since yesterday, since Friday, since Nov 16.
// A day of another year has its year.
func (l Lang) Since(at, now Dated) string {
	switch days := int(midnight(now).Sub(midnight(at)).Hours() / 24); {
	case days < 1:
		return l.T(Text{"depuis aujourd’hui", "since today"})
	case days == 1:
		return l.T(Text{"depuis hier", "since yesterday"})
	case days < 7:
		return l.T(Text{"depuis ", "since "}) + l.Weekday(at)
	}
	return l.T(Text{"depuis le" + nbsp, "since "}) + l.RangeNear(at, at, now)
}

// midnight returns the begin of a day, in UTC.
func midnight(d Dated) time.Time {
	y, m, day := d.Date()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
}

// Months returns a number of months, in years where it is a whole number of them: 18 mois, 7 ans; 18 months, 7 years.
func (l Lang) Months(n int) string {
	if n%12 == 0 {
		return l.N(n/12, units[0].name)
	}
	return l.N(n, units[1].name)
}

// Age returns how long something has waited, in its largest unit: 3 jours, 2 hours. Under a minute: moins d’une minute.
func (l Lang) Age(d time.Duration) string {
	for _, u := range units {
		if d >= u.size {
			return l.N(int(d/u.size), u.name)
		}
	}
	return l.T(Text{"moins d’une minute", "less than a minute"})
}

// Per returns a duration in words, such as Age, as what something is counted by: jour for 1 jour, 7 days.
func Per(age string) string { return strings.TrimPrefix(strings.TrimPrefix(age, "1"+nbsp), "1 ") }

// Ago returns how long ago something happened: il y a 3 jours, 2 hours ago. Under a minute (or in the future): à l’instant.
func (l Lang) Ago(d time.Duration) string {
	for _, u := range units {
		if d >= u.size {
			return l.N(int(d/u.size), u.ago)
		}
	}
	return l.T(Text{"à l’instant", "just now"})
}
