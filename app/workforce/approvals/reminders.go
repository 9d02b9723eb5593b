package approvals

import (
	"context"
	"time"

	"presence/app/accounts/notifications"
	"presence/app/platform/holidays"
	"presence/db"
)

// reminderHour is the hour in the company's zone from which supervisors are reminded, so that the morning's e-mail contains it.
const reminderHour = 6

// RemindSupervisors notifies supervisors of the timesheets of their direct reports that were submitted more than a working day
// ago and wait for approval, on every second working day at most (W15). On other days and before reminderHour it does nothing. It
// may be called repeatedly, by several replicas: no supervisor is reminded again.
func (s *Service) RemindSupervisors(ctx context.Context) error {
	now := s.now().In(s.zone)
	today := db.DayOf(now)
	if !holidays.WorkingDay(today) || now.Hour() < reminderHour {
		return nil
	}
	year, month, day := holidays.WorkingDayAfter(today, -1).Date()
	before := db.InstantOf(time.Date(year, month, day, reminderHour, 0, 0, 0, s.zone))
	if waiting, err := waitingForSupervisors(ctx, s.db, before); err != nil || len(waiting) == 0 {
		return err // without a transaction
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		waiting, err := waitingForSupervisors(ctx, tx, before)
		if err != nil || len(waiting) == 0 {
			return err
		}
		return notifications.RemindApprovers(ctx, tx, notifications.ApproverReminder{At: db.InstantOf(now), Since: before, Waiting: waiting,
			SingleSignOn: s.Time.Periods.SingleSignOn()})
	})
}
