package rsvp

import (
	"context"
	"errors"
	"math"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

// maxOffers is how many parties are offered places in one transaction. OfferPlaces offers the rest.
const maxOffers = 1000

// promote ends the offers of an event that were not taken in time, and offers its free places to the first parties of the waiting list
// that fit, in their order. The transaction has locked the tally t, which promote changes but does not save. Free places that fit no
// party stay free for all. e is the event as read before; promote reads it again if it has changed.
func (s *Service) promote(ctx context.Context, tx *db.Tx, e events.Event, t *tally) error {
	if t.Held > 0 {
		freed, err := expireOffers(ctx, tx, e.ID, s.at())
		if err != nil {
			return err
		}
		t.Held -= freed
	}
	if t.Waiting == 0 {
		return nil
	}
	e, err := t.current(ctx, tx, e)
	if err != nil || !s.ListOpen(e) {
		return err
	}
	free := t.free(e)
	if free <= 0 {
		return nil
	}
	list, err := s.firstThatFit(ctx, tx, e.ID, free)
	if err != nil || len(list) == 0 {
		return err
	}
	return s.offer(ctx, tx, e, t, list)
}

// offer holds places for the parties, whose number fits, and queues the messages that offer them.
func (s *Service) offer(ctx context.Context, tx *db.Tx, e events.Event, t *tally, list []Party) error {
	ids := make([]int64, len(list))
	for i := range list {
		p := &list[i]
		t.countParty(p.State, p.People, -1)
		t.countParty(Offered, p.People, 1)
		p.State, p.OfferedUntil, p.ChangedAt = Offered, e.OfferUntil(s.now()), s.at()
		p.Version++
		ids[i] = p.ID
	}
	if err := setOffered(ctx, tx, ids, list[0].OfferedUntil, s.at()); err != nil {
		return err
	}
	return s.queueParties(ctx, tx, e, list)
}

// firstThatFit returns the first parties that wait, in their order, that together need no more than the free places: at most
// maxOffers. A party that needs more places than are left is passed over and keeps its position, as does one whose address has had
// maxMails messages: places are offered to it once that is an hour ago. Of parties whose addresses differ only in a tag, one is taken at a
// time, so that its message counts before the next one is looked at.
func (s *Service) firstThatFit(ctx context.Context, tx *db.Tx, eventID string, free int64) (list []Party, err error) {
	enough, taken := errors.New("no more are needed"), map[string]bool{}
	err = eachFitting(ctx, tx, eventID, free, s.mailSince(), func(p Party) error {
		mailbox := contact.MailboxKey(p.emailKey)
		if p.People <= free && !taken[mailbox] {
			taken[mailbox] = true
			list = append(list, p)
			free -= p.People
		}
		if free == 0 || len(list) == maxOffers {
			return enough
		}
		return nil
	})
	if errors.Is(err, enough) {
		err = nil
	}
	return list, err
}

// free returns the number of places that are neither taken nor held; without a capacity, a number larger than any party.
func (t tally) free(e events.Event) int64 {
	if e.Capacity == nil {
		return math.MaxInt32
	}
	return *e.Capacity - t.Headcount - t.Held
}

// OfferPlaces ends the offers of all events that were not taken in time, and offers places that are free. Without a channel to send e-mail
// by it only does the former, so that these places are free for all. It must be called every few seconds; any number of processes may do
// so.
func (s *Service) OfferPlaces(ctx context.Context) error {
	due, err := eventsToOffer(ctx, s.db, s.at(), s.mailSince(), s.MailConfigured())
	if err != nil {
		return err
	}
	return s.applyDue(ctx, due)
}

// EventSaved offers places of an event that was just saved: its capacity may be larger than before. It is part of that transaction.
func (s *Service) EventSaved(ctx context.Context, tx *db.Tx, e events.Event) error {
	t, err := lockTally(ctx, tx, e.ID)
	if err != nil {
		return err
	}
	return s.applyChange(ctx, tx, e, t, tallyChange{})
}

// TakeOffer stores the answer of the party to whom a personal link was sent, with the places that are held for it, even while the event
// is closed to other guests. Of sent it uses the token and the details. It fails with NotFound if there is no such party, with the
// conflicts no_offer, offer_expired and party_taken, and with the errors of the details. What the guest has answered before stays, as
// far as it is not sent again, and so does the larger number of people. sub is the answer for the page after it, or with the errors: of
// an answer from before it has no more than the party (ADR 43).
func (s *Service) TakeOffer(ctx context.Context, eventID string, sent Submission, from Visitor) (o Outcome, sub Submission, err error) {
	e, p, err := s.PartyOf(ctx, eventID, sent.Token)
	if err == nil {
		err = p.checkOffer(s.at())
	}
	if err != nil {
		return o, sub, err
	}
	sub = sent
	sub.Answer = p.answer()
	g, _, err := s.Guest(ctx, e, sent.Token)
	if err != nil {
		return o, sub, err
	}
	own, err := s.claimsOfLink(ctx, p, g)
	if err != nil {
		return o, sub, err
	}
	found, err := registrationOfParty(ctx, s.db, p, own)
	if err != nil {
		return o, sub, err
	}
	taken := sub
	if sub.keep = found != nil; sub.keep {
		taken.Answer = found.Answer
		taken.People = max(p.People, found.People)
		sub.People = taken.People
	}
	if err := taken.checkOffered(e, sent.Details).Err(); err != nil {
		return o, sub, err
	}
	o, err = s.answer(ctx, guestAnswer{event: e, Submission: taken, guest: g, linked: true, offered: p.ID}, from)
	if mailKey(o.MailedTo) != p.emailKey {
		o.MailedTo = ""
	}
	return o, sub, err
}

// checkOffered reads and validates the details that were sent with the acceptance of an offer. What they leave blank stays as the guest
// has answered it before. The limit of people does not hold: the places were offered.
func (s *Submission) checkOffered(e events.Event, sent Details) errs.Fields {
	before := s.Details
	s.Details = sent
	e.PeopleLimit = max(e.PeopleLimit, s.People)
	s.readDetails(e)
	s.keepUnanswered(e, before)
	return s.validateDetails(e)
}

// checkOffer fails if no places are held for the party at an instant.
func (p Party) checkOffer(at db.Instant) error {
	switch {
	case p.State == Offered && p.OfferedUntil > at:
		return nil
	case p.State == Offered || p.State == Expired:
		return errs.Conflict(OfferExpired, "This offer has ended.")
	case p.State == Taken:
		return errs.Conflict(PartyTaken, "This group already has its spots.")
	}
	return errs.Conflict(NoOffer, "No spots are being offered right now.")
}

// partyOf returns the party of the guest with one of these addresses that waits or is offered places; nil: there is none. Without a
// waiting list it does not look.
func partyOf(ctx context.Context, tx *db.Tx, eventID string, t tally, emails ...string) (*Party, error) {
	if t.Waiting == 0 && t.Held == 0 {
		return nil, nil
	}
	for _, key := range emails {
		p, err := partyByEmail(ctx, tx, eventID, key)
		if err != nil || p != nil && (p.State == Waiting || p.State == Offered) {
			return p, err
		}
	}
	return nil, nil
}

// held returns the places that are held for the party at an instant; nil has none.
func (p *Party) held(at db.Instant) int64 {
	if p == nil || p.checkOffer(at) != nil {
		return 0
	}
	return p.People
}

// stateAfter returns the state of the party after an answer of its guest for so many people. A party that waits for more places than
// that goes on waiting.
func (p Party) stateAfter(people int64) PartyState {
	switch {
	case people == 0:
		return Left
	case p.State == Waiting && people < p.People:
		return Waiting
	}
	return Taken
}

// PartyChange is what staff change of a party: its place in the order, its state, or both.
type PartyChange struct {
	Move  string     // up, down or top; empty: it keeps its place
	State PartyState // Offered: places are offered now; Left: it is removed; Waiting: it is put back; empty: as it is
}

// The moves of a PartyChange.
const (
	MoveUp   = "up"
	MoveDown = "down"
	MoveTop  = "top"
)

// ChangeParty changes a party for staff. Places are offered even in the last hours before the event, if so many are free. It fails with
// booking_full when there are not, with party_taken, and with waiting_list_closed when nothing can be offered.
func (s *Service) ChangeParty(
	ctx context.Context, by auth.Actor, eventID string, id int64, expect *int64, c PartyChange,
) (p Party, err error) {
	read, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return p, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, t, err := lockEvent(ctx, tx, read)
		if err != nil {
			return err
		}
		old, err := partyByID(ctx, tx, eventID, id)
		if err != nil {
			return err
		}
		if expect != nil && *expect != old.Version {
			return errs.Stale()
		}
		if old.State == Taken {
			return errs.Conflict(PartyTaken, "This group already has its spots.")
		}
		p = old
		if err := s.reorder(ctx, tx, &p, c.Move); err != nil {
			return err
		}
		if err := s.changeState(ctx, tx, e, &t, &p, c.State); err != nil {
			return err
		}
		if err := s.recordParty(ctx, tx, by, old, p); err != nil {
			return err
		}
		if err := s.applyChange(ctx, tx, e, t, tallyChange{}); err != nil {
			return err
		}
		p, err = partyByID(ctx, tx, eventID, id) // it may have been offered places
		return err
	})
	return p, err
}

func (s *Service) recordParty(ctx context.Context, tx *db.Tx, by auth.Actor, old, p Party) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "updated", Kind: "waiting_party",
		RecordID: strconv.FormatInt(p.ID, 10), Changes: audit.Diff(old, p)})
}

// reorder gives the party another position among those that wait.
func (s *Service) reorder(ctx context.Context, tx *db.Tx, p *Party, move string) error {
	if move == "" {
		return nil
	}
	other, err := neighbour(ctx, tx, *p, move)
	if err != nil || other == nil {
		return err // it is the first or the last already
	}
	p.Version++
	if move == MoveTop {
		p.Position = other.Position - 1
		return setPosition(ctx, tx, *p)
	}
	p.Position, other.Position = other.Position, p.Position
	if err := setPosition(ctx, tx, *other); err != nil {
		return err
	}
	return setPosition(ctx, tx, *p)
}

// changeState gives the party the state that staff want.
func (s *Service) changeState(ctx context.Context, tx *db.Tx, e events.Event, t *tally, p *Party, to PartyState) error {
	if to == "" || to == p.State {
		return nil
	}
	if to != Offered {
		outdated := []outgoingmail.Kind{outgoingmail.Offer} // queued messages that no longer hold
		if to == Left {
			outdated = append(outdated, outgoingmail.WaitingList)
		}
		if err := outgoingmail.CancelAbout(ctx, tx, p.emailKey, e.ID, outdated...); err != nil {
			return err
		}
		return s.moveParty(ctx, tx, t, p, to)
	}
	if !s.MailConfigured() || e.State == events.Draft || e.Started(s.now()) {
		return errs.Conflict(ListClosed, "Nothing can be offered for this event now.")
	}
	if err := t.checkCapacity(e, p.People, 0); err != nil {
		return err
	}
	list := []Party{*p}
	err := s.offer(ctx, tx, e, t, list)
	*p = list[0]
	return err
}

// WaitingList calls each for the parties of an event: those that are on the list in their order, then the others.
func (s *Service) WaitingList(ctx context.Context, eventID string, each func(Party) error) error {
	return eachParty(ctx, s.db, eventID, each)
}

// WaitingSearch chooses a page of the waiting list of an event. A zero field does not narrow the list.
type WaitingSearch struct {
	State PartyState
	Text  string // anywhere in the name or the address, without regard to accents and case
	Page  int64  // from 1; a page after the last one stands for the last one
}

// WaitingPage is a page of the waiting list of an event.
type WaitingPage struct {
	Parties []ListedParty
	Counts  map[PartyState]int64 // of the whole list
	Found   int64                // parties that the search chooses
	Page    int64
}

// partyRows is the number of parties on a page of the waiting list.
const partyRows = 50

// WaitingPage returns a page of the waiting list of an event. The statements are the same however long the list is.
func (s *Service) WaitingPage(ctx context.Context, eventID string, search WaitingSearch) (p WaitingPage, err error) {
	p.Counts, err = countParties(ctx, s.db, eventID)
	if err != nil {
		return p, err
	}
	f := partyFilter{State: search.State, Rows: partyRows}
	for state, n := range p.Counts {
		if f.State == "" || f.State == state {
			p.Found += n
		}
	}
	if search.Text != "" {
		f.IDs = []int64{}
		err = eachPartyName(ctx, s.db, eventID, func(id int64, state PartyState, name, email string) {
			if (f.State == "" || f.State == state) && (contains(name, search.Text) || contains(email, search.Text)) {
				f.IDs = append(f.IDs, id)
			}
		})
		if err != nil {
			return p, err
		}
		p.Found = int64(len(f.IDs))
	}
	p.Page = max(1, min(search.Page, (p.Found-1)/partyRows+1)) // parties may have left since the link was made
	f.Skip = (p.Page - 1) * partyRows
	p.Parties, err = listedParties(ctx, s.db, eventID, f)
	return p, err
}

// PartiesByIDs returns the parties with these ids, of any event and in any order.
func (s *Service) PartiesByIDs(ctx context.Context, ids []int64) ([]Party, error) {
	return partiesOfAllEvents(ctx, s.db, ids)
}
