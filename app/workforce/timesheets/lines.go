package timesheets

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// What shifts and expenses have in common: both are lines of a sheet.

// LineFilter narrows a list of lines (C7); zero values do not.
type LineFilter struct {
	After       int64      // only larger ids
	Since       db.Instant // only lines that, or whose sheet, changed at or after
	Rows        int64      // at most so many
	EmployeeID  int64
	TimesheetID int64
	BankCodeID  int64
	Approved    *bool  // by itself or with its sheet
	From, To    db.Day // dated in these days, both included
	Aged        bool   // also those that have gone to the archive with their period (W11)
}

// LinesInput asks for such a list.
type LinesInput struct {
	httpx.Paging
	DayRange
	EmployeeID  int64  `query:"employee_id" minimum:"1" doc:"The employee's id" example:"7"`
	TimesheetID int64  `query:"timesheet_id" minimum:"1" doc:"The timesheet's id" example:"31"`
	BankCodeID  int64  `query:"bank_code_id" minimum:"1" doc:"The bank code's id" example:"2"`
	Approved    string `query:"is_approved" enum:"true,false" doc:"Approved, or not" example:"false"`
}

// Filter reads what is asked for.
func (in *LinesInput) Filter(ctx context.Context) (f LineFilter, err error) {
	if f.Since, err = in.Since(ctx); err != nil {
		return f, err
	}
	var faults errs.Fields
	f.From, f.To = in.DayRange.Parse(&faults)
	f.After, f.Rows, f.Approved = in.After, in.LimitPlusOne(), ParseFlag(in.Approved)
	f.EmployeeID, f.TimesheetID, f.BankCodeID = in.EmployeeID, in.TimesheetID, in.BankCodeID
	return f, faults.Err()
}

// LockEditableTarget is Editable for a line that names its sheet: one that is not there for the actor is a fault of the field.
func LockEditableTarget(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, at db.Instant, faults *errs.Fields) (Timesheet, error) {
	sheet, err := LockEditable(ctx, tx, by, id, at)
	if errs.KindOf(err) == errs.KindNotFound {
		faults.Add("timesheet_id", "not_found", "There is no such timesheet.")
		return Timesheet{}, nil
	}
	return sheet, err
}

// LockLine reads a line behind the lock of its sheet, which lock takes, and again when the line moved to another sheet
// meanwhile.
func LockLine[L interface{ Sheet() int64 }](read func() (L, error), lock func(sheet int64) (Timesheet, error)) (L, Timesheet, error) {
	line, err := read()
	for err == nil {
		var sheet Timesheet
		if sheet, err = lock(line.Sheet()); err != nil {
			break
		}
		if line, err = read(); err == nil && line.Sheet() == sheet.ID {
			return line, sheet, nil
		}
	}
	return line, Timesheet{}, err
}
