package archives

import (
	"context"
	"fmt"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// archived inserts one archived record of each kind, and one live timesheet, all of the crew of Boss.
func archived(t *testing.T, d *db.DB) (crew dbtest.Crew, ids map[string]int64, live int64) {
	t.Helper()
	crew, ids = dbtest.NewCrew(t, d), map[string]int64{}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		insert := func(id *int64, sql string, args ...any) error {
			return tx.QueryRow(ctx, sql+" RETURNING id", args...).Scan(id)
		}
		const past = "2020-11-16"
		var leaver, old, shift, expense, leave int64
		for _, x := range []struct {
			id   *int64
			sql  string
			args func() []any
		}{
			{&leaver, `UPDATE employees SET archived_at = 1000, archived_reason = 'left' WHERE id = $1`,
				func() []any { return []any{crew.Deputy.EmployeeID} }},
			{&old, `INSERT INTO timesheets (employee_id, archived_at, archived_reason, created_at, updated_at)
				VALUES ($1, 1000, 'aged', 1, 1)`, func() []any { return []any{crew.Ann.EmployeeID} }},
			{&live, `INSERT INTO timesheets (employee_id, created_at, updated_at) VALUES ($1, 1, 1)`,
				func() []any { return []any{crew.Ann.EmployeeID} }},
			{&shift, `INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, archived_at,
				archived_reason, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 1, 60001, 1, 1000, 'deleted', 1, 1)`,
				func() []any {
					return []any{old, crew.Ann.EmployeeID, crew.Regular, db.MustDay(past), db.MustDay(past).Week()}
				}},
			{&expense, `INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, archived_at,
				archived_reason, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 100, 'x', 1000, 'deleted', 1, 1)`,
				func() []any {
					return []any{old, crew.Ann.EmployeeID, crew.PerDiem, db.MustDay(past), db.MustDay(past).Week()}
				}},
			{&leave, `INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, archived_at,
				archived_reason, created_at, updated_at) VALUES ($1, $2, 'Vacation', 1, 60001, 'True', 1000, 'deleted', 1, 1)`,
				func() []any { return []any{crew.Ann.EmployeeID, crew.Vacation} }},
		} {
			if err := insert(x.id, x.sql, x.args()...); err != nil {
				return fmt.Errorf("%s: %w", x.sql, err)
			}
		}
		ids = map[string]int64{"employees": leaver, "timesheets": old, "shifts": shift, "expenses": expense, "leaveRequests": leave}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return crew, ids, live
}

func TestAPI(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		crew, ids, live := archived(t, d)
		now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
		api := featuretest.New(t, featuretest.Options{Now: now}, func(r *httpx.Router) {
			API(r, NewService(d, time.UTC, Records{Employees: employees.NewService(d, now, time.UTC, nil), Expenses: expenses.NewService(d, now, expenses.Options{}),
				Leave: leaverequests.NewService(d, now, leaverequests.Options{}), Shifts: shifts.NewService(d, now, shifts.Options{}),
				Timesheets: timesheets.NewService(d, now, shifts.Lines(), expenses.Lines(expenses.Options{}))}))
		})
		// ask returns the status with the record's id and the reason of its archiving, or with the code and the field of a refusal.
		ask := func(t *testing.T, m dbtest.Member, path string) string {
			t.Helper()
			by := auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Role(m.Role), Via: "bearer",
				Supervises: m.EmployeeID == crew.Boss.EmployeeID}
			var body struct {
				ID             int64
				ArchivedReason string `json:"archived_reason"`
				ArchivedAt     string `json:"archived_at"`
				Code           string
				Errors         []struct{ Field, Code string }
			}
			a := api.On(t).As(by).Get(path).JSON(&body)
			if len(body.Errors) == 1 {
				return fmt.Sprint(a.Status, " ", body.Errors[0].Field, " ", body.Errors[0].Code)
			}
			if body.Code != "" {
				return fmt.Sprint(a.Status, " ", body.Code)
			}
			return fmt.Sprint(a.Status, " ", body.ID, " ", body.ArchivedReason, " ", body.ArchivedAt)
		}
		for plural, reason := range map[string]string{"employees": "left", "timesheets": "aged", "shifts": "deleted", "expenses": "deleted",
			"leaveRequests": "deleted"} {
			t.Run("gives one of "+plural+" by the query and by the path", func(t *testing.T) {
				want := fmt.Sprintf("200 %d %s 1970-01-01T00:00:01Z", ids[plural], reason)
				for _, path := range []string{"?id=%d", "/%d"} {
					path = "/archives/" + plural + fmt.Sprintf(path, ids[plural])
					for _, m := range []dbtest.Member{crew.Admin, crew.Boss} {
						if got := ask(t, m, path); got != want {
							t.Errorf("%s: %s, want %s", path, got, want)
						}
					}
					if got := ask(t, crew.Stranger, path); got[:3] != "400" && got[:3] != "404" {
						t.Errorf("%s for another crew: %s", path, got)
					}
				}
			})
		}
		t.Run("refuses what names no record", func(t *testing.T) {
			for path, want := range map[string]string{"/archives/shifts": "400 id required", "/archives/shifts?id=x": "400 id type",
				"/archives/shifts?id=0": "400 id type", "/archives/shifts/0": "400 id type", "/archives/shifts/-1": "400 id type",
				"/archives/shifts/x": "400 id type", "/archives/shifts/99": "404 not_found"} {
				if got := ask(t, crew.Admin, path); got != want {
					t.Errorf("%s: %s, want %s", path, got, want)
				}
			}
		})
		t.Run("does not give a live record", func(t *testing.T) {
			if got := ask(t, crew.Admin, fmt.Sprintf("/archives/timesheets/%d", live)); got[:3] == "200" {
				t.Error(got)
			}
		})
	})
}
