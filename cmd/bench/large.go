package main

import (
	"errors"
	"os"
	"path/filepath"
)

// many is numbers up to the customers of a data set.
const many = `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < $5 - 1) `

// fillLarge gives a company what the other statements leave out. $5 is its number of customers. Records changed when their work ended,
// all sheets but those of the last two periods are approved, and each shift was audited. The first two employees, as whom the routes are
// asked, have no sessions at providers: those of the others have tokens that no key opens, which nobody else is shown.
var fillLarge = []string{
	`UPDATE shifts SET created_at = end_at, updated_at = end_at, is_approved = id % 10 = 0 AND id > 10`,
	`UPDATE timesheets SET created_at = unixepoch(period_start) * 1000, updated_at = unixepoch(period_start) * 1000 + 1209600000,
		submitted_at = unixepoch(period_start) * 1000 + 1209600000`,
	`UPDATE timesheets SET is_approved = TRUE, approved_at = updated_at + 1, approved_by = (SELECT MIN(id) FROM people),
		updated_at = updated_at + 1 WHERE period_start < date($4, '-14 days') AND id > 1`,
	`DELETE FROM open_lines`,
	`INSERT INTO open_lines (name, id)
		SELECT 'shifts', l.id FROM shifts l JOIN timesheets t ON t.id = l.timesheet_id WHERE NOT l.is_approved AND NOT t.is_approved`,
	`INSERT INTO timesheet_approvals (timesheet_id, approved_at, approved_by, content)
		SELECT id, approved_at, approved_by, '[]' FROM timesheets WHERE is_approved`,
	`UPDATE expenses SET created_at = unixepoch(day) * 1000, updated_at = unixepoch(day) * 1000, is_approved = id % 10 = 0 AND id > 10`,
	`INSERT INTO open_lines (name, id)
		SELECT 'expenses', l.id FROM expenses l JOIN timesheets t ON t.id = l.timesheet_id WHERE NOT l.is_approved AND NOT t.is_approved`,
	`INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) VALUES ('vacation', 'leave', 10000, 'G4', 1, 1)`,
	numbers + `INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, comment, approval_status, created_at, updated_at)
		SELECT e.id, 4, CASE n % 3 WHEN 0 THEN 'Sick' WHEN 1 THEN 'Vacation' ELSE 'Unpaid' END,
			unixepoch($4) * 1000 - (n * 36 + e.id % 30) * 86400000, unixepoch($4) * 1000 - (n * 36 + e.id % 30) * 86400000 + 28800000, '',
			CASE WHEN n = 0 AND e.id % 20 = 0 THEN 'Pending' WHEN e.id % 9 = 0 THEN 'Denied' ELSE 'True' END,
			unixepoch($4) * 1000 - (n * 36 + 40) * 86400000, unixepoch($4) * 1000 - (n * 36 + 35) * 86400000
		FROM numbers CROSS JOIN employees e WHERE n < 10`,
	`INSERT INTO day_blocks (name, block, first_day, last_day)
		SELECT 'leave_requests', id / 1000, MIN(date(start_at / 1000, 'unixepoch')), MAX(date(end_at / 1000, 'unixepoch'))
		FROM leave_requests GROUP BY 2`,
	`UPDATE day_blocks SET last_change = CASE name
		WHEN 'shifts' THEN (SELECT MAX(MAX(l.updated_at, t.updated_at)) FROM shifts l JOIN timesheets t ON t.id = l.timesheet_id
			WHERE l.id BETWEEN block * 1000 AND block * 1000 + 999)
		WHEN 'expenses' THEN (SELECT MAX(MAX(l.updated_at, t.updated_at)) FROM expenses l JOIN timesheets t ON t.id = l.timesheet_id
			WHERE l.id BETWEEN block * 1000 AND block * 1000 + 999)
		WHEN 'timesheets' THEN (SELECT MAX(updated_at) FROM timesheets WHERE id BETWEEN block * 1000 AND block * 1000 + 999)
		ELSE (SELECT MAX(updated_at) FROM leave_requests WHERE id BETWEEN block * 1000 AND block * 1000 + 999) END / 86400000`,
	`INSERT INTO audit_log (at, person_id, person_name, via, action, kind, record_id, timesheet_id, changes)
		SELECT s.created_at, e.user_id, 'Marie-Ève Tremblay', 'cookie', 'created', 'shift', s.id, s.timesheet_id, '{"minutes":[null,450]}'
		FROM shifts s JOIN employees e ON e.id = s.employee_id`,
	numbers + `INSERT INTO notifications (person_id, kind, record_kind, record_id, data, created_at, read_at)
		SELECT e.user_id, 'timesheet.approved', 'timesheet', e.id + n * $1, '{}', unixepoch($4) * 1000 - n * 1209600000,
			CASE WHEN n > 2 THEN 1 END FROM numbers CROSS JOIN employees e WHERE n < 20`,
	many + `INSERT INTO people (id, email, role, created_at, updated_at)
		SELECT printf('%08x-0000-4000-8000-000000000002', n), 'client' || n || '@example.org', 'employee', 1, 1 FROM numbers`,
	many + `INSERT INTO customers (user_id, first_name, last_name, email, phone_number, invoice_id, created_at, updated_at, sort_name)
		SELECT printf('%08x-0000-4000-8000-000000000002', n), 'Élise', 'Gagnon ' || n, 'client' || n || '@example.org', 5145550123, n, 1,
			unixepoch($4) * 1000 - ($5 - n) * 60000, printf('gagnon %06d elise', n * 7919 % $5) FROM numbers`,
	// Every third shift and every fifth expense are for one of 200 customers; the other customers have none.
	`UPDATE shifts SET customer_id = 1 + id % 200 WHERE id % 3 = 0`,
	`UPDATE expenses SET customer_id = 1 + id % 200, activity_id = 1 + id % 4 WHERE id % 5 = 0`,
	many + `INSERT INTO oauth_sessions (id, user_id, application, access_token, refresh_token, access_token_expiry, scopes, created_at, updated_at)
		SELECT printf('%08x-0000-4000-8000-000000000003', n * 7919 % $1), printf('%08x-0000-4000-8000-000000000001', n),
			'https://books.example.com', x'00', x'00', 4102444800000, '["read"]', 1, unixepoch($4) * 1000 - n * 60000 FROM numbers
		WHERE n > 1 AND n < $1`,
	`INSERT INTO audience_sources (id, event_id, kind, label, state, entries, seen_at, created_at, created_by, english)
		VALUES (1, 'fete-clients-2026', 'csv', '{"file":"clients.csv"}', 'live', $5, 0, 1, '', $5 / 4)`,
	many + `INSERT INTO audience_entries (event_id, source_id, email, email_key, firstname, lastname, language, customer_id, folded, created_at)
		SELECT 'fete-clients-2026', 1, 'client' || n || '@example.com', 'client' || n || '@example.com', 'Élise', 'Gagnon ' || n,
			CASE WHEN n % 4 = 0 THEN 'en' ELSE 'fr' END, printf('C-%06d', n),
			'elise gagnon ' || n || char(10) || 'client' || n || '@example.com' || char(10) || printf('C-%06d', n), 1 FROM numbers`,
	`INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, first_id, last_id, last_entry,
		total, sent, failed, excluded, opened, bounced, created_at, started_at, finished_at, updated_at)
		VALUES ('fete-clients-2026', 'event', 'completed', 'bulk', 'Nova <nova@example.com>', TRUE, x'5a18', 5001, 5000 + $5, $5,
			$5, $5 - 2 * $5 / 100, $5 / 100, $5 / 100, $5 / 3, $5 / 1000, 1, 1, 2, 2)`,
	many + `INSERT INTO campaign_recipients (campaign_id, status, attempts, sent_at, opened_at, email, email_key, firstname,
		lastname, language, customer_id, reason, bounced_at)
		SELECT 2, CASE n % 100 WHEN 98 THEN 2 WHEN 99 THEN 3 ELSE 1 END, 1, CASE WHEN n % 100 < 98 THEN 2 + n ELSE 0 END,
			CASE WHEN n % 3 = 0 AND n % 100 < 98 THEN 60000 + n ELSE 0 END, 'client' || n || '@example.com', 'client' || n || '@example.com',
			'Élise', 'Gagnon ' || n, CASE WHEN n % 4 = 0 THEN 'en' ELSE 'fr' END, printf('C-%06d', n),
			CASE n % 100 WHEN 98 THEN 'refused' WHEN 99 THEN 'unsubscribed' ELSE '' END, CASE WHEN n % 1000 = 1 THEN 60000 ELSE 0 END FROM numbers`,
	many + `INSERT INTO suppressions (email_key, reason, since, cause) SELECT 'client' || (n * 10) || '@example.com',
		CASE n % 3 WHEN 0 THEN 'bounced' ELSE 'unsubscribed' END, n, '' FROM numbers WHERE n < $5 / 10`,
	many + `INSERT INTO soft_bounces (email_key, in_a_row, campaign_id, recipient_id, cause, diagnostic, last_at)
		SELECT 'client' || n || '@example.com', n % 4, 2, 5001 + n, 'mailbox_full', '', n FROM numbers WHERE n < $5 / 20`,
	many + `INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, customer_id, folded, recipient_id,
		created_at, responded_at)
		SELECT 'fete-clients-2026', printf('customer:C-%06d', n), 'Élise Gagnon ' || n, 'client' || n || '@example.com',
			'client' || n || '@example.com', n % 4, CASE WHEN n % 4 = 0 THEN 'en' ELSE 'fr' END,
			CASE n % 10 WHEN 9 THEN 'none' WHEN 8 THEN 'probable' ELSE 'confirmed' END, printf('C-%06d', n),
			'elise gagnon ' || n || char(10) || 'client' || n || '@example.com', 5001 + n, unixepoch($4) * 1000 - ($5 - n) * 60000,
			unixepoch($4) * 1000 - ($5 - n) * 60000 FROM numbers WHERE n < $5 / 15`,
	`INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at)
		SELECT 2, recipient_id, people, responded_at FROM rsvps WHERE recipient_id > 5000`,
	`INSERT INTO rsvp_tallies (event_id, headcount, registrations, declined)
		SELECT event_id, SUM(people), COUNT(*) FILTER (WHERE people > 0), COUNT(*) FILTER (WHERE people = 0) FROM rsvps GROUP BY event_id`,
	`INSERT INTO arrivals (event_id, rsvp_id, people, tap_key, person_name, at)
		SELECT event_id, id, people, 'tap' || id, 'Nova', unixepoch($4) * 1000 FROM rsvps WHERE people > 0 AND id % 2 = 0`,
	many + `INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, created_at, changed_at)
		SELECT 'fete-clients-2026', n, 'waiting', 'Luc Roy ' || n, 'luc' || n || '@example.com', 'luc' || n || '@example.com', 2, 'fr', 1, 1
		FROM numbers WHERE n < $5 / 300`,
}

// syncLarge fills the directory of a data folder with size customers, by the product itself.
func (b *bench) syncLarge(dir string, size int) error {
	source := b.in("customers-large")
	if err := writeDirectory(source, size); err != nil {
		return err
	}
	_, _, err := b.syncOnce(dir, source, size)
	for _, extra := range []string{file + "-wal", file + "-shm"} {
		if gone := os.Remove(filepath.Join(dir, extra)); gone != nil && !os.IsNotExist(gone) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
