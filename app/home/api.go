package home

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
	"presence/app/platform/paths"
)

// healthJSON is the body of a well program (W16).
type healthJSON struct {
	Status   string `json:"status" enum:"ok" doc:"The state"`
	Version  string `json:"version" doc:"The program's version" example:"1.0"`
	Database string `json:"database" enum:"ok" doc:"Whether storage answers"`
}

// indexJSON is the response of GET / for a program.
type indexJSON struct {
	Name    string            `json:"name" doc:"The name" example:"Presence"`
	Version string            `json:"version" doc:"The program's version" example:"1.0"`
	Links   map[string]string `json:"links" doc:"Where to go on" example:"{\"docs\":\"/docs\",\"health\":\"/health\",\"login\":\"/auth/v1/login\",\"openapi\":\"/openapi.json\",\"staff\":\"/staff/\"}"`
}

type api struct{ s *Service }

type healthAnswer struct {
	CacheControl string `header:"Cache-Control"`
	Body         healthJSON
}

func (a api) health(ctx context.Context, _ *struct{}) (*healthAnswer, error) {
	if err := a.s.Health(ctx); err != nil {
		return nil, err
	}
	return &healthAnswer{"no-store", healthJSON{"ok", a.s.version, "ok"}}, nil
}

type livenessAnswer struct {
	CacheControl string `header:"Cache-Control"`
	Body         livenessJSON
}

// livenessJSON is the body of /livez.
type livenessJSON struct {
	Status string `json:"status" enum:"ok" doc:"The state"`
}

// liveness answers 200 as long as the process answers requests. It does not depend on the database, because a restart would not
// repair that.
func (a api) liveness(context.Context, *struct{}) (*livenessAnswer, error) {
	return &livenessAnswer{"no-store", livenessJSON{"ok"}}, nil
}

// index sends a browser to the start page or the sign-in page, and answers a program with the name, the version and the main
// addresses of the product (C1, W16).
func (a api) index(c *gin.Context) error {
	if httpx.PrefersHTML(c.Request) {
		to := paths.Login()
		if auth.From(c.Request.Context()).SignedIn() {
			to = paths.Today()
		}
		c.Header("Vary", "Accept")
		// The contract promises 200, so this is a page that refreshes to the target instead of a redirect.
		c.Header("Refresh", "0; url="+to)
		c.Data(http.StatusOK, "text/html; charset=utf-8",
			[]byte(`<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Presence</title></head><body><p><a href="`+to+
				`">Presence</a></p></body></html>`))
		return nil
	}
	c.JSON(http.StatusOK, indexJSON{"Presence", a.s.version, map[string]string{
		"health": paths.To("/health"), "openapi": paths.To("/openapi.json"), "docs": paths.Docs(), "login": paths.Login(), "staff": paths.Today(),
	}})
	return nil
}

// descriptionMedia is what an OpenAPI description in JSON is served as.
const descriptionMedia = "application/vnd.oai.openapi+json;version=3.1"

// serveDescription serves what describe returns.
func serveDescription(describe func() ([]byte, error)) func(c *gin.Context) error {
	return func(c *gin.Context) error {
		b, err := describe()
		if err != nil {
			return err
		}
		c.Header("Cache-Control", "max-age=300")
		c.Data(http.StatusOK, descriptionMedia, b)
		return nil
	}
}
