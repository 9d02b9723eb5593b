package push

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"presence/app/platform/background"
	"presence/app/platform/outage"
	"presence/db"
)

// signal is the signal by which processes wake each other's workers.
const signal = "push"

const (
	pollEvery   = 5 * time.Second  // for notices whose next attempt is due
	attemptTime = 12 * time.Second // of one request, answer included; also when the program stops meanwhile
	leaseTime   = 5 * time.Minute  // of the notices of a round; longer than a round takes
	saveTimeout = 10 * time.Second
	perRound    = 100
	atOnce      = 10 // requests at the same time
	maxAnswer   = 16 << 10
	maxWait     = time.Hour // that a push service may ask for
)

// delays are the times between the attempts of a notice that a push service cannot take now.
var delays = []time.Duration{30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour}

// StopWithin is the longest time that Service.Work takes to return when its context has ended.
const StopWithin = attemptTime + saveTimeout

// Work sends notices until ctx ends. Every replica may run it.
func (s *Service) Work(ctx context.Context, log *slog.Logger) {
	s.storage = outage.New(log, "notices to devices: the database", s.now)
	var listening sync.WaitGroup
	defer listening.Wait()
	listening.Go(func() { s.db.Listen(ctx, signal, func() error { s.wake.Up(); return nil }) })
	background.Repeat(ctx, pollEvery, s.wake, func() { s.storage.Report(ctx, s.SendDue(ctx)) })
}

// SendDue sends the notices that are due, in rounds, and returns when none is left.
func (s *Service) SendDue(ctx context.Context) error {
	for ctx.Err() == nil {
		at := s.at()
		if due, err := anyDue(ctx, s.db, at); err != nil || !due {
			return err // without a transaction
		}
		lease := rand.Int64()
		var round []claimed
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			round, err = claimDue(ctx, tx, lease, at, at.Add(leaseTime), perRound)
			return err
		})
		if err != nil || len(round) == 0 {
			return err
		}
		if err := s.saveOutcomes(ctx, lease, round, s.sendAll(ctx, round)); err != nil {
			return err
		}
	}
	return nil
}

// outcome is the result of an attempt.
type outcome struct {
	result result
	wait   time.Duration // that the push service asks for; 0: none
}

type result int

const (
	later    result = iota // the push service cannot take it now, or was not reached
	accepted               // by the push service
	needless               // it is too old, or was read elsewhere
	refused                // for good
	gone                   // the push service does not know the device any more
	untried                // because the program is stopping
)

// sendAll makes an attempt for each notice of a round, atOnce of them at the same time.
func (s *Service) sendAll(ctx context.Context, round []claimed) []outcome {
	outcomes := make([]outcome, len(round))
	slots := make(chan struct{}, atOnce)
	var attempts sync.WaitGroup
	for i, c := range round {
		slots <- struct{}{}
		attempts.Go(func() {
			defer func() { <-slots }()
			if outcomes[i].result = untried; ctx.Err() == nil {
				outcomes[i] = s.attempt(ctx, c)
			}
		})
	}
	attempts.Wait()
	return outcomes
}

// attempt sends one notice. It is not cut off when ctx ends.
func (s *Service) attempt(ctx context.Context, c claimed) outcome {
	left := validFor - s.now().Sub(c.createdAt.Time())
	if !c.unread || left <= 0 || s.o.Off {
		return outcome{result: needless}
	}
	text, err := s.seal.Open(place(c.device.endpoint), c.device.keys)
	if err != nil {
		return outcome{result: refused} // presence doctor tells of it
	}
	var k keys
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		return outcome{result: refused}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), attemptTime)
	defer cancel()
	answer, err := webpush.SendNotificationWithContext(ctx, []byte(c.payload),
		&webpush.Subscription{Endpoint: c.device.endpoint, Keys: webpush.Keys{Auth: k.Auth, P256dh: k.P256DH}},
		&webpush.Options{HTTPClient: s.client, Subscriber: s.o.Origin, TTL: int(left.Seconds()), Urgency: webpush.UrgencyHigh,
			VAPIDPublicKey: s.public, VAPIDPrivateKey: s.private})
	if err != nil {
		return outcome{}
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer) // what the body says does not matter
	return outcomeOf(answer)
}

// outcomeOf interprets the answer of a push service.
func outcomeOf(answer *http.Response) outcome {
	switch status := answer.StatusCode; {
	case status >= 200 && status <= 299:
		return outcome{result: accepted}
	case status == http.StatusNotFound || status == http.StatusGone:
		return outcome{result: gone}
	case status == http.StatusTooManyRequests || status >= 500:
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return outcome{wait: time.Duration(min(max(seconds, 0), int(maxWait/time.Second))) * time.Second}
	}
	return outcome{result: refused}
}

// saveOutcomes saves the outcomes of a round, even when the program is stopping.
func (s *Service) saveOutcomes(ctx context.Context, lease int64, round []claimed, outcomes []outcome) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	var done, left []int64
	devices := map[result][]int64{}
	var again []int // indexes of the notices that are tried again
	for i, o := range outcomes {
		c := round[i]
		if o.result == untried {
			left = append(left, c.id)
			continue
		}
		if o.result == later && int(c.attempts) < len(delays) {
			again = append(again, i)
			continue
		}
		done = append(done, c.id)
		if o.result == later {
			o.result = refused
		}
		devices[o.result] = append(devices[o.result], c.device.ID)
	}
	at := s.at()
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := closeMessages(ctx, tx, lease, done); err != nil {
			return err
		}
		if err := release(ctx, tx, lease, left, at); err != nil {
			return err
		}
		for _, i := range again {
			next := at.Add(max(delays[round[i].attempts], outcomes[i].wait))
			if err := postpone(ctx, tx, lease, round[i].id, next); err != nil {
				return err
			}
		}
		if err := markUsed(ctx, tx, devices[accepted], at); err != nil {
			return err
		}
		if err := markFailed(ctx, tx, devices[refused]); err != nil {
			return err
		}
		return deleteGone(ctx, tx, devices[gone])
	})
}
