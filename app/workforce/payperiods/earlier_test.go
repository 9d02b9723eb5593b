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

// export records that payroll has exported the period that begins on a day.
func (w *world) export(number int, start string) {
	w.Helper()
	w.exec(`INSERT INTO payroll_exports (number, period_start, made_at, made_by, made_by_name, options, line_count, corrections, regular, evening,
		emergency, overtime, on_leave, cents, distance, sha256, file) VALUES ($1, $2, 1, $3, 'x', '{}', 0, 0, 0, 0, 0, 0, 0, 0, 0, $4, $4)`,
		number, db.MustDay(start), w.person("admin"), []byte("x"))
}

// The two timesheets of period 2026-25 that were submitted wait for the supervisor, and for payroll, which exports it later.
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
		check("payroll waits for the timesheets that are not submitted", payroll, now, "")
		c.approved(c.draftSheet, c.bossSheet)
		check("an approved period is to be exported", payroll, now, "2026-25 0")
		check("by payroll alone", boss, now, "")
		check("when it has ended", payroll, s.Calendar().Next(s.Calendar().Next(now)), "2026-25 0")
		c.export(1, "2026-11-15")
		check("an exported period has no work", payroll, now, "")
		c.exec(`UPDATE payroll_exports SET withdrawn_at = 2`)
		check("until the export is withdrawn", payroll, now, "2026-25 0")
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
	t.Run("payroll sees what is to export", func(t *testing.T) {
		c.approved(c.bossSheet, c.readySheet, c.lateSheet, c.draftSheet)
		if got := link(t, browse(t, s, c.actor(auth.Payroll, 0)), "/staff/periods/2026/26"); got != "2026-25: not exported yet "+board {
			t.Error(got)
		}
	})
	t.Run("the pay periods lead payroll to what is to export, once the company has exported", func(t *testing.T) {
		clerk := browse(t, s, c.actor(auth.Payroll, 0))
		for i, want := range []string{"/staff/periods/2026/26", board} {
			if got := clerk.On(t).Get("/staff/periods").Header.Get("Location"); got != want {
				t.Errorf("after %d exports: %s", i, got)
			}
			if i == 0 {
				c.export(1, "2026-11-01")
			}
		}
	})
	t.Run("without work, the pay periods lead to the current one", func(t *testing.T) {
		if a := b.On(t).Get("/staff/periods"); a.Header.Get("Location") != "/staff/periods/2026/26" {
			t.Errorf("%d %s", a.Status, a.Header.Get("Location"))
		}
	})
}
