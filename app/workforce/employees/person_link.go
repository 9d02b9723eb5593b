package employees

import (
	"context"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
)

// errUserIDNotAllowed is the error for anyone but an administrator who tries to choose the person of a record (C11).
func errUserIDNotAllowed() error {
	return errs.Forbidden("user_id_not_allowed",
		"Only a Presence administrator can link an employee record to an administrator’s account, or change a record’s account.")
}

// relink assigns a record to another person. Only an administrator may do it (C11): payroll could otherwise assign its own
// record to another user for a moment, and approve its own time. A record that is archived, or becomes archived or restored by
// the same change, keeps its person, because archiving and restoring also block and unblock that person's sign-in.
func (s *Service) relink(ctx context.Context, tx *db.Tx, by auth.Actor, old, e Employee) error {
	switch {
	case by.Role != auth.Admin:
		return errUserIDNotAllowed()
	case old.Archived() || e.Archived():
		return errs.Conflict("employee_archived", "An archived record’s account can’t be changed. Restore the record first.")
	}
	return s.ensurePerson(ctx, tx, by, e.UserID, e.Email, e.Name())
}

// language returns the language of the people of new records; without accounts it is French.
func (s *Service) language() i18n.Lang {
	if s.accounts == nil {
		return i18n.FR
	}
	return s.accounts.Language()
}

// ensurePerson creates the person with that id if there is none (W17). It fails when anyone but an administrator gives an
// administrator an employee record, because archiving that record would lock the administrator out.
func (s *Service) ensurePerson(ctx context.Context, tx *db.Tx, by auth.Actor, userID, email, name string) error {
	p, err := auth.EnsurePerson(ctx, tx, by, s.at(), auth.RecordPerson{UserID: userID, Email: email, Name: name, Language: s.language()})
	if err == nil && p.Role == auth.Admin && by.Role != auth.Admin {
		err = errUserIDNotAllowed()
	}
	return taken(err)
}

// requireReauth fails with httpx.ErrReauthRequired if the changes decide who may do what, and the caller has to reauthenticate first (A5).
func (s *Service) requireReauth(ctx context.Context, id int64, c Changes) error {
	if due, err := httpx.ReauthDue(ctx); err != nil || !due {
		return err
	}
	changes, err := s.changesAccess(ctx, id, c)
	if err == nil && changes {
		err = httpx.ErrReauthRequired
	}
	return err
}

// changesAccess reports whether changes decide who may do what: whose the record is, who approves the time, or the last work day, which
// archives and restores. It is false if there is no record.
func (s *Service) changesAccess(ctx context.Context, id int64, c Changes) (bool, error) {
	e, err := anyByID(ctx, s.db, id)
	if errs.KindOf(err) == errs.KindNotFound {
		return false, nil
	}
	return c.UserID != nil && !strings.EqualFold(strings.TrimSpace(*c.UserID), e.UserID) ||
		c.SupervisorID != nil && *c.SupervisorID != e.SupervisorID || c.LastWorkDay != nil && *c.LastWorkDay != e.LastWorkDay, err
}
