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

// composer writes the messages of one campaign. What is the same for all is made once a language.
type composer struct {
	c       Campaign
	from    mail.Address
	origin  string
	domain  string // of the Message-IDs
	tag     string // of the campaign, in its Message-IDs
	date    time.Time
	tracked bool
	in      map[string]*perLanguage
}

// perLanguage is what all messages of one language share.
type perLanguage struct {
	template *templates.Compiled
	parts    *mail.Parts
	calendar []byte
	rsvp     [2]string // before and after the token in the personal link
}

// compose prepares a campaign's messages. It fails when the look cannot be written.
func (s *Service) compose(ctx context.Context, q db.Queryer, c Campaign) (*composer, error) {
	e, err := events.ByID(ctx, q, c.EventID)
	if err != nil {
		return nil, err
	}
	from := s.allowedSender(c.From)
	m := &composer{c: c, from: from, origin: s.o.Origin, domain: domainOf(from.Email),
		tag: messageTag(c.ID, c.Salt), date: c.CreatedAt.Time(),
		tracked: c.Tracked, in: map[string]*perLanguage{}}
	for _, lang := range []string{"fr", "en"} {
		look, err := s.compileTemplate(ctx, q, e, c.Params, lang, c.ReminderOf != 0, true)
		if err != nil {
			return nil, err
		}
		m.in[lang] = &perLanguage{template: look, parts: mail.Encode(look.Attachments()), calendar: look.Calendar(),
			rsvp: [2]string{s.o.Origin + personalLink(c.EventID, "", ""), "&lang=" + lang}}
	}
	return m, nil
}

// template prepares the messages of one language: the template that staff chose, or the event's own, or the festive one.
func (s *Service) compileTemplate(ctx context.Context, q db.Queryer, e events.Event, p Params, lang string, reminder, linked bool) (*templates.Compiled, error) {
	return s.o.Templates.Compile(ctx, q, e, templates.Options{Lang: i18n.Lang(lang), Subject: p.Subject, Template: cmp.Or(p.Template, e.EmailTemplate),
		Reminder: reminder, Postal: s.o.Postal, Linked: linked})
}

// message writes what one recipient gets: the same each time (R11).
func (m *composer) message(t *linkTokens, r claimedRow) *mail.Message {
	lang := m.in[r.language]
	track := t.track(r.id)
	personal := m.rsvpURL(t, r.language, r.id)
	links := templates.Links{RSVP: personal, Button: personal, Unsubscribe: m.origin + paths.Unsubscribe(track), Calendar: m.origin + paths.RsvpCalendar(m.c.EventID, r.language)}
	if m.tracked {
		links.Button, links.Calendar = m.origin+paths.Click(track, clickRSVP), m.origin+paths.Click(track, clickCalendar)
		links.Pixel = m.origin + paths.Pixel(track)
	}
	msg := &mail.Message{
		ID: messageID(m.tag, r.id, m.domain), Date: m.date, From: m.from,
		To: mail.Address{Name: nameOf(r.first, r.last), Email: r.email}, Lang: r.language,
		Unsubscribe: links.Unsubscribe, Parts: lang.parts, Calendar: lang.calendar,
	}
	msg.Subject, msg.HTML, msg.Text = lang.template.Message(templates.Guest{FirstName: r.first, LastName: r.last}, links)
	return msg
}

// rsvpURL is the personal link of a recipient (R18, R21).
func (m *composer) rsvpURL(t *linkTokens, lang string, id int64) string {
	in := m.in[lang]
	return in.rsvp[0] + t.rsvp(id) + in.rsvp[1]
}

// personalLink is the local form of a personal link; without a language, its beginning.
func personalLink(event, token, lang string) string {
	address := paths.Rsvp(event, "", "") + "?t=" + token
	if lang != "" {
		address += "&lang=" + lang
	}
	return address
}

func nameOf(first, last string) string { return strings.TrimSpace(first + " " + last) }
