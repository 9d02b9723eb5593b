package timesheets

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// Lines are the lines that another feature stores for sheets: shifts or expenses. When the methods are called, the sheet and
// its employee are locked.
type Lines interface {
	// ArchiveLines archives the live lines of the sheet.
	ArchiveLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet Timesheet, at db.Instant) error
	// RestoreLines restores the lines that were archived together with the sheet, at that time, or fails with the reason. The
	// sheet is live again.
	RestoreLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet Timesheet, archived, at db.Instant) error
	// MoveLines moves the live lines of the sheet to another employee, or fails with the reason.
	MoveLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet Timesheet, employeeID int64, at db.Instant) error
	// AgeLines archives the live lines of the sheets, which still count in their periods, and returns their number; name is
	// their name in the audit log: "shifts".
	AgeLines(ctx context.Context, tx *db.Tx, sheets []int64, at db.Instant) (name string, n int64, err error)
	// CheckSubmit fails with the reason why the lines of the sheet cannot be submitted.
	CheckSubmit(ctx context.Context, tx *db.Tx, sheet Timesheet) error
}

// Service stores timesheets. Admin, payroll, the owner and the owner's supervisors see a sheet and may change it; for anyone
// else it is NotFound.
type Service struct {
	db      *db.DB
	now     func() time.Time
	lines   []Lines
	changes *ratelimit.ByKey // by person: their own sheets that they submit and withdraw
}

// NewService makes the service with the features that store lines: shifts.Lines, expenses.Lines.
func NewService(d *db.DB, now func() time.Time, lines ...Lines) *Service {
	return &Service{d, now, lines, ratelimit.ChangesByPerson()}
}

// Filter selects sheets (C7); zero values select all.
type Filter struct {
	After      int64      // only larger ids
	Since      db.Instant // only sheets changed at or after
	Rows       int64      // at most this many
	EmployeeID int64
	Approved   *bool
	From, To   db.Day // only sheets with a live line dated in these days, both included
}

// Get returns one live sheet in the actor's scope.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Timesheet, error) {
	return byID(ctx, s.db, by, id)
}

// Each calls each for the live sheets in the actor's scope, in the order of their ids.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Timesheet) error) error {
	return list(ctx, s.db, by, f, each)
}

// Create saves a new sheet of a live employee in the actor's scope. Only those who may approve the employee's time can create
// it as approved (W8).
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (t Timesheet, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "employees", n.EmployeeID); err != nil {
			return err
		}
		if err := checkEmployee(ctx, tx, by, n.EmployeeID); err != nil {
			return err
		}
		if n.Approved && !MayApprove(by, n.EmployeeID) {
			return ErrNotApprover()
		}
		if t, err = create(ctx, tx, by, n.EmployeeID, db.Day{}, s.at()); err != nil {
			return err
		}
		if n.Approved {
			t, err = decide(ctx, tx, by, t, Decision{Approved: true}, s.at())
		}
		return err
	})
	return t, err
}

// checkEmployee returns a field error if the employee does not exist for the actor.
func checkEmployee(ctx context.Context, tx *db.Tx, by auth.Actor, employeeID int64) error {
	ok, err := employeeInScope(ctx, tx, by, employeeID)
	if err == nil && !ok {
		return errs.InvalidField("employee_id", "not_found", "There is no such employee.")
	}
	return err
}

// Update changes fields of a sheet. An approval is withdrawn before the sheet is moved, and given after it.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (t Timesheet, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var to []int64
		if c.EmployeeID != nil {
			to = []int64{*c.EmployeeID}
		}
		if t, err = loadVersion(ctx, tx, by, id, expect, to...); err != nil {
			return err
		}
		if c.Approved != nil && *c.Approved != t.Approved && !MayApprove(by, t.EmployeeID) {
			return ErrNotApprover()
		}
		if c.Approved != nil && !*c.Approved && t.Approved {
			if t, err = decide(ctx, tx, by, t, Decision{}, s.at()); err != nil {
				return err
			}
		}
		if c.EmployeeID != nil && *c.EmployeeID != t.EmployeeID {
			if t, err = s.move(ctx, tx, by, t, *c.EmployeeID); err != nil {
				return err
			}
		}
		if c.Approved != nil && *c.Approved && !t.Approved { // the value that stands is no approval (W8)
			if !MayApprove(by, t.EmployeeID) { // the sheet may belong to another employee now
				return ErrNotApprover()
			}
			t, err = decide(ctx, tx, by, t, Decision{Approved: true}, s.at())
		}
		return err
	})
	return t, err
}

// move moves the sheet (Timesheet.MoveTo) and its lines to another employee, who is locked.
func (s *Service) move(ctx context.Context, tx *db.Tx, by auth.Actor, t Timesheet, employeeID int64) (Timesheet, error) {
	moved, err := t.MoveTo(by, employeeID)
	if err != nil {
		return t, err
	}
	if err := checkEmployee(ctx, tx, by, employeeID); err != nil {
		return t, err
	}
	after, err := save(ctx, tx, moved, s.at())
	if db.IsUnique(err, "timesheets_employee_id_period_start") {
		return t, errs.Conflict("timesheet_exists", "There’s already a timesheet for this period.")
	}
	if err != nil {
		return t, err
	}
	for _, l := range s.lines {
		if err := l.MoveLines(ctx, tx, by, t, employeeID, s.at()); err != nil {
			return t, err
		}
	}
	return after, recordAudit(ctx, tx, stamp{by, s.at()}, "updated", audit.Diff(t, after), t.ID)
}

// loadVersion returns the sheet if it has the version that the caller expects, with its employee and others locked.
func loadVersion(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect *int64, others ...int64) (Timesheet, error) {
	t, err := Lock(ctx, tx, by, id, others...)
	if err == nil && expect != nil && *expect != t.Version {
		return t, errs.Stale()
	}
	return t, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// stamp is the author and the time of a change.
type stamp struct {
	by auth.Actor
	at db.Instant
}

// notify sends the notifications of the same event for each of the sheets (W15).
func notify(ctx context.Context, tx *db.Tx, by stamp, kind notifications.Kind, change notifications.Change, ids ...int64) error {
	if len(ids) == 0 {
		return nil
	}
	records, err := Records(ctx, tx, ids...)
	if err != nil {
		return err
	}
	return notifications.Notify(ctx, tx, notifications.Event{At: by.at, By: by.by, Kind: kind, Records: records,
		Data: notifications.Data{Change: change}})
}

// recordAudit writes an audit entry with the same changes for each of the sheets (C12). Those of a deputy say for whom.
func recordAudit(ctx context.Context, tx *db.Tx, by stamp, action string, changes audit.Changes, ids ...int64) error {
	entries := make([]audit.Entry, len(ids))
	for i, id := range ids {
		entries[i] = by.entry(action, changes, id)
	}
	if len(by.by.StandsInFor) == 0 { // so that nobody else's change reads the owners
		return audit.Record(ctx, tx, entries...)
	}
	employees, err := ownersOf(ctx, tx, ids)
	if err != nil {
		return err
	}
	owners := make([]int64, len(ids))
	for i, id := range ids {
		owners[i] = employees[id]
	}
	return auth.RecordFor(ctx, tx, by.by, owners, entries...)
}

// entry returns an entry of the audit log about a sheet.
func (by stamp) entry(action string, changes audit.Changes, id int64) audit.Entry {
	return audit.Entry{At: by.at, Who: by.by.Who(), Action: action, Kind: "timesheet", RecordID: strconv.FormatInt(id, 10), TimesheetID: id,
		Changes: changes}
}

// Named says which timesheet, shift or expense an id belongs to, for texts about it.
type Named struct {
	ID       int64
	Employee string
	Day      db.Day // of a line; of a sheet, the first of its period, or zero if it belongs to none
}

// Named returns the names of sheets in the actor's scope, live or archived.
func (s *Service) Named(ctx context.Context, by auth.Actor, ids []int64) ([]Named, error) {
	return named(ctx, s.db, by, ids)
}
