package rsvp

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	ics "github.com/arran4/golang-ical"

	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	"presence/app/platform/qr"
	"presence/db"
	"presence/views/emails"
)

// guestMail composes the messages to a guest about the guest's own answer to an event.
type guestMail struct {
	presenter
	MailOptions
	Answer
	from mail.Address
	// replaces: the answer was changed without a personal link
	replaces bool
	own      bool // the guest has shown that the address is the guest's own: texts that were typed may be in the message
	secrets
}

// secrets are what a message to a guest contains besides the answer.
type secrets struct {
	token string // of the guest's personal link
	code  string // the check-in code; empty: none
}

// guestMail returns the composer of the messages about an answer, with the current state of the event.
func (s *Service) guestMail(e events.Event, a Answer, x secrets) guestMail {
	v := presenter{e: e, lang: a.Language, now: s.now(), zone: s.mail.Zone, company: s.mail.Company}
	return guestMail{presenter: v, MailOptions: s.mail, Answer: a, from: s.mail.Queue.Sender(), secrets: x}
}

// confirmation returns the message that says what the guest has answered. The calendar file of a guest who was coming before and is
// not any more takes the event out of the calendar.
func (m guestMail) confirmation(ctx context.Context, attended bool) (outgoingmail.Mail, error) {
	out := m.head(outgoingmail.Confirmation, i18n.ConfirmSubject)
	switch {
	case !m.Declines():
		out.Calendar, out.CalendarMethod = m.calendar(ics.MethodRequest)
		return m.write(ctx, out, i18n.ConfirmYes)
	case attended:
		out.Calendar, out.CalendarMethod = m.calendar(ics.MethodCancel)
	}
	out.Subject = m.lang.F(i18n.ConfirmNoSubject, m.title())
	return m.write(ctx, out, i18n.RsvpDeclined)
}

// update returns the message that says that the event has changed, to a guest who comes. An event that guests no longer see is
// reported as cancelled.
func (m guestMail) update(ctx context.Context) (outgoingmail.Mail, error) {
	out := m.head(outgoingmail.EventUpdate, i18n.UpdateSubject)
	if m.e.State != events.Draft {
		out.Calendar, out.CalendarMethod = m.calendar(ics.MethodRequest)
		return m.write(ctx, out, i18n.UpdateText)
	}
	out.Subject = m.lang.F(i18n.UpdateCancelled, m.title())
	out.Calendar, out.CalendarMethod = m.calendar(ics.MethodCancel)
	return m.write(ctx, out, i18n.UpdateNoMore)
}

func (m guestMail) title() string { return m.e.Text(string(m.lang)).Title }

// head returns a message without its content.
func (m guestMail) head(kind outgoingmail.Kind, subject i18n.Text) outgoingmail.Mail {
	expires := min(db.InstantOf(m.now.Add(mailValid)), m.e.EndsAt)
	to := mail.Address{Name: contact.PlainName(m.Name), Email: m.Email}
	title := m.lang.F(subject, m.title())
	return outgoingmail.Mail{Kind: kind, To: to, Key: mailKey(m.Email), About: m.e.ID, Lang: m.lang, Subject: title, Expires: expires}
}

// party returns the message to a party of the waiting list: that places are offered to it, or that it is on the list. Its link
// leads to the page on which the guest takes or declines the places, or leaves the list.
func (m guestMail) party(ctx context.Context, p Party) (outgoingmail.Mail, error) {
	l, people := m.lang, m.lang.N(int(p.People), i18n.RsvpPeopleCount)
	link := emails.Link{Text: l.T(i18n.WaitLeave), URL: m.Origin + paths.WaitingList(m.e.ID, string(l), m.token)}
	out := m.head(outgoingmail.WaitingList, i18n.WaitSubject)
	text := l.F(i18n.WaitMailText, people)
	if p.State == Offered {
		out = m.head(outgoingmail.Offer, i18n.OfferSubject)
		out.Expires = p.OfferedUntil
		text, link.Text = l.F(i18n.OfferMailText, people, m.moment(p.OfferedUntil)), l.T(i18n.OfferSee)
	}
	page := m.page(out.Subject, text, i18n.WaitWhy)
	page.Change = link
	return m.render(ctx, out, page)
}

// write adds the content of a message about the guest's answer.
func (m guestMail) write(ctx context.Context, out outgoingmail.Mail, text i18n.Text) (outgoingmail.Mail, error) {
	l := m.lang
	words := l.T(text)
	if m.replaces {
		words += " " + l.T(i18n.ConfirmReplaces)
	}
	page := m.page(out.Subject, words, i18n.ConfirmWhy)
	if m.comes() {
		if page.Address != nil {
			page.Map = m.event().Map
		}
		page.Answer = l.N(int(m.People), i18n.RsvpPeopleCount)
		if out.Kind == outgoingmail.Confirmation {
			page.Answered = m.answered()
		}
		if err := m.addCode(&out, &page); err != nil {
			return out, err
		}
		for _, c := range m.calendars("") {
			if !c.File {
				page.Calendars = append(page.Calendars, emails.Link{Text: c.Name, URL: c.Href})
			}
		}
	}
	if m.e.State != events.Draft && !m.e.ClosedAt(m.now) {
		page.Change = emails.Link{Text: l.T(i18n.ConfirmChange), URL: m.Origin + paths.Rsvp(m.e.ID, string(l), m.token) + "#answer"}
		if m.Declines() {
			page.Change.Text = l.T(i18n.ConfirmBack)
		}
	}
	return m.render(ctx, out, page)
}

// answered returns the companions and the answers to the questions with their labels. Unless the address is known to be the
// guest's own, texts other than names are left out (contact.PlainName).
func (m guestMail) answered() (list []emails.Answered) {
	a := m.Answer
	if !m.own {
		a.Name, a.Details = cmp.Or(contact.PlainName(a.Name), m.lang.T(i18n.RsvpYou)), a.plain()
	}
	for _, line := range detailLines(m.lang, m.e, a) {
		list = append(list, emails.Answered{Label: line.Name, Texts: strings.Split(line.Value, "\n")})
	}
	return list
}

// plain returns the details without the names and texts that are no plain names.
func (d Details) plain() Details {
	d.Companions, d.Answers = slices.Clone(d.Companions), slices.Clone(d.Answers)
	for i, name := range d.Companions {
		d.Companions[i] = contact.PlainName(name)
	}
	d.Answers = slices.DeleteFunc(d.Answers, func(r Reply) bool { return r.Text != "" && contact.PlainName(r.Text) == "" })
	return d
}

// page returns the content that all messages have: the greeting, the text and the event.
func (m guestMail) page(subject, text string, why i18n.Text) emails.Confirmation {
	l := m.lang
	page := emails.Confirmation{Text: text}
	page.Envelope = emails.Envelope{Lang: l, Subject: subject, Preview: text, Palette: palette.Of(m.e.Palette),
		Postal: mail.SenderAddress(m.Company, m.Postal),
		Why:    l.T(why)}
	event := m.event()
	page.Title, page.Day, page.Hours, page.Address, page.Host = event.Title, event.Day.Long, event.Hours, event.Address, m.hostedBy()
	page.Cover = events.MailCover(m.e.Picture, m.Origin, l)
	page.Greeting = l.T(i18n.MailGreeting)
	if name := firstName(contact.PlainName(m.Name)); name != "" {
		page.Greeting = l.F(i18n.MailGreetingTo, name)
	}
	return page
}

// render adds the content to a message, as HTML and as text.
func (m guestMail) render(ctx context.Context, out outgoingmail.Mail, page emails.Confirmation) (outgoingmail.Mail, error) {
	var html bytes.Buffer
	err := emails.ConfirmationPage(page).Render(ctx, &html)
	out.HTML, out.Text = html.String(), plainConfirmation(page)
	return out, err
}

// pixels is how many pixels a square of the QR code in a message has on each side.
const pixels = 6

// addCode adds the guest's check-in code as a picture and as a link.
func (m guestMail) addCode(out *outgoingmail.Mail, page *emails.Confirmation) (err error) {
	if m.code == "" {
		return nil
	}
	page.Code, page.Picture = m.codeURL(), mail.ImageURL
	out.Image, err = qr.PNG(page.Code, pixels)
	return err
}

// codeURL returns the address that the check-in code stands for.
func (m guestMail) codeURL() string { return m.Origin + paths.CheckInCode(m.code) }

// comes reports whether the guest is coming to an event that takes place.
func (m guestMail) comes() bool { return !m.Declines() && m.e.State != events.Draft }

// plainConfirmation returns the text part of a message.
func plainConfirmation(m emails.Confirmation) string {
	l := m.Lang
	var b strings.Builder
	say := func(lines ...string) { b.WriteString(strings.Join(lines, "\n") + "\n\n") }
	link := func(x emails.Link) { say(strings.TrimSpace(x.Text+l.Colon()), x.URL) }
	if m.Host != "" {
		say(m.Title, m.Host)
	} else {
		say(m.Title)
	}
	say(m.Greeting)
	say(m.Text)
	if m.Answer != "" {
		say(l.T(i18n.ConfirmPlaces) + l.Colon() + m.Answer)
	}
	for _, x := range m.Answered {
		say(append([]string{x.Label}, x.Texts...)...)
	}
	say(l.T(i18n.MailWhen), m.Day, m.Hours)
	if len(m.Address) > 0 {
		say(append([]string{l.T(i18n.MailWhere)}, m.Address...)...)
	}
	if m.Map != "" {
		link(emails.Link{Text: l.T(i18n.RsvpMap), URL: m.Map})
	}
	for _, c := range m.Calendars {
		link(emails.Link{Text: l.T(i18n.MailCalendar) + " (" + c.Text + ")", URL: c.URL})
	}
	if m.Code != "" {
		link(emails.Link{Text: l.T(i18n.CodeShow), URL: m.Code})
	}
	if m.Change.URL != "" {
		link(m.Change)
		say(l.T(i18n.ConfirmHint))
	}
	say(strings.TrimSpace("-- \n" + m.Why + "\n" + m.Postal))
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// calendar returns the event as a calendar file that adds, changes (REQUEST) or removes (CANCEL) it in the guest's calendar without being
// asked about it (RFC 5546), with its method.
func (m guestMail) calendar(method ics.Method) ([]byte, string) {
	c, event := newCalendar(m.e, m.lang, m.zone, m.Host)
	c.SetMethod(method)
	event.SetDtStampTime(m.now)
	event.SetSequence(sequenceAt(db.InstantOf(m.now)))
	event.SetStatus(ics.ObjectStatusConfirmed)
	if m.code != "" {
		if m.code != "" {
			event.SetURL(m.codeURL())
		}
	}
	if method == ics.MethodCancel {
		event.SetStatus(ics.ObjectStatusCancelled)
	}
	event.SetOrganizer("mailto:"+m.from.Email, ics.WithCN(cmp.Or(contact.PlainName(m.from.Name), m.from.Email)))
	name := cmp.Or(contact.PlainName(m.Name), m.Email)
	event.AddAttendee("mailto:"+m.Email, ics.WithCN(name), ics.ParticipationStatusAccepted, ics.WithRSVP(false))
	return serialize(c), string(method)
}
