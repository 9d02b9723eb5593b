package payperiods

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"presence/app/platform/audit"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

// codeKind is what lines depend on of a bank code.
type codeKind struct {
	ID       int64
	Kind     string // its type, folded
	Modifier int64  // of a mileage code
}

// readKinds returns the kinds of all bank codes, live and archived, by id.
func readKinds(ctx context.Context, q db.Queryer) ([]codeKind, error) {
	return db.Collect(func(row db.Row) (c codeKind, err error) {
		err = row.Scan(&c.ID, &c.Kind, &c.Modifier)
		if c.Kind = bankcodes.Fold(c.Kind); !IsMileage(c.Kind) {
			c.Modifier = 0
		}
		return c, err
	})(q.Query(ctx, "SELECT id, type, modifier FROM bank_codes ORDER BY id"))
}

// readChangedLeave returns the days of the leave that changed at or after an instant: for each request, all days that it was ever for. A
// request that was approved may have been moved or deleted since, so the days before are read from its entries in the audit log.
func readChangedLeave(ctx context.Context, q db.Queryer, since db.Instant, zone *time.Location) ([]days, error) {
	asked := map[string]*days{}
	widen := func(record string, at db.Instant) {
		day := db.DayOf(at.Time().In(zone))
		switch d := asked[record]; {
		case d == nil:
			asked[record] = &days{day, day}
		case day.Before(d.from):
			d.from = day
		case day.After(d.to):
			d.to = day
		}
	}
	ids, err := readLeaveEntries(ctx, q, since, widen)
	if err != nil {
		return nil, err
	}
	rows, err := q.Query(ctx, `SELECT id, start_at, end_at FROM leave_requests WHERE id IN (`+q.Dialect().IDs("$1")+`)
		UNION ALL SELECT id, start_at, end_at FROM leave_requests WHERE updated_at >= $2 AND archived_at IS NULL AND aged_at IS NULL`,
		db.IDs(ids), since)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		var id int64
		var start, end db.Instant
		err := rows.Scan(&id, &start, &end)
		widen(strconv.FormatInt(id, 10), start)
		widen(strconv.FormatInt(id, 10), end)
		return err
	})
	list := make([]days, 0, len(asked))
	for _, d := range asked {
		list = append(list, *d)
	}
	return list, err
}

// readLeaveEntries calls widen with each start and end that is named in the audit log of the requests which have an entry at or after an
// instant, and returns the ids of these requests. Entries are found by their time, as those of all leave are many.
func readLeaveEntries(ctx context.Context, q db.Queryer, since db.Instant, widen func(record string, at db.Instant)) ([]int64, error) {
	rows, err := q.Query(ctx, `SELECT a.record_id, a.changes FROM audit_log a WHERE a.kind = 'leave_request' AND a.record_id IN (
		SELECT b.record_id FROM audit_log b WHERE b.at >= $1 AND b.kind || '' = 'leave_request')`, since)
	if err != nil {
		return nil, err
	}
	var ids []int64
	err = db.ForEachRow(rows, func() error {
		var record string
		changes, err := scanChanges(rows, &record)
		if err != nil {
			return err
		}
		times, err := changedTimes(changes, "start_date_time", "end_date_time")
		if err != nil {
			return err
		}
		for _, at := range times {
			widen(record, db.InstantOf(at))
		}
		id, err := strconv.ParseInt(record, 10, 64)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// readChangedHolidays returns the holidays of which what is paid may have changed at or after an instant, or how it counts toward the
// weekly limit of overtime: that depends on the shifts of the day, also on those which are not approved.
func readChangedHolidays(ctx context.Context, q db.Queryer, since db.Instant) ([]days, error) {
	touched, err := db.ReadColumn[db.Day](q.Query(ctx, `SELECT day FROM holiday_pay WHERE updated_at >= $1
		UNION SELECT day FROM shifts WHERE updated_at >= $1 AND archived_at IS NULL AND aged_at IS NULL
		UNION SELECT day FROM shifts WHERE COALESCE(archived_at, aged_at) >= $1 AND (archived_at IS NOT NULL OR aged_at IS NOT NULL)`, since))
	if err != nil {
		return nil, err
	}
	moved, err := readMovedShifts(ctx, q, since)
	if err != nil {
		return nil, err
	}
	paid, err := db.ReadColumn[db.Day](q.Query(ctx, "SELECT DISTINCT day FROM holiday_pay"))
	var list []days
	for _, day := range paid {
		if slices.Contains(touched, day) || slices.Contains(moved, day) {
			list = append(list, days{day, day})
		}
	}
	return list, err
}

// readMovedShifts returns the days that are named in the entries of the audit log about shifts which were changed or deleted at or after an
// instant: the row of such a shift no longer has the day before.
func readMovedShifts(ctx context.Context, q db.Queryer, since db.Instant) (moved []db.Day, err error) {
	rows, err := q.Query(ctx, "SELECT changes FROM audit_log WHERE at >= $1 AND kind || '' = 'shift' AND action <> 'created'", since)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		changes, err := scanChanges(rows)
		if err != nil {
			return err
		}
		times, err := changedTimes(changes, "date") // as audit.Day writes them
		for _, at := range times {
			moved = append(moved, db.DayOf(at))
		}
		return err
	})
	return moved, err
}

// changedTimes returns the values of fields before and after a change, those that are times.
func changedTimes(changes audit.Changes, fields ...string) (times []time.Time, err error) {
	for _, field := range fields {
		for _, value := range changes[field] {
			if text, is := value.(string); is && err == nil {
				var at time.Time
				at, err = time.Parse(time.RFC3339, text)
				times = append(times, at)
			}
		}
	}
	return times, err
}

// scanChanges reads the changes of an entry of the audit log, the last column of a row, after the columns for into.
func scanChanges(row db.Row, into ...any) (changes audit.Changes, err error) {
	var text string
	if err := row.Scan(append(into, &text)...); err != nil {
		return nil, err
	}
	err = json.Unmarshal([]byte(text), &changes)
	return changes, err
}
