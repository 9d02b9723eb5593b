package directory

import (
	"context"

	"presence/db"
)

// A mirror of guardFrom customers is not swapped for one of less than half, unless asked to.
const guardFrom = 100

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

// publish makes the next generation the one that is read.
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

// sweep deletes what a run that failed has written of its generation, as long as no other run has taken over.
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
