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
	windowMinutes = 10  // within which the accounts are counted that an address has asked about
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

// count notes the submission, in the transaction that keeps it, so that all replicas count together.
func (a attempt) count(ctx context.Context, tx *db.Tx) error {
	total, err := addAttempt(ctx, tx, a)
	if err != nil {
		return err
	}
	return a.refusal(total)
}

// Sweep removes the counts that no limit looks at any more; addresses are kept no longer than they are needed. Call it
// now and then.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.now().Add(-windowMinutes * time.Minute)
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := deleteAsked(ctx, tx, db.InstantOf(before)); err != nil {
			return err
		}
		return deleteAttempts(ctx, tx, before.Unix()/60)
	})
}

// spare refuses without writing, so that a flood does not keep others from it.
func (a attempt) spare(ctx context.Context, q db.Queryer) error {
	total, err := attempts(ctx, q, a)
	if err != nil {
		return err
	}
	return a.refusal(total + 1)
}
