package configuration

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

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
	list := []Setting{{Name: companyName},
		{Name: timeZone, Locked: true, LockedBy: timeZone, Environment: "Asia/Kabul"}, {Name: periodAnchor, Default: "2025-12-14"},
		{Name: overtime, Default: "40"}, {Name: archiveAfter, Default: "26"}, {Name: "SMTP_URL", Secret: true}, {Name: oidcIssuer},
		{Name: oidcClient}, {Name: oidcSecret, Secret: true}, {Name: directoryURL, Secret: true}, {Name: directoryEvery, Default: "15m"}}
	for i, x := range list {
		list[i].Group = x.Name
	}
	answers := func(values map[string]string, name string) error {
		if strings.Contains(values[name], "down.example") {
			return errors.New("unreachable: down.example, connection refused")
		}
		return nil
	}
	s, err := NewService(d, now, key, Options{Settings: list,
		TestSignIn:    func(_ context.Context, values map[string]string) error { return answers(values, oidcIssuer) },
		TestCustomers: func(_ context.Context, values map[string]string) error { return answers(values, directoryURL) },
		Check: func(stored map[string]string) map[string]error {
			invalid := map[string]error{}
			if stored[overtime] == "many" {
				invalid[overtime] = errNumber
			}
			if strings.HasPrefix(stored[oidcIssuer], "ftp:") {
				invalid[oidcIssuer] = errNumber
			}
			return invalid
		}})
	if err != nil {
		t.Fatal(err)
	}
	by := auth.Actor{PersonID: admin.PersonID, Name: "Ada", Role: auth.Admin, Via: "cookie", Language: i18n.EN}
	return featuretest.New(t, featuretest.Options{By: by, Now: now}, func(r *httpx.Router) {
		Pages(r, s, "https://presence.example", func(db.Day) (year, number int, first, last db.Day) {
			return 2026, 25, db.NewDay(2026, 11, 15), db.NewDay(2026, 11, 28)
		}, nil)
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
			if text := htmltest.Text(page.Find("form.stack")); !strings.Contains(text, "Set by the server’s environment variable TIMEZONE.") ||
				!strings.Contains(text, "Current period: 2026-25, Nov 15–28, 2026.") {
				t.Error(text)
			}
			if v := page.Find("[name=OVERTIME_WEEKLY_HOURS]").AttrOr("value", ""); v != "40" {
				t.Error(v)
			}
		})
		t.Run("has parts that open, each with what is set in it", func(t *testing.T) {
			page := c.Get(paths.CompanySettings()).Want(http.StatusOK).Doc()
			if open := page.Find("details.fold[open]").Length(); open != 0 {
				t.Errorf("%d parts are open", open)
			}
			for part, want := range map[string]string{partCompany: "Asia/Kabul", partPeriods: "overtime after 40\u00a0h a week",
				partExpenses: "No receipts required", partApprovals: "archived after 26 periods"} {
				if text := htmltest.Text(page.Find("#" + part + "-sum")); strings.ReplaceAll(text, "\u00a0", " ") != strings.ReplaceAll(want, "\u00a0", " ") {
					t.Errorf("%s says %q, want %q", part, text, want)
				}
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
			if text := htmltest.Text(page.Find("form.stack")); !strings.Contains(text, "Enter a number of hours from 0 to 168, or leave it blank.") {
				t.Error(text)
			}
			if open := page.Find("details.fold[open]"); open.Length() != 1 || open.Find("[name=OVERTIME_WEEKLY_HOURS]").Length() != 1 {
				t.Errorf("open is %s", htmltest.Text(open))
			}
			if text := htmltest.Text(page.Find("#" + partPeriods + "-sum")); text != "" {
				t.Errorf("what is wrong is said to be set: %q", text)
			}
		})
		t.Run("keeps the former values of a form with an error", func(t *testing.T) {
			form.Set("was."+overtime, "40")
			page := c.Form(paths.CompanySettings(), form).Want(http.StatusUnprocessableEntity).Doc()
			if v := page.Find("[name='was."+overtime+"']").AttrOr("value", ""); v != "40" {
				t.Error(v)
			}
		})
		t.Run("keeps the version of a form whose test failed", func(t *testing.T) {
			typed := url.Values{"version": {"0"}, oidcIssuer: {"https://down.example"}}
			page := c.Form(paths.SignInSettings(), typed).Want(http.StatusUnprocessableEntity).Doc()
			if v := page.Find("[name=version]").AttrOr("value", ""); v != "0" {
				t.Error(v)
			}
		})
	})
}

// TestPages_company_conflict saves settings while a form is open.
func TestPages_company_conflict(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, s := site(t, d)
		other := auth.Actor{PersonID: "2", Name: "Bo", Role: auth.Admin}
		if err := s.Save(t.Context(), other, nil, map[string]*string{companyName: new("Bo inc."), overtime: new("39")}); err != nil {
			t.Fatal(err)
		}
		opened := func() url.Values { // as it was before
			return url.Values{"version": {"0"}, companyName: {""}, periodAnchor: {"2025-12-14"}, overtime: {"40"}, archiveAfter: {"26"},
				"was." + companyName: {""}, "was." + periodAnchor: {"2025-12-14"}, "was." + overtime: {"40"}, "was." + archiveAfter: {"26"}}
		}
		value := func(page *goquery.Selection, name string) string {
			return page.Find("[name='"+name+"']").AttrOr("value", "")
		}
		form := opened()
		form.Set(companyName, "Ada inc.")
		t.Run("keeps what was typed, takes the rest over, and shows both values of a setting that both changed", func(t *testing.T) {
			page := c.Form(paths.CompanySettings(), form).Want(http.StatusPreconditionFailed).Doc()
			if got := value(page, companyName) + ", " + value(page, overtime); got != "Ada inc., 39" {
				t.Error(got)
			}
			notice := htmltest.Text(page.Find(".clash"))
			for _, text := range []string{"Bo saved changes while you were editing", "different here:Company nameBo inc.",
				"so they now show the saved version: Weekly hours before overtime."} {
				if !strings.Contains(notice, text) {
					t.Errorf("no %q in %s", text, notice)
				}
			}
			form.Set("version", value(page, "version"))
			form.Set(overtime, value(page, overtime))
			form.Set("was."+overtime, value(page, "was."+overtime))
		})
		t.Run("saves the form that was shown with the conflict", func(t *testing.T) {
			c.Form(paths.CompanySettings(), form).Want(http.StatusSeeOther)
			got, err := s.Stored(t.Context(), admin, nil)
			if err != nil || got[companyName] != "Ada inc." || got[overtime] != "39" {
				t.Errorf("%v %v", got, err)
			}
		})
		t.Run("saves a form whose settings are the same as before", func(t *testing.T) {
			mine := url.Values{"version": {"0"}, archiveAfter: {"12"}, "was." + archiveAfter: {"26"}}
			c.Form(paths.CompanySettings(), mine).Want(http.StatusSeeOther)
			got, err := s.Stored(t.Context(), admin, nil)
			if err != nil || got[archiveAfter] != "12" || got[companyName] != "Ada inc." {
				t.Errorf("%v %v", got, err)
			}
		})
		t.Run("saves nothing if the former value of a setting is unknown", func(t *testing.T) {
			page := c.Form(paths.CompanySettings(), url.Values{"version": {"0"}, overtime: {"38"}}).Want(http.StatusPreconditionFailed).Doc()
			if v := value(page, overtime); v != "38" {
				t.Error(v)
			}
			got, err := s.Stored(t.Context(), admin, nil)
			if err != nil || got[overtime] != "39" {
				t.Errorf("%v %v", got, err)
			}
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
			{"several values", tag, `{"values":{"COMPANY_NAME":"Rivière","SMTP_URL":"smtp://u:hidden@h"}}`, 200,
				`"value":"Rivière","set":true,"source":"database"`},
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

func TestPages_signIn(t *testing.T) {
	const issuer, client, secret = oidcIssuer, oidcClient, oidcSecret
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("a provider that is chosen fills in its address", func(t *testing.T) {
			c, _ := site(t, d)
			page := c.Get(paths.SignInSettings() + "?provider=google").Want(http.StatusOK).Doc()
			if got := page.Find("[name="+issuer+"]").AttrOr("value", ""); got != "https://accounts.google.com" {
				t.Errorf("the address is %q", got)
			}
		})
		for _, x := range []struct {
			name   string
			form   url.Values
			status int
			stored string // the issuer, the client and the secret after it
			says   string
		}{
			{"a provider that does not answer is not stored", url.Values{issuer: {"https://down.example"}, client: {"c"}}, 422, "  ",
				"connection refused"},
			{"unless it is saved anyway", url.Values{issuer: {"https://down.example"}, client: {"c"}, "anyway": {"true"}}, 303, "https://down.example c ", ""},
			{"one that answers is stored with its secret", url.Values{issuer: {"https://id.example"}, client: {"c"}, secret: {"s3same"}}, 303,
				"https://id.example c s3same", ""},
			{"an empty secret keeps it", url.Values{issuer: {"https://id.example"}, client: {"d"}, secret: {""}}, 303, "https://id.example d s3same", ""},
			{"an invalid value is told at its field, before it is tested", url.Values{issuer: {"ftp://down.example"}, client: {"d"}}, 422,
				"https://id.example d s3same", "Enter an https:// address"},
			{"another provider does not get the stored secret", url.Values{issuer: {"https://other.example"}, client: {"d"}, secret: {""}}, 303,
				"https://other.example d ", ""},
			{"without an issuer all is taken back", url.Values{issuer: {""}, client: {"d"}, secret: {""}}, 303, "  ", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				c, s := site(t, d)
				answer := c.Form(paths.SignInSettings(), x.form).Want(x.status)
				got, err := s.Stored(t.Context(), admin, nil)
				if now := got[issuer] + " " + got[client] + " " + got[secret]; err != nil || now != x.stored {
					t.Errorf("stored %q, %v; want %q", now, err, x.stored)
				}
				page := c.Get(paths.SignInSettings()).Want(http.StatusOK).Body
				if !strings.Contains(page, "https://presence.example/auth/callback") || strings.Contains(page+answer.Body, "s3same") {
					t.Error("the page lacks the address for the provider, or shows the secret")
				}
				if x.says != "" && !strings.Contains(htmltest.Text(answer.Doc().Find("form.stack")), x.says) {
					t.Error(htmltest.Text(answer.Doc().Find("form.stack")))
				}
				if x.status == 422 {
					if v := answer.Doc().Find("[name=OIDC_ISSUER]").AttrOr("value", ""); v != x.form.Get(issuer) {
						t.Errorf("the form shows %q", v)
					}
				}
			})
		}
	})
}

func TestPages_customers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, x := range []struct {
			name   string
			form   url.Values
			status int
			stored string
			says   string
		}{
			{"a folder", url.Values{"kind": {"folder"}, "address": {"/srv/customers"}}, 303, "files:/srv/customers", ""},
			{"a feed", url.Values{"kind": {"feed"}, "address": {"https://crm.example/list"}}, 303, "https://crm.example/list", ""},
			{"ERPNext with its key and secret", url.Values{"kind": {"erpnext"}, "address": {"https://erp.example?city=town"}, "user": {"key"},
				"secret": {"s3same"}}, 303, "frappe+https://key:s3same@erp.example?city=town", ""},
			{"the same with an empty secret keeps it", url.Values{"kind": {"erpnext"}, "address": {"https://erp.example?city=town"}, "user": {"key"}},
				303, "frappe+https://key:s3same@erp.example?city=town", ""},
			{"another host does not get the stored secret", url.Values{"kind": {"erpnext"}, "address": {"https://other.example"}, "user": {"key"},
				"anyway": {"true"}}, 303, "frappe+https://key:@other.example", ""},
			{"a source that does not answer is not stored", url.Values{"kind": {"feed"}, "address": {"https://down.example"}}, 422,
				"frappe+https://key:@other.example", "The source isn’t responding. Check its address and key in Settings, under Directory. down.example"},
			{"none", url.Values{"kind": {"none"}, "address": {"https://other.example"}}, 303, "", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				c, s := site(t, d)
				answer := c.Form(paths.CustomerSettings(), x.form).Want(x.status)
				got, err := s.Stored(t.Context(), admin, nil)
				if err != nil || got[directoryURL] != x.stored {
					t.Errorf("stored %q, %v; want %q", got[directoryURL], err, x.stored)
				}
				page := c.Get(paths.CustomerSettings()).Want(http.StatusOK)
				if strings.Contains(page.Body+answer.Body, "s3same") {
					t.Error("the page shows the secret")
				}
				if x.status == 303 && x.form.Get("kind") != "none" {
					if v := page.Doc().Find("[name=address]").AttrOr("value", ""); v != x.form.Get("address") {
						t.Errorf("the form shows %q", v)
					}
				}
				if kind := page.Doc().Find("[name=kind] option[selected]").AttrOr("value", ""); x.status == 303 && kind != x.form.Get("kind") {
					t.Errorf("the form shows %q", kind)
				}
				if x.says != "" && !strings.Contains(htmltest.Text(answer.Doc().Find("form.stack")), x.says) {
					t.Error(htmltest.Text(answer.Doc().Find("form.stack")))
				}
				if upload := page.Has("a[href='" + paths.DirectoryUploads() + "']"); upload != (x.stored == "") {
					t.Errorf("it offers to upload a file: %t", upload)
				}
			})
		}
	})
}
