package configuration

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

// site serves the pages and routes to an administrator who reads English. TIMEZONE is decided by the environment.
func site(t *testing.T, d *db.DB) (*featuretest.Client, *Service) {
	t.Helper()
	list := []Setting{{Name: companyName}, {Name: timeZone, Locked: true, LockedBy: timeZone, Environment: "Asia/Kabul"}, {Name: periodAnchor, Default: "2025-12-14"},
		{Name: overtime, Default: "40"}, {Name: archiveAfter, Default: "26"}, {Name: "SMTP_URL", Secret: true}}
	for i, x := range list {
		list[i].Group = x.Name
	}
	s, err := NewService(d, key, now, Options{Settings: list, Check: func(stored map[string]string) map[string]error {
		if stored[overtime] == "many" {
			return map[string]error{overtime: errNumber}
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	by := auth.Actor{PersonID: admin.PersonID, Name: "Ada", Role: auth.Admin, Via: "cookie", Language: i18n.EN}
	return featuretest.New(t, featuretest.Options{By: by, Now: now}, func(r *httpx.Router) {
		Pages(r, s, func(db.Day) (year, number int, first, last db.Day) {
			return 2026, 25, db.NewDay(2026, 11, 15), db.NewDay(2026, 11, 28)
		}, "")
		API(r, s)
	}), s
}

func TestPages_company(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, s := site(t, d)
		form := url.Values{"version": {"0"}, companyName: {" Rivière inc. "}, timeZone: {"Europe/Paris"}, periodAnchor: {"2025-12-14"},
			overtime: {"37.5"}, archiveAfter: {""}}
		t.Run("shows the values in effect, and locks the zone", func(t *testing.T) {
			page := c.Get(paths.CompanySettings()).Want(http.StatusOK).Doc()
			zone := page.Find("[name=TIMEZONE]")
			if _, disabled := zone.Attr("disabled"); !disabled || zone.Find("option[selected]").AttrOr("value", "") != "Asia/Kabul" {
				t.Error(htmltest.Text(zone.Parent()))
			}
			if text := htmltest.Text(page.Find("form.stack")); !strings.Contains(text, "Set by TIMEZONE in the service’s environment.") ||
				!strings.Contains(text, "Current period: 2026-25, Nov 15–28, 2026.") {
				t.Error(text)
			}
			if v := page.Find("[name=OVERTIME_WEEKLY_HOURS]").AttrOr("value", ""); v != "40" {
				t.Error(v)
			}
		})
		t.Run("saves what differs from the defaults", func(t *testing.T) {
			c.Form(paths.CompanySettings(), form).Want(http.StatusSeeOther)
			got, err := s.Stored(t.Context(), admin, nil)
			if err != nil || len(got) != 2 || got[companyName] != "Rivière inc." || got[overtime] != "37.5" {
				t.Errorf("%v %v", got, err)
			}
		})
		t.Run("keeps what was typed beside the error", func(t *testing.T) {
			form.Set("version", "1")
			form.Set(overtime, "many")
			page := c.Form(paths.CompanySettings(), form).Want(http.StatusUnprocessableEntity).Doc()
			if v := page.Find("[name=OVERTIME_WEEKLY_HOURS]").AttrOr("value", ""); v != "many" {
				t.Error(v)
			}
			if text := htmltest.Text(page.Find("form.stack")); !strings.Contains(text, "Enter a number of hours from 0 to 168.") {
				t.Error(text)
			}
		})
		t.Run("refuses a form of an older version", func(t *testing.T) {
			form.Set("version", "0")
			form.Set(overtime, "38")
			c.Form(paths.CompanySettings(), form).Want(http.StatusPreconditionFailed)
		})
	})
}

func TestAPI(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, _ := site(t, d)
		answer := c.Get("/settings").Want(http.StatusOK)
		for _, part := range []string{`{"name":"COMPANY_NAME","value":"","set":false,"source":"default","default":"","secret":false,`,
			`{"name":"TIMEZONE","value":"Asia/Kabul","set":true,"source":"environment",`, `{"name":"SMTP_URL","value":null,"set":false,`} {
			if !strings.Contains(answer.Body, part) {
				t.Errorf("no %s in %s", part, answer.Body)
			}
		}
		tag := answer.Header.Get("ETag")
		if tag != `"settings-0"` {
			t.Errorf("ETag %s", tag)
		}
		for _, x := range []struct {
			name, tag, body string
			status          int
			want            string
		}{
			{"several values", tag, `{"values":{"COMPANY_NAME":"Rivière","SMTP_URL":"smtp://u:hidden@h"}}`, 200, `"value":"Rivière","set":true,"source":"database"`},
			{"a version that has passed", tag, `{"values":{"COMPANY_NAME":"x"}}`, 412, "stale"},
			{"back to the default", "", `{"values":{"COMPANY_NAME":null}}`, 200, `{"name":"COMPANY_NAME","value":"","set":false,"source":"default"`},
			{"an unknown name", "", `{"values":{"COLOUR":"x"}}`, 400, "COLOUR"},
			{"a number", "", `{"values":{"COMPANY_NAME":5}}`, 400, "values"},
			{"no values", "", `{}`, 400, "values"},
		} {
			t.Run(x.name, func(t *testing.T) {
				headers := []string{"Content-Type", "application/json"}
				if x.tag != "" {
					headers = append(headers, "If-Match", x.tag)
				}
				got := c.Do(http.MethodPatch, "/settings", x.body, headers...).Want(x.status)
				if !strings.Contains(got.Body, x.want) || strings.Contains(got.Body, "hidden") {
					t.Error(got.Body)
				}
			})
		}
	})
}
