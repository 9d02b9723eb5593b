package bankcodes

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service stores the bank codes. Everyone may read them (C10); the routes' access rules admit only admin and payroll to change
// them.
type Service struct {
	db  *db.DB
	now func() time.Time
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time) *Service { return &Service{d, now} }

// Filter selects codes (C7).
type Filter struct {
	After    int64      // only larger ids
	Since    db.Instant // only records changed at or after
	Rows     int64      // at most this many
	Category Category   // "" for all
}

// Get returns one live code.
func (s *Service) Get(ctx context.Context, id int64) (BankCode, error) { return byID(ctx, s.db, id) }

// Each calls each for the live codes in the order of their ids.
func (s *Service) Each(ctx context.Context, f Filter, each func(BankCode) error) error {
	return list(ctx, s.db, f, each)
}

// Create saves a new code.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (b BankCode, err error) {
	if err := n.Validate().Err(); err != nil {
		return b, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if b, err = insert(ctx, tx, n, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "created", b.ID, audit.Diff(nil, b))
	})
	return b, err
}

// What a code that is in use keeps: with another category the records under it would be invalid, and with other dollars per kilometre the
// distances of its expenses, also those that are paid, would be others.
var (
	errCategoryInUse = errs.Conflict("bank_code_in_use", "Records are kept under this code: its category cannot change.")
	errRateInUse     = errs.Conflict("bank_code_in_use", "Expenses are kept under this code: its dollars per kilometre cannot change. "+
		"Make another code for the new rate.")
)

// Update changes fields of a code. Of a code that is in use, the category and the dollars per kilometre cannot change.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (b BankCode, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := loadVersion(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		n := old.withChanges(c)
		if err := n.Validate().Err(); err != nil {
			return err
		}
		if err := checkInUse(ctx, tx, old, n); err != nil {
			return err
		}
		if b, err = save(ctx, tx, id, n, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "updated", id, audit.Diff(old, b))
	})
	return b, err
}

// checkInUse fails if the code old is in use and keeps what n changes of it.
func checkInUse(ctx context.Context, tx *db.Tx, old BankCode, n New) error {
	var refusal error
	switch {
	case n.Category != old.Category:
		refusal = errCategoryInUse
	case n.perKilometre() != old.withChanges(Changes{}).perKilometre():
		refusal = errRateInUse
	default:
		return nil
	}
	used, err := inUse(ctx, tx, old.ID)
	if err == nil && used {
		err = refusal
	}
	return err
}

// Delete archives a code; records under it do not change.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := loadVersion(ctx, tx, id, expect); err != nil {
			return err
		}
		if err := archive(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "archived", id, audit.Changes{})
	})
}

// loadVersion returns the live code if it has the version that the caller expects.
func loadVersion(ctx context.Context, tx *db.Tx, id int64, expect *int64) (BankCode, error) {
	if err := tx.LockRows(ctx, "bank_codes", id); err != nil {
		return BankCode{}, err
	}
	b, err := byID(ctx, tx, id)
	if err == nil && expect != nil && *expect != b.Version {
		return b, errs.Stale()
	}
	return b, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "bank_code", RecordID: strconv.FormatInt(id, 10),
		Changes: changes})
}

// Codes returns the text of codes, live or archived, by their ids.
func (s *Service) Codes(ctx context.Context, ids []int64) (map[int64]string, error) {
	return codes(ctx, s.db, ids)
}
