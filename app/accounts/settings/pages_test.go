package settings

import (
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/apptest/htmltest"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"
)

const password = "une phrase assez longue"

func TestPages_head(t *testing.T) {
	for _, x := range []struct {
		name    string
		role    auth.Role
		ignored bool
		warned  bool
	}{
		{"an administrator is warned while forwarded addresses are ignored", auth.Admin, true, true},
		{"an administrator is not warned while they are not", auth.Admin, false, false},
		{"others are not warned, because they cannot change it", auth.Events, true, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := NewService(nil, time.Now, Options{Zone: time.UTC, Warnings: Warnings{ForwardedIgnored: func() bool { return x.ignored }}})
			h := pages{s: s}.head(auth.Actor{Role: x.role, Language: i18n.EN}, people)
			if (h.Warning != "") != x.warned {
				t.Errorf("the warning is %q", h.Warning)
			}
		})
	}
}

func TestPages_index(t *testing.T) {
	w := newWorld(t)
	for _, x := range []struct {
		role auth.Role
		tabs []ui.Tab
	}{
		{auth.Admin, layout.SettingsTabs(i18n.EN, true, true, "")},
		{auth.Events, layout.SettingsTabs(i18n.EN, false, true, "")},
	} {
		t.Run("lists for the role "+string(x.role)+" the pages that it may open, with what each is for", func(t *testing.T) {
			page := w.signIn(w.add("Person-"+string(x.role), x.role), "", "").on(t).get(paths.Settings())
			rows := page.Find(".area-list a")
			if rows.Length() != len(x.tabs) {
				t.Fatalf("%d rows for %d pages", rows.Length(), len(x.tabs))
			}
			for i, tab := range x.tabs {
				row := rows.Eq(i)
				if row.AttrOr("href", "") != tab.Href || row.Find(".strong").Text() != tab.Label || row.Find(".muted").Text() != tab.Note || tab.Note == "" {
					t.Errorf("row %d leads to %s and says %q, want %+v", i, row.AttrOr("href", ""), row.Text(), tab)
				}
			}
		})
	}
	t.Run("leads whoever may open none to their own account", func(t *testing.T) {
		w.signIn(w.add("Employee", auth.Employee), "", "").on(t).Get(paths.Settings()).RedirectsTo(paths.Account())
	})
}

func TestPages_account(t *testing.T) {
	w := newWorld(t)
	b := w.signIn(w.add("Employee", auth.Employee), "", "").on(t)
	t.Run("lists what is for the person, then, under a heading, what is for programs", func(t *testing.T) {
		page := b.get(paths.Account())
		var got []string
		page.Find("main .area-list a, main h2").Each(func(_ int, x *goquery.Selection) {
			if x.Is("h2") {
				got = append(got, x.Text())
			} else {
				got = append(got, x.AttrOr("href", ""))
			}
		})
		want := []string{paths.OwnPassword(), paths.Sessions(), paths.Security(), paths.NotificationPreferences(), paths.OwnPIN(),
			paths.Calendars(), i18n.AccountPrograms.EN, paths.Tokens(), paths.Applications(nil)}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
	t.Run("each page has its own title and a link to the list", func(t *testing.T) {
		page := b.get(paths.Sessions())
		has(t, page, "h1", i18n.SettingsSessions.EN)
		has(t, page, ".breadcrumb a[href='"+paths.Account()+"']", i18n.MyAccount.EN)
		has(t, page, "title", i18n.SettingsSessions.EN+" · "+i18n.MyAccount.EN+" · Presence")
	})
}

func TestPages_tokens(t *testing.T) {
	w := newWorld(t)
	luc := w.signIn(w.add("Luc", auth.Employee), "", "")
	for _, x := range []struct{ name, label, days, nameError, daysError string }{
		{"refuses a token without a name", " ", "30", "This field is required.", ""},
		{"refuses a lifetime that is not on the list", "Script", "31", "", "This value is outside the allowed range."},
		{"lists both errors", "", "x", "This field is required.", "This value is outside the allowed range."},
	} {
		t.Run(x.name, func(t *testing.T) {
			page := luc.on(t).refused(paths.Tokens(), url.Values{"name": {x.label}, "days": {x.days}})
			has(t, page, "#f-name-error", x.nameError)
			has(t, page, "#f-days-error", x.daysError)
			if got := page.Find("input[name=name]").AttrOr("value", ""); got != x.label {
				t.Errorf("the typed name is %q", got)
			}
			finds(t, page, "tbody tr", 0)
		})
	}
	t.Run("makes a token that works for as many days as chosen, and shows it once", func(t *testing.T) {
		b := luc.on(t)
		page := b.Form(paths.Tokens(), url.Values{"name": {"Script"}, "days": {"30"}}).Want(http.StatusOK).Doc()
		token := page.Find("textarea").Text()
		if p, err := w.auth.PersonByToken(t.Context(), token); err != nil || p.Name != "Luc" {
			t.Errorf("the token is of %q, %v", p.Name, err)
		}
		list := b.get(paths.Tokens())
		finds(t, list, "textarea", 0)
		if got := texts(list, "tbody tr td.wide"); got != "Nov 20, 2026 at 8:00 a.m., Less than an hour ago, Dec 20, 2026 at 8:00 a.m." {
			t.Errorf("the token is shown as %q", got)
		}
	})
	t.Run("revokes a token, and says so", func(t *testing.T) {
		b := luc.on(t)
		id := b.get(paths.Tokens()).Find("input[name=token]").AttrOr("value", "")
		to, page := b.post(paths.TokenRevoke(), url.Values{"token": {id}})
		if to != paths.Tokens() {
			t.Errorf("it leads to %s", to)
		}
		finds(t, page, "tbody tr", 0)
		has(t, page, ".toast p", i18n.EN.T(i18n.TokenRevoked))
	})
}

func TestPages_sessions(t *testing.T) {
	w := newWorld(t)
	person := w.add("Luc", auth.Employee)
	here := w.signIn(person, "192.0.2.1", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	t.Run("alone, it has nothing to end", func(t *testing.T) {
		page := here.on(t).get(paths.Sessions())
		if got := texts(page, "tbody tr > *"); got != "Firefox on Linux, 192.0.2.1, Nov 20, 2026 at 8:00 a.m., just now, This session" {
			t.Errorf("the session is shown as %q", got)
		}
		finds(t, page, "main form", 0)
	})
	w.now = w.now.Add(30 * time.Second)
	w.signIn(person, "", "curl/8.9.1")
	t.Run("beside the session of this browser, others can be ended", func(t *testing.T) {
		page := here.on(t).get(paths.Sessions())
		if got := texts(page, "tbody tr th"); got != "curl, Firefox on Linux" {
			t.Fatalf("the devices are %q", got)
		}
		has(t, page, "tbody tr:nth-child(1) td:nth-child(2)", i18n.EN.T(i18n.SessionNoDevice))
		finds(t, page, "tbody tr:nth-child(1) form", 1)
		finds(t, page, "tbody tr:nth-child(2) form", 0)
		finds(t, page, "form[action='"+paths.SessionsEndOthers()+"']", 1)
	})
	t.Run("ends one, and says so", func(t *testing.T) {
		b := here.on(t)
		key := htmltest.One(t, b.get(paths.Sessions()), "input[name=session]").AttrOr("value", "")
		to, page := b.post(paths.SessionEnd(), url.Values{"session": {key}})
		if to != paths.Sessions() {
			t.Errorf("it leads to %s", to)
		}
		has(t, page, ".toast p", i18n.EN.T(i18n.SessionEnded))
		has(t, page, "tbody tr th", "Firefox on Linux")
	})
	t.Run("ends all others, and says so", func(t *testing.T) {
		w.signIn(person, "", "curl/8.9.1")
		w.signIn(person, "", "")
		_, page := here.on(t).post(paths.SessionsEndOthers(), nil)
		has(t, page, ".toast p", i18n.EN.T(i18n.SessionsEnded))
		has(t, page, "tbody tr th", "Firefox on Linux")
	})
}

func TestPages_ownPassword(t *testing.T) {
	w := newWorld(t)
	person := w.add("Luc", auth.Employee)
	finds(t, w.signIn(person, "", "").get(paths.OwnPassword()), "input[name=password]", 0)
	if err := w.auth.SetPassword(t.Context(), auth.Actor{}, person.Email, password); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(time.Second)
	here := w.signIn(person, "", "")
	form := func(current, next string) url.Values {
		return url.Values{"current_password": {current}, "password": {next}}
	}
	for _, x := range []struct{ name, current, next, currentError, nextError string }{
		{"refuses a wrong password, beside its field", password + "?", password + "!", "This isn’t your current password.", ""},
		{"refuses a new one that is too short, beside its field", password, "court", "", "The password must have at least 10 characters."},
	} {
		t.Run(x.name, func(t *testing.T) {
			page := here.on(t).refused(paths.OwnPassword(), form(x.current, x.next))
			has(t, page, "#f-current_password-error", x.currentError)
			has(t, page, "#f-password-error", x.nextError)
			finds(t, page, "input[type=password]:not([value=''])", 0)
		})
	}
	t.Run("changes it, and the browser stays signed in by a new session", func(t *testing.T) {
		w.now = w.now.Add(time.Second)
		b := here.on(t)
		b.Form(paths.OwnPassword(), form(password, password+"!")).RedirectsTo(paths.OwnPassword())
		old := w.client.On(t).As(auth.Actor{})
		old.SetCookie(here.session)
		if got := old.Get(paths.OwnPassword()).Status; got != http.StatusForbidden {
			t.Errorf("the session of before answers with %d", got)
		}
		has(t, b.get(paths.OwnPassword()), ".toast p", i18n.EN.T(i18n.PasswordChanged))
	})
	t.Run("says after too many wrong ones when to try again", func(t *testing.T) {
		w.now = w.now.Add(time.Hour) // the limit has forgotten the wrong one above
		b := here.on(t)
		for range 20 {
			a := b.Form(paths.OwnPassword(), form("wrong", password))
			if a.Status == http.StatusTooManyRequests {
				has(t, a.Doc(), "main .banner-title", auth.TooManyTries(i18n.EN, 12))
				if got := a.Header.Get("Retry-After"); got != "12" {
					t.Errorf("Retry-After is %q", got)
				}
				return
			}
		}
		t.Error("20 guesses were checked")
	})
}
