package employees

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/leavebalances"
	"presence/db"
)

// Service stores the employees. Admin and payroll change them; everyone sees their own record and those of the employees below
// them.
type Service struct {
	db       *db.DB
	accounts *auth.Service  // invites people to sign in
	zone     *time.Location // of the company, for the date of today (W11)
	now      func() time.Time

	// WorkDaysChanged is called, in the transaction that saves, for new employees and for those whose first or last work day changes; nil:
	// nothing depends on them.
	WorkDaysChanged func(ctx context.Context, tx *db.Tx, list []leavebalances.Employment) error
	// SupervisorLeft is called, in the transaction that archives an employee or moves the last of their live reports, with who gets these
	// (0: no other supervisor, or several) once they are moved; nil: nothing else belongs to a supervisor.
	SupervisorLeft func(ctx context.Context, tx *db.Tx, by auth.Actor, from, to int64) error
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, zone *time.Location, accounts *auth.Service) *Service {
	return &Service{db: d, accounts: accounts, zone: zone, now: now}
}

// Filter selects records (C7); zero values select all.
type Filter struct {
	After        int64      // only larger ids
	Since        db.Instant // only records changed at or after
	Rows         int64      // at most this many
	SupervisorID int64      // only direct reports
	CompanyCode  int64
	UserID       string // UUID, lower case
	Email        string // normalized by auth.CleanEmail
}

// Get returns one live record in the actor's scope.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Employee, error) {
	return byID(ctx, s.db, by, id)
}

// Each calls each for the live records in the actor's scope, in the order of their ids.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Employee) error) error {
	return list(ctx, s.db, by, f, each)
}

// Create saves a new record and links it to its person (W17). It fails with the conflict "person_taken" when the person has a
// record already. A last work day in the past is accepted: the next ArchiveDue archives the record.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (e Employee, err error) {
	if err := requireWriter(by); err != nil {
		return e, err
	}
	if err := n.Validate().Err(); err != nil {
		return e, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.ensurePerson(ctx, tx, by, n.UserID, n.Email, n.FirstName+" "+n.LastName); err != nil {
			return err
		}
		if e, err = insert(ctx, tx, n, s.at()); err != nil {
			return err
		}
		if err := s.workDaysChanged(ctx, tx, savedRecord{after: e}); err != nil {
			return err
		}
		return audit.Record(ctx, tx, s.auditEntry(by, "created", e.ID, audit.Diff(nil, e)))
	})
	return e, err
}

// Update changes fields of a live or archived record. A change of the last work day may archive or restore it (W11). When it is
// archived, its reports move to its supervisor and the person's sessions and tokens end; restoring undoes neither.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (e Employee, err error) {
	if err := requireWriter(by); err != nil {
		return e, err
	}
	if err := c.Validate().Err(); err != nil {
		return e, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, above, err := s.lock(ctx, tx, by, update{id, expect, c})
		if err != nil {
			return err
		}
		if e, err = s.applyChanges(ctx, tx, by, old, above, c); err != nil {
			return err
		}
		return audit.Record(ctx, tx, s.auditEntry(by, actionOf(old, e), id, audit.Diff(old, e)))
	})
	return e, err
}

// Delete archives a live record; its reports move to its supervisor, and the person's sessions and tokens end.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) error {
	if err := requireWriter(by); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, above, err := s.lock(ctx, tx, by, update{id, expect, Changes{LastWorkDay: new(db.Day)}})
		if err != nil {
			return err
		}
		if old.Archived() {
			return errs.NotFound("employee")
		}
		e := old
		e.ArchivedAt, e.ArchivedReason = s.at(), Deleted
		if _, err = s.saveRecord(ctx, tx, by, above, old, e); err != nil {
			return err
		}
		return audit.Record(ctx, tx, s.auditEntry(by, "archived", id, audit.Changes{}))
	})
}

// requireWriter checks the role. It repeats the access rule of the routes for callers that are not routes.
func requireWriter(by auth.Actor) error {
	if !by.SeesAll() {
		return errs.Forbidden("not_allowed", "Only admin and payroll change employee records.")
	}
	return nil
}

// savedRecord is a record before and after it is saved; before is zero for a new one.
type savedRecord struct{ before, after Employee }

// workDaysChanged calls WorkDaysChanged for the records that are new, or whose work days change.
func (s *Service) workDaysChanged(ctx context.Context, tx *db.Tx, saved ...savedRecord) error {
	var list []leavebalances.Employment
	for _, c := range saved {
		if c.before.FirstWorkDay != c.after.FirstWorkDay || c.before.LastWorkDay != c.after.LastWorkDay {
			list = append(list, leavebalances.Employment{EmployeeID: c.after.ID, First: c.after.FirstWorkDay, Last: c.after.LastWorkDay,
				FormerFirst: c.before.FirstWorkDay, FormerLast: c.before.LastWorkDay})
		}
	}
	if s.WorkDaysChanged == nil || len(list) == 0 {
		return nil
	}
	return s.WorkDaysChanged(ctx, tx, list)
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) today() db.Day { return db.DayOf(s.now().In(s.zone)) }

func (s *Service) auditEntry(by auth.Actor, action string, id int64, changes audit.Changes) audit.Entry {
	return audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "employee", RecordID: strconv.FormatInt(id, 10), Changes: changes}
}

// Archived returns one archived record in the actor's scope.
func (s *Service) Archived(ctx context.Context, by auth.Actor, id int64) (Employee, archival.State, error) {
	return archivedByID(ctx, s.db, by, id)
}

// Hiring is the input of Hire.
type Hiring struct {
	New
	SupervisorID int64 // 0: none
	Invite       bool  // invites a person who cannot sign in yet, if messages can be sent
}

// Hire is Create with the person given by e-mail address: the record belongs to the person who signs in with that address, or
// to a new person (W17). The supervisor is set and the person invited in the same transaction.
func (s *Service) Hire(ctx context.Context, by auth.Actor, h Hiring) (e Employee, err error) {
	if err := requireWriter(by); err != nil {
		return Employee{}, err
	}
	if h.UserID, err = auth.RecordUserID(ctx, s.db, h.Email); err != nil {
		return e, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, _ *db.Tx) error {
		if e, err = s.Create(ctx, by, h.New); err != nil {
			return err
		}
		if h.SupervisorID != 0 {
			if e, err = s.Update(ctx, by, e.ID, nil, Changes{SupervisorID: &h.SupervisorID}); err != nil {
				return err
			}
		}
		if !h.Invite || !s.accounts.MailConfigured() {
			return nil
		}
		return s.accounts.InviteNew(ctx, by, e.UserID)
	})
	return e, err
}

// Restore restores an archived record and removes its last work day (W11).
func (s *Service) Restore(ctx context.Context, by auth.Actor, id int64, expect *int64) (Employee, error) {
	if e, err := liveOrArchivedByID(ctx, s.db, by, id); err != nil || !e.Archived() {
		if err == nil {
			err = errs.Conflict("not_archived", "This record isn’t archived.")
		}
		return Employee{}, err
	}
	return s.Update(ctx, by, id, expect, Changes{LastWorkDay: new(db.Day)})
}

// Names returns the names of employees in the actor's scope, live or archived, by their ids.
func (s *Service) Names(ctx context.Context, by auth.Actor, ids []int64) (map[int64]string, error) {
	return names(ctx, s.db, by, ids)
}
