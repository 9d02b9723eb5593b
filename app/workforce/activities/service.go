package activities

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service stores the activities. Everybody who signs in reads them; the routes' access rules admit only admin and payroll to change them.
type Service struct {
	db  *db.DB
	now func() time.Time
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time) *Service { return &Service{d, now} }

// Filter selects activities (C7).
type Filter struct {
	After int64      // only larger ids
	Since db.Instant // only records changed at or after
	Rows  int64      // at most this many
}

// Get returns one live activity.
func (s *Service) Get(ctx context.Context, id int64) (Activity, error) { return byID(ctx, s.db, id) }

// Each calls each for the live activities in the order of their ids.
func (s *Service) Each(ctx context.Context, f Filter, each func(Activity) error) error {
	return list(ctx, s.db, f, each)
}

// Create saves a new activity.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (a Activity, err error) {
	if err := n.Validate().Err(); err != nil {
		return a, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := checkCode(ctx, tx, 0, n.Code); err != nil {
			return err
		}
		if a, err = insert(ctx, tx, n, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "created", a.ID, audit.Diff(nil, a))
	})
	return a, err
}

// checkCode fails if another live activity has a code, in upper or lower case. One that is saved at the same time waits.
func checkCode(ctx context.Context, tx *db.Tx, self int64, code string) error {
	if err := tx.SerializeBy(ctx, "codes of activities"); err != nil {
		return err
	}
	taken, err := hasCode(ctx, tx, self, code)
	if err == nil && taken {
		err = errs.Conflict("duplicate", "Another activity already has this code.")
	}
	return err
}

// Update changes fields of an activity.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (a Activity, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := loadVersion(ctx, tx, id, expect)
		if err != nil {
			return err
		}
		n := old.withChanges(c)
		if err := n.Validate().Err(); err != nil {
			return err
		}
		if n.Code != old.Code {
			if err := checkCode(ctx, tx, id, n.Code); err != nil {
				return err
			}
		}
		if a, err = save(ctx, tx, id, n, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "updated", id, audit.Diff(old, a))
	})
	return a, err
}

// Delete archives an activity; what was entered under it does not change.
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

func loadVersion(ctx context.Context, tx *db.Tx, id int64, expect *int64) (Activity, error) {
	if err := tx.LockRows(ctx, "activities", id); err != nil {
		return Activity{}, err
	}
	a, err := byID(ctx, tx, id)
	if err == nil && expect != nil && *expect != a.Version {
		err = errs.Stale()
	}
	return a, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "activity", RecordID: strconv.FormatInt(id, 10),
		Changes: changes})
}

// Codes returns the codes of activities, live or archived, by their ids.
func (s *Service) Codes(ctx context.Context, ids []int64) (map[int64]string, error) {
	return codes(ctx, s.db, ids)
}

// CheckJob adds the errors of the job of a line: what it names anew must be a live record, and stays one until the end of the transaction.
// What the line named before may have been archived meanwhile.
func CheckJob(ctx context.Context, tx *db.Tx, faults *errs.Fields, job, old Job) error {
	for _, x := range []struct {
		id, old      int64
		table, field string
		detail       string
	}{
		{job.CustomerID, old.CustomerID, "customers", "customer_id", "There is no such customer."},
		{job.ActivityID, old.ActivityID, "activities", "activity_id", "There is no such activity."},
	} {
		if x.id == 0 || x.id == x.old {
			continue
		}
		live, err := isLive(ctx, tx, x.table, x.id)
		if err != nil {
			return err
		}
		if !live {
			faults.Add(x.field, "not_found", x.detail)
		}
	}
	return nil
}
