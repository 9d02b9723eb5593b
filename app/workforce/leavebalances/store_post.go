package leavebalances

import (
	"context"
	"strconv"

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

// onceEarned inserts fixed amounts of a rule for each employee who gets them (employee.gets) and has begun to work, once. ids are the
// employees that it is about, also archived ones with a last work day, but for the time of which they have kept entries of another
// rule; nil: all that are live.
func onceEarned(ctx context.Context, tx *db.Tx, r Rule, grants []grant, ids []int64, today db.Day, at db.Instant) error {
	rows := make([][]any, len(grants))
	for i, g := range grants {
		rows[i] = []any{g.cause, g.from.String(), g.until.String()}
	}
	only, args := amongst(tx, "e.id", 6, ids)
	who := "e.archived_at IS NULL"
	if ids != nil {
		args = append(args, r.causes())
		who = `(e.archived_at IS NULL OR e.last_work_day IS NOT NULL AND NOT EXISTS (SELECT 1 FROM leave_ledger l WHERE l.employee_id = e.id
			AND l.leave_type = $1 AND l.entry = 'earned' AND l.cause NOT LIKE $7 AND l.day >= g.from_day AND l.day <= g.until_day))`
	}
	_, err := tx.Exec(ctx, "WITH g (cause, from_day, until_day) AS ("+tx.Dialect().Rows("$5", "TEXT", "TEXT", "TEXT")+`)
		INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, cause, created_at)
		SELECT e.id, $1, CASE WHEN e.first_work_day > g.from_day THEN e.first_work_day ELSE g.from_day END, 'earned', CAST($2 AS BIGINT), g.cause,
			CAST($3 AS BIGINT)
		FROM employees e CROSS JOIN g WHERE `+who+` AND e.first_work_day <= g.until_day AND e.first_work_day <= $4
			AND (e.last_work_day IS NULL OR e.last_work_day >= g.from_day)`+only+`
		ON CONFLICT (employee_id, leave_type, cause) WHERE cause IS NOT NULL DO NOTHING`,
		append([]any{r.LeaveType, r.Minutes, int64(at), today.String(), db.RowList(rows)}, args...)...)
	return err
}

// amongst returns the end of a condition, that a column has one of the ids, as the argument numbered n; empty if ids is nil, for all.
func amongst(q db.Queryer, column string, n int, ids []int64) (cond string, args []any) {
	if ids == nil {
		return "", nil
	}
	return " AND " + column + " IN (" + q.Dialect().IDs("$"+strconv.Itoa(n)) + ")", []any{db.IDs(ids)}
}

// causes is the pattern of the causes of what a rule has earned; empty: it earns nothing.
func (r Rule) causes() string {
	return map[Earning]string{ByWork: "sheet:%", ByPeriod: "period:%", ByYear: "year:%-" + r.YearStart}[r.Earns]
}

// spanSQL returns SQL expressions of the entry of a fixed amount of the rule: the day from which it counts at the earliest, and whether an
// employee e has begun after its time. These are the days of the grant with the entry's cause.
func (r Rule) spanSQL() (from, late string) {
	if r.Earns == ByPeriod {
		return "SUBSTR(cause, 8)", "e.first_work_day > SUBSTR(cause, 8)"
	}
	begin := "'" + r.From.String() + "'"
	return "CASE WHEN SUBSTR(cause, 6) > " + begin + " THEN SUBSTR(cause, 6) ELSE " + begin + " END",
		"e.first_work_day >= CAST(CAST(SUBSTR(cause, 6, 4) AS BIGINT) + 1 AS TEXT) || SUBSTR(cause, 10)"
}

// withdrawEarned corrects the entries that a rule has posted since a day, after the work days of employees have changed: it deletes the
// fixed amounts that an employee does not get, and moves the others to the day from which they count. Of live employees it also deletes
// the entries of another rule, which they have kept while they were archived. ids are the employees; nil: all.
func withdrawEarned(ctx context.Context, tx *db.Tx, r Rule, since, today db.Day, ids []int64) error {
	entries := "leave_type = $1 AND day >= $2 AND entry = 'earned' AND cause IS NOT NULL"
	args := []any{r.LeaveType, since.String(), r.causes()}
	gone := "e.archived_at IS NULL AND cause NOT LIKE $3"
	fixed := r.Earns == ByPeriod || r.Earns == ByYear
	from, late := r.spanSQL()
	if fixed {
		args = append(args, today.String())
		gone += " OR cause LIKE $3 AND (" + late + " OR e.first_work_day > $4 OR e.last_work_day < " + from + ")"
	}
	only, more := amongst(tx, "employee_id", len(args)+1, ids)
	if _, err := tx.Exec(ctx, "DELETE FROM leave_ledger WHERE "+entries+only+
		" AND EXISTS (SELECT 1 FROM employees e WHERE e.id = employee_id AND ("+gone+"))", append(args, more...)...); err != nil || !fixed {
		return err
	}
	only, more = amongst(tx, "employee_id", 4, ids)
	counts := "(SELECT CASE WHEN e.first_work_day > " + from + " THEN e.first_work_day ELSE " + from +
		" END FROM employees e WHERE e.id = employee_id)"
	_, err := tx.Exec(ctx, "UPDATE leave_ledger SET day = "+counts+" WHERE "+entries+" AND cause LIKE $3"+only+" AND day <> "+counts,
		append(args[:3:3], more...)...)
	return err
}

// withdrawExpired deletes what a rule has posted as expired since a day and after the last work day of employees, with whom nothing more
// expires (employee.loses). ids are the employees; nil: all, also archived ones.
func withdrawExpired(ctx context.Context, tx *db.Tx, r Rule, since db.Day, ids []int64) error {
	only, args := amongst(tx, "employee_id", 3, ids)
	_, err := tx.Exec(ctx, `DELETE FROM leave_ledger WHERE leave_type = $1 AND day >= $2 AND entry = 'expired' AND cause IS NOT NULL`+only+
		" AND EXISTS (SELECT 1 FROM employees e WHERE e.id = employee_id AND e.last_work_day < leave_ledger.day)",
		append([]any{r.LeaveType, since.String()}, args...)...)
	return err
}

// sheetsIn returns the ids of the approved timesheets of employees with shifts from one day until before another, also of those for which
// nothing was posted. windows are rows of the id of an employee and the two days.
func sheetsIn(ctx context.Context, q db.Queryer, windows [][]any) ([]int64, error) {
	return db.ReadIDs(q.Query(ctx, "WITH w (employee_id, from_day, before_day) AS ("+q.Dialect().Rows("$1", "BIGINT", "TEXT", "TEXT")+`)
		SELECT DISTINCT t.id FROM w JOIN shifts s ON s.employee_id = w.employee_id AND s.day >= w.from_day AND s.day < w.before_day
			AND s.archived_at IS NULL
		JOIN timesheets t ON t.id = s.timesheet_id WHERE t.is_approved AND t.archived_at IS NULL ORDER BY t.id`, db.RowList(windows)))
}

// forgetSheets deletes what a rule has posted for timesheets.
func forgetSheets(ctx context.Context, tx *db.Tx, r Rule, sheets []int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM leave_ledger WHERE leave_type = $1 AND timesheet_id IN ("+tx.Dialect().IDs("$2")+")", r.LeaveType,
		db.IDs(sheets))
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

// postedFor returns the minutes that were posted for a cause, by employee. ids are the employees; nil: all.
func postedFor(ctx context.Context, q db.Queryer, leaveType, cause string, ids []int64) (map[int64]int64, error) {
	only, args := amongst(q, "employee_id", 3, ids)
	return db.ReadMap[int64, int64](q.Query(ctx, "SELECT employee_id, minutes FROM leave_ledger WHERE leave_type = $1 AND cause = $2"+only,
		append([]any{leaveType, cause}, args...)...))
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
