package mail

import (
	"errors"
	"net/url"
	"strings"
)

// IMAP are the settings of a mailbox that is read. Its server is described as a relay is.
type IMAP struct {
	Server SMTP
	Folder string
}

// ParseIMAP parses a setting such as imaps://user:password@imap.example.com/INBOX. The default port is 993, or 143 for imap://, which
// requires STARTTLS unless ?starttls= says otherwise; the default folder is INBOX.
func ParseIMAP(setting string) (IMAP, error) {
	u, err := url.Parse(setting)
	if err != nil {
		// The cause would contain the password.
		return IMAP{}, errors.New("is no address such as imaps://user:password@imap.example.com; " + percentEncoded)
	}
	c := IMAP{Folder: strings.Trim(u.Path, "/")}
	if c.Folder == "" {
		c.Folder = "INBOX"
	}
	port := map[string]string{"imap": "143", "imaps": "993"}[u.Scheme]
	switch {
	case port == "":
		return IMAP{}, errors.New("must begin with imaps:// or imap://")
	case u.User.Username() == "":
		return IMAP{}, errors.New("must name a user")
	case u.Query().Has("hello") || strings.ContainsFunc(c.Folder, isControl):
		return IMAP{}, errors.New("allows starttls only, and a folder in one line")
	}
	if u.Port() == "" {
		u.Host += ":" + port
	}
	u.Scheme, u.Path, u.RawPath = strings.Replace(u.Scheme, "imap", "smtp", 1), "", ""
	c.Server, err = ParseSMTP(u.String())
	return c, err
}

// URL returns the settings as ParseIMAP reads them.
func (c IMAP) URL() string {
	u, err := url.Parse(c.Server.URL())
	if err != nil {
		return "" // cannot happen: the server was parsed
	}
	u.Scheme, u.Path = strings.Replace(u.Scheme, "smtp", "imap", 1), "/"+c.Folder
	return u.String()
}

// Name returns what the mailbox is called: its user, server and folder.
func (c IMAP) Name() string { return c.Server.User + " " + c.Server.Host + " " + c.Folder }

// MayShowPassword reports whether a password may be sent over a connection: an encrypted one, or one within this machine.
func (c SMTP) MayShowPassword(encrypted bool) bool { return encrypted || isLoopback(c.Host) }
