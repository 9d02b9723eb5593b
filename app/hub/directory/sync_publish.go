package directory

import (
	"context"

	"presence/db"
)

// A directory of at least guardFrom customers is not replaced by one with less than half as many, unless the run is forced.
const guardFrom = 100

// checkShrunk fails when the source has lost most of the customers, which is far more often an error of the source than true.
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

// endMissing ends the rows of customers who are no longer in the source.
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

// publish makes the next generation current and saves the result of the run.
func (x *syncRun) publish(ctx context.Context, cursor string) error {
	if !x.wrote {
		return nil
	}
	x.s.db.Analyze(ctx, loaded...)
	return x.s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run := x.snapshot()
		if err := touch(ctx, tx, run, x.s.at()); err != nil {
			return err
		}
		if err := publishGeneration(ctx, tx, x.old, run.Generation); err != nil {
			return err
		}
		if err := finish(ctx, tx, run.ID, runResult{state: "done", cursor: cursor, findings: x.findings}, x.s.at()); err != nil {
			return err
		}
		until := db.Instant(0)
		if run.Upload != 0 {
			until = db.InstantOf(x.s.now().Add(undoTime))
		}
		if err := permitUndo(ctx, tx, run.ID, until); err != nil {
			return err
		}
		return tx.Signal(ctx, Signal)
	})
}

// sweep deletes what a failed run has written of its generation, unless another run has taken over.
func (x *syncRun) sweep(ctx context.Context) error {
	stillRunning := func(ctx context.Context, tx *db.Tx) error { return touch(ctx, tx, x.snapshot(), x.s.at()) }
	return x.s.inBatches(ctx, x.old, stillRunning, reopenCopies, deleteUnpublished)
}

// inBatches repeats each step until it has nothing left to do.
func (s *Service) inBatches(ctx context.Context, gen int64, precondition func(context.Context, *db.Tx) error,
	steps ...func(context.Context, *db.Tx, int64, int) (int64, error)) error {
	for _, step := range steps {
		for n := int64(partSize); n == partSize; {
			err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				if err = precondition(ctx, tx); err == nil {
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

// deleteOld deletes rows that no reader can see any more. The generation before an upload stays while it can be returned to.
func (s *Service) deleteOld(ctx context.Context) error {
	gen, err := Generation(ctx, s.db)
	if err != nil {
		return err
	}
	run, err := publishedRun(ctx, s.db)
	if err != nil {
		return err
	}
	if run != nil && run.undoable(s.at()) {
		gen = run.previous
	}
	return s.inBatches(ctx, gen, always, deleteEnded)
}
