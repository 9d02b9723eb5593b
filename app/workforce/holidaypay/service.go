package holidaypay

import (
	"context"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Service reads what is paid for holidays: everyone who sees an employee sees it. Payroll and administrators decide whether it is paid.
type Service struct {
	db  *db.DB
	now func() time.Time
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time) *Service { return &Service{d, now} }

// Get returns one pay in the actor's scope.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Pay, error) {
	return byID(ctx, s.db, by, id)
}

// ByIDs returns those of the pays with these ids that are in the actor's scope.
func (s *Service) ByIDs(ctx context.Context, by auth.Actor, ids []int64) ([]Pay, error) {
	return byIDs(ctx, s.db, by, ids)
}

// Each calls each for the pays in the actor's scope, sorted by id.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Pay) error) error {
	return list(ctx, s.db, by, f, each)
}

// Update decides whether a holiday is paid to an employee. expect is the version that the caller has read; nil: any.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (p Pay, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := byID(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if old.EmployeeID == by.EmployeeID && by.Role != auth.Admin {
			return errs.Forbidden("own_holiday_pay", "Only a Presence administrator can change their own holiday pay.")
		}
		if err := tx.LockRows(ctx, "employees", old.EmployeeID); err != nil {
			return err
		}
		if old, err = byID(ctx, tx, by, id); err != nil {
			return err
		}
		if expect != nil && *expect != old.Version {
			return errs.Stale()
		}
		if c.Paid == nil || *c.Paid == !old.Unpaid {
			p = old
			return nil
		}
		at := db.InstantOf(s.now())
		if err := setUnpaid(ctx, tx, id, !*c.Paid, at); err != nil {
			return err
		}
		if p, err = byID(ctx, tx, by, id); err != nil {
			return err
		}
		return auth.RecordFor(ctx, tx, by, []int64{p.EmployeeID}, audit.Entry{At: at, Who: by.Who(), Action: "updated", Kind: Kind,
			RecordID: strconv.FormatInt(id, 10), Changes: audit.Diff(old, p)})
	})
	return p, err
}
