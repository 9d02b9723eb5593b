package rsvp

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// DecideMatch decides about a registration with a probable match. If same is true, the guest is the customer whom the match found:
// the registration becomes confirmed and is stored under that customer's account. Otherwise it is stored under the values that
// the guest gave. The state before becomes a revision, so that Restore can undo the decision. A later answer of the guest is
// matched again.
//
// It fails with errs.Stale when the match is not probable any more or names no single customer or account, and with 409
// registered_already when that customer or account has another registration, which is then returned as r.
func (s *Service) DecideMatch(ctx context.Context, by auth.Actor, eventID string, id int64, expect *int64, same bool) (r RSVP, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := lockTally(ctx, tx, eventID); err != nil { // as all changes of the event's registrations do
			return err
		}
		old, err := current(ctx, tx, eventID, id, expect)
		if err != nil {
			return err
		}
		if old.Confidence != Probable || same && old.CustomerID == "" && old.AccountID == "" {
			return errs.Stale()
		}
		r = old.matchDecided(same)
		other, err := conflicting(ctx, tx, r)
		if err != nil {
			return err
		}
		if other != nil {
			r = *other
			return errs.Conflict(RegisteredAlready, "The same guest has another registration of this event.")
		}
		r.Version++
		r.ChangedAt = s.at()
		if err := insertRevision(ctx, tx, old, s.at(), by.PersonID); err != nil {
			return err
		}
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		if err := s.publish(ctx, tx, webhookChanged, r); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "updated", id, audit.Changes{"confidence": {old.Confidence, r.Confidence},
			"customer_id": {old.CustomerID, r.CustomerID}, "account_id": {old.AccountID, r.AccountID}})
	})
	return r, err
}

// matchDecided returns the registration after the decision: confirmed under the matched customer's account if same is true, else
// under the values that the guest gave. A registration of a personal link stays under the link's customer.
func (r RSVP) matchDecided(same bool) RSVP {
	if !same {
		r.Attribution = Attribution{Confidence: Unknown, Signals: []Signal{}}
		r.identity = r.ofAnswer()
		return r
	}
	r.Confidence = Confirmed
	own := claims{account: r.AccountID, matched: r.CustomerID}.identity()
	if identityRank(own) > identityRank(r.identity) {
		r.identity = own
	}
	return r
}

// conflicting returns another registration of the event under the identity of r or, where r is confirmed, of the same customer or
// account; nil: there is none.
func conflicting(ctx context.Context, tx *db.Tx, r RSVP) (*RSVP, error) {
	c := claimsOf(r.Answer, keysOf(r.Answer), r.Attribution, r.guest())
	found, err := matchingClaims(ctx, tx, r.EventID, c)
	if err != nil {
		return nil, err
	}
	same, others := othersThan(r, found)
	if same != nil || r.Confidence != Confirmed {
		return same, nil
	}
	return claims{account: r.AccountID, matched: r.CustomerID}.pick(others), nil
}

// NextToCheck returns the registration of the event with the largest id below before whose match is probable; before 0 begins
// with the newest. It fails with NotFound when there is none.
func (s *Service) NextToCheck(ctx context.Context, eventID string, before int64) (r RSVP, err error) {
	found := false
	err = list(ctx, s.db, eventID, Query{Before: before, Confidence: Probable, Newest: true, Rows: 1}, func(x RSVP) error {
		r, found = x, true
		return nil
	})
	if err == nil && !found {
		err = errs.NotFound("registration")
	}
	return r, err
}
