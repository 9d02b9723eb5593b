package mytime

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/auth"
	"presence/app/errs"
	"presence/app/payperiods"
	"presence/db"
)

// owner is an employee in the actor's scope, archived or not.
func owner(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (o Owner, err error) {
	var w db.Where
	w.And("id = ?", id)
	w.Scope("id", by.Visible)
	err = q.QueryRow(ctx, "SELECT id, first_name || ' ' || last_name, first_work_day, last_work_day, archived_at IS NOT NULL FROM employees WHERE "+w.String(),
		w.Args()...).Scan(&o.ID, &o.Name, &o.FirstDay, &o.LastDay, &o.Archived)
	if errors.Is(err, sql.ErrNoRows) {
		return o, errs.Missing("employee")
	}
	return o, err
}

// sheetsIn are the owner's sheets of a period, by id. Whether the actor may see the owner was settled before.
func sheetsIn(ctx context.Context, q db.Queryer, ownerID int64, p payperiods.Period) (list []Sheet, err error) {
	rows, err := q.Query(ctx, `SELECT t.id, t.employee_id, t.period_start, t.is_approved, COALESCE(t.approved_at, 0), COALESCE(t.submitted_at, 0),
			t.supervisor_comment, t.version, COALESCE(e.first_name || ' ' || e.last_name, p.name, '')
		FROM timesheets t LEFT JOIN people p ON p.id = t.approved_by LEFT JOIN employees e ON e.user_id = t.approved_by
		WHERE t.employee_id = $1 AND t.archived_at IS NULL AND (t.period_start = $2
			OR EXISTS (SELECT 1 FROM shifts x WHERE x.timesheet_id = t.id AND x.archived_at IS NULL AND x.day BETWEEN $2 AND $3)
			OR EXISTS (SELECT 1 FROM expenses x WHERE x.timesheet_id = t.id AND x.archived_at IS NULL AND x.day BETWEEN $2 AND $3))
		ORDER BY t.id`, ownerID, p.Start, p.End)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s Sheet
		if err := rows.Scan(&s.ID, &s.EmployeeID, &s.PeriodStart, &s.Approved, &s.ApprovedAt, &s.SubmittedAt, &s.Comment, &s.Version, &s.Approver); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, rows.Err()
}

// allCodes reads archived ones too: old lines keep their code.
func allCodes(ctx context.Context, q db.Queryer) (map[int64]Code, error) {
	rows, err := q.Query(ctx, "SELECT id, LOWER(type), categorie, bank_code, modifier, archived_at IS NULL FROM bank_codes")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	codes := map[int64]Code{}
	for rows.Next() {
		var c Code
		if err := rows.Scan(&c.ID, &c.Kind, &c.Category, &c.Name, &c.Modifier, &c.Live); err != nil {
			return nil, err
		}
		codes[c.ID] = c
	}
	return codes, rows.Err()
}

// lastCode is the code of the owner's latest shift, 0 without one.
func lastCode(ctx context.Context, q db.Queryer, ownerID int64) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT bank_code_id FROM shifts WHERE employee_id = $1 AND archived_at IS NULL ORDER BY start_at DESC LIMIT 1", ownerID).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// lastDay is the latest day with something on the sheet, none for an empty one.
func lastDay(ctx context.Context, q db.Queryer, sheetID int64) (d db.Day, err error) {
	err = q.QueryRow(ctx, `SELECT MAX(day) FROM (SELECT day FROM shifts WHERE timesheet_id = $1 AND archived_at IS NULL
		UNION ALL SELECT day FROM expenses WHERE timesheet_id = $1 AND archived_at IS NULL) x`, sheetID).Scan(&d)
	return d, err
}
