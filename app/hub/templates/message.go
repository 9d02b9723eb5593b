package templates

import (
	"bytes"
	"context"
	"strings"

	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/views/emails"
)

// compileMessage builds what a message to those who have answered has in common for all recipients.
func (s *Service) compileMessage(ctx context.Context, e events.Event, d rendered, m Message) (*Compiled, error) {
	l := d.Lang
	text := cleaned(events.Content{Intro: m.Text}).Intro
	d.Why = l.T(i18n.MailWhyReplied)
	n := emails.Note{Greeting: d.Greeting, Text: events.HTML(text)}
	lines := []string{d.Greeting, events.Plain(text)}
	c := &Compiled{lang: l, subject: parseSegments(d.Envelope.Subject)}
	if m.Details {
		n.Title, n.Day, n.Hours, n.Address, n.Link = d.Title, d.Day, d.Hours, d.Address, d.RSVP
		lines = append(lines, strings.Join(append([]string{d.Title, d.Day, d.Hours}, d.Address...), "\n"),
			l.T(i18n.MailSeeReply)+l.Colon()+"\n"+d.RSVP)
		c.calendar = rsvp.CalendarFile(e, l, s.zone, s.host)
	}
	lines = append(lines, "-- \n"+d.Why)
	if d.Unsubscribe != "" {
		lines = append(lines, l.T(i18n.MailStopText)+"\n"+d.Unsubscribe)
	}
	if d.Postal != "" {
		lines = append(lines, d.Postal)
	}
	var b bytes.Buffer
	if err := emails.Noted(d.Envelope, n).Render(ctx, &b); err != nil {
		return nil, err
	}
	c.html, c.text = parseSegments(b.String()), parseSegments(strings.Join(lines, "\n\n")+"\n")
	return c, nil
}
