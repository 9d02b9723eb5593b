package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// TestServe_WaitsForPostgres starts the service before its database, as a machine that reboots in any order does.
func TestServe_WaitsForPostgres(t *testing.T) {
	server := dbtest.Empty(t, db.Postgres)
	late := reserve(t)
	listen := reserve(t)
	i := install(t, "LISTEN="+listen, "DATABASE_URL="+at(t, server, late))
	log := &lines{found: make(chan struct{}), text: `"msg":"waiting for the database"`}
	s := i.begin(i.command("serve"), log)
	<-log.found

	got := askUntil(t, "http://"+listen+"/livez", func(a answer) bool { return a.status == http.StatusOK })
	if got.body != `{"status":"ok"}`+"\n" {
		t.Errorf("W16: /livez says %s while the database is waited for", got.body)
	}
	for _, path := range []string{"/health", "/readyz", "/", "/employees", "/staff/", "/rsvp/gala"} {
		a := ask(t, "http://"+listen+path)
		if a.status != http.StatusServiceUnavailable || a.retryAfter == "" || !strings.Contains(a.body, `"code":"starting"`) {
			t.Errorf("W16: %s answers %d, Retry-After %q, %s while the database is waited for", path, a.status, a.retryAfter, a.body)
		}
	}
	browser, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listen+"/staff/", nil)
	if err != nil {
		t.Fatal(err)
	}
	browser.Header.Set("Accept", "text/html")
	if page := fetch(t, browser); page.status != http.StatusServiceUnavailable || page.retryAfter == "" ||
		!strings.Contains(page.body, "<h1>Presence démarre</h1>") {
		t.Errorf("a browser is answered %d, %s while the database is waited for", page.status, page.body)
	}
	forward(t, late, server, io.Copy)
	s.ready()
	s.body(s.get("/readyz", ""), http.StatusOK)
}

// TestServe_LosesPostgresWhileStarting breaks the connection off in the last thing that the service asks before it serves.
func TestServe_LosesPostgresWhileStarting(t *testing.T) {
	server := dbtest.Empty(t, db.Postgres)
	between := reserve(t)
	lost := breakOnce{text: "\x06issuer", done: make(chan struct{})} // the name of the row, with its length
	forward(t, between, server, lost.copy)
	install(t, "DATABASE_URL="+at(t, server, between)).serve()
	<-lost.done
}

// breakOnce breaks a connection off at the first message with a text.
type breakOnce struct {
	text string
	once sync.Once
	done chan struct{}
}

func (o *breakOnce) copy(to io.Writer, from io.Reader) (int64, error) {
	return io.Copy(writerFunc(func(b []byte) (n int, err error) {
		if strings.Contains(string(b), o.text) {
			o.once.Do(func() {
				err = net.ErrClosed
				close(o.done)
			})
		}
		if err != nil {
			return 0, err
		}
		return to.Write(b)
	}), from)
}

type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestServe_EndsWhereWaitingMendsNothing shows that only a server that may come is waited for.
func TestServe_EndsWhereWaitingMendsNothing(t *testing.T) {
	u, err := url.Parse(dbtest.Empty(t, db.Postgres))
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/there_is_no_such_database"
	install(t, "DATABASE_URL="+u.String()).refused("", "serve")
}

// TestServe_WhenStorageTakesNoMoreWrites limits how large the program's files may grow, which to it is a full disk.
func TestServe_WhenStorageTakesNoMoreWrites(t *testing.T) {
	i := install(t)
	i.good("", "migrate")
	// in blocks of 512 bytes
	s := i.begin(exec.CommandContext(t.Context(), "sh", "-c", `ulimit -f 200 && exec "$0" serve`, os.Args[0]), nil).ready()
	s.body(s.get("/readyz", ""), http.StatusOK)
	for {
		res, err := http.Post(s.url+"/auth/v1/token", "application/json",
			strings.NewReader(`{"grant_type":"password","username":"nobody@example.com","password":"wrong horse battery"}`))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode == http.StatusTooManyRequests { // no more guesses are written down: make /readyz write
			s.get("/readyz", "").Body.Close()
		}
		if res.StatusCode == http.StatusServiceUnavailable {
			break
		}
	}
	for _, path := range []string{"/readyz", "/health"} {
		a := askUntil(t, s.url+path, func(a answer) bool { return a.status == http.StatusServiceUnavailable })
		if a.retryAfter == "" || !strings.Contains(a.body, `"code":"storage_unavailable"`) {
			t.Errorf("W16: %s answers Retry-After %q, %s when nothing can be written", path, a.retryAfter, a.body)
		}
	}
	s.body(s.get("/livez", ""), http.StatusOK)
	s.body(s.get("/bank-codes", ""), http.StatusOK)
}

// TestServe_SaysThatTheDiskIsFull starts where not a byte can be written: the log says why it ended.
func TestServe_SaysThatTheDiskIsFull(t *testing.T) {
	i := install(t)
	i.good("", "migrate")
	c := i.command("serve")
	c.Args = append([]string{"sh", "-c", `ulimit -f 0 && exec "$@"`, "sh"}, c.Args...)
	var err error
	if c.Path, err = exec.LookPath("sh"); err != nil {
		t.Fatal(err)
	}
	out, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "nothing can be written: the disk is full") ||
		strings.Contains(strings.TrimSpace(string(out)), "\n") {
		t.Errorf("it ends with %v and says %s", err, out)
	}
}

type answer struct {
	status     int
	retryAfter string
	body       string
}

func ask(t *testing.T, address string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return fetch(t, r)
}

func fetch(t *testing.T, r *http.Request) answer {
	t.Helper()
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header.Get("Retry-After"), string(b)}
}

// askUntil asks until the answer is right.
func askUntil(t *testing.T, address string, right func(answer) bool) (a answer) {
	t.Helper()
	dbtest.Until(t, "the right answer of "+address, func() bool {
		a = ask(t, address)
		return right(a)
	})
	return a
}

// reserve is an address on which nothing listens.
func reserve(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// at is the address of a database, asked for at another host and port, over TCP.
func at(t *testing.T, database, host string) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = host
	q := u.Query()
	q.Del("host")
	q.Del("port")
	u.RawQuery = q.Encode()
	return u.String()
}

// forward passes connections to address on to the server of a database; pass copies what the client says.
func forward(t *testing.T, address, database string, pass func(to io.Writer, from io.Reader) (int64, error)) {
	t.Helper()
	network, to := endpoint(t, database)
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial(network, to)
			if err != nil {
				in.Close()
				continue
			}
			go func() { _, _ = pass(out, in); out.Close() }()
			go func() { _, _ = io.Copy(in, out); in.Close() }()
		}
	}()
}

// endpoint is where the server of a database listens.
func endpoint(t *testing.T, database string) (network, address string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	if dir := u.Query().Get("host"); strings.HasPrefix(dir, "/") {
		port := u.Query().Get("port")
		if port == "" {
			port = "5432"
		}
		return "unix", dir + "/.s.PGSQL." + port
	}
	return "tcp", u.Host
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// lines is a log that says when a text has come.
type lines struct {
	text  string
	found chan struct{}
	seen  strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	before := strings.Contains(l.seen.String(), l.text)
	l.seen.Write(b)
	if !before && strings.Contains(l.seen.String(), l.text) {
		close(l.found)
	}
	return len(b), nil
}

// TestSettingsFile shows that a command has the settings of the service without being told them again.
func TestSettingsFile(t *testing.T) {
	const password = `p#w $HOME "x"`
	file := t.TempDir() + "/presence.env"
	i := install(t, "SETTINGS_FILE="+file)
	write(t, file, "# settings of the service\nTIMEZONE=Europe/Paris\nPUBLIC_URL='https://time.example.com'\nexport "+
		"MAIL_FROM=a@example.com\nSMPT_URL=smtp://x\nMAIL_POSTAL_ADDRESS='"+password+"'\n")
	t.Run("is read by commands, and loses against the environment", func(t *testing.T) {
		c := &cli{getenv: func(name string) string {
			return map[string]string{"SETTINGS_FILE": file, "DATA_DIR": t.TempDir(), "TIMEZONE": "America/Halifax"}[name]
		}, err: io.Discard}
		s, err := c.settings()
		if err != nil {
			t.Fatal(err)
		}
		if s.PublicURL.String() != "https://time.example.com" || s.Zone.String() != "America/Halifax" || s.Mail.Postal != password {
			t.Errorf("PUBLIC_URL %s, TIMEZONE %s, MAIL_POSTAL_ADDRESS %s", s.PublicURL, s.Zone, s.Mail.Postal)
		}
	})
	t.Run("with a name that is no setting is remarked on by the service", func(t *testing.T) {
		s := i.serve()
		if code := s.stop(); code != 0 {
			t.Fatalf("exit %d: %s", code, s.stderr)
		}
		if !strings.Contains(s.stderr.String(), `"name":"SMPT_URL"`) {
			t.Errorf("the log does not name SMPT_URL:\n%s", s.stderr)
		}
	})
	t.Run("that is named but not there stops the start", func(t *testing.T) {
		if line := install(t, "SETTINGS_FILE="+file+".gone").refused("", "serve"); !strings.Contains(line, "SETTINGS_FILE: ") {
			t.Errorf("%q does not name the setting", line)
		}
	})
	t.Run("with a line that cannot be read stops the start", func(t *testing.T) {
		write(t, file, "TIMEZONE\n")
		if line := i.refused("", "migrate"); !strings.Contains(line, "SETTINGS_FILE: ") || !strings.Contains(line, "line 1") {
			t.Errorf("%q does not name the setting and the line", line)
		}
	})
}

// TestToken_IsOneThatTheServiceTakes runs the command with other settings than the service.
func TestToken_IsOneThatTheServiceTakes(t *testing.T) {
	i := install(t)
	i.good("", "user", "add", "--email", "a@example.com", "--role", "admin")
	s := i.serve()
	s.body(s.get("/auth/v1/me", strings.TrimSpace(i.good("", "token", "--user", "a@example.com"))), http.StatusOK)
	i.env = append(i.env, "PUBLIC_URL=http://elsewhere.test")
	if line := i.refused("", "token", "--user", "a@example.com"); !strings.Contains(line, "PUBLIC_URL=http://presence.test") {
		t.Errorf("%q does not say which PUBLIC_URL the service has", line)
	}
}

// TestServe_operation shows the settings of how lines are written and how the program ends.
func TestServe_operation(t *testing.T) {
	for _, x := range []struct {
		name, format, says string
	}{
		{"lines of JSON", "", `"msg":"stopping: what is in progress is finished first","drain":"0s","at_most":`},
		{"lines of text", "text", `msg="stopping: what is in progress is finished first" drain=0s at_most=`},
	} {
		t.Run(x.name+", and no time in which proxies learn that the program ends", func(t *testing.T) {
			s := install(t, "DRAIN_SECONDS=0", "LOG_FORMAT="+x.format).serve()
			if code := s.stop(); code != 0 || !strings.Contains(s.stderr.String(), x.says) {
				t.Errorf("exit %d, logs %s", code, s.stderr)
			}
		})
	}
}

// TestServe_traces sends traces to a collector that the settings file names, and ends without one that answers.
func TestServe_traces(t *testing.T) {
	var exports atomic.Int64
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/traces" && r.Header.Get("Key") == "secret" {
			exports.Add(1)
		}
	}))
	defer collector.Close()
	for _, x := range []struct {
		name, collector string
		exports         int64
		says            string // in the log
	}{
		{"to one that answers", collector.URL, 1, ""},
		{"to one that is gone", "http://127.0.0.1:1", 0, "sending traces fails"},
	} {
		t.Run(x.name, func(t *testing.T) {
			exports.Store(0)
			file := filepath.Join(t.TempDir(), "presence.env")
			write(t, file, "OTEL_EXPORTER_OTLP_ENDPOINT="+x.collector+"\nOTEL_EXPORTER_OTLP_HEADERS=key=secret\n")
			s := install(t, "SETTINGS_FILE="+file, "OTEL_EXPORTER_OTLP_TIMEOUT=100").serve()
			s.body(s.get("/bank-codes", ""), http.StatusOK)
			if code := s.stop(); code != 0 {
				t.Fatalf("exit %d: %s", code, s.stderr)
			}
			if n := exports.Load(); n != x.exports || !strings.Contains(s.stderr.String(), x.says) {
				t.Errorf("%d exports, logs %s", n, s.stderr)
			}
		})
	}
}

// TestLogLevel shows which lines there are.
func TestLogLevel(t *testing.T) {
	for level, want := range map[string][]string{"debug": {"/health", "/bank-codes"}, "info": {"/bank-codes"}, "warn": nil} {
		t.Run(level, func(t *testing.T) {
			s := install(t, "LOG_LEVEL="+level).serve()
			s.body(s.get("/health", ""), http.StatusOK)
			s.body(s.get("/bank-codes", ""), http.StatusOK)
			if code := s.stop(); code != 0 {
				t.Fatalf("exit %d: %s", code, s.stderr)
			}
			var got []string
			for r := bufio.NewScanner(s.stderr); r.Scan(); {
				var line struct{ Route string }
				if err := json.Unmarshal(r.Bytes(), &line); err != nil {
					t.Fatal(err)
				}
				if line.Route != "" {
					got = append(got, line.Route)
				}
			}
			if strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("lines of %v, want %v", got, want)
			}
		})
	}
}
