package shifts

import (
	"context"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/app/platform/i18n"
	"presence/db"
)

// CalendarEntries reads the actor's own shifts for their calendar: when, and nothing else.
func CalendarEntries(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant) ([]calendars.Entry, error) {
	return db.Collect(func(row db.Row) (e calendars.Entry, err error) {
		var id int64
		err = row.Scan(&id, &e.Start, &e.End, &e.ChangedAt)
		e.UID, e.Title = "shift-"+strconv.FormatInt(id, 10), by.Language.T(i18n.CalendarShift)
		return e, err
	})(q.Query(ctx, `SELECT id, start_at, end_at, updated_at FROM shifts WHERE employee_id = $1 AND start_at >= $2 AND start_at < $3
		AND archived_at IS NULL ORDER BY start_at, id`, by.EmployeeID, from, to))
}
