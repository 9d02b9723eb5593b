package mytime

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/workforce/shifts"
	"presence/db"
)

func span(from, to db.Instant) shifts.Shift { return shifts.Shift{Start: from, End: to} }

// partsText writes parts as "1: 8:00-16:00", with the day first, "<" or ">" where the shift goes on, and the lane of several.
func partsText(days [7][]weekPart) string {
	var all []string
	for _, list := range days {
		for _, x := range list {
			text := fmt.Sprintf("%d: %d:%02d-%d:%02d", x.day, x.from/60, x.from%60, x.until/60, x.until%60)
			if !x.begins {
				text += " <"
			}
			if !x.ends {
				text += " >"
			}
			if x.lanes > 1 {
				text += fmt.Sprintf(" %d/%d", x.lane+1, x.lanes)
			}
			all = append(all, text)
		}
	}
	return strings.Join(all, ", ")
}

func TestWeekScale_parts(t *testing.T) {
	for _, x := range []struct {
		name  string
		first string
		list  []shifts.Shift
		want  string
	}{
		{"a day shift", "2026-11-15", []shifts.Shift{span(local("2026-11-16", 8, 0), local("2026-11-16", 16, 30))}, "1: 8:00-16:30"},
		{"a shift that ends at midnight takes nothing of the next day", "2026-11-15",
			[]shifts.Shift{span(local("2026-11-16", 16, 0), local("2026-11-17", 0, 0))}, "1: 16:00-24:00"},
		{"a night has a part on both days", "2026-11-15",
			[]shifts.Shift{span(local("2026-11-16", 22, 0), local("2026-11-17", 6, 0))}, "1: 22:00-24:00 >, 2: 0:00-6:00 <"},
		{"a night before the week has its second part", "2026-11-15",
			[]shifts.Shift{span(local("2026-11-14", 22, 0), local("2026-11-15", 6, 0))}, "0: 0:00-6:00 <"},
		{"a night that leaves the week has its first part", "2026-11-15",
			[]shifts.Shift{span(local("2026-11-21", 22, 0), local("2026-11-22", 6, 0))}, "6: 22:00-24:00 >"},
		{"shifts that follow each other are below each other, by their beginning", "2026-11-15",
			[]shifts.Shift{span(local("2026-11-16", 12, 0), local("2026-11-16", 16, 0)), span(local("2026-11-16", 8, 0), local("2026-11-16", 12, 0))},
			"1: 8:00-12:00, 1: 12:00-16:00"},
		{"two that overlap are side by side", "2026-11-15",
			[]shifts.Shift{span(local("2026-11-16", 8, 0), local("2026-11-16", 12, 0)), span(local("2026-11-16", 11, 0), local("2026-11-16", 16, 0))},
			"1: 8:00-12:00 1/2, 1: 11:00-16:00 2/2"},
		{"a third one takes the room that is free again, and what follows all of them has the whole width", "2026-11-15",
			[]shifts.Shift{span(local("2026-11-16", 8, 0), local("2026-11-16", 10, 0)), span(local("2026-11-16", 9, 0), local("2026-11-16", 12, 0)),
				span(local("2026-11-16", 10, 0), local("2026-11-16", 11, 0)), span(local("2026-11-16", 12, 0), local("2026-11-16", 13, 0))},
			"1: 8:00-10:00 1/2, 1: 9:00-12:00 2/2, 1: 10:00-11:00 1/2, 1: 12:00-13:00"},
		{"a shift too short for its text does not lie under the next one", "2026-11-15",
			[]shifts.Shift{span(local("2026-11-16", 8, 0), local("2026-11-16", 8, 10)), span(local("2026-11-16", 8, 10), local("2026-11-16", 12, 0))},
			"1: 8:00-8:10 1/2, 1: 8:10-12:00 2/2"},
		{"where the clocks go forward, what follows is at its time of day", "2026-03-08",
			[]shifts.Shift{span(local("2026-03-08", 1, 0), local("2026-03-08", 9, 0)), span(local("2026-03-09", 8, 0), local("2026-03-09", 16, 0))},
			"0: 1:00-9:00, 1: 8:00-16:00"},
		{"a shift until the missing hour ends before the gap, and one from there on begins after it", "2026-03-08",
			[]shifts.Shift{span(local("2026-03-08", 0, 0), local("2026-03-08", 3, 0)), span(local("2026-03-08", 3, 0), local("2026-03-08", 4, 0))},
			"0: 0:00-2:00, 0: 3:00-4:00"},
		{"where the clocks go back, the other days have a gap, and all show one time of day at the same height", "2026-11-01",
			[]shifts.Shift{span(local("2026-11-01", 1, 0), local("2026-11-01", 8, 0)), span(local("2026-11-02", 1, 0), local("2026-11-02", 8, 0))},
			"0: 1:00-9:00, 1: 1:00-9:00"},
		{"the repeated hour has its own place", "2026-11-01",
			[]shifts.Shift{span(local("2026-11-01", 1, 0), local("2026-11-01", 1, 0)+60*minute),
				span(local("2026-11-01", 1, 0)+60*minute, local("2026-11-01", 2, 0))}, "0: 1:00-2:00, 0: 2:00-3:00"},
		{"a night through the change has parts of the right length", "2026-11-01",
			[]shifts.Shift{span(local("2026-10-31", 23, 0), local("2026-11-01", 7, 0))}, "0: 0:00-8:00 <"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := partsText(newWeekScale(db.MustDay(x.first), toronto).parts(x.list)); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestWeekScale_clock(t *testing.T) {
	for _, x := range []struct {
		name, first string
		want        string // the hours from the top to the fourth, and how many there are; the gaps of the days, in minutes, and where they begin
	}{
		{"an ordinary week", "2026-11-15", "0 1 2 3 of 24, gaps [0 0 0 0 0 0 0] at 0"},
		{"the clocks go forward: Sunday lacks an hour", "2026-03-08", "0 1 2 3 of 24, gaps [60 0 0 0 0 0 0] at 120"},
		{"the clocks go back: the other days lack the repeated one", "2026-11-01", "0 1 1 2 of 25, gaps [0 60 60 60 60 60 60] at 120"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := newWeekScale(db.MustDay(x.first), toronto)
			var gaps [7]int
			for i := range gaps {
				gaps[i] = s.gap(i)
			}
			got := fmt.Sprintf("%d %d %d %d of %d, gaps %v at %d", s.clock(0).Hour(), s.clock(60).Hour(), s.clock(120).Hour(), s.clock(180).Hour(),
				s.height/60, gaps, s.turn)
			if got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestWeekScale_emptyHours(t *testing.T) {
	for _, x := range []struct {
		name, first string
		list        []shifts.Shift
		want        string
	}{
		{"nothing is expected: a day at the office", "2026-11-15", nil, "8-17"},
		{"an hour before and after what is expected", "2026-11-15", []shifts.Shift{span(local("2026-11-16", 6, 30), local("2026-11-16", 14, 0)),
			span(local("2026-11-17", 8, 0), local("2026-11-17", 16, 30))}, "5-18"},
		{"a short shift is shown with nine hours", "2026-11-15", []shifts.Shift{span(local("2026-11-16", 9, 0), local("2026-11-16", 12, 0))}, "8-17"},
		{"a late one ends with the day", "2026-11-15", []shifts.Shift{span(local("2026-11-16", 19, 0), local("2026-11-16", 23, 30))}, "15-24"},
		{"a night shows the whole day", "2026-11-15", []shifts.Shift{span(local("2026-11-16", 22, 0), local("2026-11-17", 6, 0))}, "0-24"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := newWeekScale(db.MustDay(x.first), toronto)
			from, until := s.emptyHours(s.parts(x.list))
			if got := fmt.Sprintf("%d-%d", from/60, until/60); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestWeekScale_hours(t *testing.T) {
	for _, x := range []struct {
		name, first string
		list        []shifts.Shift
		whole       bool
		want        string
	}{
		{"a week without shifts shows the day", "2026-11-15", nil, false, "6-20"},
		{"shifts within the day change nothing", "2026-11-15", []shifts.Shift{span(local("2026-11-16", 8, 0), local("2026-11-16", 16, 0))}, false, "6-20"},
		{"an early and a late one are shown as a whole", "2026-11-15", []shifts.Shift{span(local("2026-11-16", 4, 30), local("2026-11-16", 8, 0)),
			span(local("2026-11-17", 16, 0), local("2026-11-17", 22, 15))}, false, "4-23"},
		{"a night shows the whole day", "2026-11-15", []shifts.Shift{span(local("2026-11-16", 22, 0), local("2026-11-17", 6, 0))}, false, "0-24"},
		{"all hours, if asked for", "2026-11-15", nil, true, "0-24"},
		{"where the clocks go back, the day begins an hour lower", "2026-11-01", nil, false, "7-21"},
		{"and has an hour more", "2026-11-01", nil, true, "0-25"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := newWeekScale(db.MustDay(x.first), toronto)
			from, until := s.hours(s.parts(x.list), x.whole)
			if got := fmt.Sprintf("%d-%d", from/60, until/60); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}
