package oauthsessions

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// site serves the pages to a person who reads English, five hours west of the clock of the tests.
func (d *fixture) site(t *testing.T, by auth.Actor) *featuretest.Client {
	t.Helper()
	by.Language = i18n.EN
	return featuretest.New(t, featuretest.Options{By: by, Now: d.service.now},
		func(r *httpx.Router) { Pages(r, d.service, time.FixedZone("west", -5*3600)) })
}

// line returns the texts of an element's children, without no-break spaces.
func line(s *goquery.Selection) string {
	return strings.ReplaceAll(htmltest.Text(s), "\u00a0", " ")
}

func TestPages_list(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		now := d.service.at()
		hours := func(n int64) db.Instant { return now + db.Instant(n*3_600_000) }
		for _, n := range []New{
			{Application: "https://a.example.com", AccessExpiry: hours(1), RefreshExpiry: hours(24)},
			{Application: "https://b.example.com", AccessExpiry: hours(-1), Scopes: []string{"openid", "invoices.read", "write:all"}},
			{Application: "https://c.example.com", AccessExpiry: hours(-2), RefreshExpiry: now,
				Scopes: []string{"https://www.example.com/auth/calendar.readonly", "https://mail.example.com/", "offline_access"}},
		} {
			n.UserID, n.AccessToken, n.RefreshToken = d.ann.PersonID, secret, secret
			if _, err := d.service.Create(t.Context(), d.ann, n); err != nil {
				t.Fatal(err)
			}
		}
		d.connect(d.cid, "https://d.example.com")
		d.exec("UPDATE employees SET first_name = 'Ann', last_name = 'Roy', sort_name = 'roy ann' WHERE user_id = $1", d.ann.PersonID)
		d.exec("UPDATE people SET email = 'ann@ferme.example' WHERE id = $1", d.ann.PersonID)

		t.Run("a person has their own applications, with what has expired in words", func(t *testing.T) {
			answer := d.site(t, d.ann).Get(paths.Applications(nil)).Want(http.StatusOK)
			if strings.Contains(answer.Body, "canary") || strings.Contains(answer.Body, Masked) {
				t.Error("a token is on the page")
			}
			page := answer.Doc()
			for i, want := range []struct{ application, scopes, since, access, renewal, badge string }{
				{"https://a.example.com", "No permissions listed", "November 20, 2026", "Access: Nov 20, 2026 at 9:00 a.m.",
					"Renewal: Nov 21, 2026 at 8:00 a.m.", ""},
				{"https://b.example.com", "Permissions: sign-in, invoices read, write all", "November 20, 2026", "Access: Nov 20, 2026 at 7:00 a.m.",
					"Renewal: no end date", "Expired, renewable"},
				{"https://c.example.com", "Permissions: calendar readonly, https://mail.example.com/, offline access", "November 20, 2026",
					"Access: Nov 20, 2026 at 6:00 a.m.", "Renewal: Nov 20, 2026 at 8:00 a.m.", "Expired"},
			} {
				r := page.Find("tbody tr").Eq(i)
				until := r.Find("td").Eq(1).Find("div > div")
				for _, x := range [][2]string{{line(r.Find("th .app-address")), want.application}, {line(r.Find(".app-scopes")), want.scopes},
					{line(r.Find("td").Eq(0)), want.since}, {line(until.Eq(0)), want.access}, {line(until.Eq(1)), want.renewal},
					{line(r.Find(".badge")), want.badge}} {
					if x[0] != x[1] {
						t.Errorf("row %d: %q, want %q", i, x[0], x[1])
					}
				}
				if got := r.Find("a.btn").AttrOr("aria-label", ""); got != "Disconnect "+want.application {
					t.Errorf("the button reads %q", got)
				}
			}
			if n := page.Find("tbody tr").Length(); n != 3 || line(page.Find("main h2")) != "3 connected applications" ||
				line(page.Find("h1")) != "Applications" || page.Find(".breadcrumb a[href='"+paths.Account()+"']").Length() != 1 {
				t.Errorf("%d rows under %q and %q", n, line(page.Find("h1")), line(page.Find("main h2")))
			}
			if page.Find("form[action='"+paths.AllApplications(nil)+"'], main .person, dialog#disconnect").Length() != 0 {
				t.Error("there is a search, a person or a question")
			}
		})
		t.Run("an administrator has those of all people, with the person", func(t *testing.T) {
			answer := d.site(t, d.admin).Get(paths.AllApplications(url.Values{"q": {"roy b.example"}})).Want(http.StatusOK)
			page := answer.Doc()
			r := page.Find("tbody tr")
			if r.Length() != 1 || line(r.Find(".person-name")) != "Ann Roy" ||
				r.Find(".person-name").AttrOr("href", "") != paths.Person(d.ann.PersonID) ||
				!strings.Contains(line(r.Find("th")), "ann@ferme.example") || line(r.Find("td .app-address")) != "https://b.example.com" {
				t.Errorf("the rows are %q", line(r))
			}
			if got := r.Find("a.btn").AttrOr("aria-label", ""); got != "Disconnect https://b.example.com for Ann Roy" {
				t.Errorf("the button reads %q", got)
			}
			if page.Find("form[action='"+paths.AllApplications(nil)+"'] input[name=q]").AttrOr("value", "") != "roy b.example" ||
				line(page.Find(".breadcrumb")) != "Settings" || strings.Contains(answer.Body, Masked) {
				t.Error("the search is not kept, the title is another, or there is a mask")
			}
		})
		t.Run("a person without a name is shown by their e-mail address", func(t *testing.T) {
			d.exec("DELETE FROM employees WHERE user_id = $1", d.admin.PersonID)
			d.exec("UPDATE people SET name = '', email = 'ada@ferme.example' WHERE id = $1", d.admin.PersonID)
			d.connect(d.admin, "https://e.example.com")
			page := d.site(t, d.admin).Get(paths.AllApplications(url.Values{"q": {"e.example.com ada"}})).Doc()
			if got := line(page.Find(".person-name")); got != "ada@ferme.example" {
				t.Errorf("the name is %q", got)
			}
		})
		t.Run("a search that finds nothing leads back to all", func(t *testing.T) {
			page := d.site(t, d.admin).Get(paths.AllApplications(url.Values{"q": {"nobody"}})).Want(http.StatusOK).Doc()
			if line(page.Find(".empty-title")) != "No results" || page.Find(".empty a").AttrOr("href", "") != paths.AllApplications(nil) {
				t.Errorf("it says %q", line(page.Find(".empty")))
			}
		})
		t.Run("the page of one's own has no search", func(t *testing.T) {
			page := d.site(t, d.ann).Get(paths.Applications(url.Values{"q": {"nobody"}})).Want(http.StatusOK).Doc()
			if n := page.Find("tbody tr").Length(); n != 3 {
				t.Errorf("%d rows", n)
			}
		})
		t.Run("without applications, the page says how one comes to be there", func(t *testing.T) {
			for _, by := range []auth.Actor{{PersonID: "p", Role: auth.Payroll}, {PersonID: "e", Role: auth.Employee}} {
				page := d.site(t, by).Get(paths.Applications(nil)).Want(http.StatusOK).Doc()
				if line(page.Find(".empty-title")) != "No connected applications" ||
					page.Find(".empty a").AttrOr("href", "") != paths.DocsOf("oauth-sessions") || page.Find("table").Length() != 0 {
					t.Errorf("%s: it says %q", by.Role, line(page.Find(".empty")))
				}
			}
		})
	})
}

func TestPages_list_in_pages(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		for i := range pageRows {
			d.connect(d.ann, fmt.Sprintf("https://many.example.com/%02d", i))
		}
		links := func(t *testing.T, query url.Values) (text string, list []string) {
			page := d.site(t, d.admin).Get(paths.AllApplications(query)).Want(http.StatusOK).Doc()
			page.Find(".pagination a").Each(func(_ int, a *goquery.Selection) {
				list = append(list, strings.TrimPrefix(a.AttrOr("href", ""), paths.Applications(nil)))
			})
			return line(page.Find(".pagination .num")), list
		}
		t.Run("one full page has no links to others", func(t *testing.T) {
			if text, list := links(t, nil); text != "" || list != nil {
				t.Errorf("%q, %q", text, list)
			}
		})
		d.connect(d.ann, "https://many.example.com/last")
		for _, x := range []struct {
			name, text, links string
			query             url.Values
		}{
			{"the first page", "1–50 of 51", "/all?page=2", nil},
			{"what is no number is the first page", "1–50 of 51", "/all?page=2", url.Values{"page": {"x"}}},
			{"the last page", "51–51 of 51", "/all", url.Values{"page": {"2"}}},
			{"the links keep the search", "1–50 of 51", "/all?page=2&q=many", url.Values{"q": {"many"}}},
		} {
			t.Run(x.name, func(t *testing.T) {
				text, list := links(t, x.query)
				if text != x.text || strings.Join(list, " ") != x.links {
					t.Errorf("%q, %q; want %q, %q", text, list, x.text, x.links)
				}
			})
		}
		t.Run("one's own applications have pages too", func(t *testing.T) {
			page := d.site(t, d.ann).Get(paths.Applications(url.Values{"page": {"2"}})).Want(http.StatusOK).Doc()
			if n := page.Find("tbody tr").Length(); n != 1 || page.Find(".pagination a").AttrOr("href", "") != paths.Applications(nil) {
				t.Errorf("%d rows", n)
			}
		})
	})
}

func TestPages_disconnect(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		mine, other := d.connect(d.ann, "https://a.example.com"), d.connect(d.cid, "https://c.example.com")
		for i := range pageRows {
			d.connect(d.cid, fmt.Sprintf("https://many.example.com/%02d", i))
		}
		// ask follows the button of an application to its question, and returns the form of the question.
		ask := func(t *testing.T, w *featuretest.Client, page, id string) (form *goquery.Selection, question *goquery.Selection) {
			t.Helper()
			href := htmltest.One(t, w.Get(page).Want(http.StatusOK).Doc(), "a.btn[href*='"+id+"']").AttrOr("href", "")
			question = htmltest.One(t, w.Get(href).Want(http.StatusOK).Doc(), "dialog#disconnect")
			return htmltest.One(t, question, "form[method=post]"), question
		}
		send := func(w *featuretest.Client, form *goquery.Selection) *featuretest.Answer {
			return w.Form(form.AttrOr("action", ""), url.Values{"session": {form.Find("input[name=session]").AttrOr("value", "")}})
		}
		exists := func(id string) bool {
			_, err := d.service.Get(t.Context(), d.admin, id)
			if err != nil && errs.KindOf(err) != errs.KindNotFound {
				t.Fatal(err)
			}
			return err == nil
		}
		t.Run("the question opens for an application of the page alone", func(t *testing.T) {
			for _, id := range []string{other, "x", ""} {
				page := d.site(t, d.ann).Get(paths.Applications(url.Values{"ask": {id}})).Want(http.StatusOK).Doc()
				if page.Find("dialog#disconnect").Length() != 0 {
					t.Errorf("it opens for %q", id)
				}
			}
		})
		t.Run("the application of another person is not found", func(t *testing.T) {
			for _, id := range []string{other, "x", ""} {
				status, code := d.site(t, d.ann).Form(paths.ApplicationDisconnect(nil), url.Values{"session": {id}}).Refused()
				if status != http.StatusNotFound || code != "not_found" {
					t.Errorf("%q: %d %s", id, status, code)
				}
			}
			if !exists(other) {
				t.Error("it is gone")
			}
		})
		t.Run("a person disconnects their own, which is gone for programs at once", func(t *testing.T) {
			w := d.site(t, d.ann)
			form, question := ask(t, w, paths.Applications(nil), mine)
			if got := line(question.Find("dd")); got != "https://a.example.com" {
				t.Errorf("the question is about %q", got)
			}
			send(w, form).RedirectsTo(paths.Applications(nil))
			if told := w.Messages(); len(told) != 1 || told[0].Text != "Application disconnected: https://a.example.com" || told[0].Undo != "" {
				t.Errorf("told %+v", told)
			}
			d.client.As(d.ann).On(t).Get("/oauth-sessions/"+mine).IsRefused(http.StatusBadRequest, "not_found")
			if status, code := send(w, form).Refused(); status != http.StatusNotFound || code != "not_found" {
				t.Errorf("again: %d %s", status, code)
			}
		})
		t.Run("an administrator disconnects that of another, and comes back to the same page", func(t *testing.T) {
			w := d.site(t, d.admin)
			last := d.connect(d.cid, "https://zz.example.com")
			here := paths.AllApplications(url.Values{"q": {"example"}, "page": {"2"}})
			form, question := ask(t, w, here, last)
			if got := line(question.Find("dd").First()); got != "https://zz.example.com" || question.Find("dd").Length() != 2 {
				t.Errorf("the question is about %q", line(question.Find("dd")))
			}
			send(w, form).RedirectsTo(here)
			if exists(last) {
				t.Error("it is still there")
			}
		})
	})
}
