package payperiods

import (
	"context"
	"time"

	"presence/app/accounts/notifications"
	"presence/db"
)

// The evening note comes this many days before a period's last day, from this hour of the company's clock.
const (
	remindDays = 2
	remindHour = 18
)

// Remind notifies employees who have not submitted their time of the period that soon ends, and returns how many (W15). Before the
// evening two days ahead of the last day it does nothing. From then on it may be called as often as one likes, by
// several replicas at once: each hears it once a period, also who takes a sheet back later on.
func (s *Service) Remind(ctx context.Context) (told int, err error) {
	now := s.now().In(s.config.Zone)
	today := db.DayOf(now)
	p := s.config.Calendar.At(today)
	if evening := p.End.Add(-remindDays); today.Before(evening) || today == evening && now.Hour() < remindHour {
		return 0, nil
	}
	late, err := s.notSubmitted(ctx, p)
	if err != nil || len(late) == 0 {
		return 0, err
	}
	r := notifications.Reminder{At: db.InstantOf(now), Since: db.InstantOf(p.Start.In(s.config.Zone)), Start: p.Start, End: p.End,
		Employees: late}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		told, err = notifications.Remind(ctx, tx, r)
		return err
	})
	return told, err
}

// notSubmitted are the employees who have something to hand in and have not.
func (s *Service) notSubmitted(ctx context.Context, p Period) (ids []int64, err error) {
	b, err := s.read(ctx, p, readOptions{scope: everyone})
	if err != nil {
		return nil, err
	}
	leave := map[int64]map[db.Day]bool{}
	for _, l := range b.leave {
		if leave[l.employee] == nil {
			leave[l.employee] = map[db.Day]bool{}
		}
		leave[l.employee][l.day] = true
	}
	for _, r := range b.overview(s.config.Threshold).Rows {
		if r.mustSubmit(p, leave[r.Employee.ID]) && !r.isSubmitted() {
			ids = append(ids, r.Employee.ID)
		}
	}
	return ids, nil
}

// everyone is the scope of the program itself.
func everyone(string, int) (string, []any) { return "TRUE", nil }

// isSubmitted reports whether nothing of the row waits for its owner any more.
func (r Row) isSubmitted() bool { return r.State() == Submitted || r.State() == Approved }

// mustSubmit reports whether there is time of the employee in the period to hand in: what was entered, or a working day
// without leave. Whoever begins after the evening of the note needs none yet.
func (r Row) mustSubmit(p Period, leave map[db.Day]bool) bool {
	e := r.Employee
	if e.Archived || e.FirstDay.After(p.End.Add(-remindDays)) || !e.LastDay.IsZero() && e.LastDay.Before(p.Start) {
		return false
	}
	for _, s := range r.Sheets {
		if s.Active {
			return true
		}
	}
	if len(leave) == 0 {
		return true
	}
	for d := p.Start; !d.After(p.End); d = d.Add(1) {
		if wd := d.Weekday(); wd != time.Saturday && wd != time.Sunday && e.employed(d) && !leave[d] {
			return true
		}
	}
	return false
}
