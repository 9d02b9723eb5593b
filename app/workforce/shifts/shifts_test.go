package shifts

import (
	"testing"
	"time"

	"presence/db"
)

func TestNew_Validate(t *testing.T) {
	noon := db.InstantOf(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	good := New{TimesheetID: 1, BankCodeID: 1, Day: db.MustDay("2026-11-20"), Start: noon, End: noon + 8*60*minute}
	for _, x := range []struct {
		name   string
		change func(*New)
		want   []string // field and code
	}{
		{"a shift as it should be", func(*New) {}, nil},
		{"the longest shift", func(n *New) { n.End = n.Start + maxElapsed }, nil},
		{"a day other than that of the start", func(n *New) { n.Day = db.MustDay("2026-11-19") }, nil},
		{"too long by a moment", func(n *New) { n.End = n.Start + maxElapsed + 1 }, []string{"end_time too_long"}},
		{"no time at all", func(n *New) { n.End = n.Start }, []string{"end_time end_before_start"}},
		{"backwards", func(n *New) { n.End = n.Start - 1 }, []string{"end_time end_before_start"}},
		{"without an end", func(n *New) { n.End = 0 }, []string{"end_time required"}},
		{"without a start", func(n *New) { n.Start = 0 }, []string{"start_time required"}},
		{"a break within it", func(n *New) { n.Breaks = breaksAt(n.Start, 60, 90) }, nil},
		{"a break as long as it, which is paid", func(n *New) { n.Breaks = NewBreaks([]Break{{n.Start, n.End, true}}) }, nil},
		{"breaks that touch, in any order", func(n *New) { n.Breaks = breaksAt(n.Start, 90, 120, 60, 90) }, nil},
		{"breaks that overlap by a minute", func(n *New) { n.Breaks = breaksAt(n.Start, 60, 90, 89, 120) }, []string{"breaks overlap"}},
		{"a break that begins before it", func(n *New) { n.Breaks = breaksAt(n.Start, -1, 30) }, []string{"breaks break_outside"}},
		{"a break that ends after it", func(n *New) { n.Breaks = breaksAt(n.Start, 450, 481) }, []string{"breaks break_outside"}},
		{"a break of no time", func(n *New) { n.Breaks = breaksAt(n.Start, 60, 60) }, []string{"breaks end_before_start"}},
		{"nothing but breaks", func(n *New) { n.Breaks = breaksAt(n.Start, 0, 240, 240, 480) }, []string{"breaks no_work_left"}},
		{"more breaks than it may have", func(n *New) { n.Breaks = NewBreaks(make([]Break, MaxBreaks+1)) }, []string{"breaks too_many_breaks"}},
		{"empty: every fault at once", func(n *New) { *n = New{} },
			[]string{"timesheet_id out_of_range", "bank_code_id out_of_range", "date required", "start_time required", "end_time required"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			n := good
			x.change(&n)
			faults := n.Validate()
			if len(faults) != len(x.want) {
				t.Errorf("%s: faults %v, want %v", x.name, faults, x.want)
				return
			}
			for i, f := range faults {
				if got := f.Field + " " + f.Code; got != x.want[i] {
					t.Errorf("%s: fault %q, want %q", x.name, got, x.want[i])
				}
			}
		})
	}
}

// breaksAt returns unpaid breaks, each from and to minutes after a start.
func breaksAt(start db.Instant, minutes ...int) Breaks {
	var list []Break
	for i := 0; i < len(minutes); i += 2 {
		list = append(list, Break{start + db.Instant(minutes[i])*minute, start + db.Instant(minutes[i+1])*minute, false})
	}
	return NewBreaks(list)
}

func TestNew_minutes(t *testing.T) {
	for _, x := range []struct {
		name       string
		start, end string
		want       int64
	}{
		{"eight hours", "2026-11-20T08:00:00-05:00", "2026-11-20T16:00:00-05:00", 480},
		{"over midnight", "2026-11-20T22:00:00-05:00", "2026-11-21T06:00:00-05:00", 480},
		{"the night the clocks go forward", "2026-03-08T00:00:00-05:00", "2026-03-08T08:00:00-04:00", 420},
		{"the night the clocks go back", "2026-11-01T00:00:00-04:00", "2026-11-01T08:00:00-05:00", 540},
		{"29 seconds round down", "2026-11-20T08:00:00Z", "2026-11-20T08:01:29Z", 1},
		{"30 seconds round up", "2026-11-20T08:00:00Z", "2026-11-20T08:01:30Z", 2},
		{"a moment is no minute", "2026-11-20T08:00:00Z", "2026-11-20T08:00:01Z", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			n := New{Start: at(t, x.start), End: at(t, x.end)}
			if got := n.Minutes(); got != x.want {
				t.Errorf("%s: %d minutes, want %d", x.name, got, x.want)
			}
		})
	}
}

func at(t *testing.T, s string) db.Instant {
	t.Helper()
	m, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return db.InstantOf(m)
}
