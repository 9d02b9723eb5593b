package audience

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/directory"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/personal"
	"presence/db"
)

// Sizes of the writes. The buffered entries are sorted by address before they are written: entries with neighbouring addresses
// then change the same pages of the index, so that a million entries touch few pages. The buffer is as large as memory allows.
const (
	bufferSize  = 100_000 // entries
	commitSize  = 1_000   // entries in one transaction; other writers wait for that long
	singleTxMax = 500     // up to this many entries are written and published in a single transaction
	readSize    = 5_000   // customers read with one query
)

// AddFilters adds the customers that match the filters.
func (s *Service) AddFilters(ctx context.Context, by auth.Actor, event string, f Filters) (Added, error) {
	if err := f.Validate().Err(); err != nil {
		return Added{}, err
	}
	return s.addBatch(ctx, by, event, ByFilters, Label{Filters: &f}, func(figures *Stats, each func(Entry) error) error {
		return s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error { return eachCustomer(ctx, q, f, figures, each) })
	})
}

// eachCustomer calls each with the entries of the matching customers. It reads them page by page, so that no query is open
// while entries are written.
func eachCustomer(ctx context.Context, q db.Queryer, f Filters, figures *Stats, each func(Entry) error) error {
	for after := int64(0); ; {
		page, err := pageOf(ctx, q, f, after, readSize)
		if err != nil {
			return err
		}
		for _, c := range page {
			after = c.id
			if c.hasLeft && !f.includesLeft() {
				figures.Left++
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

// Picks are customers and other people that staff chose one by one.
type Picks struct {
	CustomerIDs []string
	Entries     []Entry
}

// Validate cleans the entries and returns every error that can be found without reading the directory.
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

// details are the texts of the reasons.
var details = map[string]string{
	BadEmail: "Not a valid email address.", TooLong: "Expected at most 200 characters.", BadText: "Expected text without control characters.",
}

// AddPicks adds the named customers and people. If one customer is not in the directory, it adds nothing and fails.
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

// AddCSV adds the addresses of a CSV (R6) of any length. It streams the CSV; if it fails, nothing is added.
func (s *Service) AddCSV(ctx context.Context, by auth.Actor, event, file string, r io.Reader) (Added, error) {
	return s.addBatch(ctx, by, event, ByCSV, Label{File: file}, func(figures *Stats, each func(Entry) error) error {
		return readCSV(r, MaxLines, figures, each)
	})
}

// batch is a batch of entries that is being added to a list.
type batch struct {
	*Service
	by     auth.Actor
	event  string
	kind   Kind
	label  Label
	since  int64 // generation of the directory before any customer was read
	barred personal.Barred

	source  int64 // the id of the batch; 0: nothing is written yet
	held    *db.Lock
	aliveAt time.Time
	buffer  []Entry
	seen    addressSet
	result  Added
}

// addBatch adds the entries that feed passes to its callback. A small batch is written in one transaction. A large one is
// written in several transactions as a staged batch that readers do not see, and then published in one: if the program dies
// before, nothing was added.
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
	var err error
	if b.since, err = directory.Generation(ctx, s.db); err != nil {
		return Added{}, err
	}
	if s.Barred != nil {
		if b.barred, err = s.Barred(ctx); err != nil {
			return Added{}, err
		}
	}
	err = feed(&b.result.Stats, func(e Entry) error { return b.add(ctx, e) })
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

// add buffers an entry, and writes the buffer when it is full. Of several entries with the same address the first one is added.
func (b *batch) add(ctx context.Context, e Entry) error {
	if b.barred.Address(e.key) || b.barred.Number(e.CustomerID) {
		b.result.Erased++
		return nil
	}
	if !b.seen.add(e.key) {
		b.result.Duplicates++
	} else {
		b.result.Count++
	}
	e.Language = cmp.Or(e.Language, string(b.Language))
	b.buffer = append(b.buffer, e)
	switch {
	case len(b.buffer) == bufferSize:
		return b.flush(ctx)
	case b.source != 0 && b.now().Sub(b.aliveAt) > writerTimeout/4: // a slow source: send a heartbeat
		return b.write(ctx, nil)
	}
	return nil
}

// addAtOnce writes and publishes a small batch. Picks by hand are added to the existing batch of picks.
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

// publish publishes the batch and writes its audit entry.
func (b *batch) publish(ctx context.Context, tx *db.Tx, source, added int64) error {
	var label *Label
	if before := b.result.Count - added; before > 0 && b.kind != ByHand { // picks share one batch
		label = &Label{Filters: b.label.Filters, File: b.label.File, Before: before}
	}
	if err := publish(ctx, tx, source, added, label); err != nil {
		return err
	}
	return b.recordAudit(ctx, tx, b.by, "added", b.event, audit.Changes{"source": {nil, b.kind}, "label": {nil, b.label.AuditFields()},
		"entries": {nil, added}})
}

// start inserts a staged batch, which readers do not see yet. Its writer holds a lock, which is released when the process ends.
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

// newSource returns the row of the batch for insertSource.
func (b *batch) newSource(state, writer string) newSource {
	return newSource{event: b.event, kind: b.kind, label: b.label, state: state, since: b.since, writer: writer,
		createdBy: b.by.PersonID, createdAt: b.at()}
}

// flush writes the buffered entries, sorted by address.
func (b *batch) flush(ctx context.Context) error {
	if b.source == 0 {
		if err := b.start(ctx); err != nil {
			return err
		}
	}
	slices.SortStableFunc(b.buffer, func(x, y Entry) int { return strings.Compare(x.key, y.key) })
	for entries := range slices.Chunk(b.buffer, commitSize) {
		if err := b.write(ctx, entries); err != nil {
			return err
		}
	}
	clear(b.buffer)
	b.buffer = b.buffer[:0]
	return nil
}

// write adds entries to the batch and sends a heartbeat of its writer.
func (b *batch) write(ctx context.Context, entries []Entry) error {
	b.aliveAt = b.now()
	var added int64
	err := b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		at := b.at()
		if err := b.checkAlive(ctx, tx, at); err != nil {
			return err
		}
		added, err = insert(ctx, tx, b.event, b.source, entries, at)
		return err
	})
	b.result.Added += added
	return err
}

// checkAlive sends a heartbeat. It fails when the batch was given up, because the event was deleted or the writer was silent
// for too long, or when the writer has lost its lock, so that another process may give the batch up at any time.
func (b *batch) checkAlive(ctx context.Context, tx *db.Tx, at db.Instant) error {
	live, err := touch(ctx, tx, b.source, at)
	if err == nil && (!live || b.held.IsLost()) {
		return errs.Conflict("audience_lost", "The import was interrupted. Nothing was added.")
	}
	return err
}

// finish writes the remaining entries and publishes the batch.
func (b *batch) finish(ctx context.Context) error {
	if err := b.flush(ctx); err != nil {
		return err
	}
	b.db.Analyze(ctx, loaded...)
	return b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := b.checkAlive(ctx, tx, b.at()); err != nil {
			return err
		}
		return b.publish(ctx, tx, b.source, b.result.Added)
	})
}

// abandon deletes what was written. If that fails, Sweep does it later.
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
