package shifts

import (
	"context"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/activities"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Service stores shifts. Users who see a timesheet see its shifts and may change them while it is not approved; for all
// others they do not exist.
type Service struct {
	Options

	db  *db.DB
	now func() time.Time
}

// Options are what the service needs of the company's settings.
type Options struct {
	BreakRule breakrules.Rule // that of an employee comes before it
}

// NewService returns a service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service { return &Service{o, d, now} }

// Filter selects the records of a list (C7).
type Filter = timesheets.LineFilter

// Get returns a live shift in the actor's scope.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (Shift, error) {
	return table.ByID(ctx, s.db, by, id)
}

// Each calls each for the live shifts in the actor's scope, ordered by id.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Shift) error) error {
	return table.List(ctx, s.db, by, f, each)
}

// Create stores a new shift.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (sh Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		sh, err = s.CreateIn(ctx, tx, by, n)
		return err
	})
	return sh, err
}

// CreateIn is Create in a transaction of the caller, such as one that has just created the sheet.
func (s *Service) CreateIn(ctx context.Context, tx *db.Tx, by auth.Actor, n New) (Shift, error) {
	if err := n.Validate().Err(); err != nil {
		return Shift{}, err
	}
	var faults errs.Fields
	sheet, err := timesheets.LockEditableTarget(ctx, tx, by, n.TimesheetID, s.at(), &faults)
	if err != nil {
		return Shift{}, err
	}
	if err := checkReferences(ctx, tx, sheet, n, Shift{}, timesheets.LineDay{}, faults); err != nil {
		return Shift{}, err
	}
	if err := s.breaksByRule(ctx, tx, sheet.EmployeeID, &n); err != nil {
		return Shift{}, err
	}
	sh, err := insert(ctx, tx, sheet.EmployeeID, n, s.at())
	if err != nil {
		return sh, err
	}
	changes := audit.Diff(nil, sh)
	if n.Reason != "" {
		changes["reason"] = [2]any{nil, n.Reason}
	}
	return sh, s.recordAudit(ctx, tx, by, "created", sh, changes)
}

// checkReferences checks the bank code and the job, that the employee has no other shift in this time (W10), and that the week has room.
// The sheet's employee must be locked. old is the stored shift, empty for a new one; was is where it is, zero for one that is new or
// deleted.
func checkReferences(ctx context.Context, tx *db.Tx, sheet timesheets.Timesheet, n New, old Shift, was timesheets.LineDay,
	faults errs.Fields) error {
	k, err := loadFacts(ctx, tx, sheet.EmployeeID, n, old.ID)
	if err != nil {
		return err
	}
	switch {
	case n.BankCodeID == old.BankCodeID: // unchanged: valid even if archived meanwhile
	case k.category == "":
		faults.Add("bank_code_id", "not_found", "There is no such pay code.")
	case k.category != bankcodes.ForShift:
		faults.Add("bank_code_id", "category", "Expected a pay code of categorie shift.")
	}
	if k.overlaps {
		faults.Add("start_time", "overlap", "The employee has another shift in this time.")
	}
	if err := activities.CheckJob(ctx, tx, &faults, n.Job, old.Job); err != nil {
		return err
	}
	at := timesheets.LineDay{EmployeeID: sheet.EmployeeID, Day: n.Day}
	if err := table.CheckWeek(ctx, tx, &faults, "start_time", was, at); err != nil {
		return err
	}
	return fieldsError(faults)
}

// RuleOf returns the break rule of an employee in the actor's scope: their own, else the company's.
func (s *Service) RuleOf(ctx context.Context, q db.Queryer, employeeID int64) (breakrules.Rule, error) {
	own, err := ownBreakRule(ctx, q, employeeID)
	return breakrules.Of(s.BreakRule, own), err
}

// breaksByRule sets the breaks of those shifts of an employee that get them by the rule.
func (s *Service) breaksByRule(ctx context.Context, q db.Queryer, employeeID int64, list ...*New) error {
	if !slices.ContainsFunc(list, func(n *New) bool { return n.ByRule }) {
		return nil
	}
	rule, err := s.RuleOf(ctx, q, employeeID)
	for _, n := range list {
		if n.ByRule && n.Start != 0 && n.End > n.Start {
			n.Breaks = DefaultBreaks(rule, n.Start, n.End)
		}
	}
	return err
}

// fieldsError returns the error of the faults, with the code overlap if the overlap is the only fault.
func fieldsError(faults errs.Fields) error {
	err := faults.Err()
	if e, ok := errs.Of(err); ok && len(faults) == 1 && faults[0].Code == "overlap" {
		e.Code, e.Detail = "overlap", faults[0].Detail
	}
	return err
}

// Update changes the fields that c sets.
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (sh Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, sheet, err := table.LockEditable(ctx, tx, by, id, expect, s.at())
		if err != nil {
			return err
		}
		n, err := old.Change(c)
		if err != nil {
			return err
		}
		var faults errs.Fields
		if n.TimesheetID != old.TimesheetID {
			if sheet, err = timesheets.LockEditableTarget(ctx, tx, by, n.TimesheetID, s.at(), &faults); err != nil {
				return err
			}
		}
		if err := checkReferences(ctx, tx, sheet, n, old, timesheets.LineDay{EmployeeID: old.EmployeeID, Day: old.Day}, faults); err != nil {
			return err
		}
		if err := s.breaksByRule(ctx, tx, sheet.EmployeeID, &n); err != nil {
			return err
		}
		if sh, err = save(ctx, tx, old, sheet.EmployeeID, n, s.at()); err != nil {
			return err
		}
		changes := audit.Diff(old, sh)
		if c.Reason != "" {
			changes["reason"] = [2]any{nil, c.Reason}
		}
		return s.recordAudit(ctx, tx, by, "updated", sh, changes)
	})
	return sh, err
}

// Delete archives a shift and returns it.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) (sh Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if sh, _, err = table.LockEditable(ctx, tx, by, id, expect, s.at()); err != nil {
			return err
		}
		if err := sh.CheckArchive(); err != nil {
			return err
		}
		if err := archive(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "archived", sh, nil)
	})
	return sh, err
}

// Restore puts a deleted shift back on its sheet (timesheets.LineTable.LockRestorable). It fails if the employee has another shift in
// its time by now.
func (s *Service) Restore(ctx context.Context, by auth.Actor, id int64, expect *int64) (sh Shift, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, sheet, err := table.LockRestorable(ctx, tx, by, id, expect, s.at())
		if err != nil {
			return err
		}
		if err := checkReferences(ctx, tx, sheet, old.withChanges(Changes{}), old, timesheets.LineDay{}, nil); err != nil {
			return err
		}
		if sh, err = restore(ctx, tx, by, id, sheet.EmployeeID, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "restored", sh, nil)
	})
	return sh, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, sh Shift, changes audit.Changes) error {
	return auth.RecordFor(ctx, tx, by, []int64{sh.EmployeeID}, table.Entry(by, s.at(), action, sh, changes))
}

// Archived returns an archived record in the actor's scope.
func (s *Service) Archived(ctx context.Context, by auth.Actor, id int64) (Shift, archival.State, error) {
	return table.ArchivedByID(ctx, s.db, by, id)
}

// Named returns the names of shifts in the actor's scope, live or archived.
func (s *Service) Named(ctx context.Context, by auth.Actor, ids []int64) ([]timesheets.Named, error) {
	return table.Named(ctx, s.db, by, ids)
}
