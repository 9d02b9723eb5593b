package campaigns

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/platform/mail"
	"presence/db"
)

// How long a run waits before it looks or tries again.
const (
	lookEvery   = time.Second // for rows whose time has come
	storageRest = time.Second // after storage failed
	firstRest   = time.Second // after the relay was down; doubles
	lastRest    = time.Minute
	maxDowns    = 120 // sessions in a row that found the relay down, before staff are asked
)

// run sends one campaign until it ends, is stopped or the program ends.
type run struct {
	s       *Service
	c       Campaign
	channel mail.Channel
	write   *composer
	book    *book
	hard    context.Context // ends what is under way; the sessions end sooner, with stop
	stop    <-chan struct{}
	over    atomic.Bool     // the campaign is not sending any more
	downs   atomic.Int64    // in a row
	changed <-chan struct{} // something happened to a campaign

	mu   sync.Mutex
	more chan struct{} // closed when there may be something to claim
}

// job is a claimed row with its message.
type job struct {
	row
	msg *mail.Message
}

var (
	errLost     = errors.New("campaigns: the row is not this worker's any more, or its campaign was stopped")
	errStopping = errors.New("campaigns: the program ends")
)

// send takes the campaign up and works on it. It returns when nothing is left to do for now.
func (r *membership) send(hard context.Context, stop, changed <-chan struct{}, id int64) error {
	s := r.s
	c, err := s.begin(hard, id)
	if err != nil || c.Status != Sending {
		return err
	}
	composer, err := s.compose(hard, s.db, c)
	if err != nil {
		return s.giveUp(hard, c, err)
	}
	n := s.o.Connections
	x := &run{s: s, c: c, channel: s.o.Channels[c.Channel], write: composer, book: newBook(r, c, n), hard: hard, stop: stop, more: make(chan struct{}), changed: changed}
	var sessions, keeper sync.WaitGroup
	keeper.Go(func() { x.book.keep(context.WithoutCancel(hard)) })
	ended := make(chan struct{})
	keeper.Go(func() { x.watch(ended) })
	for range n {
		sessions.Go(func() { (&session{run: x, tokens: newTokens(s.o.Secret, c.salt)}).work() })
	}
	sessions.Wait()
	close(ended)
	close(x.book.orders)
	keeper.Wait()
	if x.book.doubt.Load() { // no session is left, so what this worker still leases here is in nobody's hand
		return r.giveBack(hard, stop, c)
	}
	return nil
}

// giveBack releases what this worker leases of a campaign, as soon as storage works; where the worker stops before, whoever
// takes over does.
func (r *membership) giveBack(ctx context.Context, stop <-chan struct{}, c Campaign) error {
	for {
		err := r.s.release(ctx, c, r.id)
		if err == nil {
			return nil
		}
		select {
		case <-stop:
			return err
		case <-time.After(storageRest):
		}
	}
}

// watch wakes the sessions that wait when a row's time has come, and stops all when the campaign is stopped.
func (r *run) watch(ended <-chan struct{}) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
		case <-r.changed:
		}
		r.look(r.hard)
	}
}

func (r *run) look(ctx context.Context) {
	c, err := byID(ctx, r.s.db, r.c.ID)
	if err != nil {
		return
	}
	if c.Status != Sending {
		r.over.Store(true)
	}
	at, err := due(ctx, r.s.db, r.c.ID)
	if c.Status != Sending || c.Counts.Pending == c.Counts.Unconfirmed || err == nil && at != 0 && at-1 <= db.InstantOf(r.s.now()) {
		r.wake()
	}
}

func (r *run) wake() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.more)
	r.more = make(chan struct{})
}

func (r *run) signal() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.more
}

func (r *run) stopping() bool {
	select {
	case <-r.stop:
		return true
	default:
		return r.over.Load()
	}
}

// rest waits, and tells whether to go on after it.
func (r *run) rest(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return !r.stopping()
	case <-r.stop:
		return false
	}
}

// session is one connection's work: it holds two rows, the one it sends and the one that is announced behind it.
type session struct {
	*run
	tokens *tokens
	conn   mail.Session
	hand   []job
	done   []outcome // not yet written down
	back   []int64   // nor these: they were claimed and will not be sent
	answer chan answer
}

func (s *session) work() {
	s.answer = make(chan answer, 1)
	defer s.leave()
	for !s.stopping() {
		if len(s.hand) == 0 && !s.fetch() {
			return
		}
		if len(s.hand) == 0 {
			continue
		}
		if s.conn == nil && !s.open() {
			continue
		}
		s.sendNext()
	}
}

// ask hands an order to the book, with what is to be written down anyway, and waits for the answer.
func (s *session) ask(o order) answer {
	o.done, o.back, o.answer = s.done, s.back, s.answer
	s.book.orders <- &o
	a := <-s.answer
	if a.err == nil {
		s.done, s.back = nil, nil
	}
	if a.over {
		s.over.Store(true)
	}
	return a
}

// fetch claims rows when the hand is empty. It waits when there are none for now; false: there will be none.
func (s *session) fetch() bool {
	wait := s.signal()
	a := s.ask(order{want: 2})
	if a.err != nil {
		return s.rest(storageRest)
	}
	s.take(a.rows)
	if len(s.hand) > 0 {
		return true
	}
	if a.over || s.book.doubt.Load() {
		s.wake()
		return false
	}
	s.drop()
	select {
	case <-wait:
		return true
	case <-s.stop:
		return false
	}
}

// take writes the messages of claimed rows. One that cannot be written as mail fails for good.
func (s *session) take(rows []row) {
	for _, r := range rows {
		s.hand = append(s.hand, job{r, s.write.message(s.tokens, r)})
	}
}

func (s *session) open() bool {
	conn, err := s.channel.Open(s.hard)
	if err == nil {
		s.conn = conn
		return true
	}
	s.trouble(err)
	return false
}

// trouble is a channel that takes nothing: the rows in hand go back, and the session rests or the campaign is paused.
func (s *session) trouble(err error) {
	for _, j := range s.hand {
		s.back = append(s.back, j.id)
	}
	s.hand = nil
	f := mail.FailureOf(err)
	n := s.downs.Add(1)
	switch {
	case f != nil && f.Kind == mail.SignIn:
		s.pause(SignInFailed, f.Text)
		return
	case n > maxDowns:
		s.pause(RelayDown, err.Error())
		return
	}
	s.ask(order{}) // others may have more luck with the rows
	rest := s.s.restOf(n)
	if f != nil {
		rest = max(rest, min(f.After, lastRest))
	}
	s.rest(rest)
}

func (s *session) pause(reason, note string) {
	for s.ask(order{stopped: Paused, reason: reason, note: note}).err != nil {
		if !s.rest(storageRest) {
			return
		}
	}
	s.over.Store(true)
	s.wake()
}

// sendNext hands over the first message in hand, while the second one is announced.
func (s *session) sendNext() {
	cur := s.hand[0]
	var next *mail.Message
	if len(s.hand) > 1 {
		next = s.hand[1].msg
	}
	var more []row
	handed, kept := false, false
	err := s.conn.Send(s.hard, cur.msg, next, func() (err error) {
		if s.stopping() {
			return errStopping
		}
		more, err = s.mark(cur.id)
		handed = err == nil
		kept = err != nil && !errors.Is(err, errLost)
		return err
	})
	if kept { // storage failed: nothing was handed over, and the row is still this session's
		s.take(more)
		s.drop()
		s.rest(storageRest)
		return
	}
	s.hand = s.hand[1:]
	s.take(more)
	s.after(cur, err, handed)
}

// mark sees to it that the row is marked on disk. It gives the rows that were claimed on the way.
func (s *session) mark(id int64) ([]row, error) {
	a := s.ask(order{mark: id, want: 3 - len(s.hand)})
	if a.err == nil && !a.marked {
		a.err = errLost
	}
	return a.rows, a.err
}

// after notes what became of a message.
func (s *session) after(cur job, err error, marked bool) {
	if err == nil {
		s.downs.Store(0)
		s.done = append(s.done, outcomeOf(cur.id, cur.attempts+1, nil, true))
		return
	}
	f := mail.FailureOf(err)
	if f == nil || f.Ended {
		s.drop()
	}
	switch {
	case errors.Is(err, errLost), errors.Is(err, errStopping):
		s.back = append(s.back, cur.id) // if it is still this worker's
	case f != nil && (f.Kind == mail.SignIn || f.Kind == mail.Down):
		s.drop()
		s.back = append(s.back, cur.id)
		s.trouble(err)
	default:
		s.done = append(s.done, outcomeOf(cur.id, cur.attempts+1, err, marked))
	}
}

// drop ends the connection at once: what it announced is handed over to nobody.
func (s *session) drop() {
	if s.conn != nil {
		_ = s.conn.Close()
		s.conn = nil
	}
}

// leave gives back what is in hand and writes down what is known.
func (s *session) leave() {
	s.drop()
	for _, j := range s.hand {
		s.back = append(s.back, j.id)
	}
	s.hand = nil
	for len(s.done)+len(s.back) > 0 {
		if s.ask(order{}).err == nil {
			break
		}
		if s.hard.Err() != nil {
			return
		}
		t := time.NewTimer(storageRest)
		select {
		case <-t.C:
		case <-s.hard.Done():
		}
		t.Stop()
	}
}

// restOf is how long to rest after the nth trouble in a row.
func (s *Service) restOf(n int64) time.Duration {
	d := s.rest
	for i := int64(1); i < n && d < lastRest; i++ {
		d *= 2
	}
	return min(d, lastRest)
}
