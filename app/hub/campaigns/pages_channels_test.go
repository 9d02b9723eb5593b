package campaigns_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
)

// broken is a channel that fails with a given error.
type broken struct{ mail.Channel }

func (broken) Name() string               { return "smtp" }
func (broken) Test(context.Context) error { return errors.New("no route") }

func TestPages_channels(t *testing.T) {
	w := small(t, sink.Options{User: "nova", Password: "secret"})
	box, err := mail.OpenOutbox(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	l, good := i18n.EN, w.Options.Channels[campaigns.Bulk]
	with := func(t *testing.T, channels map[string]mail.Channel) *featuretest.Client {
		w := w.On(t)
		w.Options.Channels = channels
		w.S = w.NewService(w.DB)
		return office(w, box, nil)
	}
	for _, x := range []struct {
		name          string
		channels      map[string]mail.Channel
		bulk, mailbox string
	}{
		{"one is configured", map[string]mail.Channel{campaigns.Bulk: good}, "Configured SMTP server", "Not configured"},
		{"the other is configured", map[string]mail.Channel{campaigns.Bulk: box, campaigns.Mailbox: good},
			"Not configured", "Configured SMTP server"},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := with(t, x.channels).Get(paths.Channels()).Want(200)
			for id, want := range map[string]string{"#bulk-state": x.bulk, "#mailbox-state": x.mailbox} {
				if got := a.Text(id); !strings.HasPrefix(got, want) {
					t.Errorf("%s says %q, want %q", id, got, want)
				}
			}
			if a.Has(".banner") {
				t.Error("there is the answer to a test, and none was made")
			}
		})
	}
	for _, x := range []struct {
		name    string
		channel mail.Channel
		status  int
		says    string
	}{
		{"a channel that works", good, 200, l.F(i18n.ChanWorks, "0")},
		{"an account that is rejected", mail.NewRelay(w.WrongPassword()), 422, l.F(i18n.ChanSignIn, "5.7.8 ")},
		{"another failure", broken{}, 422, l.F(i18n.ChanDown, "no route")},
	} {
		t.Run("the test of "+x.name+" is answered where the channel is", func(t *testing.T) {
			staff := with(t, map[string]mail.Channel{campaigns.Bulk: good, campaigns.Mailbox: x.channel})
			a := staff.Form(paths.TestChannel(), url.Values{"channel": {"mailbox"}}).Want(x.status)
			if got := a.Text(".banner"); !strings.HasPrefix(got, x.says) || !a.Has("#mailbox .banner") {
				t.Errorf("%q, want %q", got, x.says)
			}
		})
	}
	t.Run("a channel that is not configured cannot be tested", func(t *testing.T) {
		with(t, map[string]mail.Channel{campaigns.Bulk: good}).Form(paths.TestChannel(), url.Values{"channel": {"mailbox"}}).Want(404)
	})
	for _, x := range []struct {
		name, value string
		says        i18n.Text
		on          bool
	}{
		{"tracking is turned off", "false", i18n.ChanTurnedOff, false},
		{"tracking is turned on again", "true", i18n.ChanTurnedOn, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			staff := office(w.On(t), box, nil)
			a := staff.Form(paths.SetTracking(), url.Values{"track_people": {x.value}}).Follow().Want(200)
			if on, err := w.S.Tracking(t.Context()); on != x.on || err != nil || !strings.Contains(a.Text(".toast"), l.T(x.says)) {
				t.Errorf("tracking is %v, %v; the page says %q", on, err, a.Text(".toast"))
			}
			if got := a.Doc().Find("input[name=track_people]").AttrOr("value", ""); got != fmt.Sprint(!x.on) {
				t.Errorf("the button turns it %s", got)
			}
		})
	}
	t.Run("a value that is neither on nor off is refused", func(t *testing.T) {
		office(w.On(t), box, nil).Form(paths.SetTracking(), url.Values{"track_people": {"perhaps"}}).Want(400)
	})
	t.Run("an administrator has the forms and more tabs than the person who runs events", func(t *testing.T) {
		admin := reader
		admin.Role = auth.Admin
		one := office(w.On(t), box, nil).Get(paths.Channels())
		e := w.On(t).Client(admin, func(r *httpx.Router) { campaigns.Pages(r, w.S, box, nil, nil, nil) })
		two := e.Get(paths.Channels()).Want(200)
		const tabs = "main nav a"
		if len(hrefs(two, tabs)) <= len(hrefs(one, tabs)) || slices.Equal(hrefs(one, tabs), nil) {
			t.Errorf("%v, %v", hrefs(one, tabs), hrefs(two, tabs))
		}
		form := "#bulk a[href='" + paths.MailSettings() + "#bulk']"
		if one.Has(form) || !two.Has(form) || !strings.Contains(one.Body, l.T(i18n.ChanWho)) || strings.Contains(two.Body, l.T(i18n.ChanWho)) {
			t.Error("only an administrator has a link to the form, and the other is told who can change the settings")
		}
	})
}

func TestPages_suppressions(t *testing.T) {
	w := small(t, sink.Options{})
	staff, l := office(w, nil, nil), i18n.EN
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
			var walk []string
			for _, q := range x.walk {
				walk = append(walk, paths.Suppressions(q))
			}
			if got := hrefs(a, "main .row.no-print a"); len(emails(a)) != x.n || !slices.Equal(got, walk) {
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
	t.Run("an address that is not in the list cannot be removed", func(t *testing.T) {
		staff.On(t).Form(paths.Unsuppress(), url.Values{"email": {"new@example.com"}}).Want(404)
	})
}
