package rsvp

import (
	"context"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// The limits of R17, for one address (see ratelimit.Network).
const (
	perMinute     = 300 // submissions; beyond it they are refused
	windowMinutes = 10  // within which the accounts are counted that an address has asked about
)

// attempt is one submission as the limits count it.
type attempt struct {
	network string
	at      time.Time
}

func attemptOf(ip string, at time.Time) attempt {
	return attempt{ratelimit.Network(ip), at}
}

func (a attempt) minute() int64 { return a.at.Unix() / 60 }

// refusal is nil while the address may go on, total submissions into this minute.
func (a attempt) refusal(total int64) error {
	if total <= perMinute {
		return nil
	}
	return &errs.Error{Kind: errs.KindRateLimited, Code: "rate_limited",
		Detail:     "Too many answers came from this address. Try again in a minute.",
		RetryAfter: int(60 - a.at.Unix()%60)}
}

// Spend counts a submission of the visitor's address, and refuses it beyond perMinute. It comes before the answer is looked at,
// in a transaction of its own that does not end with the request, so that every submission counts, whatever becomes of the
// answer or of the connection. All replicas count together. It counts minutes of the clock, as R17 has it, and is no
// ratelimit.Limit, which would let through a burst and what is refilled meanwhile.
func (s *Service) Spend(ctx context.Context, ip string) error {
	try := attemptOf(ip, s.now())
	if err := try.spare(ctx, s.db); err != nil {
		return err
	}
	var total int64
	err := s.db.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) (err error) {
		total, err = addAttempt(ctx, tx, try)
		return err
	})
	if err != nil {
		return err
	}
	return try.refusal(total)
}

// Sweep deletes counts that no limit reads any more, so that addresses are kept no longer than needed.
func (s *Service) Sweep(ctx context.Context) error {
	before := s.now().Add(-windowMinutes * time.Minute)
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := deleteLookups(ctx, tx, db.InstantOf(before)); err != nil {
			return err
		}
		return deleteAttempts(ctx, tx, before.Unix()/60)
	})
}

// spare refuses without writing, so that a flood of refused submissions does not block the writer.
func (a attempt) spare(ctx context.Context, q db.Queryer) error {
	total, err := attempts(ctx, q, a)
	if err != nil {
		return err
	}
	return a.refusal(total + 1)
}
