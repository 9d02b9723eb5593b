package auth

import (
	"context"
	"net/http"

	"presence/app/platform/errs"
	"presence/db"
)

// Revalidate gives what an answer that goes on for long asks now and then: whether the credentials that the request came
// with still let their person act. It fails with errs.Unauthenticated when they do not: the session ended, the token
// ran out or was voided, the person was disabled or archived (A3); and with another kind when nobody can be asked just
// now. Asking is no use of the session, which it does not keep open, nor of the token.
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
	if id == "" { // an anonymous caller has nothing to lose
		return func(context.Context) error { return nil }
	}
	hash := hashOf(id)
	return func(ctx context.Context) error {
		_, err := s.validSession(ctx, hash)
		return err
	}
}

// validSession is a session that lets its person act.
func (s *Service) validSession(ctx context.Context, hash []byte) (sessionRecord, error) {
	o, err := sessionByHash(ctx, s.db, hash)
	if err != nil && errs.KindOf(err) != errs.KindNotFound {
		return o, err
	}
	if err != nil || o.ended(db.InstantOf(s.now())) {
		return o, &errs.Error{Kind: errs.KindUnauthenticated, Code: "session_ended", Detail: "The session is over. Sign in again."}
	}
	return o, nil
}
