package expenses

import (
	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
)

// The transitions of an expense are pure functions: each returns the expense afterwards, or why it cannot change, and does
// not use the database.

// Decide approves the expense by itself, or withdraws that approval, and sets the comment if the decision has one (W7). On an
// approved sheet the expense is approved already, and only the sheet's approval can be withdrawn. Only admins decide about their
// own expenses (C11).
func (e Expense) Decide(by auth.Actor, d timesheets.Decision) (Expense, error) {
	switch {
	case !timesheets.MayApprove(by, e.EmployeeID):
		return e, timesheets.ErrOwnApproval()
	case e.SheetApproved && !d.Approved:
		return e, timesheets.ErrApproved()
	}
	c := Changes{Comment: d.Comment}
	if !e.SheetApproved {
		c.Approved = &d.Approved
	}
	n := e.withChanges(c)
	if err := n.Validate().Err(); err != nil {
		return e, err
	}
	return e.revised(n), nil
}

// Change returns the expense with the changes. Fields covered by an approval change only together with its
// withdrawal, and only an approver may send a decision (W7, W8).
func (e Expense) Change(by auth.Actor, c Changes) (Expense, error) {
	n, stands := e.withChanges(c), e.withChanges(Changes{})
	switch err := n.Validate().Err(); {
	case err != nil:
		return e, err
	case n.changesDecision(e) && !timesheets.MayApprove(by, e.EmployeeID):
		return e, timesheets.ErrNotApprover()
	case e.Approved && n.Approved && n.approvedContent() != stands.approvedContent():
		return e, errApproved()
	}
	return e.revised(n), nil
}

// CheckArchive returns an error for an expense that is approved by itself, which cannot be archived (W7).
func (e Expense) CheckArchive() error {
	if e.Approved {
		return errApproved()
	}
	return nil
}

// revised returns the expense with every field of n.
func (e Expense) revised(n New) Expense {
	e.TimesheetID, e.BankCodeID, e.Day, e.Amount, e.Description = n.TimesheetID, n.BankCodeID, n.Day, n.Amount, n.Description
	e.Taxes, e.Job, e.Approved, e.Comment = n.Taxes, n.Job, n.Approved, n.Comment
	return e
}

// sameDecision reports whether o decides as the stored state e does. The comment of o, which came with a request, is compared as it would
// be stored.
func (e Expense) sameDecision(o Expense) bool {
	return e.Approved == o.Approved && e.Comment == errs.Readable(o.Comment)
}
