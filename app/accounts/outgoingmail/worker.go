package outgoingmail

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"presence/app/platform/background"
	"presence/app/platform/mail"
	"presence/app/platform/outage"
	"presence/db"
)

const (
	pollEvery   = 5 * time.Second  // for messages that another replica has queued, or whose time has come
	saveTimeout = 10 * time.Second // for the outcome of a message when the program stops
	stopGrace   = 10 * time.Second // for the message in flight when the work ends
)

// StopWithin is the longest time that Service.Work takes to return when its context has ended.
const StopWithin = stopGrace + saveTimeout

// errLeaseLost ends an attempt before its message is handed over: the message was cancelled, or another worker has taken it.
var errLeaseLost = errors.New("the message is no longer leased to this worker")

// Work sends queued messages until ctx ends. Every replica may run it.
func (s *Service) Work(ctx context.Context, log *slog.Logger) {
	s.storage = outage.New(log, "transactional e-mail: the database", s.now)
	s.channel = outage.New(log, "transactional e-mail: the mail server", s.now)
	background.Repeat(ctx, pollEvery, s.wake, func() { s.storage.Report(ctx, s.SendDue(ctx)) })
}

// SendDue sends the messages that are due, and returns when there are none left or the channel does not take any now. Without a
// channel they stay queued.
func (s *Service) SendDue(ctx context.Context) error {
	var session mail.Session
	defer func() {
		if session != nil {
			_ = session.Close() // the relay has accepted the messages already
		}
	}()
	for ctx.Err() == nil {
		route := s.route()
		if route.Channel == nil {
			return nil
		}
		m, err := s.claim(ctx)
		if err != nil || m == nil {
			return err
		}
		o := attempt{message: *m}
		o.err = s.send(ctx, route, &session, &o)
		if err := s.saveOutcome(ctx, o); err != nil {
			return err
		}
		f := mail.FailureOf(o.err)
		switch {
		case o.err == nil:
			s.channel.Works()
		case f != nil && (f.Kind == mail.Down || f.Kind == mail.SignIn):
			s.channel.Failed(o.err)
			return nil // no other message would be taken
		}
	}
	return nil
}

// claim leases the next message that is due; nil when there is none. Messages that are too old or were handed over often enough are
// closed first.
func (s *Service) claim(ctx context.Context) (*claimed, error) {
	at := s.at()
	due, err := anyDue(ctx, s.db, at)
	if err != nil || !due {
		return nil, err // without a transaction
	}
	var m *claimed
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := closeOverdue(ctx, tx, at); err != nil {
			return err
		}
		m, err = claimNext(ctx, tx, rand.Int64(), at, at.Add(leaseTime))
		return err
	})
	return m, err
}

// attempt is one attempt to send a message.
type attempt struct {
	message claimed
	marked  bool  // it was recorded that the message may be handed over
	err     error // of mail.Session.Send
}

// withGrace returns a context that ends stopGrace after ctx does, and sendTimeout from now at the latest.
func withGrace(ctx context.Context) (context.Context, context.CancelFunc) {
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendTimeout)
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(stopGrace, cancel) })
	return late, func() { stop(); cancel() }
}

// send hands the message over, by the session if there is one. When ctx ends meanwhile, because the program stops or its settings have
// changed, the mail server has stopGrace to answer: without an answer the message would be sent again.
func (s *Service) send(ctx context.Context, route Route, session *mail.Session, o *attempt) error {
	ctx, cancel := withGrace(ctx)
	defer cancel()
	m, err := s.compose(route.From, o.message)
	if err != nil {
		return err
	}
	if *session == nil {
		if *session, err = route.Channel.Open(ctx); err != nil {
			*session = nil
			return err
		}
	}
	err = (*session).Send(ctx, m, nil, func() error {
		o.marked, err = s.mark(ctx, o.message)
		if err == nil && !o.marked {
			err = errLeaseLost
		}
		return err
	})
	if f := mail.FailureOf(err); err != nil && (f == nil || f.Ended) {
		_ = (*session).Close()
		*session = nil
	}
	return err
}

// compose returns the message. It is the same at each attempt, unless the sender has changed.
func (s *Service) compose(from mail.Address, m claimed) (*mail.Message, error) {
	text, err := s.seal.Open(place(m.reference), m.sealed)
	if err != nil {
		return nil, err
	}
	var c content
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return nil, err
	}
	domain := from.Email[strings.LastIndexByte(from.Email, '@')+1:]
	return &mail.Message{ID: "account." + m.reference + "@" + domain, Date: m.createdAt.Time(), From: from,
		To: mail.Address{Name: c.Name, Email: m.recipient}, Subject: m.subject, Lang: m.language, Text: c.Text, HTML: c.HTML,
		Unsubscribe: c.Stop, Calendar: c.Calendar, CalendarMethod: c.Method, Image: c.Image}, nil
}

// mark records, before the last step of handing a message over, that the message may be handed over. It returns false when the
// worker may not do that any more.
func (s *Service) mark(ctx context.Context, m claimed) (marked bool, err error) {
	at := s.at()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		marked, err = setUnanswered(ctx, tx, m.id, m.lease, at)
		return err
	})
	return marked && err == nil, err
}

// saveOutcome records the outcome, even when the program is stopping.
func (s *Service) saveOutcome(ctx context.Context, o attempt) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	at, f := s.at(), mail.FailureOf(o.err)
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		switch {
		case o.err == nil:
			return saveSent(ctx, tx, o.message.id, at)
		case f == nil && !o.marked: // stopped, or the lease was lost: it was certainly not handed over
			return release(ctx, tx, o.message, at)
		case f != nil && f.Kind == mail.Refused:
			return saveRefused(ctx, tx, o.message, f.Text)
		}
		d := deferral{reason: "no answer", next: background.Backoff(o.message.attempts+1, firstRetry, lastRetry)}
		if f != nil {
			d.reason, d.next = f.Text, max(d.next, f.After)
		}
		d.answered = o.marked && f != nil && f.Kind != mail.Unknown
		return saveDeferred(ctx, tx, o.message, d, at)
	})
	if err == nil && f == nil && !o.marked && !errors.Is(o.err, errLeaseLost) && o.err != nil && ctx.Err() == nil {
		return o.err // the message itself could not be composed, or the database failed
	}
	return err
}
