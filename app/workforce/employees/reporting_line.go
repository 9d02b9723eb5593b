package employees

import (
	"context"
	"maps"
	"slices"

	"presence/app/platform/errs"
	"presence/db"
)

// reportingLine is a part of the supervisors' tree: for each employee in it, it holds all supervisors above.
type reportingLine map[int64]lineMember

type lineMember struct {
	supervisor int64 // 0: none
	archived   bool
}

// lockReportingLine locks the employees and everyone above them, and reads their places. Whoever wants to change the place of one of
// them must lock that one too, so the way up stays as it was read until the end of the transaction: of two updates that
// would close a cycle together, the second sees what the first has done. SQLite has a single writer and needs no lock.
func lockReportingLine(ctx context.Context, tx *db.Tx, from ...int64) (reportingLine, error) {
	var held []int64
	for {
		c, err := readReportingLine(ctx, tx, from)
		if err != nil {
			return nil, err
		}
		people := slices.Sorted(maps.Keys(c))
		if tx.Dialect() == db.SQLite || !slices.ContainsFunc(people, func(id int64) bool { return !slices.Contains(held, id) }) {
			return c, nil
		}
		if err := tx.LockRows(ctx, "employees", people...); err != nil {
			return nil, err
		}
		held = people
	}
}

// validateSupervisor returns why employee id cannot report to supervisor (0: none, which is always valid).
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

// isBelow reports whether id is somewhere below boss.
func (c reportingLine) isBelow(id, boss int64) bool {
	for range c { // no way up is longer, and none ends the loop should the data be damaged
		if id = c[id].supervisor; id == boss {
			return true
		}
	}
	return false
}

// successor is who takes over the reports of id when the employees in leaving go: the nearest one above who stays, 0 for none.
func (c reportingLine) successor(id int64, leaving []int64) int64 {
	to := c[id].supervisor
	for range leaving {
		if slices.Contains(leaving, to) {
			to = c[to].supervisor
		}
	}
	return to
}
