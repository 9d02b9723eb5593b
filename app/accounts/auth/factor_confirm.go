package auth

import (
	"context"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

// confirmTTL is how long a password or a second factor is remembered: for acts that matter most it is asked for again after that.
const confirmTTL = 10 * time.Minute

// Confirmation is what a person gives to confirm who they are: one of them is enough.
type Confirmation struct {
	Password string
	Code     string // of the app, or a recovery code
	Passkey  string // the browser's answer, as JSON
}

// Confirm checks that it is the actor who acts, by the one that is given: a passkey, a code or the password. Its errors are those of
// CheckPasskey, CheckCode and CheckPassword, and confirmation_missing.
func (s *Service) Confirm(ctx context.Context, by Actor, c Confirmation, from Origin) error {
	var p Person
	var err error
	switch {
	case c.Passkey != "":
		p, err = s.checkPasskey(ctx, confirmPurpose(by.PersonID), c.Passkey, from)
	case c.Code != "":
		if p, err = personByID(ctx, s.db, by.PersonID); err == nil {
			err = s.CheckCode(ctx, by, p, c.Code, from)
		}
	case c.Password != "":
		p, err = s.CheckPassword(ctx, by.Email, c.Password, from)
	default:
		err = &errs.Error{Kind: errs.KindUnauthenticated, Code: "confirmation_missing", Detail: "Enter your password or a code."}
	}
	if err == nil && p.ID != by.PersonID { // another person's passkey
		err = errPasskey()
	}
	return err
}

// confirmed reports whether the actor need not confirm who they are: it is no browser, they have no second factor, they signed in with
// the provider, or they gave a password or a second factor within the last ten minutes. how and confirmed are values of the session.
func (s *Service) confirmed(ctx context.Context, by Actor, how, confirmed string) (bool, error) {
	since := db.InstantOf(s.now().Add(-confirmTTL))
	if by.Via != "cookie" || how == "oidc" || confirmedSince(confirmed, since) {
		return true, nil
	}
	f, err := factorsOf(ctx, s.db, by.PersonID)
	return !f.Any(), err
}

// present returns the value of confirmedKey for now.
func (s *Service) present() string { return formatInstant(db.InstantOf(s.now())) }
