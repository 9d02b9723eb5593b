package directory

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"

	"presence/app/platform/contact"
)

// recordFormat is the version of the format in which records are stored: when it changes, the next sync writes all records
// again.
const recordFormat = "1"

// storedCustomer is a customer with the derived values that are stored.
type storedCustomer struct {
	Customer
	digest                             []byte
	numberKey, namesFolded, cityFolded string
	email                              contactKey // of the first valid e-mail address
	phone                              string     // the first valid phone number
	emails, phones                     []contactKey
	words                              []string
}

type contactKey struct{ written, key string }

// currentRow is the row of a customer in the current generation.
type currentRow struct {
	id     int64
	digest []byte
}

// digestOf returns a hash of all fields of a record: records with the same digest are equal.
func digestOf(c Customer) []byte {
	b := make([]byte, 0, 512)
	add := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	add(recordFormat)
	for _, x := range c.texts() {
		add(*x.text)
	}
	for _, list := range [][]string{c.Emails, c.Phones} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, s := range list {
			add(s)
		}
	}
	for _, s := range c.Subscriptions {
		add(s.Status)
		b = binary.AppendVarint(b, s.MonthlyCents)
	}
	sum := sha256.Sum256(b)
	return sum[:16]
}

func toStored(c Customer, digest []byte) *storedCustomer {
	p := &storedCustomer{Customer: c, digest: digest, numberKey: contact.NumberKey(c.ID), cityFolded: contact.Fold(c.City)}
	for _, e := range c.Emails {
		key, err := contact.EmailKey(e)
		if err != nil {
			key = ""
		}
		p.emails = append(p.emails, contactKey{e, key})
		if p.email.key == "" && key != "" {
			p.email = contactKey{e, key}
		}
	}
	for _, n := range c.Phones {
		key, ok := contact.PhoneKey(n)
		if p.phone == "" && ok {
			p.phone = key
		}
		p.phones = append(p.phones, contactKey{n, key})
	}
	if p.phone == "" && len(p.phones) > 0 {
		p.phone = p.phones[0].written
	}
	p.fold()
	return p
}

// fold sets the names without accents and case, and the words by which the customer is found.
func (p *storedCustomer) fold() {
	name := contact.Fold(p.Name)
	account, mandatary, legacy := name, contact.Fold(p.Mandatary), contact.Fold(p.LegacyContact)
	if p.AccountName != p.Name {
		account = contact.Fold(p.AccountName)
	}
	names := []string{name}
	for _, folded := range []string{account, mandatary, legacy} {
		if folded != "" && !slices.Contains(names, folded) {
			names = append(names, folded)
		}
	}
	p.namesFolded = strings.Join(names, "\n")
	for _, folded := range names {
		p.words = wordsOf(p.words, folded)
	}
	for _, e := range p.emails {
		if local, _, ok := strings.Cut(e.key, "@"); ok {
			p.words = wordsOf(p.words, contact.Fold(local))
		}
	}
}

const (
	maxWord  = 40 // bytes; a longer word is cut off
	maxWords = 60 // of one customer
)

// wordsOf adds the words of a folded text that are missing in words: runs of letters and digits of at least two bytes.
func wordsOf(words []string, folded string) []string {
next:
	for w := range strings.FieldsFuncSeq(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) < 2 || len(words) == maxWords {
			continue
		}
		if len(w) > maxWord {
			w = strings.ToValidUTF8(w[:maxWord], "")
		}
		for _, have := range words {
			if have == w {
				continue next
			}
		}
		words = append(words, w)
	}
	return words
}

// localKey returns the last seven digits of a phone number, or all of a shorter one.
func localKey(key string) string {
	digits := strings.TrimPrefix(key, "+")
	return digits[max(len(digits)-7, 0):]
}
