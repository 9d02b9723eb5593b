package leaverequests

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
)

// Employee is an employee for whom the actor may request leave.
type Employee struct {
	ID         int64
	Name       string
	Supervisor string // the name; empty: none, or not read
}

// FindEmployees returns the live employees in the actor's scope whose name or payroll number matches a text, sorted by name, at
// most as many as rows says, and how many match. It is injected, because package employees depends on this one.
type FindEmployees func(ctx context.Context, by auth.Actor, text string, rows int64) (found []Employee, all int64, err error)

// Employee returns a live employee in the actor's scope: those for whom Create accepts a request.
func (s *Service) Employee(ctx context.Context, by auth.Actor, id int64) (Employee, error) {
	return employeeByID(ctx, s.db, by, id)
}

// RequestedByOthers returns who created those requests of the actor that the actor did not create, by the id of the request.
func (s *Service) RequestedByOthers(ctx context.Context, by auth.Actor, own []LeaveRequest) (map[int64]string, error) {
	ids := make([]int64, len(own))
	for i, r := range own {
		ids[i] = r.ID
	}
	creators, err := audit.Creators(ctx, s.db, "leave_request", ids)
	names := map[int64]string{}
	for id, who := range creators {
		if who.PersonID != by.PersonID {
			names[id] = who.Name
		}
	}
	return names, err
}
