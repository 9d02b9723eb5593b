package db_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"presence/db"
	"presence/db/dbtest"
)

var (
	firstDay = db.NewDay(1, time.January, 1)
	lastDay  = db.NewDay(9999, time.December, 31)
)

func TestDay(t *testing.T) {
	t.Run("every day of the years 1 to 9999 is written and read back", func(t *testing.T) {
		at := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
		for d := firstDay; !d.After(lastDay); d = d.Add(1) {
			text := d.String()
			if back, err := db.ParseDay(text); err != nil || back != d {
				t.Fatal(text, back, err)
			}
			if text != at.Format(time.DateOnly) || d.Weekday() != at.Weekday() || d.IsZero() {
				t.Fatal(text, at)
			}
			at = at.AddDate(0, 0, 1)
		}
	})
	t.Run("a week opens on the Sunday at or before the day", rapid.MakeCheck(func(t *rapid.T) {
		d := firstDay.Add(rapid.IntRange(7, lastDay.Sub(firstDay)).Draw(t, "day"))
		w := d.Week()
		if n := d.Sub(w); w.Weekday() != time.Sunday || n < 0 || n > 6 || w.Week() != w {
			t.Fatal(d, w)
		}
	}))
	t.Run("adding and subtracting agree, and text sorts as days do", rapid.MakeCheck(func(t *rapid.T) {
		all := rapid.IntRange(0, lastDay.Sub(firstDay))
		a, b := firstDay.Add(all.Draw(t, "a")), firstDay.Add(all.Draw(t, "b"))
		if a.Add(b.Sub(a)) != b || a.Before(b) != (a.String() < b.String()) || a.After(b) != b.Before(a) {
			t.Fatal(a, b)
		}
	}))
	t.Run("refuses what is no day", func(t *testing.T) {
		for _, s := range []string{"", "2026-02-29", "2026-13-01", "0000-01-01", "2026-1-01", "2026-01-01 ", "26-01-01", "2026/01/01", "20260101",
			"+026-01-01"} {
			if d, err := db.ParseDay(s); err == nil {
				t.Error(s, "was read as", d)
			}
		}
	})
	t.Run("belongs to the zone of the moment", func(t *testing.T) {
		montreal, err := time.LoadLocation("America/Toronto")
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 3, 9, 3, 30, 0, 0, time.UTC)
		if d := db.DayOf(at.In(montreal)); d != db.MustDay("2026-03-08") {
			t.Error(d)
		}
		if long := db.MustDay("2026-03-09").In(montreal).Sub(db.MustDay("2026-03-08").In(montreal)); long != 23*time.Hour {
			t.Error(long)
		}
	})
}

func TestInstant(t *testing.T) {
	t.Run("keeps a moment to the millisecond", rapid.MakeCheck(func(t *rapid.T) {
		ms := rapid.Int64Range(-62135596800000, 253402300799999).Draw(t, "ms")
		if i := db.InstantOf(time.UnixMilli(ms)); int64(i) != ms || db.InstantOf(i.Time()) != i {
			t.Fatal(ms, i)
		}
	}))
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		at := db.InstantOf(time.Date(2026, 3, 8, 7, 0, 0, 123e6, time.UTC))
		var back db.Instant
		var day db.Day
		err := d.QueryRow(t.Context(), `SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT)`, at, lastDay).Scan(&back, &day)
		if err != nil || back != at || day != lastDay {
			t.Fatal(err, back, day)
		}
	})
}
