// Package tracking records what happens to messages after they were sent: opens and clicks through their links,
// unsubscriptions, and the events that the provider's webhook reports (R9, R10).
package tracking

import (
	"context"
	"errors"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/platform/capacity"
	"presence/db"
)

// Options are the settings of an installation.
type Options struct {
	Secret       []byte // the tokens in links are derived from it
	Company      string // its name, on the page behind the link to unsubscribe; empty: not known
	Postal       string // its postal address (R21); empty: not known
	WebhookToken string // required in calls of the provider's webhook; empty: there is no webhook
}

// maxConcurrentWrites is the maximum number of tracking events that are written at the same time. Each changes the row of the
// campaign, so that more of them would delay the commits of a send that is under way.
const maxConcurrentWrites = 8

// writeWait is how long an event waits for its turn to be written: as long as a write may wait for the database.
const writeWait = 10 * time.Second

var errBusy = errors.New("tracking: too many events are being written")

// Service records tracking events.
type Service struct {
	db     *db.DB
	sends  *campaigns.Service
	o      Options
	now    func() time.Time
	writes *capacity.Limit
}

// NewService makes the service.
func NewService(d *db.DB, sends *campaigns.Service, now func() time.Time, o Options) *Service {
	return &Service{db: d, sends: sends, o: o, now: now, writes: capacity.New(maxConcurrentWrites, errBusy)}
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// kind is the kind of a tracking event.
type kind int

const (
	kindOpen   kind = iota // a person fetched the pixel
	kindClick              // a person followed a link
	kindBotHit             // a program fetched the pixel or followed a link
)

// record saves one event. It returns when the event is committed, or when ctx ends or writeWait is over while maxConcurrentWrites
// other writes are under way. Events that are recorded already, which most are, need no commit. If the database fails, the event is lost,
// because the link must work anyway.
func (s *Service) record(ctx context.Context, to linkTarget, k kind) {
	if s.writes.Acquire(ctx, 1, writeWait) != nil {
		return
	}
	defer s.writes.Release(1)
	ctx, at := context.WithoutCancel(ctx), s.at() // the event counts even if the client disconnects
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

// saveArrival saves an event and returns the change of the campaign's counts. Any event proves that the message arrived, even
// when staff have turned the tracking of people off.
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

// saveEngagement saves the first event of a kind. A click implies that the message was opened.
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
