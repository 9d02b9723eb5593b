package schedule

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/crews"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// planColumns are the columns of a Plan in both tables; columnsOf names them with the alias of a table.
const planColumns = "employee_id, supervisor_id, bank_code_id, day, start_at, end_at, breaks, note"

func columnsOf(alias string) string {
	return alias + "." + strings.ReplaceAll(planColumns, ", ", ", "+alias+".")
}

// selected is the beginning of a query whose rows scan reads.
var selected = "SELECT p.id, " + columnsOf("p") + ", p.cancelled_at IS NOT NULL, p.version, p.updated_at, d.id IS NOT NULL, " + columnsOf("d") +
	" FROM planned_shifts p LEFT JOIN published_shifts d ON d.id = p.id WHERE "

// stored is a Plan as it is read: the columns of a LEFT JOIN may all be NULL.
type stored struct {
	employee, supervisor, code, start, end sql.NullInt64
	day                                    db.Day
	breaks, note                           sql.NullString
}

func (x *stored) fields() []any {
	return []any{&x.employee, &x.supervisor, &x.code, &x.day, &x.start, &x.end, &x.breaks, &x.note}
}

func (x *stored) plan() Plan {
	return Plan{x.employee.Int64, x.supervisor.Int64, x.code.Int64, x.day, db.Instant(x.start.Int64), db.Instant(x.end.Int64), x.breaks.String,
		!x.breaks.Valid, x.note.String}
}

func scan(row db.Row) (s Shift, err error) {
	var draft, published stored
	var isPublished bool
	fields := append([]any{&s.ID}, draft.fields()...)
	fields = append(fields, &s.Cancelled, &s.Version, &s.UpdatedAt, &isPublished)
	err = row.Scan(append(fields, published.fields()...)...)
	if s.Plan = draft.plan(); isPublished {
		s.Published = new(published.plan())
	}
	return s, err
}

// values returns the values of planColumns.
func (p Plan) values() []any {
	zeroIsNull := func(id int64) sql.NullInt64 { return sql.NullInt64{Int64: id, Valid: id != 0} }
	return []any{zeroIsNull(p.EmployeeID), zeroIsNull(p.SupervisorID), p.BankCodeID, p.Day, int64(p.Start), int64(p.End),
		sql.NullString{String: p.Breaks, Valid: !p.ByRule}, p.Note}
}

// wherePlannable adds the condition for the shifts of planned_shifts p that the actor plans; payroll and administrators plan all.
func wherePlannable(w *db.Where, by auth.Actor) {
	if !by.SeesAll() {
		w.Scope("p", func(alias string, n int) (string, []any) { return plannableCondition(by, alias, n) })
	}
}

// plannableCondition returns the condition for the shifts of employees whose time the actor may approve, and those open to crews
// with such employees.
func plannableCondition(by auth.Actor, alias string, n int) (string, []any) {
	own, args := by.Approvable(alias+".employee_id", n)
	crews, more := by.Approvable("r.id", n+len(args))
	return "(" + own + " OR " + alias + ".supervisor_id IN (SELECT r.supervisor_id FROM employees r WHERE " + crews + "))", append(args, more...)
}

// byID returns a shift that the actor plans.
func byID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Shift, error) {
	var w db.Where
	wherePlannable(&w, by)
	return readShift(ctx, q, &w, id)
}

// anyByID returns a shift, whoever plans it.
func anyByID(ctx context.Context, q db.Queryer, id int64) (Shift, error) {
	return readShift(ctx, q, &db.Where{}, id)
}

// readShift returns a shift that meets a condition and that there is in the draft, or for everybody to see.
func readShift(ctx context.Context, q db.Queryer, w *db.Where, id int64) (Shift, error) {
	w.And("p.id = ?", id)
	s, err := scan(q.QueryRow(ctx, selected+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) || err == nil && s.Cancelled && s.Published == nil {
		return Shift{}, errs.NotFound("planned shift")
	}
	return s, err
}

// unchanged returns those of some shifts, by id, that the actor plans and that are neither cancelled nor changed since.
func unchanged(ctx context.Context, q db.Queryer, by auth.Actor, since []Shift) (list []Shift, err error) {
	versions := make(map[int64]int64, len(since))
	for _, x := range since {
		versions[x.ID] = x.Version
	}
	var w db.Where
	w.And("p.id IN ("+q.Dialect().IDs("?")+") AND p.cancelled_at IS NULL", db.IDs(idsOfShifts(since)))
	wherePlannable(&w, by)
	err = db.Stream(scan, func(s Shift) error {
		if s.Version == versions[s.ID] {
			list = append(list, s)
		}
		return nil
	})(q.Query(ctx, selected+w.String()+" ORDER BY p.id", w.Args()...))
	return list, err
}

// cancelledByID returns a cancelled shift, published or not.
func cancelledByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (Shift, error) {
	var w db.Where
	w.And("p.id = ? AND p.cancelled_at IS NOT NULL", id)
	wherePlannable(&w, by)
	s, err := scan(q.QueryRow(ctx, selected+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("planned shift")
	}
	return s, err
}

// where returns the conditions of a filter for planned_shifts or published_shifts, which has this alias.
func (f Filter) where(alias string) *db.Where {
	var w db.Where
	w.And(alias+".id > ? AND "+alias+".updated_at >= ?", f.After, f.Since)
	if !f.From.IsZero() {
		w.And(alias+".day >= ?", f.From)
	}
	if !f.To.IsZero() {
		w.And(alias+".day <= ?", f.To)
	}
	if f.EmployeeID != 0 {
		w.And(alias+".employee_id = ?", f.EmployeeID)
	}
	if f.SupervisorID != 0 {
		w.And("("+alias+".supervisor_id = ? OR "+alias+".employee_id IN (SELECT id FROM employees WHERE supervisor_id = ?))", f.SupervisorID,
			f.SupervisorID)
	}
	return &w
}

func list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(Shift) error) error {
	w := f.where("p")
	w.And("(p.cancelled_at IS NULL OR d.id IS NOT NULL)")
	wherePlannable(w, by)
	limit := db.Limit(w.Bind(f.Rows))
	return db.Stream(scan, each)(q.Query(ctx, selected+w.String()+" ORDER BY p.id"+limit, w.Args()...))
}

// ofCrew returns the shifts of people, and those open to a crew, in some days: as they are in the draft, or as they are published.
func ofCrew(ctx context.Context, q db.Queryer, people []int64, c crews.Crew, r Range) ([]Shift, error) {
	within := func(alias string) string {
		return alias + ".day >= $1 AND " + alias + ".day <= $2 AND (" + alias + ".employee_id IN (" + q.Dialect().IDs("$3") + ") OR " + alias +
			".supervisor_id = $4)"
	}
	return db.Collect(scan)(q.Query(ctx, selected+`p.id IN (SELECT x.id FROM planned_shifts x WHERE x.cancelled_at IS NULL AND `+within("x")+`
		UNION SELECT y.id FROM published_shifts y WHERE `+within("y")+") ORDER BY p.start_at, p.id", r.From, r.To, db.IDs(people),
		c.Supervisor()))
}

// publishedFor returns what is published for an employee in some days: their own shifts, and those open to their crew that nobody changes
// in the draft at the moment, which can be taken. They are sorted by time.
func publishedFor(ctx context.Context, q db.Queryer, employee int64, r Range) (list []Shift, err error) {
	err = db.Stream(scan, func(s Shift) error {
		if s.Published.Open() && s.Change() != Unchanged {
			return nil
		}
		s.Plan = *s.Published
		list = append(list, s)
		return nil
	})(q.Query(ctx, selected+`d.day >= $1 AND d.day <= $2 AND (d.employee_id = $3 OR d.supervisor_id =
		(SELECT supervisor_id FROM employees WHERE id = $3 AND archived_at IS NULL)) ORDER BY d.start_at, d.id`, r.From, r.To, employee))
	return list, err
}

// Person is an employee of a crew.
type Person struct {
	ID         int64
	Name       string
	First, End db.Day // the work days; End is zero if there is no last one
	Archived   bool
	rule       string // their own break rule; empty: that of the company
}

// Employed reports whether a day is one of the work days of a live record.
func (p Person) Employed(d db.Day) bool {
	return !p.Archived && !d.Before(p.First) && (p.End.IsZero() || !d.After(p.End))
}

// employedIn reports whether some day of a range is one of the work days of a live record.
func (p Person) employedIn(r Range) bool {
	return p.Employed(db.MaxDay(p.First, r.From)) && !p.First.After(r.To)
}

func scanPerson(row db.Row) (p Person, err error) {
	err = row.Scan(&p.ID, &p.Name, &p.First, &p.End, &p.Archived, &p.rule)
	return p, err
}

const personColumns = "e.id, e.first_name || ' ' || e.last_name, e.first_work_day, e.last_work_day, e.archived_at IS NOT NULL, e.default_breaks"

// members returns the employees of a crew who are employed in some days, and those who are not, as after they have left, but have shifts
// in them, planned or published. They are sorted by name. The caller has checked that the actor plans the crew.
func members(ctx context.Context, q db.Queryer, c crews.Crew, r Range) ([]Person, error) {
	var w db.Where
	w.Scope("e.supervisor_id", c.BySupervisor)
	const within = " x WHERE x.employee_id = e.id AND x.day >= ? AND x.day <= ?"
	w.And("(e.archived_at IS NULL AND e.first_work_day <= ? AND (e.last_work_day IS NULL OR e.last_work_day >= ?)"+
		" OR EXISTS (SELECT 1 FROM planned_shifts"+within+" AND x.cancelled_at IS NULL) OR EXISTS (SELECT 1 FROM published_shifts"+within+"))",
		r.To, r.From, r.From, r.To, r.From, r.To)
	return db.Collect(scanPerson)(q.Query(ctx, "SELECT "+personColumns+" FROM employees e WHERE "+w.String()+
		" ORDER BY e.sort_name, e.id", w.Args()...))
}

// plannableEmployee returns an employee whose shifts the actor plans, also one who has left; ok is false if there is no such employee.
func plannableEmployee(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (p Person, ok bool, err error) {
	var w db.Where
	if !by.SeesAll() {
		w.Scope("e.id", by.Approvable)
	}
	return readEmployee(ctx, q, &w, id)
}

// employeeByID returns an employee, whoever plans their shifts; ok is false if there is none.
func employeeByID(ctx context.Context, q db.Queryer, id int64) (p Person, ok bool, err error) {
	return readEmployee(ctx, q, &db.Where{}, id)
}

// employeesByID returns employees of any crew.
func employeesByID(ctx context.Context, q db.Queryer, ids []int64) ([]Person, error) {
	return db.Collect(scanPerson)(q.Query(ctx, "SELECT "+personColumns+" FROM employees e WHERE e.id IN ("+q.Dialect().IDs("$1")+
		") ORDER BY e.id", db.IDs(ids)))
}

// readEmployee returns an employee who meets a condition; ok is false if there is none.
func readEmployee(ctx context.Context, q db.Queryer, w *db.Where, id int64) (p Person, ok bool, err error) {
	w.And("e.id = ?", id)
	p, err = scanPerson(q.QueryRow(ctx, "SELECT "+personColumns+" FROM employees e WHERE "+w.String(), w.Args()...))
	return p, err == nil, db.IgnoreNoRows(err)
}

// plannable returns those of the employees whose shifts the actor plans.
func plannable(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) ([]int64, error) {
	var w db.Where
	w.And("e.id IN ("+q.Dialect().IDs("?")+")", db.IDs(ids))
	if !by.SeesAll() {
		w.Scope("e.id", by.Approvable)
	}
	return db.Collect(func(row db.Row) (id int64, err error) {
		err = row.Scan(&id)
		return id, err
	})(q.Query(ctx, "SELECT e.id FROM employees e WHERE "+w.String(), w.Args()...))
}

// Head is a supervisor with a crew.
type Head struct {
	ID   int64
	Name string
}

// heads returns the supervisors whose crews the actor plans, by name. A crew whose people have all left is one as long as there are shifts
// of it from today on.
func heads(ctx context.Context, q db.Queryer, by auth.Actor, today db.Day) ([]Head, error) {
	const ahead = "(x.employee_id = e.id OR x.supervisor_id = e.supervisor_id) AND x.day >= ?"
	var w db.Where
	w.And("(e.archived_at IS NULL OR EXISTS (SELECT 1 FROM planned_shifts x WHERE "+ahead+" AND x.cancelled_at IS NULL)"+
		" OR EXISTS (SELECT 1 FROM published_shifts x WHERE "+ahead+"))", today, today)
	if !by.SeesAll() {
		w.Scope("e.id", by.Approvable)
	}
	return db.Collect(func(row db.Row) (h Head, err error) {
		err = row.Scan(&h.ID, &h.Name)
		return h, err
	})(q.Query(ctx, `SELECT s.id, s.first_name || ' ' || s.last_name FROM employees s WHERE s.archived_at IS NULL
		AND s.id IN (SELECT e.supervisor_id FROM employees e WHERE `+w.String()+") ORDER BY s.sort_name, s.id", w.Args()...))
}

// leftBehind returns the shifts of the draft of all crews in some days whose employees are not employed on the day, with the crew of the
// first.
func leftBehind(ctx context.Context, q db.Queryer, r Range) (w Waiting, err error) {
	err = db.Stream(func(row db.Row) (x Waiting, err error) {
		var supervisor int64
		err = row.Scan(&x.First, &supervisor, &x.Shifts)
		x.Crew, x.Last = crews.Of(supervisor), x.First
		if supervisor == 0 {
			x.Crew = crews.Unsupervised
		}
		return x, err
	}, func(x Waiting) error {
		if w.Shifts == 0 {
			w.First, w.Crew = x.First, x.Crew
		}
		w.Shifts, w.Last = w.Shifts+x.Shifts, x.Last
		return nil
	})(q.Query(ctx, `SELECT p.day, COALESCE(e.supervisor_id, 0) AS supervisor, COUNT(*)
		FROM employees e CROSS JOIN planned_shifts p WHERE p.employee_id = e.id AND p.day >= $1 AND p.day <= $2 AND p.cancelled_at IS NULL
		AND (e.archived_at IS NOT NULL OR p.day < e.first_work_day OR p.day > e.last_work_day)
		GROUP BY p.day, e.supervisor_id ORDER BY p.day, supervisor`, r.From, r.To))
	return w, err
}

// supervisorOf returns the supervisor of a live employee; 0 if there is none.
func supervisorOf(ctx context.Context, q db.Queryer, employee int64) (id int64, err error) {
	err = q.QueryRow(ctx, "SELECT COALESCE(supervisor_id, 0) FROM employees WHERE id = $1 AND archived_at IS NULL", employee).Scan(&id)
	return id, db.IgnoreNoRows(err)
}

// Leave is leave of an employee, approved or asked for.
type Leave struct {
	EmployeeID int64
	Type       string
	kind       string // the type of its bank code
	Start, End db.Instant
	Approved   bool
}

// leaveOf returns the leave of employees between two instants, by start.
func leaveOf(ctx context.Context, q db.Queryer, employees []int64, from, to db.Instant) ([]Leave, error) {
	return db.Collect(func(row db.Row) (x Leave, err error) {
		err = row.Scan(&x.EmployeeID, &x.Type, &x.kind, &x.Start, &x.End, &x.Approved)
		return x, err
	})(q.Query(ctx, `SELECT l.employee_id, l.leave_type, c.type, l.start_at, l.end_at, `+leaverequests.IsApproved("l")+`
		FROM leave_requests l JOIN bank_codes c ON c.id = l.bank_code_id
		WHERE l.employee_id IN (`+q.Dialect().IDs("$1")+") AND l.start_at < $2 AND l.end_at > $3 AND "+leaverequests.LiveCondition("l")+
		" ORDER BY l.start_at, l.id", db.IDs(employees), to, from))
}

// paidHoliday is what an employee is paid for a statutory holiday.
type paidHoliday struct {
	employeeDay
	minutes int64
	kind    string // the type of its bank code
}

// paidHolidays returns what employees are paid for the holidays in some days.
func paidHolidays(ctx context.Context, q db.Queryer, employees []int64, r Range) (list []paidHoliday, err error) {
	of := func(column string, n int) (string, []any) {
		return column + " IN (" + q.Dialect().IDs("$"+strconv.Itoa(n)) + ")", []any{db.IDs(employees)}
	}
	var codes []int64
	err = holidaypay.Between(ctx, q, r.From, r.To, of, func(p holidaypay.Pay) {
		if !p.Unpaid && p.Minutes > 0 {
			list = append(list, paidHoliday{employeeDay: employeeDay{p.EmployeeID, p.Day}, minutes: p.Minutes})
			codes = append(codes, p.BankCodeID)
		}
	})
	if err != nil || len(list) == 0 {
		return list, err
	}
	kinds, err := db.ReadMap[int64, string](q.Query(ctx, "SELECT id, type FROM bank_codes WHERE id IN ("+q.Dialect().IDs("$1")+")",
		db.IDs(codes)))
	for i := range list {
		list[i].kind = kinds[codes[i]]
	}
	return list, err
}

// overlaps reports whether an employee has another planned shift in the time of a plan. A shift lasts at most a day, so that only those of
// the two days before and after are looked at.
func overlaps(ctx context.Context, q db.Queryer, p Plan, self int64) (yes bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM planned_shifts WHERE employee_id = $1 AND day >= $2 AND day <= $3
		AND start_at < $4 AND end_at > $5 AND id <> $6 AND cancelled_at IS NULL)`,
		p.EmployeeID, p.Day.Add(-2), p.Day.Add(2), p.End, p.Start, self).Scan(&yes)
	return yes, err
}

// busy says what an employee has in the time of a shift that they want to take.
type busy struct{ Planned, Worked, Away bool }

func busyIn(ctx context.Context, q db.Queryer, p Plan) (b busy, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM planned_shifts WHERE employee_id = $1 AND day >= $2 AND day <= $3
			AND start_at < $4 AND end_at > $5 AND cancelled_at IS NULL)
			OR EXISTS (SELECT 1 FROM published_shifts WHERE employee_id = $1 AND day >= $2 AND day <= $3 AND start_at < $4 AND end_at > $5),
		EXISTS (SELECT 1 FROM shifts WHERE employee_id = $1 AND archived_at IS NULL AND start_at > $6 AND start_at < $4 AND end_at > $5),
		EXISTS (SELECT 1 FROM leave_requests l WHERE employee_id = $1 AND start_at < $4 AND end_at > $5 AND `+leaverequests.LiveCondition("l")+")",
		p.EmployeeID, p.Day.Add(-2), p.Day.Add(2), p.End, p.Start, p.Start-24*60*60_000).Scan(&b.Planned, &b.Worked, &b.Away)
	return b, err
}

// insert stores new shifts of a draft, and returns them in the order of the list, which is that of their ids.
func insert(ctx context.Context, tx *db.Tx, at db.Instant, list ...Plan) (made []Shift, err error) {
	in := db.Insert{Into: "INSERT INTO planned_shifts (" + planColumns + ", created_at, updated_at)"}
	for _, p := range list {
		in.Add(append(p.values(), int64(at), int64(at))...)
	}
	err = in.WriteReturning(ctx, tx, "id, "+planColumns, db.Stream(func(row db.Row) (Shift, error) {
		s, draft := Shift{Version: 1, UpdatedAt: at}, stored{}
		err := row.Scan(append([]any{&s.ID}, draft.fields()...)...)
		s.Plan = draft.plan()
		return s, err
	}, func(s Shift) error {
		made = append(made, s)
		return nil
	}))
	slices.SortFunc(made, func(a, b Shift) int { return cmp.Compare(a.ID, b.ID) })
	return made, err
}

func save(ctx context.Context, tx *db.Tx, s Shift, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE planned_shifts SET employee_id = $1, supervisor_id = $2, bank_code_id = $3, day = $4, start_at = $5,
		end_at = $6, breaks = $7, note = $8, updated_at = $9, version = version + 1 WHERE id = $10`, append(s.values(), int64(at), s.ID)...)
	return err
}

// setCancelled cancels shifts of the draft, or takes that back.
func setCancelled(ctx context.Context, tx *db.Tx, cancelled bool, at db.Instant, ids ...int64) error {
	_, err := tx.Exec(ctx, `UPDATE planned_shifts SET cancelled_at = CASE WHEN $1 THEN CAST($2 AS BIGINT) END, updated_at = $2,
		version = version + 1 WHERE id IN (`+tx.Dialect().IDs("$3")+")", cancelled, int64(at), db.IDs(ids))
	return err
}

// publish puts the draft of shifts in the place of what is published of them.
func publish(ctx context.Context, tx *db.Tx, ids []int64, at db.Instant) error {
	in := " IN (" + tx.Dialect().IDs("$1") + ")"
	if _, err := tx.Exec(ctx, "DELETE FROM published_shifts WHERE id"+in+
		" AND id IN (SELECT id FROM planned_shifts WHERE cancelled_at IS NOT NULL)", db.IDs(ids)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO published_shifts (id, "+planColumns+", updated_at) SELECT id, "+planColumns+`, CAST($2 AS BIGINT)
		FROM planned_shifts WHERE id`+in+` AND cancelled_at IS NULL
		ON CONFLICT (id) DO UPDATE SET employee_id = excluded.employee_id, supervisor_id = excluded.supervisor_id,
			bank_code_id = excluded.bank_code_id, day = excluded.day, start_at = excluded.start_at, end_at = excluded.end_at,
			breaks = excluded.breaks, note = excluded.note, updated_at = excluded.updated_at, version = published_shifts.version + 1`,
		db.IDs(ids), int64(at))
	return err
}

// PublishedShift is a shift as it is published.
type PublishedShift struct {
	ID int64
	Plan
	Version int64
}

// eachPublished calls each for the published shifts that the actor sees, by id.
func eachPublished(ctx context.Context, q db.Queryer, by auth.Actor, f Filter, each func(PublishedShift) error) error {
	w := f.where("d")
	seen(w, by)
	limit := db.Limit(w.Bind(f.Rows))
	return db.Stream(scanPublished, each)(q.Query(ctx, selectPublished+w.String()+" ORDER BY d.id"+limit, w.Args()...))
}

var selectPublished = "SELECT d.id, " + columnsOf("d") + ", d.version FROM published_shifts d WHERE "

func scanPublished(row db.Row) (s PublishedShift, err error) {
	var x stored
	err = row.Scan(append(append([]any{&s.ID}, x.fields()...), &s.Version)...)
	s.Plan = x.plan()
	return s, err
}

// seen adds the condition for the published shifts that the actor sees: those that they plan, their own, and those open to their crew.
func seen(w *db.Where, by auth.Actor) {
	if by.SeesAll() {
		return
	}
	w.Scope("d", func(alias string, n int) (string, []any) {
		cond, args := plannableCondition(by, alias, n)
		own := "$" + strconv.Itoa(n+len(args))
		return "(" + cond + " OR d.employee_id = " + own + " OR d.supervisor_id = (SELECT supervisor_id FROM employees WHERE id = " + own + "))",
			append(args, by.EmployeeID)
	})
}

func publishedByID(ctx context.Context, q db.Queryer, by auth.Actor, id int64) (PublishedShift, error) {
	var w db.Where
	w.And("d.id = ?", id)
	seen(&w, by)
	s, err := scanPublished(q.QueryRow(ctx, selectPublished+w.String(), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		err = errs.NotFound("published shift")
	}
	return s, err
}

// Code is a bank code of shifts.
type Code struct {
	ID   int64
	Type string // as bankcodes.Fold returns it
	Code string
	Live bool
}

// shiftCodes returns the bank codes of shifts, also archived ones, by id.
func shiftCodes(ctx context.Context, q db.Queryer) (map[int64]Code, error) {
	found := map[int64]Code{}
	return found, db.Stream(func(row db.Row) (c Code, err error) {
		err = row.Scan(&c.ID, &c.Type, &c.Code, &c.Live)
		c.Type = bankcodes.Fold(c.Type)
		return c, err
	}, func(c Code) error {
		found[c.ID] = c
		return nil
	})(q.Query(ctx, "SELECT id, type, bank_code, archived_at IS NULL FROM bank_codes WHERE categorie = 'shift'"))
}

// named returns the names of planned shifts that the actor plans: of the employee, or of the supervisor to whose crew it is open.
func named(ctx context.Context, q db.Queryer, by auth.Actor, ids []int64) ([]timesheets.Named, error) {
	var w db.Where
	w.And("p.id IN ("+q.Dialect().IDs("?")+")", db.IDs(ids))
	wherePlannable(&w, by)
	return db.Collect(func(row db.Row) (n timesheets.Named, err error) {
		err = row.Scan(&n.ID, &n.Employee, &n.Day)
		return n, err
	})(q.Query(ctx, `SELECT p.id, e.first_name || ' ' || e.last_name, p.day FROM planned_shifts p
		JOIN employees e ON e.id = COALESCE(p.employee_id, p.supervisor_id) WHERE `+w.String(), w.Args()...))
}

// PublishedOf returns what is published for employees in some days, by time. The caller has already checked that the actor may see them.
func PublishedOf(ctx context.Context, q db.Queryer, employees []int64, r Range) ([]Plan, error) {
	return db.Collect(func(row db.Row) (Plan, error) {
		var x stored
		err := row.Scan(x.fields()...)
		return x.plan(), err
	})(q.Query(ctx, "SELECT "+columnsOf("d")+" FROM published_shifts d WHERE d.employee_id IN ("+q.Dialect().IDs("$1")+
		") AND d.day >= $2 AND d.day <= $3 ORDER BY d.start_at, d.id", db.IDs(employees), r.From, r.To))
}

// PlannedMinutes returns how long the published shifts of employees in some days are together, without unpaid breaks, by employee. company
// is the company's break rule. The caller has already checked that the actor may see them.
func PlannedMinutes(ctx context.Context, q db.Queryer, employees []int64, r Range, company breakrules.Rule, zone *time.Location) (
	map[int64]int64, error,
) {
	type row struct {
		Plan
		rule string
	}
	sums := map[int64]int64{}
	return sums, db.Stream(func(r db.Row) (x row, err error) {
		var p stored
		err = r.Scan(append(p.fields(), &x.rule)...)
		x.Plan = p.plan()
		return x, err
	}, func(x row) error {
		sums[x.EmployeeID] += x.Minutes(breakrules.Of(company, x.rule), zone)
		return nil
	})(q.Query(ctx, "SELECT "+columnsOf("d")+", e.default_breaks FROM published_shifts d "+
		"JOIN employees e ON e.id = d.employee_id WHERE d.employee_id IN ("+q.Dialect().IDs("$1")+") AND d.day >= $2 AND d.day <= $3", db.IDs(employees), r.From, r.To))
}
