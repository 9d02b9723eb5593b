package expenses

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/archival"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/activities"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Service stores expenses. Users who see a timesheet see its expenses and may change them while it is not approved; for
// all others they do not exist.
type Service struct {
	db  *db.DB
	now func() time.Time
	o   Options
}

// Options are what the company has decided about expenses, and where receipts are held while they arrive.
type Options struct {
	AskTaxes      bool   // the forms ask for the taxes in the amount
	ReceiptsAbove *int64 // cents: an expense above it needs a receipt; nil: none does
	TempDir       string // empty: that of the system
}

// NewService returns a service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service { return &Service{d, now, o} }

// AskTaxes reports whether the forms ask for the taxes in an amount.
func (s *Service) AskTaxes() bool { return s.o.AskTaxes }

// TempDir returns the folder for files while they arrive.
func (s *Service) TempDir() string { return s.o.TempDir }

// Filter selects the records of a list (C7).
type Filter = timesheets.LineFilter

// Get returns a live expense in the actor's scope.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Expense, error) {
	return table.ByID(ctx, s.db, by, id)
}

// Each calls each for the live expenses in the actor's scope, ordered by id.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Expense) error) error {
	return table.List(ctx, s.db, by, f, each)
}

// Create stores a new expense.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (e Expense, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err = s.CreateIn(ctx, tx, by, n)
		return err
	})
	return e, err
}

// CreateIn is Create in a transaction of the caller, such as one that has just created the sheet.
func (s *Service) CreateIn(ctx context.Context, tx *db.Tx, by auth.Actor, n New) (Expense, error) {
	if err := n.Validate().Err(); err != nil {
		return Expense{}, err
	}
	var faults errs.Fields
	sheet, err := timesheets.LockEditableTarget(ctx, tx, by, n.TimesheetID, s.at(), &faults)
	if err != nil {
		return Expense{}, err
	}
	if err := checkReferences(ctx, tx, sheet.EmployeeID, n, Expense{}, faults); err != nil {
		return Expense{}, err
	}
	if n.changesDecision(Expense{}) && !timesheets.MayApprove(by, sheet.EmployeeID) {
		return Expense{}, timesheets.ErrNotApprover()
	}
	e, err := insert(ctx, tx, sheet.EmployeeID, n, s.at())
	if err != nil {
		return e, err
	}
	return e, s.recordAudit(ctx, tx, by, "created", e, audit.Diff(nil, e))
}

// checkReferences checks that the bank code is one for expenses, the job, and that the week of the employee has room, and returns these
// faults with the others. old is the stored expense, empty for a new one: an unchanged code may have been archived.
func checkReferences(ctx context.Context, tx *db.Tx, employeeID int64, n New, old Expense, faults errs.Fields) error {
	if n.BankCodeID != old.BankCodeID {
		c, err := category(ctx, tx, n.BankCodeID)
		if err != nil {
			return err
		}
		switch c {
		case bankcodes.ForExpense:
		case "":
			faults.Add("bank_code_id", "not_found", "There is no such pay code.")
		default:
			faults.Add("bank_code_id", "category", "Expected a pay code of categorie expense.")
		}
	}
	if err := activities.CheckJob(ctx, tx, &faults, n.Job, old.Job); err != nil {
		return err
	}
	was := timesheets.LineDay{EmployeeID: old.EmployeeID, Day: old.Day}
	if err := table.CheckWeek(ctx, tx, &faults, "date", was, timesheets.LineDay{EmployeeID: employeeID, Day: n.Day}); err != nil {
		return err
	}
	return faults.Err()
}

// Update changes the fields that c sets. Fields covered by an approval change only together with its withdrawal.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (e Expense, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, sheet, err := table.LockEditable(ctx, tx, by, id, expect, s.at())
		if err != nil {
			return err
		}
		next, err := old.Change(by, c)
		if err != nil {
			return err
		}
		var faults errs.Fields
		if next.TimesheetID != old.TimesheetID {
			if sheet, err = timesheets.LockEditableTarget(ctx, tx, by, next.TimesheetID, s.at(), &faults); err != nil {
				return err
			}
		}
		n := next.withChanges(Changes{})
		if err := checkReferences(ctx, tx, sheet.EmployeeID, n, old, faults); err != nil {
			return err
		}
		if n.changesDecision(old) && !timesheets.MayApprove(by, sheet.EmployeeID) { // sheet is the one it moves to
			return timesheets.ErrNotApprover()
		}
		next.EmployeeID = sheet.EmployeeID
		e, err = s.saveChanges(ctx, tx, by, old, next)
		return err
	})
	return e, err
}

// saveChanges stores next in place of old, writes the change to the audit log and notifies the employee of a decision.
func (s *Service) saveChanges(ctx context.Context, tx *db.Tx, by auth.Actor, old, next Expense) (Expense, error) {
	e, err := save(ctx, tx, next, s.at())
	if err != nil {
		return e, err
	}
	action := "updated"
	switch {
	case e.Approved && !old.Approved:
		action = "approved"
	case old.Approved && !e.Approved:
		action = "approval_withdrawn"
	}
	if err := s.recordAudit(ctx, tx, by, action, e, audit.Diff(old, e)); err != nil {
		return e, err
	}
	told := notifications.Data{Approved: e.Approved, Cents: e.Amount}
	switch {
	case e.Approved != old.Approved:
	case !e.Approved && e.Comment != "" && e.Comment != old.Comment:
		told.Change = notifications.ExpenseRefused
	default:
		return e, nil
	}
	return e, s.notify(ctx, tx, by, e, told)
}

// notify notifies the employee of a decision about an expense (W15).
func (s *Service) notify(ctx context.Context, tx *db.Tx, by auth.Actor, e Expense, told notifications.Data) error {
	records, err := timesheets.Records(ctx, tx, e.TimesheetID)
	if err != nil {
		return err
	}
	for i := range records {
		records[i].ID, records[i].SheetID = e.ID, e.TimesheetID
	}
	return notifications.Notify(ctx, tx, notifications.Event{At: s.at(), By: by, Kind: notifications.ExpenseDecided, Records: records,
		Data: told})
}

// Delete archives an expense and returns it.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) (e Expense, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if e, _, err = table.LockEditable(ctx, tx, by, id, expect, s.at()); err != nil {
			return err
		}
		if err := e.CheckArchive(); err != nil {
			return err
		}
		if err := table.Archive(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "archived", e, nil)
	})
	return e, err
}

// Restore puts a deleted expense back on its sheet (timesheets.LineTable.LockRestorable).
func (s *Service) Restore(ctx context.Context, by auth.Actor, id int64, expect *int64) (e Expense, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, sheet, err := table.LockRestorable(ctx, tx, by, id, expect, s.at())
		if err != nil {
			return err
		}
		var faults errs.Fields
		at := timesheets.LineDay{EmployeeID: sheet.EmployeeID, Day: old.Day}
		if err := table.CheckWeek(ctx, tx, &faults, "date", timesheets.LineDay{}, at); err != nil {
			return err
		}
		if err := faults.Err(); err != nil {
			return err
		}
		if err := table.Restore(ctx, tx, id, sheet.EmployeeID, s.at()); err != nil {
			return err
		}
		if e, err = table.ByID(ctx, tx, by, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "restored", e, nil)
	})
	return e, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, e Expense, changes audit.Changes) error {
	return auth.RecordFor(ctx, tx, by, []int64{e.EmployeeID}, table.Entry(by, s.at(), action, e, changes))
}

// Archived returns an archived record in the actor's scope.
func (s *Service) Archived(ctx context.Context, by auth.Actor, id int64) (Expense, archival.State, error) {
	return table.ArchivedByID(ctx, s.db, by, id)
}

// Named returns the names of expenses in the actor's scope, live or archived.
func (s *Service) Named(ctx context.Context, by auth.Actor, ids []int64) ([]timesheets.Named, error) {
	return table.Named(ctx, s.db, by, ids)
}
