package payperiods

import (
	"context"
	"slices"
	"time"

	"presence/app/accounts/notifications"
	"presence/db"
)

// Reminders are sent this many days before a period's last day, from this hour in the company's zone.
const (
	remindDays = 2
	remindHour = 18
)

// Late reminders are sent on these working days after a period's last day, from lateHour.
var lateDays = []int{1, 3}

const lateHour = 6 // so that the morning's e-mail contains them

// Remind notifies employees who can sign in and have not submitted their time, and returns their number (W15): from remindHour,
// remindDays days before the last day of the period, and after it on each of lateDays. It may be called any number of times, by several
// replicas: each employee is notified once before a period ends, even one who withdraws a sheet later, and once on each of these days.
func (s *Service) Remind(ctx context.Context) (notified int, err error) {
	now := s.Now()
	r, ok := s.reminderAt(now)
	if !ok {
		return 0, nil
	}
	if r.Employees, err = s.notSubmitted(ctx, s.config.Calendar.At(r.Start)); err != nil || len(r.Employees) == 0 {
		return 0, err
	}
	r.SingleSignOn = s.config.SingleSignOn
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		done, err := notifications.Remind(ctx, tx, r)
		notified = len(done.Employees)
		return err
	})
	return notified, err
}

// reminderAt returns the reminder that is sent at a time, without its employees; false if there is none.
func (s *Service) reminderAt(now time.Time) (notifications.Reminder, bool) {
	today := db.DayOf(now)
	p := s.config.Calendar.At(today)
	if evening := p.End.Add(-remindDays); today.After(evening) || today == evening && now.Hour() >= remindHour {
		return notifications.Reminder{At: db.InstantOf(now), Since: db.InstantOf(p.Start.In(s.config.Zone)), Start: p.Start, End: p.End}, true
	}
	p = s.config.Calendar.Previous(p)
	for _, n := range lateDays {
		if today == s.config.Norm.Holidays.WorkingDayAfter(p.End, n) && now.Hour() >= lateHour {
			return notifications.Reminder{At: db.InstantOf(now), Since: db.InstantOf(today.In(s.config.Zone)), Start: p.Start, End: p.End,
				Late: true}, true
		}
	}
	return notifications.Reminder{}, false
}

// notSubmitted returns the employees who must submit time and have not.
func (s *Service) notSubmitted(ctx context.Context, p Period) (ids []int64, err error) {
	b, err := s.read(ctx, p, readOptions{scope: everyone})
	if err != nil {
		return nil, err
	}
	for _, r := range b.overview().Rows {
		if !r.Employee.FirstDay.After(p.End.Add(-remindDays)) && r.mustSubmit(p) && !r.isSubmitted() {
			ids = append(ids, r.Employee.ID)
		}
	}
	return ids, nil
}

// everyone returns the scope without restrictions, for the program itself.
func everyone(string, int) (string, []any) { return "TRUE", nil }

// waitsForOwner reports whether the owner has something to submit: no sheet of the row is approved or awaits approval.
func (r *Row) waitsForOwner() bool {
	return r.State() != Approved && !slices.ContainsFunc(r.Sheets, Sheet.AwaitsApproval)
}

// isSubmitted reports whether the row no longer waits for its owner: each of its sheets is approved or awaits approval, and there is one.
func (r *Row) isSubmitted() bool {
	return len(r.Sheets) > 0 && !slices.ContainsFunc(r.Sheets, func(s Sheet) bool { return s.State != Approved && !s.AwaitsApproval() })
}

// mustSubmit reports whether the employee has time to submit: something was entered, or there is a working day without leave.
func (r *Row) mustSubmit(p Period) bool {
	e := r.Employee
	if e.Archived || !e.LastDay.IsZero() && e.LastDay.Before(p.Start) {
		return false
	}
	for _, s := range r.Sheets {
		if s.Active {
			return true
		}
	}
	for i := range r.away {
		d := p.Start.Add(i)
		if wd := d.Weekday(); wd != time.Saturday && wd != time.Sunday && e.enters(d) && !r.away[i] && !r.undecided[i] {
			return true
		}
	}
	return false
}
