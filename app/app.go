// Package app puts the product together: it makes every part by hand, maps every route and serves until told to stop.
// It is the only package that knows all the others.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"text/tabwriter"

	"github.com/gin-gonic/gin"

	"presence/app/auth"
	"presence/app/bankcodes"
	"presence/app/home"
	"presence/app/httpx"
	"presence/app/paths"
	"presence/db"
)

// App is the product, ready to serve.
type App struct {
	config    Config
	DB        *db.DB
	Auth      *auth.Service
	BankCodes *bankcodes.Service
	Home      *home.Service

	router  *httpx.Router
	handler http.Handler
}

// New opens the database, brings it up to date and wires every part. It refuses when a route has no access rule (C10).
func New(ctx context.Context, c Config) (*App, error) {
	d, err := db.Open(ctx, c.DatabaseURL, db.Options{})
	if err != nil {
		return nil, err
	}
	a := &App{config: c, DB: d}
	if err := a.wire(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return a, nil
}

func (a *App) wire(ctx context.Context) (err error) {
	c := a.config
	if err := a.DB.Migrate(ctx); err != nil {
		return err
	}
	if a.Auth, err = auth.New(ctx, auth.Options{DB: a.DB, Now: c.Now, Secret: c.SecretKey, PublicURL: c.PublicURL.String()}); err != nil {
		return err
	}
	a.BankCodes = bankcodes.NewService(a.DB, c.Now)
	a.Home = home.NewService(a.DB, c.Version)

	paths.Mount(c.PublicURL.Path)
	engine := newEngine()
	a.router = httpx.NewRouter(engine, "Presence", "1.0")
	engine.Use(recovered(a.router), a.Auth.Authenticate(func(c *gin.Context, err error) { refuse(c, a.router, err) }), gate(a.router))
	a.routes(a.router)
	refusals(engine, a.router)
	edge := httpx.Edge{Log: c.Log, Now: c.Now, Zone: c.Zone, Secure: c.PublicURL.Scheme == "https", Prefix: strings.TrimRight(c.PublicURL.Path, "/"),
		Trusted: c.TrustedProxies, Origins: []string{c.PublicURL.Scheme + "://" + c.PublicURL.Host}}
	a.handler = edge.Wrap(engine)
	return a.router.Check()
}

// Handler is the whole product as an http.Handler, edge and all.
func (a *App) Handler() http.Handler { return a.handler }

// Close lets writes finish and closes the database.
func (a *App) Close() error { return a.DB.Close() }

// Routes is the table of routes, ordered by path and method.
func (a *App) Routes() []httpx.Route { return a.router.Routes() }

// PrintRoutes writes the table of routes as people read it.
func (a *App) PrintRoutes(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range a.Routes() {
		rule := string(r.Rule)
		if r.Undeclared {
			rule += " (undeclared)"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.Method, r.Path, rule, r.Handler)
	}
	return t.Flush()
}
