package rsvp

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Settle decides about a probable match: same says that the guest is the customer whom the match found. The registration is
// then confirmed and kept under that customer's account; else it is kept under what the guest gave. What was before becomes a
// revision, by which Restore undoes the decision. A later answer of the guest is matched anew.
//
// It fails with errs.Stale when nothing is left to decide, or no single customer was found whom the guest could be, and with 409
// registered_already when that customer or account has another registration, which r then is.
func (s *Service) Settle(ctx context.Context, by auth.Actor, eventID string, id int64, expect *int64, same bool) (r RSVP, err error) {
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
		r = old.settled(same)
		other, err := conflicting(ctx, tx, r)
		if err != nil {
			return err
		}
		if other != nil {
			r = *other
			return errs.Conflict("registered_already", "The same guest has another registration of this event.")
		}
		r.Version++
		if err := insertRevision(ctx, tx, old, s.at(), by.PersonID); err != nil {
			return err
		}
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		return s.audit(ctx, tx, by, "updated", id, audit.Changes{"confidence": {old.Confidence, r.Confidence},
			"customer_id": {old.CustomerID, r.CustomerID}, "account_id": {old.AccountID, r.AccountID}})
	})
	return r, err
}

// settled returns the registration after the decision: confirmed, under the customer's account, or under what the guest gave. One
// that came by a personal link stays under the link's customer.
func (r RSVP) settled(same bool) RSVP {
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
	var others []RSVP
	for _, f := range found {
		if f.ID == r.ID {
			continue
		}
		if f.identity == r.identity {
			return &f, nil
		}
		others = append(others, f)
	}
	if r.Confidence != Confirmed {
		return nil, nil
	}
	return claims{account: r.AccountID, matched: r.CustomerID}.pick(others), nil
}

// NextToCheck returns the registration of the event with the largest id below before whose match is probable; before 0 begins
// with the newest. It fails with NotFound when there is none.
func (s *Service) NextToCheck(ctx context.Context, eventID string, before int64) (r RSVP, err error) {
	found := false
	err = list(ctx, s.db, eventID, Filter{Before: before, Confidence: Probable, Newest: true, Rows: 1}, func(x RSVP) error {
		r, found = x, true
		return nil
	})
	if err == nil && !found {
		err = errs.NotFound("registration")
	}
	return r, err
}
