package clockings

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

const columns = `c.id, c.employee_id, c.bank_code_id, c.start_at, COALESCE(c.end_at, 0), COALESCE(c.break_at, 0), c.breaks,
	COALESCE(c.shift_id, 0), c.refusal, c.start_kiosk, c.end_kiosk, COALESCE(c.handed_over_at, 0), c.ahead, c.rule_breaks,
	COALESCE(c.customer_id, 0), COALESCE(c.activity_id, 0), c.version, c.updated_at`

func scan(row db.Row) (c Clocking, err error) {
	err = row.Scan(&c.ID, &c.EmployeeID, &c.BankCodeID, &c.Start, &c.End, &c.Break, &c.Breaks, &c.ShiftID, &c.Refusal, &c.StartKiosk,
		&c.EndKiosk, &c.HandedOver, &c.Ahead, &c.RuleBreaks, &c.Job.CustomerID, &c.Job.ActivityID, &c.Version, &c.UpdatedAt)
	return c, err
}

func (f Filter) where(by auth.Actor) *db.Where {
	w := &db.Where{}
	w.And("c.id > ?", f.After)
	if f.EmployeeID != 0 {
		w.And("c.employee_id = ?", f.EmployeeID)
	}
	switch f.State {
	case StateRunning:
		w.And("c.end_at IS NULL")
	case StateRefused:
		w.And("c.refusal <> ''")
	}
	w.Scope("c.employee_id", by.Visible)
	return w
}

func list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(Clocking) error) error {
	w := f.where(by)
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+" FROM clockings c WHERE "+w.String()+
		" ORDER BY c.id"+db.Limit(w.Bind(f.Rows)), w.Args()...))
}

// open returns what an employee has to do with: the clocking that goes on, and those that became no shift, the first of them up to a
// number, sorted by id.
func open(ctx context.Context, q db.Queryer, employeeID int64, refused int) ([]Clocking, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM clockings c WHERE c.employee_id = $1 AND c.end_at IS NULL UNION ALL SELECT "+
		columns+` FROM clockings c WHERE c.id IN (SELECT id FROM clockings WHERE employee_id = $1 AND refusal <> '' ORDER BY id LIMIT CAST($2 AS BIGINT))
		ORDER BY 1`, employeeID, refused))
}

// countRefused returns how many clockings of an employee became no shift and are not settled.
func countRefused(ctx context.Context, q db.Queryer, employeeID int64) (n int, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM clockings WHERE employee_id = $1 AND refusal <> ''", employeeID).Scan(&n)
	return n, err
}

func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Clocking, error) {
	var w db.Where
	w.And("c.id = ?", id)
	w.Scope("c.employee_id", by.Visible)
	return one(q.QueryRow(ctx, "SELECT "+columns+" FROM clockings c WHERE "+w.String(), w.Args()...))
}

func one(row *sql.Row) (Clocking, error) {
	c, err := scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound(Kind)
	}
	return c, err
}

// lockRunning locks an employee's clock, and returns the clocking that goes on; NotFound if there is none.
func lockRunning(ctx context.Context, tx *db.Tx, employeeID int64) (Clocking, error) {
	if err := tx.LockRows(ctx, "employees", employeeID); err != nil {
		return Clocking{}, err
	}
	return one(tx.QueryRow(ctx, "SELECT "+columns+" FROM clockings c WHERE c.employee_id = $1 AND c.end_at IS NULL", employeeID))
}

// lock locks the clock of the employee whose clocking it is, and returns the clocking in the actor's scope.
func lock(ctx context.Context, tx *db.Tx, by auth.Actor, id int64) (Clocking, error) {
	c, err := byID(ctx, tx, by, id)
	if err != nil {
		return c, err
	}
	if err := tx.LockRows(ctx, "employees", c.EmployeeID); err != nil {
		return c, err
	}
	return byID(ctx, tx, by, id)
}

// insert stores a clocking that begins: its employee, task, start and kiosk are given.
func insert(ctx context.Context, tx *db.Tx, c Clocking, now db.Instant) (Clocking, error) {
	c.Version, c.UpdatedAt = 1, now
	err := tx.QueryRow(ctx, `INSERT INTO clockings (employee_id, bank_code_id, start_at, start_kiosk, created_at, updated_at, customer_id, activity_id)
		VALUES ($1, $2, $3, $4, $5, $5, NULLIF(CAST($6 AS BIGINT), 0), NULLIF(CAST($7 AS BIGINT), 0)) RETURNING id`, c.EmployeeID, c.BankCodeID,
		c.Start, c.StartKiosk, now, c.Job.CustomerID, c.Job.ActivityID).Scan(&c.ID)
	return c, err
}

func save(ctx context.Context, tx *db.Tx, c Clocking, now db.Instant) (Clocking, error) {
	c.Version, c.UpdatedAt = c.Version+1, now
	_, err := tx.Exec(ctx, `UPDATE clockings SET end_at = NULLIF(CAST($2 AS BIGINT), 0), break_at = NULLIF(CAST($3 AS BIGINT), 0), breaks = $4,
		shift_id = NULLIF(CAST($5 AS BIGINT), 0), refusal = $6, end_kiosk = $7, updated_at = $8, version = $9,
		rule_breaks = $10 WHERE id = $1`,
		c.ID, c.End, c.Break, c.Breaks, c.ShiftID, c.Refusal, c.EndKiosk, c.UpdatedAt, c.Version, c.RuleBreaks)
	return c, err
}

// latest is how many shifts of an employee are looked at for the codes that they used last.
const latest = 200

// taskCodes lists the live codes of shifts: those that the employee used last, the latest first, then the others by name.
func taskCodes(ctx context.Context, q db.Queryer, employeeID int64) ([]Task, error) {
	return db.Collect(func(row db.Row) (t Task, err error) {
		err = row.Scan(&t.ID, &t.Type, &t.Code, &t.Used)
		return t, err
	})(q.Query(ctx, `SELECT b.id, `+bankcodes.FoldSQL("b.type")+`, b.bank_code, COALESCE(u.at, 0) FROM bank_codes b LEFT JOIN (
			SELECT bank_code_id, MAX(start_at) AS at FROM (
				SELECT bank_code_id, start_at FROM (SELECT bank_code_id, start_at FROM shifts WHERE employee_id = $1 AND archived_at IS NULL
					ORDER BY start_at DESC LIMIT CAST($2 AS BIGINT)) s
				UNION ALL SELECT bank_code_id, start_at FROM (SELECT bank_code_id, start_at FROM clockings WHERE employee_id = $1
					ORDER BY id DESC LIMIT 1) k
			) x GROUP BY bank_code_id
		) u ON u.bank_code_id = b.id
		WHERE b.archived_at IS NULL AND b.categorie = $3 ORDER BY COALESCE(u.at, 0) DESC, b.bank_code, b.id`,
		employeeID, latest, bankcodes.ForShift))
}

// ByShift returns an employee's clockings that became shifts and began at from or later, by the ids of the shifts, without checking any
// scope.
func ByShift(ctx context.Context, q db.Queryer, employeeID int64, from db.Instant) (map[int64]Clocking, error) {
	list, err := db.Collect(scan)(q.Query(ctx, "SELECT "+columns+` FROM clockings c
		WHERE c.employee_id = $1 AND c.start_at >= $2 AND c.shift_id IS NOT NULL`, employeeID, from))
	found := map[int64]Clocking{}
	for _, c := range list {
		found[c.ShiftID] = c
	}
	return found, err
}

// BecameShift reports whether a shift was stamped with the clock, without checking any scope.
func BecameShift(ctx context.Context, q db.Queryer, shiftID int64) (stamped bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM clockings WHERE shift_id = $1)", shiftID).Scan(&stamped)
	return stamped, err
}

// names returns the names of the employees whose clockings these are, in the actor's scope, by the ids of the clockings.
func names(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) (map[int64]string, error) {
	var w db.Where
	w.And("c.id IN ("+q.Dialect().IDs("?")+")", db.IDs(ids))
	w.Scope("c.employee_id", by.Visible)
	return db.ReadMap[int64, string](q.Query(ctx, "SELECT c.id, e.first_name || ' ' || e.last_name FROM clockings c JOIN employees e "+
		"ON e.id = c.employee_id WHERE "+w.String(), w.Args()...))
}

// countPresent counts the clockings that go on in the actor's scope, without the actor's own.
func countPresent(ctx context.Context, q db.Queryer, by auth.Actor) (all, paused int, err error) {
	var w db.Where
	w.And("c.end_at IS NULL AND c.employee_id <> ?", by.EmployeeID)
	w.Scope("c.employee_id", by.Visible)
	err = q.QueryRow(ctx, "SELECT COUNT(*), COUNT(c.break_at) FROM clockings c WHERE "+w.String(), w.Args()...).Scan(&all, &paused)
	return all, paused, err
}

// present lists the clockings that go on in the actor's scope, without the actor's own, those on a break or the others: those that began
// before a time, then the rest, each by name.
func present(ctx context.Context, q db.Queryer, by auth.Actor, paused bool, before db.Instant, limit, skip int64) ([]Present, error) {
	var w db.Where
	w.And("c.end_at IS NULL AND c.employee_id <> ?", by.EmployeeID)
	if paused {
		w.And("c.break_at IS NOT NULL")
	} else {
		w.And("c.break_at IS NULL")
	}
	w.Scope("c.employee_id", by.Visible)
	return db.Collect(func(row db.Row) (p Present, err error) {
		p.Clocking, err = scan(db.ExtendRow(row, &p.Name, &p.Task.Type, &p.Task.Code))
		return p, err
	})(q.Query(ctx, "SELECT "+columns+`, e.first_name || ' ' || e.last_name, `+bankcodes.FoldSQL("b.type")+`, b.bank_code
		FROM clockings c JOIN employees e ON e.id = c.employee_id JOIN bank_codes b ON b.id = c.bank_code_id
		WHERE `+w.String()+" ORDER BY c.start_at >= "+w.Bind(before)+", e.sort_name, e.id"+db.Limit(w.Bind(limit))+
		" OFFSET CAST("+w.Bind(skip)+" AS BIGINT)", w.Args()...))
}
