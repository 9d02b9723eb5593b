package auth

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/gin-contrib/sessions"
	"github.com/gin-gonic/gin"

	"presence/app/accounts/accesstokens"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
)

// api handles the requests of the JSON API.
type api struct {
	*Service
	router *httpx.Router
}

// meJSON is the person who makes the request.
type meJSON struct {
	ID         string `json:"id" format:"uuid" doc:"The record's id" example:"3f6c1a52-8d0e-4b7a-9c51-2f8e6d4b0a97"`
	Email      string `json:"email" format:"email" doc:"Email address" example:"maude.theriault@example.com"`
	Name       string `json:"name" doc:"The name" example:"Maude Thériault"`
	Role       Role   `json:"role" enum:"admin,payroll,events,employee" doc:"What the person may do"`
	Language   string `json:"language" enum:"fr,en" doc:"The person's language"`
	EmployeeID *int64 `json:"employee_id" doc:"Null without an employee record" example:"7"`
	Supervisor bool   `json:"supervisor" doc:"Has at least one report"`
}

func toMeJSON(a Actor) meJSON {
	m := meJSON{ID: a.PersonID, Email: a.Email, Name: a.Name, Role: a.Role, Language: string(a.Language), Supervisor: a.Supervises}
	if a.EmployeeID != 0 {
		m.EmployeeID = &a.EmployeeID
	}
	return m
}

type meOut struct{ Body meJSON }

func (a *api) me(ctx context.Context, _ *struct{}) (*meOut, error) {
	return &meOut{toMeJSON(From(ctx))}, nil
}

type keysOut struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Keys []accesstokens.JWK `json:"keys" doc:"The public keys"`
	}
}

func (a *api) keys(context.Context, *struct{}) (*keysOut, error) {
	out := &keysOut{CacheControl: "public, max-age=3600"}
	out.Body.Keys = a.tokens.Keys()
	return out, nil
}

// tokenJSON is the answer to a request for tokens (A2, A3).
type tokenJSON struct {
	AccessToken  string `json:"access_token" doc:"The access token" example:"at-2Yx8"`
	TokenType    string `json:"token_type" doc:"Bearer" example:"Bearer"`
	ExpiresIn    int    `json:"expires_in" doc:"Seconds until it ends" example:"900"`
	RefreshToken string `json:"refresh_token" doc:"The refresh token" example:"rt-9Kq1"`
	User         meJSON `json:"user"`
}

func toTokenJSON(t TokenPair) tokenJSON {
	return tokenJSON{AccessToken: t.Access, TokenType: "Bearer", ExpiresIn: t.ExpiresIn, RefreshToken: t.Refresh,
		User: toMeJSON(t.Person.actor("bearer"))}
}

func (a *api) token(c *gin.Context) error {
	g, err := readGrant(c.Request)
	if err != nil {
		return err
	}
	t, err := a.grantTokens(c.Request.Context(), g)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.PureJSON(http.StatusOK, toTokenJSON(t))
	return nil
}

// grantTokens returns tokens for a password or for a refresh token; its errors have the codes of RFC 6749.
func (a *api) grantTokens(ctx context.Context, g grant) (TokenPair, error) {
	switch g.GrantType {
	case "password":
		return a.passwordGrant(ctx, g)
	case "refresh_token":
		if g.RefreshToken == "" {
			return TokenPair{}, errInvalidRequest("The refresh_token is missing.")
		}
		return a.Refresh(ctx, From(ctx), g.RefreshToken)
	case "":
		return TokenPair{}, errInvalidRequest("The grant_type is missing.")
	}
	return TokenPair{}, &errs.Error{Kind: errs.KindInvalid, Code: "unsupported_grant_type",
		Detail: "The grant_type is password or refresh_token."}
}

func (a *api) passwordGrant(ctx context.Context, g grant) (TokenPair, error) {
	email := cmp.Or(g.Username, g.Email)
	if email == "" || g.Password == "" {
		return TokenPair{}, errInvalidRequest("The username (or email) and the password are needed.")
	}
	p, err := a.CheckPassword(ctx, email, g.Password, Origin{IP: httpx.InfoOf(ctx).IP})
	if errs.HasCode(err, "wrong_credentials") {
		return TokenPair{}, errInvalidGrant()
	}
	if err != nil {
		return TokenPair{}, err
	}
	return a.IssueTokenPair(ctx, p, "password")
}

// logout ends the sign-in of the request: that of its bearer or refresh token, else the browser's session; with everywhere, all
// sign-ins of the person. It succeeds if there is nothing to end. With everywhere it fails if the person is unknown, because
// other sign-ins of that person may remain.
func (a *api) logout(c *gin.Context) error {
	g, err := readGrant(c.Request)
	if err != nil {
		return err
	}
	access, carried, err := bearerToken(c.Request)
	if err != nil && !errors.Is(err, errTwoHeaders) {
		return err
	}
	ctx, program := c.Request.Context(), carried || g.RefreshToken != ""
	if g.Everywhere {
		if err := a.signOutEverywhere(ctx, g.RefreshToken); err != nil &&
			(program || httpx.PrefersJSON(c.Request) || errs.KindOf(err) != errs.KindUnauthenticated) {
			return err
		}
	}
	if program {
		if err := a.RevokeTokens(ctx, access, g.RefreshToken); err != nil {
			return err
		}
		c.Status(http.StatusNoContent)
		return nil
	}
	session := sessions.Default(c)
	session.Options(sessions.Options{MaxAge: -1})
	if err := session.Save(); err != nil {
		return err
	}
	if httpx.PrefersJSON(c.Request) {
		c.Status(http.StatusNoContent)
		return nil
	}
	return httpx.SeeOther(c, paths.Login())
}

// signOutEverywhere ends all sign-ins of the caller, or of the person who holds the refresh token.
func (a *api) signOutEverywhere(ctx context.Context, refresh string) error {
	by := From(ctx)
	if !by.SignedIn() {
		p, err := a.personByRefresh(ctx, refresh)
		if err != nil {
			return err
		}
		by.PersonID, by.Name, by.Via = p.ID, p.Name, "bearer"
	}
	return a.SignOutEverywhere(ctx, by)
}

// startedJSON tells a program the address to which to send its user to sign in (A1).
type startedJSON struct {
	AuthorizationURL string `json:"authorization_url" doc:"Where to send the person" example:"https://id.example.com/authorize?state=9Zt4"`
	State            string `json:"state" doc:"Names the sign-in that has begun" example:"9Zt4"`
	ExpiresIn        int    `json:"expires_in" doc:"Seconds until it ends" example:"900"`
}

// startSignIn answers with the address for signing in: that of the provider, else our own sign-in page.
func (a *api) startSignIn(c *gin.Context) error {
	state, _ := newSecret(16)
	answer := startedJSON{a.publicURL + "/auth/v1/login", state, int(signInTTL.Seconds())}
	if a.provider != nil {
		ctx := c.Request.Context()
		begun, err := a.startProviderSignIn(ctx, localPath(c.Query("next")), true, httpx.InfoOf(ctx).IP, requestSessionOf(c))
		if err != nil {
			return err
		}
		a.setBrowser(c, begun)
		answer.AuthorizationURL, answer.State = begun.URL, begun.State
	}
	c.Header("Cache-Control", "no-store")
	c.PureJSON(http.StatusOK, answer)
	return nil
}
