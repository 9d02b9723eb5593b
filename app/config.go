package app

import (
	"context"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"time"

	"go.opentelemetry.io/otel/trace"

	"presence/app/accounts/openid"
	"presence/app/home"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/tracing"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/labourstandards"
	"presence/db"
)

// Config is the configuration of the product. cmd/presence reads it from the environment (O2).
type Config struct {
	Listen         string         // address to serve on
	DatabaseURL    string         // "sqlite:PATH" or "postgres://…"
	DatabaseConns  int            // as db.Options.Conns
	StatementLimit time.Duration  // as db.Options.StatementTimeout
	Drain          *time.Duration // how long /readyz answers 503 before the listener is closed; nil: drainDelay or replicaDrainDelay
	PublicURL      *url.URL       // the address at which clients reach the product: {base_url}
	Zone           *time.Location // the company's time zone (C5)
	HSTSSubdomains bool           // Strict-Transport-Security includes the subdomains of PublicURL's host
	TrustedProxies []netip.Prefix // proxies whose X-Forwarded-For is trusted (R20)
	SecretKey      []byte         // 32 bytes; the key that seals secrets in the database
	// NewSecretKey generates and stores the key if SecretKey is empty; it is called only for a database without sealed secrets.
	NewSecretKey   func() ([]byte, error)
	OIDC           openid.Config         // the identity provider; zero: none (A1)
	PeriodAnchor   db.Day                // first day of a period 1; a Sunday (W1)
	PayDayAfter    int                   // days from the last day of a period to its pay day; 0: pay days are not shown
	ClockStep      int                   // minutes to which the times of shifts that were clocked are rounded
	DefaultBreaks  breakrules.Rule       // the company's rule of breaks
	Norm           *labourstandards.Norm // the labour standards that the company is under
	Overtime       CompanyOvertime       // the company's own limits of overtime, where they differ from the norm's
	HolidayPay     bool                  // statutory holidays are paid by the program
	NoReminders    bool                  // the program does not remind of timesheets by itself (W15)
	OverdueDays    int                   // working days after which the supervisor's manager is told of overdue approvals; 0: never (W15)
	Keep           Keep
	ArchiveAfter   int              // number of completed periods after which decided records are archived (W11)
	OpenUndeclared bool             // anyone may call the routes that the API's contract lists as public (C10)
	Directory      directory.Source // of customer records; nil: none (R7)
	DirectoryEvery time.Duration    // interval of syncs; 0: only on request
	DirectoryRoots []string         // folders below which administrators may choose the folder that customers are read from
	Mail           Mail             // how messages are sent, and from whom
	ReceiptsAbove  *int64           // cents: an expense above it needs a receipt; nil: none does
	ExpenseTaxes   bool             // the form of an expense asks for the taxes in its amount
	TempDir        string           // for files while they are read; empty: that of the system
	Resolver       *net.Resolver    // of the check of senders; nil: that of the machine
	WebhookPrivate bool             // webhooks may be sent to private networks and this machine, and without TLS
	NoPhoneNotices bool             // no notices are sent to devices
	MetricsListen  string           // address for metrics and pprof; empty: none
	Demo           bool             // the sign-in page offers the demo people
	// Environment are the texts of the settings in the environment, by name; those of the company that are set there cannot be changed
	// in the database.
	Environment map[string]string
	Company     string    // name of the company; may be empty
	Language    i18n.Lang // default language; empty: French
	Version     string

	ForceMigration bool // migrate although servers of older versions are running

	Traces     trace.TracerProvider // of requests and background work; nil: there are none
	Log        *slog.Logger
	Now        func() time.Time       // the business clock; tests fix it
	Statements func(statement string) // called with each statement that is sent to the database; nil: nothing is
}

// traceDatabase returns what follows the statements and transactions of the database: Statements, and the spans of Traces; nil: neither.
func (c Config) traceDatabase() func(ctx context.Context, transaction, statement string) (context.Context, func(error)) {
	switch {
	case c.Statements != nil:
		return func(ctx context.Context, transaction, statement string) (context.Context, func(error)) {
			if statement != "" {
				c.Statements(statement)
			}
			return tracing.Database(ctx, transaction, statement)
		}
	case c.Traces != nil:
		return tracing.Database
	}
	return nil
}

// origin returns the origin of the addresses in messages and QR codes: https://host.
func (c Config) origin() string { return c.PublicURL.Scheme + "://" + c.PublicURL.Host }

// Mail is the configuration of outgoing messages (R9).
type Mail struct {
	Senders       []mail.Address // allowed senders; the first is the default
	Postal        string         // the sender's postal address, at the foot of each message (R21)
	Bulk, Mailbox mail.Channel   // nil: the outbox
	Outbox        string         // folder of the outbox, which is used when no channel is configured
	Connections   int            // concurrent sessions for one campaign
	Rate          float64        // messages per second and sender; 0: no limit
	Quiet         campaigns.QuietHours
	AutoResume    bool   // interrupted sends are resumed at the next start (R12)
	OutboxOnly    bool   // for trying a copy: nothing leaves the program, and nothing is fetched, whatever is configured (O2)
	WebhookToken  string // required in calls of the provider's webhook; empty: there is no webhook
	BounceAddress mail.BounceAddress
	BounceMailbox *mail.IMAP // nil: none is read
	PostmarkToken string     // as WebhookToken, of Postmark
	SESTopic      string     // the topic whose notifications are taken; empty: none

	bulk    bulkSettings    // of which Bulk is made
	mailbox mailboxSettings // of which Mailbox is made
}

// isolated returns the configuration without what sends to others, or fetches from them, in the background, if Mail.OutboxOnly is set.
// Webhooks and notices for devices have no configuration: their jobs do not begin (App.jobs).
func (c Config) isolated() Config {
	if c.Mail.OutboxOnly {
		c.Mail.Bulk, c.Mail.Mailbox, c.Mail.BounceMailbox, c.Directory = nil, nil, nil, nil
	}
	return c
}

// configured says which parts of the configuration the operator has set, for the steps of a new installation.
func (c Config) configured() home.Configured {
	return home.Configured{Mail: c.Mail.Bulk != nil || c.Mail.Mailbox != nil, Postal: c.Mail.Postal != "", Directory: c.Directory != nil,
		Demo: c.Demo}
}

// Keep says for how many months personal data is kept; 0: without an end.
type Keep struct{ Guests, Recipients, Links, Audit, Receipts int }
