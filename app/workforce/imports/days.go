package imports

import (
	"regexp"
	"strings"
	"time"

	"presence/db"
)

// DayOrder says how the dates of a file are read that can mean two days, such as 03/04/2026.
type DayOrder string

// The orders.
const (
	NoOrder      DayOrder = ""        // no date of the file can mean two days
	UnknownOrder DayOrder = "unknown" // a person must choose: the dates do not show it
	DayFirst     DayOrder = "day_first"
	MonthFirst   DayOrder = "month_first"
)

// other returns the opposite order.
func (o DayOrder) other() DayOrder {
	if o == DayFirst {
		return MonthFirst
	}
	return DayFirst
}

// readings returns the day that a text means with the day first, and with the month first; the zero Day for one that it cannot mean.
// 2026-01-31, 2026/01/31 and 20260131 mean the same either way. A time of day is ignored.
func readings(text string) (dayFirst, monthFirst db.Day) {
	text, _, _ = strings.Cut(strings.Replace(text, "T", " ", 1), " ")
	text = strings.NewReplacer("/", "-", ".", "-").Replace(text)
	read := func(layouts ...string) db.Day {
		for _, layout := range layouts {
			if t, err := time.Parse(layout, text); err == nil && t.Year() >= 1900 {
				return db.DayOf(t)
			}
		}
		return db.Day{}
	}
	return read("2006-1-2", "20060102", "2-1-2006"), read("2006-1-2", "20060102", "1-2-2006")
}

// writtenDay matches a text with the digits of a day from 1900 to 2999, whether or not there is such a day.
var writtenDay = regexp.MustCompile(`^((19|2\d)\d\d([-/.]\d{1,2}){2}|(\d{1,2}[-/.]){2}(19|2\d)\d\d|(19|2\d)\d{6})$`)

// isWrittenAsDay reports whether a text is written as a day that can be read: one that readings does not know does not exist.
func isWrittenAsDay(text string) bool {
	text, _, _ = strings.Cut(strings.Replace(text, "T", " ", 1), " ")
	return writtenDay.MatchString(text)
}

// parseDay returns the day that a text means. ambiguous: it means two days, and the order is not known. An empty text is the zero Day.
func (o DayOrder) parseDay(text string) (d db.Day, ok, ambiguous bool) {
	if text == "" {
		return d, true, false
	}
	dayFirst, monthFirst := readings(text)
	switch {
	case dayFirst.IsZero() && monthFirst.IsZero():
		return d, false, false
	case monthFirst.IsZero(), dayFirst == monthFirst, !dayFirst.IsZero() && o == DayFirst:
		return dayFirst, true, false
	case dayFirst.IsZero(), o == MonthFirst:
		return monthFirst, true, false
	}
	return d, false, true
}

// dayEvidence counts what the dates of a file show about their order.
type dayEvidence struct{ dayFirst, monthFirst, ambiguous int }

// add looks at the days in lines.
func (e *dayEvidence) add(rows []Row, days []string, columns map[string]int) {
	for _, r := range rows {
		c := cells{layout: layout{columns: columns}, row: r.Cells}
		for _, field := range days {
			dayFirst, monthFirst := readings(c.or(field))
			switch {
			case dayFirst == monthFirst:
			case monthFirst.IsZero():
				e.dayFirst++
			case dayFirst.IsZero():
				e.monthFirst++
			default:
				e.ambiguous++
			}
		}
	}
}

// order returns the order of the file: the one that was decided before, or the only one that its dates show.
func (e dayEvidence) order(decided DayOrder) DayOrder {
	switch {
	case e.ambiguous == 0:
		return NoOrder
	case decided == DayFirst || decided == MonthFirst:
		return decided
	case e.dayFirst > 0 && e.monthFirst == 0:
		return DayFirst
	case e.monthFirst > 0 && e.dayFirst == 0:
		return MonthFirst
	}
	return UnknownOrder
}
