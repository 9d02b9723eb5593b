package activities

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

func employeeName(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (name string, err error) {
	var w db.Where
	w.And("id = ?", id)
	w.Scope("id", by.Visible)
	err = q.QueryRow(ctx, "SELECT first_name || ' ' || last_name FROM employees WHERE "+w.String(), w.Args()...).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("employee")
	}
	return name, err
}

func costs(ctx context.Context, q db.Queryer, employeeID int64) ([]HourlyCost, error) {
	return db.Collect(func(row db.Row) (c HourlyCost, err error) {
		err = row.Scan(&c.From, &c.Cents)
		return c, err
	})(q.Query(ctx, "SELECT from_day, cents FROM hourly_costs WHERE employee_id = $1 ORDER BY from_day DESC", employeeID))
}

func setCost(ctx context.Context, tx *db.Tx, employeeID int64, c HourlyCost, at db.Instant) error {
	if c.Cents == 0 {
		_, err := tx.Exec(ctx, "DELETE FROM hourly_costs WHERE employee_id = $1 AND from_day = $2", employeeID, c.From)
		return err
	}
	_, err := tx.Exec(ctx, `INSERT INTO hourly_costs (employee_id, from_day, cents, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (employee_id, from_day) DO UPDATE SET cents = excluded.cents`, employeeID, c.From, c.Cents, at)
	return err
}
