package mail_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/mail"
)

func TestMain(m *testing.M) {
	sink.Serve()
	os.Exit(m.Run())
}

var sentAt = time.Date(2026, 11, 20, 9, 30, 0, 0, time.FixedZone("EST", -5*3600))

// message is the nth of a campaign in French.
func message(n int) *mail.Message {
	return &mail.Message{
		ID: fmt.Sprintf("c7.%d@presence.example", n), Date: sentAt, Lang: "fr",
		From:        mail.Address{Name: "Fêtes d'entreprise", Email: "fetes@presence.example"},
		To:          mail.Address{Name: fmt.Sprintf("Invité %d", n), Email: fmt.Sprintf("guest%d@example.com", n)},
		Subject:     "Vous êtes invité à la fête de décembre",
		Text:        "Bonjour,\n\nvous êtes invité.\n.\nÀ bientôt\n",
		HTML:        "<!doctype html>\n<html lang=\"fr\"><body><p>Bonjour,</p>\n<p>vous êtes invité.</p>\n.\n<p>À bientôt</p></body></html>\n",
		Unsubscribe: "https://presence.example/u/abc",
	}
}

// start runs a sink for one test, which must see no breach of the protocol.
func start(t testing.TB, o sink.Options) *sink.Sink {
	t.Helper()
	s, err := sink.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close()
		for _, f := range s.Faults() {
			t.Error("the sink saw:", f)
		}
	})
	return s
}

// quick are times that a test can wait for, and in which a busy machine answers.
var quick = mail.Timeouts{Open: time.Second, Command: time.Second, Content: time.Second, Answer: time.Second, Quit: 50 * time.Millisecond}

func relayTo(t testing.TB, url string, times mail.Timeouts) *mail.Relay {
	t.Helper()
	c, err := mail.ParseSMTP(url)
	if err != nil {
		t.Fatal(err)
	}
	c.Times = times
	return mail.NewRelay(c)
}

func open(t testing.TB, c mail.Channel) mail.Session {
	t.Helper()
	s, err := c.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// marks counts the calls of mark.
type marks int

func (m *marks) mark() error { *m++; return nil }

// kindOf is the kind of a failure, "sent" without one.
func kindOf(err error) string {
	if err == nil {
		return "sent"
	}
	if f := mail.FailureOf(err); f != nil {
		return f.Kind.String()
	}
	return "another error: " + err.Error()
}
