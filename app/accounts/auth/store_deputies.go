package auth

import (
	"context"
	"fmt"
	"slices"
	"strings"

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

// PeopleOfEmployees returns the people of employees, live or archived, by the ids of the employees, with who stands in for their
// supervisors on a day.
func PeopleOfEmployees(ctx context.Context, q db.Queryer, employees []int64, day Today) (map[int64]EmployeePeople, error) {
	rows, err := q.Query(ctx, `SELECT e.id, e.first_name || ' ' || e.last_name, e.user_id, COALESCE(b.user_id, ''),
			COALESCE((SELECT string_agg(x.user_id, ',') FROM deputies d JOIN employees x ON x.id = d.deputy_id AND x.archived_at IS NULL
				WHERE d.supervisor_id = b.id AND x.id <> e.id AND `+ActiveDeputy(2)+`), '')
		FROM employees e LEFT JOIN employees b ON b.id = e.supervisor_id AND b.archived_at IS NULL
		WHERE e.id IN (`+q.Dialect().IDs("$1")+`)`, append([]any{db.IDs(employees)}, day.Args()...)...)
	if err != nil {
		return nil, err
	}
	found := make(map[int64]EmployeePeople, len(employees))
	return found, db.ForEachRow(rows, func() error {
		var id int64
		var p EmployeePeople
		var deputies string
		err := rows.Scan(&id, &p.Name, &p.PersonID, &p.Supervisor, &deputies)
		if deputies != "" {
			p.Deputies = slices.Compact(slices.Sorted(strings.SplitSeq(deputies, ",")))
		}
		found[id] = p
		return err
	})
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
