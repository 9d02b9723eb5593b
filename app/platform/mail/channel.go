package mail

import (
	"context"
	"errors"
	"fmt"
	"time"

	"presence/db"
)

// Channel is a way to send messages (R9).
type Channel interface {
	// Name is its name in settings and logs: "smtp", "mailjet", "gmail", "graph" or "outbox".
	Name() string
	// Tracked reports whether messages may contain a tracking pixel and counted links: those of a bulk sender may, those from a
	// person's mailbox may not.
	Tracked() bool
	// Open starts a session and signs in if required. It fails with a *Failure of kind Down or SignIn. A channel that would leave
	// the process inside a write transaction fails with db.ErrInWrite.
	Open(ctx context.Context) (Session, error)
	// Test opens a session and ends it without sending anything.
	Test(ctx context.Context) error
}

// Session sends messages, one at a time. It is not safe for concurrent use: each goroutine opens its own.
type Session interface {
	// Send sends one message; nil means that the relay or provider has accepted it.
	//
	// mark is called once, when everything except the last step is done (SMTP: all of the content is written, but not the final
	// dot; providers: before the request). If mark fails nothing is sent, the session ends, and its error is returned as it is.
	// Every other error is a *Failure.
	//
	// next, if not nil, is announced in advance if the channel can do that, so that a message costs one round trip. The next
	// call must then send it; otherwise call Close, which sends nothing. Only its ID and addresses are read.
	Send(ctx context.Context, m, next *Message, mark func() error) error
	// Close ends the session without waiting long for the other side. Messages that were accepted stay accepted.
	Close() error
}

// Finder is a channel that can be asked later about a message whose answer was lost.
type Finder interface {
	// Find reports whether the provider has the message from this sender with this Message-ID. True is proof that it was
	// accepted. False proves nothing: some providers list a message only after a while, and some replace its Message-ID. After
	// an error nothing is known.
	Find(ctx context.Context, from, messageID string) (bool, error)
}

// Kind is the consequence of a failure for the message.
type Kind int

// The kinds of failure.
const (
	Retry   Kind = iota + 1 // not accepted now; the same message may be accepted later
	Refused                 // permanent: because of this message or its recipient
	SignIn                  // the account is refused, and so is every message until an administrator corrects it
	Unknown                 // failed after mark: the message may or may not have been accepted
	Down                    // no message can be sent now; it is not because of this one
)

func (k Kind) String() string {
	return [...]string{"none", "retry", "refused", "sign-in", "unknown", "down"}[k]
}

// Failure is the error of a message that was not accepted, or of which this is unknown.
type Failure struct {
	Kind   Kind
	Code   int           // SMTP reply code or HTTP status; 0 without an answer
	Text   string        // the answer or what happened, one line, for staff
	After  time.Duration // how long the other side asks to wait; 0: it does not say
	Ended  bool          // the session has ended: open another one
	Bounce Cause         // why the relay refused the recipient at RCPT, for good; "" otherwise
	cause  error
}

func (f *Failure) Error() string {
	if f.Code == 0 {
		return "mail: " + f.Kind.String() + ": " + f.Text
	}
	return fmt.Sprintf("mail: %s: %d %s", f.Kind, f.Code, f.Text)
}

// AboutRecipient reports whether the failure is an answer about this message or its recipient, which shows that the channel works: a
// permanent refusal, or a temporary one whose enhanced status code (RFC 3463) is about the recipient's address or mailbox, as that of
// most greylisting is. Any other temporary answer may be given to every message, as that of a rate limit or a full disk is.
func (f *Failure) AboutRecipient() bool {
	switch f.Kind {
	case Refused:
		return f.Code != 0 // 0: found without asking the other side
	case Retry:
		if m := enhanced.FindStringSubmatch(f.Text); m != nil && f.Code/100 == 4 && f.Code != 421 {
			return m[2] == "2" || m[2] == "1" && m[3] != "7" && m[3] != "8" // 1.7 and 1.8 are about the sender's address
		}
	}
	return false
}

// Unwrap returns the underlying error, or nil.
func (f *Failure) Unwrap() error { return f.cause }

// FailureOf returns the Failure in err; nil when there is none. A channel that was used inside a write transaction has not failed: that
// is a mistake of the program.
func FailureOf(err error) *Failure {
	if errors.Is(err, db.ErrInWrite) {
		return nil
	}
	f, _ := errors.AsType[*Failure](err)
	return f
}
