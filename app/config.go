package app

import (
	"log/slog"
	"net/netip"
	"net/url"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/directory"
	"presence/app/platform/mail"
	"presence/db"
)

// Config is everything the product needs to be told. cmd/presence reads it from the environment (O2).
type Config struct {
	Listen         string         // address to serve on
	DatabaseURL    string         // "sqlite:PATH" or "postgres://…"
	PublicURL      *url.URL       // how the outside world reaches the product: {base_url}
	Zone           *time.Location // the company's clock (C5)
	HSTSSubdomains bool           // Strict-Transport-Security covers the hosts below PublicURL's as well
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed (R20)
	SecretKey      []byte         // 32 bytes that seal what must not be read from the database alone
	// NewSecretKey makes and keeps the key where SecretKey is empty; only for a database with nothing sealed in it.
	NewSecretKey   func() ([]byte, error)
	OIDC           auth.OIDC        // the company's sign-in provider; zero: none (A1)
	PeriodAnchor   db.Day           // first day of a period 1; a Sunday (W1)
	OvertimeWeekly int              // minutes a week above which regular hours are overtime (W3)
	ArchiveAfter   int              // closed periods after which what is decided goes to the archive (W11)
	OpenUndeclared bool             // anyone may call what the document lists without security (C10)
	Directory      directory.Source // where customer records come from; nil: nowhere (R7)
	DirectoryEvery time.Duration    // how often they are read; 0: only when asked for
	Mail           Mail             // what is sent, by whom and how
	MetricsListen  string           // address for metrics and pprof; empty: none
	Demo           bool             // the sign-in page offers the demo people
	Version        string
	Log            *slog.Logger
	Now            func() time.Time // the business clock; tests fix it
}

// Mail is how messages leave the product (R9).
type Mail struct {
	Senders       []mail.Address // whom messages may come from; the first is the default
	Postal        string         // the sender's postal address, at the foot of each message (R21)
	Bulk, Mailbox mail.Channel   // nil: the outbox
	Outbox        string         // folder of the outbox, which keeps messages where no channel is configured
	Connections   int            // sessions at a time for one campaign
	Rate          float64        // messages a second and sender; 0: no limit
	AutoResume    bool           // what the end of a process interrupted is taken up without being asked (R12)
	WebhookToken  string         // what the provider's events must carry; empty: none are taken
}
