package employees

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// update is a change of a record.
type update struct {
	id     int64
	expect *int64 // the version that the caller has seen; nil: any
	Changes
}

// lock reads the record if it has the version that the caller expects, and locks it together with the part of the tree that the
// changes may touch, and with the actor's own record if the supervisor or the last work day changes.
func (s *Service) lock(ctx context.Context, tx *db.Tx, by auth.Actor, u update) (old Employee, above reportingLine, err error) {
	switch {
	case u.SupervisorID != nil:
		above, err = lockReportingLine(ctx, tx, u.id, *u.SupervisorID, by.EmployeeID)
	case u.LastWorkDay != nil:
		above, err = lockReportingLine(ctx, tx, u.id, by.EmployeeID)
	default:
		err = tx.LockRows(ctx, "employees", u.id)
	}
	if err != nil {
		return old, nil, err
	}
	old, err = anyByID(ctx, tx, u.id)
	if err == nil && u.expect != nil && *u.expect != old.Version {
		err = errs.Stale()
	}
	return old, above, err
}

// applyChanges applies validated changes to a locked record.
func (s *Service) applyChanges(ctx context.Context, tx *db.Tx, by auth.Actor, old Employee, above reportingLine,
	c Changes) (Employee, error) {
	e := old.withChanges(c, s.today(), s.at())
	var faults errs.Fields
	inOrder(&faults, e.FirstWorkDay, e.LastWorkDay)
	if c.SupervisorID != nil {
		above.validateSupervisor(&faults, e.ID, e.SupervisorID)
	}
	if e.SupervisorID != old.SupervisorID {
		above.validateActor(&faults, "supervisor_id", by, old)
	}
	if err := faults.Err(); err != nil {
		return e, err
	}
	if field, code := ownEntitlement(by, old, e); field != "" {
		return e, errs.Forbidden(code, ownEntitlementDetail)
	}
	if e.UserID != old.UserID {
		if err := s.relink(ctx, tx, by, old, e); err != nil {
			return e, err
		}
	}
	return s.saveRecord(ctx, tx, by, above, old, e)
}

// ownEntitlement returns the first field of the actor's own record in which e differs from old and that only an administrator changes
// in their own record, with the code of the refusal: the work days, from which vacation is earned, and the breaks. "": there is none.
func ownEntitlement(by auth.Actor, old, e Employee) (field, code string) {
	switch {
	case old.ID != by.EmployeeID || old.ID == 0 || by.Role == auth.Admin:
	case e.FirstWorkDay != old.FirstWorkDay:
		return "first_work_day", "own_work_days"
	case e.LastWorkDay != old.LastWorkDay:
		return "last_work_day", "own_work_days"
	case e.DefaultBreaks != old.DefaultBreaks:
		return "default_breaks", "own_breaks"
	}
	return "", ""
}

const ownEntitlementDetail = "Only an administrator changes their own work days and breaks."

// leaves reports whether a change archives the record, now or once its last work day has passed.
func leaves(old, e Employee) bool {
	return e.Archived() && !old.Archived() || !e.LastWorkDay.IsZero() && e.LastWorkDay != old.LastWorkDay
}

// saveRecord saves a changed record. Only an administrator archives the record of an administrator, who can no longer sign in then.
// When a record is archived or restored, the person's sessions and tokens end; when it is archived, its reports move to its supervisor.
// When the supervisor changes, the one before may have lost the last report (crewsMoved).
func (s *Service) saveRecord(ctx context.Context, tx *db.Tx, by auth.Actor, above reportingLine, old, e Employee) (Employee, error) {
	if leaves(old, e) {
		if err := above.validateDeparture(by, old); err != nil {
			return e, err
		}
		if err := auth.RequireAdminFor(ctx, tx, by, old.UserID); err != nil {
			return e, err
		}
	}
	if e.Archived() && !old.Archived() {
		if err := auth.KeepAdmin(ctx, tx, e.UserID); err != nil {
			return e, err
		}
	}
	saved, err := save(ctx, tx, e, s.at())
	if err != nil {
		return saved, err
	}
	to := successors{}
	to.moved(old.SupervisorID, saved.SupervisorID)
	if err := s.crewsMoved(ctx, tx, by, to); err != nil {
		return saved, err
	}
	if err := s.workDaysChanged(ctx, tx, savedRecord{old, saved}); err != nil || saved.Archived() == old.Archived() {
		return saved, err
	}
	// Also when it is restored: a sign-in that began before the record was archived must not succeed now.
	if err := auth.VoidTokens(ctx, tx, saved.UserID, s.at()); err != nil {
		return saved, err
	}
	if saved.Archived() {
		err = s.reassignReports(ctx, tx, by, saved.ID, saved.SupervisorID)
	}
	return saved, err
}

// actionOf returns the name of an update in the audit log.
func actionOf(before, after Employee) string {
	switch {
	case after.Archived() && !before.Archived():
		return "archived"
	case before.Archived() && !after.Archived():
		return "restored"
	}
	return "updated"
}
