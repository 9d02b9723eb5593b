package leavebalances

import (
	"context"
	"time"

	"presence/app/workforce/leaverequests"
	"presence/db"
)

// earnedBySheets inserts what approved timesheets have earned and the ledger does not have: a share of their minutes, by the rules of that
// kind, from their first day on. The entry counts from the last day of work. which is a condition on the timesheets t.
func earnedBySheets(ctx context.Context, tx *db.Tx, at db.Instant, which string, args ...any) error {
	_, err := tx.Exec(ctx, `INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, timesheet_id, cause, created_at)
		SELECT employee_id, leave_type, day, 'earned', minutes, id, 'sheet:' || CAST(id AS TEXT), CAST($1 AS BIGINT) FROM (
			SELECT t.id, t.employee_id, r.leave_type, MAX(s.day) AS day,
				(CAST(SUM(s.minutes * CASE WHEN r.later_years > 0 AND
					CAST(CAST(SUBSTR(e.first_work_day, 1, 4) AS BIGINT) + r.later_years AS TEXT) || SUBSTR(e.first_work_day, 5) <= s.day
					THEN r.later_rate ELSE r.rate END) AS BIGINT) + 5000) / 10000 AS minutes
			FROM timesheets t JOIN employees e ON e.id = t.employee_id JOIN leave_rules r ON r.earns = 'worked'
			JOIN shifts s ON s.timesheet_id = t.id AND s.archived_at IS NULL AND s.day >= r.from_day
			WHERE t.is_approved AND t.archived_at IS NULL AND `+which+` GROUP BY t.id, t.employee_id, r.leave_type) earned
		WHERE minutes <> 0 ON CONFLICT (employee_id, leave_type, cause) WHERE cause IS NOT NULL DO NOTHING`,
		append([]any{int64(at)}, args...)...)
	return err
}

// notPosted is the condition on timesheets t that a rule r, whose kind of leave is $2, has posted nothing for.
const notPosted = `r.leave_type = $2 AND NOT EXISTS
	(SELECT 1 FROM leave_ledger l WHERE l.timesheet_id = t.id AND l.leave_type = r.leave_type)`

// withdrawnSheets deletes the entries posted for timesheets that are not approved. which is a condition on the timesheets t. Entries before
// the first day of their rule stay.
func withdrawnSheets(ctx context.Context, tx *db.Tx, which string, args ...any) error {
	_, err := tx.Exec(ctx, `DELETE FROM leave_ledger WHERE timesheet_id IN (SELECT t.id FROM timesheets t
		WHERE NOT (t.is_approved AND t.archived_at IS NULL) AND `+which+`)
		AND day >= (SELECT r.from_day FROM leave_rules r WHERE r.leave_type = leave_ledger.leave_type)`, args...)
	return err
}

// onceEarned inserts a fixed amount of a rule for each employee who is employed between the two days, once. It counts from
// the first of them, or from the first work day of an employee who began later.
func onceEarned(ctx context.Context, tx *db.Tx, r Rule, cause string, from, until, today db.Day, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, cause, created_at)
		SELECT id, $1, CASE WHEN first_work_day > $2 THEN first_work_day ELSE $2 END, 'earned', CAST($3 AS BIGINT), $4, CAST($5 AS BIGINT)
		FROM employees WHERE archived_at IS NULL AND first_work_day <= $6 AND first_work_day <= $7
			AND (last_work_day IS NULL OR last_work_day >= $2)
		ON CONFLICT (employee_id, leave_type, cause) WHERE cause IS NOT NULL DO NOTHING`,
		r.LeaveType, from.String(), r.Minutes, cause, int64(at), until.String(), today.String())
	return err
}

// dropEarned deletes what a rule has posted from a day on.
func dropEarned(ctx context.Context, tx *db.Tx, leaveType string, from db.Day) error {
	_, err := tx.Exec(ctx, "DELETE FROM leave_ledger WHERE leave_type = $1 AND day >= $2 AND cause IS NOT NULL", leaveType, from.String())
	return err
}

// postedFor returns the minutes that were posted for a cause, by employee.
func postedFor(ctx context.Context, q db.Queryer, leaveType, cause string) (map[int64]int64, error) {
	return db.ReadMap[int64, int64](q.Query(ctx, "SELECT employee_id, minutes FROM leave_ledger WHERE leave_type = $1 AND cause = $2",
		leaveType, cause))
}

// replaceExpired replaces the entry of a cause of each employee in the map by its minutes; 0 deletes the entry.
func replaceExpired(ctx context.Context, tx *db.Tx, leaveType, cause string, day db.Day, minutes map[int64]int64, at db.Instant) error {
	ids := make([]int64, 0, len(minutes))
	in := db.Insert{Into: "INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, cause, created_at)"}
	for id, m := range minutes {
		ids = append(ids, id)
		if m != 0 {
			in.Add(id, leaveType, day.String(), string(Expired), m, cause, int64(at))
		}
	}
	if _, err := tx.Exec(ctx, "DELETE FROM leave_ledger WHERE leave_type = $1 AND cause = $2 AND employee_id IN ("+tx.Dialect().IDs("$3")+")",
		leaveType, cause, db.IDs(ids)); err != nil || in.Rows() == 0 {
		return err
	}
	_, err := in.Write(ctx, tx)
	return err
}

// countBatch is how many requests are counted in one transaction.
const countBatch = 1000

// countRequests stores the minutes of up to countBatch requests that are not counted, or have changed since, and returns how many.
func countRequests(ctx context.Context, tx *db.Tx, zone *time.Location) (n int, err error) {
	rows, err := tx.Query(ctx, `SELECT x.id, x.version, x.start_at, x.end_at FROM leave_requests x
		LEFT JOIN leave_counts c ON c.request_id = x.id
		WHERE x.archived_at IS NULL AND x.approval_status IN ('True', 'Pending', 'Escalated') AND (c.version IS NULL OR c.version <> x.version)
		ORDER BY x.id LIMIT CAST($1 AS BIGINT)`, int64(countBatch))
	if err != nil {
		return 0, err
	}
	in := db.Insert{Into: "INSERT INTO leave_counts (request_id, version, minutes)",
		Conflict: "ON CONFLICT (request_id) DO UPDATE SET version = excluded.version, minutes = excluded.minutes"}
	err = db.ForEachRow(rows, func() error {
		var id, version int64
		var start, end db.Instant
		if err := rows.Scan(&id, &version, &start, &end); err != nil {
			return err
		}
		minutes := int64(0)
		first, last := leaverequests.LeaveRequest{Start: start, End: end}.Days(zone)
		leaverequests.TakenDays(start, end, false, zone, first, last, func(_ db.Day, m int64) { minutes += m })
		in.Add(id, version, minutes)
		return nil
	})
	if n = in.Rows(); err != nil || n == 0 {
		return 0, err
	}
	_, err = in.Write(ctx, tx)
	return n, err
}
