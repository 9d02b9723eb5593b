package payperiods

import (
	"context"
	"regexp"
	"strconv"

	"presence/app/auth"
	"presence/app/errs"
	"presence/app/shifts"
	"presence/db"
)

var numbered = regexp.MustCompile(`^(\d{4})-(\d{1,2})$`)

// Named reads what people and programs write for a period: "2026-25", a date in it, or "current". Anything else is a
// fault of the field period.
func (s *Service) Named(text string) (Period, error) {
	if text == "current" {
		return s.Current(), nil
	}
	if m := numbered.FindStringSubmatch(text); m != nil {
		year, _ := strconv.Atoi(m[1]) // digits, by the pattern
		n, _ := strconv.Atoi(m[2])
		if p, err := s.Number(year, n); err == nil {
			return p, nil
		}
		return Period{}, errs.InvalidField("period", "not_found", "There is no such pay period: a year has 26.")
	}
	if day, err := db.ParseDay(text); err == nil {
		if p, err := s.On(day); err == nil {
			return p, nil
		}
	}
	return Period{}, errs.InvalidField("period", "format", "Expected a period such as 2026-25, a date in it such as 2026-11-20, or current.")
}

// Days implements shifts.Periods.
func (s *Service) Days(text string) (from, to db.Day, err error) {
	p, err := s.Named(text)
	return p.Start, p.End, err
}

// Worked implements shifts.Periods (W12). A week that the range cuts counts with the days that lie in it.
func (s *Service) Worked(ctx context.Context, actor auth.Actor, r shifts.Range) (list []shifts.Worked, err error) {
	err = s.db.Read(ctx, func(q db.Queryer) error {
		w, err := readWorked(ctx, q, actor, r, s.config.Zone)
		if err == nil {
			list = w.byName(s.config.Threshold)
		}
		return err
	})
	return list, err
}

// worked is what the store reads for Worked, in one snapshot.
type worked struct {
	names []shifts.Worked           // by name, with nothing worked yet
	weeks map[employeeWeek]*weekSum // those with a shift
	count map[int64]int64           // shifts by employee
}

type employeeWeek struct {
	employee int64
	week     db.Day
}

type weekSum struct {
	hours    Hours
	credited int64
}

// byName finds the overtime of each week, now that all its minutes are in, and adds the weeks up.
func (w worked) byName(threshold int64) []shifts.Worked {
	totals := map[int64]Hours{}
	for key, sum := range w.weeks {
		totals[key.employee] = totals[key.employee].Plus(sum.hours.WithOvertime(threshold, sum.credited))
	}
	for i := range w.names {
		x := &w.names[i]
		h := totals[x.EmployeeID]
		x.Shifts = w.count[x.EmployeeID]
		x.Regular, x.Evening, x.Emergency, x.Overtime = h.Regular, h.Evening, h.Emergency, h.Overtime
	}
	return w.names
}
