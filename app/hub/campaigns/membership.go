package campaigns

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"presence/db"
)

// membership is a worker's row in campaign_workers, and the lock that shows that its process lives. The row's id is the
// lease of every recipient that it claims. A worker that loses its lock or its row (the connection ended, another worker
// took it for gone or frozen) ends what it does under that id and joins again: what it still had in hand can then not be
// mistaken for what it claims later.
type membership struct {
	*Worker
	id   int64
	held *db.Held
	wake chan struct{}
	seen map[int64]lastHeartbeat // heartbeats of the other workers

	mu   sync.Mutex
	runs map[int64]chan struct{} // by campaign: what tells its run that something has changed
	all  sync.WaitGroup
}

func newMembership(w *Worker, held *db.Held) *membership {
	return &membership{Worker: w, held: held, wake: make(chan struct{}, 1), seen: map[int64]lastHeartbeat{}, runs: map[int64]chan struct{}{}}
}

// waitToJoin waits until this process may send, and makes good what processes left behind that are gone; nil: ctx has ended.
func (w *Worker) waitToJoin(ctx context.Context) *membership {
	for failed := 0; ; {
		r, err := w.join(ctx)
		if err == nil {
			return r
		}
		if !errors.Is(err, errOtherProcessSends) && ctx.Err() == nil {
			if failed%logEvery == 0 {
				w.log.Error("campaigns: joining", "error", err)
			}
			failed++
		}
		if !sleep(ctx, pollEvery) {
			return nil
		}
	}
}

var errOtherProcessSends = errors.New("campaigns: another process sends")

// join takes the lock before it inserts the row, so that a row whose lock is free is always one of a process that is
// gone; and nothing is claimed before the row is committed, so that a lease without a row is always nobody's.
func (w *Worker) join(ctx context.Context) (r *membership, err error) {
	name := "sender"
	if w.s.db.Dialect() == db.Postgres {
		name = "sender-" + strconv.FormatUint(random(), 36)
	}
	wait, cancel := context.WithTimeout(ctx, lockTimeout)
	defer cancel()
	held, ok, err := w.s.db.Hold(wait, name)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, errOtherProcessSends
	}
	r = newMembership(w, held)
	if err = r.register(ctx, name); err != nil {
		held.Release()
		return nil, err
	}
	w.last = r.id
	return r, nil
}

// register takes over what belongs to nobody, and inserts the row in place of this worker's last one.
func (r *membership) register(ctx context.Context, name string) error {
	if err := r.reapDeadWorkers(ctx); err != nil {
		return err
	}
	return r.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err = deleteWorkers(ctx, tx, r.last); err != nil {
			return err
		}
		if err = r.interruptAll(ctx, tx); err == nil {
			r.id, err = insertWorker(ctx, tx, name, r.s.at())
		}
		return err
	})
}

// interruptAll stops what no living worker sends, at the start of a process that is not to take it up by itself. What
// begins once the process's row is there is not stopped.
func (r *membership) interruptAll(ctx context.Context, tx *db.Tx) error {
	if r.last != 0 || r.s.o.AutoResume {
		return nil
	}
	living, err := listWorkers(ctx, tx)
	if err != nil || len(living) > 0 {
		return err
	}
	return interruptActive(ctx, tx, r.s.at())
}

// run sends until ctx ends or the membership is lost. What is under way then is waited for; after a loss only a
// moment, and the rest of it in the background: a relay may be slow to answer.
func (r *membership) run(ctx, hard context.Context) {
	live, stop := context.WithCancel(ctx)
	defer stop()
	var tasks sync.WaitGroup
	tasks.Go(func() { r.s.db.Listen(live, Changed, r.wakeAll) })
	tasks.Go(func() { r.heartbeat(live, stop) })
	tasks.Go(func() { r.watchLock(live, stop) })
	tasks.Go(func() { r.maintainLoop(live) })
	for live.Err() == nil {
		r.startRuns(live, hard)
		select {
		case <-live.Done():
		case <-r.wake:
		}
	}
	ended := make(chan struct{})
	r.draining.Go(func() {
		r.all.Wait()
		close(ended)
		tasks.Wait()
		r.leave(context.WithoutCancel(ctx), ctx.Err() != nil)
	})
	if ctx.Err() == nil {
		r.log.Warn("campaigns: the database connection that shows that this process sends was lost, or others took it for gone; joining again", "worker", r.id)
		wait, cancel := context.WithTimeout(ctx, lossGrace)
		defer cancel()
		select {
		case <-ended:
		case <-wait.Done():
		}
	}
}

// leave ends the membership when nothing is under way under it any more. finally: the program ends, and leaves nothing
// behind; else the worker has joined again, and takes over what is left.
func (r *membership) leave(ctx context.Context, finally bool) {
	if finally {
		ctx, cancel := context.WithTimeout(ctx, leaveTimeout)
		defer cancel()
		err := r.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return deleteWorkers(ctx, tx, r.id) })
		if err == nil {
			err = r.releaseOrphans(ctx)
		}
		if err != nil {
			r.log.Error("campaigns: leaving", "error", err)
		}
	}
	r.held.Release()
}

// maintainLoop does every few seconds what sends need beside the sending itself.
func (r *membership) maintainLoop(ctx context.Context) {
	for sleep(ctx, r.s.heartbeatEvery) {
		if err := r.s.maintain(ctx, r.log); err != nil && ctx.Err() == nil {
			r.log.Error("campaigns: looking after sends", "error", err)
		}
	}
}
