package leavebalances

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/holidays"
	"presence/app/workforce/crews"
	"presence/app/workforce/leaverequests"
	"presence/db"
)

const ruleColumns = `leave_type, from_day, earns, rate, later_rate, later_years, minutes, paid_minutes, paid_after_months, year_start,
	COALESCE(carry_limit, -1), carry_months, refuse_below_zero, version, updated_at`

func scanRule(row db.Row) (r Rule, err error) {
	err = row.Scan(&r.LeaveType, &r.From, &r.Earns, &r.Rate, &r.LaterRate, &r.LaterYears, &r.Minutes, &r.PaidMinutes, &r.PaidAfterMonths,
		&r.YearStart, &r.CarryLimit, &r.CarryMonths, &r.RefuseBelowZero, &r.Version, &r.UpdatedAt)
	return r, err
}

func ruleOf(ctx context.Context, q db.Queryer, leaveType string) (Rule, error) {
	r, err := scanRule(q.QueryRow(ctx, "SELECT "+ruleColumns+" FROM leave_rules WHERE leave_type = $1", leaveType))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("leave rule")
	}
	return r, err
}

func listRules(ctx context.Context, q db.Queryer) ([]Rule, error) {
	return db.Collect(scanRule)(q.Query(ctx, "SELECT "+ruleColumns+" FROM leave_rules"))
}

// saveRule inserts or replaces a rule.
func saveRule(ctx context.Context, tx *db.Tx, r Rule, at db.Instant) (Rule, error) {
	return scanRule(tx.QueryRow(ctx, `INSERT INTO leave_rules (leave_type, from_day, earns, rate, later_rate, later_years, minutes,
			paid_minutes, paid_after_months, year_start, carry_limit, carry_months, refuse_below_zero, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULLIF($11, CAST(-1 AS BIGINT)), $12, $13, $14, $14)
		ON CONFLICT (leave_type) DO UPDATE SET from_day = excluded.from_day, earns = excluded.earns, rate = excluded.rate,
			later_rate = excluded.later_rate, later_years = excluded.later_years, minutes = excluded.minutes,
			paid_minutes = excluded.paid_minutes, paid_after_months = excluded.paid_after_months, year_start = excluded.year_start,
			carry_limit = excluded.carry_limit, carry_months = excluded.carry_months, refuse_below_zero = excluded.refuse_below_zero,
			updated_at = excluded.updated_at, version = leave_rules.version + 1
		RETURNING `+ruleColumns, r.LeaveType, r.From, string(r.Earns), r.Rate, r.LaterRate, r.LaterYears, r.Minutes, r.PaidMinutes,
		r.PaidAfterMonths, r.YearStart, r.CarryLimit, r.CarryMonths, r.RefuseBelowZero, int64(at)))
}

// employee is one employee with what a balance needs.
type employee struct {
	id         int64
	name       string
	supervisor string
	firstDay   db.Day
	lastDay    db.Day // zero: none
	archived   bool
}

// selection is what the balances are read of.
type selection struct {
	rules    []Rule
	day      db.Day
	employee int64 // 0: of all
	crew     crews.Crew
	only     []int64 // the ids of some; nil: of all
	archived bool    // of archived employees as well
	holidays holidays.Calendar
	without  int64 // the id of a request that does not count; 0: none
	claimed  bool  // what is asked for counts as taken

	cuts [][]cut  // of each rule
	due  []string // the causes of the fixed amounts of today's years of leave
}

// partAt returns an SQL expression that numbers the part of the time (cutsUntil) in which the value of a column lies, by the kind of leave.
// value converts a day to the value that the column would have.
func (s selection) partAt(w *db.Where, column string, value func(db.Day) any) string {
	var b strings.Builder
	b.WriteString("CASE x.leave_type")
	for i, r := range s.rules {
		b.WriteString(" WHEN " + w.Bind(r.LeaveType) + " THEN CASE")
		for n := len(s.cuts[i]) - 1; n > 0; n-- {
			fmt.Fprintf(&b, " WHEN %s >= %s THEN %d", column, w.Bind(value(s.cuts[i][n].day)), n)
		}
		b.WriteString(" WHEN TRUE THEN 0 END")
	}
	b.WriteString(" END")
	return b.String()
}

// since returns the SQL condition for what the rules count: from their first day on.
func (s selection) since(w *db.Where, column string, value func(db.Day) any) string {
	var list []string
	for _, r := range s.rules {
		list = append(list, "x.leave_type = "+w.Bind(r.LeaveType)+" AND "+column+" >= "+w.Bind(value(r.From)))
	}
	return "(" + strings.Join(list, " OR ") + ")"
}

// isPosted is in the place of a kind of entry, in a row of statement that says that the ledger has the amount of today's year of leave.
const isPosted = "posted"

// eachSum calls each for the sums of each employee in scope, in the order of their names: by kind of leave, in parts of the time; and with
// whether the ledger has the fixed amount of today's year, of each rule. It is one statement: the entries of the ledger, the leave that
// lies in one part of the time, whose minutes are stored (leave_counts), and the rest of the leave, whose minutes are computed here.
func eachSum(ctx context.Context, q db.Queryer, scope leaverequests.Scope, s selection, zone *time.Location,
	each func(e employee, list []sums, posted []bool)) error {
	holidayCodes, err := codesOfHolidays(ctx, q)
	if err != nil {
		return err
	}
	var w db.Where
	text := s.statement(&w, scope, q.Dialect(), zone)
	rows, err := q.Query(ctx, text, w.Args()...)
	if err != nil {
		return err
	}
	index := map[string]int{}
	for i, r := range s.rules {
		index[r.LeaveType] = i
	}
	var now employee
	var list []sums
	var posted []bool
	flush := func() {
		if now.id != 0 {
			each(now, list, posted)
		}
	}
	err = db.ForEachRow(rows, func() error {
		var e employee
		var leaveType, kind string
		var part, minutes, code int64
		var start, end db.Instant
		if err := rows.Scan(&e.id, &e.name, &e.supervisor, &e.firstDay, &e.lastDay, &e.archived, &leaveType, &kind, &part, &minutes, &start, &end,
			&code); err != nil {
			return err
		}
		if e.id != now.id {
			flush()
			now, list, posted = e, make([]sums, len(s.rules)), make([]bool, len(s.rules))
			for i := range list {
				list[i] = make(sums, len(s.cuts[i]))
			}
		}
		i, is := index[leaveType]
		switch {
		case !is: // nothing of the employee
		case kind == isPosted:
			posted[i] = true
		case end == 0:
			list[i].add(int(part), Kind(kind), minutes)
		default:
			s.addLeave(list[i], i, Kind(kind), start, end, holidayCodes[code], zone)
		}
		return nil
	})
	if err == nil {
		flush()
	}
	return err
}

// addLeave adds the days of leave from start to end to sums, each to the part of the time (see cutsUntil) in which it lies.
func (s selection) addLeave(to sums, rule int, kind Kind, start, end db.Instant, paysHolidays bool, zone *time.Location) {
	cuts := s.cuts[rule]
	leaverequests.TakenDays(s.holidays, start, end, paysHolidays, zone, s.rules[rule].From, s.day, func(day db.Day, minutes int64) {
		to.add(partOf(cuts, day), kind, minutes)
	})
}

// statement returns the statement of eachSum: the employees, each with the rows of its sums (kind of leave, kind of entry, part of the
// time, minutes) and with the leave whose minutes are to be computed (start, end, code).
func (s selection) statement(w *db.Where, scope leaverequests.Scope, dialect db.Dialect, zone *time.Location) string {
	who, of := s.employees(w, scope, dialect)
	counted, rest := s.leave(w, of, zone)
	return `SELECT e.id, e.first_name || ' ' || e.last_name, COALESCE(s.first_name || ' ' || s.last_name, ''), e.first_work_day,
			e.last_work_day, e.archived_at IS NOT NULL,
			COALESCE(a.leave_type, ''), COALESCE(a.kind, ''), COALESCE(a.part, 0), COALESCE(a.minutes, 0), COALESCE(a.start_at, 0),
			COALESCE(a.end_at, 0), COALESCE(a.code, 0)
		FROM employees e LEFT JOIN employees s ON s.id = e.supervisor_id
		LEFT JOIN (` + s.ledger(w, of) + s.posted(w, of) + " UNION ALL " + counted + " UNION ALL " + rest + `) a ON a.employee_id = e.id
		WHERE ` + who + " ORDER BY e.sort_name, e.id"
}

// employees returns the condition for the employees e whose balances are read, and the one for their entries and leave x: it begins with
// AND, and is empty for everyone, of whom all is added up.
func (s selection) employees(w *db.Where, scope leaverequests.Scope, dialect db.Dialect) (who, of string) {
	bind := func(cond string, args []any) string {
		for _, v := range args {
			w.Bind(v)
		}
		return cond
	}
	visible, args := scope("e.id", len(w.Args())+1)
	who = bind(visible, args)
	if !s.archived {
		who += " AND e.archived_at IS NULL"
	}
	who += " AND " + bind(s.crew.BySupervisor("e.supervisor_id", len(w.Args())+1))
	switch {
	case s.employee != 0:
		id := w.Bind(s.employee)
		who += " AND e.id = " + id
		of = " AND x.employee_id = " + id
	case s.only != nil:
		ids := "IN (" + dialect.IDs(w.Bind(db.IDs(s.only))) + ")"
		who += " AND e.id " + ids
		of = " AND x.employee_id " + ids
	case s.crew != crews.Everyone || len(args) > 0:
		of = " AND x.employee_id IN (SELECT e.id FROM employees e WHERE " + who + ")"
	}
	return who, of
}

// ledger returns the query for the sums of the entries.
func (s selection) ledger(w *db.Where, of string) string {
	day := func(d db.Day) any { return d.String() }
	return "SELECT x.employee_id, x.leave_type, x.entry AS kind, " + s.partAt(w, "x.day", day) + ` AS part,
		CAST(SUM(x.minutes) AS BIGINT) AS minutes, 0 AS start_at, 0 AS end_at, 0 AS code
		FROM leave_ledger x WHERE x.day <= ` + w.Bind(s.day.String()) + " AND " + s.since(w, "x.day", day) + of + " GROUP BY 1, 2, 3, 4"
}

// posted returns, after UNION ALL, the query for the kinds of leave of which the ledger has the fixed amount of today's year; empty if no
// rule gives one. It reads nothing but an index.
func (s selection) posted(w *db.Where, of string) string {
	if len(s.due) == 0 {
		return ""
	}
	causes := make([]string, len(s.due))
	for i, cause := range s.due {
		causes[i] = w.Bind(cause)
	}
	return " UNION ALL SELECT x.employee_id, x.leave_type, '" + isPosted + "', 0, 0, 0, 0, 0 FROM leave_ledger x WHERE x.cause IN (" +
		strings.Join(causes, ", ") + ")" + of
}

// leave returns the query for the sums of the leave that counts, lies in one part of the time, has no statutory holidays in it that are
// paid by its code, and whose minutes are stored; and the query for all other leave, whose days lie in several parts or are not counted.
func (s selection) leave(w *db.Where, of string, zone *time.Location) (counted, rest string) {
	instant := func(d db.Day) any { return int64(db.InstantOf(d.In(zone))) }
	kind := "CASE WHEN " + leaverequests.IsApproved("x") + " THEN 'taken' ELSE 'asked' END"
	if s.claimed {
		kind = "'taken'"
	}
	live := leaverequests.LiveCondition("x") + of
	if s.without != 0 {
		live += " AND x.id <> " + w.Bind(s.without)
	}
	after := w.Bind(instant(s.day.Add(1)))
	first, last := s.partAt(w, "x.start_at", instant), s.partAt(w, "x.end_at - 1", instant)
	whole := "c.version = x.version AND x.end_at <= " + after + " AND " + first + " = " + last + " AND b.id IS NULL AND " +
		s.since(w, "x.start_at", instant)
	from := ` FROM leave_requests x LEFT JOIN leave_counts c ON c.request_id = x.id
		LEFT JOIN bank_codes b ON b.id = x.bank_code_id AND ` + leaverequests.PaysHolidaysCondition("b.type") + " WHERE " + live
	counted = "SELECT x.employee_id, x.leave_type, " + kind + ", " + first + ", CAST(SUM(c.minutes) AS BIGINT), 0, 0, 0" + from +
		" AND " + whole + " GROUP BY 1, 2, 3, 4"
	rest = "SELECT x.employee_id, x.leave_type, " + kind + ", 0, 0, x.start_at, x.end_at, x.bank_code_id" + from +
		" AND x.start_at < " + after + " AND " + s.since(w, "x.end_at - 1", instant) + " AND NOT COALESCE(" + whole + ", FALSE)"
	return counted, rest
}

// codesOfHolidays returns the bank codes by which holidays are paid.
func codesOfHolidays(ctx context.Context, q db.Queryer) (map[int64]bool, error) {
	ids, err := db.ReadIDs(q.Query(ctx, "SELECT id FROM bank_codes WHERE "+leaverequests.PaysHolidaysCondition("type")))
	is := make(map[int64]bool, len(ids))
	for _, id := range ids {
		is[id] = true
	}
	return is, err
}

const entryColumns = `id, employee_id, leave_type, day, entry, minutes, COALESCE(timesheet_id, 0), note, made_by, created_at`

func scanEntry(row db.Row) (e Entry, err error) {
	err = row.Scan(&e.ID, &e.EmployeeID, &e.LeaveType, &e.Day, &e.Kind, &e.Minutes, &e.SheetID, &e.Note, &e.MadeBy, &e.CreatedAt)
	return e, err
}

// listEntries returns the entries of an employee, the latest day first.
func listEntries(ctx context.Context, q db.Queryer, employee int64) ([]Entry, error) {
	return db.Collect(scanEntry)(q.Query(ctx, "SELECT "+entryColumns+" FROM leave_ledger WHERE employee_id = $1 ORDER BY day DESC, id DESC",
		employee))
}

// openLeave is leave of an employee that is approved or not decided.
type openLeave struct {
	id         int64
	leaveType  string
	start, end db.Instant
	code       int64
	approved   bool
}

// listLeave returns the leave of an employee that is approved or not decided, the latest first.
func listLeave(ctx context.Context, q db.Queryer, employee int64) ([]openLeave, error) {
	return db.Collect(func(row db.Row) (l openLeave, err error) {
		err = row.Scan(&l.id, &l.leaveType, &l.start, &l.end, &l.code, &l.approved)
		return l, err
	})(q.Query(ctx, `SELECT id, leave_type, start_at, end_at, bank_code_id, `+leaverequests.IsApproved("l")+` FROM leave_requests l
		WHERE employee_id = $1 AND `+leaverequests.LiveCondition("l")+" ORDER BY start_at DESC, id DESC", employee))
}

func insertEntry(ctx context.Context, tx *db.Tx, employee int64, n New, by string, at db.Instant) (Entry, error) {
	return scanEntry(tx.QueryRow(ctx, `INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, note, made_by, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING `+entryColumns, employee, n.LeaveType, n.Day, string(n.Kind), n.Minutes, n.Note, by,
		int64(at)))
}

// nameOf returns the name of an employee in the actor's scope, live or archived.
func nameOf(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (name string, err error) {
	visible, args := by.Visible("id", 2)
	err = q.QueryRow(ctx, "SELECT first_name || ' ' || last_name FROM employees WHERE id = $1 AND "+visible, append([]any{id}, args...)...).
		Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("employee")
	}
	return name, err
}

// named is an employee to choose from.
type named struct {
	ID   int64
	Name string
}

// employees returns the employees in the actor's scope whose names match, by name.
func employees(ctx context.Context, q db.Queryer, by auth.Actor, f Query) (list []named, err error) {
	var w db.Where
	w.And("e.archived_at IS NULL")
	w.Scope("e.supervisor_id", f.Crew.BySupervisor)
	w.Scope("e.id", by.Visible)
	words := strings.Fields(contact.Fold(f.Name))
	err = db.Stream(scanNamed, func(n named) error {
		if matches(n.Name, words) {
			list = append(list, n)
		}
		return nil
	})(q.Query(ctx, "SELECT e.id, e.first_name || ' ' || e.last_name FROM employees e WHERE "+w.String()+" ORDER BY e.sort_name, e.id", w.Args()...))
	return list, err
}

func scanNamed(row db.Row) (n named, err error) {
	err = row.Scan(&n.ID, &n.Name)
	return n, err
}

// supervisors returns the supervisors of the employees in the actor's scope, by name.
func supervisors(ctx context.Context, q db.Queryer, by auth.Actor) ([]named, error) {
	var w db.Where
	w.And("e.archived_at IS NULL")
	w.Scope("e.id", by.Visible)
	return db.Collect(scanNamed)(q.Query(ctx, `SELECT s.id, s.first_name || ' ' || s.last_name FROM employees s
		WHERE s.id IN (SELECT e.supervisor_id FROM employees e
		WHERE `+w.String()+") ORDER BY s.sort_name, s.id", w.Args()...))
}
