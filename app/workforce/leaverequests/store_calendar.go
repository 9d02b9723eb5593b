package leaverequests

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/app/platform/i18n"
	"presence/db"
)

// notAged returns the condition that leave was not archived with its period. Calendars show what the lists of leave do, although leave
// counts after that, too (LiveCondition).
func notAged(alias string) string { return alias + ".aged_at IS NULL" }

// CalendarOfOwn reads the actor's own leave for their calendar, approved and requested, without its type.
func CalendarOfOwn(zone *time.Location) calendars.Source {
	return func(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant) ([]calendars.Entry, error) {
		return db.Collect(func(row db.Row) (e calendars.Entry, err error) {
			var id int64
			var start, end, changed db.Instant
			var approved bool
			err = row.Scan(&id, &start, &end, &changed, &approved)
			title := i18n.CalendarLeave
			if !approved {
				title = i18n.CalendarRequested
			}
			e = calendars.NewEntry("leave-"+strconv.FormatInt(id, 10), by.Language.T(title), start, end, changed, zone)
			e.Tentative = !approved
			return e, err
		})(q.Query(ctx, `SELECT id, start_at, end_at, updated_at, `+IsApproved("l")+` FROM leave_requests l
			WHERE employee_id = $1 AND start_at < $2 AND end_at > $3 AND `+LiveCondition("l")+" AND "+notAged("l")+" ORDER BY start_at, id",
			by.EmployeeID, to, from))
	}
}

// CalendarOfTeam reads for a supervisor's calendar who of the people below them is absent on approved leave, and nothing else of it.
// Administrators and payroll get their own team as well, and not everyone.
func CalendarOfTeam(zone *time.Location) calendars.Source {
	return func(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant) ([]calendars.Entry, error) {
		by.Role = auth.Employee
		var w db.Where
		w.And("r.start_at < ? AND r.end_at > ?", to, from)
		w.And(ApprovedCondition("r") + " AND " + notAged("r") + " AND e.archived_at IS NULL")
		w.Scope("r.employee_id", by.Approvable)
		return db.Collect(func(row db.Row) (e calendars.Entry, err error) {
			var id int64
			var name string
			var start, end, changed db.Instant
			err = row.Scan(&id, &name, &start, &end, &changed)
			return calendars.NewEntry("absence-"+strconv.FormatInt(id, 10), by.Language.F(i18n.CalendarAbsent, name), start, end, changed, zone), err
		})(q.Query(ctx, `SELECT r.id, e.first_name || ' ' || e.last_name, r.start_at, r.end_at, r.updated_at
			FROM leave_requests r JOIN employees e ON e.id = r.employee_id WHERE `+w.String()+" ORDER BY r.start_at, r.id", w.Args()...))
	}
}
