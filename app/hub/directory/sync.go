package directory

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/db"
)

const (
	batchSize  = 500  // customers in one transaction; other writers wait for that long
	partSize   = 2000 // rows in one transaction that only marks or deletes
	maxRecords = 5e6  // of one source
	maxRejects = 200  // stored for one run
)

// syncRun is a running sync. Its fields run and lost are shared by the heartbeat and the pipeline, under mu.
type syncRun struct {
	s      *Service
	held   *db.Lock
	source Source
	old    int64 // the published generation
	force  bool

	mu   sync.Mutex
	run  Run
	lost bool

	screening
	read  int64
	wrote bool // the next generation differs, so that it must be published
}

// runSync does the work of a run and saves its result.
func (s *Service) runSync(ctx context.Context, run Run, how SyncOptions, held *db.Lock) (Run, error) {
	x := &syncRun{s: s, run: run, held: held, source: s.source(how), old: run.previous, force: how.Force}
	x.screening = screening{unknownAsEmpty: how.upload != nil && how.upload.UnknownAsEmpty, seen: map[string]bool{}}
	var err error
	if x.barred, err = s.erased(ctx); err != nil {
		return x.finish(ctx, runResult{}, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	beating := x.heartbeat(ctx, cancel)
	state, cursor, err := x.work(ctx)
	cancel()
	<-beating
	if err != nil && held.IsLost() || errs.KindOf(err) == errs.KindStorage && held.WaitLost(time.Second) {
		err = errLost
	}
	return x.finish(ctx, runResult{state: state, cursor: cursor}, err)
}

// finish saves the result of the run, and deletes what a failed run wrote.
func (x *syncRun) finish(ctx context.Context, result runResult, err error) (Run, error) {
	result.findings = x.findings
	after, done := context.WithTimeout(context.WithoutCancel(ctx), background.FinishWithin)
	defer done()
	if errors.Is(err, errLost) { // the process that takes the run over saves its result
		run, late := runByID(after, x.s.db, x.run.ID)
		return run, errors.Join(err, late)
	}
	if err != nil {
		result = runResult{state: "failed", problem: problemOf(err), findings: x.findings}
		err = errors.Join(err, x.sweep(after))
	}
	if result.state != "done" || !x.wrote { // publish has saved the result otherwise
		late := x.s.db.Write(after, func(ctx context.Context, tx *db.Tx) error {
			if err := touch(ctx, tx, x.snapshot(), x.s.at()); err != nil {
				return err
			}
			return finish(ctx, tx, x.run.ID, result, x.s.at())
		})
		if !errors.Is(late, errLost) {
			err = errors.Join(err, late)
		}
	} else if err == nil {
		err = x.s.deleteOld(after)
	}
	run, readErr := runByID(after, x.s.db, x.run.ID)
	return run, errors.Join(err, readErr)
}

// problemOf returns the value of Run.Problem for an error.
func problemOf(err error) string {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f.Error()
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, errLost):
		return "interrupted"
	case errs.KindOf(err) == errs.KindStorage:
		return "storage"
	}
	return "internal"
}

// heartbeat saves every second that the run is alive and how far it is, even while the source does not answer.
func (x *syncRun) heartbeat(ctx context.Context, cancel context.CancelFunc) <-chan struct{} {
	over := make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-x.held.Lost():
				x.markLost(cancel)
				return
			case <-tick.C:
			}
			err := x.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return touch(ctx, tx, x.snapshot(), x.s.at()) })
			if errors.Is(err, errLost) {
				x.markLost(cancel)
			}
		}
	}()
	return over
}

// markLost stops the run, because another process has taken it over or may do so.
func (x *syncRun) markLost(cancel context.CancelFunc) {
	x.mu.Lock()
	x.lost = true
	x.mu.Unlock()
	cancel()
}

func (x *syncRun) snapshot() Run {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.run
}

func (x *syncRun) update(change func(r *Run)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	change(&x.run)
}

// work reads the source, and writes and publishes the next generation.
func (x *syncRun) work(ctx context.Context) (state, cursor string, err error) {
	if err := errors.Join(x.sweep(ctx), x.s.deleteOld(ctx)); err != nil {
		return "", "", err
	}
	since, err := lastCursor(ctx, x.s.db, x.source.Name())
	if err != nil {
		return "", "", err
	}
	since, ours := strings.CutPrefix(since, recordFormat+" ")
	if x.force || !ours {
		since = ""
	}
	listing, err := x.pipeline(ctx, since)
	if x.isLost() {
		err = errLost
	}
	if err != nil {
		return "", "", err
	}
	if cursor = recordFormat + " " + listing.Cursor; listing.Cursor == "" {
		cursor = ""
	}
	if listing.Unchanged {
		return "unchanged", cursor, nil
	}
	if err := x.checkShrunk(ctx, listing.Partial); err != nil {
		return "", "", err
	}
	if !listing.Partial {
		if err := x.endMissing(ctx); err != nil {
			return "", "", err
		}
	}
	return "done", cursor, x.publish(ctx, cursor)
}

func (x *syncRun) isLost() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.lost
}
