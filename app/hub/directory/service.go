package directory

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Signal is the name that is signalled (db.Tx.Signal) when a new generation of the directory is published.
const Signal = "directory"

// Config is where the directory comes from.
type Config struct {
	Source Source        // nil: none is set
	Every  time.Duration // how often it is read
}

// Service syncs the mirror and searches it. The access rules are those of the routes.
type Service struct {
	db  *db.DB
	now func() time.Time
	Config

	background context.Context
	stop       context.CancelFunc
	running    sync.WaitGroup
	heartbeats db.HeartbeatTracker // of runs in other processes
	index      indexCache
}

// NewService wires the service.
func NewService(d *db.DB, c Config, now func() time.Time) *Service {
	ctx, stop := context.WithCancel(context.Background())
	return &Service{db: d, now: now, Config: c, background: ctx, stop: stop}
}

// Wait returns when the syncs that Start began have come to their end.
func (s *Service) Wait() { s.running.Wait() }

// Close ends a sync that Start or Keep began; what it wrote is taken back by the next.
func (s *Service) Close() {
	s.stop()
	s.running.Wait()
}

// State is how fresh the mirror is.
type State struct {
	Source    string // "" when none is set
	Every     time.Duration
	Customers int64
	Fresh     *Run // the last run that brought the mirror up to date; nil: none has yet
	Latest    *Run // the last run, whatever became of it
}

// State returns the state of the directory.
func (s *Service) State(ctx context.Context) (st State, err error) {
	st.Every = s.Every
	if s.Source != nil {
		st.Source = s.Source.Name()
	}
	return st, s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if st.Customers, err = count(ctx, q); err != nil {
			return err
		}
		if st.Fresh, err = lastRun(ctx, q, "done", "unchanged"); err != nil {
			return err
		}
		st.Latest, err = lastRun(ctx, q, "running", "done", "unchanged", "failed")
		return err
	})
}

// Latest is the last run, nil when there is none yet.
func (s *Service) Latest(ctx context.Context) (*Run, error) {
	return lastRun(ctx, s.db, "running", "done", "unchanged", "failed")
}

// Runs are the newest runs.
func (s *Service) Runs(ctx context.Context, most int) ([]Run, error) {
	return listRuns(ctx, s.db, most)
}

// Run is one run with the first records that it could not take.
func (s *Service) Run(ctx context.Context, id int64) (r Run, list []Rejected, err error) {
	if r, err = runByID(ctx, s.db, id); err == nil {
		list, err = listRejects(ctx, s.db, id)
	}
	return r, list, err
}

// Get reads customers by their numbers, in the order of the numbers asked for; unknown ones are left out.
func (s *Service) Get(ctx context.Context, customerIDs []string) (list []Customer, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		list, err = read(ctx, q, customerIDs)
		return err
	})
	return list, err
}

func read(ctx context.Context, q db.Queryer, numbers []string) ([]Customer, error) {
	gen, err := generation(ctx, q)
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

// SyncOptions a sync can be asked for.
type SyncOptions struct {
	Force     bool // also when the source has lost most of its records, or says that nothing has changed
	onlyIfDue bool // only when it is time
}

// Start begins a sync that goes on after the request; its progress is in Latest. 409 "sync_running" while one is under way.
func (s *Service) Start(ctx context.Context, by auth.Actor, how SyncOptions) (Run, error) {
	run, held, err := s.begin(ctx, how, &by)
	if err != nil {
		return run, err
	}
	s.running.Go(func() {
		defer held.Release()
		_, _ = s.runSync(s.background, run, how, held) // how it went stands in its row
	})
	return run, nil
}

// Sync reads the source and gives how it went. A source that cannot be read is a *Failure; the mirror is as before.
func (s *Service) Sync(ctx context.Context, how SyncOptions) (Run, error) {
	run, held, err := s.begin(ctx, how, nil)
	if err != nil {
		return run, err
	}
	defer held.Release()
	return s.runSync(ctx, run, how, held)
}

// SyncPeriodically syncs whenever it is time, until ctx ends or the service is closed, and reports what fails. Several replicas may
// keep one directory: each run is one's.
func (s *Service) SyncPeriodically(ctx context.Context, report func(error)) {
	if s.Source == nil || s.Every <= 0 {
		return
	}
	s.running.Add(1)
	defer s.running.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer context.AfterFunc(s.background, cancel)()
	defer cancel()
	look := time.NewTicker(min(max(s.Every/20, time.Second), 30*time.Second))
	defer look.Stop()
	for {
		_, err := s.Sync(ctx, SyncOptions{onlyIfDue: true})
		if err != nil && ctx.Err() == nil && !errors.Is(err, errNotDue) && !errs.HasCode(err, "sync_running") {
			report(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

var (
	errNotDue = errors.New("directory: it is not time yet")
	errLost   = errors.New("directory: another run has taken over")
)

// runTimeout is for how long the process of a run may stand still before another one relieves it.
const runTimeout = time.Minute

// keptRuns is how many runs the history holds.
const keptRuns = 200

// begin claims the one run there may be. What it holds is free again the moment its process is gone: a run without it is
// dead, and no clock has a say in that. A process that loses it while it lives ends its run and leaves the row as it is, for
// whoever comes next to take up; should it write once more before it notices, the row is checked in the same transaction.
func (s *Service) begin(ctx context.Context, how SyncOptions, by *auth.Actor) (run Run, held *db.Lock, err error) {
	if s.Source == nil {
		return run, nil, errs.Conflict("no_source", "No source of customer records is set: DIRECTORY_URL says where they come from.")
	}
	if how.onlyIfDue { // nearly always it is not time yet: then nothing is held, nor written
		last, err := s.Latest(ctx)
		if err == nil && !s.isDue(last) {
			err = errNotDue
		}
		if err != nil {
			return run, nil, err
		}
	}
	held, alone, err := s.db.TryLock(ctx, "directory")
	if err != nil {
		return run, nil, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err = s.claim(ctx, tx, how, alone)
		if err != nil || by == nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "synced", Kind: "directory", RecordID: "1"})
	})
	if err != nil {
		held.Release()
	}
	if db.IsUnique(err, "directory_syncs_running") {
		err = errRunning()
	}
	return run, held, err
}

// claim makes the run, unless one is alive or it is not time. alone: no process holds on to one.
func (s *Service) claim(ctx context.Context, tx *db.Tx, how SyncOptions, alone bool) (run Run, err error) {
	last, err := lastRun(ctx, tx, "running", "done", "unchanged", "failed")
	if err != nil {
		return run, err
	}
	switch {
	case last != nil && last.Status == "running":
		if !alone && s.heartbeats.Silent(last.ID, last.SeenAt, s.now()) < runTimeout {
			return run, errRunning()
		}
		if err := finish(ctx, tx, last.ID, runResult{status: "failed", problem: "interrupted"}, s.at()); err != nil {
			return run, err
		}
	case !alone: // it is about to begin, or has just ended
		return run, errRunning()
	case how.onlyIfDue && !s.isDue(last):
		return run, errNotDue
	}
	gen, err := generation(ctx, tx)
	if err != nil {
		return run, err
	}
	if run, err = insertRun(ctx, tx, gen+1, s.Source.Name(), s.at()); err != nil {
		return run, err
	}
	return run, forgetRuns(ctx, tx, keptRuns)
}

// isDue reports whether it is time for another run: a minute after one that failed because the database did. One that began
// in the future shows that the clock was set back, and says nothing.
func (s *Service) isDue(last *Run) bool {
	if last == nil || last.Status == "running" {
		return true
	}
	every := s.Every
	if last.Status == "failed" && last.Problem == "storage" {
		every = min(every, runTimeout)
	}
	age := time.Duration(s.at()-last.StartedAt) * time.Millisecond
	return age.Abs() >= every
}

func errRunning() error { return errs.Conflict("sync_running", "A sync is under way.") }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }
