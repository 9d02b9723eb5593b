package rsvp

import (
	"cmp"
	"context"
	"strings"

	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/hub/suppressions"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// PartyState is what became of a party of a waiting list.
type PartyState string

// The states of a party.
const (
	Waiting PartyState = "waiting" // it has no offer yet
	Offered PartyState = "offered" // its places are held until OfferedUntil
	Taken   PartyState = "taken"   // it has taken its places, or got them in another way
	Expired PartyState = "expired" // it did not take its places in time
	Left    PartyState = "left"    // it declined its places or left the list, or staff removed it
)

// Party is a party of the waiting list of an event. There is one for each e-mail address of an event.
type Party struct {
	ID           int64
	EventID      string
	Position     int64 // smaller ones first; those of an event need not be consecutive
	State        PartyState
	Name, Email  string
	People       int64 // 1 to 20
	Language     i18n.Lang
	OfferedUntil db.Instant // of the latest offer; 0: there was none
	CreatedAt    db.Instant
	ChangedAt    db.Instant // of the latest change of state
	Version      int64

	emailKey    string
	customerID  string // of the personal link with which the party was put on the list
	recipientID int64
}

// AuditFields implements audit.Auditable.
func (p Party) AuditFields() audit.Fields {
	return audit.Fields{"name": p.Name, "email": p.Email, "people": p.People, "language": p.Language, "state": p.State, "position": p.Position}
}

// answer returns the answer with which the party takes its places.
func (p Party) answer() Answer {
	return Answer{Name: p.Name, Email: p.Email, People: p.People, Language: p.Language}
}

// link returns a new personal link for the party, which a message to it contains.
func (p Party) link() Link {
	l := linkTo(p.EventID, p.answer())
	l.CustomerID, l.RecipientID = p.customerID, p.recipientID
	return l
}

// Codes of the conflicts about a waiting list.
const (
	ListClosed   = "waiting_list_closed" // nothing is offered to the waiting list of this event now
	NoOffer      = "no_offer"            // no places are offered to the party now
	OfferExpired = "offer_expired"       // they were, but not any more
	PartyTaken   = "party_taken"         // the party has its places already
	Room         = "there_is_room"       // the party needs no waiting list: there are places for it
)

// ListOpen reports whether parties can be put on the waiting list of an event: places are still offered to it, and there is a channel
// to say so.
func (s *Service) ListOpen(e events.Event) bool { return s.MailConfigured() && e.Offers(s.now()) }

// checkListOpen fails for an event whose waiting list takes no parties now.
func (s *Service) checkListOpen(e events.Event) error {
	switch {
	case e.State == events.Draft:
		return errs.NotFound("event")
	case !s.ListOpen(e):
		return errs.Conflict(ListClosed, "The waiting list of this event is closed.")
	}
	return nil
}

// Join puts a guest's party on the waiting list of an event, at its end, and queues a message that says so. A party that waits already
// keeps its position, and its people too unless its own personal link is given. It returns the party as it was given, cleaned. Its answer
// does not depend on whether the address is known: a guest who has as many places already gets the confirmation of that answer instead.
// It fails with NotFound, waiting_list_closed, there_is_room, rate_limited (see maxParties) and the errors of the fields.
func (s *Service) Join(ctx context.Context, eventID string, sub Submission, from Visitor) (p Party, err error) {
	e, err := events.ByID(ctx, s.db, eventID)
	if err == nil {
		err = s.checkListOpen(e)
	}
	if err != nil {
		return p, err
	}
	g, linked, err := s.Guest(ctx, e, sub.Token)
	if err != nil {
		return p, err
	}
	if p, err = sub.party(e, g, from); err != nil {
		return p, err
	}
	var own *claims
	if linked {
		if own, err = s.claimsOfLink(ctx, p, g); err != nil {
			return p, err
		}
	}
	network := ratelimit.Network(from.IP)
	if linked && mailKey(g.Email) == p.emailKey {
		network = ""
	}
	return p, s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, t, err := lockEvent(ctx, tx, e)
		if err == nil {
			err = s.checkListOpen(e)
		}
		if err == nil {
			err = checkLimit(e, p.People).Err()
		}
		if err != nil {
			return err
		}
		if t.free(e) >= p.People {
			return errs.Conflict(Room, "There are enough spots for this group: no waiting list is needed.")
		}
		limit, err := s.joinLimitOf(ctx, tx, network, e.ID)
		if err != nil {
			return err
		}
		found, err := registrationOfParty(ctx, tx, p, own)
		if err != nil {
			return err
		}
		if found != nil && found.People >= p.People {
			if err := limit.take(ctx, tx, "registration:", found.ID); err != nil {
				return err
			}
			c := confirmation{event: e, version: e.Version, answer: found.Answer, attended: true, network: network}
			if found.emailKey != p.emailKey { // found by the link, which the message may say again, but not what the guest has given (ADR 43)
				c.answer, c.token = p.answer(), sub.Token
				c.answer.People = found.People
			}
			_, err = s.confirm(ctx, tx, c)
			return err
		}
		return s.join(ctx, tx, e, t, joining{p, network, limit})
	})
}

// party validates the submission and returns it as a party. The link's name and address stand for those that are not given.
func (s Submission) party(e events.Event, g Guest, from Visitor) (Party, error) {
	a := s.Answer
	a.Name, a.Email = cmp.Or(strings.TrimSpace(a.Name), g.Name), cmp.Or(strings.TrimSpace(a.Email), g.Email)
	a.Language = cmp.Or(a.Language, g.Language, from.Language, i18n.FR)
	faults := a.Validate()
	if a.Email == "" {
		faults.Add("email", "required", "This field is required.")
	}
	if a.People == 0 {
		faults.Add("people", "out_of_range", "Expected a number from 1 to 20.")
	}
	faults = append(faults, checkLimit(e, a.People)...)
	return Party{EventID: e.ID, Name: a.Name, Email: a.Email, People: a.People, Language: a.Language, emailKey: mailKey(a.Email),
		customerID: g.customerID, recipientID: g.recipientID}, faults.FirstPerField().Err()
}

// claimsOfLink returns the claims of an answer of the party by the personal link of g. Only that of a customer makes claims by the
// directory: it reveals nobody else (R17).
func (s *Service) claimsOfLink(ctx context.Context, p Party, g Guest) (*claims, error) {
	x, err := s.prepareAnswer(ctx, p.answer(), g)
	c := x.claims.unmatched()
	return &c, err
}

// registrationOfParty returns the registration of the guest of a party: the one that an answer with the claims of the personal link
// replaces, else one with the party's address whose guest is coming, the one with the most people. nil: there is none. own may be nil:
// there is no link.
func registrationOfParty(ctx context.Context, q db.Queryer, p Party, own *claims) (*RSVP, error) {
	if own != nil {
		found, err := matchingClaims(ctx, q, p.EventID, *own)
		if err != nil {
			return nil, err
		}
		if r := own.pick(found); r != nil {
			return r, nil
		}
	}
	found, err := comingByEmail(ctx, q, p.EventID, p.emailKey)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// joining is a party that asks to be on the list.
type joining struct {
	Party
	network string // from which it asks; empty: it has given its own personal link
	limit   joinLimit
}

// own reports whether the party has given its own personal link.
func (j joining) own() bool { return j.network == "" }

// join stores the party, offers places if there are some, and queues the message that says where the party stands. A party on the list is
// changed by its own personal link only.
func (s *Service) join(ctx context.Context, tx *db.Tx, e events.Event, t tally, j joining) error {
	p := j.Party
	old, err := partyByEmail(ctx, tx, e.ID, p.emailKey)
	if err != nil {
		return err
	}
	stays := old != nil && (old.State == Offered && old.OfferedUntil > s.at() || old.State == Waiting && !j.own())
	if stays {
		p = *old
	} else if err := s.putOnList(ctx, tx, &t, &p, old); err != nil {
		return err
	}
	if err := j.limit.take(ctx, tx, "", p.ID); err != nil {
		return err
	}
	if stays {
		return s.remind(ctx, tx, e, p, j.network)
	}
	if err := s.applyChange(ctx, tx, e, t, tallyChange{}); err != nil {
		return err
	}
	now, err := partyByID(ctx, tx, e.ID, p.ID)
	if err != nil || now.State != Waiting { // the offer says all
		return err
	}
	return s.remind(ctx, tx, e, now, j.network)
}

// putOnList stores a party as one that waits, in place of old if that is not nil, and changes the tally accordingly.
func (s *Service) putOnList(ctx context.Context, tx *db.Tx, t *tally, p *Party, old *Party) (err error) {
	p.State = Waiting
	if old == nil {
		p.CreatedAt, p.ChangedAt, p.Version = s.at(), s.at(), 1
		t.countParty(Waiting, p.People, 1)
		p.ID, err = insertParty(ctx, tx, *p)
		return err
	}
	p.ID, p.Position, p.CreatedAt, p.ChangedAt = old.ID, old.Position, old.CreatedAt, old.ChangedAt
	if old.State != Waiting {
		p.CreatedAt, p.ChangedAt, p.Position = s.at(), s.at(), 0
	}
	t.countParty(old.State, old.People, -1)
	t.countParty(Waiting, p.People, 1)
	return updateParty(ctx, tx, *p)
}

// remind queues the message that says where a party stands: that places are offered to it, or that it is on the list. It
// queues none to an address that has had enough for now, or from a network that has caused enough.
func (s *Service) remind(ctx context.Context, tx *db.Tx, e events.Event, p Party, network string) error {
	if may, err := s.mayMail(ctx, tx, p.emailKey, network, ""); err != nil || !may {
		return err
	}
	if err := outgoingmail.CancelAbout(ctx, tx, p.emailKey, e.ID, outgoingmail.WaitingList, outgoingmail.Offer); err != nil {
		return err
	}
	return s.queueParties(ctx, tx, e, []Party{p})
}

// queueParties queues a message to each party, with a new personal link, that says where it stands.
func (s *Service) queueParties(ctx context.Context, tx *db.Tx, e events.Event, list []Party) error {
	links, messages := make([]Link, len(list)), make([]outgoingmail.Mail, len(list))
	for i, p := range list {
		var err error
		links[i] = p.link()
		if messages[i], err = s.guestMail(e, p.answer(), secrets{token: links[i].Token}).party(ctx, p); err != nil {
			return err
		}
		if len(list) == 1 { // parties without an address that takes mail are left out of offers to many
			if messages[i].Refused, err = suppressions.ReasonOf(ctx, tx, p.emailKey); err != nil {
				return err
			}
		}
	}
	if err := IssueLinks(ctx, tx, s.at(), links); err != nil {
		return err
	}
	_, err := s.mail.Queue.QueueMail(ctx, tx, messages...)
	return err
}

// PartyOf returns the party of the guest with a personal link, with its event. It fails with NotFound if there is none, or if guests
// must not see the event.
func (s *Service) PartyOf(ctx context.Context, eventID, token string) (e events.Event, p Party, err error) {
	if e, err = events.ByID(ctx, s.db, eventID); err != nil {
		return e, p, err
	}
	if e.State == events.Draft {
		return e, p, errs.NotFound("event")
	}
	g, linked, err := s.Guest(ctx, e, token)
	if err != nil {
		return e, p, err
	}
	found, err := partyByEmail(ctx, s.db, e.ID, mailKey(g.Email))
	if err == nil && (!linked || found == nil) {
		err = errs.NotFound("party")
	}
	if err != nil {
		return e, p, err
	}
	return e, *found, nil
}

// Leave takes the party of a personal link off the list. If places were offered to it, it declines them: they are offered to the next
// party in the same transaction. A party that is off the list already stays as it is.
func (s *Service) Leave(ctx context.Context, eventID, token string) (e events.Event, p Party, err error) {
	if e, p, err = s.PartyOf(ctx, eventID, token); err != nil {
		return e, p, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, t, err := lockEvent(ctx, tx, e)
		if err != nil {
			return err
		}
		if p, err = partyByID(ctx, tx, e.ID, p.ID); err != nil || p.State != Waiting && p.State != Offered {
			return err
		}
		if err := outgoingmail.CancelAbout(ctx, tx, p.emailKey, e.ID, outgoingmail.WaitingList, outgoingmail.Offer); err != nil {
			return err
		}
		if err := s.moveParty(ctx, tx, &t, &p, Left); err != nil {
			return err
		}
		return s.applyChange(ctx, tx, now, t, tallyChange{})
	})
	return e, p, err
}

// moveParty gives a party another state, under the lock of the tally, which it changes accordingly.
func (s *Service) moveParty(ctx context.Context, tx *db.Tx, t *tally, p *Party, to PartyState) error {
	t.countParty(p.State, p.People, -1)
	t.countParty(to, p.People, 1)
	p.State, p.ChangedAt = to, s.at()
	p.Version++
	return setPartyState(ctx, tx, *p)
}

// countParty adds a party in a state to the totals (sign 1) or takes it off (sign -1).
func (t *tally) countParty(state PartyState, people, sign int64) {
	switch state {
	case Waiting:
		t.Waiting += sign
	case Offered:
		t.Held += sign * people
	}
}
