package hours_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
	"github.com/gin-contrib/sessions"
	"github.com/gin-contrib/sessions/cookie"
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/hours"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/db/dbtest"
)

// site serves the page in English at noon of December 1, 2026: the six complete pay periods before are 2026-20 to 2026-25.
type site struct {
	testing.TB
	db      *db.DB
	crew    dbtest.Crew
	by      auth.Actor
	handler http.Handler
}

func newSite(t *testing.T, d *db.DB) *site {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, zone) }
	s := &site{TB: t, db: d, crew: dbtest.NewCrew(t, d)}
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	engine.Use(func(c *gin.Context) { c.Request = c.Request.WithContext(auth.With(c.Request.Context(), s.by)) },
		sessions.Sessions("test", cookie.NewStore([]byte("secret"))), auth.ProvideViewer)
	router := httpx.NewRouter(engine, httpx.Config{}, httpx.NoRules)
	router.ErrorPage = func(_ *gin.Context, p *httpx.Problem) templ.Component { return templ.Raw(p.Code) }
	hours.Pages(router, payperiods.NewService(d, now, payperiods.Config{Calendar: calendar, Zone: zone}),
		shifts.NewService(d, now, shifts.Options{}))
	s.handler = engine
	s.as(s.crew.Payroll, auth.Payroll)
	return s
}

func (s *site) as(m dbtest.Member, role auth.Role) {
	s.by = auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Name: "Paye", Role: role, Supervises: true,
		Language: i18n.EN, Via: "cookie"}
}

// run executes statements in one transaction and keeps the totals of the weeks.
func (s *site) run(sql string, args ...any) {
	s.Helper()
	err := s.db.Write(s.Context(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.Exec(ctx, sql, args...); err != nil {
			return err
		}
		return dbtest.AddUp(ctx, tx)
	})
	if err != nil {
		s.Fatal(err)
	}
}

func (s *site) shift(m dbtest.Member, code int64, day string, minutes int) {
	s.Helper()
	s.run(`INSERT INTO timesheets (employee_id, created_at, updated_at) VALUES ($1, 1, 1)`, m.EmployeeID)
	d := db.MustDay(day)
	s.run(`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
		SELECT MAX(id), $1, $2, $3, $4, 1, 2, $5, 1, 1 FROM timesheets WHERE employee_id = $1`, m.EmployeeID, code, d, d.Week(), minutes)
}

func (s *site) named(m dbtest.Member, first, last string) {
	s.Helper()
	s.run(`UPDATE employees SET first_name = $2, last_name = $3, sort_name = $4 WHERE id = $1`, m.EmployeeID, first, last,
		strings.ToLower(last+" "+first))
}

func (s *site) get(path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

func (s *site) page(t *testing.T, path string, status int) *goquery.Selection {
	t.Helper()
	w := s.get(path)
	if w.Code != status {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return htmltest.Parse(t, w.Body.String())
}

// filled has two weeks of the boss's team: Ann has two hours of overtime in the first, Deputy leads Cid.
func filled(t *testing.T, d *db.DB) *site {
	s := newSite(t, d)
	c := s.crew
	s.named(c.Ann, "Anne", "Aubin")
	s.named(c.Deputy, "Denis", "Dubé")
	s.named(c.Cid, "Cid", "Côté")
	s.named(c.Stranger, "Sam", "Savard")
	s.named(c.Boss, "Bruno", "Bédard")
	s.named(c.Foreman, "Félix", "Fortin")
	s.shift(c.Ann, c.Regular, "2026-11-16", 42*60)
	s.shift(c.Ann, c.Evening, "2026-10-05", 90)
	s.shift(c.Cid, c.Regular, "2026-11-18", 60)
	s.shift(c.Stranger, c.Regular, "2026-11-19", 30)
	return s
}

// table returns the rows of the table, one a line, with the totals last.
func table(page *goquery.Selection) string {
	var rows []string
	page.Find("#hours tbody tr, #hours tfoot tr").Each(func(_ int, r *goquery.Selection) {
		var cells []string
		r.Find("th, td").Each(func(_ int, c *goquery.Selection) {
			cells = append(cells, strings.TrimSpace(strings.ReplaceAll(c.Text(), "\u00a0", " ")))
		})
		rows = append(rows, strings.Join(cells, " | "))
	})
	return strings.Join(rows, "\n")
}

func TestPages_report(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := filled(t, d)
		c := s.crew
		for _, x := range []struct {
			name    string
			as      dbtest.Member
			role    auth.Role
			query   string
			whose   string
			columns int // of the chart
			want    string
		}{
			{"everyone by person, of the last six complete pay periods", c.Payroll, auth.Payroll, "", "Everyone · Sep 6 – Nov 28, 2026", 8,
				"Anne Aubin | 40.00 | 1.50 | – | 2.00 | 43.50\nCid Côté | 1.00 | – | – | – | 1.00\nSam Savard | 0.50 | – | – | – | 0.50\n" +
					"Total | 41.50 | 1.50 | – | 2.00 | 45.00"},
			{"by team", c.Admin, auth.Admin, "by=team", "Everyone · Sep 6 – Nov 28, 2026", 8,
				"Bruno Bédard | 40.00 | 1.50 | – | 2.00 | 43.50\nDenis Dubé | 1.00 | – | – | – | 1.00\nFélix Fortin | 0.50 | – | – | – | 0.50\n" +
					"Total | 41.50 | 1.50 | – | 2.00 | 45.00"},
			{"by week", c.Payroll, auth.Payroll, "by=week", "Everyone · Sep 6 – Nov 28, 2026", 8,
				"Oct 4–10, 2026 | – | 1.50 | – | – | 1.50\nNov 15–21, 2026 | 41.50 | – | – | 2.00 | 43.50\nTotal | 41.50 | 1.50 | – | 2.00 | 45.00"},
			{"by month", c.Payroll, auth.Payroll, "by=month", "Everyone · Sep 6 – Nov 28, 2026", 2,
				"October 2026 | – | 1.50 | – | – | 1.50\nNovember 2026 | 41.50 | – | – | 2.00 | 43.50\nTotal | 41.50 | 1.50 | – | 2.00 | 45.00"},
			{"by pay code, with the overtime of a week where there is no code for it", c.Payroll, auth.Payroll, "by=code",
				"Everyone · Sep 6 – Nov 28, 2026", 8, "G-evening · Evening | – | 1.50 | – | – | 1.50\n" +
					"G-regular · Regular | 41.50 | – | – | – | 41.50\nOvertime | – | – | – | 2.00 | 2.00\n" +
					"Total | 41.50 | 1.50 | – | 2.00 | 45.00"},
			{"many weeks have a chart of months", c.Payroll, auth.Payroll, "by=week&from=2026-05-24&to=2026-12-05",
				"Everyone · May 24 – Dec 5, 2026", 3,
				"Oct 4–10, 2026 | – | 1.50 | – | – | 1.50\nNov 15–21, 2026 | 41.50 | – | – | 2.00 | 43.50\nTotal | 41.50 | 1.50 | – | 2.00 | 45.00"},
			{"half a year has a chart of weeks", c.Payroll, auth.Payroll, "q=sav&from=2026-05-31&to=2026-12-05",
				"Everyone · May 31 – Dec 5, 2026", 3, "Sam Savard | 0.50 | – | – | – | 0.50\nTotal | 0.50 | – | – | – | 0.50"},
			{"a supervisor sees the team, also below a deputy", c.Boss, auth.Employee, "", "Your team · Sep 6 – Nov 28, 2026", 8,
				"Anne Aubin | 40.00 | 1.50 | – | 2.00 | 43.50\nCid Côté | 1.00 | – | – | – | 1.00\nTotal | 41.00 | 1.50 | – | 2.00 | 44.50"},
			{"one team", c.Payroll, auth.Payroll, fmt.Sprint("team=", c.Deputy.EmployeeID), "Denis Dubé’s team · Sep 6 – Nov 28, 2026", 2,
				"Cid Côté | 1.00 | – | – | – | 1.00\nTotal | 1.00 | – | – | – | 1.00"},
			{"one person", c.Payroll, auth.Payroll, fmt.Sprint("by=week&employee=", c.Cid.EmployeeID), "Cid Côté · Sep 6 – Nov 28, 2026", 2,
				"Nov 15–21, 2026 | 1.00 | – | – | – | 1.00\nTotal | 1.00 | – | – | – | 1.00"},
			{"a name", c.Payroll, auth.Payroll, "q=SAV", "Everyone · Sep 6 – Nov 28, 2026", 2,
				"Sam Savard | 0.50 | – | – | – | 0.50\nTotal | 0.50 | – | – | – | 0.50"},
		} {
			t.Run(x.name, func(t *testing.T) {
				s.as(x.as, x.role)
				page := s.page(t, "/staff/hours?"+x.query, http.StatusOK)
				if got := table(page); got != x.want {
					t.Errorf("got\n%s\nwant\n%s", got, x.want)
				}
				if got := strings.Join(strings.Fields(page.Find("#subtitle").Text()), " "); got != x.whose {
					t.Errorf("the heading says %q, want %q", got, x.whose)
				}
				if page.Find("#chart ~ .table-wrap #hours, #chart ~ * #hours").Length() != 1 {
					t.Error("the chart does not stand before the table")
				}
				if got := page.Find("#chart .chart-column").Length(); got != x.columns {
					t.Errorf("the chart has %d columns, want %d", got, x.columns)
				}
			})
		}
		t.Run("the chart says when its hours begin", func(t *testing.T) {
			s.as(c.Payroll, auth.Payroll)
			if got := s.page(t, "/staff/hours?q=SAV", http.StatusOK).Find("#chart .chart > p").Text(); got != "No hours before November\u00a015, 2026" {
				t.Errorf("%q", got)
			}
		})
		for _, x := range []struct {
			name  string
			query string
		}{
			{"a supervisor cannot see another team", fmt.Sprint("team=", c.Foreman.EmployeeID)},
			{"a supervisor cannot see another team's people", fmt.Sprint("employee=", c.Stranger.EmployeeID)},
		} {
			t.Run(x.name, func(t *testing.T) {
				s.as(c.Boss, auth.Employee)
				if w := s.get("/staff/hours?" + x.query); w.Code != http.StatusNotFound {
					t.Errorf("%d", w.Code)
				}
			})
		}
	})
}

func TestPages_report_around_the_table(t *testing.T) {
	s := filled(t, dbtest.OpenSQLite(t))
	c := s.crew
	attr := func(page *goquery.Selection, selector, name string) string {
		return page.Find(selector).AttrOr(name, "none")
	}
	t.Run("payroll has its tabs, a supervisor the way back to the periods", func(t *testing.T) {
		s.as(c.Payroll, auth.Payroll)
		if page := s.page(t, "/staff/hours", 200); attr(page, `.tabs a[aria-current]`, "href") != "/staff/hours" ||
			page.Find(".breadcrumb").Length() != 0 {
			t.Error("payroll")
		}
		s.as(c.Boss, auth.Employee)
		if page := s.page(t, "/staff/hours", 200); page.Find(".tabs").Length() != 0 || attr(page, ".breadcrumb a", "href") != "/staff/periods" {
			t.Error("a supervisor")
		}
	})
	s.as(c.Payroll, auth.Payroll)
	t.Run("a person leads to their weeks, a team to its people", func(t *testing.T) {
		if got, want := attr(s.page(t, "/staff/hours?q=aubin&to=2026-11-20&from=2026-11-15", 200), "#hours tbody a", "href"),
			fmt.Sprintf("/staff/hours?by=week&employee=%d&from=2026-11-15&to=2026-11-20", c.Ann.EmployeeID); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got, want := attr(s.page(t, "/staff/hours?by=team", 200), "#hours tbody tr:first-child a", "href"),
			fmt.Sprintf("/staff/hours?team=%d", c.Boss.EmployeeID); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if n := s.page(t, "/staff/hours?by=week", 200).Find("#hours tbody a").Length(); n != 0 {
			t.Errorf("%d weeks have links", n)
		}
	})
	t.Run("the form shows the whole weeks and keeps the grouping", func(t *testing.T) {
		page := s.page(t, "/staff/hours?by=month&from=2026-11-03&to=2026-11-17", 200)
		if got := attr(page, "#f-from", "value") + " " + attr(page, "#f-to", "value") + " " +
			attr(page, `.hours-form [name="by"]`, "value"); got != "2026-11-01 2026-11-21 month" {
			t.Error(got)
		}
		if page.Find(`.hours-form [name="from"]`).Length() != 1 || page.Find(".hours-buttons a").Length() != 0 {
			t.Error("the first day is sent twice, or everyone can be shown though everyone is")
		}
		if got := attr(page, `.segmented a[aria-current]`, "href"); got != "/staff/hours?by=month&from=2026-11-03&to=2026-11-17" {
			t.Error(got)
		}
		if note := page.Find("#hours").Closest("section").Find("p").Text(); note != i18n.HoursMonthNote.EN {
			t.Error(note)
		}
	})
	t.Run("what filters can be cleared", func(t *testing.T) {
		page := s.page(t, fmt.Sprintf("/staff/hours?by=week&team=%d&q=cid", c.Deputy.EmployeeID), 200)
		if got := attr(page, ".hours-buttons a", "href"); got != "/staff/hours?by=week" {
			t.Error(got)
		}
		if got := attr(page, "#f-team option[selected]", "value"); got != fmt.Sprint(c.Deputy.EmployeeID) {
			t.Error(got)
		}
	})
	t.Run("a supervisor of one team has no choice of teams", func(t *testing.T) {
		s.as(c.Foreman, auth.Employee)
		defer s.as(c.Payroll, auth.Payroll)
		if s.page(t, "/staff/hours", 200).Find("#f-team").Length() != 0 {
			t.Error("there is one")
		}
	})
	t.Run("the files have the filters of the page", func(t *testing.T) {
		for _, x := range []struct{ query, kept string }{
			{fmt.Sprintf("employee=%d&rows=all", c.Ann.EmployeeID), fmt.Sprint("employee=", c.Ann.EmployeeID)},
			{"by=code&q=ann", "by=code&q=ann"},
			{fmt.Sprint("team=", c.Deputy.EmployeeID), fmt.Sprint("team=", c.Deputy.EmployeeID)},
		} {
			var list, want []string
			s.page(t, "/staff/hours?"+x.query, 200).Find(".page-title .menu-item").Each(func(_ int, a *goquery.Selection) {
				if href := a.AttrOr("href", ""); strings.Contains(href, "as=") {
					list = append(list, href)
				}
			})
			for _, file := range []string{"?as=csv", "?as=xlsx", "/shifts?as=csv", "/shifts?as=xlsx"} {
				want = append(want, "/staff/hours"+file+"&"+x.kept)
			}
			if got, want := strings.Join(list, " "), strings.Join(want, " "); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		}
	})
	t.Run("without hours it says what to do", func(t *testing.T) {
		for _, x := range []struct {
			query  string
			text   i18n.Text
			offers string
		}{{"from=2020-01-01&to=2020-02-01", i18n.HoursNoneText, "Pay periods, Import"},
			{"from=2020-01-01&to=2020-02-01&q=x", i18n.HoursNoneShown, i18n.BoardClear.EN}} {
			page := s.page(t, "/staff/hours?"+x.query, 200)
			empty := page.Find(".empty")
			if !strings.Contains(empty.Text(), x.text.EN) || strings.Join(empty.Find("a").Map(func(_ int, a *goquery.Selection) string { return strings.TrimSpace(a.Text()) }), ", ") != x.offers ||
				page.Find("#hours, #chart, .page-title .menu").Length() != 0 {
				t.Errorf("%s: %s", x.query, empty.Text())
			}
		}
	})
	t.Run("days that are refused stay in the form, with the reason beside them", func(t *testing.T) {
		page := s.page(t, fmt.Sprintf("/staff/hours?from=2020-01-03&to=2026-11-17&by=week&team=%d",
			c.Deputy.EmployeeID), http.StatusUnprocessableEntity)
		if got := attr(page, "#f-from", "value") + " " + attr(page, "#f-to", "value"); got != "2020-01-03 2026-11-17" {
			t.Error(got)
		}
		if !strings.Contains(page.Find("#f-to-error").Text(), "Choose at most 24 months.") || page.Find("#hours").Length() != 0 {
			t.Error("no reason, or a table")
		}
		if got := attr(page, `.hours-form [name="team"]`, "value"); got != fmt.Sprint(c.Deputy.EmployeeID) {
			t.Errorf("the team is %s", got)
		}
	})
}

func TestPages_report_in_pages(t *testing.T) {
	s := newSite(t, dbtest.OpenSQLite(t))
	s.run(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 76)
		INSERT INTO people (id, email, role, created_at, updated_at)
		SELECT printf('%08x-0000-4000-8000-00000000000f', n), n || '@pages.example', 'employee', 1, 1 FROM numbers`)
	s.run(`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code,
			first_work_day, created_at, updated_at)
		SELECT id, 'P', substr(id, 1, 8), substr(id, 1, 8), 'x', 5145550123, 9000 + row_number() OVER (ORDER BY id), 271583, '2020-01-06', 1, 1
		FROM people WHERE email LIKE '%pages.example'`)
	s.run(`INSERT INTO timesheets (employee_id, created_at, updated_at) SELECT id, 1, 1 FROM employees WHERE first_name = 'P'`)
	s.run(`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
		SELECT id, employee_id, $1, '2026-11-16', '2026-11-15', 1, 2, 60, 1, 1 FROM timesheets`, s.crew.Regular)
	for _, x := range []struct {
		name, query string
		rows        int
		links       string
	}{
		{"the first page", "", 75, "/staff/hours?page=2"},
		{"the last page", "page=2", 1, "/staff/hours?page=1"},
		{"a page after the last one is the last", "page=9", 1, "/staff/hours?page=1"},
		{"all lines on paper", "rows=all", 76, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			page := s.page(t, "/staff/hours?"+x.query, 200)
			var links []string
			page.Find(".pagination a").Each(func(_ int, a *goquery.Selection) { links = append(links, a.AttrOr("href", "")) })
			if rows := page.Find("#hours tbody tr").Length(); rows != x.rows || strings.Join(links, " ") != x.links {
				t.Errorf("%d rows, links %v", rows, links)
			}
			if got := page.Find("#hours tfoot td").Last().Text(); got != "76.00" {
				t.Errorf("the total is %s: it must be that of all pages", got)
			}
		})
	}
}

func TestPages_file(t *testing.T) {
	s := filled(t, dbtest.OpenSQLite(t))
	for _, x := range []struct{ name, query, want string }{
		{"people", "as=csv", fmt.Sprintf("employee_id,employee_name,regular_hours,evening_hours,emergency_hours,overtime_hours,total_hours\r\n"+
			"%d,Anne Aubin,40,1.5,0,2,43.5\r\n%d,Cid Côté,1,0,0,0,1\r\n%d,Sam Savard,0.5,0,0,0,0.5\r\n",
			s.crew.Ann.EmployeeID, s.crew.Cid.EmployeeID, s.crew.Stranger.EmployeeID)},
		{"weeks of one team", fmt.Sprint("as=csv&by=week&team=", s.crew.Boss.EmployeeID),
			"week,regular_hours,evening_hours,emergency_hours,overtime_hours,total_hours\r\n2026-10-04,0,1.5,0,0,1.5\r\n2026-11-15,40,0,0,2,42\r\n"},
		{"months", "as=csv&by=month&q=sav", "month,regular_hours,evening_hours,emergency_hours,overtime_hours," +
			"total_hours\r\n2026-11-01,0.5,0,0,0,0.5\r\n"},
		{"pay codes", "as=csv&by=code", "bank_code,type,regular_hours,evening_hours,emergency_hours,overtime_hours,total_hours\r\n" +
			"G-evening,evening,0,1.5,0,0,1.5\r\nG-regular,regular,41.5,0,0,0,41.5\r\n,overtime,0,0,0,2,2\r\n"},
		{"teams", "as=csv&by=team&q=sav", fmt.Sprintf("supervisor_id,supervisor_name,regular_hours,evening_hours,emergency_hours,overtime_hours,"+
			"total_hours\r\n%d,Félix Fortin,0.5,0,0,0,0.5\r\n", s.crew.Foreman.EmployeeID)},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := s.get("/staff/hours?" + x.query)
			if got := w.Body.String(); w.Code != http.StatusOK || got != x.want {
				t.Errorf("%d\n%s\nwant\n%s", w.Code, got, x.want)
			}
			if got := w.Header().Get("Content-Disposition"); got != "attachment; filename=hours-2026-09-06-2026-11-28.csv" {
				t.Error(got)
			}
		})
	}
	t.Run("people without a supervisor have no name", func(t *testing.T) {
		s.shift(s.crew.Boss, s.crew.Regular, "2026-11-16", 60)
		if got := s.get("/staff/hours?as=csv&by=team&q=bruno").Body.String(); !strings.HasSuffix(got, "\r\n,,1,0,0,0,1\r\n") {
			t.Error(got)
		}
	})
	t.Run("a workbook", func(t *testing.T) {
		w := s.get("/staff/hours?as=xlsx")
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), "PK") || w.Header().Get("Cache-Control") != "private, no-store" ||
			!strings.HasSuffix(w.Header().Get("Content-Disposition"), ".xlsx") {
			t.Errorf("%d %v", w.Code, w.Header())
		}
	})
	t.Run("another format is refused", func(t *testing.T) {
		if w := s.get("/staff/hours?as=pdf"); w.Code == http.StatusOK {
			t.Error("it was served")
		}
	})
}

func TestPages_shiftsFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := filled(t, d)
		c := s.crew
		s.shift(c.Ann, c.Regular, "2026-11-29", 60) // in the week after
		s.shift(c.Boss, c.Regular, "2026-11-16", 60)
		for _, x := range []struct {
			name, query string
			by          dbtest.Member
			role        auth.Role
			want        string // the employees and days
		}{
			{"everyone, in the order in which they were entered", "", c.Payroll, auth.Payroll,
				"Anne Aubin 2026-11-16, Anne Aubin 2026-10-05, Cid Côté 2026-11-18, Sam Savard 2026-11-19, Bruno Bédard 2026-11-16"},
			{"the team, without the supervisor", "", c.Boss, auth.Employee,
				"Anne Aubin 2026-11-16, Anne Aubin 2026-10-05, Cid Côté 2026-11-18"},
			{"one team", fmt.Sprint("team=", c.Deputy.EmployeeID), c.Payroll, auth.Payroll, "Cid Côté 2026-11-18"},
			{"one person", fmt.Sprint("employee=", c.Stranger.EmployeeID), c.Payroll, auth.Payroll, "Sam Savard 2026-11-19"},
			{"a name", "q=aub", c.Payroll, auth.Payroll, "Anne Aubin 2026-11-16, Anne Aubin 2026-10-05"},
			{"other days", "from=2026-10-04&to=2026-10-04", c.Payroll, auth.Payroll, "Anne Aubin 2026-10-05"},
			{"a name of which there are no hours", "q=foreman", c.Payroll, auth.Payroll, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				s.as(x.by, x.role)
				w := s.get("/staff/hours/shifts?as=csv&" + x.query)
				rows, err := csv.NewReader(w.Body).ReadAll()
				if err != nil || w.Code != http.StatusOK || len(rows) == 0 {
					t.Fatal(w.Code, err)
				}
				var got []string
				for _, r := range rows[1:] {
					got = append(got, r[3]+" "+r[4])
				}
				if text := strings.Join(got, ", "); text != x.want {
					t.Errorf("got  %s\nwant %s", text, x.want)
				}
			})
		}
		t.Run("a workbook is named after the days", func(t *testing.T) {
			w := s.get("/staff/hours/shifts?as=xlsx")
			if !strings.HasPrefix(w.Body.String(), "PK") ||
				w.Header().Get("Content-Disposition") != "attachment; filename=shifts-2026-09-06-2026-11-28.xlsx" {
				t.Errorf("%d %v", w.Code, w.Header())
			}
		})
		t.Run("invalid days and formats are refused", func(t *testing.T) {
			for _, query := range []string{"as=csv&from=x&to=2026-10-04", "as=pdf", ""} {
				if w := s.get("/staff/hours/shifts?" + query); w.Code != http.StatusUnprocessableEntity && w.Code != http.StatusBadRequest {
					t.Errorf("%s: %d", query, w.Code)
				}
			}
		})
	})
}
