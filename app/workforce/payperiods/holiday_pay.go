package payperiods

import (
	"context"
	"slices"

	"presence/app/platform/holidays"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/db"
)

// withHolidayPay adds what is paid for the holidays between two days to days of leave. It takes the place of leave that covers the holiday
// and does not take it, such as vacation, so that the day counts toward the weekly limit once. Work on the holiday counts in place
// of its pay.
func (b *snapshot) withHolidayPay(ctx context.Context, q db.Queryer, leave []leaveDay, scope Scope, from, to db.Day) ([]leaveDay, error) {
	type key struct {
		employee int64
		day      db.Day
	}
	paid := map[key]bool{}
	var pays []leaveDay
	err := holidaypay.Between(ctx, q, from, to, holidaypay.Scope(scope), func(p holidaypay.Pay) {
		if !p.Unpaid && p.Minutes > 0 {
			paid[key{p.EmployeeID, p.Day}] = true
			pays = append(pays, leaveDay{p.EmployeeID, p.BankCodeID, p.Day, p.Minutes, p.Credited()})
		}
	})
	if err != nil || len(pays) == 0 {
		return leave, err
	}
	leave = slices.DeleteFunc(leave, func(l leaveDay) bool {
		return paid[key{l.employee, l.day}] && !leaverequests.Takes(b.holidays, l.day, b.codes[l.code].kind)
	})
	return append(leave, pays...), nil
}

// HolidayBase returns the minutes from which a statutory holiday is paid, by employee: the work in the complete weeks before its week,
// without overtime, and the leave in them that the norm has counted.
func (s *Service) HolidayBase(ctx context.Context, q db.Queryer, scope Scope, employee int64, holiday db.Day) (map[int64]int64, error) {
	rule, is := s.config.Norm.Rule(labourstandards.StatutoryHoliday)
	if !is {
		return nil, nil
	}
	r := shifts.Range{EmployeeID: employee}
	r.From, r.To = rule.Reference(holiday)
	list, err := readWorked(ctx, q, scope, r, s.config)
	if err != nil {
		return nil, err
	}
	minutes := make(map[int64]int64, len(list))
	for _, x := range list {
		minutes[x.EmployeeID] = x.Regular + x.Evening + x.Emergency
	}
	b := &snapshot{holidays: s.config.Norm.Holidays}
	if err := readCodes(ctx, q, b, readOptions{}); err != nil {
		return nil, err
	}
	leave, err := readLeaveDays(ctx, q, b, scope, r, s.config)
	for _, l := range leave {
		if rule.Counts(b.codes[l.code].kind) {
			minutes[l.employee] += b.taken(l)
		}
	}
	return minutes, err
}

// KeepHolidayPay computes and stores what is paid for the statutory holidays of this week and of those before it, back to the first day of
// the period before the present one; other amounts that were stored before are replaced. What an export has paid stays as it is: one of the
// holiday's period, or of a later one with its corrections, that was made from the Sunday of the holiday's week on. Before that Sunday
// there is no amount, so that an earlier export has paid none, and the next one corrects it. It may be called repeatedly, and by several
// replicas. Without the setting, or without a bank code by which holidays are paid, it does nothing.
func (s *Service) KeepHolidayPay(ctx context.Context) error {
	if !s.config.HolidayPay {
		return nil
	}
	for _, h := range s.config.Norm.In(s.StartBefore(1), s.Today().Week().Add(6)) {
		if err := s.keepHolidayPay(ctx, h); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) keepHolidayPay(ctx context.Context, h holidays.Holiday) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.SerializeBy(ctx, "holiday pay"); err != nil {
			return err
		}
		paid, err := isPaidOut(ctx, tx, s.config.Calendar.At(h.Day).Start, db.InstantOf(h.Day.Week().In(s.config.Zone)))
		if err != nil || paid {
			return err
		}
		codes, err := bankcodes.Live(ctx, tx)
		code := holidaypay.CodeOf(codes)
		if err != nil || code == 0 {
			return err
		}
		due, err := s.holidayPayDue(ctx, tx, h.Day)
		if err != nil {
			return err
		}
		var changed []holidaypay.Pay
		err = holidaypay.Between(ctx, tx, h.Day, h.Day, everyone, func(old holidaypay.Pay) {
			now := due[old.EmployeeID] // without one, nothing is paid any more
			delete(due, old.EmployeeID)
			if now.Minutes != old.Minutes || now.Counted != old.Counted {
				now.EmployeeID, now.Day, now.BankCodeID = old.EmployeeID, h.Day, old.BankCodeID
				changed = append(changed, now)
			}
		})
		if err != nil {
			return err
		}
		for _, p := range due {
			if p.Minutes > 0 {
				p.BankCodeID = code
				changed = append(changed, p)
			}
		}
		slices.SortFunc(changed, func(a, b holidaypay.Pay) int { return int(a.EmployeeID - b.EmployeeID) })
		return holidaypay.Store(ctx, tx, changed, db.InstantOf(s.now()))
	})
}

// holidayPayDue computes what is due for a holiday, by employee: to all who are employed on it, and have no leave under a code by which
// holidays are paid on it, entered by hand.
func (s *Service) holidayPayDue(ctx context.Context, tx *db.Tx, day db.Day) (map[int64]holidaypay.Pay, error) {
	rule, _ := s.config.Norm.Rule(labourstandards.StatutoryHoliday)
	employed, err := employedOn(ctx, tx, day)
	if err != nil {
		return nil, err
	}
	base, err := s.HolidayBase(ctx, tx, everyone, 0, day)
	if err != nil {
		return nil, err
	}
	due := make(map[int64]holidaypay.Pay, len(employed))
	for _, id := range employed {
		due[id] = holidaypay.Pay{EmployeeID: id, Day: day, Counted: base[id], Minutes: rule.Indemnity(base[id])}
	}
	b := &snapshot{}
	if err := readCodes(ctx, tx, b, readOptions{}); err != nil {
		return nil, err
	}
	start, end := db.InstantOf(day.In(s.config.Zone)), db.InstantOf(day.Add(1).In(s.config.Zone))
	return due, leaverequests.EachLive(ctx, tx, start, end, everyone, func(l leaverequests.LeaveSpan) {
		if leaverequests.PaysHolidays(b.codes[l.BankCodeID].kind) {
			delete(due, l.EmployeeID)
		}
	})
}
