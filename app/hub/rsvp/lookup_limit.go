package rsvp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"presence/db"
)

// What one address may ask within windowMinutes (R17). An answer asks about every account that its e-mail, phone or number
// points to, whether or not a match is confirmed, so that whoever tries out numbers is soon past it, while the guests behind
// one address are not for having answered often.
const (
	maxAccounts = 5  // different accounts
	maxMisses   = 20 // different e-mails, phones and numbers that point to nobody
)

// Prefixes of the hashes in rsvp_asked, by what they count.
const (
	accountLookup = "account:"
	missLookup    = "missed:"
)

// lookups is what an answer asks of the directory, as it is kept: hashes that say nothing without the key. They are of one
// address, so that nobody sees in the table who asked the same.
type lookups struct{ accounts, misses []string }

// lookupsOf collects the accounts of all candidates, however few signals they have, and the keys that found none of them. A
// confirmed answer would be thanked the same way without the keys that found nobody: those do not count.
func (s *Service) lookupsOf(network string, x preparedAnswer) (q lookups) {
	for _, account := range x.accounts {
		q.accounts = append(q.accounts, accountLookup+s.hashLookup(network, account))
	}
	if x.Confidence == Confirmed {
		return q
	}
	for _, key := range x.misses {
		q.misses = append(q.misses, missLookup+s.hashLookup(network, key))
	}
	return q
}

func (s *Service) hashLookup(network, what string) string {
	h := hmac.New(sha256.New, s.secret)
	h.Write([]byte("presence rsvp asked\x00" + network + "\x00" + what))
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// recordLookups notes what an answer asks, and reports whether the address may still be answered by it. When it may not, nothing that
// becomes of the answer may depend on the directory. The statements are the same whatever the directory knows.
func (a attempt) recordLookups(ctx context.Context, tx *db.Tx, of lookups) (may bool, err error) {
	at := db.InstantOf(a.at)
	if err := lockLookups(ctx, tx, a.network, at); err != nil {
		return false, err
	}
	before, err := lookupsSince(ctx, tx, a.network, db.InstantOf(a.at.Add(-windowMinutes*time.Minute)))
	if err != nil {
		return false, err
	}
	var note []string
	if distinct(before, missLookup, nil) <= maxMisses { // else it is past the limit already
		note = append(note, of.misses...)
	}
	if may = distinct(before, accountLookup, of.accounts) <= maxAccounts && distinct(before, missLookup, of.misses) <= maxMisses; may {
		note = append(note, of.accounts...)
	}
	return may, insertLookups(ctx, tx, a.network, note, at)
}

// distinct counts what was asked of that kind before and is asked now, each once.
func distinct(before []string, kind string, now []string) (n int) {
	for _, row := range before {
		if strings.HasPrefix(row, kind) {
			n++
		}
	}
	for _, row := range now {
		if !slices.Contains(before, row) {
			n++
		}
	}
	return n
}
