package app_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/db"
)

// TestPrograms shows what programs do by the routes that have few rules of their own: those of the pages are tested with their features.
func TestPrograms(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		events, payroll := a.As("events"), a.As("payroll")
		t.Run("an address is excluded from campaigns, and sent to again", func(t *testing.T) {
			c := events.On(t)
			c.Post("/campaigns/suppressions", `{"email":"Plus@Example.com"}`).Want(http.StatusCreated).Has(`"email":"plus@example.com"`, "unsubscribed")
			c.Post("/campaigns/suppressions", `{"email":"plus@example.com"}`).Want(http.StatusBadRequest).Has(`"listed"`)
			c.Get("/campaigns/suppressions?q=plus").Want(http.StatusOK).Has(`"email":"plus@example.com"`)
			c.Get("/campaigns/suppressions?after=plus@example.com").Want(http.StatusOK).HasNot("plus@")
			c.Delete("/campaigns/suppressions/PLUS@example.com").Want(http.StatusNoContent)
			c.Delete("/campaigns/suppressions/plus@example.com").Want(http.StatusNotFound)
		})
		t.Run("an address whose messages keep coming back is decided on", func(t *testing.T) {
			c := events.On(t)
			if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO soft_bounces (email_key, in_a_row, campaign_id, recipient_id, cause, diagnostic, last_at)
					VALUES ('full@example.com', 3, $1, 1, 'mailbox_full', '', 1), ('slow@example.com', 3, $1, 2, 'unreachable', '', 1)`,
					a.World.IDs["campaign"])
				return err
			}); err != nil {
				t.Fatal(err)
			}
			c.Get("/campaigns/bouncing-addresses").Want(http.StatusOK).Has("full@example.com", "slow@example.com", `"in_a_row":3`)
			c.Post("/campaigns/bouncing-addresses/full@example.com/decision", `{"keep":false}`).Want(http.StatusNoContent)
			c.Post("/campaigns/bouncing-addresses/slow@example.com/decision", `{"keep":true}`).Want(http.StatusNoContent)
			c.Get("/campaigns/bouncing-addresses").Want(http.StatusOK).HasNot("@example.com")
			c.Get("/campaigns/suppressions").Want(http.StatusOK).Has(`"email":"full@example.com","reason":"bounced"`).HasNot("slow@")
		})
		t.Run("opens and clicks are no longer recorded", func(t *testing.T) {
			c := events.On(t)
			c.Do(http.MethodPut, "/campaigns/tracking", `{"track_people":false}`).Want(http.StatusOK)
			c.Get("/campaigns/tracking").Want(http.StatusOK).Has(`{"track_people":false}`)
		})
		t.Run("a customer that was deleted is put back", func(t *testing.T) {
			c := payroll.On(t)
			c.Delete("/customers/{customer}").Want(http.StatusCreated)
			c.Post("/customers/{customer}/restore", "").Want(http.StatusOK)
			c.Get("/customers/{customer}").Want(http.StatusCreated)
		})
		t.Run("a timesheet is returned with the reason, and its owner reads the notification", func(t *testing.T) {
			owner, boss := a.As("employee").On(t), a.As("supervisor").On(t)
			owner.Do(http.MethodPut, "/timesheets/{employee.timesheet}/submission", "").Want(http.StatusOK)
			boss.Post("/timesheets/{employee.timesheet}/return", `{"supervisor_comment":" "}`).Want(http.StatusBadRequest).Has("supervisor_comment", "required")
			boss.Post("/timesheets/{employee.timesheet}/return", `{"supervisor_comment":"Il manque le vendredi"}`).Want(http.StatusOK).Has("Il manque")
			var list []struct {
				ID   int64  `json:"id"`
				Kind string `json:"kind"`
				Read bool   `json:"read"`
			}
			owner.Get("/notifications").Want(http.StatusOK).JSON(&list)
			if len(list) == 0 || list[0].Kind != "timesheet.changed" || list[0].Read {
				t.Fatalf("got %+v", list)
			}
			owner.Post("/notifications/read", `{}`).Want(http.StatusBadRequest).Has("required")
			owner.Post("/notifications/read", fmt.Sprintf(`{"ids":[%d]}`, list[0].ID)).Want(http.StatusNoContent)
			owner.Get(fmt.Sprintf("/notifications?after=%d&limit=1", list[0].ID+1)).Want(http.StatusOK).JSON(&list)
			if len(list) != 1 || !list[0].Read {
				t.Errorf("got %+v", list)
			}
		})
		t.Run("an employee is reminded of a period once on a day", func(t *testing.T) {
			c, body := a.As("supervisor").On(t), `{"employee_ids":[{employee}]}`
			first := string(c.Post("/pay-periods/2026/25/reminders", body).Want(http.StatusOK).Body)
			again := string(c.Post("/pay-periods/2026/25/reminders", body).Want(http.StatusOK).Body)
			if !strings.Contains(first, fmt.Sprintf(`"employee_ids":[%d]`, a.World.IDs["employee"])) || !strings.Contains(again, `"employee_ids":[]`) {
				t.Errorf("first %s, then %s", first, again)
			}
			a.As("employee").On(t).Post("/pay-periods/2026/25/reminders", body).Want(http.StatusForbidden)
		})
	})
}
