package mail

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// SMTP are the settings of a relay.
type SMTP struct {
	Host     string
	Port     string
	Implicit bool     // TLS from the first byte (smtps)
	StartTLS StartTLS // if Implicit is false
	User     string   // empty: no authentication
	Password string
	Hello    string      // the name for EHLO; empty: the machine's name
	Times    Timeouts    // zero: DefaultTimeouts
	TLS      *tls.Config // nil: the system's root certificates, and Host as the server name
}

// StartTLS says whether a connection must be encrypted.
type StartTLS string

// The ways of STARTTLS.
const (
	Required StartTLS = "required" // without encryption nothing is sent
	Optional StartTLS = "optional" // if the relay offers it
	Off      StartTLS = "off"      // never
)

// Timeouts are the limits of each step. A relay that takes longer counts as lost.
type Timeouts struct {
	Open    time.Duration // connecting, greeting, encrypting and signing in, each
	Command time.Duration // until a command is answered
	Content time.Duration // until the content is written
	Answer  time.Duration // from the final dot to its reply: long, because without the reply the message is unconfirmed
	Quit    time.Duration
}

// DefaultTimeouts follow RFC 5321, 4.5.3.2, but are shorter so that a campaign is not blocked.
var DefaultTimeouts = Timeouts{Open: time.Minute, Command: 2 * time.Minute, Content: 5 * time.Minute, Answer: 10 * time.Minute,
	Quit: 2 * time.Second}

// percentEncoded is the usual reason why an address with a password is not understood.
const percentEncoded = "special characters of the password are percent-encoded: # is %23"

// ParseSMTP parses a setting such as smtp://user:password@relay.example:587?starttls=required or smtps://relay.example. The
// default port is 587, or 465 for smtps. STARTTLS is required by default, but optional for a relay on this machine.
func ParseSMTP(setting string) (SMTP, error) {
	u, err := url.Parse(setting)
	if err != nil {
		// The cause would contain the password.
		return SMTP{}, errors.New("is no address such as smtp://user:password@relay.example:587; " + percentEncoded)
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
		return SMTP{}, errors.New("must name a host, and nothing behind its port but settings; " + percentEncoded)
	}
	if c.Port == "" {
		c.Port = "587"
		if c.Implicit {
			c.Port = "465"
		}
	}
	if n, err := strconv.ParseUint(c.Port, 10, 16); err != nil || n == 0 {
		return SMTP{}, errors.New("must have a port from 1 to 65535")
	}
	return c, c.options(u)
}

// URL returns the settings as ParseSMTP reads them.
func (c SMTP) URL() string {
	u, query := url.URL{Scheme: "smtp", Host: net.JoinHostPort(c.Host, c.Port)}, url.Values{}
	switch {
	case c.Implicit:
		u.Scheme = "smtps"
	case c.StartTLS != "":
		query.Set("starttls", string(c.StartTLS))
	}
	if c.User != "" {
		u.User = url.UserPassword(c.User, c.Password)
	}
	if c.Hello != "" {
		query.Set("hello", c.Hello)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// extraHeader returns the header lines by which a provider's events name the message: Postmark replaces its Message-ID otherwise.
func (c SMTP) extraHeader(id string) []byte {
	if host := strings.ToLower(c.Host); host != "postmarkapp.com" && !strings.HasSuffix(host, ".postmarkapp.com") {
		return nil
	}
	return []byte("X-PM-KeepID: true\r\nX-PM-Metadata-message-id: " + id + "\r\n")
}

// ValidHost reports whether a relay can have this name or address.
func ValidHost(host string) bool { return net.ParseIP(host) != nil || isHost(host) }

// options parses the query parameters of the address.
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
	return host == "localhost" || net.ParseIP(host).IsLoopback() // not of nil either
}

// helloName returns a valid name for EHLO, whatever the machine's host name is.
func (c SMTP) helloName() string {
	if c.Hello != "" {
		return c.Hello
	}
	if name, err := os.Hostname(); err == nil && isHost(name) && strings.Contains(name, ".") {
		return name
	}
	return "localhost"
}
