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

// Limits on what one network may look up in the directory within windowMinutes (R17). An answer looks up every account that its
// e-mail address, phone or number belongs to, whether or not a match is confirmed. A person who tries customer numbers at random
// soon exceeds the limits. Guests who share a network and answer several times do not, since each value counts once.
const (
	maxAccounts = 5  // different accounts
	maxMisses   = 20 // different e-mail addresses, phones and numbers that belong to no account
)

// Prefixes of the hashes in rsvp_asked, by what they count.
const (
	accountLookup = "account:"
	missLookup    = "missed:"
	mailedTo      = "mailed:" // a mailbox, for maxMailboxes
	joined        = "joined:" // not a hash: a party, or a registration of a guest who asked for a waiting list (see joinLimit)
)

// lookups are the directory lookups of an answer as they are stored: keyed hashes. The network is part of each hash, so that
// the table does not show that two networks looked up the same value.
type lookups struct{ accounts, misses []string }

// lookupsOf returns the accounts of all candidates, however few signals they have, and the values that belong to no candidate.
// The latter do not count for a confirmed answer: without them it would have been confirmed as well, so its guest learns
// nothing about them.
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

// recordLookups stores the lookups of an answer and reports whether the network is within its limits. If it is not, nothing
// that the guest sees may depend on the directory. The statements are the same whatever the directory contains.
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
	if distinct(before, missLookup, nil) <= maxMisses { // beyond that the network stays over its limit anyway
		note = append(note, of.misses...)
	}
	if may = distinct(before, accountLookup, of.accounts) <= maxAccounts && distinct(before, missLookup, of.misses) <= maxMisses; may {
		note = append(note, of.accounts...)
	}
	return may, insertLookups(ctx, tx, a.network, note, at)
}

// distinct counts the different lookups in before with the prefix kind together with those in now.
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
