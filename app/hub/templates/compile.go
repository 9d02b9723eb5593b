package templates

import (
	"bytes"
	"cmp"
	"context"
	"regexp"
	"strings"

	"github.com/a-h/templ"

	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/palette"
	"presence/db"
	"presence/views/emails"
)

// Options say how the messages of one language are composed.
type Options struct {
	Lang     i18n.Lang
	Subject  string   // empty: that of the template
	Template string   // the name of a template; empty: the festive invitation
	Reminder bool     // adds a prefix to the subject and a bell above the title (R13)
	Postal   string   // the sender's postal address (R21)
	Linked   bool     // each message has an unsubscribe link
	Message  *Message // nil: it is an invitation or a reminder
}

// Message is the content of a message to those who have answered, in place of an invitation.
type Message struct {
	Text    string // Markdown
	Details bool   // with the date, the time and the place of the event, a link to the answer, and a calendar file
}

// Compile prepares the messages of an event in one language, with the attachments and the .ics file. It fails with
// errs.NotFound when the template was deleted.
func (s *Service) Compile(ctx context.Context, q db.Queryer, e events.Event, o Options) (*Compiled, error) {
	k, err := s.ReadLook(ctx, q, e, o.Template, o.Lang)
	if err != nil {
		return nil, err
	}
	return s.CompileLook(ctx, k, o)
}

// Look is what the messages of an event are composed from. As JSON it is kept for campaigns that are frozen.
type Look struct {
	Event    events.Event
	Template Template // without a name: the festive invitation
	Files    []events.Attachment
}

// ReadLook reads the look of an event with a template, whose name may be empty or events.BlocksTemplate, and its attachments in the
// languages. It fails with errs.NotFound when the template was deleted.
func (s *Service) ReadLook(ctx context.Context, q db.Queryer, e events.Event, template string, langs ...i18n.Lang) (k Look, err error) {
	k.Event = e
	switch {
	case template == events.BlocksTemplate && s.blocks != nil:
		k.Template, err = s.blocks(ctx, q, e, s.origin)
	case template != "":
		k.Template, err = byName(ctx, q, template)
	}
	if err != nil {
		return k, err
	}
	k.Files, err = events.Attachments(ctx, q, e.ID, langs...)
	return k, err
}

// CompileLook is Compile for a look that was read before; the name of the template in o is ignored.
func (s *Service) CompileLook(ctx context.Context, k Look, o Options) (*Compiled, error) {
	c, err := s.compile(ctx, k.Event, k.Template.Text(string(o.Lang)), o)
	if err != nil {
		return nil, err
	}
	c.lacksEnglish = k.Template.LacksEnglish()
	for _, f := range k.Files {
		if f.For(string(o.Lang)) {
			c.attachments = append(c.attachments, mail.Attachment{Filename: f.Name, MediaType: f.MediaType, Data: f.Data})
		}
	}
	return c, nil
}

// compile builds everything that is the same for all recipients; an empty w means the festive invitation.
func (s *Service) compile(ctx context.Context, e events.Event, w Content, o Options) (*Compiled, error) {
	d := s.render(e, o)
	subject, err := d.subject(cmp.Or(o.Subject, w.Subject))
	if err != nil {
		return nil, err
	}
	d.Envelope.Subject = subject
	if o.Message != nil {
		return s.compileMessage(ctx, e, d, *o.Message)
	}
	page, text := emails.Festive(d.Invitation), d.plain()
	if w.HTML != "" {
		inside, err := d.body(ctx, w.HTML)
		if err != nil {
			return nil, err
		}
		page = emails.Written(d.Envelope, inside)
	}
	if w.Text != "" {
		if text, err = d.written(w.Text); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	if err := page.Render(ctx, &b); err != nil {
		return nil, err
	}
	return &Compiled{
		lang: o.Lang, subject: parseSegments(subject), html: parseSegments(b.String()), text: parseSegments(text),
		calendar: rsvp.CalendarFile(e, o.Lang, s.zone, s.host),
	}, nil
}

// rendered is the content of an event for a message, with markers where the values of a recipient go.
type rendered struct {
	emails.Invitation
	words  events.Content
	date   string
	hours  string // as they stand within a sentence
	postal string // without the company
}

func (s *Service) render(e events.Event, o Options) rendered {
	l := o.Lang
	words := cleaned(e.Text(string(l)))
	from, to := e.StartsAt.Time().In(s.zone), e.EndsAt.Time().In(s.zone)
	d := rendered{words: words, date: l.DayLong(from), postal: o.Postal}
	d.Envelope = emails.Envelope{Lang: l, Preview: l.DayTitle(from) + " – " + words.Address, Palette: palette.Of(e.Palette),
		Reminder: o.Reminder, Postal: mail.SenderAddress(s.company, o.Postal), Pixel: markerAt(pixel), Why: l.T(i18n.MailWhy)}
	if s.company != "" {
		d.Why = l.F(i18n.MailWhyOf, s.company)
	}
	d.Preview = strings.TrimSuffix(d.Preview, " – ")
	if o.Linked {
		d.Unsubscribe = marker("unsubscribe_url")
	}
	d.Title, d.Greeting, d.RSVP, d.Calendar = words.Title, marker("greeting"), marker("rsvp_url"), marker("calendar_url")
	d.Intro, d.Details = events.HTML(words.Intro), events.HTML(words.Details)
	d.hours = l.FromTo(from, to)
	d.Day, d.Hours = l.DayTitle(from), i18n.Capital(d.hours)
	d.Address = events.AddressLines(words.Address)
	if d.Cover = events.MailCover(e.Picture, s.origin, l); d.Cover != nil {
		d.Cover.Alt = withoutMarkers(d.Cover.Alt)
	}
	return d
}

// cleaned removes the runes that are used as markers from the texts of an event.
func cleaned(c events.Content) events.Content {
	for _, v := range []*string{&c.Title, &c.Intro, &c.Details, &c.Address, &c.ThankYou} {
		*v = withoutMarkers(*v)
	}
	return c
}

func withoutMarkers(s string) string {
	return strings.Map(func(r rune) rune {
		if isMarker(r) {
			return -1
		}
		return r
	}, s)
}

// subject returns the subject line with its prefix, and with markers for the values of a guest.
func (d rendered) subject(own string) (string, error) {
	line := d.Lang.F(i18n.MailSubject, d.words.Title)
	if own != "" {
		parsed, fault := parse(own, inSubject)
		if fault != nil {
			return "", fault.invalid("subject")
		}
		line = d.fill(parsed, func(s string) string { return s })
	}
	if d.Reminder {
		line = d.Lang.T(i18n.MailReminder) + line
	}
	return line, nil
}

// body returns the HTML that staff wrote, with the values of the event filled in.
func (d rendered) body(ctx context.Context, source string) (string, error) {
	parsed, fault := parse(source, inHTML)
	if fault != nil {
		return "", fault.invalid("html")
	}
	light := d.Palette.Light
	pairs := []string{marker("event_intro"), d.Intro, marker("event_details"), d.Details}
	for _, p := range []struct {
		name string
		part templ.Component
	}{
		{"rsvp_button", emails.Button(light.Accent, light.OnAccent, d.RSVP, d.Lang.T(i18n.MailAnswer))},
		{"event_when_where", emails.WhenWhere(d.Invitation)}, {"event_picture", emails.CoverPicture(d.Invitation)},
	} {
		var b bytes.Buffer
		if err := p.part.Render(ctx, &b); err != nil {
			return "", err
		}
		pairs = append(pairs, marker(p.name), b.String())
	}
	return d.fill(strings.NewReplacer(pairs...).Replace(parsed), templ.EscapeString), nil
}

// written returns the text alternative of a message whose text staff wrote, with the values of the event filled in.
func (d rendered) written(source string) (string, error) {
	parsed, fault := parse(source, inText)
	if fault != nil {
		return "", fault.invalid("text")
	}
	parsed = strings.NewReplacer(marker("event_intro"), events.Plain(d.words.Intro), marker("event_details"), events.Plain(d.words.Details),
		marker("rsvp_button"), strings.Join(d.answerLines(), "\n"), marker("event_when_where"), strings.Join(d.whenWhere(), "\n"),
		marker("event_picture"), "").Replace(parsed)
	if d.Reminder {
		parsed = strings.TrimSpace(d.Lang.T(i18n.MailReminderTop)) + "\n\n" + parsed
	}
	text := emptyLines.ReplaceAllString(d.fill(strings.TrimSpace(parsed), func(s string) string { return s }), "\n\n")
	return text + "\n\n" + d.foot(), nil
}

// emptyLines are those that a part without a value leaves.
var emptyLines = regexp.MustCompile("\n{3,}")

// whenWhere returns the date, the hours and the address as lines of text.
func (d rendered) whenWhere() []string {
	lines := []string{d.Lang.T(i18n.MailWhen), d.Day, d.Hours}
	if len(d.Address) > 0 {
		lines = append(lines, "", d.Lang.T(i18n.MailWhere))
		lines = append(lines, d.Address...)
	}
	return lines
}

// answerLines returns the personal link as lines of text.
func (d rendered) answerLines() []string { return []string{d.Lang.T(i18n.MailAnswerText), d.RSVP} }

// fill replaces the markers of the event's values; those of the guest's values stay.
func (d rendered) fill(parsed string, escape func(string) string) string {
	return strings.NewReplacer(
		marker("event_title"), escape(d.words.Title), marker("event_date"), escape(d.date), marker("event_hours"), escape(d.hours),
		marker("event_address"), escape(d.words.Address), marker("sender_address"), escape(d.postal)).Replace(parsed)
}

// plain returns the text alternative of a message. It is built from the same data whatever the template.
func (d rendered) plain() string {
	l := d.Lang
	var b strings.Builder
	say := func(lines ...string) { b.WriteString(strings.Join(lines, "\n") + "\n\n") }
	title := d.Title
	if d.Reminder {
		title = l.T(i18n.MailReminder) + title
	}
	say(title)
	say(d.Greeting)
	if d.words.Intro != "" {
		say(events.Plain(d.words.Intro))
	}
	say(d.whenWhere()...)
	if d.words.Details != "" {
		say(events.Plain(d.words.Details))
	}
	say(d.answerLines()...)
	say(l.T(i18n.MailCalendar), d.Calendar)
	return b.String() + d.foot()
}

// foot returns the end of the text alternative: why the guest gets the message, how to unsubscribe, and the postal address.
func (d rendered) foot() string {
	lines := "-- \n" + d.Why + "\n\n"
	if d.Unsubscribe != "" {
		lines += d.Lang.T(i18n.MailStopText) + "\n" + d.Unsubscribe + "\n\n"
	}
	if d.Postal != "" {
		lines += d.Postal + "\n\n"
	}
	return strings.TrimRight(lines, "\n") + "\n"
}
