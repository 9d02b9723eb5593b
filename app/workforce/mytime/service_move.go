package mytime

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/clockings"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/db"
)

// NewTimes are the new times of a shift. Breaks are nil if they follow from the old ones.
type NewTimes struct {
	Start, End db.Instant
	Breaks     *shifts.Breaks
}

// MoveShift gives a shift of a period other times in that period. The hours count for as many days later as the shift begins. A shift that
// keeps its length keeps its breaks, at the same distance from its beginning; one that is stretched keeps them at their times, or has
// them by the break rule if it had. Times that were stamped with the clock are not moved, because their correction has a reason.
func (s *Service) MoveShift(ctx context.Context, by auth.Actor, old shifts.Shift, period payperiods.Period, expect *int64,
	to NewTimes) (x shifts.Shift, err error) {
	day := old.Day.Add(db.DayOf(to.Start.Time().In(s.zone)).Sub(db.DayOf(old.Start.Time().In(s.zone))))
	if !period.Contains(day) {
		return x, errs.Fields{{Field: "date", Code: "outside_period", Detail: "The date is outside the period."}}.Err()
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		stamped, err := clockings.BecameShift(ctx, tx, old.ID)
		if err != nil {
			return err
		}
		if stamped {
			return errs.Fields{{Field: "reason", Code: "stamped", Detail: "The times were stamped: their correction needs a reason."}}.Err()
		}
		rule, err := s.Shifts.RuleOf(ctx, tx, old.EmployeeID)
		if err != nil {
			return err
		}
		changes := shifts.Changes{Day: &day, Start: &to.Start, End: &to.End, Breaks: to.Breaks}
		switch {
		case to.Breaks != nil:
		case to.End-to.Start == old.End-old.Start:
			moved := old.Breaks.Later(to.Start - old.Start)
			changes.Breaks = &moved
		case !rule.Empty() && old.Breaks == shifts.DefaultBreaks(rule, old.Start, old.End):
			changes.Breaks, changes.ByRule = new(shifts.Breaks), true
		}
		x, err = s.Shifts.Update(ctx, by, old.ID, expect, changes)
		return err
	})
	return x, err
}
