package campaigns

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"presence/db"
)

// trackingKind is how somebody or something looked at a message.
type trackingKind int

const (
	trackOpen   trackingKind = iota // a person fetched the pixel
	trackClick                      // a person followed a link
	trackBotHit                     // a program did either
)

// trackingEvent is one of them.
type trackingEvent struct {
	campaign, id int64
	kind         trackingKind
	at           db.Instant
	noted        chan struct{}
}

const (
	maxEventsPerTx = 256                   // in one commit
	trackingRest   = 20 * time.Millisecond // between commits, so that a burst of opens leaves the disk to the send
)

// trackingWriter writes down opens and clicks, many at a time.
type trackingWriter struct {
	s     *Service
	queue chan trackingEvent
	stop  chan struct{}
	ended sync.WaitGroup
	once  sync.Once
}

func newTrackingWriter(s *Service) *trackingWriter {
	l := &trackingWriter{s: s, queue: make(chan trackingEvent, maxEventsPerTx), stop: make(chan struct{})}
	l.ended.Go(l.loop)
	return l
}

func (l *trackingWriter) close() {
	l.once.Do(func() { close(l.stop) })
	l.ended.Wait()
}

// record waits until the look is written down, or ctx ends. The first look of each kind counts; storage that fails loses
// one: whoever follows a link is not kept from the page for that.
func (l *trackingWriter) record(ctx context.Context, v linkTarget, k trackingKind) {
	one := trackingEvent{v.campaign, v.id, k, l.s.at(), make(chan struct{})}
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

func (l *trackingWriter) loop() {
	for {
		select {
		case one := <-l.queue:
			l.write(l.collect(one))
		case <-l.stop:
			return
		}
		rest := time.NewTimer(trackingRest)
		select {
		case <-rest.C:
		case <-l.stop:
			rest.Stop()
		}
	}
}

func (l *trackingWriter) collect(first trackingEvent) []trackingEvent {
	batch := []trackingEvent{first}
	for len(batch) < maxEventsPerTx {
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

func (l *trackingWriter) write(batch []trackingEvent) {
	defer func() {
		for _, one := range batch {
			close(one.noted)
		}
	}()
	ctx := context.Background()
	fresh := l.unrecorded(ctx, batch)
	if len(fresh) == 0 {
		return
	}
	slices.SortStableFunc(fresh, func(a, b trackingEvent) int { return cmp.Compare(a.id, b.id) }) // the order in which all lock rows
	_ = l.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		keep, err := tracksPeople(ctx, tx)
		if err != nil {
			return err
		}
		figures := map[int64]*countsChange{}
		for _, one := range fresh {
			if figures[one.campaign] == nil {
				figures[one.campaign] = &countsChange{}
			}
			if err := one.save(ctx, tx, keep, figures[one.campaign]); err != nil {
				return err
			}
		}
		return l.s.addCountsOf(ctx, tx, figures)
	})
}

// unrecorded leaves out what is known already: most opens are repeats, and cost no commit.
func (l *trackingWriter) unrecorded(ctx context.Context, batch []trackingEvent) (unrecorded []trackingEvent) {
	ids := make([]int64, len(batch))
	for i, one := range batch {
		ids[i] = one.id
	}
	known, err := recordedEvents(ctx, l.s.db, ids)
	for _, one := range batch {
		if k := known[one.id]; err != nil || !k[one.kind] || k[len(k)-1] {
			unrecorded = append(unrecorded, one)
		}
	}
	return unrecorded
}

// save records one open, click or scan. A click means that the message was read; any of the three, that it arrived. Without
// loop, which is whether people may be tracked, only the arrival is recorded.
func (one trackingEvent) save(ctx context.Context, tx *db.Tx, keep bool, d *countsChange) error {
	if keep {
		if err := one.saveEngagement(ctx, tx, d); err != nil {
			return err
		}
	}
	found, err := confirmSent(ctx, tx, one.id, one.at)
	if found {
		d.Pending, d.Sent, d.Unconfirmed = d.Pending-1, d.Sent+1, d.Unconfirmed-1
	}
	return err
}

func (one trackingEvent) saveEngagement(ctx context.Context, tx *db.Tx, d *countsChange) error {
	if one.kind == trackBotHit {
		if _, err := setFirstSeen(ctx, tx, one.id, "scanned_at", one.at); err != nil {
			return err
		}
	} else {
		first, err := setFirstSeen(ctx, tx, one.id, "opened_at", one.at)
		if err != nil {
			return err
		}
		if first {
			d.Opened++
		}
	}
	if one.kind == trackClick {
		first, err := setFirstSeen(ctx, tx, one.id, "clicked_at", one.at)
		if err != nil {
			return err
		}
		if first {
			d.Clicked++
		}
	}
	return nil
}
