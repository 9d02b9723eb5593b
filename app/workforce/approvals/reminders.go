package approvals

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/holidays"
	"presence/db"
)

// reminderHour is the hour in the company's zone from which supervisors are reminded, so that the morning's e-mail contains it.
const reminderHour = 6

// RemindSupervisors notifies supervisors, and who stands in for them, of the timesheets of their direct reports that were submitted more
// than a working day ago and wait for approval, and the managers of supervisors of approvals that are overdue; both on every second working
// day at most (W15). On other days and before reminderHour it does nothing. It may be called repeatedly, by several replicas: each person
// is reminded once.
func (s *Service) RemindSupervisors(ctx context.Context) error {
	now := s.Now().In(s.Zone)
	today := db.DayOf(now)
	if !s.holidays().WorkingDay(today) || now.Hour() < reminderHour {
		return nil
	}
	since := s.workingDaysBefore(today, 1)
	r := notifications.ApproverReminder{Kind: notifications.ApprovalsWaiting, At: db.InstantOf(now), Since: since,
		SingleSignOn: s.Time.Periods.SingleSignOn()}
	err := s.remind(ctx, r, func(ctx context.Context, q db.Queryer) ([]notifications.Waiting, error) {
		return waitingForSupervisors(ctx, q, auth.DayAt(now, s.Zone), since)
	})
	if err != nil || s.OverdueDays == 0 {
		return err
	}
	r.Kind, r.Days = notifications.ApprovalsOverdue, s.OverdueDays
	return s.remind(ctx, r, func(ctx context.Context, q db.Queryer) ([]notifications.Waiting, error) {
		return overdue(ctx, q, s.workingDaysBefore(today, s.OverdueDays))
	})
}

// holidays returns the statutory holidays of the company.
func (s *Service) holidays() holidays.Calendar { return s.Time.Periods.Norm().Holidays }

// workingDaysBefore returns the time at which people are reminded, n working days before a day.
func (s *Service) workingDaysBefore(day db.Day, n int) db.Instant {
	year, month, d := s.holidays().WorkingDayAfter(day, -n).Date()
	return db.InstantOf(time.Date(year, month, d, reminderHour, 0, 0, 0, s.Zone))
}

// remind notifies people of what waits.
func (s *Service) remind(ctx context.Context, r notifications.ApproverReminder,
	waiting func(context.Context, db.Queryer) ([]notifications.Waiting, error)) error {
	if list, err := waiting(ctx, s.db); err != nil || len(list) == 0 {
		return err // without a transaction
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if r.Waiting, err = waiting(ctx, tx); err != nil || len(r.Waiting) == 0 {
			return err
		}
		return notifications.RemindApprovers(ctx, tx, r)
	})
}
