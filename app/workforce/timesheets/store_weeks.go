package timesheets

import (
	"context"

	"presence/db"
)

// InWeeks counts the lines of an employee that are not deleted, by the Sunday of their week, in the weeks of two days and between.
func (t LineTable[L]) InWeeks(ctx context.Context, q db.Queryer, employeeID int64, from, to db.Day) (map[db.Day]int, error) {
	return db.ReadMap[db.Day, int](q.Query(ctx, "SELECT week, COUNT(*) FROM "+t.Name+` WHERE employee_id = $1 AND archived_at IS NULL
		AND day >= $2 AND day <= $3 GROUP BY week`, employeeID, from.Week(), to.Week().Add(6)))
}
