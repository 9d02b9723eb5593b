package approvals

import (
	"context"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/errs"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// itemSource describes how one kind of record is read as rows of the queue: its tables, and its condition for each tab.
type itemSource struct {
	kind    Kind
	columns string // kind, id, version, employee, state
	from    string
	day     string         // SQL of Item.Day
	at      map[Tab]string // SQL of Item.At by tab; a tab without an entry does not contain the kind
	where   map[Tab]string
	decided map[Tab]bool // tabs that are limited to recent decisions
}

// anyTab selects an item in any state. It is used to look an item up by id.
const anyTab Tab = "any"

const live = "t.archived_at IS NULL AND t.aged_at IS NULL"

const sheetColumns = `'sheet' AS kind, t.id AS id, t.version AS version, t.employee_id AS employee, CASE WHEN t.is_approved THEN 'approved'
	WHEN t.submitted_at IS NOT NULL THEN 'pending' WHEN t.returned_at IS NOT NULL THEN 'refused' ELSE 'open' END AS state`

const expenseColumns = `'expense' AS kind, x.id AS id, x.version AS version, x.employee_id AS employee,
	CASE WHEN x.is_approved OR t.is_approved THEN 'approved'
	WHEN x.supervisor_comment <> '' THEN 'refused' WHEN t.submitted_at IS NULL THEN 'open' ELSE 'pending' END AS state`

// tables returns the tables of the rows in a tab. Expenses of a tab are found by the few sheets that wait, one expense by its id: SQLite
// joins tables in the order of a CROSS JOIN.
func (s itemSource) tables(tab Tab) string {
	switch {
	case s.kind != Expense:
		return s.from
	case tab == anyTab:
		return "expenses x JOIN timesheets t ON t.id = x.timesheet_id"
	}
	return "timesheets t CROSS JOIN expenses x"
}

// Decided leave is found by when it was decided, and not by its state, which most leave of all years has.
//
// Waiting sheets are those that were submitted, and those that changed since an approval. The two conditions are separate so
// that each can use its index. The expenses of both wait as well. Instants are compared with 0 and not with NULL for the same
// reason.
var sources = []itemSource{
	{
		kind: Sheet, columns: sheetColumns, day: "t.period_start", from: "timesheets t",
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
		kind: Sheet, columns: sheetColumns, day: "t.period_start", from: "timesheets t",
		at: map[Tab]string{Waiting: "t.updated_at"}, where: map[Tab]string{Waiting: live + " AND " + timesheets.ReopenedCondition},
	},
	{
		kind: Leave,
		columns: `'leave' AS kind, t.id AS id, t.version AS version, t.employee_id AS employee, CASE t.approval_status WHEN 'True' THEN 'approved'
			WHEN 'Pending' THEN 'pending' WHEN 'Escalated' THEN 'escalated' WHEN 'Cancelled' THEN 'cancelled' ELSE 'refused' END AS state`,
		day: "CAST(NULL AS TEXT)", from: "leave_requests t",
		at: map[Tab]string{Waiting: "t.created_at", Approved: "t.updated_at", Refused: "t.updated_at", anyTab: "t.updated_at"},
		where: map[Tab]string{Waiting: leaverequests.OpenCondition("t"), Approved: live + " AND " + leaverequests.IsApproved("t"),
			Refused: live + " AND " + leaverequests.IsRefused("t"), anyTab: live},
		decided: map[Tab]bool{Approved: true, Refused: true},
	},
	{
		kind: Expense, columns: expenseColumns, day: "x.day",
		at:    map[Tab]string{Waiting: "t.submitted_at", Approved: "t.submitted_at", Refused: "t.submitted_at", anyTab: "t.updated_at"},
		where: expensesOf(timesheets.HandedInCondition),
	},
	{
		kind: Expense, columns: expenseColumns, day: "x.day",
		at:    map[Tab]string{Waiting: "t.updated_at", Approved: "t.updated_at", Refused: "t.updated_at"},
		where: expensesOf(timesheets.ReopenedCondition),
	},
}

// expensesOf returns the conditions for expenses whose sheet waits; they are decided with the sheet.
func expensesOf(sheet string) map[Tab]string {
	held := live + " AND " + sheet + " AND x.timesheet_id = t.id AND x.archived_at IS NULL"
	return map[Tab]string{Waiting: held + " AND NOT x.is_approved AND NOT x.supervisor_comment <> ''", Approved: held + " AND x.is_approved",
		Refused: held + " AND NOT x.is_approved AND x.supervisor_comment <> ''", anyTab: live + " AND x.archived_at IS NULL"}
}

// condition returns the condition for a tab in the actor's scope; it appends its values to args.
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
	return "SELECT " + s.columns + ", " + s.at[tab] + " AS at, " + s.day + " AS day FROM " + s.tables(tab) + " WHERE " +
		s.condition(args, by, tab, since)
}

// count returns the number of items of a kind in a tab.
func count(ctx context.Context, q db.Queryer, by auth.Actor, tab Tab, k Kind, since db.Instant) (n int, err error) {
	return (&counter{q, by, since, map[counted]int{}}).count(ctx, tab, k)
}

// counter counts items, those of each source in each tab once.
type counter struct {
	q     db.Queryer
	by    auth.Actor
	since db.Instant // of decided items
	known map[counted]int
}

// counted is a source, by its index, in a tab.
type counted struct {
	source int
	tab    Tab
}

// count returns the number of items of a kind in a tab.
func (c *counter) count(ctx context.Context, tab Tab, k Kind) (n int, err error) {
	for i, s := range sources {
		if !k.holds(s.kind) || s.at[tab] == "" {
			continue
		}
		some, known := c.known[counted{i, tab}]
		if !known {
			var args []any
			query := "SELECT COUNT(*) FROM " + s.tables(tab) + " WHERE " + s.condition(&args, c.by, tab, c.since)
			if err := c.q.QueryRow(ctx, query, args...).Scan(&some); err != nil {
				return 0, err
			}
			c.known[counted{i, tab}] = some
		}
		n += some
	}
	return n, nil
}

// countShifts returns the number of shifts on waiting sheets that are not approved one by one.
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

// parts returns the queries whose rows together are the items of a view.
func (v View) parts(args *[]any, by auth.Actor, since db.Instant) (parts []string) {
	for _, s := range sources {
		if v.Kind.holds(s.kind) && s.at[v.Tab] != "" {
			parts = append(parts, s.query(args, by, v.Tab, since))
		}
	}
	return parts
}

// listKeys returns all items of a view, in any order, with no more than orders them: the rest is added by complete.
func listKeys(ctx context.Context, q db.Queryer, by auth.Actor, v View) ([]Item, error) {
	var args []any
	parts := v.parts(&args, by, 0)
	if len(parts) == 0 {
		return nil, nil
	}
	return db.Collect(func(row db.Row) (i Item, err error) {
		err = row.Scan(&i.Kind, &i.ID, &i.EmployeeID, &i.At, &i.Day)
		return i, err
	})(q.Query(ctx, "SELECT kind, id, employee, at, day FROM ("+strings.Join(parts, " UNION ALL ")+") lines", args...))
}

// complete adds to sheets and leave of listKeys what a page shows.
func complete(ctx context.Context, q db.Queryer, by auth.Actor, items []Item) error {
	ids := map[Kind][]int64{}
	for _, i := range items {
		ids[i.Kind] = append(ids[i.Kind], i.ID)
	}
	var args []any
	var parts []string
	for _, s := range sources {
		if of := ids[s.kind]; len(of) > 0 && s.at[anyTab] != "" {
			parts = append(parts, s.query(&args, by, anyTab, 0)+" AND t.id IN ("+q.Dialect().IDs(bind(&args, db.IDs(of)))+")")
		}
	}
	if len(parts) == 0 {
		return nil
	}
	found, err := read(ctx, q, strings.Join(parts, " UNION ALL "), "", args)
	if err != nil {
		return err
	}
	at := make(map[Ref]Item, len(found))
	for _, f := range found {
		at[f.Ref] = f
	}
	for i := range items {
		x := &items[i]
		if f, ok := at[x.Ref]; ok {
			f.At, f.Row, f.rank = x.At, x.Row, x.rank
			*x = f
		}
	}
	return addSums(ctx, q, items)
}

// list returns at most rows items of a tab after the first v.From, those that wait longest or were decided last first.
func list(ctx context.Context, q db.Queryer, by auth.Actor, v View, since db.Instant, rows int) ([]Item, error) {
	order := "ASC"
	if v.Tab.isDecided() {
		order = "DESC"
	}
	var args []any
	parts := v.parts(&args, by, since)
	if len(parts) == 0 {
		return nil, nil
	}
	by3 := func(table string) string {
		return " ORDER BY " + table + "at " + order + ", " + table + "kind " + order + ", " + table + "id " + order
	}
	page := "SELECT * FROM (" + strings.Join(parts, " UNION ALL ") + ") lines" + by3("") + db.Limit(bind(&args, rows)) + " OFFSET CAST(" +
		bind(&args, v.From) + " AS BIGINT)"
	items, err := read(ctx, q, page, by3("i."), args)
	if err != nil {
		return nil, err
	}
	return items, addSums(ctx, q, items)
}

// findOne returns an item in the actor's scope if it is in a tab; NotFound otherwise.
func findOne(ctx context.Context, q db.Queryer, by auth.Actor, tab Tab, r Ref) (Item, error) {
	list, err := find(ctx, q, by, tab, r.Kind, []int64{r.ID})
	if err == nil && len(list) == 0 {
		err = errs.NotFound("item")
	}
	if err != nil {
		return Item{}, err
	}
	return list[0], nil
}

// find returns those items of a kind with these ids that are in the actor's scope and in a tab, in no order.
func find(ctx context.Context, q db.Queryer, by auth.Actor, tab Tab, kind Kind, ids []int64) (list []Item, err error) {
	for _, s := range sources {
		if s.kind != kind || s.at[tab] == "" {
			continue
		}
		var args []any
		query := "SELECT * FROM (" + s.query(&args, by, tab, 0) + ") lines WHERE id IN ("
		query += q.Dialect().IDs(bind(&args, db.IDs(ids))) + ")"
		found, err := read(ctx, q, query, "", args)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, addSums(ctx, q, list)
}

// addSums adds what is on the sheets among the items.
func addSums(ctx context.Context, q db.Queryer, items []Item) error {
	var ids []int64
	at := map[int64]*Item{}
	for i := range items {
		if x := &items[i]; x.Kind == Sheet {
			ids, at[x.ID] = append(ids, x.ID), x
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := q.Query(ctx, `SELECT t.id,
			(SELECT CAST(COALESCE(SUM(s.minutes), 0) AS BIGINT) FROM shifts s WHERE s.timesheet_id = t.id AND s.archived_at IS NULL),
			(SELECT CAST(COALESCE(SUM(y.amount), 0) AS BIGINT) FROM expenses y WHERE y.timesheet_id = t.id AND y.archived_at IS NULL)
		FROM timesheets t WHERE t.id IN (`+q.Dialect().IDs("$1")+")", db.IDs(ids))
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		var id, minutes, cents int64
		err := rows.Scan(&id, &minutes, &cents)
		at[id].Minutes, at[id].Cents = minutes, cents
		return err
	})
}

// read reads the items of a page with the values of their records, but for what is on the sheets.
func read(ctx context.Context, q db.Queryer, page, order string, args []any) ([]Item, error) {
	return db.Collect(scan)(q.Query(ctx, `SELECT i.kind, i.id, i.version, i.employee, e.first_name || ' ' || e.last_name, i.state,
			i.kind = 'sheet' AND NOT t.is_approved AND `+timesheets.ChangedCondition+`, i.at,
			COALESCE(t.supervisor_comment, l.comment, x.supervisor_comment, ''), COALESCE(t.period_start, x.day), COALESCE(l.leave_type, x.description, ''),
			COALESCE(l.start_at, x.amount, 0), COALESCE(l.end_at, x.timesheet_id, 0)
		FROM (`+page+`) i JOIN employees e ON e.id = i.employee
			LEFT JOIN timesheets t ON i.kind = 'sheet' AND t.id = i.id
			LEFT JOIN leave_requests l ON i.kind = 'leave' AND l.id = i.id
			LEFT JOIN expenses x ON i.kind = 'expense' AND x.id = i.id`+order, args...))
}

func scan(row db.Row) (i Item, err error) {
	var text string
	var first, second int64
	if err := row.Scan(&i.Kind, &i.ID, &i.Version, &i.EmployeeID, &i.Name, &i.State, &i.Changed, &i.At, &i.Comment, &i.Day, &text, &first,
		&second); err != nil {
		return i, err
	}
	switch i.Kind {
	case Leave:
		i.LeaveType, i.Start, i.End = text, db.Instant(first), db.Instant(second)
	case Expense:
		i.Description, i.Cents, i.SheetID = text, first, second
	}
	return i, nil
}

// away returns up to rows others in the actor's scope who are away during the leave l, sorted by start, and their total number.
func away(ctx context.Context, q db.Queryer, by auth.Actor, l Item, rows int) (list []Away, all int, err error) {
	var w db.Where
	w.And(leaverequests.LiveCondition("l")+" AND l.start_at < ? AND l.end_at > ? AND l.employee_id <> ?", l.End, l.Start, l.EmployeeID)
	w.Scope("l.employee_id", by.Visible)
	limit := w.Bind(rows)
	list, err = db.Collect(func(row db.Row) (a Away, err error) {
		err = row.Scan(&a.Name, &a.Start, &a.End, &a.Approved, &all)
		return a, err
	})(q.Query(ctx, `SELECT e.first_name || ' ' || e.last_name, l.start_at, l.end_at, `+leaverequests.IsApproved("l")+`, COUNT(*) OVER ()
		FROM leave_requests l JOIN employees e ON e.id = l.employee_id WHERE `+w.String()+" ORDER BY l.start_at, l.id"+db.Limit(limit),
		w.Args()...))
	return list, all, err
}

// waitingForSupervisors counts, for each supervisor and for each of those who stand in for them today, the timesheets of the supervisor's
// direct reports that were submitted before an instant and wait.
func waitingForSupervisors(ctx context.Context, q db.Queryer, today auth.Today, before db.Instant) ([]notifications.Waiting, error) {
	return db.Collect(func(row db.Row) (w notifications.Waiting, err error) {
		err = row.Scan(&w.PersonID, &w.Count)
		return w, err
	})(q.Query(ctx, `WITH waiting AS (SELECT t.id, e.id AS owner, b.id AS supervisor, b.user_id FROM timesheets t
			JOIN employees e ON e.id = t.employee_id JOIN employees b ON b.id = e.supervisor_id AND b.archived_at IS NULL
			WHERE `+live+` AND `+timesheets.HandedInCondition+` AND t.submitted_at < $4)
		SELECT person, COUNT(DISTINCT id) FROM (SELECT user_id AS person, id FROM waiting
			UNION ALL SELECT x.user_id, w.id FROM waiting w JOIN deputies d ON d.supervisor_id = w.supervisor
				JOIN employees x ON x.id = d.deputy_id AND x.archived_at IS NULL AND x.id <> w.owner WHERE `+auth.ActiveDeputy(1)+`) told
		GROUP BY person ORDER BY person`, append(today.Args(), before)...))
}

// overdue counts, for each supervisor, the timesheets and leave requests of their direct reports that have waited since before an instant,
// for each person to whom that is reported: the supervisor's manager, else the people of payroll, else the administrators.
func overdue(ctx context.Context, q db.Queryer, before db.Instant) ([]notifications.Waiting, error) {
	return db.Collect(func(row db.Row) (w notifications.Waiting, err error) {
		err = row.Scan(&w.SupervisorID, &w.Supervisor, &w.PersonID, &w.Count)
		return w, err
	})(q.Query(ctx, `WITH waiting AS (
			SELECT t.employee_id FROM timesheets t WHERE `+live+` AND `+timesheets.HandedInCondition+` AND t.submitted_at < $1
			UNION ALL SELECT t.employee_id FROM leave_requests t WHERE `+leaverequests.OpenCondition("t")+` AND t.created_at < $1
		), late AS (SELECT b.id, b.first_name || ' ' || b.last_name AS name, b.user_id, a.user_id AS above, COUNT(*) AS n FROM waiting w
			JOIN employees e ON e.id = w.employee_id JOIN employees b ON b.id = e.supervisor_id AND b.archived_at IS NULL
			LEFT JOIN employees a ON a.id = b.supervisor_id AND a.archived_at IS NULL
			GROUP BY b.id, b.first_name, b.last_name, b.user_id, a.user_id
		), office AS (SELECT p.id FROM people p WHERE p.disabled_at IS NULL AND p.role = CASE WHEN EXISTS (SELECT 1 FROM people x
			WHERE x.role = 'payroll' AND x.disabled_at IS NULL) THEN 'payroll' ELSE 'admin' END)
		SELECT l.id, l.name, COALESCE(l.above, o.id), l.n FROM late l LEFT JOIN office o ON l.above IS NULL AND o.id <> l.user_id
		WHERE l.above IS NOT NULL OR o.id IS NOT NULL ORDER BY l.id, 3`, before))
}
