package employees

import (
	"context"
	"maps"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// reportingLine is a part of the tree of supervisors: it contains some employees and every supervisor above them.
type reportingLine map[int64]lineMember

type lineMember struct {
	supervisor int64 // 0: none
	archived   bool
}

// lockReportingLine locks the employees and everyone above them, and returns their supervisors. Every change of an employee's
// supervisor needs that lock, so the line cannot change before the end of the transaction: of two updates that would together
// create a cycle, the second sees the first. SQLite has a single writer and needs no lock.
func lockReportingLine(ctx context.Context, tx *db.Tx, from ...int64) (reportingLine, error) {
	var held []int64
	for {
		c, err := readReportingLine(ctx, tx, from)
		if err != nil {
			return nil, err
		}
		people := slices.Sorted(maps.Keys(c))
		if tx.Dialect().OneWriter() || !slices.ContainsFunc(people, func(id int64) bool { return !slices.Contains(held, id) }) {
			return c, nil
		}
		if err := tx.LockRows(ctx, "employees", people...); err != nil {
			return nil, err
		}
		held = people
	}
}

// validateSupervisor adds an error if employee id cannot report to supervisor (0: none, which is always valid).
func (c reportingLine) validateSupervisor(faults *errs.Fields, id, supervisor int64) {
	p, known := c[supervisor]
	switch {
	case supervisor == 0:
	case supervisor == id:
		faults.Add("supervisor_id", "self", "Nobody is their own supervisor.")
	case !known || p.archived:
		faults.Add("supervisor_id", "unknown", "There is no such employee.")
	case c.isBelow(supervisor, id):
		faults.Add("supervisor_id", "cycle", "This employee is among those whom the record's own employee supervises.")
	}
}

// ownSupervisor is the text of the error own_supervisor.
const ownSupervisor = "Only a Presence administrator can change your supervisor, or the supervisor of someone above you."

// validateActor adds an error if the actor may not change the supervisor of e: only an administrator changes their own supervisor,
// or that of anyone above them, since those above a person approve their time. c contains the actor's own record, if there is one.
func (c reportingLine) validateActor(faults *errs.Fields, field string, by auth.Actor, e Employee) {
	own := e.UserID == by.PersonID || e.ID != 0 && c.isBelow(by.EmployeeID, e.ID)
	if own && by.Role != auth.Admin {
		faults.Add(field, "own_supervisor", ownSupervisor)
	}
}

// validateDeparture returns an error if the actor may not archive e, or enter the last work day: those below get its supervisor, so that
// only an administrator does so for anyone above them. c contains the actor's own record, if there is one.
func (c reportingLine) validateDeparture(by auth.Actor, e Employee) error {
	if by.Role == auth.Admin || !c.isBelow(by.EmployeeID, e.ID) {
		return nil
	}
	return errs.Forbidden("own_supervisor", ownSupervisor)
}

// isBelow reports whether id is below boss, directly or indirectly.
func (c reportingLine) isBelow(id, supervisor int64) bool {
	for range c { // bounds the loop even if the stored data has a cycle
		if id = c[id].supervisor; id == supervisor {
			return true
		}
	}
	return false
}

// successor returns who takes over the reports of id when the employees in leaving are archived: the nearest supervisor above
// who is not leaving; 0 for none.
func (c reportingLine) successor(id int64, leaving []int64) int64 {
	to := c[id].supervisor
	for range leaving {
		if slices.Contains(leaving, to) {
			to = c[to].supervisor
		}
	}
	return to
}
