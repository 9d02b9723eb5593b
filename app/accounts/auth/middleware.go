package auth

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/seal"
)

// Authenticate returns the middleware that identifies the caller and puts the Actor into the request's context. A bearer token
// takes precedence over a cookie. An invalid token is answered with 401 (RFC 6750), even beside a valid cookie, whereas with an
// invalid cookie the caller is anonymous. What an anonymous caller may do is decided by app.authorize. refuse answers when the
// database fails.
func (s *Service) Authenticate(refuse func(c *gin.Context, err error)) gin.HandlerFunc {
	return func(c *gin.Context) { s.authenticate(c, refuse) }
}

func (s *Service) authenticate(c *gin.Context, refuse func(c *gin.Context, err error)) {
	route := httpx.RouteOf(c)
	if route.IgnoresCredentials() {
		return
	}
	actor, err := s.actorOf(c)
	switch {
	case err == nil || errs.KindOf(err) == errs.KindUnauthenticated && route.Credentials:
		// a client with an old token must be able to get a new one
	case errs.KindOf(err) == errs.KindUnauthenticated:
		httpx.Abort(c, err, http.StatusNotFound)
		return
	default:
		refuse(c, err)
		return
	}
	info := httpx.InfoOf(c.Request.Context())
	actor.IP, actor.RequestID = info.IP, info.ID
	if !actor.SignedIn() {
		actor.Language = visitorLanguage(c)
	}
	c.Request = c.Request.WithContext(With(c.Request.Context(), actor))
}

// actorOf returns the actor for the request's credentials; the zero Actor when there are none.
func (s *Service) actorOf(c *gin.Context) (Actor, error) {
	ctx := c.Request.Context()
	token, carried, err := bearerToken(c.Request)
	if err != nil {
		return Actor{}, err
	}
	if carried {
		p, err := s.PersonByToken(ctx, token)
		if err != nil {
			return Actor{}, err
		}
		return p.actor("bearer"), nil
	}
	v := requestSessionOf(c)
	if v.err != nil || v.ID == "" {
		return Actor{}, v.err
	}
	hash := seal.Hash(v.id)
	if err := s.touch(ctx, hash, v.sessionRecord); err != nil {
		return Actor{}, err
	}
	a := v.actor("cookie")
	a.SessionKey = sessionKey(hash)
	_, a.MustEnrol = v.stored[enrolKey]
	return a, nil
}

// bearerToken returns the token in the Authorization header. Schemes other than Bearer are ignored, because they may be for a
// proxy that asks for a password. Two headers are an error, because a proxy may have checked the other one.
func bearerToken(r *http.Request) (token string, carried bool, err error) {
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
