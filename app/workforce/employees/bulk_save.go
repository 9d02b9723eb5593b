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

// Lock locks the records of lines that will be planned and saved, and keeps other imports waiting, so that a number that one of them
// creates is known to the next.
func (b *Bulk) Lock(ctx context.Context, tx *db.Tx, lines []BulkLine) error {
	if tx.Dialect().OneWriter() {
		return nil
	}
	if err := tx.SerializeBy(ctx, "employees in bulk"); err != nil {
		return err
	}
	have, err := readKnown(ctx, tx, lines)
	if err != nil {
		return err
	}
	var ids []int64
	for _, list := range have.byNumber {
		for _, e := range list {
			ids = append(ids, e.ID)
		}
	}
	return tx.LockRows(ctx, "employees", ids...)
}

// Save saves plans without faults, all but the supervisors and those who leave, which Finish saves when all lines are saved.
func (b *Bulk) Save(ctx context.Context, tx *db.Tx, plans []BulkPlan) ([]bulk.Saved, error) {
	var created, changed []BulkPlan
	var leaving []bulk.Saved
	for _, p := range plans {
		switch {
		case p.Before.ID == 0:
			created = append(created, p)
		case p.After.Archived() != p.Before.Archived():
			b.leaving = append(b.leaving, p)
			leaving = append(leaving, bulk.Saved{Line: p.Line, ID: p.Before.ID, Version: p.Before.Version})
		default:
			changed = append(changed, p)
		}
	}
	saved, err := b.create(ctx, tx, created)
	if err != nil {
		return nil, err
	}
	more, err := b.change(ctx, tx, changed)
	return slices.Concat(saved, more, leaving), err
}

// create inserts new records with their people.
func (b *Bulk) create(ctx context.Context, tx *db.Tx, plans []BulkPlan) (saved []bulk.Saved, err error) {
	var people []auth.RecordPerson
	for _, p := range plans {
		if p.NewPerson {
			people = append(people, auth.RecordPerson{UserID: p.After.UserID, Email: p.After.Email, Name: p.After.Name(),
				Language: b.s.language()})
		}
	}
	if err := auth.AddRecordPeople(ctx, tx, b.by, b.s.at(), people); err != nil {
		return nil, err
	}
	entries := make([]audit.Entry, 0, len(plans))
	ids, err := insertMany(ctx, tx, plans, b.s.at())
	if err != nil {
		return nil, taken(err)
	}
	fresh := make([]savedRecord, len(plans))
	for i, p := range plans {
		e := p.After
		e.ID, e.SupervisorID = ids[e.UserID], 0
		fresh[i].after = e
		entries = append(entries, b.s.auditEntry(b.by, "created", e.ID, audit.Diff(nil, e)))
		saved = append(saved, b.done(p, e.ID, 1))
	}
	if err := b.s.workDaysChanged(ctx, tx, fresh...); err != nil {
		return nil, err
	}
	return saved, audit.Record(ctx, tx, entries...)
}

// change updates records that are neither archived nor restored.
func (b *Bulk) change(ctx context.Context, tx *db.Tx, plans []BulkPlan) (saved []bulk.Saved, err error) {
	entries := make([]audit.Entry, 0, len(plans))
	list, changes, leaving := make([]Employee, len(plans)), make([]savedRecord, len(plans)), []string{}
	for i, p := range plans {
		if leaves(p.Before, p.After) {
			leaving = append(leaving, p.Before.UserID)
		}
		list[i] = p.After
		list[i].SupervisorID = p.Before.SupervisorID
		changes[i] = savedRecord{p.Before, list[i]}
		entries = append(entries, b.s.auditEntry(b.by, "updated", p.Before.ID, audit.Diff(p.Before, list[i])))
		saved = append(saved, b.done(p, p.Before.ID, p.Before.Version+1))
	}
	if err := auth.RequireAdminFor(ctx, tx, b.by, leaving...); err != nil {
		return nil, err
	}
	if err := b.checkDepartures(ctx, tx, plans); err != nil {
		return nil, err
	}
	if err := updateMany(ctx, tx, list, b.s.at()); err != nil {
		return nil, err
	}
	if err := b.s.workDaysChanged(ctx, tx, changes...); err != nil {
		return nil, err
	}
	entries = slices.DeleteFunc(entries, func(e audit.Entry) bool { return len(e.Changes) == 0 }) // only the supervisor changes
	return saved, audit.Record(ctx, tx, entries...)
}

// checkDepartures repeats, under the lock of the actor's reporting line, what Plan has checked: whether the actor may enter the last work
// day of those who get one.
func (b *Bulk) checkDepartures(ctx context.Context, tx *db.Tx, plans []BulkPlan) error {
	if b.by.Role == auth.Admin || !slices.ContainsFunc(plans, func(p BulkPlan) bool { return leaves(p.Before, p.After) }) {
		return nil
	}
	line, err := lockReportingLine(ctx, tx, b.by.EmployeeID)
	if err != nil {
		return err
	}
	for _, p := range plans {
		if leaves(p.Before, p.After) && line.validateDeparture(b.by, p.Before) != nil {
			return errOutdated()
		}
	}
	return nil
}

// archive saves those whose last work day archives them, one by one: their reports move to the nearest supervisor above who stays, and
// their tokens end. It adds their new versions by line.
func (b *Bulk) archive(ctx context.Context, tx *db.Tx, up reportingLine, versions map[int]int64) error {
	gone := make([]int64, len(b.leaving))
	for i, p := range b.leaving {
		gone[i] = p.Before.ID
	}
	for _, p := range b.leaving {
		p.After.SupervisorID = up.successor(p.Before.ID, gone)
		e, err := b.s.saveRecord(ctx, tx, b.by, up, p.Before, p.After)
		if err != nil {
			return err
		}
		if err := audit.Record(ctx, tx, b.s.auditEntry(b.by, actionOf(p.Before, e), e.ID, audit.Diff(p.Before, e))); err != nil {
			return err
		}
		versions[p.Line] = e.Version
	}
	return nil
}

// done remembers a saved record, and the change of its supervisor.
func (b *Bulk) done(p BulkPlan, id, version int64) bulk.Saved {
	b.ids[p.Line] = id
	if p.MovesSupervisor() {
		b.moves = append(b.moves, supervisorMove{line: p.Line, id: id, person: p.After.UserID, from: p.Before.SupervisorID,
			to: p.After.SupervisorID, toLine: p.supervisorLine,
			version: version})
	}
	return bulk.Saved{Line: p.Line, ID: id, Version: version}
}

// Finish sets the supervisors of the saved records, then archives those who leave, so that neither depends on the order of the lines. It
// returns the new versions of these records by line.
func (b *Bulk) Finish(ctx context.Context, tx *db.Tx) (versions map[int]int64, err error) {
	var touched []int64
	for _, p := range b.leaving {
		touched = append(touched, p.Before.ID)
	}
	for i, m := range b.moves {
		if m.toLine != 0 {
			b.moves[i].to = b.ids[m.toLine]
		}
		touched = append(touched, m.id)
		if b.moves[i].to != 0 {
			touched = append(touched, b.moves[i].to)
		}
	}
	line, err := lockReportingLine(ctx, tx, append(touched, b.by.EmployeeID)...)
	if err != nil {
		return nil, err
	}
	var faults errs.Fields
	for _, m := range b.moves {
		line.validateActor(&faults, "supervisor", b.by, Employee{ID: m.id, UserID: m.person})
	}
	if len(faults) > 0 { // the line has changed since Plan
		return nil, errOutdated()
	}
	for _, m := range b.moves {
		line[m.id] = lineMember{supervisor: m.to, archived: line[m.id].archived}
	}
	for _, p := range b.leaving {
		to := p.After.SupervisorID
		if p.supervisorLine != 0 {
			to = b.ids[p.supervisorLine]
		}
		line[p.Before.ID] = lineMember{supervisor: to}
	}
	if err := b.checkMoves(line); err != nil {
		return nil, err
	}
	if err := moveMany(ctx, tx, b.moves, b.s.at()); err != nil {
		return nil, err
	}
	versions = map[int]int64{}
	var entries []audit.Entry
	to := successors{}
	for _, m := range b.moves {
		to.moved(m.from, m.to)
		versions[m.line] = m.version + 1
		entries = append(entries, b.s.auditEntry(b.by, "updated", m.id,
			audit.Changes{"supervisor_id": {db.NilIfZero(m.from), db.NilIfZero(m.to)}}))
	}
	if err := audit.Record(ctx, tx, entries...); err != nil {
		return nil, err
	}
	if err := b.s.crewsMoved(ctx, tx, b.by, to); err != nil {
		return nil, err
	}
	return versions, b.archive(ctx, tx, line, versions)
}

// checkMoves repeats, under the lock, what Plan and Conclude have checked.
func (b *Bulk) checkMoves(line reportingLine) error {
	up := make(map[int64]int64, len(line))
	for id, m := range line {
		up[id] = m.supervisor
	}
	circular := cycles(up)
	for _, m := range b.moves {
		to, known := line[m.to]
		if m.toLine != 0 && m.to == 0 || m.to != 0 && (!known || to.archived) || circular[m.id] {
			return errOutdated()
		}
	}
	return nil
}

func errOutdated() error {
	return errs.Conflict("bulk_outdated", "The records have changed since the file was checked. Check it again.")
}
