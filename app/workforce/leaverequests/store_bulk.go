package leaverequests

import (
	"context"
	"maps"
	"slices"

	"presence/app/platform/bulk"
	"presence/db"
)

// overlapping returns the requests, also those that were archived with their period, that overlap the times of lines without faults,
// by the index of the line.
func overlapping(ctx context.Context, q db.Queryer, lines []bulk.Line[New], plans []bulk.Plan) (map[int][]LeaveRequest, error) {
	var rows [][]any
	for i, l := range lines {
		if len(plans[i].Faults) == 0 {
			rows = append(rows, []any{i, l.EmployeeID, int64(l.New.Start), int64(l.New.End)})
		}
	}
	found := map[int][]LeaveRequest{}
	list, err := q.Query(ctx, "WITH v (n, employee, first, last) AS ("+q.Dialect().Rows("$1", "BIGINT", "BIGINT", "BIGINT", "BIGINT")+
		") SELECT "+prefixed+`, v.n FROM v JOIN leave_requests l ON l.employee_id = v.employee AND l.archived_at IS NULL
			AND l.start_at < v.last AND l.end_at > v.first`, db.RowList(rows))
	if err != nil {
		return nil, err
	}
	return found, db.ForEachRow(list, func() error {
		var n int
		r, err := scan(db.ExtendRow(list, &n))
		found[n] = append(found[n], r)
		return err
	})
}

// insertMany inserts the requests of lines, which differ in their content.
func insertMany(ctx context.Context, tx *db.Tx, lines []bulk.Line[New], at db.Instant) (map[content]LeaveRequest, error) {
	in := db.Insert{Into: `INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status,
		created_at, updated_at)`}
	for _, l := range lines {
		n := l.New
		in.Add(n.EmployeeID, n.BankCodeID, n.LeaveType, int64(n.Start), int64(n.End), n.Comment, n.ApprovalStatus, int64(at), int64(at))
	}
	saved := map[content]LeaveRequest{}
	err := in.WriteReturning(ctx, tx, columns, db.Stream(scan, func(r LeaveRequest) error {
		saved[content{r.EmployeeID, r.BankCodeID, r.LeaveType, r.Start, r.End, r.ApprovalStatus}] = r
		return nil
	}))
	if err != nil {
		return nil, err
	}
	return saved, widen(ctx, tx, slices.Collect(maps.Values(saved))...)
}

// deleteMany deletes requests for good, with their minutes (CountMinutes).
func deleteMany(ctx context.Context, tx *db.Tx, ids []int64) error {
	in := " IN (" + tx.Dialect().IDs("$1") + ")"
	if _, err := tx.Exec(ctx, "DELETE FROM leave_counts WHERE request_id"+in, db.IDs(ids)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM leave_requests WHERE id"+in, db.IDs(ids))
	return err
}
