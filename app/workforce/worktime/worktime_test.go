package worktime

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"presence/app/workforce/labourstandards"
)

// Limits of the tests: forty hours a week, and those with eight hours a day.
var (
	forty      = labourstandards.Limits{Weekly: 40 * 60}
	fortyEight = labourstandards.Limits{Weekly: 40 * 60, Daily: 8 * 60}
)

func TestWeek_Paid(t *testing.T) {
	for _, x := range []struct {
		name     string
		week     Hours
		credited int64
		want     Hours
	}{
		{"leaves an empty week alone", Hours{}, 0, Hours{}},
		{"leaves forty hours alone", Hours{Regular: 2400}, 0, Hours{Regular: 2400}},
		{"moves the first minute above the limit", Hours{Regular: 2401}, 0, Hours{Regular: 2400, Overtime: 1}},
		{"counts evening time toward the limit and keeps it in its column",
			Hours{Regular: 2100, Evening: 600}, 0, Hours{Regular: 1800, Evening: 600, Overtime: 300}},
		{"counts emergency time toward the limit and keeps it in its column",
			Hours{Regular: 2400, Emergency: 120}, 0, Hours{Regular: 2280, Emergency: 120, Overtime: 120}},
		{"moves no more than the regular time there is",
			Hours{Regular: 60, Evening: 2000, Emergency: 1000}, 0, Hours{Evening: 2000, Emergency: 1000, Overtime: 60}},
		{"does not count overtime entered as such toward the limit",
			Hours{Regular: 2400, Overtime: 300}, 0, Hours{Regular: 2400, Overtime: 300}},
		{"adds what it finds to overtime entered as such",
			Hours{Regular: 2460, Overtime: 300}, 0, Hours{Regular: 2400, Overtime: 360}},
		{"counts credited leave toward the limit but not as hours worked",
			Hours{Regular: 2100}, 480, Hours{Regular: 1920, Overtime: 180}},
		{"moves all regular time when leave alone fills the week",
			Hours{Regular: 120}, 2400, Hours{Overtime: 120}},
	} {
		t.Run(x.name, func(t *testing.T) {
			week := Week{Hours: x.week, Credited: x.credited}
			if got := week.Paid(forty); got != x.want {
				t.Errorf("got %+v, want %+v", got, x.want)
			}
		})
	}
}

// What is above the limit is overtime, or it is named as left out.
func TestWeek_Overtime_left_out(t *testing.T) {
	for _, x := range []struct {
		name                 string
		week                 Hours
		credited             int64
		found, leftOut, paid int64 // in hours; paid: the regular hours that stay
	}{
		{"54 h of the evening are 14 h over 40 h that are no overtime", Hours{Evening: 54 * 60}, 0, 0, 14, 0},
		{"54 h of the evening and 4 regular: 4 h are overtime and 14 h are not", Hours{Regular: 4 * 60, Evening: 54 * 60}, 0, 4, 14, 0},
		{"32 regular h and 16 h of the evening: 8 h are overtime, and none are left out", Hours{Regular: 32 * 60, Evening: 16 * 60}, 0, 8, 0, 24},
		{"54 h of emergencies are left out too", Hours{Emergency: 54 * 60}, 0, 0, 14, 0},
		{"40 h of the evening are not over 40 h", Hours{Evening: 40 * 60}, 0, 0, 0, 0},
		{"leave that is credited counts toward the limit", Hours{Evening: 20 * 60}, 24 * 60, 0, 4, 0},
		{"leave over the limit is no time worked", Hours{Evening: 2 * 60}, 48 * 60, 0, 2, 0},
		{"overtime that is entered as such is not left out", Hours{Overtime: 54 * 60}, 0, 0, 0, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			week := Week{Hours: x.week, Credited: x.credited}
			found, leftOut := week.Overtime(forty)
			if found != x.found*60 || leftOut != x.leftOut*60 || week.Paid(forty).Regular != x.paid*60 {
				t.Errorf("%d minutes of overtime, %d left out", found, leftOut)
			}
		})
	}
}

// workOf is a week with regular and evening hours on each day from Sunday on.
func workOf(regular, evening [7]int64) (w Week) {
	for day := range 7 {
		for c, h := range map[Column]int64{Regular: regular[day], Evening: evening[day]} {
			w.Hours.Add(c, h*60)
			w.Days[day].Add(c, h*60)
		}
	}
	return w
}

func TestWeek_Overtime_of_long_days(t *testing.T) {
	for _, x := range []struct {
		name             string
		regular, evening [7]int64 // hours
		credited         int64    // hours
		limits           labourstandards.Limits
		found, leftOut   int64 // hours
	}{
		{"a day of eight hours", [7]int64{0, 8}, [7]int64{}, 0, fortyEight, 0, 0},
		{"a day of ten hours in a short week", [7]int64{0, 10, 8}, [7]int64{}, 0, fortyEight, 2, 0},
		{"a day of ten hours without a daily limit", [7]int64{0, 10, 8}, [7]int64{}, 0, forty, 0, 0},
		{"four days of ten hours: each has two, the week has none", [7]int64{0, 10, 10, 10, 10}, [7]int64{}, 0, fortyEight, 8, 0},
		{"six days of eight hours: the days have none, the week has eight", [7]int64{0, 8, 8, 8, 8, 8, 8}, [7]int64{}, 0, fortyEight, 8, 0},
		{"the greater of both and not their sum: three by day, four by week", [7]int64{0, 11, 8, 8, 8, 8, 1}, [7]int64{}, 0, fortyEight, 4, 0},
		{"the greater of both and not their sum: five by day, four by week", [7]int64{0, 13, 8, 8, 8, 7}, [7]int64{}, 0, fortyEight, 5, 0},
		{"the evening counts toward the day, and the regular hours of the day move", [7]int64{0, 6}, [7]int64{0, 4}, 0, fortyEight, 2, 0},
		{"no more than the regular hours of that day move, and the rest is left out", [7]int64{0, 1, 8}, [7]int64{0, 10}, 0, fortyEight, 1, 2},
		{"leave counts toward the week alone", [7]int64{0, 8, 8}, [7]int64{}, 8, fortyEight, 0, 0},
		{"leave and work above forty hours", [7]int64{0, 8, 8, 8, 8}, [7]int64{}, 16, fortyEight, 8, 0},
		{"44 hours are not above 44", [7]int64{0, 9, 9, 9, 9, 8}, [7]int64{}, 0, labourstandards.Limits{Weekly: 44 * 60}, 0, 0},
		{"the last hour of 45 is above 44", [7]int64{0, 9, 9, 9, 9, 9}, [7]int64{}, 0, labourstandards.Limits{Weekly: 44 * 60}, 1, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			week := workOf(x.regular, x.evening)
			week.Credited = x.credited * 60
			if found, leftOut := week.Overtime(x.limits); found != x.found*60 || leftOut != x.leftOut*60 {
				t.Errorf("%d minutes of overtime, %d left out", found, leftOut)
			}
		})
	}
}

func TestWeek_overtime_is_by_week_and_not_by_period(t *testing.T) {
	long, short := Week{Hours: Hours{Regular: 45 * 60}}, Week{Hours: Hours{Regular: 30 * 60}}
	got := long.Paid(forty).Plus(short.Paid(forty))
	if want := (Hours{Regular: 70 * 60, Overtime: 5 * 60}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A shift's minutes are real elapsed time, so the night the clocks change has one hour less or more (W3).
func TestHours_NightsTheClocksChange(t *testing.T) {
	toronto, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	at := func(y int, m time.Month, d, h int) time.Time { return time.Date(y, m, d, h, 0, 0, 0, toronto) }
	for _, x := range []struct {
		name       string
		start, end time.Time
		want       int64
	}{
		{"seven hours on 2026-03-08", at(2026, 3, 8, 0), at(2026, 3, 8, 8), 7 * 60},
		{"nine hours on 2026-11-01", at(2026, 11, 1, 0), at(2026, 11, 1, 8), 9 * 60},
		{"eight hours over an ordinary midnight", at(2026, 11, 20, 22), at(2026, 11, 21, 6), 8 * 60},
	} {
		t.Run(x.name, func(t *testing.T) {
			var h Hours
			h.Add(Regular, int64(x.end.Sub(x.start)/time.Minute))
			if h.Total() != x.want {
				t.Errorf("got %d minutes, want %d", h.Total(), x.want)
			}
		})
	}
}

// TestWeek_by_chance compares weeks with a model that looks at each minute: it walks through the minutes of a week, and counts those
// after the daily limit of their day and those after the weekly limit, of which the greater number moves.
func TestWeek_by_chance(t *testing.T) {
	type line struct {
		day     int
		column  Column
		minutes int64
	}
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) line {
			return line{rapid.IntRange(0, 6).Draw(t, "day"), Column(rapid.IntRange(0, 3).Draw(t, "column")), rapid.Int64Range(1, 9*60).Draw(t, "minutes")}
		}), 0, 20).Draw(t, "lines")
		credited := rapid.Int64Range(0, 3*480).Draw(t, "credited")
		limits := labourstandards.Limits{Weekly: rapid.Int64Range(0, 60*60).Draw(t, "weekly"),
			Daily: rapid.SampledFrom([]int64{0, 0, 1, 480, 600}).Draw(t, "daily")}

		var work, shuffled Week
		for _, l := range lines {
			work.Hours.Add(l.column, l.minutes)
			work.Days[l.day].Add(l.column, l.minutes)
		}
		for _, l := range rapid.Permutation(lines).Draw(t, "permutation") {
			shuffled.Hours.Add(l.column, l.minutes)
			shuffled.Days[l.day].Add(l.column, l.minutes)
		}
		work.Credited, shuffled.Credited = credited, credited
		found, leftOut := work.Overtime(limits)
		paid := work.Paid(limits)
		if again := shuffled.Paid(limits); paid != again {
			t.Fatal("the order of the lines changes the figures")
		}
		if paid.Total() != work.Hours.Total() || paid.Evening != work.Hours.Evening || paid.Emergency != work.Hours.Emergency ||
			paid.Overtime != work.Hours.Overtime+found || paid.Regular < 0 {
			t.Fatalf("%+v became %+v", work.Hours, paid)
		}

		var regular, minutes, byDay, movable, byWeek int64
		for day := range 7 {
			var today, mine int64
			for _, l := range lines {
				if l.day != day || l.column == Overtime {
					continue
				}
				for range l.minutes {
					today, minutes = today+1, minutes+1
					if l.column == Regular {
						mine++
					}
				}
			}
			regular += mine
			if limits.Daily > 0 && today > limits.Daily {
				byDay, movable = byDay+today-limits.Daily, movable+min(today-limits.Daily, mine)
			}
		}
		for n := range minutes + credited {
			if n >= limits.Weekly {
				byWeek++
			}
		}
		if want := max(movable, min(byWeek, regular)); found != want {
			t.Fatalf("%d minutes of overtime, want %d", found, want)
		}
		if late := work.Hours.Evening + work.Hours.Emergency; leftOut != min(max(byDay, byWeek)-found, late) {
			t.Fatalf("%d minutes are left out, of %d by day and %d by week", leftOut, byDay, byWeek)
		}
	})
}

func TestColumnOf(t *testing.T) {
	for kind, want := range map[string]Column{
		"regular": Regular, "REGULAR": Regular, "Evening": Evening, " emergency ": Emergency, "OverTime": Overtime,
		"training": Regular, "": Regular,
	} {
		t.Run("column of "+kind, func(t *testing.T) {
			if got := ColumnOf(kind); got != want {
				t.Errorf("column %d, want %d", got, want)
			}
		})
	}
}
