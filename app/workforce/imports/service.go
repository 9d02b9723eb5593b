package imports

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/app/platform/tablereader"
	"presence/app/workforce/customers"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/shifts"
	"presence/db"
)

// Parts are the features that keep the records.
type Parts struct {
	Employees *employees.Service
	Customers *customers.Service
	Shifts    *shifts.Service
	Expenses  *expenses.Service
	Leave     *leaverequests.Service
	Period    func(db.Day) db.Day // the first day of the pay period of a day
	// PeriodPage returns the name and the page of the pay period of a day.
	PeriodPage func(db.Day) (name, address string)
}

// Config are settings of NewService.
type Config struct {
	Zone    *time.Location // of the times on the pages and in files
	TempDir string         // for workbooks while they are read; empty: that of the system
	Log     *slog.Logger   // of errors in the background
	Work    *Work          // nil: one of its own
}

// Work is what the services of a process do in the background. It stays when the settings change: the next service shows the progress of
// what the one before has begun.
type Work struct {
	*background.Group
	steps  sync.Map // of each step under way, a channel that is closed when it ends, by import
	saving sync.Map // the lines saved so far (*atomic.Int64) by import: the transaction's own rows are not visible yet
}

// NewWork returns work that a group runs. Of a check that ends with the group, nothing is kept, and it is begun again by hand; of a file
// that was being saved, nothing is saved.
func NewWork(g *background.Group) *Work { return &Work{Group: g} }

// Service imports files, for admin and payroll. Reading happens in the request; checking and saving in the background of the process.
type Service struct {
	db      *db.DB
	now     func() time.Time
	config  Config
	maxText int // bytes of all lines of a file
	sources map[Kind]source
	parts   Parts
	work    *Work
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, p Parts, c Config) *Service {
	s := &Service{db: d, now: now, config: c, maxText: maxText, parts: p, work: c.Work}
	if s.work == nil {
		s.work = NewWork(background.NewGroup())
	}
	s.sources = map[Kind]source{Employees: employeeSource(p.Employees), Customers: customerSource(p.Customers),
		Shifts: shiftSource(p, c.Zone, s.today), Expenses: expenseSource(p, c.Zone, s.today), Leave: leaveSource(p, c.Zone, s.today)}
	return s
}

// Wait waits for the work in the background.
func (s *Service) Wait() { s.work.Wait() }

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// today returns the day in the company's zone.
func (s *Service) today() db.Day { return db.DayOf(s.now().In(s.config.Zone)) }

// Columns returns the columns that files of a kind have.
func (s *Service) Columns(kind Kind) []Column { return s.sources[kind].columns }

// requireWriter checks the role. It repeats the access rule of the routes for callers that are not routes.
func requireWriter(by auth.Actor) error {
	if !by.SeesAll() {
		return errs.Forbidden("not_allowed", "Only admin and payroll import records.")
	}
	return nil
}

// Get returns an import. An import whose process has died is shown as interrupted.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Import, error) {
	if err := requireWriter(by); err != nil {
		return Import{}, err
	}
	im, err := byID(ctx, s.db, id)
	if err != nil || !im.State.Running() {
		return im, err
	}
	if n, ok := s.work.saving.Load(id); ok {
		im.Done = n.(*atomic.Int64).Load()
		return im, nil
	}
	if interrupted, err := s.interruptLost(ctx, im); err != nil || !interrupted {
		return im, err
	}
	return byID(ctx, s.db, id)
}

// List returns the newest imports.
func (s *Service) List(ctx context.Context, by auth.Actor, before int64, limit int) ([]Import, error) {
	if err := requireWriter(by); err != nil {
		return nil, err
	}
	return list(ctx, s.db, before, limit)
}

// Page selects lines of an import.
type Page struct {
	Verdict Verdict // empty: all
	After   int     // only lines below this one
	Rows    int     // at most this many
}

// Rows returns lines of an import, in the order of the file.
func (s *Service) Rows(ctx context.Context, by auth.Actor, id int64, p Page) ([]Row, error) {
	if _, err := s.Get(ctx, by, id); err != nil {
		return nil, err
	}
	in := page{after: p.After, limit: p.Rows}
	if p.Verdict != "" {
		in.verdicts = []Verdict{p.Verdict}
	}
	return rowsOf(ctx, s.db, id, in)
}

// maxWorkers is the number of imports that are worked on at the same time.
const maxWorkers = 8

// acquire takes the lock of a process that works on an import. It fails with a conflict when too many are being worked on.
func (s *Service) acquire(ctx context.Context) (name string, held *db.Lock, err error) {
	for n := range maxWorkers {
		name = fmt.Sprint("import-", n+1)
		held, ok, err := s.db.TryLock(ctx, name)
		if err != nil {
			return "", nil, err
		}
		if !ok {
			continue
		}
		// The process that held the lock before has ended.
		err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return interrupt(ctx, tx, name, 0) })
		if err != nil {
			held.Release()
			return "", nil, err
		}
		return name, held, nil
	}
	return "", nil, errs.Conflict("imports_busy", "Too many files are being imported at once. Try again in a moment.")
}

// interruptLost marks an import as interrupted if the process that worked on it has died.
func (s *Service) interruptLost(ctx context.Context, im Import) (bool, error) {
	free, err := s.db.IsLockFree(ctx, im.worker)
	if err != nil || !free {
		return false, err
	}
	return true, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return interrupt(ctx, tx, im.worker, im.ID) })
}

// start moves an import to a running state and, once that is committed, calls work in the background, with the name of the lock that it
// holds. work ends that state. record is called in the transaction that begins it.
func (s *Service) start(ctx context.Context, id int64, from, to State, record func(ctx context.Context, tx *db.Tx) error,
	work func(ctx context.Context, worker string)) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		name, held, err := s.acquire(ctx)
		if err != nil {
			return err
		}
		tx.AfterRollback(held.Release)
		if err := begin(ctx, tx, id, from, to, name); err != nil {
			return err
		}
		tx.AfterCommit(func() {
			ended := make(chan struct{})
			s.work.steps.Store(id, ended)
			s.work.Go(func(ctx context.Context) {
				defer held.Release()
				defer close(ended)
				defer s.work.steps.CompareAndDelete(id, ended)
				work(ctx, name)
			})
		})
		return record(ctx, tx)
	})
}

// WaitStep waits until the step of an import that this process works on has ended, at most for d.
func (s *Service) WaitStep(ctx context.Context, id int64, d time.Duration) {
	ended, ok := s.work.steps.Load(id)
	if !ok {
		return
	}
	late := time.NewTimer(d)
	defer late.Stop()
	select {
	case <-ended.(chan struct{}):
	case <-late.C:
	case <-ctx.Done():
	}
}

// fail ends a step that has failed, and logs errors that are not for users. If the process is ending, the import stays as it is, and
// is shown as interrupted.
func (s *Service) fail(ctx context.Context, id int64, worker string, to State, err error) {
	code := "failed"
	if e, ok := errs.Of(err); ok {
		code = e.Code
	} else if ctx.Err() == nil {
		s.config.Log.Error("import", "import", id, "error", err)
	}
	if ctx.Err() != nil {
		return
	}
	if err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return rest(ctx, tx, id, worker, to, code) }); err != nil {
		s.config.Log.Error("import", "import", id, "error", err)
	}
}

// Choice is what a person says about a file.
type Choice struct {
	Fields   []string // of each column; "" leaves it out; nil: as they are
	DayOrder DayOrder // DayFirst or MonthFirst; empty: as it is
}

// Map keeps a choice, and checks the file by it. The fields of headings are remembered for the next file of the kind.
func (s *Service) Map(ctx context.Context, by auth.Actor, id int64, c Choice) error {
	im, err := s.Get(ctx, by, id)
	if err != nil {
		return err
	}
	before, changes := im, audit.Changes{}
	if c.Fields != nil {
		im.Fields = c.Fields
		changes["columns"] = [2]any{before.Fields, im.Fields}
	}
	if c.DayOrder != "" {
		im.DayOrder = c.DayOrder
		changes["day_order"] = [2]any{before.DayOrder, im.DayOrder}
	}
	if err := s.checkChoice(im, c); err != nil {
		return err
	}
	return s.check(ctx, by, im, func(ctx context.Context, tx *db.Tx) error {
		if err := rememberHeadings(ctx, tx, im.Kind, c.headings(im.Headings)); err != nil {
			return err
		}
		if err := saveHeadings(ctx, tx, id, im.Headings, im.Fields); err != nil {
			return err
		}
		if err := saveReading(ctx, tx, id, im.DayOrder, im.Company); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "updated", id, changes)
	})
}

// headings returns the fields that were chosen for headings.
func (c Choice) headings(headings []string) map[string]string {
	chosen := map[string]string{}
	for i, field := range c.Fields {
		if key := tablereader.Key(headings[i]); key != "" && chosen[key] == "" {
			chosen[key] = field
		}
	}
	return chosen
}

// checkChoice validates a choice; im has it already.
func (s *Service) checkChoice(im Import, choice Choice) error {
	known := s.sources[im.Kind].columns
	faults := tablereader.CheckFields(im.Headings, im.Fields, tableColumns(known))
	if faults.Has("fields") {
		return faults.Err()
	}
	for _, c := range known {
		if c.Key && !slices.Contains(im.Fields, c.Field) {
			faults.Add("fields", "no_key", "One column must be "+c.Field+", by which records are found.")
		}
	}
	if !slices.Contains([]DayOrder{"", DayFirst, MonthFirst}, choice.DayOrder) {
		faults.Add("day_order", "unknown", "Expected day_first or month_first.")
	}
	return faults.Err()
}

// Correct replaces cells of a line, by field, and checks the file again.
func (s *Service) Correct(ctx context.Context, by auth.Actor, id int64, line int, values map[string]string) error {
	im, err := s.Get(ctx, by, id)
	if err != nil {
		return err
	}
	at := columnsOf(im.Fields)
	var faults errs.Fields
	size := 0
	for field, value := range values {
		if _, known := at[field]; !known {
			faults.Add(field, "unknown", "The file has no column for this field.")
		}
		faults.Line(field, value)
		size += len(value)
	}
	if size > maxRow {
		faults.Add("cells", "too_long", "A line has at most 64 KiB.")
	}
	if err := faults.Err(); err != nil {
		return err
	}
	return s.check(ctx, by, im, func(ctx context.Context, tx *db.Tx) error {
		r, err := rowAt(ctx, tx, id, line)
		if err != nil {
			return err
		}
		if r.fault != "" {
			return errs.Conflict("line_unreadable", "This row can’t be read. Correct it in the file.")
		}
		changes := audit.Changes{"line": {line, line}}
		for field, value := range values {
			for len(r.Cells) <= at[field] {
				r.Cells = append(r.Cells, "")
			}
			changes[field] = [2]any{r.Cells[at[field]], value}
			r.Cells[at[field]] = value
		}
		if err := saveRows(ctx, tx, id, []Row{r}); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "updated", id, changes)
	})
}

// Delete gives a file up that was not saved; its lines are deleted.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64) error {
	im, err := s.Get(ctx, by, id)
	if err != nil {
		return err
	}
	if im.State.Running() || im.State == Applied || im.State == Undone {
		return errs.Conflict("import_moved_on", "The import is past this step.")
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := begin(ctx, tx, id, im.State, discarded, ""); err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "deleted", id, audit.Changes{"file": {im.File, nil}})
	})
}

// Sweep deletes the lines of files that were given up, and of those that can no longer be undone, and marks interrupted imports. It
// must be called periodically.
func (s *Service) Sweep(ctx context.Context) error {
	busy, err := running(ctx, s.db)
	if err != nil {
		return err
	}
	for _, im := range busy {
		if _, err := s.interruptLost(ctx, im); err != nil {
			return err
		}
	}
	for {
		id, err := expired(ctx, s.db, db.InstantOf(s.now().Add(-keepTime)), db.InstantOf(s.now().Add(-undoTime)))
		if err != nil || id == 0 {
			return err
		}
		if err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return remove(ctx, tx, id) }); err != nil {
			return err
		}
	}
}

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "import", RecordID: strconv.FormatInt(id, 10),
		Changes: changes})
}
