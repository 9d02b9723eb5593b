package configuration

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/apptest/sink"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

// office is the page of mail with its service. Mailjet, Gmail and Graph are at provider.
type office struct {
	*featuretest.Client
	s *Service
	d *db.DB
	t *testing.T
}

// at returns the page on a new database. The setting locked, if there is one, is in the environment with a value.
func at(t *testing.T, d *db.DB, provider, locked, value string) office {
	t.Helper()
	setting := func(name, group string, secret bool) Setting {
		return Setting{Name: name, Group: group, Secret: secret}
	}
	list := []Setting{setting(mailFrom, mailFrom, false), setting(postalAddress, postalAddress, false), setting(smtpURL, Bulk, true),
		setting(mailjetKey, Bulk, false), setting(mailjetSecret, Bulk, true), setting(webhookToken, webhookToken, true),
		setting(gmailJSON, Mailbox, true), setting(graphTenant, Mailbox, false), setting(graphClient, Mailbox, false),
		setting(graphSecret, Mailbox, true), setting(quietHours, quietHours, false), setting(sendRate, sendRate, false),
		setting(connections, connections, false),
		setting(bounceAddress, Bounces, false), setting(bounceMailbox, Bounces, true), setting(sesTopic, sesTopic, false),
		setting(postmarkToken, postmarkToken, true)}
	for i, x := range list {
		if x.Name == locked {
			for j := range list {
				if list[j].Group == x.Group {
					list[j].Locked, list[j].LockedBy = true, locked
				}
			}
			list[i].Environment = value
		}
	}
	s, err := NewService(d, now, key, Options{Settings: list, TestTimeout: 500 * time.Millisecond,
		Check: func(stored map[string]string) map[string]error {
			if len(stored[webhookToken]) == 1 {
				return map[string]error{webhookToken: errNumber}
			}
			return nil
		},
		TestBounces: func(_ context.Context, to string, stored map[string]string) error {
			if stored[bounceMailbox] == "" {
				return nil
			}
			if box := mailbox(stored[bounceMailbox]); box.Server.Password != "open sesame" || to != "ada@example.com" {
				return &mail.Failure{Kind: mail.SignIn, Text: "[AUTHENTICATIONFAILED] no"}
			}
			return nil
		},
		Mail: func(stored map[string]string) Mail { return means(stored, provider) }})
	if err != nil {
		t.Fatal(err)
	}
	by := auth.Actor{PersonID: admin.PersonID, Name: "Ada", Email: "ada@example.com", Role: auth.Admin, Via: "cookie", Language: i18n.EN}
	return office{featuretest.New(t, featuretest.Options{By: by, Now: now}, func(r *httpx.Router) {
		Pages(r, s, "https://presence.example", nil, nil)
		API(r, s)
	}), s, d, t}
}

// means returns the channels of stored values.
func means(stored map[string]string, provider string) (m Mail) {
	m.Senders = []mail.Address{{Name: "Events", Email: "events@example.org"}}
	switch {
	case stored[smtpURL] != "":
		m.Bulk = mail.NewRelay(relay(stored[smtpURL]))
	case stored[mailjetKey] != "":
		m.Bulk = mail.NewMailjet(provider, stored[mailjetKey], stored[mailjetSecret])
	}
	switch {
	case stored[gmailJSON] != "":
		if g, err := mail.NewGmail(provider, []byte(stored[gmailJSON]), "events@example.org"); err == nil {
			m.Mailbox = g
		}
	case stored[graphTenant] != "":
		m.Mailbox = mail.NewGraph(mail.GraphApp{Tenant: stored[graphTenant], ClientID: stored[graphClient], Secret: stored[graphSecret], URL: provider,
			Tester: "events@example.org"})
	}
	return m
}

// stored returns the stored values, as "NAME=text" in alphabetical order.
func (o office) stored() string {
	o.t.Helper()
	got, err := o.s.Stored(o.t.Context(), admin, nil)
	if err != nil {
		o.t.Fatal(err)
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(got)) {
		list = append(list, name+"="+got[name])
	}
	return strings.Join(list, " ")
}

// store saves values; "-" takes one back.
func (o office) store(v values) {
	o.t.Helper()
	if err := o.s.Save(o.t.Context(), admin, nil, v.changes()); err != nil {
		o.t.Fatal(err)
	}
}

// startRelay starts an SMTP server, and returns it with the form that leads to it.
func startRelay(t *testing.T, o sink.Options) (*sink.Sink, url.Values) {
	t.Helper()
	s, err := sink.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	host, port, _ := strings.Cut(s.Addr(), ":")
	return s, url.Values{Bulk: {"smtp"}, smtpHost: {host}, smtpPort: {port}, smtpSecurity: {"optional"}, smtpUser: {"nova"},
		smtpPassword: {"open sesame"}, "do": {testAndSave}}
}

// changed returns a copy of a form with other values; "-" removes a field.
func changed(form url.Values, values ...string) url.Values {
	form = maps.Clone(form)
	for i := 0; i < len(values); i += 2 {
		if form.Set(values[i], values[i+1]); values[i+1] == "-" {
			form.Del(values[i])
		}
	}
	return form
}

var account = sink.Options{User: "nova", Password: "open sesame"}

func TestPages_mail_tests_a_relay(t *testing.T) {
	with := func(r sink.Rule) sink.Options {
		return sink.Options{User: "nova", Password: "open sesame", Rules: []sink.Rule{r}}
	}
	for _, x := range []struct {
		name   string
		relay  sink.Options
		typed  []string
		status int
		says   string // in the answer
	}{
		{"that accepts the account", account, nil, 303, ""},
		{"that refuses the password", account, []string{smtpPassword, "mellon"}, 422, "The account was rejected: 535 5.7.8"},
		{"that wants encryption", with(sink.Rule{At: sink.Auth, Reply: "530 5.7.0 Must issue a STARTTLS command first"}),
			[]string{smtpSecurity, "off"}, 422, "530 5.7.0 Must issue a STARTTLS command first"},
		{"that offers none, where it is required", account, []string{smtpSecurity, "required"}, 422,
			"The server doesn’t offer the encryption (STARTTLS) that your settings require."},
		{"that speaks no TLS from the start", account, []string{smtpSecurity, "tls"}, 422, "The mail server didn’t respond as expected: "},
		{"that is not there", account, []string{smtpPort, "1"}, 422, "doesn’t accept connections on this port"},
		{"that never answers", with(sink.Rule{At: sink.Greeting, Stall: true}), nil, 422, "No response in time."},
		{"at the address of a cloud's metadata", account, []string{smtpHost, "169.254.169.254"}, 422, "link-local addresses"},
	} {
		t.Run(x.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				o := at(t, d, "", "", "")
				_, typed := startRelay(t, x.relay)
				typed = changed(typed, x.typed...)
				a := o.Form(paths.MailChannel(Bulk), typed).Want(x.status)
				if x.status == 303 {
					want := "SMTP_URL=smtp://nova:open%20sesame@127.0.0.1:" + typed.Get(smtpPort) + "?starttls=optional"
					if got := o.stored(); got != want {
						t.Errorf("stored %s, want %s", got, want)
					}
					return
				}
				if got := a.Text("#bulk .banner"); !strings.Contains(got, x.says) || o.stored() != "" {
					t.Errorf("says %q, want %q; stored %s", got, x.says, o.stored())
				}
				if v := a.Doc().Find("[name=smtp_host]").AttrOr("value", ""); v != typed.Get(smtpHost) {
					t.Errorf("the field of the host has %q", v)
				}
				if strings.Contains(a.Body, typed.Get(smtpPassword)) {
					t.Error("the password is in the page")
				}
				hidden := a.Doc().Find("#bulk [name=typed]").AttrOr("value", "")
				o.Form(paths.MailChannel(Bulk), changed(typed, smtpPassword, "", "typed", hidden, "do", saveUntested)).Want(303)
				if got := o.stored(); !strings.Contains(got, strings.ReplaceAll(typed.Get(smtpPassword), " ", "%20")) {
					t.Errorf("saved without a test: %s", got)
				}
			})
		})
	}
}

// Where a channel but no sender is set, the page says from which address messages come, and leads to the field; so does each test.
func TestPages_mail_sender(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", "", "")
		_, typed := startRelay(t, account)
		typed.Set("do", sendOneNow)
		for _, x := range []struct {
			name   string
			stored values
			warns  bool // the page; the answer of a test, if it has no sender
			sender bool
			done   int // steps: the channel, and the sender with the mailing address
		}{
			{"no channel is set up, which comes first", nil, false, false, 0},
			{"no sender is set", values{smtpURL: "smtp://mail.example.org:587"}, true, false, 1},
			{"a sender is set", values{mailFrom: "Fêtes <fetes@example.org>"}, false, true, 1},
		} {
			t.Run(x.name, func(t *testing.T) {
				if x.stored != nil {
					o.store(x.stored)
				}
				a := o.Get(paths.MailSettings()).Want(200)
				if got := a.Has(`.banner a[href="#senders"]`) && strings.Contains(a.Text(".banner"), "events@example.org"); got != x.warns {
					t.Errorf("the page warns: %v; %s", got, a.Text(".banner"))
				}
				page := a.Doc()
				if n := page.Find(".mail-steps .tone-good").Length(); n != x.done || page.Find("main .btn-primary").Length() != 1 ||
					page.Find("#domains").Length() == 1 != x.sender {
					t.Errorf("%d steps are done, want %d; %d main buttons; the check of domains: %d", n, x.done,
						page.Find("main .btn-primary").Length(), page.Find("#domains").Length())
				}
				answer := o.Form(paths.MailChannel(Bulk), typed).Want(200)
				if got := answer.Has("#bulk .banner-warn"); got == x.sender || answer.Has("#bulk .banner-good") != x.sender {
					t.Errorf("the answer warns: %v; %s", got, answer.Text("#bulk .banner"))
				}
			})
		}
	})
}

// What is seldom needed is folded, and open where it has an error.
func TestPages_mail_advanced(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", "", "")
		const folded = `#senders details:not([open]) `
		page := o.Get(paths.MailSettings()).Want(200)
		for _, name := range []string{sendRate, connections, sesTopic, postmarkToken} {
			if !page.Has(folded + "[name=" + name + "]") {
				t.Errorf("%s is not folded", name)
			}
		}
		if page.Has(folded + "[name=" + mailFrom + "]") {
			t.Error("the sender is folded")
		}
	})
}

// What was typed in a try that failed is kept whatever is changed for the next one, or if a field has an error; nothing that was stored is.
func TestPages_mail_keeps_what_was_typed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", "", "")
		_, typed := startRelay(t, account)
		hidden := func(a *featuretest.Answer) string { return a.Doc().Find("#bulk [name=typed]").AttrOr("value", "") }
		failed := hidden(o.Form(paths.MailChannel(Bulk), changed(typed, smtpSecurity, "tls")).Want(422))
		t.Run("a password, for weaker encryption", func(t *testing.T) {
			o.Form(paths.MailChannel(Bulk), changed(typed, smtpPassword, "", "typed", failed)).Want(303)
		})
		t.Run("a password, when another field has an error", func(t *testing.T) {
			a := o.Form(paths.MailChannel(Bulk), changed(typed, smtpPort, "mail")).Want(422)
			if got := a.Text("#f-smtp_password-hint"); got != i18n.EN.T(i18n.MailKeptTyped) {
				t.Errorf("the hint is %q", got)
			}
			o.Form(paths.MailChannel(Bulk), changed(typed, smtpPassword, "", "typed", hidden(a))).Want(303)
		})
		t.Run("but not a stored password, for another server", func(t *testing.T) {
			a := o.Form(paths.MailChannel(Bulk), changed(typed, smtpPassword, "", mailjetSecret, "x", smtpPort, "1")).Want(422)
			o.Form(paths.MailChannel(Bulk), changed(typed, smtpPassword, "", smtpHost, "localhost", "typed", hidden(a))).Want(422)
		})
		t.Run("a field that nothing was typed in does not claim to keep it", func(t *testing.T) {
			a := o.Form(paths.MailChannel(Bulk), changed(typed, smtpPort, "1")).Want(422)
			if n := strings.Count(a.Body, i18n.EN.T(i18n.MailKeptTyped)); n != 1 {
				t.Errorf("%d fields claim it", n)
			}
		})
	})
}

// A page that was never given a password does not claim to have kept one.
func TestPages_mail_keeps_only_what_was_typed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", "", "")
		_, typed := startRelay(t, sink.Options{})
		kept := i18n.EN.T(i18n.MailKeptTyped)
		for _, x := range []struct {
			name  string
			typed []string
			keeps bool
		}{
			{"no account", []string{smtpUser, "", smtpPassword, ""}, false},
			{"a password", nil, true},
		} {
			t.Run(x.name, func(t *testing.T) {
				a := o.On(t).Form(paths.MailChannel(Bulk), changed(typed, append(x.typed, smtpPort, "1")...)).Want(422)
				if got := a.Doc().Find("#bulk [name=typed]").Length() > 0; got != x.keeps || strings.Contains(a.Body, kept) != x.keeps {
					t.Errorf("keeps a secret: %v, want %v", got, x.keeps)
				}
			})
		}
	})
}

// TestPages_mail_bounces tests the mailbox to which messages come back before it is saved.
func TestPages_mail_bounces(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", "", "")
		const saved = "BOUNCE_ADDRESS=bounces+*@example.com BOUNCE_IMAP_URL=imaps://bounces:open%20sesame@imap.example.com:993/INBOX/Back"
		typed := url.Values{Bounces: {"imap"}, imapHost: {"imap.example.com"}, imapSecurity: {"tls"}, imapUser: {"bounces"},
			imapPassword: {"open sesame"}, imapFolder: {"INBOX/Back"}, bounceAddress: {"bounces+*@example.com"}, "do": {testAndSave}}
		for _, x := range []struct {
			name   string
			typed  []string
			status int
			says   string
			stored string
		}{
			{"a wrong password is told in the words of the server, and nothing is saved", []string{imapPassword, "mellon"}, 422,
				"[AUTHENTICATIONFAILED] no", ""},
			{"a user is required", []string{imapUser, ""}, 422, "", ""},
			{"what works is saved", nil, 303, "", saved},
			{"an empty password keeps that of the same account", []string{imapPassword, ""}, 303, "", saved},
			{"but goes to no other server", []string{imapPassword, "", imapHost, "evil.example"}, 422, "", saved},
			{"an empty return address is the sender’s", []string{bounceAddress, ""}, 303, "",
				strings.TrimPrefix(saved, "BOUNCE_ADDRESS=bounces+*@example.com ")},
			{"no mailbox takes all of it back", []string{Bounces, noChannel}, 303, "", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				a := o.On(t).Form(paths.MailChannel(Bounces), changed(typed, x.typed...)).Want(x.status)
				if x.says != "" && !strings.Contains(a.Text("#bounces .banner"), x.says) {
					t.Errorf("says %q", a.Text("#bounces .banner"))
				}
				if got := o.stored(); got != x.stored {
					t.Errorf("stored %s, want %s", got, x.stored)
				}
			})
		}
	})
}

func TestPages_mail_requires(t *testing.T) {
	const graph, mailjet = "smtp://nova:old@relay.example:587?starttls=required", "MAILJET"
	form := url.Values{Bulk: {"smtp"}, smtpHost: {"relay.example"}, smtpPort: {"587"}, smtpSecurity: {"required"}, smtpUser: {"nova"},
		smtpPassword: {""}, "do": {saveUntested}}
	kept := values{smtpURL: graph}
	for _, x := range []struct {
		name   string
		group  string
		before values
		form   url.Values
		field  string // with an error; empty: it is saved
		stored string
	}{
		{"an empty password keeps the stored one", Bulk, kept, changed(form, smtpPort, "2525"), "",
			"SMTP_URL=smtp://nova:old@relay.example:2525?starttls=required"},
		{"not for another server", Bulk, kept, changed(form, smtpHost, "other.example"), smtpPassword, ""},
		{"not without encryption, if it was encrypted", Bulk, kept, changed(form, smtpSecurity, "off"), smtpPassword, ""},
		{"not with encryption that can be taken away", Bulk, kept, changed(form, smtpSecurity, "optional"), smtpPassword, ""},
		{"not for another account", Bulk, kept, changed(form, smtpUser, "vega"), smtpPassword, ""},
		{"not where none is stored", Bulk, nil, form, smtpPassword, ""},
		{"without a user there is no password", Bulk, kept, changed(form, smtpUser, "", smtpPassword, "x"), "",
			"SMTP_URL=smtp://relay.example:587?starttls=required"},
		{"the name for EHLO is kept", Bulk, values{smtpURL: graph + "&hello=p.example"}, form, "",
			"SMTP_URL=smtp://nova:old@relay.example:587?hello=p.example&starttls=required"},
		{"without a port the usual one", Bulk, kept, changed(form, smtpPort, ""), "", "SMTP_URL=" + graph},
		{"without a port the usual one of TLS", Bulk, kept, changed(form, smtpPort, "", smtpSecurity, "tls"), "",
			"SMTP_URL=smtps://nova:old@relay.example:465"},
		{"a server", Bulk, nil, changed(form, smtpHost, " "), smtpHost, ""},
		{"a server without spaces", Bulk, nil, changed(form, smtpHost, "a b"), smtpHost, ""},
		{"an address of IPv6", Bulk, nil, changed(form, smtpHost, "2001:db8::1", smtpUser, ""), "", "SMTP_URL=smtp://[2001:db8::1]:587?starttls=required"},
		{"a port that is a number", Bulk, kept, changed(form, smtpPort, "mail"), smtpPort, ""},
		{"a port up to 65535", Bulk, kept, changed(form, smtpPort, "65536"), smtpPort, ""},
		{"a port from 1", Bulk, kept, changed(form, smtpPort, "0"), smtpPort, ""},
		{"a known encryption", Bulk, kept, changed(form, smtpSecurity, "rot13"), smtpPort, ""},
		{"a channel", Bulk, kept, changed(form, Bulk, "-"), Bulk, ""},
		{"a channel that there is", Bulk, kept, changed(form, Bulk, "gmail"), Bulk, ""},
		{"no channel takes all back", Bulk, kept, url.Values{Bulk: {noChannel}, "do": {testAndSave}}, "", ""},
		{"another channel takes the first back", Bulk, kept, url.Values{Bulk: {"mailjet"}, mailjetKey: {"k"}, mailjetSecret: {" s "},
			webhookToken: {"0123456789abcdef"}, "do": {saveUntested}}, "",
			"MAILJET_API_KEY=k MAILJET_SECRET_KEY=s MAILJET_WEBHOOK_TOKEN=0123456789abcdef"},
		{"a relay takes Mailjet back, not its token", Bulk, values{mailjetKey: "k", mailjetSecret: "s", webhookToken: "t12"},
			changed(form, smtpUser, ""), "", "MAILJET_WEBHOOK_TOKEN=t12 SMTP_URL=smtp://relay.example:587?starttls=required"},
		{"the secret of Mailjet", Bulk, nil, url.Values{Bulk: {"mailjet"}, mailjetKey: {"k"}, "do": {saveUntested}}, mailjetSecret, ""},
		{"the key of Mailjet", Bulk, nil, url.Values{Bulk: {"mailjet"}, mailjetSecret: {"k"}, "do": {saveUntested}}, mailjetKey, ""},
		{"an empty secret keeps the stored one", Bulk, values{mailjetKey: "k", mailjetSecret: "s"},
			url.Values{Bulk: {"mailjet"}, mailjetKey: {"k2"}, "do": {saveUntested}}, "", "MAILJET_API_KEY=k2 MAILJET_SECRET_KEY=s"},
		{"a token that is long enough", Bulk, nil, url.Values{Bulk: {"mailjet"}, mailjetKey: {"k"}, mailjetSecret: {"s"}, webhookToken: {"t"},
			"do": {testAndSave}}, webhookToken, ""},
		{"no message without a channel", Bulk, nil, url.Values{Bulk: {noChannel}, "do": {sendOneNow}}, Bulk, ""},
		{"Microsoft 365", Mailbox, values{gmailJSON: "{}"}, url.Values{Mailbox: {"graph"}, graphTenant: {"t"}, graphClient: {"c"},
			graphSecret: {"s"}, "do": {saveUntested}}, "", "GRAPH_CLIENT_ID=c GRAPH_CLIENT_SECRET=s GRAPH_TENANT=t"},
		{"its client", Mailbox, nil, url.Values{Mailbox: {"graph"}, graphTenant: {"t"}, graphSecret: {"s"}, "do": {saveUntested}},
			graphClient, ""},
		{"Gmail", Mailbox, values{graphTenant: "t", graphClient: "c", graphSecret: "s"},
			url.Values{Mailbox: {"gmail"}, gmailJSON: {`{"a":1}`}, "do": {saveUntested}}, "", `GMAIL_CREDENTIALS_JSON={"a":1}`},
		{"the credentials of Gmail", Mailbox, nil, url.Values{Mailbox: {"gmail"}, "do": {saveUntested}}, gmailJSON, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				o := at(t, d, "", "", "")
				if x.before != nil {
					o.store(x.before)
				}
				before := o.stored()
				a := o.Form(paths.MailChannel(x.group), x.form)
				if x.field == "" {
					if a.Want(303); o.stored() != x.stored {
						t.Errorf("stored %s, want %s", o.stored(), x.stored)
					}
					return
				}
				a.Want(422)
				if !a.Has("#"+x.group+" .form-errors a[href='#f-"+x.field+"']") || !a.Has("#f-"+x.field+"-error") || o.stored() != before {
					t.Errorf("%s; stored %s", a.Text("#"+x.group), o.stored())
				}
			})
		})
	}
}

func TestPages_mail_sends_a_message(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", "", "")
		relay, typed := startRelay(t, sink.Options{User: "nova", Password: "open sesame", Keep: 1,
			Rules: []sink.Rule{{At: sink.Rcpt, From: 1, Reply: "550 5.1.1 no such user"}}})
		typed.Set("do", sendOneNow)
		t.Run("to the administrator, with what is typed, and saves nothing", func(t *testing.T) {
			a := o.Form(paths.MailChannel(Bulk), typed).Want(200)
			taken := relay.Taken()
			if len(taken) != 1 || taken[0].To != "ada@example.com" || !strings.Contains(string(taken[0].Content), "Test message from Presence") {
				t.Errorf("%+v", taken)
			}
			if got := a.Text("#bulk .banner"); !strings.HasPrefix(got, "Message sent to ada@example.com. Your settings haven’t changed.") || o.stored() != "" {
				t.Errorf("%s; stored %s", got, o.stored())
			}
			typed.Set("typed", a.Doc().Find("[name=typed]").AttrOr("value", ""))
			typed.Set(smtpPassword, "")
		})
		t.Run("that is refused, and says so", func(t *testing.T) {
			if got := o.Form(paths.MailChannel(Bulk), typed).Want(422).Text("#bulk .banner"); !strings.Contains(got, "550 5.1.1 no such user") {
				t.Error(got)
			}
		})
		t.Run("and a person who was given the page of another cannot use its password", func(t *testing.T) {
			other := o.By
			other.PersonID = "1b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11"
			if a := o.As(other).Form(paths.MailChannel(Bulk), typed).Want(422); !a.Has("#f-smtp_password-error") {
				t.Error(a.Text("#bulk"))
			}
		})
	})
}

// TestPages_mail_providers tests the accounts of Mailjet, Gmail and Graph at a server that accepts or refuses them.
func TestPages_mail_providers(t *testing.T) {
	refuse := false
	p := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case refuse:
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":"invalid_client","ErrorMessage":"API key authentication failure"}`)
		case strings.HasSuffix(r.URL.Path, "/token"):
			fmt.Fprint(w, `{"access_token":"t","token_type":"Bearer","expires_in":3600}`)
		default:
			fmt.Fprint(w, `{}`)
		}
	}))
	t.Cleanup(p.Close)
	credentials := `{"type":"authorized_user","client_id":"c","client_secret":"s","refresh_token":"r","token_uri":"` + p.URL + `/token"}`
	for _, x := range []struct {
		name, group string
		form        url.Values
		stored      string
		says        string
	}{
		{"Mailjet", Bulk, url.Values{Bulk: {"mailjet"}, mailjetKey: {"k"}, mailjetSecret: {"s"}}, "MAILJET_API_KEY=k MAILJET_SECRET_KEY=s",
			"401 API key authentication failure"},
		{"Gmail", Mailbox, url.Values{Mailbox: {"gmail"}, gmailJSON: {credentials}}, "GMAIL_CREDENTIALS_JSON=" + credentials, "invalid_client"},
		{"Graph", Mailbox, url.Values{Mailbox: {"graph"}, graphTenant: {"t"}, graphClient: {"c"}, graphSecret: {"s"}},
			"GRAPH_CLIENT_ID=c GRAPH_CLIENT_SECRET=s GRAPH_TENANT=t", "invalid_client"},
	} {
		for _, refuse = range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, refused %t", x.name, refuse), func(t *testing.T) {
				dbtest.Each(t, func(t *testing.T, d *db.DB) {
					o := at(t, d, p.URL, "", "")
					a := o.Form(paths.MailChannel(x.group), changed(x.form, "do", testAndSave))
					if !refuse {
						if a.Want(303); o.stored() != x.stored {
							t.Error(o.stored())
						}
						return
					}
					a.Want(422)
					if got := a.Text("#" + x.group + " .banner"); !strings.Contains(got, x.says) || o.stored() != "" || strings.Contains(a.Body, "refresh_token") {
						t.Errorf("%s; stored %s", got, o.stored())
					}
				})
			})
		}
	}
	t.Run("a file in place of pasted credentials", func(t *testing.T) {
		refuse = false
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			o := at(t, d, p.URL, "", "")
			var body bytes.Buffer
			w := multipart.NewWriter(&body)
			for name, value := range map[string]string{Mailbox: "gmail", gmailJSON: "", "do": testAndSave} {
				_ = w.WriteField(name, value)
			}
			file, _ := w.CreateFormFile("file", "key.json")
			_, _ = file.Write([]byte(credentials))
			_ = w.Close()
			o.Do(http.MethodPost, paths.MailChannel(Mailbox), body.String(), "Content-Type", w.FormDataContentType()).Want(303)
			if got := o.stored(); got != "GMAIL_CREDENTIALS_JSON="+credentials {
				t.Error(got)
			}
		})
	})
}

func TestPages_mail_shows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", "", "")
		t.Run("no channel at first, and the sender that is used", func(t *testing.T) {
			page := o.Get(paths.MailSettings()).Want(200).Doc()
			if page.Find("[name=bulk][value=none][checked]").Length() != 1 || page.Find("[name=mailbox][value=none][checked]").Length() != 1 ||
				page.Find("[name=MAIL_FROM]").AttrOr("placeholder", "") != "Events <events@example.ca>" {
				t.Error(page.Text())
			}
			if n := page.Find(".section-head .badge-neutral").Length(); n != 3 {
				t.Errorf("%d channels are not configured, want 3", n)
			}
		})
		t.Run("the parts of a stored relay, without its password", func(t *testing.T) {
			o.store(values{smtpURL: "smtps://nova:mellon@relay.example:2465", graphTenant: "contoso", graphClient: "c", graphSecret: "mellon"})
			a := o.Get(paths.MailSettings()).Want(200)
			page := a.Doc()
			for name, want := range map[string]string{smtpHost: "relay.example", smtpPort: "2465", smtpUser: "nova", smtpPassword: "",
				graphTenant: "contoso", graphSecret: ""} {
				if got := page.Find("[name="+name+"]").AttrOr("value", ""); got != want {
					t.Errorf("%s has %q, want %q", name, got, want)
				}
			}
			if got := a.Texts(".section-head .badge-good"); strings.Join(got, ", ") != "SMTP server, Microsoft 365" {
				t.Errorf("configured are %q", got)
			}
			if page.Find("[name=smtp_security] [value=tls][selected]").Length() != 1 || strings.Contains(a.Body, "mellon") ||
				a.Text("#f-smtp_password-hint") != "Saved. Leave blank to keep it." || page.Find("[name=bulk][value=smtp][checked]").Length() != 1 {
				t.Error(a.Text("#bulk"))
			}
		})
		t.Run("a form of an older version is refused before it is tested", func(t *testing.T) {
			relay, typed := startRelay(t, account)
			page := o.Form(paths.MailChannel(Bulk), changed(typed, "version", "0")).Want(412).Doc()
			if text := htmltest.Text(page.Find("#" + Bulk)); !strings.Contains(text, "Changes were saved while you were editing") ||
				page.Find("[name=smtp_host]").AttrOr("value", "") != typed.Get(smtpHost) || typed.Get(smtpHost) == "" {
				t.Error(text)
			}
			if opened, _ := relay.Connections(); opened > 0 {
				t.Error("it was tested")
			}
		})
		t.Run("senders and rate are saved by themselves", func(t *testing.T) {
			o.Form(paths.MailSettings(), url.Values{mailFrom: {"a@example.org"}, postalAddress: {"1 Main"}, sendRate: {"5"}, connections: {"2"}}).
				Want(303)
			if got := o.stored(); !strings.Contains(got, "MAIL_FROM=a@example.org MAIL_POSTAL_ADDRESS=1 Main SEND_RATE=5") {
				t.Error(got)
			}
		})
		t.Run("and the audit log has no secret", func(t *testing.T) {
			list, err := audit.Search(t.Context(), d, audit.Filter{Kind: "setting", Rows: 20})
			if err != nil || len(list) == 0 || strings.Contains(fmt.Sprintf("%+v", list), "mellon") {
				t.Errorf("%d entries, %v", len(list), err)
			}
		})
	})
}

func TestPages_mail_locked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", smtpURL, "smtp://nova:mellon@relay.example:25")
		a := o.Get(paths.MailSettings()).Want(200)
		host := a.Doc().Find("[name=smtp_host]")
		if _, disabled := host.Attr("disabled"); !disabled || host.AttrOr("value", "") != "relay.example" || strings.Contains(a.Body, "mellon") {
			t.Error(a.Text("#bulk"))
		}
		if !strings.Contains(a.Text("#bulk .banner"), "Set by the server’s environment variable SMTP_URL.") ||
			a.Has("#bulk button") || !a.Has("#mailbox button") {
			t.Error(a.Text("#bulk"))
		}
		_, typed := startRelay(t, account)
		if o.Form(paths.MailChannel(Bulk), typed).Want(422); o.stored() != "" {
			t.Error(o.stored())
		}
	})
}

func TestAPI_test(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := at(t, d, "", "", "")
		relay, _ := startRelay(t, account)
		silent, _ := startRelay(t, sink.Options{Rules: []sink.Rule{{At: sink.Greeting, Stall: true}}})
		for _, x := range []struct {
			name, body string
			status     int
			want       string
		}{
			{"a relay that works", `{"channel":"bulk","values":{"SMTP_URL":"smtp://nova:open%20sesame@` + relay.Addr() + `"}}`, 200,
				`{"works":true,"code":0,"answer":""}`},
			{"a message", `{"channel":"bulk","values":{"SMTP_URL":"smtp://nova:open%20sesame@` + relay.Addr() + `"},"send":true}`, 200, `{"works":true,`},
			{"a wrong password", `{"channel":"bulk","values":{"SMTP_URL":"smtp://nova:x@` + relay.Addr() + `"}}`, 200, `{"works":false,"code":535,`},
			{"a relay that never answers", `{"channel":"bulk","values":{"SMTP_URL":"` + silent.URL() + `"}}`, 200, `"answer":"no answer in time"`},
			{"the outbox", `{"channel":"mailbox"}`, 200, `{"works":true,`},
			{"a message into the outbox", `{"channel":"mailbox","send":true}`, 400, "no_channel"},
			{"another channel", `{"channel":"pigeon"}`, 400, "channel"},
			{"no channel", `{}`, 400, "channel"},
			{"an unknown setting", `{"channel":"bulk","values":{"COLOUR":"x"}}`, 400, "COLOUR"},
			{"an invalid value", `{"channel":"bulk","values":{"MAILJET_WEBHOOK_TOKEN":"x"}}`, 400, "MAILJET_WEBHOOK_TOKEN"},
			{"a text for a truth", `{"channel":"bulk","send":"yes"}`, 400, "send"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if a := o.On(t).Do(http.MethodPost, "/settings/mail/test", x.body, "Content-Type", "application/json").Want(x.status); !strings.Contains(a.Body, x.want) {
					t.Error(a.Body)
				}
			})
		}
		if n := relay.Len(); n != 1 {
			t.Errorf("%d messages", n)
		}
		if o.stored() != "" {
			t.Error(o.stored())
		}
		t.Run("not for others than administrators", func(t *testing.T) {
			if err := o.s.Try(context.Background(), auth.Actor{Role: auth.Payroll}, Trial{Channel: Bulk}); errs.KindOf(err) != errs.KindForbidden {
				t.Error(err)
			}
		})
	})
}

func TestChannelForm_says_what_follows_without_a_channel(t *testing.T) {
	for group, want := range map[string]i18n.Text{Bulk: i18n.ChanNoneText, Mailbox: i18n.ChanNoneText, Bounces: i18n.MailNotReadNote} {
		t.Run(group, func(t *testing.T) {
			page := channelForm{form: tried{group: group}, l: i18n.FR}.props()
			if got := page.Parts[0].Note; got != i18n.FR.T(want) {
				t.Errorf("the note is %q", got)
			}
		})
	}
}
