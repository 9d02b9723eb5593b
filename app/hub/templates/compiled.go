package templates

import (
	"html"
	"strings"
	"unicode"

	"presence/app/platform/i18n"
	"presence/app/platform/mail"
)

// Guest is what a message knows of its recipient.
type Guest struct{ FirstName, LastName string }

// Links are the addresses in a message, whole.
type Links struct {
	RSVP        string // where the guest answers: the personal link
	Button      string // the same where it is followed by a click: the one that leads there and is counted; empty: RSVP
	Calendar    string // the event for a calendar
	Unsubscribe string // empty: a message that nobody unsubscribes from, such as a test
	Pixel       string // empty: nobody looks whether it is opened
}

// Compiled writes the messages of one language. Several goroutines may use it at once.
type Compiled struct {
	lang          i18n.Lang
	subject, text []segment
	html          []segment
	attachments   []mail.Attachment
	calendar      []byte
}

// Attachments are the files that go along, in the language of the messages or in both.
func (c *Compiled) Attachments() []mail.Attachment { return c.attachments }

// Calendar is the event as an .ics file.
func (c *Compiled) Calendar() []byte { return c.calendar }

// segment is a piece that is the same for all, and the value that follows it; -1: none.
type segment struct {
	text  string
	value int
}

// parseSegments cuts a text at its marks.
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

// Message is the e-mail of one guest.
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

// pixel is the index after those of the placeholders: that of the tracking pixel.
var pixel = len(Placeholders)

// values are what the marks that are left in a message stand for; those of the event were filled in when it was compiled.
func (c *Compiled) values(g Guest, l Links) []string {
	first, last := oneLine(g.FirstName), oneLine(g.LastName)
	v := make([]string, len(Placeholders)+1)
	v[placeholderIndex["greeting"]] = c.greeting(first)
	v[placeholderIndex["firstname"]] = first
	v[placeholderIndex["lastname"]] = last
	v[placeholderIndex["name"]] = strings.TrimSpace(first + " " + last)
	v[placeholderIndex["rsvp_url"]] = l.RSVP
	v[placeholderIndex["calendar_url"]] = l.Calendar
	v[placeholderIndex["unsubscribe_url"]] = l.Unsubscribe
	return v
}

// placeholderIndex is the index of each placeholder in the list.
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

// oneLine is a name as it may stand in a subject.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || isForbidden(r) {
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

// What stands around the address of that picture.
const pixelHead, pixelTail = `<img src="`, `" width="1" height="1" alt="" style="display:block;border:0">`

// WithoutPixel is a message that went out, without the picture that tells that it was opened: for whoever shows it and is
// not the one whom it was for.
func WithoutPixel(message string) string {
	before, rest, found := strings.Cut(message, pixelTail)
	begin := strings.LastIndex(before, pixelHead)
	if !found || begin < 0 {
		return message
	}
	return before[:begin] + WithoutPixel(rest)
}
