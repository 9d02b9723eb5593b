package mytime

import (
	"context"
	"maps"

	"presence/app/platform/audit"
	"presence/app/workforce/activities"
	"presence/db"
)

// readJobs reads the activities, and the customers of the lines.
func readJobs(ctx context.Context, q db.Queryer, f *PeriodView) (err error) {
	if f.Jobs.Activities, err = activities.All(ctx, q); err != nil {
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

// readFormJobs reads which customers the forms offer.
func (s *Service) readFormJobs(ctx context.Context, f *PeriodView) (err error) {
	if f.Jobs.HasCustomers, err = activities.HasCustomers(ctx, s.db); err != nil || !f.Jobs.HasCustomers {
		return err
	}
	f.Jobs.Recent, err = activities.RecentCustomers(ctx, s.db, f.Owner.ID)
	return err
}

// readPastJobs adds the customers whom only the history names.
func (s *Service) readPastJobs(ctx context.Context, f *PeriodView, history []audit.Entry) error {
	var ids []int64
	for _, e := range history {
		for _, value := range e.Changes["customer_id"] {
			if id, is := value.(float64); is {
				ids = append(ids, int64(id))
			}
		}
	}
	found, err := activities.Customers(ctx, s.db, ids)
	maps.Copy(f.Jobs.Customers, found)
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
