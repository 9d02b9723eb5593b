package directory

import (
	"context"
	"strings"
	"sync"

	"presence/db"
)

// batch is a batch of records that passes through the stages of the pipeline.
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
	lost    int64 // rejected records, including those beyond maxRejects
}

// pipeline runs the stages read, compare and write concurrently, each on one batch at a time.
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

// readSource reads the source and sends its records in batches.
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
	listing, err := x.source.Each(ctx, since, RecordWriter{
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

// add validates a record and adds it to the batch.
func (b *batch) add(x *syncRun, i Item) {
	b.read++
	if i.Gone {
		b.gone = append(b.gone, strings.TrimSpace(i.Customer.ID))
		return
	}
	c, reject := x.screen(i)
	if reject == nil {
		b.records, b.digests = append(b.records, c), append(b.digests, digestOf(c))
		return
	}
	b.lost++
	if x.findings.Rejected <= maxRejects {
		b.rejects = append(b.rejects, Rejected{Place: sanitize(i.Place), CustomerID: sanitize(c.ID), Reject: *reject})
	}
}

// sanitize cuts a text of the source to valid UTF-8 of at most maxText bytes.
func sanitize(s string) string {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "�")
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "")
	}
	return s
}

// compare finds the records of a batch that are new or have changed.
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

// write saves a batch as part of the next generation, which readers do not see yet.
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
