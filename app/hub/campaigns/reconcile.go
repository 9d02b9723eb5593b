package campaigns

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"presence/app/platform/mail"
	"presence/db"
)

// lookupDelays is when the provider is asked for an unconfirmed message: a minute after it was lost, which providers need to
// list a message, and so long after each look that did not find it. Then it is for staff alone.
var lookupDelays = [...]time.Duration{time.Minute, 4 * time.Minute, 25 * time.Minute, 90 * time.Minute}

const (
	lookupsPerQuery = 10               // messages asked for at once
	lookupTimeout   = 5 * time.Second  // for these: a worker that does not move for much longer is taken for frozen
	firstBackoff    = 30 * time.Second // after a provider did not answer; doubles
	maxBackoff      = 30 * time.Minute
)

// providerBackoff remembers which channels did not answer, and until when they are left alone.
type providerBackoff struct {
	mu    sync.Mutex
	waits map[string]backoffUntil // by channel
}

type backoffUntil struct {
	until db.Instant
	last  time.Duration
}

func (k *providerBackoff) allows(channel string, at db.Instant) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	w := k.waits[channel]
	return at >= w.until || w.until-at > db.Instant(maxBackoff.Milliseconds()) // the clock was set back
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
	d := max(firstBackoff, min(2*k.waits[channel].last, maxBackoff))
	k.waits[channel] = backoffUntil{at + db.Instant(d.Milliseconds()), d}
}

// reconcile asks the providers that can be asked what became of unconfirmed messages: one that is found was sent (R11). That
// it is not found proves nothing. Workers call it every few seconds.
func (s *Service) reconcile(ctx context.Context, log *slog.Logger) error {
	list, err := withUnconfirmed(ctx, s.db)
	if err != nil {
		return err
	}
	for _, c := range list {
		finder, able := s.o.Channels[c.Channel].(mail.Finder)
		if !able || !s.backoff.allows(c.Channel, s.at()) {
			continue
		}
		some, err := dueForLookup(ctx, s.db, c.ID, s.at())
		if err == nil && some {
			err = s.reconcileCampaign(ctx, c, finder, log)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reconcileCampaign asks for some messages of a campaign. They are taken first, so that no other worker asks for them too.
func (s *Service) reconcileCampaign(ctx context.Context, c Campaign, finder mail.Finder, log *slog.Logger) error {
	var ids []int64
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		ids, err = claimForLookup(ctx, tx, c.ID, s.at(), lookupsPerQuery)
		return err
	})
	if err != nil || len(ids) == 0 {
		return err
	}
	found, unasked, failed := s.queryProvider(ctx, c, finder, ids)
	if ctx.Err() == nil {
		s.backoff.recordResult(c.Channel, s.at(), failed)
		if failed != nil {
			log.Warn("campaigns: the provider does not say what became of messages", "campaign", c.ID, "channel", c.Channel, "error", failed)
		}
	}
	if len(found)+len(unasked) == 0 {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var d countsChange
		for _, id := range found {
			is, err := confirmSent(ctx, tx, id, s.at())
			if err != nil {
				return err
			}
			if is {
				d.Pending, d.Sent, d.Unconfirmed = d.Pending-1, d.Sent+1, d.Unconfirmed-1
			}
		}
		if err := returnLookups(ctx, tx, unasked, s.at()); err != nil {
			return err
		}
		return s.addCountsOf(ctx, tx, map[int64]*countsChange{c.ID: &d})
	})
}

// queryProvider gives which of the messages the provider has, and those that it has given no answer about because of err.
func (s *Service) queryProvider(ctx context.Context, c Campaign, finder mail.Finder, ids []int64) (found, unasked []int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	from, mark := cmp.Or(s.allowedSender(c.From).Email, c.From), messageTag(c.ID, c.Salt)
	for i, id := range ids {
		is, err := finder.Find(ctx, from, messageID(mark, id, domainOf(from)))
		if err != nil {
			return found, ids[i:], err
		}
		if is {
			found = append(found, id)
		}
	}
	return found, nil, nil
}
