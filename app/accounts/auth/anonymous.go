package auth

import (
	"context"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// anonymousID is the id of the person that stands for anonymous callers on routes without sign-in: an approval or an entry in the
// audit log must refer to a person. It is not possible to sign in as this person.
const anonymousID = "00000000-0000-4000-8000-616e6f6e796d"

// AnonymousActor returns the actor for anonymous callers if UNDECLARED_ROUTES=documented, which opens the routes that the API's
// contract lists as public (C10). It may see what payroll sees, and everything it writes is audited under its name. The first
// call creates its person, disabled and without a password.
func (s *Service) AnonymousActor(ctx context.Context) (Actor, error) {
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := personByID(ctx, tx, anonymousID); errs.KindOf(err) != errs.KindNotFound {
			return err
		}
		at := db.InstantOf(s.now())
		p := Person{ID: anonymousID, Email: "anonymous@presence.invalid", Name: "Anonymous", Role: Employee, Language: i18n.EN, CreatedAt: at}
		if err := createPerson(ctx, tx, Actor{}, p); err != nil {
			return err
		}
		return updateDisabled(ctx, tx, anonymousID, &at, at)
	})
	if db.IsUnique(err, "people_pkey") { // another replica has just created it
		err = nil
	}
	return Actor{PersonID: anonymousID, Name: "Anonymous", Role: Payroll, Language: i18n.EN, Via: "anonymous"}, err
}
