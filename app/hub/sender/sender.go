// Package sender sends the campaigns that are to be sent: it takes each recipient from the claim to the outcome of its
// message, so that after a crash it is known which messages were certainly sent, which were certainly not, and which may
// have been (R8–R13). The recipients are the queue; each step is a committed row before it is taken.
//
//	                 one recipient, on one of a campaign's connections
//
//	goroutine of the connection (connection.go)     goroutine of the committer (committer.go)
//
//	work
//	  ├─ claim ─────────── requestCommit ───────▶   loop ─▶ commitBatch ─▶ Claim              waiting → claimed
//	  │    compose        ◀───────── result ─────                                             (lease = this worker)
//	  ├─ deliver
//	  │    session.Send                             MAIL, RCPT, DATA, the content …
//	  │      markInFlight ─ requestCommit ──────▶   loop ─▶ commitBatch ─▶ MarkInFlight       claimed → in flight
//	  │                   ◀───────── result ─────
//	  │                                             … the final dot; the relay answers
//	  │    recordOutcome                            outcomeOf: what the answer means (outcome.go)
//	  └─ the next request carries the outcome ──▶   loop ─▶ commitBatch ─▶ saveOutcomes       in flight → sent, failed,
//	     (of claim, markInFlight, channelFailed                                               waiting (try again later) or
//	     or finish)                                                                           unconfirmed (no answer)
//
// Claim, MarkInFlight and the transitions that saveOutcomes calls are in campaigns/store_moves.go. Each commitBatch is one transaction;
// the result is sent after its COMMIT. Between loop and commitBatch is commitOrSplit, which commits each request by itself if the
// database refuses them together.
//
// The committer joins what the connections of a campaign ask for at the same time in one transaction (committer.go). Together they are
// the campaign's run (run.go), which ends as a whole: the context of the run ends, each connection finishes the message that is in
// flight, gives the others back, and has its last outcomes committed.
//
// A worker's lease is the row of its membership (membership.go). When the worker dies, another one deletes that row and
// releases its recipients (recovery.go): those claimed wait again, those in flight are unconfirmed, and are never sent
// again unless staff say so, or the former worker hears that the relay did not accept them. Providers that can be asked about an
// unconfirmed message are asked (reconcile.go). What is done at its time, beside sending, is in schedule.go.
//
// # Lock order
//
// On PostgreSQL several transactions change the recipients and the counts of one campaign at a time: those of the senders of
// all replicas, of package tracking, and of staff (package campaigns). All of them lock rows in this order, so that no two
// of them can wait for each other:
//
//  1. campaign_recipients, by ascending id where a transaction changes several (Tx.LockRows)
//  2. suppressions
//  3. send_limits, the bucket of the rate limit. After it a claim locks the recipients that it claims and inserts their personal links
//     (rsvp_links). It waits for neither: it skips recipients that are locked, and nobody else inserts the links of one that it has locked
//  4. campaigns, by ascending id: last, because every one of these transactions changes that row, which others wait for
//     until it is committed (campaigns.MoveRecipients)
//  5. the lock of package notifications, which all notifications of staff take: campaigns.NotifyStaff runs at the end of the transaction
//     (Tx.BeforeCommit), when no row of a campaign is changed any more that the transaction does not hold
//
// A statement that claims skips locked rows and waits for none (FOR UPDATE SKIP LOCKED). One that changes a whole campaign's
// recipients by a condition locks them as it finds them: if that ever deadlocks, DB.Write runs the transaction again.
// TestLockOrder shows the order.
package sender

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/platform/outage"
	"presence/db"
)

const (
	stopGrace    = 10 * time.Second // for messages in flight when the program stops
	commitGrace  = 4 * time.Second  // then, for saving their outcomes
	rejoinGrace  = 2 * time.Second  // for messages in flight when a membership is lost, before joining again
	lockTimeout  = 5 * time.Second  // for taking the lock of a membership
	leaveTimeout = 4 * time.Second  // then, for giving up the membership
	joinEvery    = time.Second      // between attempts to join
)

// StopWithin is the longest time that Worker.Work takes to return when its context has ended.
const StopWithin = stopGrace + commitGrace + leaveTimeout

// Intervals are those of a worker. A field that is 0 has the value of the product.
type Intervals struct {
	Heartbeat    time.Duration // between increments of the worker's counter: 2 s
	StalledAfter time.Duration // how long another worker's counter may stand still: 16 s, in heartbeats of this worker
	Schedule     time.Duration // between looks for what is due: 2 s
	Rest         time.Duration // after the first failure of a channel: 1 s
}

// withDefaults returns the intervals with the values of the product for those that are 0.
func (i Intervals) withDefaults() Intervals {
	return Intervals{
		Heartbeat: cmp.Or(i.Heartbeat, 2*time.Second), StalledAfter: cmp.Or(i.StalledAfter, 16*time.Second),
		Schedule: cmp.Or(i.Schedule, 2*time.Second), Rest: cmp.Or(i.Rest, time.Second),
	}
}

// Worker sends campaigns in this process. On SQLite only one process sends at a time, since all would share one disk and one
// relay; on PostgreSQL all replicas do, each with its own claims.
type Worker struct {
	server string // the id of the registration of its server, or empty

	intervals  Intervals
	db         *db.DB
	current    atomic.Pointer[campaigns.Service] // see Use
	log        *slog.Logger
	storage    *outage.Log // failures of the database, apart from the two below
	committing *outage.Log // of the database while saving what became of messages
	beating    *outage.Log // of the heartbeat
	scheduling *outage.Log // failures of schedule
	lookups    *outage.Log // failures of reconcile
	channels   *outage.Log // failures of the relay or provider
	backoff    providerBackoff
	lastLease  int64 // that of the membership with which it joined last; 0: it has not joined
	draining   sync.WaitGroup
}

// NewWorker makes the worker of this process. server is the id of the registration of its server; empty: it is of no server, but of a
// command.
func NewWorker(d *db.DB, service *campaigns.Service, log *slog.Logger, i Intervals, server string) *Worker {
	w := &Worker{server: server, intervals: i.withDefaults(), db: d, log: log,
		storage:    outage.New(log, "sender: the database", service.Now),
		committing: outage.New(log, "sender: saving what became of messages", service.Now),
		beating:    outage.New(log, "sender: the heartbeat", service.Now),
		scheduling: outage.New(log, "sender: maintenance", service.Now),
		lookups:    outage.New(log, "sender: resolving unconfirmed messages", service.Now),
		channels:   outage.New(log, "sender: the mail server", service.Now)}
	w.Use(service)
	return w
}

// Use has the worker compose and send by a service that was made with other settings. A campaign that is being sent goes on with its
// messages and connections: for a change of the channels, Work must end and be called again.
func (w *Worker) Use(service *campaigns.Service) {
	w.current.Store(service)
	w.backoff.forget()
}

// service returns the service that the worker uses now.
func (w *Worker) service() *campaigns.Service { return w.current.Load() }

// Work sends until ctx ends. Then it waits up to 10 s for the answers to messages in flight, saves them, releases all other recipients and
// returns, within StopWithin. A worker that loses its membership meanwhile joins again.
// Work may be called again when it has returned: it continues the campaigns that it was sending.
func (w *Worker) Work(ctx context.Context) {
	l, end := newLifetimes(ctx)
	defer end()
	for ctx.Err() == nil {
		if m := w.waitToJoin(ctx); m != nil {
			m.serve(l)
		}
	}
	w.draining.Wait()
}

// isQuiet reports whether it is within quiet hours.
func (w *Worker) isQuiet() bool { return w.service().QuietUntil(w.now()) != 0 }

func (w *Worker) now() db.Instant { return db.InstantOf(w.service().Now()) }

// sleep waits for d; it returns false when ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// broadcast wakes all who wait for something that has changed. The zero value is ready for use.
type broadcast struct {
	mu sync.Mutex
	ch chan struct{} // closed by the next call of wake; nil: nobody waits
}

// next returns a channel that the next call of wake closes. Who takes it before looking at what may change misses no change.
func (b *broadcast) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ch == nil {
		b.ch = make(chan struct{})
	}
	return b.ch
}

func (b *broadcast) wake() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ch != nil {
		close(b.ch)
		b.ch = nil
	}
}
