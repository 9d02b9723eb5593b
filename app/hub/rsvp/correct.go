package rsvp

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Correct puts right what an answer says, also when the event takes none from guests; what it said becomes a revision. It
// gives no place that is not free (409 booking_full).
//
// Whose answer it is stays as it was unless the name, an address or a number changes: then it is matched anew, and only a
// personal link goes on saying who it is. An answer that would then be of a guest who has another registration is refused
// (409 registered_already), and r is that other one.
func (s *Service) Correct(ctx context.Context, by auth.Actor, eventID string, id int64, expect *int64, a Answer) (r RSVP, err error) {
	if err := a.Validate().Err(); err != nil {
		return r, err
	}
	e, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return r, err
	}
	read, err := byID(ctx, s.db, eventID, id)
	if err != nil {
		return r, err
	}
	x, err := s.prepareAnswer(ctx, a, read.guest())
	if err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := s.lock(ctx, tx, eventID)
		if err != nil {
			return err
		}
		old, err := current(ctx, tx, eventID, id, expect)
		if err != nil || old.Answer == x.Answer {
			r = old
			return err
		}
		if r = old.corrected(x); !sameGuest(r.Answer, old.Answer) {
			other, err := otherRegistration(ctx, tx, r, x)
			if err != nil {
				return err
			}
			if other != nil {
				r = *other
				return errs.Conflict("registered_already", "The same guest has another registration of this event.")
			}
		}
		if err := s.replace(ctx, tx, e, t, replacement{new: &r, old: old, by: by.PersonID}); err != nil {
			return err
		}
		return s.audit(ctx, tx, by, "updated", id, audit.Diff(old.Answer, r.Answer))
	})
	return r, err
}

// guest is whose personal link an answer came by, as far as matching asks.
func (r RSVP) guest() (g Guest) {
	if r.RecipientID != 0 && identityRank(r.identity) == identityRank(customerIdentity) {
		g.customerID = r.CustomerID
	}
	return g
}

// sameGuest reports whether two answers say the same of who the guest is.
func sameGuest(a, b Answer) bool {
	return a.Name == b.Name && a.CustomerNumber == b.CustomerNumber && a.Phone == b.Phone && a.Email == b.Email
}

// corrected is the registration with the answer put right. It goes on being the guest's own, or that of who entered it.
func (r RSVP) corrected(x preparedAnswer) RSVP {
	if sameGuest(r.Answer, x.Answer) {
		r.Answer = x.Answer
		return r
	}
	x.ip, x.by = r.IP, r.EnteredBy
	c := x.applyTo(r)
	if r.RecipientID == 0 { // nothing but the answer said whose it was, and that was wrong
		c.identity, c.Attribution = x.identity(), x.Attribution
	}
	return c
}

// otherRegistration is another registration that the same guest's next answer could be taken for; nil: there is none.
func otherRegistration(ctx context.Context, tx *db.Tx, r RSVP, x preparedAnswer) (*RSVP, error) {
	found, err := matchingClaims(ctx, tx, r.EventID, x.claims)
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
	return x.claims.pick(others), nil
}
