package workforce_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

const newcomer = "first_name=Aur%C3%A8le&last_name=Tanguay&email=aurele.tanguay@example.com&phone_number=%28514%29+555-0199&residence=&external_payroll_id=7799&company_code=271583&first_work_day=2026-11-02"

func TestTeamPage_Shows(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		payroll, head := a.Browser("payroll"), a.Browser("supervisor")
		t.Run("payroll everyone, by family name", func(t *testing.T) {
			page := string(payroll.On(t).Get("/staff/employees").Want(http.StatusOK).Has("6 people", "Add an employee", "514 555-12").Body)
			if strings.Index(page, "Desrosiers") > strings.Index(page, "Fontaine-Roy") ||
				strings.Index(page, "Ouellette") > strings.Index(page, "Trudelle") {
				t.Error("the list is not in the order of family names")
			}
		})
		t.Run("a supervisor the own crew alone", func(t *testing.T) {
			head.On(t).Get("/staff/employees").Want(http.StatusOK).Has("3 people", "Trudelle", "Ganache").HasNot("Ouellette", "Desrosiers",
				"Larivée", "Add an employee")
			head.On(t).Get("/staff/employees?view=tree").Want(http.StatusOK).Has("Trudelle", "2 people in all").HasNot("Ouellette", "Desrosiers")
			head.On(t).Get("/staff/employees?view=tree&root={foreman}").Want(http.StatusNotFound)
		})
		t.Run("who is searched in the tree, with those above, as a part of the page while one types", func(t *testing.T) {
			part := head.On(t).Do(http.MethodGet, "/staff/employees?view=tree&q=maelle", "", htmxOn, "true").Want(http.StatusOK)
			part.Has("1 person found", "Fontaine-Roy", "Trudelle").HasNot("<html", "Ganache")
			head.On(t).Get("/staff/employees?view=tree&q=ouellette").Want(http.StatusOK).Has("0 people found", "No results").HasNot("Ouellette</")
		})
		t.Run("an employee the own profile", func(t *testing.T) {
			c := a.Browser("employee")
			if to := c.On(t).Get("/staff/employees").Want(http.StatusSeeOther).Header.Get("Location"); to != fmt.Sprintf("/staff/employees/%d",
				a.World.IDs["employee"]) {
				t.Errorf("leads to %s", to)
			}
			c.On(t).Get("/staff/employees/{employee}").Want(http.StatusOK).Has("Your record", "Barnabé Fontaine-Roy", "2026-25",
				"Open my time").HasNot("/edit", "Ganache")
		})
		t.Run("somebody without a record what to do", func(t *testing.T) {
			a.Browser("events").On(t).Get("/staff/employees").Want(http.StatusOK).Has("You don’t have an employee record")
		})
		t.Run("who is looked for, accents and case aside", func(t *testing.T) {
			for q, found := range map[string]string{"maelle": "Trudelle", "TRUDELLE+maë": "Trudelle", "clemence": "Ouellette", "7703": "Trudelle"} {
				payroll.On(t).Get("/staff/employees?q="+q).Want(http.StatusOK).Has("1 person", found)
			}
			payroll.On(t).Get("/staff/employees?q=%25").Want(http.StatusOK).Has("No results", "Show everyone")
			payroll.On(t).Get("/staff/employees?supervisor_id={supervisor}").Want(http.StatusOK).Has("2 people").HasNot("Ouellette")
			payroll.On(t).Get("/staff/employees?company_code=1").Want(http.StatusOK).Has("No results")
			payroll.On(t).Get("/staff/employees?page=99").Want(http.StatusOK)
		})
	})
}

// Each row of the team says how the person stands today; a timesheet of the period that ended can be asked for once a day.
func TestTeamPage_today(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.Clock.Advance(14 * 24 * time.Hour)
		boss := a.Browser("supervisor")
		row := func(t *testing.T, page *apptest.Response) *goquery.Selection {
			t.Helper()
			return htmltest.One(t, page.Want(http.StatusOK).Doc(),
				fmt.Sprintf(`#team tr[data-row]:has(a[href="/staff/employees/%d"])`, a.World.IDs["employee"]))
		}
		says := func(t *testing.T, want ...string) {
			t.Helper()
			text := strings.ReplaceAll(htmltest.Text(row(t, boss.On(t).Get("/staff/employees"))), nbsp, " ")
			for _, part := range want {
				if !strings.Contains(text, part) {
					t.Errorf("no %q in %s", part, text)
				}
			}
		}
		t.Run("working, by the clock", func(t *testing.T) {
			a.Browser("employee").On(t).Form("/staff/clock/in", "").Want(http.StatusSeeOther)
			says(t, "Working since 8:00 a.m.", "2026-25 not submitted", "Remind")
		})
		t.Run("reminds of the period that ended, and returns to the list as it was", func(t *testing.T) {
			form := row(t, boss.On(t).Get("/staff/employees?q=maelle")).Find("form")
			to := boss.On(t).Form(form.AttrOr("action", ""), htmltest.Values(form).Encode()).Want(http.StatusSeeOther).Header.Get("Location")
			if to != "/staff/employees?q=maelle" {
				t.Errorf("leads to %s", to)
			}
			boss.On(t).Get(to).Has("Reminder sent to 1 person.")
			says(t, "Reminded today")
			if n := a.Count("notifications", "kind = 'timesheet.reminder' AND record_id = 202625"); n != 1 {
				t.Errorf("%d reminders", n)
			}
		})
	})
}

func TestProfilePage_OfOthers(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.Browser("employee")
	missing := c.Get("/staff/employees/987654").Want(http.StatusNotFound)
	for _, id := range []string{"{colleague}", "{supervisor}", "{stranger}"} {
		if theirs := c.On(t).Get("/staff/employees/" + id).Want(http.StatusNotFound); stableBody(theirs) != stableBody(missing) {
			t.Errorf("C2: the profile of %s tells that there is one", id)
		}
	}
	a.Browser("supervisor").On(t).Get("/staff/employees/{employee}").Want(http.StatusOK).Has("Open timesheet", "7703",
		"changed the record").HasNot("/edit")
	a.Browser("supervisor").On(t).Get("/staff/employees/{stranger}").Want(http.StatusNotFound)
}

func TestEmployeePage_FromHiringToLeaving(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("payroll")
		var profile string
		t.Run("a form with faults comes back whole, and nothing is made", func(t *testing.T) {
			before := a.Rows()
			c.On(t).Form("/staff/employees",
				"first_name=Aur%C3%A8le&last_name=&email=nowhere&phone_number=12a&external_payroll_id=x&company_code=&first_work_day=soon").
				Want(http.StatusUnprocessableEntity).Has("6 fields to fix", `value="Aurèle"`, `value="nowhere"`, `value="12a"`, `value="soon"`,
				`id="f-phone_number-error"`)
			c.On(t).Form("/staff/employees", strings.Replace(newcomer, "aurele.tanguay", "maelle.trudelle",
				1)).Want(http.StatusUnprocessableEntity).Has("already has an employee record")
			a.Unchanged(t, before, "refused forms")
		})
		t.Run("a record is made, with a person to sign in", func(t *testing.T) {
			profile = c.On(t).Form("/staff/employees", newcomer).Want(http.StatusSeeOther).Header.Get("Location")
			c.On(t).Get(profile).Want(http.StatusOK).Has("Aurèle Tanguay", "514 555-0199", "created the record", "No timesheet yet")
			if n := a.Count("people", "email = $1 AND role = 'employee' AND password_hash IS NULL", "aurele.tanguay@example.com"); n != 1 {
				t.Errorf("W17: %d people", n)
			}
		})
		t.Run("a person who signs in already gets the record", func(t *testing.T) {
			before := a.Count("people", "TRUE")
			to := c.On(t).Form("/staff/employees", strings.Replace(newcomer, "aurele.tanguay", "rosalie.vadeboncoeur",
				1)).Want(http.StatusSeeOther).Header.Get("Location")
			if n := a.Count("employees", "user_id = $1", a.World.People["events"].UserID); n != 1 || a.Count("people", "TRUE") != before {
				t.Errorf("W17: the record at %s belongs to somebody else", to)
			}
		})
		t.Run("the supervisor is found and chosen, never in a circle", func(t *testing.T) {
			c.On(t).Get(profile + "/supervisor?supervisor_id_q=barnabe").Want(http.StatusOK).Has("Barnabé Fontaine-Roy").HasNot("Ouellette")
			c.On(t).Get("/staff/employees/{supervisor}/supervisor?supervisor_id_q=e").Want(http.StatusOK).Has("Desrosiers").HasNot("Maëlle")
			c.On(t).Form(profile+"/supervisor", "supervisor_id={supervisor}").Want(http.StatusSeeOther)
			c.On(t).Get(profile).Want(http.StatusOK).Has("<ins>Barnabé Fontaine-Roy</ins>")
			c.On(t).Form("/staff/employees/{supervisor}/supervisor", "supervisor_id="+strings.TrimPrefix(profile, "/staff/employees/")).
				Want(http.StatusUnprocessableEntity).Has("directly or indirectly")
			c.On(t).Form("/staff/employees/{supervisor}/supervisor", "supervisor_id=none").Want(http.StatusBadRequest)
		})
		t.Run("a change says what was and what is, and one on an old page is refused", func(t *testing.T) {
			c.On(t).Form(profile, "version=1&residence=Val-David").Want(http.StatusPreconditionFailed)
			c.On(t).Form(profile, "version=2&residence=Val-David&phone_number=1+450+555+0101").Want(http.StatusSeeOther)
			c.On(t).Get(profile).Want(http.StatusOK).Has("<del>514 555-0199</del>", "<ins>450 555-0101</ins>", "<ins>Val-David</ins>")
			c.On(t).Form(profile, "phone_number=12").Want(http.StatusUnprocessableEntity).Has(`value="12"`, "isn’t recognized")
		})
		t.Run("leaving is kept for its day, and taken back", func(t *testing.T) {
			c.On(t).Form(profile+"/leave", "last_work_day=2020-01-01").Want(http.StatusUnprocessableEntity).Has("can’t be before the first day")
			c.On(t).Form(profile+"/leave", "last_work_day=2026-12-24").Want(http.StatusSeeOther)
			c.On(t).Get(profile).Want(http.StatusOK).Has("Last day: December" + nbsp + "24, 2026").HasNot("is archived")
			c.On(t).Form(profile+"/leave", "last_work_day=").Want(http.StatusSeeOther)
			c.On(t).Form(profile+"/leave", "last_work_day=2026-11-20").Want(http.StatusSeeOther)
			c.On(t).Get(profile).Want(http.StatusOK).Has("This record is archived", "Left on November"+nbsp+"20, 2026", "Restore").HasNot("/edit")
			c.On(t).Get(profile + "/edit").Want(http.StatusNotFound)
			c.On(t).Get("/staff/employees?view=archive").Want(http.StatusOK).Has("1 person", "Tanguay", "Left on")
		})
		t.Run("the archive gives a record back", func(t *testing.T) {
			c.On(t).Form(profile+"/restore", "").Want(http.StatusSeeOther)
			c.On(t).Get(profile).Want(http.StatusOK).Has("restored the record").HasNot("is archived")
			c.On(t).Form(profile+"/restore", "").Want(http.StatusConflict)
			c.On(t).Form(profile+"/delete", "").Want(http.StatusSeeOther)
			c.On(t).Get(profile).Want(http.StatusOK).Has("Deleted on November" + nbsp + "20, 2026")
			c.On(t).Form(profile+"/delete", "").Want(http.StatusNotFound)
		})
	})
}
