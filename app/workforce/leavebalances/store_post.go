package leavebalances

import (
	"context"

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

// notPosted is the condition on timesheets t that a rule r, whose kind of leave is $2, has posted nothing for. Those of pay periods that
// begin before $3 are left out, and those of archived employees e who keep the fixed amounts of a rule before.
const notPosted = `r.leave_type = $2 AND (t.period_start IS NULL OR t.period_start >= $3) AND NOT EXISTS
	(SELECT 1 FROM leave_ledger l WHERE l.timesheet_id = t.id AND l.leave_type = r.leave_type)
	AND (e.archived_at IS NULL OR NOT EXISTS (SELECT 1 FROM leave_ledger l WHERE l.employee_id = e.id AND l.leave_type = r.leave_type
		AND l.entry = 'earned' AND l.timesheet_id IS NULL))`

// maxPeriod is how many days a pay period has at most.
const maxPeriod = 31

// withdrawnSheets deletes the entries posted for timesheets that are not approved. which is a condition on the timesheets t. Entries before
// the first day of their rule stay.
func withdrawnSheets(ctx context.Context, tx *db.Tx, which string, args ...any) error {
	_, err := tx.Exec(ctx, `DELETE FROM leave_ledger WHERE timesheet_id IN (SELECT t.id FROM timesheets t
		WHERE NOT (t.is_approved AND t.archived_at IS NULL) AND `+which+`)
		AND day >= (SELECT r.from_day FROM leave_rules r WHERE r.leave_type = leave_ledger.leave_type)`, args...)
	return err
}

// onceEarned inserts a fixed amount of a rule for each employee who gets it (employee.gets) and has begun to work, once.
func onceEarned(ctx context.Context, tx *db.Tx, r Rule, g grant, today db.Day, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, cause, created_at)
		SELECT id, $1, CASE WHEN first_work_day > $2 THEN first_work_day ELSE $2 END, 'earned', CAST($3 AS BIGINT), $4, CAST($5 AS BIGINT)
		FROM employees WHERE archived_at IS NULL AND first_work_day <= $6 AND first_work_day <= $7
			AND (last_work_day IS NULL OR last_work_day >= $2)
		ON CONFLICT (employee_id, leave_type, cause) WHERE cause IS NOT NULL DO NOTHING`,
		r.LeaveType, g.from.String(), r.Minutes, g.cause, int64(at), g.until.String(), today.String())
	return err
}

// lockSheets waits for the decisions about timesheets that are being made, and lets no other begin: these lock the employees. Otherwise
// they would earn by the rule that is being replaced.
func lockSheets(ctx context.Context, tx *db.Tx) error {
	return tx.LockSelected(ctx, "SELECT id FROM employees ORDER BY id")
}

// DeletePostedOf deletes what the program has posted for employees, who are deleted.
func DeletePostedOf(ctx context.Context, tx *db.Tx, employees []int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM leave_ledger WHERE cause IS NOT NULL AND employee_id IN ("+tx.Dialect().IDs("$1")+")",
		db.IDs(employees))
	return err
}

// deletePostedFrom deletes what a rule has posted from a day on, but for archived employees, to whom nothing is posted again.
func deletePostedFrom(ctx context.Context, tx *db.Tx, leaveType string, from db.Day) error {
	_, err := tx.Exec(ctx, `DELETE FROM leave_ledger WHERE leave_type = $1 AND day >= $2 AND cause IS NOT NULL
		AND employee_id NOT IN (SELECT id FROM employees WHERE archived_at IS NOT NULL)`, leaveType, from.String())
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
