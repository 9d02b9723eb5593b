package app_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/db"
)

func TestDemo(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			a := apptest.NewDemo(t, engine)
			t.Run("is a company of sixty with three crews", func(t *testing.T) {
				for what, n := range map[string]int{
					"last_work_day IS NULL": 60,
					"supervisor_id IN (SELECT id FROM employees WHERE email = 'supervisor@demo.presence.example')": 18,
					"id IN (SELECT supervisor_id FROM employees)":                                                  4,
				} {
					if got := a.Count("employees", what); got != n {
						t.Errorf("%d employees with %s, want %d", got, what, n)
					}
				}
			})
			t.Run("has four periods and the night the clocks changed", func(t *testing.T) {
				if got := a.Count("shifts", "day = '2026-10-31' AND minutes = 540"); got == 0 {
					t.Error("no shift of 9 hours on the night of October 31")
				}
				for _, start := range []string{"2026-10-04", "2026-10-18", "2026-11-01", "2026-11-15"} {
					if got := a.Count("timesheets", "period_start = '"+start+"'"); got < 50 {
						t.Errorf("%d sheets in the period of %s", got, start)
					}
				}
			})
			t.Run("has approved what is long over, and left open what has just ended", func(t *testing.T) {
				if n := a.Count("timesheets", "period_start < '2026-11-01' AND NOT is_approved"); n != 0 {
					t.Errorf("%d sheets of past periods are not approved", n)
				}
				if n := a.Count("timesheets", "period_start = '2026-11-01' AND is_approved"); n < 3 || n > 8 {
					t.Errorf("%d sheets of the period that waits are approved", n)
				}
			})
			t.Run("has something of everything", func(t *testing.T) {
				for table, cond := range map[string]string{
					"leave_requests":      "approval_status = 'Pending'",
					"expenses":            "bank_code_id IN (SELECT id FROM bank_codes WHERE type = 'mileage')",
					"timesheet_approvals": "withdrawn_at IS NOT NULL",
					"shifts":              "minutes = 480 AND bank_code_id IN (SELECT id FROM bank_codes WHERE type = 'evening')",
					"bank_codes":          "modifier = 7200",
					"badges":              "number = 'F-102' AND pin_hash <> ''",
					"kiosks":              "enrolled_at IS NOT NULL",
					"expense_receipts":    "small IS NOT NULL",
				} {
					if a.Count(table, cond) == 0 {
						t.Errorf("no %s with %s", table, cond)
					}
				}
			})
			t.Run("has an event with a sent campaign and answers of all confidences, and one to send", func(t *testing.T) {
				for cond, least := range map[string]int{
					"confidence = 'confirmed'": 150, "confidence = 'probable'": 30, "confidence = 'none'": 30, "event_id = 'soiree-hivernale'": 300,
					"recipient_id IS NOT NULL": 100, "version > 1": 1,
				} {
					if n := a.Count("rsvps", cond); n < least {
						t.Errorf("%d answers with %s, want at least %d", n, cond, least)
					}
				}
				if n := a.Count("campaigns",
					"event_id = 'soiree-hivernale' AND status = 'completed' AND sent = total AND opened > clicked AND clicked > 0"); n != 1 {
					t.Errorf("%d finished campaigns", n)
				}
				if a.Count("campaigns", "event_id = 'brunch-de-printemps'") != 0 ||
					a.Count("audience_entries", "event_id = 'brunch-de-printemps'") < 100 {
					t.Error("the brunch waits for its invitations, with an audience")
				}
			})
			t.Run("dates nothing in the future", func(t *testing.T) {
				now := a.Clock.Now().UnixMilli()
				for _, table := range []string{"employees", "timesheets", "shifts", "expenses", "leave_requests", "bank_codes"} {
					if n := a.Count(table, "updated_at > $1", now); n != 0 {
						t.Errorf("%d rows of %s are from the future", n, table)
					}
				}
			})
			t.Run("opens its door to its five people", func(t *testing.T) {
				for _, part := range []string{"admin", "payroll", "supervisor", "employee", "events"} {
					a.EnterDemo(t, part).Get("/staff/").Want(http.StatusOK)
				}
			})
		})
	}
}

// Every state that a row can be in is in the demo's supervisor's crew.
func TestDemo_ShowsEveryState(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	page := a.EnterDemo(t, "supervisor").Get(apptest.DemoPeriod).Want(http.StatusOK)
	for _, badge := range []string{"Modifiée", "Brouillon", "Soumise", "Approuvée", "Manquante"} {
		if !strings.Contains(string(page.Body), "<span>"+badge+"</span>") {
			t.Errorf("no row is %s", badge)
		}
	}
	page.Has("jour sans heures", "journée de 17", "suppl.", "aucune heure saisie")
}
