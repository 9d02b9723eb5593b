package campaigns

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/errs"
	"presence/db"
)

// Changed is the name that is signalled when a campaign begins, is stopped or ends.
const Changed = "campaigns"

const (
	frozenFrom = 8                // looks without a beat, after which a worker that still lives is taken for frozen
	grace      = 10 * time.Second // for what is under way when the program ends
)

// Worker sends the campaigns that are to be sent, in this process. On SQLite one process at a time does, since one disk
// and one relay are shared anyway; on PostgreSQL all replicas do, each with rows of its own.
type Worker struct {
	s    *Service
	log  *slog.Logger
	id   atomic.Int64 // of its row
	held *db.Held
	wake chan struct{}
	boot string // names the time since the machine was started; empty: it has no name
	// notes are which messages this process is handing over; nil where rows are marked one after the other.
	notes *notes

	mu   sync.Mutex
	runs map[int64]chan struct{} // by campaign: what tells its run that something has changed
	all  sync.WaitGroup
	seen map[int64]pulse // of the other workers
}

// pulse is when another worker was last seen to move, counted in this worker's own looks: no clock of another machine,
// and none that somebody sets, takes part (two workers never disagree about time).
type pulse struct {
	beat  int64
	still int
}

// NewWorker makes the worker of this process.
func NewWorker(s *Service, log *slog.Logger) *Worker {
	return &Worker{s: s, log: log, wake: make(chan struct{}, 1), boot: thisBoot(), runs: map[int64]chan struct{}{}, seen: map[int64]pulse{}}
}

// Work sends until ctx ends; then what is past its mark is waited for, everything else is released, and it returns.
func (w *Worker) Work(ctx context.Context) {
	if !w.enter(ctx) {
		return
	}
	hard, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	var tasks sync.WaitGroup
	tasks.Go(func() { w.s.db.Listen(ctx, Changed, w.poke) })
	tasks.Go(func() { w.live(ctx) })
	for ctx.Err() == nil {
		w.startRuns(ctx, hard)
		select {
		case <-ctx.Done():
		case <-w.wake:
		}
	}
	last := time.AfterFunc(grace, cut)
	defer last.Stop()
	w.all.Wait()
	tasks.Wait()
	w.quit(context.WithoutCancel(ctx))
}

// poke wakes the worker and its runs.
func (w *Worker) poke() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, run := range w.runs {
		nudge(run)
	}
	nudge(w.wake)
}

func nudge(ear chan struct{}) {
	select {
	case ear <- struct{}{}:
	default: // it has one to hear already
	}
}

// enter waits until this process may send, and makes good what processes left behind that are gone.
func (w *Worker) enter(ctx context.Context) bool {
	for {
		err := w.register(ctx)
		if err == nil {
			return true
		}
		if !errors.Is(err, errOther) && ctx.Err() == nil {
			w.log.Error("campaigns: joining", "error", err)
		}
		if !pause(ctx, lookEvery) {
			return false
		}
	}
}

var errOther = errors.New("campaigns: another process sends")

func (w *Worker) register(ctx context.Context) error {
	name := "sender"
	if w.s.db.Dialect() == db.Postgres {
		name = "sender-" + strconv.FormatUint(random(), 36)
	}
	held, ok, err := w.s.db.Hold(ctx, name)
	switch {
	case err != nil:
		return err
	case !ok:
		return errOther
	}
	err = w.s.db.Write(ctx, func(tx *db.Tx) error {
		id, err := insertWorker(ctx, tx, name, w.s.at())
		w.id.Store(id)
		return err
	})
	if err == nil {
		err = w.bury(ctx, true)
	}
	if err != nil {
		held.Release()
		return err
	}
	w.held = held
	w.takeNotes()
	return nil
}

// takeNotes begins this process's notes. The last one's are not needed any more: what it left behind is made good.
func (w *Worker) takeNotes() {
	path, here := w.s.db.Beside(notesName)
	if !here || w.boot == "" {
		return
	}
	var err error
	if w.notes, err = openNotes(path, w.boot, w.id.Load()); err != nil {
		w.log.Warn("campaigns: sending without notes, which is slower", "error", err)
	}
}

// proofOf is what a worker's notes tell; nil: nothing.
func (w *Worker) proofOf(worker int64) *proof {
	path, here := w.s.db.Beside(notesName)
	if !here {
		return nil
	}
	return readNotes(path, w.boot, worker)
}

// bury takes over from workers that are gone, or frozen. first: this worker has just joined, and nobody may be at a
// campaign that is being sent if there is no other worker.
func (w *Worker) bury(ctx context.Context, first bool) error {
	others, err := workers(ctx, w.s.db)
	if err != nil {
		return err
	}
	living := 0
	for _, o := range others {
		if o.id == w.id.Load() {
			continue
		}
		gone, err := w.isGone(ctx, o)
		if err != nil {
			return err
		}
		if !gone && !w.isFrozen(o) {
			living++
			continue
		}
		if err := w.takeOver(ctx, o.id, gone); err != nil {
			return err
		}
	}
	if first && living == 0 && !w.s.o.AutoResume {
		return w.s.db.Write(ctx, func(tx *db.Tx) error { return interrupt(ctx, tx, w.s.at()) })
	}
	return nil
}

// isGone asks for what the other holds while it lives.
func (w *Worker) isGone(ctx context.Context, o worker) (bool, error) {
	if w.s.db.Dialect() == db.SQLite { // this one holds the only name there is
		return true, nil
	}
	held, ok, err := w.s.db.Hold(ctx, o.name)
	if ok {
		held.Release()
	}
	return ok, err
}

// isFrozen watches whether the other moves.
func (w *Worker) isFrozen(o worker) bool {
	p, known := w.seen[o.id]
	if !known || p.beat != o.beat {
		p = pulse{beat: o.beat}
	} else {
		p.still++
	}
	frozen := p.still >= frozenFrom
	if frozen {
		p.still = 0
	}
	w.seen[o.id] = p
	return frozen
}

// takeOver releases what a worker had claimed, and shows as unconfirmed what it may have handed over.
func (w *Worker) takeOver(ctx context.Context, worker int64, gone bool) error {
	list, err := unfinished(ctx, w.s.db)
	if err != nil {
		return err
	}
	proof := w.proofOf(worker)
	for _, c := range list {
		if err := w.s.release(ctx, c, worker, proof); err != nil {
			return err
		}
	}
	if !gone {
		return nil
	}
	return w.s.db.Write(ctx, func(tx *db.Tx) error { return deleteWorker(ctx, tx, worker) })
}

// live shows the others that this worker moves, and looks after them.
func (w *Worker) live(ctx context.Context) {
	for pause(ctx, w.s.beatEvery) {
		if err := w.lookAround(ctx); err != nil && ctx.Err() == nil {
			w.log.Error("campaigns: looking around", "error", err)
		}
	}
}

func (w *Worker) lookAround(ctx context.Context) error {
	if w.s.db.Dialect() == db.Postgres {
		if err := w.s.db.Write(ctx, func(tx *db.Tx) error { _, err := beat(ctx, tx, w.id.Load()); return err }); err != nil {
			return err
		}
	}
	if err := errors.Join(w.s.settleAnswered(ctx), w.s.seek(ctx, w.log), w.s.tellNews(ctx)); err != nil {
		return err
	}
	if err := w.s.hasten(ctx); err != nil {
		return err
	}
	if w.s.db.Dialect() == db.SQLite {
		return nil
	}
	return w.bury(ctx, false)
}

// startRuns takes up every campaign that is to be sent and that this worker is not at.
func (w *Worker) startRuns(ctx, hard context.Context) {
	ids, err := toSend(ctx, w.s.db)
	if err != nil {
		if ctx.Err() == nil {
			w.log.Error("campaigns: looking for work", "error", err)
		}
		return
	}
	for _, id := range ids {
		changed, fresh := w.begin(id)
		if !fresh {
			continue
		}
		w.all.Go(func() {
			err := w.send(hard, ctx.Done(), changed, id)
			if err != nil && errs.KindOf(err) != errs.NotFound {
				w.log.Error("campaigns: sending", "campaign", id, "error", err)
				pause(ctx, storageRest)
			}
			w.mu.Lock()
			delete(w.runs, id)
			w.mu.Unlock()
			nudge(w.wake) // it may have been resumed meanwhile
		})
	}
}

// begin notes that a campaign is being sent; false: it is already.
func (w *Worker) begin(id int64) (changed chan struct{}, fresh bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.runs[id] != nil {
		return nil, false
	}
	w.runs[id] = make(chan struct{}, 1)
	return w.runs[id], true
}

// quit leaves nothing behind.
func (w *Worker) quit(ctx context.Context) {
	if err := w.takeOver(ctx, w.id.Load(), true); err != nil {
		w.log.Error("campaigns: leaving", "error", err)
	}
	if w.notes != nil {
		_ = w.notes.unmap()
	}
	w.held.Release()
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
