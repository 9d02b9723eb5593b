package auth

import (
	"context"
	"encoding/hex"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Session is a browser in which a person is signed in.
type Session struct {
	Key       string // its name on pages; not a credential
	CreatedAt db.Instant
	SeenAt    db.Instant
	IP        string
	Agent     string // the User-Agent header
}

// sessionKey returns the name of a session on pages, which is the hash of its id.
func sessionKey(hash []byte) string { return hex.EncodeToString(hash) }

// Sessions returns the actor's own open sessions, the one used last first.
func (s *Service) Sessions(ctx context.Context, by Actor) ([]Session, error) {
	return openSessions(ctx, s.db, by.PersonID, db.InstantOf(s.now()))
}

// EndOwnSession ends one of the actor's own sessions.
func (s *Service) EndOwnSession(ctx context.Context, by Actor, key string) error {
	hash, err := hex.DecodeString(key)
	if err != nil {
		return errs.NotFound("session")
	}
	return s.endSessions(ctx, by, func(ctx context.Context, tx *db.Tx) error { return deleteOwnSession(ctx, tx, by.PersonID, hash) })
}

// EndOtherSessions ends all of the actor's own sessions except the present one, and all sign-ins of programs with a password. API
// tokens stay valid.
func (s *Service) EndOtherSessions(ctx context.Context, by Actor) (n int64, err error) {
	err = s.endSessions(ctx, by, func(ctx context.Context, tx *db.Tx) error {
		n, err = endOtherSessions(ctx, tx, by)
		return err
	})
	return n, err
}

// endOtherSessions is EndOtherSessions in a transaction, without the audit entry.
func endOtherSessions(ctx context.Context, tx *db.Tx, by Actor) (int64, error) {
	present, err := hex.DecodeString(by.SessionKey)
	if err != nil {
		return 0, errs.NotFound("session")
	}
	if err := lockPerson(ctx, tx, by.PersonID); err != nil {
		return 0, err
	}
	return deleteOtherSessions(ctx, tx, by.PersonID, present)
}

func (s *Service) endSessions(ctx context.Context, by Actor, end func(ctx context.Context, tx *db.Tx) error) error {
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := end(ctx, tx); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "sessions_ended", Kind: "person", RecordID: by.PersonID})
	})
}
