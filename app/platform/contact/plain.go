package contact

import "strings"

// plainKey is a fast version of fullKey for most addresses, about a hundred times as fast: ASCII letters, digits and a few
// other characters, and a domain of ordinary labels. For all other texts, valid or not, ok is false.
func plainKey(written string) (string, bool) {
	s := strings.TrimSpace(written)
	at := strings.IndexByte(s, '@')
	if len(s) > maxEmail || at < 1 || !plainLocal(s[:at]) || !plainDomain(s[at+1:]) {
		return "", false
	}
	return strings.ToLower(s), true
}

// plainLocal reports whether s is words of letters, digits, "_", "+" and "-" with single dots between them.
func plainLocal(s string) bool {
	last := byte('.')
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !plainSign(c) && c != '_' && c != '+' && c != '-' && (c != '.' || last == '.') {
			return false
		}
		last = c
	}
	return last != '.'
}

// plainDomain reports whether s is two or more labels that need no IDNA processing: none begins or ends with a hyphen, and none
// has two hyphens together, as the encoded ones do.
func plainDomain(s string) bool {
	last, label, dots := byte('.'), 0, 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case plainSign(c):
			label++
		case c == '-' && last != '.' && last != '-':
			label++
		case c == '.' && label > 0 && last != '-':
			label, dots = 0, dots+1
		default:
			return false
		}
		if label > maxLabel {
			return false
		}
		last = c
	}
	return dots > 0 && label > 0 && last != '-'
}

const maxLabel = 63 // bytes (RFC 1035, 2.3.4)

func plainSign(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
