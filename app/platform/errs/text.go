package errs

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unreadable reports whether a text holds what no text of people does: control characters, Unicode's line and paragraph
// separators, or characters that override or isolate the direction of text.
func Unreadable(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// Line adds the fault of a text that is no single line, or holds what is Unreadable or no UTF-8.
func (f *Fields) Line(field, s string) {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, Unreadable) {
		f.Add(field, "format", "Expected one line of text without control characters.")
	}
}

// Lines is Line for a text that may have several lines, and tabs.
func (f *Fields) Lines(field, s string) {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return Unreadable(r) && r != '\n' && r != '\t' }) {
		f.Add(field, "format", "Expected text without control characters.")
	}
}

// CleanLines trims a text of several lines and makes their ends one kind.
func CleanLines(s string) string {
	return strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s))
}

// Readable removes what Lines refuses, from texts that were stored unchecked.
func Readable(s string) string {
	return strings.Map(func(r rune) rune {
		if Unreadable(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, CleanLines(s))
}

// Undirected removes characters that override or isolate the direction of text: copied addresses and phone numbers bring them
// along, invisibly. Invalid UTF-8 is left for validation to refuse.
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
