// Package tracking records what happens to messages after they were sent: opens and clicks through their links,
// unsubscriptions, and the events that the provider's webhook reports (R9, R10).
package tracking

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/platform/background"
	"presence/app/platform/capacity"
	"presence/app/platform/outage"
	"presence/db"
)

// Options are the settings of an installation.
type Options struct {
	Secret       []byte // the tokens in links are derived from it
	Company      string // its name, on the page behind the link to unsubscribe; empty: not known
	Postal       string // its postal address (R21); empty: not known
	WebhookToken string // required in calls of the provider's webhook; empty: there is no webhook
	Log          *slog.Logger
	Work         *background.Group // saves events in the background; when it is closed, waiting events are lost
}

// maxConcurrentWrites is the maximum number of tracking events that are written at the same time. Each changes the row of the
// campaign, so that more of them would delay the commits of a send that is under way.
const maxConcurrentWrites = 8

// maxUnwritten is the maximum number of tracking events that wait or are written at the same time; more are lost.
const maxUnwritten = 1000

// writeWait is how long an event waits for its turn to be written: as long as a write may wait for the database.
const writeWait = 10 * time.Second

// answerWait is the longest time for which the response to a guest waits until the event is recorded. Usually the event has been
// recorded when the guest gets the response.
const answerWait = time.Second

var errBusy = errors.New("tracking: too many events are being written")

// Service records tracking events.
type Service struct {
	db        *db.DB
	sends     *campaigns.Service
	o         Options
	now       func() time.Time
	unwritten *capacity.Limit
	writes    *capacity.Limit
	losses    *outage.Log
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, sends *campaigns.Service, o Options) *Service {
	return &Service{db: d, sends: sends, o: o, now: now,
		unwritten: capacity.New(maxUnwritten, errBusy), writes: capacity.New(maxConcurrentWrites, errBusy),
		losses: outage.New(o.Log, "tracking: recording opens and clicks", now)}
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// kind is the kind of a tracking event.
type kind int

const (
	kindOpen   kind = iota // a person fetched the pixel
	kindClick              // a person followed a link
	kindBotHit             // a program fetched the pixel or followed a link
)

// record saves one event in the background. It returns when the event is committed, or after answerWait, because the link must
// work even when the database is slow. The event is lost, with a line in the log, if maxUnwritten others wait, if it cannot be
// written, or if the program ends before.
func (s *Service) record(ctx context.Context, to linkTarget, k kind) {
	if err := s.unwritten.Acquire(ctx, 1, 0); err != nil {
		s.losses.Failed(err)
		return
	}
	at, done := s.at(), make(chan struct{})
	s.o.Work.Go(func(ctx context.Context) {
		defer close(done)
		defer s.unwritten.Release(1)
		s.losses.Report(ctx, s.write(ctx, to, k, at))
	})
	select {
	case <-done:
	case <-time.After(answerWait):
	}
}

// write saves one event, after waiting for its turn. Events that are recorded already, which most are, need no commit.
func (s *Service) write(ctx context.Context, to linkTarget, k kind, at db.Instant) error {
	if err := s.writes.Acquire(ctx, 1, writeWait); err != nil {
		return err
	}
	defer s.writes.Release(1)
	if known, err := isRecorded(ctx, s.db, to.id, k); err == nil && known {
		return nil
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := campaigns.MoveRecipients(ctx, tx, s.at(), auth.Actor{}, func(m *campaigns.Moves) error {
			return s.saveArrival(ctx, m, to, k, at)
		})
		return err
	})
}

// saveArrival saves an event. Any event proves that the message arrived, even when staff have turned the tracking of people off.
func (s *Service) saveArrival(ctx context.Context, m *campaigns.Moves, to linkTarget, k kind, at db.Instant) error {
	tracks, err := campaigns.TracksPeople(ctx, m.Tx)
	if err != nil {
		return err
	}
	if tracks {
		change, err := saveEngagement(ctx, m.Tx, to.id, k, at)
		if err != nil {
			return err
		}
		m.Count(to.campaign, change)
	}
	return campaigns.ConfirmSent(ctx, m, to.campaign, to.id, at)
}

// saveEngagement saves the first event of a kind, and returns the change of the campaign's counts. A click implies that the message was
// opened.
func saveEngagement(ctx context.Context, tx *db.Tx, id int64, k kind, at db.Instant) (change campaigns.CountsChange, err error) {
	if k == kindBotHit {
		_, err = setFirst(ctx, tx, id, scannedAt, at)
		return change, err
	}
	if change.Opened, err = setFirst(ctx, tx, id, openedAt, at); err != nil || k != kindClick {
		return change, err
	}
	change.Clicked, err = setFirst(ctx, tx, id, clickedAt, at)
	return change, err
}
