package clockings

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/workforce/leaverequests"
	"presence/db"
)

// todayFilter says whose state is read, and when.
type todayFilter struct {
	employees []int64 // these; of the others:
	expected  bool    // those whose planned shift goes on now, and who are not clocked in
	now       db.Instant
	day       db.Day
	from, to  db.Instant // of the day
}

// eachToday calls each for the state of employees whom the actor sees, in one query, those whose planned shift began first before the
// others.
func eachToday(ctx context.Context, q db.Queryer, by auth.Actor, f todayFilter, each func(Today) error) error {
	var w db.Where
	now, from, to := w.Bind(f.now), w.Bind(f.from), w.Bind(f.to)
	day, before, since := w.Bind(f.day), w.Bind(f.day.Add(-1)), w.Bind(f.now.Add(-lately))
	join := "LEFT JOIN"
	if f.expected {
		join = "JOIN"
		w.And("c.id IS NULL AND p.start_at <= " + now + " AND p.end_at > " + now)
	} else {
		w.And("e.id IN ("+q.Dialect().IDs("?")+")", db.IDs(f.employees))
	}
	w.And("e.archived_at IS NULL")
	w.Scope("e.id", by.Visible)
	leave := func(condition string) string {
		return "EXISTS (SELECT 1 FROM leave_requests l WHERE l.employee_id = e.id AND l.start_at < " + to + " AND l.end_at > " + from +
			" AND " + condition + ")"
	}
	// The planned shift is the first that has not ended, also one that began yesterday; else the first of today.
	return db.Stream(scanToday, each)(q.Query(ctx, `SELECT e.id, e.first_name || ' ' || e.last_name, e.phone_number,
		COALESCE(c.start_at, 0), COALESCE(c.break_at, 0),
		COALESCE((SELECT SUM(s.minutes) FROM shifts s WHERE s.employee_id = e.id AND s.day = `+day+` AND s.archived_at IS NULL), 0),
		COALESCE((SELECT MAX(s.end_at) FROM shifts s WHERE s.employee_id = e.id AND s.day = `+day+` AND s.archived_at IS NULL), 0),
		`+leave(leaverequests.ApprovedCondition("l"))+", "+leave(leaverequests.OpenCondition("l"))+`, COALESCE(p.start_at, 0), COALESCE(p.end_at, 0),
		EXISTS (SELECT 1 FROM shifts s WHERE s.employee_id = e.id AND s.start_at > p.start_at - 86400000 AND s.start_at < p.end_at
				AND s.end_at > p.start_at AND s.archived_at IS NULL)
			OR EXISTS (SELECT 1 FROM clockings x WHERE x.employee_id = e.id AND x.start_at > p.start_at - 14400000 AND x.start_at < p.end_at),
		EXISTS (SELECT 1 FROM clockings x WHERE x.employee_id = e.id AND x.start_at > `+since+`)
			OR NOT EXISTS (SELECT 1 FROM shifts s WHERE s.employee_id = e.id AND s.start_at > `+since+` AND s.archived_at IS NULL)
		FROM employees e LEFT JOIN clockings c ON c.employee_id = e.id AND c.end_at IS NULL
		`+join+` published_shifts p ON p.id = (SELECT d.id FROM published_shifts d WHERE d.employee_id = e.id
			AND (d.day = `+day+` OR d.day = `+before+` AND d.end_at > `+now+`) ORDER BY d.end_at <= `+now+`, d.start_at, d.id LIMIT 1)
		WHERE `+w.String()+" ORDER BY COALESCE(p.start_at, 0), e.sort_name, e.id", w.Args()...))
}

func scanToday(row db.Row) (t Today, err error) {
	err = row.Scan(&t.EmployeeID, &t.Name, &t.Phone, &t.In, &t.Break, &t.Worked, &t.Left, &t.Away,
		&t.Asked, &t.From, &t.Until, &t.Came, &t.Clocks)
	return t, err
}

// onLeave lists those in the actor's scope, without the actor, who have approved leave on the day and are not clocked in, each once
// with their leave from its first start to its last end, by name. The total counts those beyond the limit too.
func onLeave(ctx context.Context, q db.Queryer, by auth.Actor, f todayFilter, limit int64) (list []Span, total int, err error) {
	var w db.Where
	w.And("l.start_at < ? AND l.end_at > ? AND "+leaverequests.ApprovedCondition("l"), f.to, f.from)
	w.And("e.archived_at IS NULL AND e.id <> ?", by.EmployeeID)
	w.And("NOT EXISTS (SELECT 1 FROM clockings c WHERE c.employee_id = e.id AND c.end_at IS NULL)")
	w.Scope("e.id", by.Visible)
	list, err = db.Collect(func(row db.Row) (x Span, err error) {
		err = row.Scan(&x.EmployeeID, &x.Name, &x.From, &x.Until, &total)
		return x, err
	})(q.Query(ctx, `SELECT e.id, e.first_name || ' ' || e.last_name, MIN(l.start_at), MAX(l.end_at), COUNT(*) OVER ()
		FROM leave_requests l JOIN employees e ON e.id = l.employee_id WHERE `+w.String()+`
		GROUP BY e.id, e.first_name, e.last_name, e.sort_name ORDER BY e.sort_name, e.id`+db.Limit(w.Bind(limit)), w.Args()...))
	return list, total, err
}

// scheduledLater lists those in the actor's scope, without the actor and those listed, whose next published shift of the day begins after
// now, who are not clocked in and have no approved leave on that day, by the start of the shift. The total counts those beyond the limit
// too.
func scheduledLater(
	ctx context.Context, q db.Queryer, by auth.Actor, f todayFilter, listed []int64, limit int64,
) (list []Span, total int, err error) {
	var w db.Where
	day, start := w.Bind(f.day), w.Bind(f.now)
	w.And("e.archived_at IS NULL AND e.id <> ?", by.EmployeeID)
	w.And("NOT EXISTS (SELECT 1 FROM clockings c WHERE c.employee_id = e.id AND c.end_at IS NULL)")
	w.And("NOT EXISTS (SELECT 1 FROM leave_requests l WHERE l.employee_id = e.id AND l.start_at < ? AND l.end_at > ? AND "+
		leaverequests.ApprovedCondition("l")+")", f.to, f.from)
	w.And("e.id NOT IN ("+q.Dialect().IDs("?")+")", db.IDs(listed))
	w.Scope("e.id", by.Visible)
	list, err = db.Collect(func(row db.Row) (x Span, err error) {
		err = row.Scan(&x.EmployeeID, &x.Name, &x.From, &x.Until, &total)
		return x, err
	})(q.Query(ctx, `SELECT e.id, e.first_name || ' ' || e.last_name, p.start_at, p.end_at, COUNT(*) OVER ()
		FROM employees e JOIN published_shifts p ON p.id = (SELECT d.id FROM published_shifts d WHERE d.employee_id = e.id
			AND d.day = `+day+` AND d.start_at > `+start+` ORDER BY d.start_at, d.id LIMIT 1)
		WHERE `+w.String()+` ORDER BY p.start_at, e.sort_name, e.id`+db.Limit(w.Bind(limit)), w.Args()...))
	return list, total, err
}
