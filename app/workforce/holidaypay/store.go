package holidaypay

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

// selected is the beginning of a query whose rows scan reads.
const selected = `SELECT h.id, h.employee_id, e.first_name || ' ' || e.last_name, h.bank_code_id, h.day, h.minutes, h.counted, h.unpaid, h.version,
	h.updated_at FROM holiday_pay h JOIN employees e ON e.id = h.employee_id WHERE `

func scan(row db.Row) (p Pay, err error) {
	err = row.Scan(&p.ID, &p.EmployeeID, &p.Employee, &p.BankCodeID, &p.Day, &p.Minutes, &p.Counted, &p.Unpaid, &p.Version, &p.UpdatedAt)
	return p, err
}

// Between calls each for what the employees in a scope are paid for the holidays from one day to another, sorted by employee and day. The
// name is left out.
func Between(ctx context.Context, q db.Queryer, from, to db.Day, scope Scope, each func(Pay)) error {
	cond, args := scope("h.employee_id", 3)
	return db.Stream(func(r db.Row) (p Pay, err error) {
		err = r.Scan(&p.ID, &p.EmployeeID, &p.BankCodeID, &p.Day, &p.Minutes, &p.Counted, &p.Unpaid, &p.Version, &p.Worked)
		return p, err
	}, func(p Pay) error {
		each(p)
		return nil
	})(q.Query(ctx, `SELECT h.id, h.employee_id, h.bank_code_id, h.day, h.minutes, h.counted, h.unpaid, h.version,
			COALESCE((SELECT CAST(SUM(s.minutes) AS BIGINT) FROM shifts s JOIN bank_codes c ON c.id = s.bank_code_id
				WHERE s.employee_id = h.employee_id AND s.day = h.day AND s.archived_at IS NULL
				AND `+bankcodes.FoldSQL("c.type")+" <> '"+bankcodes.Overtime+`'), 0)
		FROM holiday_pay h WHERE h.day BETWEEN $1 AND $2 AND `+cond+` ORDER BY h.employee_id, h.day`, append([]any{from, to}, args...)...))
}

func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Pay, error) {
	var w db.Where
	w.And("h.id = ?", id)
	w.Scope("h.employee_id", by.Visible)
	p, err := scan(q.QueryRow(ctx, selected+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("pay of a holiday")
	}
	return p, err
}

// byIDs returns those of the pays with these ids that are in the actor's scope.
func byIDs(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) ([]Pay, error) {
	var w db.Where
	w.And("h.id IN ("+q.Dialect().IDs("?")+")", db.IDs(ids))
	w.Scope("h.employee_id", by.Visible)
	return db.Collect(scan)(q.Query(ctx, selected+w.String(), w.Args()...))
}

func list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(Pay) error) error {
	var w db.Where
	w.And("h.id > ?", f.After)
	w.And("h.updated_at >= ?", f.Since)
	if f.EmployeeID != 0 {
		w.And("h.employee_id = ?", f.EmployeeID)
	}
	if !f.From.IsZero() {
		w.And("h.day >= ?", f.From)
	}
	if !f.To.IsZero() {
		w.And("h.day <= ?", f.To)
	}
	w.Scope("h.employee_id", by.Visible)
	limit := db.Limit(w.Bind(f.Rows))
	return db.Stream(scan, each)(q.Query(ctx, selected+w.String()+" ORDER BY h.id"+limit, w.Args()...))
}

func setUnpaid(ctx context.Context, tx *db.Tx, id int64, unpaid bool, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE holiday_pay SET unpaid = $2, version = version + 1, updated_at = $3 WHERE id = $1`, id, unpaid, int64(at))
	return err
}

// Store saves what the program has computed of a holiday: for employees who have no pay of that day a new one, for the others the bank
// code and the minutes. Whether it is paid stays as it is.
func Store(ctx context.Context, tx *db.Tx, computed []Pay, at db.Instant) error {
	in := db.Insert{Into: "INSERT INTO holiday_pay (employee_id, day, bank_code_id, minutes, counted, created_at, updated_at)",
		Conflict: `ON CONFLICT (employee_id, day) DO UPDATE SET bank_code_id = excluded.bank_code_id, minutes = excluded.minutes,
			counted = excluded.counted, updated_at = excluded.updated_at, version = holiday_pay.version + 1`}
	for _, p := range computed {
		in.Add(p.EmployeeID, p.Day, p.BankCodeID, p.Minutes, p.Counted, int64(at), int64(at))
	}
	_, err := in.Write(ctx, tx)
	return err
}
