package payperiods

import (
	"context"
	"slices"
	"time"

	"presence/db"
)

// What the Act respecting labour standards of Quebec asks of working time, in minutes. It is shown where time is entered and
// approved, and never blocks either: a collective agreement may say otherwise, and breaks need not be
// entered.
const (
	MaxDay    = 16 * 60 // the length of a day from which on a warning is shown
	MinCallIn = 3 * 60  // who is called in is paid for this long at least (section 58)
	MinRest   = 32 * 60 // of rest without a break in every week (section 78)
	MaxNoMeal = 5 * 60  // of work before a break for a meal (section 79)
	mealBreak = 30 * 60 * 1000
)

// Span is a stretch of work.
type Span struct{ Start, End db.Instant }

// Minutes is how long it really lasts, also across a change of clocks (W3).
func (s Span) Minutes() int64 { return (int64(s.End-s.Start) + 30_000) / 60_000 }

// ShortRest is the longest rest of a week, where that is too short.
type ShortRest struct {
	Week    db.Day
	Minutes int64
}

// ShortRests are the weeks, of those given by their Sundays, in which work leaves less than 32 hours in a row free. A
// rest that only begins or ends in the week counts whole; work must hold what lies around the weeks.
func ShortRests(work []Span, weeks []db.Day, zone *time.Location) (list []ShortRest) {
	work = stretches(work, 0)
	for _, week := range weeks {
		from, to := db.InstantOf(week.In(zone)), db.InstantOf(week.Add(7).In(zone))
		touched, longest := false, int64(0)
		for i, s := range work {
			if s.End <= from || s.Start >= to {
				continue
			}
			touched = true
			before, after := int64(MinRest), int64(MinRest)
			if i > 0 {
				before = Span{work[i-1].End, s.Start}.Minutes()
			}
			if i+1 < len(work) {
				after = Span{s.End, work[i+1].Start}.Minutes()
			}
			if s.Start > from {
				longest = max(longest, before)
			}
			if s.End < to {
				longest = max(longest, after)
			}
		}
		if touched && longest < MinRest {
			list = append(list, ShortRest{week, longest})
		}
	}
	return list
}

// WithoutMeal are the stretches of more than five hours that no break of half an hour divides.
func WithoutMeal(work []Span) []Span {
	return slices.DeleteFunc(stretches(work, mealBreak), func(s Span) bool { return s.Minutes() <= MaxNoMeal })
}

// stretches joins spans, by start, that lie less than a pause (in milliseconds) apart.
func stretches(work []Span, pause db.Instant) (list []Span) {
	work = slices.SortedFunc(slices.Values(work), func(a, b Span) int { return int(a.Start - b.Start) })
	for _, s := range work {
		if n := len(list); n > 0 && (s.Start <= list[n-1].End || s.Start-list[n-1].End < pause) {
			list[n-1].End = max(list[n-1].End, s.End)
			continue
		}
		list = append(list, s)
	}
	return list
}

// LaborWarnings counts the notices of the labour standards for one person's period. Meals are told on the sheet, where one
// sees whether breaks are entered at all.
type LaborWarnings struct {
	ShortRests int // weeks without 32 hours of rest in a row
	CallIns    int // days with less than 3 hours of work
}

// LaborWarnings counts labour-standard warnings for the employees in lines, by employee id. The caller has already checked
// visibility.
func (s *Service) LaborWarnings(ctx context.Context, p Period, lines []*Row) (map[int64]LaborWarnings, error) {
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.Employee.ID
	}
	work, err := readSpans(ctx, s.db, p.Start.Add(-7), p.End.Add(2), ids)
	if err != nil {
		return nil, err
	}
	weeks, found := p.Weeks(), map[int64]LaborWarnings{}
	for _, l := range lines {
		n := LaborWarnings{ShortRests: len(ShortRests(work[l.Employee.ID], weeks[:], s.config.Zone))}
		for i, minutes := range l.Days {
			if minutes > 0 && minutes < MinCallIn && !l.away[i] {
				n.CallIns++
			}
		}
		found[l.Employee.ID] = n
	}
	return found, nil
}
