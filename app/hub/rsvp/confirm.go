package rsvp

import (
	"context"
	"crypto/rand"
	"log/slog"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/hub/suppressions"
	"presence/app/platform/contact"
	"presence/db"
)

// Within mailWindow at most maxMails messages that guests cause are queued to one mailbox, of all kinds and events, so that the
// forms cannot flood that of another person. Addresses that differ only in a tag (ann+1@example.org) have one mailbox. The last
// of them is reserved for an offer of places, so that answers that strangers send in the guest's name cannot prevent it. One
// network causes messages to at most maxMailboxes mailboxes in mailWindow, not counting those to the owners of personal links who
// use them; one person of staff, by entering answers, to at most maxEntered.
const (
	maxMails     = 6
	maxMailboxes = 20
	maxEntered   = 200
	mailWindow   = time.Hour
	mailValid    = 72 * time.Hour // a message that cannot be sent until then is given up
)

// MailOptions are what messages to guests need.
type MailOptions struct {
	Queue   *outgoingmail.Service
	Origin  string         // of the addresses in messages: https://host
	Host    string         // part of the UID in calendar files
	Zone    *time.Location // in which the times of events are shown
	Company string         // who invites; may be empty
	Postal  string         // the postal address of the sender; may be empty
	Log     *slog.Logger   // of a limit that is reached; nil: none
}

// MailConfigured reports whether there is a channel to send e-mail by.
func (s *Service) MailConfigured() bool { return s.mail.Queue != nil && s.mail.Queue.Configured() }

// confirmation is an answer that a guest has given, with what its confirmation depends on.
type confirmation struct {
	event    events.Event // as read before the transaction
	version  int64        // of the event in the transaction
	answer   Answer       // its Email is where the confirmation goes
	attended bool         // the answer that this one replaces said that the guest comes, so that the event is in the guest's calendar
	party    string       // the address key whose party on the waiting list the answer may change: of a personal link, or by staff
	network  string       // whose limit the message counts toward; empty: none
	by       string       // the id of the person of staff who has entered the answer, and has a limit of their own; empty: the guest answered
	token    string       // of the personal link; empty: there is none
	code     string       // the check-in code; empty: the guest is not coming, or the address is not that of the registration
	replaces bool         // the answer replaces an earlier one without the personal link: its guest learns it by the message
}

// confirm queues the confirmation of an answer, in the transaction that stores it. It returns the address, or an empty text when
// no message is sent: there is no address or no channel, or a limit of messages is reached (mayMail). The directory and the
// suppressions do not change its result, which a guest could observe (R17): for a suppressed address it stores a message as
// refused.
func (s *Service) confirm(ctx context.Context, tx *db.Tx, c confirmation) (to string, err error) {
	key := mailKey(c.answer.Email)
	if key == "" || !s.MailConfigured() {
		return "", nil
	}
	if may, err := s.mayMail(ctx, tx, key, c.network, c.by); err != nil || !may {
		return "", err
	}
	if c.version != c.event.Version {
		if c.event, err = events.ByID(ctx, tx, c.event.ID); err != nil {
			return "", err
		}
	}
	if c.token == "" {
		link := linkTo(c.event.ID, c.answer)
		c.token = link.Token
		if err := IssueLinks(ctx, tx, s.at(), []Link{link}); err != nil {
			return "", err
		}
	}
	if err := outgoingmail.CancelAbout(ctx, tx, key, c.event.ID, outgoingmail.Confirmation, outgoingmail.EventUpdate); err != nil {
		return "", err
	}
	if err := cancelOffList(ctx, tx, c.event.ID, c.party); err != nil {
		return "", err
	}
	message := s.guestMail(c.event, c.answer, secrets{c.token, c.code})
	message.own, message.replaces = c.network == "", c.replaces
	m, err := message.confirmation(ctx, c.attended)
	if err != nil {
		return "", err
	}
	if m.Refused, err = suppressions.ReasonOf(ctx, tx, key); err != nil {
		return "", err
	}
	_, err = s.mail.Queue.QueueMail(ctx, tx, m)
	return c.answer.Email, err
}

// cancelOffList cancels the queued messages to the party with an address key if an answer has taken it off the waiting list; what they say
// to one that still waits or has an offer goes on to hold.
func cancelOffList(ctx context.Context, tx *db.Tx, eventID, key string) error {
	if key == "" {
		return nil
	}
	p, err := partyByEmail(ctx, tx, eventID, key)
	if err != nil || p == nil || p.State == Waiting || p.State == Offered {
		return err
	}
	return outgoingmail.CancelAbout(ctx, tx, key, eventID, outgoingmail.WaitingList, outgoingmail.Offer)
}

// mayMail reports whether another message that a request causes may be queued to the address key, and counts it for the network or the
// person of staff (by) if there is one. Until the transaction ends, other transactions about the same mailbox or from the same network
// or person wait.
func (s *Service) mayMail(ctx context.Context, tx *db.Tx, key, network, by string) (bool, error) {
	from, most := network, maxMailboxes
	if by != "" {
		from, most = "staff:"+by, maxEntered
	}
	mailbox := contact.MailboxKey(key)
	if err := tx.SerializeBy(ctx, "guest_mail:"+mailbox); err != nil {
		return false, err
	}
	n, err := outgoingmail.CountTo(ctx, tx, key, s.mailSince())
	if err != nil || n >= maxMails-1 || from == "" {
		return n < maxMails-1, err
	}
	if err := tx.SerializeBy(ctx, "guest_mail_from:"+from); err != nil {
		return false, err
	}
	mailed := mailedTo + s.hashLookup(from, mailbox)
	before, err := lookupsSince(ctx, tx, from, s.mailSince())
	if err != nil {
		return false, err
	}
	if distinct(before, mailedTo, []string{mailed}) > most {
		if by == "" { // staff are told by the page
			s.warnOfLimit()
		}
		return false, nil
	}
	return true, insertAsked(ctx, tx, from, mailed, s.at())
}

// warnOfLimit logs, at most once in mailWindow, that a network has reached maxMailboxes. It does not log which.
func (s *Service) warnOfLimit() {
	now, last := s.now(), s.limitLogged.Load()
	if s.mail.Log == nil || last != nil && now.Sub(*last) < mailWindow || !s.limitLogged.CompareAndSwap(last, &now) {
		return
	}
	s.mail.Log.Warn("guests get no confirmation: their network has reached its limit of mailboxes in an hour. Behind a proxy, check "+
		"TRUSTED_PROXIES: without the addresses of visitors all guests count as one network", "limit", maxMailboxes)
}

// mailSince returns the instant since which messages count for maxMails.
func (s *Service) mailSince() db.Instant { return s.at().Add(-mailWindow) }

// mailKey returns the form by which e-mail addresses are compared; empty for a text that is none.
func mailKey(email string) string {
	key, err := contact.EmailKey(email)
	if err != nil {
		return ""
	}
	return key
}

// linkTo returns a new personal link for a guest who has none. It names the address that the link is sent to, so that its owner can
// change the answer.
func linkTo(eventID string, a Answer) Link {
	return Link{Token: rand.Text(), EventID: eventID, Name: a.Name, Email: a.Email, Language: a.Language}
}
