package auth

import (
	"context"

	"presence/app/platform/errs"
	"presence/db"
)

// FormerAdmin is the first administrator of an installation whose records are replaced by those of an imported archive.
type FormerAdmin struct {
	passwordHash string
}

// RemoveFormerAdmin deletes the actor, with their sessions and second factors, and keeps their password for TakeOver. It fails with the
// conflict no_password if they have none, because there would be no way in afterwards.
func RemoveFormerAdmin(ctx context.Context, tx *db.Tx, by Actor) (a FormerAdmin, err error) {
	p, err := personWithPassword(ctx, tx, `p.id = $1`, by.PersonID)
	if err != nil {
		return a, err
	}
	if p.passwordHash == "" {
		return a, errs.Conflict("import_needs_password", "Choose a password first: it will be your only way to sign in after the import.")
	}
	return FormerAdmin{p.passwordHash}, deletePerson(ctx, tx, by.PersonID)
}

// TakeOver gives the password to a person, who is an active administrator of the imported records: else the conflict
// not_an_administrator. Nothing else of the person changes.
func (a FormerAdmin) TakeOver(ctx context.Context, tx *db.Tx, id string, at db.Instant) (Person, error) {
	p, err := personByID(ctx, tx, id)
	if errs.KindOf(err) == errs.KindNotFound || err == nil && (p.Role != Admin || !p.Active()) {
		err = errs.Conflict("not_an_administrator",
			"In the file, this person isn’t a Presence administrator, or their account is disabled.")
	}
	if err != nil {
		return p, err
	}
	return p, setPasswordOnly(ctx, tx, id, a.passwordHash, at)
}
