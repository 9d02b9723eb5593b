package payperiods

import (
	"testing"

	"presence/app/workforce/labourstandards"
	"presence/db"
	"presence/db/dbtest"
)

// warnings are those of short rests and short days in Quebec.
func warnings(shortRests, callIns int) LabourWarnings {
	return LabourWarnings{labourstandards.Quebec(), map[labourstandards.Kind]int{labourstandards.WeeklyRest: shortRests,
		labourstandards.ReportingPay: callIns}}
}

func TestService_LabourWarnings_counts_days_of_less_than_three_hours(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-30")
		p, err := s.PeriodByNumber(2026, 25)
		if err != nil {
			t.Fatal(err)
		}
		ann := w.employee("Anne", "Aubin", 0)
		for _, x := range []struct {
			name    string
			minutes int64
			away    bool
			want    int
		}{
			{"a minute less", 179, false, 1},
			{"three hours", 180, false, 0},
			{"nothing", 0, false, 0},
			{"one minute", 1, false, 1},
			{"a day of leave with an hour of work", 60, true, 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				row := &Row{Employee: Employee{ID: ann}}
				row.Days[3], row.away[3] = x.minutes, x.away
				got, err := s.LabourWarnings(t.Context(), p, []*Row{row})
				if err != nil || got[ann].Counts[labourstandards.ReportingPay] != x.want {
					t.Errorf("%+v, %v; want %d", got[ann], err, x.want)
				}
			})
		}
	})
}
