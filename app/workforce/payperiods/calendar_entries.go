package payperiods

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/app/platform/i18n"
	"presence/db"
)

// CalendarEntries returns the last days of the pay periods, for calendars. They are computed, and change only with the calendar.
func CalendarEntries(c Calendar, zone *time.Location) calendars.Source {
	return func(_ context.Context, _ db.Queryer, by auth.Actor, from, to db.Instant) (list []calendars.Entry, err error) {
		last := db.DayOf(to.Time().In(zone))
		for p := c.At(db.DayOf(from.Time().In(zone))); p.End.Before(last); p = c.At(p.End.Add(1)) {
			y, m, d := p.End.Date()
			start := time.Date(y, m, d, 0, 0, 0, 0, zone)
			end := time.Date(y, m, d+1, 0, 0, 0, 0, zone)
			list = append(list, calendars.NewEntry("period-"+p.Name(), by.Language.F(i18n.CalendarPeriod, p.Name()), db.InstantOf(start),
				db.InstantOf(end), db.InstantOf(start), zone))
		}
		return list, nil
	}
}
