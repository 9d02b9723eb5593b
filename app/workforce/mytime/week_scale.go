package mytime

import (
	"cmp"
	"slices"
	"time"

	"presence/app/workforce/shifts"
	"presence/db"
)

const (
	minute  = 60_000 // in milliseconds
	fullDay = 24 * 60
	least   = 30 // minutes: a shorter shift takes as much room, so that its times can be read
)

// weekScale is the vertical scale of the picture of a week, in minutes from its top. All days show one time of day at the same height.
// In the week in which the clocks change, the days do not have the same length: the longest one makes the scale, and each shorter one has a
// gap where the hour is that it does not have.
type weekScale struct {
	midnights [8]db.Instant // at which the days begin, and that at which the week ends
	height    int           // minutes of the longest day
	turn      int           // minutes after midnight at which the clocks change; a gap begins there
	zone      *time.Location
}

func newWeekScale(first db.Day, zone *time.Location) weekScale {
	s := weekScale{height: fullDay, zone: zone}
	for i := range s.midnights {
		s.midnights[i] = db.InstantOf(first.Add(i).In(zone))
	}
	for i := range 7 {
		if n := s.length(i); n != fullDay {
			s.height, s.turn = max(n, fullDay), minutesToTurn(first.Add(i).In(zone))
		}
	}
	return s
}

// minutesToTurn returns after how many minutes the clocks change, to the quarter of an hour.
func minutesToTurn(midnight time.Time) int {
	_, before := midnight.Zone()
	for n := 0; n < fullDay; n += 15 {
		if _, now := midnight.Add(time.Duration(n) * time.Minute).Zone(); now != before {
			return n
		}
	}
	return fullDay
}

// length returns the minutes of day i; 0 is Sunday.
func (s weekScale) length(i int) int { return int(s.midnights[i+1]-s.midnights[i]) / minute }

// gap returns the minutes that day i lacks.
func (s weekScale) gap(i int) int { return s.height - s.length(i) }

// from returns where something that begins at an instant of day i begins.
func (s weekScale) from(i int, at db.Instant) int {
	n := int(at-s.midnights[i]) / minute
	if n >= s.turn {
		n += s.gap(i)
	}
	return n
}

// until returns where something that ends at an instant of day i ends.
func (s weekScale) until(i int, at db.Instant) int {
	n := int(at-s.midnights[i]) / minute
	if n > s.turn {
		n += s.gap(i)
	}
	return n
}

// longest returns the index of a day without a gap.
func (s weekScale) longest() int {
	for i := range 7 {
		if s.gap(i) == 0 {
			return i
		}
	}
	return 0
}

// clock returns the time of day at a height.
func (s weekScale) clock(height int) time.Time {
	return (s.midnights[s.longest()] + db.Instant(height)*minute).Time().In(s.zone)
}

// at returns the height of an hour of the clock, 0 to 24; the first of two equal ones.
func (s weekScale) at(hour int) int {
	for n := 0; n < s.height; n += 60 {
		if s.clock(n).Hour() == hour {
			return n
		}
	}
	return s.height
}

// weekPart is what a shift takes of one day.
type weekPart struct {
	shifts.Shift
	day          int // 0 is Sunday
	from, until  int // on the scale
	begins, ends bool
	lane, lanes  int // of those side by side: which one, from 0, and of how many
}

// parts returns what the shifts take of each day, by beginning. A shift that crosses midnight has a part on both days.
func (s weekScale) parts(list []shifts.Shift) (days [7][]weekPart) {
	for i := range days {
		begin, end := s.midnights[i], s.midnights[i+1]
		for _, x := range list {
			if x.Start >= end || x.End <= begin {
				continue
			}
			days[i] = append(days[i], weekPart{Shift: x, day: i, from: s.from(i, max(x.Start, begin)), until: s.until(i, min(x.End, end)),
				begins: x.Start >= begin, ends: x.End <= end})
		}
		slices.SortStableFunc(days[i], func(a, b weekPart) int { return cmp.Compare(a.from, b.from) })
		setLanes(days[i])
	}
	return days
}

// setLanes places side by side the parts of a day, sorted by beginning, that would cover each other: two that overlap, and one that follows
// a shift too short for its text.
func setLanes(list []weekPart) {
	var ends []int // of the lanes of the group that begins at first
	first, last := 0, 0
	conclude := func(next int) {
		for i := first; i < next; i++ {
			list[i].lanes = len(ends)
		}
		first, ends = next, nil
	}
	for i := range list {
		x := &list[i]
		if x.from >= last {
			conclude(i)
		}
		lane := slices.IndexFunc(ends, func(end int) bool { return end <= x.from })
		if lane < 0 {
			lane, ends = len(ends), append(ends, 0)
		}
		x.lane, ends[lane] = lane, max(x.until, x.from+least)
		last = max(last, ends[lane])
	}
	conclude(len(list))
}

// emptyHours returns what of the scale is shown of a week without shifts, in whole hours: from an hour before those that are expected to an
// hour after them, at least nine hours; 8 to 17 o’clock if none are expected.
func (s weekScale) emptyHours(expected [7][]weekPart) (from, until int) {
	from, until = s.height, 0
	for _, list := range expected {
		for _, x := range list {
			from, until = min(from, x.from-x.from%60-60), max(until, (x.until+59)/60*60+60)
		}
	}
	if from > until {
		return s.at(8), s.at(17)
	}
	if from = max(from, 0); until-from < 9*60 {
		until = from + 9*60
	}
	until = min(until, s.height)
	return min(from, until-9*60), until
}

// hours returns what of the scale is shown, in whole hours: 6 to 20 o'clock, and all parts; all of it if whole.
func (s weekScale) hours(days [7][]weekPart, whole bool) (from, until int) {
	if whole {
		return 0, s.height
	}
	from, until = s.at(6), s.at(20)
	for _, list := range days {
		for _, x := range list {
			from, until = min(from, x.from-x.from%60), max(until, (x.until+59)/60*60)
		}
	}
	return from, until
}
