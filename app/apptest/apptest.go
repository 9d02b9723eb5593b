// Package apptest provides tests with a whole product: on its own database, with a clock that stands still until it is moved,
// people of every role with records, and clients that send real requests. Every app checks itself: a response of 5xx, or a log
// that contains personal data, fails the test that caused it.
package apptest

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"

	"presence/app"
	"presence/app/accounts/openid"
	"presence/app/apptest/fake"
	"presence/app/hub/directory"
	"presence/app/hub/sender"
	"presence/app/platform/background"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/app/workforce/labourstandards"
	"presence/db"
	"presence/db/dbtest"
)

// Start is the initial time of every clock: a Friday, in the first week of period 2026-25.
var Start = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)

// App is a running product.
type App struct {
	*app.App
	URL   string // the address it listens on
	Clock *fake.Clock
	Log   *fake.Log
	World World
	Stop  func() // stops it before the test ends

	t       testing.TB
	options options
	mu      sync.Mutex
	clients map[string]*Client // by person and transport, so that a person signs in once

	config app.Config // for other processes on its database
	file   string     // of SQLite
	read   struct {   // what Rows has read last
		pool    *sql.DB
		version int64
		rows    Rows
	}
}

// Option changes how an app is made.
type Option func(*options)

type options struct {
	change   func(c *app.Config) // the company's settings; nil: they are those of config
	dialect  db.Dialect
	empty    bool
	faulty   bool
	public   string
	host     string // in its address instead of 127.0.0.1; empty: that one
	trusted  []netip.Prefix
	demo     bool
	open     bool
	oidc     openid.Config
	bulk     mail.Channel
	language i18n.Lang

	statements func(statement string)
	traces     trace.TracerProvider
}

// mail returns what campaigns are sent by: the outbox, or the channel of the test.
func (o options) mail() app.Mail {
	return app.Mail{Senders: []mail.Address{{Name: "Presence", Email: "events@example.com"}}, Postal: "1, rue Test, Montréal", Bulk: o.bulk,
		Connections: 2, AutoResume: true, WebhookToken: WebhookToken,
		PostmarkToken: WebhookToken, SESTopic: "arn:aws:sns:ca-central-1:123456789012:ses"}
}

// WebhookToken is the token in calls of the webhooks of Mailjet and Postmark.
const WebhookToken = "token of the provider"

// On chooses the engine; SQLite by default.
func On(d db.Dialect) Option { return func(o *options) { o.dialect = d } }

// Empty leaves the database without people and records.
func Empty() Option { return func(o *options) { o.empty = true } }

// Faulty allows responses of 5xx, which the test provokes.
func Faulty() Option { return func(o *options) { o.faulty = true } }

// PublicURL sets the product's public address; by default it is the address it listens on. If it has a path, the test must not run
// in parallel with others: the path is that of the whole process (paths.Mount) until the test ends.
func PublicURL(u string) Option { return func(o *options) { o.public = u } }

// OnLocalhost has the product called localhost, where browsers offer passkeys, instead of 127.0.0.1.
func OnLocalhost() Option { return func(o *options) { o.host = "localhost" } }

// Trusting sets a network whose X-Forwarded-For is trusted.
func Trusting(network string) Option {
	return func(o *options) { o.trusted = append(o.trusted, netip.MustParsePrefix(network)) }
}

// Open lets anyone call the routes that the API's contract lists as public.
func Open() Option { return func(o *options) { o.open = true } }

// Configured changes the configuration with which the product starts.
func Configured(change func(c *app.Config)) Option { return func(o *options) { o.change = change } }

// Demo offers the demo people on the sign-in page.
func Demo() Option { return func(o *options) { o.demo = true } }

// SigningOnWith configures an identity provider.
func SigningOnWith(p openid.Config) Option { return func(o *options) { o.oidc = p } }

// Observing has fn called with the text of each statement that the product runs, by several goroutines at once.
func Observing(fn func(statement string)) Option { return func(o *options) { o.statements = fn } }

// Tracing makes spans by a provider.
func Tracing(p trace.TracerProvider) Option { return func(o *options) { o.traces = p } }

// Speaking sets the company's default language.
func Speaking(l i18n.Lang) Option { return func(o *options) { o.language = l } }

// Mailing sends bulk mail by a channel; by default messages go to the outbox.
func Mailing(c mail.Channel) Option { return func(o *options) { o.bulk = c } }

// Work runs a worker that sends campaigns, and what follows campaigns, until the test ends.
func (a *App) Work(t testing.TB) {
	ctx, stop := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		sender.NewWorker(a.DB, a.Campaigns, slog.New(slog.NewJSONHandler(a.Log, nil)), sender.Intervals{}, "").Work(ctx)
	})
	done.Go(func() {
		background.Repeat(ctx, time.Second, nil, func() {
			if err := a.FollowCampaigns(ctx); err != nil && ctx.Err() == nil {
				t.Log(err)
			}
		})
	})
	t.Cleanup(func() { stop(); done.Wait() })
}

// Config returns the configuration of the product, for another process on the same database, which has its own outbox.
func (a *App) Config(t testing.TB) app.Config {
	c := a.config
	c.Listen, c.Mail.Outbox = "127.0.0.1:0", filepath.Join(t.TempDir(), "outbox")
	return c
}

// Configure changes the configuration that Config returns.
func (a *App) Configure(change func(c *app.Config)) { change(&a.config) }

// New starts a product with the World in it, and stops it when the test ends.
func New(t testing.TB, opts ...Option) *App {
	t.Helper()
	o := options{dialect: db.SQLite}
	for _, set := range opts {
		set(&o)
	}
	a := &App{t: t, options: o, Clock: fake.NewClock(Start), Log: &fake.Log{}, clients: map[string]*Client{}}
	server := httptest.NewUnstartedServer(nil)
	a.URL = "http://" + server.Listener.Addr().String()
	if o.host != "" {
		a.URL = strings.Replace(a.URL, "127.0.0.1", o.host, 1)
	}
	if o.public == "" {
		o.public = a.URL
	}
	public, err := url.Parse(o.public)
	if err != nil {
		t.Fatal(err)
	}
	if public.Path != "" {
		t.Cleanup(func() { paths.Mount("") })
	}
	c := config(a, o, public)
	c.DirectoryRoots = []string{filepath.Dir(filepath.Dir(t.TempDir()))} // the folders of all tests
	a.World, c.DatabaseURL = database(t, o)
	a.file = strings.TrimPrefix(c.DatabaseURL, "sqlite:")
	a.config = c
	a.App = open(t, c)
	server.Config.Handler = a.Handler()
	server.Config.ErrorLog = log.New(a.Log, "server: ", 0)
	server.Start()
	a.Stop = sync.OnceFunc(func() {
		a.Drain() // a browser that stays on a page holds its stream
		server.Close()
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		checkLog(t, a.Log, a.secrets())
	})
	t.Cleanup(a.Stop)
	return a
}

// Each runs fn as a subtest on each engine.
func Each(t *testing.T, fn func(t *testing.T, a *App), opts ...Option) {
	t.Helper()
	for _, d := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(d.String(), func(t *testing.T) { fn(t, New(t, append(opts, On(d))...)) })
	}
}

// noDNS is a resolver that finds nothing.
var noDNS = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
	return nil, errors.New("tests do not ask the DNS")
}}

// At returns the app as it is reached under another address, for example through a proxy. It has clients of its own.
func (a *App) At(address string) *App {
	return &App{App: a.App, URL: address, Clock: a.Clock, Log: a.Log, World: a.World, Stop: a.Stop, t: a.t, options: a.options,
		clients: map[string]*Client{}, config: a.config, file: a.file}
}

func config(a *App, o options, public *url.URL) app.Config {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		panic(err)
	}
	var customers directory.Source = customerSource{}
	if o.demo { // which has its own
		customers = nil
	}
	c := app.Config{
		PublicURL: public, Zone: zone, TrustedProxies: o.trusted, SecretKey: secretKey, PeriodAnchor: db.NewDay(2025, 12, 14),
		Norm: labourstandards.Quebec(), OIDC: o.oidc, ArchiveAfter: 26,
		Directory: customers, DirectoryEvery: 15 * time.Minute,
		Mail: o.mail(), Resolver: noDNS, Statements: o.statements, Traces: o.traces,
		Language: o.language, OpenUndeclared: o.open, Demo: o.demo, Version: "test", Log: slog.New(slog.NewJSONHandler(a.Log, nil)),
		Now: a.Clock.Now, ClockStep: 15,
	}
	if o.change != nil {
		o.change(&c)
	}
	return c
}

// secretKey is the same for all, so that a copied database opens.
var secretKey = []byte("thirty-two bytes for tests only!")

// database returns the address of one with the World in it, or the demo, or nothing.
func database(t testing.TB, o options) (World, string) {
	t.Helper()
	switch {
	case o.demo:
		return theDemo.copy(t, o.dialect)
	case o.empty:
		return World{}, dbtest.URL(t, o.dialect)
	}
	return theWorld.copy(t, o.dialect)
}

func open(t testing.TB, c app.Config) *app.App {
	t.Helper()
	c.Mail.Outbox = filepath.Join(t.TempDir(), "outbox")
	p, err := app.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
