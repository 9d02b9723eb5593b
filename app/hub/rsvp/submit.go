package rsvp

import (
	"cmp"
	"context"
	"reflect"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Submit saves a guest's answer, or replaces the guest's earlier one by it (R16). It fails with NotFound for an event that
// guests do not see, and with the conflicts "closed" and "booking_full". What the directory knows of the guest changes
// neither what is refused nor what is done (R17).
func (s *Service) Submit(ctx context.Context, eventID string, sub Submission, from Visitor) (o Outcome, err error) {
	now := s.now()
	e, err := events.ByID(ctx, s.db, eventID)
	if err == nil {
		err = checkOpen(e, now)
	}
	if err != nil {
		return o, err
	}
	if err := sub.Validate().Err(); err != nil {
		return o, err
	}
	g, _, err := s.Guest(ctx, e, sub.Token)
	if err != nil {
		return o, err
	}
	try := attemptOf(from.IP, now)
	sub.Language = cmp.Or(sub.Language, g.Language, from.Language, i18n.FR)
	x, err := s.prepareAnswer(ctx, sub.Answer, g)
	if err != nil {
		return o, err
	}
	x.ip, x.guest = from.IP, true
	ask := s.lookupsOf(try.network, x)
	var refused error
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		may, x := true, x
		if g.customerID == "" { // with the link of a customer, nothing is said of anybody else
			if may, err = try.recordLookups(ctx, tx, ask); err != nil {
				return err
			}
			if !may {
				x.claims = x.claims.unmatched()
			}
		}
		r, old, err := s.saveAnswer(ctx, tx, e, x)
		if refused = nil; errs.HasCode(err, full) { // nothing is written, but the attempt counts
			refused = err
			return nil
		}
		o = Outcome{ID: r.ID, Updated: old != nil, Language: r.Language, Confirmed: r.Confidence == Confirmed && may}
		return err
	})
	return o, cmp.Or(err, refused)
}

// checkOpen refuses an event that takes no answers now.
func checkOpen(e events.Event, now time.Time) error {
	switch {
	case e.State == events.Draft:
		return errs.NotFound("event")
	case e.ClosedAt(now):
		return errs.Conflict("closed", "This event takes no more answers.")
	}
	return nil
}

// full is the code of the conflict when there are not enough places.
const full = "booking_full"

// preparedAnswer is an answer that has been matched and can be saved.
type preparedAnswer struct {
	Answer
	matched
	keys
	claims
	recipientID int64
	ip          string
	by          string // staff
	guest       bool   // it came from the guest, who has to find the event open, and staff hear of it
}

// prepareAnswer matches an answer, outside of any transaction that writes: the directory is a mirror, and no more exact a moment
// later.
func (s *Service) prepareAnswer(ctx context.Context, a Answer, g Guest) (x preparedAnswer, err error) {
	a.Language = cmp.Or(a.Language, i18n.FR)
	x = preparedAnswer{Answer: a, keys: keysOf(a), recipientID: g.recipientID}
	if x.matched, err = match(ctx, s.db, a, x.keys, g.customerID); err != nil {
		return x, err
	}
	x.claims = claimsOf(a, x.keys, x.Attribution, g)
	return x, nil
}

// saveAnswer gives the answer its places and stores it, under the lock of the event's seats. old is what it replaced, nil for a
// new registration. A guest is told only of what is found without the directory, and has to find the places that this
// checkOpen: a registration that is found only through a match is to them a new one.
func (s *Service) saveAnswer(ctx context.Context, tx *db.Tx, e events.Event, x preparedAnswer) (r RSVP, old *RSVP, err error) {
	t, err := s.lock(ctx, tx, e.ID)
	if err != nil {
		return r, nil, err
	}
	if t.eventVersion != e.Version { // it was changed since it was read
		if e, err = events.ByID(ctx, tx, e.ID); err != nil {
			return r, nil, err
		}
		if x.guest {
			if err := checkOpen(e, s.now()); err != nil {
				return r, nil, err
			}
		}
	}
	found, err := matchingClaims(ctx, tx, e.ID, x.claims)
	if err != nil {
		return r, nil, err
	}
	replaced := x.claims.pick(found)
	if old = replaced; x.guest {
		old = x.claims.unmatched().pick(found)
		if err := t.checkCapacity(e, x.People-peopleOf(old)); err != nil {
			return r, nil, err
		}
	}
	if replaced != nil {
		r = x.applyTo(*replaced)
		return r, old, s.replace(ctx, tx, e, t, replacement{new: &r, old: *replaced, by: x.by})
	}
	r = x.newRegistration(e.ID, s.at())
	c := tallyChange{people: r.People, registrations: 1}
	if x.guest {
		c.answers = 1
	}
	if err := t.checkCapacity(e, c.people); err != nil {
		return r, nil, err
	}
	if r.ID, err = insert(ctx, tx, r); err != nil {
		return r, nil, err
	}
	return r, old, s.applyChange(ctx, tx, e, t, c)
}

func peopleOf(r *RSVP) int64 {
	if r == nil {
		return 0
	}
	return r.People
}

// newRegistration is a new registration.
func (x preparedAnswer) newRegistration(eventID string, at db.Instant) RSVP {
	return RSVP{EventID: eventID, Answer: x.Answer, Attribution: x.Attribution, IP: x.ip, EnteredBy: x.by, RecipientID: x.recipientID,
		CreatedAt: at, RespondedAt: at, Version: 1, identity: x.identity(), emailKey: x.keys.email, phoneKey: x.keys.phone}
}

// applyTo is the registration with the new answer. Its identity never becomes weaker: it stays known when an
// answer says less than an earlier one did, while its confidence is that of the answer.
func (x preparedAnswer) applyTo(old RSVP) RSVP {
	r := old
	r.Answer, r.Attribution, r.IP, r.EnteredBy = x.Answer, x.Attribution, x.ip, x.by
	r.emailKey, r.phoneKey = x.keys.email, x.keys.phone
	r.RecipientID = cmp.Or(x.recipientID, old.RecipientID)
	own := x.identity()
	if identityRank(own) > identityRank(old.identity) {
		r.identity = own
	}
	if identityRank(old.identity) >= identityRank(accountIdentity) && identityRank(own) < identityRank(accountIdentity) {
		r.CustomerID, r.AccountID, r.NameOnFile = old.CustomerID, old.AccountID, old.NameOnFile
	}
	return r
}

// replacement is a registration that takes the place of an earlier state of it.
type replacement struct {
	new *RSVP // gets its version and the time of the answer when it is stored
	old RSVP
	by  string // the id of the person of staff who replaces it; empty: the guest does
}

// replace stores the new registration over the old one, which becomes a revision unless nothing is different.
func (s *Service) replace(ctx context.Context, tx *db.Tx, e events.Event, t tally, x replacement) error {
	r, old := x.new, x.old
	c := tallyChange{people: r.People - old.People}
	if x.by == "" {
		c.answers = 1
	}
	if err := t.checkCapacity(e, c.people); err != nil {
		return err
	}
	r.RespondedAt = s.at()
	if hasChanged(*r, old) {
		r.Version++
		if err := insertRevision(ctx, tx, old, s.at(), x.by); err != nil {
			return err
		}
	} else {
		c.answers = 0
	}
	if err := update(ctx, tx, *r); err != nil {
		return err
	}
	return s.applyChange(ctx, tx, e, t, c)
}

// hasChanged reports whether anything but the moment changed.
func hasChanged(a, b RSVP) bool {
	a.RespondedAt, b.RespondedAt = 0, 0
	return !reflect.DeepEqual(a, b)
}
