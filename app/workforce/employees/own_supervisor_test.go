package employees

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
)

// 1 is above 2, which is above 3, the actor's; 4 is below 3, and 5 is in no line.
func TestReportingLine_validateActor(t *testing.T) {
	line := reportingLine{1: {}, 2: {supervisor: 1}, 3: {supervisor: 2}, 4: {supervisor: 3}, 5: {}}
	own := auth.Actor{PersonID: uuidOf(3), EmployeeID: 3, Role: auth.Payroll}
	admin, noRecord := own, own
	admin.Role, noRecord.EmployeeID = auth.Admin, 0
	for _, x := range []struct {
		name    string
		by      auth.Actor
		id      int64
		person  int
		refused bool
	}{
		{"payroll changes the supervisor of the own record", own, 3, 3, true},
		{"payroll changes the supervisor of the own supervisor", own, 2, 2, true},
		{"payroll changes the supervisor of the top of the own line", own, 1, 1, true},
		{"payroll changes the supervisor of a report", own, 4, 4, false},
		{"payroll changes the supervisor of someone else", own, 5, 5, false},
		{"payroll gives a new record a supervisor", own, 0, 6, false},
		{"payroll gives a new record of their own a supervisor", noRecord, 0, 3, true},
		{"payroll without a record changes a supervisor", noRecord, 2, 2, false},
		{"an administrator changes the supervisor of the own record", admin, 3, 3, false},
		{"an administrator changes the supervisor of the own supervisor", admin, 2, 2, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			var faults errs.Fields
			line.validateActor(&faults, "supervisor_id", x.by, Employee{ID: x.id, UserID: uuidOf(x.person)})
			if got := len(faults) == 1 && faults[0].Code == "own_supervisor"; got != x.refused || !got && len(faults) > 0 {
				t.Errorf("got %v", faults)
			}
		})
	}
}

// Payroll hires a person, makes a link to sign in as them, and names them as the own supervisor, to approve the own time.
func TestOwnSupervisor(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		top, lead := s.hire(11, 0), s.hire(12, 0)
		s.update(lead, Changes{SupervisorID: &top})
		own := s.hire(13, lead)
		friend := s.hire(14, 0)
		by := auth.Actor{PersonID: uuidOf(13), EmployeeID: own, Role: auth.Payroll, Language: i18n.EN}
		api := featuretest.New(t, featuretest.Options{By: by, Now: s.now}, func(r *httpx.Router) { API(r, s.Service) })
		patch := func(t *testing.T, by auth.Actor, id, to int64) *featuretest.Answer {
			api.By = by
			return api.On(t).Do("PATCH", fmt.Sprintf("/employees/%d", id), fmt.Sprintf(`{"supervisor_id":%d}`, to))
		}
		page := func(t *testing.T, action string, to int64) *featuretest.Answer {
			s.calledBy(by)
			return s.visit(t, fmt.Sprintf("/%d%s", own, action),
				url.Values{"supervisor_id": {fmt.Sprint(to)}, "version": {fmt.Sprint(s.any(own).Version)}})
		}
		words := i18n.EN.T(i18n.Fault("own_supervisor", ""))
		t.Run("PATCH of the own record", func(t *testing.T) {
			patch(t, by, own, friend).IsRefused(http.StatusBadRequest, "supervisor_id own_supervisor")
		})
		t.Run("PATCH of someone above", func(t *testing.T) {
			patch(t, by, top, friend).IsRefused(http.StatusBadRequest, "supervisor_id own_supervisor")
		})
		t.Run("the form of the own record", func(t *testing.T) { page(t, "", friend).Want(http.StatusUnprocessableEntity).Has(words) })
		t.Run("the page that chooses the supervisor", func(t *testing.T) {
			page(t, "/supervisor", friend).Want(http.StatusUnprocessableEntity).Has(words)
		})
		t.Run("the form of the own record with the supervisor that stands", func(t *testing.T) {
			page(t, "", lead).Want(http.StatusSeeOther)
		})
		if got := s.any(own).SupervisorID; got != lead || s.any(top).SupervisorID != 0 {
			t.Fatalf("the supervisor is %d, that of the top %d", got, s.any(top).SupervisorID)
		}
		t.Run("PATCH of someone else", func(t *testing.T) { patch(t, by, friend, own).Want(http.StatusOK) })
		t.Run("PATCH by an administrator", func(t *testing.T) {
			admin := by
			admin.Role = auth.Admin
			patch(t, admin, own, top).Want(http.StatusOK)
		})
	})
}

// Payroll may not archive people above them, nor enter their last work day: their own record would get another supervisor by it.
func TestOwnSupervisor_leaves(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		top := s.hire(11, 0)
		lead := s.hire(12, 0)
		s.update(top, Changes{ExternalPayrollID: new(int64(1011))})
		s.update(lead, Changes{SupervisorID: &top, ExternalPayrollID: new(int64(1012))})
		own := s.hire(13, lead)
		friend := s.hire(14, 0)
		by := auth.Actor{PersonID: uuidOf(13), EmployeeID: own, Role: auth.Payroll, Language: i18n.EN}
		admin := by
		admin.Role = auth.Admin
		api := featuretest.New(t, featuretest.Options{By: by, Now: s.now}, func(r *httpx.Router) { API(r, s.Service) })
		for _, id := range []int64{lead, top} {
			before := s.any(id)
			one := fmt.Sprintf("/employees/%d", id)
			t.Run("archiving is refused", func(t *testing.T) { api.On(t).Do("DELETE", one, "").Want(http.StatusForbidden).Has("own_supervisor") })
			for _, day := range []string{"2026-11-01", "2030-01-01"} {
				t.Run("a last work day is refused", func(t *testing.T) {
					api.On(t).Do("PATCH", one, fmt.Sprintf(`{"last_work_day":%q}`, day)).Want(http.StatusForbidden).Has("own_supervisor")
				})
				t.Run("a line of a file is refused", func(t *testing.T) {
					b, err := s.NewBulk(by)
					if err != nil {
						t.Fatal(err)
					}
					line := BulkLine{Line: 2, Changes: Changes{ExternalPayrollID: &before.ExternalPayrollID, LastWorkDay: new(db.MustDay(day))}}
					b.Add([]BulkLine{line})
					plans, err := b.Plan(t.Context(), s.db, []BulkLine{line})
					if err != nil || len(plans) != 1 || len(plans[0].Faults) != 1 || plans[0].Faults[0].Code != "own_supervisor" {
						t.Errorf("%+v, %v", plans, err)
					}
				})
			}
			t.Run("the page of the last work day is refused", func(t *testing.T) {
				s.calledBy(by)
				s.visit(t, fmt.Sprintf("/%d/leave", id), url.Values{"last_work_day": {"2030-01-01"}, "version": {fmt.Sprint(before.Version)}}).
					Want(http.StatusUnprocessableEntity).Has(i18n.EN.T(i18n.Fault("own_supervisor", "")))
			})
			if got := s.any(id); got != before {
				t.Errorf("%+v, was %+v", got, before)
			}
		}
		t.Run("someone else may be archived", func(t *testing.T) {
			api.On(t).Do("DELETE", fmt.Sprintf("/employees/%d", friend), "").Want(http.StatusNoContent)
		})
		t.Run("an administrator archives their supervisor", func(t *testing.T) {
			api.By = admin
			api.On(t).Do("DELETE", fmt.Sprintf("/employees/%d", lead), "").Want(http.StatusNoContent)
		})
	})
}

// Payroll gives itself seniority, from which vacation is earned, a later departure, or shorter breaks.
func TestOwnEntitlements(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		own := s.hire(11, 0)
		friend := s.hire(12, 0)
		by := auth.Actor{PersonID: uuidOf(11), EmployeeID: own, Role: auth.Payroll, Language: i18n.EN}
		api := featuretest.New(t, featuretest.Options{By: by, Now: s.now}, func(r *httpx.Router) { API(r, s.Service) })
		admin := by
		admin.Role = auth.Admin
		before := s.any(own)
		for _, x := range []struct{ field, value, code string }{
			{"first_work_day", "2001-01-08", "own_work_days"}, {"last_work_day", "2030-01-01", "own_work_days"},
			{"default_breaks", "none", "own_breaks"},
		} {
			body := fmt.Sprintf(`{%q:%q}`, x.field, x.value)
			t.Run("PATCH of the own "+x.field, func(t *testing.T) {
				api.By = by
				api.On(t).Do("PATCH", fmt.Sprintf("/employees/%d", own), body).Want(http.StatusForbidden).Has(x.code)
				if got := s.any(own); got != before {
					t.Errorf("%+v, was %+v", got, before)
				}
			})
			t.Run("the form of the own "+x.field, func(t *testing.T) {
				s.calledBy(by)
				action := map[bool]string{true: "/leave"}[x.field == "last_work_day"]
				s.visit(t, fmt.Sprintf("/%d%s", own, action), url.Values{x.field: {x.value}, "version": {fmt.Sprint(s.any(own).Version)}}).
					Want(http.StatusUnprocessableEntity).Has(i18n.EN.T(i18n.Fault(x.code, "")))
			})
			t.Run("PATCH of another’s "+x.field, func(t *testing.T) {
				api.By = by
				api.On(t).Do("PATCH", fmt.Sprintf("/employees/%d", friend), body).Want(http.StatusOK)
			})
		}
		t.Run("the form of the own record with the values that stand", func(t *testing.T) {
			s.calledBy(by)
			s.visit(t, fmt.Sprintf("/%d", own), url.Values{"first_work_day": {before.FirstWorkDay.String()}, "default_breaks": {""},
				"version": {fmt.Sprint(before.Version)}}).Want(http.StatusSeeOther)
		})
		t.Run("PATCH by an administrator", func(t *testing.T) {
			api.By = admin
			api.On(t).Do("PATCH", fmt.Sprintf("/employees/%d", own), `{"first_work_day":"2001-01-08","default_breaks":"none"}`).Want(http.StatusOK)
		})
	})
}

// The line above the actor changes between the plan of a file and its saving.
func TestBulk_Finish_checks_the_own_line_again(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		lead, own, friend := c.hire(1, 0), c.hire(2, 0), c.hire(3, 0)
		for id, number := range map[int64]int64{lead: 9001, own: 9002, friend: 9003} {
			c.update(id, Changes{ExternalPayrollID: &number})
		}
		b, err := c.NewBulk(auth.Actor{PersonID: uuidOf(2), EmployeeID: own, Role: auth.Payroll})
		if err != nil {
			t.Fatal(err)
		}
		lines := []BulkLine{{Line: 2, Changes: Changes{ExternalPayrollID: new(int64(9001))}, Supervisor: new("9003")}}
		b.Add(lines)
		plans, err := b.Plan(t.Context(), c.d, lines)
		if err != nil || len(plans[0].Faults) > 0 {
			t.Fatal(plans, err)
		}
		c.update(own, Changes{SupervisorID: &lead})
		err = c.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if _, err := b.Save(ctx, tx, plans); err != nil {
				return err
			}
			_, err := b.Finish(ctx, tx)
			return err
		})
		if !errs.HasCode(err, "bulk_outdated") || c.any(lead).SupervisorID != 0 {
			t.Errorf("%v, the supervisor is %d", err, c.any(lead).SupervisorID)
		}
	})
}

// Employees whom a file archives are archived after all its lines are saved: the version of a report in a later part of the file is the one
// that was checked.
func TestBulk_Finish_archives_last(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		top := c.hire(1, 0)
		middle := c.hire(2, top)
		lower := c.hire(3, middle)
		below := c.hire(4, lower)
		for id, number := range map[int64]int64{middle: 9002, lower: 9003, below: 9004} {
			c.update(id, Changes{ExternalPayrollID: &number})
		}
		b, err := c.NewBulk(auth.Actor{PersonID: uuidOf(9), Role: auth.Admin})
		if err != nil {
			t.Fatal(err)
		}
		left := db.MustDay("2026-01-09")
		lines := []BulkLine{
			{Line: 2, Changes: Changes{ExternalPayrollID: new(int64(9002)), LastWorkDay: &left}},
			{Line: 3, Changes: Changes{ExternalPayrollID: new(int64(9003)), LastWorkDay: &left}},
			{Line: 4, Changes: Changes{ExternalPayrollID: new(int64(9004)), FirstName: new("Ninon")}},
		}
		b.Add(lines)
		before := c.any(below).Version
		err = c.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for i := range lines {
				plans, err := b.Plan(ctx, tx, lines[i:i+1])
				if err != nil || len(plans[0].Faults) > 0 {
					t.Fatal(plans, err)
				}
				if i == 2 && plans[0].Before.Version != before {
					t.Errorf("the report has version %d before its line is saved, want %d", plans[0].Before.Version, before)
				}
				if _, err := b.Save(ctx, tx, plans); err != nil {
					return err
				}
			}
			versions, err := b.Finish(ctx, tx)
			if len(versions) != 2 {
				t.Errorf("new versions %v", versions)
			}
			return err
		})
		if e := c.any(below); err != nil || e.SupervisorID != top || e.FirstName != "Ninon" {
			t.Errorf("%+v, %v", e, err)
		}
	})
}

// A file moves reports away from a supervisor, and is undone.
func TestBulk_Finish_calls_SupervisorLeft(t *testing.T) {
	each(t, func(t *testing.T, c company) {
		from, to, other := c.hire(1, 0), c.hire(2, 0), c.hire(3, 0)
		one, two := c.hire(4, from), c.hire(5, from)
		for id, number := range map[int64]int64{from: 9001, to: 9002, other: 9003, one: 9004, two: 9005} {
			c.update(id, Changes{ExternalPayrollID: &number})
		}
		var calls []string
		c.SupervisorLeft = func(_ context.Context, _ *db.Tx, _ auth.Actor, from, to int64) error {
			calls = append(calls, fmt.Sprint(from, " to ", to))
			return nil
		}
		called := func(pairs ...int64) (list []string) {
			for i := 0; i < len(pairs); i += 2 {
				list = append(list, fmt.Sprint(pairs[i], " to ", pairs[i+1]))
			}
			return list
		}
		admin := auth.Actor{PersonID: uuidOf(9), Role: auth.Admin}
		move := func(t *testing.T, heads map[int64]string) (undo []bulk.Undo[Employee]) {
			t.Helper()
			calls = nil
			b, err := c.NewBulk(admin)
			if err != nil {
				t.Fatal(err)
			}
			var lines []BulkLine
			for _, number := range slices.Sorted(maps.Keys(heads)) {
				head := heads[number]
				lines = append(lines, BulkLine{Line: len(lines) + 2, Changes: Changes{ExternalPayrollID: &number}, Supervisor: &head})
			}
			b.Add(lines)
			err = c.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				plans, err := b.Plan(ctx, tx, lines)
				if err != nil {
					return err
				}
				if _, err := b.Save(ctx, tx, plans); err != nil {
					return err
				}
				versions, err := b.Finish(ctx, tx)
				undo = nil
				for _, p := range plans {
					undo = append(undo, bulk.Undo[Employee]{Saved: bulk.Saved{ID: p.Before.ID, Version: versions[p.Line]}, Before: p.Before})
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return undo
		}
		back := func(t *testing.T, undo []bulk.Undo[Employee]) {
			t.Helper()
			calls = nil
			err := c.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				in, err := c.Undo(ctx, tx, admin, undo)
				if len(in) > 0 {
					t.Error(in)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, x := range []struct {
			name         string
			heads        map[int64]string
			moved, undid []string
		}{
			{"one of two", map[int64]string{9004: "9002"}, nil, called(to, from)},
			{"all to one", map[int64]string{9004: "9002", 9005: "9002"}, called(from, to), called(to, from)},
			{"to several", map[int64]string{9004: "9002", 9005: "9003"}, called(from, 0), called(to, from, other, from)},
			{"to nobody", map[int64]string{9004: "", 9005: ""}, called(from, 0), nil},
			{"all, in place of others", map[int64]string{9004: "9002", 9005: "9002", 9003: "9001"}, nil, called(to, from)},
		} {
			t.Run(x.name, func(t *testing.T) {
				undo := move(t, x.heads)
				if !slices.Equal(calls, x.moved) {
					t.Errorf("it is called for %q, want %q", calls, x.moved)
				}
				back(t, undo)
				if !slices.Equal(calls, x.undid) {
					t.Errorf("undoing calls it for %q, want %q", calls, x.undid)
				}
			})
		}
	})
}

// A file that enters a last work day is planned before the person comes to stand above the actor, and saved afterwards.
func TestBulk_Save_of_someone_above_by_now(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		lead, own := s.hire(12, 0), s.hire(13, 0)
		s.update(lead, Changes{ExternalPayrollID: new(int64(1012))})
		by := auth.Actor{PersonID: uuidOf(13), EmployeeID: own, Role: auth.Payroll, Language: i18n.EN}
		b, err := s.NewBulk(by)
		if err != nil {
			t.Fatal(err)
		}
		line := BulkLine{Line: 2, Changes: Changes{ExternalPayrollID: new(int64(1012)), LastWorkDay: new(db.MustDay("2030-01-01"))}}
		b.Add([]BulkLine{line})
		plans, err := b.Plan(t.Context(), s.db, []BulkLine{line})
		if err != nil || len(plans) != 1 || len(plans[0].Faults) != 0 {
			t.Fatalf("%+v, %v", plans, err)
		}
		s.update(own, Changes{SupervisorID: &lead})
		err = s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := b.Save(ctx, tx, plans)
			return err
		})
		if !errs.HasCode(err, "bulk_outdated") {
			t.Errorf("saved with %v", err)
		}
		if !s.any(lead).LastWorkDay.IsZero() {
			t.Error("the last work day is entered")
		}
	})
}
