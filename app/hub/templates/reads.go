package templates

import (
	"regexp"
	"strings"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
)

const mostRead = 200 // characters

// Reader returns a function that tells what a guest reads in place of a text: one line, with the values of the event and of a sample
// guest for the placeholders, without the marks of Markdown and the addresses of links, and cut if it is long. For a text that says just
// that, or with a placeholder that is wrong, it is empty.
func (s *Service) Reader(e events.Event, l i18n.Lang) func(text string) string {
	d := s.render(e, Options{Lang: l, Postal: l.T(i18n.TplPostal)})
	values := (&Compiled{lang: l}).values(sampleGuests[l], sampleLinks)
	pairs := []string{marker("event_intro"), events.Plain(d.words.Intro), marker("event_details"), events.Plain(d.words.Details),
		marker("rsvp_button"), l.T(i18n.MailAnswer), marker("event_when_where"), strings.Join(d.whenWhere(), " "), marker("event_picture"), ""}
	for _, name := range []string{"greeting", "firstname", "lastname", "name", "rsvp_url", "calendar_url", "unsubscribe_url"} {
		pairs = append(pairs, marker(name), values[placeholderIndex[name]])
	}
	fill := strings.NewReplacer(pairs...)
	return func(text string) string {
		parsed, fault := parse(linkAddress.ReplaceAllString(text, "$1"), inText)
		if fault != nil {
			return ""
		}
		read := fill.Replace(d.fill(events.Plain(parsed), func(s string) string { return s }))
		if read = joined(read); read == joined(text) {
			return ""
		}
		if r := []rune(read); len(r) > mostRead {
			read = strings.TrimSpace(string(r[:mostRead])) + "…"
		}
		return read
	}
}

// joined returns a text in one line, with a dot before each item of a list.
func joined(text string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(listItem.ReplaceAllString(text, "• "), " "))
}

var listItem = regexp.MustCompile(`(?m)^- `)

var spaces = regexp.MustCompile(`[ \t\r\n]+`) // no-break spaces stay

// linkAddress is a link of Markdown: its label and its address.
var linkAddress = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
