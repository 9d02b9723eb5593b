package payperiods

import (
	"context"
	"slices"
	"time"

	"presence/db"
)

// Limits from Quebec's Act respecting labour standards, in minutes. Exceeding them is shown where time is entered and approved,
// but blocks neither: a collective agreement may differ, and breaks need not be entered.
const (
	MaxDay    = 16 * 60 // a day as long as this has a warning
	MinCallIn = 3 * 60  // minimum pay for an employee who is called in (section 58)
	MinRest   = 32 * 60 // minimum uninterrupted rest in every week (section 78)
	MaxNoMeal = 5 * 60  // maximum work without a meal break (section 79)
	mealBreak = 30 * 60 * 1000
)

// Span is work from a start to an end.
type Span struct{ Start, End db.Instant }

// Minutes returns the elapsed minutes, also across a change to or from daylight saving time (W3).
func (s Span) Minutes() int64 { return (int64(s.End-s.Start) + 30_000) / 60_000 }

// ShortRest is the longest rest in a week in which it is shorter than MinRest.
type ShortRest struct {
	Week    db.Day
	Minutes int64
}

// ShortRests returns the weeks (given by their Sundays) without 32 consecutive hours of rest. A rest that begins or ends in
// another week counts with its full length, so work must include the spans shortly before and after the weeks.
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

// WithoutMeal returns the periods of work of more than five hours without a break of half an hour.
func WithoutMeal(work []Span) []Span {
	return slices.DeleteFunc(stretches(work, mealBreak), func(s Span) bool { return s.Minutes() <= MaxNoMeal })
}

// stretches joins spans, sorted by start, that are less than pause milliseconds apart.
func stretches(work []Span, pause db.Instant) (list []Span) {
	work = slices.SortedFunc(slices.Values(work), func(a, b Span) int { return int(a.Start - b.Start) })
	for _, s := range work {
		if n := len(list); n > 0 && s.Start-list[n-1].End < pause {
			list[n-1].End = max(list[n-1].End, s.End)
			continue
		}
		list = append(list, s)
	}
	return list
}

// LabourWarnings counts the labour-standard warnings of one employee in a period. Missing meal breaks are shown only on the
// sheet, which also shows whether breaks are entered at all.
type LabourWarnings struct {
	ShortRests int // weeks without 32 consecutive hours of rest
	CallIns    int // days with less than 3 hours of work
}

// LabourWarnings counts labour-standard warnings for the employees in lines, by employee id. The caller has already checked
// visibility.
func (s *Service) LabourWarnings(ctx context.Context, p Period, lines []*Row) (map[int64]LabourWarnings, error) {
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.Employee.ID
	}
	work, err := readSpans(ctx, s.db, p.Start.Add(-7), p.End.Add(2), ids)
	if err != nil {
		return nil, err
	}
	weeks, found := p.Weeks(), map[int64]LabourWarnings{}
	for _, l := range lines {
		n := LabourWarnings{ShortRests: len(ShortRests(work[l.Employee.ID], weeks[:], s.config.Zone))}
		for i, minutes := range l.Days {
			if minutes > 0 && minutes < MinCallIn && !l.away[i] && !l.undecided[i] {
				n.CallIns++
			}
		}
		found[l.Employee.ID] = n
	}
	return found, nil
}

// Indemnity returns the indemnity in minutes: a twentieth of the minutes worked in the reference weeks without overtime,
// rounded to the nearest. It equals the indemnity in pay if there is one rate of pay.
func Indemnity(worked Hours) int64 { return (worked.Total() - worked.Overtime + 10) / 20 }
