package payperiods

import (
	"context"
	"fmt"

	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// readSheets reads the sheets with activity in the period. For employees without activity it reads the sheet of the staff
// pages.
func readSheets(ctx context.Context, q db.Queryer, b *snapshot, _ readOptions) error {
	columns := fmt.Sprintf(`SELECT t.id, t.employee_id, CASE WHEN t.is_approved THEN %d WHEN %s THEN %d
		WHEN t.submitted_at IS NOT NULL THEN %d ELSE %d END, t.version, t.returned_at IS NOT NULL, COALESCE(t.submitted_at, t.updated_at)`,
		Approved, timesheets.ChangedCondition, Changed, Submitted, Draft)
	active := b.activeSheets()
	if err := readSheetsBy(ctx, q, b, true, columns+` FROM timesheets t WHERE t.id IN (`+q.Dialect().IDs("$1")+`)`,
		db.IDs(active)); err != nil {
		return err
	}
	if len(b.sheets) != len(active) {
		return fmt.Errorf("payperiods: %d of %d timesheets with time in %s are missing", len(active)-len(b.sheets), len(active), b.period.Name())
	}
	return readSheetsBy(ctx, q, b, false, columns+` FROM timesheets t WHERE t.employee_id IN (`+q.Dialect().IDs("$1")+`)
		AND t.period_start = $2 AND t.archived_at IS NULL`, db.IDs(b.withoutSheet()), b.period.Start)
}

func readSheetsBy(ctx context.Context, q db.Queryer, b *snapshot, active bool, query string, args ...any) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		s := Sheet{Active: active}
		err := rows.Scan(&s.ID, &s.EmployeeID, &s.State, &s.Version, &s.Returned, &s.Since)
		b.sheets[s.ID] = s
		return err
	})
}

// listCandidates returns the sheets in the actor's scope with a shift or an expense in the period (W6), sorted by id.
func listCandidates(ctx context.Context, q db.Queryer, by auth.Actor, p Period) ([]candidate, error) {
	visible, seen := by.Visible("t.employee_id", 3)
	approvable, args := by.Approvable("t.employee_id", 3+len(seen))
	weeks := p.Weeks()
	args = append(append([]any{weeks[0], weeks[1]}, seen...), args...)
	rows, err := q.Query(ctx,
		`SELECT t.id, t.version, t.is_approved, t.submitted_at IS NOT NULL, COALESCE(t.approved_at, 0), COALESCE(t.approved_by, ''), `+approvable+
			` FROM timesheets t
		WHERE t.archived_at IS NULL AND `+visible+` AND t.id IN (
			SELECT timesheet_id FROM shift_weeks WHERE shifts > 0 AND week BETWEEN $1 AND $2
			UNION SELECT timesheet_id FROM expenses WHERE archived_at IS NULL AND week BETWEEN $1 AND $2)
		ORDER BY t.id`, args...)
	if err != nil {
		return nil, err
	}
	var list []candidate
	err = db.ForEachRow(rows, func() error {
		var c candidate
		err := rows.Scan(&c.id, &c.version, &c.approved, &c.submitted, &c.approvedAt, &c.approvedBy, &c.approvable)
		list = append(list, c)
		return err
	})
	return list, err
}
