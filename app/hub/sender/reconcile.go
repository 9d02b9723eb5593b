package sender

import (
	"cmp"
	"context"
	"sync"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/platform/background"
	"presence/app/platform/mail"
	"presence/db"
)

const (
	lookupsPerRound = 10               // messages of a campaign about which the provider is asked, one after the other
	lookupTimeout   = 5 * time.Second  // for the answer about one message
	firstBackoff    = 30 * time.Second // after a provider did not answer; doubles each time
	maxBackoff      = 30 * time.Minute
)

// providerBackoff remembers which channels did not answer, and until when they are not asked again.
type providerBackoff struct {
	mu    sync.Mutex
	waits map[string]backoffUntil // by channel
}

type backoffUntil struct {
	until    db.Instant
	failures int64 // in a row
}

func (k *providerBackoff) allows(channel string, at db.Instant) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	w := k.waits[channel]
	return at >= w.until || w.until.Sub(at) > maxBackoff // the latter: the clock was set back
}

// forget allows requests to all providers: their settings may have changed.
func (k *providerBackoff) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.waits = nil
}

func (k *providerBackoff) recordResult(channel string, at db.Instant, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil {
		delete(k.waits, channel)
		return
	}
	if k.waits == nil {
		k.waits = map[string]backoffUntil{}
	}
	n := k.waits[channel].failures + 1
	k.waits[channel] = backoffUntil{at.Add(background.Backoff(n, firstBackoff, maxBackoff)), n}
}

// reconcile calls Worker.reconcile periodically until ctx ends. A provider may take lookupTimeout to answer about each message.
func (m *membership) reconcile(ctx context.Context) {
	for sleep(ctx, m.worker.intervals.Schedule) {
		m.worker.lookups.Report(ctx, m.worker.reconcile(ctx))
	}
}

// reconcile asks the providers that support it about unconfirmed messages. A message that is found was sent (R11). A message that
// is not found may have been sent, too, so it stays unconfirmed.
func (w *Worker) reconcile(ctx context.Context) error {
	list, err := campaigns.WithUnconfirmed(ctx, w.db)
	if err != nil {
		return err
	}
	for _, c := range list {
		finder, canFind := w.service().ChannelOf(c).(mail.Finder)
		if !canFind || !w.backoff.allows(c.Channel, w.now()) {
			continue
		}
		due, err := campaigns.DueForLookup(ctx, w.db, c.ID, w.now())
		if err == nil && due {
			err = w.reconcileCampaign(ctx, c, finder)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reconcileCampaign looks up some messages of a campaign. It claims them first, so that no other worker asks about them.
func (w *Worker) reconcileCampaign(ctx context.Context, c campaigns.Campaign, finder mail.Finder) error {
	var ids []int64
	err := w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		ids, err = campaigns.PlanLookups(ctx, tx, c.ID, w.now(), lookupsPerRound)
		return err
	})
	if err != nil || len(ids) == 0 {
		return err
	}
	found, notQueried, failed := w.queryProvider(ctx, c, finder, ids)
	if ctx.Err() == nil {
		w.backoff.recordResult(c.Channel, w.now(), failed)
		if failed != nil {
			w.log.Warn("sender: the provider does not say what became of messages", "campaign", c.ID, "channel", c.Channel, "error", failed)
		}
	}
	if len(found)+len(notQueried) == 0 {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	return w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "campaign_recipients", ids...); err != nil {
			return err
		}
		_, err := campaigns.MoveRecipients(ctx, tx, w.now(), auth.Actor{}, func(m *campaigns.Moves) error {
			for _, id := range found {
				if err := campaigns.ConfirmSent(ctx, m, c.ID, id, w.now()); err != nil {
					return err
				}
			}
			return campaigns.ReturnLookups(ctx, tx, notQueried, w.now())
		})
		return err
	})
}

// queryProvider asks the provider about each message, one after the other. found are the ids of the recipients whose message the
// provider has. It stops when the provider does not answer: notQueried are the ids of that recipient and of those after it. It fails
// only if the provider has not answered about any of them.
func (w *Worker) queryProvider(ctx context.Context, c campaigns.Campaign, finder mail.Finder,
	ids []int64) (found, notQueried []int64, err error) {
	from := cmp.Or(w.service().AllowedSender(c.From).Email, c.From)
	for i, id := range ids {
		has, err := find(ctx, finder, from, w.service().MessageID(c, id, campaigns.DomainOf(from)))
		if err != nil {
			if i > 0 { // it works, and the next round asks about this message again
				err = nil
			}
			return found, ids[i:], err
		}
		if has {
			found = append(found, id)
		}
	}
	return found, nil, nil
}

// find asks the provider about one message.
func find(ctx context.Context, finder mail.Finder, from, messageID string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	return finder.Find(ctx, from, messageID)
}
