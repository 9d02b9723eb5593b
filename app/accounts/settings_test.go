package accounts_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/app/apptest/mailtest"
)

const settingsAt = "/staff/settings"

// shows fails unless the page has an element that the CSS selector matches.
func shows(t *testing.T, page *apptest.Response, selector string) {
	t.Helper()
	if page.Doc().Find(selector).Length() == 0 {
		t.Errorf("the page has no %s", selector)
	}
}

// The break rule is filled in line by line, also without a script, and is stored as one line of text; what is no rule comes back as typed.
func TestCompanySettings_breaks(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	b := a.Browser("admin")
	const page = settingsAt + "/company"
	form := func(t *testing.T, hours, minutes, paid []string) url.Values {
		t.Helper()
		v := htmltest.Values(htmltest.One(t, b.On(t).Get(page).Want(http.StatusOK).Doc(), "form#settings"))
		if n := len(v["DEFAULT_BREAKS.hours"]); n < 3 || v["DEFAULT_BREAKS.hours"][n-1]+v["DEFAULT_BREAKS.minutes"][n-2] != "" {
			t.Errorf("the lines are %q: two are not empty", v["DEFAULT_BREAKS.hours"])
		}
		v["DEFAULT_BREAKS.hours"], v["DEFAULT_BREAKS.minutes"], v["DEFAULT_BREAKS.paid"] = hours, minutes, paid
		return v
	}
	stored := func(t *testing.T, want string) {
		t.Helper()
		var x struct {
			Settings []struct{ Name, Value string }
		}
		a.As("admin").On(t).Get("/settings").Want(http.StatusOK).JSON(&x)
		for _, s := range x.Settings {
			if s.Name == "DEFAULT_BREAKS" && s.Value != want {
				t.Errorf("%q is stored, want %q", s.Value, want)
			}
		}
	}
	t.Run("lines become a rule", func(t *testing.T) {
		v := form(t, []string{"5", "10", "10", ""}, []string{"30", "30", "15", ""}, []string{"false", "false", "true", "false"})
		b.On(t).Form(page, v.Encode()).Want(http.StatusSeeOther)
		stored(t, "5 h: 30; 10 h: 30 + 15 paid")
		lines := b.On(t).Get(page).Doc().Find(".break-row")
		third := lines.Eq(2)
		hours, paid := third.Find("[name$=hours]").AttrOr("value", ""), third.Find("option[selected]").AttrOr("value", "")
		if lines.Length() != 5 || hours != "10" || paid != "true" {
			t.Errorf("%d lines: %s", lines.Length(), htmltest.Text(lines))
		}
	})
	t.Run("what is no rule comes back as it was typed", func(t *testing.T) {
		v := form(t, []string{"5", "1"}, []string{"30", "90"}, []string{"false", "false"})
		refused := b.On(t).Form(page, v.Encode()).Want(http.StatusUnprocessableEntity)
		shows(t, refused, `#f-DEFAULT_BREAKS.field-bad [value="90"]`)
		stored(t, "5 h: 30; 10 h: 30 + 15 paid")
	})
	t.Run("without lines there is none", func(t *testing.T) {
		b.On(t).Form(page, form(t, []string{"", ""}, []string{"", ""}, []string{"false", "false"}).Encode()).Want(http.StatusSeeOther)
		stored(t, "")
	})
}

func TestSettingsPages_OfWhom(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for _, who := range []string{"payroll", "employee"} {
		if got := a.Browser(who).On(t).Get(settingsAt).Want(http.StatusSeeOther).Header.Get("Location"); got != settingsAt+"/account" {
			t.Errorf("%s is led to %s", who, got)
		}
	}
	a.Browser("events").On(t).Get(settingsAt).Want(http.StatusOK).Has(settingsAt + "/channels").HasNot(settingsAt + "/company")
	t.Run("an administrator has them in the rail, and the tabs of each", func(t *testing.T) {
		a.Browser("admin").On(t).Get(settingsAt+"/people").Want(http.StatusOK).Has(settingsAt+"/channels", settingsAt+"/audit").
			HasNot(settingsAt + "/tokens")
		shows(t, a.Browser("admin").On(t).Get(settingsAt+"/people"), `.rail [href="/staff/settings"][aria-current]`)
	})
	t.Run("payroll has none, and its own account in the menu of the account", func(t *testing.T) {
		page := a.Browser("payroll").On(t).Get(settingsAt+"/tokens").Want(http.StatusOK).Has("My account", "No tokens").
			HasNot(settingsAt+"/people", settingsAt+"/audit", `href="/staff/settings"`)
		shows(t, page, `.account .menu-item[href="/staff/settings/account"]`)
		shows(t, page, `.areas [href="/staff/settings/sessions"]`)
		shows(t, a.Browser("payroll").On(t).Get("/staff/search").Want(http.StatusOK), `main a[href="/staff/settings/account"]`)
	})
}

func TestTokensPage(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("employee")
		use := func(token string, status int) {
			t.Helper()
			a.As(apptest.Anonymous).On(t).Do(http.MethodGet, "/auth/v1/me", nil, "Authorization", "Bearer "+token).Want(status)
		}
		t.Run("refuses a form, and makes nothing", func(t *testing.T) {
			before := a.Rows()
			c.On(t).Form(settingsAt+"/tokens", "name=+&days=4000").Want(http.StatusUnprocessableEntity).Has("2 fields to fix",
				"This field is required.", "This value is outside the allowed range.")
			a.Unchanged(t, before, "a refused form")
		})
		token := htmltest.Text(htmltest.One(t, c.Form(settingsAt+"/tokens", "name=Payroll+script&days=30").Want(http.StatusOK).Doc(), "textarea"))
		t.Run("shows a token once, and it works", func(t *testing.T) {
			c.On(t).Get(settingsAt+"/tokens").Want(http.StatusOK).Has("Payroll script", "Dec\u00a020, 2026", "Last used",
				"Never used").HasNot(token)
			use(token, http.StatusOK)
			c.On(t).Get(settingsAt + "/tokens").Want(http.StatusOK).Has("Less than an hour ago").HasNot("Never used")
			a.Clock.Advance(3 * time.Hour)
			c.On(t).Get(settingsAt + "/tokens").Want(http.StatusOK).Has("3 hours ago")
			a.Browser("colleague").On(t).Get(settingsAt + "/tokens").Want(http.StatusOK).HasNot("Payroll script")
		})
		t.Run("voids it at once", func(t *testing.T) {
			id := htmltest.One(t, c.On(t).Get(settingsAt+"/tokens").Doc(), "input[name=token]").AttrOr("value", "")
			a.Browser("colleague").On(t).Form(settingsAt+"/tokens/revoke", "token="+id).Want(http.StatusNotFound)
			use(token, http.StatusOK)
			c.On(t).Form(settingsAt+"/tokens/revoke", "token="+id).Want(http.StatusSeeOther)
			use(token, http.StatusUnauthorized)
			c.On(t).Get(settingsAt + "/tokens").Want(http.StatusOK).Has("No tokens")
		})
	})
}

func TestSessionsPage(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		here, employee := a.Browser("employee"), auth.Person{ID: a.World.People["employee"].UserID}
		there := *here
		cookie, err := a.Auth.StartSession(t.Context(), auth.NewSession{Person: employee, How: "password", IP: "192.0.2.9",
			Agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"})
		if err != nil {
			t.Fatal(err)
		}
		there.Cookie = cookie
		page := here.On(t).Get(settingsAt+"/sessions").Want(http.StatusOK).Has("Firefox on Windows", "192.0.2.9", "This session",
			"End all other sessions").HasNot(cookie.Value, here.Cookie.Value)
		key := htmltest.One(t, page.Doc(), "input[name=session]").AttrOr("value", "")
		a.Browser("colleague").On(t).Form(settingsAt+"/sessions/end", "session="+key).Want(http.StatusNotFound)
		there.On(t).Get("/auth/v1/me").Want(http.StatusOK)
		here.On(t).Form(settingsAt+"/sessions/end", "session="+key).Want(http.StatusSeeOther)
		there.On(t).Get("/auth/v1/me").Want(http.StatusUnauthorized)
		here.On(t).Get(settingsAt + "/sessions").Want(http.StatusOK).Has("only signed in here").HasNot("End all other sessions")
		if there.Cookie, err = a.Auth.StartSession(t.Context(), auth.NewSession{Person: employee, How: "password"}); err != nil {
			t.Fatal(err)
		}
		a.Browser("colleague").On(t).Form(settingsAt+"/sessions/others", "").Want(http.StatusSeeOther)
		there.On(t).Get("/auth/v1/me").Want(http.StatusOK)
		here.On(t).Form(settingsAt+"/sessions/others", "").Want(http.StatusSeeOther)
		there.On(t).Get("/auth/v1/me").Want(http.StatusUnauthorized)
		here.On(t).Get("/auth/v1/me").Want(http.StatusOK)
	})
}

func TestOwnPasswordPage(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const old, next = "correct horse battery", "an even better horse"
		t.Run("who has no password has no form", func(t *testing.T) {
			a.WithoutPassword(t, "employee")
			a.Browser("employee").On(t).Get(settingsAt + "/password").Want(http.StatusOK).Has("Your account has no password").
				HasNot(`name="current_password"`)
			a.Browser("employee").On(t).Form(settingsAt+"/password", "current_password=&password=a+good+new+one").
				Want(http.StatusUnprocessableEntity)
		})
		if err := a.Auth.SetPassword(t.Context(), a.Actor("admin"), a.World.People["employee"].Email, old); err != nil {
			t.Fatal(err)
		}
		signedIn := func(t *testing.T) *apptest.Client {
			return signedInAs(t, a, "employee", "password")
		}
		here, there := signedIn(t), signedIn(t)
		form := func(current, password string) string {
			return url.Values{"current_password": {current}, "password": {password}}.Encode()
		}
		t.Run("what is wrong is said beside its field, and shown to nobody again", func(t *testing.T) {
			for current, x := range map[string]struct{ password, field, text string }{
				"another horse": {next, "current_password", "This isn’t your current password."},
				old:             {"short", "password", "The password must have at least 10 characters."},
			} {
				page := here.On(t).Form(settingsAt+"/password", form(current, x.password)).Want(http.StatusUnprocessableEntity).
					Has("1 field to fix", x.text).HasNot(current, "value=\""+x.password)
				shows(t, page, "input[name="+x.field+"][aria-invalid]")
			}
			there.On(t).Get("/auth/v1/me").Want(http.StatusOK)
		})
		t.Run("the browser stays signed in by a new session, others end", func(t *testing.T) {
			done := here.On(t).Form(settingsAt+"/password", form(old, next)).Want(http.StatusSeeOther)
			there.On(t).Get("/auth/v1/me").Want(http.StatusUnauthorized)
			here.On(t).Get("/auth/v1/me").Want(http.StatusUnauthorized)
			for _, c := range (&http.Response{Header: done.Header}).Cookies() {
				if c.Name == here.Cookie.Name {
					here.Cookie = c
				}
			}
			here.On(t).Get(settingsAt + "/password").Want(http.StatusOK).Has("Password changed. Your other sessions have ended and your tokens are revoked.")
		})
		t.Run("guesses of others at the sign-in page keep nobody from it in a browser of their own", func(t *testing.T) {
			email := a.World.People["employee"].Email
			page := a.As(apptest.Anonymous)
			known := ""
			for _, c := range (&http.Response{Header: page.On(t).Form("/auth/v1/login",
				url.Values{"email": {email}, "password": {next}}.Encode()).Want(http.StatusSeeOther).Header}).Cookies() {
				if c.Name == "familiar" {
					known = c.Name + "=" + c.Value
				}
			}
			for range 11 {
				page.On(t).Form("/auth/v1/login", url.Values{"email": {email}, "password": {"a guess of somebody"}}.Encode())
			}
			change := func(headers ...string) *apptest.Response {
				return here.On(t).Do(http.MethodPost, settingsAt+"/password", form("another horse", old),
					append(headers, "Content-Type", "application/x-www-form-urlencoded")...)
			}
			change().Want(http.StatusTooManyRequests)
			change("Cookie", known+"; "+here.Cookie.Name+"="+here.Cookie.Value).Want(http.StatusUnprocessableEntity).Has("This isn’t your current password.")
		})
		t.Run("too many wrong ones have to wait", func(t *testing.T) {
			for range 20 {
				r := here.On(t).Form(settingsAt+"/password", form("another horse", next))
				if r.Status == http.StatusTooManyRequests {
					r.Has("Too many attempts. Try again in").HasHeader("Retry-After", "12")
					return
				}
				r.Want(http.StatusUnprocessableEntity)
			}
			t.Error("20 guesses were checked")
		})
	})
}

func TestPeoplePage(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("admin")
		t.Run("finds people by name and e-mail, accents and case aside", func(t *testing.T) {
			c.On(t).Get(settingsAt+"/people").Want(http.StatusOK).Has("9 accounts", "Maëlle Trudelle", "Payroll customer")
			for _, q := range []string{"q=maelle", "q=TRUDELLE", "q=maelle.trudelle@"} {
				c.On(t).Get(settingsAt+"/people?"+q).Want(http.StatusOK).Has("1 account", "Maëlle Trudelle")
			}
			c.On(t).Get(settingsAt+"/people?role=payroll").Want(http.StatusOK).Has("1 account", "Larivée")
			c.On(t).Get(settingsAt + "/people?state=out&q=_").Want(http.StatusOK).Has("No results")
		})
		var person string
		t.Run("adds one", func(t *testing.T) {
			refused := c.On(t).Form(settingsAt+"/people",
				"email=maelle.trudelle@example.com&role=king&language=de").Want(http.StatusUnprocessableEntity)
			refused.Has("2 fields to fix")
			shows(t, refused, "input[name=email][value='maelle.trudelle@example.com']")
			c.On(t).Form(settingsAt+"/people",
				"email=maelle.trudelle@example.com&role=employee&language=en").Want(http.StatusUnprocessableEntity).Has("Already in use.")
			person = c.On(t).Form(settingsAt+"/people",
				"email=New.One@example.com&name=New+One&role=employee&language=en").Want(http.StatusSeeOther).Header.Get("Location")
			c.On(t).Get(person).Want(http.StatusOK).Has("<h1>New One</h1>", "new.one@example.com", "Can’t sign in yet", "No password yet")
		})
		t.Run("makes a link with which the person chooses a password", func(t *testing.T) {
			link := func() string {
				page := c.On(t).Form(person+"/password-link", "").Want(http.StatusOK)
				u, err := url.Parse(htmltest.One(t, page.Doc(), "#password-link").Text())
				if err != nil {
					t.Fatal(err)
				}
				c.On(t).Get(person).Want(http.StatusOK).HasNot(u.Path)
				return u.Path
			}
			replaced, good := link(), link()
			guest := a.As(apptest.Anonymous)
			guest.On(t).Get(replaced).Want(http.StatusNotFound).Has("Ce lien n’est plus valide")
			guest.On(t).Get(good).Want(http.StatusOK).Has("Choose your password", "New One, this link works only once.", "new.one@example.com")
			guest.On(t).Form(good, "password=short").Want(http.StatusUnprocessableEntity).Has("The password must have at least 10 characters.", "1 field to fix")
			done := guest.On(t).Form(good, "password=une+phrase+assez+longue").Want(http.StatusSeeOther)
			if to := done.Header.Get("Location"); to != "/staff/" || len((&http.Response{Header: done.Header}).Cookies()) == 0 {
				t.Errorf("it leads to %q, signed in by %v", to, done.Header["Set-Cookie"])
			}
			for _, again := range []*apptest.Response{guest.On(t).Get(good), guest.On(t).Form(good, "password=une+autre+phrase+longue")} {
				again.Want(http.StatusNotFound).Has("Ce lien n’est plus valide")
			}
			signIn(t, a, "new.one@example.com", "une phrase assez longue", http.StatusOK)
		})
		t.Run("changes role and language", func(t *testing.T) {
			c.On(t).Form(person, "email=new.one@example.com&name=New+Two&role=payroll&language=fr").Want(http.StatusSeeOther)
			shows(t, c.On(t).Get(person).Want(http.StatusOK).Has("<h1>New Two</h1>"), "option[value=payroll][selected]")
			shows(t, c.On(t).Form(person, "email=nowhere&role=payroll&language=fr").Want(http.StatusUnprocessableEntity), "input[value=nowhere]")
		})
		t.Run("keeps somebody out at once, and lets them in again", func(t *testing.T) {
			victim := a.Browser("colleague")
			victim.On(t).Get("/auth/v1/me").Want(http.StatusOK)
			c.On(t).Form(settingsAt+"/people/{colleague.user}/disable", "").Want(http.StatusSeeOther)
			victim.On(t).Get("/auth/v1/me").Want(http.StatusUnauthorized)
			c.On(t).Get(settingsAt+"/people?state=disabled").Want(http.StatusOK).Has("1 account", "Disabled", "Ganache")
			c.On(t).Form(settingsAt+"/people/{colleague.user}/enable", "").Want(http.StatusSeeOther)
			victim.On(t).Get("/auth/v1/me").Want(http.StatusUnauthorized)
		})
		t.Run("never locks the last administrator out", func(t *testing.T) {
			before := a.Rows()
			for path, form := range map[string]string{"": "role=employee", "/disable": ""} {
				c.On(t).Form(settingsAt+"/people/{admin.user}"+path, form).Want(http.StatusSeeOther)
				c.On(t).Get(settingsAt + "/people").Want(http.StatusOK).Has("This is the last Presence administrator")
				c.On(t).Get(settingsAt + "/people").Want(http.StatusOK).HasNot("This is the last Presence administrator")
			}
			a.Unchanged(t, before, "locking the last administrator out")
		})
		t.Run("does not exist for others, nor for nobody", func(t *testing.T) {
			a.Browser("payroll").On(t).Get(settingsAt + "/people").Want(http.StatusForbidden)
			c.On(t).Get(settingsAt + "/people/7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11").Want(http.StatusNotFound)
		})
	})
}

// signIn asks for tokens by password.
func signIn(t *testing.T, a *apptest.App, email, password string, status int) {
	t.Helper()
	a.As(apptest.Anonymous).On(t).Post("/auth/v1/token",
		map[string]string{"grant_type": "password", "username": email, "password": password}).Want(status)
}

func TestAuditPage(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c := a.Browser("admin")
		a.As("supervisor").On(t).Patch("/shifts/{employee.shift}", `{"end_time":"2026-11-16T15:00:00-05:00"}`).Want(http.StatusCreated)
		get := func(t *testing.T, query string) *apptest.Response {
			return c.On(t).Get(settingsAt + "/audit?" + query).Want(http.StatusOK)
		}
		t.Run("says who changed what, from where, before and after", func(t *testing.T) {
			get(t, "kind=shift&action=updated").Has("Barnabé Fontaine-Roy", "program · 127.0.0.1", " changed ",
				"the shift of Maëlle Trudelle, November\u00a016, 2026",
				"<del>Nov\u00a016, 2026 at 4:00\u00a0p.m.</del>",
				"<ins>Nov\u00a016, 2026 at 3:00\u00a0p.m.</ins>", "/staff/timesheets/").HasNot(" created ")
		})
		t.Run("is searched by person, kind, record, action and day", func(t *testing.T) {
			get(t, "person=fontaine&kind=shift&action=updated").Has("Barnabé")
			get(t, "person=larivee&kind=shift&action=updated").Has("No entries")
			get(t, "person=nobody+like+that").Has("No entries")
			get(t, "kind=person&action=created").Has("the account of Maëlle Trudelle")
			get(t, "person_id={supervisor.user}&action=updated").Has("Barnabé").HasNot("<span class=\"strong\">Ondine")
			get(t, "kind=employee&record_id={employee}").Has("the employee record of Maëlle Trudelle").HasNot("of Théophile")
			get(t, "from=2026-11-20&to=2026-11-20&kind=shift&action=updated").Has("Barnabé")
			get(t, "from=2026-11-21").Has("No entries")
			get(t, "to=2026-11-19").Has("No entries")
			get(t, "from=someday&kind=spoon&before=x").Has("Show older entries")
		})
		t.Run("folds what was changed, a new record without an arrow", func(t *testing.T) {
			doc := get(t, "kind=employee&record_id={employee}&action=created").Doc()
			folded := doc.Find(".log details")
			if folded.Length() != 1 || !strings.HasSuffix(strings.TrimSpace(folded.Find("summary").Text()), " fields") {
				t.Fatalf("not folded: %s", doc.Find(".log > li").First().Text())
			}
			if _, open := folded.Attr("open"); open || doc.Find(".log del, .log ins").Length() != 0 {
				t.Error("the fields stand open, or with an arrow")
			}
			if text := folded.Text(); !strings.Contains(text, "First name:") || !strings.Contains(text, "Maëlle") || strings.Contains(text, "→") {
				t.Errorf("the fields are %s", text)
			}
			if text := get(t, "kind=shift&action=updated").Doc().Find(".log-changes").First().Text(); !strings.Contains(text, "→") {
				t.Errorf("a changed field stands as %q", text)
			}
		})
		t.Run("shows no ids", func(t *testing.T) {
			uuid := regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-`)
			for path := settingsAt + "/audit"; path != ""; {
				doc := c.On(t).Get(path).Want(http.StatusOK).Doc()
				if text := doc.Find(".log").Text(); uuid.MatchString(text) {
					t.Errorf("%s shows an id: %s", path, uuid.FindString(text))
				}
				if n := doc.Find(".log-entry a").Length() - doc.Find(".log-entry:has(a)").Length(); n != 0 {
					t.Errorf("%d sentences have more than one link", n)
				}
				path = doc.Find("a[href*='before=']").AttrOr("href", "")
			}
		})
		t.Run("names every field and every code in words, and leaves out what is empty", func(t *testing.T) {
			codes := regexp.MustCompile(`^(draft|open|sending|cancelled|unsubscribed|manual|fr|en|\{\}|—)?$`)
			for path := settingsAt + "/audit"; path != ""; {
				doc := c.On(t).Get(path).Want(http.StatusOK).Doc()
				doc.Find(".log-changes .change").Each(func(_ int, change *goquery.Selection) {
					change.Children().Each(func(i int, part *goquery.Selection) {
						text := part.Text()
						if i == 0 && strings.ToLower(text[:1]) == text[:1] || i > 0 && codes.MatchString(text) {
							t.Errorf("%q stands in %q", text, change.Text())
						}
					})
				})
				path = doc.Find("a[href*='before=']").AttrOr("href", "")
			}
		})
		t.Run("is an administrator's alone", func(t *testing.T) {
			a.Browser("payroll").On(t).Get(settingsAt + "/audit").Want(http.StatusForbidden)
		})
	})
}

// A channel that is not configured has nothing to test, and has no button for it.
func TestChannelsPage_tests_only_what_is_configured(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		options []apptest.Option
		tests   int
		state   string
	}{
		"not configured": {nil, 0, "Set this up first"},
		"configured":     {[]apptest.Option{apptest.Mailing(mailtest.NewRelay())}, 1, "Set up"},
	} {
		t.Run(name, func(t *testing.T) {
			doc := apptest.New(t, x.options...).Browser("events").On(t).Get(settingsAt + "/channels").Want(http.StatusOK).Doc()
			if n := doc.Find("#bulk form[action$='/channels/test'] button:not([disabled])").Length(); n != x.tests {
				t.Errorf("%d buttons", n)
			}
			if state := doc.Find("#bulk-state").Text(); !strings.Contains(state, x.state) {
				t.Errorf("its state is %q", state)
			}
		})
	}
}
