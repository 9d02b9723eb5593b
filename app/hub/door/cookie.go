package door

import (
	"net/http"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/db"
)

// cookieName returns the name of the cookie with the token of a check-in link. With https it has the __Host- prefix, so that no
// other host or path can set it; without https browsers reject that prefix.
func (s *Service) cookieName() string {
	if s.secure() {
		return "__Host-presence-door"
	}
	return "presence-door"
}

func (s *Service) secure() bool { return strings.HasPrefix(s.origin, "https:") }

// cookie returns the cookie of a link that is valid until an instant.
func (s *Service) cookie(token string, until db.Instant) *http.Cookie {
	left := int(until.Time().Sub(s.now()) / time.Second)
	return &http.Cookie{Name: s.cookieName(), Value: token, Path: "/", MaxAge: left, HttpOnly: true, Secure: s.secure(),
		SameSite: http.SameSiteLaxMode}
}

// Identify returns the actor of a request with the cookie of a check-in link. carried reports whether there is such a cookie; the
// call fails as OpenLink does.
func (s *Service) Identify(r *http.Request, from auth.Actor) (a auth.Actor, carried bool, err error) {
	c, _ := r.Cookie(s.cookieName()) // its only error is that there is none
	if c == nil || c.Value == "" {
		return a, false, nil
	}
	l, _, err := s.OpenLink(r.Context(), c.Value, from.IP)
	return helper(l, from), true, err
}
