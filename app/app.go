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
	"presence/app/accounts/notifications"
	"presence/app/accounts/oauthsessions"
	"presence/app/accounts/outgoingmail"
	"presence/app/accounts/personaldata"
	"presence/app/accounts/settings"
	"presence/app/accounts/webhooks"
	"presence/app/demo"
	"presence/app/home"
	"presence/app/hub/audience"
	"presence/app/hub/blocks"
	"presence/app/hub/bounces"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/hub/door"
	"presence/app/hub/events"
	"presence/app/hub/overview"
	"presence/app/hub/rsvp"
	"presence/app/hub/sender"
	"presence/app/hub/suppressions"
	"presence/app/hub/templates"
	"presence/app/hub/tracking"
	"presence/app/platform/background"
	"presence/app/platform/frame"
	"presence/app/platform/holidays"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/app/platform/seal"
	"presence/app/search"
	"presence/app/workforce/approvals"
	"presence/app/workforce/archives"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/customers"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/imports"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// App is the product, ready to serve. The exported services are those that commands and tests call.
type App struct {
	process
	base     Config // from the environment alone
	config   Config // base with the stored settings
	version  int64  // of the stored settings
	settings configuration.State

	Home       *home.Service
	today      *home.Today
	firstSteps home.FirstSteps
	search     *search.Service

	// accounts
	Mail            *outgoingmail.Service
	Auth            *auth.Service
	OAuth           *oauthsessions.Service
	Notifications   *notifications.Service
	Webhooks        *webhooks.Service
	Configuration   *configuration.Service
	CompanyData     *companydata.Service
	PersonalData    *personaldata.Service
	accountSettings *settings.Service

	// workforce
	Employees  *employees.Service
	Timesheets *timesheets.Service
	Shifts     *shifts.Service
	Expenses   *expenses.Service
	Leave      *leaverequests.Service
	Imports    *imports.Service
	PayPeriods *payperiods.Service
	Payroll    *payroll.Service
	bankCodes  *bankcodes.Service
	customers  *customers.Service
	myTime     *mytime.Service
	approvals  *approvals.Service
	archived   *archives.Service

	// hub
	Directory    *directory.Service
	Events       *events.Service
	Audience     *audience.Service
	RSVP         *rsvp.Service
	Campaigns    *campaigns.Service
	door         *door.Service
	guests       *rsvp.Guests
	templates    *templates.Service
	blocks       *blocks.Service
	suppressions *suppressions.Service
	tracking     *tracking.Service
	bounces      *bounces.Service
	overview     *overview.Service

	anonymous *auth.Actor // the actor of anonymous callers on undeclared routes; nil: those routes are protected (C10)
	router    *httpx.Router
	handler   http.Handler

	forwardedIgnored atomic.Bool // X-Forwarded-For came from an address that is not trusted; the settings pages warn of it
}

// process contains the parts that stay when the settings change.
type process struct {
	DB       *db.DB
	Outbox   *mail.Outbox
	replica  *db.Replica // nil in a command
	metrics  *metrics    // nil without METRICS_LISTEN
	clock    *clockCheck
	work     *background.Group // imports, syncs, opens and clicks: a change of the settings does not end them
	imports  *imports.Work
	archives *companydata.Work
	failures *httpx.Failures
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
	d, err := db.Open(ctx, c.DatabaseURL, db.Options{Log: c.Log, Observe: c.Statements, Conns: c.DatabaseConns,
		StatementTimeout: c.StatementLimit})
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, c, d); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	p := process{DB: d, clock: &clockCheck{db: d, now: c.Now, log: c.Log}, work: background.NewGroup(),
		failures: &httpx.Failures{}}
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
	a := &App{process: p, base: base, config: c, version: version, settings: state}
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

func (a *App) wire(ctx context.Context) error {
	if err := a.services(ctx); err != nil {
		return err
	}
	return a.routesAndMiddleware()
}

// services makes the services; each after those it depends on.
func (a *App) services(ctx context.Context) (err error) {
	c := a.config
	paths.Mount(c.PublicURL.Path)
	calendar, err := payperiods.NewCalendar(c.PeriodAnchor)
	if err != nil {
		return err
	}
	if err := a.accountServices(ctx); err != nil {
		return err
	}
	if err := a.workforceServices(calendar); err != nil {
		return err
	}
	a.hubServices()
	a.commonServices()
	return a.personalData()
}

// commonServices makes the services of what shows both halves.
func (a *App) commonServices() {
	c := a.config
	a.Home = home.NewService(a.DB, c.Version, c.Now)
	a.today = home.NewToday(a.Home, home.Features{Periods: a.PayPeriods, Payroll: a.Payroll, Events: a.Events, Campaigns: a.Campaigns,
		Approvals: a.approvals, Configured: c.configured()}, c.Zone, c.Now)
	a.firstSteps = home.FirstSteps{DB: a.DB, Settings: a.Configuration, Codes: a.bankCodes, Periods: a.PayPeriods}
	a.search = &search.Service{Employees: a.Employees, Events: a.Events, RSVP: a.RSVP, Directory: a.Directory}
}

// seedDemo fills the database with the demo, unless it has it already.
func (a *App) seedDemo(ctx context.Context) error {
	c := a.config
	calendar, err := payperiods.NewCalendar(c.PeriodAnchor)
	if err != nil {
		return err
	}
	return demo.Seed(ctx, demo.Config{
		DB: a.DB, Auth: a.Auth, Directory: a.Directory, Campaigns: a.campaignOptions(), Outbox: a.Outbox,
		Settings: a.base.configurationOptions(), Secret: c.SecretKey,
		Calendar: calendar, Zone: c.Zone, Threshold: int64(c.OvertimeWeekly), Now: c.Now(),
	})
}

// accountServices makes the services that both halves need.
func (a *App) accountServices(ctx context.Context) (err error) {
	c := a.config
	sealer, err := outgoingmail.NewSealer(c.SecretKey)
	if err != nil {
		return err
	}
	a.Mail = outgoingmail.NewService(a.DB, sealer, c.Now, c.mailRoute)
	o := auth.Options{DB: a.DB, Now: c.Now, Secret: c.SecretKey, Company: c.Company, Language: c.Language,
		PublicURL: c.PublicURL.String(), OIDC: c.OIDC, Mail: a.Mail, FactorsReset: notifications.NotifyFactorsReset}
	if c.Demo {
		o.Demo = demo.People
	}
	if a.Auth, err = auth.New(ctx, o); err != nil {
		return err
	}
	if c.OpenUndeclared {
		anonymous, err := a.Auth.AnonymousActor(ctx)
		if err != nil {
			return err
		}
		a.anonymous = &anonymous
	}
	a.Webhooks, err = webhooks.NewService(a.DB, c.Now, webhooks.Options{Secret: c.SecretKey, Private: c.WebhookPrivate,
		Kinds: append(notifications.WebhookKinds(), rsvp.WebhookKinds...), NotifyTrouble: notifications.NotifyWebhook})
	if err != nil {
		return err
	}
	forget := func(ctx context.Context, tx *db.Tx, id string) error {
		return httpx.ForgetStoredResponses(ctx, tx, "/oauth-sessions/"+id)
	}
	if a.OAuth, err = oauthsessions.NewService(a.DB, c.SecretKey, c.Now, forget); err != nil {
		return err
	}
	a.accountSettings = settings.NewService(a.DB, a.Auth, c.Zone, c.Now, settings.Warnings{
		ForwardedIgnored: a.forwardedIgnored.Load, OutboxOnly: c.Mail.OutboxOnly})
	a.Configuration, err = configuration.NewService(a.DB, c.SecretKey, c.Now, a.base.configurationOptions())
	return err
}

// mailRoute returns how transactional e-mail leaves: by the first channel that is configured, from the default sender.
// There is none while messages go to the outbox.
func (c Config) mailRoute() outgoingmail.Route {
	r := outgoingmail.Route{Channel: c.Mail.Bulk}
	if r.Channel == nil {
		r.Channel = c.Mail.Mailbox
	}
	if len(c.Mail.Senders) > 0 {
		r.From = c.Mail.Senders[0]
	}
	return r
}

// workforceServices makes the half of hours, expenses and leave; each after those it depends on.
func (a *App) workforceServices(calendar payperiods.Calendar) (err error) {
	c := a.config
	a.Employees = employees.NewService(a.DB, a.Auth, c.Zone, c.Now)
	a.bankCodes = bankcodes.NewService(a.DB, c.Now)
	a.Timesheets = timesheets.NewService(a.DB, c.Now, shifts.Lines(), expenses.Lines())
	a.Shifts = shifts.NewService(a.DB, c.Now)
	a.Expenses = expenses.NewService(a.DB, c.Now)
	a.Leave = leaverequests.NewService(a.DB, c.Now)
	a.customers = customers.NewService(a.DB, c.Language, c.Now)
	a.Imports = imports.NewService(a.DB, imports.Parts{Employees: a.Employees, Customers: a.customers, Shifts: a.Shifts,
		Expenses: a.Expenses, Leave: a.Leave, Period: func(d db.Day) db.Day { return calendar.At(d).Start },
		PeriodPage: func(d db.Day) (name, address string) {
			p := calendar.At(d)
			return p.Name(), paths.Period(p.Year, p.Number)
		}},
		imports.Config{Zone: c.Zone, TempDir: c.TempDir, Log: c.Log, Work: a.imports}, c.Now)
	a.PayPeriods = payperiods.NewService(a.DB, c.Now, payperiods.Config{Calendar: calendar, Zone: c.Zone, Threshold: int64(c.OvertimeWeekly),
		SingleSignOn: c.OIDC.Issuer != ""})
	a.Payroll = payroll.NewService(a.DB, a.PayPeriods, c.Zone, c.Now)
	a.myTime = mytime.NewService(a.DB, c.Zone, c.Now,
		mytime.Parts{Periods: a.PayPeriods, Sheets: a.Timesheets, Shifts: a.Shifts, Expenses: a.Expenses})
	a.approvals = approvals.NewService(a.DB, c.Zone, c.Now,
		approvals.Parts{Time: a.myTime, Sheets: a.Timesheets, Expenses: a.Expenses, Leave: a.Leave})
	a.archived = archives.NewService(a.DB, c.Zone, archives.Records{Employees: a.Employees, Expenses: a.Expenses, Leave: a.Leave,
		Shifts: a.Shifts, Timesheets: a.Timesheets})
	// Notifications name pay periods and count decisions, but belong to neither half: both are passed as functions.
	a.Notifications, err = notifications.NewService(notifications.Options{DB: a.DB, Zone: c.Zone, Now: c.Now, Secret: c.SecretKey,
		PeriodOf: func(start db.Day) (year, number int) {
			p := calendar.At(start)
			return p.Year, p.Number
		},
		CountPending: pendingDecisions(a.approvals),
		Mail:         notifications.MailOptions{Queue: a.Mail, Origin: c.origin(), WorkingDay: holidays.WorkingDay}})
	return err
}

// pendingDecisions counts a person's open decisions, for the summary of notifications.
func pendingDecisions(s *approvals.Service) notifications.CountPending {
	return func(ctx context.Context, by auth.Actor) (notifications.Pending, error) {
		n, err := s.OpenCounts(ctx, by)
		return notifications.Pending{Timesheets: int64(n.Sheets), Expenses: int64(n.Expenses), Leave: int64(n.Leave),
			Shifts: int64(n.Shifts)}, err
	}
}

// hubServices makes the half of events and customers; each after those it depends on, and the events after those whose functions they call
// when an event is saved or deleted.
func (a *App) hubServices() {
	c := a.config
	a.templates = templates.NewService(a.DB, c.Zone, c.PublicURL, c.Now, c.Company, blocks.Template)
	var language i18n.Lang // unknown: messages are in French
	if c.Language == i18n.EN {
		language = c.Language
	}
	a.Audience = audience.NewService(a.DB, language, c.Now)
	a.Audience.Barred = a.erased
	a.RSVP = rsvp.NewService(a.DB, c.SecretKey, c.Now, rsvp.MailOptions{Queue: a.Mail, Origin: c.origin(), Host: c.PublicURL.Hostname(),
		Zone: c.Zone, Company: c.Company, Postal: c.Mail.Postal, Log: c.Log})
	a.door = door.NewService(a.DB, a.RSVP, c.origin(), c.Now)
	a.guests = rsvp.NewGuests(a.RSVP, c.Zone, rsvp.Site{Origin: c.origin(), Host: c.PublicURL.Hostname(), Company: c.Company})
	a.campaignServices()
	a.Events = events.NewService(a.DB, c.Now, events.Hooks{
		Template: templates.Exists,
		CopyBlocks: func(ctx context.Context, tx *db.Tx, by auth.Actor, from, to string) error {
			return blocks.Copy(ctx, tx, by, db.InstantOf(c.Now()), from, to)
		},
		DeleteBlocks:  blocks.Delete,
		Reachable:     a.RSVP.Reachable,
		CountToCancel: a.RSVP.CountToCancel, PrepareCancellation: a.RSVP.PrepareCancellation,
		Saved: []func(context.Context, *db.Tx, events.Event) error{a.RSVP.EventSaved, a.Campaigns.MoveMessages},
		// The campaigns fail if a send of the event is active, which rolls everything back.
		Deleted: []func(context.Context, *db.Tx, string) error{a.Audience.DeleteEvent, a.RSVP.DeleteEvent, a.door.DeleteEvent,
			a.Campaigns.KeepEvent, a.Campaigns.DeleteTestSends, a.Campaigns.DeleteMessages},
	})
	a.blocks = blocks.NewService(a.DB, a.Events, a.templates, c.Now)
	a.overview = overview.NewService(overview.Features{Events: a.Events, RSVP: a.RSVP, Campaigns: a.Campaigns, Door: a.door}, c.Zone, c.Now)
	a.CompanyData = companydata.NewService(a.DB,
		companydata.Options{Version: c.Version, Zone: c.Zone, Imported: a.afterImport, Work: a.archives, NeedsSecret: needsSecret}, c.Now)
	a.Directory = directory.NewService(a.DB,
		directory.Config{Source: c.Directory, Every: c.DirectoryEvery, TempDir: c.TempDir, Work: a.work,
			Barred: a.erased}, c.Now)
}

// afterImport does what the records of an imported archive need, in the transaction of the import: campaigns that were being sent wait for
// staff, and running servers read the settings again.
func (a *App) afterImport(ctx context.Context) error {
	if _, err := sender.HoldRestored(ctx, a.DB, a.config.Now()); err != nil {
		return err
	}
	return a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.Signal(ctx, configuration.Signal) })
}

// campaignServices makes the channels and the parts that send; without a configured channel, messages go to the outbox (R9).
func (a *App) campaignServices() {
	c := a.config
	o := a.campaignOptions()
	o.Channels = map[string]mail.Channel{campaigns.Bulk: c.Mail.Bulk, campaigns.Mailbox: c.Mail.Mailbox}
	for kind, channel := range o.Channels {
		if channel == nil {
			o.Channels[kind] = a.Outbox
		}
	}
	o.Outbox = a.Outbox
	a.Campaigns = campaigns.NewService(a.DB, c.Now, o)
	a.suppressions = suppressions.NewService(a.DB, c.Now)
	a.tracking = tracking.NewService(a.DB, a.Campaigns, c.Now, tracking.Options{Secret: c.SecretKey, Company: c.Company,
		Postal: c.Mail.Postal, WebhookToken: c.Mail.WebhookToken, Log: c.Log, Work: a.work})
	a.bounces = bounces.NewService(a.DB, a.tracking, c.Log, c.Now, bounces.Options{Mailbox: c.Mail.BounceMailbox,
		Address: c.Mail.BounceAddress, PostmarkToken: c.Mail.PostmarkToken, SESTopic: c.Mail.SESTopic})
}

// returnedMail returns how the mailbox of messages that come back is read. Package campaigns cannot call bounces, which depends on it.
func (a *App) returnedMail(ctx context.Context) (campaigns.ReturnedMail, error) {
	st, err := a.bounces.State(ctx)
	return campaigns.ReturnedMail{Mailbox: st.Mailbox, ReadAt: st.ReadAt, Messages: st.Messages, Failure: st.Failure}, err
}

// campaignOptions returns the options of campaigns, without their channels.
func (a *App) campaignOptions() campaigns.Options {
	c := a.config
	return campaigns.Options{
		Secret: c.SecretKey, Origin: c.origin(), Senders: c.Mail.Senders, Postal: c.Mail.Postal,
		Templates: a.templates, Zone: c.Zone, Quiet: c.Mail.Quiet, Connections: c.Mail.Connections, Rate: c.Mail.Rate,
		AutoResume: c.Mail.AutoResume,
		Bounces:    c.Mail.BounceAddress,
	}
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
		Idempotency: &httpx.Idempotency{DB: a.DB, Seal: sealer, Now: c.Now}})
	refuse := a.router.Refuse
	a.router.Use(httpx.Stages{
		First: []gin.HandlerFunc{recoverPanics(a.router), preferLanguage(c.Language)},
		Identify: []gin.HandlerFunc{a.Auth.BrowserSessions(), a.Auth.Authenticate(refuse), identifyHelper(a.router, a.door),
			auth.ProvideViewer, frame.ProvideCounts(a.navigationCounts)},
		Authorize: authorize(a.router, a.anonymous),
		Reauth:    a.Auth.RequireReauth(refuse),
	})
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
		Origins: []string{c.origin()},
	}
	if a.metrics != nil {
		edge.Observe = a.metrics.observe
		a.metrics.streams.Store(a.Notifications)
	}
	a.handler = edge.Wrap(engine)
	return nil
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
