package holidays

import (
	"fmt"
	"strings"
	"testing"

	"presence/db"
)

func TestInYear(t *testing.T) {
	// New Year, Good Friday, Patriots, National Day, Canada Day, Labour Day, Thanksgiving, Christmas.
	for year, want := range map[int]string{
		2024: "01-01 03-29 05-20 06-24 07-01 09-02 10-14 12-25",
		2025: "01-01 04-18 05-19 06-24 07-01 09-01 10-13 12-25",
		2026: "01-01 04-03 05-18 06-24 07-01 09-07 10-12 12-25",
		2027: "01-01 03-26 05-24 06-24 07-01 09-06 10-11 12-25",
		2028: "01-01 04-14 05-22 06-24 07-01 09-04 10-09 12-25",
		2029: "01-01 03-30 05-21 06-24 07-02 09-03 10-08 12-25",
		2030: "01-01 04-19 05-20 06-24 07-01 09-02 10-14 12-25",
	} {
		var got []string
		for _, h := range InYear(year) {
			got = append(got, h.Day.String()[5:])
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%d: %s\nwant  %s", year, text, want)
		}
	}
}

func TestEasterSunday(t *testing.T) {
	for year, want := range map[int]string{1818: "1818-03-22", 1943: "1943-04-25", 1954: "1954-04-18", 1981: "1981-04-19", 2000: "2000-04-23",
		2014: "2014-04-20", 2049: "2049-04-18", 2076: "2076-04-19", 2285: "2285-03-22", 7515: "7515-04-25"} {
		if got := easterSunday(year).String(); got != want {
			t.Errorf("%d: %s, want %s", year, got, want)
		}
	}
}

func TestIn(t *testing.T) {
	var got []string
	for _, h := range In(db.MustDay("2026-12-20"), db.MustDay("2027-01-02")) {
		from, to := h.Reference()
		got = append(got, fmt.Sprint(h.Day, " from ", from, " to ", to))
	}
	want := "2026-12-25 from 2026-11-22 to 2026-12-19; 2027-01-01 from 2026-11-29 to 2026-12-26"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("%s\nwant %s", text, want)
	}
}

func TestWorkingDayAfter(t *testing.T) {
	for _, x := range []struct {
		name, day string
		n         int
		want      string
	}{
		{"the day after a Monday", "2026-11-23", 1, "2026-11-24"},
		{"after a Saturday comes Monday", "2026-11-28", 1, "2026-11-30"},
		{"three after a Saturday is Wednesday", "2026-11-28", 3, "2026-12-02"},
		{"before a Monday comes Friday", "2026-11-23", -1, "2026-11-20"},
		{"Christmas and the weekend after it are passed over", "2026-12-24", 1, "2026-12-28"},
		{"so is the national holiday", "2026-06-23", 1, "2026-06-25"},
		{"and Good Friday", "2026-04-02", 1, "2026-04-06"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := WorkingDayAfter(db.MustDay(x.day), x.n); got != db.MustDay(x.want) {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}
