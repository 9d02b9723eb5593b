package app_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"presence/app"
	"presence/app/accounts/outgoingmail"
	"presence/app/apptest"
	"presence/app/apptest/mailtest"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// TestServe_outbox_only runs a server with MAIL_OUTBOX_ONLY on a database that has an SMTP server stored, a message queued and a webhook
// due, with a source of customers and a mailbox configured. Nothing is connected to.
func TestServe_outbox_only(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		relay, err := sink.Start(sink.Options{User: "nova", Password: "sesame"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = relay.Close() })
		var reached atomic.Int32
		receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
		t.Cleanup(receiver.Close)
		mailbox := countConnections(t, &reached)
		source := gatedCustomers{make(chan struct{}, 1), make(chan struct{})}
		a.Configure(func(c *app.Config) {
			c.Mail.OutboxOnly, c.WebhookPrivate, c.Directory, c.Mail.BounceMailbox = true, true, source, mailbox
		})
		save(t, a, "SMTP_URL", relay.URL())
		queueOneOfEach(t, a, receiver.URL)

		copied, err := app.New(t.Context(), a.Config(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = copied.Close() })
		if err := copied.Mail.SendDue(t.Context()); err != nil || copied.Mail.Configured() || relay.Len() != 0 {
			t.Errorf("%v; the relay has %d messages", err, relay.Len())
		}
		if copied.Directory.Source != nil {
			t.Errorf("customers are read from %s", copied.Directory.Source.Name())
		}

		a.Clock.Advance(time.Hour) // a sync is due
		address := serveAnother(t, a)
		admin := a.At("http://" + address).Browser("admin").On(t)
		for _, page := range []string{"/staff/settings/people", "/staff/settings/mail"} {
			admin.Get(page).Want(http.StatusOK).Has("MAIL_OUTBOX_ONLY")
		}
		event := strings.TrimPrefix(apptest.PartyEvent, "/events/")
		mailtest.Invite(t, a, event, "Mary Smith")
		mailtest.Send(a.At("http://"+address).Browser("events").On(t), "/staff/events/"+event+"/send", 1)
		var sent int64
		if err := a.DB.QueryRow(t.Context(), "SELECT MAX(id) FROM campaigns").Scan(&sent); err != nil {
			t.Fatal(err)
		}
		mailtest.UntilCampaign(t, a, sent, campaigns.Completed)
		if opened, _ := relay.Connections(); opened != 0 || reached.Load() != 0 || len(source.reading) != 0 {
			t.Errorf("%d connections to the relay, %d to others, %d readings of customers", opened, reached.Load(), len(source.reading))
		}
		dbtest.Until(t, "a line that says so", func() bool { return strings.Contains(a.Log.String(), `"setting":"MAIL_OUTBOX_ONLY"`) })
	})
}

// countConnections returns a mailbox of a server that counts connections and closes them.
func countConnections(t *testing.T, n *atomic.Int32) *mail.IMAP {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			n.Add(1)
			_ = c.Close()
		}
	}()
	box, err := mail.ParseIMAP("imaps://bounces:sesame@" + l.Addr().String() + "/INBOX")
	if err != nil {
		t.Fatal(err)
	}
	return &box
}

// queueOneOfEach queues a message to a person, and an event for a webhook.
func queueOneOfEach(t *testing.T, a *apptest.App, receiver string) {
	t.Helper()
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return a.Mail.Queue(ctx, tx, outgoingmail.Letter{PersonID: a.Actor("employee").PersonID, Kind: outgoingmail.Notification,
			To: mail.Address{Email: "employee@example.org"}, Lang: i18n.EN, Subject: "News", Title: "News", Text: []string{"News"}})
	}); err != nil {
		t.Fatal(err)
	}
	e, err := a.Webhooks.Endpoints(t.Context())
	if err != nil || len(e) != 1 {
		t.Fatal(e, err)
	}
	if _, err := a.Webhooks.SendTest(t.Context(), administrator, e[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE webhook_endpoints SET url = $1", receiver)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
