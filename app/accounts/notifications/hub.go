package notifications

import (
	"context"
	"slices"
	"sync"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// What a stream is held to.
const (
	perPerson  = 10               // streams of one person that one process serves
	beatEvery  = 15               // seconds: the heartbeat, and the question whether its person may still read it
	maxWaiting = 256              // events that wait for a slow reader; then it is dropped, and asks for the rest when it is back
	perLook    = 500              // notifications that are read at once
	askAgain   = time.Second      // after storage has failed
	patience   = 10 * time.Second // with storage, for one question
)

var heartbeat = []byte(": beat\n\n")

// hub hands what is told to the streams of this process. While any is open it listens for the signal, reads what is new
// once for all of them, and asks every beatEvery seconds whether each may go on. A stream has no goroutine and no timer
// here: only a short queue.
type hub struct {
	db     *db.DB
	render func(n Notification, unread *int64, lang i18n.Lang) []byte

	mu      sync.Mutex
	streams map[string][]*stream // by person
	open    int
	run     *run // nil while no stream is open
	closed  bool
	work    sync.WaitGroup
}

// run is the time from the first stream to the last.
type run struct {
	seen    int64 // up to here everything has been handed out
	seconds int
	stop    context.CancelFunc
}

func newHub(d *db.DB, render func(n Notification, unread *int64, lang i18n.Lang) []byte) *hub {
	return &hub{db: d, render: render, streams: map[string][]*stream{}}
}

// join lets a stream take part. It is handed every notification of its person above upTo; those up to it can be read
// from the table. It must leave in the end.
func (h *hub) join(ctx context.Context, s *stream) (upTo int64, err error) {
	s.wake = make(chan struct{}, 1)
	id, err := newest(ctx, h.db)
	if err != nil {
		return 0, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return 0, errs.Draining()
	case len(h.streams[s.person]) >= perPerson:
		return 0, &errs.Error{Kind: errs.KindRateLimited, Code: "too_many_streams", Detail: "You have ten streams open already: close one first.", RetryAfter: 60}
	case h.run == nil:
		h.begin(id)
	}
	s.born = h.run.seconds
	h.streams[s.person] = append(h.streams[s.person], s)
	h.open++
	return h.run.seen, nil
}

func (h *hub) leave(s *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	rest := slices.DeleteFunc(h.streams[s.person], func(x *stream) bool { return x == s })
	if h.streams[s.person] = rest; len(rest) == 0 {
		delete(h.streams, s.person)
	}
	if h.open--; h.open == 0 {
		h.run.stop()
		h.run = nil
	}
}

// close ends every stream and waits until nothing runs any more.
func (h *hub) close() {
	h.mu.Lock()
	h.closed = true
	for _, list := range h.streams {
		for _, s := range list {
			s.end()
		}
	}
	if h.run != nil {
		h.run.stop()
	}
	h.mu.Unlock()
	h.work.Wait()
}

// begin starts a run; h.mu is held.
func (h *hub) begin(seen int64) {
	ctx, stop := context.WithCancel(context.Background())
	r := &run{seen: seen, stop: stop}
	h.run = r
	wake := make(chan struct{}, 1)
	h.work.Go(func() { h.db.Listen(ctx, signal, func() { poke(wake) }) })
	h.work.Go(func() { h.deliver(ctx, r, wake) })
	h.work.Go(func() { h.watch(ctx, r) })
}

func (h *hub) deliver(ctx context.Context, r *run, wake chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		}
		for more := true; more && ctx.Err() == nil; {
			var err error
			if more, err = h.handOut(ctx, r); err != nil {
				more = true
				pause(ctx, askAgain)
			}
		}
	}
}

// handOut gives what is new to whom it is for, and tells whether there may be more.
func (h *hub) handOut(ctx context.Context, r *run) (more bool, err error) {
	type told struct {
		n      Notification
		unread int64
	}
	var fresh []told
	if err := newer(ctx, h.db, r.seen, perLook, func(n Notification, unread int64) { fresh = append(fresh, told{n, unread}) }); err != nil {
		return false, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range fresh {
		said := map[i18n.Lang][]byte{}
		for _, s := range h.streams[t.n.PersonID] {
			if said[s.lang] == nil {
				said[s.lang] = h.render(t.n, &t.unread, s.lang)
			}
			s.push(said[s.lang])
		}
		r.seen = t.n.ID
	}
	return len(fresh) == perLook, nil
}

// watch asks of a fifteenth of the streams each second whether they may go on.
func (h *hub) watch(ctx context.Context, r *run) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for _, s := range h.due(r) {
			s.beat(ctx)
		}
	}
}

func (h *hub) due(r *run) (list []*stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.seconds++
	for _, all := range h.streams {
		for _, s := range all {
			if age := r.seconds - s.born; age > 0 && age%beatEvery == 0 {
				list = append(list, s)
			}
		}
	}
	return list
}

func poke(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
