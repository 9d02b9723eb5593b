package contact

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// ASCIIDomain returns the normalized form of a domain: lower case, in ASCII (IDNA). ok is false if the text is not a domain
// with a dot, or becomes one only when letters are mapped or removed: full-width letters, an ideographic full stop, invisible
// characters. They are not typed by people, and accepting them would allow several texts for one address.
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

// Misleading reports whether a text contains an invisible character, or one that becomes an ASCII letter when its case is
// folded: people would read such a local part as a different address.
func Misleading(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
			r > unicode.MaxASCII && unicode.ToLower(r) <= unicode.MaxASCII
	})
}
