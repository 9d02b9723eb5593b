package payperiods

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"presence/app/auth"
	"presence/app/errs"
	"presence/app/leaverequests"
	"presence/app/timesheets"
	"presence/db"
)

// reading says how much of a period a book holds.
type reading struct {
	scope   Scope
	changed bool // tell sheets changed after approval from drafts; costs a look at every unapproved sheet
	onLeave bool // also people who have nothing in the period but approved leave
	figures bool // of people no more than id and name
}

// read fills a book from one snapshot.
func read(ctx context.Context, q db.Queryer, p Period, zone *time.Location, r reading) (*book, error) {
	b := &book{period: p, sheets: map[int64]Sheet{}}
	if err := readLeave(ctx, q, b, zone, r); err != nil {
		return nil, err
	}
	for _, part := range []func(context.Context, db.Queryer, *book, reading) error{
		readCodes, readShifts, readExpenses, readPeople, readSheets,
	} {
		if err := part(ctx, q, b, r); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func readLeave(ctx context.Context, q db.Queryer, b *book, zone *time.Location, r reading) error {
	start, end := db.InstantOf(b.period.Start.In(zone)), db.InstantOf(b.period.End.Add(1).In(zone))
	return leaverequests.EachApproved(ctx, q, start, end, leaverequests.Scope(r.scope), func(l leaverequests.Spell) {
		leaverequests.Days(l.Start, l.End, zone, b.period.Start, b.period.End, func(day db.Day, minutes int64) {
			b.leave = append(b.leave, leaveDay{l.EmployeeID, l.BankCodeID, day, minutes})
		})
	})
}

// readCodes reads archived ones too: old lines keep their code.
func readCodes(ctx context.Context, q db.Queryer, b *book, _ reading) error {
	b.codes = map[int64]code{}
	rows, err := q.Query(ctx, `SELECT id, type, bank_code, categorie = 'shift' AND archived_at IS NULL FROM bank_codes`)
	if err != nil {
		return err
	}
	return drain(rows, func() error {
		var id int64
		var c code
		err := rows.Scan(&id, &c.kind, &c.name, &c.forShifts)
		b.codes[id] = c
		return err
	})
}

// readShifts reads one index and groups each week in the index' own order. Each value that crosses over from the
// engine costs about as much as the grouping, so the week travels as the lowest bit of the code, and whose the sheet is
// comes with the sheets.
func readShifts(ctx context.Context, q db.Queryer, b *book, r reading) error {
	cond, args := r.scope("employee_id", 3)
	week := func(n int) string {
		return fmt.Sprintf(`SELECT timesheet_id, bank_code_id * 2 + %d, CAST(SUM(minutes) AS BIGINT) FROM shifts
			WHERE archived_at IS NULL AND week = $%d AND %s GROUP BY employee_id, timesheet_id, bank_code_id`, n, n+1, cond)
	}
	rows, err := q.Query(ctx, week(0)+` UNION ALL `+week(1), b.args(args)...)
	if err != nil {
		return err
	}
	return drain(rows, func() error {
		var s sum
		err := rows.Scan(&s.sheet, &s.code, &s.amount)
		s.code, s.week = s.code/2, int(s.code%2)
		b.shifts = append(b.shifts, s)
		return err
	})
}

// readExpenses works distances out expense by expense, as Distance does, so that they add up (W4).
func readExpenses(ctx context.Context, q db.Queryer, b *book, r reading) error {
	cond, args := r.scope("e.employee_id", 3)
	rows, err := q.Query(ctx, `SELECT e.timesheet_id, e.bank_code_id * 2 + CASE WHEN e.week > $1 THEN 1 ELSE 0 END, CAST(SUM(e.amount) AS BIGINT),
			CAST(SUM(CASE WHEN c.modifier <= 0 THEN 0
				WHEN e.amount < 0 THEN -((c.modifier / 2 - e.amount * 10000) / c.modifier)
				ELSE (e.amount * 10000 + c.modifier / 2) / c.modifier END) AS BIGINT)
		FROM expenses e JOIN bank_codes c ON c.id = e.bank_code_id
		WHERE e.archived_at IS NULL AND e.week BETWEEN $1 AND $2 AND `+cond+`
		GROUP BY e.week, e.employee_id, e.timesheet_id, e.bank_code_id`, b.args(args)...)
	if err != nil {
		return err
	}
	return drain(rows, func() error {
		var s sum
		err := rows.Scan(&s.sheet, &s.code, &s.amount, &s.distance)
		s.code, s.week = s.code/2, int(s.code%2)
		if !IsMileage(b.codes[s.code].kind) {
			s.distance = 0
		}
		b.expenses = append(b.expenses, s)
		return err
	})
}

// args are the weeks of the period, as $1 and $2, and what follows them.
func (b *book) args(more []any) []any {
	weeks := b.period.Weeks()
	return append([]any{weeks[0], weeks[1]}, more...)
}

// readPeople reads everyone employed in the period, and whoever has something in it (W5).
func readPeople(ctx context.Context, q db.Queryer, b *book, r reading) error {
	var onLeave []int64
	if r.onLeave {
		for _, l := range b.leave {
			onLeave = append(onLeave, l.employee)
		}
	}
	var e Employee
	columns := `e.id, e.first_name || ' ' || e.last_name`
	fields := []any{&e.ID, &e.Name}
	if !r.figures {
		columns += `, e.company_code, e.external_payroll_id, e.first_work_day, e.last_work_day, e.archived_at IS NOT NULL`
		fields = append(fields, &e.CompanyCode, &e.ExternalPayrollID, &e.FirstDay, &e.LastDay, &e.Archived)
	}
	cond, args := r.scope("e.id", 4)
	rows, err := q.Query(ctx, `SELECT `+columns+` FROM employees e WHERE `+cond+` AND (
			(e.archived_at IS NULL AND e.first_work_day <= $2 AND (e.last_work_day IS NULL OR e.last_work_day >= $1))
			OR EXISTS (SELECT 1 FROM shifts s WHERE s.employee_id = e.id AND s.day BETWEEN $1 AND $2 AND s.archived_at IS NULL)
			OR EXISTS (SELECT 1 FROM expenses x WHERE x.employee_id = e.id AND x.day BETWEEN $1 AND $2 AND x.archived_at IS NULL)
			OR e.id IN (`+q.Dialect().IDs("$3")+`))
		ORDER BY e.sort_name, e.id`,
		append([]any{b.period.Start, b.period.End, db.IDs(onLeave)}, args...)...)
	if err != nil {
		return err
	}
	return drain(rows, func() error {
		err := rows.Scan(fields...)
		b.people = append(b.people, e)
		return err
	})
}

// readSheets reads the sheets with activity in the period and, of those who have none, the sheet that the staff pages
// keep for it.
func readSheets(ctx context.Context, q db.Queryer, b *book, r reading) error {
	changed := "FALSE"
	if r.changed {
		changed = timesheets.ChangedCondition
	}
	columns := fmt.Sprintf(`SELECT t.id, t.employee_id, CASE WHEN t.is_approved THEN %d WHEN %s THEN %d
		WHEN t.submitted_at IS NOT NULL THEN %d ELSE %d END`, Approved, changed, Changed, Submitted, Draft)
	if err := readSheetsBy(ctx, q, b, true, columns+` FROM timesheets t WHERE t.id IN (`+q.Dialect().IDs("$1")+`)`, db.IDs(b.activeSheets())); err != nil {
		return err
	}
	return readSheetsBy(ctx, q, b, false, columns+` FROM timesheets t WHERE t.employee_id IN (`+q.Dialect().IDs("$1")+`)
		AND t.period_start = $2 AND t.archived_at IS NULL`, db.IDs(b.inactive()), b.period.Start)
}

func readSheetsBy(ctx context.Context, q db.Queryer, b *book, active bool, query string, args ...any) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	return drain(rows, func() error {
		s := Sheet{Active: active}
		err := rows.Scan(&s.ID, &s.EmployeeID, &s.State)
		b.sheets[s.ID] = s
		return err
	})
}

// active are the sheets in sight that have a shift or an expense in the period (W6), by id.
func active(ctx context.Context, q db.Queryer, actor auth.Actor, p Period) ([]candidate, error) {
	visible, seen := actor.Visible("t.employee_id", 3)
	approvable, args := actor.Approvable("t.employee_id", 3+len(seen))
	weeks := p.Weeks()
	args = append(append([]any{weeks[0], weeks[1]}, seen...), args...)
	rows, err := q.Query(ctx, `SELECT t.id, t.is_approved, t.submitted_at IS NOT NULL, COALESCE(t.approved_at, 0), COALESCE(t.approved_by, ''), `+approvable+` FROM timesheets t
		WHERE t.archived_at IS NULL AND `+visible+` AND t.id IN (
			SELECT timesheet_id FROM shifts WHERE archived_at IS NULL AND week BETWEEN $1 AND $2
			UNION SELECT timesheet_id FROM expenses WHERE archived_at IS NULL AND week BETWEEN $1 AND $2)
		ORDER BY t.id`, args...)
	if err != nil {
		return nil, err
	}
	var list []candidate
	err = drain(rows, func() error {
		var c candidate
		err := rows.Scan(&c.id, &c.approved, &c.submitted, &c.approvedAt, &c.approvedBy, &c.approvable)
		list = append(list, c)
		return err
	})
	return list, err
}

// readDays are the minutes of each day of the period, by employee: one index, read at each employee's days.
func readDays(ctx context.Context, q db.Queryer, p Period, people []Employee) (map[int64]*[periodDays]int64, error) {
	rows, err := q.Query(ctx, `SELECT employee_id, day, CAST(SUM(minutes) AS BIGINT) FROM shifts
		WHERE archived_at IS NULL AND employee_id IN (`+q.Dialect().IDs("$1")+`) AND day BETWEEN $2 AND $3
		GROUP BY employee_id, day`, db.IDs(idsOf(people)), p.Start, p.End)
	if err != nil {
		return nil, err
	}
	number := make(map[string]int, periodDays) // fourteen days, read thousands of times
	for i := range periodDays {
		number[p.Start.Add(i).String()] = i
	}
	days := make(map[int64]*[periodDays]int64, len(people))
	var employee, minutes int64
	var day sql.RawBytes
	err = drain(rows, func() error {
		if err := rows.Scan(&employee, &day, &minutes); err != nil {
			return err
		}
		if days[employee] == nil {
			days[employee] = new([periodDays]int64)
		}
		days[employee][number[string(day)]] = minutes
		return nil
	})
	return days, err
}

// readSpans are the shifts of some people dated in a stretch of days, by employee.
func readSpans(ctx context.Context, q db.Queryer, from, to db.Day, ids []int64) (map[int64][]Span, error) {
	rows, err := q.Query(ctx, `SELECT employee_id, start_at, end_at FROM shifts
		WHERE archived_at IS NULL AND employee_id IN (`+q.Dialect().IDs("$1")+`) AND day BETWEEN $2 AND $3`, db.IDs(ids), from, to)
	if err != nil {
		return nil, err
	}
	work := make(map[int64][]Span, len(ids))
	return work, drain(rows, func() error {
		var employee int64
		var s Span
		err := rows.Scan(&employee, &s.Start, &s.End)
		work[employee] = append(work[employee], s)
		return err
	})
}

func idsOf(people []Employee) []int64 {
	ids := make([]int64, len(people))
	for i, e := range people {
		ids[i] = e.ID
	}
	return ids
}

// supervisors are those who have live reports, by name.
func supervisors(ctx context.Context, q db.Queryer) (list []Supervisor, err error) {
	rows, err := q.Query(ctx, `SELECT s.id, s.first_name || ' ' || s.last_name FROM employees s
		WHERE s.archived_at IS NULL AND EXISTS (SELECT 1 FROM employees e WHERE e.supervisor_id = s.id AND e.archived_at IS NULL)
		ORDER BY s.sort_name, s.id`)
	if err != nil {
		return nil, err
	}
	err = drain(rows, func() error {
		var s Supervisor
		err := rows.Scan(&s.ID, &s.Name)
		list = append(list, s)
		return err
	})
	return list, err
}

// deep tells whether any of these people has live reports.
func deep(ctx context.Context, q db.Queryer, people []Employee) (yes bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM employees WHERE archived_at IS NULL AND supervisor_id IN (`+q.Dialect().IDs("$1")+`))`, db.IDs(idsOf(people))).Scan(&yes)
	return yes, err
}

// oldestWeek is the first week with a shift or an expense in it; none before there is any.
func oldestWeek(ctx context.Context, q db.Queryer) (oldest db.Day, err error) {
	for _, first := range []string{
		`SELECT week FROM shifts WHERE archived_at IS NULL ORDER BY week LIMIT 1`,
		`SELECT week FROM expenses WHERE archived_at IS NULL ORDER BY week LIMIT 1`,
	} {
		var week db.Day
		switch err := q.QueryRow(ctx, first).Scan(&week); {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return oldest, err
		case oldest.IsZero() || week.Before(oldest):
			oldest = week
		}
	}
	return oldest, nil
}

func employeeExists(ctx context.Context, q db.Queryer, id int64) error {
	var one int
	err := q.QueryRow(ctx, `SELECT 1 FROM employees WHERE id = $1`, id).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return errs.Missing("employee")
	}
	return err
}

// scope is the crew's: direct reports, or everyone below the supervisor.
func (c Crew) scope(column string, n int) (string, []any) {
	if !c.Subtree {
		return fmt.Sprintf(`%s IN (SELECT id FROM employees WHERE supervisor_id = $%d)`, column, n), []any{c.SupervisorID}
	}
	return fmt.Sprintf(`%s IN (WITH RECURSIVE below(id) AS (SELECT id FROM employees WHERE supervisor_id = $%d
		UNION SELECT e.id FROM employees e JOIN below ON e.supervisor_id = below.id) SELECT id FROM below)`, column, n), []any{c.SupervisorID}
}

func drain(rows *sql.Rows, scan func() error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(); err != nil {
			return err
		}
	}
	return rows.Err()
}
