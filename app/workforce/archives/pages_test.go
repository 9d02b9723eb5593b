package archives

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/db/dbtest"
)

// site serves the pages at noon of 2026-11-20 UTC.
type site struct {
	testing.TB
	*Service
	crew   dbtest.Crew
	ids    map[string]int64
	live   int64
	client *featuretest.Client
}

func newSite(t *testing.T, d *db.DB) *site {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
	s := &site{TB: t, Service: NewService(d, time.UTC, Records{Employees: employees.NewService(d, now, time.UTC, nil),
		Expenses: expenses.NewService(d, now, expenses.Options{}), Leave: leaverequests.NewService(d, now, leaverequests.Options{}), Shifts: shifts.NewService(d, now, shifts.Options{}),
		Timesheets: timesheets.NewService(d, now, shifts.Lines(), expenses.Lines(expenses.Options{}))})}
	s.crew, s.ids, s.live = archived(t, d)
	s.client = featuretest.New(t, featuretest.Options{Now: now}, func(r *httpx.Router) { Pages(r, s.Service) })
	return s
}

func (s *site) actor(m dbtest.Member) auth.Actor {
	return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Role(m.Role), Via: "cookie", Language: i18n.EN,
		Supervises: m.EmployeeID == s.crew.Boss.EmployeeID || m.EmployeeID == s.crew.Foreman.EmployeeID}
}

func (s *site) exec(statement string, args ...any) {
	s.Helper()
	err := s.db.Write(s.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
}

// get returns a page for a member of the crew.
func (s *site) get(t *testing.T, m dbtest.Member, path string, status int) *goquery.Selection {
	t.Helper()
	a := s.client.On(t).As(s.actor(m)).Get(path)
	if a.Status != status {
		t.Fatalf("%s: %d %s", path, a.Status, a.Body)
	}
	return a.Doc()
}

// rows returns the links of the records on a list.
func rows(page *goquery.Selection) string {
	var list []string
	page.Find("tbody .row-head a").Each(func(_ int, a *goquery.Selection) {
		list = append(list, strings.TrimPrefix(a.AttrOr("href", ""), "/staff/archive/"))
	})
	return strings.Join(list, " ")
}

// live makes the sheet of the archived lines live again, so that they may be restored.
func (s *site) liveSheet() {
	s.exec("UPDATE timesheets SET archived_at = NULL, archived_reason = NULL")
}

func TestPages_list(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		c := s.crew
		s.exec(`UPDATE employees SET first_name = 'Élise', last_name = 'Aubin', sort_name = 'aubin elise' WHERE id = $1`, c.Ann.EmployeeID)
		s.exec(`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, archived_at,
			archived_reason, created_at, updated_at) SELECT timesheet_id, $2, bank_code_id, day, week, start_at, end_at, minutes, 86400000,
			'deleted', 1, 1 FROM shifts WHERE id = $1`, s.ids["shifts"], c.Stranger.EmployeeID)
		s.exec(`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, aged_at,
			created_at, updated_at) SELECT timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, 500, 1, 1
			FROM shifts WHERE id = $1`, s.ids["shifts"])
		shift := func(n int64) string { return fmt.Sprintf("shifts/%d", s.ids["shifts"]+n) }
		for _, x := range []struct {
			name, query string
			by          dbtest.Member
			want        string
		}{
			{"the latest first, old ones among them", "kind=shifts", c.Payroll, shift(1) + " " + shift(0) + " " + shift(2)},
			{"a supervisor sees those of the team", "kind=shifts", c.Boss, shift(0) + " " + shift(2)},
			{"and of no other", "kind=shifts", c.Foreman, shift(1)},
			{"a name without accents and case", "kind=shifts&q=ELISE+aub", c.Admin, shift(0) + " " + shift(2)},
			{"another name", "kind=shifts&q=nobody", c.Admin, ""},
			{"signs of a pattern are text", "kind=shifts&q=%25", c.Admin, ""},
			{"from a day on", "kind=shifts&from=1970-01-02", c.Admin, shift(1)},
			{"up to a day, which counts", "kind=shifts&to=1970-01-01", c.Admin, shift(0) + " " + shift(2)},
			{"after a record", "kind=shifts&before=" + key{1000, s.ids["shifts"]}.String(), c.Admin, shift(2)},
			{"after the id at one instant", "kind=shifts&before=" + key{1000, s.ids["shifts"] + 5}.String(), c.Admin, shift(0) + " " + shift(2)},
			{"timesheets when no kind is chosen", "", c.Admin, fmt.Sprint("timesheets/", s.ids["timesheets"])},
			{"expenses", "kind=expenses", c.Admin, fmt.Sprint("expenses/", s.ids["expenses"])},
			{"leave", "kind=leave", c.Boss, fmt.Sprint("leave/", s.ids["leaveRequests"])},
		} {
			t.Run(x.name, func(t *testing.T) {
				if got := rows(s.get(t, x.by, "/staff/archive?"+x.query, http.StatusOK)); got != x.want {
					t.Errorf("got %s, want %s", got, x.want)
				}
			})
		}
		t.Run("every kind has the number of its records, employees lead to the team", func(t *testing.T) {
			page := s.get(t, c.Admin, "/staff/archive?kind=shifts&q=e", http.StatusOK)
			var got []string
			page.Find(".chips a").Each(func(_ int, a *goquery.Selection) { got = append(got, htmltest.Text(a)) })
			if text := strings.Join(got, ", "); text != "Timesheets 1, Shifts 3, Expenses 1, Leave 1, Employees 1" {
				t.Error(text)
			}
			if href := page.Find(".chips a").Last().AttrOr("href", ""); href != "/staff/employees?view=archive&q=e" {
				t.Error(href)
			}
		})
		t.Run("invalid days stay in the form with the reason", func(t *testing.T) {
			for _, query := range []string{"from=x", "to=2026-02-30", "from=2026-11-02&to=2026-11-01"} {
				page := s.get(t, c.Admin, "/staff/archive?kind=shifts&"+query, http.StatusUnprocessableEntity)
				if page.Find(".field-error").Length() == 0 || page.Find("tbody").Length() != 0 {
					t.Errorf("%s: no reason, or a list", query)
				}
			}
		})
		t.Run("a record is described in a few words", func(t *testing.T) {
			described := func(kind Kind, want string) {
				cell := s.get(t, c.Boss, "/staff/archive?kind="+string(kind), 200).Find("tbody tr").First().Find("td").First()
				if got := strings.Join(strings.Fields(cell.Text()), " "); got != want {
					t.Errorf("%s: %s, want %s", kind, got, want)
				}
			}
			s.exec("UPDATE leave_requests SET start_at = 1800000000000, end_at = 1800100000000")
			s.exec("UPDATE timesheets SET period_start = '2026-11-15' WHERE archived_at IS NOT NULL")
			described(Timesheets, "Nov 15–28, 2026")
			described(Leave, "Vacation · Jan 15–16, 2027")
			described(Shifts, "November 16, 2020 · 12:00 a.m. – 12:01 a.m. · Regular")
			described(Expenses, "November 16, 2020 · Per diem x")
			s.exec("UPDATE leave_requests SET end_at = start_at + 60000")
			s.exec("UPDATE timesheets SET period_start = NULL")
			described(Timesheets, fmt.Sprint("timesheet no. ", s.ids["timesheets"]))
			described(Leave, "Vacation · January 15, 2027")
		})
		t.Run("an empty list says what to do", func(t *testing.T) {
			s.exec("UPDATE leave_requests SET archived_at = NULL")
			if text := s.get(t, c.Admin, "/staff/archive?kind=leave", 200).Find(".empty").Text(); !strings.Contains(text, i18n.ArchNoneText.EN) {
				t.Error(text)
			}
			page := s.get(t, c.Admin, "/staff/archive?kind=leave&q=x", 200)
			if !strings.Contains(page.Find(".empty").Text(), i18n.ArchNoMatchText.EN) ||
				page.Find(".empty a").AttrOr("href", "") != "/staff/archive?kind=leave" {
				t.Error(page.Find(".empty").Text())
			}
		})
	})
}

func TestPages_list_in_pages(t *testing.T) {
	s := newSite(t, dbtest.OpenSQLite(t))
	s.exec(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1050)
		INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, archived_at, archived_reason,
			created_at, updated_at) SELECT timesheet_id, employee_id, bank_code_id, day, week, amount, description, 2000 + n / 40,
			'deleted', 1, 1 FROM expenses, numbers`)
	path, seen := "/staff/archive?kind=expenses", map[string]bool{}
	for range 3 {
		page := s.get(t, s.crew.Admin, path, 200)
		list := strings.Fields(rows(page))
		for _, x := range list {
			if seen[x] {
				t.Fatalf("%s is on two pages", x)
			}
			seen[x] = true
		}
		if len(list) != 50 {
			t.Fatalf("%d rows", len(list))
		}
		if got := htmltest.Text(page.Find(".chips a[aria-current]")); got != "Expenses over 1,000" {
			t.Error(got)
		}
		path = page.Find("nav.row a").Last().AttrOr("href", "")
	}
}

func TestPages_record(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		c := s.crew
		sheet := fmt.Sprintf("/staff/archive/timesheets/%d", s.ids["timesheets"])
		shift := fmt.Sprintf("/staff/archive/shifts/%d", s.ids["shifts"])
		t.Run("a timesheet has its lines and its history", func(t *testing.T) {
			s.exec(`INSERT INTO audit_log (at, person_name, action, kind, record_id, timesheet_id) VALUES (1, 'Ann', 'archived', 'shift', '1', $1)`,
				s.ids["timesheets"])
			page := s.get(t, c.Boss, sheet, 200)
			if n := page.Find(".archive-lines li").Length(); n != 2 {
				t.Errorf("%d lines", n)
			}
			if got := page.Find(".trail p").First().Text(); got != "Ann deleted a shift" {
				t.Error(got)
			}
		})
		t.Run("a line leads to its timesheet, which must be restored first", func(t *testing.T) {
			page := s.get(t, c.Boss, shift, 200)
			if page.Find(fmt.Sprintf(`dd a[href="%s"]`, sheet)).Length() != 1 ||
				!strings.Contains(page.Find(".banner").Text(), i18n.ArchSheetFirst.EN) ||
				page.Find(`form[action$="/restore"]`).Length() != 0 {
				t.Error(page.Find(".banner").Text())
			}
		})
		t.Run("the employee must be restored first", func(t *testing.T) {
			s.liveSheet()
			s.exec("UPDATE employees SET archived_at = 1 WHERE id = $1", c.Ann.EmployeeID)
			if got := s.get(t, c.Boss, shift, 200).Find(".banner").Text(); !strings.Contains(got, i18n.ArchOwner.EN) {
				t.Error(got)
			}
			s.exec("UPDATE employees SET archived_at = NULL WHERE id = $1", c.Ann.EmployeeID)
			if s.get(t, c.Boss, shift, 200).Find(`form[action$="/restore"]`).Length() != 1 {
				t.Error("it cannot be restored")
			}
		})
		t.Run("others do not see it, nor live ones, nor other kinds", func(t *testing.T) {
			for path, by := range map[string]dbtest.Member{shift: c.Foreman, fmt.Sprintf("/staff/archive/timesheets/%d", s.live): c.Admin,
				"/staff/archive/customers/1": c.Admin, "/staff/archive/shifts/x": c.Admin} {
				s.get(t, by, path, http.StatusNotFound)
			}
		})
	})
}

func TestPages_restore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		post := func(t *testing.T, m dbtest.Member, path string, form url.Values) (to, message string, undo string) {
			t.Helper()
			client := s.client.On(t).As(s.actor(m))
			a := client.Form(path, form)
			if a.Status != http.StatusSeeOther {
				return fmt.Sprint(a.Status), "", ""
			}
			toasts := client.Messages()
			if len(toasts) != 1 {
				t.Fatalf("%d messages", len(toasts))
			}
			return a.Header.Get("Location"), toasts[0].Text, toasts[0].Undo
		}
		shift := fmt.Sprintf("/staff/archive/shifts/%d", s.ids["shifts"])
		t.Run("a refusal is a message on the record", func(t *testing.T) {
			to, message, _ := post(t, s.crew.Boss, shift+"/restore", nil)
			if to != shift || message != "The timesheet is archived. Restore it first." {
				t.Errorf("%s: %s", to, message)
			}
			s.liveSheet()
			if _, message, _ = post(t, s.crew.Boss, shift+"/restore", url.Values{"version": {"9"}}); message != i18n.StaleShown.EN {
				t.Error(message)
			}
		})
		t.Run("another team's record is missing", func(t *testing.T) {
			if to, _, _ := post(t, s.crew.Foreman, shift+"/restore", nil); to != "404" {
				t.Error(to)
			}
			if to, _, _ := post(t, s.crew.Admin, "/staff/archive/customers/1/restore", nil); to != "404" {
				t.Error(to)
			}
		})
		for plural, kind := range map[string]Kind{"timesheets": Timesheets, "shifts": Shifts, "expenses": Expenses, "leaveRequests": Leave} {
			t.Run("one of "+plural+" is restored and archived again", func(t *testing.T) {
				if kind == Timesheets {
					s.exec("UPDATE timesheets SET archived_at = 1000, archived_reason = 'deleted' WHERE id = $1", s.ids["timesheets"])
				} else {
					s.liveSheet()
				}
				if kind == Leave {
					s.exec("UPDATE leave_requests SET approval_status = 'Pending'")
				}
				path, id := fmt.Sprintf("/staff/archive/%s/%d", kind, s.ids[plural]), s.ids[plural]
				to, message, undo := post(t, s.crew.Boss, path+"/restore", url.Values{"view": {"kind=" + string(kind) + "&q=a"}})
				if to != "/staff/archive?kind="+string(kind)+"&q=a" || message != restored[kind].EN || undo != path+"/delete" {
					t.Fatalf("%s %s %s", to, message, undo)
				}
				if _, err := s.Get(t.Context(), s.actor(s.crew.Admin), kind, id); err == nil {
					t.Fatal("it is still in the archive")
				}
				if to, message, _ = post(t, s.crew.Boss, undo, nil); to != "/staff/archive?kind="+string(kind) || message != i18n.ArchAgain.EN {
					t.Errorf("%s %s", to, message)
				}
				if _, err := s.Get(t.Context(), s.actor(s.crew.Admin), kind, id); err != nil {
					t.Error(err)
				}
			})
		}
	})
}
