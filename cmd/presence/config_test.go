package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// from returns a getenv for the variables of a map.
func from(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

// TestReadSettings reads one value of one setting, beside others that it needs, and compares its parsed value, or its error.
func TestReadSettings(t *testing.T) {
	type env = map[string]string
	credentials := filepath.Join(t.TempDir(), "gmail.json")
	write(t, credentials, `{"type":"authorized_user","client_id":"c","client_secret":"s","refresh_token":"r"}`)
	provider := env{"OIDC_ISSUER": "https://id.example"}
	mailjet := env{"MAILJET_API_KEY": "key", "MAILJET_SECRET_KEY": "secret"}
	graph := env{"GRAPH_TENANT": "t", "GRAPH_CLIENT_ID": "c", "GRAPH_CLIENT_SECRET": "s"}
	gmail := env{"GMAIL_CREDENTIALS": credentials}
	const host, hours, whole = "expected http://host", "expected a number of hours from 0 to 168", "expected a whole number from 1 to"
	long := strings.Repeat("x", 32)
	for _, x := range []struct {
		name, value string
		beside      env
		of          func(s *settings) any // the parsed value
		want        string
		fault       string // the beginning of the refusal of this setting; empty: it is accepted
	}{
		{"LISTEN", "", nil, func(s *settings) any { return s.Listen }, "127.0.0.1:8080", ""},
		{"LISTEN", ":0", nil, func(s *settings) any { return s.Listen }, ":0", ""},
		{"LISTEN", "[::1]:65535", nil, func(s *settings) any { return s.Listen }, "[::1]:65535", ""},
		{"LISTEN", "[::1]:65536", nil, nil, "", "expected a port"},
		{"LISTEN", "localhost:http", nil, nil, "", "expected a port"},
		{"LISTEN", "localhost", nil, nil, "", "expected host:port"},
		{"WEBHOOKS_PRIVATE", "", nil, func(s *settings) any { return s.WebhookPrivate }, "false", ""},
		{"WEBHOOKS_PRIVATE", "true", nil, func(s *settings) any { return s.WebhookPrivate }, "true", ""},
		{"WEBHOOKS_PRIVATE", "yes", nil, nil, "", "expected true or false"},
		{"MAIL_OUTBOX_ONLY", "", nil, func(s *settings) any { return s.Mail.OutboxOnly }, "false", ""},
		{"MAIL_OUTBOX_ONLY", "true", nil, func(s *settings) any { return s.Mail.OutboxOnly }, "true", ""},
		{"MAIL_OUTBOX_ONLY", "yes", nil, nil, "", "expected true or false"},
		{"METRICS_LISTEN", "", nil, func(s *settings) any { return s.MetricsListen }, "", ""},
		{"METRICS_LISTEN", ":9090", nil, func(s *settings) any { return s.MetricsListen }, ":9090", ""},
		{"METRICS_LISTEN", "9090", nil, nil, "", "expected host:port"},
		{"PUBLIC_URL", "", nil, func(s *settings) any { return s.PublicURL }, "http://localhost:8080", ""},
		{"PUBLIC_URL", "", env{"LISTEN": ":9000"}, func(s *settings) any { return s.PublicURL }, "http://localhost:9000", ""},
		{"PUBLIC_URL", "", env{"LISTEN": "127.0.0.1:0"}, func(s *settings) any { return s.PublicURL }, "http://localhost:8080", ""},
		{"PUBLIC_URL", "https://host/path//", nil, func(s *settings) any { return s.PublicURL }, "https://host/path", ""},
		{"PUBLIC_URL", "http://host:port", nil, nil, "", host},
		{"PUBLIC_URL", "ftp://host", nil, nil, "", host},
		{"PUBLIC_URL", "https:///path", nil, nil, "", host},
		{"PUBLIC_URL", "https://user@host", nil, nil, "", host},
		{"PUBLIC_URL", "https://host?a=1", nil, nil, "", host},
		{"PUBLIC_URL", "https://host#a", nil, nil, "", host},
		{"HSTS_SUBDOMAINS", "", nil, func(s *settings) any { return s.HSTSSubdomains }, "false", ""},
		{"HSTS_SUBDOMAINS", "true", nil, func(s *settings) any { return s.HSTSSubdomains }, "true", ""},
		{"HSTS_SUBDOMAINS", "yes", nil, nil, "", "expected true or false"},
		{"LOG_LEVEL", "", nil, func(s *settings) any { return s.logLevel }, "INFO", ""},
		{"LOG_LEVEL", "debug", nil, func(s *settings) any { return s.logLevel }, "DEBUG", ""},
		{"LOG_LEVEL", "loud", nil, nil, "", "expected debug"},
		{"LOG_FORMAT", "", nil, func(s *settings) any { return s.logText }, "false", ""},
		{"LOG_FORMAT", "text", nil, func(s *settings) any { return s.logText }, "true", ""},
		{"LOG_FORMAT", "xml", nil, nil, "", "expected text or json"},
		{"OTEL_EXPORTER_OTLP_ENDPOINT", "", nil, func(s *settings) any { return s.telemetry }, "map[]", ""},
		{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318", nil, func(s *settings) any { return s.telemetry },
			"map[OTEL_EXPORTER_OTLP_ENDPOINT:http://localhost:4318]", ""},
		{"OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318", nil, nil, "", "expected http://host:port"},
		{"OTEL_EXPORTER_OTLP_HEADERS", "key=secret", nil, func(s *settings) any { return s.telemetry },
			"map[OTEL_EXPORTER_OTLP_HEADERS:key=secret]", ""},
		{"OTEL_RESOURCE_ATTRIBUTES", "host.name=a", nil, func(s *settings) any { return s.telemetry },
			"map[OTEL_RESOURCE_ATTRIBUTES:host.name=a]", ""},
		{"OTEL_TRACES_SAMPLER", "parentbased_traceidratio", nil, func(s *settings) any { return s.telemetry },
			"map[OTEL_TRACES_SAMPLER:parentbased_traceidratio]", ""},
		{"OTEL_TRACES_SAMPLER", "sometimes", nil, nil, "", "expected always_on, always_off or traceidratio"},
		{"OTEL_TRACES_SAMPLER_ARG", "0.1", nil, func(s *settings) any { return s.telemetry }, "map[OTEL_TRACES_SAMPLER_ARG:0.1]", ""},
		{"OTEL_TRACES_SAMPLER_ARG", "10", nil, nil, "", "expected a number from 0 to 1"},
		{"DATABASE_CONNECTIONS", "", nil, func(s *settings) any { return s.DatabaseConns }, "0", ""},
		{"DATABASE_CONNECTIONS", "24", nil, func(s *settings) any { return s.DatabaseConns }, "24", ""},
		{"DATABASE_CONNECTIONS", "1", nil, nil, "", "expected a whole number from 2 to 1000"},
		{"STATEMENT_TIMEOUT_SECONDS", "", nil, func(s *settings) any { return s.StatementLimit }, "0s", ""},
		{"STATEMENT_TIMEOUT_SECONDS", "60", nil, func(s *settings) any { return s.StatementLimit }, "1m0s", ""},
		{"STATEMENT_TIMEOUT_SECONDS", "1m", nil, nil, "", "expected a whole number from 0 to 3600"},
		{"DRAIN_SECONDS", "", nil, func(s *settings) any { return s.Drain == nil }, "true", ""},
		{"DRAIN_SECONDS", "0", nil, func(s *settings) any { return *s.Drain }, "0s", ""},
		{"DRAIN_SECONDS", "20", nil, func(s *settings) any { return *s.Drain }, "20s", ""},
		{"DRAIN_SECONDS", "301", nil, nil, "", "expected a whole number from 0 to 300"},
		{"DATABASE_URL", "", env{"DATA_DIR": "/srv/data"}, func(s *settings) any { return s.DatabaseURL }, "sqlite:/srv/data/presence.db", ""},
		{"DATABASE_URL", "sqlite:other.db", nil, func(s *settings) any { return s.DatabaseURL }, "sqlite:other.db", ""},
		{"DATABASE_URL", "postgres://h/d", nil, func(s *settings) any { return s.DatabaseURL }, "postgres://h/d", ""},
		{"DATABASE_URL", "postgresql://h/d", nil, func(s *settings) any { return s.DatabaseURL }, "postgresql://h/d", ""},
		{"DATABASE_URL", "mysql://h/d", nil, nil, "", "expected sqlite:PATH"},
		{"DIRECTORY_ROOTS", "", env{"DATA_DIR": "/srv/data"}, func(s *settings) any { return s.DirectoryRoots }, "[/srv/data]", ""},
		{"DIRECTORY_ROOTS", "/srv/a:/srv/b", nil, func(s *settings) any { return s.DirectoryRoots }, "[/srv/a /srv/b]", ""},
		{"TIMEZONE", "", nil, func(s *settings) any { return s.Zone }, "America/Toronto", ""},
		{"TIMEZONE", "Europe/Paris", nil, func(s *settings) any { return s.Zone }, "Europe/Paris", ""},
		{"TIMEZONE", "Local", nil, nil, "", "expected an IANA name"},
		{"TIMEZONE", "Nowhere/AtAll", nil, nil, "", "expected an IANA name"},
		{"TRUSTED_PROXIES", "", nil, func(s *settings) any { return s.TrustedProxies }, "[127.0.0.0/8 ::1/128]", ""},
		{"TRUSTED_PROXIES", "none", nil, func(s *settings) any { return s.TrustedProxies }, "[]", ""},
		{"TRUSTED_PROXIES", "10.0.0.0/8, 192.0.2.1", nil, func(s *settings) any { return s.TrustedProxies }, "[10.0.0.0/8 192.0.2.1/32]", ""},
		{"TRUSTED_PROXIES", "10.0.0.0/8,proxy", nil, nil, "", `"proxy" is not an address`},
		{"SECRET_KEY", "", nil, func(s *settings) any { return s.secretKey }, "", ""},
		{"SECRET_KEY", long, nil, func(s *settings) any { return s.secretKey }, long, ""},
		{"SECRET_KEY", long[1:], nil, nil, "", "expected at least 32 characters"},
		{"OIDC_CLIENT_ID", "", nil, func(s *settings) any { return s.OIDC.ClientID }, "", ""},
		{"OIDC_CLIENT_ID", "presence", provider, func(s *settings) any { return s.OIDC.Issuer + " " + s.OIDC.ClientID },
			"https://id.example presence", ""},
		{"OIDC_CLIENT_ID", "", provider, nil, "", "required when OIDC_ISSUER is set"},
		{"OIDC_ISSUER", "http://id.example", nil, nil, "", "expected https://host"},
		{"OIDC_CLIENT_SECRET", "hidden", nil, func(s *settings) any { return s.OIDC.ClientSecret }, "hidden", ""},
		{"DIRECTORY_URL", "", nil, func(s *settings) any { return s.Directory }, "<nil>", ""},
		{"DIRECTORY_URL", "files:/srv/customers", nil, func(s *settings) any { return s.Directory.Name() }, "files:/srv/customers", ""},
		{"DIRECTORY_EVERY", "", nil, func(s *settings) any { return s.DirectoryEvery }, "15m0s", ""},
		{"DIRECTORY_EVERY", "1m", nil, func(s *settings) any { return s.DirectoryEvery }, "1m0s", ""},
		{"DIRECTORY_EVERY", "168h", nil, func(s *settings) any { return s.DirectoryEvery }, "168h0m0s", ""},
		{"DIRECTORY_EVERY", "59s", nil, nil, "", "expected a duration"},
		{"DIRECTORY_EVERY", "168h1s", nil, nil, "", "expected a duration"},
		{"DIRECTORY_EVERY", "15", nil, nil, "", "expected a duration"},
		{"PAY_PERIOD_ANCHOR", "", nil, func(s *settings) any { return s.PeriodAnchor }, "2025-12-14", ""},
		{"PAY_PERIOD_ANCHOR", "2026-01-04", nil, func(s *settings) any { return s.PeriodAnchor }, "2026-01-04", ""},
		{"PAY_PERIOD_ANCHOR", "2026-01-05", nil, nil, "", "expected a Sunday"},
		{"PAY_PERIOD_ANCHOR", "soon", nil, nil, "", "expected a Sunday"},
		{"LABOUR_STANDARDS", "", nil, func(s *settings) any { return s.Norm.ID }, "quebec", ""},
		{"LABOUR_STANDARDS", "ontario", nil, func(s *settings) any { return s.Norm.ID }, "ontario", ""},
		{"LABOUR_STANDARDS", "Ontario", nil, nil, "", "expected quebec, canada or ontario"},
		{"OVERTIME_WEEKLY_HOURS", "", nil, func(s *settings) any { return s.OvertimeLimits().Weekly }, "2400", ""},
		{"OVERTIME_WEEKLY_HOURS", "0", nil, func(s *settings) any { return s.OvertimeLimits().Weekly }, "0", ""},
		{"OVERTIME_WEEKLY_HOURS", "37.5", nil, func(s *settings) any { return s.OvertimeLimits().Weekly }, "2250", ""},
		{"OVERTIME_WEEKLY_HOURS", "37.33", nil, func(s *settings) any { return s.OvertimeLimits().Weekly }, "2240", ""},
		{"OVERTIME_WEEKLY_HOURS", "168", nil, func(s *settings) any { return s.OvertimeLimits().Weekly }, "10080", ""},
		{"OVERTIME_WEEKLY_HOURS", "-0.01", nil, nil, "", hours},
		{"OVERTIME_WEEKLY_HOURS", "168.01", nil, nil, "", hours},
		{"OVERTIME_WEEKLY_HOURS", "NaN", nil, nil, "", hours},
		{"OVERTIME_WEEKLY_HOURS", "forty", nil, nil, "", hours},
		{"OVERTIME_WEEKLY_HOURS", "", env{"LABOUR_STANDARDS": "ontario"}, func(s *settings) any { return s.OvertimeLimits().Weekly }, "2640", ""},
		{"OVERTIME_DAILY_HOURS", "", nil, func(s *settings) any { return s.OvertimeLimits().Daily }, "0", ""},
		{"OVERTIME_DAILY_HOURS", "", env{"LABOUR_STANDARDS": "canada"}, func(s *settings) any { return s.OvertimeLimits().Daily }, "480", ""},
		{"OVERTIME_DAILY_HOURS", "0", env{"LABOUR_STANDARDS": "canada"}, func(s *settings) any { return s.OvertimeLimits().Daily }, "0", ""},
		{"OVERTIME_DAILY_HOURS", "7.5", nil, func(s *settings) any { return s.OvertimeLimits().Daily }, "450", ""},
		{"OVERTIME_DAILY_HOURS", "24.01", nil, nil, "", "expected a number of hours from 0 to 24"},
		{"OVERTIME_COUNTS_LEAVE", "", nil, func(s *settings) any { return s.OvertimeLimits().Leave }, "[vacation holiday statutory_holiday]", ""},
		{"OVERTIME_COUNTS_LEAVE", "", env{"LABOUR_STANDARDS": "ontario"}, func(s *settings) any { return s.OvertimeLimits().Leave }, "[]", ""},
		{"OVERTIME_COUNTS_LEAVE", "true", env{"LABOUR_STANDARDS": "ontario"}, func(s *settings) any { return s.OvertimeLimits().Leave },
			"[vacation holiday statutory_holiday]", ""},
		{"OVERTIME_COUNTS_LEAVE", "false", nil, func(s *settings) any { return s.OvertimeLimits().Leave }, "[]", ""},
		{"OVERTIME_COUNTS_LEAVE", "sometimes", nil, nil, "", "expected true or false"},
		{"DEFAULT_BREAKS", "", nil, func(s *settings) any { return s.DefaultBreaks }, "", ""},
		{"DEFAULT_BREAKS", "5 h : 30; 10: 30 min + 15 paid", nil, func(s *settings) any { return s.DefaultBreaks }, "5 h: 30; 10 h: 30 + 15 paid", ""},
		{"DEFAULT_BREAKS", "1 h: 30", nil, nil, "", "expected hours and minutes"},
		{"AUTO_REMINDERS", "", nil, func(s *settings) any { return s.NoReminders }, "false", ""},
		{"AUTO_REMINDERS", "false", nil, func(s *settings) any { return s.NoReminders }, "true", ""},
		{"AUTO_REMINDERS", "maybe", nil, nil, "", "expected true or false"},
		{"ARCHIVE_AFTER_PERIODS", "", nil, func(s *settings) any { return s.ArchiveAfter }, "26", ""},
		{"ARCHIVE_AFTER_PERIODS", "1", nil, func(s *settings) any { return s.ArchiveAfter }, "1", ""},
		{"ARCHIVE_AFTER_PERIODS", "2600", nil, func(s *settings) any { return s.ArchiveAfter }, "2600", ""},
		{"ARCHIVE_AFTER_PERIODS", "0", nil, nil, "", whole},
		{"ARCHIVE_AFTER_PERIODS", "2601", nil, nil, "", whole},
		{"ARCHIVE_AFTER_PERIODS", "1.5", nil, nil, "", whole},
		{"UNDECLARED_ROUTES", "", nil, func(s *settings) any { return s.OpenUndeclared }, "false", ""},
		{"UNDECLARED_ROUTES", "documented", nil, func(s *settings) any { return s.OpenUndeclared }, "true", ""},
		{"UNDECLARED_ROUTES", "open", nil, nil, "", "expected protected or documented"},

		{"MAIL_FROM", "", env{"PUBLIC_URL": "https://a.example:1"}, func(s *settings) any { return s.Mail.Senders }, "[no-reply@a.example]", ""},
		{"MAIL_FROM", "", env{"PUBLIC_URL": "http://:8080"}, func(s *settings) any { return s.Mail.Senders }, "[no-reply@localhost]", ""},
		{"MAIL_FROM", "Events <E@QUÉBEC.example>, b@b.example", nil, func(s *settings) any { return s.Mail.Senders },
			"[Events <E@xn--qubec-csa.example> b@b.example]", ""},
		{"MAIL_FROM", "Events", nil, nil, "", "expected addresses"},
		{"MAIL_FROM", "a@localhost", nil, nil, "", `"a@localhost" can't be used`},
		{"MAIL_POSTAL_ADDRESS", "1, rue A", nil, func(s *settings) any { return s.Mail.Postal }, "1, rue A", ""},
		{"SMTP_URL", "", nil, func(s *settings) any { return s.Mail.Bulk }, "<nil>", ""},
		{"SMTP_URL", "smtp://relay.example", nil, func(s *settings) any { return fmt.Sprintf("%T", s.Mail.Bulk) }, "*mail.Relay", ""},
		{"SMTP_URL", "http://relay.example", nil, nil, "", "must begin with smtp://"},
		{"SMTP_CONNECTIONS", "", nil, func(s *settings) any { return s.Mail.Connections }, "8", ""},
		{"SMTP_CONNECTIONS", "1", nil, func(s *settings) any { return s.Mail.Connections }, "1", ""},
		{"SMTP_CONNECTIONS", "100", nil, func(s *settings) any { return s.Mail.Connections }, "100", ""},
		{"SMTP_CONNECTIONS", "0", nil, nil, "", whole},
		{"SMTP_CONNECTIONS", "101", nil, nil, "", whole},
		{"SMTP_CONNECTIONS", "many", nil, nil, "", whole},
		{"SEND_RATE", "", nil, func(s *settings) any { return s.Mail.Rate }, "0", ""},
		{"SEND_RATE", "0.5", nil, func(s *settings) any { return s.Mail.Rate }, "0.5", ""},
		{"SEND_RATE", "1000000", nil, func(s *settings) any { return s.Mail.Rate }, "1e+06", ""},
		{"SEND_RATE", "-1", nil, nil, "", "expected a number from 0"},
		{"SEND_RATE", "1000001", nil, nil, "", "expected a number from 0"},
		{"SEND_RATE", "NaN", nil, nil, "", "expected a number from 0"},
		{"SEND_RATE", "fast", nil, nil, "", "expected a number from 0"},
		{"QUIET_HOURS", "", nil, func(s *settings) any { return s.Mail.Quiet }, "", ""},
		{"QUIET_HOURS", "21:00-8:00", nil, func(s *settings) any { return s.Mail.Quiet }, "21:00-08:00", ""},
		{"QUIET_HOURS", "21-8", nil, nil, "", "expected two times"},
		{"AUTO_RESUME", "", nil, func(s *settings) any { return s.Mail.AutoResume }, "true", ""},
		{"AUTO_RESUME", "false", nil, func(s *settings) any { return s.Mail.AutoResume }, "false", ""},
		{"AUTO_RESUME", "maybe", nil, nil, "", "expected true or false"},
		{"MAILJET_SECRET_KEY", "secret", mailjet, func(s *settings) any { return fmt.Sprintf("%T", s.Mail.Bulk) }, "*mail.Mailjet", ""},
		{"MAILJET_API_KEY", "key", env{"MAILJET_SECRET_KEY": "secret", "SMTP_URL": "smtp://relay.example"}, nil, "", "set this or SMTP_URL"},
		{"MAILJET_API_KEY", "", env{"SMTP_URL": "smtp://relay.example"}, func(s *settings) any { return fmt.Sprintf("%T", s.Mail.Bulk) },
			"*mail.Relay", ""},
		{"MAILJET_SECRET_KEY", "", env{"MAILJET_API_KEY": "key"}, nil, "", "must be set together with MAILJET_API_KEY"},
		{"MAILJET_SECRET_KEY", "secret", nil, nil, "", "must be set together with MAILJET_API_KEY"},
		{"MAILJET_WEBHOOK_TOKEN", "", nil, func(s *settings) any { return s.Mail.WebhookToken }, "", ""},
		{"MAILJET_WEBHOOK_TOKEN", long[:16], nil, func(s *settings) any { return s.Mail.WebhookToken }, long[:16], ""},
		{"MAILJET_WEBHOOK_TOKEN", long[:15], nil, nil, "", "expected at least 16 characters"},
		{"MAILJET_URL", "http://127.0.0.1:9", mailjet, func(s *settings) any { return fmt.Sprintf("%T", s.Mail.Bulk) }, "*mail.Mailjet", ""},
		{"MAILJET_URL", "ftp://host", mailjet, nil, "", host},
		{"MAILJET_URL", "https://", mailjet, nil, "", host},
		{"MAILJET_URL", "https://user@host", mailjet, nil, "", host},
		{"MAILJET_URL", "https://host:port", mailjet, nil, "", host},
		{"GMAIL_CREDENTIALS", "", nil, func(s *settings) any { return s.Mail.Mailbox }, "<nil>", ""},
		{"GMAIL_CREDENTIALS", credentials, nil, func(s *settings) any { return fmt.Sprintf("%T", s.Mail.Mailbox) }, "*mail.Gmail", ""},
		{"GMAIL_CREDENTIALS", credentials + ".none", nil, nil, "", "expected the path of a readable file"},
		{"GMAIL_URL", "host", gmail, nil, "", host},
		{"GMAIL_URL", "http://127.0.0.1:9", env{"GMAIL_CREDENTIALS": "config.go"}, nil, "", "GMAIL_CREDENTIALS: "},
		{"GRAPH_TENANT", "t", env{"GRAPH_CLIENT_ID": "c", "GRAPH_CLIENT_SECRET": "s", "GMAIL_CREDENTIALS": credentials}, nil, "",
			"set this or GMAIL_CREDENTIALS"},
		{"GRAPH_CLIENT_ID", "", env{"GRAPH_TENANT": "t", "GRAPH_CLIENT_SECRET": "s"}, nil, "", "must be set together with GRAPH_TENANT"},
		{"GRAPH_CLIENT_SECRET", "", env{"GRAPH_TENANT": "t", "GRAPH_CLIENT_ID": "c"}, nil, "", "must be set together with GRAPH_TENANT"},
		{"GRAPH_URL", "", graph, func(s *settings) any { return fmt.Sprintf("%T", s.Mail.Mailbox) }, "*mail.Graph", ""},
		{"GRAPH_URL", "host", graph, nil, "", host},
		{"GRAPH_URL", "host", nil, func(s *settings) any { return s.Mail.Mailbox }, "<nil>", ""},
	} {
		described := fmt.Sprintf("%s %q is read", x.name, x.value)
		if x.fault != "" {
			described = fmt.Sprintf("%s %q is refused", x.name, x.value)
		}
		t.Run(described, func(t *testing.T) {
			s, err := readSettings(func(name string) string {
				if name == x.name {
					return x.value
				}
				return x.beside[name]
			})
			if x.fault != "" {
				if err == nil || !strings.HasPrefix(err.Error(), x.name+": "+x.fault) {
					t.Errorf("%v, want %s: %s…", err, x.name, x.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(x.of(s)); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestWithSettingsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "presence.env")
	for _, x := range []struct {
		name, text    string
		env           map[string]string
		zone, unknown string
		fault         string
	}{
		{"a setting of the file", "TIMEZONE=Europe/Paris\n", nil, "Europe/Paris", "[]", ""},
		{"the environment decides", "TIMEZONE=Europe/Paris\n", map[string]string{"TIMEZONE": "Asia/Tokyo"}, "Asia/Tokyo", "[]", ""},
		{"unknown names are sorted", "ZONE=a\nHOME=b\nLISTEN=:1\n", nil, "",
			"[{HOME " + file + " } {ZONE " + file + " }]", ""},
		{"the setting that was probably meant", "SMPT_URL=a\nTRUSTED_PROXY=b\nLOGLEVEL=c\nTIMZONES=d\n", nil, "",
			"[{LOGLEVEL " + file + " LOG_LEVEL} {SMPT_URL " + file + " SMTP_URL} {TIMZONES " + file + " TIMEZONE} {TRUSTED_PROXY " + file + " }]", ""},
		{"a line without a name is refused", "=x\n", nil, "", "", "SETTINGS_FILE: " + file},
	} {
		t.Run(x.name, func(t *testing.T) {
			write(t, file, x.text)
			getenv, unknown, err := withSettingsFile(func(name string) string {
				if name == "SETTINGS_FILE" {
					return file
				}
				return x.env[name]
			})
			if x.fault != "" {
				if err == nil || !strings.HasPrefix(err.Error(), x.fault) {
					t.Errorf("%v, want %s…", err, x.fault)
				}
				return
			}
			if err != nil || getenv("TIMEZONE") != x.zone || fmt.Sprint(unknown) != x.unknown {
				t.Errorf("TIMEZONE %q, unknown %v, %v", getenv("TIMEZONE"), unknown, err)
			}
		})
	}
	t.Run("a file that is named must exist", func(t *testing.T) {
		_, _, err := withSettingsFile(from(map[string]string{"SETTINGS_FILE": file + ".none"}))
		if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "SETTINGS_FILE: ") {
			t.Errorf("%v", err)
		}
	})
}

func TestSettings_prepare(t *testing.T) {
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	sum := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	long := strings.Repeat("k", 32)
	for _, x := range []struct {
		name, setting, file string // the key in SECRET_KEY, and the one in the file
		want                string // of the key
		fault               string
	}{
		{"the key of the setting", long, "", sum(long), ""},
		{"the setting comes before the file", long, strings.Repeat("f", 32), sum(long), ""},
		{"the key of the file", "", strings.Repeat("f", 32), sum(strings.Repeat("f", 32)), ""},
		{"a key that was cut is refused", "", strings.Repeat("f", 31), "", "is too short"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := &settings{DataDir: filepath.Join(t.TempDir(), "data"), secretKey: x.setting}
			s.Log = quiet
			if x.file != "" {
				if err := os.MkdirAll(s.DataDir, 0o700); err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(s.DataDir, "secret.key"), x.file)
			}
			err := s.prepare()
			if x.fault != "" {
				if err == nil || !strings.Contains(err.Error(), x.fault) {
					t.Errorf("%v, want %s", err, x.fault)
				}
				return
			}
			if err != nil || fmt.Sprintf("%x", s.SecretKey) != x.want || s.NewSecretKey != nil {
				t.Errorf("key %x, %v, want %s; or one is to be made", s.SecretKey, err, x.want)
			}
			if s.Mail.Outbox != filepath.Join(s.DataDir, "outbox") {
				t.Errorf("the outbox is %s", s.Mail.Outbox)
			}
		})
	}
	t.Run("without a key one is made, the same for two starts at once", func(t *testing.T) {
		s := &settings{DataDir: filepath.Join(t.TempDir(), "data")}
		s.Log = quiet
		if err := s.prepare(); err != nil || s.SecretKey != nil || s.NewSecretKey == nil {
			t.Fatalf("key %x, %v", s.SecretKey, err)
		}
		first, err := s.NewSecretKey()
		if err != nil {
			t.Fatal(err)
		}
		second, err := s.NewSecretKey()
		if err != nil || string(first) != string(second) || len(first) != 32 {
			t.Errorf("%x and %x, %v", first, second, err)
		}
		other, err := newKey(filepath.Join(t.TempDir(), "secret.key"), quiet)
		if err != nil || string(other) == string(first) {
			t.Errorf("another service has the key %x, too: %v", other, err)
		}
	})
}

func TestPrintSettings(t *testing.T) {
	var out strings.Builder
	printSettings(&out)
	for _, line := range []string{"Settings (environment variables):\n",
		"\n  LISTEN                      address to listen on (host:port) (default: 127.0.0.1:8080)\n",
		"\n  METRICS_LISTEN              address for Prometheus metrics and pprof; leave empty to turn off (default: none)\n"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no line %q in\n%s", line, &out)
		}
	}
}
