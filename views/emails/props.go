// Package emails renders the HTML of the messages that guests and people with an account receive. Mail programs are not browsers: the
// layout uses tables, styles are attributes of the elements, colours are given twice, for light and for dark, and only the event's cover
// picture is loaded, from our own address.
package emails

import (
	"strings"

	"presence/app/platform/i18n"
	"presence/app/platform/palette"
)

// Envelope is what surrounds every message.
type Envelope struct {
	Lang        i18n.Lang
	Subject     string
	Preview     string // the line that mail programs show beside the subject
	Palette     palette.Palette
	Reminder    bool
	Postal      string // the sender's postal address (R21); empty: none is known
	Unsubscribe string // link to unsubscribe; empty: no such line
	StopLabel   string // its text; empty: that of invitations
	Why         string // why the recipient gets the message
	Pixel       string // marker that each message replaces by its tracking pixel
}

// Invitation is the festive message.
type Invitation struct {
	Envelope
	Title, Greeting string
	Intro, Details  string // HTML, safe
	Day, Hours      string
	Address         []string // lines
	RSVP, Calendar  string   // links
	Cover           *Cover   // nil: none
}

// Cover is a picture that is as wide as the message, such as the cover picture of an event.
type Cover struct {
	URL           string
	Width, Height int    // pixels, as it is shown
	Alt           string // what it shows
}

// coverWidth is the width of a message.
const coverWidth = 600

// outlookBegin and outlookEnd surround a message with a table that only Outlook reads, which does not know max-width.
const (
	outlookBegin = `<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" align="center"><tr><td><![endif]-->`
	outlookEnd   = `<!--[if mso]></td></tr></table><![endif]-->`
)

// NewCover returns a picture with the address of its file, which has width and height, as it is shown in a message.
func NewCover(url string, width, height int64, alt string) *Cover {
	return &Cover{url, coverWidth, int((height*coverWidth + width/2) / width), alt}
}

// Confirmation is a message to a guest about the guest's own answer. Details and RSVP of the invitation are not used.
type Confirmation struct {
	Invitation
	Host      string // who invites, in words; empty: it is not known
	Text      string // what was answered, or what has changed
	Answer    string // the number of people; empty: the guest is not coming
	Answered  []Answered
	Map       string // link to a map of the address; empty: none
	Calendars []Link // links that add the event to a calendar
	Code      string // the address that the guest's check-in code stands for; empty: none
	Picture   string // the address of its QR code
	Change    Link   // to change the answer; zero: it can no longer be changed
}

// Answered is a question, or what else a guest has said, with the answers: of a question for each person one each.
type Answered struct {
	Label string
	Texts []string
}

// Link is the text of a link with its address.
type Link struct{ Text, URL string }

// Letter is a message to a person who has an account, with one button.
type Letter struct {
	Lang        i18n.Lang
	Subject     string
	Title       string
	Text, Notes []string // paragraphs before and after the button
	Lists       []List   // between the paragraphs and the button
	Label, URL  string   // of the button
	Why         string   // why the person gets the message
	Stop        string   // link to unsubscribe; empty: none
	StopLabel   string
}

// List is a list in a letter.
type List struct {
	Title string // may be empty
	Items []Item
}

// Item is an entry of a list; without URL it is no link.
type Item struct{ Text, Detail, URL string }

// letterColors are those of every letter, near the colours of the staff pages.
var letterColors = palette.Of("nuit")

func (m Letter) envelope() Envelope {
	e := Envelope{Lang: m.Lang, Subject: m.Subject, Palette: letterColors, Why: m.Why, Unsubscribe: m.Stop, StopLabel: m.StopLabel}
	if len(m.Text) > 0 {
		e.Preview = m.Text[0]
	}
	return e
}

// style joins declarations for an element.
func style(parts ...string) string { return strings.Join(parts, ";") }

// The names of fonts stand without quotes, which CSS allows for names made of words: templ escapes quotes in a style
// attribute twice, and mail programs would then drop the whole declaration.
const (
	sans  = "font-family:Segoe UI,-apple-system,BlinkMacSystemFont,Roboto,Helvetica Neue,Arial,sans-serif"
	serif = "font-family:Georgia,Times New Roman,Times,serif"
)

func color(c string) string  { return "color:" + c }
func ground(c string) string { return "background-color:" + c }

// darkSheet returns the style sheet with the dark colours. These are the only rules that need a style sheet, since a
// style attribute holds one colour only.
func darkSheet(p palette.Palette) string {
	d := p.Dark
	rules := []struct{ class, declarations string }{
		{"p-ground", ground(d.Ground)}, {"p-surface", ground(d.Surface)}, {"p-soft", ground(d.Soft)}, {"p-accent", ground(d.Accent)},
		{"p-ink", color(d.Ink)}, {"p-muted", color(d.Muted)}, {"p-link", color(d.Link)}, {"p-line", "border-color:" + d.Line},
	}
	var b strings.Builder
	b.WriteString("<style>:root{color-scheme:light dark;supported-color-schemes:light dark}body a{color:" + p.Light.Link + "}" +
		"@media (max-width:480px){.p-pad{padding-left:20px!important;padding-right:20px!important}.p-title{font-size:28px!important}" +
		".p-col{display:block!important;width:auto!important;padding-left:0!important;padding-right:0!important}}" +
		"@media (prefers-color-scheme:dark){body a{color:" + d.Link + "}")
	for _, r := range rules {
		b.WriteString("." + r.class + "{" + strings.ReplaceAll(r.declarations, ";", "!important;") + "!important}")
	}
	b.WriteString("}")
	for _, r := range rules { // Outlook on the web and on phones
		b.WriteString("[data-ogsc] ." + r.class + "{" + r.declarations + "!important}")
	}
	b.WriteString("</style>")
	return b.String()
}

// InScheme returns a message as mail programs show it in the dark or in the light, whatever the browser prefers.
func InScheme(html string, dark bool) string {
	when, scheme := "not all", "light"
	if dark {
		when, scheme = "all", "dark"
	}
	html = strings.Replace(html, "(prefers-color-scheme:dark)", when, 1)
	return strings.Replace(html, ":root{color-scheme:light dark;", ":root{color-scheme:"+scheme+";", 1)
}

// flags returns the colours of the bunting above the title.
func flags(c palette.Colors) []string {
	row := []string{c.Spark, c.Soft, c.OnAccent, c.Soft, c.Spark, c.OnAccent}
	return append(append(row, row...), row...)
}
