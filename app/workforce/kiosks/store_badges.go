package kiosks

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

const badgeColumns = `e.id, e.first_name || ' ' || e.last_name, COALESCE(b.number, ''), COALESCE(b.pin_hash, ''), COALESCE(b.wrong, 0),
	COALESCE(b.locked_until, 0), COALESCE(b.lock_kiosk, 0), COALESCE(b.version, 0)`

func scanBadge(row db.Row) (b Badge, err error) {
	err = row.Scan(&b.EmployeeID, &b.Name, &b.Number, &b.pinHash, &b.wrong, &b.LockedUntil, &b.kioskOfLock, &b.Version)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("employee")
	}
	b.HasPIN = b.pinHash != ""
	return b, err
}

// badgeOf returns the badge of an employee, live or archived; one of version 0 if they have none.
func badgeOf(ctx context.Context, q db.Queryer, employee int64) (Badge, error) {
	return scanBadge(q.QueryRow(ctx, "SELECT "+badgeColumns+" FROM employees e LEFT JOIN badges b ON b.employee_id = e.id WHERE e.id = $1",
		employee))
}

// lockBadge locks the employee, and with it the badge, and returns it.
func lockBadge(ctx context.Context, tx *db.Tx, employee int64) (Badge, error) {
	if err := tx.LockRows(ctx, "employees", employee); err != nil {
		return Badge{}, err
	}
	return badgeOf(ctx, tx, employee)
}

// saveBadge stores the number, the PIN and its lock. A screen that is open is over.
func saveBadge(ctx context.Context, tx *db.Tx, b Badge, at db.Instant) error {
	_, err := tx.Exec(ctx, `INSERT INTO badges (employee_id, number, pin_hash, wrong, locked_until, created_at, updated_at, version)
		VALUES ($1, NULLIF(CAST($2 AS TEXT), ''), $3, $4, $5, $6, $6, $7)
		ON CONFLICT (employee_id) DO UPDATE SET number = excluded.number, pin_hash = excluded.pin_hash, wrong = excluded.wrong,
			locked_until = excluded.locked_until, proof_hash = NULL, updated_at = excluded.updated_at, version = excluded.version`,
		b.EmployeeID, b.Number, b.pinHash, b.wrong, b.LockedUntil, at, b.Version)
	return err
}

// countWrong stores how many PINs in a row were wrong, and the lock.
func countWrong(ctx context.Context, tx *db.Tx, b Badge) error {
	_, err := tx.Exec(ctx, `UPDATE badges SET wrong = $2, locked_until = $3, lock_kiosk = $4, version = $5 WHERE employee_id = $1`,
		b.EmployeeID, b.wrong, b.LockedUntil, db.NilIfZero(b.kioskOfLock), b.Version)
	return err
}

// lockedByKiosk returns the ids of the employees whose PIN is locked at a time because of wrong ones on a kiosk, in ascending order.
func lockedByKiosk(ctx context.Context, q db.Queryer, kiosk int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(q.Query(ctx, "SELECT employee_id FROM badges WHERE lock_kiosk = $1 AND locked_until > $2 ORDER BY employee_id", kiosk, at))
}

// openScreen stores the token of the screen that a right PIN opened, in the place of one before, and that no PIN was wrong since.
func openScreen(ctx context.Context, tx *db.Tx, employee, kiosk int64, proof []byte, until db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE badges SET wrong = 0, proof_hash = $2, proof_kiosk = $3, proof_until = $4 WHERE employee_id = $1",
		employee, proof, kiosk, until)
	return err
}

// screenOpen is the condition on the badge whose screen on a kiosk ($2) has a token ($1) at a time ($3).
const screenOpen = ` proof_hash = $1 AND proof_kiosk = $2 AND proof_until > $3
	AND EXISTS (SELECT 1 FROM kiosks k WHERE k.id = $2 AND k.revoked_at IS NULL)`

// takeProof returns the employee whose screen on a kiosk has a token, and makes the token void.
func takeProof(ctx context.Context, tx *db.Tx, proof []byte, kiosk int64, at db.Instant) (employee int64, err error) {
	err = tx.QueryRow(ctx, "UPDATE badges SET proof_hash = NULL WHERE"+screenOpen+" RETURNING employee_id", proof, kiosk, at).Scan(&employee)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound(badgeKind)
	}
	return employee, err
}

// stamper is an employee who can stamp at a kiosk.
type stamper struct {
	Named
	first    string
	person   string
	email    string
	language i18n.Lang
	badge    Badge
}

// actor returns the employee as the actor of stamps at a kiosk, with the role of an employee whatever theirs is: only their own clock can
// be changed there.
func (e stamper) actor(k Kiosk, from auth.Actor) auth.Actor {
	return auth.Actor{PersonID: e.person, EmployeeID: e.ID, Name: e.Name, Email: e.email, Role: auth.Employee, Language: e.language,
		Via: "kiosk", Kiosk: k.Name, IP: from.IP, RequestID: from.RequestID}
}

// stampers is what a query of those who can stamp at a kiosk selects from: those with a PIN who have not left and may sign in.
const stampers = ` FROM badges b JOIN employees e ON e.id = b.employee_id JOIN people p ON p.id = e.user_id
	WHERE b.pin_hash <> '' AND e.archived_at IS NULL AND p.disabled_at IS NULL `

// selectStamper is the beginning of a query whose rows scanStamper reads.
const selectStamper = "SELECT " + badgeColumns + ", e.first_name, p.id, p.email, p.language" + stampers

func scanStamper(row db.Row) (e stamper, err error) {
	e.badge, err = scanBadge(db.ExtendRow(row, &e.first, &e.person, &e.email, (*string)(&e.language)))
	e.ID, e.Name = e.badge.EmployeeID, e.badge.Name
	return e, err
}

func stamperByID(ctx context.Context, q db.Queryer, id int64) (stamper, error) {
	return scanStamper(q.QueryRow(ctx, selectStamper+"AND e.id = $1", id))
}

// stamperOf returns the employee whose screen on a kiosk has a token.
func stamperOf(ctx context.Context, q db.Queryer, proof []byte, kiosk int64, at db.Instant) (stamper, error) {
	return scanStamper(q.QueryRow(ctx, selectStamper+"AND"+screenOpen, proof, kiosk, at))
}

// stamperBy returns the employee of a claim.
func stamperBy(ctx context.Context, q db.Queryer, c Claim) (stamper, error) {
	if number := CleanNumber(c.Number); number != "" {
		return scanStamper(q.QueryRow(ctx, selectStamper+"AND b.number = $1", number))
	}
	return stamperByID(ctx, q, c.EmployeeID)
}

// listEmployees lists those who can stamp and whose first or last name begins with a folded text.
func listEmployees(ctx context.Context, q db.Queryer, text string, limit, skip int64) (list []Named, all int64, err error) {
	first, later := db.Beginning(text), db.Containing(" "+text)
	const where = stampers + `AND (e.sort_name LIKE $1 ESCAPE '\' OR e.sort_name LIKE $2 ESCAPE '\')`
	if err = q.QueryRow(ctx, "SELECT COUNT(*)"+where, first, later).Scan(&all); err != nil {
		return nil, 0, err
	}
	list, err = db.Collect(func(row db.Row) (e Named, err error) {
		err = row.Scan(&e.ID, &e.Name)
		return e, err
	})(q.Query(ctx, "SELECT e.id, e.first_name || ' ' || e.last_name"+where+" ORDER BY e.sort_name, e.id"+db.Limit("$3")+
		" OFFSET CAST($4 AS BIGINT)", first, later, limit, skip))
	return list, all, err
}

// listPresent lists those who have clocked in.
func listPresent(ctx context.Context, q db.Queryer, limit, skip int64) (list []Here, all int64, err error) {
	const from = " FROM clockings c JOIN employees e ON e.id = c.employee_id WHERE c.end_at IS NULL AND e.archived_at IS NULL"
	if err = q.QueryRow(ctx, "SELECT COUNT(*)"+from).Scan(&all); err != nil {
		return nil, 0, err
	}
	list, err = db.Collect(func(row db.Row) (h Here, err error) {
		err = row.Scan(&h.First, &h.Last, &h.Since, &h.OnBreak)
		return h, err
	})(q.Query(ctx, "SELECT e.first_name, e.last_name, COALESCE(c.break_at, c.start_at), c.break_at IS NOT NULL"+from+
		" ORDER BY e.first_name, e.sort_name, e.id"+db.Limit("$1")+" OFFSET CAST($2 AS BIGINT)", limit, skip))
	return list, all, err
}
