package holidays

import "testing"

func TestEasterSunday(t *testing.T) {
	for year, want := range map[int]string{1818: "1818-03-22", 1943: "1943-04-25", 1954: "1954-04-18", 1981: "1981-04-19", 2000: "2000-04-23",
		2014: "2014-04-20", 2049: "2049-04-18", 2076: "2076-04-19", 2285: "2285-03-22", 7515: "7515-04-25"} {
		if got := easterSunday(year).String(); got != want {
			t.Errorf("%d: %s, want %s", year, got, want)
		}
	}
}
