package payperiods

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

const fortyHours = 40 * 60

func TestHours_WithOvertime(t *testing.T) {
	for _, x := range []struct {
		name     string
		week     Hours
		credited int64
		want     Hours
	}{
		{"leaves an empty week alone", Hours{}, 0, Hours{}},
		{"leaves forty hours alone", Hours{Regular: 2400}, 0, Hours{Regular: 2400}},
		{"moves the first minute above the threshold", Hours{Regular: 2401}, 0, Hours{Regular: 2400, Overtime: 1}},
		{"counts evening time toward the threshold and keeps it in its column",
			Hours{Regular: 2100, Evening: 600}, 0, Hours{Regular: 1800, Evening: 600, Overtime: 300}},
		{"counts emergency time toward the threshold and keeps it in its column",
			Hours{Regular: 2400, Emergency: 120}, 0, Hours{Regular: 2280, Emergency: 120, Overtime: 120}},
		{"moves no more than the regular time there is",
			Hours{Regular: 60, Evening: 2000, Emergency: 1000}, 0, Hours{Evening: 2000, Emergency: 1000, Overtime: 60}},
		{"does not count overtime entered as such toward the threshold",
			Hours{Regular: 2400, Overtime: 300}, 0, Hours{Regular: 2400, Overtime: 300}},
		{"adds what it finds to overtime entered as such",
			Hours{Regular: 2460, Overtime: 300}, 0, Hours{Regular: 2400, Overtime: 360}},
		{"counts credited leave toward the threshold but not as hours worked",
			Hours{Regular: 2100}, 480, Hours{Regular: 1920, Overtime: 180}},
		{"moves all regular time when leave alone fills the week",
			Hours{Regular: 120}, 2400, Hours{Overtime: 120}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.week.WithOvertime(fortyHours, x.credited); got != x.want {
				t.Errorf("got %+v, want %+v", got, x.want)
			}
		})
	}
}

// What is above the threshold is overtime, or it is named as left out.
func TestHours_OvertimeLeftOut(t *testing.T) {
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
		{"leave that is credited counts toward the threshold", Hours{Evening: 20 * 60}, 24 * 60, 0, 4, 0},
		{"leave over the threshold is no time worked", Hours{Evening: 2 * 60}, 48 * 60, 0, 2, 0},
		{"overtime that is entered as such is not left out", Hours{Overtime: 54 * 60}, 0, 0, 0, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			found, leftOut := x.week.OvertimeFound(fortyHours, x.credited), x.week.OvertimeLeftOut(fortyHours, x.credited)
			if found != x.found*60 || leftOut != x.leftOut*60 || x.week.WithOvertime(fortyHours, x.credited).Regular != x.paid*60 {
				t.Errorf("%d minutes of overtime, %d left out", found, leftOut)
			}
		})
	}
}

func TestHours_OvertimeIsByWeekNotByPeriod(t *testing.T) {
	long, short := Hours{Regular: 45 * 60}, Hours{Regular: 30 * 60}
	got := long.WithOvertime(fortyHours, 0).Plus(short.WithOvertime(fortyHours, 0))
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

func TestHours_Properties(t *testing.T) {
	type line struct {
		column  Column
		minutes int64
	}
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) line {
			return line{Column(rapid.IntRange(0, 3).Draw(t, "column")), rapid.Int64Range(1, 24*60).Draw(t, "minutes")}
		}), 0, 30).Draw(t, "lines")
		credited := rapid.Int64Range(0, 5*480).Draw(t, "credited")
		threshold := rapid.Int64Range(0, 80*60).Draw(t, "threshold")

		var h, shuffled Hours
		var elapsed int64
		for _, l := range lines {
			h.Add(l.column, l.minutes)
			elapsed += l.minutes
		}
		for _, l := range rapid.Permutation(lines).Draw(t, "permutation") {
			shuffled.Add(l.column, l.minutes)
		}
		got := h.WithOvertime(threshold, credited)
		if got != shuffled.WithOvertime(threshold, credited) {
			t.Fatal("the order of the lines changes the figures")
		}
		if got.Total() != elapsed {
			t.Fatalf("the columns add up to %d, elapsed are %d", got.Total(), elapsed)
		}
		if got.Regular < 0 || got.Overtime < h.Overtime || got.Evening != h.Evening || got.Emergency != h.Emergency {
			t.Fatalf("%+v became %+v", h, got)
		}
		if again := got.OvertimeFound(threshold, credited); got.Regular > 0 && again != 0 {
			t.Fatalf("%d minutes above the threshold were left in regular", again)
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

func TestCreditsThreshold(t *testing.T) {
	for kind, want := range map[string]bool{
		"vacation": true, "Holiday": true, "STATUTORY_HOLIDAY": true, "sick": false, "parental": false, "regular": false,
	} {
		t.Run("credit of "+kind, func(t *testing.T) {
			if got := CreditsThreshold(kind); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	for _, x := range []struct {
		name            string
		cents, modifier int64
		want            int64
	}{
		{"100 km at 0.61 $", 6100, 6100, 10000},
		{"a third of a kilometre is rounded", 100, 30000, 33},
		{"less than half a hundredth is nothing", 1, 80000, 0},
		{"half a hundredth is rounded up", 1, 20000, 1},
		{"no amount, no distance", 0, 6100, 0},
		{"a refund counts back", -6100, 6100, -10000},
		{"no modifier, no distance", 6100, 0, 0},
		{"a negative modifier gives no distance", 6100, -5, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := Distance(x.cents, x.modifier); got != x.want {
				t.Errorf("got %d, want %d", got, x.want)
			}
		})
	}
}
