package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"presence/app/apptest/sink"
)

const (
	connections = 4
	adminEmail  = "admin@example.org"
	password    = "not much of a secret, for a scenario"
	patience    = 60 * time.Second // for anything to happen at all
)

// site is an installation with its relay. Its database is a SQLite file, or a PostgreSQL database.
type site struct {
	*harness
	dir    string
	binary string
	env    []string
	relay  *sink.Process
	log    tail
	token  string
	nodes  []*node
	mark   func(n *node, down bool) error // of the proxy in front (proxy)
	*api
}

// open creates an installation with an administrator and starts that many processes of it.
func (h *harness) open(binary, url string, processes int, o sink.Options, env ...string) (s *site, err error) {
	return h.openAt(filepath.Join(h.dir, h.name("site")), binary, url, processes, o, env...)
}

// openAt is open with a given folder.
func (h *harness) openAt(dir, binary, url string, processes int, o sink.Options, env ...string) (s *site, err error) {
	s = &site{harness: h, dir: dir, binary: binary}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, err
	}
	o.Log = filepath.Join(h.dir, h.name("relay")+".log")
	if err := os.WriteFile(o.Log, nil, 0o600); err != nil {
		return nil, err
	}
	s.log.file = o.Log
	if s.relay, err = sink.Child(o); err != nil {
		return nil, err
	}
	s.env = append([]string{"PATH=" + os.Getenv("PATH"), "TZ=UTC", "DATA_DIR=" + s.dir, "SMTP_URL=" + s.relay.URL + "?starttls=off",
		"MAIL_FROM=Torture <torture@example.org>",
		fmt.Sprint("SMTP_CONNECTIONS=", connections), "PUBLIC_URL=https://presence.example",
		"SECRET_KEY=a secret that is long enough for a scenario of torture"}, env...)
	if url != "" {
		s.env = append(s.env, "DATABASE_URL="+url)
	}
	if err := s.populate(processes); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.api = &api{site: s}
	return s, s.nodes[len(s.nodes)-1].ready()
}

// populate makes the administrator, and starts the processes.
func (s *site) populate(processes int) error {
	if _, err := s.command(password+"\n", "user", "add", "--email", adminEmail, "--role", "admin", "--password-stdin"); err != nil {
		return err
	}
	for i := range processes {
		n := &node{site: s}
		var err error
		if n.clock, err = newClock(s.dir, fmt.Sprint("clock", i)); err != nil {
			return err
		}
		if n.addr, err = free(); err != nil {
			return err
		}
		s.nodes = append(s.nodes, n)
		if err := n.start(); err != nil {
			return err
		}
	}
	return s.renew()
}

// renew takes a token that is good by the clock of the first process.
func (s *site) renew() (err error) {
	s.token, err = s.issue("24h")
	return err
}

func (s *site) issue(ttl string) (token string, err error) {
	token, err = s.command("", "token", "--user", adminEmail, "--ttl", ttl)
	return strings.TrimSpace(token), err
}

// close stops everything that was started and removes its files. It fails if the relay saw the product violate the SMTP
// protocol.
func (s *site) close() error {
	for _, n := range s.nodes {
		n.kill()
	}
	faults, err := s.relay.Stop()
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("breaches of the protocol: %v", faults)
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

func (s *site) command(input string, args ...string) (string, error) {
	cmd := exec.CommandContext(s.ctx, s.binary, args...)
	var out, faults bytes.Buffer
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = s.env, strings.NewReader(input), &out, &faults
	if len(s.nodes) > 0 {
		cmd.Env = s.nodes[0].environment()
	}
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("presence %s: %w: %s", strings.Join(args, " "), err, faults.String())
	}
	return out.String(), nil
}

// doctorWarns is the exit status of presence doctor when it finds something to look at, but no error.
const doctorWarns = 1

// doctor has the product check its installation by presence doctor, which opens the database for reading alone. It fails if that finds an
// error, such as a sum that differs from the rows.
func (s *site) doctor() error {
	_, err := s.command("", "doctor")
	if ended, is := errors.AsType[*exec.ExitError](err); is && ended.ExitCode() == doctorWarns {
		return nil
	}
	return err
}

func (h *harness) wait(d time.Duration) {
	select {
	case <-time.After(d):
	case <-h.ctx.Done():
	}
}

// until waits for something, looking every other millisecond.
func (s *site) until(what string, is func() (bool, error)) error {
	return s.untilEvery(2*time.Millisecond, what, is)
}

// untilAsked is until for what costs a request: it looks less often.
func (s *site) untilAsked(what string, is func() (bool, error)) error {
	return s.untilEvery(25*time.Millisecond, what, is)
}

func (s *site) untilEvery(pause time.Duration, what string, is func() (bool, error)) error {
	for begin := time.Now(); time.Since(begin) < patience; s.wait(pause) {
		if ok, err := is(); ok || err != nil {
			return err
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
	}
	return fmt.Errorf("waiting for %s took more than %s; the product says:\n%s", what, patience, s.said())
}

// said returns the end of the product's log.
func (s *site) said() string {
	f, err := os.Open(filepath.Join(s.dir, "presence.log"))
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.Size() > 2000 {
		_, _ = f.Seek(-2000, io.SeekEnd)
	}
	text, _ := io.ReadAll(f)
	return string(text)
}

func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

func createDatabase(ctx context.Context, url, name string) (string, error) {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", err
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	return strings.Replace(url, "/postgres?", "/"+name+"?", 1), nil
}
