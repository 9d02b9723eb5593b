package payperiods

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"presence/db"
)

func calendar(t testing.TB) Calendar {
	t.Helper()
	c, err := NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCalendar_At(t *testing.T) {
	c := calendar(t)
	for _, x := range []struct {
		name, day, want, label string
	}{
		{"the anchor opens 2026", "2025-12-14", "2026-01", "2025-12-14 → 2025-12-27"},
		{"the day before the anchor closes 2025", "2025-12-13", "2025-26", "2025-11-30 → 2025-12-13"},
		{"2025 opens on 2024-12-15", "2024-12-15", "2025-01", "2024-12-15 → 2024-12-28"},
		{"2024 ends the day before", "2024-12-14", "2024-26", "2024-12-01 → 2024-12-14"},
		{"a day in the middle", "2026-11-20", "2026-25", "2026-11-15 → 2026-11-28"},
		{"the last day of a period", "2026-11-28", "2026-25", "2026-11-15 → 2026-11-28"},
		{"a leap day", "2028-02-29", "2028-06", "2028-02-20 → 2028-03-04"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := c.At(db.MustDay(x.day))
			if p.Name() != x.want || p.Label != x.label {
				t.Errorf("got %s, %s; want %s, %s", p.Name(), p.Label, x.want, x.label)
			}
		})
	}
}

func TestCalendar_Number(t *testing.T) {
	c := calendar(t)
	for _, x := range []struct {
		name    string
		year, n int
		start   string // empty: there is none
	}{
		{"the first of a year", 2026, 1, "2025-12-14"},
		{"the last of a year", 2026, 26, "2026-11-29"},
		{"period 0 does not exist", 2026, 0, ""},
		{"period 27 does not exist", 2026, 27, ""},
		{"a negative number does not exist", 2026, -1, ""},
		{"year 0 does not exist", 0, 5, ""},
		{"year 10000 does not exist", 10000, 5, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			p, ok := c.Number(x.year, x.n)
			if ok != (x.start != "") || ok && p.Start.String() != x.start {
				t.Errorf("got %v, %v; want start %q", p, ok, x.start)
			}
		})
	}
}

// Only periods within the years 1 to 9999 exist.
func TestCalendar_Number_at_the_ends(t *testing.T) {
	for _, x := range []struct {
		name, anchor string
		year, n      int
		want         bool
	}{
		{"the first year", "2025-12-14", 1, 1, true},
		{"the last year", "2025-12-14", 9999, 26, true},
		{"a period that begins on the first Sunday", "0001-01-07", 1, 1, true},
		{"a period that begins in the year before the first", "0001-12-30", 1, 1, false},
		{"a period that ends in the year after the last", "9999-06-20", 9999, 26, false},
		{"a period that ends on the day after the last", "9999-06-20", 9999, 14, false},
		{"the period before", "9999-06-20", 9999, 13, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, err := NewCalendar(db.MustDay(x.anchor))
			if err != nil {
				t.Fatal(err)
			}
			if p, ok := c.Number(x.year, x.n); ok != x.want {
				t.Errorf("%v, %t", p, ok)
			}
		})
	}
}

func TestCalendar_EveryDayOf2000To2100(t *testing.T) {
	c := calendar(t)
	first, last := db.MustDay("2000-01-01"), db.MustDay("2100-12-31")
	list := c.List(1999, 2102)
	count := map[int]int{}
	for i, p := range list {
		count[p.Year]++
		if i > 0 && p.Start != list[i-1].End.Add(1) {
			t.Fatalf("%s does not follow %s", p.Label, list[i-1].Label)
		}
		if p.End.Sub(p.Start) != 13 || p.Start.Weekday() != time.Sunday {
			t.Fatalf("%s is not fourteen days from a Sunday", p.Label)
		}
	}
	for year, n := range count {
		if n != 26 {
			t.Errorf("%d has %d periods", year, n)
		}
	}
	i := 0
	for d := first; !d.After(last); d = d.Add(1) {
		for list[i].End.Before(d) {
			i++
		}
		if !list[i].Contains(d) || c.At(d) != list[i] {
			t.Fatalf("%s is not in exactly one period: %v, %v", d, list[i], c.At(d))
		}
	}
}

func TestCalendar_AnyAnchor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		anchor := db.MustDay("1990-01-07").Add(7 * rapid.IntRange(0, 5000).Draw(t, "weeks"))
		c, err := NewCalendar(anchor)
		if err != nil {
			t.Fatal(err)
		}
		d := db.MustDay("2000-01-01").Add(rapid.IntRange(0, 36889).Draw(t, "day"))
		p := c.At(d)
		if q, ok := c.Number(p.Year, p.Number); !ok || q != p || !p.Contains(d) {
			t.Fatalf("%s: At gives %v, Number gives %v", d, p, q)
		}
		if next := c.Next(p); next.Start != p.End.Add(1) || c.Previous(next) != p {
			t.Fatalf("%v is not followed by %v", p, next)
		}
		if a := c.At(anchor); a.Start != anchor || a.Number != 1 {
			t.Fatalf("the anchor %s is in %v", anchor, a)
		}
	})
}

func TestNewCalendar_RefusesWhatIsNotASunday(t *testing.T) {
	for _, d := range []db.Day{{}, db.MustDay("2025-12-15"), db.MustDay("2025-12-13")} {
		if _, err := NewCalendar(d); err == nil {
			t.Errorf("%q is accepted as first day", d)
		}
	}
}

func TestPeriod_Contains(t *testing.T) {
	p, _ := calendar(t).Number(2026, 25)
	for day, want := range map[string]bool{"2026-11-14": false, "2026-11-15": true, "2026-11-28": true, "2026-11-29": false} {
		if got := p.Contains(db.MustDay(day)); got != want {
			t.Errorf("%s: %t", day, got)
		}
	}
}
