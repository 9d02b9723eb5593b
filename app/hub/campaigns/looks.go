package campaigns

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"presence/db"
)

// kind is how somebody or something looked at a message.
type kind int

const (
	opened  kind = iota // a person fetched the pixel
	clicked             // a person followed a link
	scanned             // a program did either
)

// look is one of them.
type look struct {
	campaign, id int64
	kind         kind
	at           db.Instant
	noted        chan struct{}
}

const (
	maxLooks  = 256                   // in one commit
	looksRest = 20 * time.Millisecond // between commits, so that a burst of opens leaves the disk to the send
)

// looks writes down opens and clicks, many at a time.
type looks struct {
	s     *Service
	queue chan look
	stop  chan struct{}
	ended sync.WaitGroup
	once  sync.Once
}

func newLooks(s *Service) *looks {
	l := &looks{s: s, queue: make(chan look, maxLooks), stop: make(chan struct{})}
	l.ended.Go(l.keep)
	return l
}

func (l *looks) close() {
	l.once.Do(func() { close(l.stop) })
	l.ended.Wait()
}

// note waits until the look is written down, or ctx ends. The first look of each kind counts; storage that fails loses
// one: whoever follows a link is not kept from the page for that.
func (l *looks) note(ctx context.Context, v vouched, k kind) {
	one := look{v.campaign, v.id, k, l.s.at(), make(chan struct{})}
	select {
	case l.queue <- one:
	case <-ctx.Done():
		return
	case <-l.stop:
		return
	}
	select {
	case <-one.noted:
	case <-ctx.Done():
	case <-l.stop:
	}
}

func (l *looks) keep() {
	for {
		select {
		case one := <-l.queue:
			l.write(l.collect(one))
		case <-l.stop:
			return
		}
		rest := time.NewTimer(looksRest)
		select {
		case <-rest.C:
		case <-l.stop:
			rest.Stop()
		}
	}
}

func (l *looks) collect(first look) []look {
	batch := []look{first}
	for len(batch) < maxLooks {
		select {
		case one := <-l.queue:
			batch = append(batch, one)
			continue
		default:
		}
		break
	}
	return batch
}

func (l *looks) write(batch []look) {
	defer func() {
		for _, one := range batch {
			close(one.noted)
		}
	}()
	ctx := context.Background()
	fresh := l.fresh(ctx, batch)
	if len(fresh) == 0 {
		return
	}
	slices.SortStableFunc(fresh, func(a, b look) int { return cmp.Compare(a.id, b.id) }) // the order in which all lock rows
	_ = l.s.db.Write(ctx, func(tx *db.Tx) error {
		keep, err := trackPeople(ctx, tx)
		if err != nil {
			return err
		}
		figures := map[int64]*tally{}
		for _, one := range fresh {
			if figures[one.campaign] == nil {
				figures[one.campaign] = &tally{}
			}
			if err := one.save(ctx, tx, keep, figures[one.campaign]); err != nil {
				return err
			}
		}
		return l.s.count(ctx, tx, figures)
	})
}

// fresh leaves out what is known already: most opens are repeats, and cost no commit.
func (l *looks) fresh(ctx context.Context, batch []look) (fresh []look) {
	ids := make([]int64, len(batch))
	for i, one := range batch {
		ids[i] = one.id
	}
	known, err := looksOf(ctx, l.s.db, ids)
	for _, one := range batch {
		if k := known[one.id]; err != nil || !k[one.kind] || k[len(k)-1] {
			fresh = append(fresh, one)
		}
	}
	return fresh
}

// save records one open, click or scan. A click means that the message was read; any of the three, that it arrived. Without
// keep, which is whether people may be tracked, only the arrival is recorded.
func (one look) save(ctx context.Context, tx *db.Tx, keep bool, d *tally) error {
	if keep {
		if err := one.keep(ctx, tx, d); err != nil {
			return err
		}
	}
	found, err := arrived(ctx, tx, one.id, one.at)
	if found {
		d.pending, d.sent, d.unconfirmed = d.pending-1, d.sent+1, d.unconfirmed-1
	}
	return err
}

func (one look) keep(ctx context.Context, tx *db.Tx, d *tally) error {
	if one.kind == scanned {
		if _, err := seen(ctx, tx, one.id, "scanned_at", one.at); err != nil {
			return err
		}
	} else {
		first, err := seen(ctx, tx, one.id, "opened_at", one.at)
		if err != nil {
			return err
		}
		if first {
			d.opened++
		}
	}
	if one.kind == clicked {
		first, err := seen(ctx, tx, one.id, "clicked_at", one.at)
		if err != nil {
			return err
		}
		if first {
			d.clicked++
		}
	}
	return nil
}
