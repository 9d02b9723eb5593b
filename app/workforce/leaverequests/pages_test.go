package leaverequests

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/db/dbtest"
)

// newReaders returns a fixture whose people read English, one of them the supervisor of a crew.
func newReaders(t *testing.T) *fixture {
	t.Helper()
	d := newFixture(t, dbtest.OpenSQLite(t))
	for _, a := range []*auth.Actor{&d.admin, &d.payroll, &d.boss, &d.ann, &d.cid, &d.stranger} {
		a.Language = i18n.EN
	}
	d.boss.Supervises = true
	return d
}

func TestPages_show(t *testing.T) {
	s := newReaders(t)
	if err := s.exec("INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) " +
		"SELECT 'sick', categorie, modifier, 'G306', 1, 1 FROM bank_codes WHERE categorie = 'leave'"); err != nil {
		t.Fatal(err)
	}
	s.made(Pending)
	const choose, december = "Choose the days to see", "start_date=2026-12-07&end_date=2026-12-08"
	for _, x := range []struct {
		name, path, target string
		by                 auth.Actor
		has, hasNot        []string
	}{
		{"the month of today by default", "/staff/leave", "", s.ann, []string{"November 2026", `id="ask"`, "Dec 7", choose},
			[]string{"data-modal"}},
		{"another month with the leave of the crew and its holidays", "/staff/leave?month=2026-12", "", s.boss,
			[]string{"December 2026", "Élise Member5", "December 4, 2026 – " + i18n.EN.T(i18n.HolidayChristmas)}, nil},
		{"the open form where it was asked for", "/staff/leave?ask=1", "", s.ann, []string{"data-modal", choose}, nil},
		{"what the typed request takes, without a script", "/staff/leave?" + december, "", s.boss,
			[]string{"2 working days · 16 h", "Élise Member5", `value="2026-12-07"`, "data-modal", "<html"}, nil},
		{"only the preview to the script", "/staff/leave?" + december, previewID, s.boss, []string{"2 working days · 16 h", "Élise Member5"},
			[]string{"<html"}},
		{"no preview of an incomplete form", "/staff/leave?start_date=", previewID, s.boss, []string{choose}, []string{"<html"}},
		{"no preview of an end at the start", "/staff/leave?start_date=2026-12-07&span=times&start_time=08:00&end_time=08:00", previewID,
			s.boss, []string{choose}, nil},
		{"no preview of an end without a start", "/staff/leave?start_date=2026-12-07&span=times&end_time=16:00", previewID, s.boss,
			[]string{choose}, nil},
		{"no preview to a person without an employee record", "/staff/leave?" + december, previewID,
			auth.Actor{PersonID: "x", Role: auth.Admin, Language: i18n.EN}, []string{choose}, nil},
		{"only the question for the pay code to the script", "/staff/leave?leave_type=Legal", codeID, s.ann, []string{"G306", "Pay code"},
			[]string{"<html"}},
		{"no question where one code fits", "/staff/leave?leave_type=Sick", codeID, s.ann, nil, []string{"G306", "<html"}},
		{"the whole page to a script that asks for nothing of it", "/staff/leave", "main", s.ann, []string{"November 2026"}, nil},
		{"no form to a person without an employee record", "/staff/leave", "", auth.Actor{PersonID: "x", Role: auth.Admin, Language: i18n.EN},
			[]string{"November 2026"}, []string{`id="ask"`, `id="own"`}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var headers []string
			if x.target != "" {
				headers = []string{"HX-Request", "true", "HX-Target", x.target}
			}
			a := s.client.On(t).As(x.by).Get(x.path, headers...)
			body := plain(a.Body)
			for _, text := range x.has {
				if !strings.Contains(body, text) {
					t.Errorf("it lacks %q", text)
				}
			}
			for _, text := range x.hasNot {
				if strings.Contains(body, text) {
					t.Errorf("it has %q", text)
				}
			}
			if a.Status != http.StatusOK || t.Failed() {
				t.Errorf("%d %s", a.Status, body)
			}
		})
	}
}

func TestPages_show_parts(t *testing.T) {
	s := newReaders(t)
	const numbers = "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 140) "
	if err := s.exec(`INSERT INTO people (id, email, role, created_at, updated_at) ` + numbers + `
		SELECT '00000000-0000-4000-9000-000000000' || i, i || '@example.org', 'employee', 1, 1 FROM n`); err != nil {
		t.Fatal(err)
	}
	if err := s.exec(`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
		company_code, first_work_day, created_at, updated_at) ` + numbers + `
		SELECT '00000000-0000-4000-9000-000000000' || i, 'P', i, i, i || '@example.org', 5145550000 + i, i, 271583, '2020-01-06', 1, 1 FROM n`); err != nil {
		t.Fatal(err)
	}
	if err := s.exec(`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status,
		created_at, updated_at) SELECT id, $1, 'Sick', $2, $3, 'True', 1, 1 FROM employees WHERE first_name = 'P'`, s.crew.Vacation, at(t, "2026-11-02 08:00"),
		at(t, "2026-11-02 16:00")); err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]string{"": "1–40 of 41", "1": "1–40 of 41", "2": "41–41 of 41", "999": "41–41 of 41",
		"0":  "1–40 of 41",
		"-1": "1–40 of 41", "1000": "1–40 of 41", "two": "1–40 of 41"} {
		if body := s.client.As(s.payroll).Get("/staff/leave?part=" + part).Body; !strings.Contains(body, want) {
			t.Errorf("part %q does not show %s", part, want)
		}
	}
}

func TestPages_create(t *testing.T) {
	s := newReaders(t)
	whole := "leave_type=Vacation&start_date=2026-12-21&end_date=2026-12-23&span=days&comment=Family"
	second := func() {
		if err := s.exec("INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) "+
			"SELECT type, categorie, modifier, 'G306', 1, 1 FROM bank_codes WHERE id = $1", s.crew.Vacation); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		name, form string
		by         auth.Actor
		before     func()
		status     int
		has        string // the message, or what the page says
		n          int64  // requests after it
	}{
		{"not for a person without an employee record", whole, auth.Actor{PersonID: "x", Role: auth.Admin, Language: i18n.EN}, nil, 403,
			`"code":"no_employee"`, 0},
		{"not without a day, which is said beside what was typed", strings.Replace(whole, "2026-12-21", "", 1), s.ann, nil, 422,
			"This field is required.", 0},
		{"under the only code that fits, which is not asked", whole, s.ann, nil, 303, "Request sent: Dec 21–23, 2026", 1},
		{"not twice for the same days", whole, s.ann, nil, 422, "You already have approved or requested leave on these dates.", 1},
		{"not without a code where two fit", strings.ReplaceAll(whole, "2026-12", "2027-01"), s.ann, second, 422, "1 field to fix", 1},
		{"not without a code and a day, and both are told", "leave_type=Vacation&span=days", s.ann, nil, 422, "2 fields to fix", 1},
		{"not without a day, under the first of two codes", "leave_type=Vacation&span=days&bank_code_id=1", s.ann, nil, 422, "1 field to fix",
			1},
		{"under the code that was chosen", strings.ReplaceAll(whole, "2026-12", "2027-01") + fmt.Sprint("&bank_code_id=", s.crew.Vacation),
			s.ann,
			nil, 303, "Request sent: Jan 21–23, 2027", 2},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.before != nil {
				x.before()
			}
			form, err := url.ParseQuery(x.form)
			if err != nil {
				t.Fatal(err)
			}
			a := s.client.On(t).As(x.by).Form("/staff/leave", form)
			body := plain(a.Body)
			if a.Status == http.StatusSeeOther {
				if to := "/staff/leave?month=" + form.Get("start_date")[:7]; a.Header.Get("Location") != to {
					t.Errorf("it leads to %s, want %s", a.Header.Get("Location"), to)
				}
				body = plain(a.Follow().Body)
			}
			if a.Status != x.status || !strings.Contains(body, x.has) {
				t.Errorf("answered %d, want %d and %q: %s", a.Status, x.status, x.has, body)
			}
			if n := s.count("SELECT COUNT(*) FROM leave_requests WHERE approval_status = 'Pending' AND bank_code_id = $1",
				s.crew.Vacation); n != x.n {
				t.Errorf("%d requests, want %d", n, x.n)
			}
		})
	}
}

func TestPages_changeStatus(t *testing.T) {
	s := newReaders(t)
	r := s.made(Denied)
	path := fmt.Sprint("/staff/leave/", r.ID)
	for _, x := range []struct {
		name, path, form string
		by               auth.Actor
		status           int
		has, state       string
	}{
		{"not of an id that is none", "/staff/leave/x", "approval_status=Pending&version=1", s.ann, 404, `"code":"not_found"`, Denied},
		{"not without a version", path, "approval_status=Pending", s.ann, 400, `[{"field":"version"`, Denied},
		{"not to a status that the page does not offer", path, "approval_status=True&version=1", s.admin, 400, `[{"field":"approval_status"`,
			Denied},
		{"not of an old version", path, "approval_status=Pending&version=0", s.ann, 412, `"code":"stale"`, Denied},
		{"not of the leave of others", path, "approval_status=Pending&version=1", s.stranger, 404, `"code":"not_found"`, Denied},
		{"to pending, when it is asked for again", path, "approval_status=Pending&version=1", s.ann, 303,
			"Requested again: Dec 7, 2026 at 8:00 a.m.", Pending},
		{"to cancelled", path, "approval_status=Cancelled&version=2", s.ann, 303, "Cancelled: Dec 7, 2026 at 8:00 a.m.", Cancelled},
	} {
		t.Run(x.name, func(t *testing.T) {
			form, err := url.ParseQuery(x.form)
			if err != nil {
				t.Fatal(err)
			}
			a := s.client.On(t).As(x.by).Form(x.path, form)
			body := plain(a.Body)
			if a.Status == http.StatusSeeOther {
				if to := a.Header.Get("Location"); to != fmt.Sprint("/staff/leave?month=2026-12#r-", r.ID) {
					t.Errorf("it leads to %s", to)
				}
				body = plain(a.Follow().Body)
			}
			if a.Status != x.status || !strings.Contains(body, x.has) {
				t.Errorf("answered %d, want %d and %q: %s", a.Status, x.status, x.has, body)
			}
			if now, err := s.Get(t.Context(), s.ann, r.ID); err != nil || now.ApprovalStatus != x.state {
				t.Errorf("the leave is %s, want %s: %v", now.ApprovalStatus, x.state, err)
			}
		})
	}
}
