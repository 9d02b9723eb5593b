package leaverequests

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// site serves the leave page of a fixture.
type site struct {
	*fixture
	client *featuretest.Client
}

func newSite(t *testing.T) site {
	t.Helper()
	d := newFixture(t, dbtest.OpenSQLite(t))
	for _, a := range []*auth.Actor{&d.admin, &d.payroll, &d.boss, &d.ann, &d.cid, &d.stranger} {
		a.Language = i18n.EN
	}
	d.boss.Supervises = true
	client := featuretest.New(t, featuretest.Options{By: d.admin, Now: d.now, Zone: toronto(t)}, func(r *httpx.Router) {
		Pages(r, d.Service, toronto(t), Around{Holidays: func(from, _ db.Day) map[db.Day]i18n.Text {
			return map[db.Day]i18n.Text{from.Add(3): {FR: "Noël", EN: "Christmas"}}
		}, Find: findBySQL(d.db)})
	})
	return site{d, client}
}

// findBySQL finds employees by a part of their last name.
func findBySQL(d *db.DB) FindEmployees {
	return func(ctx context.Context, by auth.Actor, text string, rows int64) (found []Employee, all int64, err error) {
		visible, args := by.Visible("id", 3)
		found, err = db.Collect(func(row db.Row) (e Employee, err error) {
			err = row.Scan(&e.ID, &e.Name, &all)
			return e, err
		})(d.Query(ctx, `SELECT id, first_name || ' ' || last_name, COUNT(*) OVER () FROM employees
			WHERE archived_at IS NULL AND last_name LIKE '%' || $1 || '%' AND `+visible+" ORDER BY id LIMIT CAST($2 AS BIGINT)",
			append([]any{text, rows}, args...)...))
		return found, all, err
	}
}

// visit requests a page as by, or posts the form if there is one.
func (s site) visit(by auth.Actor, path string, form url.Values) *featuretest.Answer {
	s.Helper()
	if form != nil {
		return s.client.As(by).Form(path, form)
	}
	return s.client.As(by).Get(path)
}

// part requests the part of a page with this id, as the script does; without an id, the page.
func (s site) part(by auth.Actor, path, target string) *featuretest.Answer {
	s.Helper()
	if target == "" {
		return s.visit(by, path, nil)
	}
	return s.client.As(by).Part(path, target)
}

// toast returns the page after a form, which has its message.
func (s site) toast(after *featuretest.Answer) string {
	s.Helper()
	return plain(after.Follow().Body)
}

// chooseID is the DOM id of the choice of the employee, which a search replaces.
const chooseID = "pick-employee_id"

func TestPages_show(t *testing.T) {
	s := newSite(t)
	if err := s.exec("INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) " +
		"SELECT 'sick', categorie, modifier, 'G306', 1, 1 FROM bank_codes WHERE categorie = 'leave'"); err != nil {
		t.Fatal(err)
	}
	s.made(Pending)
	outsider := auth.Actor{PersonID: "x", Role: auth.Admin, Language: i18n.EN}
	chosen := fmt.Sprint("&employee_id=", s.ann.EmployeeID)
	const choose, december = "Choose the days to see", "start_date=2026-12-07&end_date=2026-12-08"
	for _, x := range []struct {
		name, path, target string
		by                 auth.Actor
		has, hasNot        []string
	}{
		{"the weeks from today's on by default", "/staff/leave", "", s.ann, []string{"November 2026", `class="page-subtitle">Next statutory holiday`, `id="ask"`, "Dec 7", choose},
			[]string{"data-modal"}},
		{"other weeks with the leave of the crew and its holidays", "/staff/leave?from=2026-12-01", "", s.boss,
			[]string{"December 2026", "Élise Member5", "December 2, 2026 – " + i18n.EN.T(i18n.Text{FR: "Noël", EN: "Christmas"})}, nil},
		{"the open form where it was asked for", "/staff/leave?ask=1", "", s.ann, []string{"data-modal", choose}, nil},
		{"what the typed request takes, without a script", "/staff/leave?" + december, "", s.boss,
			[]string{"2 business days · 16 h", "Élise Member5", `value="2026-12-07"`, "data-modal", "<html"}, nil},
		{"only the preview to the script", "/staff/leave?" + december, previewID, s.boss, []string{"2 business days · 16 h", "Élise Member5"},
			[]string{"<html"}},
		{"no preview of an incomplete form", "/staff/leave?start_date=", previewID, s.boss, []string{choose}, []string{"<html"}},
		{"no preview of an end at the start", "/staff/leave?start_date=2026-12-07&span=times&start_time=08:00&end_time=08:00", previewID,
			s.boss, []string{choose}, nil},
		{"no preview of an end without a start", "/staff/leave?start_date=2026-12-07&span=times&end_time=16:00", previewID, s.boss,
			[]string{choose}, nil},
		{"no preview to an administrator without an employee record who has chosen nobody", "/staff/leave?" + december, previewID,
			outsider, []string{choose}, nil},
		{"the preview for the chosen employee, who is not among those also on leave", "/staff/leave?" + december + chosen, previewID, s.boss,
			[]string{"2 business days · 16 h", "No one else is on leave"}, []string{"Élise Member5"}},
		{"the form of a supervisor with the team, the own choice first", "/staff/leave?ask=1", "", s.boss,
			[]string{fmt.Sprint(`value="`, s.boss.EmployeeID, `" checked`), "Myself", "Élise Member5", "Élise Member6", "Élise Member7"},
			[]string{"Élise Member8", "Élise Member3"}},
		{"the form with the employee of the link chosen", "/staff/leave?ask=1" + chosen, "", s.boss,
			[]string{fmt.Sprint(`type="hidden" name="employee_id" value="`, s.ann.EmployeeID), "Request leave for Élise Member5", "data-modal"}, nil},
		{"no choice of an employee to those who may request their own leave only", "/staff/leave?ask=1", "", s.ann,
			[]string{`id="ask"`}, []string{"employee_id", "Myself"}},
		{"the only match of a search is chosen", "/staff/leave?employee_id_q=ber7", chooseID, s.boss,
			[]string{fmt.Sprint(`value="`, s.cid.EmployeeID, `" checked`), "Élise Member7", "Myself", "1 person found"},
			[]string{fmt.Sprint(`value="`, s.boss.EmployeeID, `" checked`), "Élise Member5", "<html"}},
		{"those who match a search, none of them chosen", "/staff/leave?employee_id_q=Member", chooseID, s.boss,
			[]string{"4 people found"}, []string{"checked"}},
		{"the chosen employee stays if the search finds them", "/staff/leave?employee_id_q=Member" + chosen, chooseID, s.boss,
			[]string{fmt.Sprint(`value="`, s.ann.EmployeeID, `" checked`), "4 people found"}, nil},
		{"the chosen employee stays if the search finds no one", "/staff/leave?employee_id_q=ber8" + chosen, chooseID, s.boss,
			[]string{fmt.Sprint(`value="`, s.ann.EmployeeID, `" checked`), "No results"}, []string{"Élise Member8"}},
		{"a search without a script", "/staff/leave?ask=1&employee_id_q=ber7", "", s.boss,
			[]string{fmt.Sprint(`value="`, s.cid.EmployeeID, `"`), "Élise Member7", `value="ber7"`, "data-modal"}, []string{"Élise Member6"}},
		{"no search to those who may request their own leave only", "/staff/leave?ask=1&employee_id_q=ber5", "", s.ann, []string{`id="ask"`},
			[]string{`name="employee_id`}},
		{"only the question for the pay code to the script", "/staff/leave?leave_type=Legal", codeID, s.ann, []string{"G306", "Pay code"},
			[]string{"<html"}},
		{"no question where one code fits", "/staff/leave?leave_type=Sick", codeID, s.ann, nil, []string{"G306", "<html"}},
		{"the whole page to a script that asks for nothing of it", "/staff/leave", "main", s.ann, []string{"November 2026"}, nil},
		{"a form, but no own requests, to an administrator without an employee record", "/staff/leave", "", outsider,
			[]string{"November 2026", `id="ask"`, `name="employee_id"`}, []string{`id="own"`, "Myself", "checked name=\"employee_id\""}},
		{"no form to another person without an employee record", "/staff/leave", "",
			auth.Actor{PersonID: "x", Role: auth.Events, Language: i18n.EN}, []string{"Nov 15 – Dec 19, 2026"}, []string{`id="ask"`, `id="own"`}},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := s.part(x.by, x.path, x.target)
			body := plain(w.Body)
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
			if w.Status != http.StatusOK || t.Failed() {
				t.Errorf("%d %s", w.Status, body)
			}
		})
	}
}

// An employee outside the person's scope gets the same response as one that does not exist.
func TestPages_show_of_others(t *testing.T) {
	s := newSite(t)
	for _, x := range []struct {
		name string
		by   auth.Actor
		id   any
	}{
		{"not for a colleague", s.ann, s.cid.EmployeeID},
		{"not for the supervisor", s.ann, s.boss.EmployeeID},
		{"not for the team of another supervisor", s.boss, s.stranger.EmployeeID},
		{"not for an employee that does not exist", s.payroll, 99},
		{"not for an id that is none", s.payroll, "x"},
	} {
		for _, target := range []string{"", previewID, chooseID} {
			t.Run(x.name+" "+target, func(t *testing.T) {
				w := s.client.As(x.by).Part(fmt.Sprint("/staff/leave?start_date=2026-12-07&employee_id=", x.id), target)
				if w.Status != http.StatusNotFound {
					t.Errorf("answered %d: %s", w.Status, w.Body)
				}
			})
		}
	}
}

func TestPages_show_parts(t *testing.T) {
	s := newSite(t)
	const numbers = "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 140) "
	if err := s.exec(`INSERT INTO people (id, email, role, created_at, updated_at) ` + numbers + `
		SELECT '00000000-0000-4000-9000-000000000' || i, i || '@example.org', 'employee', 1, 1 FROM n`); err != nil {
		t.Fatal(err)
	}
	if err := s.exec(`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
		company_code, first_work_day, created_at, updated_at) ` + numbers + `
		SELECT '00000000-0000-4000-9000-000000000' || i, 'P', i, i, i || '@example.org',
			5145550000 + i, i, 271583, '2020-01-06', 1, 1 FROM n`); err != nil {
		t.Fatal(err)
	}
	if err := s.exec(`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status,
		created_at, updated_at) SELECT id, $1, 'Sick', $2, $3, 'True', 1, 1 FROM employees WHERE first_name = 'P'`, s.crew.Vacation,
		at(t, "2026-11-02 08:00"),
		at(t, "2026-11-02 16:00")); err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]string{"": "1–40 of 41", "1": "1–40 of 41", "2": "41–41 of 41", "999": "41–41 of 41",
		"0":  "1–40 of 41",
		"-1": "1–40 of 41", "1000": "1–40 of 41", "two": "1–40 of 41"} {
		if body := s.visit(s.payroll, "/staff/leave?from=2026-11-01&part="+part, nil).Body; !strings.Contains(body, want) {
			t.Errorf("part %q does not show %s", part, want)
		}
	}
	t.Run("a large team is not offered: it is searched", func(t *testing.T) {
		body := s.visit(s.payroll, "/staff/leave", nil).Body
		if n := strings.Count(body, `name="employee_id"`); n != 1 || !strings.Contains(body, `name="employee_id_q"`) {
			t.Errorf("%d people to choose from", n)
		}
	})
}

func TestPages_create(t *testing.T) {
	s := newSite(t)
	whole := "leave_type=Vacation&start_date=2026-12-21&end_date=2026-12-23&span=days&comment=Family"
	outsider := auth.Actor{PersonID: "x", Role: auth.Admin, Language: i18n.EN}
	of := func(a auth.Actor) string { return fmt.Sprint("&employee_id=", a.EmployeeID) }
	onDays := func(month string) string { // under a code, since there are two by then
		return strings.ReplaceAll(whole, "2026-12", month) + fmt.Sprint("&bank_code_id=", s.crew.Vacation)
	}
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
		has        string // the message, or a text of the page
		n          int64  // requests after it
	}{
		{"not for a person without an employee record", whole, auth.Actor{PersonID: "x", Role: auth.Events, Language: i18n.EN}, nil, 403,
			"no_employee", 0},
		{"not for nobody, by an administrator without an employee record", whole, outsider, nil, 422, "1 field to fix", 0},
		{"not for a colleague", whole + of(s.cid), s.ann, nil, 422, "1 field to fix", 0},
		{"not for the team of another supervisor, and what was typed stays", whole + of(s.stranger), s.boss, nil, 422, ">Family</textarea>", 0},
		{"not for an id that is none", whole + "&employee_id=x", s.boss, nil, 422, "1 field to fix", 0},
		{"not for others without a day, and the choice stays", strings.Replace(whole, "2026-12-21", "", 1) + of(s.ann), s.boss, nil, 422,
			fmt.Sprint(`value="`, s.ann.EmployeeID, `" checked`), 0},
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
		{"for themselves, by their own id", onDays("2027-02") + of(s.boss), s.boss, nil, 303, "Request sent: Feb 21–23, 2027", 3},
		{"for an employee of the team, who is named", onDays("2027-02") + of(s.ann), s.boss, nil, 303,
			"Request sent for Élise Member5: Feb 21–23, 2027", 4},
		{"not twice for that employee, who is named", onDays("2027-02") + of(s.ann), s.boss, nil, 422,
			"Élise Member5 already has approved or requested leave on these dates.", 4},
		{"for the report of a report", onDays("2027-02") + of(s.cid), s.boss, nil, 303, "Request sent for Élise Member7: Feb 21–23, 2027", 5},
		{"for everyone, by payroll", onDays("2027-02") + of(s.stranger), s.payroll, nil, 303,
			"Request sent for Élise Member8: Feb 21–23, 2027", 6},
		{"for everyone, by an administrator without an employee record", onDays("2027-03") + of(s.stranger), outsider, nil, 303,
			"Request sent for Élise Member8: Mar 21–23, 2027", 7},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.before != nil {
				x.before()
			}
			form, err := url.ParseQuery(x.form)
			if err != nil {
				t.Fatal(err)
			}
			w := s.visit(x.by, "/staff/leave", form)
			body := plain(w.Body)
			if w.Status == http.StatusSeeOther {
				if to := "/staff/leave?from=" + form.Get("start_date"); w.Header.Get("Location") != to {
					t.Errorf("it leads to %s, want %s", w.Header.Get("Location"), to)
				}
				body = s.toast(w)
			}
			if w.Status != x.status || !strings.Contains(body, x.has) {
				t.Errorf("answered %d, want %d and %q: %s", w.Status, x.status, x.has, body)
			}
			if n := s.count("SELECT COUNT(*) FROM leave_requests WHERE approval_status = 'Pending' AND bank_code_id = $1",
				s.crew.Vacation); n != x.n {
				t.Errorf("%d requests, want %d", n, x.n)
			}
		})
	}
}

func TestPages_changeStatus(t *testing.T) {
	s := newSite(t)
	r := s.made(Denied)
	path := fmt.Sprint("/staff/leave/", r.ID)
	for _, x := range []struct {
		name, path, form string
		by               auth.Actor
		status           int
		has, state       string
	}{
		{"not of an id that is none", "/staff/leave/x", "approval_status=Pending&version=1", s.ann, 404, "not_found", Denied},
		{"not without a version", path, "approval_status=Pending", s.ann, 400, `"field":"version"`, Denied},
		{"not to a status that the page does not offer", path, "approval_status=True&version=1", s.admin, 400, `"field":"approval_status"`,
			Denied},
		{"not of an old version", path, "approval_status=Pending&version=0", s.ann, 412, "stale", Denied},
		{"not of the leave of others", path, "approval_status=Pending&version=1", s.stranger, 404, "not_found", Denied},
		{"to pending, when it is asked for again", path, "approval_status=Pending&version=1", s.ann, 303,
			"Requested again: Dec 7, 2026 at 8:00 a.m.", Pending},
		{"to cancelled", path, "approval_status=Cancelled&version=2", s.ann, 303, "Cancelled: Dec 7, 2026 at 8:00 a.m.", Cancelled},
	} {
		t.Run(x.name, func(t *testing.T) {
			form, err := url.ParseQuery(x.form)
			if err != nil {
				t.Fatal(err)
			}
			w := s.visit(x.by, x.path, form)
			body := plain(w.Body)
			if w.Status == http.StatusSeeOther {
				if to := w.Header.Get("Location"); to != fmt.Sprint("/staff/leave?from=2026-12-07#r-", r.ID) {
					t.Errorf("it leads to %s", to)
				}
				body = s.toast(w)
			}
			if w.Status != x.status || !strings.Contains(body, x.has) {
				t.Errorf("answered %d, want %d and %q: %s", w.Status, x.status, x.has, body)
			}
			if now, err := s.Get(t.Context(), s.ann, r.ID); err != nil || now.ApprovalStatus != x.state {
				t.Errorf("the leave is %s, want %s: %v", now.ApprovalStatus, x.state, err)
			}
		})
	}
}

// A request for another employee is cancelled by the button of the message that confirms it.
func TestPages_changeStatus_of_others(t *testing.T) {
	s := newSite(t)
	for _, x := range []struct {
		name, want string
		left       bool // the employee has left before it is cancelled
	}{
		{"by the one who requested it, who is told whose it was", "Cancelled: Élise Member5, Monday, December 21, 2026.", false},
		{"also of an employee who has left", "Cancelled: Monday, December 21, 2026.", true},
	} {
		t.Run(x.name, func(t *testing.T) {
			s.removed()
			sent := s.visit(s.boss, "/staff/leave", url.Values{"leave_type": {"Vacation"}, "start_date": {"2026-12-21"},
				"employee_id": {fmt.Sprint(s.ann.EmployeeID)}})
			page := s.toast(sent)
			id := s.count("SELECT id FROM leave_requests")
			path := fmt.Sprint("/staff/leave/", id)
			if !strings.Contains(page, fmt.Sprint(`action="`, path, `"`)) || !strings.Contains(page, `name="approval_status" value="Cancelled"`) {
				t.Errorf("nothing on the page cancels it: %s", page)
			}
			if x.left {
				if err := s.exec("UPDATE employees SET archived_at = 1 WHERE id = $1", s.ann.EmployeeID); err != nil {
					t.Fatal(err)
				}
			}
			w := s.visit(s.boss, path, url.Values{"approval_status": {"Cancelled"}, "version": {"1"}})
			if to := w.Header.Get("Location"); w.Status != http.StatusSeeOther || to != "/staff/leave?from=2026-12-21" {
				t.Fatalf("%d, it leads to %s: %s", w.Status, to, w.Body)
			}
			if page := s.toast(w); !strings.Contains(page, x.want) {
				t.Errorf("it lacks %q: %s", x.want, page)
			}
			if n := s.count("SELECT COUNT(*) FROM leave_requests WHERE approval_status = 'Cancelled'"); n != 1 {
				t.Error("it is not cancelled")
			}
		})
	}
}
