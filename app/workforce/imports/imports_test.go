package imports

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/workforce/customers"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leavebalances"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/db/dbtest"
)

// world is the service with the people of a dbtest.Crew.
type world struct {
	*Service
	crew      dbtest.Crew
	payroll   auth.Actor
	employees *employees.Service
	balances  *leavebalances.Service
	customers *customers.Service
	now       time.Time
}

// confirmed returns a context in which no caller has to reauthenticate.
func confirmed(ctx context.Context) context.Context {
	return httpx.WithReauthentication(ctx, httpx.Reauthentication{})
}

// Apply is that of the service, for callers who need not reauthenticate.
func (w *world) Apply(ctx context.Context, by auth.Actor, id int64, how Saving) error {
	return w.Service.Apply(confirmed(ctx), by, id, how)
}

// Undo is that of the service, for callers who need not reauthenticate.
func (w *world) Undo(ctx context.Context, by auth.Actor, id int64) ([]bulk.Obstacle, error) {
	return w.Service.Undo(confirmed(ctx), by, id)
}

// exec executes a statement.
func (w *world) exec(t testing.TB, query string) {
	t.Helper()
	err := w.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, query)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func newWorld(t testing.TB, d *db.DB) *world {
	t.Helper()
	w := &world{crew: dbtest.NewCrew(t, d), now: noon}
	now := func() time.Time { return w.now }
	w.payroll = actor(w.crew.Payroll, auth.Payroll)
	w.employees, w.customers = employees.NewService(d, now, time.UTC, nil), customers.NewService(d, now, "")
	w.balances = leavebalances.NewService(d, now, leavebalances.Options{Zone: time.UTC, Periods: func(_, _ db.Day) []db.Day { return nil }})
	w.employees.WorkDaysChanged = w.balances.WorkDaysChanged
	parts := Parts{Employees: w.employees, Customers: w.customers, Shifts: shifts.NewService(d, now, shifts.Options{}), Expenses: expenses.NewService(d, now, expenses.Options{}),
		Leave: leaverequests.NewService(d, now, leaverequests.Options{}), Period: period,
		PeriodPage: func(d db.Day) (name, address string) { return d.String(), "/staff/periods/" + d.String() }}
	w.Service = NewService(d, now, parts, Config{Zone: time.UTC, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(w.work.Close)
	return w
}

// period returns the first day of the pay period of a day: those of these tests begin on November 1 and 15, 2026.
func period(d db.Day) db.Day {
	return d.Week().Add(-7 * (d.Week().Sub(db.MustDay("2026-11-01")) / 7 & 1))
}

func actor(m dbtest.Member, role auth.Role) auth.Actor {
	return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Name: "Paule", Role: role, Via: "cookie"}
}

// heading is that of the files of employees in these tests.
const heading = "No;Compagnie;Prénom;Nom;Courriel;Téléphone;Ville;Embauche;Départ;Superviseur\n"

// upload uploads a file of employees and waits until it is checked.
func (w *world) upload(t testing.TB, lines string) Import {
	t.Helper()
	return w.uploadKind(t, Employees, heading+lines)
}

func (w *world) uploadKind(t testing.TB, kind Kind, file string) Import {
	t.Helper()
	im, err := w.Upload(t.Context(), w.payroll, kind, "file.csv", strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return w.finished(t, im.ID)
}

// finished waits for the work in the background and returns the import.
func (w *world) finished(t testing.TB, id int64) Import {
	t.Helper()
	w.Wait()
	im, err := w.Get(t.Context(), w.payroll, id)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

// apply saves an import and waits for it, without submitting timesheets.
func (w *world) apply(t testing.TB, id int64, skip bool) Import {
	t.Helper()
	if err := w.Apply(t.Context(), w.payroll, id, Saving{SkipWrong: skip}); err != nil {
		t.Fatal(err)
	}
	return w.finished(t, id)
}

// verdicts are the lines of an import in one text: number, verdict, faults and changes.
func (w *world) verdicts(t testing.TB, id int64) string {
	t.Helper()
	rows, err := w.Rows(t.Context(), w.payroll, id, Page{Rows: 1000})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%d %s", r.Line, r.Verdict)
		for _, f := range r.Faults {
			fmt.Fprintf(&b, " %s:%s", f.Field, f.Code)
		}
		for _, c := range r.Changes {
			fmt.Fprintf(&b, " %s:%s>%s", c.Field, c.Before, c.After)
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String())
}

// text runs a query for one text.
func text(t testing.TB, d db.Queryer, query string, args ...any) (s string) {
	t.Helper()
	if err := d.QueryRow(t.Context(), query, args...).Scan(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// team is every imported employee with the number of the supervisor, in the order of the numbers.
func team(t testing.TB, d *db.DB) string {
	t.Helper()
	list, err := db.ReadTexts(d.Query(t.Context(), `SELECT CAST(e.external_payroll_id AS TEXT) || ' ' || e.first_name || ' ' ||
			COALESCE(e.residence, '-') || ' ' || COALESCE(CAST(b.external_payroll_id AS TEXT), '-')
		FROM employees e LEFT JOIN employees b ON b.id = e.supervisor_id WHERE e.external_payroll_id > 1000000 ORDER BY e.external_payroll_id`))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "\n")
}

// three are employees in the wrong order: the supervisor of the first stands below, and that of the second is named by address.
const three = `1000003;7;Élise;Roy;elise@example.org;514 555-0103;;2024-03-04;;1000001
1000002;7;Omar;Aziz;omar@example.org;(514) 555-0102;Laval;2024/09/16;;ELISE@example.org
1000001;7;Maude;Côté;maude@example.org;1 514 555 0101;Gatineau;20250106;;
`

func TestEmployees(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		im := w.upload(t, three)
		t.Run("the check saves nothing", func(t *testing.T) {
			if im.State != Checked || im.Count[New] != 3 || im.Savable() != 3 || team(t, d) != "" {
				t.Errorf("%+v %s", im, team(t, d))
			}
		})
		im = w.apply(t, im.ID, false)
		saved := "1000001 Maude Gatineau -\n1000002 Omar Laval 1000003\n1000003 Élise - 1000001"
		t.Run("saving keeps the supervisors in any order of the lines", func(t *testing.T) {
			if im.State != Applied || team(t, d) != saved {
				t.Errorf("%+v\n%s", im, team(t, d))
			}
		})
		t.Run("each record has its audit entry and its person", func(t *testing.T) {
			n := text(t, d, `SELECT CAST(COUNT(*) AS TEXT) || ' ' || MIN(a.person_name) FROM audit_log a JOIN employees e
				ON a.record_id = CAST(e.id AS TEXT) JOIN people p ON p.id = e.user_id AND p.email = e.email AND p.role = 'employee'
				WHERE a.kind = 'employee' AND a.action = 'created' AND e.external_payroll_id > 1000000`)
			if n != "3 Paule" {
				t.Error(n)
			}
		})
		t.Run("the same file again changes nothing", func(t *testing.T) {
			again := w.upload(t, three)
			if again.Count[Unchanged] != 3 {
				t.Error(w.verdicts(t, again.ID))
			}
			if err := w.Apply(t.Context(), w.payroll, again.ID, Saving{}); !errs.HasCode(err, "import_nothing") {
				t.Error(err)
			}
		})
		t.Run("a file of a few columns changes only those", func(t *testing.T) {
			other := w.uploadKind(t, Employees, "Matricule,Ville,Manager\n1000002,Montréal,1000001\n1000001,Gatineau,\n")
			if other.State != Mapping { // columns that new records need are missing
				t.Fatal(other.State)
			}
			if err := w.Map(t.Context(), w.payroll, other.ID, Choice{Fields: other.Fields}); err != nil {
				t.Fatal(err)
			}
			w.Wait()
			if got, want := w.verdicts(t, other.ID), "2 changed residence:Laval>Montréal supervisor:Élise Roy>1000001\n3 unchanged"; got != want {
				t.Fatal(got)
			}
			w.apply(t, other.ID, false)
			if want := strings.Replace(saved, "Omar Laval 1000003", "Omar Montréal 1000001", 1); team(t, d) != want {
				t.Error(team(t, d))
			}
			if in, err := w.Undo(t.Context(), w.payroll, other.ID); err != nil || len(in) > 0 || team(t, d) != saved {
				t.Error(in, err, team(t, d))
			}
		})
		t.Run("the first import can no longer be undone, because a record has changed since", func(t *testing.T) {
			in, err := w.Undo(t.Context(), w.payroll, im.ID)
			if err != nil || len(in) != 1 || in[0].Name != "Omar Aziz" || in[0].Reason != "changed" || team(t, d) != saved {
				t.Error(in, err)
			}
		})
	})
}

// rule has the daily task give leave to everyone who is employed.
func (w *world) rule(t testing.TB) {
	t.Helper()
	r := leavebalances.QuebecSick
	r.From = db.MustDay("2026-01-01")
	if _, err := w.balances.SetRule(t.Context(), w.payroll, nil, r); err != nil {
		t.Fatal(err)
	}
}

const givenToOmar = `SELECT CAST(COUNT(*) AS TEXT) FROM leave_ledger l JOIN employees e ON e.id = l.employee_id
	WHERE e.external_payroll_id = 1000002`

func TestEmployees_Undo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		people := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM people")
		w.rule(t)
		for _, x := range []struct {
			name, before, after string // a change between saving and undoing, and its reversal
			reason              string // of the obstacle; empty: it is undone
		}{
			{"deletes what it created, with the people, and the leave that a rule has given them", "", "", ""},
			{"not while there are hours", "INSERT INTO timesheets (employee_id, created_at, updated_at) SELECT id, 1, 1 " +
				"FROM employees WHERE external_payroll_id = 1000002",
				"DELETE FROM timesheets", "has_time"},
			{"not while there is leave", fmt.Sprintf(`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type,
				start_at, end_at, approval_status, created_at, updated_at)
				SELECT id, %d, 'Sick', 1, 2, 'Pending', 1, 1 FROM employees WHERE external_payroll_id = 1000002`, w.crew.Vacation),
				"DELETE FROM leave_requests", "has_leave"},
			{"not while there is a balance that payroll has entered", `INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, created_at)
				SELECT id, 'Sick', '2026-01-01', 'opening', 60, 1 FROM employees WHERE external_payroll_id = 1000002`,
				"DELETE FROM leave_ledger WHERE entry = 'opening'", "has_balance"},
			{"not while there is an hourly cost", `INSERT INTO hourly_costs (employee_id, from_day, cents, created_at)
				SELECT id, '2026-01-01', 3000, 1 FROM employees WHERE external_payroll_id = 1000002`, "DELETE FROM hourly_costs", "has_cost"},
			{"not while they have clocked in", fmt.Sprintf(`INSERT INTO clockings (employee_id, bank_code_id, start_at, created_at, updated_at)
				SELECT id, %d, 1, 1, 1 FROM employees WHERE external_payroll_id = 1000002`, w.crew.Regular), "DELETE FROM clockings", "has_time"},
			{"not while they have a badge", "INSERT INTO badges (employee_id, number, created_at, updated_at) " +
				"SELECT id, '7', 1, 1 FROM employees WHERE external_payroll_id = 1000002", "DELETE FROM badges", "has_badge"},
			{"not while they have a deputy", fmt.Sprintf("INSERT INTO deputies (supervisor_id, deputy_id, created_at, updated_at) "+
				"SELECT id, %d, 1, 1 FROM employees WHERE external_payroll_id = 1000002", w.crew.Ann.EmployeeID), "DELETE FROM deputies", "has_deputy"},
			{"not while others report to them", fmt.Sprintf(
				"UPDATE employees SET supervisor_id = (SELECT id FROM employees WHERE external_payroll_id = 1000002) WHERE id = %d", w.crew.Ann.EmployeeID),
				fmt.Sprintf("UPDATE employees SET supervisor_id = NULL WHERE id = %d", w.crew.Ann.EmployeeID), "has_reports"},
			{"not once somebody has signed in", "UPDATE people SET password_hash = 'x' WHERE email = 'omar@example.org'",
				"UPDATE people SET password_hash = NULL WHERE email = 'omar@example.org'", "person_used"},
			{"not once a record has changed", "UPDATE employees SET version = version + 1 WHERE external_payroll_id = 1000002",
				"UPDATE employees SET version = version - 1 WHERE external_payroll_id = 1000002", "changed"},
			{"not once a record is archived", "UPDATE employees SET archived_at = 1 WHERE external_payroll_id = 1000002",
				"UPDATE employees SET archived_at = NULL WHERE external_payroll_id = 1000002", "archived"},
			{"not once an account is disabled", "UPDATE people SET disabled_at = 1 WHERE email = 'omar@example.org'",
				"UPDATE people SET disabled_at = NULL WHERE email = 'omar@example.org'", "person_used"},
			{"not once an account has changed", "UPDATE people SET version = 2 WHERE email = 'omar@example.org'",
				"UPDATE people SET version = 1 WHERE email = 'omar@example.org'", "person_used"},
			{"not once somebody has signed in with the company account", "INSERT INTO identities (issuer, subject, person_id, created_at) " +
				"SELECT 'i', 's', id, 1 FROM people WHERE email = 'omar@example.org'", "DELETE FROM identities", "person_used"},
			{"not once there is a token", "INSERT INTO api_tokens (id, person_id, name, created_at, expires_at) " +
				"SELECT 't', id, 'n', 1, 2 FROM people WHERE email = 'omar@example.org'", "DELETE FROM api_tokens", "person_used"},
		} {
			t.Run(x.name, func(t *testing.T) {
				im := w.apply(t, w.upload(t, three).ID, false)
				if err := w.balances.PostDue(t.Context()); err != nil || text(t, d, givenToOmar) != "1" {
					t.Fatalf("no leave is given: %v", err)
				}
				if x.before != "" {
					w.exec(t, x.before)
				}
				in, err := w.Undo(t.Context(), w.payroll, im.ID)
				if err != nil || (x.reason == "") != (len(in) == 0) || len(in) > 0 && (string(in[0].Reason) != x.reason || in[0].Name != "Omar Aziz") {
					t.Errorf("%v %v", in, err)
				}
				if x.reason != "" {
					w.exec(t, x.after)
					if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) > 0 {
						t.Fatal(in, err)
					}
				}
				if n := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM people"); n != people || team(t, d) != "" {
					t.Errorf("%s people, %s", n, team(t, d))
				}
				if _, err := w.Undo(t.Context(), w.payroll, im.ID); !errs.HasCode(err, "import_too_late") {
					t.Errorf("twice: %v", err)
				}
			})
		}
		t.Run("not after a day, when the lines are deleted", func(t *testing.T) {
			im := w.apply(t, w.upload(t, three).ID, false)
			w.now = noon.Add(undoTime - time.Second)
			if err := w.Sweep(t.Context()); err != nil || w.verdicts(t, im.ID) == "" {
				t.Errorf("a second before, the lines are gone: %v", err)
			}
			w.now = noon.Add(undoTime + time.Second)
			if err := w.Sweep(t.Context()); err != nil || w.verdicts(t, im.ID) != "" {
				t.Errorf("the lines are still there: %v", err)
			}
			if _, err := w.Undo(t.Context(), w.payroll, im.ID); !errs.HasCode(err, "import_too_late") {
				t.Error(err)
			}
			if im := w.finished(t, im.ID); im.State != Applied {
				t.Error("the import has left the list")
			}
		})
	})
}

// The leave that a rule gives follows the work days that a file brings, and those that come back when it is undone.
func TestEmployees_leave_follows_the_work_days(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.rule(t)
		given := func(want string) {
			t.Helper()
			if got := text(t, d, "SELECT COALESCE(MAX(l.day), '') FROM leave_ledger l JOIN employees e ON e.id = l.employee_id "+
				"WHERE e.external_payroll_id = 1000002"); got != want {
				t.Errorf("leave is given on %q, want %q", got, want)
			}
		}
		w.apply(t, w.upload(t, three).ID, false)
		given("2026-01-01")
		im := w.uploadKind(t, Employees, "Matricule,Date d'embauche\n1000002,2026-03-02\n")
		if err := w.Map(t.Context(), w.payroll, im.ID, Choice{Fields: im.Fields}); err != nil {
			t.Fatal(err)
		}
		w.Wait()
		w.apply(t, im.ID, false)
		given("2026-03-02")
		if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) > 0 {
			t.Fatal(in, err)
		}
		given("2026-01-01")
	})
}

func TestEmployees_Undo_FormerSupervisor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.apply(t, w.upload(t, three).ID, false)
		id := func(number int) (id int64) {
			t.Helper()
			if err := d.QueryRow(t.Context(), "SELECT id FROM employees WHERE external_payroll_id = $1", number).Scan(&id); err != nil {
				t.Fatal(err)
			}
			return id
		}
		update := func(number int, c employees.Changes) {
			t.Helper()
			if _, err := w.employees.Update(t.Context(), w.payroll, id(number), nil, c); err != nil {
				t.Fatal(err)
			}
		}
		// Omar, who reported to Élise, has no supervisor.
		im := w.apply(t, w.upload(t, "1000002;7;Omar;Aziz;omar@example.org;5145550102;Laval;2024-09-16;;").ID, false)
		for _, x := range []struct {
			name, reason string
			before       func()
		}{
			{"not when the former supervisor is below now", "supervisor_changed",
				func() { update(1000003, employees.Changes{SupervisorID: new(id(1000002))}) }},
			{"not when the former supervisor has left", "archived", func() {
				update(1000003, employees.Changes{SupervisorID: new(int64), LastWorkDay: new(db.MustDay("2026-11-01"))})
			}},
		} {
			t.Run(x.name, func(t *testing.T) {
				x.before()
				if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) != 1 || string(in[0].Reason) != x.reason {
					t.Error(in, err)
				}
			})
		}
	})
}

func TestEmployees_Wrong(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		const good = "1000001;7;Maude;Côté;maude@example.org;5145550101;;2025-01-06;;"
		w.exec(t, `INSERT INTO people (id, email, name, role, created_at, updated_at)
			VALUES ('00000000-0000-4000-8000-0000000000e1', 'sylvie@example.org', 'Sylvie Roy', 'events', 1, 1)`)
		for _, x := range []struct{ name, lines, want string }{
			{"every cell that is missing", "1000001;;;;;;;;;",
				"2 wrong first_name:required last_name:required email:required phone_number:required company_code:required first_work_day:required"},
			{"a number that is none", strings.Replace(good, "1000001", "A-1", 1), "2 wrong external_payroll_id:number"},
			{"no number", strings.Replace(good, "1000001", "", 1), "2 wrong external_payroll_id:required"},
			{"a day that may be two", strings.Replace(good, "2025-01-06", "01/06/2025", 1), "2 wrong first_work_day:day_order"},
			{"a last day before the first", strings.Replace(good, "06;;", "06;2024-01-01;", 1), "2 wrong last_work_day:before_first"},
			{"a number twice", good + "\n" + strings.Replace(good, "maude@", "other@", 1), "2 new\n3 wrong external_payroll_id:twice"},
			{"an address twice", good + "\n" + strings.Replace(good, "1000001", "1000002", 1), "2 new\n3 wrong email:twice"},
			{"an address of one who has no record, twice", strings.Replace(good, "maude@", "sylvie@", 1) + "\n" +
				strings.Replace(strings.Replace(good, "maude@", "sylvie@", 1), "1000001", "1000002", 1), "2 new\n3 wrong email:twice"},
			{"the address of a person with a record", strings.Replace(good, "maude@", "member5@", 1), "2 wrong email:person_taken"},
			{"a supervisor who does not exist", good + "77", "2 wrong supervisor:no_supervisor"},
			{"a supervisor of oneself", good + "1000001", "2 wrong supervisor:self"},
			{"a supervisor in a wrong line", good + "1000002\n" + "1000002;;;;;;;;;",
				"2 wrong supervisor:supervisor_wrong\n3 wrong first_name:required last_name:required email:required phone_number:required company_code:required first_work_day:required"},
			{"supervisors in a circle", good + "1000002\n" + "1000002;7;A;B;ab@example.org;5145550102;;2025-01-06;;maude@example.org",
				"2 wrong supervisor:cycle\n3 wrong supervisor:cycle"},
			{"more cells than the heading", good + ";;more", "2 wrong :columns"},
			{"a quote that is never closed", good + "\n\"open;1", "2 new\n3 wrong :quote"},
		} {
			t.Run(x.name, func(t *testing.T) {
				im := w.upload(t, x.lines)
				if got := w.verdicts(t, im.ID); got != x.want {
					t.Errorf("\n%s\nwant\n%s", got, x.want)
				}
				if err := w.Apply(t.Context(), w.payroll, im.ID, Saving{}); !errs.HasCode(err, "import_wrong_lines") || team(t, d) != "" {
					t.Errorf("%v %s", err, team(t, d))
				}
			})
		}
		t.Run("a cell that is corrected is judged again", func(t *testing.T) {
			im := w.upload(t, strings.Replace(good, "maude@example.org", "maude", 1))
			if err := w.Correct(t.Context(), w.payroll, im.ID, 2, map[string]string{"email": "maude@example.org"}); err != nil {
				t.Fatal(err)
			}
			if im = w.finished(t, im.ID); im.Count[Wrong] != 0 || im.Count[New] != 1 {
				t.Error(w.verdicts(t, im.ID))
			}
		})
		t.Run("wrong lines are skipped when that is chosen", func(t *testing.T) {
			im := w.apply(t, w.upload(t, good+"\n1000002;;;;;;;;;").ID, true)
			if im.State != Applied || team(t, d) != "1000001 Maude - -" {
				t.Error(im.State, team(t, d))
			}
		})
	})
}

// Élise works in payroll: Maude is above her, and Omar below.
func TestEmployees_OwnSupervisor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.apply(t, w.upload(t, three).ID, false)
		elise := actor(dbtest.Member{PersonID: text(t, d, "SELECT user_id FROM employees WHERE external_payroll_id = 1000003")}, auth.Payroll)
		if err := d.QueryRow(t.Context(), "SELECT id FROM employees WHERE external_payroll_id = 1000003").Scan(&elise.EmployeeID); err != nil {
			t.Fatal(err)
		}
		const friend = "1000004;7;Ève;Ami;eve@example.org;5145550104;;2025-01-06;;\n"
		const moved = friend + "1000003;7;Élise;Roy;elise@example.org;514 555-0103;;2024-03-04;;1000004\n" +
			"1000002;7;Omar;Aziz;omar@example.org;(514) 555-0102;Laval;2024/09/16;;1000004\n" +
			"1000001;7;Maude;Côté;maude@example.org;1 514 555 0101;Gatineau;20250106;;1000004\n"
		admin := w.payroll
		admin.Role = auth.Admin
		w.payroll = elise
		t.Run("the lines of payroll and of those above them are wrong", func(t *testing.T) {
			const want = "2 new\n3 wrong supervisor:own_supervisor\n4 changed supervisor:Élise Roy>1000004\n5 wrong supervisor:own_supervisor"
			if got := w.verdicts(t, w.upload(t, moved).ID); got != want {
				t.Errorf("\n%s\nwant\n%s", got, want)
			}
		})
		t.Run("payroll doesn't undo what an administrator has changed", func(t *testing.T) {
			w.payroll = admin
			im := w.apply(t, w.upload(t, moved).ID, false)
			before := team(t, d)
			in, err := w.Undo(t.Context(), elise, im.ID)
			if err != nil || im.State != Applied || team(t, d) != before {
				t.Fatal(im.State, in, err, team(t, d))
			}
			var names []string
			for _, x := range in {
				if x.Reason == "own_supervisor" {
					names = append(names, x.Name)
				}
			}
			if got := strings.Join(names, ", "); got != "Élise Roy" {
				t.Errorf("what is in the way is %v", in)
			}
			if in, err := w.Undo(t.Context(), admin, im.ID); err != nil || len(in) > 0 {
				t.Errorf("%v %v", in, err)
			}
		})
		t.Run("nor gives back the last work day of those above them, and of administrators", func(t *testing.T) {
			runSQL(t, d, "UPDATE people SET role = 'admin' WHERE id = (SELECT user_id FROM employees WHERE external_payroll_id = 1000002)")
			const leaving = "1000002;7;Omar;Aziz;omar@example.org;(514) 555-0102;Laval;2024/09/16;%[1]s;1000003\n" +
				"1000001;7;Maude;Côté;maude@example.org;1 514 555 0101;Gatineau;20250106;%[1]s;\n"
			w.payroll = admin
			w.apply(t, w.upload(t, fmt.Sprintf(leaving, "2026-12-31")).ID, false)
			im := w.apply(t, w.upload(t, fmt.Sprintf(leaving, "2027-03-31")).ID, false)
			later := func() int {
				var n int
				if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM employees WHERE last_work_day = '2027-03-31'").Scan(&n); err != nil {
					t.Fatal(err)
				}
				return n
			}
			in, err := w.Undo(t.Context(), elise, im.ID)
			var reasons []string
			for _, x := range in {
				reasons = append(reasons, x.Name+" "+string(x.Reason))
			}
			if got := strings.Join(reasons, ", "); err != nil || got != "Omar Aziz admin_not_allowed, Maude Côté own_supervisor" || later() != 2 {
				t.Errorf("in the way is %q, %v, and %d are as imported", got, err, later())
			}
			if in, err := w.Undo(t.Context(), admin, im.ID); err != nil || len(in) > 0 || later() != 0 {
				t.Errorf("%v %v", in, err)
			}
		})
	})
}

// Payroll imports an earlier first day of its own, and undoes what an administrator has imported.
func TestEmployees_OwnWorkDays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.apply(t, w.upload(t, three).ID, false)
		elise := actor(dbtest.Member{PersonID: text(t, d, "SELECT user_id FROM employees WHERE external_payroll_id = 1000003")}, auth.Payroll)
		if err := d.QueryRow(t.Context(), "SELECT id FROM employees WHERE external_payroll_id = 1000003").Scan(&elise.EmployeeID); err != nil {
			t.Fatal(err)
		}
		const earlier = "1000003;7;Élise;Roy;elise@example.org;514 555-0103;;2004-03-04;;1000001\n"
		admin := w.payroll
		admin.Role = auth.Admin
		w.payroll = elise
		if got := w.verdicts(t, w.upload(t, earlier).ID); got != "2 wrong first_work_day:own_work_days" {
			t.Error(got)
		}
		w.payroll = admin
		im := w.apply(t, w.upload(t, earlier).ID, false)
		in, err := w.Undo(t.Context(), elise, im.ID)
		if err != nil || len(in) != 1 || in[0].Reason != "own_work_days" {
			t.Errorf("%v %v", in, err)
		}
		if in, err := w.Undo(t.Context(), admin, im.ID); err != nil || len(in) > 0 {
			t.Errorf("%v %v", in, err)
		}
	})
}

func TestEmployees_Company(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		const line = "1000001;%d;Maude;Côté;m%[1]d@example.org;5145550101;;2025-01-06;;\n"
		w.apply(t, w.upload(t, fmt.Sprintf(line, 7)+fmt.Sprintf(line, 8)).ID, false)
		t.Run("two companies have the same number", func(t *testing.T) {
			if team(t, d) != "1000001 Maude - -\n1000001 Maude - -" {
				t.Error(team(t, d))
			}
		})
		t.Run("which is ambiguous without the company", func(t *testing.T) {
			im := w.uploadKind(t, Employees, "id,ville\n1000001,Laval\n")
			if err := w.Map(t.Context(), w.payroll, im.ID, Choice{Fields: im.Fields}); err != nil {
				t.Fatal(err)
			}
			w.Wait()
			if got := w.verdicts(t, im.ID); got != "2 wrong external_payroll_id:ambiguous" {
				t.Error(got)
			}
		})
		t.Run("an administrator gets a record only from an administrator", func(t *testing.T) {
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO people (id, email, role, created_at, updated_at) VALUES "+
					"('10000000-0000-4000-8000-000000000001', 'boss@example.org', 'admin', 1, 1)")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			lines := "1000009;7;B;B;boss@example.org;5145550101;;2025-01-06;;"
			if got := w.verdicts(t, w.upload(t, lines).ID); got != "2 wrong email:user_id_not_allowed" {
				t.Error(got)
			}
			w.payroll = actor(w.crew.Admin, auth.Admin)
			if got := w.verdicts(t, w.upload(t, lines).ID); got != "2 new" {
				t.Error(got)
			}
		})
	})
}

func TestEmployees_Leaving(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.apply(t, w.upload(t, three).ID, false)
		left := strings.Replace(three, "2024-03-04;;", "2024-03-04;2026-11-19;", 1)
		t.Run("nobody gets a supervisor who leaves by the same file", func(t *testing.T) {
			fourth := "1000004;7;Ninon;Roy;ninon@example.org;5145550104;;2026-11-02;;1000003\n"
			if got := w.verdicts(t, w.upload(t, left+fourth).ID); !strings.HasSuffix(got, "5 wrong supervisor:supervisor_leaves") {
				t.Error(got)
			}
		})
		t.Run("whose line is wrong does not leave", func(t *testing.T) {
			wrong := strings.Replace(left, "2026-11-19", "2019-11-19", 1)
			fourth := "1000004;7;Ninon;Roy;ninon@example.org;5145550104;;2026-11-02;;1000003\n"
			if got := w.verdicts(t, w.upload(t, wrong+fourth).ID); strings.Contains(got, "supervisor_leaves") || !strings.HasSuffix(got, "5 new") {
				t.Error(got)
			}
		})
		im := w.apply(t, w.upload(t, left).ID, false)
		t.Run("a last day that has passed archives the record, and the reports move up", func(t *testing.T) {
			if im.State != Applied || !strings.Contains(team(t, d), "1000002 Omar Laval 1000001") {
				t.Errorf("%+v %s", im, team(t, d))
			}
		})
		t.Run("which cannot be undone", func(t *testing.T) {
			in, err := w.Undo(t.Context(), w.payroll, im.ID)
			if err != nil || len(in) != 1 || in[0].Reason != "archived" {
				t.Error(in, err)
			}
		})
		t.Run("an archived record is not changed", func(t *testing.T) {
			changed := w.upload(t, strings.Replace(left, "Élise", "Elsa", 1))
			if got := w.verdicts(t, changed.ID); !strings.HasPrefix(got, "2 wrong external_payroll_id:record_archived") {
				t.Error(got)
			}
		})
	})
}

// A last work day to come changes the record in bulk; one that has passed archives it by itself.
func TestEmployees_LeavingAdministrator(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.apply(t, w.upload(t, three).ID, false)
		runSQL(t, d, "UPDATE people SET role = 'admin' WHERE id = (SELECT user_id FROM employees WHERE external_payroll_id = 1000003)")
		file := strings.Replace(three, "2024-03-04;;", "2024-03-04;2026-12-31;", 1)
		before := team(t, d)
		t.Run("payroll does not set the last work day of an administrator", func(t *testing.T) {
			if im := w.apply(t, w.upload(t, file).ID, false); im.State != Checked || im.Problem != "admin_not_allowed" || team(t, d) != before {
				t.Errorf("%+v %s", im, team(t, d))
			}
		})
		t.Run("an administrator does", func(t *testing.T) {
			w.payroll.Role = auth.Admin
			if im := w.apply(t, w.upload(t, file).ID, false); im.State != Applied {
				t.Errorf("%+v", im)
			}
		})
	})
}

func TestService_WhoMay(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	w := newWorld(t, d)
	im := w.upload(t, three)
	boss := actor(w.crew.Boss, auth.Employee)
	boss.Supervises = true
	for _, by := range []auth.Actor{boss, actor(w.crew.Admin, auth.Events), {}} {
		_, uploading := w.Upload(t.Context(), by, Employees, "x", strings.NewReader(heading+three))
		_, getting := w.Get(t.Context(), by, im.ID)
		_, listing := w.List(t.Context(), by, 0, 1)
		_, reading := w.Rows(t.Context(), by, im.ID, Page{Rows: 1})
		_, undoing := w.Undo(t.Context(), by, im.ID)
		for name, err := range map[string]error{"upload": uploading, "get": getting, "list": listing, "rows": reading, "undo": undoing,
			"map": w.Map(t.Context(), by, im.ID, Choice{Fields: im.Fields}), "correct": w.Correct(t.Context(), by, im.ID, 2, nil),
			"apply": w.Apply(t.Context(), by, im.ID, Saving{SkipWrong: true}), "delete": w.Delete(t.Context(), by, im.ID)} {
			t.Run(string(by.Role)+" may not "+name, func(t *testing.T) {
				if errs.KindOf(err) != errs.KindForbidden {
					t.Error(err)
				}
			})
		}
	}
}

func TestService_Steps(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		t.Run("the choice of columns is remembered", func(t *testing.T) {
			file := "Truc;No;Compagnie;Prénom;Nom;Machin;Téléphone;Embauche\nx;1000001;7;Maude;Côté;maude@example.org;5145550101;2025-01-06\n"
			im := w.uploadKind(t, Employees, file)
			if im.State != Mapping || im.Fields[5] != "" {
				t.Fatalf("%+v", im)
			}
			fields := append([]string{}, im.Fields...)
			fields[5] = "email"
			if err := w.Map(t.Context(), w.payroll, im.ID, Choice{Fields: fields}); err != nil {
				t.Fatal(err)
			}
			if again := w.uploadKind(t, Employees, file); again.State != Checked || again.Fields[5] != "email" || again.Count[New] != 1 {
				t.Errorf("%+v", again)
			}
		})
		im := w.upload(t, three)
		t.Run("columns that cannot be", func(t *testing.T) {
			for want, change := range map[string]func([]string) []string{
				"fields[1]:field_twice": func(f []string) []string { f[1] = f[0]; return f },
				"fields[1]:unknown":     func(f []string) []string { f[1] = "salary"; return f },
				"fields:no_key":         func(f []string) []string { f[0] = ""; return f },
				"fields:length":         func(f []string) []string { return f[1:] },
			} {
				err := w.Map(t.Context(), w.payroll, im.ID, Choice{Fields: change(append([]string{}, im.Fields...))})
				if f := errs.FieldsOf(err); len(f) != 1 || f[0].Field+":"+f[0].Code != want {
					t.Errorf("%v, want %s", err, want)
				}
			}
		})
		t.Run("a line that is not there cannot be corrected", func(t *testing.T) {
			if err := w.Correct(t.Context(), w.payroll, im.ID, 99, map[string]string{"email": "x"}); errs.KindOf(err) != errs.KindNotFound {
				t.Error(err)
			}
			w.Wait()
		})
		t.Run("what changed since the check is checked again, and nothing is saved", func(t *testing.T) {
			first, second := w.upload(t, three), w.upload(t, three)
			w.apply(t, first.ID, false)
			late := w.apply(t, second.ID, false)
			if late.State != Checked || late.Problem != "import_outdated" || late.Count[Unchanged] != 3 {
				t.Errorf("%+v", late)
			}
			if in, err := w.Undo(t.Context(), w.payroll, first.ID); err != nil || len(in) > 0 {
				t.Fatal(in, err)
			}
		})
		t.Run("a file that is given up leaves nothing", func(t *testing.T) {
			if err := w.Delete(t.Context(), w.payroll, im.ID); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Get(t.Context(), w.payroll, im.ID); errs.KindOf(err) != errs.KindNotFound {
				t.Error(err)
			}
			if n := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM import_rows WHERE import_id = $1", im.ID); n != "0" {
				t.Errorf("%s lines", n)
			}
		})
		t.Run("a file without lines is refused and leaves nothing", func(t *testing.T) {
			_, err := w.Upload(t.Context(), w.payroll, Employees, "x", strings.NewReader(heading))
			if f := errs.FieldsOf(err); len(f) != 1 || f[0].Code != "no_lines" {
				t.Error(err)
			}
			if n := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM imports WHERE status = 'reading'"); n != "0" {
				t.Errorf("%s imports", n)
			}
		})
		t.Run("a kind that does not exist is refused", func(t *testing.T) {
			if _, err := w.Upload(t.Context(), w.payroll, "planets", "x", strings.NewReader(heading)); errs.KindOf(err) != errs.KindInvalid {
				t.Error(err)
			}
		})
	})
}

// broken is a file that ends with an error after some lines.
type broken struct{ r *strings.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil {
		return n, &errs.Error{Kind: errs.KindInvalid, Code: "cut"}
	}
	return n, nil
}

func TestService_Interrupted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		t.Run("an upload that is cut off leaves nothing", func(t *testing.T) {
			if _, err := w.Upload(t.Context(), w.payroll, Employees, "x", broken{strings.NewReader(heading + many(3000))}); !errs.HasCode(err, "cut") {
				t.Error(err)
			}
			if n := text(t, d, "SELECT CAST((SELECT COUNT(*) FROM imports) + (SELECT COUNT(*) FROM import_rows) AS TEXT)"); n != "0" {
				t.Errorf("%s rows", n)
			}
		})
		im := w.upload(t, three)
		set := func(status State, worker string) {
			t.Helper()
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE imports SET status = $2, worker = $3, problem = '' WHERE id = $1", im.ID, string(status), worker)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for step, want := range map[State]State{Checking: Mapping, Applying: Checked} {
			t.Run(string(step)+" by a process that lives goes on", func(t *testing.T) {
				held, ok, err := d.TryLock(t.Context(), "import-7")
				if err != nil || !ok {
					t.Fatal(err)
				}
				defer held.Release()
				set(step, "import-7")
				if err := w.Sweep(t.Context()); err != nil || w.finished(t, im.ID).State != step {
					t.Error(w.finished(t, im.ID).State, err)
				}
				if err := w.Apply(t.Context(), w.payroll, im.ID, Saving{}); !errs.HasCode(err, "import_moved_on") {
					t.Error(err)
				}
			})
			t.Run(string(step)+" by a process that has died is interrupted", func(t *testing.T) {
				set(step, "import-7")
				if got := w.finished(t, im.ID); got.State != want || got.Problem != "interrupted" {
					t.Errorf("%+v", got)
				}
				set(step, "import-7")
				if err := w.Sweep(t.Context()); err != nil || text(t, d, "SELECT status FROM imports") != string(want) {
					t.Error("the sweep does not see it", err)
				}
			})
			t.Run(string(step)+" is interrupted when the next one takes its lock", func(t *testing.T) {
				set(step, "import-1")
				other := w.upload(t, three)
				if text(t, d, "SELECT status FROM imports WHERE id = $1", im.ID) != string(want) {
					t.Error("it still seems to be worked on")
				}
				if err := w.Delete(t.Context(), w.payroll, other.ID); err != nil {
					t.Fatal(err)
				}
			})
		}
		t.Run("what a dead process was reading is deleted", func(t *testing.T) {
			set(Reading, "import-7")
			if err := w.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := text(t, d, "SELECT CAST((SELECT COUNT(*) FROM imports) + (SELECT COUNT(*) FROM import_rows) AS TEXT)"); n != "0" {
				t.Errorf("%s rows", n)
			}
		})
	})
}

func TestService_Sweep_OldFiles(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	w := newWorld(t, d)
	im := w.upload(t, three)
	w.now = noon.Add(keepTime - time.Second)
	if err := w.Sweep(t.Context()); err != nil || w.verdicts(t, im.ID) == "" {
		t.Errorf("the lines are gone before 14 days: %v", err)
	}
	w.now = noon.Add(keepTime + time.Second)
	if err := w.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Get(t.Context(), w.payroll, im.ID); errs.KindOf(err) != errs.KindNotFound {
		t.Errorf("a file that was never saved is kept: %v", err)
	}
}

func TestService_TwoAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		var ids []int64
		for range 4 {
			ids = append(ids, w.upload(t, three).ID)
		}
		var all sync.WaitGroup
		for _, id := range ids {
			all.Go(func() {
				if err := w.Apply(t.Context(), w.payroll, id, Saving{}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		applied := 0
		for _, id := range ids {
			if im := w.finished(t, id); im.State == Applied {
				applied++
			} else if im.State != Checked || im.Count[Unchanged] != 3 {
				t.Errorf("%+v", im)
			}
		}
		if applied != 1 || strings.Count(team(t, d), "\n") != 2 {
			t.Errorf("%d of the same file are saved: %s", applied, team(t, d))
		}
	})
}

func TestCustomers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		all := func() string {
			list, err := db.ReadTexts(d.Query(t.Context(), `SELECT first_name || ' ' || email || ' ' || COALESCE(CAST(invoice_id AS TEXT), '-')
				FROM customers ORDER BY email`))
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(list, "\n")
		}
		file := "Courriel,Prénom,Nom,Téléphone,No de facture\nann@example.org,Ann,Roy,5145550101,12\nMEMBER5@example.org,Bob,Roy,5145550102,\n"
		im := w.apply(t, w.uploadKind(t, Customers, file).ID, false)
		saved := "Ann ann@example.org 12\nBob member5@example.org -"
		t.Run("new ones are saved, for the people there are and for new ones", func(t *testing.T) {
			if im.State != Applied || all() != saved {
				t.Errorf("%+v %s", im, all())
			}
		})
		t.Run("the address finds the record", func(t *testing.T) {
			change := w.uploadKind(t, Customers, strings.Replace(file, ",12", ",13", 1)+"ann@example.org,x,y,1,\n")
			want := "2 changed invoice_id:12>13\n3 unchanged\n4 wrong email:twice phone_number:format"
			if got := w.verdicts(t, change.ID); got != want {
				t.Fatal(got)
			}
			w.apply(t, change.ID, true)
			if all() != strings.Replace(saved, "12", "13", 1) {
				t.Error(all())
			}
			if in, err := w.Undo(t.Context(), w.payroll, im.ID); err != nil || len(in) != 1 || in[0].Reason != "changed" {
				t.Error(in, err)
			}
			if in, err := w.Undo(t.Context(), w.payroll, change.ID); err != nil || len(in) > 0 || all() != saved {
				t.Error(in, err, all())
			}
		})
		t.Run("an import is undone with the people that it created", func(t *testing.T) {
			more := w.apply(t, w.uploadKind(t, Customers, strings.ReplaceAll(file, "ann@", "eve@")).ID, false)
			w.exec(t, fmt.Sprintf("INSERT INTO timesheets (employee_id, created_at, updated_at) VALUES (%d, 1, 1)", w.crew.Ann.EmployeeID))
			for table, line := range map[string]string{
				"shifts": fmt.Sprintf(`(timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at,
					updated_at, archived_at, customer_id)
					SELECT t.id, t.employee_id, %d, '2026-11-16', '2026-11-15', 1, 2, 0, 1, 1, 1, c.id`, w.crew.Regular),
				"expenses": fmt.Sprintf(`(timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at, updated_at, customer_id)
					SELECT t.id, t.employee_id, %d, '2026-11-16', '2026-11-15', 100, '', 1, 1, c.id`, w.crew.PerDiem),
			} {
				w.exec(t, "INSERT INTO "+table+line+" FROM customers c, timesheets t WHERE c.email = 'eve@example.org'")
				in, err := w.Undo(t.Context(), w.payroll, more.ID)
				if err != nil || len(in) != 1 || in[0].Reason != bulk.HasEntries || in[0].Name != "Ann Roy" {
					t.Errorf("named by %s: %v, %v", table, in, err)
				}
				w.exec(t, "DELETE FROM "+table)
			}
			if in, err := w.Undo(t.Context(), w.payroll, more.ID); err != nil || len(in) > 0 || all() != saved {
				t.Error(in, err, all())
			}
			if n := text(t, d, "SELECT CAST(COUNT(*) AS TEXT) FROM people WHERE email = 'eve@example.org'"); n != "0" {
				t.Error("the person is still there")
			}
		})
	})
}

// A service is replaced by another one when the settings change.
func TestService_is_replaced_while_lines_are_saved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		im := w.upload(t, three)
		saving, goOn := make(chan struct{}), make(chan struct{})
		nothing := func(context.Context, *db.Tx) error { return nil }
		err := w.start(t.Context(), im.ID, Checked, Applying, nothing, func(ctx context.Context, worker string) {
			lines := &atomic.Int64{}
			lines.Store(2)
			w.work.saving.Store(im.ID, lines)
			close(saving)
			<-goOn
			w.work.saving.Delete(im.ID)
			w.fail(ctx, im.ID, worker, Checked, errOutdated())
		})
		if err != nil {
			t.Fatal(err)
		}
		<-saving
		next := NewService(d, w.Service.now, Parts{Employees: w.employees, Customers: w.customers}, Config{Zone: time.UTC, Work: w.work})
		if im, err = next.Get(t.Context(), w.payroll, im.ID); err != nil || im.State != Applying || im.Done != 2 {
			t.Errorf("the next service shows %+v %v", im, err)
		}
		close(goOn)
		next.Wait()
		if im, err = next.Get(t.Context(), w.payroll, im.ID); err != nil || im.State != Checked || im.Problem != "import_outdated" {
			t.Errorf("in the end it shows %+v %v", im, err)
		}
	})
}
