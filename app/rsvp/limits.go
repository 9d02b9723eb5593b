package rsvp

import (
	"context"
	"time"

	"presence/app/auth"
	"presence/app/errs"
	"presence/db"
)

// The limits of R17, for one address (see auth.Network).
const (
	perMinute     = 300 // submissions; beyond it they are refused
	freely        = 5   // submissions without a personal link in the window; after them the thank-you is always neutral
	windowMinutes = 10
)

// attempt is one submission as the limits count it.
type attempt struct {
	network  string
	at       time.Time
	linkless bool
}

func attemptOf(ip string, at time.Time, linkless bool) attempt {
	return attempt{auth.Network(ip), at, linkless}
}

func (a attempt) minute() int64 { return a.at.Unix() / 60 }

// refusal is nil while the address may go on, total submissions into this minute.
func (a attempt) refusal(total int64) error {
	if total <= perMinute {
		return nil
	}
	return &errs.Error{Kind: errs.RateLimited, Code: "rate_limited", Detail: "Too many answers came from this address. Try again in a minute.",
		RetryAfter: int(60 - a.at.Unix()%60)}
}

// count notes the submission, in the transaction that keeps it, so that all replicas count together. neutral tells that
// the address has sent so many without a personal link that no thank-you may say anything.
func (a attempt) count(ctx context.Context, tx *db.Tx) (neutral bool, err error) {
	total, err := addAttempt(ctx, tx, a)
	if err != nil {
		return false, err
	}
	if err := a.refusal(total); err != nil {
		return false, err
	}
	linkless, err := linklessSince(ctx, tx, a.network, a.minute()-windowMinutes)
	return a.linkless && linkless > freely, err
}

// Sweep removes the counts that no limit looks at any more; addresses are kept no longer than they are needed. Call it
// now and then.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.now().Unix()/60 - windowMinutes
	return s.db.Write(ctx, func(tx *db.Tx) error { return deleteAttempts(ctx, tx, before) })
}

// spare refuses without writing, so that a flood does not keep others from it.
func (a attempt) spare(ctx context.Context, q db.Queryer) error {
	total, err := attempts(ctx, q, a)
	if err != nil {
		return err
	}
	return a.refusal(total + 1)
}
