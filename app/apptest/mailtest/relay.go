// Package mailtest sends the e-mail of a whole product: campaigns to guests by a relay inside the process, whose failures are
// known, and messages to staff and guests by a mail server.
package mailtest

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"

	"presence/app/platform/mail"
)

// Relay is a channel of bulk mail. It keeps the messages that it accepts. It refuses those to partie@…, loses the connection
// after those to perdue@…, and fails the test of its sign-in.
type Relay struct {
	mu    sync.Mutex
	given map[string]*mail.Message // by address
}

// NewRelay returns a relay that has no messages.
func NewRelay() *Relay { return &Relay{given: map[string]*mail.Message{}} }

// Name returns the name of a mail server.
func (r *Relay) Name() string { return "smtp" }

// Tracked returns true: messages may have links that tell of opens and clicks.
func (r *Relay) Tracked() bool { return true }

// Open never fails.
func (r *Relay) Open(context.Context) (mail.Session, error) { return session{r}, nil }

// Test returns that the sign-in is refused.
func (r *Relay) Test(context.Context) error {
	return &mail.Failure{Kind: mail.SignIn, Code: 535, Text: "5.7.8 Authentication credentials invalid"}
}

type session struct{ *Relay }

func (session) Close() error { return nil }

func (s session) Send(_ context.Context, m, _ *mail.Message, mark func() error) error {
	if strings.HasPrefix(m.To.Email, "partie@") {
		return &mail.Failure{Kind: mail.Refused, Code: 550, Text: "5.1.1 No such user here"}
	}
	if err := mark(); err != nil {
		return err
	}
	if strings.HasPrefix(m.To.Email, "perdue@") {
		return &mail.Failure{Kind: mail.Unknown, Text: "the connection was lost before the answer", Ended: true}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.given[m.To.Email] = m
	return nil
}

// The paths of a message's links: the pixel that counts opens, the button to the invitation, the end of the invitations.
var (
	PixelPath       = regexp.MustCompile(`/t/o/[\w-]+`)
	ClickPath       = regexp.MustCompile(`/t/c/[\w-]+/rsvp`)
	unsubscribePath = regexp.MustCompile(`/u/[\w-]+`)
)

// Message returns the message that was last accepted for an address; nil if there is none.
func (r *Relay) Message(to string) *mail.Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.given[to]
}

// Link returns the path of the first link that matches in the message to an address.
func (r *Relay) Link(t *testing.T, to string, which *regexp.Regexp) string {
	t.Helper()
	msg := r.Message(to)
	if msg == nil {
		t.Fatalf("%s has no message", to)
	}
	found := which.FindString(msg.HTML)
	if found == "" {
		t.Fatalf("the message to %s has no %s", to, which)
	}
	return found
}
