package mailtest

import (
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/apptest/sink"
	"presence/app/platform/mail"
)

// StartServer starts a mail server, and returns it with the option that makes a product send by it.
func StartServer(t *testing.T) (*sink.Sink, apptest.Option) {
	t.Helper()
	relay, err := sink.Start(sink.Options{Keep: 10})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Close() })
	c, err := mail.ParseSMTP(relay.URL())
	if err != nil {
		t.Fatal(err)
	}
	return relay, apptest.Mailing(mail.NewRelay(c))
}

// NextMessage advances the clock by two minutes and sends what is due. It fails unless the mail server then has so many messages
// in all, and returns the last one.
func NextMessage(t *testing.T, a *apptest.App, relay *sink.Sink, messages int) (c mail.Content) {
	t.Helper()
	a.Clock.Advance(2 * time.Minute)
	if err := a.Notifications.QueueMail(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.Mail.SendDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	taken := relay.Taken()
	if len(taken) != messages {
		t.Fatalf("the mail server has %d messages, want %d", len(taken), messages)
	}
	if messages == 0 {
		return c
	}
	c, err := mail.Parse(strings.NewReader(string(taken[messages-1].Content)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}
