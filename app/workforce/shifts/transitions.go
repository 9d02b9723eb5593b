package shifts

import (
	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
)

// The transitions of a shift are pure functions: each returns the shift afterwards, or why it cannot change, and does not
// use the database.

// Decide approves the shift by itself, or withdraws that approval (W7). On an approved sheet the shift is approved already,
// and only the sheet's approval can be withdrawn. Only admins decide about their own time (C11).
func (s Shift) Decide(by auth.Actor, d timesheets.Decision) (Shift, error) {
	switch {
	case !timesheets.MayApprove(by, s.EmployeeID):
		return s, timesheets.ErrOwnApproval()
	case s.SheetApproved && !d.Approved:
		return s, timesheets.ErrApproved()
	case s.SheetApproved:
		return s, nil
	}
	s.Approved = d.Approved
	return s, nil
}

// Change returns the fields of the shift with the changes. A shift that is approved by itself cannot change (W7).
func (s Shift) Change(c Changes) (New, error) {
	if s.Approved {
		return New{}, errApproved()
	}
	n := s.withChanges(c)
	return n, n.Validate().Err()
}

// CheckArchive returns an error for a shift that is approved by itself, which cannot be archived (W7).
func (s Shift) CheckArchive() error {
	if s.Approved {
		return errApproved()
	}
	return nil
}
