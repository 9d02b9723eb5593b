package personaldata

import (
	"testing"
	"time"
)

func TestPeriod_before(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name       string
		months     int
		now, until string
	}{
		{"the same day of an earlier month", 2, "2027-03-15", "2027-01-15"},
		{"the same day of an earlier year", 84, "2028-03-01", "2021-03-01"},
		{"the last day of a shorter month", 1, "2027-03-31", "2027-02-28"},
		{"the last day of February in a year without a leap day", 84, "2028-02-29", "2021-02-28"},
		{"the last day of a month with thirty days", 1, "2027-05-31", "2027-04-30"},
		{"a month of the year before", 1, "2027-01-31", "2026-12-31"},
	} {
		t.Run(x.name, func(t *testing.T) {
			now, err := time.ParseInLocation(time.DateOnly, x.now, zone)
			if err != nil {
				t.Fatal(err)
			}
			got := Period{Months: x.months}.before(now.Add(15*time.Hour), zone)
			if text := got.Format(time.DateTime); text != x.until+" 00:00:00" {
				t.Errorf("rows before %s are erased, want %s", text, x.until)
			}
		})
	}
}
