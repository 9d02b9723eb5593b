package leaverequests

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/dayblocks"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

const columns = `id, employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status,
	created_at, updated_at, version`

func scan(row db.Row) (r LeaveRequest, err error) {
	err = row.Scan(&r.ID, &r.EmployeeID, &r.BankCodeID, &r.LeaveType, &r.Start, &r.End, &r.Comment, &r.ApprovalStatus,
		&r.CreatedAt, &r.UpdatedAt, &r.Version)
	return r, err
}

// LiveCondition returns the condition for leave of table leave_requests, which has this alias, that is approved or not decided. It
// counts, and takes its time, also after it was archived with its period.
func LiveCondition(alias string) string {
	return alias + ".approval_status IN ('True', 'Pending', 'Escalated') AND " + alias + ".archived_at IS NULL"
}

// OpenCondition returns the condition for leave that is not decided. It is never archived with its period.
func OpenCondition(alias string) string {
	return alias + ".approval_status IN ('Pending', 'Escalated') AND " + alias + ".archived_at IS NULL"
}

// ApprovedCondition returns the condition for leave that meets LiveCondition and is approved. auth.ActiveDeputy, which may not know this
// package, repeats it.
func ApprovedCondition(alias string) string {
	return LiveCondition(alias) + " AND " + IsApproved(alias)
}

// IsApproved returns the expression that says of leave, live or not, that it is approved. The state is joined with nothing, so that
// SQLite finds such leave by the index leave_requests_live, which has the time, and does not read all leave that was ever approved.
func IsApproved(alias string) string { return alias + ".approval_status || '' = 'True'" }

// IsRefused returns the expression that says of leave, live or not, that it is refused. See IsApproved.
func IsRefused(alias string) string { return alias + ".approval_status || '' IN ('False', 'Denied')" }

// notArchived is the condition for records that were neither deleted nor archived with their period (W11).
const notArchived = "archived_at IS NULL AND aged_at IS NULL"

func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (LeaveRequest, error) {
	var w db.Where
	w.And("id = ? AND "+notArchived, id)
	w.Scope("employee_id", by.Visible)
	r, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM leave_requests WHERE "+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		return r, errs.NotFound("leave request")
	}
	return r, err
}

// mostChanged is how many requests that changed are looked up by the time of their change, and not by the blocks of their ids.
const mostChanged = 500

// list calls each for the requests in the actor's scope that match the filter, sorted by id. A page by days, or by when they changed
// unless that is few, is found by the blocks of ids that can hold such a request.
func list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(LeaveRequest) error) error {
	if !f.byBlocks() {
		return listBy(ctx, q, by, f, f.where(byFilter), 0, " ORDER BY id", each)
	}
	if f.Since != 0 {
		few := false
		err := q.QueryRow(ctx, "SELECT COUNT(*) < $2 FROM (SELECT 1 FROM leave_requests WHERE updated_at >= $1 AND "+notArchived+
			" LIMIT CAST($2 AS BIGINT)) x", f.Since, mostChanged).Scan(&few)
		if err != nil {
			return err
		}
		if few { // the sum keeps the engine from reading all requests in the order of ids
			return listBy(ctx, q, by, f, f.where(byChange), 0, " ORDER BY id + 0", each)
		}
	}
	from, to := f.days()
	runs, err := dayblocks.Runs(ctx, q, dayblocks.Leave, f.After, from, to, f.Since)
	read := int64(0)
	for _, run := range runs {
		f.After, f.Rows, read = run.After, f.Rows-read, 0
		if f.Rows == 0 || err != nil {
			break
		}
		err = listBy(ctx, q, by, f, f.where(byBlock), run.Until, " ORDER BY id", func(r LeaveRequest) error { read++; return each(r) })
	}
	return err
}

// byBlocks reports whether a page is found by the blocks of its days and changes, and not by its employee.
func (f Filter) byBlocks() bool {
	return f.Rows > 0 && f.EmployeeID == 0 && (f.From != 0 || f.To != 0 || f.Since != 0)
}

// days returns the days, in UTC, into which the leave of a filter by time reaches.
func (f Filter) days() (from, to db.Day) {
	from, to = db.MustDay("0001-01-01"), db.MustDay("9999-12-31")
	if f.From != 0 {
		from = db.DayOf(f.From.Time().UTC())
	}
	if f.To != 0 {
		to = db.DayOf(f.To.Time().UTC())
	}
	return from, to
}

// widen widens the blocks of requests that were added or changed.
func widen(ctx context.Context, tx *db.Tx, list ...LeaveRequest) error {
	var records []dayblocks.Record
	for _, r := range list {
		records = append(records, dayblocks.Record{Table: dayblocks.Leave, ID: r.ID, First: db.DayOf(r.Start.Time().UTC()),
			Last: db.DayOf(r.End.Time().UTC()), Changed: r.UpdatedAt})
	}
	return dayblocks.Widen(ctx, tx, records...)
}

// listBy reads in an order, up to the id until unless that is 0.
func listBy(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, w *db.Where, until int64, order string,
	each func(LeaveRequest) error) error {
	if until != 0 {
		w.And("id <= ?", until)
	}
	w.Scope("employee_id", by.Visible)
	if f.Rows > 0 {
		order += db.Limit(w.Bind(f.Rows))
	}
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+" FROM leave_requests WHERE "+w.String()+order, w.Args()...))
}

// way is how the requests of a filter are found.
type way int

const (
	byFilter way = iota // by the employee, or else by the other values of the filter
	byChange            // by when they changed
	byBlock             // by the blocks of their ids, and by the values of the filter
)

// where returns the conditions of a filter. A column with a plus, or joined with nothing, is not looked up in an index.
func (f Filter) where(found way) *db.Where {
	w := &db.Where{}
	w.And(notArchived)
	narrow := func(wanted bool, cond string, value any) {
		if wanted {
			w.And(cond, value)
		}
	}
	narrow(f.After != 0, "id > ?", f.After)
	narrow(f.Since != 0, map[bool]string{true: "+"}[found != byChange]+"updated_at >= ?", f.Since)
	narrow(f.EmployeeID != 0, "employee_id = ?", f.EmployeeID)
	plus, joined := "", ""
	if f.EmployeeID != 0 || found == byChange {
		plus, joined = "+", " || ''"
	}
	narrow(f.BankCodeID != 0, plus+"bank_code_id = ?", f.BankCodeID)
	narrow(f.ApprovalStatus != "", "approval_status"+joined+" = ?", f.ApprovalStatus)
	narrow(f.LeaveType != "", "leave_type"+joined+" = ?", f.LeaveType)
	if found != byFilter {
		plus = "+"
	}
	narrow(f.From != 0, plus+"end_at > ?", f.From)
	narrow(f.To != 0, plus+"start_at < ?", f.To)
	return w
}

// facts are the stored values that a request is checked against.
type facts struct {
	employee bool   // the employee is live and in the actor's scope
	category string // of the bank code; empty when there is none
	overlaps bool   // there is other leave of the employee, approved or open and not deleted
}

// loadFacts reads the facts, and locks the bank code until the end of the transaction.
func loadFacts(ctx context.Context, tx *db.Tx, by auth.Actor, n New, self int64) (k facts, err error) {
	visible, args := by.Visible("e.id", 6)
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM employees e WHERE e.id = $1 AND e.archived_at IS NULL AND `+visible+`),
		COALESCE((SELECT categorie FROM bank_codes WHERE id = $2 AND archived_at IS NULL`+tx.Dialect().ForKeyShare()+`), ''),
		EXISTS (SELECT 1 FROM leave_requests l WHERE employee_id = $1 AND start_at < $3 AND end_at > $4 AND id <> $5
			AND `+LiveCondition("l")+")",
		append([]any{n.EmployeeID, n.BankCodeID, n.End, n.Start, self}, args...)...).Scan(&k.employee, &k.category, &k.overlaps)
	return k, err
}

func insert(ctx context.Context, tx *db.Tx, n New, at db.Instant) (LeaveRequest, error) {
	r, err := scan(tx.QueryRow(ctx, `INSERT INTO leave_requests
		(employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status, created_at, updated_at)
		VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$8) RETURNING `+columns,
		n.EmployeeID, n.BankCodeID, n.LeaveType, n.Start, n.End, n.Comment, n.ApprovalStatus, at))
	if err == nil {
		err = widen(ctx, tx, r)
	}
	return r, err
}

// save updates a request.
func save(ctx context.Context, tx *db.Tx, r LeaveRequest, at db.Instant) (LeaveRequest, error) {
	r.UpdatedAt = at
	if err := widen(ctx, tx, r); err != nil {
		return r, err
	}
	return scan(tx.QueryRow(ctx, `UPDATE leave_requests SET employee_id = $2, bank_code_id = $3, leave_type = $4, start_at = $5, end_at = $6,
		comment = $7, approval_status = $8, updated_at = $9, version = version + 1 WHERE id = $1 RETURNING `+columns,
		r.ID, r.EmployeeID, r.BankCodeID, r.LeaveType, r.Start, r.End, r.Comment, r.ApprovalStatus, at))
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE leave_requests SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = "+
		"version + 1 WHERE id = $1", id, at)
	return err
}

func restore(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (r LeaveRequest, err error) {
	if err := dayblocks.Widen(ctx, tx, dayblocks.Changed(dayblocks.Leave, at, id)...); err != nil {
		return r, err
	}
	return scan(tx.QueryRow(ctx, `UPDATE leave_requests SET archived_at = NULL, archived_reason = NULL, updated_at = $2, version = version + 1
		WHERE id = $1 RETURNING `+columns, id, at))
}

// archivedByID returns an archived request in the actor's scope, with when and why it was archived.
func archivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (r LeaveRequest, in archival.State, err error) {
	var w db.Where
	w.And("id = ? AND (archived_at IS NOT NULL OR aged_at IS NOT NULL)", id)
	w.Scope("employee_id", by.Visible)
	row := q.QueryRow(ctx, "SELECT "+columns+", "+archival.Columns("leave_requests")+" FROM leave_requests WHERE "+w.String(), w.Args()...)
	r, err = scan(db.ExtendRow(row, &in.At, &in.Reason))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("leave request")
	}
	return r, in, err
}

// setAged archives up to rows decided requests whose leave ended before an instant, and returns their ids.
func setAged(ctx context.Context, tx *db.Tx, before db.Instant, rows int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, `UPDATE leave_requests SET aged_at = $1, updated_at = $1, version = version + 1
		WHERE id IN (SELECT id FROM leave_requests WHERE archived_at IS NULL AND aged_at IS NULL AND end_at <= $2
			AND approval_status NOT IN ('Pending', 'Escalated') ORDER BY id
			LIMIT CAST($3 AS BIGINT)`+tx.Dialect().SkipLocked()+`) RETURNING id`, at, before, rows))
}

// Scope makes a condition on a column with an employee's id, as auth.Actor.Visible does: its placeholder is numbered n, and
// args are its arguments.
type Scope func(column string, n int) (cond string, args []any)

// LeaveSpan is leave that is approved or not decided yet, with the fields that the hours of a period need.
type LeaveSpan struct {
	EmployeeID int64
	BankCodeID int64
	Start, End db.Instant
	Approved   bool
}

// EachLive calls fn for the leave between start and end of the employees in scope that is approved or not decided yet, sorted by
// employee and start. It is sorted after it is found: in the order of an index, SQLite would look at all leave that there ever was.
func EachLive(ctx context.Context, q db.Queryer, start, end db.Instant, scope Scope, fn func(LeaveSpan)) error {
	cond, args := scope("employee_id", 3)
	rows, err := q.Query(ctx, `SELECT employee_id, bank_code_id, start_at, end_at, `+IsApproved("l")+` FROM leave_requests l
		WHERE start_at < $1 AND end_at > $2 AND `+LiveCondition("l")+" AND "+cond+`
		ORDER BY +employee_id, start_at, id`, append([]any{end, start}, args...)...)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		var s LeaveSpan
		if err := rows.Scan(&s.EmployeeID, &s.BankCodeID, &s.Start, &s.End, &s.Approved); err != nil {
			return err
		}
		fn(s)
		return nil
	})
}

// listCalendar returns the leave between from and to that is approved or open, of the employees in the actor's scope, sorted by
// employee and start.
func listCalendar(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant, rows int) ([]LeaveRequest, error) {
	var w db.Where
	w.And("l.start_at < ? AND l.end_at > ? AND "+LiveCondition("l"), to, from)
	w.Scope("l.employee_id", by.Visible)
	limit := w.Bind(rows)
	return queryNamed(ctx, q, &w, " ORDER BY e.sort_name, e.id, l.start_at, l.id"+db.Limit(limit))
}

// listToDecide returns the first open requests of those whose leave the actor decides, sorted by start, and how many there are.
func listToDecide(ctx context.Context, q db.Queryer, by auth.Actor, rows int) (list []LeaveRequest, all int, err error) {
	var w db.Where
	w.And(OpenCondition("l"))
	w.Scope("l.employee_id", by.Approvable)
	if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM leave_requests l WHERE "+w.String(), w.Args()...).Scan(&all); err != nil || all == 0 {
		return nil, 0, err
	}
	limit := w.Bind(rows)
	list, err = queryNamed(ctx, q, &w, " ORDER BY l.start_at, l.id"+db.Limit(limit))
	return list, all, err
}

// byIDs returns the requests in the actor's scope, live or archived, with the names of their employees.
func byIDs(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) ([]LeaveRequest, error) {
	var w db.Where
	w.Scope("l.employee_id", by.Visible)
	list := w.Bind(db.IDs(ids))
	return queryNamed(ctx, q, &w, " AND l.id IN ("+q.Dialect().IDs(list)+")")
}

// prefixed are the columns with the alias l of leave_requests.
var prefixed = "l." + strings.Join(strings.Fields(columns), " l.")

// queryNamed returns the requests l of the employees e that meet the conditions, with the names of the employees. more is
// SQL that follows the conditions, such as an order.
func queryNamed(ctx context.Context, q db.Queryer, w *db.Where, more string) ([]LeaveRequest, error) {
	return db.Collect(func(row db.Row) (LeaveRequest, error) {
		var name string
		r, err := scan(db.ExtendRow(row, &name))
		r.EmployeeName = name
		return r, err
	})(q.Query(ctx, `SELECT `+prefixed+`, e.first_name || ' ' || e.last_name
		FROM leave_requests l JOIN employees e ON e.id = l.employee_id WHERE `+w.String()+more, w.Args()...))
}

// listByEmployee returns the requests of one employee, the latest leave first.
func listByEmployee(ctx context.Context, q db.Queryer, employeeID int64, rows int) ([]LeaveRequest, error) {
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM leave_requests WHERE employee_id = $1 AND "+notArchived+
		" ORDER BY start_at DESC, id DESC LIMIT CAST($2 AS BIGINT)", employeeID, rows))
}

// employeeByID returns a live employee in the actor's scope.
func employeeByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (e Employee, err error) {
	visible, args := by.Visible("id", 2)
	err = q.QueryRow(ctx, "SELECT id, first_name || ' ' || last_name FROM employees WHERE id = $1 AND archived_at IS NULL AND "+visible,
		append([]any{id}, args...)...).Scan(&e.ID, &e.Name)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("employee")
	}
	return e, err
}

// codeTypes returns the types of all bank codes of leave, including archived ones, which old requests still have.
func codeTypes(ctx context.Context, q db.Queryer) (map[int64]string, error) {
	types := map[int64]string{}
	rows, err := q.Query(ctx, "SELECT id, type FROM bank_codes WHERE categorie = 'leave'")
	if err != nil {
		return nil, err
	}
	return types, db.ForEachRow(rows, func() error {
		var id int64
		var kind string
		err := rows.Scan(&id, &kind)
		types[id] = kind
		return err
	})
}

func leaveCodes(ctx context.Context, q db.Queryer) ([]Code, error) {
	return db.Collect(func(row db.Row) (c Code, err error) {
		err = row.Scan(&c.ID, &c.Type, &c.Name)
		return c, err
	})(q.Query(ctx, "SELECT id, "+bankcodes.FoldSQL("type")+`, bank_code FROM bank_codes
		WHERE categorie = 'leave' AND archived_at IS NULL ORDER BY id`))
}
