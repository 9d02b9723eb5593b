package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"presence/cmd/bench/load"
	"presence/db"
)

// lab is the product serving one company, and a second copy of the company's database for the floors.
type lab struct {
	*child
	company company
	engine  db.Dialect
	dir     string  // of its data
	url     string  // of its database, if that is on PostgreSQL
	raw     *sql.DB // on a copy of its own: a second process in the same file would disturb the first
	bearer  string  // header line of an administrator
	cookie  string  // the same administrator's, signed in by a browser
}

const (
	adminEmail = "admin@example.org"
	password   = "not much of a secret, for a benchmark"
)

// lab starts the product on a copy of the company's data, once.
func (b *bench) lab(c company) (*lab, error) {
	for _, l := range b.labs {
		if l.company == c && l.engine == b.engine {
			return l, nil
		}
	}
	l, err := b.open(c, b.named(c.String()))
	if err != nil {
		return nil, err
	}
	b.labs = append(b.labs, l)
	return l, nil
}

// open copies the data twice, makes an administrator with the product's own commands, starts it with more settings and signs in.
func (b *bench) open(c company, name string, settings ...string) (*lab, error) {
	dir := b.in(name)
	l := &lab{company: c, engine: b.engine, dir: dir}
	var err error
	if l.raw, err = b.floor(c, dir, name); err != nil {
		return nil, err
	}
	if _, err := b.command(dir, password+"\n", "user", "add", "--email", adminEmail, "--role", "admin", "--password-stdin"); err != nil {
		return nil, err
	}
	if l.child, err = b.serve(dir, settings...); err != nil {
		return nil, err
	}
	if l.bearer, err = b.token(l, adminEmail); err != nil {
		return nil, err
	}
	l.url = b.urls[dir]
	l.cookie, err = l.signIn(b.ctx, adminEmail)
	return l, err
}

// floor copies the data of a company to dir, and once more for the floors, to which it returns a connection of the bare driver. The
// figures of the large company have no floors.
func (b *bench) floor(c company, dir, name string) (*sql.DB, error) {
	floor := b.in(name + "-floor")
	if b.engine == db.Postgres {
		return b.floorOnPostgres(c, dir)
	}
	if c.customers > 0 {
		return nil, c.copyTo(b, dir)
	}
	if err := errors.Join(c.copyTo(b, dir), c.copyTo(b, floor)); err != nil {
		return nil, err
	}
	return raw(filepath.Join(floor, file))
}

func (l *lab) close() error {
	if l.raw == nil {
		return l.stop()
	}
	return errors.Join(l.stop(), l.raw.Close())
}

// restart serves the same data by a new process, so that a figure's memory holds nothing of the figures before it.
func (b *bench) restart(l *lab) (err error) {
	if err := l.stop(); err != nil {
		return err
	}
	if l.child, err = b.serve(l.dir); err != nil {
		return err
	}
	l.bearer, err = b.token(l, adminEmail)
	return err
}

// token returns the header line of a person, by a token for the address at which the product is served.
func (b *bench) token(l *lab, email string) (string, error) {
	text, err := b.commandAt(l.dir, l.addr, "", "token", "--user", email, "--ttl", "24h")
	return "Authorization: Bearer " + strings.TrimSpace(text) + "\r\n", err
}

// command runs one of the product's commands on a data folder and returns its output.
func (b *bench) command(dir, input string, args ...string) (string, error) {
	return b.commandAt(dir, "127.0.0.1:0", input, args...)
}

// commandAt is command with the settings of a server at an address.
func (b *bench) commandAt(dir, addr, input string, args ...string) (string, error) {
	cmd := exec.CommandContext(b.ctx, b.binary, args...)
	var out, faults bytes.Buffer
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = b.environment(dir, addr), strings.NewReader(input), &out, &faults
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("presence %s: %w: %s", strings.Join(args, " "), err, faults.String())
	}
	return out.String(), nil
}

// serve starts the product on a data folder, with more settings ("NAME=value").
func (b *bench) serve(dir string, settings ...string) (*child, error) {
	addr, err := free()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(b.binary, "serve")
	cmd.Env = append(b.environment(dir, addr), settings...)
	return start(b.ctx, cmd, addr, "/health", dir+".log")
}

// environment returns the environment of the product. It contains none of the caller's settings, except METRICS_LISTEN, which
// serves profiles, and Go's memory settings.
func (b *bench) environment(dir, addr string) []string {
	env := []string{"DATA_DIR=" + dir, "LISTEN=" + addr, "TZ=UTC"}
	if url := b.urls[dir]; url != "" {
		env = append(env, "DATABASE_URL="+url)
	}
	for _, name := range []string{"METRICS_LISTEN", "GOMEMLIMIT", "GOGC"} {
		if v := os.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// signIn fills in the sign-in form, as a browser does.
func (l *lab) signIn(ctx context.Context, email string) (string, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return "", err
	}
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	form := url.Values{"email": {email}, "password": {password}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+l.addr+"/auth/v1/login", strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := client.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	var line strings.Builder
	for _, c := range jar.Cookies(r.URL) {
		line.WriteString(c.Name + "=" + c.Value + "; ")
	}
	if line.Len() == 0 {
		return "", fmt.Errorf("signing in: %s", answer.Status)
	}
	return "Cookie: " + strings.TrimSuffix(line.String(), "; ") + "\r\n", nil
}

// ask returns a function that measures the requests that next builds, over conns connections; want is the expected status.
func (b *bench) ask(l *lab, conns, want int, next func(buf []byte, conn int) []byte) func() (load.Result, error) {
	return func() (load.Result, error) {
		return load.Run(b.ctx, load.Plan{Addr: l.addr, Conns: conns, Warm: b.warm, Time: b.span, Want: want, Next: next})
	}
}

// always makes the same GET request every time.
func (l *lab) always(path, headers string) func([]byte, int) []byte {
	request := load.Get(nil, path, l.addr, headers)
	return func(buf []byte, _ int) []byte { return append(buf, request...) }
}

// body reads one whole response, to check that the product answers what is to be measured. A gzipped body is not decompressed.
func (l *lab) body(ctx context.Context, path, headers string) (*http.Response, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+l.addr+path, nil)
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.Lines(headers) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		r.Header.Set(name, value)
	}
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	answer, err := client.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer, text, err
}

// remember records the peak of memory of what was just measured, and returns it formatted for the table.
func (b *bench) remember(l *lab) (string, error) {
	now, peak, err := l.memory()
	b.highest = max(b.highest, peak)
	return fmt.Sprintf("%.0f, peak %.0f MB", now, peak), err
}
