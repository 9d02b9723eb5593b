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

// seekAfter is when the provider is asked for an unconfirmed message: a minute after it was lost, which providers need to
// list a message, and so long after each look that did not find it. Then it is for staff alone.
var seekAfter = [...]time.Duration{time.Minute, 4 * time.Minute, 25 * time.Minute, 90 * time.Minute}

const (
	perSeek   = 10               // messages asked for at once
	seekTime  = 5 * time.Second  // for these: a worker that does not move for much longer is taken for frozen
	firstWait = 30 * time.Second // after a provider did not answer; doubles
	lastWait  = 30 * time.Minute
)

// seeker remembers which channels did not answer, and until when they are left alone.
type seeker struct {
	mu    sync.Mutex
	waits map[string]wait // by channel
}

type wait struct {
	until db.Instant
	last  time.Duration
}

func (k *seeker) mayAsk(channel string, at db.Instant) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	w := k.waits[channel]
	return at >= w.until || w.until-at > db.Instant(lastWait.Milliseconds()) // the clock was set back
}

func (k *seeker) heard(channel string, at db.Instant, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil {
		delete(k.waits, channel)
		return
	}
	if k.waits == nil {
		k.waits = map[string]wait{}
	}
	d := max(firstWait, min(2*k.waits[channel].last, lastWait))
	k.waits[channel] = wait{at + db.Instant(d.Milliseconds()), d}
}

// seek asks the providers that can be asked what became of unconfirmed messages: one that is found was sent (R11). That
// it is not found proves nothing. Workers call it every few seconds.
func (s *Service) seek(ctx context.Context, log *slog.Logger) error {
	list, err := unanswered(ctx, s.db)
	if err != nil {
		return err
	}
	for _, c := range list {
		finder, able := s.o.Channels[c.Channel].(mail.Finder)
		if !able || !s.seeker.mayAsk(c.Channel, s.at()) {
			continue
		}
		some, err := sought(ctx, s.db, c.ID, s.at())
		if err == nil && some {
			err = s.seekFor(ctx, c, finder, log)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// seekFor asks for some messages of a campaign. They are taken first, so that no other worker asks for them too.
func (s *Service) seekFor(ctx context.Context, c Campaign, finder mail.Finder, log *slog.Logger) error {
	var ids []int64
	err := s.db.Write(ctx, func(tx *db.Tx) (err error) {
		ids, err = takeLost(ctx, tx, c.ID, s.at(), perSeek)
		return err
	})
	if err != nil || len(ids) == 0 {
		return err
	}
	found, unasked, failed := s.ask(ctx, c, finder, ids)
	if ctx.Err() == nil {
		s.seeker.heard(c.Channel, s.at(), failed)
		if failed != nil {
			log.Warn("campaigns: the provider does not say what became of messages", "campaign", c.ID, "channel", c.Channel, "error", failed)
		}
	}
	if len(found)+len(unasked) == 0 {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	return s.db.Write(ctx, func(tx *db.Tx) error {
		var d tally
		for _, id := range found {
			is, err := arrived(ctx, tx, id, s.at())
			if err != nil {
				return err
			}
			if is {
				d.pending, d.sent, d.unconfirmed = d.pending-1, d.sent+1, d.unconfirmed-1
			}
		}
		if err := putBackLost(ctx, tx, unasked, s.at()); err != nil {
			return err
		}
		return s.count(ctx, tx, map[int64]*tally{c.ID: &d})
	})
}

// ask gives which of the messages the provider has, and those that it has given no answer about because of err.
func (s *Service) ask(ctx context.Context, c Campaign, finder mail.Finder, ids []int64) (found, unasked []int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, seekTime)
	defer cancel()
	from, mark := cmp.Or(s.sender(c.From).Email, c.From), messageMark(c.ID, c.salt)
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
