package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// TestMain lets the test binary be the program: run with BE_PRESENCE=1 it is presence, so nothing need be built.
func TestMain(m *testing.M) {
	if os.Getenv("BE_PRESENCE") == "1" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// installation is a machine with Presence on it: a data folder and settings.
type installation struct {
	*testing.T
	env []string
}

func install(t *testing.T, settings ...string) *installation {
	t.Helper()
	env := []string{"BE_PRESENCE=1", "DATA_DIR=" + filepath.Join(t.TempDir(), "data"), "LISTEN=127.0.0.1:0", "PUBLIC_URL=http://presence.test",
		"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TMPDIR=/nonexistent"} // the official image has no folder for temporary files
	return &installation{t, append(env, settings...)}
}

func (i *installation) command(args ...string) *exec.Cmd {
	c := exec.CommandContext(i.Context(), os.Args[0], args...)
	c.Env = i.env
	return c
}

// run gives what a command prints, and its exit code.
func (i *installation) run(stdin string, args ...string) (out, err string, code int) {
	i.Helper()
	c := i.command(args...)
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(stdin), &stdout, &stderr
	if e := c.Run(); e != nil && c.ProcessState == nil {
		i.Fatal(e)
	}
	return stdout.String(), stderr.String(), c.ProcessState.ExitCode()
}

// good runs a command that must succeed, quietly, and gives what it prints.
func (i *installation) good(stdin string, args ...string) string {
	i.Helper()
	out, err, code := i.run(stdin, args...)
	if code != 0 || err != "" {
		i.Fatalf("presence %s: exit %d, standard error %q", strings.Join(args, " "), code, err)
	}
	return out
}

// refused runs a command that must fail with exit 1 and one line on standard error, and gives the line (O3).
func (i *installation) refused(stdin string, args ...string) string {
	i.Helper()
	out, err, code := i.run(stdin, args...)
	if code != 1 || out != "" || strings.Count(err, "\n") != 1 || !strings.HasPrefix(err, "presence: ") {
		i.Fatalf("O3: presence %s: exit %d, output %q, standard error %q; want exit 1 and one line", strings.Join(args, " "), code, out, err)
	}
	return err
}

// server is a running `presence serve`.
type server struct {
	*installation
	url    string
	lines  chan string // what it prints after the first line; closed when it ends
	cmd    *exec.Cmd
	stderr *bytes.Buffer
}

func (i *installation) serve() *server {
	i.Helper()
	return i.begin(i.command("serve"), nil).ready()
}

// begin starts the program. What it logs goes to log too, unless that is nil.
func (i *installation) begin(c *exec.Cmd, log io.Writer) *server {
	i.Helper()
	s := &server{installation: i, cmd: c, stderr: new(bytes.Buffer), lines: make(chan string, 100)}
	c.Env, c.Stderr = i.env, s.stderr
	if log != nil {
		c.Stderr = io.MultiWriter(s.stderr, log)
	}
	pipe, err := c.StdoutPipe()
	if err != nil {
		i.Fatal(err)
	}
	if err := c.Start(); err != nil {
		i.Fatal(err)
	}
	i.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	go func() {
		defer close(s.lines)
		out := bufio.NewReader(pipe)
		for {
			line, err := out.ReadString('\n')
			if err != nil {
				return
			}
			s.lines <- line
		}
	}()
	return s
}

// ready waits for the line that says where the server listens.
func (s *server) ready() *server {
	s.Helper()
	first := <-s.lines
	address := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(first)
	if address == "" {
		_ = s.cmd.Wait() // what it logged is whole then
		s.Fatalf("serve says %q and on standard error %s", first, s.stderr)
	}
	s.url = "http://" + address
	return s
}

func (s *server) get(path, token string) *http.Response {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	return res
}

func (s *server) body(res *http.Response, status int) string {
	s.Helper()
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != status {
		s.Fatalf("%s: status %d, want %d: %s %v", res.Request.URL, res.StatusCode, status, b, err)
	}
	return string(b)
}

// stop sends SIGTERM and gives the exit code.
func (s *server) stop() int {
	s.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.Fatal(err)
	}
	return s.wait()
}

func (s *server) wait() int {
	s.Helper()
	done := make(chan struct{})
	go func() { _ = s.cmd.Wait(); close(done) }()
	select {
	case <-done:
		return s.cmd.ProcessState.ExitCode()
	case <-time.After(20 * time.Second):
		s.Fatalf("the server did not stop:\n%s", s.stderr)
		return -1
	}
}

var uuidLine = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n$`)

func TestCommands(t *testing.T) {
	i := install(t)
	t.Run("version prints the version alone", func(t *testing.T) {
		if out := i.good("", "version"); out != version+"\n" {
			t.Errorf("version prints %q", out)
		}
	})
	t.Run("help lists every command and every setting", func(t *testing.T) {
		out := i.good("", "help") + i.good("", "serve", "--help")
		for _, c := range commands {
			if !strings.Contains(out, c.name) {
				t.Errorf("help does not know %q", c.name)
			}
		}
		for _, s := range all {
			if strings.Count(out, "\n  "+s.name+" ") != 2 {
				t.Errorf("O2: %s is not in both helps", s.name)
			}
		}
	})
	t.Run("routes prints the table with the rules", func(t *testing.T) {
		if out := i.good("", "routes"); !regexp.MustCompile(`(?m)^GET +/health +anyone +\S+$`).MatchString(out) {
			t.Errorf("routes prints\n%s", out)
		}
	})
	t.Run("migrate can be said twice", func(t *testing.T) {
		i.good("", "migrate")
		i.good("", "migrate")
	})
	t.Run("what nobody knows is refused in one line", func(t *testing.T) {
		for _, args := range [][]string{{"sreve"}, {"serve", "now"}, {"routes", "--all"}, {"user"}, {"user", "remove"},
			{"token", "--ttl", "soon"}} {
			i.refused("", args...)
		}
	})
}

func TestSettings_BadOnesStopTheStart(t *testing.T) {
	for _, bad := range []string{
		"LISTEN=8080", "LISTEN=127.0.0.1:port", "LISTEN=127.0.0.1:70000", "PUBLIC_URL=localhost:8080", "PUBLIC_URL=ftp://host",
		"PUBLIC_URL=https://host/?a=1",
		"DATABASE_URL=mysql://host/db", "TIMEZONE=Toronto", "TIMEZONE=Local", "TRUSTED_PROXIES=10.0.0.0/8,proxy", "SECRET_KEY=short",
		"PAY_PERIOD_ANCHOR=2025-12-15", "PAY_PERIOD_ANCHOR=2025-13-14", "OVERTIME_WEEKLY_HOURS=-1", "OVERTIME_WEEKLY_HOURS=NaN",
		"OVERTIME_WEEKLY_HOURS=169", "ARCHIVE_AFTER_PERIODS=0", "ARCHIVE_AFTER_PERIODS=x", "UNDECLARED_ROUTES=open",
		"UNDECLARED_ROUTES=Documented",
		"METRICS_LISTEN=9090", "DIRECTORY_URL=ftp://host", "DIRECTORY_URL=frappe+https://host", "DIRECTORY_EVERY=1s", "DIRECTORY_EVERY=soon",
		"OIDC_ISSUER=id.example", "OIDC_ISSUER=http://id.example", "OIDC_ISSUER=https://user@id.example", "OIDC_ISSUER=https://id.example/?a=1",
		"OIDC_ISSUER=file:///etc", "SMTP_CONNECTIONS=0", "SMTP_CONNECTIONS=101", "SMTP_CONNECTIONS=many",
	} {
		t.Run(bad, func(t *testing.T) {
			name, _, _ := strings.Cut(bad, "=")
			line := install(t, bad).refused("", "serve")
			if !strings.Contains(line, name+": ") || !regexp.MustCompile(`expected|required|not an address`).MatchString(line) {
				t.Errorf("O2: %q says neither which setting is bad nor what is allowed", line)
			}
		})
	}
	t.Run("all of them are told at once", func(t *testing.T) {
		line := install(t, "TIMEZONE=Nowhere", "SECRET_KEY=short").refused("", "serve")
		if !strings.Contains(line, "TIMEZONE") || !strings.Contains(line, "SECRET_KEY") {
			t.Errorf("O2: only part of it: %q", line)
		}
	})
	t.Run("a provider needs to be told who we are", func(t *testing.T) {
		if line := install(t, "OIDC_ISSUER=https://id.example").refused("", "serve"); !strings.Contains(line, "OIDC_CLIENT_ID: required") {
			t.Errorf("O2: %q", line)
		}
	})
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, name := range []string{"LISTEN", "METRICS_LISTEN"} {
		t.Run("an address of "+name+" that is in use stops the start", func(t *testing.T) {
			line := install(t, name+"="+taken.Addr().String()).refused("", "serve")
			if !strings.HasPrefix(line, "presence: "+name+": ") || !strings.Contains(line, "address already in use") {
				t.Errorf("O2: %q names neither the setting nor the reason", line)
			}
		})
	}
	t.Run("a key other than the one the data was sealed with is refused", func(t *testing.T) {
		i := install(t)
		i.good("", "migrate")
		i.env = append(i.env, "SECRET_KEY="+strings.Repeat("x", 32))
		if line := i.refused("", "migrate"); !strings.Contains(line, "SECRET_KEY") {
			t.Errorf("%q does not name the setting", line)
		}
	})
}

func TestSettings_TheKeyIsMadeOnceForThisUserAlone(t *testing.T) {
	i := install(t)
	i.good("", "migrate")
	dir := strings.TrimPrefix(i.env[1], "DATA_DIR=")
	file := filepath.Join(dir, "secret.key")
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("O2: the key has mode %v (%v), want 0600", info.Mode().Perm(), err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("O2: DATA_DIR has mode %v (%v), want 0700", info.Mode().Perm(), err)
	}
	i.good("", "migrate")
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(first, again) {
		t.Errorf("O2: the key changed on the second start (%v)", err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, said, code := i.run("", "migrate"); code != 0 || !strings.Contains(said, "secret.key") {
		t.Errorf("a key that everybody could read: exit %d, and the log says %q", code, said)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("O2: a key that everybody could read has mode %v (%v) after a start", info.Mode().Perm(), err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if line := i.refused("", "migrate"); !strings.Contains(line, "secret.key") || !strings.Contains(line, "DATA_DIR") {
		t.Errorf("a database whose key is lost: %q does not say the remedy", line)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a database whose key is lost got a new one (%v)", err)
	}
	if err := os.WriteFile(file, first, 0o600); err != nil {
		t.Fatal(err)
	}
	i.good("", "migrate")
}

// A first start on a full disk leaves no part of a key, which every later start would refuse.
func TestSettings_TheKeyIsWholeOrNotThere(t *testing.T) {
	i := install(t).on(dbtest.URL(t, db.Postgres)) // so that the key is the only file
	full := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -f 0 && exec "$0" migrate`, os.Args[0])
	full.Env = i.env
	if out, err := full.CombinedOutput(); err == nil || !strings.Contains(string(out), "SECRET_KEY: ") {
		t.Errorf("on a full disk: %v %s", err, out)
	}
	dir := strings.TrimPrefix(i.env[1], "DATA_DIR=")
	if left, err := filepath.Glob(filepath.Join(dir, "*secret.key*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left: %v", left, err)
	}
	i.good("", "migrate")
	if key, err := os.ReadFile(filepath.Join(dir, "secret.key")); err != nil || len(key) != 64 {
		t.Errorf("the key has %d characters: %v", len(key), err)
	}
}

func TestServe(t *testing.T) {
	s := install(t).serve()
	t.Run("prints the link for the first administrator", func(t *testing.T) {
		if line := <-s.lines; !strings.Contains(line, "http://presence.test/auth/first/") {
			t.Errorf("A5: serve says %q", line)
		}
	})
	t.Run("answers health", func(t *testing.T) {
		if got, want := strings.TrimSpace(s.body(s.get("/health", ""), http.StatusOK)), `{"status":"ok","version":"`+version+
			`","database":"ok"}`; got != want {
			t.Errorf("W16: health is %s, want %s", got, want)
		}
	})
	t.Run("knows people added and tokens made beside it", func(t *testing.T) {
		id := s.good("", "user", "add", "--email", "Ondine.Bellerive@Example.com", "--role", "admin", "--name", "Ondine Bellerive")
		if !uuidLine.MatchString(id) {
			t.Errorf("O3: user add prints %q, want the UUID alone on a line", id)
		}
		token := s.good("", "token", "--user", "ondine.bellerive@example.com", "--ttl", "5m")
		if strings.Count(token, "\n") != 1 || strings.Count(token, ".") != 2 {
			t.Errorf("O3: token prints %q, want the token alone on a line", token)
		}
		me := s.body(s.get("/auth/v1/me", strings.TrimSpace(token)), http.StatusOK)
		if !strings.Contains(me, strings.TrimSpace(id)) || !strings.Contains(me, `"role":"admin"`) {
			t.Errorf("the token is %s's", me)
		}
	})
	t.Run("signs in with the password that was read from standard input", func(t *testing.T) {
		s.good("correct horse battery\n", "user", "add", "--email", "maelle@example.com", "--role", "employee", "--password-stdin")
		for password, status := range map[string]int{"correct horse battery": http.StatusOK, "wrong horse battery": http.StatusBadRequest} {
			res, err := http.Post(s.url+"/auth/v1/token", "application/json",
				strings.NewReader(`{"grant_type":"password","username":"maelle@example.com","password":"`+password+`"}`))
			if err != nil {
				t.Fatal(err)
			}
			s.body(res, status)
		}
	})
	t.Run("keeps a person out within a second, and lets them in again", func(t *testing.T) {
		token := strings.TrimSpace(s.good("", "token", "--user", "maelle@example.com"))
		s.body(s.get("/auth/v1/me", token), http.StatusOK)
		s.good("", "user", "disable", "--email", "maelle@example.com")
		accepted := true
		for late := time.Now().Add(time.Second); accepted && time.Now().Before(late); {
			res := s.get("/auth/v1/me", token)
			accepted = res.StatusCode == http.StatusOK
			s.body(res, res.StatusCode)
		}
		s.body(s.get("/auth/v1/me", token), http.StatusUnauthorized)
		s.refused("", "token", "--user", "maelle@example.com")
		s.good("", "user", "enable", "--email", "maelle@example.com")
		s.body(s.get("/auth/v1/me", token), http.StatusUnauthorized)
		s.body(s.get("/auth/v1/me", strings.TrimSpace(s.good("", "token", "--user", "maelle@example.com"))), http.StatusOK)
		s.good("", "user", "unlink", "--email", "maelle@example.com")
		for _, command := range []string{"disable", "enable", "unlink"} {
			s.refused("", "user", command, "--email", "nobody@example.com")
			s.refused("", "user", command)
		}
	})
	t.Run("refuses people that cannot be", func(t *testing.T) {
		for _, args := range [][]string{
			{"--email", "maelle@example.com", "--role", "employee"}, {"--email", "nobody", "--role", "employee"}, {"--role", "admin"},
			{"--email", "boss@example.com", "--role", "boss"},
		} {
			s.refused("", append([]string{"user", "add"}, args...)...)
		}
		s.refused("short\n", "user", "add", "--email", "short@example.com", "--role", "employee", "--password-stdin")
		s.refused("", "token", "--user", "short@example.com")
		s.refused("", "token", "--user", "maelle@example.com", "--ttl", "9000h")
		s.refused("", "token", "--user", "maelle@example.com", "--ttl", "0s")
	})
	t.Run("answers what was begun before it is told to stop, and exits with 0", func(t *testing.T) {
		conn := s.halfway(t)
		if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		s.untilRefused(t)
		if _, err := conn.Write([]byte(`"}`)); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("the request begun before SIGTERM got no answer: %v", err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusBadRequest {
			t.Errorf("the request begun before SIGTERM is answered %d", res.StatusCode)
		}
		if code := s.wait(); code != 0 {
			t.Errorf("exit %d, want 0: %s", code, s.stderr)
		}
	})
	t.Run("logs nobody's name, address, password or token", func(t *testing.T) {
		for _, canary := range []string{"bellerive", "ondine", "maelle", "horse", "eyJ", "127.0.0.1"} {
			if strings.Contains(strings.ToLower(s.stderr.String()), canary) {
				t.Errorf("O5: the log holds %q:\n%s", canary, s.stderr)
			}
		}
		if !strings.Contains(s.stderr.String(), `"route":"/auth/v1/me"`) {
			t.Errorf("O5: no line tells the route:\n%s", s.stderr)
		}
	})
}

// halfway opens a connection and sends a request but for the end of its body.
func (s *server) halfway(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(15 * time.Second)); err != nil {
		t.Fatal(err)
	}
	body := `{"grant_type":"nothing`
	// Expect makes the server say that it reads the body: from then on the request is under way.
	fmt.Fprintf(conn, "POST /auth/v1/token HTTP/1.1\r\nHost: presence.test\r\nContent-Type: application/json\r\nExpect: "+
		"100-continue\r\nContent-Length: %d\r\n\r\n", len(body)+2)
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.Contains(line, "100") {
		t.Fatalf("the server does not read on: %q %v", line, err)
	}
	if _, err := conn.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// untilRefused waits until the server takes no new connection.
func (s *server) untilRefused(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			return
		}
		conn.Close()
	}
	t.Fatal("a server that is told to stop still takes connections")
}

func TestServe_KeepsQuietWhenThereIsAnAdministrator(t *testing.T) {
	i := install(t)
	i.good("", "user", "add", "--email", "a@example.com", "--role", "admin")
	s := i.serve()
	s.body(s.get("/health", ""), http.StatusOK)
	if code := s.stop(); code != 0 {
		t.Errorf("exit %d: %s", code, s.stderr)
	}
	for line := range s.lines {
		t.Errorf("A5: printed beside the address, though there is an administrator: %q", line)
	}
}

// TestServe_WithAProviderThatIsDown starts while the OIDC issuer cannot be reached: passwords work, and single sign-on answers 503.
func TestServe_WithAProviderThatIsDown(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	s := install(t, "OIDC_ISSUER=http://"+closed.Addr().String(), "OIDC_CLIENT_ID=presence").serve()
	s.good("correct horse battery\n", "user", "add", "--email", "maelle@example.com", "--role", "employee", "--password-stdin")
	if page := s.body(s.get("/auth/v1/login", ""), http.StatusOK); !strings.Contains(page, "/auth/v1/sso") ||
		!strings.Contains(page, `name="password"`) {
		t.Errorf("A1: the sign-in page is not whole:\n%s", page)
	}
	s.body(s.get("/auth/v1/sso", ""), http.StatusServiceUnavailable)
	res, err := http.Post(s.url+"/auth/v1/token", "application/json",
		strings.NewReader(`{"grant_type":"password","username":"maelle@example.com","password":"correct horse battery"}`))
	if err != nil {
		t.Fatal(err)
	}
	s.body(res, http.StatusOK)
}
