package directory

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

const (
	batchSize  = 500  // customers of one write: others' writes wait for it
	partSize   = 2000 // rows of one write that only marks or removes
	maxRecords = 5e6  // of a source
	maxRejects = 200  // kept of a run
)

// A mirror of guardFrom customers is not swapped for one of less than half, unless asked to.
const guardFrom = 100

// syncRun is one run under way. The counts are read by the beat and written by the stages, under mu.
type syncRun struct {
	s     *Service
	held  *db.Lock
	old   int64 // the generation that is read
	force bool

	mu   sync.Mutex
	run  Run
	lost bool

	seen     map[string]bool // by number: true was taken, false was rejected
	read     int64
	rejected int64
	wrote    bool // there is something to swap
}

// runSync does the work of a run and notes how it ended.
func (s *Service) runSync(ctx context.Context, run Run, how SyncOptions, held *db.Lock) (Run, error) {
	x := &syncRun{s: s, run: run, held: held, old: run.Generation - 1, force: how.Force, seen: map[string]bool{}}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	beating := x.heartbeat(ctx, cancel)
	status, mark, err := x.work(ctx)
	cancel()
	<-beating
	if err != nil && held.IsLost() || errs.KindOf(err) == errs.KindUnavailable && held.IsLostWithin(time.Second) {
		err = errLost
	}
	return x.finish(ctx, runResult{status: status, cursor: mark}, err)
}

// finish notes the end, and takes back what a failed run wrote.
func (x *syncRun) finish(ctx context.Context, result runResult, err error) (Run, error) {
	after, done := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer done()
	if errors.Is(err, errLost) { // the run is whose who takes it up
		run, late := runByID(after, x.s.db, x.run.ID)
		return run, errors.Join(err, late)
	}
	if err != nil {
		result = runResult{status: "failed", problem: problemOf(err)}
		err = errors.Join(err, x.sweep(after))
	}
	if result.status != "done" || !x.wrote { // a swap has noted it
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
		err = x.s.deleteOld(after, x.run.Generation)
	}
	run, readErr := runByID(after, x.s.db, x.run.ID)
	return run, errors.Join(err, readErr)
}

// problemOf is why a run failed, as its row says it.
func problemOf(err error) string {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f.Error()
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, errLost):
		return "interrupted"
	case errs.KindOf(err) == errs.KindUnavailable:
		return "storage"
	}
	return "internal"
}

// heartbeat tells every few seconds that the run is alive and how far it is, also while a source keeps silent.
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

// markLost ends the run: another one has taken over, or may.
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

// work reads the source, writes the next generation and swaps.
func (x *syncRun) work(ctx context.Context) (status, mark string, err error) {
	if err := errors.Join(x.sweep(ctx), x.s.deleteOld(ctx, x.old)); err != nil {
		return "", "", err
	}
	since, err := lastCursor(ctx, x.s.db, x.s.Source.Name())
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
	if mark = recordFormat + " " + listing.Cursor; listing.Cursor == "" {
		mark = ""
	}
	if listing.Unchanged {
		return "unchanged", mark, nil
	}
	if err := x.checkShrunk(ctx, listing.Partial); err != nil {
		return "", "", err
	}
	if !listing.Partial {
		if err := x.endMissing(ctx); err != nil {
			return "", "", err
		}
	}
	return "done", mark, x.publish(ctx, mark)
}

func (x *syncRun) isLost() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.lost
}

// batch is what goes from one stage to the next.
type batch struct {
	records []Customer
	digests [][]byte
	rejects []Rejected
	gone    []string

	fresh   []*storedCustomer
	ended   []int64
	read    int64
	added   int64
	removed int64
	lost    int64 // rejected, also those of which nothing is noted
}

// pipeline read, compare and write at the same time, a batch each.
func (x *syncRun) pipeline(ctx context.Context, since string) (Listing, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	read, compared := make(chan *batch, 2), make(chan *batch, 2)
	var stages sync.WaitGroup
	stages.Go(func() {
		defer close(compared)
		for b := range read {
			if err := x.compare(ctx, b); err != nil {
				cancel(err)
			}
			select {
			case compared <- b:
			case <-ctx.Done():
			}
		}
	})
	stages.Go(func() {
		for b := range compared {
			if ctx.Err() != nil {
				continue
			}
			if err := x.write(ctx, b); err != nil {
				cancel(err)
			}
		}
	})
	listing, err := x.readSource(ctx, since, read)
	close(read)
	stages.Wait()
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return listing, err
}

// readSource reads the source and cuts what it gives into batches.
func (x *syncRun) readSource(ctx context.Context, since string, to chan<- *batch) (Listing, error) {
	b := &batch{}
	send := func() error {
		select {
		case to <- b:
			b = &batch{}
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	listing, err := x.s.Source.Each(ctx, since, RecordWriter{
		SetTotal: func(total int64) { x.update(func(r *Run) { r.Total = &total }) },
		Write: func(i Item) error {
			if x.read++; x.read > maxRecords {
				return failure("too_large", "over %d records", int64(maxRecords))
			}
			b.add(x, i)
			if b.read < batchSize {
				return nil
			}
			return send()
		},
	})
	if err == nil && b.read > 0 {
		err = send()
	}
	return listing, err
}

// add checks a record.
func (b *batch) add(x *syncRun, i Item) {
	b.read++
	c, reject := i.Customer, i.Reject
	if i.Gone {
		b.gone = append(b.gone, strings.TrimSpace(c.ID))
		return
	}
	if reject == nil {
		reject, _ = c.Clean().(*Reject) //nolint:errorlint // Clean gives nothing else
	}
	if taken := x.seen[c.ID]; reject == nil && taken {
		reject = &Reject{"duplicate", "customer_id"}
	}
	if reject == nil {
		x.seen[strings.Clone(c.ID)] = true
		b.records, b.digests = append(b.records, c), append(b.digests, digestOf(c))
		return
	}
	if id := strings.TrimSpace(c.ID); id != "" && len(id) <= maxText && !x.seen[id] {
		x.seen[strings.Clone(id)] = false // so that the customer is not removed for one record that cannot be read
	}
	b.lost++
	if x.rejected++; x.rejected <= maxRejects {
		b.rejects = append(b.rejects, Rejected{Place: sanitize(i.Place), CustomerID: sanitize(c.ID), Reject: *reject})
	}
}

// sanitize makes a text of the source valid UTF-8 of at most maxText bytes.
func sanitize(s string) string {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "�")
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "")
	}
	return s
}

// compare finds out what of a batch is new and what has changed.
func (x *syncRun) compare(ctx context.Context, b *batch) error {
	numbers := append([]string(nil), b.gone...)
	for _, c := range b.records {
		numbers = append(numbers, c.ID)
	}
	have, err := liveCopies(ctx, x.s.db, x.old, numbers)
	if err != nil {
		return err
	}
	for _, number := range b.gone {
		if k, known := have[number]; known {
			b.ended = append(b.ended, k.id)
			b.removed++
		}
	}
	for i, c := range b.records {
		k, known := have[c.ID]
		switch {
		case !known:
			b.added++
		case string(k.digest) == string(b.digests[i]):
			continue
		default:
			b.ended = append(b.ended, k.id)
		}
		b.fresh = append(b.fresh, toStored(c, b.digests[i]))
	}
	return nil
}

// write puts a batch beside what is read.
func (x *syncRun) write(ctx context.Context, b *batch) error {
	x.update(func(r *Run) {
		r.Read, r.Added, r.Removed, r.Rejected = r.Read+b.read, r.Added+b.added, r.Removed+b.removed, r.Rejected+b.lost
		r.Changed += int64(len(b.fresh)) - b.added
	})
	if len(b.fresh)+len(b.ended)+len(b.rejects) == 0 {
		return nil
	}
	run := x.snapshot()
	x.wrote = x.wrote || len(b.fresh)+len(b.ended) > 0
	return x.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := touch(ctx, tx, run, x.s.at()); err != nil {
			return err
		}
		if err := insertCopies(ctx, tx, run.Generation, b.fresh); err != nil {
			return err
		}
		if err := endCopies(ctx, tx, run.Generation, b.ended); err != nil {
			return err
		}
		return insertRejects(ctx, tx, run.ID, run.Rejected-b.lost, b.rejects)
	})
}

// checkShrunk refuses to go on when the source has lost most of what is kept: that is a fault of the source far more often
// than the truth.
func (x *syncRun) checkShrunk(ctx context.Context, partial bool) error {
	had, err := count(ctx, x.s.db)
	if err != nil || x.force || had == 0 {
		return err
	}
	has := had - x.snapshot().Removed
	if !partial {
		has = int64(len(x.seen))
	}
	if has == 0 || had >= guardFrom && has < had/2 {
		return failure("shrunk", "%d of %d", has, had)
	}
	return nil
}

// endMissing ends the copies of customers whom the source does not know any more.
func (x *syncRun) endMissing(ctx context.Context) error {
	for after := int64(0); ; {
		ids, numbers, err := liveNumbers(ctx, x.s.db, x.old, after, partSize)
		if err != nil || len(ids) == 0 {
			return err
		}
		after = ids[len(ids)-1]
		var missing []int64
		for i, number := range numbers {
			if _, seen := x.seen[number]; !seen {
				missing = append(missing, ids[i])
			}
		}
		if len(missing) == 0 {
			continue
		}
		x.wrote = true
		x.update(func(r *Run) { r.Removed += int64(len(missing)) })
		run := x.snapshot()
		err = x.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := touch(ctx, tx, run, x.s.at()); err != nil {
				return err
			}
			return endCopies(ctx, tx, run.Generation, missing)
		})
		if err != nil {
			return err
		}
	}
}

// publish moves the one number that readers go by.
func (x *syncRun) publish(ctx context.Context, mark string) error {
	if !x.wrote {
		return nil
	}
	_ = x.s.db.Analyze(ctx, loaded...) // without it searches are slower, no more
	return x.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run := x.snapshot()
		if err := touch(ctx, tx, run, x.s.at()); err != nil {
			return err
		}
		if err := publishGeneration(ctx, tx, x.old, run.Generation); err != nil {
			return err
		}
		if err := finish(ctx, tx, run.ID, runResult{status: "done", cursor: mark}, x.s.at()); err != nil {
			return err
		}
		return tx.Signal(ctx, Signal)
	})
}

// sweep removes what a generation that never came has left, as long as the run is the one that may write.
func (x *syncRun) sweep(ctx context.Context) error {
	stillRunning := func(ctx context.Context, tx *db.Tx) error { return touch(ctx, tx, x.snapshot(), x.s.at()) }
	return x.s.inBatches(ctx, x.old, stillRunning, reopenCopies, deleteUnpublished)
}

// inBatches repeats each step until nothing is left for it.
func (s *Service) inBatches(ctx context.Context, gen int64, fence func(context.Context, *db.Tx) error,
	steps ...func(context.Context, *db.Tx, int64, int) (int64, error)) error {
	for _, step := range steps {
		for n := int64(partSize); n == partSize; {
			err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				if err = fence(ctx, tx); err == nil {
					n, err = step(ctx, tx, gen, partSize)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// deleteOld removes copies that no reader sees any more.
func (s *Service) deleteOld(ctx context.Context, gen int64) error {
	return s.inBatches(ctx, gen, func(context.Context, *db.Tx) error { return nil }, deleteEnded)
}
