package employees

import (
	"context"
	"maps"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/db"
)

// ArchiveDue archives every employee whose last work day was before today, and returns their number (W11). It is called once a
// day.
func (s *Service) ArchiveDue(ctx context.Context, today db.Day) (n int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := listDepartures(ctx, tx, today)
		if err != nil || len(found) == 0 {
			return err
		}
		above, err := lockReportingLine(ctx, tx, employeesOf(found)...)
		if err != nil {
			return err
		}
		leaving, err := listDepartures(ctx, tx, today) // read again under the lock
		if err != nil {
			return err
		}
		leaving = slices.DeleteFunc(leaving, func(p departure) bool { return !slices.Contains(found, p) })
		staying, err := auth.LastAdmins(ctx, tx, users(leaving)...) // not archived until there is another administrator
		if err != nil {
			return err
		}
		leaving = slices.DeleteFunc(leaving, func(p departure) bool { return slices.Contains(staying, p.userID) })
		n = len(leaving)
		return s.archiveDepartures(ctx, tx, above, leaving)
	})
	return n, err
}

// departure is an employee whose last work day has passed, with the person of the record.
type departure struct {
	id     int64
	userID string
}

func employeesOf(list []departure) (ids []int64) {
	for _, p := range list {
		ids = append(ids, p.id)
	}
	return ids
}

func users(list []departure) (ids []string) {
	for _, p := range list {
		ids = append(ids, p.userID)
	}
	return ids
}

// archiveDepartures archives several employees on behalf of the program.
func (s *Service) archiveDepartures(ctx context.Context, tx *db.Tx, above reportingLine, leaving []departure) error {
	if len(leaving) == 0 {
		return nil
	}
	gone := employeesOf(leaving)
	if err := archive(ctx, tx, gone, s.at()); err != nil {
		return err
	}
	entries := make([]audit.Entry, len(leaving))
	for i, p := range leaving {
		if err := auth.VoidTokens(ctx, tx, p.userID, s.at()); err != nil {
			return err
		}
		if err := s.reassignReports(ctx, tx, auth.Actor{}, p.id, above.successor(p.id, gone)); err != nil {
			return err
		}
		entries[i] = s.auditEntry(auth.Actor{}, "archived", p.id, audit.Changes{})
	}
	return audit.Record(ctx, tx, entries...)
}

// reassignReports makes to the supervisor of the reports of from, with an audit entry for each of them, and calls SupervisorLeft, with 0
// in place of to if there are no reports.
func (s *Service) reassignReports(ctx context.Context, tx *db.Tx, by auth.Actor, from, to int64) error {
	moved, err := moveReports(ctx, tx, from, to, s.at())
	if err != nil {
		return err
	}
	entries := make([]audit.Entry, len(moved))
	for i, id := range moved {
		entries[i] = s.auditEntry(by, "updated", id, audit.Changes{"supervisor_id": {db.NilIfZero(from), db.NilIfZero(to)}})
	}
	if err := audit.Record(ctx, tx, entries...); err != nil || s.SupervisorLeft == nil {
		return err
	}
	if len(moved) == 0 {
		to = 0
	}
	return s.SupervisorLeft(ctx, tx, by, from, to)
}

// successors has, by the id of a supervisor, the id of the one who gets all the reports of that supervisor; 0: there is none, or the
// reports go to several.
type successors map[int64]int64

// moved adds that an employee gets another supervisor. Either is 0 for none.
func (m successors) moved(from, to int64) {
	if from == 0 || from == to {
		return
	}
	if other, known := m[from]; known && other != to {
		to = 0
	}
	m[from] = to
}

// removed adds that the record of a report of a supervisor (0: none) is deleted. Who gets the others is added before.
func (m successors) removed(from int64) {
	if _, known := m[from]; !known && from != 0 {
		m[from] = 0
	}
}

// crewsMoved calls SupervisorLeft for those supervisors who have lost reports and have none left: the ones who get them are locked with
// them.
func (s *Service) crewsMoved(ctx context.Context, tx *db.Tx, by auth.Actor, to successors) error {
	if s.SupervisorLeft == nil || len(to) == 0 {
		return nil
	}
	from := slices.Sorted(maps.Keys(to))
	still, err := supervising(ctx, tx, from)
	if err != nil {
		return err
	}
	for _, id := range from {
		if slices.Contains(still, id) {
			continue
		}
		if err := s.SupervisorLeft(ctx, tx, by, id, to[id]); err != nil {
			return err
		}
	}
	return nil
}
