package mytime

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// owner reads an employee in the actor's scope, archived or not.
func owner(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (o Owner, err error) {
	var w db.Where
	w.And("id = ?", id)
	w.Scope("id", by.Visible)
	err = q.QueryRow(ctx, "SELECT id, first_name || ' ' || last_name, first_work_day, last_work_day, archived_at IS NOT NULL "+
		"FROM employees WHERE "+w.String(),
		w.Args()...).Scan(&o.ID, &o.Name, &o.FirstDay, &o.LastDay, &o.Archived)
	if errors.Is(err, sql.ErrNoRows) {
		return o, errs.NotFound("employee")
	}
	return o, err
}

const sheets = `SELECT t.id, t.employee_id, t.period_start, t.is_approved, COALESCE(t.approved_at, 0), COALESCE(t.submitted_at, 0),
		t.supervisor_comment, t.version, COALESCE(t.returned_at, 0),
		COALESCE(e.first_name || ' ' || e.last_name, NULLIF(p.name, ''), p.email, ''), t.aged_at IS NOT NULL
	FROM timesheets t LEFT JOIN people p ON p.id = t.approved_by LEFT JOIN employees e ON e.user_id = t.approved_by
	WHERE `

func scanSheet(r db.Row) (s Sheet, err error) {
	err = r.Scan(&s.ID, &s.EmployeeID, &s.PeriodStart, &s.Approved, &s.ApprovedAt, &s.SubmittedAt, &s.Comment, &s.Version, &s.ReturnedAt,
		&s.Approver, &s.Aged)
	return s, err
}

// listSheets lists the owner's sheets of a period, by id. The caller has already checked that the actor may see the owner.
func listSheets(ctx context.Context, q db.Queryer, ownerID int64, p payperiods.Period) (list []Sheet, err error) {
	return db.Collect(scanSheet)(q.Query(ctx, sheets+`t.employee_id = $1 AND t.archived_at IS NULL AND (t.period_start = $2
			OR EXISTS (SELECT 1 FROM shifts x WHERE x.timesheet_id = t.id AND x.archived_at IS NULL AND x.day BETWEEN $2 AND $3)
			OR EXISTS (SELECT 1 FROM expenses x WHERE x.timesheet_id = t.id AND x.archived_at IS NULL AND x.day BETWEEN $2 AND $3))
		ORDER BY t.id`, ownerID, p.Start, p.End))
}

// sheet reads a sheet in the actor's scope, including one that was archived with its period (W11).
func sheet(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Sheet, error) {
	var w db.Where
	w.And("t.id = ? AND t.archived_at IS NULL", id)
	w.Scope("t.employee_id", by.Visible)
	s, err := scanSheet(q.QueryRow(ctx, sheets+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		return s, errs.NotFound("timesheet")
	}
	return s, err
}

// leaveSpan is approved or pending leave.
type leaveSpan struct {
	kind       string
	code       int64
	start, end db.Instant
	approved   bool
}

// listLeave lists the owner's leave between two instants, by start.
func listLeave(ctx context.Context, q db.Queryer, ownerID int64, from, to db.Instant) ([]leaveSpan, error) {
	return db.Collect(func(r db.Row) (l leaveSpan, err error) {
		err = r.Scan(&l.kind, &l.code, &l.start, &l.end, &l.approved)
		return l, err
	})(q.Query(ctx, `SELECT leave_type, bank_code_id, start_at, end_at, `+leaverequests.IsApproved("l")+` FROM leave_requests l
		WHERE employee_id = $1 AND start_at < $2 AND end_at > $3 AND `+leaverequests.LiveCondition("l")+" ORDER BY start_at, id", ownerID, to, from))
}

// listCodes reads all bank codes, including archived ones, which old lines still use.
func listCodes(ctx context.Context, q db.Queryer) (map[int64]Code, error) {
	codes := map[int64]Code{}
	scan := func(r db.Row) (c Code, err error) {
		err = r.Scan(&c.ID, &c.Kind, &c.Category, &c.Name, &c.Modifier, &c.Live)
		return c, err
	}
	return codes, db.Stream(scan, func(c Code) error {
		codes[c.ID] = c
		return nil
	})(q.Query(ctx, "SELECT id, "+bankcodes.FoldSQL("type")+", categorie, bank_code, modifier, archived_at IS NULL FROM bank_codes"))
}

// lastDay returns the latest day with a line on the sheet; zero for an empty sheet.
func lastDay(ctx context.Context, q db.Queryer, sheetID int64) (d db.Day, err error) {
	err = q.QueryRow(ctx, `SELECT MAX(day) FROM (SELECT day FROM shifts WHERE timesheet_id = $1 AND archived_at IS NULL
		UNION ALL SELECT day FROM expenses WHERE timesheet_id = $1 AND archived_at IS NULL) x`, sheetID).Scan(&d)
	return d, err
}
