package errs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unreadable reports whether r is a character that text must not contain: a control character, Unicode's line or paragraph
// separator, or a character that overrides or isolates the direction of text.
func Unreadable(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// Line adds an error if a text has line breaks, characters that are Unreadable, or invalid UTF-8.
func (f *Fields) Line(field, s string) {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, Unreadable) {
		f.Add(field, "format", "Expected one line of text without control characters.")
	}
}

// Lines is Line for a text that may have line breaks and tabs.
func (f *Fields) Lines(field, s string) {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return Unreadable(r) && r != '\n' && r != '\t' }) {
		f.Add(field, "format", "Expected text without control characters.")
	}
}

// CleanLines trims a text and normalizes its line ends.
func CleanLines(s string) string {
	return strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s))
}

// Readable removes the characters that Lines rejects, for texts that were stored without validation.
func Readable(s string) string {
	return strings.Map(func(r rune) rune {
		if Unreadable(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, CleanLines(s))
}

// Undirected removes characters that override or isolate the direction of text. They are invisible and often part of copied
// addresses and phone numbers. Invalid UTF-8 is kept, so that validation rejects it.
func Undirected(s string) string {
	if !utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return -1
		}
		return r
	}, s)
}
