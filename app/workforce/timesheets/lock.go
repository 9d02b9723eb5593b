package timesheets

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// LockEditable returns a sheet in the actor's scope whose lines may change in this transaction. It locks the sheet's employee
// until the end of the transaction, so that nothing else of that employee's time changes and no approval comes between. It
// applies Timesheet.Edit; an approved sheet is a 409 timesheet_approved. The owner is notified if another person changes a
// submitted sheet (W15). The sheet gets a new version, so that a decision about its old content is stale. Before the commit its lines
// are compared with those that were approved (compareWithApproval).
func LockEditable(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, at db.Instant) (Timesheet, error) {
	t, err := Lock(ctx, tx, by, id)
	if err != nil {
		return t, err
	}
	next, err := t.Edit(by)
	if err != nil {
		return t, err
	}
	compareWithApproval(tx, id)
	if next != t {
		return saveAudited(ctx, tx, stamp{by, at}, "submission_withdrawn", t, next)
	}
	if t, err = incrementVersion(ctx, tx, id); err != nil || t.SubmittedAt == 0 {
		return t, err
	}
	tx.BeforeCommit(func(ctx context.Context, tx *db.Tx) error { // last, as Notify says: the caller may lock another sheet
		return notify(ctx, tx, stamp{by, at}, notifications.SheetChanged, notifications.LinesCorrected, id)
	})
	return t, nil
}

// Lock returns a sheet in the actor's scope, with its employee and others locked until the end of the transaction: an approver who decides
// about a sheet or a line of one goes through here first. A sheet out of scope is missing.
func Lock(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, others ...int64) (Timesheet, error) {
	t, err := byID(ctx, tx, by, id)
	for err == nil && !tx.Dialect().OneWriter() { // SQLite has one writer: nothing moved meanwhile
		employee := t.EmployeeID
		if err = tx.LockRows(ctx, "employees", append(others, employee)...); err != nil {
			break
		}
		if t, err = byID(ctx, tx, by, id); t.EmployeeID == employee {
			break
		}
	}
	return t, err
}

// LockAll is Lock for many sheets at once, outside of any scope: it locks their employees until the end of the
// transaction. What was read of the sheets before may have changed meanwhile.
func LockAll(ctx context.Context, tx *db.Tx, ids []int64) error {
	if tx.Dialect().OneWriter() {
		return nil
	}
	employees, err := employeeIDs(ctx, tx, ids)
	if err != nil {
		return err
	}
	return tx.LockRows(ctx, "employees", employees...)
}

// FindOrCreate returns the sheet of the staff pages for an employee and a pay period, and creates it if there is none (W6a).
// period is the first day of the pay period. Concurrent requests get the same sheet. It fails with NotFound for an employee
// outside the actor's scope, and for an archived employee without such a sheet.
func FindOrCreate(ctx context.Context, tx *db.Tx, by auth.Actor, employeeID int64, period db.Day, at db.Instant) (Timesheet, error) {
	if err := tx.LockRows(ctx, "employees", employeeID); err != nil {
		return Timesheet{}, err
	}
	t, err := ofPeriod(ctx, tx, by, employeeID, period)
	if errs.KindOf(err) != errs.KindNotFound {
		return t, err
	}
	if aged, err := agedSheetExists(ctx, tx, employeeID, period); err != nil {
		return t, err
	} else if aged {
		return t, errs.Conflict("timesheet_archived", "This period is archived. Its timesheet can’t be changed.")
	}
	ok, err := employeeInScope(ctx, tx, by, employeeID)
	if err != nil {
		return t, err
	}
	if !ok {
		return t, errs.NotFound("employee")
	}
	return create(ctx, tx, by, employeeID, period, at)
}

func create(ctx context.Context, tx *db.Tx, by auth.Actor, employeeID int64, period db.Day, at db.Instant) (Timesheet, error) {
	t, err := insert(ctx, tx, employeeID, period, at)
	if err != nil {
		return t, err
	}
	return t, recordAudit(ctx, tx, stamp{by, at}, "created", audit.Diff(nil, t), t.ID)
}
