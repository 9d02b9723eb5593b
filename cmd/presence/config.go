package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app"
	"presence/db"
)

// settings are all settings, from environment variables, with defaults and validation (O2).
type settings struct {
	app.Config
	DataDir   string
	secretKey string
	logLevel  slog.Level
	logText   bool              // lines of the log are text, not JSON
	telemetry map[string]string // variables that the SDK of OpenTelemetry reads from the environment
	unknown   []unknownSetting
}

type setting struct {
	name, def, help string
	read            func(s *settings, value string) error
}

// all are the settings of the machine, followed by those of the company.
var all = func() []setting {
	list := machineSettings
	for _, x := range app.CompanySettings() {
		list = append(list, setting{x.Name, x.Default, x.Help, func(s *settings, value string) error { return x.Read(&s.Config, value) }})
	}
	return list
}()

var machineSettings = []setting{
	{"SETTINGS_FILE", usualSettingsFile,
		"file with a NAME=value line for each setting not set in the environment; read by the server and by every command except demo",
		func(*settings, string) error {
			return nil // read by withSettingsFile before the other settings
		}},
	{"LISTEN", "127.0.0.1:8080", "address to listen on (host:port)", func(s *settings, v string) error {
		s.Listen = v
		return address(v)
	}},
	{"PUBLIC_URL", defaultPublicURL, "public URL of the service; may include a path", func(s *settings, v string) (err error) {
		if v == defaultPublicURL {
			v = "http://localhost:" + portOf(s.Listen)
		}
		s.PublicURL, err = publicURL(v)
		return err
	}},
	{"HSTS_SUBDOMAINS", "false",
		"with an https PUBLIC_URL, tell browsers to use https for all subdomains too: true or false",
		func(s *settings, v string) (err error) {
			if s.HSTSSubdomains, err = strconv.ParseBool(v); err != nil {
				return errors.New("expected true or false")
			}
			return nil
		}},
	{"LOG_LEVEL", "info", "what is logged: debug (health checks too), info (every other request), warn or error",
		func(s *settings, v string) error {
			if err := s.logLevel.UnmarshalText([]byte(v)); err != nil {
				return errors.New("expected debug, info, warn or error")
			}
			return nil
		}},
	{"LOG_FORMAT", "json", "how lines of the log are written: json or text", func(s *settings, v string) error {
		s.logText = v == "text"
		if v != "text" && v != "json" {
			return errors.New("expected text or json")
		}
		return nil
	}},
	{"DATA_DIR", "./data", "folder for the embedded database and the service's own files", func(s *settings, v string) error {
		s.DataDir = v
		return nil
	}},
	{"DATABASE_URL", "sqlite:presence.db in DATA_DIR", "sqlite:PATH or postgres://…", func(s *settings, v string) error {
		if v == "sqlite:presence.db in DATA_DIR" {
			v = "sqlite:" + filepath.Join(s.DataDir, "presence.db")
		}
		s.DatabaseURL = v
		if !strings.HasPrefix(v, "sqlite:") && !strings.HasPrefix(v, "postgres://") && !strings.HasPrefix(v, "postgresql://") {
			return errors.New("expected sqlite:PATH or postgres://…")
		}
		return nil
	}},
	{"DATABASE_CONNECTIONS", defaultConnections,
		"largest size of the pools of database connections for changes and for lists; that for single records has half; with SQLite only that for lists",
		func(s *settings, v string) (err error) {
			if v != defaultConnections {
				s.DatabaseConns, err = wholeNumber(v, 2, 1000)
			}
			return err
		}},
	{"STATEMENT_TIMEOUT_SECONDS", "0",
		"longest time that PostgreSQL may spend on one statement before it ends it, 1 to 3600; 0 for what PostgreSQL is set to",
		func(s *settings, v string) error {
			n, err := wholeNumber(v, 0, 3600)
			s.StatementLimit = time.Duration(n) * time.Second
			return err
		}},
	{"DRAIN_SECONDS", defaultDrain,
		"when the program is told to end: how long it still accepts requests, and /readyz says 503, before the address is closed; 0 to 300",
		func(s *settings, v string) error {
			if v == defaultDrain {
				return nil
			}
			n, err := wholeNumber(v, 0, 300)
			drain := time.Duration(n) * time.Second
			s.Drain = &drain
			return err
		}},
	{"DIRECTORY_ROOTS", "DATA_DIR",
		"folders below which administrators may choose a customer folder in the browser; separated as in PATH",
		func(s *settings, v string) error {
			if v == "DATA_DIR" {
				v = s.DataDir
			}
			s.DirectoryRoots = filepath.SplitList(v)
			return nil
		}},
	{"TRUSTED_PROXIES", "127.0.0.0/8,::1",
		"addresses or networks of reverse proxies whose X-Forwarded-For header is trusted, comma-separated; none to trust no one",
		func(s *settings, v string) (err error) {
			if v == "none" {
				return nil
			}
			s.TrustedProxies, err = networks(v)
			return err
		}},
	{"SECRET_KEY", "generated once in DATA_DIR", "encrypts the secrets kept in the database; at least 32 characters",
		func(s *settings, v string) error {
			if v == "generated once in DATA_DIR" {
				return nil
			}
			s.secretKey = v
			if len(v) < 32 {
				return errors.New("expected at least 32 characters")
			}
			return nil
		}},
	{"UNDECLARED_ROUTES", "protected",
		"how to treat routes the API document lists without security: protected (sign-in required) or documented (open to anyone who " +
			"can reach the address)",
		func(s *settings, v string) error {
			s.OpenUndeclared = v == "documented"
			if v != "documented" && v != "protected" {
				return errors.New("expected protected or documented")
			}
			return nil
		}},
	{"WEBHOOKS_PRIVATE", "false", "allow webhooks to http addresses, private networks and this machine: true or false",
		func(s *settings, v string) (err error) {
			if s.WebhookPrivate, err = strconv.ParseBool(v); err != nil {
				return errors.New("expected true or false")
			}
			return nil
		}},
	{"MAIL_OUTBOX_ONLY", "false",
		"for trying a copy of the data: whatever else is set up, messages of campaigns stay in the outbox, no other message or webhook " +
			"is sent, and neither customers nor bounced messages are read: true or false",
		func(s *settings, v string) (err error) {
			if s.Mail.OutboxOnly, err = strconv.ParseBool(v); err != nil {
				return errors.New("expected true or false")
			}
			return nil
		}},
	{"METRICS_LISTEN", "", "address for Prometheus metrics and pprof; leave empty to turn off", func(s *settings, v string) error {
		s.MetricsListen = v
		if v == "" {
			return nil
		}
		return address(v)
	}},
	telemetrySetting("OTEL_EXPORTER_OTLP_ENDPOINT", "address of an OpenTelemetry collector (OTLP over HTTP) that receives traces, such as "+
		"http://localhost:4318; leave empty to turn off", func(v string) error {
		if u, err := url.Parse(v); err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			return errors.New("expected http://host:port or https://host:port")
		}
		return nil
	}),
	telemetrySetting("OTEL_EXPORTER_OTLP_HEADERS", "headers for the collector, such as a key: name=value, comma-separated", nil),
	telemetrySetting("OTEL_RESOURCE_ATTRIBUTES", "attributes of this server in traces: name=value, comma-separated", nil),
	telemetrySetting("OTEL_TRACES_SAMPLER", "which traces are made, as OpenTelemetry defines it; leave empty for parentbased_always_on",
		func(v string) error {
			if base, _ := strings.CutPrefix(v, "parentbased_"); !slices.Contains([]string{"always_on", "always_off", "traceidratio"}, base) {
				return errors.New("expected always_on, always_off or traceidratio, or one of them after parentbased_")
			}
			return nil
		}),
	telemetrySetting("OTEL_TRACES_SAMPLER_ARG", "share of the traces that a sampler with traceidratio makes, 0 to 1", func(v string) error {
		if share, err := strconv.ParseFloat(v, 64); err != nil || share < 0 || share > 1 {
			return errors.New("expected a number from 0 to 1")
		}
		return nil
	}),
}

// telemetrySetting is a setting that the SDK of OpenTelemetry reads by itself; check may be nil.
func telemetrySetting(name, help string, check func(value string) error) setting {
	return setting{name, "", help, func(s *settings, v string) error {
		if v == "" {
			return nil
		}
		s.telemetry[name] = v
		if check != nil {
			return check(v)
		}
		return nil
	}}
}

// readSettings reads every setting from the environment and returns all errors, one per line.
func readSettings(getenv func(string) string) (*settings, error) {
	s := &settings{telemetry: map[string]string{}}
	var bad []error
	for _, x := range all {
		v := getenv(x.name)
		if v == "" {
			v = x.def
		}
		if err := x.read(s, v); err != nil {
			bad = append(bad, fmt.Errorf("%s: %w", x.name, err))
		}
	}
	s.Environment = map[string]string{}
	for _, x := range app.CompanySettings() {
		s.Environment[x.Name] = getenv(x.Name)
	}
	return s, errors.Join(bad...)
}

// prepare creates DATA_DIR, and reads the key, or sets NewSecretKey if there is none.
func (s *settings) prepare() error {
	if err := os.MkdirAll(s.DataDir, 0o700); err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	s.Mail.Outbox = filepath.Join(s.DataDir, "outbox")
	s.TempDir = s.DataDir // a container may have no other folder
	if s.secretKey != "" {
		s.SecretKey = sealingKey(s.secretKey)
		return nil
	}
	file := filepath.Join(s.DataDir, keyFile)
	key, err := keptKey(file, s.Log)
	if errors.Is(err, fs.ErrNotExist) {
		s.NewSecretKey = func() ([]byte, error) { return newKey(file, s.Log) }
		return nil
	}
	s.SecretKey = key
	return err
}

// keyFile is the name of the file in DATA_DIR with the key, if SECRET_KEY is not set.
const keyFile = "secret.key"

func sealingKey(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// keptKey reads the key that an earlier start has stored; only this user may read the file.
func keptKey(file string, log *slog.Logger) ([]byte, error) {
	key, err := readKeyFile(file)
	if err != nil {
		return nil, err
	}
	if err := db.MakePrivate(file, log); err != nil {
		log.Warn("other users can read the key: make the service's user the owner of the file, with mode 0600", "file", file, "error",
			err.Error())
	}
	return key, nil
}

// readKeyFile reads the key in a file.
func readKeyFile(file string) ([]byte, error) {
	b, err := os.ReadFile(file)
	if err == nil && len(b) < 32 {
		err = fmt.Errorf("%s is too short: restore it from a backup", file)
	}
	if err != nil {
		return nil, fmt.Errorf("SECRET_KEY: %w", err)
	}
	return sealingKey(string(b)), nil
}

// newKey creates a key file that only this user can read. Two concurrent first starts get the same key. The file gets its name when it is
// whole and on disk: a start that is killed, or finds the disk full, leaves none that later starts would refuse.
func newKey(file string, log *slog.Logger) ([]byte, error) {
	b := make([]byte, 32)
	rand.Read(b)
	key := hex.EncodeToString(b)
	err := createFile(file, key)
	if errors.Is(err, fs.ErrExist) {
		return keptKey(file, log)
	}
	if err != nil {
		return nil, fmt.Errorf("SECRET_KEY: %w", err)
	}
	return sealingKey(key), nil
}

// createFile writes a file for this user alone. It fails with fs.ErrExist if there is one of this name.
func createFile(file, text string) error {
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".partial-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // its second name stays
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), file); err != nil { // unlike a rename, it replaces nothing
		return err
	}
	return db.SyncPath(filepath.Dir(file))
}

func address(v string) error {
	_, port, err := net.SplitHostPort(v)
	if err != nil {
		return errors.New("expected host:port, such as 127.0.0.1:8080")
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return errors.New("expected a port from 0 to 65535")
	}
	return nil
}

// The defaults of settings that depend on the machine or on the database.
const (
	defaultConnections = "4 for each processor, at least 10; 32 with SQLite"
	defaultDrain       = "1; 5 with PostgreSQL"
)

// wholeNumber parses a number from least to most.
func wholeNumber(v string, least, most int) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("expected a whole number from %d to %d", least, most)
	}
	return n, nil
}

// newLog returns a log in the format of LOG_FORMAT.
func (s *settings) newLog(to io.Writer, o *slog.HandlerOptions) *slog.Logger {
	if s.logText {
		return slog.New(slog.NewTextHandler(to, o))
	}
	return slog.New(slog.NewJSONHandler(to, o))
}

const defaultPublicURL = "http://localhost:<port of LISTEN>"

// portOf returns the port of LISTEN, or 8080 if that is invalid or lets the system choose.
func portOf(listen string) string {
	if _, port, err := net.SplitHostPort(listen); err == nil && address(listen) == nil && strings.Trim(port, "0") != "" {
		return port
	}
	return "8080"
}

func publicURL(v string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(v, "/"))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("expected http://host or https://host, optionally followed by a path")
	}
	return u, nil
}

func networks(v string) ([]netip.Prefix, error) {
	var list []netip.Prefix
	for one := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == ',' || r == ' ' }) {
		p, err := netip.ParsePrefix(one)
		if err != nil {
			a, err := netip.ParseAddr(one)
			if err != nil {
				return nil, fmt.Errorf("%q is not an address or a network", one)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		list = append(list, p)
	}
	return list, nil
}

// printSettings prints the end of `presence serve --help`.
func printSettings(w io.Writer) {
	fmt.Fprintln(w, "Settings (environment variables):")
	for _, x := range all {
		def := x.def
		if def == "" {
			def = "none"
		}
		fmt.Fprintf(w, "  %-27s %s (default: %s)\n", x.name, x.help, def)
	}
}
