package payperiods

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/db"
	"presence/db/dbtest"
)

// client serves the routes to one actor.
func client(t *testing.T, s *Service, actor auth.Actor) func(method, path string) (int, string) {
	t.Helper()
	gin.SetMode(gin.TestMode)
	engine := gin.New()
	engine.ContextWithFallback = true
	engine.Use(func(c *gin.Context) { c.Request = c.Request.WithContext(auth.With(c.Request.Context(), actor)) })
	r := httpx.NewRouter(engine, "Test", "1")
	API(r, s)
	return func(method, path string) (int, string) {
		w := httptest.NewRecorder()
		engine.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		return w.Code, strings.TrimSpace(w.Body.String())
	}
}

const period25 = `{"period_number":25,"start_date":"2026-11-15","end_date":"2026-11-28","year":2026,"label":"2026-11-15 → 2026-11-28"}`

func TestAPI_Calendar(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t))
	ask := client(t, w.service("2026-11-20"), auth.Actor{})
	for _, x := range []struct {
		name, path string
		status     int
		want       string // a part of the answer
	}{
		{"gives a period", "/pay-periods/2026/25", 200, period25},
		{"gives the period of a date", "/pay-periods/date/2026-11-28", 200, period25},
		{"gives the bundle of today", "/pay-periods/bundle/current-and-all", 200,
			`{"current":` + period25 + `,"periods":[{"period_number":1,"start_date":"2024-12-15"`},
		{"gives the bundle of another day", "/pay-periods/bundle/current-and-all?date=2025-12-13", 200, `{"current":{"period_number":26,`},
		{"reads a date-time as its day", "/pay-periods/bundle/current-and-all?date=2026-11-15T23:59:59-05:00", 200, `{"current":` + period25},
		{"gives every period", "/pay-periods", 200, `[{"period_number":1,"start_date":"2024-12-15"`},
		{"gives one year", "/pay-periods?year=2030", 200, `[{"period_number":1,"start_date":"2029-12-09"`},
		{"knows no period 0", "/pay-periods/2026/0", 404, `"code":"not_found"`},
		{"knows no period 27", "/pay-periods/2026/27", 404, `"code":"not_found"`},
		{"knows no period by a word", "/pay-periods/2026/last", 404, `"code":"not_found"`},
		{"knows no year by a word", "/pay-periods/this/25", 404, `"code":"not_found"`},
		{"knows no year 10000", "/pay-periods/10000/25", 404, `"code":"not_found"`},
		{"knows no unreal date", "/pay-periods/date/2026-02-30", 404, `"code":"not_found"`},
		{"knows no date by a word", "/pay-periods/date/today", 404, `"code":"not_found"`},
		{"refuses an unreal date to the bundle", "/pay-periods/bundle/current-and-all?date=2026-02-30", 400, `"field":"date"`},
		{"refuses a year by a word", "/pay-periods?year=all", 400, `"field":"year"`},
		{"refuses year 0", "/pay-periods?year=0", 400, `"field":"year"`},
		{"refuses an unknown parameter", "/pay-periods?years=2026", 400, `"field":"years"`},
		{"refuses an unknown parameter to one period", "/pay-periods/2026/25?x=1", 400, `"field":"x"`},
		{"knows no overview of period 27", "/pay-periods/2026/27/overview", 404, `"code":"not_found"`},
		{"knows no crew overview of period 0", "/pay-periods/2026/0/crew-overview", 404, `"code":"not_found"`},
		{"refuses a subtree that is neither true nor false", "/pay-periods/2026/25/crew-overview?includeSubtree=maybe", 400,
			`"field":"includeSubtree"`},
		{"shows no one to a caller without an employee record", "/pay-periods/2026/25/overview", 200, `"employees_overview":[]`},
	} {
		t.Run(x.name, func(t *testing.T) {
			status, body := ask(http.MethodGet, x.path)
			if status != x.status || !strings.Contains(body, x.want) {
				t.Errorf("%s: got %d %s", x.path, status, body)
			}
		})
	}
}

func TestAPI_OverviewAndApproval(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		s := w.service("2026-11-20")
		boss := w.employee("Anne", "Aubin", 0)
		worker := w.employee("Bruno", "Bédard", boss)
		below := w.employee("Chloé", "Côté", worker)
		regular, mileage := w.code("regular", "shift", 10000, "G1"), w.code("mileage", "expense", 7200, "G57")
		own, sheet := w.sheet(boss), w.sheet(worker)
		w.shift(boss, own, regular, "2026-11-16", 8, 60)
		for day := range 6 {
			w.shift(worker, sheet, regular, db.MustDay("2026-11-15").Add(day).String(), 8, 7*60+20)
		}
		w.expense(worker, sheet, mileage, "2026-11-16", 1805)

		ask := client(t, s, w.actor(auth.Employee, boss))
		row := `{"employee_id":2,"employee_name":"Bruno Bédard","regular_hours":40,"evening_hours":0,"emergency_hours":0,"overtime_hours":4,"expenses":18.05,"mileage":25.07,"is_approved":false}`
		none := `{"employee_id":3,"employee_name":"Chloé Côté","regular_hours":0,"evening_hours":0,"emergency_hours":0,"overtime_hours":0,"expenses":0,"mileage":0,"is_approved":false}`
		expect := func(method, path string, status int, want string) {
			t.Helper()
			if got, body := ask(method, path); got != status || body != want {
				t.Errorf("%s %s: got %d %s\nwant %s", method, path, got, body, want)
			}
		}
		head := `{"period_number":25,"year":2026,"start_date":"2026-11-15","end_date":"2026-11-28","label":"2026-11-15 → 2026-11-28","employees_overview":[`
		expect(http.MethodGet, "/pay-periods/2026/25/crew-overview", 200, head+row+`]}`)
		expect(http.MethodGet, "/pay-periods/2026/25/crew-overview?includeSubtree=true", 200, head+row+`,`+none+`]}`)
		expect(http.MethodPatch, "/pay-periods/2026/25/approval", 200,
			`{"period":`+period25+`,"approved":1,"already_approved":0,"skipped":[{"timesheet_id":1,"reason":"own_timesheet"}],"timesheet_ids":[2]}`)
		expect(http.MethodPatch, "/pay-periods/2026/25/approval", 200,
			`{"period":`+period25+`,"approved":0,"already_approved":1,"skipped":[{"timesheet_id":1,"reason":"own_timesheet"}],"timesheet_ids":[]}`)
		expect(http.MethodGet, "/pay-periods/2026/25/crew-overview", 200,
			head+strings.Replace(row, `"is_approved":false`, `"is_approved":true`, 1)+`]}`)

		ask = client(t, s, w.actor(auth.Employee, below))
		if status, body := ask(http.MethodPatch, "/pay-periods/2026/25/approval"); status != 403 {
			t.Errorf("an employee without reports approves: %d %s", status, body)
		}
		if status, body := ask(http.MethodGet, "/pay-periods/2026/25/crew-overview?supervisor_id=1"); status != 403 ||
			strings.Contains(body, "Bédard") {
			t.Errorf("an employee names another supervisor's crew: %d %s", status, body)
		}
		if _, body := ask(http.MethodGet, "/pay-periods/2026/25/overview"); strings.Contains(body, "Bédard") || !strings.Contains(body, "Chloé") {
			t.Errorf("an employee sees %s", body)
		}
	})
}
