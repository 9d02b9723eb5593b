package shifts

import (
	"presence/app/accounts/auth"
	"presence/app/workforce/timesheets"
)

// The transitions of a shift: each returns the shift as it is afterwards, or the reason why it stays as it is. They read and
// write no database.

// Decide approves the shift by itself, or withdraws that approval (W7). On an approved sheet the shift is approved already,
// and only the sheet's approval can be withdrawn. Nobody decides about the own time, unless admin (C11).
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

// Change returns what the shift is to become with the changes. A shift that is approved by itself does not change (W7).
func (s Shift) Change(c Changes) (New, error) {
	if s.Approved {
		return New{}, ErrApproved()
	}
	n := s.withChanges(c)
	return n, n.Validate().Err()
}

// CheckArchive refuses to archive a shift that is approved by itself (W7).
func (s Shift) CheckArchive() error {
	if s.Approved {
		return ErrApproved()
	}
	return nil
}
