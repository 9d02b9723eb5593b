package schedule

import (
	"testing"

	"presence/app/platform/i18n"
	"presence/db"
)

func TestWholeHours(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name    string
		minutes int64
		want    string
	}{
		{"none are a dash", 0, "–"},
		{"half an hour is rounded up", 134*60 + 30, "135\u00a0h"},
		{"less is rounded down", 134*60 + 29, "134\u00a0h"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := wholeHours(i18n.FR, x.minutes); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

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

// Before a schedule is published, its page says how many people will be notified: those who get a shift, whose shift changes or who lose
// one, each counted once.
func TestTold(t *testing.T) {
	of := func(employee int64) Plan { return Plan{EmployeeID: employee, BankCodeID: 1} }
	published := func(employee int64) *Plan { return new(of(employee)) }
	later := of(4)
	later.Note = "later"
	for _, x := range []struct {
		name string
		list []Shift
		want string
	}{
		{"two new ones of one person", []Shift{{Plan: of(1)}, {Plan: of(1)}}, "1 person is then notified, once."},
		{"one that was given to another, one that was changed, and one that was cancelled",
			[]Shift{{Plan: of(1), Published: published(2)}, {Plan: later, Published: published(4)}, {Plan: of(3), Published: published(3), Cancelled: true}},
			"4 people are then notified, once each."},
		{"an open one, and one that is as it was", []Shift{{Plan: Plan{SupervisorID: 9}}, {Plan: of(5), Published: published(5)}},
			"The team can then take the open shifts; no one is notified."},
		{"that of someone who has left, which another gets", []Shift{{Plan: of(1), Published: published(6)}}, "1 person is then notified, once."},
		{"a new one of someone who has left", []Shift{{Plan: of(6)}, {Plan: of(1)}}, "1 person is then notified, once."},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got, want := tells(i18n.EN, &Board{Shifts: x.list, People: []Person{{ID: 6, Archived: true}}}), "Nothing is visible until you publish. "+x.want; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
