package campaigns

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"presence/db"
)

// Changed is the name that is signalled when a campaign begins, is stopped or ends.
const Changed = "campaigns"

const (
	grace     = 10 * time.Second // for what is under way when the program ends
	lossGrace = 2 * time.Second  // for what is under way when a membership is lost, before the worker joins again
	holdWait  = 5 * time.Second  // for the lock of a membership
	leaveWait = 4 * time.Second  // for the database, when the program ends
)

// Worker sends the campaigns that are to be sent, in this process. On SQLite one process at a time does, since one disk
// and one relay are shared anyway; on PostgreSQL all replicas do, each with rows of its own.
type Worker struct {
	s        *Service
	log      *slog.Logger
	boot     string // names the time since the machine was started; empty: it has no name
	last     int64  // its last membership; 0: it had none
	draining sync.WaitGroup
}

// NewWorker makes the worker of this process.
func NewWorker(s *Service, log *slog.Logger) *Worker {
	return &Worker{s: s, log: log, boot: thisBoot()}
}

// Work sends until ctx ends; then what is past its mark is waited for, everything else is released, and it returns. When
// the worker loses its membership meanwhile, it joins again and goes on.
func (w *Worker) Work(ctx context.Context) {
	hard, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	for ctx.Err() == nil {
		if r := w.enter(ctx); r != nil {
			r.serve(ctx, hard)
		}
	}
	last := time.AfterFunc(grace, cut)
	defer last.Stop()
	w.draining.Wait()
}

// enter waits until this process may send, and makes good what processes left behind that are gone; nil: ctx has ended.
func (w *Worker) enter(ctx context.Context) *membership {
	for {
		r, err := w.join(ctx)
		if err == nil {
			return r
		}
		if !errors.Is(err, errOther) && ctx.Err() == nil {
			w.log.Error("campaigns: joining", "error", err)
		}
		if !pause(ctx, lookEvery) {
			return nil
		}
	}
}

var errOther = errors.New("campaigns: another process sends")

// join takes the lock before it inserts the row, so that a row whose lock is free is always one of a process that is
// gone; and nothing is claimed before the row is committed, so that a lease without a row is always nobody's.
func (w *Worker) join(ctx context.Context) (r *membership, err error) {
	name := "sender"
	if w.s.db.Dialect() == db.Postgres {
		name = "sender-" + strconv.FormatUint(random(), 36)
	}
	wait, cancel := context.WithTimeout(ctx, holdWait)
	defer cancel()
	held, ok, err := w.s.db.Hold(wait, name)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, errOther
	}
	r = newMembership(w, held)
	if err = r.start(ctx, name); err != nil {
		held.Release()
		return nil, err
	}
	w.last = r.id
	return r, nil
}

// pause waits, and tells whether to go on.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func random() uint64 {
	var b [8]byte
	rand.Read(b[:])
	var n uint64
	for _, x := range b {
		n = n<<8 | uint64(x)
	}
	return n
}
