package auth

import (
	"context"
	"net/http"
	"strings"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// How long a browser stays signed in.
const (
	sessionIdle     = 12 * time.Hour     // without a request
	sessionAbsolute = 7 * 24 * time.Hour // in all; the session of a visitor who is not signed in lasts as long
	sessionTouch    = time.Minute        // seen_at is written at most so often
)

// maxSessions is how many sessions a person may have: more than the browsers that one person uses.
const maxSessions = 50

// sessionRecord is a session row with its person, who is the zero Person in a visitor's.
type sessionRecord struct {
	Person
	data                         []byte // JSON of values
	createdAt, seenAt, expiresAt db.Instant
}

// ended reports whether the session has ended: it expired, its person's tokens were voided after it began, or the person may
// not act any more.
func (o sessionRecord) ended(now db.Instant) bool {
	return now >= o.expiresAt || o.ID != "" && (o.createdAt < o.TokensAfter || !o.Active())
}

// NewSession is a person's sign-in by a browser.
type NewSession struct {
	Person Person
	How    string // "password", "demo", "first_link" or "oidc"
	Old    string // the session id that the browser sent; "" for none
	IP     string
	Agent  string // the User-Agent header
}

// StartSession signs a browser in, and returns the cookie of its new session. The id is new every time and the session of
// before is ended, so that nobody can plant the id of a session (session fixation). A person who has maxSessions loses the one
// used longest ago.
func (s *Service) StartSession(ctx context.Context, n NewSession) (*http.Cookie, error) {
	id, hash := newSecret(16)
	now := s.now()
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		kept, err := replaceSession(ctx, tx, n.Old, hash)
		if err != nil {
			return err
		}
		kept[byKey] = n.How
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
// with the values that stay in the browser.
func (s *Service) EndSession(ctx context.Context, id string) (*http.Cookie, error) {
	if id == "" {
		return s.cookie("", -1), nil
	}
	var cookie *http.Cookie
	next, hash := newSecret(16)
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		cookie = s.cookie("", -1)
		kept, err := replaceSession(ctx, tx, id, hash)
		if err != nil || len(kept) == 0 {
			return err
		}
		cookie = s.cookie(next, sessionAbsolute)
		return s.insertVisitor(ctx, tx, hash, kept)
	})
	return cookie, err
}

// startVisitor starts a session with the values v for somebody who is not signed in. It fails with errs.RateLimited when one
// address starts too many.
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

// replaceSession ends the browser's old session and returns the values that stay in the browser. Sign-ins that the browser has
// begun with the provider go over to the new id.
func replaceSession(ctx context.Context, tx *db.Tx, old string, hash []byte) (values, error) {
	if old == "" {
		return values{}, nil
	}
	data, err := deleteSession(ctx, tx, hashOf(old))
	if err != nil {
		return nil, err
	}
	return decodeValues(data).browserScoped(), moveSignIns(ctx, tx, hashOf(old), hash)
}

// touch extends the idle deadline, never beyond the absolute one. While the database takes no writes it does nothing.
func (s *Service) touch(ctx context.Context, hash []byte, o sessionRecord) error {
	now := s.now()
	if now.Sub(o.seenAt.Time()) < sessionTouch {
		return nil
	}
	expires := min(db.InstantOf(now.Add(sessionIdle)), db.InstantOf(o.createdAt.Time().Add(sessionAbsolute)))
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return touchSession(ctx, tx, hash, o.seenAt, db.InstantOf(now), expires)
	})
	if errs.KindOf(err) == errs.KindUnavailable {
		return nil
	}
	return err
}

// cookieName has the __Host- prefix under https, so that no other host or path can set the cookie. Browsers refuse the prefix
// elsewhere.
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

// sessionID returns the session id that a request carries, "" for none.
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
