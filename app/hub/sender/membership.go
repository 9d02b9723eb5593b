package sender

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"presence/app/hub/campaigns"
	"presence/db"
)

// membership is a worker's row in campaign_workers, together with the lock that shows that its process lives. The row's id is
// the lease of every recipient that the worker claims. A worker that loses its lock or its row stops sending under that id and
// joins again under a new one, so that its old leases are never mistaken for new ones (ADR 13).
type membership struct {
	worker *Worker
	lease  int64 // the row's id
	lock   *db.Lock
	peers  map[int64]peerHeartbeat
}

var errOtherProcessSends = errors.New("sender: another process sends")

func newMembership(w *Worker, lock *db.Lock) *membership {
	return &membership{worker: w, lock: lock, peers: map[int64]peerHeartbeat{}}
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

// soleWorker is the name of the lock of the only worker that a database on one machine can have.
const soleWorker = "sender"

// join takes the lock before it inserts the row, so that a row whose lock is free always belongs to a process that has ended.
// Nothing is claimed before the row is committed, so that a lease without a row never belongs to a live worker.
func (w *Worker) join(ctx context.Context) (*membership, error) {
	name := soleWorker
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
	if err = m.register(ctx, name, w.lastLease); err != nil {
		lock.Release()
		return nil, err
	}
	w.lastLease = m.lease
	return m, nil
}

// register releases the recipients that dead workers leased, and inserts this worker's row in place of that of its previous
// membership, if previous is not 0.
func (m *membership) register(ctx context.Context, name string, previous int64) error {
	if err := m.reapDeadWorkers(ctx); err != nil {
		return err
	}
	return m.worker.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err = deleteWorkers(ctx, tx, previous); err != nil {
			return err
		}
		if previous == 0 && !m.worker.service().Options().AutoResume {
			if err = m.interruptFound(ctx, tx); err != nil {
				return err
			}
		}
		service := m.worker.service()
		has := Channels{Bulk: service.Sends(campaigns.Bulk), Mailbox: service.Sends(campaigns.Mailbox)}
		m.lease, err = insertWorker(ctx, tx, name, m.worker.server, has, m.worker.now())
		return err
	})
}

// interruptFound interrupts the campaigns that are being sent, if there is no live worker. A process does so when it joins for
// the first time with AUTO_RESUME=false. Campaigns that are started after its row was inserted are not affected.
func (m *membership) interruptFound(ctx context.Context, tx *db.Tx) error {
	live, err := listWorkers(ctx, tx)
	if err != nil || len(live) > 0 {
		return err
	}
	return campaigns.InterruptActive(ctx, tx, m.worker.now())
}

// serve sends until the program stops or the membership is lost. Then it waits for the messages in flight; after a loss only for
// rejoinGrace, and then in the background, because a relay may be slow to answer.
func (m *membership) serve(l lifetimes) {
	untilStop := l.claiming // ends when the program stops
	l, lost := l.within()
	defer lost()
	untilLost := l.claiming // ends when the membership is lost, too
	var tasks sync.WaitGroup
	d := newDispatcher(m.worker, m.lease)
	tasks.Go(func() { d.listen(untilLost) })
	tasks.Go(func() { m.heartbeat(untilLost, lost) })
	tasks.Go(func() { m.watchLock(untilLost, lost) })
	tasks.Go(func() { m.schedule(untilLost) })
	tasks.Go(func() { m.reconcile(untilLost) })
	tick := time.NewTicker(m.worker.intervals.Schedule)
	defer tick.Stop()
	for untilLost.Err() == nil {
		changed := d.changed.next()
		d.startRuns(l)
		select {
		case <-untilLost.Done():
		case <-changed:
		case <-tick.C:
		}
	}
	ended := make(chan struct{})
	m.worker.draining.Go(func() {
		d.running.Wait()
		close(ended)
		tasks.Wait()
		m.leave(context.WithoutCancel(untilStop), untilStop.Err() != nil)
	})
	if untilStop.Err() == nil {
		m.worker.log.Warn("sender: this worker's lock or row is gone (the database connection was lost, or others took the worker for "+
			"dead); joining again",
			"worker", m.lease)
		wait, cancel := context.WithTimeout(untilStop, rejoinGrace)
		defer cancel()
		select {
		case <-ended:
		case <-wait.Done():
		}
	}
}

// leave ends the membership when nothing is in flight under it. If the program stops, the row is deleted and its leases are
// released. Otherwise the worker has joined again and recovers the leases itself.
func (m *membership) leave(ctx context.Context, programStops bool) {
	if programStops {
		ctx, cancel := context.WithTimeout(ctx, leaveTimeout)
		defer cancel()
		err := m.worker.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteWorkers(ctx, tx, m.lease) })
		if err == nil {
			err = m.releaseOrphans(ctx)
		}
		if err != nil {
			m.worker.log.Error("sender: leaving", "error", err)
		}
	}
	m.lock.Release()
}
