package mail

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"
)

// SMTP says which relay takes the mail, and how.
type SMTP struct {
	Host     string
	Port     string
	Implicit bool     // TLS from the first byte (smtps)
	StartTLS StartTLS // without Implicit
	User     string   // empty: no authentication
	Password string
	Hello    string      // the name for EHLO; empty: the machine's name
	Times    Timeouts    // zero: the usual ones
	TLS      *tls.Config // nil: the machine's roots, and Host as the name in the certificate
}

// StartTLS says whether a connection must become encrypted.
type StartTLS string

// The ways of STARTTLS.
const (
	Required StartTLS = "required" // no encryption, no mail
	Optional StartTLS = "optional" // when the relay offers it
	Off      StartTLS = "off"      // never
)

// Timeouts limit each step. A relay that takes longer counts as lost.
type Timeouts struct {
	Open    time.Duration // connecting, greeting, encrypting and signing in, each
	Command time.Duration // until a command is answered
	Content time.Duration // until the content is taken
	Answer  time.Duration // from the final dot to its answer: long, since after giving up the message is unconfirmed
	Quit    time.Duration
}

// DefaultTimeouts follow RFC 5321, 4.5.3.2, shortened so that a campaign does not stand still.
var DefaultTimeouts = Timeouts{Open: time.Minute, Command: 2 * time.Minute, Content: 5 * time.Minute, Answer: 10 * time.Minute,
	Quit: 2 * time.Second}

// ParseSMTP reads a setting such as smtp://user:password@relay.example:587?starttls=required or smtps://relay.example.
// Without a port it is 587 or 465. STARTTLS is required unless the relay is on this machine, where it is optional.
func ParseSMTP(setting string) (SMTP, error) {
	u, err := url.Parse(setting)
	if err != nil {
		return SMTP{}, errors.New("is no address such as smtp://user:password@relay.example:587") // the cause would repeat the password
	}
	c := SMTP{Host: u.Hostname(), Port: u.Port(), User: u.User.Username()}
	c.Password, _ = u.User.Password()
	switch u.Scheme {
	case "smtp":
		c.StartTLS = Required
		if isLoopback(c.Host) {
			c.StartTLS = Optional
		}
	case "smtps":
		c.Implicit = true
	default:
		return SMTP{}, errors.New("must begin with smtp:// or smtps://")
	}
	if c.Host == "" || u.Path != "" && u.Path != "/" || u.Fragment != "" {
		return SMTP{}, errors.New("must name a host, and nothing behind its port but settings")
	}
	if c.Port == "" {
		c.Port = "587"
		if c.Implicit {
			c.Port = "465"
		}
	}
	return c, c.options(u)
}

// options reads the query parameters of the address.
func (c *SMTP) options(u *url.URL) error {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return errors.New("has settings that cannot be read")
	}
	for key, values := range query {
		value := values[0]
		switch key {
		case "starttls":
			c.StartTLS = StartTLS(value)
			if c.Implicit || c.StartTLS != Required && c.StartTLS != Optional && c.StartTLS != Off {
				return errors.New("allows starttls=required, optional or off, and only with smtp://")
			}
		case "hello":
			if !isHost(value) {
				return errors.New("allows the name of a machine as hello")
			}
			c.Hello = value
		default:
			return fmt.Errorf("has no setting %q: it allows starttls and hello", key)
		}
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// helloName is the name for EHLO: valid there whatever the machine is called.
func (c SMTP) helloName() string {
	if c.Hello != "" {
		return c.Hello
	}
	if name, err := os.Hostname(); err == nil && isHost(name) && strings.Contains(name, ".") {
		return name
	}
	return "localhost"
}
