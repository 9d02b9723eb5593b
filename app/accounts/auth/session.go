package auth

import (
	"context"
	"net/http"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/app/platform/seal"
	"presence/db"
)

// Lifetimes of a session.
const (
	sessionIdle     = 12 * time.Hour     // without a request
	sessionAbsolute = 7 * 24 * time.Hour // in total; also for a visitor who is not signed in
	sessionTouch    = time.Minute        // minimum time between two updates of seen_at
)

// maxSessions is the maximum number of sessions of a person, more than the number of browsers that one person uses.
const maxSessions = 50

// sessionRecord is a session with its person; a visitor's session has the zero Person.
type sessionRecord struct {
	Person
	data                         []byte // JSON of values
	createdAt, seenAt, expiresAt db.Instant
}

// ended reports whether the session has ended: it expired, the person's tokens were voided after it began, or the person is not
// active.
func (o sessionRecord) ended(now db.Instant) bool {
	return now >= o.expiresAt || o.ID != "" && (o.createdAt < o.TokensAfter || !o.Active())
}

// NewSession is the input of StartSession.
type NewSession struct {
	Person Person
	How    string // "password", "passkey", "demo", "first_link", "password_link" or "oidc"
	Old    string // the session id that the browser sent; "" for none
	IP     string
	Agent  string // the User-Agent header
	// PasswordOnly: the person has given a password and no second factor, because they had none.
	PasswordOnly bool
}

// StartSession signs a browser in and returns the cookie of its new session. The id is always new and the old session is ended,
// which prevents session fixation. If the person already has maxSessions, the least recently used one is ended. It fails with
// wrong_credentials if the tokens of the person were voided since they were authenticated, as by a new password, if they are not active, or
// if PasswordOnly no longer suffices.
func (s *Service) StartSession(ctx context.Context, n NewSession) (*http.Cookie, error) {
	id, hash := newSecret(16)
	now := s.now()
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// First, as VoidTokens locks the person before the sessions.
		valid, err := updateSignedIn(ctx, tx, n.Person, db.InstantOf(now))
		if err != nil {
			return err
		}
		if !valid {
			return errCredentials()
		}
		kept, err := replaceSession(ctx, tx, n.Old, hash)
		if err != nil {
			return err
		}
		if err := deleteDevicesOfOthers(ctx, tx, hash, n.Person.ID); err != nil {
			return err
		}
		if err := s.describeSignIn(ctx, tx, n, kept); err != nil {
			return err
		}
		data, err := kept.encode()
		if err != nil {
			return err
		}
		row := sessionRow{hash: hash, personID: n.Person.ID, data: data, createdAt: db.InstantOf(now),
			expiresAt: db.InstantOf(now.Add(sessionIdle)), ip: n.IP, agent: trimAgent(n.Agent)}
		if err := insertSession(ctx, tx, row); err != nil {
			return err
		}
		return endOldestSessions(ctx, tx, n.Person.ID, hash, maxSessions)
	})
	if err != nil {
		return nil, err
	}
	return s.cookie(id, sessionAbsolute), nil
}

// EndSession signs a browser out and returns the cookie to set: one that deletes the old cookie, or that of a visitor's session
// with the values that are kept. The browser receives no notices any more.
func (s *Service) EndSession(ctx context.Context, id string) (*http.Cookie, error) {
	if id == "" {
		return s.cookie("", -1), nil
	}
	var cookie *http.Cookie
	next, hash := newSecret(16)
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		cookie = s.cookie("", -1)
		if err := deleteDevicesOf(ctx, tx, seal.Hash(id)); err != nil {
			return err
		}
		kept, err := replaceSession(ctx, tx, id, hash)
		if err != nil || len(kept) == 0 {
			return err
		}
		cookie = s.cookie(next, sessionAbsolute)
		return s.insertVisitor(ctx, tx, hash, kept)
	})
	return cookie, err
}

// startVisitor starts a session with the values v for a visitor who is not signed in. It fails with errs.KindRateLimited when one
// network starts too many.
func (s *Service) startVisitor(ctx context.Context, v values, old, ip string) (*http.Cookie, error) {
	limit := s.limits.bucket(visitorSessions, ratelimit.Network(ip))
	if err := s.checkLimits(ctx, s.db, limit); err != nil {
		return nil, err
	}
	id, hash := newSecret(16)
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.takeFrom(ctx, tx, limit); err != nil {
			return err
		}
		if _, err := replaceSession(ctx, tx, old, hash); err != nil {
			return err
		}
		return s.insertVisitor(ctx, tx, hash, v)
	})
	return s.cookie(id, sessionAbsolute), err
}

func (s *Service) insertVisitor(ctx context.Context, tx *db.Tx, hash []byte, v values) error {
	data, err := v.encode()
	if err != nil {
		return err
	}
	now := s.now()
	return insertSession(ctx, tx, sessionRow{hash: hash, data: data, createdAt: db.InstantOf(now),
		expiresAt: db.InstantOf(now.Add(sessionAbsolute))})
}

// replaceSession ends the browser's old session and returns the values that are kept. Pending sign-ins of the browser with the
// provider, and the device that receives notices in it, are moved to the new id.
func replaceSession(ctx context.Context, tx *db.Tx, old string, hash []byte) (values, error) {
	if old == "" {
		return values{}, nil
	}
	data, err := deleteSession(ctx, tx, seal.Hash(old))
	if err != nil {
		return nil, err
	}
	if err := moveDevices(ctx, tx, seal.Hash(old), hash); err != nil {
		return nil, err
	}
	return decodeValues(data).browserScoped(), moveSignIns(ctx, tx, seal.Hash(old), hash)
}

// touch extends the idle deadline, but not beyond the absolute one. If the database cannot be written, it does nothing.
func (s *Service) touch(ctx context.Context, hash []byte, o sessionRecord) error {
	now := s.now()
	if now.Sub(o.seenAt.Time()) < sessionTouch {
		return nil
	}
	expires := min(db.InstantOf(now.Add(sessionIdle)), db.InstantOf(o.createdAt.Time().Add(sessionAbsolute)))
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return touchSession(ctx, tx, hash, o.seenAt, db.InstantOf(now), expires)
	})
	if errs.KindOf(err) == errs.KindStorage {
		return nil
	}
	return err
}

// cookieName returns the name of the cookie. With https it has the __Host- prefix, so that no other host or path can set the
// cookie; without https browsers reject that prefix.
func (s *Service) cookieName() string {
	if s.secure() {
		return "__Host-presence"
	}
	return "presence"
}

// cookie returns the cookie of a session id. An age below 0 deletes it.
func (s *Service) cookie(value string, age time.Duration) *http.Cookie {
	seconds := int(age.Seconds())
	if age < 0 {
		seconds = -1
	}
	return &http.Cookie{Name: s.cookieName(), Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: s.secure(),
		SameSite: http.SameSiteLaxMode}
}

// sessionID returns the session id in a request; "" for none.
func (s *Service) sessionID(r *http.Request) string {
	c, err := r.Cookie(s.cookieName())
	if err != nil || len(c.Value) > 64 {
		return ""
	}
	return c.Value
}

func trimAgent(agent string) string {
	if len(agent) > 200 {
		agent = agent[:200]
	}
	return strings.ToValidUTF8(strings.ReplaceAll(agent, "\x00", ""), "")
}
