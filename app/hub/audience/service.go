package audience

import (
	"context"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/personal"
	"presence/db"
)

// Service builds the main lists of events. The routes' access rule admits only those who run events.
type Service struct {
	Options

	db         *db.DB
	now        func() time.Time
	heartbeats background.HeartbeatTracker // of batches that other processes write
}

// Options are what the service needs besides the database.
type Options struct {
	Language i18n.Lang // of new entries that have none; empty: it stays unknown, and they are invited in French

	// Barred returns who was erased on request, and is not added; nil: nobody.
	Barred func(ctx context.Context) (personal.Barred, error)
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service {
	return &Service{Options: o, db: d, now: now}
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// Page selects entries of a list.
type Page struct {
	After  int64  // only entries with larger ids
	Rows   int64  // at most this many
	Search string // part of a name, an address or a number; case and accents are ignored
	Source int64  // only entries of that batch; 0: of all
}

// Preview returns what filters would add to an event's list (R4). It changes nothing.
func (s *Service) Preview(ctx context.Context, event string, f Filters) (p Preview, err error) {
	if err := f.Validate().Err(); err != nil {
		return p, err
	}
	if _, err := events.ByID(ctx, s.db, event); err != nil {
		return p, err
	}
	err = p.read(ctx, s.db, event, f, usualSizes)
	return p, err
}

// readSizes are the sizes of the reads of a preview.
type readSizes struct {
	looked int64 // so many addresses at most are looked up in the list one by one
	block  int   // customers or addresses that are read with one query
}

var usualSizes = readSizes{looked: 20_000, block: 10_000}

// read counts the matching customers with one pass over the directory. Few addresses are looked up in the list; otherwise all
// addresses of the list are compared with them. Filters without a name or a city match most customers: the list is then read at the
// same time.
func (p *Preview) read(ctx context.Context, d *db.DB, event string, f Filters, sizes readSizes) error {
	seed := maphash.MakeSeed()
	var matching, listed addressHashes
	readList := func(ctx context.Context, q db.Queryer) error {
		err := eachListed(ctx, q, event, sizes.block, func(key string) { listed = append(listed, maphash.String(seed, key)) })
		slices.Sort(listed)
		return err
	}
	var reads errgroup.Group
	beside := f.Name == "" && f.City == ""
	if beside {
		reads.Go(func() error { return d.Read(ctx, readList) })
	}
	reads.Go(func() error {
		return d.Read(ctx, func(ctx context.Context, q db.Queryer) error {
			keys, err := p.scan(ctx, q, f, seed, &matching, sizes)
			if err != nil || beside {
				return err
			}
			if keys != nil {
				return p.look(ctx, q, event, keys)
			}
			return readList(ctx, q)
		})
	})
	if err := reads.Wait(); err != nil {
		return err
	}
	p.AlreadyListed += matching.common(listed)
	return nil
}

// scan counts the matching customers, and adds the hashes of their different addresses to matching, in ascending order. Only the
// customers that are shown are read completely. keys are the different addresses; nil if they are too many to be looked up.
func (p *Preview) scan(ctx context.Context, q db.Queryer, f Filters, seed maphash.Seed, matching *addressHashes, sizes readSizes) (
	keys []string, err error,
) {
	var nobody []int64
	keys = []string{}
	err = eachMatch(ctx, q, f, sizes.block, func(c matchedCustomer) {
		switch {
		case c.hasLeft:
			p.Left++
		case c.key == "":
			if p.NoEmailTotal++; len(nobody) < maxNoEmail {
				nobody = append(nobody, c.id)
			}
		default:
			if *matching = append(*matching, maphash.String(seed, c.key)); int64(len(keys)) <= sizes.looked {
				keys = append(keys, c.key)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	addresses := int64(len(*matching))
	slices.Sort(*matching)
	*matching = slices.Compact(*matching)
	p.Count = int64(len(*matching))
	p.Duplicates = addresses - p.Count
	if p.Sample, err = firstOf(ctx, q, f, int(min(p.Count, sampleSize))); err != nil {
		return nil, err
	}
	unreachable, err := byRows(ctx, q, nobody)
	for _, c := range unreachable {
		p.NoEmail = append(p.NoEmail, NoAddress{c.entry.CustomerID, c.name})
	}
	if addresses > sizes.looked {
		return nil, err
	}
	slices.Sort(keys)
	return slices.Compact(keys), err
}

// firstOf returns the entries of the first n different addresses of matching customers; there must be as many.
func firstOf(ctx context.Context, q db.Queryer, f Filters, n int) (sample []Entry, err error) {
	size := 2 * n // few customers have left, or no address of their own
	for after := int64(0); len(sample) < n; size = readSize {
		page, err := pageOf(ctx, q, f, after, size)
		if err != nil {
			return nil, err
		}
		for _, c := range page {
			after = c.id
			if len(sample) < n && c.entry.key != "" && (!c.hasLeft || f.includesLeft()) &&
				!slices.ContainsFunc(sample, func(e Entry) bool { return e.key == c.entry.key }) {
				sample = append(sample, c.entry)
			}
		}
		if len(page) < size {
			break
		}
	}
	return sample, nil
}

// look counts those of these addresses that are on the list.
func (p *Preview) look(ctx context.Context, q db.Queryer, event string, keys []string) error {
	for part := range slices.Chunk(keys, listedChunk) {
		n, err := listed(ctx, q, event, part)
		if err != nil {
			return err
		}
		p.AlreadyListed += n
	}
	return nil
}

// PreviewCSV returns what a CSV would add to an event's list (R4, R6). It changes nothing.
func (s *Service) PreviewCSV(ctx context.Context, event string, r io.Reader) (p Preview, err error) {
	if _, err := events.ByID(ctx, s.db, event); err != nil {
		return p, err
	}
	seen := newAddressSet()
	keys := make([]string, 0, listedChunk)
	look := func() error {
		err := p.look(ctx, s.db, event, keys)
		keys = keys[:0]
		return err
	}
	err = readCSV(r, MaxLines, &p.Stats, func(e Entry) error {
		if !seen.add(e.key) {
			p.Duplicates++
			return nil
		}
		if p.Count++; len(p.Sample) < sampleSize {
			p.Sample = append(p.Sample, e)
		}
		if keys = append(keys, e.key); len(keys) == listedChunk {
			return look()
		}
		return nil
	})
	if err == nil {
		err = look()
	}
	return p, err
}

const listedChunk = 5000

// addressHashes are hashes of different addresses, in ascending order. They are used for counts only: whether an address is on a list
// is decided by the unique index of the database.
type addressHashes []uint64

// common returns how many hashes are in both.
func (h addressHashes) common(other addressHashes) (n int64) {
	for _, hash := range h {
		for len(other) > 0 && other[0] < hash {
			other = other[1:]
		}
		if len(other) > 0 && other[0] == hash {
			n++
		}
	}
	return n
}

// addressSet is a set of hashes of addresses, for entries that come one by one; addressHashes are compared once all are known.
type addressSet struct {
	seed   maphash.Seed
	hashes map[uint64]struct{}
}

func newAddressSet() addressSet { return addressSet{maphash.MakeSeed(), map[uint64]struct{}{}} }

// add adds an address and reports whether it is new.
func (s addressSet) add(key string) bool {
	before := len(s.hashes)
	s.hashes[maphash.String(s.seed, key)] = struct{}{}
	return len(s.hashes) > before
}

// List returns the totals of an event's main list.
func (s *Service) List(ctx context.Context, event string) (List, error) {
	if _, err := events.ByID(ctx, s.db, event); err != nil {
		return List{}, err
	}
	return sources(ctx, s.db, event)
}

// eventAndList returns an event with the totals of its main list.
func (s *Service) eventAndList(ctx context.Context, event string) (e events.Event, list List, err error) {
	if e, err = events.ByID(ctx, s.db, event); err != nil {
		return e, list, err
	}
	list, err = sources(ctx, s.db, event)
	return e, list, err
}

// customersByNumber returns the customers of the directory with these numbers; unknown numbers are left out.
func (s *Service) customersByNumber(ctx context.Context, numbers []string) ([]customer, error) {
	return byNumbers(ctx, s.db, numbers)
}

// listedCustomers returns which of these customers have their first address on the event's list.
func (s *Service) listedCustomers(ctx context.Context, event string, numbers []string) ([]string, error) {
	return listedCustomers(ctx, s.db, event, numbers)
}

// Entries calls each for the selected entries of an event's list, in the order in which they were added.
func (s *Service) Entries(ctx context.Context, event string, p Page, each func(Entry) error) error {
	if _, err := events.ByID(ctx, s.db, event); err != nil {
		return err
	}
	return entries(ctx, s.db, event, p, each)
}

// Cities returns the most common cities in the directory, for the form.
func (s *Service) Cities(ctx context.Context) ([]string, error) { return cities(ctx, s.db, 200) }

// HasDirectory reports whether the directory has any customer.
func (s *Service) HasDirectory(ctx context.Context) (bool, error) { return hasCustomers(ctx, s.db) }

// Remove removes one entry from the list and returns it.
func (s *Service) Remove(ctx context.Context, by auth.Actor, event string, id int64) (e Entry, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := events.ByID(ctx, tx, event); err != nil {
			return err
		}
		if e, err = byID(ctx, tx, event, id); err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "entry_removed", event, audit.Changes{"entry": {id, nil}, "customer_id": {e.CustomerID, nil}})
	})
	return e, err
}

// Clear empties the list in one step and returns the number of its entries. Their rows are deleted later, in small steps.
func (s *Service) Clear(ctx context.Context, by auth.Actor, event string) (n int64, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := events.ByID(ctx, tx, event); err != nil {
			return err
		}
		if err := s.requireNoOtherBatch(ctx, tx, event); err != nil {
			return err
		}
		list, err := sources(ctx, tx, event)
		if err != nil {
			return err
		}
		if n = list.Total; n == 0 {
			return nil
		}
		if err := markDead(ctx, tx, event, db.Texts([]string{"live"})); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "cleared", event, audit.Changes{"entries": {n, 0}, "sources": {auditSummary(list), nil}})
	})
	if err != nil {
		return 0, err
	}
	return n, s.sweep(ctx, event)
}

// auditSummary returns what the audit log records of a list.
func auditSummary(l List) (batches []string) {
	for _, x := range l.Sources {
		batches = append(batches, fmt.Sprintf("%s: %d", x.Kind, x.Count))
	}
	return batches
}

// DeleteEvent marks the batches of an event as dead, in the transaction that deletes the event. Sweep deletes the rows.
func (s *Service) DeleteEvent(ctx context.Context, tx *db.Tx, event string) error {
	return markDead(ctx, tx, event, db.Texts([]string{"staged", "live"}))
}

const (
	writerTimeout = time.Minute // a writer without a heartbeat for longer is lost
	maxWriters    = 32          // large batches that are written at the same time
)

// acquireWriterName locks the first writer name that is free. It fails with a conflict when all are in use.
func (s *Service) acquireWriterName(ctx context.Context) (name string, held *db.Lock, err error) {
	for n := range maxWriters {
		name = fmt.Sprint("audience-", n+1)
		held, ok, err := s.db.TryLock(ctx, name)
		if ok || err != nil {
			return name, held, err
		}
	}
	return "", nil, errBusy()
}

// isLost reports whether the writer of a batch has ended, or has sent no heartbeat for longer than writerTimeout.
func (s *Service) isLost(ctx context.Context, x staged) (bool, error) {
	gone, err := s.db.IsLockFree(ctx, x.writer)
	return gone || s.heartbeats.Silent(x.id, int64(x.seenAt), s.now()) > writerTimeout, err
}

// discardLost marks the batches of lost writers as dead.
func (s *Service) discardLost(ctx context.Context, event string) error {
	list, err := stagedOf(ctx, s.db, event)
	if err != nil {
		return err
	}
	for _, x := range list {
		lost, err := s.isLost(ctx, x)
		if err == nil && lost {
			err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return markBatchDead(ctx, tx, x.id) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Sweep deletes the rows of lost writers and of cleared lists. It must be called periodically; no reader sees those rows.
func (s *Service) Sweep(ctx context.Context) error { return s.sweep(ctx, "") }

// sweep is Sweep for one event, or for all if event is "".
func (s *Service) sweep(ctx context.Context, event string) error {
	if err := s.discardLost(ctx, event); err != nil {
		return err
	}
	for {
		source, err := nextDead(ctx, s.db, event)
		if err != nil || source == 0 {
			return err
		}
		for done := false; !done; {
			err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				done, err = sweep(ctx, tx, source, sweepSize)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
}

const sweepSize = 2000 // entries in one transaction

// requireNoOtherBatch fails while another batch is being written to the list.
func (s *Service) requireNoOtherBatch(ctx context.Context, tx *db.Tx, event string) error {
	if err := tx.SerializeBy(ctx, "audience "+event); err != nil {
		return err
	}
	if staged, err := hasStaged(ctx, tx, event); err != nil {
		return err
	} else if staged {
		return errBusy()
	}
	return nil
}

func errBusy() error {
	return errs.Conflict("audience_busy", "Other addresses are being added to this audience. Try again when it’s done.")
}

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action, event string, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "audience", RecordID: event, Changes: changes})
}
