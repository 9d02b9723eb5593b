package clockings

import (
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/app/workforce/shifts"
	"presence/db"
)

func at(t *testing.T, text string) db.Instant {
	t.Helper()
	v, err := time.Parse("2006-01-02T15:04:05Z07:00", text)
	if err != nil {
		t.Fatal(err)
	}
	return db.InstantOf(v)
}

// The shift has the times of the clocking rounded to the nearest step in the company's zone; breaks as well, without those that round
// to nothing.
func TestClocking_Shift(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	type span struct{ start, end string }
	for _, x := range []struct {
		name         string
		step         int
		worked       span
		breaks       []span
		start, end   string
		wantedBreaks []span
	}{
		{"to the minute that was shown, whatever the seconds", 1, span{"2026-11-16T08:02:59-05:00", "2026-11-16T16:31:30-05:00"}, nil,
			"2026-11-16T08:02:00-05:00", "2026-11-16T16:31:00-05:00", nil},
		{"to the quarter of an hour, down and up", 15, span{"2026-11-16T08:07:59-05:00", "2026-11-16T16:23:00-05:00"}, nil,
			"2026-11-16T08:00:00-05:00", "2026-11-16T16:30:00-05:00", nil},
		{"to the quarter of an hour, by the minute that was shown", 15, span{"2026-11-16T08:22:59-05:00", "2026-11-16T16:37:30-05:00"}, nil,
			"2026-11-16T08:15:00-05:00", "2026-11-16T16:30:00-05:00", nil},
		{"to the tenth of an hour", 6, span{"2026-11-16T08:03:01-05:00", "2026-11-16T16:02:59-05:00"}, nil,
			"2026-11-16T08:06:00-05:00", "2026-11-16T16:00:00-05:00", nil},
		{"over midnight, to the day that begins", 15, span{"2026-11-28T23:53:00-05:00", "2026-11-29T08:00:00-05:00"}, nil,
			"2026-11-29T00:00:00-05:00", "2026-11-29T08:00:00-05:00", nil},
		{"a short break rounds away, a longer one is rounded", 15, span{"2026-11-16T08:00:00-05:00", "2026-11-16T16:00:00-05:00"},
			[]span{{"2026-11-16T10:01:00-05:00", "2026-11-16T10:06:00-05:00"}, {"2026-11-16T12:02:00-05:00", "2026-11-16T12:33:00-05:00"}},
			"2026-11-16T08:00:00-05:00", "2026-11-16T16:00:00-05:00", []span{{"2026-11-16T12:00:00-05:00", "2026-11-16T12:30:00-05:00"}}},
		{"nothing, when start and end round to the same", 15, span{"2026-11-16T08:01:00-05:00", "2026-11-16T08:06:00-05:00"}, nil, "", "", nil},
		{"nothing, when breaks take all of it", 15, span{"2026-11-16T08:00:00-05:00", "2026-11-16T09:00:00-05:00"},
			[]span{{"2026-11-16T08:02:00-05:00", "2026-11-16T08:58:00-05:00"}}, "", "", nil},
		{"the night in which the clocks go back", 15, span{"2026-11-01T00:58:00-04:00", "2026-11-01T05:04:00-05:00"}, nil,
			"2026-11-01T01:00:00-04:00", "2026-11-01T05:00:00-05:00", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			breaks := func(list []span) shifts.Breaks {
				var all []shifts.Break
				for _, b := range list {
					all = append(all, shifts.Break{Start: at(t, b.start), End: at(t, b.end)})
				}
				return shifts.NewBreaks(all)
			}
			n, ok := Clocking{BankCodeID: 3, Start: at(t, x.worked.start), End: at(t, x.worked.end), Breaks: breaks(x.breaks)}.Shift(x.step, zone)
			if !ok || x.start == "" {
				if ok || x.start != "" {
					t.Errorf("got %v, %+v", ok, n)
				}
				return
			}
			if n.Start != at(t, x.start) || n.End != at(t, x.end) || n.Breaks != breaks(x.wantedBreaks) || n.BankCodeID != 3 ||
				n.Day.String() != x.start[:10] {
				t.Errorf("got %s %s to %s, breaks %q", n.Day, n.Start, n.End, n.Breaks)
			}
		})
	}
}

// What is stamped follows from what was stamped before.
func TestClocking_Worked(t *testing.T) {
	at := func(text string) db.Instant {
		x, err := time.Parse(time.TimeOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return db.InstantOf(x.AddDate(2026, 0, 0))
	}
	c := Clocking{Start: at("08:02:59"), Breaks: shifts.NewBreaks([]shifts.Break{{Start: at("12:00:30"), End: at("12:30:10")}})}
	for now, want := range map[string]int64{"08:02:59": 0, "08:03:00": 1, "11:59:59": 237, "12:31:00": 239} {
		got := c.Worked(at(now))
		if now < "12" {
			got = Clocking{Start: c.Start}.Worked(at(now))
		}
		if int64(got)/60_000 != want {
			t.Errorf("at %s %d min, want %d", now, int64(got)/60_000, want)
		}
	}
}

func TestClocking_stamps(t *testing.T) {
	const start = "2026-11-16T08:00:00Z"
	working := Clocking{Start: at(t, start)}
	paused := working
	paused.Break = at(t, "2026-11-16T12:00:00Z")
	var breaks []shifts.Break
	for i := range db.Instant(shifts.MaxBreaks) {
		breaks = append(breaks, shifts.Break{Start: working.Start + 2*i*1000, End: working.Start + (2*i+1)*1000})
	}
	rested := working
	rested.Breaks = shifts.NewBreaks(breaks)
	for _, x := range []struct {
		name  string
		of    Clocking
		stamp func(Clocking, db.Instant) (Clocking, error)
		at    string
		code  string
		want  func(Clocking) bool
	}{
		{"a break begins", working, Clocking.startBreak, "2026-11-16T12:00:00Z", "", func(c Clocking) bool { return c.Break == paused.Break }},
		{"a second break does not", paused, Clocking.startBreak, "2026-11-16T12:10:00Z", "clock_on_break", nil},
		{"nor does one after 20", rested, Clocking.startBreak, "2026-11-16T12:10:00Z", "clock_breaks", nil},
		{"it ends", paused, Clocking.endBreak, "2026-11-16T12:30:00Z", "", func(c Clocking) bool {
			return c.Break == 0 && c.Breaks == "2026-11-16T12:00:00Z/2026-11-16T12:30:00Z"
		}},
		{"none ends without one", working, Clocking.endBreak, "2026-11-16T12:30:00Z", "clock_not_on_break", nil},
		{"one of no time is none", paused, Clocking.endBreak, "2026-11-16T12:00:00Z", "", func(c Clocking) bool { return c.Break == 0 && c.Breaks == "" }},
		{"clocking out", working, Clocking.stop, "2026-11-16T16:00:00Z", "", func(c Clocking) bool { return c.End == at(t, "2026-11-16T16:00:00Z") }},
		{"clocking out on a break ends the work at its start", paused, Clocking.stop, "2026-11-16T16:00:00Z", "", func(c Clocking) bool {
			return c.End == paused.Break && !c.OnBreak() && c.Breaks == ""
		}},
		{"after exactly 16 hours", working, Clocking.stop, "2026-11-17T00:00:00Z", "", func(c Clocking) bool { return c.End != 0 }},
		{"a second later the end was forgotten", working, Clocking.stop, "2026-11-17T00:00:01Z", "clock_forgotten", nil},
		{"no break begins then", working, Clocking.startBreak, "2026-11-17T00:00:01Z", "clock_forgotten", nil},
		{"nor ends", paused, Clocking.endBreak, "2026-11-17T00:00:01Z", "clock_forgotten", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, err := x.stamp(x.of, at(t, x.at))
			if x.code != "" {
				if !errs.HasCode(err, x.code) || c != x.of {
					t.Errorf("got %v, %+v", err, c)
				}
				return
			}
			if err != nil || !x.want(c) {
				t.Errorf("got %v, %+v", err, c)
			}
		})
	}
}
