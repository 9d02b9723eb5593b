package directory

import (
	"context"
	"errors"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/app/platform/personal"
	"presence/db"
)

// Signal is the signal (db.Tx.Signal) that is sent when a new generation of the directory is published.
const Signal = "directory"

// Config says from where and how often the directory is read.
type Config struct {
	Source Source        // nil: none is configured
	Every  time.Duration // interval between syncs

	TempDir string // for workbooks while they are read; empty: that of the system

	// Barred returns which customers and addresses were erased on request, and are not read; nil: none.
	Barred func(ctx context.Context) (personal.Barred, error)

	Work *background.Group // in which syncs run; nil: a new group
}

// Service syncs the directory and searches it. The routes' access rules check who calls.
type Service struct {
	db  *db.DB
	now func() time.Time
	Config

	heartbeats background.HeartbeatTracker // of runs in other processes
	index      indexCache
	segments   segmentCache
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, c Config) *Service {
	if c.Work == nil {
		c.Work = background.NewGroup()
	}
	return &Service{db: d, now: now, Config: c}
}

// erased returns which customers and addresses were erased on request.
func (s *Service) erased(ctx context.Context) (personal.Barred, error) {
	if s.Barred == nil {
		return personal.Barred{}, nil
	}
	return s.Barred(ctx)
}

// Wait waits for the syncs that Start and SyncPeriodically began. Closing the group ends them; the next sync deletes what they wrote.
func (s *Service) Wait() { s.Work.Wait() }

// State says how current the directory is.
type State struct {
	Source    string // empty: none is configured
	Every     time.Duration
	Uploaded  string // the file that is read where no source is configured; empty: none
	Customers int64
	Fresh     *Run // the last run that brought the directory up to date; nil: none yet
	Latest    *Run // the last run, whatever its result
}

// State returns the state of the directory.
func (s *Service) State(ctx context.Context) (st State, err error) {
	if s.Source != nil {
		st.Source, st.Every = s.Source.Name(), s.Every
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if s.Source == nil {
			published, err := publishedRun(ctx, q)
			if err != nil {
				return err
			}
			if published != nil && published.Upload != 0 {
				st.Uploaded = published.Source
			}
		}
		if st.Customers, err = count(ctx, q); err != nil {
			return err
		}
		if st.Fresh, err = lastRun(ctx, q, "done", "unchanged"); err != nil {
			return err
		}
		st.Latest, err = lastRun(ctx, q, "running", "done", "unchanged", "failed")
		return err
	})
	return st, err
}

// Latest returns the run that began last, which may be under way; nil when there is none.
func (s *Service) Latest(ctx context.Context) (*Run, error) {
	return lastRun(ctx, s.db, "running", "done", "unchanged", "failed")
}

// Runs returns the latest runs, at most most.
func (s *Service) Runs(ctx context.Context, before, most int64) ([]Run, error) {
	return listRuns(ctx, s.db, before, most)
}

// Run returns one run with the first records that it rejected.
func (s *Service) Run(ctx context.Context, id int64) (r Run, list []Rejected, err error) {
	if r, err = runByID(ctx, s.db, id); err == nil {
		list, err = listRejects(ctx, s.db, id)
	}
	return r, list, err
}

// Get returns the customers with these numbers, in that order; unknown ones are left out.
func (s *Service) Get(ctx context.Context, customerIDs []string) (list []Customer, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		list, err = read(ctx, q, customerIDs)
		return err
	})
	return list, err
}

func read(ctx context.Context, q db.Queryer, numbers []string) ([]Customer, error) {
	gen, err := Generation(ctx, q)
	if err != nil {
		return nil, err
	}
	found, err := matchesByNumber(ctx, q, gen, numbers)
	if err != nil {
		return nil, err
	}
	of, ids, list := map[int64]*Customer{}, make([]int64, len(found)), make([]Customer, len(found))
	for i, m := range found {
		list[i], ids[i] = m.customer(), m.row
		of[m.row] = &list[i]
	}
	if err := loadLists(ctx, q, of, ids); err != nil {
		return nil, err
	}
	place := map[string]int{}
	for i, n := range slices.Backward(numbers) {
		place[n] = i
	}
	slices.SortFunc(list, func(a, b Customer) int { return place[a.ID] - place[b.ID] })
	return list, nil
}

// SyncOptions are options of a sync.
type SyncOptions struct {
	Force     bool // sync even if the source has lost most of its records, or reports no change
	onlyIfDue bool // fail with errNotDue if the interval has not passed

	upload *Upload // the file that is read instead of the source; nil: none
}

// source returns what a sync reads; nil if there is nothing.
func (s *Service) source(how SyncOptions) Source {
	if how.upload != nil {
		return s.uploadSource(*how.upload)
	}
	return s.Source
}

// Start starts a sync that continues after the request; Latest returns its progress. If ctx carries a transaction, the sync begins when
// that is committed. It fails with 409 "sync_running" while one is running.
func (s *Service) Start(ctx context.Context, by auth.Actor, how SyncOptions) (run Run, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		begun, held, err := s.begin(ctx, tx, how)
		if err != nil {
			return err
		}
		run = begun
		tx.AfterCommit(func() {
			s.Work.Go(func(ctx context.Context) {
				defer held.Release()
				_, _ = s.runSync(ctx, begun, how, held) // the result is saved in the row of the run
			})
		})
		return s.audit(ctx, tx, by, "synced", nil)
	})
	return run, err
}

// Sync reads the source and returns the finished run. If the source cannot be read, it fails with a *Failure and the directory
// stays as it was.
func (s *Service) Sync(ctx context.Context, how SyncOptions) (run Run, err error) {
	if how.onlyIfDue { // usually no sync is due: then take no lock and write nothing
		last, err := s.Latest(ctx)
		if err == nil && !s.isDue(last) {
			err = errNotDue
		}
		if err != nil {
			return run, err
		}
	}
	var held *db.Lock
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		run, held, err = s.begin(ctx, tx, how)
		return err
	})
	if err != nil {
		return run, err
	}
	defer held.Release()
	return s.runSync(ctx, run, how, held)
}

// SyncPeriodically syncs at each interval until ctx ends, and passes the result of each sync to report. A sync that is under way when ctx
// ends, for example because the settings have changed, is finished by the group, unless that is closed; SyncPeriodically does not wait for
// it. Several replicas may do so for the same database: each run is done by one of them.
func (s *Service) SyncPeriodically(ctx context.Context, report func(context.Context, error)) {
	if s.Source == nil || s.Every <= 0 {
		return
	}
	background.Repeat(ctx, min(max(s.Every/20, time.Second), 30*time.Second), nil, func() {
		synced := make(chan struct{})
		s.Work.Go(func(work context.Context) {
			defer close(synced)
			_, err := s.Sync(work, SyncOptions{onlyIfDue: true})
			if !errors.Is(err, errNotDue) && !errs.HasCode(err, "sync_running") {
				report(work, err)
			}
		})
		select {
		case <-synced:
		case <-ctx.Done():
		}
	})
}

var (
	errNotDue = errors.New("directory: it is not time yet")
	errLost   = errors.New("directory: another run has taken over")
)

// runTimeout is the time without a heartbeat after which another process takes a run over.
const runTimeout = time.Minute

// keptRuns is the number of runs that the history keeps.
const keptRuns = 200

// begin inserts the row of a new run and takes the lock that it holds while it runs; there can be only one run at a time. The lock is
// released if the transaction is rolled back, and otherwise by the caller at the end of the run. It is also
// released as soon as its process ends, so that a run without a lock is known to be dead without comparing clocks. A
// process that loses the lock while it lives stops its run and leaves the row for the next run to clean up. If it still writes
// before it notices, the write fails, because each transaction checks the row (touch).
func (s *Service) begin(ctx context.Context, tx *db.Tx, how SyncOptions) (run Run, held *db.Lock, err error) {
	if s.source(how) == nil {
		return run, nil, errs.Conflict("no_source", "No customer source is set up. Choose one in Settings, under Directory, or set DIRECTORY_URL.")
	}
	held, locked, err := s.db.TryLock(ctx, "directory")
	if err != nil {
		return run, nil, err
	}
	tx.AfterRollback(held.Release)
	if run, err = s.claim(ctx, tx, how, locked); db.IsUnique(err, "directory_syncs_running") {
		err = errRunning()
	}
	return run, held, err
}

// claim inserts the row of the run, unless another one is alive or no run is due. locked: this process holds the lock.
func (s *Service) claim(ctx context.Context, tx *db.Tx, how SyncOptions, locked bool) (run Run, err error) {
	last, err := lastRun(ctx, tx, "running", "done", "unchanged", "failed")
	if err != nil {
		return run, err
	}
	switch {
	case last != nil && last.State == "running":
		if !locked && s.heartbeats.Silent(last.ID, int64(last.SeenAt), s.now()) < runTimeout {
			return run, errRunning()
		}
		if err := finish(ctx, tx, last.ID, runResult{state: "failed", problem: "interrupted"}, s.at()); err != nil {
			return run, err
		}
	case !locked: // the run of that process is about to begin, or has just ended
		return run, errRunning()
	case how.onlyIfDue && !s.isDue(last):
		return run, errNotDue
	}
	run = Run{Source: s.source(how).Name(), StartedAt: s.at()}
	if how.upload != nil {
		run.Upload = how.upload.ID
	}
	if run.previous, err = Generation(ctx, tx); err != nil {
		return run, err
	}
	if run.Generation, err = nextGeneration(ctx, tx); err != nil {
		return run, err
	}
	if run, err = insertRun(ctx, tx, run); err != nil {
		return run, err
	}
	return run, forgetRuns(ctx, tx, keptRuns)
}

// isDue reports whether another run is due: after the interval Every, or after a minute if the last run failed because of the
// database. If the last run began more than the interval in the future, the clock was set back, and a run is due.
func (s *Service) isDue(last *Run) bool {
	if last == nil || last.State == "running" {
		return true
	}
	every := s.Every
	if last.State == "failed" && last.Problem == "storage" {
		every = min(every, runTimeout)
	}
	age := time.Duration(s.at()-last.StartedAt) * time.Millisecond
	return age.Abs() >= every
}

func errRunning() error { return errs.Conflict("sync_running", "A sync is already in progress.") }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }
