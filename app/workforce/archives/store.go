package archives

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

// The indexes of the lists are on archivedAt, the instant at which a record was archived, of the records with isArchived.
const (
	archivedAt = "COALESCE(l.archived_at, l.aged_at)"
	isArchived = "(l.archived_at IS NOT NULL OR l.aged_at IS NOT NULL)"
)

// source reads one kind of record l with its employee e.
type source struct {
	noun   string // in the error NotFound
	from   string
	fields string // sheet, day, start, end, minutes, cents, type, code, description, whether the sheet is archived
}

const (
	withCode  = " l JOIN employees e ON e.id = l.employee_id JOIN bank_codes c ON c.id = l.bank_code_id"
	withSheet = withCode + " JOIN timesheets t ON t.id = l.timesheet_id"
	sheetGone = ", t.archived_at IS NOT NULL"
)

// kind is the type of the bank code.
var kind = bankcodes.FoldSQL("c.type")

var sources = map[Kind]source{
	Timesheets: {"timesheet", "timesheets l JOIN employees e ON e.id = l.employee_id", "0, l.period_start, 0, 0, 0, 0, '', '', '', FALSE"},
	Shifts: {"shift", "shifts" + withSheet,
		"l.timesheet_id, l.day, l.start_at, l.end_at, l.minutes, 0, " + kind + ", c.bank_code, ''" + sheetGone},
	Expenses: {"expense", "expenses" + withSheet,
		"l.timesheet_id, l.day, 0, 0, 0, l.amount, " + kind + ", c.bank_code, l.description" + sheetGone},
	Leave: {"leave request", "leave_requests" + withCode, "0, NULL, l.start_at, l.end_at, 0, 0, l.leave_type, c.bank_code, '', FALSE"},
}

func (k Kind) query(where *db.Where) string {
	s := sources[k]
	return "SELECT l.id, l.version, l.employee_id, e.first_name || ' ' || e.last_name, e.archived_at IS NOT NULL, " +
		archival.Columns("l") + ", " + s.fields + " FROM " + s.from + " WHERE " + where.String()
}

func (k Kind) scan(row db.Row) (Record, error) {
	r := Record{Kind: k}
	err := row.Scan(&r.ID, &r.Version, &r.EmployeeID, &r.Name, &r.OwnerLeft, &r.At, &r.Reason, &r.SheetID, &r.Day, &r.Start, &r.End,
		&r.Minutes, &r.Cents, &r.Type, &r.Code, &r.Description, &r.SheetDeleted)
	return r, err
}

// where returns the conditions of the filter, limited to the actor's scope.
func (f Filter) where(by auth.Actor) *db.Where {
	var w db.Where
	w.And(isArchived)
	if f.From != 0 {
		w.And(archivedAt+" >= ?", f.From)
	}
	if f.Until != 0 {
		w.And(archivedAt+" < ?", f.Until)
	}
	if f.Before != nil {
		w.And(archivedAt+" <= ? AND ("+archivedAt+" < ? OR l.id < ?)", f.Before.at, f.Before.at, f.Before.id)
	}
	for _, word := range strings.Fields(contact.Fold(f.Text)) {
		w.And(`e.sort_name LIKE ? ESCAPE '\'`, db.Containing(word))
	}
	w.Scope("l.employee_id", by.Visible)
	return &w
}

// list returns the records that match, the latest archived first.
func list(ctx context.Context, q db.Queryer, by auth.Actor, f Filter) ([]Record, error) {
	w := f.where(by)
	limit := db.Limit(w.Bind(f.Rows))
	return db.Collect(f.Kind.scan)(q.Query(ctx, f.Kind.query(w)+" ORDER BY "+archivedAt+" DESC, l.id DESC"+limit, w.Args()...))
}

// count returns the number of records that match, at most f.Rows.
func count(ctx context.Context, q db.Queryer, by auth.Actor, f Filter) (n int, err error) {
	w := f.where(by)
	table, _, _ := strings.Cut(sources[f.Kind].from, " ")
	err = q.QueryRow(ctx, "SELECT COUNT(*) FROM (SELECT 1 FROM "+table+" l JOIN employees e ON e.id = l.employee_id WHERE "+w.String()+
		db.Limit(w.Bind(f.Rows))+") x", w.Args()...).Scan(&n)
	return n, err
}

// byID returns one archived record in the actor's scope.
func byID(ctx context.Context, q db.Queryer, by auth.Actor, k Kind, id int64) (Record, error) {
	w := Filter{}.where(by)
	w.And("l.id = ?", id)
	r, err := k.scan(q.QueryRow(ctx, k.query(w), w.Args()...))
	if errors.Is(err, sql.ErrNoRows) {
		return r, errs.NotFound(sources[k].noun)
	}
	return r, err
}

// linesOf returns the archived shifts or expenses of a timesheet, by day.
func linesOf(ctx context.Context, q db.Queryer, by auth.Actor, k Kind, sheet int64, rows int) ([]Record, error) {
	w := Filter{}.where(by)
	w.And("l.timesheet_id = ?", sheet)
	limit := db.Limit(w.Bind(rows))
	return db.Collect(k.scan)(q.Query(ctx, k.query(w)+" ORDER BY l.day, l.id"+limit, w.Args()...))
}
