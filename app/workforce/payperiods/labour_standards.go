package payperiods

import (
	"context"

	"presence/app/workforce/labourstandards"
	"presence/app/workforce/schedule"
)

// MaxDay is a day in minutes that is hardly worked: a longer one has a warning.
const MaxDay = 16 * 60

// LabourWarnings counts where the time of one employee in a period does not follow the labour standards. Missing meal breaks are shown
// only on the sheet, which also shows whether breaks are entered at all.
type LabourWarnings struct {
	Norm   *labourstandards.Norm
	Counts map[labourstandards.Kind]int
}

// LabourWarnings counts labour-standard warnings for the employees in lines, by employee id. The caller has already checked
// visibility.
func (s *Service) LabourWarnings(ctx context.Context, p Period, lines []*Row) (map[int64]LabourWarnings, error) {
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.Employee.ID
	}
	work, err := readSpans(ctx, s.db, p.Start.Add(-7), p.End.Add(2), ids)
	if err != nil {
		return nil, err
	}
	found := map[int64]LabourWarnings{}
	for _, l := range lines {
		w := LabourWarnings{Norm: s.config.Norm, Counts: map[labourstandards.Kind]int{}}
		for _, n := range s.config.Norm.Notices(work[l.Employee.ID], l.labourDays(p), s.config.Zone) {
			w.Counts[n.Kind]++
		}
		found[l.Employee.ID] = w
	}
	return found, nil
}

// Planned returns how many minutes are planned for the employees in lines in the days of a period until today, by employee id: what is
// published of their schedule. The caller has already checked visibility.
func (s *Service) Planned(ctx context.Context, p Period, lines []*Row) (map[int64]int64, error) {
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.Employee.ID
	}
	until := p.End
	if today := s.Today(); today.Before(until) {
		until = today
	}
	return schedule.PlannedMinutes(ctx, s.db, ids, schedule.Range{From: p.Start, To: until}, s.config.BreakRule, s.config.Zone)
}

// labourDays returns the days of a row, without their meal breaks.
func (r *Row) labourDays(p Period) []labourstandards.Day {
	days := make([]labourstandards.Day, len(r.Days))
	for i, minutes := range r.Days {
		days[i] = labourstandards.Day{Date: p.Start.Add(i), Minutes: minutes, Away: r.away[i] || r.undecided[i]}
	}
	return days
}
