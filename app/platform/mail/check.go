package mail

import (
	"errors"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"presence/app/platform/errs"
)

// Limits of header values; every relay accepts values up to these.
const (
	maxSubject = 500
	maxName    = 200
	maxLocal   = 64  // RFC 5321, 4.5.3.1.1
	maxEmail   = 254 // RFC 5321, 4.5.3.1.3
	maxURL     = 900 // one line of a header, which cannot be folded inside
)

// Check returns every error that prevents the message from being written: values that would end a header line, and addresses
// that no relay accepts. The fields are "id", "from", "reply_to", "to", "return_path", "subject", "lang", "unsubscribe" and "body".
func (m *Message) Check() error {
	var f errs.Fields
	if !validID(m.ID) {
		f.Add("id", "invalid", "A Message-ID is local@domain without spaces or brackets.")
	}
	checkAddress(&f, "from", m.From, true)
	checkAddress(&f, "reply_to", m.ReplyTo, false)
	checkAddress(&f, "to", m.To, true)
	checkAddress(&f, "return_path", Address{Email: m.ReturnPath}, false)
	checkLine(&f, "subject", m.Subject, maxSubject)
	if strings.Trim(m.Lang, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") != "" {
		f.Add("lang", "invalid", "A language is a tag such as fr or en-CA.")
	}
	if len(m.Unsubscribe) > maxURL || strings.IndexFunc(m.Unsubscribe, notInURL) >= 0 {
		f.Add("unsubscribe", "invalid", "The address of the one-click unsubscribe is no URL of ASCII characters.")
	}
	if m.HTML == "" && m.Text == "" {
		f.Add("body", "required", "A message has a text.")
	}
	return f.Err()
}

func checkAddress(f *errs.Fields, field string, a Address, required bool) {
	checkLine(f, field, a.Name, maxName)
	if a == (Address{}) && !required {
		return
	}
	if _, err := wireAddress(a.Email); err != nil {
		f.Add(field, "invalid", "The email address cannot be written to.")
	}
}

func checkLine(f *errs.Fields, field, s string, longest int) {
	switch {
	case utf8.RuneCountInString(s) > longest:
		f.Add(field, "too_long", "The text is too long for the head of a message.")
	case !utf8.ValidString(s) || strings.IndexFunc(s, isControl) >= 0:
		f.Add(field, "control", "The text holds a line break or another control character.")
	}
}

// isControl reports whether r must not be in a header: the C0 and C1 controls and Unicode's line separators.
func isControl(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029'
}

func notInURL(r rune) bool { return r <= ' ' || r >= 0x7f || r == '<' || r == '>' || r == '"' }

func validID(id string) bool {
	at := strings.IndexByte(id, '@')
	return at >= 0 && len(id) <= maxEmail && isASCII(id) && isAtoms(id[:at]) && isAtoms(id[at+1:])
}

var errAddress = errors.New("no address that mail can be sent to")

// wireAddress returns an address as it is sent to a relay: the domain in ASCII, the local part as it is. It accepts only
// addresses that need no quotes, so that nothing in one can end the command or header that it is part of.
func wireAddress(email string) (string, error) {
	at := strings.LastIndexByte(email, '@')
	if at < 1 || at > maxLocal || !isAtoms(email[:at]) {
		return "", errAddress
	}
	domain := email[at+1:]
	if !isASCII(domain) {
		ascii, err := idna.Lookup.ToASCII(domain)
		if err != nil {
			return "", errAddress
		}
		email, domain = email[:at+1]+ascii, ascii
	}
	if !isHost(domain) || len(email) > maxEmail {
		return "", errAddress
	}
	return email, nil
}

func isHost(s string) bool {
	if s == "" || s[0] == '.' || s[0] == '-' || s[len(s)-1] == '.' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '-' && c != '.' {
			return false
		}
	}
	return !strings.Contains(s, "..")
}

// isAtoms reports whether s consists of characters that need no quotes in an address (RFC 5322, 3.2.3; RFC 6532, 3.2).
func isAtoms(s string) bool {
	for i, r := range s {
		if r < utf8.RuneSelf && !atom[r] || isControl(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return false
		}
	}
	return s != ""
}

// atom are the ASCII characters of an atom, and the dot.
var atom = func() (set [utf8.RuneSelf]bool) {
	for _, c := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~." {
		set[c] = true
	}
	return set
}()

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
