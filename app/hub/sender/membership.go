package sender

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"

	"presence/app/hub/campaigns"
	"presence/db"
)

// membership is a worker's row in campaign_workers together with the lock that shows that its process lives. The row's id
// is the lease of every recipient that the worker claims. A worker that loses its lock or its row ends what it does under
// that id and joins again under another one, so that its old leases are never mistaken for new ones (ADR 13).
type membership struct {
	*Worker
	id    int64
	lock  *db.Lock
	wake  chan struct{}
	peers map[int64]peerHeartbeat

	mu       sync.Mutex
	runs     map[int64]chan struct{} // by campaign: notifies its run that something has changed
	sessions sync.WaitGroup          // of the runs
}

var errOtherProcessSends = errors.New("sender: another process sends")

func newMembership(w *Worker, lock *db.Lock) *membership {
	return &membership{
		Worker: w, lock: lock, wake: make(chan struct{}, 1),
		peers: map[int64]peerHeartbeat{}, runs: map[int64]chan struct{}{},
	}
}

// waitToJoin tries to join until it succeeds; nil: ctx has ended.
func (w *Worker) waitToJoin(ctx context.Context) *membership {
	for failed := 0; ; {
		m, err := w.join(ctx)
		if err == nil {
			return m
		}
		if !errors.Is(err, errOtherProcessSends) && ctx.Err() == nil {
			if failed%logEvery == 0 {
				w.log.Error("sender: joining", "error", err)
			}
			failed++
		}
		if !sleep(ctx, joinEvery) {
			return nil
		}
	}
}

// join takes the lock before it inserts the row, so that a row whose lock is free always belongs to a process that is
// gone. Nothing is claimed before the row is committed, so that a lease without a row never belongs to a live worker.
func (w *Worker) join(ctx context.Context) (*membership, error) {
	name := "sender"
	if w.db.Dialect() == db.Postgres {
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
	w.last = m.id
	return m, nil
}

// register releases what dead workers left behind and inserts this worker's row in place of its last one.
func (m *membership) register(ctx context.Context, name string) error {
	if err := m.reapDeadWorkers(ctx); err != nil {
		return err
	}
	return m.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err = deleteWorkers(ctx, tx, m.last); err != nil {
			return err
		}
		if err = m.interruptFound(ctx, tx); err == nil {
			m.id, err = insertWorker(ctx, tx, name, m.now())
		}
		return err
	})
}

// interruptFound interrupts the campaigns that no live worker sends, when the process starts with AUTO_RESUME=false.
// Campaigns that begin after the process's row is there are not interrupted.
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

// run sends until ctx ends or the membership is lost. Then it waits for the messages in flight: after a loss only for a
// moment, and for the rest in the background, since a relay may be slow to answer.
func (m *membership) run(ctx, drain context.Context) {
	live, lost := context.WithCancel(ctx)
	defer lost()
	var tasks sync.WaitGroup
	tasks.Go(func() { m.db.Listen(live, campaigns.Changed, m.wakeAll) })
	tasks.Go(func() { m.heartbeat(live, lost) })
	tasks.Go(func() { m.watchLock(live, lost) })
	tasks.Go(func() { m.maintain(live) })
	for live.Err() == nil {
		m.startRuns(live, drain)
		select {
		case <-live.Done():
		case <-m.wake:
		}
	}
	ended := make(chan struct{})
	m.draining.Go(func() {
		m.sessions.Wait()
		close(ended)
		tasks.Wait()
		m.leave(context.WithoutCancel(ctx), ctx.Err() != nil)
	})
	if ctx.Err() == nil {
		m.log.Warn("sender: this worker's lock or row is gone (the database connection was lost, or others took the worker for "+
			"dead); joining again",
			"worker", m.id)
		wait, cancel := context.WithTimeout(ctx, rejoinGrace)
		defer cancel()
		select {
		case <-ended:
		case <-wait.Done():
		}
	}
}

// leave ends the membership once nothing is in flight under it. stopping: the program stops, so that the row is deleted and
// its leases are released; otherwise the worker has joined again and recovers them itself.
func (m *membership) leave(ctx context.Context, stopping bool) {
	if stopping {
		ctx, cancel := context.WithTimeout(ctx, leaveTimeout)
		defer cancel()
		err := m.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteWorkers(ctx, tx, m.id) })
		if err == nil {
			err = m.releaseOrphans(ctx)
		}
		if err != nil {
			m.log.Error("sender: leaving", "error", err)
		}
	}
	m.lock.Release()
}

// maintain does at each heartbeat what sends need beside the sending: unconfirmed messages are resolved where guests have
// answered or the provider knows, staff are notified, and retries that a changed clock moved too far away come nearer.
func (m *membership) maintain(ctx context.Context) {
	for sleep(ctx, m.Heartbeat) {
		err := errors.Join(m.sends.ConfirmAllResponded(ctx), m.reconcile(ctx), m.sends.NotifyPending(ctx), m.clampFutureRetries(ctx))
		if err != nil && ctx.Err() == nil {
			m.log.Error("sender: maintenance", "error", err)
		}
	}
}
