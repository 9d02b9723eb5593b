package app

import (
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"os"
	"strconv"
	"strings"

	"presence/app/hub/bounces"
	"presence/app/hub/campaigns"
	"presence/app/platform/contact"
	"presence/app/platform/mail"
)

// mailSettings are the settings of outgoing messages (R9).
var mailSettings = []Setting{
	{
		Name: "MAIL_FROM", Default: "no-reply@<host of PUBLIC_URL>",
		Help: "allowed senders, comma-separated: Name <address>; the first is the default",
		Read: func(c *Config, v string) (err error) {
			if v == "no-reply@<host of PUBLIC_URL>" {
				c.Mail.Senders = []mail.Address{{Email: defaultSender(c.PublicURL)}}
				return nil
			}
			c.Mail.Senders, err = senders(v)
			return err
		},
	},
	{
		Name: "MAIL_POSTAL_ADDRESS",
		Help: "sender's mailing address, shown in the footer of every message",
		Read: func(c *Config, v string) error {
			c.Mail.Postal = v
			return nil
		},
	},
	{
		Name: "SMTP_URL", Group: bulkGroup, Secret: true,
		Help: "SMTP server for bulk email: smtp://user:password@host:port or smtps://…, ?starttls=required, optional or off; " +
			"with no channel set, messages are kept in DATA_DIR/outbox",
		Read: func(c *Config, v string) error {
			if c.Mail.bulk.smtp = nil; v == "" {
				return nil
			}
			relay, err := mail.ParseSMTP(v)
			c.Mail.bulk.smtp = &relay
			return err
		},
	},
	{
		Name: "SMTP_CONNECTIONS", Default: "8",
		Help: "simultaneous connections per campaign, 1 to 100",
		Read: func(c *Config, v string) (err error) {
			if c.Mail.Connections, err = strconv.Atoi(v); err != nil || c.Mail.Connections < 1 || c.Mail.Connections > 100 {
				return errors.New("expected a whole number from 1 to 100")
			}
			return nil
		},
	},
	{
		Name: "SEND_RATE", Default: "0",
		Help: "maximum messages of campaigns per second per sender, across all processes; other messages do not count; 0 = no limit",
		Read: func(c *Config, v string) (err error) {
			if c.Mail.Rate, err = strconv.ParseFloat(v, 64); err != nil || !(c.Mail.Rate >= 0 && c.Mail.Rate <= 1e6) {
				return errors.New("expected a number from 0 to 1000000")
			}
			return nil
		},
	},
	{
		Name: "QUIET_HOURS",
		Help: "hours, in the company's time zone, in which campaigns send nothing, such as 21:00-08:00; leave empty for none",
		Read: func(c *Config, v string) (err error) {
			c.Mail.Quiet, err = campaigns.ParseQuietHours(v)
			return err
		},
	},
	{
		Name: "AUTO_RESUME", Default: "true", Machine: true,
		Help: "resume interrupted campaigns at startup: true or false",
		Read: func(c *Config, v string) (err error) {
			if c.Mail.AutoResume, err = strconv.ParseBool(v); err != nil {
				return errors.New("expected true or false")
			}
			return nil
		},
	},
	{
		Name: "MAILJET_API_KEY", Group: bulkGroup,
		Help: "Mailjet API key, instead of SMTP_URL",
		Read: func(c *Config, v string) error {
			c.Mail.bulk.mailjetKey = v
			if v != "" && c.Mail.bulk.smtp != nil {
				return errors.New("set this or SMTP_URL, not both")
			}
			return nil
		},
	},
	{
		Name: "MAILJET_SECRET_KEY", Group: bulkGroup, Secret: true,
		Help: "Mailjet secret; required with MAILJET_API_KEY",
		Read: func(c *Config, v string) error {
			c.Mail.bulk.mailjetSecret = v
			return together(c.Mail.bulk.mailjetKey, v, "MAILJET_API_KEY")
		},
	},
	{
		Name: "MAILJET_WEBHOOK_TOKEN", Secret: true,
		Help: "token required in the Mailjet webhook URL; leave empty to reject events",
		Read: func(c *Config, v string) error {
			c.Mail.WebhookToken = v
			return longEnough(v)
		},
	},
	{
		Name: "BOUNCE_ADDRESS", Group: bouncesGroup,
		Help: "envelope sender of bulk email by SMTP, to which messages come back; a * in it is replaced by a token that names the recipient: " +
			"bounces+*@example.com",
		Read: func(c *Config, v string) (err error) {
			c.Mail.BounceAddress, err = mail.ParseBounceAddress(v)
			return err
		},
	},
	{
		Name: "BOUNCE_IMAP_URL", Group: bouncesGroup, Secret: true,
		Help: "mailbox to which messages come back, read every minute: imaps://user:password@host/INBOX, or imap://… with STARTTLS",
		Read: func(c *Config, v string) error {
			if v == "" {
				c.Mail.BounceMailbox = nil
				return nil
			}
			box, err := mail.ParseIMAP(v)
			c.Mail.BounceMailbox = &box
			return err
		},
	},
	{
		Name: "POSTMARK_WEBHOOK_TOKEN", Secret: true,
		Help: "password required in calls of the Postmark webhook; leave empty to reject them",
		Read: func(c *Config, v string) error {
			c.Mail.PostmarkToken = v
			return longEnough(v)
		},
	},
	{
		Name: "SES_TOPIC_ARN",
		Help: "ARN of the Amazon SNS topic whose notifications of SES are accepted; leave empty to reject them",
		Read: func(c *Config, v string) error {
			c.Mail.SESTopic = v
			if v != "" && !bounces.ValidTopic(v) {
				return errors.New("expected an ARN such as arn:aws:sns:ca-central-1:123456789012:ses")
			}
			return nil
		},
	},
	{
		Name: "MAILJET_URL", Default: mail.MailjetURL, Group: bulkGroup, Machine: true,
		Help: "base URL of the Mailjet API",
		Read: func(c *Config, v string) error {
			c.Mail.bulk.mailjetURL = v
			if channel := c.Mail.bulk.channel(); channel != nil {
				c.Mail.Bulk = channel
			}
			return webAddress(v)
		},
	},
	{
		Name: "GMAIL_CREDENTIALS", Group: mailboxGroup, Machine: true, Decides: true,
		Help: "credentials file of a Google service account (with delegation) or an authorized user; messages are sent from personal mailboxes",
		Read: func(c *Config, v string) (err error) {
			if c.Mail.mailbox.gmail = nil; v == "" {
				return nil
			}
			if c.Mail.mailbox.gmail, err = os.ReadFile(v); err != nil {
				return errors.New("expected the path of a readable file")
			}
			return nil
		},
	},
	{
		Name: "GMAIL_CREDENTIALS_JSON", Group: mailboxGroup, Secret: true,
		Help: "the content of such a file, instead of GMAIL_CREDENTIALS",
		Read: func(c *Config, v string) error {
			if v == "" {
				return nil
			}
			if c.Mail.mailbox.gmail != nil {
				return errors.New("set this or GMAIL_CREDENTIALS, not both")
			}
			c.Mail.mailbox.gmail = []byte(v)
			if c.Environment["GMAIL_URL"] != "" {
				return nil
			}
			return mail.CheckGoogleCredentials(c.Mail.mailbox.gmail)
		},
	},
	{
		Name: "GMAIL_URL", Default: mail.GmailURL, Group: mailboxGroup, Machine: true,
		Help: "base URL of the Gmail API",
		Read: func(c *Config, v string) error {
			if c.Mail.mailbox.gmail == nil {
				return nil
			}
			channel, err := mail.NewGmail(v, c.Mail.mailbox.gmail, c.Mail.tester())
			if err != nil {
				return fmt.Errorf("GMAIL_CREDENTIALS: %w", err)
			}
			c.Mail.Mailbox = channel
			return webAddress(v)
		},
	},
	{
		Name: "GRAPH_TENANT", Group: mailboxGroup,
		Help: "Microsoft 365 tenant whose personal mailboxes send messages",
		Read: func(c *Config, v string) error {
			c.Mail.mailbox.graph.Tenant = v
			if v != "" && c.Mail.mailbox.gmail != nil {
				return errors.New("set this or GMAIL_CREDENTIALS, not both")
			}
			return nil
		},
	},
	{
		Name: "GRAPH_CLIENT_ID", Group: mailboxGroup,
		Help: "application (client) ID in that tenant; required with GRAPH_TENANT",
		Read: func(c *Config, v string) error {
			c.Mail.mailbox.graph.ClientID = v
			return together(c.Mail.mailbox.graph.Tenant, v, "GRAPH_TENANT")
		},
	},
	{
		Name: "GRAPH_CLIENT_SECRET", Group: mailboxGroup, Secret: true,
		Help: "Graph secret; required with GRAPH_TENANT",
		Read: func(c *Config, v string) error {
			c.Mail.mailbox.graph.Secret = v
			return together(c.Mail.mailbox.graph.Tenant, v, "GRAPH_TENANT")
		},
	},
	{
		Name: "GRAPH_URL", Default: mail.GraphURL, Group: mailboxGroup, Machine: true,
		Help: "base URL of the Microsoft Graph API",
		Read: func(c *Config, v string) error {
			app := &c.Mail.mailbox.graph
			if app.Tenant == "" {
				return nil
			}
			if app.Tester = c.Mail.tester(); v != mail.GraphURL {
				app.URL = v
			}
			c.Mail.Mailbox = mail.NewGraph(*app)
			return webAddress(v)
		},
	},
}

// bulkSettings are the settings of the channel for bulk email: either smtp or mailjetKey is set, or neither.
type bulkSettings struct {
	smtp                                  *mail.SMTP
	mailjetKey, mailjetSecret, mailjetURL string
}

// channel returns the channel of the settings; nil for none. MAILJET_URL, the last setting of the group, makes it.
func (b bulkSettings) channel() mail.Channel {
	switch {
	case b.smtp != nil:
		return mail.NewRelay(*b.smtp)
	case b.mailjetKey != "":
		return mail.NewMailjet(b.mailjetURL, b.mailjetKey, b.mailjetSecret)
	}
	return nil
}

// mailboxSettings are the settings of the channel for email from personal mailboxes: either gmail or the tenant of graph is set, or
// neither. GMAIL_URL and GRAPH_URL, the last setting of each, make the channel.
type mailboxSettings struct {
	gmail []byte // credentials
	graph mail.GraphApp
}

// longEnough refuses a token that can be guessed.
func longEnough(v string) error {
	if v != "" && len(v) < 16 {
		return errors.New("expected at least 16 characters")
	}
	return nil
}

// tester returns the sender that connection tests use.
func (m Mail) tester() string {
	if len(m.Senders) == 0 {
		return ""
	}
	return m.Senders[0].Email
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
