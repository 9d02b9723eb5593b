package schedule

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/app/platform/i18n"
	"presence/db"
)

// CalendarEntries returns a source of the actor's own published shifts that have not begun, for their calendar: when, and nothing else.
func CalendarEntries(now func() time.Time) calendars.Source {
	return func(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant) ([]calendars.Entry, error) {
		return db.Collect(func(row db.Row) (e calendars.Entry, err error) {
			var id int64
			err = row.Scan(&id, &e.Start, &e.End, &e.ChangedAt)
			e.UID, e.Title = "planned-"+strconv.FormatInt(id, 10), by.Language.T(i18n.CalendarPlanned)
			return e, err
		})(q.Query(ctx, `SELECT id, start_at, end_at, updated_at FROM published_shifts WHERE employee_id = $1 AND start_at >= $2 AND start_at < $3
			ORDER BY start_at, id`, by.EmployeeID, max(from, db.InstantOf(now())), to))
	}
}
