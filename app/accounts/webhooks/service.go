package webhooks

import (
	"context"
	"crypto/rand"
	"slices"
	"strconv"
	"sync"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/app/platform/outage"
	"presence/app/platform/outbound"
	"presence/app/platform/seal"
	"presence/db"
)

// Options are the options of a service.
type Options struct {
	Secret  []byte // SECRET_KEY
	Kinds   []Kind // that can be subscribed to
	Private bool   // endpoints may be in private networks and on this machine, and have no TLS

	// NotifyTrouble is called last in the transaction in which a delivery fails for good or an endpoint is disabled; nil: it is not called.
	NotifyTrouble func(ctx context.Context, tx *db.Tx, t Trouble) error
}

// Trouble is a failure that administrators are notified of.
type Trouble struct {
	At       db.Instant
	Endpoint Endpoint // Disabled says why, or that it is still enabled
}

// Service keeps the endpoints and delivers events to them.
type Service struct {
	db     *db.DB
	seal   seal.Sealer
	now    func() time.Time
	client *outbound.Client
	o      Options

	wake    background.Wake
	serving sync.Map // ids of the endpoints to which this process is delivering
	storage *outage.Log
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, o Options) (*Service, error) {
	sealer, err := newSealer(o.Secret)
	return &Service{db: d, seal: sealer, now: now, o: o, wake: background.NewWake(), client: outbound.NewClient(o.Private)}, err
}

func newSealer(secret []byte) (seal.Sealer, error) { return seal.New(secret, "webhooks") }

// Unreadable returns how many secrets of endpoints SECRET_KEY does not open.
func Unreadable(ctx context.Context, q db.Queryer, secret []byte) (int64, error) {
	return seal.Unreadable(ctx, q, secret, newSealer, sealedTexts)
}

// Kinds returns the kinds that can be subscribed to.
func (s *Service) Kinds() []Kind { return slices.Clone(s.o.Kinds) }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// Endpoints returns all endpoints in the order of their ids.
func (s *Service) Endpoints(ctx context.Context) ([]Endpoint, error) { return listEndpoints(ctx, s.db) }

// Endpoint returns one endpoint.
func (s *Service) Endpoint(ctx context.Context, id int64) (Endpoint, error) {
	return byID(ctx, s.db, id)
}

// place is the place for which the secrets of the endpoint are encrypted (see seal.Sealer.Seal).
func (e Endpoint) place() string { return "webhook_endpoints/secret/" + e.reference }

// Create adds an endpoint. Its secret is returned this once. It fails with session_ended as auth.RequireSignedIn does.
func (s *Service) Create(ctx context.Context, by auth.Actor, c Changes) (e Endpoint, secret string, err error) {
	if c.URL == nil {
		c.URL = new(string)
	}
	if c.Kinds == nil {
		c.Kinds = new([]Kind)
	}
	if err := c.validate(s.o.Kinds, s.o.Private).Err(); err != nil {
		return e, "", err
	}
	secret = newSecret()
	e = Endpoint{reference: rand.Text(), Version: 1, CreatedAt: s.at(), UpdatedAt: s.at()}.with(c)
	e.secret = s.seal.Seal(e.place(), secret)
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return err
		}
		if err := tx.SerializeBy(ctx, "webhook endpoints"); err != nil { // so that two requests do not exceed the limit
			return err
		}
		all, err := listEndpoints(ctx, tx)
		if err != nil {
			return err
		}
		if len(all) >= maxEndpoints {
			return errs.Conflict("too_many_webhooks", "There are already 20 webhooks. Delete one first.")
		}
		if e.ID, err = insertEndpoint(ctx, tx, e); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "created", e.ID, audit.Diff(nil, e))
	})
	return e, secret, err
}

// Update changes an endpoint; expect is the version that the caller has read, nil accepts any. What waits for an endpoint that is
// disabled is cancelled. It fails with session_ended as auth.RequireSignedIn does.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (Endpoint, error) {
	if err := c.validate(s.o.Kinds, s.o.Private).Err(); err != nil {
		return Endpoint{}, err
	}
	return s.change(ctx, id, expect, func(ctx context.Context, tx *db.Tx, old Endpoint) (Endpoint, error) {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return old, err
		}
		e := old.with(c)
		if e.Disabled != Enabled && old.Disabled == Enabled {
			if err := cancelQueued(ctx, tx, id, s.at()); err != nil {
				return e, err
			}
		}
		return e, s.recordAudit(ctx, tx, by, "updated", id, audit.Diff(old, e))
	})
}

// Rotate replaces the secret of an endpoint. The new one is returned this once; the one before signs beside it for 24 hours. While an old
// secret still signs, it fails with the conflict old_secret_signs, so that a receiver which has not got the new secret yet does not lose
// the one that it has; endOld ends the old secret instead. It fails with session_ended as auth.RequireSignedIn does.
func (s *Service) Rotate(ctx context.Context, by auth.Actor, id int64, expect *int64, endOld bool) (e Endpoint, secret string, err error) {
	secret = newSecret()
	e, err = s.change(ctx, id, expect, func(ctx context.Context, tx *db.Tx, e Endpoint) (Endpoint, error) {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return e, err
		}
		if e.OldSecretSigns(s.at()) && !endOld {
			return e, errs.Conflict(codeOldSecret, "Requests are also signed with the old secret until "+e.OldSecretUntil.String()+
				": wait until then, or set end_old_secret.")
		}
		e.oldSecret, e.OldSecretUntil = e.secret, s.at().Add(secretOverlap)
		e.secret = s.seal.Seal(e.place(), secret)
		return e, s.recordAudit(ctx, tx, by, "secret_rotated", id, nil)
	})
	return e, secret, err
}

// codeOldSecret is the code of the error of a rotation that would end an old secret which still signs.
const codeOldSecret = "old_secret_signs"

// change saves what to makes of an endpoint, as one transaction.
func (s *Service) change(ctx context.Context, id int64, expect *int64,
	to func(context.Context, *db.Tx, Endpoint) (Endpoint, error)) (e Endpoint, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := current(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		if e, err = to(ctx, tx, old); err != nil {
			return err
		}
		e.Version, e.UpdatedAt = old.Version+1, s.at()
		return updateEndpoint(ctx, tx, e)
	})
	return e, err
}

// current locks an endpoint and returns it if it has the version that the caller expects; expect nil accepts any.
func current(ctx context.Context, tx *db.Tx, id int64, expect *int64) (Endpoint, error) {
	if err := tx.LockRows(ctx, "webhook_endpoints", id); err != nil {
		return Endpoint{}, err
	}
	e, err := byID(ctx, tx, id)
	if err == nil && expect != nil && *expect != e.Version {
		err = errs.Stale()
	}
	return e, err
}

// Delete deletes an endpoint and its secrets. What waits for it is not sent, and its log is deleted by Sweep.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := current(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		if err := deleteEndpoint(ctx, tx, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "deleted", id, audit.Diff(e, nil))
	})
}

// Deliveries returns the log of an endpoint, the latest first: at most rows, only those with a smaller id than before if that is not 0.
func (s *Service) Deliveries(ctx context.Context, id, before int64, rows int) ([]Delivery, error) {
	if _, err := byID(ctx, s.db, id); err != nil {
		return nil, err
	}
	return listDeliveries(ctx, s.db, id, before, rows)
}

// enabled locks an endpoint. It fails unless the endpoint is enabled.
func enabled(ctx context.Context, tx *db.Tx, id int64) error {
	e, err := current(ctx, tx, id, nil)
	if err == nil && e.Disabled != Enabled {
		err = errs.Conflict("webhook_disabled", "This webhook is disabled. Turn it back on first.")
	}
	return err
}

// SendTest queues an event of the kind TestKind for an endpoint, and returns the id of its delivery.
func (s *Service) SendTest(ctx context.Context, by auth.Actor, id int64) (delivery int64, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := enabled(ctx, tx, id); err != nil {
			return err
		}
		message, err := queue(ctx, tx, Event{TestKind, s.at(), map[string]any{"webhook_id": id}}, id)
		if err == nil {
			delivery, err = deliveryOf(ctx, tx, id, message)
		}
		if err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "tested", id, nil)
	})
	return delivery, err
}

// Replay queues a delivery again that is not queued now, with the same webhook-id and payload.
func (s *Service) Replay(ctx context.Context, by auth.Actor, id, delivery int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := enabled(ctx, tx, id); err != nil {
			return err
		}
		found, err := requeue(ctx, tx, id, delivery, s.at())
		if err == nil && !found {
			err = errs.NotFound("delivery")
		}
		if err != nil {
			return err
		}
		if err := tx.Signal(ctx, signal); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "replayed", id, audit.Changes{"delivery": {nil, delivery}})
	})
}

// Filter selects deliveries (C7); zero values select all.
type Filter struct {
	After int64      // only larger ids
	Since db.Instant // only those that were created, tried, cancelled or queued again at or after
	Rows  int64      // at most this many
}

// EachDelivery calls each for the deliveries to an endpoint, in the order of their ids.
func (s *Service) EachDelivery(ctx context.Context, id int64, f Filter, each func(Delivery) error) error {
	if _, err := byID(ctx, s.db, id); err != nil {
		return err
	}
	return eachDelivery(ctx, s.db, id, f, each)
}

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "webhook",
		RecordID: strconv.FormatInt(id, 10), Changes: changes})
}

// sweepRows is the number of deliveries that one transaction of Sweep deletes at most.
const sweepRows = 1000

// Sweep deletes deliveries after 30 days and those of deleted endpoints, in small transactions. It cancels those that were committed while
// their endpoint was being disabled, and erases secrets that sign nothing any more. It may run at any time.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.at().Add(-retention)
	for n := int64(sweepRows); n == sweepRows; {
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			n, err = deleteOld(ctx, tx, before, sweepRows)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := eraseOldSecrets(ctx, tx, s.at()); err != nil {
			return err
		}
		return cancelDisabled(ctx, tx, s.at())
	})
}
