package payperiods

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"presence/app/accounts/auth"
	"presence/app/platform/holidays"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/shifts"
	"presence/db"
)

// LabourReport lists where the time of a period does not follow the labour standards that the company is under, and what is paid for its
// statutory holidays.
type LabourReport struct {
	Period Period
	Norm   *labourstandards.Norm
	Lines  []LabourLine // sorted by employee, then by kind and day
}

// LabourLine is one notice about one employee.
type LabourLine struct {
	labourstandards.Notice // of StatutoryHoliday: Minutes are the indemnity
	Employee               *Employee
	Sheet                  int64             // the employee's first sheet of the period; 0: there is none
	Holiday                *holidays.Holiday // of StatutoryHoliday; else nil
	Worked                 int64             // of StatutoryHoliday: the minutes from which the indemnity is computed
}

// workedDay is one shift with the day that it is dated.
type workedDay struct {
	day db.Day
	labourstandards.Span
	breaks shifts.Breaks
}

// LabourReport reads the notices of a period for those whom the actor reviews: supervisors for everyone below them, payroll and
// administrators for everyone. The number of queries does not depend on the number of employees.
func (s *Service) LabourReport(ctx context.Context, by auth.Actor, p Period) (LabourReport, error) {
	r := LabourReport{Period: p, Norm: s.config.Norm}
	scope := CrewFilter{}.scope(by)
	var o Overview
	var work map[int64][]workedDay
	var around map[int64][]labourstandards.Span
	closed := r.Norm.In(p.Start, p.End)
	paid := make([]map[int64]int64, len(closed)) // by holiday and employee
	var reads errgroup.Group                     // at the same time, as each takes a while in a large company
	reads.Go(func() error {
		return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) (err error) {
			work, err = readWorkedDays(ctx, q, p, scope)
			return err
		})
	})
	reads.Go(func() error {
		return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) (err error) {
			around, err = readSpansAround(ctx, q, p, scope)
			return err
		})
	})
	reads.Go(func() error {
		return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
			k, err := readSnapshot(ctx, q, p, s.config, readOptions{scope: scope, daysFrom: s.Today()})
			if err != nil {
				return err
			}
			o = k.withDays()
			for i, h := range closed {
				if paid[i], err = s.HolidayBase(ctx, q, scope, 0, h.Day); err != nil {
					return err
				}
			}
			return nil
		})
	})
	err := reads.Wait()
	for i := range o.Rows {
		id := o.Rows[i].Employee.ID
		r.Lines = append(r.Lines, s.labourLines(p, &o.Rows[i], work[id], around[id], closed, paid)...)
	}
	return r, err
}

// labourLines returns the lines of one employee, with the work of the period and the shifts around it.
func (s *Service) labourLines(p Period, row *Row, work []workedDay, around []labourstandards.Span, closed []holidays.Holiday,
	paid []map[int64]int64) (list []LabourLine) {
	line := LabourLine{Employee: &row.Employee}
	if len(row.Sheets) > 0 {
		line.Sheet = row.Sheets[0].ID
	}
	rule, _ := s.config.Norm.Rule(labourstandards.StatutoryHoliday)
	for i := range closed {
		h := &closed[i]
		if e := row.Employee; e.Archived || h.Day.Before(e.FirstDay) || !e.LastDay.IsZero() && h.Day.After(e.LastDay) {
			continue
		}
		x := line
		x.Holiday, x.Worked = h, paid[i][row.Employee.ID]
		x.Notice = labourstandards.Notice{Kind: labourstandards.StatutoryHoliday, Day: h.Day, Minutes: rule.Indemnity(x.Worked)}
		list = append(list, x)
	}
	days, spans := row.labourDays(p), slices.Grow(around, len(work))
	for _, w := range work {
		spans = append(spans, w.Span)
		if n := w.day.Sub(p.Start); n >= 0 && n < len(days) {
			days[n].Work = AppendWorked(days[n].Work, w.Span, w.breaks)
		}
	}
	for _, n := range s.config.Norm.Notices(spans, days, s.config.Zone) {
		x := line
		x.Notice = n
		list = append(list, x)
	}
	return list
}

// AppendWorked appends the spans of a shift that are worked: the shift without its breaks.
func AppendWorked(list []labourstandards.Span, s labourstandards.Span, breaks shifts.Breaks) []labourstandards.Span {
	start := s.Start
	for _, b := range breaks.List() {
		list = append(list, labourstandards.Span{Start: start, End: b.Start})
		start = b.End
	}
	return append(list, labourstandards.Span{Start: start, End: s.End})
}
