package app

import (
	"context"
	"sync/atomic"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/app/accounts/companydata"
	"presence/app/accounts/configuration"
	"presence/app/accounts/notifications"
	"presence/app/accounts/oauthsessions"
	"presence/app/accounts/outgoingmail"
	"presence/app/accounts/personaldata"
	"presence/app/accounts/push"
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
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/app/search"
	"presence/app/workforce/activities"
	"presence/app/workforce/approvals"
	"presence/app/workforce/archives"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/clockings"
	"presence/app/workforce/customers"
	"presence/app/workforce/deputies"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/imports"
	"presence/app/workforce/kiosks"
	"presence/app/workforce/leavebalances"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/schedule"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/app/workforce/usualweeks"
	"presence/db"
)

// setup is what services are made of, beside others.
type setup struct {
	process
	base, config     Config
	calendar         payperiods.Calendar
	forwardedIgnored *atomic.Bool // see App
}

// accountServices are the services that both halves need.
type accountServices struct {
	Mail            *outgoingmail.Service
	Auth            *auth.Service
	OAuth           *oauthsessions.Service
	Webhooks        *webhooks.Service
	Push            *push.Service
	Configuration   *configuration.Service
	CompanyData     *companydata.Service
	accountSettings *settings.Service
	erased          *personaldata.Identities

	anonymous *auth.Actor // the actor of anonymous callers on undeclared routes; nil: those routes are protected (C10)
}

func newAccounts(ctx context.Context, s setup) (a accountServices, err error) {
	c := s.config
	sealer, err := outgoingmail.NewSealer(c.SecretKey)
	if err != nil {
		return a, err
	}
	queue := outgoingmail.NewService(s.DB, c.Now, sealer, c.mailRoute)
	o := auth.Options{DB: s.DB, Now: c.Now, Zone: c.Zone, Secret: c.SecretKey, Company: c.Company, Language: c.Language,
		PublicURL: c.PublicURL.String(), OIDC: c.OIDC, Mail: queue, FactorsReset: notifications.NotifyFactorsReset}
	if c.Demo {
		o.Demo = demo.People
	}
	people, err := auth.New(ctx, o)
	if err != nil {
		return a, err
	}
	if c.OpenUndeclared {
		anonymous, err := people.AnonymousActor(ctx)
		if err != nil {
			return a, err
		}
		a.anonymous = &anonymous
	}
	a.Webhooks, err = webhooks.NewService(s.DB, c.Now, webhooks.Options{Secret: c.SecretKey, Private: c.WebhookPrivate,
		Kinds: append(notifications.WebhookKinds(), rsvp.WebhookKinds...), NotifyTrouble: notifications.NotifyWebhook})
	if err != nil {
		return a, err
	}
	a.Push, err = push.NewService(s.DB, c.Now, push.Options{Secret: c.SecretKey, Origin: c.origin(), Off: c.NoPhoneNotices})
	if err != nil {
		return a, err
	}
	forget := func(ctx context.Context, tx *db.Tx, id string) error {
		return httpx.ForgetStoredResponses(ctx, tx, "/oauth-sessions/"+id)
	}
	if a.OAuth, err = oauthsessions.NewService(s.DB, c.Now, c.SecretKey, forget); err != nil {
		return a, err
	}
	if a.erased, err = personaldata.NewIdentities(s.DB, c.SecretKey); err != nil {
		return a, err
	}
	a.Mail, a.Auth = queue, people
	a.accountSettings = settings.NewService(s.DB, c.Now, settings.Options{Accounts: people, Zone: c.Zone,
		Warnings: settings.Warnings{ForwardedIgnored: s.forwardedIgnored.Load, OutboxOnly: c.Mail.OutboxOnly}})
	a.CompanyData = companydata.NewService(s.DB, c.Now, companydata.Options{Version: c.Version, Zone: c.Zone, Imported: s.afterImport,
		Work: s.archives, NeedsSecret: needsSecret})
	a.Configuration, err = configuration.NewService(s.DB, c.Now, c.SecretKey, s.base.configurationOptions())
	return a, err
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

// afterImport does what the records of an imported archive need, in the transaction of the import: campaigns that were being sent wait for
// staff, and running servers read the settings again.
func (s setup) afterImport(ctx context.Context) error {
	if _, err := sender.HoldRestored(ctx, s.DB, s.config.Now()); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return tx.Signal(ctx, configuration.Signal) })
}

// workforceServices are the half of hours, expenses and leave, and the notifications, which need its pay periods and approvals.
type workforceServices struct {
	Employees     *employees.Service
	Timesheets    *timesheets.Service
	Shifts        *shifts.Service
	Clockings     *clockings.Service
	Expenses      *expenses.Service
	Leave         *leaverequests.Service
	Balances      *leavebalances.Service
	Imports       *imports.Service
	PayPeriods    *payperiods.Service
	Payroll       *payroll.Service
	Notifications *notifications.Service
	bankCodes     *bankcodes.Service
	deputies      *deputies.Service
	activities    *activities.Service
	usualWeeks    *usualweeks.Service
	HolidayPay    *holidaypay.Service
	schedule      *schedule.Service
	kiosks        *kiosks.Service
	customers     *customers.Service
	myTime        *mytime.Service
	approvals     *approvals.Service
	archived      *archives.Service
}

func newWorkforce(s setup, a accountServices) (w workforceServices, err error) {
	c := s.config
	w.Employees = employees.NewService(s.DB, c.Now, c.Zone, a.Auth)
	w.bankCodes = bankcodes.NewService(s.DB, c.Now)
	w.activities = activities.NewService(s.DB, c.Now)
	w.usualWeeks = usualweeks.NewService(s.DB, c.Now, c.Zone)
	w.HolidayPay = holidaypay.NewService(s.DB, c.Now)
	w.schedule = schedule.NewService(s.DB, schedule.Options{Zone: c.Zone, Now: c.Now, Norm: c.Norm, BreakRule: c.DefaultBreaks,
		Overtime: *c.OvertimeLimits()})
	w.deputies = deputies.NewService(s.DB, c.Now, c.Zone)
	receipts := expenses.Options{AskTaxes: c.ExpenseTaxes, ReceiptsAbove: c.ReceiptsAbove, TempDir: c.TempDir}
	w.Timesheets = timesheets.NewService(s.DB, c.Now, shifts.Lines(), expenses.Lines(receipts))
	w.Shifts = shifts.NewService(s.DB, c.Now, shifts.Options{BreakRule: c.DefaultBreaks})
	w.Expenses = expenses.NewService(s.DB, c.Now, receipts)
	w.Balances = leavebalances.NewService(s.DB, c.Now, leavebalances.Options{Zone: c.Zone, Periods: s.calendar.Ends,
		Holidays: c.Norm.Holidays})
	w.Employees.WorkDaysChanged = w.Balances.WorkDaysChanged
	w.Employees.SupervisorLeft = w.schedule.SupervisorLeft
	w.Leave = leaverequests.NewService(s.DB, c.Now, leaverequests.Options{Holidays: c.Norm.Holidays, Refuses: w.Balances.Refuses})
	w.customers = customers.NewService(s.DB, c.Now, c.Language)
	w.Imports = imports.NewService(s.DB, c.Now, imports.Parts{Employees: w.Employees, Customers: w.customers, Shifts: w.Shifts,
		Expenses: w.Expenses, Leave: w.Leave, Period: func(d db.Day) db.Day { return s.calendar.At(d).Start },
		PeriodPage: func(d db.Day) (name, address string) {
			p := s.calendar.At(d)
			return p.Name(), paths.Period(p.Year, p.Number)
		}},
		imports.Config{Zone: c.Zone, TempDir: c.TempDir, Log: c.Log, Work: s.imports})
	w.PayPeriods = payperiods.NewService(s.DB, c.Now, payperiods.Config{Calendar: s.calendar, Zone: c.Zone,
		Norm: c.Norm, Overtime: c.OvertimeLimits(), BreakRule: c.DefaultBreaks, HolidayPay: c.HolidayPay, PayDayAfter: c.PayDayAfter,
		Program: c.Version, SingleSignOn: c.OIDC.Issuer != ""})
	w.Clockings = clockings.NewService(s.DB, clockings.Options{Periods: w.PayPeriods, Shifts: w.Shifts, Zone: c.Zone,
		Step: c.ClockStep, Now: c.Now})
	w.kiosks = kiosks.NewService(s.DB, kiosks.Options{Accounts: a.Auth, Clockings: w.Clockings, Origin: c.origin(), Zone: c.Zone, Now: c.Now})
	w.Payroll = payroll.NewService(s.DB, c.Now, c.Zone, w.PayPeriods)
	w.myTime = mytime.NewService(s.DB, c.Now, c.Zone,
		mytime.Parts{Periods: w.PayPeriods, Sheets: w.Timesheets, Shifts: w.Shifts, Expenses: w.Expenses})
	w.approvals = approvals.NewService(s.DB, approvals.Options{Zone: c.Zone, Now: c.Now, OverdueDays: c.OverdueDays,
		Time: w.myTime, Sheets: w.Timesheets, Expenses: w.Expenses, Leave: w.Leave, Balances: w.Balances,
		Deputies: w.deputies})
	w.archived = archives.NewService(s.DB, c.Zone, archives.Records{Employees: w.Employees, Expenses: w.Expenses, Leave: w.Leave,
		Shifts: w.Shifts, Timesheets: w.Timesheets})
	// Notifications name pay periods and count decisions, but belong to neither half: both are passed as functions.
	w.Notifications, err = notifications.NewService(notifications.Options{DB: s.DB, Zone: c.Zone, Now: c.Now, Secret: c.SecretKey,
		PeriodOf: func(start db.Day) (year, number int) {
			p := s.calendar.At(start)
			return p.Year, p.Number
		},
		CountPending: pendingDecisions(w.approvals),
		Mail:         notifications.MailOptions{Queue: a.Mail, Origin: c.origin(), WorkingDay: c.Norm.Holidays.WorkingDay}, Phones: a.Push})
	return w, err
}

// pendingDecisions counts a person's open decisions, for the summary of notifications.
func pendingDecisions(s *approvals.Service) notifications.CountPending {
	return func(ctx context.Context, by auth.Actor) (notifications.Pending, error) {
		n, err := s.OpenCounts(ctx, by)
		return notifications.Pending{Timesheets: int64(n.Sheets), Expenses: int64(n.Expenses), Leave: int64(n.Leave),
			Shifts: int64(n.Shifts)}, err
	}
}

// hubServices are the half of events and customers.
type hubServices struct {
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
}

// newHub makes the events after those whose functions they call when an event is saved or deleted.
func newHub(s setup, a accountServices) (h hubServices) {
	c := s.config
	h.templates = templates.NewService(s.DB, c.Now, templates.Config{Zone: c.Zone, Site: c.PublicURL, Company: c.Company,
		Blocks: blocks.Template})
	var language i18n.Lang // unknown: messages are in French
	if c.Language == i18n.EN {
		language = c.Language
	}
	h.Audience = audience.NewService(s.DB, c.Now, audience.Options{Language: language, Barred: a.erased.Barred})
	h.RSVP = rsvp.NewService(s.DB, c.Now, c.SecretKey, rsvp.MailOptions{Queue: a.Mail, Origin: c.origin(),
		Host: c.PublicURL.Hostname(),
		Zone: c.Zone, Company: c.Company, Postal: c.Mail.Postal, Log: c.Log})
	h.door = door.NewService(s.DB, c.Now, c.origin(), h.RSVP)
	h.guests = rsvp.NewGuests(h.RSVP, c.Zone, rsvp.Site{Origin: c.origin(), Host: c.PublicURL.Hostname(), Company: c.Company})
	h.Campaigns = newCampaigns(s, h.templates)
	h.suppressions = suppressions.NewService(s.DB, c.Now)
	h.tracking = tracking.NewService(s.DB, c.Now, h.Campaigns, tracking.Options{Secret: c.SecretKey, Company: c.Company,
		Postal: c.Mail.Postal, WebhookToken: c.Mail.WebhookToken, Log: c.Log, Work: s.work})

	h.bounces = bounces.NewService(s.DB, c.Now, bounces.Options{Tracking: h.tracking, Log: c.Log, Mailbox: c.Mail.BounceMailbox,
		Address: c.Mail.BounceAddress, PostmarkToken: c.Mail.PostmarkToken, SESTopic: c.Mail.SESTopic})
	h.Events = events.NewService(s.DB, c.Now, events.Hooks{
		Template: templates.Exists,
		CopyBlocks: func(ctx context.Context, tx *db.Tx, by auth.Actor, from, to string) error {
			return blocks.Copy(ctx, tx, by, db.InstantOf(c.Now()), from, to)
		},
		DeleteBlocks:  blocks.Delete,
		Reachable:     h.RSVP.Reachable,
		CountToCancel: h.RSVP.CountToCancel, PrepareCancellation: h.RSVP.PrepareCancellation,
		Saved: []func(context.Context, *db.Tx, events.Event) error{h.RSVP.EventSaved, h.Campaigns.MoveMessages},
		// The campaigns fail if a send of the event is active, which rolls everything back.
		Deleted: []func(context.Context, *db.Tx, string) error{h.Audience.DeleteEvent, h.RSVP.DeleteEvent, h.door.DeleteEvent,
			h.Campaigns.KeepEvent, h.Campaigns.DeleteTestSends, h.Campaigns.DeleteMessages},
	})
	h.blocks = blocks.NewService(s.DB, c.Now, h.Events, h.templates)
	h.overview = overview.NewService(overview.Features{Events: h.Events, RSVP: h.RSVP, Campaigns: h.Campaigns, Door: h.door}, c.Zone, c.Now)
	h.Directory = directory.NewService(s.DB, c.Now, directory.Config{Source: c.Directory, Every: c.DirectoryEvery, TempDir: c.TempDir,
		Work: s.work, Barred: a.erased.Barred})
	return h
}

// newCampaigns makes the campaigns with their channels; without a configured channel, messages go to the outbox (R9).
func newCampaigns(s setup, t *templates.Service) *campaigns.Service {
	c := s.config
	o := campaignOptions(c, t)
	o.Channels = map[string]mail.Channel{campaigns.Bulk: c.Mail.Bulk, campaigns.Mailbox: c.Mail.Mailbox}
	for kind, channel := range o.Channels {
		if channel == nil {
			o.Channels[kind] = s.Outbox
		}
	}
	o.Outbox = s.Outbox
	return campaigns.NewService(s.DB, c.Now, o)
}

// campaignOptions returns the options of campaigns, without their channels.
func campaignOptions(c Config, t *templates.Service) campaigns.Options {
	return campaigns.Options{
		Secret: c.SecretKey, Origin: c.origin(), Senders: c.Mail.Senders, Postal: c.Mail.Postal,
		Templates: t, Zone: c.Zone, Quiet: c.Mail.Quiet, Connections: c.Mail.Connections, Rate: c.Mail.Rate,
		AutoResume: c.Mail.AutoResume,
		Bounces:    c.Mail.BounceAddress,
	}
}

// commonServices are the services of what shows both halves.
type commonServices struct {
	Home         *home.Service
	PersonalData *personaldata.Service
	Calendars    *calendars.Service
	today        *home.Today
	firstSteps   home.FirstSteps
	search       *search.Service
}

func newCommon(s setup, a accountServices, w workforceServices, h hubServices) (x commonServices, err error) {
	c := s.config
	x.Home = home.NewService(s.DB, c.Now, c.Version)
	x.today = home.NewToday(x.Home, home.Features{Periods: w.PayPeriods, Payroll: w.Payroll, Events: h.Events, Campaigns: h.Campaigns,
		Approvals: w.approvals, Clockings: w.Clockings, Deputies: w.deputies, Schedule: w.schedule, Configured: c.configured()}, c.Zone, c.Now)
	x.firstSteps = home.FirstSteps{DB: s.DB, Settings: a.Configuration, Codes: w.bankCodes, Periods: w.PayPeriods}
	x.search = &search.Service{Employees: w.Employees, Events: h.Events, RSVP: h.RSVP, Directory: h.Directory}
	x.Calendars = calendars.NewService(calendars.Options{DB: s.DB, Now: c.Now, Zone: c.Zone, Origin: c.origin(),
		Host: c.PublicURL.Hostname(),
		Sources: map[calendars.Content]calendars.Source{calendars.Shifts: calendars.Joined(shifts.CalendarEntries,
			schedule.CalendarEntries(c.Now)),
			calendars.Leave: leaverequests.CalendarOfOwn(c.Zone), calendars.Team: leaverequests.CalendarOfTeam(c.Zone),
			calendars.Periods: w.PayPeriods.CalendarEntries(), calendars.Events: h.Events.CalendarEntries(c.Zone)}})
	x.PersonalData, err = newPersonalData(s, a, h)
	return x, err
}

// currentPeriod returns the first and the last day of the current pay period.
func (w workforceServices) currentPeriod() (from, to db.Day) {
	p := w.PayPeriods.Current()
	return p.Start, p.End
}
