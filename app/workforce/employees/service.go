package employees

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service keeps the employees. Admin and payroll change them; everyone sees the own record and the subtree below it.
type Service struct {
	db   *db.DB
	zone *time.Location // the company's: "today" is there (W11)
	now  func() time.Time
}

// NewService wires the service.
func NewService(d *db.DB, zone *time.Location, now func() time.Time) *Service {
	return &Service{d, zone, now}
}

// Filter narrows a list (C7); zero values do not.
type Filter struct {
	After        int64      // only larger ids
	Since        db.Instant // only records changed at or after
	Rows         int64      // at most so many
	SupervisorID int64      // only direct reports
	CompanyCode  int64
	UserID       string // UUID, lower case
	Email        string // as auth.CleanEmail spells it
}

// Get is one live record in the actor's scope.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Employee, error) {
	return byID(ctx, s.db, by, id)
}

// Each calls each for the live records in the actor's scope, in the order of their ids.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Employee) error) error {
	return list(ctx, s.db, by, f, each)
}

// Create keeps a new record and gives it its person (W17); one who has a record already is a conflict "person_taken".
// A last work day that has passed is kept like any other: the next ArchiveDue moves the record.
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
		return audit.Record(ctx, tx, s.auditEntry(by, "created", e.ID, audit.Diff(nil, e)))
	})
	return e, err
}

// Update changes the fields named, of a live or an archived record, and archives or restores it as the last work day
// says (W11). The reports of an archived employee move up to the supervisor, so that the tree keeps no dead branch, and
// what the person had open ends; restoring brings back neither.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (e Employee, err error) {
	if err := requireWriter(by); err != nil {
		return e, err
	}
	if err := c.Validate().Err(); err != nil {
		return e, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, above, err := s.lock(ctx, tx, id, expect, c)
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

// Delete moves a live record to the archive; the reports move up, and what the person had open ends.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) error {
	if err := requireWriter(by); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, _, err := s.lock(ctx, tx, id, expect, Changes{LastWorkDay: new(db.Day)})
		if err != nil {
			return err
		}
		if old.Archived() {
			return errs.NotFound("employee")
		}
		e := old
		e.ArchivedAt, e.ArchivedReason = s.at(), Deleted
		if _, err = s.saveRecord(ctx, tx, by, old, e); err != nil {
			return err
		}
		return audit.Record(ctx, tx, s.auditEntry(by, "archived", id, audit.Changes{}))
	})
}

// requireWriter repeats the rule of the routes for every other way in.
func requireWriter(by auth.Actor) error {
	if !by.SeesAll() {
		return errs.Forbidden("not_allowed", "Only admin and payroll change employee records.")
	}
	return nil
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) today() db.Day { return db.DayOf(s.now().In(s.zone)) }

func (s *Service) auditEntry(by auth.Actor, action string, id int64, changes audit.Changes) audit.Entry {
	return audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "employee", RecordID: strconv.FormatInt(id, 10), Changes: changes}
}

// Archived is one record in the archive, of those in the actor's scope.
func (s *Service) Archived(ctx context.Context, by auth.Actor, id int64) (Employee, archival.State, error) {
	return archivedByID(ctx, s.db, by, id)
}
