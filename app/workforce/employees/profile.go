package employees

import (
	"context"
	"slices"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/db"
)

// Maximum numbers of rows on a profile.
const (
	profileReports = 24
	profileHistory = 50
)

// Profile is an employee with supervisors, reports and history.
type Profile struct {
	Employee
	Above   []NamedEmployee // supervisors, the nearest first
	Reports []NamedEmployee // direct and live, sorted by name, the first few
	History []audit.Entry
	Names   map[int64]string // of the supervisors in the audit log
}

// Profile returns an employee in the actor's scope, live or archived.
func (s *Service) Profile(ctx context.Context, by auth.Actor, id int64) (p Profile, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if p.Employee, err = liveOrArchivedByID(ctx, q, by, id); err != nil {
			return err
		}
		if p.Above, err = listSupervisorsAbove(ctx, q, id); err != nil {
			return err
		}
		if p.Reports, err = listReports(ctx, q, id, profileReports+1); err != nil {
			return err
		}
		if p.History, err = audit.History(ctx, q, "employee", strconv.FormatInt(id, 10), profileHistory); err != nil {
			return err
		}
		p.Names, err = supervisorsIn(ctx, q, p.History)
		return err
	})
	return p, err
}

// supervisorsIn returns the names of the supervisors in a history, by id.
func supervisorsIn(ctx context.Context, q db.Queryer, trail []audit.Entry) (map[int64]string, error) {
	var list []int64
	for _, e := range trail {
		for _, v := range e.Changes["supervisor_id"] {
			if id, ok := v.(float64); ok && !slices.Contains(list, int64(id)) {
				list = append(list, int64(id))
			}
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	known, err := listNames(ctx, q, list)
	m := make(map[int64]string, len(known))
	for _, n := range known {
		m[n.ID] = n.Name
	}
	return m, err
}
