// Package templates writes the e-mails that guests receive: the festive invitation that ships with the program, and the
// templates that staff edit, which know a closed list of placeholders and nothing else (R21). Whatever is the same for
// all recipients of one language is written once; a message then costs no more than putting its few values in.
package templates

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/platform/errs"
	"presence/db"
)

// Content is a template in one language. Subject is one line; HTML is the inside of the message, without html or body.
type Content struct{ Subject, HTML string }

// Template is an e-mail that staff wrote. Empty English fields are read in French.
type Template struct {
	Name      string // begins with "event-"
	FR, EN    Content
	Version   int64
	UpdatedAt db.Instant
	UsedBy    []string // the events whose invitations look like it
}

// Text is the content in a language, "fr" or "en", field by field in French where English is empty.
func (t Template) Text(lang string) Content {
	c := t.FR
	if lang != "en" {
		return c
	}
	if t.EN.Subject != "" {
		c.Subject = t.EN.Subject
	}
	if t.EN.HTML != "" {
		c.HTML = t.EN.HTML
	}
	return c
}

// ContentChanges are the changes of one language; nil leaves a field as it is.
type ContentChanges struct{ Subject, HTML *string }

// Changes name the fields to change.
type Changes struct{ FR, EN ContentChanges }

const (
	maxSubject = 200     // characters
	maxHTML    = 200_000 // characters; larger messages are cut by mailboxes anyway
)

var nameShape = regexp.MustCompile(`^event-[a-z0-9-]{1,58}$`)

// checkName finds what is wrong with a template's name.
func checkName(faults *errs.Fields, name string) {
	switch {
	case name == "":
		faults.Add("name", "required", "This field is required.")
	case !nameShape.MatchString(name):
		faults.Add("name", "format", "Expected event- and then 1 to 58 small letters without accents, digits and hyphens.")
	}
}

// Validate cleans the fields that are named and finds every fault that shows in them alone.
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
	*v = strings.TrimSpace(*v)
	switch {
	case !utf8.ValidString(*v) || strings.ContainsFunc(*v, isForbidden):
		faults.Add(field, "format", "Expected one line of text without control characters.")
	case utf8.RuneCountInString(*v) > maxSubject:
		faults.Add(field, "length", "Expected at most "+strconv.Itoa(maxSubject)+" characters.")
	default:
		_, err := parse(*v, inSubject)
		err.report(faults, field)
	}
}

func cleanHTML(faults *errs.Fields, field string, v *string) {
	*v = strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(*v))
	switch {
	case !utf8.ValidString(*v) || strings.ContainsFunc(*v, func(r rune) bool { return isForbidden(r) && r != '\n' && r != '\t' }):
		faults.Add(field, "format", "Expected text without control characters.")
	case utf8.RuneCountInString(*v) > maxHTML:
		faults.Add(field, "length", "Expected at most "+strconv.Itoa(maxHTML)+" characters.")
	default:
		_, err := parse(*v, inHTML)
		err.report(faults, field)
	}
}

// isForbidden are control characters, what overrides the direction of text, and the private runes that stand for values
// while a message is written.
func isForbidden(r rune) bool {
	return errs.Unreadable(r) || isMarker(r)
}

// apply is t with the changes, which are valid in themselves.
func (t Template) apply(c Changes) Template {
	set(&t.FR.Subject, c.FR.Subject)
	set(&t.FR.HTML, c.FR.HTML)
	set(&t.EN.Subject, c.EN.Subject)
	set(&t.EN.HTML, c.EN.HTML)
	return t
}

// drop takes the changes of some fields back.
func (c *Changes) drop(fields map[string]bool) {
	for name, v := range map[string]**string{"content.fr.subject": &c.FR.Subject, "content.fr.html": &c.FR.HTML,
		"content.en.subject": &c.EN.Subject, "content.en.html": &c.EN.HTML} {
		if fields[name] {
			*v = nil
		}
	}
}

func set(field, value *string) {
	if value != nil {
		*field = *value
	}
}

// check finds the faults that show only in the whole of a template.
func (t Template) check() errs.Fields {
	var faults errs.Fields
	if t.FR.HTML == "" {
		faults.Add("content.fr.html", "required", "This field is required.")
	}
	return faults
}
