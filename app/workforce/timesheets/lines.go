package timesheets

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// What shifts and expenses have in common: both are lines of a sheet.

// LineFilter selects lines (C7); zero values select all.
type LineFilter struct {
	After       int64      // only larger ids
	Since       db.Instant // only lines that changed, or whose sheet changed, at or after
	Rows        int64      // at most this many
	EmployeeID  int64
	TimesheetID int64
	BankCodeID  int64
	CustomerID  int64
	ActivityID  int64
	Approved    *bool  // by itself or with its sheet
	From, To    db.Day // only lines dated in these days, both included
	Aged        bool   // include lines that were archived with their period (W11)
}

// LinesInput are the query parameters of a list of lines.
type LinesInput struct {
	httpx.OptionalPage
	DayRange
	EmployeeID  int64  `query:"employee_id" minimum:"1" doc:"The employee's id" example:"7"`
	TimesheetID int64  `query:"timesheet_id" minimum:"1" doc:"The timesheet's id" example:"31"`
	BankCodeID  int64  `query:"bank_code_id" minimum:"1" doc:"The bank code's id" example:"2"`
	CustomerID  int64  `query:"customer_id" minimum:"1" doc:"For whom: the payroll customer's id" example:"4"`
	ActivityID  int64  `query:"activity_id" minimum:"1" doc:"For what: the activity's id" example:"3"`
	Approved    string `query:"is_approved" enum:"true,false" doc:"Approved, or not" example:"false"`
}

// Filter parses the query parameters.
func (in *LinesInput) Filter(ctx context.Context) (f LineFilter, err error) {
	if f.Since, err = in.Since(ctx); err != nil {
		return f, err
	}
	var faults errs.Fields
	f.From, f.To = in.DayRange.Parse(&faults)
	f.After, f.Rows, f.Approved = in.After, in.LimitPlusOne(), parseFlag(in.Approved)
	f.EmployeeID, f.TimesheetID, f.BankCodeID = in.EmployeeID, in.TimesheetID, in.BankCodeID
	f.CustomerID, f.ActivityID = in.CustomerID, in.ActivityID
	return f, faults.Err()
}

// LockEditableTarget is LockEditable for a line that names its sheet: if the sheet does not exist for the actor, it adds an
// error of the field.
func LockEditableTarget(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, at db.Instant, faults *errs.Fields) (Timesheet, error) {
	sheet, err := LockEditable(ctx, tx, by, id, at)
	if errs.KindOf(err) == errs.KindNotFound {
		faults.Add("timesheet_id", "not_found", "There is no such timesheet.")
		return Timesheet{}, nil
	}
	return sheet, err
}

// Lock returns a line in the actor's scope and its sheet, locked as by Lock, if the line has the expected version (nil: any).
func (l LineTable[L]) Lock(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect *int64) (L, Timesheet, error) {
	return l.lock(ctx, tx, by, id, expect, func(sheet int64) (Timesheet, error) { return Lock(ctx, tx, by, sheet) })
}

// LockEditable is Lock for a line that will be changed: its sheet must be editable.
func (l LineTable[L]) LockEditable(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect *int64,
	at db.Instant) (L, Timesheet, error) {
	return l.lock(ctx, tx, by, id, expect, func(sheet int64) (Timesheet, error) { return LockEditable(ctx, tx, by, sheet, at) })
}

// lock locks the sheet of the line with lockSheet and then reads the line again. It repeats both if the line was moved to
// another sheet in the meantime.
func (l LineTable[L]) lock(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect *int64,
	lockSheet func(id int64) (Timesheet, error)) (L, Timesheet, error) {
	line, err := l.ByID(ctx, tx, by, id)
	for err == nil {
		_, sheetID, _ := line.Keys()
		var sheet Timesheet
		if sheet, err = lockSheet(sheetID); err != nil {
			break
		}
		if line, err = l.ByID(ctx, tx, by, id); err != nil {
			break
		}
		_, sheetID, version := line.Keys()
		switch {
		case sheetID != sheet.ID: // it moved meanwhile
		case expect != nil && *expect != version:
			return line, sheet, errs.Stale()
		default:
			return line, sheet, nil
		}
	}
	return line, Timesheet{}, err
}
