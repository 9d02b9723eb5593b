package campaigns

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

// SendPreview is what staff should know before a send.
type SendPreview struct {
	Event         events.Event
	Params        Params // with the defaults filled in
	Audience      Audience
	Seen          string              // identifies the recipients that Audience counts
	Tests         map[string]LastTest // the latest tests, by language
	Last          Campaign            // the event's active send, else the last one that handed a message over; zero for none
	Active        bool                // Last is active: no other send may start
	Tracked       bool
	Channel       string                 // the name of the channel: "smtp", "outbox" …
	Sizes         map[string]MessageSize // of a message, by language
	TemplateError error                  // why no message can be composed; nil: they can
	LacksEnglish  bool                   // the template has French text only, in whole or in part
}

// LastTest says when a message was last tested.
type LastTest struct {
	At    db.Instant // of exactly this message; 0: never
	Other db.Instant // of another message of the event, or of an earlier version of this one; 0: never
}

// MessageSize is the subject and the size of a message.
type MessageSize struct {
	Subject string
	Bytes   int64 // of the whole message, as it is handed over
	Files   int   // attached to it
}

// Whom says to whom a campaign goes. The zero value: to everyone on the event's main list.
type Whom struct {
	Reminder int64 // to those who have not answered this campaign
	Follows  int64 // to those who were added to the list since this invitation
}

// PreviewSend loads the preview of an event's send.
func (s *Service) PreviewSend(ctx context.Context, eventID string, p Params, to Whom) (d SendPreview, err error) {
	if d.Event, err = events.ByID(ctx, s.db, eventID); err != nil {
		return d, err
	}
	if err := s.completeFor(ctx, eventID, &p, &to); err != nil {
		return d, err
	}
	d.Params, d.Channel = p, s.o.Channels[p.Channel].Name()
	if err := s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		d.Audience, d.Seen, err = audienceFor(ctx, q, Campaign{EventID: eventID, ReminderOf: to.Reminder, Follows: to.Follows})
		return err
	}); err != nil {
		return d, err
	}
	if d.Last, err = lastSend(ctx, s.db, eventID); err != nil {
		return d, err
	}
	d.Active = d.Last.Active()
	if d.Tracked, err = s.tracks(ctx, s.db, p); err != nil {
		return d, err
	}
	digests, err := s.estimateSizes(ctx, &d, to.Reminder != 0)
	if err != nil {
		return d, err
	}
	d.Tests, err = lastTestSends(ctx, s.db, eventID, digests)
	return d, err
}

// NextSends is what can follow the last send of an event.
type NextSends struct {
	Last     Campaign // the active one, else the last that handed a message over, with its answers; zero for none
	RemindOf int64    // the id of the invitation that a reminder is of
	Remind   int64    // how many people a reminder would go to; 0 while Last is active
	Added    int64    // how many were added to the list since, and would get a follow-up; likewise
}

// NextSends returns what can follow the last send of an event.
func (s *Service) NextSends(ctx context.Context, eventID string) (n NextSends, err error) {
	last, err := lastSend(ctx, s.db, eventID)
	if err != nil || last.ID == 0 {
		return n, err
	}
	if n.Last, err = s.Get(ctx, last.ID); err != nil || n.Last.Active() {
		return n, err
	}
	n.RemindOf = cmp.Or(last.ReminderOf, last.ID)
	root, err := s.followed(ctx, eventID, last.ID)
	if err != nil {
		return n, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		remind, _, err := audienceFor(ctx, q, Campaign{EventID: eventID, ReminderOf: n.RemindOf})
		if err != nil {
			return err
		}
		added, _, err := audienceFor(ctx, q, Campaign{EventID: eventID, Follows: root.ID})
		n.Remind, n.Added = remind.Total(), added.Total()
		return err
	})
	return n, err
}

// completeFor completes the parameters of a campaign, from the earlier one if it follows one, and finds which that is.
func (s *Service) completeFor(ctx context.Context, eventID string, p *Params, to *Whom) error {
	if of := cmp.Or(to.Reminder, to.Follows); of != 0 {
		c, err := s.reminded(ctx, eventID, of)
		if err == nil && to.Follows != 0 {
			c, err = s.followed(ctx, eventID, of)
			to.Follows = c.ID
		}
		if err != nil {
			return err
		}
		*p = s.inheritParams(*p, c)
	}
	return s.completeParams(p)
}

// usualSubject returns the subject that the messages of a campaign have in a language if staff write none, as they would write it: without
// the words before that of a reminder.
func (s *Service) usualSubject(ctx context.Context, eventID string, p Params, to Whom, lang i18n.Lang) (string, error) {
	e, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return "", err
	}
	p.Subject, p.SubjectEN, p.SubjectTest = "", "", SubjectTest{}
	if err := s.completeFor(ctx, eventID, &p, &to); err != nil {
		return "", err
	}
	compiled, err := s.compileTemplate(ctx, s.db, e, messageOptions{Params: p, Lang: string(lang)})
	if err != nil {
		return "", err
	}
	return compiled.SubjectText(), nil
}

// inheritParams fills the empty fields of a reminder's parameters p from those of the original send, except for a channel or
// sender that the settings no longer allow. Of two subjects it takes the one that was chosen.
func (s *Service) inheritParams(p Params, source Campaign) Params {
	of := source.Params
	if source.Chosen == ChosenB {
		of.Subject, of.SubjectEN = of.SubjectB, ""
	}
	if s.o.Channels[of.Channel] == nil {
		of.Channel = ""
	}
	if s.AllowedSender(of.From).Email == "" {
		of.From = ""
	}
	for _, f := range []struct{ to, from *string }{{&p.Channel, &of.Channel}, {&p.From, &of.From}, {&p.Subject, &of.Subject},
		{&p.SubjectEN, &of.SubjectEN}, {&p.Template, &of.Template}} {
		if *f.to == "" {
			*f.to = *f.from
		}
	}
	return p
}

// estimateSizes composes one message in each language, measures it (R21) and returns its digest by language.
func (s *Service) estimateSizes(ctx context.Context, d *SendPreview, reminder bool) (digests map[string]string, err error) {
	d.Sizes, digests = map[string]MessageSize{}, map[string]string{}
	for _, lang := range []string{"fr", "en"} {
		m, compiled, err := s.sampleMessage(ctx, s.db, d.Event, messageOptions{Params: d.Params, Lang: lang, Reminder: reminder, Linked: true})
		if err != nil && !errs.IsServerError(err) {
			d.TemplateError = err
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		files := compiled.Attachments()
		d.Sizes[lang] = MessageSize{Subject: m.Subject, Bytes: m.Size(), Files: len(files)}
		digests[lang] = digestOf(d.Params, m, files)
		d.LacksEnglish = compiled.LacksEnglish()
	}
	return digests, nil
}

// sampleMessage composes the message that a made-up guest would get; compiled is what all messages in the language have in common.
func (s *Service) sampleMessage(ctx context.Context, q db.Queryer, e events.Event,
	o messageOptions) (m *mail.Message, compiled *templates.Compiled, err error) {
	compiled, err = s.compileTemplate(ctx, q, e, o)
	if err != nil {
		return nil, nil, err
	}
	page := s.o.Origin + paths.Rsvp(e.ID, o.Lang, strings.Repeat("x", 22))
	m = &mail.Message{ID: strings.Repeat("x", 40) + "@" + o.From, Date: s.now(), From: s.AllowedSender(o.From),
		To:   mail.Address{Name: "Élise Côté", Email: "elise.cote@example.com"},
		Lang: o.Lang, Unsubscribe: page, Parts: mail.Encode(compiled.Attachments()), Calendar: compiled.Calendar()}
	m.Subject, m.HTML, m.Text = compiled.Message(templates.Guest{FirstName: "Élise", LastName: "Côté"},
		templates.Links{RSVP: page, Button: page, Unsubscribe: page, Calendar: page, Pixel: page})
	return m, compiled, nil
}

// digestOf returns a digest of all that a test shows of a message: its channel, sender, subject, content and attachments.
func digestOf(p Params, m *mail.Message, files []mail.Attachment) string {
	h := sha256.New()
	for _, text := range []string{p.Channel, m.From.Email, m.Subject, m.HTML, m.Text} {
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	for _, f := range files {
		fmt.Fprintf(h, "%d:%s%d:%s", len(f.Filename), f.Filename, len(f.Data), f.Data)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
