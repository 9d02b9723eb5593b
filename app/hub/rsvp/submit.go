package rsvp

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Submit saves a guest's answer; it replaces the guest's earlier one, if any (R16). It fails with NotFound for an event that
// guests must not see, and with the conflicts "closed" and "booking_full". Whether it fails never depends on the directory
// (R17).
func (s *Service) Submit(ctx context.Context, eventID string, sub Submission, from Visitor) (o Outcome, err error) {
	e, err := events.ByID(ctx, s.db, eventID)
	if err == nil {
		err = checkOpen(e, s.now())
	}
	if err != nil {
		return o, err
	}
	g, linked, err := s.Guest(ctx, e, sub.Token)
	if err != nil {
		return o, err
	}
	if linked && sub.keep && !sub.Declines() {
		before, answered, err := s.Answered(ctx, e, g)
		if err != nil {
			return o, err
		}
		if answered {
			sub = sub.keeping(e, before.Answer)
		}
	}
	a := guestAnswer{event: e, guest: g, linked: linked}
	if !linked {
		if a.proved, err = s.provedBy(ctx, e.ID, sub.code); err != nil {
			return o, err
		}
	}
	if err := append(sub.validate(g, linked || a.proved != 0), sub.checkDetails(e)...).Err(); err != nil {
		return o, err
	}
	a.Submission = sub
	return s.answer(ctx, a, from)
}

// provedBy returns the id of the registration of an event that a check-in code belongs to; 0: there is none.
func (s *Service) provedBy(ctx context.Context, eventID, code string) (int64, error) {
	r, err := s.ByCode(ctx, code)
	switch {
	case errs.KindOf(err) == errs.KindNotFound, err == nil && r.EventID != eventID:
		return 0, nil
	case err != nil:
		return 0, err
	}
	return r.ID, nil
}

// guestAnswer is a valid answer of a guest.
type guestAnswer struct {
	Submission
	event   events.Event // as read before the transaction
	guest   Guest        // of the personal link
	linked  bool         // there is a personal link
	proved  int64        // the id of the registration whose check-in code came with it; 0: none did
	offered int64        // the id of the party whose offer the answer takes; 0: it takes none
}

// answer matches and saves an answer of a guest, and queues its confirmation.
func (s *Service) answer(ctx context.Context, a guestAnswer, from Visitor) (o Outcome, err error) {
	e, sub, g := a.event, a.Submission, a.guest
	try := attemptOf(from.IP, s.now())
	sub.Language = cmp.Or(sub.Language, g.Language, from.Language, i18n.FR)
	x, err := s.prepareAnswer(ctx, sub.Answer, g)
	if err != nil {
		return o, err
	}
	x.ip, x.guest, x.offered, x.parties = from.IP, true, a.offered, nil
	x.stranger = !a.linked
	if a.linked {
		x.parties = []string{mailKey(g.Email)}
	}
	note := confirmation{event: e, answer: x.Answer, parties: a.linked}
	note.answer.Email = cmp.Or(x.Email, g.Email)
	if a.linked {
		note.token = sub.Token
	}
	if !a.linked || mailKey(g.Email) != mailKey(note.answer.Email) {
		note.network = try.network
	}
	ask := s.lookupsOf(try.network, x)
	var refused error
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		may, x := true, x
		if g.customerID == "" { // the link of a customer only reveals that customer, so it needs no limit
			if may, err = try.recordLookups(ctx, tx, ask); err != nil {
				return err
			}
			if !may || x.Declines() { // who knows a customer's name and number must not cancel the customer's registration
				x.claims = x.claims.unmatched()
			}
		}
		t, err := lockTally(ctx, tx, e.ID)
		if err == nil && x.offered != 0 {
			err = s.checkStillOffered(ctx, tx, e.ID, x.offered)
		}
		if err != nil {
			return err
		}
		r, old, err := s.saveAnswer(ctx, tx, e, t, x)
		if refused = nil; errs.HasCode(err, CodeBookingFull) { // commit anyway, so that the lookups count
			refused = err
			return nil
		}
		if err != nil {
			return err
		}
		proved := a.proved != 0 && old != nil && old.ID == a.proved
		if x.Declines() && !a.linked && !proved && x.Email == "" {
			return errs.InvalidField("email", "required", "This field is required.") // nothing says whose answer it is
		}
		o = Outcome{ID: r.ID, Name: x.Name, Updated: old != nil, linked: a.linked, Declined: r.Declines(), Language: r.Language,
			Confirmed: x.Confidence == Confirmed && may, answer: x.Answer}
		code := ""
		if !r.Declines() {
			if code, err = issueCode(ctx, tx, r.ID); err != nil {
				return err
			}
		}
		note.version, note.attended, note.code = t.eventVersion, peopleOf(old) > 0, code
		if note.replaces = old != nil && !a.linked; note.replaces {
			if old.belongsTo(mailKey(note.answer.Email)) {
				note.answer.keepPerson(r.Answer)
			} else {
				note.code = ""
			}
		}
		if o.MailedTo, err = s.confirm(ctx, tx, note); a.linked || (old == nil || proved) && o.MailedTo == "" {
			o.Code = code
		}
		return err
	})
	return o, cmp.Or(err, refused)
}

// checkStillOffered fails unless places are held for the party, under the lock of the tally.
func (s *Service) checkStillOffered(ctx context.Context, tx *db.Tx, eventID string, party int64) error {
	p, err := partyByID(ctx, tx, eventID, party)
	if err == nil {
		err = p.checkOffer(s.at())
	}
	return err
}

// validate validates the submission of the guest g; known: a personal link or a check-in code says who that is. Only such a guest, or one
// who gives an e-mail address, may decline: it must be certain whose places become free. The name of the link stands for one that is not
// given.
func (s *Submission) validate(g Guest, known bool) errs.Fields {
	if s.Declines() {
		s.Name = cmp.Or(strings.TrimSpace(s.Name), g.Name)
	}
	faults := s.Answer.Validate()
	if s.Declines() && !known && s.Email == "" {
		faults.Add("email", "required", "This field is required.")
	}
	return faults
}

// checkDetails reads the details of a form, and validates the details of a guest.
func (s *Submission) checkDetails(e events.Event) errs.Fields {
	s.readDetails(e)
	return s.validateDetails(e)
}

// readDetails reads the details of a form. Those of JSON are in the answer already.
func (s *Submission) readDetails(e events.Event) {
	if s.form != nil {
		s.Details = readDetails(s.form, e, min(s.People, e.PeopleLimit))
		s.dropArchived(e)
	}
}

func (s *Submission) validateDetails(e events.Event) errs.Fields {
	return (&detailsCheck{event: e, guest: true, shown: s.shown}).run(&s.Answer)
}

// checkOpen fails for an event that takes no answers now.
func checkOpen(e events.Event, now time.Time) error {
	switch {
	case e.State == events.Draft:
		return errs.NotFound("event")
	case e.ClosedAt(now):
		return errs.Conflict("closed", "This event takes no more answers.")
	}
	return nil
}

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
	if t.eventVersion != e.Version { // changed since it was read
		if e, err = events.ByID(ctx, tx, e.ID); err != nil {
			return r, nil, err
		}
		if x.guest && x.offered == 0 {
			if err := cmp.Or(checkOpen(e, s.now()), checkLimit(e, x.People).Err()); err != nil {
				return r, nil, err
			}
		}
	}
	found, err := matchingClaims(ctx, tx, e.ID, x.claims)
	if err != nil {
		return r, nil, err
	}
	party, err := partyOf(ctx, tx, e.ID, t, x.parties...)
	if err != nil {
		return r, nil, err
	}
	held := party.held(s.at())
	replaced := x.claims.pick(found)
	if old = replaced; x.guest {
		old = x.claims.unmatched().pick(found)
		if err := t.checkCapacity(e, x.People-peopleOf(old), held); err != nil {
			return r, nil, err
		}
	}
	if replaced != nil && x.walkIn {
		return *replaced, nil, errs.Conflict(RegisteredAlready, "That guest has a registration of this event.")
	}
	if replaced != nil {
		r = x.applyTo(*replaced)
		if x.stranger && old != nil && old.ID == replaced.ID && old.RecipientID != 0 { // whatever the directory says (R17)
			r.keepGuest(*replaced)
		}
		r.keepArchived(e, replaced.Details)
		err = s.replace(ctx, tx, e, t, replacement{new: &r, old: *replaced, by: x.by, party: party})
		return r, old, err
	}
	r = x.newRegistration(e.ID, s.at())
	c := changeBetween(nil, &r.Answer)
	if x.guest {
		c.answers = 1
	}
	if err := t.checkCapacity(e, c.people, held); err != nil && !x.over {
		return r, nil, err
	}
	if r.ID, err = insert(ctx, tx, r); err != nil {
		return r, nil, err
	}
	if err := s.publish(ctx, tx, kindOfNew(r), r); err != nil {
		return r, old, err
	}
	c.setParty(party, r.People)
	return r, old, s.applyChange(ctx, tx, e, t, c)
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
		WalkIn: x.walkIn, CreatedAt: at, RespondedAt: at, Version: 1, identity: x.identity(), emailKey: x.keys.email, phoneKey: x.keys.phone}
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
	c.setParty(x.party, r.People)
	r.RespondedAt = s.at()
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

// hasChanged reports whether anything except RespondedAt differs.
func hasChanged(a, b RSVP) bool {
	a.RespondedAt, b.RespondedAt = 0, 0
	return !reflect.DeepEqual(a, b)
}
