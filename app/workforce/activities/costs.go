package activities

import (
	"context"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// HourlyCost is what an hour of an employee costs from a day on, until the next one.
type HourlyCost struct {
	From  db.Day
	Cents int64
}

const maxCost = 1_000_000 // cents

// Costs returns the hourly costs of an employee, the latest first. Payroll and administrators alone read and set them.
func (s *Service) Costs(ctx context.Context, by auth.Actor, employeeID int64) (name string, list []HourlyCost, err error) {
	if !by.SeesAll() {
		return "", nil, errs.Forbidden("not_allowed", "Only admin and payroll read hourly costs.")
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if name, err = employeeName(ctx, q, by, employeeID); err != nil {
			return err
		}
		list, err = costs(ctx, q, employeeID)
		return err
	})
	return name, list, err
}

// SetCost sets the hourly cost of an employee from a day on; 0 cents take back what was set from that day on.
func (s *Service) SetCost(ctx context.Context, by auth.Actor, employeeID int64, c HourlyCost) (list []HourlyCost, err error) {
	if !by.SeesAll() {
		return nil, errs.Forbidden("not_allowed", "Only admin and payroll set hourly costs.")
	}
	var faults errs.Fields
	if c.From.IsZero() {
		faults.Add("from_day", "required", "This field is required.")
	}
	if c.Cents < 0 || c.Cents > maxCost {
		faults.Add("amount", "hourly_cost", "Expected at most 10,000 dollars.")
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "employees", employeeID); err != nil {
			return err
		}
		if _, err := employeeName(ctx, tx, by, employeeID); err != nil {
			return err
		}
		old, err := costs(ctx, tx, employeeID)
		if err != nil {
			return err
		}
		if err := setCost(ctx, tx, employeeID, c, s.at()); err != nil {
			return err
		}
		if list, err = costs(ctx, tx, employeeID); err != nil {
			return err
		}
		return auth.RecordFor(ctx, tx, by, []int64{employeeID}, audit.Entry{At: s.at(), Who: by.Who(), Action: "updated", Kind: "hourly_cost",
			RecordID: strconv.FormatInt(employeeID, 10), Changes: audit.Changes{"from_day": {nil, c.From.String()},
				"amount": {dollarsOrNil(old, c.From), dollarsOrNil(list, c.From)}}})
	})
	return list, err
}

func dollarsOrNil(list []HourlyCost, from db.Day) any {
	for _, c := range list {
		if c.From == from {
			return float64(c.Cents) / 100
		}
	}
	return nil
}
