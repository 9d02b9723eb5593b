package mail

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Channel is a way to send messages (R9).
type Channel interface {
	// Name is its name in settings and logs: "smtp", "mailjet", "gmail", "graph" or "outbox".
	Name() string
	// Tracked reports whether messages may carry an open pixel and click links of ours: a bulk sender's may, a person's
	// mailbox writes as that person would.
	Tracked() bool
	// Open starts a session, signing in where that is asked. It fails with a *Failure of kind Channel or SignIn.
	Open(ctx context.Context) (Session, error)
	// Test opens a session and ends it without sending anything.
	Test(ctx context.Context) error
}

// Session sends messages, one at a time. It is not safe for concurrent use: each goroutine opens its own.
type Session interface {
	// Send sends one message; nil means that the other side has accepted it.
	//
	// mark is called once, when everything but the last step is done (SMTP: all of the content is written, the final dot is
	// not; elsewhere: before the request). When it fails nothing is sent, the session ends, and its error is returned as it is.
	// Every other error is a *Failure.
	//
	// next, when not nil, is announced in advance where the channel can do that, so that a message costs one round trip. The
	// next call must send it; otherwise call Close, which sends nothing. Only its ID and addresses are read.
	Send(ctx context.Context, m, next *Message, mark func() error) error
	// Close ends the session, and never waits long for the other side. What was accepted stays accepted.
	Close() error
}

// Finder is a channel that can be asked later about a message whose answer was lost.
type Finder interface {
	// Find reports whether the provider has the message of this sender with this Message-ID. True is proof. False is none:
	// some take a while until they list a message, and some give it a Message-ID of their own. An error says neither.
	Find(ctx context.Context, from, messageID string) (bool, error)
}

// Kind is what a failure means for the message.
type Kind int

// The kinds of failure.
const (
	Retry   Kind = iota + 1 // not accepted now; the same message may be later
	Refused                 // never: the answer is about this message or its recipient
	SignIn                  // the account is refused, and so is every message until someone mends it
	Unknown                 // lost after the mark: the message may or may not have been accepted
	Down                    // nothing goes through now, whichever message: no fault of this one
)

func (k Kind) String() string {
	return [...]string{"none", "retry", "refused", "sign-in", "unknown", "down"}[k]
}

// Failure is why a message was not accepted, or is not known to be.
type Failure struct {
	Kind  Kind
	Code  int           // the reply's or the HTTP status; 0 without an answer
	Text  string        // what the other side said or what happened, one line, for staff
	After time.Duration // how long the other side asks to wait; 0: it does not say
	Ended bool          // the session has ended: open another one
	// NoSuchAddress: the relay refused the recipient because nobody has this address: the next message would
	// meet with the same.
	NoSuchAddress bool
	cause         error
}

func (f *Failure) Error() string {
	if f.Code == 0 {
		return "mail: " + f.Kind.String() + ": " + f.Text
	}
	return fmt.Sprintf("mail: %s: %d %s", f.Kind, f.Code, f.Text)
}

// Unwrap gives what went wrong underneath, if anything did.
func (f *Failure) Unwrap() error { return f.cause }

// FailureOf returns the Failure that err is or wraps, nil when it is none.
func FailureOf(err error) *Failure {
	f, _ := errors.AsType[*Failure](err)
	return f
}
