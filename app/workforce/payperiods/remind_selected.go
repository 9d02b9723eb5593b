package payperiods

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// reminderID identifies the period in the reminders that people send.
func (p Period) reminderID() int64 { return int64(p.Year)*100 + int64(p.Number) }

// remindableDays is how many days after the end of a period people may still be reminded of it.
const remindableDays = 28

// Remindable reports whether people may be reminded of the period on a day: from its first day on.
func (p Period) Remindable(today db.Day) bool {
	return !today.Before(p.Start) && today.Sub(p.End) <= remindableDays
}

// RemindSelected notifies those of the employees who may be reminded (Row.Remind) to submit their time. An employee whom another
// person has reminded today is skipped, and one who cannot sign in yet. The actor must be an approver and see the employees.
func (s *Service) RemindSelected(ctx context.Context, by auth.Actor, p Period, employees []int64) (done notifications.ReminderResult,
	err error,
) {
	if !by.Approver() {
		return done, errs.Forbidden("not_an_approver", "Only admin, payroll and supervisors decide on a period.")
	}
	rows, err := s.RowsOf(ctx, by, p, employees)
	if err != nil {
		return done, err
	}
	now := s.now()
	r := notifications.Reminder{At: db.InstantOf(now), Since: s.todayBegan(), By: by, RecordID: p.reminderID(), Start: p.Start, End: p.End,
		SingleSignOn: s.config.SingleSignOn}
	for _, x := range rows {
		if x.Remind {
			r.Employees = append(r.Employees, x.Employee.ID)
		}
	}
	if len(r.Employees) == 0 {
		return done, nil
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if done, err = notifications.Remind(ctx, tx, r); err != nil || len(done.Employees) == 0 {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: r.At, Who: by.Who(), Action: "reminded", Kind: "pay_period", RecordID: p.Name(),
			Changes: audit.Changes{"employees": {nil, done.Employees}}})
	})
	return done, err
}

// RemindedToday returns the ids of the employees who were sent a reminder today to submit their time for the period.
func (s *Service) RemindedToday(ctx context.Context, p Period) (map[int64]bool, error) {
	ids, err := notifications.Reminded(ctx, s.db, p.reminderID(), s.todayBegan())
	today := make(map[int64]bool, len(ids))
	for _, id := range ids {
		today[id] = true
	}
	return today, err
}

// todayBegan returns the instant at which the current day began in the company's zone.
func (s *Service) todayBegan() db.Instant { return db.InstantOf(s.Today().In(s.config.Zone)) }
