package payperiods

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/db"
	"presence/db/dbtest"
)

// The two timesheets of period 2026-25 that were submitted wait for the supervisor, and for payroll.
func TestService_EarlierWork(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCrew(t, d)
		s := c.service("2026-12-01")
		boss, lead, payroll := c.actor(auth.Employee, c.boss), c.actor(auth.Employee, c.draft), c.actor(auth.Payroll, 0)
		check := func(name string, by auth.Actor, p Period, want string) {
			t.Run(name, func(t *testing.T) {
				w, ok, err := s.EarlierWork(t.Context(), by, p)
				got := ""
				if ok {
					got = fmt.Sprint(w.Period.Name(), " ", w.ToApprove)
				}
				if err != nil || got != want {
					t.Errorf("%q, want %q, %v", got, want, err)
				}
			})
		}
		now := s.Current()
		check("what waits of the period before", boss, now, "2026-25 2")
		check("for payroll too", payroll, now, "2026-25 2")
		check("none of it is of a period before itself", boss, c.p, "")
		check("none of it is for the supervisor of another team", lead, now, "")

		later := c.sheet(c.draft)
		c.shift(c.draft, later, c.code("overtime", "shift", 15000, "G2"), "2026-11-30", 8, 480)
		c.submitted(later)
		check("the oldest period with work comes first", boss, s.Calendar().Next(now), "2026-25 2")

		empty := c.sheet(c.missing)
		c.exec(`UPDATE timesheets SET submitted_at = 1, period_start = '2026-11-01' WHERE id = $1`, empty)
		check("a submitted timesheet without any entry is on no page", boss, now, "2026-25 2")

		c.exec(`UPDATE timesheets SET period_start = '2026-11-15' WHERE id = $1`, c.lateSheet)
		c.exec(`UPDATE shifts SET week = '2026-11-22' WHERE timesheet_id = $1`, c.readySheet)
		check("a timesheet without a period counts in that of its entries", boss, now, "2026-25 2")

		c.approved(c.readySheet, c.lateSheet)
		check("nothing waits when all that was submitted is approved", boss, now, "")
		check("nor for payroll", payroll, now, "")
		c.exec(`UPDATE timesheets SET is_approved = FALSE, submitted_at = NULL, changed = TRUE WHERE id = $1`, c.readySheet)
		check("a timesheet that changed after its approval was withdrawn waits", boss, now, "2026-25 1")
	})
}

func TestPages_earlierWork(t *testing.T) {
	c := newCrew(t, dbtest.OpenSQLite(t))
	s := c.service("2026-12-01")
	boss := c.actor(auth.Employee, c.boss)
	b := browse(t, s, boss)
	t.Run("the pay periods lead to the oldest with work", func(t *testing.T) {
		if a := b.On(t).Get("/staff/periods?sort=-hours"); a.Status != http.StatusSeeOther || a.Header.Get("Location") != board+"?sort=-hours" {
			t.Errorf("%d %s", a.Status, a.Header.Get("Location"))
		}
	})
	link := func(t *testing.T, b browser, path string) string {
		a := b.page(t, path).Find(".earlier a")
		href, _ := a.Attr("href")
		return strings.TrimSpace(spaces(a.Text()) + " " + href)
	}
	for _, x := range []struct{ name, path, want string }{
		{"a period that has just begun names it", "/staff/periods/2026/26", "2026-25: 2 timesheets to approve " + board},
		{"and so does its page in another view", "/staff/periods/2026/26?weeks=1", "2026-25: 2 timesheets to approve " + board},
		{"its own page does not", board, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := link(t, b, x.path); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	t.Run("without work, the pay periods lead to the current one", func(t *testing.T) {
		c.approved(c.bossSheet, c.readySheet, c.lateSheet, c.draftSheet)
		if a := b.On(t).Get("/staff/periods"); a.Header.Get("Location") != "/staff/periods/2026/26" {
			t.Errorf("%d %s", a.Status, a.Header.Get("Location"))
		}
	})
}
