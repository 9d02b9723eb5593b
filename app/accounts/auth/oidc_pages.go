package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	view "presence/views/accounts/auth"
)

// setBrowser ties a sign-in under way to the browser that began it, when nothing it holds does so yet. Lax lets the
// cookie come along when the provider sends the browser back.
func (s *Service) setBrowser(c *gin.Context, begun begunSignIn) {
	if begun.Browser != "" {
		http.SetCookie(c.Writer, s.cookie(begun.Browser, signInTTL))
	}
}

// providerOnPage tells the sign-in page of the provider: where its button goes, and whether it is there.
func (p *pages) providerOnPage(ctx context.Context, form *view.SignIn) {
	if p.provider == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, p.provider.patience)
	defer cancel()
	_, err := p.provider.described(ctx)
	form.SignOn, form.SignOnDown = paths.SignOn(form.Next), err != nil
}

// signOn sends the browser to the provider. A link leads here, not a form: the provider is another site, to which no form
// of ours may lead.
func (p *pages) signOn(c *gin.Context) error {
	ctx, next := c.Request.Context(), localPath(c.Query("next"))
	begun, err := p.beginSignIn(ctx, next, false, httpx.InfoOf(ctx).IP, visitOf(c))
	if e, ok := errors.AsType[*errs.Error](err); ok && e.Code == "provider_unavailable" {
		httpx.InfoOf(ctx).Cause = err
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		return p.signInPage(c, http.StatusServiceUnavailable, view.SignIn{Next: next})
	}
	if err != nil {
		return err
	}
	p.setBrowser(c, begun)
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusSeeOther, begun.URL)
	return nil
}

// callback is where the provider sends the browser back to (A2): a browser gets its session and moves on, a program
// tokens. Without a provider any state is foreign.
func (a *api) callback(c *gin.Context) error {
	c.Writer.Header().Add("Vary", "Accept")
	c.Header("Cache-Control", "no-store")
	program := httpx.PrefersJSON(c.Request)
	if q := c.Request.URL.Query(); !q.Has("code") && !q.Has("state") && !q.Has("error") {
		return a.notUnderWay(c, program)
	}
	person, next, err := a.comeBack(c, program)
	switch {
	case err == nil && program:
		err = a.answerTokens(c, person)
	case err == nil:
		err = a.arrive(c, person, next)
	}
	if err != nil && !program {
		c.Request.URL = &url.URL{Path: "/auth/v1/login"} // where the page's switches come back to: not here, with a code
		a.router.RenderProblemPage(c, httpx.ProblemOf(c.Request.Context(), err, http.StatusNotFound))
		return nil
	}
	return err
}

// notUnderWay answers whom no provider has sent: with the way to sign in, and nothing is done.
func (a *api) notUnderWay(c *gin.Context, program bool) error {
	if program {
		c.PureJSON(http.StatusOK, callbackBody{Status: "no sign-in under way"})
		return nil
	}
	return (&pages{a.Service, a.router}).signInForm(c)
}

// callbackBody is what a program is told: its tokens, as tokenBody has them, or that no sign-in is under way.
type callbackBody struct {
	Status       string `json:"status,omitempty" enum:"no sign-in under way" doc:"Instead of tokens, where the address is asked without code, state and error"`
	AccessToken  string `json:"access_token,omitempty"`
	TokenType    string `json:"token_type,omitempty"`
	ExpiresIn    int    `json:"expires_in,omitempty"`
	RefreshToken string `json:"refresh_token,omitempty"`
	User         *me    `json:"user,omitempty"`
}

// comeBack reads what the provider sent. The sign-in is over, however it ends.
func (a *api) comeBack(c *gin.Context, program bool) (Person, string, error) {
	r, err := readReturned(c.Request.URL.RawQuery)
	if err != nil || a.provider == nil {
		return Person{}, "", errState()
	}
	r.Program, r.Browser = program, a.sessionID(c.Request)
	by := From(c.Request.Context())
	return a.finishSignIn(c.Request.Context(), Actor{IP: by.IP, RequestID: by.RequestID}, r)
}

// readReturned refuses a parameter that comes twice: which of them was checked would be anybody's guess.
func readReturned(query string) (r returned, err error) {
	q, err := url.ParseQuery(query)
	if err != nil {
		return r, err
	}
	for name, into := range map[string]*string{"state": &r.State, "code": &r.Code, "iss": &r.Issuer, "error": &r.Refusal} {
		if len(q[name]) > 1 {
			return returned{}, errRequest("The parameter " + name + " is given more than once.")
		}
		*into = q.Get(name)
	}
	return r, nil
}

func (a *api) answerTokens(c *gin.Context, person Person) error {
	t, err := a.StartTokens(c.Request.Context(), person)
	if err != nil {
		return err
	}
	c.PureJSON(http.StatusOK, tokenBody{t.Access, "Bearer", t.ExpiresIn, t.Refresh, meOf(t.Person.actor("bearer"))})
	return nil
}

// arrive opens the session and shows a page that moves on by itself. Were it a redirect, the next page would still
// count as asked for by the provider's site, and a cookie of the strict kind would not come along.
func (a *api) arrive(c *gin.Context, person Person, next string) error {
	if err := (&pages{a.Service, a.router}).open(c, person, "oidc"); err != nil {
		return err
	}
	c.Header("Refresh", "0; url="+after(next))
	f := Frame(c)
	f.Path = "/auth/v1/login"
	return httpx.Render(c, http.StatusOK, view.ArrivedPage(f, view.Arrived{Name: f.Lang.F(i18n.ArrivedText, person.Name), GoOn: after(next)}))
}
