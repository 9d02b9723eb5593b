package mail_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"presence/app/apptest/sink"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// TestChannels shows which messages carry our pixel and links (R9).
func TestChannels(t *testing.T) {
	o, _ := outbox(t)
	_, g := gmail(t)
	for _, test := range []struct {
		channel mail.Channel
		name    string
		tracked bool
	}{
		{mail.NewRelay(mail.SMTP{}), "smtp", true}, {mail.NewMailjet(mail.MailjetURL, "", ""), "mailjet", true}, {o, "outbox", true},
		{g, "gmail", false}, {mail.NewGraph(mail.GraphApp{}), "graph", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.channel.Name() != test.name || test.channel.Tracked() != test.tracked {
				t.Errorf("%s is tracked: %v, want %s, %v", test.channel.Name(), test.channel.Tracked(), test.name, test.tracked)
			}
		})
	}
}

func TestFailure_Error(t *testing.T) {
	for want, f := range map[string]*mail.Failure{
		"mail: refused: 550 nobody here": {Kind: mail.Refused, Code: 550, Text: "nobody here"},
		"mail: unknown: no answer came":  {Kind: mail.Unknown, Text: "no answer came"},
	} {
		t.Run(want, func(t *testing.T) {
			if got := f.Error(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if mail.FailureOf(fmt.Errorf("wrapped: %w", f)) != f || mail.FailureOf(errors.New("another")) != nil {
				t.Error("a failure is not found in what wraps it, or found where there is none")
			}
		})
	}
}

// Other writes would wait for the mail server, and a rollback would not call a message back. Such an error is a mistake of the program,
// and no failure of the mail server.
func TestChannels_in_a_write_transaction(t *testing.T) {
	channels := map[string]func(t *testing.T) mail.Channel{
		"outbox": func(t *testing.T) mail.Channel { o, _ := outbox(t); return o },
		"smtp":   func(t *testing.T) mail.Channel { return relayTo(t, start(t, sink.Options{}).URL(), quick) },
	}
	for name, provider := range providers {
		channels[name] = func(t *testing.T) mail.Channel { _, c := provider(t); return c }
	}
	refused := func(t *testing.T, err error) {
		t.Helper()
		if f := mail.FailureOf(err); !errors.Is(err, db.ErrInWrite) || f != nil {
			t.Errorf("%v, failure %v", err, f)
		}
	}
	for name, channel := range channels {
		t.Run(name+" sends nothing", func(t *testing.T) {
			session := open(t, channel(t)) // outside
			var marked marks
			dbtest.InWrite(t, func(ctx context.Context) { refused(t, session.Send(ctx, message(1), nil, marked.mark)) })
			if marked != 0 {
				t.Error("the message was marked")
			}
		})
		if name == "outbox" {
			continue // leaves the process with no test
		}
		t.Run(name+" cannot be tested", func(t *testing.T) {
			c := channel(t)
			dbtest.InWrite(t, func(ctx context.Context) { refused(t, c.Test(ctx)) })
		})
	}
}
