package app_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// The audit log says which record an entry is about, also when the record has been deleted.
func TestAuditPage_names_records(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("admin")
		if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return recordUnlogged(ctx, tx, a.World) }); err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct{ name, query, want string }{
			{"an employee", "kind=employee&record_id={employee}", "the employee record of Maëlle Trudelle"},
			{"a shift", "kind=shift&record_id={employee.shift}", "their shift, November 16, 2026"},
			{"an expense that was deleted", "kind=expense&record_id={employee.gone}&action=archived", "their expense, November 17, 2026"},
			{"a sheet that belongs to no period", "kind=timesheet&record_id={employee.timesheet}", "Maëlle Trudelle created their timesheet"},
			{"leave", "kind=leave_request&record_id={employee.leave}", "their leave request, Feb 1–5, 2027"},
			{"leave of one day", "kind=leave_request&record_id=9001", "the leave request of Maëlle Trudelle, November 3, 2026"},
			{"a sheet of a period that is archived", "kind=timesheet&record_id=9001", "the timesheet of Maëlle Trudelle, Nov 15–28, 2026"},
			{"a payroll export", "kind=payroll_export&record_id=9001", "the payroll export 3, Nov 15–28, 2026"},
			{"an export format", "kind=payroll_preset&record_id=9001", "the export format Ceridian"},
			{"a registration", "kind=rsvp&record_id={rsvp}", "the registration of Fabien Deslauriers, The gala"},
			{"a registration that has been deleted", "kind=rsvp&record_id=9001", "a registration"},
			{"a pay code", "kind=bank_code&record_id={regular}", "the pay code G1"},
			{"a payroll customer", "kind=customer&record_id={customer}", "the payroll customer Eulalie Marchessault"},
			{"a connected application", "kind=oauth_session&record_id={employee.session}", "the connected application https://api.example.com"},
			{"an account", "kind=person&record_id={payroll.user}", "the account of Philomène Larivée"},
			{"an event", "kind=event&record_id={event}", "the event The gala"},
			{"an audience", "kind=audience&record_id={event}", "the audience of The gala"},
			{"a setting by its name on the page", "kind=setting&record_id=COMPANY_NAME", "the setting “Company name”"},
			{"a campaign", "kind=campaign&record_id={campaign}", "the campaign The gala"},
		} {
			t.Run(x.name, func(t *testing.T) {
				page := c.On(t).Get("/staff/settings/audit?" + a.World.Fill(x.query)).Want(http.StatusOK).Doc()
				got := strings.ReplaceAll(htmltest.Text(page.Find(".log > li").First()), "\u00a0", " ")
				if want := a.World.Fill(x.want); !strings.Contains(got, want) {
					t.Errorf("%q, want %q", got, want)
				}
			})
		}
	})
}

// recordUnlogged adds records of the kinds that the World lacks, and an entry about each.
func recordUnlogged(ctx context.Context, tx *db.Tx, w apptest.World) error {
	november3 := db.InstantOf(time.Date(2026, 11, 3, 5, 0, 0, 0, time.UTC)) // midnight in Toronto
	for _, x := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO timesheets (id, employee_id, period_start, created_at, updated_at, archived_at, archived_reason)
			VALUES (9001, $1, $2, 1, 1, 1, 'deleted')`, []any{w.IDs["employee"], db.MustDay("2026-11-15")}},
		{`INSERT INTO leave_requests (id, employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
			VALUES (9001, $1, $2, 'Sick', $3, $4, 'True', 1, 1)`, []any{w.IDs["employee"], w.IDs["vacation"], november3, november3 + 86_400_000}},
		{`INSERT INTO payroll_presets (id, name, layout, created_at, updated_at, archived_at) VALUES (9001, 'Ceridian', '{}', 1, 1, 1)`, nil},
		{`INSERT INTO payroll_exports (id, number, period_start, made_at, made_by, made_by_name, options, line_count, corrections, regular, evening,
			emergency, overtime, on_leave, cents, distance, sha256, file) VALUES (9001, 3, $1, 1, $2, '', '{}', 0, 0, 0, 0, 0, 0, 0, 0, 0, $3, $3)`,
			[]any{db.MustDay("2026-11-15"), w.People["payroll"].UserID, []byte{0}}},
	} {
		if _, err := tx.Exec(ctx, x.sql, x.args...); err != nil {
			return err
		}
	}
	var entries []audit.Entry
	entries = append(entries, audit.Entry{Action: "updated", Kind: "setting", RecordID: "COMPANY_NAME"})
	for _, kind := range []string{"timesheet", "leave_request", "payroll_preset", "payroll_export", "rsvp"} {
		entries = append(entries, audit.Entry{Action: "updated", Kind: kind, RecordID: "9001"})
	}
	return audit.Record(ctx, tx, append(entries, audit.Entry{Action: "updated", Kind: "rsvp", RecordID: fmt.Sprint(w.IDs["rsvp"])})...)
}

// Names are given only of the records that an actor may see: those of the own team.
func TestNames_are_in_the_scope_of_the_actor(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		w := a.World
		by := auth.Actor{PersonID: w.People["employee"].UserID, EmployeeID: w.IDs["employee"], Role: auth.Employee}
		ids := func(record string) []int64 { return []int64{w.IDs["employee"+record], w.IDs["stranger"+record]} }
		for _, x := range []struct {
			name string
			find func() (int, error)
		}{
			{"employees", func() (int, error) { m, err := a.Employees.Names(t.Context(), by, ids("")); return len(m), err }},
			{"timesheets", func() (int, error) {
				m, err := a.Timesheets.Named(t.Context(), by, ids(".timesheet"))
				return len(m), err
			}},
			{"shifts", func() (int, error) { m, err := a.Shifts.Named(t.Context(), by, ids(".shift")); return len(m), err }},
			{"expenses", func() (int, error) { m, err := a.Expenses.Named(t.Context(), by, ids(".expense")); return len(m), err }},
			{"leave", func() (int, error) { m, err := a.Leave.ByIDs(t.Context(), by, ids(".leave")); return len(m), err }},
			{"connected applications", func() (int, error) {
				m, err := a.OAuth.Applications(t.Context(), by, []string{w.Names["employee.session"]})
				return len(m), err
			}},
		} {
			t.Run(x.name, func(t *testing.T) {
				if n, err := x.find(); n != 1 || err != nil {
					t.Errorf("%d named, %v", n, err)
				}
			})
		}
		t.Run("connected applications of others", func(t *testing.T) {
			by := auth.Actor{PersonID: w.People["stranger"].UserID, Role: auth.Employee}
			if m, err := a.OAuth.Applications(t.Context(), by, []string{w.Names["employee.session"]}); len(m) != 0 || err != nil {
				t.Errorf("%v, %v", m, err)
			}
		})
		t.Run("exports and their formats are for payroll", func(t *testing.T) {
			if _, err := a.Payroll.ExportsByID(t.Context(), by, nil); errs.KindOf(err) != errs.KindForbidden {
				t.Errorf("exports: %v", err)
			}
			if _, err := a.Payroll.PresetNames(t.Context(), by, nil); errs.KindOf(err) != errs.KindForbidden {
				t.Errorf("formats: %v", err)
			}
		})
	})
}
