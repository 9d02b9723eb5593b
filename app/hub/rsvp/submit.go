package rsvp

import (
	"cmp"
	"context"
	"strings"
	"time"

	"presence/app/hub/events"
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
	try := attemptOf(from.IP, s.now())
	a.Language = cmp.Or(a.Language, a.guest.Language, from.Language, i18n.FR)
	prepared, err := s.prepareGuestAnswer(ctx, a, from.IP)
	if err != nil {
		return o, err
	}
	ask := s.lookupsOf(try.network, prepared)
	var refused error
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		x := prepared
		may, err := a.limitLookups(ctx, tx, try, ask, &x)
		if err != nil {
			return err
		}
		t, err := s.lockPlaces(ctx, tx, a)
		if err != nil {
			return err
		}
		saved := savedAnswer{of: a, version: t.eventVersion, network: try.network}
		saved.RSVP, saved.old, err = s.saveAnswer(ctx, tx, a.event, t, x)
		if refused = nil; errs.HasCode(err, CodeBookingFull) { // commit anyway, so that the lookups count
			refused = err
			return nil
		}
		if err != nil {
			return err
		}
		o = Outcome{ID: saved.ID, Name: x.Name, Updated: saved.old != nil, linked: a.linked, Declined: saved.Declines(),
			Language: saved.Language, Confirmed: x.Confidence == Confirmed && may, answer: x.Answer}
		if saved.Declines() {
			return s.confirmDecline(ctx, tx, saved, &o)
		}
		return s.confirmAttendance(ctx, tx, saved, &o)
	})
	return o, cmp.Or(err, refused)
}

// prepareGuestAnswer is prepareAnswer for an answer of a guest from a network address.
func (s *Service) prepareGuestAnswer(ctx context.Context, a guestAnswer, ip string) (preparedAnswer, error) {
	x, err := s.prepareAnswer(ctx, a.Answer, a.guest)
	x.ip, x.guest, x.stranger, x.offered, x.parties = ip, true, !a.linked, a.offered, nil
	if a.linked {
		x.parties = []string{mailKey(a.guest.Email)}
	}
	return x, err
}

// limitLookups counts what an answer looks up in the directory, and reports whether the network is within its limits. It removes from the
// answer the claims that it must not make by the directory.
func (a guestAnswer) limitLookups(ctx context.Context, tx *db.Tx, try attempt, ask lookups, x *preparedAnswer) (may bool, err error) {
	if a.guest.customerID != "" { // the link of a customer only reveals that customer, so it needs no limit
		return true, nil
	}
	if may, err = try.recordLookups(ctx, tx, ask); err != nil {
		return false, err
	}
	if !may || x.Declines() { // who knows a customer's name and number must not cancel the customer's registration
		x.claims = x.claims.unmatched()
	}
	return may, nil
}

// lockPlaces locks the tally of the event. It fails if the answer takes an offer that does not hold any more.
func (s *Service) lockPlaces(ctx context.Context, tx *db.Tx, a guestAnswer) (tally, error) {
	t, err := lockTally(ctx, tx, a.event.ID)
	if err == nil && a.offered != 0 {
		err = s.checkStillOffered(ctx, tx, a.event.ID, a.offered)
	}
	return t, err
}

// savedAnswer is an answer of a guest that has been saved, before its confirmation is queued.
type savedAnswer struct {
	RSVP
	of      guestAnswer
	old     *RSVP  // that it replaces, as far as its guest may know; nil: none
	version int64  // of the event in the transaction
	network string // from which it came
}

// proved reports whether the check-in code of the answer that it replaces came with it.
func (x savedAnswer) proved() bool {
	return x.of.proved != 0 && x.old != nil && x.old.ID == x.of.proved
}

// confirmAttendance queues the confirmation of an answer whose guest comes, with the check-in code. The code is in the outcome too, unless
// only the owner of the mailbox may have it.
func (s *Service) confirmAttendance(ctx context.Context, tx *db.Tx, x savedAnswer, o *Outcome) error {
	code, err := issueCode(ctx, tx, x.ID)
	if err != nil {
		return err
	}
	c := x.confirmation()
	c.code = code
	c.keepReplaced(x)
	if o.MailedTo, err = s.confirm(ctx, tx, c); x.of.linked || (x.old == nil || x.proved()) && o.MailedTo == "" {
		o.Code = code
	}
	return err
}

// confirmDecline queues the confirmation of an answer whose guest does not come. It fails if nothing says whose answer it is.
func (s *Service) confirmDecline(ctx context.Context, tx *db.Tx, x savedAnswer, o *Outcome) (err error) {
	if !x.of.linked && !x.proved() && x.of.Email == "" {
		return errs.InvalidField("email", "required", "This field is required.")
	}
	c := x.confirmation()
	c.keepReplaced(x)
	o.MailedTo, err = s.confirm(ctx, tx, c)
	return err
}

// confirmation returns the confirmation of the answer as it was sent, without a check-in code.
func (x savedAnswer) confirmation() confirmation {
	a := x.of
	c := confirmation{event: a.event, version: x.version, answer: a.Answer, attended: peopleOf(x.old) > 0}
	c.answer.Email = cmp.Or(a.Email, a.guest.Email)
	if a.linked {
		c.token, c.party = a.Token, mailKey(a.guest.Email)
	}
	if !a.linked || mailKey(a.guest.Email) != mailKey(c.answer.Email) {
		c.network = x.network
	}
	return c
}

// keepReplaced makes the confirmation that of an answer without a personal link which replaces an earlier one: it says what was saved, and
// only its guest gets the code.
func (c *confirmation) keepReplaced(x savedAnswer) {
	if c.replaces = x.old != nil && !x.of.linked; !c.replaces {
		return
	}
	if x.old.belongsTo(mailKey(c.answer.Email)) {
		c.answer.keepPerson(x.Answer)
	} else {
		c.code = ""
	}
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
		return errs.Conflict("closed", "RSVPs are closed.")
	}
	return nil
}
