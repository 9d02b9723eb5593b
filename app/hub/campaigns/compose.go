package campaigns

import (
	"cmp"
	"context"
	"strings"
	"time"

	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

// The destinations of counted links. The address of a link names one of these and nothing else.
const (
	ClickRSVP     = "rsvp"
	ClickCalendar = "calendar"
)

// Composer writes the messages of one campaign; several goroutines may use it. What is the same for all recipients is made
// once for each language.
type Composer struct {
	c       Campaign
	from    mail.Address
	origin  string
	domain  string // of the Message-IDs
	tag     string // of the campaign, in its Message-IDs
	date    time.Time
	tracked bool
	tokens  LinkTokens
	in      map[string]*perLanguage
}

// perLanguage is what all messages of one language share.
type perLanguage struct {
	template *templates.Compiled
	parts    *mail.Parts
	calendar []byte
	rsvp     [2]string // before and after the token in the personal link
}

// Compose prepares a campaign's messages. It fails when the template cannot be compiled.
func (s *Service) Compose(ctx context.Context, q db.Queryer, c Campaign) (*Composer, error) {
	e, err := events.ByID(ctx, q, c.EventID)
	if err != nil {
		return nil, err
	}
	from := s.AllowedSender(c.From)
	m := &Composer{c: c, from: from, origin: s.o.Origin, domain: DomainOf(from.Email),
		tag: MessageTag(c.ID, c.Salt), date: c.CreatedAt.Time(),
		tracked: c.Tracked, tokens: NewLinkTokens(s.o.Secret, c.Salt), in: map[string]*perLanguage{}}
	for _, lang := range []string{"fr", "en"} {
		look, err := s.compileTemplate(ctx, q, e, messageOptions{Params: c.Params, Lang: lang, Reminder: c.ReminderOf != 0, Linked: true})
		if err != nil {
			return nil, err
		}
		m.in[lang] = &perLanguage{template: look, parts: mail.Encode(look.Attachments()), calendar: look.Calendar(),
			rsvp: [2]string{s.o.Origin + PersonalLink(c.EventID, "", ""), "&lang=" + lang}}
	}
	return m, nil
}

// messageOptions are what the messages of an event in one language depend on.
type messageOptions struct {
	Params
	Lang     string
	Reminder bool
	Linked   bool // the message has a guest's personal link and a link to unsubscribe
}

// compileTemplate prepares the messages of one language: the template that staff chose, or the event's own, or the festive one.
func (s *Service) compileTemplate(ctx context.Context, q db.Queryer, e events.Event, o messageOptions) (*templates.Compiled, error) {
	return s.o.Templates.Compile(ctx, q, e, templates.Options{Lang: i18n.Lang(o.Lang), Subject: o.Subject,
		Template: cmp.Or(o.Template, e.EmailTemplate), Reminder: o.Reminder, Postal: s.o.Postal, Linked: o.Linked})
}

// Message writes what one recipient gets: the same each time (R11).
func (m *Composer) Message(r Recipient) *mail.Message {
	lang := m.in[r.Language]
	track := m.tokens.Tracking(r.ID)
	personal := lang.rsvp[0] + m.tokens.RSVP(r.ID) + lang.rsvp[1]
	links := templates.Links{RSVP: personal, Button: personal, Unsubscribe: m.origin + paths.Unsubscribe(track),
		Calendar: m.origin + paths.RsvpCalendar(m.c.EventID, r.Language)}
	if m.tracked {
		links.Button, links.Calendar = m.origin+paths.Click(track, ClickRSVP), m.origin+paths.Click(track, ClickCalendar)
		links.Pixel = m.origin + paths.Pixel(track)
	}
	msg := &mail.Message{
		ID: MessageID(m.tag, r.ID, m.domain), Date: m.date, From: m.from,
		To: mail.Address{Name: FullName(r.FirstName, r.LastName), Email: r.Email}, Lang: r.Language,
		Unsubscribe: links.Unsubscribe, Parts: lang.parts, Calendar: lang.calendar,
	}
	msg.Subject, msg.HTML, msg.Text = lang.template.Message(templates.Guest{FirstName: r.FirstName, LastName: r.LastName}, links)
	return msg
}

// RSVPToken is the token of a recipient's personal link (R18, R21).
func (m *Composer) RSVPToken(id int64) string { return m.tokens.RSVP(id) }

// PersonalLink is the local form of a personal link; without a language, its beginning.
func PersonalLink(event, token, lang string) string {
	address := paths.Rsvp(event, "", "") + "?t=" + token
	if lang != "" {
		address += "&lang=" + lang
	}
	return address
}

// FullName is a guest's name as messages and lists show it.
func FullName(first, last string) string { return strings.TrimSpace(first + " " + last) }
