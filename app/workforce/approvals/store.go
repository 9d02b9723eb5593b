package approvals

import (
	"context"
	"database/sql"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// itemSource is one kind of record as lines of the queue: what it is read from, and the conditions that put it in each tab.
type itemSource struct {
	kind    Kind
	columns string // kind, id, version, employee, state
	from    string
	at      map[Tab]string // when it came to be so; a tab without one does not hold the kind
	where   map[Tab]string
	decided map[Tab]bool // only what was decided lately
}

// anyTab is where an item that is asked for by its id is looked up: whatever state it is in.
const anyTab Tab = "any"

const live = "t.archived_at IS NULL AND t.aged_at IS NULL"

const sheetColumns = `'sheet' AS kind, t.id AS id, t.version AS version, t.employee_id AS employee, CASE WHEN t.is_approved THEN 'approved'
	WHEN t.submitted_at IS NOT NULL THEN 'pending' WHEN t.returned_at IS NOT NULL THEN 'refused' ELSE 'open' END AS state`

const expenseColumns = `'expense' AS kind, x.id AS id, x.version AS version, x.employee_id AS employee, CASE WHEN x.is_approved OR t.is_approved THEN 'approved'
	WHEN x.supervisor_comment <> '' THEN 'refused' WHEN t.submitted_at IS NULL THEN 'open' ELSE 'pending' END AS state`

const expenseRows = "expenses x JOIN timesheets t ON t.id = x.timesheet_id"

// The sheets that wait are those handed in, and those reopened; the conditions are apart so that each has its index. The
// expenses of either wait with them. The instants are compared with 0, and not with NULL, so that their index is looked up.
var sources = []itemSource{
	{
		kind: Sheet, columns: sheetColumns, from: "timesheets t",
		at: map[Tab]string{Waiting: "t.submitted_at", Changed: "t.updated_at", Approved: "t.approved_at", Refused: "t.returned_at",
			anyTab: "COALESCE(t.approved_at, t.submitted_at, t.returned_at, t.updated_at)"},
		where: map[Tab]string{
			Waiting: live + " AND " + timesheets.HandedInCondition,
			Changed: live + " AND " + timesheets.ChangedAndWaitingCondition, Approved: live + " AND t.is_approved",
			Refused: live + " AND t.returned_at > 0 AND NOT t.is_approved", anyTab: live,
		},
		decided: map[Tab]bool{Approved: true},
	},
	{
		kind: Sheet, columns: sheetColumns, from: "timesheets t",
		at: map[Tab]string{Waiting: "t.updated_at"}, where: map[Tab]string{Waiting: live + " AND " + timesheets.ReopenedCondition},
	},
	{
		kind: Leave,
		columns: `'leave' AS kind, t.id AS id, t.version AS version, t.employee_id AS employee, CASE t.approval_status WHEN 'True' THEN 'approved'
			WHEN 'Pending' THEN 'pending' WHEN 'Escalated' THEN 'escalated' WHEN 'Cancelled' THEN 'cancelled' ELSE 'refused' END AS state`,
		from: "leave_requests t",
		at:   map[Tab]string{Waiting: "t.created_at", Approved: "t.updated_at", Refused: "t.updated_at", anyTab: "t.updated_at"},
		where: map[Tab]string{Waiting: live + " AND t.approval_status IN ('Pending', 'Escalated')",
			Approved: live + " AND t.approval_status = 'True'",
			Refused:  live + " AND t.approval_status IN ('False', 'Denied')", anyTab: live},
		decided: map[Tab]bool{Approved: true, Refused: true},
	},
	{
		kind: Expense, columns: expenseColumns, from: expenseRows,
		at:    map[Tab]string{Waiting: "t.submitted_at", Approved: "t.submitted_at", Refused: "t.submitted_at", anyTab: "t.updated_at"},
		where: expensesOf(timesheets.HandedInCondition),
	},
	{
		kind: Expense, columns: expenseColumns, from: expenseRows,
		at:    map[Tab]string{Waiting: "t.updated_at", Approved: "t.updated_at", Refused: "t.updated_at"},
		where: expensesOf(timesheets.ReopenedCondition),
	},
}

// expensesOf keeps the expenses whose sheet is being decided about: with the sheet they are decided as well. What it is
// joined with must not ask for an equality of the expense: SQLite takes one for so rare that it looks at every expense
// there is, instead of those of the few sheets that wait.
func expensesOf(sheet string) map[Tab]string {
	held := live + " AND " + sheet + " AND x.archived_at IS NULL"
	return map[Tab]string{Waiting: held + " AND NOT x.is_approved AND NOT x.supervisor_comment <> ''", Approved: held + " AND x.is_approved",
		Refused: held + " AND NOT x.is_approved AND x.supervisor_comment <> ''", anyTab: live + " AND x.archived_at IS NULL"}
}

// condition is the condition that narrows a source to a tab, in the actor's scope; its values join args.
func (s itemSource) condition(args *[]any, by auth.Actor, tab Tab, since db.Instant) string {
	cond := s.where[tab]
	if s.decided[tab] {
		cond += " AND " + s.at[tab] + " >= " + bind(args, since)
	}
	scope, more := by.Approvable("t.employee_id", len(*args)+1)
	*args = append(*args, more...)
	return cond + " AND " + scope
}

func bind(args *[]any, value any) string {
	*args = append(*args, value)
	return "$" + strconv.Itoa(len(*args))
}

func (s itemSource) query(args *[]any, by auth.Actor, tab Tab, since db.Instant) string {
	return "SELECT " + s.columns + ", " + s.at[tab] + " AS at FROM " + s.from + " WHERE " + s.condition(args, by, tab, since)
}

// count is how many items of a kind stand in a tab.
func count(ctx context.Context, q db.Queryer, by auth.Actor, tab Tab, k Kind, since db.Instant) (n int, err error) {
	for _, s := range sources {
		if !k.holds(s.kind) || s.at[tab] == "" {
			continue
		}
		var args []any
		var some int
		if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM "+s.from+" WHERE "+s.condition(&args, by, tab, since), args...).Scan(&some); err != nil {
			return 0, err
		}
		n += some
	}
	return n, nil
}

// countShifts is how many shifts lie on the sheets that wait and are not approved by themselves.
func countShifts(ctx context.Context, q db.Queryer, by auth.Actor) (n int, err error) {
	for _, sheet := range []string{timesheets.HandedInCondition, timesheets.ReopenedCondition} {
		var some int
		scope, args := by.Approvable("t.employee_id", 1)
		err := q.QueryRow(ctx, `SELECT CAST(COALESCE(SUM((SELECT COUNT(*) FROM shifts s WHERE s.timesheet_id = t.id
		AND s.archived_at IS NULL AND NOT s.is_approved)), 0) AS BIGINT)
			FROM timesheets t WHERE `+live+" AND "+sheet+" AND "+scope, args...).Scan(&some)
		if err != nil {
			return 0, err
		}
		n += some
	}
	return n, nil
}

// list is a part of a tab, behind its key: one statement, whatever the tab holds.
func list(ctx context.Context, q db.Queryer, by auth.Actor, v View, since db.Instant, rows int) ([]Item, error) {
	order, beyond := "ASC", ">"
	if v.Tab.isDecided() {
		order, beyond = "DESC", "<"
	}
	var args []any
	var parts []string
	for _, s := range sources {
		if v.Kind.holds(s.kind) && s.at[v.Tab] != "" {
			parts = append(parts, s.query(&args, by, v.Tab, since))
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	after := ""
	if v.From != nil {
		after = " WHERE (at, kind, id) " + beyond + " (" + bind(&args, v.From.at) + ", " + bind(&args, string(v.From.kind)) + ", " +
			bind(&args, v.From.id) + ")"
	}
	by3 := func(table string) string {
		return " ORDER BY " + table + "at " + order + ", " + table + "kind " + order + ", " + table + "id " + order
	}
	page := "SELECT * FROM (" + strings.Join(parts, " UNION ALL ") + ") lines" + after + by3("") + " LIMIT " + bind(&args, rows)
	return read(ctx, q, page, by3("i."), args)
}

// find is one item in the actor's scope, whatever its state.
func find(ctx context.Context, q db.Queryer, by auth.Actor, r Ref) (Item, error) {
	for _, s := range sources {
		if s.kind != r.Kind || s.at[anyTab] == "" {
			continue
		}
		var args []any
		query := s.query(&args, by, anyTab, 0)
		list, err := read(ctx, q, "SELECT * FROM ("+query+") lines WHERE id = "+bind(&args, r.ID), "", args)
		if err != nil || len(list) > 0 {
			return append(list, Item{})[0], err
		}
	}
	return Item{}, errs.NotFound("item")
}

// read fills the lines of a page with what they show of their records.
func read(ctx context.Context, q db.Queryer, page, order string, args []any) ([]Item, error) {
	rows, err := q.Query(ctx, `SELECT i.kind, i.id, i.version, i.employee, e.first_name || ' ' || e.last_name, i.state,
			i.kind = 'sheet' AND NOT t.is_approved AND `+timesheets.ChangedCondition+`, i.at,
			COALESCE(t.supervisor_comment, l.comment, x.supervisor_comment, ''), COALESCE(t.period_start, x.day), COALESCE(l.leave_type, x.description, ''),
			CASE i.kind WHEN 'sheet' THEN (SELECT CAST(COALESCE(SUM(s.minutes), 0) AS BIGINT) FROM shifts s
			WHERE s.timesheet_id = t.id AND s.archived_at IS NULL)
				WHEN 'leave' THEN l.start_at ELSE x.amount END,
			CASE i.kind WHEN 'sheet' THEN (SELECT CAST(COALESCE(SUM(y.amount), 0) AS BIGINT) FROM expenses y
			WHERE y.timesheet_id = t.id AND y.archived_at IS NULL)
				WHEN 'leave' THEN l.end_at ELSE x.timesheet_id END
		FROM (`+page+`) i JOIN employees e ON e.id = i.employee
			LEFT JOIN timesheets t ON i.kind = 'sheet' AND t.id = i.id
			LEFT JOIN leave_requests l ON i.kind = 'leave' AND l.id = i.id
			LEFT JOIN expenses x ON i.kind = 'expense' AND x.id = i.id`+order, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Item
	for rows.Next() {
		i, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, i)
	}
	return list, rows.Err()
}

func scan(rows *sql.Rows) (i Item, err error) {
	var text string
	var first, second int64
	if err := rows.Scan(&i.Kind, &i.ID, &i.Version, &i.EmployeeID, &i.Name, &i.State, &i.Changed, &i.At, &i.Comment, &i.Day, &text, &first,
		&second); err != nil {
		return i, err
	}
	switch i.Kind {
	case Sheet:
		i.Minutes, i.Cents = first, second
	case Leave:
		i.LeaveType, i.Start, i.End = text, db.Instant(first), db.Instant(second)
	case Expense:
		i.Description, i.Cents, i.SheetID = text, first, second
	}
	return i, nil
}

// away is who else in the actor's scope is away between two moments, by start, and how many there are in all.
func away(ctx context.Context, q db.Queryer, by auth.Actor, l Item, rows int) (list []Away, all int, err error) {
	var w db.Where
	w.And("l.archived_at IS NULL AND l.approval_status IN ('True', 'Pending', 'Escalated') AND l.start_at < ? AND l.end_at > ? "+
		"AND l.employee_id <> ?", l.End, l.Start, l.EmployeeID)
	w.Scope("l.employee_id", by.Visible)
	limit := w.Bind(rows)
	found, err := q.Query(ctx, `SELECT e.first_name || ' ' || e.last_name, l.start_at, l.end_at, l.approval_status = 'True', COUNT(*) OVER ()
		FROM leave_requests l JOIN employees e ON e.id = l.employee_id WHERE `+w.String()+" ORDER BY l.start_at, l.id LIMIT "+limit, w.Args()...)
	if err != nil {
		return nil, 0, err
	}
	defer found.Close()
	for found.Next() {
		var a Away
		if err := found.Scan(&a.Name, &a.Start, &a.End, &a.Approved, &all); err != nil {
			return nil, 0, err
		}
		list = append(list, a)
	}
	return list, all, found.Err()
}
