package campaigns

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"
)

// Changed is the name that is signalled when a campaign begins, is stopped or ends.
const Changed = "campaigns"

const (
	stopGrace    = 10 * time.Second // for what is under way when the program ends
	lossGrace    = 2 * time.Second  // for what is under way when a membership is lost, before the worker joins again
	lockTimeout  = 5 * time.Second  // for the lock of a membership
	logEvery     = 15               // attempts to join, one a second: of so many that fail the log tells of the first
	leaveTimeout = 4 * time.Second  // for the database, when the program ends
)

// Worker sends the campaigns that are to be sent, in this process. On SQLite one process at a time does, since one disk
// and one relay are shared anyway; on PostgreSQL all replicas do, each with rows of its own.
type Worker struct {
	s        *Service
	log      *slog.Logger
	last     int64 // its last membership; 0: it had none
	draining sync.WaitGroup
}

// NewWorker makes the worker of this process.
func NewWorker(s *Service, log *slog.Logger) *Worker {
	return &Worker{s: s, log: log}
}

// Work sends until ctx ends; then what is past its mark is waited for, everything else is released, and it returns. When
// the worker loses its membership meanwhile, it joins again and goes on.
func (w *Worker) Work(ctx context.Context) {
	hard, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	for ctx.Err() == nil {
		if r := w.waitToJoin(ctx); r != nil {
			r.run(ctx, hard)
		}
	}
	last := time.AfterFunc(stopGrace, cut)
	defer last.Stop()
	w.draining.Wait()
}

// sleep waits, and tells whether to go on.
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

func random() uint64 {
	var b [8]byte
	rand.Read(b[:])
	var n uint64
	for _, x := range b {
		n = n<<8 | uint64(x)
	}
	return n
}
