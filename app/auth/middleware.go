package auth

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/errs"
	"presence/app/httpx"
	"presence/app/i18n"
)

// Authenticate is the middleware that finds out who calls and puts the Actor into the request's context. A bearer token
// counts before a cookie and never falls back to it: a token that is not good is a 401 (RFC 6750), where a cookie that
// is not good makes the caller anonymous. What an anonymous caller may do is the gate's business. refuse answers when
// nobody can be asked, since storage fails.
func (s *Service) Authenticate(refuse func(c *gin.Context, err error)) gin.HandlerFunc {
	return func(c *gin.Context) { s.authenticate(c, refuse) }
}

func (s *Service) authenticate(c *gin.Context, refuse func(c *gin.Context, err error)) {
	pattern := c.FullPath()
	if pattern == "" || pattern == "/health" || strings.HasPrefix(pattern, "/static") || strings.HasPrefix(pattern, "/rsvp/") {
		return // nobody asks who calls, so no query is spent on it
	}
	actor, err := s.caller(c.Request)
	switch {
	case err == nil || errs.KindOf(err) == errs.Unauthenticated && signsIn(pattern):
		// a client with an old token must be able to get a new one
	case errs.KindOf(err) == errs.Unauthenticated:
		httpx.Abort(c, httpx.ProblemOf(c.Request.Context(), err, http.StatusNotFound))
		return
	default:
		refuse(c, err)
		return
	}
	info := httpx.InfoOf(c.Request.Context())
	actor.IP, actor.RequestID = info.IP, info.ID
	if !actor.SignedIn() {
		actor.Language = visitorLanguage(c.Request)
	}
	c.Request = c.Request.WithContext(With(c.Request.Context(), actor))
}

// signsIn tells the routes that hand out or take back credentials from those that need them.
func signsIn(pattern string) bool {
	return strings.HasPrefix(pattern, "/auth/") && pattern != "/auth/v1/me"
}

// caller reads the request's credentials: the zero Actor when it carries none.
func (s *Service) caller(r *http.Request) (Actor, error) {
	token, carried, err := bearer(r)
	if err != nil {
		return Actor{}, err
	}
	if carried {
		p, err := s.PersonByToken(r.Context(), token)
		if err != nil {
			return Actor{}, err
		}
		return p.actor("bearer"), nil
	}
	id := s.sessionID(r)
	if id == "" {
		return Actor{}, nil
	}
	p, err := s.PersonBySession(r.Context(), id)
	if errs.KindOf(err) == errs.Unauthenticated {
		return Actor{}, nil
	}
	if err != nil {
		return Actor{}, err
	}
	return p.actor("cookie"), nil
}

// bearer reads the Authorization header. Other schemes than Bearer belong to whoever stands before us, a proxy with a
// password for instance, and are not looked at; two headers are a trick.
func bearer(r *http.Request) (token string, carried bool, err error) {
	headers := r.Header["Authorization"]
	if len(headers) > 1 {
		return "", true, errToken(errTwoHeaders)
	}
	if len(headers) == 0 {
		return "", false, nil
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", false, nil
	}
	return strings.TrimSpace(token), true, nil
}

// languageCookie keeps the language that somebody chose before signing in; themeCookie the appearance of a browser.
const (
	languageCookie = "lang"
	themeCookie    = "theme"
	familiarCookie = "familiar" // whom a browser has been signed in as, so that a stranger's failures do not count in it
	maxFamiliar    = 64
)

// visitorLanguage is what somebody unknown reads in: as chosen before, else as their browser asks.
func visitorLanguage(r *http.Request) i18n.Lang {
	if lang, chosen := chosenLanguage(r); chosen {
		return lang
	}
	return i18n.Match(r.Header.Get("Accept-Language"))
}

func chosenLanguage(r *http.Request) (lang i18n.Lang, chosen bool) {
	c, err := r.Cookie(languageCookie)
	if err != nil {
		return i18n.FR, false
	}
	return i18n.Parse(c.Value)
}
