package doctor_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/accesstokens"
	"presence/app/apptest/fake"
	"presence/app/doctor"
	"presence/app/platform/i18n"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// exec changes the database.
func exec(t *testing.T, d *db.DB, statements ...string) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, s := range statements {
			if _, err := tx.Exec(ctx, s); err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func patient(d *db.DB) doctor.Patient {
	return doctor.Patient{DB: d, Lang: i18n.EN, Now: fake.NewClock(time.Now()).Now}
}

// one fails unless there is one result with that severity, which says the text and, if it is bad, what to do.
func one(t *testing.T, results []doctor.Result, s doctor.Severity, says string) {
	t.Helper()
	if len(results) != 1 || results[0].Severity != s || !strings.Contains(results[0].Text, says) ||
		(results[0].Remedy != "") != (s != doctor.OK) {
		t.Errorf("%+v, want %s that says %q", results, s, says)
	}
}

const aPerson = `INSERT INTO people (id, email, role, created_at, updated_at) VALUES ('p', 'p@example.com', 'admin', 1, 1)`

func campaign(counts string) string {
	return `INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, created_at, updated_at, ` + counts + `)
		VALUES ('gala', 'event', 'completed', 'bulk', 'a@example.com', FALSE, 'salt', 1, 1`
}

// shiftOutside adds a shift without widening the days of its thousand, with the total of its week.
var shiftOutside = []string{aPerson,
	`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code, first_work_day,
		created_at, updated_at) VALUES ('p', 'A', 'B', 'b', 'a@example.com', 1, 1, 1, '2026-01-01', 1, 1)`,
	`INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) VALUES ('regular', 'shift', 1, 'G1', 1, 1)`,
	`INSERT INTO timesheets (employee_id, created_at, updated_at) SELECT id, 1, 1 FROM employees`,
	`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
		SELECT t.id, t.employee_id, c.id, '2026-11-15', '2026-11-15', 1, 60001, 1, 1, 1 FROM timesheets t, bank_codes c`,
	`INSERT INTO shift_weeks (week, employee_id, timesheet_id, bank_code_id, shifts, minutes, sunday)
		SELECT week, employee_id, timesheet_id, bank_code_id, 1, 1, 1 FROM shifts`,
	`INSERT INTO open_lines (name, id) SELECT 'shifts', id FROM shifts`,
}

// erasedAnswer is an event with a registration that was erased, whose recipient was not, and answerOfAnother a registration of another one.
var erasedAnswer = []string{
	`INSERT INTO campaigns (id, event_id, type, status, channel, sender, tracked, salt, created_at, updated_at, total, sent)
		VALUES (1, 'gala', 'event', 'completed', 'bulk', 'a@example.com', FALSE, 'salt', 1, 1, 2, 2)`,
	`INSERT INTO campaign_recipients (id, campaign_id, status, reason, email, email_key, firstname, lastname, language, customer_id, sent_at, bounce)
		VALUES (1, 1, 1, '', 'a@example.com', 'a@example.com', '', '', 'fr', '', 1, ''), (2, 1, 1, '', 'b@example.com', 'b@example.com', '', '',
			'fr', '', 1, '')`,
	`INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, created_at, responded_at)
		VALUES ('gala', 'erased:1', '#1', '', '', 2, 'fr', 'none', 1, 6)`,
	`INSERT INTO rsvp_tallies (event_id, headcount, registrations) VALUES ('gala', 5, 2)`,
	`INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at) VALUES (1, 1, 2, 6)`,
}

const answerOfAnother = `INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, created_at, responded_at)
	VALUES ('gala', 'email:b@example.com', 'B', 'b@example.com', 'b@example.com', 3, 'fr', 'none', 1, 6)`

// TestSums stores sums that are not those of the records, each kind and each sum of it by itself.
func TestSums(t *testing.T) {
	weeks := func(shifts, minutes, tuesday int) string {
		return fmt.Sprintf(`INSERT INTO shift_weeks (week, employee_id, timesheet_id, bank_code_id, shifts, minutes, tuesday)
			VALUES ('2026-11-15', 1, 2, 3, %d, %d, %d)`, shifts, minutes, tuesday)
	}
	tally := func(column string) []string {
		return []string{"INSERT INTO rsvp_tallies (event_id, " + column + ") VALUES ('gala', 1)"}
	}
	export := func(column string) []string {
		values := map[string]int{"line_count": 0, "corrections": 0, "cents": 0, "distance": 0}
		values[column] = 1
		return []string{aPerson, fmt.Sprintf(`INSERT INTO payroll_exports (number, period_start, made_at, made_by, made_by_name, options,
			line_count,
			corrections, regular, evening, emergency, overtime, on_leave, cents, distance, sha256, file)
			VALUES (7, '2026-11-08', 1, 'p', 'P', '{}', %d, %d, 0, 0, 0, 0, 0, %d, %d, 'x', 'x')`, values["line_count"], values["corrections"],
			values["cents"], values["distance"])}
	}
	imported := func(column string) []string {
		return []string{"INSERT INTO imports (kind, file_name, status, created_at, created_by, created_by_name, " + column +
			") VALUES ('employees', 'f', 'checked', 1, 'p', 'P', 1)", "INSERT INTO import_rows (import_id, line, cells) VALUES (1, 2, '[]')"}
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, x := range []struct {
			name, says string
			statements []string
		}{
			{"shifts of a week", "Hours by week", []string{weeks(1, 0, 0)}},
			{"minutes of a week", "2026-11-15 / 1 / 2 / 3", []string{weeks(0, 60, 0)}},
			{"minutes of a day", "2026-11-15 / 1 / 2 / 3", []string{weeks(0, 0, 60)}},
			{"a shift on a day that its thousand does not have", "shifts / 0", shiftOutside},
			{"a sheet with a shift on such a day", "Index of dates", append(slices.Clone(shiftOutside),
				`INSERT INTO day_blocks (name, block, first_day, last_day) VALUES ('shifts', 0, '2026-11-15', '2026-11-15')`)},
			{"a sheet that changed later than its thousand", "timesheets / 0", append(slices.Clone(shiftOutside[:2]),
				`INSERT INTO timesheets (id, employee_id, created_at, updated_at) SELECT 5, id, 1, 86400000 FROM employees`,
				`INSERT INTO day_blocks (name, block, first_day, last_day) VALUES ('timesheets', 0, '9999-12-31', '0001-01-01')`)},
			{"a line that is not open", "Lines that are not approved", []string{`INSERT INTO open_lines (name, id) VALUES ('shifts', 5)`}},
			{"an answer of a recipient", "Recipients’ responses", []string{`INSERT INTO campaign_answers (campaign_id, recipient_id, people,
				answered_at)
				VALUES (1, 2, 3, 4)`}},
			{"an answer that is missing in an event with an erased one", "1 / 2", append(slices.Clone(erasedAnswer), answerOfAnother)},
			{"an answer of fewer people in such an event", "1 / 2", append(slices.Clone(erasedAnswer), answerOfAnother,
				`INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at) VALUES (1, 2, 1, 6)`)},
			{"headcount", "Event registrations", tally("headcount")},
			{"registrations", "gala", tally("registrations")},
			{"declined", "gala", tally("declined")},
			{"held places", "gala", tally("held")},
			{"waiting parties", "gala", tally("waiting")},
			{"a waiting party without a total", "gala", []string{`INSERT INTO waiting_parties (event_id, position, state, name, email, email_key,
				people, language, created_at, changed_at) VALUES ('gala', 1, 'waiting', 'G', 'g@example.com', 'g@example.com', 2, 'fr', 1, 1)`}},
			{"pending recipients", "Campaign recipients", []string{campaign("total, pending") + ", 1, 1)"}},
			{"sent recipients", "Campaign recipients", []string{campaign("total, sent") + ", 1, 1)"}},
			{"failed recipients", "Campaign recipients", []string{campaign("total, failed") + ", 1, 1)"}},
			{"excluded recipients", "Campaign recipients", []string{campaign("total, excluded") + ", 1, 1)"}},
			{"opened", "Campaign recipients", []string{campaign("opened") + ", 1)"}},
			{"clicked", "Campaign recipients", []string{campaign("clicked") + ", 1)"}},
			{"bounced", "Campaign recipients", []string{campaign("bounced") + ", 1)"}},
			{"complained", "Campaign recipients", []string{campaign("complained") + ", 1)"}},
			{"entries of an audience", "Audiences", []string{`INSERT INTO audience_sources (event_id, kind, label, state, entries, seen_at,
				created_at, created_by) VALUES ('gala', 'manual', '', 'live', 1, 1, 1, 'p')`}},
			{"English entries of an audience", "gala / ", []string{`INSERT INTO audience_sources (event_id, kind, label, state, english, seen_at,
				created_at, created_by) VALUES ('gala', 'manual', '', 'live', 1, 1, 1, 'p')`}},
			{"entries of one customer that are not marked", "gala / C-1", []string{`INSERT INTO audience_sources (id, event_id, kind, label, state,
				entries, seen_at, created_at, created_by) VALUES (1, 'gala', 'manual', '', 'live', 2, 1, 1, 'p')`,
				`INSERT INTO audience_entries (event_id, source_id, email, email_key, customer_id, created_at)
				VALUES ('gala', 1, 'a@example.com', 'a@example.com', 'C-1', 1), ('gala', 1, 'b@example.com', 'b@example.com', 'C-1', 1)`}},
			{"new lines of an import", "Import rows", imported("new_count")},
			{"changed lines of an import", "Import rows", imported("changed_count")},
			{"unchanged lines of an import", "Import rows", imported("unchanged_count")},
			{"wrong lines of an import", "Import rows", imported("wrong_count")},
			{"lines of a payroll export", "Payroll exports", export("line_count")},
			{"corrections of a payroll export", "example, 7", export("corrections")},
			{"amounts of a payroll export", "example, 7", export("cents")},
			{"distances of a payroll export", "example, 7", export("distance")},
			{"what a customer pays a month", "example, C-1", []string{`INSERT INTO directory_customers (from_gen, digest, customer_id, number_key,
				name,
				account_id, account_name, account_status, type, subscribed, monthly_cents, names_folded, city_folded)
				VALUES (0, 'x', 'C-1', 'c1', 'N', 'A', 'A', 'active', 'Individual', TRUE, 1, '', '')`, `UPDATE directory_state SET customers = 1`}},
			{"customers of a city", "example, lévis", []string{`INSERT INTO directory_cities (city_folded, city, customers)
				VALUES ('lévis', 'Lévis', 1)`}},
			{"customers of the directory", "Cities of the directory", []string{`UPDATE directory_state SET customers = 1`}},
		} {
			t.Run(x.name, func(t *testing.T) {
				undo := errors.New("undo")
				err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					for _, s := range x.statements {
						if _, err := tx.Exec(ctx, strings.ReplaceAll(s, "VALUES (1, 2, '[]')", "SELECT MAX(id), 2, '[]' FROM imports")); err != nil {
							return fmt.Errorf("%s: %w", s, err)
						}
					}
					one(t, patient(d).Sums(ctx), doctor.Error, x.says)
					return undo
				})
				if !errors.Is(err, undo) {
					t.Fatal(err)
				}
			})
		}
		one(t, patient(d).Sums(t.Context()), doctor.OK, "correct")
	})
}

// TestReferences deletes a parent whose rows stay, as only a change by hand does.
func TestReferences(t *testing.T) {
	t.Run(db.SQLite.String(), func(t *testing.T) {
		url := dbtest.URL(t, db.SQLite)
		raw, err := sql.Open("sqlite", strings.TrimPrefix(url, "sqlite:")) // without foreign keys
		if err != nil {
			t.Fatal(err)
		}
		defer raw.Close()
		d := open(t, url, db.Options{})
		one(t, patient(d).References(t.Context()), doctor.OK, "references")
		if _, err := raw.ExecContext(t.Context(), orphan); err != nil {
			t.Fatal(err)
		}
		one(t, patient(d).References(t.Context()), doctor.Error, "import_rows – rows that refer to a missing row of imports: 1")
	})
	t.Run(db.Postgres.String(), func(t *testing.T) {
		d := dbtest.Open(t, db.Postgres)
		one(t, patient(d).References(t.Context()), doctor.OK, "references")
		exec(t, d, "SET LOCAL session_replication_role = replica", orphan)
		one(t, patient(d).References(t.Context()), doctor.Error, "import_rows – rows that refer to a missing row of imports: 1")
	})
}

const orphan = "INSERT INTO import_rows (import_id, line, cells) VALUES (99, 2, '[]')"

func open(t *testing.T, url string, o db.Options) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// newerSchema are the statements after which the database has a migration that this program does not know and can go on with.
const newerSchema = "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE); " +
	"INSERT INTO schema_migrations (version, name, sha256, old_programs) VALUES (9999, 'new', 'n', TRUE)"

// TestSchema looks at databases of other versions, read-only.
func TestSchema(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, x := range []struct {
			name, says string
			severity   doctor.Severity
			statement  string
		}{
			{"the schema of the program", "schema matches this version", doctor.OK, ""},
			{"an older one", fmt.Sprintf("and this program has schema %d", db.SchemaVersion()), doctor.Error,
				fmt.Sprintf("DELETE FROM goose_db_version WHERE version_id = %d", db.SchemaVersion())},
			{"a newer one", "has schema 9999", doctor.Error, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)"},
			{"a newer one that allows this program", fmt.Sprintf("has schema 9999 of a newer version, which this one (schema %d) can also use",
				db.SchemaVersion()), doctor.OK, newerSchema},
			{"a migration that was another one, below a newer one that allows this program", "has schema 9999", doctor.Error,
				newerSchema + "; UPDATE schema_migrations SET sha256 = 'x' WHERE version = 70"},
			{"no hashes of migrations below such a one", "haven’t been compared", doctor.Warning,
				newerSchema + "; DELETE FROM schema_migrations WHERE version = 70"},
			{"a migration that was another one", "was another one", doctor.Error, "UPDATE schema_migrations SET sha256 = 'x' WHERE version = 70"},
			{"no hashes of migrations", "haven’t been compared", doctor.Warning, "DELETE FROM schema_migrations WHERE version = 70"},
		} {
			t.Run(x.name, func(t *testing.T) {
				undo := errors.New("undo")
				_ = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					for statement := range strings.FieldsFuncSeq(x.statement, func(r rune) bool { return r == ';' }) {
						if _, err := tx.Exec(ctx, statement); err != nil {
							t.Error(err)
						}
					}
					r, readable := patient(d).Schema(ctx)
					one(t, []doctor.Result{r}, x.severity, x.says)
					if readable != (x.severity != doctor.Error) {
						t.Error("readable:", readable)
					}
					return undo
				})
			})
		}
	})
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run("no tables on "+engine.String(), func(t *testing.T) {
			url := dbtest.Empty(t, engine)
			if path, isFile := strings.CutPrefix(url, "sqlite:"); isFile {
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			r, _ := patient(open(t, url, db.Options{ReadOnly: true})).Schema(t.Context())
			one(t, []doctor.Result{r}, doctor.Error, "no tables")
		})
	}
}

// TestKey seals each kind of secret with another key.
func TestKey(t *testing.T) {
	key, other := []byte("a key of more than 16 bytes"), []byte("another key of more than 16 bytes")
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		check := func(ctx context.Context, secret []byte) []doctor.Result {
			return []doctor.Result{patient(d).Key(ctx, secret)}
		}
		one(t, check(t.Context(), nil), doctor.OK, "no secrets yet")
		sealer, err := seal.New(key, "auth secrets")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := accesstokens.New(t.Context(), d, sealer, "http://localhost", patient(d).Now); err != nil {
			t.Fatal(err)
		}
		one(t, check(t.Context(), key), doctor.OK, "decrypts")
		one(t, check(t.Context(), other), doctor.Error, "doesn’t decrypt: 1")
		one(t, check(t.Context(), nil), doctor.Error, "the key is missing")
		for name, statements := range map[string][]string{
			"a setting":         {"INSERT INTO settings (name, sealed, version, updated_at) VALUES ('SMTP_URL', 'x', 1, 1)"},
			"the key of an app": {aPerson, "INSERT INTO code_apps (person_id, secret, last_step, created_at) VALUES ('p', 'x', 1, 1)"},
			"the secret of a webhook": {`INSERT INTO webhook_endpoints (reference, url, description, kinds, secret, created_at, updated_at)
				VALUES ('r', 'https://example.com', '', '', 'x', 1, 1)`},
			"the keys of a device": {aPerson, `INSERT INTO push_subscriptions (person_id, endpoint, keys, device, created_at)
				VALUES ('p', 'https://example.com', 'x', '', 1)`},
			"a session of an application": {aPerson, `INSERT INTO oauth_sessions (id, user_id, application, access_token, refresh_token,
				access_token_expiry, scopes, created_at, updated_at) VALUES ('s', 'p', 'https://example.com', 'x', 'x', 1, '[]', 1, 1)`},
			"a message": {`INSERT INTO outgoing_mail (reference, kind, recipient, language, subject, content, next_at, expires_at, created_at)
				VALUES ('r', 'invitation', 'g@example.com', 'fr', 'S', 'x', 1, 1, 1)`},
		} {
			t.Run(name, func(t *testing.T) {
				_ = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					for _, s := range statements {
						if _, err := tx.Exec(ctx, s); err != nil {
							t.Error(err)
						}
					}
					one(t, check(ctx, key), doctor.Error, "doesn’t decrypt: 1")
					return errors.New("undo")
				})
			})
		}
	})
}

// TestClock sets the clock of this machine wrong.
func TestClock(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := patient(d)
		now := p.Now()
		exec(t, d, fmt.Sprintf("INSERT INTO audit_log (at, action, kind, record_id) VALUES (%d, 'created', 'shift', '1')", now.UnixMilli()))
		one(t, []doctor.Result{p.Clock(t.Context())}, doctor.OK, "correct")
		p.Now = func() time.Time { return now.Add(-10 * time.Minute) }
		says := "is 10m0s in the future"
		if !d.Dialect().OneMachine() {
			says = "that of the database server differ"
		}
		one(t, []doctor.Result{p.Clock(t.Context())}, doctor.Warning, says)
	})
}

func TestFiles(t *testing.T) {
	p := doctor.Patient{Lang: i18n.EN}
	for _, x := range []struct {
		name     string
		mode     fs.FileMode
		folder   bool
		others   fs.FileMode
		severity doctor.Severity
		says     string
	}{
		{"a key that only its owner can read", 0o600, false, 0o077, doctor.OK, "Only their owner"},
		{"a key that its group can read", 0o640, false, 0o077, doctor.Error, "can read"},
		{"a key that all can read", 0o604, false, 0o077, doctor.Error, "can read"},
		{"a settings file that its group can read", 0o640, false, 0o007, doctor.OK, "Only their owner"},
		{"a settings file that all can read", 0o644, false, 0o007, doctor.Error, "can read"},
		{"a private folder", 0o700, true, 0o007, doctor.OK, "Only their owner"},
		{"a folder that all can enter", 0o755, true, 0o007, doctor.Warning, "can enter"},
	} {
		t.Run(x.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x")
			err := os.WriteFile(path, nil, 0o600)
			if x.folder {
				err = errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
			}
			if err = errors.Join(err, os.Chmod(path, x.mode)); err != nil {
				t.Fatal(err)
			}
			one(t, p.Files([]doctor.PrivateFile{{Path: path, Others: x.others, Remedy: i18n.DoctorFilesDo}}), x.severity, x.says)
		})
	}
	one(t, p.Files([]doctor.PrivateFile{{Path: filepath.Join(t.TempDir(), "missing"), Others: 0o077}}), doctor.OK, "Only their owner")
}

func TestReach(t *testing.T) {
	never := make(chan struct{})
	for _, x := range []struct {
		name     string
		check    doctor.Check
		call     func(context.Context) error
		severity doctor.Severity
		says     string
	}{
		{"a mail server that answers", doctor.BulkMail, func(context.Context) error { return nil }, doctor.OK, "smtp accepts"},
		{"one that refuses the account", doctor.BulkMail, func(context.Context) error { return errors.New("535 no") }, doctor.Error, "535 no"},
		{"one that never answers", doctor.Bounces, func(context.Context) error { <-never; return nil }, doctor.Error, "no answer in time"},
		{"a source that is gone", doctor.Customers, func(context.Context) error { return fs.ErrNotExist }, doctor.Error, "not exist"},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := doctor.Patient{Lang: i18n.EN}
			if x.says == "no answer in time" {
				p.Timeout = time.Millisecond
			}
			one(t, []doctor.Result{p.Reach(t.Context(), x.check, "smtp", x.call)}, x.severity, x.says)
		})
	}
}

func TestWorst(t *testing.T) {
	for _, x := range []struct {
		list []doctor.Severity
		want doctor.Severity
	}{{nil, doctor.OK}, {[]doctor.Severity{doctor.OK, doctor.Warning, doctor.OK}, doctor.Warning},
		{[]doctor.Severity{doctor.Error, doctor.Warning}, doctor.Error}} {
		var results []doctor.Result
		for _, s := range x.list {
			results = append(results, doctor.Result{Severity: s})
		}
		if got := doctor.Worst(results); got != x.want {
			t.Errorf("%v: %s, want %s", x.list, got, x.want)
		}
	}
}
