// Package tracking records what becomes of messages that were sent: opens and clicks by the links in them, unsubscriptions,
// and what the provider's webhook reports (R9, R10).
package tracking

import (
	"context"
	"time"

	"presence/app/hub/campaigns"
	"presence/db"
)

// Options are the settings of an installation.
type Options struct {
	Secret       []byte // that the tokens in links are derived from
	WebhookToken string // that calls of the provider's webhook must carry; empty: none are taken
}

// maxConcurrentWrites bounds the tracking events that are written at the same time. Each changes the campaign's counts, so
// that more of them would keep a send that is under way waiting for its commits.
const maxConcurrentWrites = 8

// Service records tracking events.
type Service struct {
	db     *db.DB
	sends  *campaigns.Service
	o      Options
	now    func() time.Time
	writes chan struct{} // a slot for each write under way
}

// NewService wires the service.
func NewService(d *db.DB, sends *campaigns.Service, now func() time.Time, o Options) *Service {
	return &Service{db: d, sends: sends, o: o, now: now, writes: make(chan struct{}, maxConcurrentWrites)}
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// kind is the kind of a tracking event.
type kind int

const (
	kindOpen   kind = iota // a person fetched the pixel
	kindClick              // a person followed a link
	kindBotHit             // a program did either
)

// record saves one event. It returns when the event is committed, or when ctx ends while eight other writes are under way. Events
// that are recorded already, which most are, cost no commit. When storage fails the event is lost: the link must work all the
// same.
func (s *Service) record(ctx context.Context, to linkTarget, k kind) {
	select {
	case s.writes <- struct{}{}:
		defer func() { <-s.writes }()
	case <-ctx.Done():
		return
	}
	ctx, at := context.WithoutCancel(ctx), s.at() // a client that hangs up has opened the message all the same
	if known, err := isRecorded(ctx, s.db, to.id, k); err == nil && known {
		return
	}
	_ = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		change, err := s.saveArrival(ctx, tx, to.id, k, at)
		if err != nil {
			return err
		}
		return s.sends.AddCountsOf(ctx, tx, map[int64]campaigns.CountsChange{to.campaign: change})
	})
}

// saveArrival saves an event and returns how the campaign's counts change. Any event proves that the message has arrived,
// also where staff have turned the tracking of people off.
func (s *Service) saveArrival(ctx context.Context, tx *db.Tx, id int64, k kind, at db.Instant) (change campaigns.CountsChange, err error) {
	tracks, err := campaigns.TracksPeople(ctx, tx)
	if err != nil {
		return change, err
	}
	if tracks {
		if change, err = saveEngagement(ctx, tx, id, k, at); err != nil {
			return change, err
		}
	}
	confirmed, err := campaigns.ConfirmSent(ctx, tx, id, at)
	return change.Plus(confirmed), err
}

// saveEngagement saves the first event of a kind. A click means that the message was opened, too.
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
