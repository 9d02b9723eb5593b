package configuration

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
)

// The kinds of channel, which are also the names of their groups of settings (R9).
const (
	Bulk    = "bulk"
	Mailbox = "mailbox"
	Bounces = "bounces" // no channel: the mailbox to which messages come back
)

// testTimeout is how long a test waits for the other side.
const testTimeout = 15 * time.Second

// Mail are the means to send messages that some values of the settings give.
type Mail struct {
	Bulk, Mailbox mail.Channel // nil: the outbox
	Senders       []mail.Address
}

func (m Mail) channel(kind string) mail.Channel {
	if kind == Mailbox {
		return m.Mailbox
	}
	return m.Bulk
}

// errNoAnswer is the error of a test that took too long.
var errNoAnswer = errors.New("no answer in time")

// Trial is a test of a channel with values that need not be saved.
type Trial struct {
	Channel string             // Bulk, Mailbox or Bounces
	Values  map[string]*string // as in Save
	Send    bool               // sends a message to the administrator; otherwise the test ends when the account is accepted
}

// Try tests a channel, or the mailbox to which messages come back: it connects, signs in, and sends a message if that is asked for.
// Invalid values are errors as in Save; another error is the answer of the other side, a *mail.Failure, or errNoAnswer. Without a channel,
// only Send fails.
func (s *Service) Try(ctx context.Context, by auth.Actor, t Trial) error {
	if err := allowed(by); err != nil {
		return err
	}
	if t.Channel != Bulk && t.Channel != Mailbox && t.Channel != Bounces {
		return errs.InvalidField("channel", "not_allowed", "Expected bulk, mailbox or bounces.")
	}
	if err := s.checkNames(t.Values).Err(); err != nil {
		return err
	}
	after, err := s.Stored(ctx, by, t.Values)
	if err != nil {
		return err
	}
	if err := s.checkValues(after, t.Values).Err(); err != nil {
		return err
	}
	if t.Channel == Bounces {
		return s.inTime(ctx, func(ctx context.Context) error { return s.o.TestBounces(ctx, by.Email, after) })
	}
	means := s.o.Mail(after)
	channel := means.channel(t.Channel)
	switch {
	case channel == nil && t.Send:
		return errs.InvalidField(t.Channel, "no_channel", "There is no channel to send a message with.")
	case channel == nil:
		return nil
	}
	return s.inTime(ctx, func(ctx context.Context) error {
		if t.Send {
			return sendOne(ctx, channel, s.sample(by, means))
		}
		return channel.Test(ctx)
	})
}

// inTime calls the other side, and stops to wait for it when it does not answer.
func (s *Service) inTime(ctx context.Context, call func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.o.TestTimeout)
	defer cancel()
	answer := make(chan error, 1)
	go func() { answer <- call(ctx) }()
	select {
	case err := <-answer:
		if err == nil || ctx.Err() == nil {
			return err
		}
	case <-ctx.Done():
	}
	return errNoAnswer
}

// sample composes the message that a test sends.
func (s *Service) sample(by auth.Actor, means Mail) *mail.Message {
	from, l := means.Senders[0], by.Language
	return &mail.Message{ID: "test." + rand.Text() + from.Email[strings.LastIndexByte(from.Email, '@'):], Date: s.now(), From: from,
		To: mail.Address{Name: by.Name, Email: by.Email}, Lang: string(l), Subject: l.T(i18n.MailSampleSubject), Text: l.T(i18n.MailSampleText)}
}

func sendOne(ctx context.Context, channel mail.Channel, m *mail.Message) error {
	session, err := channel.Open(ctx)
	if err != nil {
		return err
	}
	if err := session.Send(ctx, m, nil, func() error { return nil }); err != nil {
		_ = session.Close() // the error of sending says more
		return err
	}
	return session.Close()
}

// mailbox returns the mailbox in a value of BOUNCE_IMAP_URL; the zero value if there is none.
func mailbox(text string) mail.IMAP {
	box, err := mail.ParseIMAP(text)
	if err != nil {
		return mail.IMAP{}
	}
	return box
}

// relay returns the SMTP server in a value of SMTP_URL; the zero value if there is none.
func relay(text string) mail.SMTP {
	r, err := mail.ParseSMTP(text)
	if err != nil {
		return mail.SMTP{}
	}
	return r
}
