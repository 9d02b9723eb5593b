package payperiods

import (
	"context"

	"presence/app/accounts/auth"
)

// EarlierWork is what a period that has ended still needs from a person.
type EarlierWork struct {
	Period    Period
	ToApprove int // timesheets that wait for the person
}

// EarlierWork returns the oldest period before p with timesheets that wait for the actor; ok is false if there is none.
func (s *Service) EarlierWork(ctx context.Context, by auth.Actor, p Period) (w EarlierWork, ok bool, err error) {
	list, err := waitingBefore(ctx, s.db, by, p.Start)
	for _, x := range list {
		if of := s.config.Calendar.At(x.day); !ok || of == w.Period {
			w.Period, w.ToApprove, ok = of, w.ToApprove+x.sheets, true
		}
	}
	return w, ok, err
}

// PeriodToReview returns the oldest period with work for the actor, or the current one if no earlier period has any.
func (s *Service) PeriodToReview(ctx context.Context, by auth.Actor) (Period, error) {
	now := s.Current()
	w, ok, err := s.EarlierWork(ctx, by, now)
	if err != nil || !ok {
		return now, err
	}
	return w.Period, nil
}
