package mail_test

import (
	"errors"
	"fmt"
	"testing"

	"presence/app/platform/mail"
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
