package mytime

import (
	"slices"
	"testing"

	"presence/app/workforce/shifts"
	"presence/db"
)

// The message about days that were filled at once names those that were left out.
func TestSkippedDays(t *testing.T) {
	monday, tuesday, friday := db.MustDay("2026-11-16"), db.MustDay("2026-11-17"), db.MustDay("2026-11-20")
	list := []shifts.New{{Day: monday}, {Day: monday}, {Day: tuesday}, {Day: friday}}
	made := []shifts.Shift{{Day: monday}, {Day: friday}}
	if got := skippedDays(list, made); !slices.Equal(got, []db.Day{tuesday}) {
		t.Errorf("%v", got)
	}
	if got := skippedDays(list, append(made, shifts.Shift{Day: tuesday})); len(got) != 0 {
		t.Errorf("all are made, and %v left out", got)
	}
}
