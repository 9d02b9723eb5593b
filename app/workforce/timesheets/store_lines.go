package timesheets

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/dayblocks"
	"presence/app/platform/errs"
	"presence/db"
)

func (l LineTable[L]) query(more string, w *db.Where) string {
	return "SELECT " + l.Columns + more + " FROM " + l.Name + " l JOIN timesheets t ON t.id = l.timesheet_id WHERE " + w.String()
}

// ByID returns a line in the actor's scope that is neither deleted nor aged (W11).
func (l LineTable[L]) ByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (L, error) {
	var w db.Where
	w.And("l.id = ? AND l.archived_at IS NULL AND l.aged_at IS NULL", id)
	w.Scope("l.employee_id", by.Visible)
	line, err := l.Scan(q.QueryRow(ctx, l.query("", &w), w.Args()...))
	return line, l.orNotFound(err)
}

// List calls each for the lines in the actor's scope that match the filter, sorted by id. Of a page by days or by when they changed, it
// reads the blocks of ids that can hold such a line; those of which there are few are found by the index of the filter.
func (l LineTable[L]) List(ctx context.Context, q db.Queryer, by auth.Actor, f LineFilter, each func(L) error) error {
	owner := "l.employee_id"
	if f.paged() && f.EmployeeID == 0 && f.TimesheetID == 0 {
		many, err := l.manyIn(ctx, q, by)
		if err != nil {
			return err
		}
		if many { // found soon in the order of ids, and too many to sort
			owner = "+" + owner
		} else if !by.SeesAll() {
			return l.listInOrder(ctx, q, by, f, walk{inOrder, owner, 0}, each)
		}
	}
	if !f.paged() || !f.scattered() {
		return l.listInOrder(ctx, q, by, f, walk{inOrder, owner, 0}, each)
	}
	index, err := l.indexOf(ctx, q, f)
	switch {
	case err != nil:
		return err
	case index != inOrder && index != inOpen:
		return l.listBy(ctx, q, by, f, index, each)
	case !f.hasDays() && f.Since == 0:
		return l.listInOrder(ctx, q, by, f, walk{index, owner, 0}, each)
	}
	from, to := Filter{From: f.From, To: f.To}.days()
	runs, err := dayblocks.Runs(ctx, q, l.Name, f.After, from, to, f.Since)
	read := int64(0)
	for _, run := range runs {
		f.After, f.Rows, read = run.After, f.Rows-read, 0
		if f.Rows == 0 || err != nil {
			break
		}
		err = l.listInOrder(ctx, q, by, f, walk{index, owner, run.Until}, func(line L) error { read++; return each(line) })
	}
	return err
}

// listBy finds the lines by an index and sorts them.
func (l LineTable[L]) listBy(ctx context.Context, q db.Queryer, by auth.Actor, f LineFilter, index lineIndex, each func(L) error) error {
	w := l.where(f, index, false)
	w.Scope("l.employee_id", by.Visible)
	ids := "SELECT l.id FROM " + l.Name + " l JOIN timesheets t ON t.id = l.timesheet_id WHERE " + w.String() + " ORDER BY l.id + 0" +
		db.Limit(w.Bind(f.Rows)) // the sum keeps the engine from reading in the order of ids
	return db.Stream(l.Scan, each)(q.Query(ctx, "SELECT "+l.Columns+" FROM "+l.Name+
		" l JOIN timesheets t ON t.id = l.timesheet_id WHERE l.id IN ("+ids+") ORDER BY l.id", w.Args()...))
}

// walk is a way of reading lines in the order of their ids.
type walk struct {
	index lineIndex // inOrder, or inOpen for those that are not approved
	owner string    // the column on which the actor's scope is a condition
	until int64     // the last id; 0: all
}

// listInOrder reads in the order of ids.
func (l LineTable[L]) listInOrder(ctx context.Context, q db.Queryer, by auth.Actor, f LineFilter, along walk, each func(L) error) error {
	w := l.where(f, along.index, !by.SeesAll() && !strings.HasPrefix(along.owner, "+"))
	from, id := l.Name+" l", "l.id"
	if along.index == inOpen { // SQLite joins tables in the order of a CROSS JOIN
		from, id = "open_lines o CROSS JOIN "+from, "o.id"
	}
	if along.until != 0 {
		w.And(id+" <= ?", along.until)
	}
	w.Scope(along.owner, by.Visible)
	limit := w.Bind(f.Rows)
	return db.Stream(l.Scan, each)(q.Query(ctx, "SELECT "+l.Columns+" FROM "+from+" JOIN timesheets t ON t.id = l.timesheet_id WHERE "+
		w.String()+" ORDER BY "+id+db.Limit(limit), w.Args()...))
}

// manyIn reports whether a supervisor's scope has many lines.
func (l LineTable[L]) manyIn(ctx context.Context, q db.Queryer, by auth.Actor) (many bool, err error) {
	if by.SeesAll() {
		return false, nil
	}
	visible, args := by.Visible("employee_id", 2)
	err = q.QueryRow(ctx, "SELECT COUNT(*) = $1 FROM (SELECT 1 FROM "+l.Name+" WHERE archived_at IS NULL AND "+visible+
		" LIMIT CAST($1 AS BIGINT)) x", append([]any{mostLooked}, args...)...).Scan(&many)
	return many, err
}

const mostLooked = 20_000 // lines that are looked up by one filter where there are two

// lineIndex is what a page of lines is found by.
type lineIndex int

const (
	inOrder  lineIndex = iota // their ids
	inOpen                    // the ids of those that are open
	byChange                  // when they or their sheets changed
	byCustomer
	byActivity
	byCode // their bank code
)

// paged reports whether the filter has a limit.
func (f LineFilter) paged() bool { return f.Rows < math.MaxInt64 }

// scattered reports whether the lines may lie anywhere, and not together in an index as those of an employee, a sheet or a customer do.
func (f LineFilter) scattered() bool {
	several := f.CustomerID != 0 && f.ActivityID != 0 || f.BankCodeID != 0 && f.CustomerID+f.ActivityID != 0
	return f.EmployeeID == 0 && f.TimesheetID == 0 && !f.Aged && (several || f.Since != 0 || f.hasDays() || f.Approved != nil)
}

func (f LineFilter) hasDays() bool { return !f.From.IsZero() || !f.To.IsZero() }

// indexOf returns by which index the fewest lines are read.
func (l LineTable[L]) indexOf(ctx context.Context, q db.Queryer, f LineFilter) (lineIndex, error) {
	if f.Since != 0 {
		few, err := fewChanged(ctx, q, l.Name, f.Since, mostLines)
		if few && err == nil { // and those that changed with their sheets
			few, err = fewChanged(ctx, q, "timesheets", f.Since, mostSheets)
		}
		if err != nil || few {
			return byChange, err
		}
	}
	for _, of := range []struct {
		index     lineIndex
		condition string // of the index
		id        int64
	}{
		{byCustomer, "customer_id = $2", f.CustomerID},
		{byActivity, "activity_id = $2", f.ActivityID},
		{byCode, "archived_at IS NULL AND aged_at IS NULL AND bank_code_id = $2", f.BankCodeID},
	} {
		if of.id == 0 {
			continue
		}
		few := false
		err := q.QueryRow(ctx, "SELECT COUNT(*) < $1 FROM (SELECT 1 FROM "+l.Name+" WHERE "+of.condition+" LIMIT CAST($1 AS BIGINT)) x",
			mostLooked, of.id).Scan(&few)
		if err != nil || few {
			return of.index, err
		}
	}
	if f.Approved != nil && !*f.Approved {
		return inOpen, nil
	}
	return inOrder, nil
}

// OfEmployee returns the lines of an employee that are dated in these days, both included, without checking any scope. It
// includes those that were archived with their period (W11).
func (l LineTable[L]) OfEmployee(ctx context.Context, q db.Queryer, employeeID int64, from, to db.Day, order string) ([]L, error) {
	var w db.Where
	w.And("l.employee_id = ? AND l.archived_at IS NULL AND l.day BETWEEN ? AND ?", employeeID, from, to)
	return db.Collect(l.Scan)(q.Query(ctx, l.query("", &w)+" ORDER BY "+order, w.Args()...))
}

// ArchivedByID returns an archived line in the actor's scope, with when and why it was archived.
func (l LineTable[L]) ArchivedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (line L, in archival.State, err error) {
	var w db.Where
	w.And("l.id = ? AND (l.archived_at IS NOT NULL OR l.aged_at IS NOT NULL)", id)
	w.Scope("l.employee_id", by.Visible)
	line, err = l.Scan(db.ExtendRow(q.QueryRow(ctx, l.query(", "+archival.Columns("l"), &w), w.Args()...), &in.At, &in.Reason))
	return line, in, l.orNotFound(err)
}

func (l LineTable[L]) orNotFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.NotFound(l.Kind)
	}
	return err
}

// where returns the conditions of a filter on lines l of sheets t. A column with a plus is not looked up in an index. scoped: the actor
// sees so few lines that these are looked up.
func (l LineTable[L]) where(f LineFilter, index lineIndex, scoped bool) *db.Where {
	w := &db.Where{}
	w.And("l.archived_at IS NULL")
	narrow := func(wanted bool, condition string, values ...any) {
		if wanted {
			w.And(condition, values...)
		}
	}
	narrow(!f.Aged, "l.aged_at IS NULL")
	if index == inOpen {
		w.And("o.name = ? AND l.id = o.id + 0 AND o.id > ?", l.Name, f.After) // without the sum, PostgreSQL would merge all lines
	} else {
		narrow(f.After != 0, map[bool]string{true: "+"}[index != inOrder]+"l.id > ?", f.After)
	}
	switch {
	case index == byChange:
		w.And("l.id IN (SELECT x.id FROM "+l.Name+` x WHERE x.updated_at >= ? AND x.archived_at IS NULL AND x.aged_at IS NULL
			UNION ALL SELECT x.id FROM timesheets s JOIN `+l.Name+` x ON x.timesheet_id = s.id
			WHERE s.updated_at >= ? AND s.archived_at IS NULL AND s.aged_at IS NULL)`, f.Since, f.Since)
	case f.Since != 0:
		w.And("(l.updated_at >= ? OR t.updated_at >= ?)", f.Since, f.Since)
	}
	narrow(f.EmployeeID != 0, "l.employee_id = ?", f.EmployeeID)
	narrow(f.TimesheetID != 0, "l.timesheet_id = ?", f.TimesheetID)
	// Without statistics, SQLite takes any of these for as good as an employee or a sheet. A customer has few lines, an activity may have
	// most.
	found := scoped || f.EmployeeID != 0 || f.TimesheetID != 0 || index != inOrder && index != inOpen
	for _, of := range []struct {
		index  lineIndex
		column string
		id     int64
	}{{byCustomer, "l.customer_id", f.CustomerID}, {byCode, "l.bank_code_id", f.BankCodeID}, {byActivity, "l.activity_id", f.ActivityID}} {
		narrow(of.id != 0, map[bool]string{true: "+"}[found && index != of.index]+of.column+" = ?", of.id)
		found = found || of.id != 0
	}
	if f.Approved != nil && index != inOpen { // PostgreSQL takes the condition for a rare one, and would sort all that are open
		w.And("(l.is_approved OR t.is_approved) = ?", *f.Approved)
	}
	day := map[bool]string{true: "l.day", false: "l.day || ''"}[index == inOpen] // joined with nothing, it is not looked up in an index
	narrow(!f.From.IsZero(), day+" >= ?", f.From)
	narrow(!f.To.IsZero(), day+" <= ?", f.To)
	return w
}

// Archive archives one line.
func (l LineTable[L]) Archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, "UPDATE "+l.Name+
		" SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1 WHERE id = $1", id, at)
	return err
}

func (l LineTable[L]) archiveOnSheet(ctx context.Context, tx *db.Tx, sheet int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx,
		"UPDATE "+l.Name+` SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1
		WHERE timesheet_id = $1 AND archived_at IS NULL RETURNING id`, sheet, at))
}

// Restore restores one line, which belongs to the employee of its sheet.
func (l LineTable[L]) Restore(ctx context.Context, tx *db.Tx, id, employeeID int64, at db.Instant) error {
	if err := dayblocks.Widen(ctx, tx, dayblocks.Changed(l.Name, at, id)...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE "+l.Name+` SET employee_id = $2, archived_at = NULL, archived_reason = NULL, updated_at = $3,
		version = version + 1 WHERE id = $1`, id, employeeID, at)
	return err
}

func (l LineTable[L]) restoreOnSheet(ctx context.Context, tx *db.Tx, sheet int64, archived, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, "UPDATE "+l.Name+` SET archived_at = NULL, archived_reason = NULL, updated_at = $3, version = version + 1
		WHERE timesheet_id = $1 AND archived_at = $2 RETURNING id`, sheet, archived, at))
}

func (l LineTable[L]) moveOnSheet(ctx context.Context, tx *db.Tx, sheet, employeeID int64, at db.Instant) ([]int64, error) {
	return db.ReadIDs(tx.Query(ctx, "UPDATE "+l.Name+` SET employee_id = $2, updated_at = $3, version = version + 1
		WHERE timesheet_id = $1 AND archived_at IS NULL RETURNING id`, sheet, employeeID, at))
}

// anyApproved reports whether a live line of the sheet is approved by itself.
func (l LineTable[L]) anyApproved(ctx context.Context, q db.Queryer, sheet int64) (found bool, err error) {
	err = q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM "+l.Name+" WHERE timesheet_id = $1 AND is_approved AND archived_at IS NULL)",
		sheet).Scan(&found)
	return found, err
}

func (l LineTable[L]) setAged(ctx context.Context, tx *db.Tx, sheets []int64, at db.Instant) (int64, error) {
	return tx.Exec(ctx, "UPDATE "+l.Name+` SET aged_at = $1, updated_at = $1, version = version + 1
		WHERE archived_at IS NULL AND aged_at IS NULL AND timesheet_id IN (`+tx.Dialect().IDs("$2")+`)`, at, db.IDs(sheets))
}

// Named returns the names of lines in the actor's scope, live or archived.
func (l LineTable[L]) Named(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) ([]Named, error) {
	return queryNamed(ctx, q, by, l.Name, "day", ids)
}
