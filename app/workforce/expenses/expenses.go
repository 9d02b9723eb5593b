// Package expenses stores what people spent and the distances they drove for work, as lines of a timesheet (W4).
package expenses

import (
	"math"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/workforce/activities"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Expense is one expense to be refunded.
type Expense struct {
	ID            int64
	TimesheetID   int64
	EmployeeID    int64 // that of the timesheet
	BankCodeID    int64
	Day           db.Day // day of the expense
	Amount        int64  // in cents
	Taxes         Taxes
	Description   string
	Job           activities.Job
	Approved      bool   // one by one
	SheetApproved bool   // with its timesheet
	Comment       string // of the supervisor
	Receipts      int64  // how many it has
	Version       int64
	UpdatedAt     db.Instant
}

// Taxes are the goods and services tax and the Québec sales tax that an amount includes, in cents; 0 if nobody has entered them.
type Taxes struct{ GST, QST int64 }

// None reports whether no taxes were entered.
func (t Taxes) None() bool { return t == Taxes{} }

func (t Taxes) validate(faults *errs.Fields, amount int64) {
	const code, text = "taxes", "Expected 0 or more, and together less than the amount."
	if t.GST < 0 || t.GST >= amount {
		faults.Add("gst", code, text)
	} else if t.QST < 0 || t.QST >= amount-t.GST {
		faults.Add("qst", code, text)
	}
}

// Keys implements timesheets.LineRecord.
func (e Expense) Keys() (id, sheet, version int64) { return e.ID, e.TimesheetID, e.Version }

// IsApproved reports whether the expense is approved, by itself or with its timesheet (W7).
func (e Expense) IsApproved() bool { return e.Approved || e.SheetApproved }

// AuditFields implements audit.Auditable. The amount is in dollars; is_approved is the expense's own approval, without that
// of its sheet.
func (e Expense) AuditFields() audit.Fields {
	return e.Job.AddTo(audit.Fields{
		"id": e.ID, "timesheet_id": e.TimesheetID, "bank_code_id": e.BankCodeID, "date": audit.Day(e.Day), "amount": float64(e.Amount) / 100,
		"gst": float64(e.Taxes.GST) / 100, "qst": float64(e.Taxes.QST) / 100, "description": e.Description, "is_approved": e.Approved,
		"supervisor_comment": e.Comment,
	})
}

// New holds the fields of a new expense. Only an approver may set Approved and Comment (W8).
type New struct {
	TimesheetID int64
	BankCodeID  int64
	Day         db.Day
	Amount      int64 // in cents
	Taxes       Taxes
	Description string
	Job         activities.Job
	Approved    bool
	Comment     string
}

// Changes holds the fields to change; nil leaves a field unchanged.
type Changes struct {
	TimesheetID *int64
	BankCodeID  *int64
	CustomerID  *int64 // 0: none
	ActivityID  *int64 // 0: none
	Day         *db.Day
	Amount      *int64
	GST, QST    *int64 // in cents
	Description *string
	Approved    *bool
	Comment     *string
}

const (
	maxAmount      = 100_000_000 // in cents: a million dollars
	maxDescription = 500         // in characters
)

// Cents converts dollars to cents, rounded (C6). An amount outside the limits is converted to one that is still outside them,
// so that validation rejects it.
func Cents(dollars float64) int64 {
	return int64(math.Round(100 * max(-2e6, min(dollars, 2e6))))
}

// Validate returns every fault of n that can be found without the database, and trims its texts.
func (n *New) Validate() errs.Fields {
	var faults errs.Fields
	timesheets.ValidateID(&faults, "timesheet_id", n.TimesheetID)
	return append(faults, n.validateContent()...)
}

// validateContent is Validate without the sheet.
func (n *New) validateContent() errs.Fields {
	var faults errs.Fields
	timesheets.ValidateID(&faults, "bank_code_id", n.BankCodeID)
	if n.Day.IsZero() {
		faults.Add("date", "required", "This field is required.")
	}
	if n.Amount < 1 || n.Amount > maxAmount {
		faults.Add("amount", "out_of_range", "Expected more than 0 and at most 1 000 000 dollars.")
	} else {
		n.Taxes.validate(&faults, n.Amount)
	}
	n.Description, n.Comment = errs.CleanLines(n.Description), errs.CleanLines(n.Comment)
	switch count := utf8.RuneCountInString(n.Description); {
	case count == 0:
		faults.Add("description", "required", "This field is required.")
	case count > maxDescription:
		faults.Add("description", "length", "Expected at most 500 characters.")
	default:
		faults.Lines("description", n.Description)
	}
	timesheets.ValidateComment(&faults, n.Comment)
	return faults
}

// withChanges returns e with the changes, to be validated as a whole.
func (e Expense) withChanges(c Changes) New {
	n := New{TimesheetID: e.TimesheetID, BankCodeID: e.BankCodeID, Day: e.Day, Amount: e.Amount, Taxes: e.Taxes,
		Description: errs.Readable(e.Description), Job: e.Job, Approved: e.Approved, Comment: errs.Readable(e.Comment)}
	change.Set(&n.TimesheetID, c.TimesheetID)
	change.Set(&n.BankCodeID, c.BankCodeID)
	change.Set(&n.Job.CustomerID, c.CustomerID)
	change.Set(&n.Job.ActivityID, c.ActivityID)
	change.Set(&n.Day, c.Day)
	change.Set(&n.Amount, c.Amount)
	change.Set(&n.Taxes.GST, c.GST)
	change.Set(&n.Taxes.QST, c.QST)
	change.Set(&n.Description, c.Description)
	change.Set(&n.Approved, c.Approved)
	change.Set(&n.Comment, c.Comment)
	return n
}

// changesDecision reports whether n has another decision than e, which only an approver may send (W8).
func (n *New) changesDecision(e Expense) bool {
	return n.Approved != e.Approved || n.Comment != errs.Readable(e.Comment)
}

// approvedContent returns n with only the fields that an approval covers.
func (n *New) approvedContent() New {
	c := *n
	c.Approved, c.Comment = false, ""
	return c
}

// errApproved returns the error for a change of an expense that is approved by itself (W7).
func errApproved() error {
	return errs.Conflict("expense_approved", "The expense is approved. Remove the approval first.")
}
