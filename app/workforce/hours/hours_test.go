package hours

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/workforce/payperiods"
	"presence/app/workforce/worktime"
	"presence/db"
)

func TestLines(t *testing.T) {
	h := func(minutes int64) worktime.Hours { return worktime.Hours{Regular: minutes, Overtime: 1} }
	week := func(day string, minutes int64) payperiods.WeekHours {
		w := payperiods.WeekHours{Week: db.MustDay(day)}
		if minutes > 0 {
			w.Hours = h(minutes)
		}
		return w
	}
	r := payperiods.HoursReport{
		Weeks: []payperiods.WeekHours{week("2026-09-27", 10), week("2026-10-04", 0), week("2026-10-25", 20), week("2026-11-01", 30)},
		Crews: []payperiods.Supervisor{{ID: 3, Name: "Zoé Bédard"}, {ID: 4, Name: "Yves Côté"}, {ID: 5, Name: "Xavier Dubé"}},
		People: []payperiods.PersonHours{{ID: 1, Name: "Anne", Hours: h(1)},
			{ID: 2, Name: "Bruno", SupervisorID: 9, Supervisor: "Wilfrid", Hours: h(2)},
			{ID: 3, Name: "Zoé", SupervisorID: 4, Supervisor: "Yves Côté", Hours: h(4)},
			{ID: 6, Name: "Carl", SupervisorID: 3, Supervisor: "Zoé Bédard", Hours: h(8)},
			{ID: 7, Name: "Dan", SupervisorID: 4, Supervisor: "Yves Côté", Hours: h(16)}, {ID: 8, Name: "Eve", Hours: h(32)}},
	}
	for _, x := range []struct {
		name  string
		group grouping
		want  string
	}{
		{"people in their order", byPerson, "1 Anne 1+1, 2 Bruno 2+1, 3 Zoé 4+1, 6 Carl 8+1, 7 Dan 16+1, 8 Eve 32+1"},
		{"teams in the order of the supervisors, others after them, people without a supervisor last", byTeam,
			"3 Zoé Bédard 8+1, 4 Yves Côté 20+2, 9 Wilfrid 2+1, 0  33+2"},
		{"weeks with hours", byWeek, "2026-09-27 10+1, 2026-10-25 20+1, 2026-11-01 30+1"},
		{"a week is in the month of its Wednesday", byMonth, "2026-09-01 10+1, 2026-10-01 20+1, 2026-11-01 30+1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, l := range lines(r, x.group) {
				name := l.day.String()
				if l.day.IsZero() {
					name = fmt.Sprintf("%d %s", l.id, l.name)
				}
				got = append(got, fmt.Sprintf("%s %d+%d", name, l.hours.Regular, l.hours.Overtime))
			}
			if text := strings.Join(got, ", "); text != x.want {
				t.Errorf("got  %s\nwant %s", text, x.want)
			}
		})
	}
	t.Run("the chart has weeks and months without hours too", func(t *testing.T) {
		if weeks, months := len(spans(r, byWeek)), len(spans(payperiods.HoursReport{Weeks: r.Weeks[1:2]}, byMonth)); weeks != 4 || months != 1 {
			t.Errorf("%d weeks, %d months", weeks, months)
		}
	})
}
