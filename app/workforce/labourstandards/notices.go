package labourstandards

import (
	"cmp"
	"slices"
	"time"

	"presence/db"
)

// Span is work from a start to an end.
type Span struct{ Start, End db.Instant }

// Minutes returns the elapsed minutes, also across a change to or from daylight saving time (W3).
func (s Span) Minutes() int64 { return (int64(s.End-s.Start) + 30_000) / 60_000 }

// Day is one day of an employee.
type Day struct {
	Date    db.Day
	Minutes int64  // worked
	Away    bool   // leave falls on it, approved or asked for
	Work    []Span // its shifts without their breaks; nil: meal breaks are not looked for
}

// Notice is a day on which work does not follow a rule.
type Notice struct {
	Kind    Kind
	Day     db.Day // of WeeklyRest: the first day of the week
	Minutes int64  // of the longest rest, of the rest between the shifts, of the work of the day, or of the longest work without a meal
}

// samePause is the longest pause, in milliseconds, that is within a shift: after a longer one another shift begins.
const samePause = 2 * 60 * 60_000

// Notices returns where the days do not follow the rules, by kind and day. shifts are those of the days with those of the week before and
// of two days after them; whole weeks begin on Sundays. Nothing of it blocks anything: a collective agreement may differ, and breaks need
// not be entered.
func (n *Norm) Notices(shifts []Span, days []Day, zone *time.Location) (list []Notice) {
	work := stretches(shifts, 0)
	if r, is := n.Rule(WeeklyRest); is {
		for _, d := range days {
			if d.Date.Weekday() == time.Sunday {
				list = r.appendShortRest(list, WeeklyRest, work, d.Date, d.Date.Add(7), zone)
			}
		}
	}
	if r, is := n.Rule(DailyRest); is {
		for _, d := range days {
			list = r.appendShortRest(list, DailyRest, work, d.Date, d.Date.Add(1), zone)
		}
	}
	if r, is := n.Rule(ShiftRest); is {
		list = append(list, r.shortPauses(shifts, days, zone)...)
	}
	if r, is := n.Rule(ReportingPay); is {
		for _, d := range days {
			if d.Minutes > 0 && d.Minutes < r.Minutes && !d.Away {
				list = append(list, Notice{ReportingPay, d.Date, d.Minutes})
			}
		}
	}
	if r, is := n.Rule(MealBreak); is {
		for _, d := range days {
			if longest := r.withoutMeal(d.Work); longest > 0 {
				list = append(list, Notice{MealBreak, d.Date, longest})
			}
		}
	}
	return list
}

// appendShortRest appends a notice if the longest rest between two days is shorter than the rule's and there is work between them. A rest
// that begins or ends outside counts with its full length. work are stretches.
func (r Rule) appendShortRest(list []Notice, kind Kind, work []Span, first, end db.Day, zone *time.Location) []Notice {
	from, to := db.InstantOf(first.In(zone)), db.InstantOf(end.In(zone))
	touched, longest := false, int64(0)
	for i, s := range work {
		if s.End <= from || s.Start >= to {
			continue
		}
		touched = true
		before, after := r.Minutes, r.Minutes
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
	if touched && longest < r.Minutes {
		list = append(list, Notice{kind, first, longest})
	}
	return list
}

// shortPauses returns the shifts that begin on one of the days, too soon after the shift before.
func (r Rule) shortPauses(work []Span, days []Day, zone *time.Location) (list []Notice) {
	if len(days) == 0 {
		return nil
	}
	last := days[len(days)-1].Date
	joined := stretches(work, samePause+1)
	for i := 1; i < len(joined); i++ {
		day, rest := db.DayOf(joined[i].Start.Time().In(zone)), Span{joined[i-1].End, joined[i].Start}.Minutes()
		if rest >= r.Minutes || day.Before(days[0].Date) || day.After(last) {
			continue
		}
		if r.UnlessTotal == 0 || worked(work, joined[i-1])+worked(work, joined[i]) > r.UnlessTotal {
			list = append(list, Notice{ShiftRest, day, rest})
		}
	}
	return list
}

// worked returns the minutes of work within a span.
func worked(work []Span, in Span) (n int64) {
	for _, s := range work {
		if s.Start >= in.Start && s.End <= in.End {
			n += s.Minutes()
		}
	}
	return n
}

// withoutMeal returns the minutes of the longest work without a meal break, if that is too long; else 0.
func (r Rule) withoutMeal(work []Span) (longest int64) {
	for _, s := range stretches(work, db.Instant(r.Pause*60_000)) {
		if n := s.Minutes(); n > r.Minutes {
			longest = max(longest, n)
		}
	}
	return longest
}

// stretches joins spans, sorted by start, that are less than pause milliseconds apart.
func stretches(work []Span, pause db.Instant) (list []Span) {
	byStart := func(a, b Span) int { return cmp.Compare(a.Start, b.Start) }
	if !slices.IsSortedFunc(work, byStart) {
		work = slices.SortedFunc(slices.Values(work), byStart)
	}
	list = make([]Span, 0, len(work))
	for _, s := range work {
		if n := len(list); n > 0 && s.Start-list[n-1].End < pause {
			list[n-1].End = max(list[n-1].End, s.End)
			continue
		}
		list = append(list, s)
	}
	return list
}
