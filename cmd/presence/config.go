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
	"presence/app/hub/directory"
	"presence/db"
)

// settings is everything that can be set, by an environment variable, with its default and what is allowed (O2).
type settings struct {
	app.Config
	DataDir   string
	secretKey string
	logLevel  slog.Level
	unknown   []string // names in the settings file that are no settings
	providers
}

type setting struct {
	name, def, help string
	read            func(s *settings, value string) error
}

var all = slices.Concat(general, mailSettings)

var general = []setting{
	{"SETTINGS_FILE", usualSettingsFile,
		"file with a line NAME=value for each setting that the environment does not set; read by the service and by every command but demo",
		func(*settings, string) error {
			return nil // read before any other setting, by withSettingsFile
		}},
	{"LISTEN", "127.0.0.1:8080", "address to serve on, host:port", func(s *settings, v string) error {
		s.Listen = v
		return address(v)
	}},
	{"PUBLIC_URL", "http://localhost:8080", "how browsers reach the service; may carry a path", func(s *settings, v string) (err error) {
		s.PublicURL, err = publicURL(v)
		return err
	}},
	{"HSTS_SUBDOMAINS", "false",
		"with an https PUBLIC_URL, browsers are told to use https for all hosts below its host as well: true or false",
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
	{"DATA_DIR", "./data", "folder of the embedded database and of what the service keeps for itself", func(s *settings, v string) error {
		s.DataDir = v
		return nil
	}},
	{"DATABASE_URL", "sqlite: in DATA_DIR", "sqlite:PATH or postgres://…", func(s *settings, v string) error {
		if v == "sqlite: in DATA_DIR" {
			v = "sqlite:" + filepath.Join(s.DataDir, "presence.db")
		}
		s.DatabaseURL = v
		if !strings.HasPrefix(v, "sqlite:") && !strings.HasPrefix(v, "postgres://") && !strings.HasPrefix(v, "postgresql://") {
			return errors.New("expected sqlite:PATH or postgres://…")
		}
		return nil
	}},
	{"TIMEZONE", "America/Toronto", "the company's time zone, an IANA name", func(s *settings, v string) (err error) {
		if s.Zone, err = time.LoadLocation(v); err != nil || v == "" || v == "Local" {
			return errors.New("expected an IANA name such as America/Toronto")
		}
		return nil
	}},
	{"TRUSTED_PROXIES", "127.0.0.0/8,::1",
		"addresses or networks of reverse proxies whose X-Forwarded-For is believed, comma-separated; none for nobody's",
		func(s *settings, v string) (err error) {
			if v == "none" {
				return nil
			}
			s.TrustedProxies, err = networks(v)
			return err
		}},
	{"SECRET_KEY", "made once in DATA_DIR", "seals what must not be read from the database alone; at least 32 characters",
		func(s *settings, v string) error {
			if v == "made once in DATA_DIR" {
				return nil
			}
			s.secretKey = v
			if len(v) < 32 {
				return errors.New("expected at least 32 characters")
			}
			return nil
		}},
	{"OIDC_ISSUER", "", "the company's sign-in provider (OpenID Connect), https://…, spelled as in its tokens",
		func(s *settings, v string) error {
			s.OIDC.Issuer = v
			return issuer(v)
		}},
	{"OIDC_CLIENT_ID", "", "what the provider calls this service; needed with OIDC_ISSUER", func(s *settings, v string) error {
		s.OIDC.ClientID = v
		if v == "" && s.OIDC.Issuer != "" {
			return errors.New("expected the client's id, since OIDC_ISSUER is set")
		}
		return nil
	}},
	{"OIDC_CLIENT_SECRET", "", "the secret that the provider gave; empty for a public client", func(s *settings, v string) error {
		s.OIDC.ClientSecret = v
		return nil
	}},
	{"DIRECTORY_URL", "", "where customer records come from: files:PATH, https://host/path or frappe+https://key:secret@host; empty: nowhere",
		func(s *settings, v string) (err error) {
			s.Directory, err = directory.Open(v)
			return err
		}},
	{"DIRECTORY_EVERY", "15m", "how often customer records are read, 1m to 168h", func(s *settings, v string) (err error) {
		if s.DirectoryEvery, err = time.ParseDuration(v); err != nil || s.DirectoryEvery < time.Minute || s.DirectoryEvery > 168*time.Hour {
			return errors.New("expected a duration from 1m to 168h, such as 15m")
		}
		return nil
	}},
	{"PAY_PERIOD_ANCHOR", "2025-12-14", "first day of a pay period 1: a Sunday, YYYY-MM-DD", func(s *settings, v string) (err error) {
		if s.PeriodAnchor, err = db.ParseDay(v); err != nil || s.PeriodAnchor.Weekday() != time.Sunday {
			return errors.New("expected a Sunday, such as 2025-12-14")
		}
		return nil
	}},
	{"OVERTIME_WEEKLY_HOURS", "40", "hours of a week above which regular hours are overtime, 0 to 168", func(s *settings, v string) error {
		h, err := strconv.ParseFloat(v, 64)
		if err != nil || !(h >= 0 && h <= 168) {
			return errors.New("expected a number of hours from 0 to 168")
		}
		s.OvertimeWeekly = int(h*60 + 0.5)
		return nil
	}},
	{"ARCHIVE_AFTER_PERIODS", "26", "closed pay periods after which approved timesheets and decided leave go to the archive, 1 to 2600",
		func(s *settings, v string) (err error) {
			if s.ArchiveAfter, err = strconv.Atoi(v); err != nil || s.ArchiveAfter < 1 || s.ArchiveAfter > 2600 {
				return errors.New("expected a whole number from 1 to 2600")
			}
			return nil
		}},
	{"UNDECLARED_ROUTES", "protected",
		"routes that the document lists without security: protected, or documented, which opens them to anyone who reaches the address",
		func(s *settings, v string) error {
			s.OpenUndeclared = v == "documented"
			if v != "documented" && v != "protected" {
				return errors.New("expected protected or documented")
			}
			return nil
		}},
	{"METRICS_LISTEN", "", "address for Prometheus metrics and pprof; empty: none", func(s *settings, v string) error {
		s.MetricsListen = v
		if v == "" {
			return nil
		}
		return address(v)
	}},
}

// readSettings takes every setting from the environment and tells every bad one, a line each.
func readSettings(getenv func(string) string) (*settings, error) {
	s := &settings{}
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
	return s, errors.Join(bad...)
}

// prepare makes DATA_DIR, and finds the key or says how to make the one that nobody set.
func (s *settings) prepare() error {
	if err := os.MkdirAll(s.DataDir, 0o700); err != nil {
		return fmt.Errorf("DATA_DIR: %w", err)
	}
	s.Mail.Outbox = filepath.Join(s.DataDir, "outbox")
	if s.secretKey != "" {
		s.SecretKey = sealingKey(s.secretKey)
		return nil
	}
	file := filepath.Join(s.DataDir, "secret.key")
	key, err := keptKey(file, s.Log)
	if errors.Is(err, fs.ErrNotExist) {
		s.NewSecretKey = func() ([]byte, error) { return newKey(file, s.Log) }
		return nil
	}
	s.SecretKey = key
	return err
}

func sealingKey(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// keptKey reads the key of an earlier start, which only this user may read.
func keptKey(file string, log *slog.Logger) ([]byte, error) {
	b, err := os.ReadFile(file)
	if err == nil && len(b) < 32 {
		err = fmt.Errorf("%s is too short: restore it", file)
	}
	if err != nil {
		return nil, fmt.Errorf("SECRET_KEY: %w", err)
	}
	if err := db.Narrow(file, log); err != nil {
		log.Warn("others can read the key: give the file to the user of this service, with mode 0600", "file", file, "error", err.Error())
	}
	return sealingKey(string(b)), nil
}

// newKey makes a key that only this user can read. Two first starts at once agree.
func newKey(file string, log *slog.Logger) ([]byte, error) {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return keptKey(file, log)
	}
	if err != nil {
		return nil, fmt.Errorf("SECRET_KEY: %w", err)
	}
	b := make([]byte, 32)
	rand.Read(b)
	key := hex.EncodeToString(b)
	_, err = f.WriteString(key)
	return sealingKey(key), errors.Join(err, f.Sync(), f.Close())
}

func address(v string) error {
	_, port, err := net.SplitHostPort(v)
	if err != nil {
		return errors.New("expected host:port, such as 127.0.0.1:8080")
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n > 65535 {
		return errors.New("expected a port from 0 to 65535")
	}
	return nil
}

func publicURL(v string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(v, "/"))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("expected http://host or https://host, with a path at most")
	}
	return u, nil
}

// issuer is an https address, or an http one of this very machine: who signs in is not to be read or changed on the way.
func issuer(v string) error {
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" &&
		!(u.Scheme == "http" && thisMachine(u.Hostname())) {
		return errors.New("expected https://host, with a path at most; http:// only for a provider on this machine")
	}
	return nil
}

func thisMachine(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

func networks(v string) ([]netip.Prefix, error) {
	var list []netip.Prefix
	for one := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == ',' || r == ' ' }) {
		p, err := netip.ParsePrefix(one)
		if err != nil {
			a, err := netip.ParseAddr(one)
			if err != nil {
				return nil, fmt.Errorf("%q is no address and no network", one)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		list = append(list, p)
	}
	return list, nil
}

// printSettings is what `presence serve --help` ends with.
func printSettings(w io.Writer) {
	fmt.Fprintln(w, "Settings, by environment variable:")
	for _, x := range all {
		def := x.def
		if def == "" {
			def = "none"
		}
		fmt.Fprintf(w, "  %-22s %s (default: %s)\n", x.name, x.help, def)
	}
}
