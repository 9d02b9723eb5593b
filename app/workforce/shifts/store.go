package shifts

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/dayblocks"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// table describes the table of shifts. Its hooks keep the totals of weeks up to date, and refuse to move a sheet to another
// employee if its shifts would overlap those of that employee (W10).
var table = timesheets.LineTable[Shift]{
	Name: "shifts", Kind: "shift",
	Columns: `l.id, l.timesheet_id, l.employee_id, l.bank_code_id, l.day, l.start_at, l.end_at, l.minutes, l.breaks,
		COALESCE(l.customer_id, 0), COALESCE(l.activity_id, 0), l.is_approved,
		t.is_approved, l.version, l.updated_at`,
	Scan: scan, ErrApproved: errApproved, CheckMove: checkMove,
	BeforeLeave: func(ctx context.Context, tx *db.Tx, sheet int64) error {
		return adjustWeekTotals(ctx, tx, -1, "timesheet_id = $1", sheet)
	},
	AfterMove: func(ctx context.Context, tx *db.Tx, sheet int64) error {
		return adjustWeekTotals(ctx, tx, +1, "timesheet_id = $1", sheet)
	},
	BeforeDelete: func(ctx context.Context, tx *db.Tx, ids []int64) error { return adjustWeekTotalsOf(ctx, tx, -1, ids) },
}

func scan(row db.Row) (s Shift, err error) {
	err = row.Scan(&s.ID, &s.TimesheetID, &s.EmployeeID, &s.BankCodeID, &s.Day, &s.Start, &s.End, &s.Minutes, &s.Breaks,
		&s.Job.CustomerID, &s.Job.ActivityID, &s.Approved, &s.SheetApproved, &s.Version, &s.UpdatedAt)
	return s, err
}

// facts holds the data that a shift is checked against.
type facts struct {
	category bankcodes.Category // of the bank code; empty: there is no such code
	overlaps bool
}

// loadFacts looks for the bank code, which stays live until the end of the transaction, and for another shift of the
// employee in the half-open interval of n. No shift is longer than a day, so only those that start less than a day before
// can overlap: one short range of the index.
func loadFacts(ctx context.Context, tx *db.Tx, employeeID int64, n New, self int64) (k facts, err error) {
	err = tx.QueryRow(ctx, `SELECT COALESCE((SELECT categorie FROM bank_codes WHERE id = $1 AND archived_at IS NULL`+tx.Dialect().ForKeyShare()+
		`), ''),
		EXISTS (SELECT 1 FROM shifts WHERE employee_id = $2 AND archived_at IS NULL
			AND start_at > $3 AND start_at < $4 AND end_at > $5 AND id <> $6)`,
		n.BankCodeID, employeeID, n.Start-maxElapsed, n.End, n.Start, self).Scan(&k.category, &k.overlaps)
	return k, err
}

func insert(ctx context.Context, tx *db.Tx, employeeID int64, n New, at db.Instant) (Shift, error) {
	s := Shift{TimesheetID: n.TimesheetID, EmployeeID: employeeID, BankCodeID: n.BankCodeID, Day: n.Day, Start: n.Start, End: n.End,
		Breaks: n.Breaks, Job: n.Job, Minutes: n.Minutes(), Version: 1, UpdatedAt: at}
	err := tx.QueryRow(ctx, `INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, breaks, customer_id,
			activity_id, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULLIF(CAST($11 AS BIGINT), 0), NULLIF(CAST($12 AS BIGINT), 0), $10, $10) RETURNING id`,
		s.TimesheetID, s.EmployeeID, s.BankCodeID, s.Day, s.Day.Week(), s.Start, s.End, s.Minutes, s.Breaks, at, s.Job.CustomerID,
		s.Job.ActivityID).Scan(&s.ID)
	if err == nil {
		err = timesheets.KeepOpen(ctx, tx, table.Name, "l.id = $2", s.ID)
	}
	if err != nil {
		return s, err
	}
	return s, addToDays(ctx, tx, s)
}

// addToDays adds a shift that was saved to the totals of its week and to the blocks of its day.
func addToDays(ctx context.Context, tx *db.Tx, s Shift) error {
	if err := dayblocks.Widen(ctx, tx, dayblocks.Line(table.Name, s.ID, s.TimesheetID, s.Day, s.UpdatedAt)...); err != nil {
		return err
	}
	return addToWeekTotals(ctx, tx, s)
}

func save(ctx context.Context, tx *db.Tx, old Shift, employeeID int64, n New, at db.Instant) (Shift, error) {
	s := Shift{ID: old.ID, TimesheetID: n.TimesheetID, EmployeeID: employeeID, BankCodeID: n.BankCodeID, Day: n.Day, Start: n.Start,
		End: n.End, Breaks: n.Breaks, Job: n.Job, Minutes: n.Minutes(), Version: old.Version + 1, UpdatedAt: at}
	if err := adjustWeekTotals(ctx, tx, -1, "id = $1", s.ID); err != nil {
		return s, err
	}
	_, err := tx.Exec(ctx, `UPDATE shifts
	SET timesheet_id = $2, employee_id = $3, bank_code_id = $4, day = $5, week = $6, start_at = $7, end_at = $8,
		minutes = $9, breaks = $10, updated_at = $11, version = $12, customer_id = NULLIF(CAST($13 AS BIGINT), 0),
		activity_id = NULLIF(CAST($14 AS BIGINT), 0) WHERE id = $1`,
		s.ID, s.TimesheetID, s.EmployeeID, s.BankCodeID, s.Day, s.Day.Week(), s.Start, s.End, s.Minutes, s.Breaks, at, s.Version,
		s.Job.CustomerID,
		s.Job.ActivityID)
	if err != nil {
		return s, err
	}
	return s, addToDays(ctx, tx, s)
}

func archive(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	if err := adjustWeekTotals(ctx, tx, -1, "id = $1", id); err != nil {
		return err
	}
	return table.Archive(ctx, tx, id, at)
}

func restore(ctx context.Context, tx *db.Tx, by auth.Actor, id, employeeID int64, at db.Instant) (Shift, error) {
	if err := table.Restore(ctx, tx, id, employeeID, at); err != nil {
		return Shift{}, err
	}
	s, err := table.ByID(ctx, tx, by, id)
	if err != nil {
		return s, err
	}
	return s, addToWeekTotals(ctx, tx, s)
}

func setApproved(ctx context.Context, tx *db.Tx, s Shift, at db.Instant) (Shift, error) {
	s.Version, s.UpdatedAt = s.Version+1, at
	_, err := tx.Exec(ctx, "UPDATE shifts SET is_approved = $2, updated_at = $3, version = $4 WHERE id = $1", s.ID, s.Approved, at, s.Version)
	if err != nil {
		return s, err
	}
	if err := dayblocks.Widen(ctx, tx, dayblocks.Changed(table.Name, at, s.ID)...); err != nil {
		return s, err
	}
	return s, timesheets.KeepOpen(ctx, tx, table.Name, "l.id = $2", s.ID)
}

// overlapsOnSheet reports whether a live shift of the sheet overlaps one on another sheet of the employee.
func overlapsOnSheet(ctx context.Context, q db.Queryer, sheet, employeeID int64) (overlaps bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM shifts a JOIN shifts b ON b.employee_id = $2 AND b.archived_at IS NULL
			AND b.start_at > a.start_at - 86400000 AND b.start_at < a.end_at AND b.end_at > a.start_at AND b.timesheet_id <> a.timesheet_id
		WHERE a.timesheet_id = $1 AND a.archived_at IS NULL)`, sheet, employeeID).Scan(&overlaps)
	return overlaps, err
}

// exportRow holds the values of a shift in the exported file; it is reused for each row.
type exportRow struct {
	id, timesheet, employee, bankCode int64
	day                               string
	start, end                        db.Instant
	minutes                           int64
	approved                          bool
}

// weeksSorted is the largest number of days whose shifts are found by the index of weeks and then sorted. A longer range
// is read in the order of the ids, so that a million rows need not be sorted in memory.
const weeksSorted = 100

func streamRange(ctx context.Context, q db.Queryer, by auth.Actor, r Range, each func(*exportRow) error) error {
	var w db.Where
	w.And("s.archived_at IS NULL AND s.day BETWEEN ? AND ?", r.From, r.To)
	if r.To.Sub(r.From) < weeksSorted {
		w.And("s.week BETWEEN ? AND ?", r.From.Week(), r.To)
	}
	if r.EmployeeID != 0 {
		w.And("s.employee_id = ?", r.EmployeeID)
	}
	if r.Employees != nil {
		w.And("s.employee_id IN ("+q.Dialect().IDs("?")+")", db.IDs(r.Employees))
	}
	w.Scope("s.employee_id", by.Visible)
	rows, err := q.Query(ctx,
		`SELECT s.id, s.timesheet_id, s.employee_id, s.bank_code_id, s.day, s.start_at, s.end_at, s.minutes, s.is_approved OR t.is_approved
		FROM shifts s JOIN timesheets t ON t.id = s.timesheet_id WHERE `+w.String()+` ORDER BY s.id`, w.Args()...)
	if err != nil {
		return err
	}
	var l exportRow
	return db.ForEachRow(rows, func() error {
		if err := rows.Scan(&l.id, &l.timesheet, &l.employee, &l.bankCode, &l.day, &l.start, &l.end, &l.minutes, &l.approved); err != nil {
			return err
		}
		return each(&l)
	})
}

func employeeNames(ctx context.Context, q db.Queryer) (map[int64]string, error) {
	return db.ReadMap[int64, string](q.Query(ctx, "SELECT id, first_name || ' ' || last_name FROM employees"))
}

// codeName is a bank code in the exported file.
type codeName struct{ code, kind string }

// codeNames returns the names of all bank codes, also of archived ones, which old shifts keep.
func codeNames(ctx context.Context, q db.Queryer) (map[int64]codeName, error) {
	rows, err := q.Query(ctx, "SELECT id, bank_code, type FROM bank_codes")
	if err != nil {
		return nil, err
	}
	codes := map[int64]codeName{}
	return codes, db.ForEachRow(rows, func() error {
		var id int64
		var c codeName
		err := rows.Scan(&id, &c.code, &c.kind)
		codes[id] = c
		return err
	})
}

// OfEmployee reads the shifts of an employee in these days, by start, outside of any scope (timesheets.LineTable).
func OfEmployee(ctx context.Context, q db.Queryer, employeeID int64, from, to db.Day) ([]Shift, error) {
	return table.OfEmployee(ctx, q, employeeID, from, to, "l.start_at, l.id")
}

// ownBreakRule returns the own break rule of an employee; empty if they have none.
func ownBreakRule(ctx context.Context, q db.Queryer, employeeID int64) (rule string, err error) {
	err = q.QueryRow(ctx, "SELECT default_breaks FROM employees WHERE id = $1", employeeID).Scan(&rule)
	return rule, err
}
