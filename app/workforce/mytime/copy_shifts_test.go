package mytime

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/platform/walltime"
	"presence/app/workforce/shifts"
	"presence/db"
)

func TestCopies(t *testing.T) {
	local := func(day string, h, m int) db.Instant {
		at, exists := walltime.OnDay(db.MustDay(day), h*60+m, toronto)
		if !exists {
			t.Fatalf("%s %d:%02d does not exist", day, h, m)
		}
		return at
	}
	shift := func(day string, h, m int, endDay string, endH, endM int) Day {
		return Day{Date: db.MustDay(day), Shifts: []shifts.Shift{{BankCodeID: 7, Day: db.MustDay(day), Start: local(day, h, m),
			End: local(endDay, endH, endM)}}}
	}
	rested := func(day string) Day {
		d, from := shift(day, 8, 0, day, 16, 0), local(day, 12, 0)
		if day == "2026-03-01" { // a night; the clocks go forward a week later
			d, from = shift(day, 0, 0, day, 8, 0), local(day, 2, 0)
		}
		d.Shifts[0].Breaks = shifts.NewBreaks([]shifts.Break{{Start: from, End: from + 1_800_000}})
		return d
	}
	free := func(db.Day) bool { return false }
	for name, c := range map[string]struct {
		from    Day
		later   int
		taken   func(db.Day) bool
		day     string        // of the copy; empty: none is made
		hours   time.Duration // of the copy
		clock   string
		breaks  string // local times of the copy
		skipped int
	}{
		"yesterday": {from: shift("2026-11-19", 8, 0, "2026-11-19", 16, 30), later: 1, day: "2026-11-20", hours: 8*time.Hour + 30*time.Minute,
			clock: "08:00"},
		"last week": {from: shift("2026-11-12", 8, 0, "2026-11-12", 16, 0), later: 7, day: "2026-11-19", hours: 8 * time.Hour, clock: "08:00"},
		"a night copied to the one when the clocks go forward has 7 hours": {from: shift("2026-02-28", 23, 0, "2026-03-01", 7, 0), later: 7,
			day: "2026-03-07", hours: 7 * time.Hour, clock: "23:00"},
		"a night copied to the one when the clocks go back has 9 hours": {from: shift("2026-10-24", 23, 0, "2026-10-25", 7, 0), later: 7,
			day: "2026-10-31", hours: 9 * time.Hour, clock: "23:00"},
		"the night the clocks went back gives 8 hours again": {from: shift("2026-10-31", 23, 0, "2026-11-01", 7, 0), later: 7,
			day: "2026-11-07", hours: 8 * time.Hour, clock: "23:00"},
		"the days after the clocks change keep their times": {from: shift("2026-03-02", 8, 0, "2026-03-02", 16, 0), later: 7,
			day: "2026-03-09", hours: 8 * time.Hour, clock: "08:00"},
		"a time that does not exist a week later is left aside": {from: shift("2026-03-01", 2, 30, "2026-03-01", 10, 0), later: 7, skipped: 1},
		"an end that does not exist a week later is left aside": {from: shift("2026-02-28", 22, 0, "2026-03-01", 2, 30), later: 7, skipped: 1},
		"a shift of the hour that comes twice has no length on another day": {from: Day{Date: db.MustDay("2026-11-01"),
			Shifts: []shifts.Shift{{Start: local("2026-11-01", 1, 30), End: local("2026-11-01", 1, 30) + 3_600_000}}}, later: 7, skipped: 1},
		"a shift that begins in that hour and ends in it again would end first": {from: Day{Date: db.MustDay("2026-11-01"),
			Shifts: []shifts.Shift{{Start: local("2026-11-01", 1, 45), End: local("2026-11-01", 1, 30) + 3_600_000}}}, later: 7, skipped: 1},
		"its break moves with it": {from: rested("2026-11-19"), later: 1, day: "2026-11-20", hours: 8 * time.Hour, clock: "08:00",
			breaks: "12:00-12:30"},
		"a break that does not exist a week later is left aside with its shift": {from: rested("2026-03-01"), later: 7, skipped: 1},
		"a day that is taken stays as it is": {from: shift("2026-11-12", 8, 0, "2026-11-12", 16, 0), later: 7, skipped: 1,
			taken: func(d db.Day) bool { return d == db.MustDay("2026-11-19") }},
	} {
		t.Run(name, func(t *testing.T) {
			if c.taken == nil {
				c.taken = free
			}
			list, skipped := copyShifts(c.from, c.later, toronto, c.taken)
			if skipped != c.skipped {
				t.Errorf("%d left aside, want %d", skipped, c.skipped)
			}
			if c.day == "" {
				if len(list) != 0 {
					t.Errorf("made %v", list)
				}
				return
			}
			if len(list) != 1 {
				t.Fatalf("made %v", list)
			}
			n := list[0]
			if n.Day != db.MustDay(c.day) || n.BankCodeID != 7 || n.End.Time().Sub(n.Start.Time()) != c.hours ||
				n.Start.Time().In(toronto).Format("15:04") != c.clock {
				t.Errorf("made %s %s to %s under code %d, want %s of %s from %s", n.Day, n.Start, n.End, n.BankCodeID, c.day, c.hours, c.clock)
			}
			var breaks []string
			for _, b := range n.Breaks.List() {
				breaks = append(breaks, b.Start.Time().In(toronto).Format("15:04")+"-"+b.End.Time().In(toronto).Format("15:04"))
			}
			if got := strings.Join(breaks, " "); got != c.breaks {
				t.Errorf("its breaks are %q, want %q", got, c.breaks)
			}
		})
	}
}

func TestPlanCopy(t *testing.T) {
	for _, x := range []struct{ name, what, first, from, want string }{
		{"a day is filled like an earlier one", copyDay, "2026-11-18", "2026-11-16", "18+2"},
		{"the rest of a week has its working days", copyRest, "2026-11-18", "2026-11-17", "18+1 19+2 20+3"},
		{"the rest of a week after a Friday is empty", copyRest, "2026-11-21", "2026-11-20", ""},
		{"a week is filled like the week before, whichever day is named", copyWeek, "2026-11-25", "2026-11-24",
			"22+7 23+7 24+7 25+7 26+7 27+7 28+7"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, p := range planCopy(x.what, db.MustDay(x.first), db.MustDay(x.from)) {
				_, _, day := p.day.Date()
				got = append(got, fmt.Sprintf("%d+%d", day, p.later))
			}
			if text := strings.Join(got, " "); text != x.want {
				t.Errorf("%q, want %q", text, x.want)
			}
		})
	}
}
