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

// mailSettings say how messages leave the product (R9).
var mailSettings = []setting{
	{"MAIL_FROM", "no-reply@ the host of PUBLIC_URL",
		"senders that campaigns may have, comma-separated: Name <address>; the first is the default", func(s *settings, v string) (err error) {
			if v == "no-reply@ the host of PUBLIC_URL" {
				s.Mail.Senders = []mail.Address{{Email: defaultSender(s.PublicURL)}}
				return nil
			}
			s.Mail.Senders, err = senders(v)
			return err
		}},
	{"MAIL_POSTAL_ADDRESS", "", "the sender's postal address, which stands at the foot of each message", func(s *settings, v string) error {
		s.Mail.Postal = v
		return nil
	}},
	{"SMTP_URL", "", "relay for bulk mail: smtp://user:password@host:port or smtps://…, ?starttls=required, optional or off; " +
		"without any channel messages are kept in DATA_DIR/outbox", func(s *settings, v string) error {
		if v == "" {
			return nil
		}
		c, err := mail.ParseSMTP(v)
		s.Mail.Bulk = mail.NewRelay(c)
		return err
	}},
	{"SMTP_CONNECTIONS", "8", "connections at a time for one campaign, 1 to 100", func(s *settings, v string) (err error) {
		if s.Mail.Connections, err = strconv.Atoi(v); err != nil || s.Mail.Connections < 1 || s.Mail.Connections > 100 {
			return errors.New("expected a whole number from 1 to 100")
		}
		return nil
	}},
	{"SEND_RATE", "0", "messages a second that one sender may send, in all processes together; 0: no limit",
		func(s *settings, v string) (err error) {
			if s.Mail.Rate, err = strconv.ParseFloat(v, 64); err != nil || !(s.Mail.Rate >= 0 && s.Mail.Rate <= 1e6) {
				return errors.New("expected a number from 0 to 1000000")
			}
			return nil
		}},
	{"AUTO_RESUME", "true", "take up by itself, at the start, a send that the end of the program interrupted: true or false",
		func(s *settings, v string) (err error) {
			if s.Mail.AutoResume, err = strconv.ParseBool(v); err != nil {
				return errors.New("expected true or false")
			}
			return nil
		}},
	{"MAILJET_API_KEY", "", "account of the Mailjet Send API, in place of SMTP_URL", func(s *settings, v string) error {
		s.mailjetKey = v
		if v != "" && s.Mail.Bulk != nil {
			return errors.New("set this or SMTP_URL, not both")
		}
		return nil
	}},
	{"MAILJET_SECRET_KEY", "", "its secret; needed with MAILJET_API_KEY", func(s *settings, v string) error {
		s.mailjetSecret = v
		return together(s.mailjetKey, v, "MAILJET_API_KEY")
	}},
	{"MAILJET_WEBHOOK_TOKEN", "", "what the address of its event webhook must carry; empty: no events are taken",
		func(s *settings, v string) error {
			s.Mail.WebhookToken = v
			if v != "" && len(v) < 16 {
				return errors.New("must have at least 16 characters")
			}
			return nil
		}},
	{"MAILJET_URL", mail.MailjetURL, "where its interface is", func(s *settings, v string) error {
		if s.mailjetKey != "" {
			s.Mail.Bulk = mail.NewMailjet(v, s.mailjetKey, s.mailjetSecret)
		}
		return webAddress(v)
	}},
	{"GMAIL_CREDENTIALS", "",
		"file of a Google service account (with delegation) or of an authorized user: messages are sent from people's own mailboxes",
		func(s *settings, v string) (err error) {
			if v == "" {
				return nil
			}
			if s.gmail, err = os.ReadFile(v); err != nil {
				return errors.New("expected the path of a file that can be read")
			}
			return nil
		}},
	{"GMAIL_URL", mail.GmailURL, "where its interface is", func(s *settings, v string) error {
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
	{"GRAPH_TENANT", "", "Microsoft 365 tenant whose mailboxes messages are sent from", func(s *settings, v string) error {
		s.graph.Tenant = v
		if v != "" && s.Mail.Mailbox != nil {
			return errors.New("set this or GMAIL_CREDENTIALS, not both")
		}
		return nil
	}},
	{"GRAPH_CLIENT_ID", "", "the application there; needed with GRAPH_TENANT", func(s *settings, v string) error {
		s.graph.ClientID = v
		return together(s.graph.Tenant, v, "GRAPH_TENANT")
	}},
	{"GRAPH_CLIENT_SECRET", "", "its secret; needed with GRAPH_TENANT", func(s *settings, v string) error {
		s.graph.Secret = v
		return together(s.graph.Tenant, v, "GRAPH_TENANT")
	}},
	{"GRAPH_URL", mail.GraphURL, "where its interface is", func(s *settings, v string) error {
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

// providers are what several settings make together.
type providers struct {
	mailjetKey, mailjetSecret string
	gmail                     []byte
	graph                     mail.GraphApp
}

// tester is a sender that a connection is tested with.
func (s *settings) tester() string {
	if len(s.Mail.Senders) == 0 {
		return ""
	}
	return s.Mail.Senders[0].Email
}

// defaultSender is an address at the public host, so that the outbox works before anything is set.
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
			return nil, fmt.Errorf("%q is no address that mail can be sent from", a.Address)
		}
		list = append(list, mail.Address{Name: a.Name, Email: a.Address[:strings.LastIndexByte(a.Address,
			'@')] + key[strings.LastIndexByte(key, '@'):]})
	}
	return list, nil
}

func together(first, second, name string) error {
	if (first == "") != (second == "") {
		return errors.New("belongs together with " + name)
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
