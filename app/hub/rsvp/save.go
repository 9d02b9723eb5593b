package rsvp

import (
	"cmp"
	"context"
	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"reflect"
	"slices"
)

// CodeBookingFull is the code of the conflict when there are not enough places.
const CodeBookingFull = "booking_full"

// RegisteredAlready is the code of the conflict when a guest has another registration of the event.
const RegisteredAlready = "registered_already"

// preparedAnswer is an answer that has been matched and can be saved.
type preparedAnswer struct {
	Answer
	matched
	keys
	claims
	recipientID int64
	ip          string
	by          string // id of the person of staff who entered it
	guest       bool   // sent by the guest: the event must be open, and staff are notified
	stranger    bool   // sent without a personal link: everyone who knows the address can do that
	walkIn      bool   // entered at the door: a party that is registered already is not replaced
	over        bool   // may exceed the capacity
	offered     int64  // the id of the party whose offer it takes, even while the event is closed; 0: none

	// parties are the address keys whose party on the waiting list the answer may change: of a guest, only that of the personal link
	parties []string
}

// prepareAnswer matches an answer. It runs before the write transaction, to keep that short: the directory is only a copy, and
// its data would not be more accurate inside.
func (s *Service) prepareAnswer(ctx context.Context, a Answer, g Guest) (x preparedAnswer, err error) {
	a.Language = cmp.Or(a.Language, i18n.FR)
	x = preparedAnswer{Answer: a, keys: keysOf(a), recipientID: g.recipientID}
	if x.matched, err = match(ctx, s.db, a, x.keys, g.customerID); err != nil {
		return x, err
	}
	x.claims = claimsOf(a, x.keys, x.Attribution, g)
	x.parties = x.claims.emails
	return x, nil
}

// saveAnswer takes the answer's places from the tally and stores the answer. e is the event as read before the transaction; t
// is its tally, which the transaction has locked. old is the replaced answer, or nil for a new one. When a guest answers and
// only the directory connects the answer with an earlier registration, old is nil too, and there must be places for a new
// registration: otherwise the guest would learn what the directory contains.
func (s *Service) saveAnswer(ctx context.Context, tx *db.Tx, e events.Event, t tally, x preparedAnswer) (r RSVP, old *RSVP, err error) {
	places := answeredEvent{Event: e, tally: t}
	if err := s.refresh(ctx, tx, &places, &x); err != nil {
		return r, nil, err
	}
	found, err := matchingClaims(ctx, tx, e.ID, x.claims)
	if err != nil {
		return r, nil, err
	}
	if places.party, err = partyOf(ctx, tx, e.ID, t, x.parties...); err != nil {
		return r, nil, err
	}
	replaced := x.claims.pick(found)
	if old = replaced; x.guest {
		old = x.claims.unmatched().pick(found)
		if err := t.checkCapacity(places.Event, x.People-peopleOf(old), places.party.held(s.at())); err != nil {
			return r, nil, err
		}
	}
	switch {
	case replaced == nil:
		r, err = s.register(ctx, tx, places, x)
	case x.walkIn:
		return *replaced, nil, errs.Conflict(RegisteredAlready, "That guest has a registration of this event.")
	default:
		r, err = s.answerAgain(ctx, tx, places, x, *replaced, old)
	}
	return r, old, err
}

// answeredEvent is the event of an answer, while its tally is locked.
type answeredEvent struct {
	events.Event
	tally tally
	party *Party // of the guest, on the waiting list; nil: there is none
}

// refresh reads the event again if it has changed since it was read, and checks the details of the answer again, since what they answer
// may be gone. It fails if a guest could not give the answer any more.
func (s *Service) refresh(ctx context.Context, tx *db.Tx, e *answeredEvent, x *preparedAnswer) (err error) {
	if e.tally.eventVersion == e.Version {
		return nil
	}
	if e.Event, err = events.ByID(ctx, tx, e.ID); err != nil {
		return err
	}
	invited := x.guest && x.offered == 0 // who takes an offer does so by the rules of the event when it was made
	if invited {
		err = checkOpen(e.Event, s.now())
	}
	return cmp.Or(err, (&detailsCheck{event: e.Event, guest: invited}).run(&x.Answer).Err())
}

// register stores the first answer of a guest.
func (s *Service) register(ctx context.Context, tx *db.Tx, e answeredEvent, x preparedAnswer) (r RSVP, err error) {
	r = x.newRegistration(e.ID, s.at())
	c := changeBetween(nil, &r.Answer)
	if x.guest {
		c.answers = 1
	}
	if err := e.tally.checkCapacity(e.Event, c.people, e.party.held(s.at())); err != nil && !x.over {
		return r, err
	}
	if r.ID, err = insert(ctx, tx, r); err != nil {
		return r, err
	}
	if err := s.publish(ctx, tx, kindOfNew(r), r); err != nil {
		return r, err
	}
	c.setParty(e.party, r.People)
	return r, s.applyChange(ctx, tx, e.Event, e.tally, c)
}

// answerAgain stores an answer in the place of an earlier one of the guest: it changes it, cancels it, or says again that the guest comes.
// known is the earlier one if it was found without the directory.
func (s *Service) answerAgain(ctx context.Context, tx *db.Tx, e answeredEvent, x preparedAnswer, before RSVP, known *RSVP) (RSVP, error) {
	r := x.applyTo(before)
	if x.stranger && known != nil && known.ID == before.ID && known.RecipientID != 0 { // whatever the directory says (R17)
		r.keepGuest(before)
	}
	r.keepArchived(e.Event, before.Details)
	err := s.replace(ctx, tx, e.Event, e.tally, replacement{new: &r, old: before, by: x.by, party: e.party})
	return r, err
}

func peopleOf(r *RSVP) int64 {
	if r == nil {
		return 0
	}
	return r.People
}

// newRegistration returns the registration for a first answer.
func (x preparedAnswer) newRegistration(eventID string, at db.Instant) RSVP {
	return RSVP{EventID: eventID, Answer: x.Answer, Attribution: x.Attribution, IP: x.ip, EnteredBy: x.by, RecipientID: x.recipientID,
		WalkIn: x.walkIn, CreatedAt: at, RespondedAt: at, ChangedAt: at, Version: 1, identity: x.identity(), emailKey: x.keys.email,
		phoneKey: x.keys.phone}
}

// applyTo returns the registration old with the new answer. Its identity never becomes weaker when the new answer identifies
// the guest less well, but its confidence is that of the new answer.
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

// keepGuest gives the registration what an earlier answer says of who comes. Only the number of people, allergies and answers to questions
// are those of the new one.
func (r *RSVP) keepGuest(old RSVP) {
	r.CustomerNumber, r.Email, r.emailKey, r.phoneKey = old.CustomerNumber, old.Email, old.emailKey, old.phoneKey
	r.keepPerson(old.Answer)
}

// keepPerson gives the answer the name, the phone and the companions of another one; of these as many as people come.
func (a *Answer) keepPerson(from Answer) {
	a.Name, a.Phone = from.Name, from.Phone
	if len(from.NamedCompanions()) > 0 {
		n := min(int64(len(from.Companions)), max(a.People-1, 0))
		if a.Companions = nil; n > 0 {
			a.Companions = slices.Clone(from.Companions[:n])
		}
	}
}

// belongsTo reports whether an address, as its key, is known to be that of the registration.
func (r RSVP) belongsTo(key string) bool {
	return key != "" && (r.emailKey == key || r.identity == emailIdentity+key)
}

// replacement is a new state of a registration with the state that it replaces.
type replacement struct {
	new *RSVP // replace sets its version and time
	old RSVP
	by  string // the id of the person of staff who replaces it; empty: the guest does

	party *Party // of the guest, on the waiting list; nil: there is none
}

// replace stores the new state of a registration. The old one becomes a revision if they differ.
func (s *Service) replace(ctx context.Context, tx *db.Tx, e events.Event, t tally, x replacement) error {
	r, old := x.new, x.old
	c := changeBetween(&old.Answer, &r.Answer)
	if x.by == "" {
		c.answers = 1
	}
	if err := t.checkCapacity(e, c.people, x.party.held(s.at())); err != nil {
		return err
	}
	if c.people != 0 || x.party != nil && (r.Declines() || r.People >= x.party.People) { // else it goes on waiting for more places
		c.setParty(x.party, r.People)
	}
	r.RespondedAt, r.ChangedAt = s.at(), s.at()
	if hasChanged(*r, old) {
		r.Version++
		if err := insertRevision(ctx, tx, old, s.at(), x.by); err != nil {
			return err
		}
		if err := s.publish(ctx, tx, kindOfChange(*r, old), *r); err != nil {
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

// staffReplacement is a replacement by staff, whose action is in the audit log.
type staffReplacement struct {
	by     auth.Actor
	action string // "updated", "restored"
	new    *RSVP
	old    RSVP
}

// replaceByStaff is replace, with the party of the new answer's guest and an audit entry.
func (s *Service) replaceByStaff(ctx context.Context, tx *db.Tx, e events.Event, t tally, x staffReplacement) error {
	party, err := partyOf(ctx, tx, e.ID, t, x.new.emailKey)
	if err != nil {
		return err
	}
	if err := s.replace(ctx, tx, e, t, replacement{new: x.new, old: x.old, by: x.by.PersonID, party: party}); err != nil {
		return err
	}
	return s.recordAudit(ctx, tx, x.by, x.action, x.old.ID, audit.Diff(x.old.Answer, x.new.Answer))
}

// setParty adds to the change the state that the guest's party on the waiting list gets by an answer for so many people; nil: there is
// none.
func (c *tallyChange) setParty(p *Party, people int64) {
	if p == nil {
		return
	}
	if to := p.stateAfter(people); to != p.State {
		c.party, c.partyState = p, to
	}
}

// hasChanged reports whether anything except RespondedAt and ChangedAt differs.
func hasChanged(a, b RSVP) bool {
	a.RespondedAt, b.RespondedAt, a.ChangedAt, b.ChangedAt = 0, 0, 0, 0
	return !reflect.DeepEqual(a, b)
}
