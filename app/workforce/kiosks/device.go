package kiosks

import (
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
)

// cookieTTL is how long the cookie of a device lives after its last use of the first screen: as long as browsers allow.
const cookieTTL = 400 * 24 * time.Hour

func (s *Service) secure() bool { return strings.HasPrefix(s.Origin, "https:") }

// cookieName returns the name of the cookie with the secret of a device. With https it has the __Secure- prefix, so that no page without
// https can set it; __Host- would need the path /.
func (s *Service) cookieName() string {
	if s.secure() {
		return "__Secure-presence-kiosk"
	}
	return "presence-kiosk"
}

// cookie returns the cookie of a device. Its path keeps it from every page but those of the kiosk, and SameSite from being sent by a page
// of another site.
func (s *Service) cookie(secret string) *http.Cookie {
	return s.keepFor(cookieTTL, s.cookieName(), secret)
}

func (s *Service) secretOf(r *http.Request) string {
	c, _ := r.Cookie(s.cookieName()) // its only error is that there is none
	if c == nil {
		return ""
	}
	return c.Value
}

// Device returns the actor of a request with the cookie of a kiosk. The call fails as Identify does.
func (s *Service) Device(r *http.Request, from auth.Actor) (auth.Actor, error) {
	k, err := s.Identify(r.Context(), s.secretOf(r))
	from.Via, from.Kiosk, from.KioskID = "kiosk", k.Name, k.ID
	return from, err
}

// proofCookie has the token of the screen that a right PIN has opened, from the answer to the PIN to the screen.
const proofCookie = "presence-kiosk-screen"

// keepFor returns a cookie of a kiosk, which no other page and no script reads, for a time; a negative one deletes it.
func (s *Service) keepFor(ttl time.Duration, name, value string) *http.Cookie {
	return &http.Cookie{Name: name, Value: value, Path: paths.Kiosk(), MaxAge: int(ttl / time.Second), HttpOnly: true,
		Secure: s.secure(), SameSite: http.SameSiteStrictMode}
}

// languageCookie has the language that was chosen on a kiosk.
const languageCookie = "presence-kiosk-language"

// Visitor returns the actor of an unknown person at a kiosk, in the language that was chosen there, else the browser's. The sessions of
// staff pages are not read: a person who has signed in with the same browser stays unknown.
func Visitor(c *gin.Context) auth.Actor {
	info := httpx.InfoOf(c.Request.Context())
	a := auth.Actor{Language: i18n.Match(c.GetHeader("Accept-Language")), IP: info.IP, RequestID: info.ID}
	if chosen, err := c.Cookie(languageCookie); err == nil && (chosen == string(i18n.FR) || chosen == string(i18n.EN)) {
		a.Language = i18n.Lang(chosen)
	}
	return a
}
