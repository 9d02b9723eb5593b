package payperiods

import (
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// EarlierWork is what a period that has ended still needs from a person.
type EarlierWork struct {
	Period    Period
	ToApprove int // timesheets that wait for the person; 0: all are approved, and payroll has not exported the period
}

// periodsToExport is how many periods back payroll is led to one that is approved and not exported.
const periodsToExport = 4

// EarlierWork returns the oldest period before p with work for the actor: timesheets to approve or, for payroll, a period to export. ok
// is false if there is none. The number of queries does not depend on the number of employees or periods.
func (s *Service) EarlierWork(ctx context.Context, by auth.Actor, p Period) (w EarlierWork, ok bool, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		starts, err := waitingBefore(ctx, q, by, p.Start)
		if err != nil {
			return err
		}
		for _, x := range starts {
			if of := s.config.Calendar.At(x.day); !ok || of == w.Period {
				w.Period, w.ToApprove, ok = of, w.ToApprove+x.sheets, true
			}
		}
		if !by.SeesAll() {
			return nil
		}
		before := p.Start
		if now := s.Current().Start; now.Before(before) {
			before = now
		}
		unexported, found, err := s.oldestToExport(ctx, q, before)
		if found && (!ok || unexported.Start.Before(w.Period.Start)) {
			w, ok = EarlierWork{Period: unexported}, true
		}
		return err
	})
	return w, ok, err
}

// PeriodToReview returns the oldest period with work for the actor, or the current one if no earlier period has any. A company that has
// never exported is not led to periods that are not.
func (s *Service) PeriodToReview(ctx context.Context, by auth.Actor) (Period, error) {
	now := s.Current()
	w, ok, err := s.EarlierWork(ctx, by, now)
	if ok && w.ToApprove == 0 {
		ok, err = hasExports(ctx, s.db)
	}
	if err != nil || !ok {
		return now, err
	}
	return w.Period, nil
}

// oldestToExport returns the oldest of the last periods before a day whose timesheets are all approved, and which is not exported.
func (s *Service) oldestToExport(ctx context.Context, q db.Queryer, before db.Day) (p Period, ok bool, err error) {
	from := before.Add(-periodsToExport * periodDays)
	exported, err := exportedBetween(ctx, q, from, before)
	if err != nil || len(exported) == periodsToExport {
		return p, false, err
	}
	weeks, err := approvedByWeek(ctx, q, from, before)
	if err != nil {
		return p, false, err
	}
	for p = s.config.Calendar.At(from); p.Start.Before(before); p = s.config.Calendar.Next(p) {
		var sum approvedSheets
		for _, week := range p.Weeks() {
			sum.all, sum.approved = sum.all+weeks[week].all, sum.approved+weeks[week].approved
		}
		if !exported[p.Start] && sum.all > 0 && sum.approved == sum.all {
			return p, true, nil
		}
	}
	return p, false, nil
}
