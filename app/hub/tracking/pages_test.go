package tracking_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/suppressions"
	"presence/app/hub/tracking"
	"presence/app/platform/background"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

// delivered is a world whose campaign has reached its guests a minute ago: g0 reads French, g1 English, and so on.
func delivered(t *testing.T, guests int) (*sends.World, campaigns.Campaign) {
	t.Helper()
	w := sends.New(t, dbtest.Open(t, db.SQLite), sink.Options{}).Invite(guests)
	w.Work(w.S)
	c := w.Until(w.Send().ID, campaigns.Completed)
	w.Clock.Advance(time.Minute)
	return w, c
}

// guest calls the public routes as an anonymous person.
func guest(w *sends.World) *featuretest.Client {
	return w.Client(auth.Actor{}, func(r *httpx.Router) { tracking.Public(r, w.Tracking) })
}

func TestPublic_links(t *testing.T) {
	w, c := delivered(t, 4)
	browser := guest(w)
	token := func(n int64) string { return campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID + n) }
	get := func(path string) *featuretest.Answer { return browser.Get(path, "User-Agent", sends.BrowserAgent) }

	t.Run("the picture is the same for a token that does not exist", func(t *testing.T) {
		right, wrong := get("/t/o/"+token(0)).Want(200), get("/t/o/none").Want(200)
		for _, a := range []*featuretest.Answer{right, wrong} {
			if a.Header.Get("Content-Type") != "image/gif" || a.Header.Get("Cache-Control") != "no-store" ||
				!strings.HasPrefix(a.Body, "GIF89a") || a.Body != right.Body {
				t.Errorf("%v %q", a.Header, a.Body)
			}
		}
	})
	t.Run("a link works while too many other events wait: nothing counts, and the log says so", func(t *testing.T) {
		release, err := w.Tracking.FillUnwritten(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		get("/t/c/" + token(3) + "/" + campaigns.ClickRSVP).Want(http.StatusFound)
		if r := w.Recipient(c, "g3@example.org"); r.OpenedAt != 0 || r.ClickedAt != 0 {
			t.Errorf("%+v", r)
		}
		if said := w.Log.String(); !strings.Contains(said, "tracking: recording opens and clicks fails") {
			t.Errorf("the log says %q", said)
		}
	})
	t.Run("the picture of a message counts as opened", func(t *testing.T) {
		if r := w.Recipient(c, "g0@example.org"); r.OpenedAt == 0 || r.ScannedAt != 0 {
			t.Errorf("%+v", r)
		}
	})
	t.Run("a link leads to the guest's own page and counts as clicked", func(t *testing.T) {
		a := get("/t/c/" + token(1) + "/" + campaigns.ClickRSVP).Want(http.StatusFound)
		r := w.Recipient(c, "g1@example.org")
		if got := a.Header.Get("Location"); "https://presence.example"+got != r.RSVPURL || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("it leads to %s with %v, want %s", got, a.Header, r.RSVPURL)
		}
		if r.ClickedAt == 0 {
			t.Errorf("%+v", r)
		}
	})
	t.Run("a link to the calendar leads to the file of the event in the language of the message", func(t *testing.T) {
		a := get("/t/c/" + token(1) + "/" + campaigns.ClickCalendar).Want(http.StatusFound)
		if got, want := a.Header.Get("Location"), paths.RsvpCalendar("gala", "en"); got != want {
			t.Errorf("it leads to %s, want %s", got, want)
		}
	})
	t.Run("a link with an unknown token or destination is not found", func(t *testing.T) {
		get("/t/c/none/" + campaigns.ClickRSVP).Want(404)
		get("/t/c/" + token(1) + "/elsewhere").Want(404)
	})
	for _, x := range []struct {
		name, method string
		headers      []string
	}{
		{"a HEAD request", http.MethodHead, []string{"User-Agent", sends.BrowserAgent}},
		{"a prefetch as Purpose says it", http.MethodGet, []string{"User-Agent", sends.BrowserAgent, "Purpose", "prefetch"}},
		{"a prefetch as Sec-Purpose says it", http.MethodGet, []string{"User-Agent", sends.BrowserAgent, "Sec-Purpose", "prefetch;prerender"}},
		{"a preview as X-Purpose says it", http.MethodGet, []string{"User-Agent", sends.BrowserAgent, "X-Purpose", "preview"}},
		{"a prefetch as X-Moz says it", http.MethodGet, []string{"User-Agent", sends.BrowserAgent, "X-Moz", "prefetch"}},
		{"a scanner", http.MethodGet, []string{"User-Agent", "BarracudaCentral"}},
	} {
		t.Run(x.name+" counts as a program", func(t *testing.T) {
			w.Exec("UPDATE campaign_recipients SET scanned_at = 0")
			browser.On(t).Do(x.method, "/t/o/"+token(2), "", x.headers...).Want(200)
			if r := w.Recipient(c, "g2@example.org"); r.OpenedAt != 0 || r.ScannedAt == 0 {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestPublic_unsubscribe(t *testing.T) {
	w, c := delivered(t, 2)
	w.Exec("UPDATE events SET palette = 'prune'")
	browser := guest(w)
	page := func(n int64) string {
		return "/u/" + campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID+n)
	}
	for _, x := range []struct {
		name, path string
		lang       i18n.Lang
	}{
		{"the page has the language of the message, French", page(0), i18n.FR},
		{"the page has the language of the message, English", page(1), i18n.EN},
		{"the page has the language that is asked for", page(0) + "?lang=en", i18n.EN},
		{"an unknown language is ignored", page(0) + "?lang=de", i18n.FR},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := browser.On(t).Get(x.path).Want(200)
			path, _, _ := strings.Cut(x.path, "?")
			if a.Text("h1") != x.lang.T(i18n.CampUnsubscribe) || !a.Has("form[method=post] button") || a.Text(".whose") != "g•••@example.org" {
				t.Error(a.Body)
			}
			if other, _ := a.Doc().Find("a.language").Attr("href"); other != path+"?lang="+string(x.lang.Other()) {
				t.Errorf("the other language is at %q", other)
			}
			if a.Has("footer") {
				t.Error("the page speaks of the data that an event collects, though it is about all invitations")
			}
			if !a.Has("html." + palette.Of("prune").Class()) {
				t.Errorf("the page lacks the colours of the event: %.200s", a.Body)
			}
		})
	}
	t.Run("looking at the page changes nothing", func(t *testing.T) {
		if n := w.Count("SELECT COUNT(*) FROM suppressions"); n != 0 {
			t.Errorf("%d addresses are suppressed", n)
		}
	})
	t.Run("the button unsubscribes the address, and the page offers the way back", func(t *testing.T) {
		a := browser.On(t).Form(page(0), url.Values{"lang": {"en"}}).Want(200)
		if a.Text("h1") != i18n.EN.T(i18n.CampUnsubscribed) || a.Text("form button") != i18n.EN.T(i18n.CampBackDo) {
			t.Error(a.Body)
		}
		if n := w.Count("SELECT COUNT(*) FROM suppressions WHERE email_key = 'g0@example.org' AND reason = 'unsubscribed'"); n != 1 {
			t.Errorf("%d addresses are suppressed", n)
		}
	})
	t.Run("the one-click request of a mail program unsubscribes in the language of the message", func(t *testing.T) {
		a := browser.On(t).Form(page(0), url.Values{"List-Unsubscribe": {"One-Click"}}).Want(200)
		if a.Text("h1") != i18n.FR.T(i18n.CampUnsubscribed) {
			t.Error(a.Body)
		}
	})
	t.Run("the links of a deleted event still work, in the colours of the default palette", func(t *testing.T) {
		w.Exec("DELETE FROM events")
		if !browser.On(t).Get(page(1)).Want(200).Has("html." + palette.Of(palette.Default).Class()) {
			t.Error("the page lacks the default colours")
		}
	})
	t.Run("an unknown token is not found and suppresses no address", func(t *testing.T) {
		browser.On(t).Get("/u/none").Want(404)
		browser.On(t).Form("/u/none", nil).Want(404)
		if n := w.Count("SELECT COUNT(*) FROM suppressions"); n != 1 {
			t.Errorf("%d addresses are suppressed", n)
		}
	})
}

// preferencesOf returns what the owner of the address of the nth guest chose.
func preferencesOf(t *testing.T, w *sends.World, email string) suppressions.Preferences {
	t.Helper()
	p, err := suppressions.PreferencesOf(t.Context(), w.DB, email, i18n.FR)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPublic_preferences(t *testing.T) {
	w, c := delivered(t, 2)
	browser := guest(w)
	const g0 = "g0@example.org"
	page := "/u/" + campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID)
	chosen := func(a *featuretest.Answer) (out []string) {
		for _, x := range a.Doc().Find("input[type=radio][checked]").EachIter() {
			value, _ := x.Attr("value")
			out = append(out, value)
		}
		return out
	}
	t.Run("an address that chose nothing gets everything in the language of its messages", func(t *testing.T) {
		if got := chosen(browser.On(t).Get(page).Want(200)); !slices.Equal(got, []string{"all", "fr"}) {
			t.Errorf("%q is chosen", got)
		}
	})
	t.Run("invitations without reminders in another language", func(t *testing.T) {
		a := browser.On(t).Form(page, url.Values{"choice": {"invitations"}, "language": {"en"}, "lang": {"fr"}}).Want(200)
		if a.Text("h1") != i18n.FR.T(i18n.CampChosen) || !slices.Equal(chosen(a), []string{"invitations", "en"}) {
			t.Error(a.Body)
		}
		if got := preferencesOf(t, w, g0); got != (suppressions.Preferences{Invitations: true, Language: i18n.EN}) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("unsubscribed, the page says so, and keeps what was chosen", func(t *testing.T) {
		browser.On(t).Form(page, nil).Want(200)
		a := browser.On(t).Get(page).Want(200)
		if a.Text("h1") != i18n.FR.T(i18n.CampUnsubscribed) || !slices.Equal(chosen(a), []string{"invitations", "en"}) {
			t.Error(a.Body)
		}
	})
	t.Run("and back again", func(t *testing.T) {
		browser.On(t).Form(page, url.Values{"choice": {"all"}, "language": {"fr"}}).Want(200)
		want := suppressions.Preferences{Invitations: true, Reminders: true, Language: i18n.FR}
		if got := preferencesOf(t, w, g0); got != want {
			t.Errorf("%+v", got)
		}
	})
	t.Run("each change stands in the audit log, what it changed and from where", func(t *testing.T) {
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'suppression' AND record_id = $1 AND via = 'link'", g0); n != 3 {
			t.Errorf("%d entries", n)
		}
		browser.On(t).Form(page, url.Values{"choice": {"all"}, "language": {"fr"}}).Want(200) // which changes nothing
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'suppression'"); n != 3 {
			t.Errorf("%d entries after a choice that changes nothing", n)
		}
	})
	t.Run("an address that staff excluded has no way back", func(t *testing.T) {
		w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ($1, 'unsubscribed', 1)", g0)
		browser.On(t).Form(page, url.Values{"choice": {"all"}, "language": {"fr"}}).Want(200)
		if got := preferencesOf(t, w, g0); got.Invitations || !got.Withdrawn {
			t.Errorf("%+v", got)
		}
		w.Exec("DELETE FROM suppressions")
	})
	for name, form := range map[string]url.Values{
		"an unknown choice is refused":   {"choice": {"none"}, "language": {"fr"}},
		"an unknown language is refused": {"choice": {"all"}, "language": {"de"}},
	} {
		t.Run(name, func(t *testing.T) { browser.On(t).Form(page, form).Want(400) })
	}
	t.Run("an unknown token chooses nothing", func(t *testing.T) {
		browser.On(t).Form("/u/none", url.Values{"choice": {"all"}, "language": {"fr"}}).Want(404)
	})
	t.Run("an address that complained has no way back", func(t *testing.T) {
		w.Exec("INSERT INTO suppressions (email_key, reason, since, recipient_id) VALUES ($1, 'complained', 1, $2)", g0, c.FirstID)
		if a := browser.On(t).Get(page).Want(200); a.Text("h1") != i18n.FR.T(i18n.CampWithdrawn) || a.Has("form") {
			t.Error(a.Body)
		}
		browser.On(t).Form(page, url.Values{"choice": {"all"}, "language": {"fr"}}).Want(200)
		if got := preferencesOf(t, w, g0); got.Invitations || !got.Withdrawn {
			t.Errorf("%+v", got)
		}
	})
}

// TestPublic_changes_in_a_day shows what bounds the entries of the audit log that visitors of the page can make.
func TestPublic_changes_in_a_day(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(2)
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		browser := guest(w)
		page := func(n int64) string {
			return "/u/" + campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID+n)
		}
		all := url.Values{"choice": {"all"}, "language": {"fr"}, "lang": {"en"}}
		english := url.Values{"choice": {"all"}, "language": {"en"}, "lang": {"en"}}
		entries := func(t *testing.T, want int64) {
			t.Helper()
			if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'suppression' AND record_id = 'g0@example.org'"); n != want {
				t.Errorf("%d entries, want %d", n, want)
			}
		}
		t.Run("ten changes are made, each with an entry", func(t *testing.T) {
			for range 5 {
				browser.On(t).Form(page(0), nil).Want(http.StatusOK)
				browser.On(t).Form(page(0), all).Want(http.StatusOK)
				w.Clock.Advance(time.Minute)
			}
			entries(t, 10)
		})
		t.Run("an unchanged repetition is answered as before and writes nothing", func(t *testing.T) {
			const chosen = "SELECT changed_at FROM guest_preferences"
			before := w.Count(chosen)
			if a := browser.On(t).Form(page(0), all).Want(http.StatusOK); a.Text("h1") != i18n.EN.T(i18n.CampChosen) {
				t.Error(a.Body)
			}
			if at := w.Count(chosen); at != before {
				t.Errorf("the choice was stored again at %d, after %d", at, before)
			}
			entries(t, 10)
		})
		t.Run("another change is refused with a page that says when to come back, and offers to unsubscribe", func(t *testing.T) {
			a := browser.On(t).Form(page(0), english).Want(http.StatusTooManyRequests)
			if a.Text("h1") != i18n.EN.T(i18n.CampLimited) || a.Text("form button") != i18n.EN.T(i18n.CampUnsubscribeDo) {
				t.Error(a.Body)
			}
			if got, want := a.Header.Get("Retry-After"), strconv.Itoa(24*60*60-5*60); got != want {
				t.Errorf("Retry-After %s, want %s", got, want)
			}
			if got := preferencesOf(t, w, "g0@example.org"); got.Language != i18n.FR {
				t.Errorf("%+v", got)
			}
			entries(t, 10)
		})
		t.Run("unsubscribing is never refused", func(t *testing.T) {
			for range 2 {
				if a := browser.On(t).Form(page(0), nil).Want(http.StatusOK); a.Text("h1") != i18n.FR.T(i18n.CampUnsubscribed) {
					t.Error(a.Body)
				}
			}
			entries(t, 11)
		})
		t.Run("the way back is refused, without a button", func(t *testing.T) {
			if a := browser.On(t).Form(page(0), all).Want(http.StatusTooManyRequests); a.Has("form") {
				t.Error(a.Body)
			}
			if got := preferencesOf(t, w, "g0@example.org"); got.Invitations {
				t.Errorf("%+v", got)
			}
			entries(t, 11)
		})
		t.Run("another address has changes of its own", func(t *testing.T) {
			browser.On(t).Form(page(1), nil).Want(http.StatusOK)
			browser.On(t).Form(page(1), all).Want(http.StatusOK)
		})
		t.Run("after a day it is possible again", func(t *testing.T) {
			w.Clock.Advance(24*time.Hour - 6*time.Minute)
			browser.On(t).Form(page(0), all).Want(http.StatusTooManyRequests)
			w.Clock.Advance(3 * time.Minute)
			browser.On(t).Form(page(0), all).Want(http.StatusOK)
			entries(t, 12)
		})
	})
}

// Of several requests at once that ask for the same, one changes something.
func TestPublic_change_while_another_is_made(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		w.Invite(1)
		w.Work(w.S)
		c := w.Until(w.Send().ID, campaigns.Completed)
		browser := guest(w)
		page := "/u/" + campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { browser.On(t).Form(page, nil).Want(http.StatusOK) })
		}
		all.Wait()
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'suppression'"); n != 1 {
			t.Errorf("%d entries", n)
		}
	})
}

// TestPublic_webhook calls as the mail provider does (R9).
func TestPublic_webhook(t *testing.T) {
	const hook, token = "/webhooks/mailjet", "token of the provider"
	w, c := delivered(t, 2)
	with := func(o tracking.Options) *featuretest.Client {
		o.Secret, o.Work = w.Options.Secret, background.NewGroup()
		s := tracking.NewService(w.DB, w.Clock.Now, w.S, o)
		return w.Client(auth.Actor{}, func(r *httpx.Router) { tracking.Public(r, s) })
	}
	provider := with(tracking.Options{WebhookToken: token})
	query := func(token string) string { return hook + "?token=" + url.QueryEscape(token) }
	basic := func(password string) string {
		return "Basic " + base64.StdEncoding.EncodeToString([]byte("mailjet:"+password))
	}
	opened := func(n int64) string {
		return `{"event":"open","agent":"Mozilla/5.0","CustomID":"` + report(w, c, n, "", time.Time{}).ID + `"}`
	}
	count := func(t *testing.T, want int64) {
		t.Helper()
		if got := w.Campaign(c.ID).Counts.Opened; got != want {
			t.Errorf("%d opened, want %d", got, want)
		}
	}
	for _, x := range []struct {
		name, path, auth, body string
		status                 int
	}{
		{"without a token it is refused", hook, "", opened(0), 401},
		{"with a wrong token it is refused", query("x"), "", opened(0), 401},
		{"with an empty token it is refused", query(""), "", opened(0), 401},
		{"with a wrong password it is refused", hook, basic("x"), opened(0), 401},
		{"a wrong password is not made good by the token in the address", query(token), basic("x"), opened(0), 401},
		{"a body that is no JSON is refused", query(token), "", "x", 400},
		{"a body over the limit is refused", query(token), "", strings.Repeat(" ", 3<<20), 413},
	} {
		t.Run(x.name, func(t *testing.T) {
			provider.On(t).Do(http.MethodPost, x.path, x.body, "Content-Type", "application/json", "Authorization", x.auth).Want(x.status)
			count(t, 0)
		})
	}
	t.Run("an installation without a token has no webhook", func(t *testing.T) {
		none := with(tracking.Options{}).On(t)
		none.Post(hook, opened(0)).Want(404)
		none.Post(query(""), opened(0)).Want(404)
		count(t, 0)
	})
	t.Run("one event with the token in the address is recorded", func(t *testing.T) {
		provider.On(t).Post(query(token), opened(0)).Want(200)
		count(t, 1)
	})
	t.Run("a list of events with the token as the password is recorded", func(t *testing.T) {
		both := "[" + opened(0) + "," + opened(1) + "]"
		provider.On(t).Do(http.MethodPost, hook, both, "Content-Type", "application/json", "Authorization", basic(token)).Want(200)
		count(t, 2)
	})
	t.Run("events that could not be stored are answered with an error, so that the provider calls again", func(t *testing.T) {
		w.Exec("ALTER TABLE suppressions RENAME TO suppressions_moved")
		provider.On(t).Post(query(token), strings.Replace(opened(0), `"open"`, `"spam"`, 1)).Want(500)
	})
}

func TestPublic_names_the_sender(t *testing.T) {
	w, c := delivered(t, 1)
	page := "/u/" + campaigns.NewLinkTokens(w.Options.Secret, c.Salt).Tracking(c.FirstID)
	for _, x := range []struct{ name, company, postal, want string }{
		{"with its postal address", "Ferme Lavoie", "12, rue du Quai\nSorel", "Emails sent by Ferme Lavoie 12, rue du Quai Sorel"},
		{"without an address", "Ferme Lavoie", "", "Emails sent by Ferme Lavoie"},
		{"by the address alone", "", "12, rue du Quai", "12, rue du Quai"},
		{"not at all where nothing is known", "", "", ""},
	} {
		t.Run("the company is named "+x.name, func(t *testing.T) {
			s := tracking.NewService(w.DB, w.Clock.Now, w.S, tracking.Options{Secret: w.Options.Secret,
				Company: x.company, Postal: x.postal, Work: background.NewGroup()})

			browser := w.Client(auth.Actor{}, func(r *httpx.Router) { tracking.Public(r, s) })
			if got := browser.On(t).Get(page + "?lang=en").Want(200).Text("#sender"); got != x.want {
				t.Errorf("%q", got)
			}
		})
	}
	t.Run("in French as well", func(t *testing.T) {
		s := tracking.NewService(w.DB, w.Clock.Now, w.S, tracking.Options{Secret: w.Options.Secret,
			Company: "Ferme Lavoie", Work: background.NewGroup()})

		browser := w.Client(auth.Actor{}, func(r *httpx.Router) { tracking.Public(r, s) })
		if got := browser.On(t).Get(page + "?lang=fr").Want(200).Text("#sender"); got != "Courriels envoyés par Ferme Lavoie" {
			t.Errorf("%q", got)
		}
	})
}
