package rsvp

import (
	"context"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// The limits of R17 for one network (see ratelimit.Network).
const (
	perMinute     = 300 // maximum number of submissions
	windowMinutes = 10  // the period over which the lookups of a network are counted
)

// attempt is one submission for the limits.
type attempt struct {
	network string
	at      time.Time
}

func attemptOf(ip string, at time.Time) attempt {
	return attempt{ratelimit.Network(ip), at}
}

func (a attempt) minute() int64 { return a.at.Unix() / 60 }

// refusal returns the rate_limited error when total, the number of submissions in this minute, exceeds the limit; else nil.
func (a attempt) refusal(total int64) error {
	if total <= perMinute {
		return nil
	}
	return &errs.Error{Kind: errs.KindRateLimited, Code: "rate_limited",
		Detail:     "Too many RSVPs came from this address. Try again in a minute.",
		RetryAfter: int(60 - a.at.Unix()%60)}
}

// Spend counts a submission from the visitor's network and fails beyond perMinute. It is called before the answer is read, and
// its transaction is not cancelled with the request, so that every submission counts, whatever happens to it later. All
// replicas share the count. It counts by clock minutes, as R17 says; a ratelimit.Limit would also allow bursts.
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

// Sweep deletes counts that are too old for every limit, so that IP addresses are not kept longer than needed.
func (s *Service) Sweep(ctx context.Context) error {
	before, joins := s.now().Add(-windowMinutes*time.Minute), db.InstantOf(s.now().Add(-joinWindow))
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := deleteLookups(ctx, tx, db.InstantOf(before), s.mailSince()); err != nil {
			return err
		}
		if err := deleteJoins(ctx, tx, joins, s.at()); err != nil {
			return err
		}
		return deleteAttempts(ctx, tx, before.Unix()/60)
	})
}

// spare fails when the limit is exceeded already. It only reads, so that a flood of refused submissions does not block the
// writer.
func (a attempt) spare(ctx context.Context, q db.Queryer) error {
	total, err := attempts(ctx, q, a)
	if err != nil {
		return err
	}
	return a.refusal(total + 1)
}
