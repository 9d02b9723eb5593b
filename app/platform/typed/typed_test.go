package typed

import "testing"

func TestClock(t *testing.T) {
	for text, want := range map[string]int{
		"8": 480, "08": 480, "800": 480, "0800": 480, "8:00": 480, "8h": 480, "8:": 480, "8 h": 480, "8h00": 480, " 8:05 ": 485,
		"16h30": 990, "16 h 30": 990, "1630": 990, "16:30": 990, "16.30": 990, "4:30 pm": 990, "4:30PM": 990, "430p": 990, "4 p.m.": 960,
		"12am": 0, "12 pm": 720, "12:30 a.m.": 30, "0": 0, "00:00": 0, "24": 1440, "24:00": 1440, "2359": 1439, "8h30m": 510, "1 am": 60,
		"1pm": 780, "11:59 pm": 1439, "8:59": 539,
	} {
		t.Run("reads "+text, func(t *testing.T) {
			if got, ok := Clock(text); !ok || got != want {
				t.Errorf("%d, %v, want %d", got, ok, want)
			}
		})
	}
	for _, text := range []string{"", "x", "25", "24:01", "8:60", "8:5", ":30", "13pm", "0am", "-8", "8.5", "8.", "80000", "8:00:00", "８",
		"8:x5", "008:00", "8:005", "1e1", "+8", "h30", "8hh", "pm"} {
		t.Run("refuses "+text, func(t *testing.T) {
			if got, ok := Clock(text); ok {
				t.Errorf("it was read as %d", got)
			}
		})
	}
}

func TestDecimal(t *testing.T) {
	for text, want := range map[string]float64{
		"12": 12, "12.5": 12.5, "12,50": 12.5, "1,234": 1234, "1,234.56": 1234.56, "1.234,56": 1234.56, "1,234,567": 1234567, "1.234.567": 1234567,
		"1,234,567.5": 1234567.5, "114.975": 114.975, "12.3525": 12.3525, "21.655": 21.655, "0.125": 0.125, "0,125": 0.125, ".555": 0.555,
		",555": 0.555, "1234,567": 1234.567, "12,3525": 12.3525, "1.234,567": 1234.567, "5.": 5, "007": 7,
	} {
		t.Run("reads "+text, func(t *testing.T) {
			if got, ok := Decimal(text); !ok || got != want {
				t.Errorf("%v, %v, want %v", got, ok, want)
			}
		})
	}
	for _, text := range []string{"", ".", ",", "x", "-1", "+1", "1e3", "NaN", "Inf", "1,23,456", "12,34.5", "1 234", "0x1", "1.2.3.4567", "１"} {
		t.Run("refuses "+text, func(t *testing.T) {
			if got, ok := Decimal(text); ok {
				t.Errorf("it was read as %v", got)
			}
		})
	}
}
