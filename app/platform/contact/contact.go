// Package contact normalizes e-mail addresses, phone numbers, customer numbers and names. For each it returns a key that is
// equal for different spellings of the same value.
package contact

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/nyaruka/phonenumbers"
)

// ErrEmail is the error for an invalid e-mail address.
var ErrEmail = errors.New("no e-mail address")

// region is the country of a phone number without a country code.
const region = "CA"

// PhonePunctuation is what people write between the digits of a phone number.
const PhonePunctuation = " -+().\u00a0\u2011"

// maxEmail is the maximum length of an address (RFC 5321, 4.5.3.1.3).
const maxEmail = 254

// EmailKey returns the normalized form of an address, by which addresses are compared (R5): lower case, NFC, the domain in
// ASCII. It fails with ErrEmail unless the text is a bare address: no display name, comment, quoted or empty part, and a domain
// with a dot. It also fails for invisible characters, and for unusual spellings of a domain (see ASCIIDomain).
func EmailKey(written string) (string, error) {
	if key, ok := plainKey(written); ok {
		return key, nil
	}
	return fullKey(written)
}

// fullKey is EmailKey without the fast path: it follows the rules of mail and of international domains.
func fullKey(written string) (string, error) {
	s := norm.NFC.String(strings.TrimSpace(written))
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s {
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

// MailboxKey returns the key of an address without the tag after a plus sign: mail to ann+gala@example.org arrives in the mailbox of
// ann@example.org. Gmail also ignores dots, and has two names for its domain. The key only limits how much mail is sent to a mailbox:
// addresses are compared by EmailKey, because some providers give addresses with different tags to different people.
func MailboxKey(emailKey string) string {
	at := strings.LastIndexByte(emailKey, '@')
	if at < 0 {
		return emailKey
	}
	local, domain := emailKey[:at], emailKey[at:]
	if plus := strings.IndexByte(local, '+'); plus > 0 {
		local = local[:plus]
	}
	if domain == "@gmail.com" || domain == "@googlemail.com" {
		return strings.ReplaceAll(local, ".", "") + "@gmail.com"
	}
	return local + domain
}

// PhoneKey returns the normalized form of a phone number: E.164. For an invalid number it returns the digits as written, and ok
// is false; "" when there are none.
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

// Phone returns a phone number in the format of the pages: 514 555-0142 for a North American number, +33 1 23 45 67 89 for
// others. A text that is not a phone number is returned unchanged.
func Phone(written string) string {
	n, err := phonenumbers.Parse(written, region)
	if err != nil {
		return written
	}
	digits := phonenumbers.GetNationalSignificantNumber(n)
	switch {
	case n.GetCountryCode() == 1 && len(digits) == 10:
		shown := digits[:3] + " " + digits[3:6] + "-" + digits[6:]
		if n.GetExtension() != "" {
			shown += " #" + n.GetExtension()
		}
		return shown
	case phonenumbers.IsValidNumber(n):
		return phonenumbers.Format(n, phonenumbers.INTERNATIONAL)
	}
	return written
}

// NumberKey returns the normalized form of a customer number: its letters and digits, folded.
func NumberKey(written string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(written))
}
