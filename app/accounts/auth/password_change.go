package auth

import (
	"context"

	"presence/app/accounts/passwords"
	"presence/app/platform/errs"
	"presence/db"
)

// HasPassword reports whether the actor can sign in with a password.
func (s *Service) HasPassword(ctx context.Context, by Actor) (bool, error) {
	p, err := personWithPassword(ctx, s.db, `p.id = $1`, by.PersonID)
	return p.passwordHash != "", err
}

// ChangePassword replaces the actor's own password, and ends every session and token made before. It returns the person, for the
// session that replaces the present one. Validation errors: those of the new password, of the field password; "wrong_password"
// of the field current_password. Wrong passwords count as failed sign-ins, with the same limits. Like apitokens.Service.Create it fails
// for a caller who signed in with a token.
func (s *Service) ChangePassword(ctx context.Context, by Actor, current, next string, from Origin) (Person, error) {
	if by.Via == "bearer" {
		return Person{}, errs.Forbidden("browser_only", "A password is changed by a person who is signed in with a browser.")
	}
	var faults errs.Fields
	passwords.Check(&faults, next)
	if err := faults.Err(); err != nil {
		return Person{}, err
	}
	p, err := personWithPassword(ctx, s.db, `p.id = $1`, by.PersonID)
	if err != nil {
		return Person{}, err
	}
	wrong := errs.InvalidField("current_password", "wrong_password", "This is not the current password.")
	switch p, err = s.CheckPassword(ctx, p.Email, current, from); {
	case errs.KindOf(err) == errs.KindUnauthenticated:
		return Person{}, wrong
	case err != nil:
		return Person{}, err
	}
	return s.savePassword(ctx, by, p, next, func(ctx context.Context, tx *db.Tx, id, hash string, at db.Instant) error {
		// A password that an administrator has set since it was checked stays.
		replaced, err := replacePassword(ctx, tx, id, p.passwordHash, hash, at)
		if err == nil && !replaced {
			err = wrong
		}
		return err
	})
}
