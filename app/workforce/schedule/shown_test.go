package schedule

import (
	"testing"

	"presence/db"
)

func TestView_shownOn(t *testing.T) {
	t.Parallel()
	on := func(days ...int) (list [7]bool) {
		for _, d := range days {
			list[d] = true
		}
		return list
	}
	const week, other = "2026-11-29", "2026-12-09"
	for _, x := range []struct {
		name, today, chosen string
		shifts              [7]bool
		want                int
	}{
		{"the day that was chosen", "2026-11-29", "2026-12-04", on(1, 2), 5},
		{"today, with shifts", "2026-12-01", "", on(1, 2, 3), 2},
		{"the next day with shifts, if today has none", "2026-11-29", "", on(1, 2), 1},
		{"an earlier one, if no later one has any", "2026-12-05", "", on(2, 3), 2},
		{"of another week the first day with shifts", other, "", on(3, 4), 3},
		{"today, if the week has none", "2026-12-02", "", on(), 3},
		{"Monday, if another week has none", other, "", on(), 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			var v view
			if x.chosen != "" {
				v.on = db.MustDay(x.chosen)
			}
			if got := v.shownOn(db.MustDay(week), db.MustDay(x.today), x.shifts); got != x.want {
				t.Errorf("%d, want %d", got, x.want)
			}
		})
	}
}
