package campaigns

import (
	"cmp"
	"context"
	"strings"
	"time"

	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

// The destinations of counted links. A click link carries one of these names, never an address.
const (
	ClickRSVP     = "rsvp"
	ClickCalendar = "calendar"
)

// Composer writes the messages of one campaign. The parts that are equal for all recipients of a language are built once per
// language and subject. It is safe for concurrent use.
type Composer struct {
	c       Campaign
	from    mail.Address
	origin  string
	domain  string // of the Message-IDs
	tag     string // of the campaign, in its Message-IDs
	date    time.Time
	tracked bool
	tokens  LinkTokens
	bounces mail.BounceAddress // empty: messages come back to their sender
	in      map[composed]*shared
}

// composed is the key of the parts that are built once: a language, and whether the messages have the second subject.
type composed struct {
	lang     string
	subjectB bool
}

// shared are the parts that are equal in all messages of one language and subject.
type shared struct {
	template *templates.Compiled
	parts    *mail.Parts
	calendar []byte
	rsvp     [2]string // the personal link before and after its token
}

// Compose prepares a campaign's messages. It fails when the template cannot be compiled.
func (s *Service) Compose(ctx context.Context, q db.Queryer, c Campaign) (*Composer, error) {
	messages, err := s.messagesOf(ctx, q, c)
	if err != nil {
		return nil, err
	}
	from := s.AllowedSender(c.From)
	m := &Composer{c: c, from: from, origin: s.o.Origin, domain: DomainOf(from.Email),
		tag: MessageTag(c.ID, c.Salt), date: c.Began().Time(),
		tracked: c.Tracked, tokens: NewLinkTokens(s.o.Secret, c.Salt), in: map[composed]*shared{}}
	if c.Channel == Bulk {
		m.bounces = s.o.Bounces
	}
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		for i, subject := range c.subjects(lang) {
			compiled, err := messages.compile(lang, subject)
			if err != nil {
				return nil, err
			}
			m.in[composed{string(lang), i == 1}] = &shared{template: compiled, parts: mail.Encode(compiled.Attachments()),
				calendar: compiled.Calendar(), rsvp: [2]string{s.o.Origin + PersonalLink(c.EventID, "", ""), "&lang=" + string(lang)}}
		}
	}
	return m, nil
}

// messages compiles the messages of a campaign.
type messages struct {
	look    templates.Look
	compile func(lang i18n.Lang, subject string) (*templates.Compiled, error) // subject: see Params
}

// messagesOf reads what the messages of a campaign are composed from: its frozen look, or that of the event as it is now.
func (s *Service) messagesOf(ctx context.Context, q db.Queryer, c Campaign) (m messages, err error) {
	if c.Type == TypeMessage {
		return s.messageOf(ctx, q, c)
	}
	if c.Frozen {
		m.look, err = lookOf(ctx, q, c.ID)
	} else {
		var e events.Event
		if e, err = events.ByID(ctx, q, c.EventID); err == nil {
			m.look, err = s.o.Templates.ReadLook(ctx, q, e, templateOf(e, c.Params), i18n.FR, i18n.EN)
		}
	}
	m.compile = func(lang i18n.Lang, subject string) (*templates.Compiled, error) {
		o := messageOptions{Params: c.Params, Lang: string(lang), Reminder: c.ReminderOf != 0, Linked: true}
		o.Subject, o.SubjectEN = subject, ""
		return s.o.Templates.CompileLook(ctx, m.look, s.templateOptions(m.look.Event, o))
	}
	return m, err
}

// templateOf returns the name of the template that staff chose, else that of the event; empty: the festive invitation.
func templateOf(e events.Event, p Params) string { return cmp.Or(p.Template, e.EmailTemplate) }

// messageOptions holds what the messages of an event depend on, apart from the recipient.
type messageOptions struct {
	Params
	Lang     string
	Reminder bool
	Linked   bool // the message has a guest's personal link and an unsubscribe link
}

// compileTemplate prepares the messages of one language as the event is now.
func (s *Service) compileTemplate(ctx context.Context, q db.Queryer, e events.Event, o messageOptions) (*templates.Compiled, error) {
	return s.o.Templates.Compile(ctx, q, e, s.templateOptions(e, o))
}

func (s *Service) templateOptions(e events.Event, o messageOptions) templates.Options {
	lang := i18n.Lang(o.Lang)
	return templates.Options{Lang: lang, Subject: o.subjects(lang)[0], Template: templateOf(e, o.Params), Reminder: o.Reminder,
		Postal: s.o.Postal, Linked: o.Linked}
}

// Message composes the message of one recipient. It returns the same message for each attempt (R11). The recipients of a message before or
// after an event have typed their names themselves, with whatever address, so that only plain names are in it.
func (m *Composer) Message(r Recipient) *mail.Message {
	if m.c.Type == TypeMessage {
		r.FirstName, r.LastName = contact.PlainName(r.FirstName), contact.PlainName(r.LastName)
	}
	lang := m.in[composed{r.Language, r.SubjectB}]
	track := m.tokens.Tracking(r.ID)
	personal := lang.rsvp[0] + m.tokens.RSVP(r.ID) + lang.rsvp[1]
	links := templates.Links{RSVP: personal, Button: personal, Unsubscribe: m.origin + paths.Unsubscribe(m.tokens.Stopping(r.ID)),
		Calendar: m.origin + paths.RsvpCalendar(m.c.EventID, r.Language)}
	if m.tracked {
		links.Button, links.Calendar = m.origin+paths.Click(track, ClickRSVP), m.origin+paths.Click(track, ClickCalendar)
		links.Pixel = m.origin + paths.Pixel(track)
	}
	msg := &mail.Message{
		ID: m.tokens.MessageID(m.tag, r.ID, m.domain), Date: m.date, From: m.from,
		To: mail.Address{Name: FullName(r.FirstName, r.LastName), Email: r.Email}, Lang: r.Language,
		Unsubscribe: links.Unsubscribe, Parts: lang.parts, Calendar: lang.calendar,
	}
	if m.bounces != "" {
		msg.ReturnPath = m.bounces.For(m.tokens.Bounce(r.ID))
	}
	msg.Subject, msg.HTML, msg.Text = lang.template.Message(templates.Guest{FirstName: r.FirstName, LastName: r.LastName}, links)
	return msg
}

// RSVPToken returns the token of a recipient's personal link (R18, R21).
func (m *Composer) RSVPToken(id int64) string { return m.tokens.RSVP(id) }

// PersonalLink returns a personal link without scheme and host. Without a language it ends after the token.
func PersonalLink(event, token, lang string) string {
	address := paths.Rsvp(event, "", "") + "?t=" + token
	if lang != "" {
		address += "&lang=" + lang
	}
	return address
}

// FullName returns a guest's name as messages and lists show it.
func FullName(first, last string) string { return strings.TrimSpace(first + " " + last) }
