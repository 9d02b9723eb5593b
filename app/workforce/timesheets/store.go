package timesheets

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/archival"
	"presence/app/platform/dayblocks"
	"presence/app/platform/errs"
	"presence/db"
)

const columns = `id, employee_id, period_start, is_approved, COALESCE(approved_at, 0), COALESCE(approved_by, ''),
	COALESCE(submitted_at, 0), COALESCE(returned_at, 0), supervisor_comment, version, updated_at`

func scan(row db.Row) (t Timesheet, err error) {
	err = row.Scan(&t.ID, &t.EmployeeID, &t.PeriodStart, &t.Approved, &t.ApprovedAt, &t.ApprovedBy,
		&t.SubmittedAt, &t.ReturnedAt, &t.Comment, &t.Version, &t.UpdatedAt)
	return t, err
}

// notArchived is the condition for records that were neither deleted nor archived with their period (W11). Aged records still
// count in totals, which only check archived_at.
const notArchived = "archived_at IS NULL AND aged_at IS NULL"

// queryOne returns the live sheet that meets the conditions, in the actor's scope.
func queryOne(ctx context.Context, q db.Queryer, by auth.Actor, w *db.Where) (Timesheet, error) {
	w.And(notArchived)
	w.Scope("employee_id", by.Visible)
	t, err := scan(q.QueryRow(ctx, "SELECT "+columns+" FROM timesheets WHERE "+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		return t, errs.NotFound("timesheet")
	}
	return t, err
}

func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Timesheet, error) {
	var w db.Where
	w.And("id = ?", id)
	return queryOne(ctx, q, by, &w)
}

func ofPeriod(ctx context.Context, q db.Queryer, by auth.Actor, employeeID int64, period db.Day) (Timesheet, error) {
	var w db.Where
	w.And("employee_id = ? AND period_start = ?", employeeID, period)
	return queryOne(ctx, q, by, &w)
}

// list calls each for the sheets in the actor's scope that match the filter, sorted by id. By days, or by when they changed unless that is
// few, it reads the blocks of ids that can hold such a sheet.
func list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(Timesheet) error) error {
	all := walkOfSheets{Run: dayblocks.Run{After: f.After, Until: math.MaxInt64}}
	if f.EmployeeID != 0 || f.Since == 0 && f.From.IsZero() && f.To.IsZero() {
		return listIn(ctx, q, by, f, all, each)
	}
	if f.Since != 0 {
		few, err := fewChanged(ctx, q, "timesheets", f.Since, mostSheets)
		if err != nil {
			return err
		}
		if all.byChange = few; few {
			return listIn(ctx, q, by, f, all, each)
		}
	}
	from, to := f.days()
	runs, err := dayblocks.Runs(ctx, q, dayblocks.Timesheets, f.After, from, to, f.Since)
	read := int64(0)
	for _, run := range runs {
		f.Rows, read = f.Rows-read, 0
		if f.Rows == 0 || err != nil {
			break
		}
		err = listIn(ctx, q, by, f, walkOfSheets{Run: run}, func(t Timesheet) error { read++; return each(t) })
	}
	return err
}

// Records that changed are looked up by the time of their change if they are fewer than these, and else by the blocks of their ids.
const (
	mostSheets = 100
	mostLines  = 1000
)

// fewChanged reports whether fewer than limit records of a table changed since an instant.
func fewChanged(ctx context.Context, q db.Queryer, table string, since db.Instant, limit int64) (few bool, err error) {
	err = q.QueryRow(ctx, "SELECT COUNT(*) < $2 FROM (SELECT 1 FROM "+table+" WHERE updated_at >= $1 AND "+notArchived+
		" LIMIT CAST($2 AS BIGINT)) x", since, limit).Scan(&few)
	return few, err
}

// walkOfSheets is a way of reading sheets.
type walkOfSheets struct {
	dayblocks.Run
	byChange bool // by the time of their change, else in the order of their ids
}

// listIn calls each for the sheets of a walk.
func listIn(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, along walkOfSheets, each func(Timesheet) error) error {
	w := f.where(along.byChange)
	order := " ORDER BY id"
	if along.byChange { // the plus and the sum keep the engine from reading all sheets in the order of ids
		w.And("+id > ?", along.After)
		order += " + 0"
	} else {
		w.And("id > ? AND id <= ?", along.After, along.Until)
	}
	w.Scope("employee_id", by.Visible)
	limit := w.Bind(f.Rows)
	return db.Stream(scan, each)(q.Query(ctx, "SELECT "+columns+" FROM timesheets WHERE "+w.String()+order+db.Limit(limit), w.Args()...))
}

// where returns the conditions of the filter, without its ids. byChange: the sheets are looked up by the time of their change.
func (f Filter) where(byChange bool) *db.Where {
	w := &db.Where{}
	w.And(notArchived)
	if f.Since != 0 {
		w.And(map[bool]string{false: "+"}[byChange]+"updated_at >= ?", f.Since) // with the plus, it is not looked up in an index
	}
	if f.EmployeeID != 0 {
		w.And("employee_id = ?", f.EmployeeID)
	}
	switch {
	case f.Approved != nil && *f.Approved:
		w.And("is_approved")
	case f.Approved != nil:
		w.And("NOT is_approved")
	}
	if !f.From.IsZero() || !f.To.IsZero() {
		from, to := f.days()
		// With EXISTS, PostgreSQL would read all lines of these days once, instead of those of the few sheets of a page.
		w.And(`((SELECT 1 FROM shifts x WHERE x.timesheet_id = timesheets.id AND x.archived_at IS NULL AND x.day BETWEEN ? AND ? LIMIT 1) = 1
			OR (SELECT 1 FROM expenses x WHERE x.timesheet_id = timesheets.id AND x.archived_at IS NULL
				AND x.day BETWEEN ? AND ? LIMIT 1) = 1)`, from, to, from, to)
	}
	return w
}

// days returns the days of the filter, with the first or last possible day for an open end.
func (f Filter) days() (from, to db.Day) {
	from, to = f.From, f.To
	if from.IsZero() {
		from = db.MustDay("0001-01-01")
	}
	if to.IsZero() {
		to = db.MustDay("9999-12-31")
	}
	return from, to
}

// agedSheetExists reports whether the staff pages' sheet of a period was archived with it.
func agedSheetExists(ctx context.Context, q db.Queryer, employeeID int64, period db.Day) (exists bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM timesheets WHERE employee_id = $1 AND period_start = $2
	AND archived_at IS NULL AND aged_at IS NOT NULL)`,
		employeeID, period).Scan(&exists)
	return exists, err
}

// employeeInScope reports whether the employee is live and in the actor's scope.
func employeeInScope(ctx context.Context, q db.Queryer, by auth.Actor, employeeID int64) (ok bool, err error) {
	var w db.Where
	w.And("id = ? AND archived_at IS NULL", employeeID)
	w.Scope("id", by.Visible)
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM employees WHERE "+w.String()+")", w.Args()...).Scan(&ok)
	return ok, err
}

func insert(ctx context.Context, tx *db.Tx, employeeID int64, period db.Day, at db.Instant) (Timesheet, error) {
	t, err := scan(tx.QueryRow(ctx, `INSERT INTO timesheets (employee_id, period_start, created_at, updated_at)
		VALUES ($1, $2, $3, $3) RETURNING `+columns, employeeID, period, at))
	if err != nil {
		return t, err
	}
	return t, dayblocks.Widen(ctx, tx, dayblocks.Changed(dayblocks.Timesheets, at, t.ID)...)
}

// save updates a sheet, except for its approval (saveApprovals).
func save(ctx context.Context, tx *db.Tx, t Timesheet, at db.Instant) (Timesheet, error) {
	if err := dayblocks.SheetsChanged(ctx, tx, at, t.ID); err != nil {
		return t, err
	}
	return scan(tx.QueryRow(ctx,
		`UPDATE timesheets SET employee_id = $2, submitted_at = NULLIF($3, CAST(0 AS BIGINT)), returned_at = NULLIF($4, CAST(0 AS BIGINT)),
		supervisor_comment = $5, updated_at = $6, version = version + 1 WHERE id = $1 RETURNING `+columns,
		t.ID, t.EmployeeID, t.SubmittedAt, t.ReturnedAt, t.Comment, at))
}

// incrementVersion increments the version of a sheet when its lines have changed.
func incrementVersion(ctx context.Context, tx *db.Tx, id int64) (Timesheet, error) {
	return scan(tx.QueryRow(ctx, "UPDATE timesheets SET version = version + 1 WHERE id = $1 RETURNING "+columns, id))
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (Timesheet, error) {
	return scan(tx.QueryRow(ctx, `UPDATE timesheets SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1
		WHERE id = $1 RETURNING `+columns, id, at))
}

// restore restores a sheet. The blocks of its lines are widened as well, which are restored after it.
func restore(ctx context.Context, tx *db.Tx, id int64, at db.Instant) (t Timesheet, err error) {
	if err := dayblocks.SheetsChanged(ctx, tx, at, id); err != nil {
		return t, err
	}
	return scan(tx.QueryRow(ctx, `UPDATE timesheets SET archived_at = NULL, archived_reason = NULL, updated_at = $2, version = version + 1
		WHERE id = $1 RETURNING `+columns, id, at))
}

// listDecidable returns the live sheets in that approval state whose time the actor may approve, by id.
func listDecidable(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64, approved bool) ([]Timesheet, error) {
	var w db.Where
	w.And("id IN ("+q.Dialect().IDs("?")+") AND "+notArchived+" AND is_approved = ?", db.IDs(ids), approved)
	w.Scope("employee_id", by.Approvable)
	return db.Collect(scan)(q.Query(ctx, "SELECT "+columns+" FROM timesheets WHERE "+w.String()+" ORDER BY id", w.Args()...))
}

func employeeIDs(ctx context.Context, q db.Queryer, ids []int64) ([]int64, error) {
	return db.ReadIDs(q.Query(ctx, "SELECT DISTINCT employee_id FROM timesheets WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}

// Records returns what notifications say of sheets, sorted by id.
func Records(ctx context.Context, q db.Queryer, ids ...int64) ([]notifications.Record, error) {
	return db.Collect(func(row db.Row) (r notifications.Record, err error) {
		err = row.Scan(&r.ID, &r.EmployeeID, &r.Period)
		return r, err
	})(q.Query(ctx, "SELECT id, employee_id, period_start FROM timesheets WHERE id IN ("+q.Dialect().IDs("$1")+") ORDER BY id", db.IDs(ids)))
}

// ownersOf returns the employees of sheets, by the ids of the sheets.
func ownersOf(ctx context.Context, q db.Queryer, ids []int64) (map[int64]int64, error) {
	return db.ReadMap[int64, int64](q.Query(ctx, "SELECT id, employee_id FROM timesheets WHERE id IN ("+q.Dialect().IDs("$1")+")",
		db.IDs(ids)))
}

// saveApprovals saves the approval of sheets, which save does not.
func saveApprovals(ctx context.Context, tx *db.Tx, sheets []Timesheet, at db.Instant) error {
	ids, rows := make([]int64, len(sheets)), make([][]any, len(sheets))
	for i, t := range sheets {
		ids[i], rows[i] = t.ID, []any{t.ID, t.Approved, int64(t.ApprovedAt), t.ApprovedBy, int64(t.ReturnedAt)}
	}
	if err := dayblocks.SheetsChanged(ctx, tx, at, ids...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "WITH v (id, approved, approved_at, approved_by, returned_at) AS ("+
		tx.Dialect().Rows("$1", "BIGINT", "BOOLEAN", "BIGINT", "TEXT", "BIGINT")+`)
		UPDATE timesheets SET is_approved = v.approved, approved_at = NULLIF(v.approved_at, 0), approved_by = NULLIF(v.approved_by, ''),
			returned_at = NULLIF(v.returned_at, 0), changed = FALSE, updated_at = $2, version = version + 1
		FROM v WHERE timesheets.id = v.id`, db.RowList(rows), at)
	return err
}

func insertApprovals(ctx context.Context, tx *db.Tx, by stamp, ids []int64, lines map[int64][]Line) error {
	rows := db.Insert{Into: "INSERT INTO timesheet_approvals (timesheet_id, approved_at, approved_by, content)"}
	for _, id := range ids {
		text, err := encodeSnapshot(lines[id])
		if err != nil {
			return err
		}
		rows.Add(id, by.at, by.by.PersonID, text)
	}
	_, err := rows.Write(ctx, tx)
	return err
}

func closeApprovals(ctx context.Context, tx *db.Tx, by stamp, ids []int64) error {
	_, err := tx.Exec(ctx, `UPDATE timesheet_approvals SET withdrawn_at = $1, withdrawn_by = $2
		WHERE timesheet_id IN (`+tx.Dialect().IDs("$3")+`) AND withdrawn_at IS NULL`, by.at, by.by.PersonID, db.IDs(ids))
	return err
}

// WeeksDecidedSince returns the Sundays of the weeks whose approved lines may have changed at or after an instant: approved lines change
// by an approval, which is of what the sheet has now, or when it is withdrawn, which is of what it had then.
func WeeksDecidedSince(ctx context.Context, q db.Queryer, since db.Instant) (map[db.Day]bool, error) {
	weeks := map[db.Day]bool{}
	of := func(lines string) string {
		return "SELECT x.week FROM timesheets t JOIN " + lines + ` x ON x.timesheet_id = t.id
			WHERE t.approved_at >= $1 AND t.is_approved AND t.archived_at IS NULL`
	}
	approved, err := db.ReadColumn[db.Day](q.Query(ctx, of("shifts")+" UNION "+of("expenses"), since))
	if err != nil {
		return nil, err
	}
	for _, week := range approved {
		weeks[week] = true
	}
	rows, err := q.Query(ctx, "SELECT content FROM timesheet_approvals WHERE withdrawn_at >= $1", since)
	if err != nil {
		return nil, err
	}
	return weeks, db.ForEachRow(rows, func() error {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		lines, err := decodeSnapshot(text)
		for _, l := range lines {
			weeks[l.Day.Week()] = true
		}
		return err
	})
}

// setChanged saves which of the sheets differ from what their last approval covered: those in changed.
func setChanged(ctx context.Context, tx *db.Tx, ids, changed []int64) error {
	_, err := tx.Exec(ctx, "UPDATE timesheets SET changed = id IN ("+tx.Dialect().IDs("$1")+") WHERE id IN ("+tx.Dialect().IDs("$2")+")",
		db.IDs(changed), db.IDs(ids))
	return err
}

// ChangedCondition is the SQL condition for sheets t whose lines differ from what their last approval covered, since it was withdrawn
// (W7). The transactions that change lines save it (compareWithApproval).
const ChangedCondition = "t.changed"

// A sheet t waits for its approver when it is submitted, or when it changed after its approval was withdrawn and has not been
// returned since. These are the sheets of HandedInCondition and of ReopenedCondition, which do not overlap. The conditions do
// not exclude archived sheets.
const (
	HandedInCondition = "t.submitted_at > 0 AND NOT t.is_approved"
	ReopenedCondition = "t.submitted_at IS NULL AND " + ChangedAndWaitingCondition
	WaitingCondition  = "((" + HandedInCondition + ") OR (" + ReopenedCondition + "))" // either of them, where no index is needed
)

// ChangedAndWaitingCondition is the condition for sheets t that wait and have changed since their approval. They are few, and SQLite finds
// them by the index timesheets_changed: with "NOT t.is_approved" in place of the comparison it may read all that are not approved.
const ChangedAndWaitingCondition = "t.is_approved = FALSE AND t.returned_at IS NULL AND " + ChangedCondition

// withdrawnApprovals returns what the last approval of each of the sheets covered, of those for which it was withdrawn.
func withdrawnApprovals(ctx context.Context, q db.Queryer, ids []int64) (map[int64][]Line, error) {
	rows, err := q.Query(ctx, `SELECT a.timesheet_id, a.content FROM timesheet_approvals a WHERE a.timesheet_id IN (`+q.Dialect().IDs("$1")+`)
		AND a.withdrawn_at IS NOT NULL
		AND a.id = (SELECT MAX(b.id) FROM timesheet_approvals b WHERE b.timesheet_id = a.timesheet_id)`, db.IDs(ids))
	if err != nil {
		return nil, err
	}
	approved := map[int64][]Line{}
	return approved, db.ForEachRow(rows, func() error {
		var id int64
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		lines, err := decodeSnapshot(text)
		approved[id] = lines
		return err
	})
}

// liveLines returns the live lines of the sheets, in no order.
func liveLines(ctx context.Context, q db.Queryer, ids []int64) (map[int64][]Line, error) {
	lines := make(map[int64][]Line, len(ids))
	sheets := "(" + q.Dialect().IDs("$1") + ")"
	err := eachLine(ctx, q, `SELECT timesheet_id, id, bank_code_id, day, start_at, end_at, minutes, breaks, COALESCE(customer_id, 0),
			COALESCE(activity_id, 0) FROM shifts
		WHERE timesheet_id IN `+sheets+` AND archived_at IS NULL`, ids, func(rows *sql.Rows) error {
		var sheet int64
		l := Line{Kind: KindShift}
		err := rows.Scan(&sheet, &l.ID, &l.BankCodeID, &l.Day, &l.Start, &l.End, &l.Minutes, &l.Breaks, &l.CustomerID, &l.ActivityID)
		lines[sheet] = append(lines[sheet], l)
		return err
	})
	if err != nil {
		return nil, err
	}
	return lines, eachLine(ctx, q, `SELECT timesheet_id, id, bank_code_id, day, amount, description, COALESCE(customer_id, 0),
			COALESCE(activity_id, 0) FROM expenses
		WHERE timesheet_id IN `+sheets+` AND archived_at IS NULL`, ids, func(rows *sql.Rows) error {
		var sheet int64
		l := Line{Kind: KindExpense}
		err := rows.Scan(&sheet, &l.ID, &l.BankCodeID, &l.Day, &l.Amount, &l.Description, &l.CustomerID, &l.ActivityID)
		lines[sheet] = append(lines[sheet], l)
		return err
	})
}

func eachLine(ctx context.Context, q db.Queryer, query string, ids []int64, scan func(*sql.Rows) error) error {
	rows, err := q.Query(ctx, query, db.IDs(ids))
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error { return scan(rows) })
}

// findDueToAge returns up to rows approved sheets, sorted by id, whose lines are all dated before a day; a sheet without lines
// must have been created before it. If ids is not nil, only sheets in ids are returned.
func findDueToAge(ctx context.Context, q db.Queryer, before db.Day, ids []int64, rows int64) ([]int64, error) {
	var w db.Where
	w.And("t.is_approved AND t.archived_at IS NULL AND t.aged_at IS NULL AND (t.period_start IS NULL OR t.period_start < ?)", before)
	w.And("NOT EXISTS (SELECT 1 FROM shifts s WHERE s.timesheet_id = t.id AND s.day >= ? AND s.archived_at IS NULL)", before)
	w.And("NOT EXISTS (SELECT 1 FROM expenses x WHERE x.timesheet_id = t.id AND x.day >= ? AND x.archived_at IS NULL)", before)
	w.And(`(t.created_at < ? OR t.period_start IS NOT NULL OR EXISTS (SELECT 1 FROM shifts s WHERE s.timesheet_id = t.id
	AND s.archived_at IS NULL)
		OR EXISTS (SELECT 1 FROM expenses x WHERE x.timesheet_id = t.id AND x.archived_at IS NULL))`, db.InstantOf(before.In(time.UTC)))
	if ids != nil {
		w.And("t.id IN ("+q.Dialect().IDs("?")+")", db.IDs(ids))
	}
	limit := w.Bind(rows)
	return db.ReadIDs(q.Query(ctx, "SELECT t.id FROM timesheets t WHERE "+w.String()+" ORDER BY t.id"+db.Limit(limit), w.Args()...))
}

func setAged(ctx context.Context, tx *db.Tx, ids []int64, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE timesheets SET aged_at = $1, updated_at = $1, version = version + 1 WHERE id IN (`+tx.Dialect().IDs("$2")+
		`)`, at, db.IDs(ids))
	return err
}

// archivedByID returns an archived sheet in the actor's scope, with when and why it was archived.
func archivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (t Timesheet, in archival.State, err error) {
	var w db.Where
	w.And("id = ? AND (archived_at IS NOT NULL OR aged_at IS NOT NULL)", id)
	w.Scope("employee_id", by.Visible)
	row := q.QueryRow(ctx, "SELECT "+columns+", "+archival.Columns("timesheets")+" FROM timesheets WHERE "+w.String(), w.Args()...)
	t, err = scan(db.ExtendRow(row, &in.At, &in.Reason))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("timesheet")
	}
	return t, in, err
}

// named returns the names of sheets in the actor's scope, live or archived.
func named(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) ([]Named, error) {
	return queryNamed(ctx, q, by, "timesheets", "period_start", ids)
}

// queryNamed returns the names of the records of a table that have these ids and are in the actor's scope, live or archived.
func queryNamed(ctx context.Context, q db.Queryer, by auth.Actor, table, day string, ids []int64) ([]Named, error) {
	var w db.Where
	w.Scope("e.id", by.Visible)
	list := w.Bind(db.IDs(ids))
	return db.Collect(func(row db.Row) (n Named, err error) {
		err = row.Scan(&n.ID, &n.Employee, &n.Day)
		return n, err
	})(q.Query(ctx, "SELECT r.id, e.first_name || ' ' || e.last_name, r."+day+" FROM "+table+
		" r JOIN employees e ON e.id = r.employee_id WHERE "+w.String()+" AND r.id IN ("+q.Dialect().IDs(list)+")", w.Args()...))
}
