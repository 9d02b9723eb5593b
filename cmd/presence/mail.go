package main

import (
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"os"
	"strconv"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/mail"
)

// mailSettings are the settings of outgoing messages (R9).
var mailSettings = []setting{
	{"MAIL_FROM", "no-reply@<host of PUBLIC_URL>",
		"allowed senders, comma-separated: Name <address>; the first is the default", func(s *settings, v string) (err error) {
			if v == "no-reply@<host of PUBLIC_URL>" {
				s.Mail.Senders = []mail.Address{{Email: defaultSender(s.PublicURL)}}
				return nil
			}
			s.Mail.Senders, err = senders(v)
			return err
		}},
	{"MAIL_POSTAL_ADDRESS", "", "sender's mailing address, shown in the footer of every message", func(s *settings, v string) error {
		s.Mail.Postal = v
		return nil
	}},
	{"SMTP_URL", "", "SMTP server for bulk email: smtp://user:password@host:port or smtps://…, ?starttls=required, optional or off; " +
		"with no channel set, messages are kept in DATA_DIR/outbox", func(s *settings, v string) error {
		if v == "" {
			return nil
		}
		c, err := mail.ParseSMTP(v)
		s.Mail.Bulk = mail.NewRelay(c)
		return err
	}},
	{"SMTP_CONNECTIONS", "8", "simultaneous connections per campaign, 1 to 100", func(s *settings, v string) (err error) {
		if s.Mail.Connections, err = strconv.Atoi(v); err != nil || s.Mail.Connections < 1 || s.Mail.Connections > 100 {
			return errors.New("expected a whole number from 1 to 100")
		}
		return nil
	}},
	{"SEND_RATE", "0", "maximum messages per second per sender, across all processes; 0 = no limit",
		func(s *settings, v string) (err error) {
			if s.Mail.Rate, err = strconv.ParseFloat(v, 64); err != nil || !(s.Mail.Rate >= 0 && s.Mail.Rate <= 1e6) {
				return errors.New("expected a number from 0 to 1000000")
			}
			return nil
		}},
	{"AUTO_RESUME", "true", "resume interrupted campaigns at startup: true or false",
		func(s *settings, v string) (err error) {
			if s.Mail.AutoResume, err = strconv.ParseBool(v); err != nil {
				return errors.New("expected true or false")
			}
			return nil
		}},
	{"MAILJET_API_KEY", "", "Mailjet API key, instead of SMTP_URL", func(s *settings, v string) error {
		s.mailjetKey = v
		if v != "" && s.Mail.Bulk != nil {
			return errors.New("set this or SMTP_URL, not both")
		}
		return nil
	}},
	{"MAILJET_SECRET_KEY", "", "Mailjet secret; required with MAILJET_API_KEY", func(s *settings, v string) error {
		s.mailjetSecret = v
		return together(s.mailjetKey, v, "MAILJET_API_KEY")
	}},
	{"MAILJET_WEBHOOK_TOKEN", "", "token required in the Mailjet webhook URL; leave empty to reject events",
		func(s *settings, v string) error {
			s.Mail.WebhookToken = v
			if v != "" && len(v) < 16 {
				return errors.New("expected at least 16 characters")
			}
			return nil
		}},
	{"MAILJET_URL", mail.MailjetURL, "base URL of the Mailjet API", func(s *settings, v string) error {
		if s.mailjetKey != "" {
			s.Mail.Bulk = mail.NewMailjet(v, s.mailjetKey, s.mailjetSecret)
		}
		return webAddress(v)
	}},
	{"GMAIL_CREDENTIALS", "",
		"credentials file of a Google service account (with delegation) or an authorized user; messages are sent from personal mailboxes",
		func(s *settings, v string) (err error) {
			if v == "" {
				return nil
			}
			if s.gmail, err = os.ReadFile(v); err != nil {
				return errors.New("expected the path of a readable file")
			}
			return nil
		}},
	{"GMAIL_URL", mail.GmailURL, "base URL of the Gmail API", func(s *settings, v string) error {
		if s.gmail == nil {
			return nil
		}
		c, err := mail.NewGmail(v, s.gmail, s.tester())
		if err != nil {
			return fmt.Errorf("GMAIL_CREDENTIALS: %w", err)
		}
		s.Mail.Mailbox = c
		return webAddress(v)
	}},
	{"GRAPH_TENANT", "", "Microsoft 365 tenant whose personal mailboxes send messages", func(s *settings, v string) error {
		s.graph.Tenant = v
		if v != "" && s.Mail.Mailbox != nil {
			return errors.New("set this or GMAIL_CREDENTIALS, not both")
		}
		return nil
	}},
	{"GRAPH_CLIENT_ID", "", "application (client) ID in that tenant; required with GRAPH_TENANT", func(s *settings, v string) error {
		s.graph.ClientID = v
		return together(s.graph.Tenant, v, "GRAPH_TENANT")
	}},
	{"GRAPH_CLIENT_SECRET", "", "Graph secret; required with GRAPH_TENANT", func(s *settings, v string) error {
		s.graph.Secret = v
		return together(s.graph.Tenant, v, "GRAPH_TENANT")
	}},
	{"GRAPH_URL", mail.GraphURL, "base URL of the Microsoft Graph API", func(s *settings, v string) error {
		if s.graph.Tenant == "" {
			return nil
		}
		if s.graph.Tester = s.tester(); v != mail.GraphURL {
			s.graph.URL = v
		}
		s.Mail.Mailbox = mail.NewGraph(s.graph)
		return webAddress(v)
	}},
}

// providers are the configurations that consist of several settings.
type providers struct {
	mailjetKey, mailjetSecret string
	gmail                     []byte
	graph                     mail.GraphApp
}

// tester returns the sender that connection tests use.
func (s *settings) tester() string {
	if len(s.Mail.Senders) == 0 {
		return ""
	}
	return s.Mail.Senders[0].Email
}

// defaultSender returns an address at the public host, so that the outbox works without settings.
func defaultSender(public *url.URL) string {
	if public == nil || public.Hostname() == "" {
		return "no-reply@localhost"
	}
	return "no-reply@" + public.Hostname()
}

func senders(v string) (list []mail.Address, err error) {
	parsed, err := netmail.ParseAddressList(v)
	if err != nil {
		return nil, errors.New("expected addresses such as Events <events@example.com>, comma-separated")
	}
	for _, a := range parsed {
		key, err := contact.EmailKey(a.Address)
		if err != nil {
			return nil, fmt.Errorf("%q can't be used as a sender address", a.Address)
		}
		list = append(list, mail.Address{Name: a.Name, Email: a.Address[:strings.LastIndexByte(a.Address,
			'@')] + key[strings.LastIndexByte(key, '@'):]})
	}
	return list, nil
}

func together(first, second, name string) error {
	if (first == "") != (second == "") {
		return errors.New("must be set together with " + name)
	}
	return nil
}

func webAddress(v string) error {
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return errors.New("expected http://host or https://host")
	}
	return nil
}
