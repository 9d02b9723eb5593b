package audience

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// How much is written at once. Addresses that stand close in the index are written together, so that a million of them
// touch few of its pages: they are sorted by the run, and a run is as much as memory may hold.
const (
	bufferSize  = 100_000 // entries
	commitSize  = 1_000   // entries of a run in one transaction: others wait no longer than that
	singleTxMax = 500     // entries that are written and published in a single transaction
	readSize    = 5_000   // customers read at once
)

// AddFilters adds whom the filters choose.
func (s *Service) AddFilters(ctx context.Context, by auth.Actor, event string, f Filters) (Added, error) {
	if err := f.Validate().Err(); err != nil {
		return Added{}, err
	}
	return s.addBatch(ctx, by, event, ByFilters, Label{Filters: &f}, func(figures *Stats, each func(Entry) error) error {
		return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error { return eachCustomer(ctx, q, f, figures, each) })
	})
}

// eachCustomer gives the entries of the customers that fit, a page at a time: while others are written, no statement is open.
func eachCustomer(ctx context.Context, q db.Queryer, f Filters, figures *Stats, each func(Entry) error) error {
	for after := int64(0); ; {
		page, err := pageOf(ctx, q, f, after, readSize)
		if err != nil {
			return err
		}
		for _, c := range page {
			after = c.id
			if c.churned && !f.includesChurned() {
				figures.Churned++
				continue
			}
			if err := c.emit(figures, each); err != nil {
				return err
			}
		}
		if len(page) < readSize {
			return nil
		}
	}
}

func (c customer) emit(figures *Stats, each func(Entry) error) error {
	if c.entry.key == "" {
		figures.noAddress(NoAddress{c.entry.CustomerID, c.name})
		return nil
	}
	return each(c.entry)
}

// Picks are customers and other people chosen one by one.
type Picks struct {
	CustomerIDs []string
	Entries     []Entry
}

// Validate cleans the entries and finds every fault that shows without the directory.
func (p *Picks) Validate() (faults errs.Fields) {
	if len(p.CustomerIDs)+len(p.Entries) == 0 {
		faults.Add("customer_ids", "required", "Name customers in customer_ids, or people in entries.")
	}
	if len(p.CustomerIDs) > maxPicks {
		faults.Add("customer_ids", "length", "Expected at most 1,000 customers.")
	}
	if len(p.Entries) > maxPicks {
		faults.Add("entries", "length", "Expected at most 1,000 entries.")
	}
	if len(faults) > 0 {
		return faults
	}
	for i := range p.Entries {
		if field, reason := p.Entries[i].clean(); reason != "" {
			at := fmt.Sprintf("entries[%d].%s", i, field)
			if reason == NoEmail {
				faults.Add(at, "required", "This field is required.")
				continue
			}
			faults.Add(at, reason, details[reason])
		}
	}
	return faults
}

// details are the reasons in words.
var details = map[string]string{
	BadEmail: "Not a valid e-mail address.", TooLong: "Expected at most 200 characters.", BadText: "Expected text without control characters.",
}

// AddPicks adds the customers and people that are named. A customer that is not in the directory refuses all of it.
func (s *Service) AddPicks(ctx context.Context, by auth.Actor, event string, p Picks) (Added, error) {
	if err := p.Validate().Err(); err != nil {
		return Added{}, err
	}
	return s.addBatch(ctx, by, event, ByHand, Label{}, func(figures *Stats, each func(Entry) error) error {
		found, err := byNumbers(ctx, s.db, p.CustomerIDs)
		if err != nil {
			return err
		}
		var faults errs.Fields
		for i, number := range p.CustomerIDs {
			if !slices.ContainsFunc(found, func(c customer) bool { return c.entry.CustomerID == number }) {
				faults.Add(fmt.Sprintf("customer_ids[%d]", i), "not_found", "There is no such customer in the directory.")
			}
		}
		if err := faults.Err(); err != nil {
			return err
		}
		for _, c := range found {
			if err := c.emit(figures, each); err != nil {
				return err
			}
		}
		for _, e := range p.Entries {
			if err := each(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// AddCSV adds the addresses of a CSV (R6), of any length. It is read as it comes, and all of it counts or nothing.
func (s *Service) AddCSV(ctx context.Context, by auth.Actor, event, file string, r io.Reader) (Added, error) {
	return s.addBatch(ctx, by, event, ByCSV, Label{File: file}, func(figures *Stats, each func(Entry) error) error {
		return readCSV(r, MaxLines, figures, each)
	})
}

// batch is being added to a list.
type batch struct {
	*Service
	by    auth.Actor
	event string
	kind  Kind
	label Label

	source  int64 // 0: nothing is written yet
	held    *db.Lock
	aliveAt time.Time
	buffer  []Entry
	seen    addressSet
	result  Added
}

// addBatch adds what feed gives. A small batch is one transaction. A large one is written beside the list a little at a
// time, and counts from one moment to the next: a program that dies meanwhile leaves nothing that anybody sees.
func (s *Service) addBatch(ctx context.Context, by auth.Actor, event string, kind Kind, l Label,
	feed func(*Stats, func(Entry) error) error) (Added, error) {
	if _, err := events.ByID(ctx, s.db, event); err != nil {
		return Added{}, err
	}
	if err := s.sweep(ctx, event); err != nil {
		return Added{}, err
	}
	b := &batch{Service: s, by: by, event: event, kind: kind, label: l, seen: newAddressSet()}
	defer func() { b.held.Release() }()
	err := feed(&b.result.Stats, func(e Entry) error { return b.add(ctx, e) })
	switch {
	case err != nil:
	case b.source == 0 && len(b.buffer) <= singleTxMax:
		err = b.addAtOnce(ctx)
	default:
		err = b.finish(ctx)
	}
	if err != nil {
		b.abandon(ctx)
		return Added{}, err
	}
	b.result.AlreadyListed = max(0, b.result.Count-b.result.Added)
	b.result.List, err = sources(ctx, s.db, event)
	return b.result, err
}

// add holds an entry until there are enough of them. An address that has come before is left out, the first one stays.
func (b *batch) add(ctx context.Context, e Entry) error {
	if !b.seen.add(e.key) {
		b.result.Duplicates++
	} else {
		b.result.Count++
	}
	b.buffer = append(b.buffer, e)
	switch {
	case len(b.buffer) == bufferSize:
		return b.flush(ctx)
	case b.source != 0 && b.now().Sub(b.aliveAt) > writerTimeout/4: // what comes comes slowly
		return b.write(ctx, nil)
	}
	return nil
}

// addAtOnce writes a small batch. Picks by hand go into the batch that has those before them.
func (b *batch) addAtOnce(ctx context.Context) error {
	var added int64
	err := b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		at := b.at()
		if err := b.checkCanStart(ctx, tx); err != nil {
			return err
		}
		var source int64
		var err error
		if b.kind == ByHand {
			source, err = latestByHand(ctx, tx, b.event)
		}
		if err == nil && source == 0 {
			source, err = insertSource(ctx, tx, b.newSource("live", ""))
		}
		if err != nil {
			return err
		}
		if added, err = insert(ctx, tx, b.event, source, b.buffer, at); err != nil {
			return err
		}
		return b.publish(ctx, tx, source, added)
	})
	b.result.Added = added
	return err
}

// checkCanStart fails unless the event exists and no other batch is being written to its list.
func (b *batch) checkCanStart(ctx context.Context, tx *db.Tx) error {
	if _, err := events.ByID(ctx, tx, b.event); err != nil {
		return err
	}
	return b.requireNoOtherBatch(ctx, tx, b.event)
}

// publish publishes the batch and writes the trail.
func (b *batch) publish(ctx context.Context, tx *db.Tx, source, added int64) error {
	if err := publish(ctx, tx, source, added); err != nil {
		return err
	}
	return b.audit(ctx, tx, b.by, "added", b.event, audit.Changes{"source": {nil, b.kind}, "label": {nil, b.label}, "entries": {nil, added}})
}

// start inserts a staged batch, which is not read yet. Its writer holds a lock, which is released when its process ends.
func (b *batch) start(ctx context.Context) error {
	name, held, err := b.acquireWriterName(ctx)
	if err != nil {
		return err
	}
	b.held = held
	return b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err := markWriterDead(ctx, tx, name); err != nil {
			return err
		}
		if err := b.checkCanStart(ctx, tx); err != nil {
			return err
		}
		b.source, err = insertSource(ctx, tx, b.newSource("staged", name))
		return err
	})
}

// newSource is the batch as it is inserted.
func (b *batch) newSource(state, writer string) newSource {
	return newSource{event: b.event, kind: b.kind, label: b.label, state: state, writer: writer, createdBy: b.by.PersonID, createdAt: b.at()}
}

// flush writes the buffered entries, in the order of their addresses.
func (b *batch) flush(ctx context.Context) error {
	if b.source == 0 {
		if err := b.start(ctx); err != nil {
			return err
		}
	}
	slices.SortStableFunc(b.buffer, func(x, y Entry) int { return strings.Compare(x.key, y.key) })
	for some := range slices.Chunk(b.buffer, commitSize) {
		if err := b.write(ctx, some); err != nil {
			return err
		}
	}
	clear(b.buffer)
	b.buffer = b.buffer[:0]
	return nil
}

// write adds some entries to the batch, and says that its writer lives.
func (b *batch) write(ctx context.Context, some []Entry) error {
	b.aliveAt = b.now()
	var added int64
	err := b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		at := b.at()
		if err := b.checkAlive(ctx, tx, at); err != nil {
			return err
		}
		added, err = insert(ctx, tx, b.event, b.source, some, at)
		return err
	})
	b.result.Added += added
	return err
}

// checkAlive fails when the batch was given up: the event was deleted, or its writer was silent for so long that it was
// taken for lost; or when anybody may do so by now, since the writer has lost its name.
func (b *batch) checkAlive(ctx context.Context, tx *db.Tx, at db.Instant) error {
	lives, err := touch(ctx, tx, b.source, at)
	if err == nil && (!lives || b.held.IsLost()) {
		return errs.Conflict("audience_lost", "The batch was given up meanwhile; nothing of it was added.")
	}
	return err
}

// finish writes the rest and publishes the batch.
func (b *batch) finish(ctx context.Context) error {
	if err := b.flush(ctx); err != nil {
		return err
	}
	_ = b.db.Analyze(ctx, loaded...) // without it the next statements are slower, no more
	return b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := b.checkAlive(ctx, tx, b.at()); err != nil {
			return err
		}
		return b.publish(ctx, tx, b.source, b.result.Added)
	})
}

// abandon removes what was written. Where even that fails, Sweep will do it.
func (b *batch) abandon(ctx context.Context) {
	if b.source == 0 {
		return
	}
	ctx = context.WithoutCancel(ctx)
	err := b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return markBatchDead(ctx, tx, b.source) })
	if err == nil {
		_ = b.sweep(ctx, b.event)
	}
}
