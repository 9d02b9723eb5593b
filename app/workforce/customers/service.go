package customers

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Service stores the customers. Admin and payroll change them; the routes' access rules admit also those who run events to read
// them.
type Service struct {
	db       *db.DB
	now      func() time.Time
	language i18n.Lang // of the people of new records; empty: French
}

// NewService makes the service. language is that of the people of new records; empty: French.
func NewService(d *db.DB, now func() time.Time, language i18n.Lang) *Service {
	return &Service{db: d, now: now, language: language}
}

// Filter selects customers (C7); zero values select all.
type Filter struct {
	After     int64      // only larger ids
	Since     db.Instant // only records changed at or after
	Rows      int64      // at most this many
	UserID    string     // UUID, lower case
	InvoiceID int64
	Email     string // normalized by auth.CleanEmail
}

// Get returns one live record.
func (s *Service) Get(ctx context.Context, id int64) (Customer, error) { return byID(ctx, s.db, id) }

// Each calls each for the live records, in the order of their ids.
func (s *Service) Each(ctx context.Context, f Filter, each func(Customer) error) error {
	return list(ctx, s.db, f, each)
}

// Search returns one page of the live records that match, sorted by name.
func (s *Service) Search(ctx context.Context, criteria Search) (r SearchResult, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		r, err = search(ctx, q, criteria)
		return err
	})
	return r, err
}

// Account returns the person of a live record.
func (s *Service) Account(ctx context.Context, id int64) (Account, error) {
	return accountOf(ctx, s.db, id)
}

// Add is Create with the person given by e-mail address: the record belongs to the person who signs in with that address, or to
// a new person (W17).
func (s *Service) Add(ctx context.Context, by auth.Actor, n New) (c Customer, err error) {
	if err := requireWriter(by); err != nil {
		return c, err
	}
	if n.UserID, err = auth.RecordUserID(ctx, s.db, n.Email); err != nil {
		return c, err
	}
	return s.Create(ctx, by, n)
}

// Create saves a new record and links it to its person (W17). It fails with the conflict "customer_taken" when the person has a
// live record already.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (c Customer, err error) {
	if err := requireWriter(by); err != nil {
		return c, err
	}
	if err := n.Validate().Err(); err != nil {
		return c, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.ensurePerson(ctx, tx, by, n); err != nil {
			return err
		}
		if c, err = insert(ctx, tx, n, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "created", c, audit.Diff(nil, c))
	})
	return c, err
}

// Update changes fields of a customer.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, changes Changes) (c Customer, err error) {
	if err := requireWriter(by); err != nil {
		return c, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := loadVersion(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		n := old.withChanges(changes)
		if err := n.Validate().Err(); err != nil {
			return err
		}
		if n.UserID != old.UserID {
			if err := s.ensurePerson(ctx, tx, by, n); err != nil {
				return err
			}
		}
		if c, err = save(ctx, tx, id, n, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "updated", c, audit.Diff(old, c))
	})
	return c, err
}

// Delete archives a record and returns it as it was before.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) (c Customer, err error) {
	if err := requireWriter(by); err != nil {
		return c, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if c, err = loadVersion(ctx, tx, id, expect); err != nil {
			return err
		}
		if err := archive(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "archived", c, nil)
	})
	return c, err
}

// Restore undoes Delete. expect is the version after it, which makes sure that it is the last change. It fails with the conflict
// "customer_taken" when the person has been given another record since.
func (s *Service) Restore(ctx context.Context, by auth.Actor, id int64, expect *int64) (c Customer, err error) {
	if err := requireWriter(by); err != nil {
		return c, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "customers", id); err != nil {
			return err
		}
		if c, err = archivedByID(ctx, tx, id); err != nil {
			return err
		}
		if expect != nil && *expect != c.Version {
			return errs.Stale()
		}
		if c, err = restore(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "restored", c, nil)
	})
	return c, err
}

// requireWriter checks the role. It repeats the access rule of the routes for callers that are not routes.
func requireWriter(by auth.Actor) error {
	if !by.SeesAll() {
		return errs.Forbidden("not_allowed", "Only admin and payroll change customer records.")
	}
	return nil
}

// ensurePerson creates the person with that id if there is none.
func (s *Service) ensurePerson(ctx context.Context, tx *db.Tx, by auth.Actor, n New) error {
	_, err := auth.EnsurePerson(ctx, tx, by, s.at(),
		auth.RecordPerson{UserID: n.UserID, Email: n.Email, Name: n.FirstName + " " + n.LastName, Language: s.language})
	return taken(err)
}

// loadVersion returns the live record if it has the version that the caller expects.
func loadVersion(ctx context.Context, tx *db.Tx, id int64, expect *int64) (Customer, error) {
	if err := tx.LockRows(ctx, "customers", id); err != nil {
		return Customer{}, err
	}
	c, err := byID(ctx, tx, id)
	if err == nil && expect != nil && *expect != c.Version {
		err = errs.Stale()
	}
	return c, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, c Customer, changes audit.Changes) error {
	return audit.Record(ctx, tx, s.auditEntry(by, action, c.ID, changes))
}

// Names returns the names of customers, live or archived, by their ids.
func (s *Service) Names(ctx context.Context, ids []int64) (map[int64]string, error) {
	return names(ctx, s.db, ids)
}
