package payroll

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/timesheets"
	"presence/db"
)

const columns = `id, number, period_start, made_at, made_by_name, options, line_count, corrections,
	regular, evening, emergency, overtime, on_leave, cents, distance, sha256, COALESCE(withdrawn_at, 0)`

func (s *Service) scan(row db.Row) (e Export, err error) {
	var start db.Day
	var options string
	t := &e.Totals
	err = row.Scan(&e.ID, &e.Number, &start, &e.At, &e.By, &options, &e.Lines, &e.Corrections,
		&t.Hours.Regular, &t.Hours.Evening, &t.Hours.Emergency, &t.Hours.Overtime, &t.Leave, &t.Cents, &t.Distance, &e.Hash, &e.WithdrawnAt)
	if err != nil {
		return e, err
	}
	e.Period = s.periods.Calendar().At(start)
	var stored storedOptions
	err = json.Unmarshal([]byte(options), &stored)
	e.Options, e.basis = stored.Options, stored.Basis
	return e, err
}

// storedOptions are the options of an export as its row has them.
type storedOptions struct {
	Options
	Basis string `json:"basis,omitempty"` // of the lines
}

func (s *Service) byID(ctx context.Context, q db.Queryer, id int64) (Export, error) {
	e, err := s.scan(q.QueryRow(ctx, `SELECT `+columns+` FROM payroll_exports WHERE id = $1`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return e, errs.NotFound("export")
	}
	return e, err
}

// list returns the exports with numbers below before, the newest first.
func (s *Service) list(ctx context.Context, q db.Queryer, before int64, limit int) (list []Export, err error) {
	rows, err := q.Query(ctx, "SELECT "+columns+" FROM payroll_exports WHERE number < $1 ORDER BY number DESC"+db.Limit("$2"), before, limit)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		e, err := s.scan(rows)
		list = append(list, e)
		return err
	})
	return list, err
}

// standing returns the exports that are not withdrawn, sorted by period.
func (s *Service) standing(ctx context.Context, q db.Queryer) (list []Export, err error) {
	rows, err := q.Query(ctx, `SELECT `+columns+` FROM payroll_exports WHERE withdrawn_at IS NULL ORDER BY period_start`)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		e, err := s.scan(rows)
		list = append(list, e)
		return err
	})
	return list, err
}

// exportState changes with every export that is created or withdrawn.
type exportState struct{ last, withdrawn int64 }

func readExportState(ctx context.Context, q db.Queryer) (x exportState, err error) {
	err = q.QueryRow(ctx, `SELECT COALESCE(MAX(number), 0), COUNT(withdrawn_at) FROM payroll_exports`).Scan(&x.last, &x.withdrawn)
	return x, err
}

// lockLatest locks the newest export that is not withdrawn: it is the only one that another transaction can withdraw.
func lockLatest(ctx context.Context, tx *db.Tx) error {
	var id int64
	err := tx.QueryRow(ctx, `SELECT id FROM payroll_exports WHERE withdrawn_at IS NULL ORDER BY number DESC LIMIT 1`).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.LockRows(ctx, "payroll_exports", id)
}

func insert(ctx context.Context, tx *db.Tx, by auth.Actor, e Export, file []byte) (id int64, err error) {
	options, err := json.Marshal(storedOptions{e.Options, e.basis})
	if err != nil {
		return 0, err
	}
	t := e.Totals
	err = tx.QueryRow(ctx, `INSERT INTO payroll_exports (number, period_start, made_at, made_by, made_by_name, options, line_count, corrections,
			regular, evening, emergency, overtime, on_leave, cents, distance, sha256, file)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id`,
		e.Number, e.Period.Start, int64(e.At), by.PersonID, e.By, string(options), e.Lines, e.Corrections,
		t.Hours.Regular, t.Hours.Evening, t.Hours.Emergency, t.Hours.Overtime, t.Leave, t.Cents, t.Distance, e.Hash, file).Scan(&id)
	return id, err
}

func insertLines(ctx context.Context, tx *db.Tx, export int64, entries []Entry) error {
	in := db.Insert{Into: `INSERT INTO payroll_export_lines (export_id, position, corrects, period_start, employee_id, employee_name, company_code,
		external_payroll_id, week, part, bank_code_id, bank_code, type, minutes, cents, distance)`}
	for i, e := range entries {
		l := e.Line
		in.Add(export, i, sql.NullInt64{Int64: e.Corrects, Valid: e.Corrects != 0}, e.Period.Start, l.Employee.ID, l.Employee.Name,
			l.Employee.CompanyCode, l.Employee.ExternalPayrollID, l.Week, int64(l.Part), l.CodeID, l.BankCode, l.Type, l.Minutes, l.Cents,
			l.Distance)
	}
	_, err := in.Write(ctx, tx)
	return err
}

const lineColumns = `SELECT l.period_start, COALESCE(l.corrects, 0), l.employee_id, l.employee_name, l.company_code, l.external_payroll_id, l.week,
	l.part, l.bank_code_id, l.bank_code, l.type, l.minutes, l.cents, l.distance FROM payroll_export_lines l `

func (s *Service) entries(ctx context.Context, q db.Queryer, query string, args ...any) (list []Entry, err error) {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		e := Entry{Line: payperiods.Line{Approved: true}}
		var start db.Day
		l := &e.Line
		err := rows.Scan(&start, &e.Corrects, &l.Employee.ID, &l.Employee.Name, &l.Employee.CompanyCode, &l.Employee.ExternalPayrollID, &l.Week,
			&l.Part, &l.CodeID, &l.BankCode, &l.Type, &l.Minutes, &l.Cents, &l.Distance)
		e.Period = s.periods.Calendar().At(start)
		list = append(list, e)
		return err
	})
	return list, err
}

// linesOf returns the lines of one export, in the order of its file.
func (s *Service) linesOf(ctx context.Context, q db.Queryer, export int64) ([]Entry, error) {
	return s.entries(ctx, q, lineColumns+`WHERE l.export_id = $1 ORDER BY l.position`, export)
}

// exportedLines returns the lines of periods in all exports that are not withdrawn, by the first day of the period.
func (s *Service) exportedLines(ctx context.Context, q db.Queryer, periods ...payperiods.Period) (map[db.Day][]payperiods.Line, error) {
	starts := make([]string, len(periods))
	for i, p := range periods {
		starts[i] = p.Start.String()
	}
	entries, err := s.entries(ctx, q, lineColumns+`JOIN payroll_exports e ON e.id = l.export_id
		WHERE l.period_start IN (`+q.Dialect().Texts("$1")+`) AND e.withdrawn_at IS NULL ORDER BY e.number, l.position`, db.Texts(starts))
	lines := map[db.Day][]payperiods.Line{}
	for _, e := range entries {
		lines[e.Period.Start] = append(lines[e.Period.Start], e.Line)
	}
	return lines, err
}

func fileOf(ctx context.Context, q db.Queryer, id int64) (file []byte, err error) {
	err = q.QueryRow(ctx, `SELECT file FROM payroll_exports WHERE id = $1`, id).Scan(&file)
	return file, err
}

func setWithdrawn(ctx context.Context, tx *db.Tx, id int64, by auth.Actor, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE payroll_exports SET withdrawn_at = $2, withdrawn_by = $3 WHERE id = $1`, id, int64(at), by.PersonID)
	return err
}

// countSheets counts the timesheets with activity in a period (W6). Those that wait are counted by the condition of the approvals
// and, as there, without the actor's own, which another person approves. It counts the employees without a timesheet too.
func (s *Service) countSheets(ctx context.Context, q db.Queryer, by auth.Actor, p payperiods.Period) (c SheetCounts, err error) {
	scope, more := by.Approvable("t.employee_id", 3)
	err = q.QueryRow(ctx, `SELECT COUNT(*), COUNT(CASE WHEN t.is_approved THEN 1 END),
			COUNT(CASE WHEN `+timesheets.WaitingCondition+` AND `+scope+` THEN 1 END),
			COUNT(CASE WHEN t.is_approved OR `+timesheets.WaitingCondition+` THEN NULL ELSE 1 END)
		FROM timesheets t WHERE t.archived_at IS NULL AND t.id IN (
			SELECT timesheet_id FROM shift_weeks WHERE shifts > 0 AND week BETWEEN $1 AND $2
			UNION ALL SELECT timesheet_id FROM expenses WHERE archived_at IS NULL AND week BETWEEN $1 AND $2)`,
		append([]any{p.Weeks()[0], p.Weeks()[1]}, more...)...).Scan(&c.Sheets, &c.Approved, &c.Waiting, &c.Unsent)
	if err == nil {
		c.Missing, err = s.countMissing(ctx, q, p)
	}
	return c, err
}

// approvedSums adds up what is approved in a period, which is all if open is false. Leave includes what is paid for statutory holidays. The
// sheets that are not approved, which are few, are read once: to look up each line's sheet takes three times as long as to add up the
// lines.
func (s *Service) approvedSums(ctx context.Context, q db.Queryer, p payperiods.Period, open bool) (x Sums, err error) {
	weeks := p.Weeks()
	err = q.QueryRow(ctx, `WITH open AS (SELECT id FROM timesheets WHERE $7 AND NOT is_approved AND archived_at IS NULL),
		lines AS (SELECT employee_id, minutes, 0 AS cents FROM shift_weeks
				WHERE week IN ($5, $6) AND shifts > 0 AND timesheet_id NOT IN (SELECT id FROM open)
			UNION ALL SELECT employee_id, 0, amount FROM expenses
				WHERE week IN ($5, $6) AND archived_at IS NULL AND timesheet_id NOT IN (SELECT id FROM open)),
		away AS (SELECT l.employee_id FROM leave_requests l WHERE l.start_at < $4 AND l.end_at > $3 AND `+leaverequests.ApprovedCondition("l")+`
			UNION SELECT employee_id FROM holiday_pay WHERE day BETWEEN $1 AND $2 AND minutes > 0 AND NOT unpaid)
		SELECT COUNT(DISTINCT employee_id), CAST(COALESCE(SUM(minutes), 0) AS BIGINT), CAST(COALESCE(SUM(cents), 0) AS BIGINT),
			(SELECT COUNT(*) FROM away WHERE employee_id NOT IN (SELECT employee_id FROM lines)) FROM lines`,
		p.Start, p.End, int64(db.InstantOf(p.Start.In(s.zone))), int64(db.InstantOf(p.End.Add(1).In(s.zone))), weeks[0], weeks[1],
		open).Scan(&x.People, &x.Minutes, &x.Cents, &x.OnLeave)
	return x, err
}

// countMissing counts the employees who owe a period an entry, as the overview does: known before its end, without a shift or an expense
// in it, and with a weekday of employment without leave that is approved or not decided. Those with an entry are read once, and only if
// one is in none of the lists before: with NOT EXISTS, PostgreSQL looks up each employee, or reads all expenses.
func (s *Service) countMissing(ctx context.Context, q db.Queryer, p payperiods.Period) (n int64, err error) {
	var weekdays [][]any
	for d := p.Start; !d.After(p.End); d = d.Add(1) {
		if wd := d.Weekday(); wd != time.Saturday && wd != time.Sunday {
			weekdays = append(weekdays, []any{d, int64(db.InstantOf(d.In(s.zone))), int64(db.InstantOf(d.Add(1).In(s.zone)))})
		}
	}
	err = q.QueryRow(ctx, `WITH weekdays (day, begins, ends) AS MATERIALIZED (`+q.Dialect().Rows("$4", "TEXT", "BIGINT", "BIGINT")+`)
		SELECT COUNT(*) FROM employees e WHERE e.archived_at IS NULL AND e.created_at < $1
			AND e.id NOT IN (SELECT employee_id FROM shift_weeks WHERE week = $2 AND shifts > 0)
			AND e.id NOT IN (SELECT employee_id FROM shift_weeks WHERE week = $3 AND shifts > 0)
			AND e.id NOT IN (SELECT employee_id FROM expenses WHERE week IN ($2, $3) AND archived_at IS NULL)
			AND EXISTS (SELECT 1 FROM weekdays w WHERE w.day >= e.first_work_day AND (e.last_work_day IS NULL OR w.day <= e.last_work_day)
				AND NOT EXISTS (SELECT 1 FROM leave_requests l WHERE l.employee_id = e.id
					AND `+leaverequests.LiveCondition("l")+` AND l.start_at < w.ends AND l.end_at > w.begins))`,
		db.InstantOf(p.End.Add(1).In(s.zone)), p.Weeks()[0], p.Weeks()[1], db.RowList(weekdays)).Scan(&n)
	return n, err
}

// paysAbsence reports whether there is approved leave in a period, or pay for a statutory holiday.
func (s *Service) paysAbsence(ctx context.Context, q db.Queryer, p payperiods.Period) (found bool, err error) {
	begin, end := db.InstantOf(p.Start.In(s.zone)), db.InstantOf(p.End.Add(1).In(s.zone))
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM leave_requests l
			WHERE start_at < $1 AND end_at > $2 AND `+leaverequests.ApprovedCondition("l")+`)
		OR EXISTS (SELECT 1 FROM holiday_pay WHERE day BETWEEN $3 AND $4 AND minutes > 0 AND NOT unpaid)`,
		int64(end), int64(begin), p.Start, p.End).Scan(&found)
	return found, err
}

const presetColumns = `id, name, layout, version, updated_at`

func scanPreset(row db.Row) (p Preset, err error) {
	var layout string
	if err := row.Scan(&p.ID, &p.Name, &layout, &p.Version, &p.UpdatedAt); err != nil {
		return p, err
	}
	err = json.Unmarshal([]byte(layout), &p.Layout)
	return p, err
}

func presets(ctx context.Context, q db.Queryer) (list []Preset, err error) {
	rows, err := q.Query(ctx, `SELECT `+presetColumns+` FROM payroll_presets WHERE archived_at IS NULL ORDER BY name, id`)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		p, err := scanPreset(rows)
		list = append(list, p)
		return err
	})
	return list, err
}

func presetByID(ctx context.Context, q db.Queryer, id int64) (Preset, error) {
	p, err := scanPreset(q.QueryRow(ctx, `SELECT `+presetColumns+` FROM payroll_presets WHERE id = $1 AND archived_at IS NULL`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return p, errs.NotFound("preset")
	}
	return p, err
}

func insertPreset(ctx context.Context, tx *db.Tx, p Preset, at db.Instant) (Preset, error) {
	layout, err := json.Marshal(p.Layout)
	if err != nil {
		return p, err
	}
	return scanPreset(tx.QueryRow(ctx, `INSERT INTO payroll_presets (name, layout, created_at, updated_at) VALUES ($1, $2, $3, $3) RETURNING `+
		presetColumns,
		p.Name, string(layout), int64(at)))
}

func savePreset(ctx context.Context, tx *db.Tx, p Preset, at db.Instant) (Preset, error) {
	layout, err := json.Marshal(p.Layout)
	if err != nil {
		return p, err
	}
	return scanPreset(tx.QueryRow(ctx,
		`UPDATE payroll_presets SET name = $2, layout = $3, updated_at = $4, version = version + 1 WHERE id = $1 RETURNING `+presetColumns,
		p.ID, p.Name, string(layout), int64(at)))
}

func archivePreset(ctx context.Context, tx *db.Tx, id int64, at db.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE payroll_presets SET archived_at = $2, archived_reason = 'deleted', updated_at = $2, version = version + 1
	WHERE id = $1`, id, int64(at))
	return err
}

// exportsByID returns the exports with these ids, withdrawn or not.
func (s *Service) exportsByID(ctx context.Context, q db.Queryer, ids []int64) ([]Export, error) {
	return db.Collect(s.scan)(q.Query(ctx, "SELECT "+columns+" FROM payroll_exports WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}

// presetNames returns the names of presets, live or archived, by their ids.
func presetNames(ctx context.Context, q db.Queryer, ids []int64) (map[int64]string, error) {
	return db.ReadMap[int64, string](q.Query(ctx, "SELECT id, name FROM payroll_presets WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}
