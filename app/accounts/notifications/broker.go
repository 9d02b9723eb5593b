package notifications

import (
	"context"
	"slices"
	"sync"
	"time"

	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Limits of streams.
const (
	maxStreamsPerPerson = 10               // streams of one person that one process serves
	heartbeatSeconds    = 15               // seconds between heartbeats; each also checks whether the person may still read the stream
	maxQueued           = 256              // events queued for a slow reader; with more its stream ends, and the client resumes
	batchSize           = 500              // notifications read with one query
	retryDelay          = time.Second      // after the database has failed
	queryTimeout        = 10 * time.Second // for one check of a stream
)

var heartbeatEvent = []byte(": beat\n\n")

// broker delivers new notifications to the streams of this process. While at least one is open it subscribes to the signal,
// reads new rows once for all streams, and checks each stream every heartbeatSeconds. A stream has no goroutine and no timer
// here, only a short queue.
type broker struct {
	db     *db.DB
	render func(n Notification, unread *int64, lang i18n.Lang) []byte

	mu      sync.Mutex
	streams map[string][]*stream // by person
	open    int
	session *session // nil while no stream is open
	closed  bool
	work    sync.WaitGroup
}

// session is the state between the first stream that opens and the last one that closes.
type session struct {
	deliveredTo int64 // id of the last notification that was delivered
	seconds     int
	stop        context.CancelFunc
}

func newBroker(d *db.DB, render func(n Notification, unread *int64, lang i18n.Lang) []byte) *broker {
	return &broker{db: d, render: render, streams: map[string][]*stream{}}
}

// subscribe adds a stream, which then gets every notification of its person with an id above upTo; those up to upTo can be read
// from the table. The caller must call unsubscribe. It fails with errs.KindRateLimited above maxStreamsPerPerson, and while the
// program shuts down.
func (h *broker) subscribe(ctx context.Context, s *stream) (upTo int64, err error) {
	s.wake = background.NewWake()
	id, err := newestID(ctx, h.db)
	if err != nil {
		return 0, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return 0, errs.Draining()
	case len(h.streams[s.person]) >= maxStreamsPerPerson:
		return 0, &errs.Error{Kind: errs.KindRateLimited, Code: "too_many_streams", Detail: "You have ten streams open already: close one first.",
			RetryAfter: 60}
	case h.session == nil:
		h.startSession(id)
	}
	s.startedAt = h.session.seconds
	h.streams[s.person] = append(h.streams[s.person], s)
	h.open++
	return h.session.deliveredTo, nil
}

func (h *broker) unsubscribe(s *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	rest := slices.DeleteFunc(h.streams[s.person], func(x *stream) bool { return x == s })
	if h.streams[s.person] = rest; len(rest) == 0 {
		delete(h.streams, s.person)
	}
	if h.open--; h.open == 0 {
		h.session.stop()
		h.session = nil
	}
}

// close ends every stream and waits for the goroutines of the broker.
func (h *broker) close() {
	h.mu.Lock()
	h.closed = true
	for _, list := range h.streams {
		for _, s := range list {
			s.end()
		}
	}
	if h.session != nil {
		h.session.stop()
	}
	h.mu.Unlock()
	h.work.Wait()
}

// startSession starts the goroutines; h.mu must be held.
func (h *broker) startSession(seen int64) {
	ctx, stop := context.WithCancel(context.Background())
	r := &session{deliveredTo: seen, stop: stop}
	h.session = r
	wake := background.NewWake()
	h.work.Go(func() { h.db.Listen(ctx, signal, func() error { wake.Up(); return nil }) })
	h.work.Go(func() { h.deliver(ctx, r, wake) })
	h.work.Go(func() { h.sendHeartbeats(ctx, r) })
}

func (h *broker) deliver(ctx context.Context, r *session, wake background.Wake) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		}
		for more := true; more && ctx.Err() == nil; {
			var err error
			if more, err = h.deliverNew(ctx, r); err != nil {
				more = true
				sleep(ctx, retryDelay)
			}
		}
	}
}

// deliverNew reads one batch of new notifications and queues them for the streams of their people. more: there may be another
// batch.
func (h *broker) deliverNew(ctx context.Context, r *session) (more bool, err error) {
	type told struct {
		n      Notification
		unread int64
	}
	var fresh []told
	if err := listAfter(ctx, h.db, r.deliveredTo, batchSize,
		func(n Notification, unread int64) { fresh = append(fresh, told{n, unread}) }); err != nil {
		return false, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range fresh {
		byLanguage := map[i18n.Lang][]byte{}
		for _, s := range h.streams[t.n.PersonID] {
			if byLanguage[s.lang] == nil {
				byLanguage[s.lang] = h.render(t.n, &t.unread, s.lang)
			}
			s.push(byLanguage[s.lang])
		}
		r.deliveredTo = t.n.ID
	}
	return len(fresh) == batchSize, nil
}

// sendHeartbeats checks a fifteenth of the streams each second, so that the checks are spread over time.
func (h *broker) sendHeartbeats(ctx context.Context, r *session) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for _, s := range h.dueForHeartbeat(r) {
			s.heartbeat(ctx)
		}
	}
}

func (h *broker) dueForHeartbeat(r *session) (list []*stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.seconds++
	for _, all := range h.streams {
		for _, s := range all {
			if (r.seconds-s.startedAt)%heartbeatSeconds == 0 {
				list = append(list, s)
			}
		}
	}
	return list
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// Streams returns the number of open streams of this process.
func (s *Service) Streams() (n int) {
	s.broker.mu.Lock()
	defer s.broker.mu.Unlock()
	for _, list := range s.broker.streams {
		n += len(list)
	}
	return n
}
