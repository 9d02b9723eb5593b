package sender

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/hub/campaigns"
	"presence/app/hub/suppressions"
	"presence/db"
)

// membership is a worker's row in campaign_workers, together with the lock that shows that its process lives. The row's id is
// the lease of every recipient that the worker claims. A worker that loses its lock or its row stops sending under that id and
// joins again under a new one, so that its old leases are never mistaken for new ones (ADR 13).
type membership struct {
	*Worker
	lease int64 // the row's id
	lock  *db.Lock
	wake  chan struct{}
	peers map[int64]peerHeartbeat

	mu         sync.Mutex
	runWakeups map[int64]chan struct{} // by campaign: wakes the campaign's run when something has changed
	running    sync.WaitGroup          // the runs

	heldUp atomic.Bool // runs were not started because of quiet hours
}

var errOtherProcessSends = errors.New("sender: another process sends")

func newMembership(w *Worker, lock *db.Lock) *membership {
	return &membership{
		Worker: w, lock: lock, wake: make(chan struct{}, 1),
		peers: map[int64]peerHeartbeat{}, runWakeups: map[int64]chan struct{}{},
	}
}

// waitToJoin tries to join until it succeeds; it returns nil when ctx has ended.
func (w *Worker) waitToJoin(ctx context.Context) *membership {
	for {
		m, err := w.join(ctx)
		if err == nil {
			w.storage.Works()
			return m
		}
		if !errors.Is(err, errOtherProcessSends) && ctx.Err() == nil {
			w.storage.Failed(err, "while", "joining")
		}
		if !sleep(ctx, joinEvery) {
			return nil
		}
	}
}

// join takes the lock before it inserts the row, so that a row whose lock is free always belongs to a process that has ended.
// Nothing is claimed before the row is committed, so that a lease without a row never belongs to a live worker.
func (w *Worker) join(ctx context.Context) (*membership, error) {
	name := "sender"
	if !w.db.Dialect().OneMachine() {
		name = "sender-" + rand.Text()
	}
	wait, cancel := context.WithTimeout(ctx, lockTimeout)
	defer cancel()
	lock, ok, err := w.db.TryLock(wait, name)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, errOtherProcessSends
	}
	m := newMembership(w, lock)
	if err = m.register(ctx, name); err != nil {
		lock.Release()
		return nil, err
	}
	w.last = m.lease
	return m, nil
}

// register releases the recipients that dead workers leased, and inserts this worker's row in place of its previous one.
func (m *membership) register(ctx context.Context, name string) error {
	if err := m.reapDeadWorkers(ctx); err != nil {
		return err
	}
	return m.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err = deleteWorkers(ctx, tx, m.last); err != nil {
			return err
		}
		if err = m.interruptFound(ctx, tx); err == nil {
			m.lease, err = insertWorker(ctx, tx, name, m.now())
		}
		return err
	})
}

// interruptFound interrupts the campaigns that no live worker sends, if the process starts with AUTO_RESUME=false. Campaigns
// that are started after the row was inserted are not affected.
func (m *membership) interruptFound(ctx context.Context, tx *db.Tx) error {
	if m.last != 0 || m.o.AutoResume {
		return nil
	}
	live, err := listWorkers(ctx, tx)
	if err != nil || len(live) > 0 {
		return err
	}
	return campaigns.InterruptActive(ctx, tx, m.now())
}

// serve sends until ctx ends or the membership is lost. Then it waits for the messages in flight; after a loss only for
// rejoinGrace, and then in the background, because a relay may be slow to answer.
func (m *membership) serve(ctx, drain context.Context) {
	live, lost := context.WithCancel(ctx)
	defer lost()
	var tasks sync.WaitGroup
	tasks.Go(func() { m.db.Listen(live, campaigns.Changed, func() error { m.wakeAll(); return nil }) })
	tasks.Go(func() { m.heartbeat(live, lost) })
	tasks.Go(func() { m.watchLock(live, lost) })
	tasks.Go(func() { m.maintain(live) })
	for live.Err() == nil {
		var again <-chan time.Time
		if err := m.startRuns(live, drain); err != nil && live.Err() == nil {
			m.storage.Failed(err, "while", "looking for work")
			again = time.After(storageRest)
		}
		select {
		case <-live.Done():
		case <-m.wake:
		case <-again:
		}
	}
	ended := make(chan struct{})
	m.draining.Go(func() {
		m.running.Wait()
		close(ended)
		tasks.Wait()
		m.leave(context.WithoutCancel(ctx), ctx.Err() != nil)
	})
	if ctx.Err() == nil {
		m.log.Warn("sender: this worker's lock or row is gone (the database connection was lost, or others took the worker for "+
			"dead); joining again",
			"worker", m.lease)
		wait, cancel := context.WithTimeout(ctx, rejoinGrace)
		defer cancel()
		select {
		case <-ended:
		case <-wait.Done():
		}
	}
}

// leave ends the membership when nothing is in flight under it. If stopping, the program ends: the row is deleted and its
// leases are released. Otherwise the worker has joined again and recovers the leases itself.
func (m *membership) leave(ctx context.Context, stopping bool) {
	if stopping {
		ctx, cancel := context.WithTimeout(ctx, leaveTimeout)
		defer cancel()
		err := m.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteWorkers(ctx, tx, m.lease) })
		if err == nil {
			err = m.releaseOrphans(ctx)
		}
		if err != nil {
			m.log.Error("sender: leaving", "error", err)
		}
	}
	m.lock.Release()
}

// isQuiet reports whether it is within quiet hours.
func (m *membership) isQuiet() bool { return m.sends.QuietUntil(m.now()) != 0 }

// endQuiet wakes the worker when quiet hours that held it up have ended.
func (m *membership) endQuiet() {
	if !m.isQuiet() && m.heldUp.Swap(false) {
		notify(m.wake)
	}
}

// maintain does the periodic work beside sending: it continues after quiet hours, begins scheduled campaigns whose time has come, chooses
// subjects, resolves unconfirmed messages whose guests have answered or that the provider knows, notifies staff, and corrects retries that
// lie too far in the future after the clock was set back.
func (m *membership) maintain(ctx context.Context) {
	for sleep(ctx, m.Heartbeat) {
		m.maintainOnce(ctx)
	}
}

func (m *membership) maintainOnce(ctx context.Context) {
	m.endQuiet()
	m.upkeep.Report(ctx, errors.Join(m.sends.BeginDue(ctx), m.sends.ChooseDue(ctx), m.sends.ConfirmAllResponded(ctx), m.reconcile(ctx),
		m.sends.NotifyPending(ctx), suppressions.NotifyStaff(ctx, m.db, m.now()),
		m.clampFutureRetries(ctx)))
}
