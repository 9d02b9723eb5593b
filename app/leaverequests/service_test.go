package leaverequests

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/auth"
	"presence/app/errs"
	"presence/db"
	"presence/db/dbtest"
)

type fixture struct {
	*Service
	t                  *testing.T
	boss, worker       int64
	leaveCode, working int64
}

func setup(t *testing.T, d *db.DB) fixture {
	f := fixture{NewService(d, func() time.Time { return time.UnixMilli(1_795_179_600_000) }), t, 0, 0, 0, 0}
	f.boss, f.worker = f.employee(1, nil), 0
	f.worker = f.employee(2, f.boss)
	code := `INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) VALUES ('x', $1, 1, 'G', 1, 1)`
	f.leaveCode, f.working = f.insert(code, "leave"), f.insert(code, "shift")
	return f
}

func (f fixture) insert(sql string, args ...any) (id int64) {
	f.t.Helper()
	err := f.db.Write(context.Background(), func(tx *db.Tx) error {
		return tx.QueryRow(context.Background(), sql+" RETURNING id", args...).Scan(&id)
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return id
}

func (f fixture) employee(n int, supervisor any) int64 {
	person := fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
	err := f.db.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(context.Background(), `INSERT INTO people (id, email, role, created_at, updated_at) VALUES ($1, $2, 'employee', 1, 1)`, person, person)
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return f.insert(`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
		company_code, first_work_day, supervisor_id, created_at, updated_at)
		VALUES ($1, 'A', 'B', 'b a', 'x@example.org', 5145550123, 1, 1, '2020-01-01', $2, 1, 1)`, person, supervisor)
}

func TestService_Create(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := setup(t, d)
		worker := auth.Actor{PersonID: "w", EmployeeID: f.worker, Role: auth.Employee}
		boss := auth.Actor{PersonID: "b", EmployeeID: f.boss, Role: auth.Employee, Supervises: true}
		good := New{EmployeeID: f.worker, BankCodeID: f.leaveCode, LeaveType: "Vacation", Start: at(t, "2026-11-16 08:00"), End: at(t, "2026-11-18 16:00")}
		with := func(change func(*New)) New { n := good; change(&n); return n }

		first, err := f.Create(t.Context(), worker, good)
		if err != nil || first.ApprovalStatus != Pending || first.Version != 1 {
			t.Fatalf("got %+v, %v", first, err)
		}
		for _, x := range []struct {
			name string
			who  auth.Actor
			in   New
			want string // the fault's field and code, or the error's code
		}{
			{"refuses leave over other leave", worker, with(func(n *New) { n.Start = at(t, "2026-11-18 15:59"); n.End = at(t, "2026-11-19 00:00") }), "start_date_time overlap"},
			{"refuses an end before the start", worker, with(func(n *New) { n.End = n.Start }), "end_date_time not_after_start"},
			{"refuses an unknown kind", worker, with(func(n *New) { n.LeaveType = "Holiday" }), "leave_type not_allowed"},
			{"refuses a status of its own making", worker, with(func(n *New) { n.ApprovalStatus = "true" }), "approval_status not_allowed"},
			{"refuses a bank code for shifts", worker, with(func(n *New) { n.BankCodeID = f.working; n.Start += 1e9; n.End += 1e9 }), "bank_code_id unknown"},
			{"refuses a long comment", worker, with(func(n *New) { n.Comment = strings.Repeat("é", 2001) }), "comment length"},
			{"refuses the leave of someone out of sight", worker, with(func(n *New) { n.EmployeeID = f.boss }), "employee_id unknown"},
			{"refuses the owner's own approval", worker, with(func(n *New) { n.ApprovalStatus = Approved; n.Start += 1e9; n.End += 1e9 }), "approval_not_allowed"},
		} {
			t.Run(x.name, func(t *testing.T) {
				_, err := f.Create(t.Context(), x.who, x.in)
				e, ok := errors.AsType[*errs.Error](err)
				if !ok {
					t.Fatalf("got %v", err)
				}
				got := e.Code
				if len(e.Fields) == 1 {
					got = e.Fields[0].Field + " " + e.Fields[0].Code
				}
				if got != x.want {
					t.Errorf("got %q, want %q", got, x.want)
				}
			})
		}
		t.Run("takes leave that begins when other leave ends, approved by who may", func(t *testing.T) {
			r, err := f.Create(t.Context(), boss, with(func(n *New) {
				n.Start, n.End, n.ApprovalStatus = good.End, good.End+3_600_000, Approved
			}))
			if err != nil || r.ApprovalStatus != Approved {
				t.Errorf("got %+v, %v", r, err)
			}
		})
		t.Run("lets nobody but the scope see it", func(t *testing.T) {
			var seen int
			count := func(LeaveRequest) error { seen++; return nil }
			if err := f.Each(t.Context(), boss, Filter{EmployeeID: f.worker, From: good.Start, To: good.End}, count); err != nil || seen != 1 {
				t.Errorf("the supervisor sees %d, %v", seen, err)
			}
			if err := f.Each(t.Context(), auth.Actor{Role: auth.Events}, Filter{}, count); err != nil || seen != 1 {
				t.Errorf("another sees %d, %v", seen-1, err)
			}
			if _, err := f.Get(t.Context(), auth.Actor{Role: auth.Events}, first.ID); errs.KindOf(err) != errs.NotFound {
				t.Errorf("another gets %v", err)
			}
		})
	})
}
