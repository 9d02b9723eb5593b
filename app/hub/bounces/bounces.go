// Package bounces learns what became of messages that the mail server had accepted: from the mailbox to which they come back, and from the
// webhooks of SES and Postmark (R9). What it learns is recorded by package tracking.
package bounces

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"presence/app/hub/tracking"
	"presence/app/platform/background"
	"presence/app/platform/bouncemail"
	"presence/app/platform/mail"
	"presence/app/platform/outage"
	"presence/db"
)

// Options are the settings of an installation.
type Options struct {
	Tracking      *tracking.Service
	Log           *slog.Logger
	Mailbox       *mail.IMAP         // that is read; nil: none
	Address       mail.BounceAddress // the envelope sender of messages
	PostmarkToken string             // required in calls of Postmark's webhook; empty: there is no such webhook
	SESTopic      string             // the ARN of the SNS topic whose notifications are taken; empty: none
}

const (
	readEvery = time.Minute
	readSince = 30 * 24 * time.Hour // older messages of a mailbox are not read
	perBatch  = 100                 // messages of one transaction
)

// Service reads the mailbox and answers the webhooks.
type Service struct {
	db       *db.DB
	tracking *tracking.Service
	o        Options
	now      func() time.Time
	outage   *outage.Log
	keys     certificates
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service {
	return &Service{db: d, tracking: o.Tracking, o: o, now: now, outage: outage.New(o.Log, "bounces: the mailbox", now)}
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// Work reads the mailbox every minute until ctx ends, in one process at a time.
func (s *Service) Work(ctx context.Context) {
	if s.o.Mailbox == nil {
		return
	}
	background.Repeat(ctx, readEvery, nil, func() {
		_, err := s.ReadMailbox(ctx)
		s.outage.Report(ctx, err)
	})
}

// ReadMailbox reads the new messages of the mailbox, and returns how many there were. It does nothing while another process reads. What
// the messages say, and how far the mailbox has been read, are saved in one transaction for each batch, so that a message counts once
// whenever the program is killed. A failure is saved as well, for staff.
func (s *Service) ReadMailbox(ctx context.Context) (n int, err error) {
	lock, ok, err := s.db.TryLock(ctx, "bounces")
	if err != nil || !ok {
		return 0, err
	}
	defer lock.Release()
	n, err = s.readMessages(ctx)
	if errors.Is(err, errElsewhere) {
		return n, nil
	}
	text := ""
	if f := mail.FailureOf(err); f != nil {
		text = f.Text
	} else if err != nil {
		return n, err
	}
	if ctx.Err() != nil {
		return n, err
	}
	return n, errors.Join(err, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return saveAttempt(ctx, tx, s.o.Mailbox.Name(), text, s.at())
	}))
}

func (s *Service) readMessages(ctx context.Context) (n int, err error) {
	box, err := bouncemail.Open(ctx, *s.o.Mailbox)
	if err != nil {
		return 0, err
	}
	defer box.Close()
	c, err := cursorOf(ctx, s.db, s.o.Mailbox.Name())
	if err != nil {
		return 0, err
	}
	if c.validity != int64(box.UIDValidity) { // the messages have other numbers than before; those that are read again change nothing
		next := cursor{mailbox: c.mailbox, validity: int64(box.UIDValidity)}
		if err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return saveCursor(ctx, tx, c, next, s.at()) }); err != nil {
			return 0, err
		}
		c = next
	}
	uids, err := box.After(uint32(c.uid), s.now().Add(-readSince))
	if err != nil {
		return 0, err
	}
	for len(uids) > 0 {
		batch := uids[:min(perBatch, len(uids))]
		uids = uids[len(batch):]
		messages, err := box.Fetch(batch)
		if err != nil {
			return n, err
		}
		if c, err = s.record(ctx, c, int64(batch[len(batch)-1]), messages); err != nil {
			return n, err
		}
		n += len(messages)
	}
	return n, nil
}

// record records what messages say, and that the mailbox has been read up to a UID. It returns the new cursor.
func (s *Service) record(ctx context.Context, c cursor, upTo int64, messages []bouncemail.Message) (cursor, error) {
	var events []mail.ProviderEvent
	for _, m := range messages {
		if report, ok := bouncemail.Parse(m.Raw); ok {
			if e, ok := report.Event(s.o.Address); ok {
				e.At = s.now()
				events = append(events, e)
			}
		}
	}
	var next cursor
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ours, err := s.tracking.RecordIn(ctx, tx, events)
		if err != nil {
			return err
		}
		next = cursor{c.mailbox, c.validity, upTo, c.messages + int64(len(messages)), c.recorded + int64(ours)}
		return saveCursor(ctx, tx, c, next, s.at())
	})
	if err != nil {
		return c, err
	}
	return next, nil
}

// State says how the mailbox is read.
type State struct {
	Mailbox  string // "" if none is read
	ReadAt   db.Instant
	Messages int64 // read so far
	Recorded int64 // of them: about messages of campaigns
	Failure  string
}

// State returns how the mailbox is read.
func (s *Service) State(ctx context.Context) (st State, err error) {
	if s.o.Mailbox == nil {
		return st, nil
	}
	return storedState(ctx, s.db, s.o.Mailbox.Name())
}
