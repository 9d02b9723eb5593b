// Package contact compares what people write of themselves: e-mail addresses, phone numbers, customer numbers and names. For
// each it returns a key that is equal for two spellings of the same. It does not know whose they are.
package contact

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/nyaruka/phonenumbers"
)

// ErrEmail is the error of a text that is no e-mail address.
var ErrEmail = errors.New("no e-mail address")

// region is where a phone number without a country code is from.
const region = "CA"

// maxEmail is the longest address that mail carries (RFC 5321, 4.5.3.1.3).
const maxEmail = 254

// EmailKey is the form in which addresses are compared (R5): lower case, NFC, the domain in ASCII. It fails with
// ErrEmail on what is no bare address: no display name, no comment, no quoted or empty part, a domain with a dot; and on
// what holds characters that do not show, or a domain that is spelled as nobody types it (see ASCIIDomain).
func EmailKey(written string) (string, error) {
	if key, ok := plainKey(written); ok {
		return key, nil
	}
	return fullKey(written)
}

// fullKey is EmailKey for every address, by the rules of mail and of international domains.
func fullKey(written string) (string, error) {
	s := norm.NFC.String(strings.TrimSpace(written))
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || a.Name != "" || strings.ContainsAny(s, "\"()<>,;:\\ ") {
		return "", ErrEmail
	}
	at := strings.LastIndexByte(s, '@')
	domain, ok := ASCIIDomain(s[at+1:])
	if !ok || Misleading(s[:at]) {
		return "", ErrEmail
	}
	key := norm.NFC.String(strings.ToLower(s[:at])) + "@" + domain
	if len(key) > maxEmail {
		return "", ErrEmail
	}
	return key, nil
}

// PhoneKey is the form in which phone numbers are compared: E.164. Where the text is no valid number it is the digits as
// written, and ok is false; "" when there is none.
func PhoneKey(written string) (key string, ok bool) {
	n, err := phonenumbers.Parse(written, region)
	if err == nil && phonenumbers.IsValidNumber(n) {
		return phonenumbers.Format(n, phonenumbers.E164), true
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, written), false
}

// NumberKey is the form in which customer numbers are compared: their letters and digits, folded.
func NumberKey(written string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(written))
}
