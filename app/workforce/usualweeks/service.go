package usualweeks

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/bankcodes"
	"presence/db"
)

// Kind is the kind of record in the audit log.
const Kind = "usual_week"

// Service stores usual weeks. A user who sees an employee may read theirs. Those who may approve the employee's time, payroll and
// administrators may set it.
type Service struct {
	db   *db.DB
	zone *time.Location
	now  func() time.Time
}

// NewService makes the service; zone is the company's.
func NewService(d *db.DB, now func() time.Time, zone *time.Location) *Service {
	return &Service{d, zone, now}
}

// View is the usual week of an employee, and what the reader may do with it.
type View struct {
	Week
	Name   string // of the employee
	MaySet bool   // the reader may change it
}

// Get returns the usual week of an employee in the actor's scope. One that was never saved is empty.
func (s *Service) Get(ctx context.Context, by auth.Actor, employeeID int64) (v View, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		v, err = s.view(ctx, q, by, employeeID)
		return err
	})
	return v, err
}

func (s *Service) view(ctx context.Context, q db.Queryer, by auth.Actor, employeeID int64) (v View, err error) {
	if v.Name, v.MaySet, err = employee(ctx, q, by, employeeID); err != nil {
		return v, err
	}
	found, err := Of(ctx, q, []int64{employeeID})
	if v.Week = found[employeeID]; v.Version == 0 {
		v.Week = Week{EmployeeID: employeeID, Weeks: 1, First: db.DayOf(s.now().In(s.zone)).Week()}
	}
	return v, err
}

// Codes returns the live codes of shifts.
func (s *Service) Codes(ctx context.Context) ([]bankcodes.BankCode, error) {
	codes, err := bankcodes.Live(ctx, s.db)
	return slices.DeleteFunc(codes, func(x bankcodes.BankCode) bool { return x.Category != bankcodes.ForShift }), err
}

// Set replaces the usual week of an employee. expect is the version that the caller has read; nil: any.
func (s *Service) Set(ctx context.Context, by auth.Actor, w Week, expect *int64) (v View, err error) {
	faults := w.validate()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "employees", w.EmployeeID); err != nil {
			return err
		}
		old, err := s.view(ctx, tx, by, w.EmployeeID)
		switch {
		case err != nil:
			return err
		case !old.MaySet:
			return errs.Forbidden("not_allowed", "Only those who approve the employee's time, payroll and administrators set the usual week.")
		case expect != nil && *expect != old.Version:
			return errs.Stale()
		}
		if err := checkCodes(ctx, tx, &faults, w, old.Week); err != nil {
			return err
		}
		if err := faults.FirstPerField().Err(); err != nil {
			return err
		}
		w.sort()
		if err := save(ctx, tx, w, db.InstantOf(s.now())); err != nil {
			return err
		}
		if v, err = s.view(ctx, tx, by, w.EmployeeID); err != nil {
			return err
		}
		return auth.RecordFor(ctx, tx, by, []int64{w.EmployeeID}, audit.Entry{At: db.InstantOf(s.now()), Who: by.Who(), Action: "updated",
			Kind: Kind, RecordID: strconv.FormatInt(w.EmployeeID, 10), Changes: audit.Diff(old.Week, v.Week)})
	})
	return v, err
}

// checkCodes adds errors of bank codes: those of a week that were not in the one before must be live, and of shifts.
func checkCodes(ctx context.Context, tx *db.Tx, faults *errs.Fields, w, old Week) error {
	codes, err := bankcodes.Live(ctx, tx)
	fits := map[int64]bool{}
	for _, c := range codes {
		fits[c.ID] = c.Category == bankcodes.ForShift
	}
	for _, s := range old.Shifts {
		fits[s.BankCodeID] = true
	}
	for i, s := range w.Shifts {
		if s.BankCodeID > 0 && !fits[s.BankCodeID] {
			faults.Add(fmt.Sprintf("shifts[%d].bank_code_id", i), "not_found", "There is no such pay code for shifts.")
		}
	}
	return err
}
