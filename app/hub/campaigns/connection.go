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
	pollEvery          = time.Second // for rows whose time has come
	storageRest        = time.Second // after storage failed
	firstRetryRest     = time.Second // after the relay was down; doubles
	maxRest            = time.Minute
	maxChannelFailures = 120 // sessions in a row that found the relay down, before staff are asked
)

// run sends one campaign until it ends, is stopped or the program ends.
type run struct {
	s         *Service
	c         Campaign
	channel   mail.Channel
	composer  *composer
	committer *committer
	hard      context.Context // ends what is under way; the sessions end sooner, with stop
	stop      <-chan struct{}
	ended     atomic.Bool     // the campaign is not sending any more
	failures  atomic.Int64    // in a row
	changed   <-chan struct{} // something happened to a campaign

	mu       sync.Mutex
	moreWork chan struct{} // closed when there may be something to claim
}

// claimedMessage is a claimed row with its message.
type claimedMessage struct {
	claimedRow
	msg *mail.Message
}

var (
	errNotOurs  = errors.New("campaigns: the row is not this worker's any more, or its campaign was stopped")
	errStopping = errors.New("campaigns: the program ends")
)

// runCampaign takes the campaign up and works on it. It returns when nothing is left to do for now.
func (r *membership) runCampaign(hard context.Context, stop, changed <-chan struct{}, id int64) error {
	s := r.s
	c, err := s.beginSending(hard, id)
	if err != nil || c.Status != Sending {
		return err
	}
	composer, err := s.compose(hard, s.db, c)
	if err != nil {
		return s.pauseOnError(hard, c, err)
	}
	n := s.o.Connections
	x := &run{s: s, c: c, channel: s.o.Channels[c.Channel], composer: composer, committer: newCommitter(r, c, n), hard: hard, stop: stop, moreWork: make(chan struct{}), changed: changed}
	var sessions, keeper sync.WaitGroup
	keeper.Go(func() { x.committer.loop(context.WithoutCancel(hard)) })
	ended := make(chan struct{})
	keeper.Go(func() { x.watch(ended) })
	for range n {
		sessions.Go(func() { (&connection{run: x, tokens: newLinkTokens(s.o.Secret, c.Salt)}).work() })
	}
	sessions.Wait()
	close(ended)
	close(x.committer.requests)
	keeper.Wait()
	if x.committer.uncertain.Load() { // no session is left, so what this worker still leases here is in nobody's hand
		return r.releaseCampaign(hard, stop, c)
	}
	return nil
}

// releaseCampaign releases what this worker leases of a campaign, as soon as storage works; where the worker stops before, whoever
// takes over does.
func (r *membership) releaseCampaign(ctx context.Context, stop <-chan struct{}, c Campaign) error {
	for {
		err := r.s.releaseLease(ctx, c, r.id)
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
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
		case <-r.changed:
		}
		r.refresh(r.hard)
	}
}

func (r *run) refresh(ctx context.Context) {
	c, err := byID(ctx, r.s.db, r.c.ID)
	if err != nil {
		return
	}
	if c.Status != Sending {
		r.ended.Store(true)
	}
	at, err := nextDueAt(ctx, r.s.db, r.c.ID)
	if c.Status != Sending || c.Counts.Pending == c.Counts.Unconfirmed || err == nil && at != 0 && at-1 <= db.InstantOf(r.s.now()) {
		r.wake()
	}
}

func (r *run) wake() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.moreWork)
	r.moreWork = make(chan struct{})
}

func (r *run) workAvailable() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.moreWork
}

func (r *run) stopping() bool {
	select {
	case <-r.stop:
		return true
	default:
		return r.ended.Load()
	}
}

// pauseFor waits, and tells whether to go on after it.
func (r *run) pauseFor(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return !r.stopping()
	case <-r.stop:
		return false
	}
}

// connection is one connection's work: it holds two rows, the one it sends and the one that is announced behind it.
type connection struct {
	*run
	tokens   *linkTokens
	conn     mail.Session
	queue    []claimedMessage
	outcomes []outcome // not yet written down
	returned []int64   // nor these: they were claimed and will not be sent
	results  chan commitResult
}

func (s *connection) work() {
	s.results = make(chan commitResult, 1)
	defer s.finish()
	for !s.stopping() {
		if len(s.queue) == 0 && !s.claim() {
			return
		}
		if len(s.queue) == 0 {
			continue
		}
		if s.conn == nil && !s.connect() {
			continue
		}
		s.deliver()
	}
}

// commit hands an order to the book, with what is to be written down anyway, and waits for the answer.
func (s *connection) commit(o commitRequest) commitResult {
	o.outcomes, o.returned, o.result = s.outcomes, s.returned, s.results
	s.committer.requests <- &o
	a := <-s.results
	if a.err == nil {
		s.outcomes, s.returned = nil, nil
	}
	if a.ended {
		s.ended.Store(true)
	}
	return a
}

// claim claims rows when the hand is empty. It waits when there are none for now; false: there will be none.
func (s *connection) claim() bool {
	wait := s.workAvailable()
	a := s.commit(commitRequest{claims: 2})
	if a.err != nil {
		return s.pauseFor(storageRest)
	}
	s.compose(a.claimed)
	if len(s.queue) > 0 {
		return true
	}
	if a.ended || s.committer.uncertain.Load() {
		s.wake()
		return false
	}
	s.disconnect()
	select {
	case <-wait:
		return true
	case <-s.stop:
		return false
	}
}

// compose writes the messages of claimed rows. One that cannot be written as mail fails for good.
func (s *connection) compose(rows []claimedRow) {
	for _, r := range rows {
		s.queue = append(s.queue, claimedMessage{r, s.composer.message(s.tokens, r)})
	}
}

func (s *connection) connect() bool {
	conn, err := s.channel.Open(s.hard)
	if err == nil {
		s.conn = conn
		return true
	}
	s.channelFailed(err)
	return false
}

// channelFailed is a channel that takes nothing: the rows in hand go back, and the session rests or the campaign is paused.
func (s *connection) channelFailed(err error) {
	for _, j := range s.queue {
		s.returned = append(s.returned, j.id)
	}
	s.queue = nil
	f := mail.FailureOf(err)
	n := s.failures.Add(1)
	switch {
	case f != nil && f.Kind == mail.SignIn:
		s.pauseCampaign(SignInFailed, f.Text)
		return
	case n > maxChannelFailures:
		s.pauseCampaign(RelayDown, err.Error())
		return
	}
	s.commit(commitRequest{}) // others may have more luck with the rows
	rest := s.s.restAfter(n)
	if f != nil {
		rest = max(rest, min(f.After, maxRest))
	}
	s.pauseFor(rest)
}

func (s *connection) pauseCampaign(reason, note string) {
	for s.commit(commitRequest{stopped: Paused, reason: reason, detail: note}).err != nil {
		if !s.pauseFor(storageRest) {
			return
		}
	}
	s.ended.Store(true)
	s.wake()
}

// deliver hands over the first message in hand, while the second one is announced.
func (s *connection) deliver() {
	cur := s.queue[0]
	var next *mail.Message
	if len(s.queue) > 1 {
		next = s.queue[1].msg
	}
	var more []claimedRow
	handed, kept := false, false
	err := s.conn.Send(s.hard, cur.msg, next, func() (err error) {
		if s.stopping() {
			return errStopping
		}
		more, err = s.markInFlight(cur.id)
		handed = err == nil
		kept = err != nil && !errors.Is(err, errNotOurs)
		return err
	})
	if kept { // storage failed: nothing was handed over, and the row is still this session's
		s.compose(more)
		s.disconnect()
		s.pauseFor(storageRest)
		return
	}
	s.queue = s.queue[1:]
	s.compose(more)
	s.recordOutcome(cur, err, handed)
}

// markInFlight sees to it that the row is marked on disk. It gives the rows that were claimed on the way.
func (s *connection) markInFlight(id int64) ([]claimedRow, error) {
	a := s.commit(commitRequest{inFlight: id, claims: 3 - len(s.queue)})
	if a.err == nil && !a.inFlight {
		a.err = errNotOurs
	}
	return a.claimed, a.err
}

// recordOutcome notes what became of a message.
func (s *connection) recordOutcome(cur claimedMessage, err error, marked bool) {
	if err == nil {
		s.failures.Store(0)
		s.outcomes = append(s.outcomes, outcomeOf(cur.id, cur.attempts+1, nil, true))
		return
	}
	f := mail.FailureOf(err)
	if f == nil || f.Ended {
		s.disconnect()
	}
	switch {
	case errors.Is(err, errNotOurs), errors.Is(err, errStopping):
		s.returned = append(s.returned, cur.id) // if it is still this worker's
	case f != nil && (f.Kind == mail.SignIn || f.Kind == mail.Down):
		s.disconnect()
		s.returned = append(s.returned, cur.id)
		s.channelFailed(err)
	default:
		s.outcomes = append(s.outcomes, outcomeOf(cur.id, cur.attempts+1, err, marked))
	}
}

// disconnect ends the connection at once: what it announced is handed over to nobody.
func (s *connection) disconnect() {
	if s.conn != nil {
		_ = s.conn.Close()
		s.conn = nil
	}
}

// finish gives back what is in hand and writes down what is known.
func (s *connection) finish() {
	s.disconnect()
	for _, j := range s.queue {
		s.returned = append(s.returned, j.id)
	}
	s.queue = nil
	for len(s.outcomes)+len(s.returned) > 0 {
		if s.commit(commitRequest{}).err == nil {
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

// restAfter is how long to rest after the nth trouble in a row.
func (s *Service) restAfter(n int64) time.Duration {
	d := s.retryRest
	for i := int64(1); i < n && d < maxRest; i++ {
		d *= 2
	}
	return min(d, maxRest)
}
