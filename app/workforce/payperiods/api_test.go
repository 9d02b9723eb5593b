package payperiods

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/db"
	"presence/db/dbtest"
)

// client calls the API as one actor.
func client(t *testing.T, s *Service, by auth.Actor) *featuretest.Client {
	t.Helper()
	return featuretest.New(t, featuretest.Options{By: by, Now: s.now}, func(r *httpx.Router) { API(r, s) })
}

const period25 = `{"period_number":25,"start_date":"2026-11-15","end_date":"2026-11-28","year":2026,"label":"2026-11-15 → 2026-11-28"}`

func TestAPI_Calendar(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t))
	api := client(t, w.service("2026-11-20"), auth.Actor{})
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
			if a := api.On(t).Get(x.path); a.Status != x.status || !strings.Contains(a.Body, x.want) {
				t.Errorf("%s: got %d %s", x.path, a.Status, a.Body)
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

		api := client(t, s, w.actor(auth.Employee, boss))
		row := `{"employee_id":2,"employee_name":"Bruno Bédard","regular_hours":40,"evening_hours":0,"emergency_hours":0,"overtime_hours":4,"expenses":18.05,"mileage":25.07,"is_approved":false}`
		none := `{"employee_id":3,"employee_name":"Chloé Côté","regular_hours":0,"evening_hours":0,"emergency_hours":0,"overtime_hours":0,"expenses":0,"mileage":0,"is_approved":false}`
		head := `{"period_number":25,"year":2026,"start_date":"2026-11-15","end_date":"2026-11-28","label":"2026-11-15 → 2026-11-28","employees_overview":[`
		api.Get("/pay-periods/2026/25/crew-overview").Is(200, head+row+`]}`)
		api.Get("/pay-periods/2026/25/crew-overview?includeSubtree=true").Is(200, head+row+`,`+none+`]}`)
		api.Do(http.MethodPatch, "/pay-periods/2026/25/approval", "").Is(200,
			`{"period":`+period25+`,"approved":1,"already_approved":0,"skipped":[{"timesheet_id":1,"reason":"own_timesheet"}],"timesheet_ids":[2]}`)
		api.Do(http.MethodPatch, "/pay-periods/2026/25/approval", "").Is(200,
			`{"period":`+period25+`,"approved":0,"already_approved":1,"skipped":[{"timesheet_id":1,"reason":"own_timesheet"}],"timesheet_ids":[]}`)
		api.Get("/pay-periods/2026/25/crew-overview").Is(200,
			head+strings.Replace(row, `"is_approved":false`, `"is_approved":true`, 1)+`]}`)

		api = api.As(w.actor(auth.Employee, below))
		if a := api.Do(http.MethodPatch, "/pay-periods/2026/25/approval", ""); a.Status != 403 {
			t.Errorf("an employee without reports approves: %d %s", a.Status, a.Body)
		}
		if a := api.Get("/pay-periods/2026/25/crew-overview?supervisor_id=1"); a.Status != 403 || strings.Contains(a.Body, "Bédard") {
			t.Errorf("an employee names another supervisor's crew: %d %s", a.Status, a.Body)
		}
		if a := api.Get("/pay-periods/2026/25/overview"); strings.Contains(a.Body, "Bédard") || !strings.Contains(a.Body, "Chloé") {
			t.Errorf("an employee sees %s", a.Body)
		}
	})
}
