package activities_test

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/platform/errs"
	"presence/app/workforce/activities"
	"presence/app/workforce/expenses"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
)

func TestNew_Validate(t *testing.T) {
	for _, x := range []struct {
		name   string
		n      activities.New
		want   activities.New
		faults string
	}{
		{"a name in one language is that in the other", activities.New{Code: " A  1 ", NameFR: "Pose "}, activities.New{Code: "A 1", NameFR: "Pose", NameEN: "Pose"}, ""},
		{"likewise in English", activities.New{Code: "A", NameEN: "Setup"}, activities.New{Code: "A", NameFR: "Setup", NameEN: "Setup"}, ""},
		{"a code and a name are needed", activities.New{}, activities.New{}, "code required, name_fr required"},
		{"a code is short", activities.New{Code: "ABCDEFGHIJKLMNOPQRSTU", NameFR: "Pose"},
			activities.New{Code: "ABCDEFGHIJKLMNOPQRSTU", NameFR: "Pose", NameEN: "Pose"}, "code length"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got string
			for _, f := range x.n.Validate() {
				if got != "" {
					got += ", "
				}
				got += f.Field + " " + f.Code
			}
			if got != x.faults || x.n != x.want {
				t.Errorf("%+v, %q", x.n, got)
			}
		})
	}
}

func TestService_codes(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := activities.NewService(w.DB, w.Now)
		one, err := s.Create(t.Context(), w.Payroll, activities.New{Code: "POSE", NameFR: "Pose"})
		w.OK(err)
		_, err = s.Create(t.Context(), w.Payroll, activities.New{Code: "pose", NameFR: "Autre"})
		w.Refused(err, "duplicate")
		other, err := s.Create(t.Context(), w.Payroll, activities.New{Code: "DEPOSE", NameFR: "Autre"})
		w.OK(err)
		_, err = s.Update(t.Context(), w.Payroll, other.ID, nil, activities.Changes{Code: new("POSE")})
		w.Refused(err, "duplicate")
		_, err = s.Create(t.Context(), w.Payroll, activities.New{Code: "ÉTÉ", NameFR: "Été"})
		w.OK(err)
		_, err = s.Create(t.Context(), w.Payroll, activities.New{Code: "été", NameFR: "Été"})
		w.Refused(err, "duplicate")
		_, err = s.Update(t.Context(), w.Payroll, one.ID, nil, activities.Changes{NameFR: new("Pose de plancher")})
		w.OK(err)
		w.OK(s.Delete(t.Context(), w.Payroll, one.ID, nil))
		_, err = s.Update(t.Context(), w.Payroll, other.ID, nil, activities.Changes{Code: new("POSE")})
		w.OK(err)
	})
}

// A shift or an expense may name a customer and an activity that are live, and keeps what was archived since.
func TestJobs(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := activities.NewService(w.DB, w.Now)
		setup, err := s.Create(t.Context(), w.Payroll, activities.New{Code: "INST", NameFR: "Installation"})
		w.OK(err)
		w.Exec(`INSERT INTO customers (id, user_id, first_name, last_name, email, phone_number, sort_name, created_at, updated_at)
			SELECT 1, user_id, 'Luc', 'Roy', 'luc@example.com', 5145550100, 'roy luc', 1, 1 FROM employees WHERE id = $1`, w.Ann.EmployeeID)
		sheet := w.Sheet(w.Ann).ID
		n := w.EightHours(sheet, 1)
		n.Job = activities.Job{CustomerID: 2, ActivityID: 9}
		_, err = w.Shifts.Create(t.Context(), w.Ann, n)
		w.Refused(err, "invalid", "customer_id not_found", "activity_id not_found")
		n.Job = activities.Job{CustomerID: 1, ActivityID: setup.ID}
		shift, err := w.Shifts.Create(t.Context(), w.Ann, n)
		w.OK(err)
		meal := w.Meal(sheet)
		meal.Job = n.Job
		spent, err := w.Expenses.Create(t.Context(), w.Ann, meal)
		w.OK(err)
		w.OK(s.Delete(t.Context(), w.Payroll, setup.ID, nil))
		for _, x := range []struct {
			name string
			do   func() (activities.Job, error)
			want activities.Job
			code string
		}{
			{"a shift keeps an activity that was archived", func() (activities.Job, error) {
				x, err := w.Shifts.Update(t.Context(), w.Ann, shift.ID, nil, shifts.Changes{BankCodeID: &w.Crew.Evening})
				return x.Job, err
			}, n.Job, ""},
			{"so does an expense", func() (activities.Job, error) {
				x, err := w.Expenses.Update(t.Context(), w.Ann, spent.ID, nil, expenses.Changes{Amount: new(int64(900))})
				return x.Job, err
			}, n.Job, ""},
			{"it is read back", func() (activities.Job, error) {
				x, err := w.Shifts.Get(t.Context(), w.Ann, shift.ID)
				return x.Job, err
			}, n.Job, ""},
			{"the customer is found by it", func() (j activities.Job, err error) {
				err = w.Shifts.Each(t.Context(), w.Ann, shifts.Filter{Rows: 10, CustomerID: 1}, func(x shifts.Shift) error { j = x.Job; return nil })
				return j, err
			}, n.Job, ""},
			{"another finds nothing", func() (j activities.Job, err error) {
				err = w.Expenses.Each(t.Context(), w.Ann, expenses.Filter{Rows: 10, ActivityID: 99}, func(x expenses.Expense) error { j = x.Job; return nil })
				return j, err
			}, activities.Job{}, ""},
			{"a shift gives one up", func() (activities.Job, error) {
				x, err := w.Shifts.Update(t.Context(), w.Ann, shift.ID, nil, shifts.Changes{ActivityID: new(int64)})
				return x.Job, err
			}, activities.Job{CustomerID: 1}, ""},
			{"and does not get it back", func() (activities.Job, error) {
				_, err := w.Shifts.Update(t.Context(), w.Ann, shift.ID, nil, shifts.Changes{ActivityID: &setup.ID})
				return activities.Job{}, err
			}, activities.Job{}, "invalid"},
			{"an approved sheet is locked", func() (activities.Job, error) {
				_, err := w.Sheets.Approve(t.Context(), w.Boss, sheet, nil, timesheets.Approve)
				w.OK(err)
				_, err = w.Expenses.Update(t.Context(), w.Ann, spent.ID, nil, expenses.Changes{CustomerID: new(int64)})
				return activities.Job{}, err
			}, activities.Job{}, "timesheet_approved"},
			{"what changes after an approval is a difference", func() (activities.Job, error) {
				_, err := w.Sheets.Approve(t.Context(), w.Boss, sheet, nil, timesheets.Decision{})
				w.OK(err)
				_, err = w.Expenses.Update(t.Context(), w.Ann, spent.ID, nil, expenses.Changes{CustomerID: new(int64)})
				w.OK(err)
				changes, err := timesheets.ChangesSinceApproval(t.Context(), w.DB, sheet)
				if err != nil || len(changes) != 1 {
					t.Fatalf("%v, %v", changes, err)
				}
				return activities.Job{CustomerID: changes[0].Before.CustomerID, ActivityID: changes[0].After.ActivityID}, nil
			}, n.Job, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				got, err := x.do()
				w.In(t).Refused(err, x.code)
				if got != x.want {
					t.Errorf("%+v, want %+v (%v)", got, x.want, errs.FieldsOf(err))
				}
			})
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'shift' AND changes LIKE '%customer_id%'"); n != 1 {
			t.Errorf("%d entries of the audit log name the customer", n)
		}
	})
}

// A text means a customer by the name, its words, the invoice number or the label of a form.
func TestFindCustomers(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		for i, x := range []struct {
			first, last, sort string
			of                auth.Actor
			invoice           any
		}{{"Élise", "Roy", "roy elise", w.Ann, 4521}, {"Élise", "Royer", "royer elise", w.Boss, nil}, {"Luc", "Cid", "cid luc", w.Cid, 7}} {
			w.Exec(`INSERT INTO customers (id, user_id, first_name, last_name, email, phone_number, sort_name, invoice_id, created_at, updated_at)
				SELECT $1, user_id, $2, $3, 'x@example.com', 5145550100, $4, $5, 1, 1 FROM employees WHERE id = $6`, i+1, x.first, x.last, x.sort,
				x.invoice, x.of.EmployeeID)
		}
		w.Exec("UPDATE customers SET archived_at = 1 WHERE id = 3")
		for i := range 9 { // Jean Abel and others, of whom Abel Jean comes last
			first, last := "Jean", fmt.Sprintf("Abel%d", i)
			if i == 8 {
				first, last = "Abel", "Jean"
			}
			id := fmt.Sprintf("00000000-0000-4000-9000-%012d", i)
			w.Exec(`INSERT INTO people (id, email, role, password_hash, created_at, updated_at) VALUES ($1, $1, 'employee', 'x', 1, 1)`, id)
			w.Exec(`INSERT INTO customers (id, user_id, first_name, last_name, email, phone_number, sort_name, created_at, updated_at)
				VALUES ($1, $2, $3, $4, 'x@example.com', 5145550100, $5, 1, 1)`, 100+i, id, first, last, strings.ToLower(last+" "+first))
		}
		for _, x := range []struct{ name, text, want string }{
			{"the whole name, also if others begin so", "élise roy", "Élise Roy · 4521;"},
			{"words of several names", "roy", "Élise Roy · 4521;Élise Royer;"},
			{"the whole name, also if many others come before it", "Abel Jean", "Abel Jean;"},
			{"an invoice number", "4521", "Élise Roy · 4521;"},
			{"the label of the form", "Élise Roy · 4521", "Élise Roy · 4521;"},
			{"a sign that stands for others is itself", "%", ""},
			{"an archived one", "Luc Cid", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				list, err := activities.FindCustomers(t.Context(), w.DB, x.text)
				w.In(t).OK(err)
				got := ""
				for _, c := range list {
					got += c.Label() + ";"
				}
				if got != x.want {
					t.Errorf("%q, want %q", got, x.want)
				}
			})
		}
	})
}
