package timesheets

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/db"
)

// Archived returns one archived record in the actor's scope.
func (s *Service) Archived(ctx context.Context, by auth.Actor, id int64) (Timesheet, archival.State, error) {
	return archivedByID(ctx, s.db, by, id)
}

// Delete archives a sheet with its lines and returns it as it was before. It fails for an approved sheet (W7).
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) (t Timesheet, err error) {
	at := s.at() // of the sheet and of its lines, so that Restore finds them again
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if t, err = loadVersion(ctx, tx, by, id, expect); err != nil {
			return err
		}
		if err := t.CheckArchive(); err != nil {
			return err
		}
		for _, l := range s.lines {
			if err := l.ArchiveLines(ctx, tx, by, t, at); err != nil {
				return err
			}
		}
		if t, err = archive(ctx, tx, id, at); err != nil {
			return err
		}
		return recordAudit(ctx, tx, stamp{by, at}, "archived", nil, id)
	})
	return t, err
}

// Restore puts a deleted sheet back, with the lines that were deleted together with it (W11). It fails if the employee is archived
// (409 owner_archived), if there is another sheet for its period (409 timesheet_exists), or if a shift overlaps one that was entered
// since.
func (s *Service) Restore(ctx context.Context, by auth.Actor, id int64, expect *int64) (t Timesheet, err error) {
	at := s.at()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		archived, in, err := lockArchived(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if expect != nil && *expect != archived.Version {
			return errs.Stale()
		}
		if err := checkRestore(ctx, tx, by, archived.EmployeeID, in); err != nil {
			return err
		}
		if t, err = restore(ctx, tx, id, at); db.IsUnique(err, "timesheets_employee_id_period_start") {
			return errs.Conflict("timesheet_exists", "There’s already a timesheet for this period.")
		} else if err != nil {
			return err
		}
		compareWithApproval(tx, id)
		for _, l := range s.lines {
			if err := l.RestoreLines(ctx, tx, by, t, in.At, at); err != nil {
				return err
			}
		}
		return recordAudit(ctx, tx, stamp{by, at}, "restored", nil, id)
	})
	return t, err
}

// lockArchived returns an archived sheet in the actor's scope, with its employee locked. While it is archived it belongs to the same
// employee.
func lockArchived(ctx context.Context, tx *db.Tx, by auth.Actor, id int64) (Timesheet, archival.State, error) {
	t, in, err := archivedByID(ctx, tx, by, id)
	if err != nil {
		return t, in, err
	}
	if err := tx.LockRows(ctx, "employees", t.EmployeeID); err != nil {
		return t, in, err
	}
	return archivedByID(ctx, tx, by, id)
}

// checkRestore fails for a record that cannot be restored because of its age or its employee.
func checkRestore(ctx context.Context, tx *db.Tx, by auth.Actor, employeeID int64, in archival.State) error {
	if err := in.CheckRestore(); err != nil {
		return err
	}
	live, err := employeeInScope(ctx, tx, by, employeeID)
	if err == nil && !live {
		return archival.ErrOwner()
	}
	return err
}

// LockRestorable returns a deleted line in the actor's scope, with its version as expected (nil: any), and its sheet, locked for a
// change (LockEditable). It fails if the sheet is archived as well (409 sheet_archived) or approved, or if the employee is archived.
func (l LineTable[L]) LockRestorable(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect *int64,
	at db.Instant) (line L, sheet Timesheet, err error) {
	line, in, err := l.ArchivedByID(ctx, tx, by, id)
	if err != nil {
		return line, sheet, err
	}
	if err := in.CheckRestore(); err != nil {
		return line, sheet, err
	}
	_, sheetID, _ := line.Keys()
	sheet, err = LockEditable(ctx, tx, by, sheetID, at)
	if errs.KindOf(err) == errs.KindNotFound {
		return line, sheet, errs.Conflict("sheet_archived", "The timesheet is archived. Restore it first.")
	}
	if err != nil {
		return line, sheet, err
	}
	if err := checkRestore(ctx, tx, by, sheet.EmployeeID, in); err != nil {
		return line, sheet, err
	}
	line, _, err = l.ArchivedByID(ctx, tx, by, id) // again, under the lock
	if _, _, version := line.Keys(); err == nil && expect != nil && *expect != version {
		err = errs.Stale()
	}
	return line, sheet, err
}

// RestoreLines implements Lines.
func (l LineTable[L]) RestoreLines(ctx context.Context, tx *db.Tx, by auth.Actor, sheet Timesheet, archived, at db.Instant) error {
	ids, err := l.restoreOnSheet(ctx, tx, sheet.ID, archived, at)
	if err != nil {
		return err
	}
	if l.CheckMove != nil {
		if err := l.CheckMove(ctx, tx, sheet.ID, sheet.EmployeeID); err != nil {
			return err
		}
	}
	if err := call(ctx, tx, l.AfterMove, sheet.ID); err != nil {
		return err
	}
	return recordEach(ctx, tx, by, sheet.EmployeeID, ids, l.entry(by, at, "restored", sheet.ID, nil))
}
