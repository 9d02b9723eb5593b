// Package templates composes the e-mails that guests receive: from the festive invitation that is built in, or from templates
// that staff edit, with a fixed list of placeholders (R21). What is the same for all recipients of a language is composed once;
// a message then only needs the recipient's values filled in.
package templates

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/hub/events"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/db"
)

// Content is a template in one language. Subject is one line; HTML is the content of the body element. Text is the plain text of a message
// without its foot; empty: it is written from the event.
type Content struct{ Subject, HTML, Text string }

// Template is an e-mail that staff wrote. Where an English field is empty, the French one is used.
type Template struct {
	Name      string // begins with "event-"
	FR, EN    Content
	Version   int64
	UpdatedAt db.Instant
	UsedBy    []string // the events whose invitations use it
	// FrenchParts: parts of the English content are in French, because they have no English text.
	FrenchParts bool
}

// LacksEnglish reports whether people who read English would get French text of the template.
func (t Template) LacksEnglish() bool { return t.FrenchParts || t.FR.HTML != "" && t.EN.HTML == "" }

// Text returns the content in a language, "fr" or "en", with French for each empty English field.
func (t Template) Text(lang string) Content {
	c := t.FR
	if lang != "en" {
		return c
	}
	if t.EN.Subject != "" {
		c.Subject = t.EN.Subject
	}
	if t.EN.HTML != "" {
		c.HTML, c.Text = t.EN.HTML, t.EN.Text
	}
	return c
}

// ContentChanges are the changes of one language; nil leaves a field as it is.
type ContentChanges struct{ Subject, HTML *string }

// Changes are the changes of both languages.
type Changes struct{ FR, EN ContentChanges }

const (
	maxSubject = 200     // characters
	maxHTML    = 200_000 // characters; mail programs cut off larger messages
)

var nameShape = regexp.MustCompile(`^event-[a-z0-9-]{1,58}$`)

// checkName adds an error if a template's name is invalid.
func checkName(faults *errs.Fields, name string) {
	switch {
	case name == "":
		faults.Add("name", "required", "This field is required.")
	case !nameShape.MatchString(name):
		faults.Add("name", "format", "Expected event- and then 1 to 58 small letters without accents, digits and hyphens.")
	}
}

// Validate cleans the changed fields and returns the errors of each field by itself.
func (c *Changes) Validate() errs.Fields {
	var faults errs.Fields
	for _, w := range []struct {
		at    string
		words *ContentChanges
	}{{"content.fr.", &c.FR}, {"content.en.", &c.EN}} {
		if v := w.words.Subject; v != nil {
			cleanSubject(&faults, w.at+"subject", v)
		}
		if v := w.words.HTML; v != nil {
			cleanHTML(&faults, w.at+"html", v)
		}
	}
	return faults
}

func cleanSubject(faults *errs.Fields, field string, v *string) {
	CleanLine(faults, field, v, maxSubject)
}

// CleanLine trims one line of text, in which placeholders of one word may stand, and adds its error.
func CleanLine(faults *errs.Fields, field string, v *string, maxLength int) {
	*v = strings.TrimSpace(*v)
	switch {
	case !utf8.ValidString(*v) || strings.ContainsFunc(*v, isForbidden):
		faults.Add(field, "format", "Expected one line of text without control characters.")
	case utf8.RuneCountInString(*v) > maxLength:
		faults.Add(field, "length", "Expected at most "+strconv.Itoa(maxLength)+" characters.")
	default:
		_, err := parse(*v, inSubject)
		err.report(faults, field)
	}
}

func cleanHTML(faults *errs.Fields, field string, v *string) {
	cleanLines(faults, field, v, maxHTML, func(s string) *placeholderError {
		_, err := parse(s, inHTML)
		return err
	})
}

// CleanMarkdown cleans text of several lines, in which every placeholder may stand, and adds its error. It may be Markdown.
func CleanMarkdown(faults *errs.Fields, field string, v *string, maxLength int) {
	if events.TooComplex(faults, field, *v) {
		return
	}
	cleanLines(faults, field, v, maxLength, func(s string) *placeholderError {
		_, _, err := markdownSource(s)
		return err
	})
}

func cleanLines(faults *errs.Fields, field string, v *string, maxLength int, check func(string) *placeholderError) {
	*v = strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(*v))
	switch {
	case !utf8.ValidString(*v) || strings.ContainsFunc(*v, func(r rune) bool { return isForbidden(r) && r != '\n' && r != '\t' }):
		faults.Add(field, "format", "Expected text without control characters.")
	case utf8.RuneCountInString(*v) > maxLength:
		faults.Add(field, "length", "Expected at most "+strconv.Itoa(maxLength)+" characters.")
	default:
		check(*v).report(faults, field)
	}
}

// isForbidden reports whether r is a control character, a character that overrides the direction of text, or a marker rune.
func isForbidden(r rune) bool {
	return errs.Unreadable(r) || isMarker(r)
}

// apply returns t with the changes, which must be valid.
func (t Template) apply(c Changes) Template {
	change.Set(&t.FR.Subject, c.FR.Subject)
	change.Set(&t.FR.HTML, c.FR.HTML)
	change.Set(&t.EN.Subject, c.EN.Subject)
	change.Set(&t.EN.HTML, c.EN.HTML)
	return t
}

// drop removes the changes of some fields.
func (c *Changes) drop(fields map[string]bool) {
	for name, v := range map[string]**string{"content.fr.subject": &c.FR.Subject, "content.fr.html": &c.FR.HTML,
		"content.en.subject": &c.EN.Subject, "content.en.html": &c.EN.HTML} {
		if fields[name] {
			*v = nil
		}
	}
}

// check returns the errors that show only in the template as a whole.
func (t Template) check() errs.Fields {
	var faults errs.Fields
	if t.FR.HTML == "" {
		faults.Add("content.fr.html", "required", "This field is required.")
	}
	return faults
}
