package suppressions_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/suppressions"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

// office returns a world on SQLite, and a client of the pages and the API as a person who reads English.
func office(t *testing.T) (*sends.World, *featuretest.Client) {
	t.Helper()
	w := sends.New(t, dbtest.Open(t, db.SQLite), sink.Options{})
	by := sends.Staff
	by.Language = i18n.EN
	return w, w.Client(by, func(r *httpx.Router) {
		suppressions.API(r, service(w))
		suppressions.Pages(r, service(w), time.UTC)
	})
}

func TestPages_list(t *testing.T) {
	w, staff := office(t)
	const l = i18n.EN
	emails := func(a *featuretest.Answer) (list []string) {
		for _, x := range a.Doc().Find("main td input[name=email]").EachIter() {
			list = append(list, x.AttrOr("value", ""))
		}
		return list
	}
	t.Run("without an address there is nothing to search", func(t *testing.T) {
		if a := staff.On(t).Get(paths.Suppressions(nil)).Want(200); !a.Has("main .empty") || a.Has("main form[role=search]") {
			t.Error(a.Body)
		}
	})
	for i := range 50 {
		w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ($1, 'bounced', 1)", fmt.Sprintf("g%02d@example.org", i))
	}
	w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('other@example.com', 'bounced', 1)")
	for _, x := range []struct {
		name string
		q    url.Values
		n    int
		walk []url.Values
	}{
		{"of 51 the first 50 are on the first page", nil, 50, []url.Values{{"after": {"g49@example.org"}}}},
		{"the last is on the second page", url.Values{"after": {"g49@example.org"}}, 1, []url.Values{nil}},
		{"a search that finds exactly 50 has one page", url.Values{"q": {"Example.ORG"}}, 50, nil},
		{"links keep the search", url.Values{"q": {"example"}}, 50, []url.Values{{"q": {"example"}, "after": {"g49@example.org"}}}},
		{"the link to the first page keeps the search", url.Values{"q": {"example"}, "after": {"g49@example.org"}}, 1,
			[]url.Values{{"q": {"example"}}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := staff.On(t).Get(paths.Suppressions(x.q)).Want(200)
			var walk, got []string
			for _, q := range x.walk {
				walk = append(walk, paths.Suppressions(q))
			}
			for _, link := range a.Doc().Find("main .row.no-print a").EachIter() {
				got = append(got, link.AttrOr("href", ""))
			}
			if len(emails(a)) != x.n || !slices.Equal(got, walk) {
				t.Errorf("%d addresses, %v, want %d, %v", len(emails(a)), got, x.n, walk)
			}
			if !a.Has("main form[role=search]") || !strings.Contains(a.Text("main h2"), l.N(51, i18n.SuppCount)) {
				t.Error(a.Text("main h2"))
			}
		})
	}
	for _, q := range []url.Values{{"q": {"zzz"}}, {"after": {"zzz"}}} {
		t.Run(fmt.Sprint("where no address is found, the page says so and can be searched again: ", q), func(t *testing.T) {
			a := staff.On(t).Get(paths.Suppressions(q)).Want(200)
			if !a.Has("main form[role=search]") || !strings.Contains(a.Text("main .empty"), l.T(i18n.CampNoneFound)) {
				t.Error(a.Text("main .empty"))
			}
		})
	}
	t.Run("an address that staff add stands in the list, with a way back", func(t *testing.T) {
		a := staff.On(t).Form(paths.Suppressions(nil), url.Values{"email": {" New@Example.com "}}).Follow().Want(200)
		if !strings.Contains(a.Text(".toast"), l.F(i18n.SuppAdded, "new@example.com")) ||
			!a.Has(`form[action="`+paths.Unsuppress()+`"] input[name=email][value="new@example.com"]`) {
			t.Errorf("%q", a.Text(".toast"))
		}
		if n := w.Count("SELECT COUNT(*) FROM suppressions WHERE email_key = 'new@example.com'"); n != 1 {
			t.Errorf("%d rows", n)
		}
	})
	for _, x := range []struct{ name, typed string }{
		{"the same address again is refused, and stays in the field", "new@example.com"},
		{"a text without a domain is refused, and stays in the field", "guest"},
		{"an empty field is refused", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := staff.On(t).Form(paths.Suppressions(nil), url.Values{"email": {x.typed}}).Want(422)
			field := a.Doc().Find("main form.form input[name=email]")
			if field.AttrOr("value", "") != x.typed || field.AttrOr("aria-invalid", "") != "true" {
				t.Error(a.Text("main form.form"))
			}
		})
	}
	t.Run("the list says from where an address comes", func(t *testing.T) {
		c := w.On(t).Invite(1).Send()
		w.Exec("UPDATE suppressions SET recipient_id = $1 WHERE email_key = 'other@example.com'", c.FirstID)
		for q, want := range map[string]string{"other": "Gala", "new@": l.T(i18n.SuppByStaff)} {
			a := staff.On(t).Get(paths.Suppressions(url.Values{"q": {q}})).Want(200)
			if got := a.Text("tbody td:nth-of-type(3)"); got != want {
				t.Errorf("%s comes from %q, want %q", q, got, want)
			}
		}
	})
	t.Run("an address that staff remove leaves the list, with a way back", func(t *testing.T) {
		a := staff.On(t).Form(paths.Unsuppress(), url.Values{"email": {"new@example.com"}}).Follow().Want(200)
		if !strings.Contains(a.Text(".toast"), l.F(i18n.SuppRemoved, "new@example.com")) || !a.Has(".toast input[value='new@example.com']") {
			t.Errorf("%q", a.Text(".toast"))
		}
		if n := w.Count("SELECT COUNT(*) FROM suppressions WHERE email_key = 'new@example.com'"); n != 0 {
			t.Errorf("%d rows", n)
		}
	})
	t.Run("taking that back gives the address the reason that it had, and its bounce", func(t *testing.T) {
		w.Exec(`INSERT INTO suppressions (email_key, reason, since, recipient_id, cause, diagnostic)
			VALUES ('spam@example.com', 'complained', 1, 7, 'no_such_address', '550 5.1.1 unknown')`)
		a := staff.On(t).Form(paths.Unsuppress(), url.Values{"email": {"spam@example.com"}}).Follow().Want(200)
		undo := url.Values{}
		a.Doc().Find(".toast input[type=hidden]").Each(func(_ int, i *goquery.Selection) { undo.Set(i.AttrOr("name", ""), i.AttrOr("value", "")) })
		staff.On(t).Form(paths.Suppressions(nil), undo).Want(303)
		if n := w.Count(`SELECT COUNT(*) FROM suppressions WHERE email_key = 'spam@example.com' AND reason = 'complained' AND recipient_id = 7
			AND cause = 'no_such_address' AND diagnostic = '550 5.1.1 unknown'`); n != 1 {
			t.Errorf("%d rows", n)
		}
	})
	t.Run("an address that is not in the list cannot be removed", func(t *testing.T) {
		staff.On(t).Form(paths.Unsuppress(), url.Values{"email": {"new@example.com"}}).Want(404)
	})
}

func TestPages_decide(t *testing.T) {
	w, staff := office(t)
	const l = i18n.EN
	h := historyOf(w, 3)
	if a := staff.On(t).Get(paths.Suppressions(nil)).Want(200); a.Has("#review") {
		t.Error("there is a question about nothing")
	}
	for n := range 3 {
		h.bounce(n, mail.MailboxFull)
	}
	t.Run("an address whose messages keep coming back is asked about, with what the server said", func(t *testing.T) {
		text := staff.On(t).Get(paths.Suppressions(nil)).Want(200).Text("#review")
		for _, want := range []string{"g0@example.org", l.N(3, i18n.SuppInARow), l.T(i18n.BounceCauses["mailbox_full"]), "452 4.2.2 full 2"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q lacks %q", text, want)
			}
		}
	})
	t.Run("another decision than the two is refused", func(t *testing.T) {
		staff.On(t).Form(paths.DecideAddress(), url.Values{"email": {"g0@example.org"}, "decision": {"maybe"}}).Want(400)
	})
	t.Run("an excluded address is in the list, with its reason in words, and a way back", func(t *testing.T) {
		a := staff.On(t).Form(paths.DecideAddress(), url.Values{"email": {"g0@example.org"}, "decision": {"exclude"}}).Follow().Want(200)
		if text := a.Text("main tbody"); !strings.Contains(text, l.T(i18n.BounceCauses["mailbox_full"])) || a.Has("#review") ||
			!a.Has(`.toast form[action="`+paths.Unsuppress()+`"]`) {
			t.Error(text)
		}
	})
	t.Run("an address that is not asked about cannot be kept", func(t *testing.T) {
		staff.On(t).Form(paths.DecideAddress(), url.Values{"email": {"g0@example.org"}, "decision": {"keep"}}).Want(404)
	})
}

// TestService_audit reads the audit entries of a suppressed address.
func TestService_audit(t *testing.T) {
	w, _ := office(t)
	for _, x := range []struct {
		name, action string
		do           func() error
	}{
		{"an address that is suppressed", "created", func() error {
			_, err := service(w).Suppress(t.Context(), sends.Staff, "a@example.org")
			return err
		}},
		{"an address that is no longer", "deleted", func() error {
			return service(w).Unsuppress(t.Context(), sends.Staff, "a@example.org")
		}},
	} {
		t.Run(x.name+" is recorded", func(t *testing.T) {
			if err := x.do(); err != nil {
				t.Fatal(err)
			}
			if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'suppression' AND action = $1 AND record_id = 'a@example.org' AND "+
				"person_id = $2", x.action, sends.Staff.PersonID); n != 1 {
				t.Errorf("%d entries", n)
			}
		})
	}
}
