package auth

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// limitKind is a limit for one kind of key. Buckets of different kinds have different rows.
type limitKind struct {
	ratelimit.Limit
	name string
}

// The limits of signing in (A1, A5). The first three count only failures, so that a whole office behind one address can sign in
// within a minute.
var (
	failuresByEmail = limitKind{ratelimit.Limit{Burst: 10, Every: 12 * time.Second}, "email"}
	// used on a trusted device instead of the limit by e-mail address
	failuresByBrowser = limitKind{ratelimit.Limit{Burst: 10, Every: 12 * time.Second}, "browser"}
	failuresByAddress = limitKind{ratelimit.Limit{Burst: 60, Every: time.Second}, "address"}
	// By network, because each one is a row until it expires.
	providerSignIns = limitKind{ratelimit.Limit{Burst: 300, Every: time.Second / 5}, "begun"}
	// Requests for a new password: each may send a message to the address.
	forgottenByEmail   = limitKind{ratelimit.Limit{Burst: 3, Every: 10 * time.Minute}, "forgotten"}
	forgottenByNetwork = limitKind{ratelimit.Limit{Burst: 20, Every: 30 * time.Second}, "forgotten network"}
	visitorSessions    = limitKind{ratelimit.Limit{Burst: 100, Every: 30 * time.Second}, "visitor"} // by network, because each one is a row
)

// bucket is a limit with its key: an e-mail address, browser or network. Its state is a row of sign_in_budgets, which all
// replicas share; the row stores the time of ratelimit.Limit.Take.
type bucket struct {
	ratelimit.Limit
	key []byte
}

// limitKeys derives the keys of buckets. They are keyed hashes, so that the table reveals neither e-mail nor IP addresses.
type limitKeys struct{ key []byte }

func newLimitKeys(secret []byte) (limitKeys, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "presence sign-in limits", 32)
	if err != nil {
		return limitKeys{}, fmt.Errorf("deriving from SECRET_KEY: %w", err)
	}
	return limitKeys{key}, nil
}

func (l limitKeys) mac(kind, value string) []byte {
	h := hmac.New(sha256.New, l.key)
	h.Write([]byte(kind + "\x00" + value))
	return h.Sum(nil)[:16]
}

func (l limitKeys) bucket(kind limitKind, value string) bucket {
	return bucket{kind.Limit, l.mac(kind.name, value)}
}

// Origin is the client of a sign-in.
type Origin struct {
	IP      string
	Browser string // the value of the cookie of a trusted device; "" for none
}

// ofSignIn returns the two buckets of a sign-in: that of the network, and that of the e-mail address, or of the browser if it
// is a trusted device of that person. So an attacker who guesses passwords for an e-mail address does not lock its owner out of
// their own browser.
func (l limitKeys) ofSignIn(email string, p Person, from Origin) []bucket {
	second := l.bucket(failuresByEmail, emailLimitKey(email))
	if id, trusted := l.trustedDevice(p, from.Browser); trusted {
		second = l.bucket(failuresByBrowser, id)
	}
	return []bucket{l.bucket(failuresByAddress, ratelimit.Network(from.IP)), second}
}

// checkLimits fails with errs.KindRateLimited when one of the buckets is empty. It takes nothing.
func (s *Service) checkLimits(ctx context.Context, q db.Queryer, buckets ...bucket) error {
	now := db.InstantOf(s.now()).Time()
	for _, b := range buckets {
		fullAt, err := bucketFullAt(ctx, q, b.key)
		if err != nil {
			return err
		}
		if _, wait := b.Take(fullAt.Time(), now); wait > 0 {
			return errTooOften(wait)
		}
	}
	return nil
}

// lockBuckets locks the buckets until the end of the transaction, and fails with errs.KindRateLimited when one is empty. It takes nothing.
func (s *Service) lockBuckets(ctx context.Context, tx *db.Tx, buckets ...bucket) error {
	for _, b := range buckets {
		if _, err := lockBucket(ctx, tx, b.key); err != nil {
			return err
		}
	}
	return s.checkLimits(ctx, tx, buckets...)
}

// takeFrom takes one event from each of the buckets, or fails with errs.KindRateLimited when one is empty; then the transaction
// must be rolled back. All callers pass the kinds in the same order, so that transactions cannot deadlock.
func (s *Service) takeFrom(ctx context.Context, tx *db.Tx, buckets ...bucket) error {
	now := db.InstantOf(s.now()).Time()
	for _, b := range buckets {
		fullAt, err := lockBucket(ctx, tx, b.key)
		if err != nil {
			return err
		}
		next, wait := b.Take(fullAt.Time(), now)
		if wait > 0 {
			return errTooOften(wait)
		}
		if err := updateBucket(ctx, tx, b.key, db.InstantOf(next)); err != nil {
			return err
		}
	}
	return nil
}

func errTooOften(wait time.Duration) error {
	return &errs.Error{Kind: errs.KindRateLimited, Code: "rate_limited", Detail: "Too many attempts to sign in. Try again later.",
		RetryAfter: ratelimit.Seconds(wait)}
}
