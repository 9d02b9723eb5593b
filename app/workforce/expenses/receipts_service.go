package expenses

import (
	"context"
	"errors"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Receipts change as the fields of their expense do: while its sheet is not approved, with a new version of both. A user who sees an
// expense sees its receipts, also when it was archived with its period.

// AddReceipts adds receipts to an expense, and returns those that it has then, with how many are new. One that it has already, byte for
// byte, is not added again.
func (s *Service) AddReceipts(ctx context.Context, by auth.Actor, id int64, expect *int64,
	uploads ...Upload) (list []Receipt, added int, err error) {
	if _, err := s.Get(ctx, by, id); err != nil { // before the work of reading pictures
		return nil, 0, err
	}
	r, err := PrepareReceipts(ctx, by.PersonID, uploads...)
	if err != nil {
		return nil, 0, err
	}
	defer r.Release()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, _, err := table.LockEditable(ctx, tx, by, id, expect, s.at())
		if err != nil {
			return err
		}
		if added, err = s.AttachIn(ctx, tx, by, e, r); err != nil {
			return err
		}
		if list, err = receiptsOf(ctx, tx, id); err == nil && added == 0 {
			err = errSameReceipt // the sheet stays submitted
		}
		return err
	})
	if errors.Is(err, errSameReceipt) {
		err = nil
	}
	return list, added, err
}

// AttachIn adds receipts to an expense whose sheet the caller has locked for a change, and returns how many are new.
func (s *Service) AttachIn(ctx context.Context, tx *db.Tx, by auth.Actor, e Expense, r *Receipts) (added int, err error) {
	if r == nil {
		return 0, nil
	}
	if e.Approved {
		return 0, errApproved()
	}
	has, err := receiptsOf(ctx, tx, e.ID)
	if err != nil {
		return 0, err
	}
	known := map[string]bool{}
	for _, x := range has {
		known[x.Hash] = true
	}
	today, err := receiptBytes(ctx, tx, e.EmployeeID, s.at().Add(-24*time.Hour))
	if err != nil {
		return 0, err
	}
	for _, x := range r.list {
		if known[x.Hash] {
			continue
		}
		if today += x.Size; today > maxReceiptsDay {
			return 0, errReceiptsOfDay()
		}
		if known[x.Hash] = true; len(known) > MaxReceipts {
			return 0, errTooManyReceipts()
		}
		x.ExpenseID, x.By, x.At = e.ID, by.Name, s.at()
		if err := insertReceipt(ctx, tx, x); err != nil {
			return 0, err
		}
		if err := s.recordAudit(ctx, tx, by, "receipt_added", e, audit.Changes{"receipt": {nil, x.Name}, "sha256": {nil, x.Hash}}); err != nil {
			return 0, err
		}
		added++
	}
	if added == 0 {
		return 0, nil
	}
	return added, touch(ctx, tx, e.ID, s.at())
}

// RemoveReceipt deletes a receipt of an expense. expect is the version of the expense (nil: any).
func (s *Service) RemoveReceipt(ctx context.Context, by auth.Actor, id, receipt int64, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, _, err := table.LockEditable(ctx, tx, by, id, expect, s.at())
		if err != nil {
			return err
		}
		if e.Approved {
			return errApproved()
		}
		x, err := receiptByID(ctx, tx, id, receipt)
		if err != nil {
			return err
		}
		if err := deleteReceipt(ctx, tx, receipt); err != nil {
			return err
		}
		if err := touch(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "receipt_removed", e, audit.Changes{"receipt": {x.Name, nil}, "sha256": {x.Hash, nil}})
	})
}

// ReceiptsOf returns the receipts of an expense in the actor's scope, in the order in which they were added.
func (s *Service) ReceiptsOf(ctx context.Context, by auth.Actor, id int64) (list []Receipt, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if err := checkVisible(ctx, q, by, id); err != nil {
			return err
		}
		list, err = receiptsOf(ctx, q, id)
		return err
	})
	return list, err
}

// OpenReceipt returns a receipt of an expense in the actor's scope with its bytes: those of its small picture if small is true, unless it
// is a PDF.
func (s *Service) OpenReceipt(ctx context.Context, by auth.Actor, id, receipt int64, small bool) (r Receipt, data []byte, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if err := checkVisible(ctx, q, by, id); err != nil {
			return err
		}
		if r, err = receiptByID(ctx, q, id, receipt); err != nil {
			return err
		}
		data, err = receiptData(ctx, q, receipt, small && !r.IsPDF())
		return err
	})
	return r, data, err
}

// NeedsReceipt reports whether an expense needs a receipt and has none. A distance has none: it is paid by the kilometre.
func (o Options) NeedsReceipt(e Expense, mileage bool) bool {
	return o.ReceiptsAbove != nil && e.Amount > *o.ReceiptsAbove && e.Receipts == 0 && !mileage
}

// NeedsReceipt calls Options.NeedsReceipt.
func (s *Service) NeedsReceipt(e Expense, mileage bool) bool { return s.o.NeedsReceipt(e, mileage) }

const namedExpenses = 3 // in the error for expenses without a receipt

// checkSubmit refuses to submit a sheet with expenses that need a receipt and have none. Approval does not check this again, because only
// the owner has the receipts.
func (o Options) checkSubmit(ctx context.Context, tx *db.Tx, sheet timesheets.Timesheet) error {
	if o.ReceiptsAbove == nil {
		return nil
	}
	list, err := withoutReceipt(ctx, tx, sheet.ID, *o.ReceiptsAbove, namedExpenses+1)
	if err != nil || len(list) == 0 {
		return err
	}
	return errNeedReceipts(list[:min(len(list), namedExpenses)], int64(len(list)-namedExpenses))
}

// checkVisible fails for an expense that the actor may not see, or that is deleted.
func checkVisible(ctx context.Context, q db.Queryer, by auth.Actor, id int64) error {
	visible, err := isVisible(ctx, q, by, id)
	if err == nil && !visible {
		err = errs.NotFound(table.Kind)
	}
	return err
}
