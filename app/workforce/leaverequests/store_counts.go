package leaverequests

import (
	"context"
	"time"

	"presence/app/platform/holidays"
	"presence/db"
)

// countBatch is how many requests are counted in one transaction.
const countBatch = 1000

// ForgetCounts deletes the stored minutes of all requests, because the statutory holidays are others now: they are computed
// when they are read, and stored again by CountMinutes.
func ForgetCounts(ctx context.Context, tx *db.Tx) error {
	_, err := tx.Exec(ctx, "DELETE FROM leave_counts")
	return err
}

// CountMinutes stores the minutes of up to countBatch requests that are not counted, or have changed since, and returns how many.
func CountMinutes(ctx context.Context, tx *db.Tx, zone *time.Location, closed holidays.Calendar) (n int, err error) {
	rows, err := tx.Query(ctx, `SELECT x.id, x.version, x.start_at, x.end_at FROM leave_requests x
		LEFT JOIN leave_counts c ON c.request_id = x.id
		WHERE `+LiveCondition("x")+` AND (c.version IS NULL OR c.version <> x.version)
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
		first, last := LeaveRequest{Start: start, End: end}.Days(zone)
		TakenDays(closed, start, end, false, zone, first, last, func(_ db.Day, m int64) { minutes += m })
		in.Add(id, version, minutes)
		return nil
	})
	if n = in.Rows(); err != nil || n == 0 {
		return 0, err
	}
	_, err = in.Write(ctx, tx)
	return n, err
}
