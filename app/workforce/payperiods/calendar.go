package payperiods

import (
	"fmt"
	"time"

	"presence/db"
)

const (
	periodDays     = 14
	periodsPerYear = 26
)

// Period is one block of 14 days of the pay calendar. It is computed and not stored (W1).
type Period struct {
	Number int    // 1 to 26 within Year
	Year   int    // pay year; its first period may begin in December before
	Start  db.Day // first day, a Sunday
	End    db.Day // last day, a Saturday
	Label  string // "2026-11-15 → 2026-11-28"
}

// Name returns the period as people write it and as /exports/csv accepts it: "2026-25".
func (p Period) Name() string { return fmt.Sprintf("%d-%02d", p.Year, p.Number) }

// Weeks returns the Sundays on which the two weeks begin; shifts and expenses store their week as this day.
func (p Period) Weeks() [2]db.Day { return [2]db.Day{p.Start, p.Start.Add(7)} }

// Contains reports whether the day belongs to the period.
func (p Period) Contains(d db.Day) bool { return !d.Before(p.Start) && !d.After(p.End) }

// Calendar divides all days into periods, before and after its anchor.
type Calendar struct {
	anchor db.Day
	year   int // the pay year whose period 1 begins on the anchor
}

// NewCalendar takes the first day of period 1 of any pay year. It must be a Sunday, because overtime is counted by whole weeks.
// The pay year is named after the calendar year that contains most of it.
func NewCalendar(anchor db.Day) (Calendar, error) {
	if anchor.IsZero() || anchor.Weekday() != time.Sunday {
		return Calendar{}, fmt.Errorf("the first day of a pay period must be a Sunday, not %q", anchor)
	}
	year, _, _ := anchor.Add(periodsPerYear * periodDays / 2).Date()
	return Calendar{anchor, year}, nil
}

// SameBoundaries reports whether the calendars with these anchors divide the days into the same periods, numbered or not alike.
func SameBoundaries(a, b db.Day) bool { return a.Sub(b)%periodDays == 0 }

// At returns the period that contains the day.
func (c Calendar) At(d db.Day) Period { return c.nth(floorDiv(d.Sub(c.anchor), periodDays)) }

// Number returns period n of a pay year; false when n is not 1 to 26, or when the period is not within the years 1 to 9999.
func (c Calendar) Number(year, n int) (Period, bool) {
	if n < 1 || n > periodsPerYear || year < 1 || year > 9999 {
		return Period{}, false
	}
	p := c.nth((year-c.year)*periodsPerYear + n - 1)
	first, last := db.NewDay(1, time.January, 1), db.NewDay(9999, time.December, 31)
	return p, !p.Start.Before(first) && !p.End.After(last)
}

// List returns all periods of the pay years from to to, in order.
func (c Calendar) List(from, to int) []Period {
	list := make([]Period, 0, max(0, to-from+1)*periodsPerYear)
	for year := from; year <= to; year++ {
		for n := 1; n <= periodsPerYear; n++ {
			if p, ok := c.Number(year, n); ok {
				list = append(list, p)
			}
		}
	}
	return list
}

// Next returns the period after p.
func (c Calendar) Next(p Period) Period { return c.At(p.End.Add(1)) }

// Previous returns the period before p.
func (c Calendar) Previous(p Period) Period { return c.At(p.Start.Add(-1)) }

// Ends returns the last days of the periods that end after one day and until another, in order.
func (c Calendar) Ends(after, until db.Day) (list []db.Day) {
	for end := c.At(after.Add(1)).End; !end.After(until); end = end.Add(periodDays) {
		list = append(list, end)
	}
	return list
}

// nth returns the period k periods after that of the anchor; k may be negative.
func (c Calendar) nth(k int) Period {
	start := c.anchor.Add(k * periodDays)
	end := start.Add(periodDays - 1)
	year := floorDiv(k, periodsPerYear)
	return Period{
		Number: k - year*periodsPerYear + 1,
		Year:   c.year + year,
		Start:  start,
		End:    end,
		Label:  start.String() + " → " + end.String(),
	}
}

// floorDiv returns division that rounds down. Go's rounds toward zero, which is wrong for days before the anchor.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
