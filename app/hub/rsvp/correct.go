package rsvp

import (
	"context"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/db"
)

// Correct replaces the content of an answer; the old content becomes a revision. It works also while the event is closed to
// guests. It fails with 409 booking_full when the change needs more places than are free.
//
// When the name, e-mail, phone or customer number changes, the answer is matched again; only a personal link still determines
// the guest. If the new answer belongs to a guest with another registration, Correct fails with 409 registered_already, and r
// is that other registration.
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
	if err := (&detailsCheck{event: e}).run(&a).Err(); err != nil {
		return r, err
	}
	x, err := s.prepareAnswer(ctx, a, read.guest())
	if err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, t, err := lockEvent(ctx, tx, e)
		if err != nil {
			return err
		}
		old, err := current(ctx, tx, eventID, id, expect)
		if err != nil {
			return err
		}
		x := x
		if x.keepArchived(e, old.Details); old.Answer.equal(x.Answer) {
			r = old
			return nil
		}
		if r = old.corrected(x); !sameGuest(r.Answer, old.Answer) {
			other, err := otherRegistration(ctx, tx, r, x)
			if err != nil {
				return err
			}
			if other != nil {
				r = *other
				return errs.Conflict(RegisteredAlready, "The same guest has another registration of this event.")
			}
		}
		return s.replaceByStaff(ctx, tx, e, t, staffReplacement{by: by, action: "updated", new: &r, old: old})
	})
	return r, err
}

// guest returns the Guest for matching: only the customer of the personal link, if the registration is kept under one. Its CustomerID may
// be another's, or none, where staff have restored an earlier answer or rejected a match.
func (r RSVP) guest() (g Guest) {
	if customer, is := strings.CutPrefix(r.identity, customerIdentity); is && r.RecipientID != 0 {
		g.customerID = customer
	}
	return g
}

// sameGuest reports whether two answers identify the guest by the same values.
func sameGuest(a, b Answer) bool {
	return a.Name == b.Name && a.CustomerNumber == b.CustomerNumber && a.Phone == b.Phone && a.Email == b.Email
}

// corrected returns the registration with the corrected answer. It still counts as answered by the same person: the guest, or
// the member of staff who entered it.
func (r RSVP) corrected(x preparedAnswer) RSVP {
	if sameGuest(r.Answer, x.Answer) {
		r.Answer = x.Answer
		return r
	}
	x.ip, x.by = r.IP, r.EnteredBy
	c := x.applyTo(r)
	if r.RecipientID == 0 { // only the answer itself identified the guest, and it was wrong
		c.identity, c.Attribution = x.identity(), x.Attribution
	}
	return c
}

// otherRegistration returns another registration that belongs to the same guest according to the answer x; nil: there is none.
func otherRegistration(ctx context.Context, tx *db.Tx, r RSVP, x preparedAnswer) (*RSVP, error) {
	found, err := matchingClaims(ctx, tx, r.EventID, x.claims)
	if err != nil {
		return nil, err
	}
	same, others := othersThan(r, found)
	if same != nil {
		return same, nil
	}
	return x.claims.pick(others), nil
}

// othersThan returns, of the registrations that were found, the one under the identity of r, or nil with those under other
// identities. r itself is neither.
func othersThan(r RSVP, found []RSVP) (same *RSVP, others []RSVP) {
	for _, f := range found {
		if f.ID == r.ID {
			continue
		}
		if f.identity == r.identity {
			return &f, nil
		}
		others = append(others, f)
	}
	return nil, others
}
