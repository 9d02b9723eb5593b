package campaigns_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

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
		return office(w, nil)
	}
	for _, x := range []struct {
		name          string
		channels      map[string]mail.Channel
		bulk, mailbox string
	}{
		{"one is configured", map[string]mail.Channel{campaigns.Bulk: good}, "Set up SMTP server", "Optional"},
		{"none is", map[string]mail.Channel{campaigns.Bulk: box}, "Set this up first", "Optional"},
		{"the other is configured", map[string]mail.Channel{campaigns.Bulk: box, campaigns.Mailbox: good},
			"Not set up", "Set up SMTP server"},
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
			staff := office(w.On(t), nil)
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
		office(w.On(t), nil).Form(paths.SetTracking(), url.Values{"track_people": {"perhaps"}}).Want(400)
	})
	t.Run("an administrator has the forms and more tabs than the person who runs events", func(t *testing.T) {
		admin := reader
		admin.Role = auth.Admin
		one := office(w.On(t), nil).Get(paths.Channels())
		e := w.On(t).Client(admin, func(r *httpx.Router) { campaigns.Pages(r, w.S, nil, nil, nil, nil) })
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

// TestPages_channels_returned tells how the mailbox of messages that come back is read.
func TestPages_channels_returned(t *testing.T) {
	w := small(t, sink.Options{})
	for _, x := range []struct {
		name string
		st   *campaigns.ReturnedMail
		want string
	}{
		{"that none is read", nil, i18n.EN.T(i18n.MailNotRead)},
		{"that none is set", &campaigns.ReturnedMail{}, i18n.EN.T(i18n.MailNotRead)},
		{"that it has not been read yet", &campaigns.ReturnedMail{Mailbox: "m"}, i18n.EN.T(i18n.ChanNotReadYet)},
		{"how many messages were read", &campaigns.ReturnedMail{Mailbox: "m", ReadAt: 1, Messages: 12}, "12 messages read"},
		{"why it failed", &campaigns.ReturnedMail{Mailbox: "m", ReadAt: 1, Failure: "no such user"}, "no such user"},
	} {
		t.Run("the page tells "+x.name, func(t *testing.T) {
			var mailbox func(context.Context) (campaigns.ReturnedMail, error)
			if x.st != nil {
				mailbox = func(context.Context) (campaigns.ReturnedMail, error) { return *x.st, nil }
			}
			c := w.Client(reader, func(r *httpx.Router) { campaigns.Pages(r, w.S, time.UTC, nil, nil, mailbox) })
			if text := c.On(t).Get(paths.Channels()).Want(200).Text("main"); !strings.Contains(text, x.want) {
				t.Errorf("%q is missing", x.want)
			}
		})
	}
}
