package leaverequests

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"presence/app/workforce/labourstandards"
	"presence/db"
)

func toronto(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func at(t testing.TB, s string) db.Instant {
	t.Helper()
	layout := "2006-01-02 15:04"
	if len(s) > len(layout) {
		layout = time.DateTime
	}
	x, err := time.ParseInLocation(layout, s, toronto(t))
	if err != nil {
		t.Fatal(err)
	}
	return db.InstantOf(x)
}

// 2026-11-15 is a Sunday.
func TestDays(t *testing.T) {
	for _, x := range []struct {
		name, start, end string
		want             []string
	}{
		{"counts a morning as it is", "2026-11-16 08:00", "2026-11-16 12:00", []string{"2026-11-16 240"}},
		{"counts at most eight hours a day", "2026-11-16 00:00", "2026-11-17 00:00", []string{"2026-11-16 480"}},
		{"leaves the weekend out", "2026-11-20 00:00", "2026-11-24 00:00", []string{"2026-11-20 480", "2026-11-23 480"}},
		{"splits at midnight", "2026-11-16 20:00", "2026-11-17 02:00", []string{"2026-11-16 240", "2026-11-17 120"}},
		{"keeps to the days asked for", "2026-11-01 00:00", "2026-11-17 00:00", []string{"2026-11-16 480"}},
		{"counts nothing on a weekend", "2026-11-21 08:00", "2026-11-22 16:00", nil},
		{"leaves out a day of which less than half a minute is taken", "2026-11-16 22:00:00", "2026-11-17 00:00:29",
			[]string{"2026-11-16 120"}},
		{"counts half a minute as one", "2026-11-16 22:00:00", "2026-11-17 00:00:30", []string{"2026-11-16 120", "2026-11-17 1"}},
		{"counts nothing outside", "2026-12-07 08:00", "2026-12-08 16:00", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			Days(at(t, x.start), at(t, x.end), toronto(t), db.MustDay("2026-11-15"), db.MustDay("2026-11-28"), func(d db.Day, minutes int64) {
				got = append(got, fmt.Sprintf("%s %d", d, minutes))
			})
			if !slices.Equal(got, x.want) {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

func TestTakes(t *testing.T) {
	for _, x := range []struct {
		name, day, codeType string
		want                bool
	}{
		{"takes a working day", "2026-12-24", "vacation", true},
		{"does not take a statutory holiday from vacation", "2026-12-25", "vacation", false},
		{"nor from sick leave", "2027-01-01", "sick", false},
		{"takes a statutory holiday under the code by which it is paid", "2026-12-25", " Statutory_Holiday", true},
		{"takes a statutory holiday under a code of the type holiday", "2026-12-25", "holiday", true},
		{"takes holidays of the periods that were exported with them", "2026-10-12", "vacation", true},
		{"takes a day that is no statutory holiday in Quebec", "2027-11-11", "vacation", true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := Takes(labourstandards.Quebec().Holidays, db.MustDay(x.day), x.codeType); got != x.want {
				t.Errorf("%v, want %v", got, x.want)
			}
		})
	}
}
