package mytime

import (
	"context"

	"presence/app/workforce/activities"
	"presence/db"
)

func readJobs(ctx context.Context, q db.Queryer, f *PeriodView) (err error) {
	if f.Jobs.Activities, err = activities.All(ctx, q); err != nil {
		return err
	}
	if f.Jobs.HasCustomers, err = activities.HasCustomers(ctx, q); err != nil || !f.Jobs.HasCustomers && len(f.Jobs.Activities) == 0 {
		return err
	}
	if f.Jobs.Recent, err = activities.RecentCustomers(ctx, q, f.Owner.ID); err != nil {
		return err
	}
	var ids []int64
	add := func(id int64) {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	for _, days := range [][]Day{f.Days[:], f.Before[:]} {
		for _, d := range days {
			for _, s := range d.Shifts {
				add(s.Job.CustomerID)
			}
			for _, e := range d.Expenses {
				add(e.Job.CustomerID)
			}
		}
	}
	for _, s := range f.Sheets {
		for _, c := range s.Changed {
			if c.Before != nil {
				add(c.Before.CustomerID)
			}
		}
	}
	f.Jobs.Customers, err = activities.Customers(ctx, q, ids)
	return err
}

// customer returns a customer, live or archived; the zero value if there is none.
func (s *Service) customer(ctx context.Context, id int64) (activities.Customer, error) {
	found, err := activities.Customers(ctx, s.db, []int64{id})
	return found[id], err
}

// findCustomers returns the live customers that a text means.
func (s *Service) findCustomers(ctx context.Context, text string) ([]activities.Customer, error) {
	return activities.FindCustomers(ctx, s.db, text)
}
