package employees

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/db"
)

// Undo deletes the records that a Bulk created, with the people it created, and gives the others their former values. If anything is
// in the way it changes nothing and returns that.
func (s *Service) Undo(ctx context.Context, tx *db.Tx, by auth.Actor, list []bulk.Undo[Employee]) ([]bulk.Obstacle, error) {
	if err := requireWriter(by); err != nil {
		return nil, err
	}
	ids, supervisors := make([]int64, len(list)), []int64{by.EmployeeID}
	for i, u := range list {
		ids[i] = u.ID
		if u.Before.SupervisorID != 0 {
			supervisors = append(supervisors, u.Before.SupervisorID)
		}
	}
	line, err := lockReportingLine(ctx, tx, append(supervisors, ids...)...)
	if err != nil {
		return nil, err
	}
	have, err := anyByIDs(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	in, err := s.obstacles(ctx, tx, by, line, list, have)
	if err != nil || len(in) > 0 {
		return in, err
	}
	return nil, s.undo(ctx, tx, by, list, have)
}

// obstacles returns the records that prevent an undo, with their reasons, in the order of the list. line contains the records, the
// supervisors that they had before, and the actor's own record.
func (s *Service) obstacles(ctx context.Context, q db.Queryer, by auth.Actor, line reportingLine, list []bulk.Undo[Employee],
	have map[int64]Employee) (in []bulk.Obstacle, err error) {
	var all, created []int64
	var people, leaving []string
	for _, u := range list {
		all = append(all, u.ID)
		if u.Before.ID != 0 && leaves(have[u.ID], u.Before) {
			leaving = append(leaving, have[u.ID].UserID)
		}
		if u.Before.ID == 0 {
			created = append(created, u.ID)
		}
		if u.NewPerson {
			people = append(people, have[u.ID].UserID)
		}
	}
	used, err := usedRecords(ctx, q, created, all)
	if err != nil {
		return nil, err
	}
	signedIn, err := auth.UsedPeople(ctx, q, people)
	if err != nil {
		return nil, err
	}
	var admins []string // who get a last work day, which the actor may not enter
	if by.Role != auth.Admin && len(leaving) > 0 {
		if admins, err = auth.AdminsAmong(ctx, q, leaving); err != nil {
			return nil, err
		}
	}
	above := formerSupervisors(by, line, list, have)
	for _, u := range list {
		e, reason := have[u.ID], used[u.ID]
		switch {
		case e.ID == 0 || e.Version != u.Version:
			reason = bulk.Changed
		case e.Archived() != u.Before.Archived(), above.gone[u.ID]:
			reason = bulk.Archived
		case above.circular[u.ID]:
			reason = bulk.SupervisorChanged
		case above.own[u.ID]:
			reason = bulk.OwnSupervisor
		case slices.Contains(admins, e.UserID):
			reason = bulk.OfAdministrator
		case u.Before.ID != 0 && ownChange(by, e, u.Before):
			reason = bulk.OwnWorkDays
		case reason == "" && u.NewPerson && slices.Contains(signedIn, e.UserID):
			reason = bulk.PersonUsed
		}
		if reason != "" {
			in = append(in, bulk.Obstacle{ID: u.ID, Name: e.Name(), Reason: reason})
		}
	}
	return in, nil
}

// ownChange reports whether an undo changes what the actor may not change in their own record.
func ownChange(by auth.Actor, now, before Employee) bool {
	field, _ := ownEntitlement(by, now, before)
	return field != ""
}

// formerLines says whose former supervisor cannot be set again: one that has left, or is below the employee now, or that the actor
// may not set. own also has those above the actor who get a last work day.
type formerLines struct{ gone, circular, own map[int64]bool }

func formerSupervisors(by auth.Actor, line reportingLine, list []bulk.Undo[Employee], have map[int64]Employee) (f formerLines) {
	up := map[int64]int64{}
	for id, m := range line {
		up[id] = m.supervisor
	}
	f.gone, f.own = map[int64]bool{}, map[int64]bool{}
	for _, u := range list {
		e := have[u.ID]
		if u.Before.ID != 0 && u.Before.SupervisorID != e.SupervisorID {
			var faults errs.Fields
			line.validateActor(&faults, "supervisor", by, e)
			f.own[u.ID] = len(faults) > 0
		}
		if u.Before.ID != 0 && leaves(e, u.Before) && line.validateDeparture(by, e) != nil {
			f.own[u.ID] = true
		}
		up[u.ID] = u.Before.SupervisorID
		f.gone[u.ID] = line[u.Before.SupervisorID].archived
	}
	f.circular = cycles(up)
	return f
}

// undo undoes records that nothing is in the way of.
func (s *Service) undo(ctx context.Context, tx *db.Tx, by auth.Actor, list []bulk.Undo[Employee], have map[int64]Employee) error {
	var back []Employee
	var changes []savedRecord
	var created []int64
	var people []string
	to := successors{}
	entries := make([]audit.Entry, len(list))
	for i, u := range list {
		if u.Before.ID != 0 {
			to.moved(have[u.ID].SupervisorID, u.Before.SupervisorID)
			back, changes = append(back, u.Before), append(changes, savedRecord{have[u.ID], u.Before})
			entries[i] = s.auditEntry(by, "updated", u.ID, audit.Diff(have[u.ID], u.Before))
			continue
		}
		created = append(created, u.ID)
		if u.NewPerson {
			people = append(people, have[u.ID].UserID)
		}
		entries[i] = s.auditEntry(by, "deleted", u.ID, audit.Diff(have[u.ID], nil))
	}
	if err := updateMany(ctx, tx, back, s.at()); err != nil {
		return err
	}
	if err := s.workDaysChanged(ctx, tx, changes...); err != nil {
		return err
	}
	if err := deleteMany(ctx, tx, created); err != nil {
		return err
	}
	for _, id := range created {
		to.removed(have[id].SupervisorID)
	}
	if err := s.crewsMoved(ctx, tx, by, to); err != nil {
		return err
	}
	if err := auth.RemoveRecordPeople(ctx, tx, by, s.at(), people); err != nil {
		return err
	}
	return audit.Record(ctx, tx, entries...)
}
