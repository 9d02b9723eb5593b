package leaverequests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/db"
)

// shape formats a row of the calendar: a dot for each day without leave, and the ids and the days of each run in brackets.
func shape(a Absence) string {
	var b strings.Builder
	for _, r := range a.Runs {
		if len(r.Leave) == 0 {
			b.WriteString(".")
			continue
		}
		b.WriteString("[")
		for _, l := range r.Leave {
			fmt.Fprint(&b, l.ID)
		}
		fmt.Fprintf(&b, "×%d]", r.Days)
	}
	return b.String()
}

func TestAbsences(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	entry := func(id, employee int64, start, end string) LeaveRequest {
		read := func(s string) db.Instant {
			at, err := time.ParseInLocation("2006-01-02 15:04", s, zone)
			if err != nil {
				t.Fatal(err)
			}
			return db.InstantOf(at)
		}
		return LeaveRequest{ID: id, EmployeeID: employee, Start: read(start), End: read(end), EmployeeName: fmt.Sprint("No. ", employee)}
	}
	first, last := db.MustDay("2027-02-01"), db.MustDay("2027-02-28")
	dots := func(n int) string { return strings.Repeat(".", n) }
	for name, x := range map[string]struct {
		list []LeaveRequest
		want string
	}{
		"an end at midnight belongs to the day before": {[]LeaveRequest{entry(1, 7, "2027-02-02 00:00", "2027-02-04 00:00")},
			"." + "[1×2]" + dots(25)},
		"times of a day take the day": {[]LeaveRequest{entry(1, 7, "2027-02-01 13:00", "2027-02-01 15:00")},
			"[1×1]" + dots(27)},
		"what began before and ends after fills it": {[]LeaveRequest{entry(1, 7, "2026-12-01 08:00", "2027-04-01 08:00")}, "[1×28]"},
		"two that follow each other stay two": {[]LeaveRequest{entry(1, 7, "2027-02-01 00:00", "2027-02-03 00:00"),
			entry(2, 7, "2027-02-03 00:00", "2027-02-05 00:00")}, "[1×2][2×2]" + dots(24)},
		"a morning and an afternoon share their day": {[]LeaveRequest{entry(1, 7, "2027-02-01 08:00", "2027-02-01 12:00"),
			entry(2, 7, "2027-02-01 12:00", "2027-02-01 16:00")}, "[12×1]" + dots(27)},
		"leave that begins on the last day of another's": {[]LeaveRequest{entry(1, 7, "2027-02-01 00:00", "2027-02-02 12:00"),
			entry(2, 7, "2027-02-02 12:00", "2027-02-04 00:00")}, "[1×1][12×1][2×1]" + dots(25)},
	} {
		t.Run(name, func(t *testing.T) {
			rows := absences(x.list, 0, first, last, zone)
			if len(rows) != 1 || shape(rows[0]) != x.want {
				t.Errorf("%v, want %s", rows, x.want)
			}
		})
	}
	rows := absences([]LeaveRequest{entry(1, 7, "2027-02-02 00:00", "2027-02-04 00:00"), entry(2, 8, "2027-02-02 00:00", "2027-02-04 00:00")},
		8, first, last, zone)
	if len(rows) != 2 || rows[0].EmployeeID != 8 || rows[1].EmployeeID != 7 {
		t.Errorf("the own row stands first: %v", rows)
	}
}

func TestCodesFor(t *testing.T) {
	all := []Code{{1, "vacation", "G305"}, {2, "sick", "G306"}, {3, "sick", "G307"}}
	for leaveType, want := range map[string][]Code{"Sick": all[1:], "Vacation": all[:1], "Legal": all} {
		if got := codesFor(leaveType, all); !slices.Equal(got, want) {
			t.Errorf("%s may be paid under %v, want %v", leaveType, got, want)
		}
	}
}
