package configuration

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
)

// Names of the settings of mail.
const (
	smtpURL       = "SMTP_URL"
	mailjetKey    = "MAILJET_API_KEY"
	mailjetSecret = "MAILJET_SECRET_KEY"
	webhookToken  = "MAILJET_WEBHOOK_TOKEN"
	gmailJSON     = "GMAIL_CREDENTIALS_JSON"
	graphTenant   = "GRAPH_TENANT"
	graphClient   = "GRAPH_CLIENT_ID"
	graphSecret   = "GRAPH_CLIENT_SECRET"
	mailFrom      = "MAIL_FROM"
	postalAddress = "MAIL_POSTAL_ADDRESS"
	sendRate      = "SEND_RATE"
	connections   = "SMTP_CONNECTIONS"
	quietHours    = "QUIET_HOURS"
	bounceMailbox = "BOUNCE_IMAP_URL"
	bounceAddress = "BOUNCE_ADDRESS"
	postmarkToken = "POSTMARK_WEBHOOK_TOKEN"
	sesTopic      = "SES_TOPIC_ARN"
)

// mailSettings are the settings of the form of the senders.
var mailSettings = []string{mailFrom, postalAddress, quietHours, sendRate, connections, sesTopic, postmarkToken}

// Fields of the parts of SMTP_URL, and of those of BOUNCE_IMAP_URL.
const (
	imapHost     = "imap_host"
	imapPort     = "imap_port"
	imapSecurity = "imap_security"
	imapUser     = "imap_user"
	imapPassword = "imap_password"
	imapFolder   = "imap_folder"

	smtpHost     = "smtp_host"
	smtpPort     = "smtp_port"
	smtpSecurity = "smtp_security"
	smtpUser     = "smtp_user"
	smtpPassword = "smtp_password"
)

// choice is a channel that can be chosen for a group.
type choice struct {
	value    string
	label    i18n.Text
	settings []string // all are required
	more     []string // these are not, and are stored beside the group
	optional []string // nor are these, which are stored with it
}

// noChannel is the choice of the outbox.
const noChannel = "none"

// choices are the channels of each group.
var choices = map[string][]choice{
	Bulk: {{value: noChannel, label: i18n.MailNone}, {value: "smtp", label: i18n.MailSMTP, settings: []string{smtpURL}},
		{value: "mailjet", label: i18n.MailMailjet, settings: []string{mailjetKey, mailjetSecret}, more: []string{webhookToken}}},
	Mailbox: {{value: noChannel, label: i18n.MailNone}, {value: "gmail", label: i18n.MailGmail, settings: []string{gmailJSON}},
		{value: "graph", label: i18n.MailGraph, settings: []string{graphTenant, graphClient, graphSecret}}},
	Bounces: {{value: noChannel, label: i18n.MailNotRead},
		{value: "imap", label: i18n.MailIMAP, settings: []string{bounceMailbox}, optional: []string{bounceAddress}}},
}

// chosen returns the channel of a group that is in effect.
func chosen(v Values, group string) string {
	for _, x := range choices[group] {
		for _, name := range x.settings {
			if v.Of(name).Set {
				return x.value
			}
		}
	}
	return noChannel
}

// mailForm is a form of a channel as it was sent.
type mailForm struct {
	group  string
	typed  url.Values
	values Values
	known  map[string]string // stored secrets, which an empty field keeps
	before map[string]string // secrets by field that this person typed in the try before, which an empty field keeps instead
}

// changes returns the settings that the form stores. Settings of the other channels of its group are taken back.
func (m mailForm) changes() (changes map[string]*string, faults errs.Fields) {
	changes = map[string]*string{}
	picked := false
	for _, x := range choices[m.group] {
		if x.value != m.typed.Get(m.group) {
			for _, name := range slices.Concat(x.settings, x.optional) {
				changes[name] = nil
			}
			continue
		}
		picked = true
		for _, name := range x.settings {
			m.take(name, changes, &faults)
		}
		for _, name := range x.optional {
			if text := strings.TrimSpace(m.typed.Get(name)); text != "" {
				changes[name] = &text
			} else {
				changes[name] = nil
			}
		}
		for _, name := range x.more {
			if text := strings.TrimSpace(cmp.Or(m.typed.Get(name), m.before[name])); text != "" && !m.values.Of(name).Locked {
				changes[name] = &text
			}
		}
	}
	if !picked {
		faults.Add(m.group, "required", "Choose a channel.")
	}
	return changes, faults
}

// take adds the value of a setting that the chosen channel requires.
func (m mailForm) take(name string, changes map[string]*string, faults *errs.Fields) {
	switch name {
	case smtpURL:
		m.takeRelay(changes, faults)
		return
	case bounceMailbox:
		m.takeMailbox(changes, faults)
		return
	}
	text := strings.TrimSpace(m.typed.Get(name))
	if text == "" && m.values.Of(name).Secret {
		text = cmp.Or(strings.TrimSpace(m.before[name]), m.known[name])
	}
	if text == "" {
		faults.Add(name, "required", "This field is required.")
		return
	}
	changes[name] = &text
}

// serverFields are the names of the fields of a server, and its default ports.
type serverFields struct {
	host, port, security, user, password string
	ports                                [2]string    // without and with encryption from the first byte
	encrypted                            [2]i18n.Text // the labels of STARTTLS and of encryption from the first byte
}

var (
	smtpFields = serverFields{smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword, [2]string{"587", "465"},
		[2]i18n.Text{i18n.MailStartTLS, i18n.MailTLS}}
	imapFields = serverFields{imapHost, imapPort, imapSecurity, imapUser, imapPassword, [2]string{"143", "993"},
		[2]i18n.Text{i18n.MailIMAPStartTLS, i18n.MailIMAPTLS}}
)

// takeServer reads the fields of a server. A stored password is kept for the same account at the same server, by encryption that is no
// weaker, only: it must not be sent elsewhere, or readable on the way, by a person who does not know it. One that this person has just
// typed is kept whatever else was changed.
func (m mailForm) takeServer(names serverFields, before mail.SMTP, faults *errs.Fields) mail.SMTP {
	field := func(name string) string { return strings.TrimSpace(m.typed.Get(name)) }
	c := mail.SMTP{Host: field(names.host), Port: field(names.port), User: field(names.user),
		Password: cmp.Or(m.typed.Get(names.password), m.before[names.password]), Hello: before.Hello}
	switch way := field(names.security); way {
	case implicitTLS:
		c.Implicit = true
	default:
		c.StartTLS = mail.StartTLS(way)
	}
	switch {
	case c.Host == "":
		faults.Add(names.host, "required", "This field is required.")
	case !mail.ValidHost(c.Host):
		faults.Add(names.host, "host", "Expected the name or address of a server.")
	}
	if c.Port == "" {
		if c.Port = names.ports[0]; c.Implicit {
			c.Port = names.ports[1]
		}
	}
	if c.User == "" {
		c.Password = ""
	} else if c.Password == "" {
		if c.Password = before.Password; before.Host != c.Host || before.User != c.User || isWeaker(c, before) || c.Password == "" {
			faults.Add(names.password, "required", "This field is required.")
		}
	}
	if len(*faults) == 0 {
		_, err := mail.ParseSMTP(c.URL())
		if port, outside := strconv.ParseUint(c.Port, 10, 16); err != nil || outside != nil || port == 0 {
			faults.Add(names.port, "port", "Expected a port and a way of encryption.")
		}
	}
	return c
}

// takeRelay composes SMTP_URL.
func (m mailForm) takeRelay(changes map[string]*string, faults *errs.Fields) {
	c := m.takeServer(smtpFields, relay(m.known[smtpURL]), faults)
	if len(*faults) == 0 {
		changes[smtpURL] = new(c.URL())
	}
}

// takeMailbox composes BOUNCE_IMAP_URL.
func (m mailForm) takeMailbox(changes map[string]*string, faults *errs.Fields) {
	c := mail.IMAP{Server: m.takeServer(imapFields, mailbox(m.known[bounceMailbox]).Server, faults),
		Folder: strings.Trim(strings.TrimSpace(m.typed.Get(imapFolder)), "/")}
	if c.Server.User == "" {
		faults.Add(imapUser, "required", "This field is required.")
	}
	if len(*faults) == 0 {
		changes[bounceMailbox] = new(c.URL())
	}
}

// isWeaker reports whether the encryption of the connection is weaker than before.
func isWeaker(c, before mail.SMTP) bool {
	rank := func(c mail.SMTP) int {
		switch {
		case c.Implicit:
			return 2
		case c.StartTLS == mail.Off:
			return 0
		case c.StartTLS == mail.Optional:
			return 1
		}
		return 2
	}
	return rank(c) < rank(before)
}

// implicitTLS is the choice of encryption from the first byte.
const implicitTLS = "tls"

// security returns the choice of encryption of a relay.
func security(c mail.SMTP) string {
	switch {
	case c.Implicit:
		return implicitTLS
	case c.StartTLS == "":
		return string(mail.Required)
	}
	return string(c.StartTLS)
}

// secretFields are the names of the fields of a form of a channel that no page shows.
func (s *Service) secretFields() []string {
	list := []string{smtpPassword, imapPassword}
	for _, x := range s.o.Settings {
		if x.Secret {
			list = append(list, x.Name)
		}
	}
	return list
}

// typedSecrets returns the secrets of a form by their fields: those that were typed, and of the others those of the try before.
func (s *Service) typedSecrets(typed url.Values, before map[string]string) map[string]string {
	secrets := map[string]string{}
	for _, name := range s.secretFields() {
		if text := cmp.Or(typed.Get(name), before[name]); text != "" {
			secrets[name] = text
		}
	}
	return secrets
}

// sealTyped encrypts typed secrets; "" if there is none. The form keeps them in a hidden field until they are saved.
func (s *Service) sealTyped(by auth.Actor, secrets map[string]string) string {
	if len(secrets) == 0 {
		return ""
	}
	text, _ := json.Marshal(secrets) // a map of texts never fails
	return base64.RawURLEncoding.EncodeToString(s.sealer.Seal(typedPlace(by), string(text)))
}

// openTyped returns the secrets of a hidden field. A field that this person's page did not have is ignored.
func (s *Service) openTyped(by auth.Actor, field string) (secrets map[string]string) {
	sealed, err := base64.RawURLEncoding.DecodeString(field)
	if err != nil {
		return nil
	}
	if text, err := s.sealer.Open(typedPlace(by), sealed); err == nil {
		_ = json.Unmarshal([]byte(text), &secrets) // it was sealed by sealTyped
	}
	return secrets
}

func typedPlace(by auth.Actor) string { return "settings/typed/" + by.PersonID }
