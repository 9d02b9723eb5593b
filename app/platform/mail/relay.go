package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"

	"presence/app/platform/outbound"
	"presence/app/platform/tracing"
)

// Relay is the channel for an SMTP relay.
type Relay struct{ c SMTP }

// NewRelay makes the channel; it does not connect yet.
func NewRelay(c SMTP) *Relay {
	if c.Times == (Timeouts{}) {
		c.Times = DefaultTimeouts
	}
	return &Relay{c}
}

// Name returns "smtp".
func (r *Relay) Name() string { return "smtp" }

// Tracked returns true: a relay is a bulk channel.
func (r *Relay) Tracked() bool { return true }

// Test signs in and disconnects.
func (r *Relay) Test(ctx context.Context) error { return openAndClose(ctx, r) }

// openAndClose opens a session and ends it.
func openAndClose(ctx context.Context, c Channel) error {
	s, err := c.Open(ctx)
	if err != nil {
		return err
	}
	return s.Close()
}

// Open connects, encrypts and signs in.
func (r *Relay) Open(ctx context.Context) (_ Session, err error) {
	ctx, span := tracing.StartCall(ctx, "SMTP connect")
	defer func() { span.End(err) }()
	raw, err := outbound.NewDialer(r.c.Times.Open).DialContext(ctx, "tcp", net.JoinHostPort(r.c.Host, r.c.Port))
	if err != nil {
		return nil, &Failure{Kind: Down, Text: OneLine(err.Error()), Ended: true, cause: err}
	}
	s := &session{relay: r, conn: &limitedConn{Conn: raw, left: maxHandshake}, times: r.c.Times}
	s.timer = time.AfterFunc(r.c.Times.Open, s.interrupt)
	stop := context.AfterFunc(ctx, s.interrupt)
	err = s.handshake()
	stop()
	if err != nil {
		s.end()
		return nil, failureOfOpen(err)
	}
	return s, nil
}

// handshake greets the relay, starts TLS and signs in; then messages can be sent.
func (s *session) handshake() (err error) {
	c := s.relay.c
	conn, config := net.Conn(s.conn), s.relay.tlsConfig()
	if c.Implicit {
		conn = tls.Client(conn, config)
	}
	if s.client, err = smtp.NewClient(conn, c.Host); err != nil {
		return err
	}
	s.timer.Reset(s.times.Open)
	if err = s.client.Hello(c.helloName()); err != nil {
		return err
	}
	if err = s.encrypt(config); err != nil {
		return err
	}
	if c.User != "" {
		if err = s.signIn(); err != nil {
			return err
		}
	}
	s.conn.left = unbounded // from now on each reply has its own limit
	s.pipelining, _ = s.client.Extension("PIPELINING")
	s.utf8, _ = s.client.Extension("SMTPUTF8")
	if ok, limit := s.client.Extension("SIZE"); ok {
		s.limit, _ = strconv.ParseInt(limit, 10, 64)
	}
	s.in, s.out = s.client.Text.R, &errWriter{w: s.client.Text.W}
	return nil
}

func (r *Relay) tlsConfig() *tls.Config {
	config := r.c.TLS.Clone()
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	if config.ServerName == "" {
		config.ServerName = r.c.Host
	}
	return config
}

var errNoStartTLS = errors.New("the relay offers no encryption (STARTTLS), which the settings require")

var errNoSafeSignIn = errors.New("the relay offers no way to sign in that is safe here")

// encrypt does STARTTLS if the settings require it, or allow it and the relay offers it.
func (s *session) encrypt(config *tls.Config) error {
	c := s.relay.c
	if c.Implicit || c.StartTLS == Off {
		return nil
	}
	if offered, _ := s.client.Extension("STARTTLS"); !offered {
		if c.StartTLS == Required {
			return errNoStartTLS
		}
		return nil
	}
	s.timer.Reset(s.times.Open)
	return s.client.StartTLS(config)
}

// signInError is an error of signing in; it concerns the account and not a message.
type signInError struct{ error }

func (e signInError) Unwrap() error { return e.error }

// signIn uses the strongest mechanism that the relay offers. It sends a password unencrypted only to this machine.
func (s *session) signIn() error {
	c := s.relay.c
	_, offered := s.client.Extension("AUTH")
	mechanisms := strings.Fields(strings.ToUpper(offered))
	_, encrypted := s.client.TLSConnectionState()
	mayShow := encrypted || isLoopback(c.Host)
	s.timer.Reset(s.times.Open)
	var mechanism smtp.Auth
	switch {
	case slices.Contains(mechanisms, "PLAIN") && mayShow:
		mechanism = smtp.PlainAuth("", c.User, c.Password, c.Host, mayShow)
	case slices.Contains(mechanisms, "LOGIN") && mayShow:
		mechanism = smtp.LoginAuth(c.User, c.Password, c.Host, mayShow)
	case slices.Contains(mechanisms, "CRAM-MD5"):
		mechanism = smtp.CRAMMD5Auth(c.User, c.Password)
	default:
		return signInError{fmt.Errorf("%w (it offers: %s)", errNoSafeSignIn, strings.Join(mechanisms, " "))}
	}
	if err := s.client.Auth(mechanism); err != nil {
		return signInError{err}
	}
	return nil
}

// failureOfOpen returns the Failure of a session that could not be opened: a refused account needs an administrator, other
// errors may be temporary.
func failureOfOpen(err error) *Failure {
	f := &Failure{Kind: Down, Text: OneLine(err.Error()), Ended: true, cause: err}
	answer, answered := errors.AsType[*textproto.Error](err)
	if answered {
		f.Code, f.Text = answer.Code, OneLine(answer.Msg)
	}
	var signIn signInError
	var network net.Error
	if errors.As(err, &signIn) && !errors.As(err, &network) && !errors.Is(err, errTooMuch) && !isLost(err) && (!answered || f.Code >= 500) {
		f.Kind = SignIn
	}
	return f
}

// Host returns the name or address of the relay.
func (r *Relay) Host() string { return r.c.Host }
