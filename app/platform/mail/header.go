package mail

import (
	"strings"
	"unicode/utf8"
)

// softLine is the length from which a header line is folded (RFC 5322, 2.1.1; RFC 2047, 2).
const softLine = 76

// appendText appends the folded value of an unstructured field; col is the length of its line so far.
func appendText(b []byte, col int, s string) []byte {
	if !isPlain(s) {
		b, _ = appendWords(b, col, s)
		return b
	}
	for first := true; s != ""; first = false {
		word, rest, _ := strings.Cut(s, " ")
		if !first {
			if col+1+len(word) > softLine {
				b, col = append(b, '\r', '\n'), 0
			}
			b, col = append(b, ' '), col+1
		}
		b, col, s = append(b, word...), col+len(word), rest
	}
	return b
}

// isPlain reports whether a text needs no encoding in a header: printable ASCII in short words with single spaces.
func isPlain(s string) bool {
	word := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ':
			if word == 0 {
				return false
			}
			word = 0
		case c < ' ' || c > '~' || word == softLine-16:
			return false
		default:
			word++
		}
	}
	return word > 0 && !strings.Contains(s, "=?")
}

// appendWords appends a text as encoded words (RFC 2047), one on each line, without splitting characters. It also returns the
// length of the last line.
func appendWords(b []byte, col int, s string) ([]byte, int) {
	const open, end, longest = "=?UTF-8?q?", "?=", 75
	b, col = append(b, open...), col+len(open)
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		width := 1
		if n > 1 || !inWord[s[i]] {
			width = 3 * n
		}
		if col+width+len(end) > longest {
			b = append(append(append(b, end...), "\r\n "...), open...)
			col = 1 + len(open)
		}
		switch {
		case s[i] == ' ':
			b = append(b, '_')
		case width == 1:
			b = append(b, s[i])
		default:
			for _, c := range []byte(s[i : i+n]) {
				b = append(b, '=', upperHex[c>>4], upperHex[c&15])
			}
		}
		i, col = i+n, col+width
	}
	return append(b, end...), col + len(end)
}

const upperHex = "0123456789ABCDEF"

// inWord are the characters that need no encoding in an encoded word, even within a name (RFC 2047, 5).
var inWord = func() (set [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!*+-/ ") {
		set[c] = true
	}
	return set
}()

// appendAddress appends an address as the value of a header field; col is the length of its line so far.
func appendAddress(b []byte, col int, a Address) []byte {
	email, err := wireAddress(a.Email)
	if err != nil { // cannot happen: Check rejects it
		email = "invalid@invalid"
	}
	if a.Name == "" {
		return append(b, email...)
	}
	start := len(b)
	switch {
	case isPlain(a.Name) && len(a.Name) <= softLine-col && isPhrase(a.Name):
		b = append(b, a.Name...)
	case isPlain(a.Name) && len(a.Name) < softLine-col-8:
		b = append(b, '"')
		for i := range len(a.Name) {
			if c := a.Name[i]; c == '"' || c == '\\' {
				b = append(b, '\\')
			}
			b = append(b, a.Name[i])
		}
		b = append(b, '"')
	default:
		b, col = appendWords(b, col, a.Name)
		start = len(b)
	}
	if col+len(b)-start+len(email)+3 > softLine {
		b = append(b, '\r', '\n')
	}
	return append(append(append(b, " <"...), email...), '>')
}

// isPhrase reports whether a plain name needs no quotes.
func isPhrase(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != ' ' && (!atom[c] || c == '.') {
			return false
		}
	}
	return true
}
