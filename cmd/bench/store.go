package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/csv"
	"io"
	"strconv"
	"time"

	_ "modernc.org/sqlite" // the driver alone, for the floors

	"presence/db"
)

const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6000) `

// fill makes a company on SQLite, set by set: $1 employees, $2 periods, $3 shifts of an employee in a period, $4 the first
// day of the last one. Every tenth supervises the next ten, and one of them a hundred, who are planned for four weeks; every seventh shift
// is an evening; everyone spends something.
var fill = []string{
	`INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at)
		SELECT * FROM (VALUES ('regular', 'shift', 10000, 'G1', 1, 1), ('evening', 'shift', 10000, 'G2', 1, 1), ('meal', 'expense', 10000, 'G9', 1, 1))`,
	numbers + `INSERT INTO people (id, email, role, created_at, updated_at)
		SELECT printf('%08x-0000-4000-8000-000000000001', n), n || '@example.org', 'employee', 1, 1 FROM numbers WHERE n < $1`,
	numbers + `INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code,
		first_work_day, supervisor_id, created_at, updated_at)
		SELECT printf('%08x-0000-4000-8000-000000000001', n), 'Marie-Ève', 'Tremblay ' || n, printf('tremblay %05d', n), n || '@example.org',
			5145550123, n, 271583, '2010-01-01',
			CASE WHEN n = 0 THEN NULL WHEN n BETWEEN 200 AND 299 THEN 21 ELSE n / 10 + 1 END, 1, 1 FROM numbers WHERE n < $1`,
	numbers + `INSERT INTO timesheets (employee_id, period_start, created_at, updated_at)
		SELECT e.id, date($4, (-14 * ($2 - 1 - p.n)) || ' days'), 1, 1 FROM numbers p CROSS JOIN employees e WHERE p.n < $2`,
	numbers + `INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
		SELECT t.id, t.employee_id, CASE WHEN (t.id + d.n) % 7 = 3 THEN 2 ELSE 1 END, date(t.period_start, (1 + d.n + d.n / 5 * 2) || ' days'),
			date(t.period_start, (d.n / 5 * 7) || ' days'), unixepoch(t.period_start) * 1000 + (1 + d.n + d.n / 5 * 2) * 86400000 + 46800000,
			unixepoch(t.period_start) * 1000 + (1 + d.n + d.n / 5 * 2) * 86400000 + 73800000, 450, 1, 1
		FROM timesheets t CROSS JOIN numbers d WHERE d.n < $3`,
	// In the last period, every shift has an unpaid break of half an hour and was scheduled. One break in ten comes too late for a meal.
	`UPDATE shifts SET end_at = end_at + 1800000, breaks = strftime('%Y-%m-%dT%H:%M:%SZ', start_at / 1000 + 12600 + (id % 10 = 0) * 7200, 'unixepoch')
		|| '/' || strftime('%Y-%m-%dT%H:%M:%SZ', start_at / 1000 + 14400 + (id % 10 = 0) * 7200, 'unixepoch') WHERE day >= $4`,
	`INSERT INTO shift_weeks (week, employee_id, timesheet_id, bank_code_id, shifts, minutes, sunday, monday, tuesday, wednesday,
		thursday, friday, saturday)
		SELECT week, employee_id, timesheet_id, bank_code_id, COUNT(*), SUM(minutes), SUM(minutes * (w = 0)), SUM(minutes * (w = 1)),
			SUM(minutes * (w = 2)), SUM(minutes * (w = 3)), SUM(minutes * (w = 4)), SUM(minutes * (w = 5)), SUM(minutes * (w = 6))
		FROM (SELECT *, CAST(strftime('%w', day) AS INTEGER) AS w FROM shifts) GROUP BY 1, 2, 3, 4`,
	numbers + `INSERT INTO planned_shifts (employee_id, bank_code_id, day, start_at, end_at, breaks, created_at, updated_at)
		SELECT e.id, 1, date('2026-11-29', d.n || ' days'), unixepoch('2026-11-29') * 1000 + d.n * 86400000 + 46800000,
			unixepoch('2026-11-29') * 1000 + d.n * 86400000 + 77400000, '30', 1, 1
		FROM employees e CROSS JOIN numbers d WHERE e.supervisor_id = 21 AND d.n < 28 AND d.n % 7 BETWEEN 1 AND 5`,
	`INSERT INTO planned_shifts (employee_id, bank_code_id, day, start_at, end_at, breaks, created_at, updated_at)
		SELECT employee_id, bank_code_id, day, start_at, end_at - id % 3 * 900000, '30', 1, 1 FROM shifts WHERE day >= $4`,
	`INSERT INTO published_shifts (id, employee_id, bank_code_id, day, start_at, end_at, breaks, updated_at)
		SELECT id, employee_id, bank_code_id, day, start_at, end_at, breaks, 1 FROM planned_shifts WHERE day < '2026-12-13'`,
	`INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at, updated_at)
		SELECT id, employee_id, 3, period_start, period_start, 1500 + id % 100, 'Taxi', 1, 1 FROM timesheets`,
	`INSERT INTO day_blocks (name, block, first_day, last_day)
		SELECT 'shifts', id / 1000, MIN(day), MAX(day) FROM shifts GROUP BY 2
		UNION ALL SELECT 'expenses', id / 1000, MIN(day), MAX(day) FROM expenses GROUP BY 2
		UNION ALL SELECT 'timesheets', timesheet_id / 1000, MIN(day), MAX(day) FROM
			(SELECT timesheet_id, day FROM shifts UNION ALL SELECT timesheet_id, day FROM expenses) GROUP BY 2`,
	// Every tenth shift was clocked, and four of five people have clocked in.
	`INSERT INTO clockings (employee_id, bank_code_id, start_at, end_at, shift_id, created_at, updated_at)
		SELECT employee_id, bank_code_id, start_at + 130000, end_at - 70000, id, 1, 1 FROM shifts WHERE id % 10 = 0`,
	`INSERT INTO clockings (employee_id, bank_code_id, start_at, created_at, updated_at)
		SELECT id, 1, unixepoch('now') * 1000 - 14400000, 1, 1 FROM employees WHERE id % 5 <> 0`,
	`INSERT INTO clock_stamps (employee_id, stamp_id, act, device_at, stamped_at, ahead, received_at, clocking_id)
		SELECT employee_id, 'stamp-' || id, 'in', start_at, start_at, 0, end_at, id FROM clockings WHERE end_at IS NOT NULL`,
	`INSERT INTO expense_receipts (expense_id, hash, name, media_type, size, width, height, uploaded_by, created_at, content)
		SELECT id, id, 'receipt.jpg', 'image/jpeg', 3, 1, 1, '', 1, x'ffd8ff' FROM expenses WHERE id % 100 = 1`,
	`INSERT INTO open_lines (name, id) SELECT 'shifts', id FROM shifts UNION ALL SELECT 'expenses', id FROM expenses`,
	`INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, first_id, last_id,
		total, sent, opened, created_at, started_at, finished_at, updated_at)
		VALUES ('fete-clients-2026', 'event', 'completed', 'bulk', 'Nova <nova@example.com>', TRUE, x'5a17', 1, 5000, 5000, 5000, 1667, 1, 1, 2, 2)`,
	numbers + `INSERT INTO campaign_recipients (campaign_id, status, attempts, sent_at, opened_at, email, email_key, firstname,
		lastname, language, customer_id)
		SELECT 1, 1, 1, 2 + n, CASE WHEN n % 3 = 0 THEN 60000 + n ELSE 0 END, n || '@example.com', n || '@example.com', 'Élise', 'Gagnon ' || n,
			CASE WHEN n % 4 = 0 THEN 'en' ELSE 'fr' END, 'C' || n FROM numbers WHERE n < 5000`,
	`INSERT INTO events_open_as_shipped (event_id) VALUES ('fete-clients-2026')`,
	`INSERT INTO deputies (supervisor_id, deputy_id, from_day, until_day, created_at, updated_at) VALUES (1, 2, '2027-03-01', '2027-03-05', 1, 1)`,
	`INSERT INTO holiday_pay (employee_id, day, bank_code_id, minutes, counted, created_at, updated_at) VALUES (1, '2026-12-25', 1, 456, 9120, 1, 1)`,
	// Half of the shifts name one of four activities.
	`INSERT INTO activities (code, name_fr, name_en, created_at, updated_at) VALUES ('INST', 'Installation', 'Setup', 1, 1),
		('ENT', 'Entretien', 'Maintenance', 1, 1), ('FORM', 'Formation', 'Training', 1, 1), ('ADM', 'Administration', 'Administration', 1, 1)`,
	`UPDATE shifts SET activity_id = 1 + id / 2 % 4 WHERE id % 2 = 0`,
	`INSERT INTO leave_rules (leave_type, from_day, earns, rate, year_start, created_at, updated_at)
		VALUES ('Vacation', '2026-01-01', 'worked', 400, '05-01', 1, 1)`,
	// Everyone has an opening balance, and has earned leave 25 times.
	`INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, created_at)
		SELECT id, 'Vacation', '2026-01-01', 'opening', 4800, 1 FROM employees`,
	numbers + `INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, cause, created_at)
		SELECT e.id, 'Vacation', date('2026-01-03', (14 * n) || ' days'), 'earned', 180, 'bench:' || n, 1 FROM employees e CROSS JOIN numbers WHERE n < 25`,
	`INSERT INTO kiosks (name, made_by, link_until, created_at, updated_at) VALUES ('Entrepôt', '', 1, 1, 1)`,
	`INSERT INTO templates (name, html_fr, created_at, updated_at) VALUES ('event-bench', '<p>Bonjour {{firstname}}</p>', 1, 1)`,
}

// withoutIndexes runs fn while the indexes of shifts are away, which are made again faster than they are kept.
func withoutIndexes(ctx context.Context, tx *db.Tx, fn func() error) error {
	rows, err := tx.Query(ctx, `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'shifts' AND sql IS NOT NULL`)
	if err != nil {
		return err
	}
	var drop, create []string
	err = db.ForEachRow(rows, func() error {
		var name, text string
		err := rows.Scan(&name, &text)
		drop, create = append(drop, "DROP INDEX "+name), append(create, text)
		return err
	})
	if err != nil {
		return err
	}
	if err := execAll(ctx, tx, drop); err != nil {
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	return execAll(ctx, tx, create)
}

func execAll(ctx context.Context, tx *db.Tx, statements []string) error {
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// raw opens a database with one connection of the bare driver.
func raw(path string) (*sql.DB, error) {
	d, err := sql.Open("sqlite",
		"file:"+path+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=busy_timeout(5000)&_pragma=cache_size(-16384)")
	if err == nil {
		d.SetMaxOpenConns(1)
	}
	return d, err
}

// rawInsert inserts the row of a shift, without checking permissions and without an audit entry: the lower limit of the time to
// create a shift.
const rawInsert = `INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id`

// rawSums runs the least query that an overview needs: the minutes of the period by employee, week, sheet and code.
func rawSums(ctx context.Context, s *sql.Stmt, weeks [2]string) (n int, err error) {
	rows, err := s.QueryContext(ctx, weeks[0], weeks[1])
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var sheet, code, minutes int64
		if err := rows.Scan(&sheet, &code, &minutes); err != nil {
			return n, err
		}
		n++
	}
	return n, rows.Err()
}

const rawSumsText = `SELECT timesheet_id, bank_code_id, SUM(minutes) FROM shifts WHERE archived_at IS NULL AND week BETWEEN $1 AND $2
	GROUP BY week, employee_id, timesheet_id, bank_code_id`

// rawCSV writes every shift as its table has it with encoding/csv: the floor of the export.
func rawCSV(ctx context.Context, d *sql.DB, w io.Writer) (n int, err error) {
	rows, err := d.QueryContext(ctx,
		`SELECT id, timesheet_id, employee_id, bank_code_id, day, start_at, end_at, minutes FROM shifts WHERE archived_at IS NULL ORDER BY id`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	out := csv.NewWriter(w)
	record := make([]string, 8)
	for rows.Next() {
		var id, sheet, employee, code, start, end, minutes int64
		var day string
		if err := rows.Scan(&id, &sheet, &employee, &code, &day, &start, &end, &minutes); err != nil {
			return n, err
		}
		for i, v := range []int64{id, sheet, employee, code} {
			record[i] = strconv.FormatInt(v, 10)
		}
		record[4] = day
		record[5], record[6] = time.UnixMilli(start).UTC().Format(time.RFC3339), time.UnixMilli(end).UTC().Format(time.RFC3339)
		record[7] = strconv.FormatFloat(float64(minutes)/60, 'f', 2, 64)
		if err := out.Write(record); err != nil {
			return n, err
		}
		n++
	}
	out.Flush()
	return n, rows.Err()
}

// rawApprove writes the least that approving the sheets must write, in one transaction: the state of the sheets, the content
// that each approval covers, a row of the audit log each, and a notification for each owner.
func rawApprove(ctx context.Context, d *sql.DB) error {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, s := range []string{
		`UPDATE timesheets SET is_approved = TRUE, approved_at = 1, updated_at = 1, version = version + 1`,
		`INSERT INTO timesheet_approvals (timesheet_id, approved_at, approved_by, content)
			SELECT t.id, 1, (SELECT id FROM people LIMIT 1), (SELECT json_group_array(json_object('id', s.id, 'date', s.day, 'minutes', s.minutes))
			FROM shifts s WHERE s.timesheet_id = t.id)
			FROM timesheets t`,
		`INSERT INTO audit_log (at, action, kind, record_id, timesheet_id, changes)
		SELECT 1, 'approved', 'timesheet', id, id, '{"is_approved":[false,true]}' FROM timesheets`,
		`INSERT INTO notifications (person_id, kind, record_kind, record_id, data, created_at)
			SELECT e.user_id, 'period.approved', 'pay_period', 0, '{}', 1 FROM timesheets t JOIN employees e ON e.id = t.employee_id`,
	} {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Queries of the product's database, to check that it contains what the product acknowledged.
const (
	countShifts    = `SELECT COUNT(*) FROM shifts`
	countApproved  = `SELECT COUNT(*) FROM shifts WHERE is_approved`
	countApprovals = `SELECT COUNT(*) FROM audit_log WHERE kind = 'shift' AND action = 'approved'`
)

// rawApproveItem is what approving one shift must at least leave on disk: the shift marked, and a line of the audit log.
func rawApproveItem(ctx context.Context, d *sql.DB, id int) error {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, s := range []string{
		`UPDATE shifts SET is_approved = TRUE, updated_at = 1, version = version + 1 WHERE id = $1`,
		`INSERT INTO audit_log (at, action, kind, record_id, timesheet_id, changes)
			SELECT 1, 'approved', 'shift', id, timesheet_id, '{"is_approved":[false,true]}' FROM shifts WHERE id = $1`,
	} {
		if _, err := tx.ExecContext(ctx, s, id); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// insertSessions inserts a session for each person with an employee record, and returns the values of their cookies.
func insertSessions(ctx context.Context, d *sql.DB, at time.Time) (secrets []string, err error) {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	people, err := db.ReadTexts(tx.QueryContext(ctx, "SELECT user_id FROM employees ORDER BY id"))
	if err != nil {
		return nil, err
	}
	for i, id := range people {
		secret := "session-" + strconv.Itoa(i)
		hash := sha256.Sum256([]byte(secret))
		if _, err := tx.ExecContext(ctx,
			`INSERT INTO sessions (id_hash, person_id, data, created_at, seen_at, expires_at, ip, user_agent)
			VALUES ($1, $2, '{}', $3, $3, $4, '', '')`,
			hash[:], id, at.UnixMilli(), at.Add(time.Hour).UnixMilli()); err != nil {
			return nil, err
		}
		secrets = append(secrets, secret)
	}
	return secrets, tx.Commit()
}

// rawSearch is the least that a search must query: twenty customers with a word.
const rawSearch = `SELECT c.customer_id, c.name FROM directory_words w JOIN directory_customers c ON c.id = w.customer
	WHERE w.word = $1 LIMIT 20`

// rawCustomers writes a directory's customers with an address, a number and their subscriptions in one transaction: the
// floor of a sync, which also reads its source, folds the names and fills the words of the search.
func rawCustomers(ctx context.Context, d *sql.DB) error {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var inserts []*sql.Stmt
	for _, text := range []string{
		`INSERT INTO directory_customers (id, from_gen, digest, customer_id, number_key, name, account_id, account_name, account_status, type,
			email, phone, city, language, subscribed, monthly_cents, names_folded, city_folded)
			VALUES (?, 1, x'00', ?, ?, 'Élise Tremblay', 'A', 'Élise Tremblay', 'active', 'Individual',
				'client@example.com', '+14186562131', 'Québec', 'fr', TRUE, 4995, 'elise tremblay', 'quebec')`,
		`INSERT INTO directory_emails (customer, position, email, email_key) VALUES (?, 0, ?, ?)`,
		`INSERT INTO directory_phones (customer, position, phone, phone_key, local_key) VALUES (?, 0, ?, ?, '6562131')`,
		`INSERT INTO directory_subscriptions (customer, position, status, monthly_cents) VALUES (?, ?, 'active', 4995)`,
	} {
		s, err := tx.PrepareContext(ctx, text)
		if err != nil {
			return err
		}
		inserts = append(inserts, s)
	}
	for n := range directorySize {
		key := strconv.Itoa(n)
		for i, args := range [][]any{{n, key, key}, {n, key, key}, {n, key, key}, {n, 0}, {n, 1}} {
			if i == 4 && n%2 == 1 {
				continue
			}
			if _, err := inserts[min(i, 3)].ExecContext(ctx, args...); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

// rawChosen is the least that a preview with all filters must query.
const rawChosen = `SELECT COUNT(*) FROM directory_customers WHERE account_status = 'active' AND subscribed
	AND monthly_cents >= 4000 AND type = 'Individual'
	AND city_folded LIKE '%quebec%' AND names_folded LIKE '%cote%'`

// rawEntries writes a million addresses in one transaction, in the order in which the index has them.
func rawEntries(ctx context.Context, d *sql.DB) error {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx,
		"INSERT INTO audience_sources (id, event_id, kind, label, state, seen_at, created_at, created_by) VALUES (1, 'e', 'csv', "+
			"'{}', 'live', 0, 0, '')"); err != nil {
		return err
	}
	s, err := tx.PrepareContext(ctx,
		`INSERT INTO audience_entries (event_id, source_id, email, email_key, firstname, lastname, language, customer_id, folded, created_at)
		VALUES ('e', 1, ?, ?, 'Élise', 'Tremblay', 'fr', ?, ?, 0)`)
	if err != nil {
		return err
	}
	for n := range audienceLines {
		key := "client" + strconv.Itoa(audienceLines+n) + "@example.com"
		if _, err := s.ExecContext(ctx, key, key, n, key); err != nil {
			return err
		}
	}
	return tx.Commit()
}
