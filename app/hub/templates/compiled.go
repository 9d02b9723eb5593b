package templates

import (
	"html"
	"strings"

	"presence/app/platform/i18n"
	"presence/app/platform/mail"
)

// Guest is the recipient's name in a message.
type Guest struct{ FirstName, LastName string }

// Links are the absolute addresses in a message.
type Links struct {
	RSVP        string // the personal link
	Button      string // the click-tracking link behind the button, which redirects to RSVP; empty: the button uses RSVP directly
	Calendar    string // the event's calendar file
	Unsubscribe string // empty: the message has none, as in a test
	Pixel       string // the tracking pixel; empty: opens are not recorded
}

// Compiled composes the messages of one language. It is safe for concurrent use.
type Compiled struct {
	lang          i18n.Lang
	subject, text []segment
	html          []segment
	attachments   []mail.Attachment
	calendar      []byte
	lacksEnglish  bool
}

// LacksEnglish reports whether the template has French text only, in whole or in part.
func (c *Compiled) LacksEnglish() bool { return c.lacksEnglish }

// Attachments returns the attachments for the language of the messages or for both.
func (c *Compiled) Attachments() []mail.Attachment { return c.attachments }

// Calendar returns the event as an .ics file.
func (c *Compiled) Calendar() []byte { return c.calendar }

// SubjectText returns the subject as staff would write it: with the placeholders of a guest's values.
func (c *Compiled) SubjectText() string {
	var b strings.Builder
	for _, s := range c.subject {
		b.WriteString(s.text)
		if s.value >= 0 {
			b.WriteString("{{" + Placeholders[s.value].Name + "}}")
		}
	}
	return b.String()
}

// segment is a constant piece of text, and the index of the value that follows it; -1: none follows.
type segment struct {
	text  string
	value int
}

// parseSegments splits a text at its markers.
func parseSegments(text string) (list []segment) {
	from := 0
	for at, r := range text {
		if isMarker(r) {
			list = append(list, segment{text[from:at], int(r - firstMarker)})
			from = at + len(string(r))
		}
	}
	return append(list, segment{text[from:], -1})
}

// Message returns the subject, the HTML page and the text of one guest's message.
func (c *Compiled) Message(g Guest, l Links) (subject, page, text string) {
	v := c.values(g, l)
	subject = joinSegments(c.subject, func(b *strings.Builder, i int) { b.WriteString(v[i]) })
	text = joinSegments(c.text, func(b *strings.Builder, i int) { b.WriteString(v[i]) })
	page = joinSegments(c.html, func(b *strings.Builder, i int) {
		switch {
		case i == placeholderIndex["rsvp_url"] && l.Button != "":
			b.WriteString(html.EscapeString(l.Button))
		case i != pixel:
			b.WriteString(html.EscapeString(v[i]))
		case l.Pixel != "":
			b.WriteString(pixelHead + html.EscapeString(l.Pixel) + pixelTail)
		}
	})
	return subject, page, text
}

// pixel is the index of the tracking pixel among the values: it follows the placeholders.
var pixel = len(Placeholders)

// values returns the values for the markers in a message, by index. Those of the event are empty: they were filled in by
// compile.
func (c *Compiled) values(g Guest, l Links) []string {
	first, last := oneLine(g.FirstName), oneLine(g.LastName)
	v := make([]string, len(Placeholders))
	v[placeholderIndex["greeting"]] = c.greeting(first)
	v[placeholderIndex["firstname"]] = first
	v[placeholderIndex["lastname"]] = last
	v[placeholderIndex["name"]] = strings.TrimSpace(first + " " + last)
	v[placeholderIndex["rsvp_url"]] = l.RSVP
	v[placeholderIndex["calendar_url"]] = l.Calendar
	v[placeholderIndex["unsubscribe_url"]] = l.Unsubscribe
	return v
}

// placeholderIndex is the index in Placeholders by name.
var placeholderIndex = func() map[string]int {
	m := map[string]int{}
	for i, p := range Placeholders {
		m[p.Name] = i
	}
	return m
}()

func (c *Compiled) greeting(first string) string {
	if first == "" {
		return c.lang.T(i18n.MailGreeting)
	}
	return c.lang.F(i18n.MailGreetingTo, first)
}

// oneLine returns a name without line breaks and control characters, for a subject.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if isForbidden(r) {
			return ' '
		}
		return r
	}, s))
}

func joinSegments(list []segment, value func(b *strings.Builder, i int)) string {
	var b strings.Builder
	size := 256
	for _, s := range list {
		size += len(s.text)
	}
	b.Grow(size)
	for _, s := range list {
		b.WriteString(s.text)
		if s.value >= 0 {
			value(&b, s.value)
		}
	}
	return b.String()
}

// The HTML before and after the address of the tracking pixel.
const pixelHead, pixelTail = `<img src="`, `" width="1" height="1" alt="" style="display:block;border:0">`

// WithoutPixel removes the tracking pixel from a message, so that showing it to staff does not count as an open by its
// recipient.
func WithoutPixel(message string) string {
	before, rest, found := strings.Cut(message, pixelTail)
	begin := strings.LastIndex(before, pixelHead)
	if !found || begin < 0 {
		return message
	}
	return before[:begin] + WithoutPixel(rest)
}
