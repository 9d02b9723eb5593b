package oauthsessions

import (
	"context"
	"time"

	"github.com/google/uuid"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/seal"
	"presence/db"
)

// Service stores the sessions. Everyone reads and changes their own; an admin sees all, with the tokens of others masked (A4).
type Service struct {
	db     *db.DB
	sealer seal.Sealer
	now    func() time.Time

	deleted Deleted // nil: nothing is called
}

// Deleted is called in the transaction that deletes a session. If it fails, the session is not deleted.
type Deleted func(ctx context.Context, tx *db.Tx, id string) error

// NewService makes the service; the key that encrypts tokens is derived from SECRET_KEY. deleted may be nil.
func NewService(d *db.DB, now func() time.Time, secret []byte, deleted Deleted) (*Service, error) {
	sealer, err := newSealer(secret)
	return &Service{db: d, sealer: sealer, now: now, deleted: deleted}, err
}

func newSealer(secret []byte) (seal.Sealer, error) { return seal.New(secret, "oauth sessions") }

// Unreadable returns how many sessions have tokens that SECRET_KEY does not open.
func Unreadable(ctx context.Context, q db.Queryer, secret []byte) (int64, error) {
	return seal.Unreadable(ctx, q, secret, newSealer, sealedTexts)
}

// Filter selects sessions (C7); zero values select all.
type Filter struct {
	After       string     // only larger ids
	Since       db.Instant // only sessions changed at or after
	Rows        int64      // at most this many
	UserID      string
	Application string
}

// Get returns one session that the actor may see.
func (s *Service) Get(ctx context.Context, by auth.Actor, id string) (Session, error) {
	return s.byID(ctx, s.db, by, id)
}

// Each calls each for the sessions that the actor may see, in the order of their ids.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(Session) error) error {
	return s.list(ctx, s.db, by, f, each)
}

// Connections returns a page of the connections that the actor may see, sorted by the names of their people, then by application.
func (s *Service) Connections(ctx context.Context, by auth.Actor, search Search) (found SearchResult, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		found, err = searchConnections(ctx, q, by, search)
		return err
	})
	return found, err
}

// Create saves a new session; only an admin may do so for another person.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (o Session, err error) {
	if err := n.Validate().Err(); err != nil {
		return o, err
	}
	if err := requireOwn(by, n.UserID); err != nil {
		return o, err
	}
	id := uuid.NewString()
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if o, err = s.insert(ctx, tx, by, id, n, s.at()); err != nil {
			return err
		}
		if err := checkNumber(ctx, tx, n.UserID); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "created", id, audit.Diff(nil, o))
	})
	return o, err
}

// Update changes fields of a session. The audit log says that a token changed, but not its value.
func (s *Service) Update(ctx context.Context, by auth.Actor, id string, expect *int64, c Changes) (o Session, err error) {
	c = c.unmasked()
	if err := c.Validate().Err(); err != nil {
		return o, err
	}
	if c.UserID != nil {
		if err := requireOwn(by, *c.UserID); err != nil {
			return o, err
		}
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := s.current(ctx, tx, by, id, expect)
		if err != nil {
			return err
		}
		moves := c.UserID != nil && *c.UserID != old.UserID
		if moves && (c.AccessToken == nil || c.RefreshToken == nil) { // or the new person would read the tokens of the one before
			return errs.InvalidField("user_id", "tokens_needed", "A session that becomes another person's needs both of its tokens anew.")
		}
		if o, err = s.save(ctx, tx, by, old, c, s.at()); err != nil {
			return err
		}
		if moves {
			if err := checkNumber(ctx, tx, o.UserID); err != nil {
				return err
			}
		}
		changes := audit.Diff(old, o)
		if c.AccessToken != nil && *c.AccessToken != old.AccessToken {
			changes["access_token"] = [2]any{Masked, Masked}
		}
		if c.RefreshToken != nil && *c.RefreshToken != old.RefreshToken {
			changes["refresh_token"] = [2]any{Masked, Masked}
		}
		return s.recordAudit(ctx, tx, by, "updated", id, changes)
	})
	return o, err
}

const maxSessions = 100 // of one person

// checkNumber fails if a person has too many sessions.
func checkNumber(ctx context.Context, tx *db.Tx, person string) error {
	n, err := count(ctx, tx, person)
	if err == nil && n > maxSessions {
		err = errs.Conflict("too_many_sessions", "A person can have up to 100 connected applications. Disconnect one first.")
	}
	return err
}

// Delete archives a session and returns it as it was before. Its tokens are erased, and so are the stored responses of the
// request that created it.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id string, expect *int64) (o Session, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if o, err = s.current(ctx, tx, by, id, expect); err != nil {
			return err
		}
		if err := archive(ctx, tx, id, s.at()); err != nil {
			return err
		}
		if s.deleted != nil {
			if err := s.deleted(ctx, tx, id); err != nil {
				return err
			}
		}
		return s.recordAudit(ctx, tx, by, "archived", id, nil)
	})
	return o, err
}

// requireOwn fails if anyone but an admin acts for another person; the error does not reveal whether that person exists.
func requireOwn(by auth.Actor, userID string) error {
	if by.Role != auth.Admin && userID != by.PersonID {
		return errs.Forbidden("not_own", "You can only manage your own sessions.")
	}
	return nil
}

// current returns the session if it has the version that the caller expects, and locks it.
func (s *Service) current(ctx context.Context, tx *db.Tx, by auth.Actor, id string, expect *int64) (Session, error) {
	if err := lock(ctx, tx, id); err != nil {
		return Session{}, err
	}
	o, err := s.byID(ctx, tx, by, id)
	if err == nil && expect != nil && *expect != o.Version {
		err = errs.Stale()
	}
	return o, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action, id string, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "oauth_session", RecordID: id, Changes: changes})
}

// Applications returns the applications of sessions, live or archived, by their ids. An administrator gets all, others only their
// own. ids must not be empty.
func (s *Service) Applications(ctx context.Context, by auth.Actor, ids []string) (map[string]string, error) {
	return applicationsByID(ctx, s.db, by, ids)
}
