package workforce_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/platform/errs"
	"presence/app/workforce/deputies"
	"presence/db"
)

// standIn makes an employee the supervisor's deputy from today on.
func standIn(t *testing.T, a *apptest.App, who, until string) {
	t.Helper()
	a.Browser("supervisor").On(t).Form("/staff/deputies", form("deputy_id", fmt.Sprint(a.World.IDs[who]), "when", "days", "from_day",
		"2026-11-20", "until_day", until)).Want(http.StatusSeeOther)
}

// The same person is not named twice for the same days, so that withdrawing a deputy ends what they may do.
func TestDeputies_overlap(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		boss := a.As("supervisor").On(t)
		name := func(who, days string) *apptest.Response {
			return boss.On(t).Post("/deputies", a.World.Fill(`{"deputy_id":{`+who+`}`+days+`}`))
		}
		days := func(from, until string) string { return `,"from_day":"` + from + `","until_day":"` + until + `"` }
		first := name("stranger", days("2027-03-01", "2027-03-10")).Want(http.StatusCreated).ID()
		for _, x := range []string{days("2027-03-01", "2027-03-10"), days("2027-03-10", "2027-03-12"), days("2027-02-20", "2027-03-01")} {
			name("stranger", x).Want(http.StatusBadRequest).Has("deputy_overlap")
		}
		second := name("stranger", days("2027-03-11", "2027-03-12")).Want(http.StatusCreated).ID()
		boss.On(t).Patch(fmt.Sprintf("/deputies/%d", second), `{"from_day":"2027-03-10"}`).Want(http.StatusBadRequest).Has("deputy_overlap")
		name("colleague", days("2027-03-01", "2027-03-10")).Want(http.StatusCreated)
		name("stranger", days("2028-11-01", "2028-11-21")).Want(http.StatusBadRequest).Has("deputy_too_long")
		boss.On(t).Do("DELETE", fmt.Sprintf("/deputies/%d", first), nil)
		name("stranger", days("2027-03-01", "2027-03-10")).Want(http.StatusCreated)
		var last *apptest.Response
		for i := range 20 {
			day := fmt.Sprintf("2027-05-%02d", i+1)
			if last = name("stranger", days(day, day)); last.Status != http.StatusCreated {
				break
			}
		}
		last.Want(http.StatusBadRequest).Has("too_many_deputies")
	})
}

func TestDeputies_StandIn(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const crew = "Maëlle Trudelle"
		a.Browser("stranger").On(t).Get(queue).Want(http.StatusForbidden)
		standIn(t, a, "stranger", "2026-11-27")
		handIn(t, a)
		deputy := a.Browser("stranger").On(t)
		deputy.Get(queue).Want(http.StatusOK).Has(crew, "You’re standing in for "+a.World.People["supervisor"].Name()+" until Nov").
			HasNot(`class="queue-name">Barnabé Fontaine-Roy`)
		deputy.Get("/staff/").Want(http.StatusOK).Has("You’re standing in for")
		t.Run("they are told of what was submitted", func(t *testing.T) {
			if n := a.Count("notifications", "kind = 'timesheet.submitted' AND person_id = '"+a.World.People["stranger"].UserID+"'"); n != 2 {
				t.Errorf("%d notifications", n)
			}
		})
		t.Run("what they approve has both names", func(t *testing.T) {
			a.Browser("stranger").On(t).Form(queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "approve", "")).
				Want(http.StatusSeeOther)
			boss, me := a.World.People["supervisor"].Name(), a.World.People["stranger"].Name()
			if n := a.Count("audit_log", "action = 'approved' AND kind = 'timesheet' AND acted_for = '"+boss+"' AND person_name = '"+me+"'"); n != 1 {
				t.Errorf("%d entries of the audit log", n)
			}
			a.Browser("supervisor").On(t).Get("/staff/timesheets/{employee.timesheet}").Has(me + ", for " + boss)
		})
		t.Run("what supervisors approve of their own crew has one", func(t *testing.T) {
			a.Browser("supervisor").On(t).Form(queue, decision(t, a, "sheet", "timesheets", "colleague.timesheet", "approve", "")).
				Want(http.StatusSeeOther)
			if n := a.Count("audit_log", "record_id = '"+fmt.Sprint(a.World.IDs["colleague.timesheet"])+
				"' AND action = 'approved' AND kind = 'timesheet' AND acted_for = ''"); n != 1 {
				t.Errorf("%d entries of the audit log", n)
			}
		})
		t.Run("their own time and that of the supervisor are not theirs", func(t *testing.T) {
			a.Browser("supervisor").On(t).Form("/staff/timesheets/{supervisor.timesheet}/submit", "").Want(http.StatusSeeOther)
			a.Browser("stranger").On(t).Form(queue, decision(t, a, "sheet", "timesheets", "supervisor.timesheet", "approve", "")).
				Want(http.StatusNotFound)
			a.As("stranger").On(t).Patch("/timesheets/{supervisor.timesheet}/approval", `{"is_approved":true}`).Want(http.StatusBadRequest).Has("not_found")
			a.As("stranger").On(t).Patch("/timesheets/{stranger.timesheet}/approval", `{"is_approved":true}`).Want(http.StatusForbidden)
			if n := a.Count("timesheets", "is_approved AND id IN ("+fmt.Sprint(a.World.IDs["supervisor.timesheet"])+", "+
				fmt.Sprint(a.World.IDs["stranger.timesheet"])+")"); n != 0 {
				t.Errorf("%d were approved", n)
			}
		})
		t.Run("two supervisors of one name are both named", func(t *testing.T) {
			if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO deputies (supervisor_id, deputy_id, from_day, until_day, created_at, updated_at)
					VALUES ($1, $2, '2026-11-20', '2026-11-25', 1, 1)`, a.World.IDs["colleague"], a.World.IDs["stranger"])
				if err == nil {
					_, err = tx.Exec(ctx, `UPDATE employees SET first_name = s.first_name, last_name = s.last_name, sort_name = s.sort_name
						FROM employees s WHERE s.id = $2 AND employees.id = $1`, a.World.IDs["colleague"], a.World.IDs["supervisor"])
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
			page := a.Browser("stranger").On(t).Get(queue).Want(http.StatusOK).Doc().Text()
			if n := strings.Count(page, "You’re standing in for "+a.World.People["supervisor"].Name()); n != 2 {
				t.Errorf("%d are named", n)
			}
		})
	})
}

// A request that was sent before all sign-ins of the supervisor ended names no deputy, and changes none.
func TestDeputies_after_sign_ins_ended(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		s := deputies.NewService(a.DB, a.Clock.Now, time.UTC)
		now := a.Actor("supervisor")
		ended := now
		ended.TokensAfter--
		n := deputies.New{DeputyID: a.World.IDs["stranger"]}
		if _, err := s.Create(t.Context(), ended, n); !errs.HasCode(err, "session_ended") {
			t.Errorf("naming one: %v", err)
		}
		d, err := s.Create(t.Context(), now, n)
		if err != nil {
			t.Fatal(err)
		}
		day := db.MustDay("2026-11-27")
		if _, err := s.Update(t.Context(), ended, d.ID, nil, deputies.Changes{From: &day, Until: &day}); !errs.HasCode(err, "session_ended") {
			t.Errorf("changing one: %v", err)
		}
	})
}

func TestDeputiesPage(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		day := func(values ...string) string {
			return form(append([]string{"deputy_id", fmt.Sprint(a.World.IDs["stranger"]), "when", "days"}, values...)...)
		}
		for _, x := range []struct{ name, who, body, says string }{
			{"the days are missing", "supervisor", day(), "This field is required."},
			{"the last day is before the first", "supervisor", day("from_day", "2026-12-04", "until_day", "2026-12-01"), "The last day can’t be before the first day."},
			{"the last day is over", "supervisor", day("from_day", "2026-11-02", "until_day", "2026-11-06"), "Choose today or a later date."},
			{"nobody is chosen", "supervisor", form("when", "leave"), "This field is required."},
			{"the deputy is the supervisor", "supervisor", form("when", "leave", "deputy_id", fmt.Sprint(a.World.IDs["supervisor"])),
				"Choose someone other than the person who is away."},
			{"the deputy does not exist", "supervisor", form("when", "leave", "deputy_id", "999"), "This no longer exists, or you don’t have access to it."},
			{"nobody reports to the supervisor", "admin", form("when", "leave", "deputy_id", fmt.Sprint(a.World.IDs["stranger"]), "supervisor_id",
				fmt.Sprint(a.World.IDs["employee"])), "No one reports to this employee."},
		} {
			t.Run("refused: "+x.name, func(t *testing.T) {
				a.Browser(x.who).On(t).Form("/staff/deputies", x.body).Want(http.StatusUnprocessableEntity).Has(x.says)
			})
		}
		t.Run("a disabled account cannot stand in", func(t *testing.T) {
			if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE people SET disabled_at = 1 WHERE id = $1", a.World.People["colleague"].UserID)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			a.Browser("supervisor").On(t).Form("/staff/deputies", form("when", "leave", "deputy_id", fmt.Sprint(a.World.IDs["colleague"]))).
				Want(http.StatusUnprocessableEntity).Has("This person has no way to sign in.")
			a.Browser("supervisor").On(t).Get("/staff/deputies?open=new&deputy_id_q=ganache").HasNot("Théophile Ganache</")
		})
		t.Run("a supervisor names nobody for another crew", func(t *testing.T) {
			a.Browser("foreman").On(t).Form("/staff/deputies", form("when", "leave", "deputy_id", fmt.Sprint(a.World.IDs["stranger"]),
				"supervisor_id", fmt.Sprint(a.World.IDs["supervisor"]))).Want(http.StatusForbidden)
		})
		t.Run("the days are changed, and it is withdrawn, but not by the deputy", func(t *testing.T) {
			standIn(t, a, "stranger", "2026-11-27")
			a.Browser("supervisor").On(t).Get("/staff/deputies").Has(a.World.People["stranger"].Name(), "Active")
			var id int64
			if err := a.DB.QueryRow(t.Context(), "SELECT MAX(id) FROM deputies").Scan(&id); err != nil {
				t.Fatal(err)
			}
			one := fmt.Sprintf("/staff/deputies/%d", id)
			a.Browser("stranger").On(t).Form(one+"/delete", "").Want(http.StatusForbidden)
			a.Browser("employee").On(t).Form(one+"/delete", "").Want(http.StatusNotFound)
			a.Browser("supervisor").On(t).Form(one, form("version", "1", "when", "leave")).Want(http.StatusSeeOther)
			a.Browser("supervisor").On(t).Form(one, form("version", "1", "when", "leave")).Want(http.StatusPreconditionFailed)
			a.Browser("stranger").On(t).Get(queue).Want(http.StatusForbidden)
			a.Browser("admin").On(t).Form(one+"/delete", form("version", "2")).Want(http.StatusSeeOther)
			if n := a.Count("audit_log", "kind = 'deputy' AND record_id = '"+fmt.Sprint(id)+"'"); n != 3 {
				t.Errorf("%d entries of the audit log", n)
			}
		})
	})
}
