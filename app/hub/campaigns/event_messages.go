package campaigns

import (
	"strings"
	"time"
	"unicode/utf8"

	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/walltime"
	"presence/db"
)

// MessageKind is one of the messages before and after an event, of which each event has one of each kind (ADR 38).
type MessageKind string

// The kinds, in the order in which they go out.
const (
	WeekBefore    MessageKind = "week_before"
	DayBefore     MessageKind = "day_before"
	ThankYou      MessageKind = "thank_you"
	DeclinedAfter MessageKind = "declined"
)

// messageSpec describes a kind of message, and has the defaults that apply until staff change them.
type messageSpec struct {
	kind          MessageKind
	after         bool // it goes out after the event, else before it
	declined      bool // it goes to those who declined, else to those who come
	days, minutes int64
	subject, text i18n.Text
}

var messageSpecs = []messageSpec{
	{WeekBefore, false, false, 7, 9 * 60, i18n.MsgWeekSubject, i18n.MsgWeekText},
	{DayBefore, false, false, 1, 9 * 60, i18n.MsgDaySubject, i18n.MsgDayText},
	{ThankYou, true, false, 1, 10 * 60, i18n.MsgThanksSubject, i18n.MsgThanksText},
	{DeclinedAfter, true, true, 1, 10 * 60, i18n.MsgDeclinedSubject, i18n.MsgDeclinedText},
}

// specOf returns the spec of a kind; nil for an unknown one.
func specOf(kind MessageKind) *messageSpec {
	for i := range messageSpecs {
		if messageSpecs[i].kind == kind {
			return &messageSpecs[i]
		}
	}
	return nil
}

// name returns the name of the message for staff.
func (s messageSpec) name(l i18n.Lang) string { return l.T(i18n.MessageNames[string(s.kind)]) }

// ToComing reports whether the campaign is a message to those who come. They get it even if they have unsubscribed from
// invitations: it is about the event for which they have registered.
func (c Campaign) ToComing() bool {
	spec := specOf(c.Message)
	return spec != nil && !spec.declined
}

// MessageContent is the subject and the Markdown of a message in one language.
type MessageContent struct{ Subject, Text string }

// EventMessage is a message before or after an event.
type EventMessage struct {
	EventID       string
	Kind          MessageKind
	Days, Minutes int64          // see messageSpec
	FR, EN        MessageContent // empty texts stand for the default texts
	CampaignID    int64          // 0: it was never turned on
	Version       int64          // 0: it was never saved

	Campaign   Campaign   // with CampaignID
	Due        db.Instant // when it goes out
	Recipients int64      // how many would get it now
}

// On reports whether the message is to go out.
func (m EventMessage) On() bool { return m.CampaignID != 0 && m.Campaign.Unstarted() }

// Content returns the texts in a language, with the default texts in place of empty ones.
func (m EventMessage) Content(l i18n.Lang) MessageContent {
	c, spec := m.FR, specOf(m.Kind)
	if l == i18n.EN {
		c = m.EN
	}
	if c.Subject == "" {
		c.Subject = l.T(spec.subject)
	}
	if c.Text == "" {
		c.Text = l.T(spec.text)
	}
	return c
}

// due returns when the message is sent: at the time of day Minutes, on the day that is Days before the day on which the event
// starts, or Days after the day on which it ends. A time of day that is skipped when the clocks go forward is moved forward with
// them.
func (m EventMessage) due(e events.Event, zone *time.Location) db.Instant {
	day := db.DayOf(e.StartsAt.Time().In(zone)).Add(int(-m.Days))
	if specOf(m.Kind).after {
		day = db.DayOf(e.EndsAt.Time().In(zone)).Add(int(m.Days))
	}
	at, _ := walltime.OnDay(day, int(m.Minutes), zone)
	return at
}

// options returns how the message is composed in a language.
func (m EventMessage) options(l i18n.Lang, postal string, linked bool) templates.Options {
	c := m.Content(l)
	return templates.Options{Lang: l, Subject: c.Subject, Postal: postal, Linked: linked,
		Message: &templates.Message{Text: c.Text, Details: !specOf(m.Kind).after}}
}

// MessageChanges are the changes of a message; nil leaves a field as it is. An empty text stands for the default text.
type MessageChanges struct {
	On            *bool
	Days, Minutes *int64
	FR, EN        MessageContentChanges
}

// MessageContentChanges are the changes of one language.
type MessageContentChanges struct{ Subject, Text *string }

const (
	maxMessageDays = 60
	maxMessageText = 4000 // characters
)

// Validate cleans the changes, and returns their errors.
func (c *MessageChanges) Validate() errs.Fields {
	var faults errs.Fields
	if c.Days != nil && (*c.Days < 0 || *c.Days > maxMessageDays) {
		faults.Add("days", "out_of_range", "Expected a whole number from 0 to 60.")
	}
	if c.Minutes != nil && (*c.Minutes < 0 || *c.Minutes >= 24*60) {
		faults.Add("time", "clock", "Expected a time of day, such as 09:00.")
	}
	for _, x := range []struct {
		at string
		c  *MessageContentChanges
	}{{"content.fr.", &c.FR}, {"content.en.", &c.EN}} {
		if v := x.c.Subject; v != nil {
			*v = strings.TrimSpace(*v)
			if code := checkSubject(*v); code != "" {
				faults.Add(x.at+"subject", code, "Expected one line of at most 200 characters.")
			}
		}
		if v := x.c.Text; v != nil {
			*v = strings.TrimSpace(strings.ReplaceAll(*v, "\r\n", "\n"))
			switch {
			case utf8.RuneCountInString(*v) > maxMessageText:
				faults.Add(x.at+"text", "length", "Expected at most 4000 characters.")
			case events.TooComplex(&faults, x.at+"text", *v):
			case !utf8.ValidString(*v), strings.ContainsFunc(*v, func(r rune) bool { return errs.Unreadable(r) && r != '\n' && r != '\t' }):
				faults.Add(x.at+"text", "format", "Expected text without control characters.")
			}
		}
	}
	return faults
}

// apply returns the message with the changes. Texts that equal the default texts are stored as empty.
func (m EventMessage) apply(c MessageChanges) EventMessage {
	if c.Days != nil {
		m.Days = *c.Days
	}
	if c.Minutes != nil {
		m.Minutes = *c.Minutes
	}
	spec := specOf(m.Kind)
	for _, x := range []struct {
		to      *string
		v       *string
		program string
	}{{&m.FR.Subject, c.FR.Subject, spec.subject.FR}, {&m.FR.Text, c.FR.Text, spec.text.FR},
		{&m.EN.Subject, c.EN.Subject, spec.subject.EN}, {&m.EN.Text, c.EN.Text, spec.text.EN}} {
		if x.v == nil {
			continue
		}
		if *x.to = *x.v; *x.v == x.program {
			*x.to = ""
		}
	}
	return m
}
