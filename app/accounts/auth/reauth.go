package auth

import (
	"context"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

// reauthTTL is how long after a password or a second factor no reauthentication is required.
const reauthTTL = 10 * time.Minute

// Proof is what a person gives to reauthenticate: one of the three is enough.
type Proof struct {
	Password string
	Code     string // of the app, or a recovery code
	Passkey  string // the browser's answer, as JSON
}

// Reauthenticate checks the proof against the actor's own passkeys, codes or password. Its errors are those of checkPasskey, CheckCode
// and CheckPassword, and confirmation_missing if the proof is empty.
func (s *Service) Reauthenticate(ctx context.Context, by Actor, c Proof, from Origin) error {
	var p Person
	var err error
	switch {
	case c.Passkey != "":
		p, err = s.checkPasskey(ctx, reauthPurpose(by.PersonID), c.Passkey, from)
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

// reauthDue reports whether the actor has to reauthenticate before a sensitive act (A5): a browser of a person with a second factor,
// signed in without the company's identity provider, in which neither a password nor a second factor was given within the last ten
// minutes. how and at are the session's values of byKey and authenticatedAtKey.
func (s *Service) reauthDue(ctx context.Context, by Actor, how, at string) (bool, error) {
	since := db.InstantOf(s.now().Add(-reauthTTL))
	if by.Via != "cookie" || how == "oidc" || authenticatedSince(at, since) {
		return false, nil
	}
	f, err := factorsOf(ctx, s.db, by.PersonID)
	return f.Any(), err
}

// present returns the value of authenticatedAtKey for now.
func (s *Service) present() string { return formatInstant(db.InstantOf(s.now())) }
