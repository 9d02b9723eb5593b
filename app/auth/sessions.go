package auth

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"presence/app/errs"
	"presence/db"
)

// How long a browser stays signed in.
const (
	sessionIdle     = 12 * time.Hour     // without a request
	sessionAbsolute = 7 * 24 * time.Hour // in all
	sessionTouch    = time.Minute        // seen_at is written at most so often
)

// Sessions are rows of our own rather than gin-contrib/sessions: its stores load an opaque map before anyone knows
// whose it is, where here one query reads the session, its person and what they may do; and its ids are rotated only
// by going around it.

// openSession is a session row with its person.
type openSession struct {
	Person
	createdAt, seenAt, expiresAt db.Instant
}

// StartSession signs a browser in: a new id every time, whatever cookie the browser sent, and the old session, if any,
// is ended (no fixation). how says by what the person signed in ("password", "demo", "first_link").
func (s *Service) StartSession(ctx context.Context, p Person, how, old, ip, agent string) (*http.Cookie, error) {
	id, hash := newSecret(16)
	now := s.now()
	data, err := json.Marshal(map[string]string{"by": how})
	if err != nil {
		return nil, err
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if old != "" {
			if err := deleteSession(ctx, tx, hashOf(old)); err != nil {
				return err
			}
		}
		return insertSession(ctx, tx, hash, p.ID, data, db.InstantOf(now), db.InstantOf(now.Add(sessionIdle)), ip, trimAgent(agent))
	})
	if err != nil {
		return nil, err
	}
	return s.cookie(id, int(sessionAbsolute.Seconds())), nil
}

// PersonBySession is the person of a session cookie. errs.Unauthenticated when the session is unknown, over, made
// before the person's tokens were voided, or the person may not act any more.
func (s *Service) PersonBySession(ctx context.Context, id string) (Person, error) {
	hash := hashOf(id)
	o, err := s.goodSession(ctx, hash)
	if err != nil {
		return Person{}, err
	}
	if err := s.touch(ctx, hash, o); err != nil {
		return Person{}, err
	}
	return o.Person, nil
}

// touch moves the idle deadline on, never beyond the absolute one. A database that takes no writes just now does not
// sign anybody out.
func (s *Service) touch(ctx context.Context, hash []byte, o openSession) error {
	now := s.now()
	if now.Sub(o.seenAt.Time()) < sessionTouch {
		return nil
	}
	expires := min(db.InstantOf(now.Add(sessionIdle)), db.InstantOf(o.createdAt.Time().Add(sessionAbsolute)))
	err := s.db.Write(ctx, func(tx *db.Tx) error {
		return touchSession(ctx, tx, hash, o.seenAt, db.InstantOf(now), expires)
	})
	if errs.KindOf(err) == errs.Unavailable {
		return nil
	}
	return err
}

// EndSession signs a browser out; the cookie it returns takes the old one away.
func (s *Service) EndSession(ctx context.Context, id string) (*http.Cookie, error) {
	if id != "" {
		err := s.db.Write(ctx, func(tx *db.Tx) error { return deleteSession(ctx, tx, hashOf(id)) })
		if err != nil {
			return nil, err
		}
	}
	return s.cookie("", -1), nil
}

// cookieName carries the __Host- prefix where browsers accept it, so that no other host or path can plant one.
func (s *Service) cookieName() string {
	if s.secure() {
		return "__Host-presence"
	}
	return "presence"
}

func (s *Service) cookie(value string, maxAge int) *http.Cookie {
	return &http.Cookie{Name: s.cookieName(), Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode}
}

// sessionID is the id that a request carries, "" for none.
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
