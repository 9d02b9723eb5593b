package employees

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// errUserIDNotAllowed is the one refusal of whoever would decide whose record it is without being an administrator (C11).
func errUserIDNotAllowed() error {
	return errs.Forbidden("user_id_not_allowed",
		"Only an administrator decides this: which person an existing record names, and that a record names an administrator.")
}

// relink gives a record to another person. The own record named for a moment as somebody else's would let payroll approve
// its own time, so only an administrator does it (C11). A record in the archive keeps its person, as does one that goes
// there or comes back with the same change: it is what keeps somebody who has left out, and would do so to anyone else.
func (s *Service) relink(ctx context.Context, tx *db.Tx, by auth.Actor, old, e Employee) error {
	switch {
	case by.Role != auth.Admin:
		return errUserIDNotAllowed()
	case old.Archived() || e.Archived():
		return errs.Conflict("employee_archived", "A record in the archive keeps its person: restore it first.")
	}
	return s.ensurePerson(ctx, tx, by, e.UserID, e.Email, e.Name())
}

// ensurePerson makes sure that there is one of that id (W17), and that nobody but an administrator gives an administrator an
// employee record: archiving it would shut them out.
func (s *Service) ensurePerson(ctx context.Context, tx *db.Tx, by auth.Actor, userID, email, name string) error {
	p, err := auth.EnsurePerson(ctx, tx, by, s.at(), auth.RecordPerson{UserID: userID, Email: email, Name: name})
	if err == nil && p.Role == auth.Admin && by.Role != auth.Admin {
		err = errUserIDNotAllowed()
	}
	return taken(err)
}
