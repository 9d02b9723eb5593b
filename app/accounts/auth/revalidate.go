package auth

import (
	"context"
	"net/http"

	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// Revalidate returns a check for long responses such as streams: whether the request's credentials are still valid. The check
// fails with errs.KindUnauthenticated when the session has ended, the token expired or was voided, or the person was disabled or
// archived (A3); it fails with another kind when the database fails. It does not count as a use of the session or token.
func (s *Service) Revalidate(r *http.Request) func(ctx context.Context) error {
	if token, carried, err := bearerToken(r); carried {
		return func(ctx context.Context) error {
			if err != nil {
				return err
			}
			_, _, _, err := s.validToken(ctx, token)
			return err
		}
	}
	id := s.sessionID(r)
	if id == "" { // an anonymous caller has no credentials that could end
		return func(context.Context) error { return nil }
	}
	hash := seal.Hash(id)
	return func(ctx context.Context) error {
		_, err := s.validSession(ctx, hash)
		return err
	}
}

// validSession returns a session whose person is active.
func (s *Service) validSession(ctx context.Context, hash []byte) (sessionRecord, error) {
	o, err := sessionByHash(ctx, s.db, hash, s.today())
	if err != nil && errs.KindOf(err) != errs.KindNotFound {
		return o, err
	}
	if err != nil || o.ended(db.InstantOf(s.now())) {
		return o, errSessionEnded()
	}
	return o, nil
}

func errSessionEnded() error {
	return &errs.Error{Kind: errs.KindUnauthenticated, Code: "session_ended", Detail: "The session is over. Sign in again."}
}

// RequireLasting fails with browser_only for a caller with a token that ends within minutes: who steals such a token must not make
// something with it that does not end and that only this person sees. A browser may, and an access token, which a person has made in one.
// What belongs to the company, such as webhook endpoints and check-in links, its other administrators see and remove.
func RequireLasting(by Actor) error {
	if by.ShortLived {
		return errs.Forbidden("browser_only", "This is made by a person who is signed in with a browser, or with an access token made there.")
	}
	return nil
}

// RequireSignedIn locks the actor's person until the end of the transaction, and fails with session_ended if all sign-ins of the person
// were ended since the request was authenticated (VoidTokens), or if the person is not active. What stays beyond the request and lets its
// holder read or act as the person is made in a transaction that calls it first, so that a request which was sent before the sign-ins ended
// makes none.
func RequireSignedIn(ctx context.Context, tx *db.Tx, by Actor) error {
	valid, err := lockSignedIn(ctx, tx, by.PersonID, by.TokensAfter)
	if err == nil && !valid {
		err = errSessionEnded()
	}
	return err
}
