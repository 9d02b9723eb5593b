package payperiods

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/app/platform/i18n"
	"presence/db"
)

// CalendarEntries returns a source of the last days of the pay periods and of their pay days, for calendars. They are computed, and change
// only with the company's settings.
func (s *Service) CalendarEntries() calendars.Source {
	return func(_ context.Context, _ db.Queryer, by auth.Actor, from, to db.Instant) (list []calendars.Entry, err error) {
		zone, after := s.config.Zone, s.config.PayDayAfter
		add := func(uid, title string, day db.Day) {
			start, end := db.InstantOf(day.In(zone)), db.InstantOf(day.Add(1).In(zone))
			if start < to && end > from {
				list = append(list, calendars.NewEntry(uid, title, start, end, start, zone))
			}
		}
		last := db.DayOf(to.Time().In(zone))
		for p := s.config.Calendar.At(db.DayOf(from.Time().In(zone)).Add(-after)); p.End.Before(last); p = s.config.Calendar.At(p.End.Add(1)) {
			add("period-"+p.Name(), by.Language.F(i18n.CalendarPeriod, p.Name()), p.End)
			if after > 0 {
				add("pay-day-"+p.Name(), by.Language.F(i18n.CalendarPayDay, p.Name()), p.End.Add(after))
			}
		}
		return list, nil
	}
}
