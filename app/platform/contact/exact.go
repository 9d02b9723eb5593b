package contact

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// ASCIIDomain is the form in which a domain is compared: lower case, in ASCII (IDNA). ok is false for what is no domain
// with a dot, and for a spelling that only becomes one when letters are folded or left out: full-width letters, an
// ideographic full stop, invisible characters. Nobody types those, and each would be another text for the same address.
func ASCIIDomain(written string) (domain string, ok bool) {
	written = strings.ToLower(norm.NFC.String(written))
	domain, err := idna.Lookup.ToASCII(written)
	if err != nil || !strings.Contains(domain, ".") || strings.HasPrefix(domain, ".") || strings.HasSuffix(domain, ".") {
		return "", false
	}
	domain = strings.ToLower(domain)
	want, err := idna.Lookup.ToUnicode(domain)
	if err != nil {
		return "", false
	}
	got, err := idna.Punycode.ToUnicode(written)
	return domain, err == nil && got == want
}

// Misleading tells whether a text holds a character that does not show, or one that becomes an ASCII letter when its case
// is folded: such a local part would be read as another one.
func Misleading(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
			r > unicode.MaxASCII && unicode.ToLower(r) <= unicode.MaxASCII
	})
}
