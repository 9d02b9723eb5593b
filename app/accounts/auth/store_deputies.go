package auth

import (
	"context"
	"fmt"

	"presence/db"
)

// approvedLeave is the condition for approved leave l. It repeats that of the feature leaverequests, which this package may not import;
// a test there compares them.
const approvedLeave = `l.approval_status IN ('True', 'Pending', 'Escalated') AND l.archived_at IS NULL AND l.approval_status || '' = 'True'`

// ActiveDeputy returns the condition that the row d of deputies is active on a day, whose values (Today.Args) the placeholders have, from
// the number n on: the day is one of its days, or approved leave of the supervisor covers it; and the supervisor is not archived.
func ActiveDeputy(n int) string {
	return fmt.Sprintf(`d.archived_at IS NULL AND EXISTS (SELECT 1 FROM employees s WHERE s.id = d.supervisor_id AND s.archived_at IS NULL)
		AND (d.from_day <= $%d AND d.until_day >= $%[1]d OR d.from_day IS NULL AND EXISTS (SELECT 1 FROM leave_requests l
			WHERE l.employee_id = d.supervisor_id AND `+approvedLeave+`
			AND l.start_at < $%[3]d AND l.end_at > $%[2]d))`, n, n+1, n+2)
}

// standsInFor returns the expression of the ids of the supervisors whom the employee e stands in for on a day, with commas between them.
// Those without a live report have no crew. The placeholders are those of ActiveDeputy.
func standsInFor(n int) string {
	return `COALESCE((SELECT string_agg(CAST(d.supervisor_id AS TEXT), ',') FROM deputies d WHERE d.deputy_id = e.id AND ` + ActiveDeputy(n) + `
		AND EXISTS (SELECT 1 FROM employees r WHERE r.supervisor_id = d.supervisor_id AND r.archived_at IS NULL)), '')`
}

// listAbove returns those of the supervisors who are each of the employees, or above them, the nearest first.
func listAbove(ctx context.Context, q db.Queryer, employees, supervisors []int64) (map[int64][]supervisor, error) {
	above := map[int64][]supervisor{}
	rows, err := q.Query(ctx, `WITH RECURSIVE line(employee, id, far) AS (
			SELECT id, id, 0 FROM employees WHERE id IN (`+q.Dialect().IDs("$1")+`)
			UNION SELECT line.employee, s.supervisor_id, line.far + 1 FROM employees s JOIN line ON s.id = line.id WHERE line.far < 50)
		SELECT line.employee, s.id, s.first_name || ' ' || s.last_name FROM line JOIN employees s ON s.id = line.id
		WHERE s.id IN (`+q.Dialect().IDs("$2")+`) AND (line.far = 0 OR s.id <> line.employee)
		ORDER BY line.employee, line.far`, db.IDs(employees), db.IDs(supervisors))
	if err != nil {
		return nil, err
	}
	return above, db.ForEachRow(rows, func() error {
		var employee int64
		var s supervisor
		err := rows.Scan(&employee, &s.id, &s.name)
		above[employee] = append(above[employee], s)
		return err
	})
}
