package webhooks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"presence/app/platform/background"
	"presence/app/platform/outage"
	"presence/app/platform/tracing"
	"presence/db"
)

const (
	pollEvery   = 5 * time.Second  // for deliveries whose next attempt is due
	attemptTime = 12 * time.Second // of one request, answer included; also when the program stops meanwhile
	leaseTime   = time.Minute      // of a delivery; longer than an attempt and saving its outcome
	saveTimeout = 10 * time.Second
	maxAnswer   = 64 << 10 // bytes of an answer's body that are read, so that the connection can be used again
	maxReason   = 300      // bytes
)

// StopWithin is the longest time that Service.Work takes to return when its context has ended.
const StopWithin = attemptTime + saveTimeout

// Work delivers events until ctx ends, and waits for the attempts under way. Every replica may run it.
func (s *Service) Work(ctx context.Context, log *slog.Logger) {
	s.storage = outage.New(log, "webhooks: the database", s.now)
	var attempts sync.WaitGroup
	defer attempts.Wait()
	attempts.Go(func() { s.db.Listen(ctx, signal, func() error { s.wake.Up(); return nil }) })
	background.Repeat(ctx, pollEvery, s.wake, func() {
		s.storage.Report(ctx, s.start(ctx, &attempts, func(err error) {
			if err != nil {
				s.storage.Report(ctx, err)
			}
		}))
	})
}

// start begins to deliver to each endpoint for which something is due, unless this process does already. The endpoints are independent,
// so that a slow one does not delay the others; there are maxEndpoints at most. ended is called with the result for each.
func (s *Service) start(ctx context.Context, attempts *sync.WaitGroup, ended func(error)) error {
	due, err := endpointsDue(ctx, s.db, s.at())
	for _, id := range due {
		if _, serving := s.serving.LoadOrStore(id, true); serving {
			continue
		}
		attempts.Go(func() {
			err := s.deliverTo(ctx, id)
			s.serving.Delete(id)
			if err == nil {
				s.wake.Up() // for what was published after the last look
			}
			ended(err)
		})
	}
	return err
}

// deliverTo makes the deliveries to one endpoint that are due, one after the other.
func (s *Service) deliverTo(ctx context.Context, id int64) error {
	for ctx.Err() == nil {
		c, err := s.claim(ctx, id)
		if err != nil || c == nil {
			return err
		}
		if err := s.saveOutcome(ctx, *c, s.attempt(ctx, *c)); err != nil {
			return err
		}
	}
	return nil
}

// claimed is a delivery that is leased to a worker, with its endpoint.
type claimed struct {
	Delivery
	lease    int64
	endpoint Endpoint
}

// claim leases the next delivery of an endpoint that is due; nil when there is none.
func (s *Service) claim(ctx context.Context, id int64) (c *claimed, err error) {
	at := s.at()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err = claimNext(ctx, tx, id, claim{rand.Int64(), at, at.Add(leaseTime)})
		if err == nil && c != nil {
			c.endpoint, err = byID(ctx, tx, id)
		}
		return err
	})
	return c, err
}

// outcome is the result of an attempt.
type outcome struct {
	status int    // of the answer; 0: none
	reason string // why it failed; empty: it is delivered
}

// attempt makes one request. It is not cut off when ctx ends.
func (s *Service) attempt(ctx context.Context, c claimed) outcome {
	ctx, cancel := context.WithTimeout(tracing.WithRequest(context.WithoutCancel(ctx), c.cause), attemptTime)
	defer cancel()
	r, err := s.request(ctx, c)
	if err != nil {
		return outcome{reason: err.Error()}
	}
	answer, err := s.client.Do(r)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) { // its text contains the address
			err = failed.Err
		}
		return outcome{reason: shortened(err.Error())}
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer) // what the body says does not matter
	o := outcome{status: answer.StatusCode}
	if o.status < 200 || o.status > 299 {
		o.reason = fmt.Sprintf("answered %d %s", o.status, http.StatusText(o.status))
	}
	return o
}

// shortened returns the text in at most maxReason bytes.
func shortened(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), maxReason)], "")
}

// request returns the signed request. The timestamp that is signed is that of the attempt.
func (s *Service) request(ctx context.Context, c claimed) (*http.Request, error) {
	secrets, err := s.secretsOf(c.endpoint)
	if err != nil {
		return nil, err
	}
	at := s.now()
	signature, err := sign(secrets, c.MessageID, at, c.Payload)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint.URL, strings.NewReader(c.Payload))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Presence-Webhooks")
	r.Header.Set("webhook-id", c.MessageID)
	r.Header.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	r.Header.Set("webhook-signature", signature)
	return r, nil
}

// secretsOf returns the secrets that sign now: the present one, and the one before until its time has passed.
func (s *Service) secretsOf(e Endpoint) ([]string, error) {
	secret, err := s.seal.Open(e.place(), e.secret)
	if err != nil || e.oldSecret == nil || s.at() >= e.OldSecretUntil {
		return []string{secret}, err
	}
	old, err := s.seal.Open(e.place(), e.oldSecret)
	return []string{secret, old}, err
}

// saveOutcome saves the outcome of an attempt, even when the program is stopping. An endpoint that is gone, or has failed for too long,
// is disabled, and what waits for it is cancelled.
func (s *Service) saveOutcome(ctx context.Context, c claimed, o outcome) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	c.Attempts, c.TriedAt, c.Status, c.Reason = c.Attempts+1, s.at(), int64(o.status), o.reason
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if o.reason == "" {
			if err := endFailing(ctx, tx, c.EndpointID, c.TriedAt); err != nil { // its row before that of the delivery, as everywhere
				return err
			}
			return saveDelivered(ctx, tx, c.Delivery)
		}
		return s.saveFailure(ctx, tx, c)
	})
}

// saveFailure saves a failed attempt of a delivery that is still leased to this worker.
func (s *Service) saveFailure(ctx context.Context, tx *db.Tx, c claimed) error {
	d := c.Delivery
	if d.State = Failed; int(d.Attempts) <= len(delays) {
		d.State, d.NextAt = Queued, d.TriedAt.Add(delays[d.Attempts-1])
	}
	e, err := current(ctx, tx, c.EndpointID, nil)
	if err != nil {
		return ignoreDeleted(err)
	}
	if leased, err := saveFailed(ctx, tx, d, c.lease); err != nil || !leased {
		return err
	}
	since := e.FailingSince
	if d.Attempts == 1 && since != 0 { // what failed before is no reason to disable, unless something of it is still tried
		others, err := triesOthers(ctx, tx, d)
		if err != nil {
			return err
		}
		if !others {
			e.FailingSince = 0
		}
	}
	if e.FailingSince == 0 {
		e.FailingSince = d.TriedAt
	}
	if e.FailingSince != since {
		e.UpdatedAt = d.TriedAt
	}
	before := e.Disabled
	switch {
	case before != Enabled:
	case d.Status == http.StatusGone:
		e.Disabled = Gone
	case d.TriedAt.Sub(e.FailingSince) >= maxFailing:
		e.Disabled = Failing
	}
	if e.Disabled != before {
		e.Version, e.UpdatedAt = e.Version+1, d.TriedAt
		if err := cancelQueued(ctx, tx, e.ID, d.TriedAt); err != nil {
			return err
		}
	}
	if err := updateEndpoint(ctx, tx, e); err != nil {
		return err
	}
	if s.o.NotifyTrouble == nil || d.State == Queued && e.Disabled == before {
		return nil
	}
	return s.o.NotifyTrouble(ctx, tx, Trouble{At: d.TriedAt, Endpoint: e})
}
