package clockings

import (
	"context"
	"database/sql"
	"errors"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

const stampColumns = `x.id, x.employee_id, x.stamp_id, x.act, COALESCE(x.bank_code_id, 0), x.device_at, x.stamped_at, x.ahead, x.received_at,
	COALESCE(x.clocking_id, 0), x.refusal, COALESCE(x.settled_at, 0)`

func scanStamp(row db.Row) (x Stamp, err error) {
	err = row.Scan(&x.ID, &x.EmployeeID, &x.Key, &x.Act, &x.BankCodeID, &x.DeviceAt, &x.At, &x.Ahead, &x.ReceivedAt, &x.ClockingID, &x.Refusal,
		&x.SettledAt)
	return x, err
}

// lastBegun returns the clocking of an employee that began last; nil if there is none.
func lastBegun(ctx context.Context, q db.Queryer, employeeID int64) (*Clocking, error) {
	c, err := one(q.QueryRow(ctx, "SELECT "+columns+" FROM clockings c WHERE c.employee_id = $1 "+
		"ORDER BY c.start_at DESC, c.end_at IS NOT NULL, c.id DESC LIMIT 1", employeeID))
	if errs.KindOf(err) == errs.KindNotFound {
		return nil, nil
	}
	return &c, err
}

// saveReplayed stores clockings to which stamps were applied, and sets the ids of new ones. Those that are stored already come first, so
// that no two of an employee go on.
func saveReplayed(ctx context.Context, tx *db.Tx, list []*replayed) error {
	in := db.Insert{Into: `INSERT INTO clockings (employee_id, bank_code_id, start_at, end_at, break_at, breaks, shift_id, refusal, handed_over_at,
		ahead, created_at, updated_at, version, rule_breaks)`,
		Row: "?, ?, ?, NULLIF(CAST(? AS BIGINT), 0), NULLIF(CAST(? AS BIGINT), 0), ?, NULLIF(CAST(? AS BIGINT), 0), ?, ?, ?, ?, ?, ?, ?"}
	type times struct {
		start, end db.Instant
		code       int64
	}
	added := map[times][]*replayed{} // several with the same times took no time: which is which does not matter
	for _, c := range list {
		if c.new {
			of := times{c.Start, c.End, c.BankCodeID}
			added[of] = append(added[of], c)
			in.Add(c.EmployeeID, c.BankCodeID, int64(c.Start), int64(c.End), int64(c.Break), string(c.Breaks), c.ShiftID, c.Refusal,
				int64(c.HandedOver), c.Ahead, int64(c.UpdatedAt), int64(c.UpdatedAt), c.Version, string(c.RuleBreaks))
			continue
		}
		if _, err := tx.Exec(ctx, `UPDATE clockings SET end_at = NULLIF(CAST($2 AS BIGINT), 0), break_at = NULLIF(CAST($3 AS BIGINT), 0),
			breaks = $4, shift_id = NULLIF(CAST($5 AS BIGINT), 0), refusal = $6, handed_over_at = $7, ahead = $8, updated_at = $9, version = $10,
			rule_breaks = $11 WHERE id = $1`, c.ID, c.End, c.Break, c.Breaks, c.ShiftID, c.Refusal, c.HandedOver, c.Ahead, c.UpdatedAt, c.Version,
			c.RuleBreaks); err != nil {
			return err
		}
	}
	type stored struct {
		id int64
		times
	}
	return in.WriteReturning(ctx, tx, "id, start_at, COALESCE(end_at, 0), bank_code_id", db.Stream(func(row db.Row) (x stored, err error) {
		err = row.Scan(&x.id, &x.start, &x.end, &x.code)
		return x, err
	}, func(x stored) error {
		added[x.times][0].ID, added[x.times] = x.id, added[x.times][1:]
		return nil
	}))
}

// stampsByKey returns those of the stamps that are stored.
func stampsByKey(ctx context.Context, q db.Queryer, employeeID int64, list []Stamp) (map[string]Stamp, error) {
	keys := make([]string, len(list))
	for i, x := range list {
		keys[i] = x.Key
	}
	found := map[string]Stamp{}
	return found, db.Stream(scanStamp, func(x Stamp) error {
		found[x.Key] = x
		return nil
	})(q.Query(ctx, "SELECT "+stampColumns+" FROM clock_stamps x WHERE x.employee_id = $1 AND x.stamp_id IN ("+q.Dialect().Texts("$2")+")",
		employeeID, db.Texts(keys)))
}

// insertStamps stores stamps of one employee, and sets their ids.
func insertStamps(ctx context.Context, tx *db.Tx, list []Stamp) error {
	in := db.Insert{Into: `INSERT INTO clock_stamps (employee_id, stamp_id, act, bank_code_id, device_at, stamped_at, ahead, received_at, clocking_id,
		refusal)`, Row: "?, ?, ?, NULLIF(CAST(? AS BIGINT), 0), ?, ?, ?, ?, NULLIF(CAST(? AS BIGINT), 0), ?"}
	at := map[string]int{}
	for i, x := range list {
		at[x.Key] = i
		in.Add(x.EmployeeID, x.Key, string(x.Act), x.BankCodeID, int64(x.DeviceAt), int64(x.At), x.Ahead, int64(x.ReceivedAt), x.ClockingID,
			x.Refusal)
	}
	type stored struct {
		id  int64
		key string
	}
	return in.WriteReturning(ctx, tx, "id, stamp_id", db.Stream(func(row db.Row) (x stored, err error) {
		err = row.Scan(&x.id, &x.key)
		return x, err
	}, func(x stored) error {
		list[at[x.key]].ID = x.id
		return nil
	}))
}

// countWaiting returns how many refused stamps and clockings of an employee are not settled.
func countWaiting(ctx context.Context, tx *db.Tx, employee int64) (n int64, err error) {
	err = tx.QueryRow(ctx, `SELECT (SELECT COUNT(*) FROM clock_stamps WHERE employee_id = $1 AND refusal <> '' AND settled_at IS NULL) +
		(SELECT COUNT(*) FROM clockings WHERE employee_id = $1 AND refusal <> '')`, employee).Scan(&n)
	return n, err
}

// takenSince returns the times of the stamps of an employee that were taken, from a time on.
func takenSince(ctx context.Context, q db.Queryer, employee int64, since db.Instant) ([]db.Instant, error) {
	return db.Collect(func(row db.Row) (at db.Instant, err error) {
		err = row.Scan(&at)
		return at, err
	})(q.Query(ctx,
		"SELECT x.stamped_at FROM clock_stamps x WHERE x.employee_id = $1 AND x.stamped_at >= $2 AND x.refusal = ''", employee, since))
}

func listStamps(ctx context.Context, q db.Queryer, by auth.Actor, f StampFilter, each func(Stamp) error) error {
	var w db.Where
	w.And("x.id > ?", f.After)
	if f.EmployeeID != 0 {
		w.And("x.employee_id = ?", f.EmployeeID)
	}
	if f.Except != 0 {
		w.And("x.employee_id <> ?", f.Except)
	}
	if f.Waiting {
		w.And("x.refusal <> '' AND x.settled_at IS NULL")
	}
	w.Scope("x.employee_id", by.Visible)
	return db.Stream(scanStamp, each)(q.Query(ctx, "SELECT "+stampColumns+" FROM clock_stamps x WHERE "+w.String()+
		" ORDER BY x.id"+db.Limit(w.Bind(f.Rows)), w.Args()...))
}

func stampByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Stamp, error) {
	var w db.Where
	w.And("x.id = ?", id)
	w.Scope("x.employee_id", by.Visible)
	x, err := scanStamp(q.QueryRow(ctx, "SELECT "+stampColumns+" FROM clock_stamps x WHERE "+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound(StampKind)
	}
	return x, err
}

// lockStamp locks the clock of the employee whose stamp it is, and returns the stamp in the actor's scope.
func lockStamp(ctx context.Context, tx *db.Tx, by auth.Actor, id int64) (Stamp, error) {
	x, err := stampByID(ctx, tx, by, id)
	if err != nil {
		return x, err
	}
	if err := tx.LockRows(ctx, "employees", x.EmployeeID); err != nil {
		return x, err
	}
	return stampByID(ctx, tx, by, id)
}

func settleStamp(ctx context.Context, tx *db.Tx, x Stamp) error {
	_, err := tx.Exec(ctx, "UPDATE clock_stamps SET settled_at = $2 WHERE id = $1", x.ID, x.SettledAt)
	return err
}

// stampNames returns the names of the employees whose stamps these are, in the actor's scope, by the ids of the stamps.
func stampNames(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) (map[int64]string, error) {
	var w db.Where
	w.And("x.id IN ("+q.Dialect().IDs("?")+")", db.IDs(ids))
	w.Scope("x.employee_id", by.Visible)
	return db.ReadMap[int64, string](q.Query(ctx, "SELECT x.id, e.first_name || ' ' || e.last_name FROM clock_stamps x JOIN employees e "+
		"ON e.id = x.employee_id WHERE "+w.String(), w.Args()...))
}

// lastHanded returns what an employee's device handed over together last, if that was after a time.
func lastHanded(ctx context.Context, q db.Queryer, employeeID int64, after db.Instant) (h Handed, err error) {
	err = q.QueryRow(ctx, `SELECT x.received_at, x.ahead, (SELECT COUNT(*) FROM clock_stamps y
			WHERE y.employee_id = $1 AND y.received_at = x.received_at AND y.refusal = '')
		FROM clock_stamps x WHERE x.employee_id = $1 AND x.received_at > $2 ORDER BY x.received_at DESC LIMIT 1`,
		employeeID, after).Scan(&h.At, &h.Ahead, &h.Taken)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return h, err
}
