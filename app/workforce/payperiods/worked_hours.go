package payperiods

import (
	"context"
	"regexp"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/shifts"
	"presence/app/workforce/worktime"
	"presence/db"
)

var numbered = regexp.MustCompile(`^(\d{4})-(\d{1,2})$`)

// ParsePeriod parses a period: "2026-25", a date in it, or "current". Anything else is a validation error of the field period.
func (s *Service) ParsePeriod(text string) (Period, error) {
	if text == "current" {
		return s.Current(), nil
	}
	if m := numbered.FindStringSubmatch(text); m != nil {
		year, _ := strconv.Atoi(m[1]) // the pattern guarantees digits
		n, _ := strconv.Atoi(m[2])
		if p, err := s.PeriodByNumber(year, n); err == nil {
			return p, nil
		}
		return Period{}, errs.InvalidField("period", "not_found", "There is no such pay period: a year has 26.")
	}
	if day, err := db.ParseDay(text); err == nil {
		if p, err := s.PeriodOn(day); err == nil {
			return p, nil
		}
	}
	return Period{}, errs.InvalidField("period", "format", "Expected a period such as 2026-25, a date in it such as 2026-11-20, or current.")
}

// Days implements shifts.Periods.
func (s *Service) Days(text string) (from, to db.Day, err error) {
	p, err := s.ParsePeriod(text)
	return p.Start, p.End, err
}

// Worked implements shifts.Periods (W12). Of a week that is only partly in the range, the days in the range count.
func (s *Service) Worked(ctx context.Context, by auth.Actor, r shifts.Range) (list []shifts.Worked, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		list, err = readWorked(ctx, q, by.Visible, r, s.config)
		return err
	})
	return list, err
}

// weekAccumulator adds up the weeks of employees. All rows of one employee's week must be added one after the other, because the
// overtime of a week is computed when all its minutes are in.
type weekAccumulator struct {
	overtime labourstandards.Limits
	columns  map[int64]worktime.Column // by bank code
	credited map[employeeWeek]int64    // minutes of leave
	each     func(employeeWeek, workedWeek)
	key      employeeWeek // the week being added up
	work     worktime.Week
	week     workedWeek
}

type employeeWeek struct {
	employee int64
	week     db.Day
}

// workedWeek is the time that one employee worked in one week.
type workedWeek struct {
	hours  worktime.Hours // with the overtime computed
	found  int64          // the minutes of regular time that became overtime
	shifts int64
	codes  []codeMinutes // one for each row that was added; valid until the next week begins
}

type codeMinutes struct{ code, minutes int64 }

// newWeekAccumulator makes an accumulator that calls each for every week when it is complete.
func newWeekAccumulator(overtime labourstandards.Limits, codes map[int64]bankCode, credited map[employeeWeek]int64,
	each func(employeeWeek, workedWeek)) *weekAccumulator {
	w := &weekAccumulator{overtime: overtime, columns: make(map[int64]worktime.Column, len(codes)), credited: credited, each: each}
	for id, c := range codes {
		w.columns[id] = worktime.ColumnOf(c.kind)
	}
	return w
}

// add adds the minutes under one code, of count shifts, to a week; days are those of each day if there is a daily limit.
func (w *weekAccumulator) add(key employeeWeek, c codeMinutes, count int64, days *[7]int64) {
	if key != w.key {
		w.closeWeek()
		w.key = key
	}
	w.work.Hours.Add(w.columns[c.code], c.minutes)
	if w.overtime.Daily > 0 {
		w.work.AddDays(w.columns[c.code], days)
	}
	w.week.shifts += count
	w.week.codes = append(w.week.codes, c)
}

// closeWeek passes the week being added up to each. add calls it when the next week begins; the caller calls it after the last
// row, since otherwise the last week is missing.
func (w *weekAccumulator) closeWeek() {
	if w.key.employee != 0 {
		w.work.Credited = w.credited[w.key]
		w.week.hours = w.work.Paid(w.overtime)
		w.week.found = w.work.Hours.Regular - w.week.hours.Regular
		w.each(w.key, w.week)
	}
	w.key, w.work, w.week = employeeWeek{}, worktime.Week{}, workedWeek{codes: w.week.codes[:0]}
}
