package auth

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/auth"
)

// setBrowser sets the cookie that binds a started sign-in to the browser, if the browser has none that does. SameSite=Lax lets
// the browser send it when the provider redirects back.
func (s *Service) setBrowser(c *gin.Context, begun startedSignIn) {
	if begun.Browser != "" {
		http.SetCookie(c.Writer, s.cookie(begun.Browser, signInTTL))
	}
}

// pageWait is how long the sign-in page waits for the provider.
const pageWait = time.Second

// providerOnPage adds the single sign-on button to the sign-in page, and whether the provider can be reached.
func (p *pages) providerOnPage(ctx context.Context, form *views.SignIn) {
	if p.provider == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, pageWait)
	defer cancel()
	form.SignOn, form.SignOnDown = paths.SignOn(form.Next), !p.provider.Available(ctx)
}

// signOn redirects the browser to the provider. The page links to it, because the Content-Security-Policy forbids forms that
// lead to another site.
func (p *pages) signOn(c *gin.Context) error {
	ctx, next := c.Request.Context(), localPath(c.Query("next"))
	begun, err := p.startProviderSignIn(ctx, next, false, httpx.InfoOf(ctx).IP, requestSessionOf(c))
	if e, ok := errs.Of(err); ok && e.Code == "provider_unavailable" {
		httpx.LogFailure(ctx, err)
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		return p.signInPage(c, http.StatusServiceUnavailable, views.SignIn{Next: next})
	}
	if err != nil {
		return err
	}
	p.setBrowser(c, begun)
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusSeeOther, begun.URL)
	return nil
}

// callback handles the redirect from the provider (A2). A browser gets its session and continues, a program gets tokens.
// Without a configured provider every state is unknown.
func (a *api) callback(c *gin.Context) error {
	c.Writer.Header().Add("Vary", "Accept")
	c.Header("Cache-Control", "no-store")
	program := httpx.PrefersJSON(c.Request)
	if q := c.Request.URL.Query(); !q.Has("code") && !q.Has("state") && !q.Has("error") {
		return a.callbackWithoutParams(c, program)
	}
	person, next, err := a.completeSignIn(c, program)
	switch {
	case err == nil && program:
		err = a.respondTokens(c, person)
	case err == nil:
		err = a.respondBrowser(c, person, next)
	}
	if err != nil && !program {
		c.Request.URL = &url.URL{Path: "/auth/v1/login"} // its language and theme switches return there; this address has a used code
		a.router.RenderErrorPage(c, err)
		return nil
	}
	return err
}

// callbackWithoutParams answers a request without the provider's parameters: with the sign-in page, or for a program with a
// status that says so.
func (a *api) callbackWithoutParams(c *gin.Context, program bool) error {
	if program {
		c.PureJSON(http.StatusOK, callbackJSON{Status: "no sign-in under way"})
		return nil
	}
	return (&pages{a.Service, a.router}).signInForm(c)
}

// callbackJSON is the answer to a program: tokens as in tokenJSON, or that there is no sign-in.
type callbackJSON struct {
	Status       string  `json:"status,omitempty" enum:"no sign-in under way" doc:"Instead of tokens, where the address is asked without code, state and error"`
	AccessToken  string  `json:"access_token,omitempty" doc:"The access token" example:"at-2Yx8"`
	TokenType    string  `json:"token_type,omitempty" doc:"Bearer" example:"Bearer"`
	ExpiresIn    int     `json:"expires_in,omitempty" doc:"Seconds until it ends" example:"900"`
	RefreshToken string  `json:"refresh_token,omitempty" doc:"The refresh token" example:"rt-9Kq1"`
	User         *meJSON `json:"user,omitempty"`
}

// completeSignIn finishes the sign-in. The state is deleted whether or not it succeeds.
func (a *api) completeSignIn(c *gin.Context, program bool) (Person, string, error) {
	r, err := readCallbackParams(c.Request.URL.RawQuery)
	if err != nil || a.provider == nil {
		return Person{}, "", errState()
	}
	r.Program, r.Browser = program, a.sessionID(c.Request)
	by := From(c.Request.Context())
	return a.finishProviderSignIn(c.Request.Context(), Actor{IP: by.IP, RequestID: by.RequestID}, r)
}

// readCallbackParams parses the parameters; a repeated one is an error, since it is unclear which one counts.
func readCallbackParams(query string) (r callbackParams, err error) {
	q, err := url.ParseQuery(query)
	if err != nil {
		return r, err
	}
	for name, into := range map[string]*string{"state": &r.State, "code": &r.Code, "iss": &r.Issuer, "error": &r.Error} {
		if len(q[name]) > 1 {
			return callbackParams{}, errInvalidRequest("The parameter " + name + " is given more than once.")
		}
		*into = q.Get(name)
	}
	return r, nil
}

func (a *api) respondTokens(c *gin.Context, person Person) error {
	t, err := a.IssueTokenPair(c.Request.Context(), person, "oidc")
	if err != nil {
		return err
	}
	c.PureJSON(http.StatusOK, toTokenJSON(t))
	return nil
}

// respondBrowser starts the session and answers with a page that continues by itself (the Refresh header). A redirect would not
// work: the next request would still count as initiated by the provider's site, and the browser would not send a
// SameSite=Strict cookie.
func (a *api) respondBrowser(c *gin.Context, person Person, next string) error {
	if err := (&pages{a.Service, a.router}).startBrowserSession(c, signIn{person: person, how: "oidc"}); err != nil {
		return err
	}
	c.Header("Refresh", "0; url="+redirectTarget(next))
	f, err := frame.Load(c)
	if err != nil {
		return err
	}
	f.Path = "/auth/v1/login"
	return httpx.Render(c, http.StatusOK, views.ArrivedPage(f,
		views.Arrived{Name: f.Lang.F(i18n.ArrivedText, person.Name), GoOn: redirectTarget(next)}))
}
