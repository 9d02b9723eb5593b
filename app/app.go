// Package app assembles the product: it makes every part, registers every route and serves until its context ends. It is the
// only package that knows all the others.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"text/tabwriter"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/accesstokens"
	"presence/app/accounts/auth"
	"presence/app/accounts/companydata"
	"presence/app/accounts/configuration"
	"presence/app/demo"
	"presence/app/hub/campaigns"
	"presence/app/platform/background"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/app/platform/seal"
	"presence/app/workforce/imports"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// App is the product, ready to serve. The exported services are those that commands and tests call.
type App struct {
	process
	base     Config // from the environment alone
	config   Config // base with the stored settings
	version  int64  // of the stored settings
	settings configuration.State
	stored   map[string]string // the settings in the database, by name

	accountServices
	workforceServices
	hubServices
	commonServices

	router  *httpx.Router
	handler http.Handler

	forwardedIgnored atomic.Bool // X-Forwarded-For came from an address that is not trusted; the settings pages warn of it
}

// process contains the parts that stay when the settings change.
type process struct {
	DB       *db.DB
	Outbox   *mail.Outbox
	replica  *db.Registration // nil in a command
	metrics  *metrics         // nil without METRICS_LISTEN
	clock    *clockCheck
	work     *background.Group // imports, syncs, opens and clicks: a change of the settings does not end them
	imports  *imports.Work
	archives *companydata.Work
	failures *httpx.Failures
	replicas *replicaCheck
}

// close ends the work in the background, lets writes finish and closes the database.
func (p process) close() error {
	p.work.Close()
	return errors.Join(p.DB.Close(), p.Outbox.Close())
}

// New opens and migrates the database and makes every part. It fails if a route has no access rule (C10).
func New(ctx context.Context, c Config) (*App, error) { return open(ctx, &c) }

// open is New; a key that it generates it leaves in c, for another attempt.
func open(ctx context.Context, c *Config) (*App, error) {
	o := db.Options{Log: c.Log, Trace: c.traceDatabase(), Conns: c.DatabaseConns, StatementTimeout: c.StatementLimit}
	d, err := db.Open(ctx, c.DatabaseURL, o)
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, c, d); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	p := process{DB: d, clock: &clockCheck{db: d, now: c.Now, log: c.Log}, work: background.NewGroup(),
		failures: &httpx.Failures{}, replicas: &replicaCheck{}}
	p.imports, p.archives = imports.NewWork(p.work), companydata.NewWork(p.work, c.TempDir, c.Log)
	if p.Outbox, err = mail.OpenOutbox(c.Mail.Outbox); err != nil {
		return nil, errors.Join(fmt.Errorf("the outbox: %w", err), d.Close())
	}
	if c.MetricsListen != "" {
		p.metrics = newMetrics(d, c.Now, c.Version)
	}
	a, err := build(ctx, *c, p)
	if err == nil && c.Demo {
		err = a.seedDemo(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	return a, nil
}

// build makes the product with the settings of base and those stored in the database.
func build(ctx context.Context, base Config, p process) (*App, error) {
	state, err := configuration.StateOf(ctx, p.DB) // before they are read, so that no change in between is missed
	if err != nil {
		return nil, err
	}
	stored, version, err := configuration.Load(ctx, p.DB, base.SecretKey, isSecretSetting)
	if err != nil {
		return nil, err
	}
	c, invalid := base.withStored(stored)
	for name, err := range invalid {
		c.Log.Error("a stored setting is invalid, and its group is ignored", "setting", name, "error", err)
	}
	if c.Demo && c.Directory == nil {
		c.Directory = demo.Customers{}
	}
	a := &App{process: p, base: base, config: c, version: version, settings: state, stored: stored}
	return a, a.wire(ctx)
}

// prepare migrates the database, and generates a key if none is configured. It fails if the database contains secrets sealed with
// another one.
func prepare(ctx context.Context, c *Config, d *db.DB) error {
	migrate := d.Migrate
	if c.ForceMigration {
		migrate = d.ForceMigrate
	}
	if err := migrate(ctx); err != nil || len(c.SecretKey) > 0 {
		return err
	}
	sealed, err := accesstokens.HasSigningKey(ctx, d)
	if err == nil && sealed {
		err = errors.New("SECRET_KEY: this database holds secrets that are sealed with a key, and there is none: put the " +
			"secret.key that belongs to it into DATA_DIR, or set SECRET_KEY as it was")
	}
	if err == nil {
		c.SecretKey, err = c.NewSecretKey()
	}
	return err
}

// wire makes the services, group by group, and registers the routes.
func (a *App) wire(ctx context.Context) (err error) {
	paths.Mount(a.config.PublicURL.Path)
	s := setup{process: a.process, base: a.base, config: a.config, forwardedIgnored: &a.forwardedIgnored}
	if s.calendar, err = payperiods.NewCalendar(a.config.PeriodAnchor); err != nil {
		return err
	}
	if a.accountServices, err = newAccounts(ctx, s); err != nil {
		return err
	}
	if a.workforceServices, err = newWorkforce(s, a.accountServices); err != nil {
		return err
	}
	a.hubServices = newHub(s, a.accountServices)
	if a.commonServices, err = newCommon(s, a.accountServices, a.workforceServices, a.hubServices); err != nil {
		return err
	}
	return a.routesAndMiddleware()
}

// seedDemo fills the database with the demo, unless it has it already.
func (a *App) seedDemo(ctx context.Context) error {
	c := a.config
	calendar, err := payperiods.NewCalendar(c.PeriodAnchor)
	if err != nil {
		return err
	}
	return demo.Seed(ctx, demo.Config{
		DB: a.DB, Auth: a.Auth, Directory: a.Directory, Campaigns: campaignOptions(c, a.templates), Outbox: a.Outbox,
		Settings: a.base.configurationOptions(), Secret: c.SecretKey,
		Calendar: calendar, Zone: c.Zone, Norm: c.Norm, Overtime: c.OvertimeLimits(), Now: c.Now(),
	})
}

// returnedMail returns how the mailbox of messages that come back is read. Package campaigns cannot call bounces, which depends on it.
func (a *App) returnedMail(ctx context.Context) (campaigns.ReturnedMail, error) {
	st, err := a.bounces.State(ctx)
	return campaigns.ReturnedMail{Mailbox: st.Mailbox, ReadAt: st.ReadAt, Messages: st.Messages, Failure: st.Failure}, err
}

// routesAndMiddleware registers the routes and the middleware around them, and checks that each route has an access rule.
func (a *App) routesAndMiddleware() error {
	c := a.config
	engine := newEngine()
	sealer, err := seal.New(c.SecretKey, "idempotency keys")
	if err != nil {
		return err
	}
	a.router = httpx.NewRouter(engine, httpx.Config{Title: "Presence", Version: "1.0", ErrorPage: a.errorPage, ReauthPage: a.Auth.ReauthPage,
		Idempotency: &httpx.Idempotency{DB: a.DB, Seal: sealer, Now: c.Now}}, a.stages)
	a.routes(a.router)
	if err := a.router.Build(aboutAPI(strings.TrimRight(c.PublicURL.String(), "/"), c.OpenUndeclared, a.Webhooks.Kinds())); err != nil {
		return err
	}
	handleUnrouted(engine, a.router)
	edge := httpx.Middleware{
		Log: c.Log, Now: c.Now, Zone: c.Zone, TrustedProxies: c.TrustedProxies, ForwardedIgnored: &a.forwardedIgnored,
		Hosts:  httpx.NewAllowedHosts(strings.TrimRight(c.PublicURL.String(), "/"), c.PublicURL.Host, c.Listen),
		Secure: c.PublicURL.Scheme == "https", Subdomains: c.HSTSSubdomains, Prefix: strings.TrimRight(c.PublicURL.Path, "/"),
		Probes: a.router.Paths(httpx.Probe), Failures: a.failures,
		Origins: []string{c.origin()}, Traces: c.Traces,
	}
	if a.metrics != nil {
		edge.Observe = a.metrics.observe
		a.metrics.streams.Store(a.Notifications)
		a.metrics.hasDirectory.Store(c.Directory != nil)
	}
	a.handler = edge.Wrap(engine)
	return nil
}

// stages returns what a request passes before the handler of its route.
func (a *App) stages(r *httpx.Router) httpx.Stages {
	return httpx.Stages{
		First: []gin.HandlerFunc{recoverPanics(r), preferLanguage(a.config.Language)},
		Identify: []gin.HandlerFunc{a.Auth.BrowserSessions(), a.Auth.Authenticate(r.Refuse), identifyHelper(r, a.door),
			identifyKiosk(r, a.kiosks),
			auth.ProvideViewer, frame.ProvideCounts(a.navigationCounts)},
		Authorize: authorize(r, a.anonymous),
		Reauth:    a.Auth.RequireReauth(r.Refuse),
	}
}

// navigationCounts loads the counts in the navigation of a staff page: with one query for each, and none for the approvals of a
// person who approves nothing.
func (a *App) navigationCounts(ctx context.Context) (counts frame.Counts, err error) {
	by := auth.From(ctx)
	unread, err := a.Notifications.Unread(ctx, by)
	if err == nil && by.Approver() {
		counts.Approvals, err = a.approvals.WaitingCount(ctx, by)
	}
	counts.Unread = int(unread)
	return counts, err
}

// Handler returns the whole product with its middleware.
func (a *App) Handler() http.Handler { return a.handler }

// Drain ends what would last for ever: /health answers 503 and event streams end.
func (a *App) Drain() {
	a.Home.Drain()
	a.Notifications.Close()
}

// Close ends background work, lets writes finish and closes the database.
func (a *App) Close() error {
	a.closeServices()
	return a.process.close()
}

// closeServices ends what serves the requests of this product alone: event streams and the listener of the page cache.
func (a *App) closeServices() {
	a.Notifications.Close()
	a.guests.Close()
}

// Routes returns the table of routes, ordered by path and method.
func (a *App) Routes() []httpx.Route { return a.router.Routes() }

// PrintRoutes writes the table of routes for people to read.
func (a *App) PrintRoutes(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range a.Routes() {
		rule := string(r.Rule)
		if r.Reauth != httpx.ReauthNever {
			rule += " (" + string(r.Reauth) + ")"
		}
		if r.Undeclared {
			rule += " (undeclared)"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.Method, r.Path, rule, r.Handler)
	}
	return t.Flush()
}
