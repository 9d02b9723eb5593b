package rsvp

import (
	"context"
	"fmt"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// updatesPerQuery is how many guests are read, and their messages stored, at once.
const updatesPerQuery = 100

// Reachable returns how many registrations of guests who are coming have an address that takes mail; 0 without a channel.
func (s *Service) Reachable(ctx context.Context, eventID string) (int64, error) {
	if !s.MailConfigured() {
		return 0, nil
	}
	return countReachable(ctx, s.db, eventID)
}

// SendUpdates queues a message that says how the event is now, to each guest who is coming and has an address that takes mail. version is
// that of the event which the caller has seen: SendUpdates fails with Stale when the event has another one by now, or is over. It
// returns how many were queued. Guests who were sent a message about that version are left out, so that it can be called again.
func (s *Service) SendUpdates(ctx context.Context, by auth.Actor, eventID string, version int64) (total int64, err error) {
	if !s.MailConfigured() {
		return 0, nil
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := events.ByID(ctx, tx, eventID)
		if err != nil {
			return err
		}
		if e.Version != version || e.EndsAt <= s.at() {
			return errs.Stale()
		}
		total = 0
		for after := int64(0); ; {
			guests, err := listReachable(ctx, tx, eventID, after, updatesPerQuery)
			if err != nil {
				return err
			}
			n, err := s.queueUpdates(ctx, tx, e, guests)
			if err != nil {
				return err
			}
			total += n
			if len(guests) < updatesPerQuery {
				break
			}
			after = guests[len(guests)-1].ID
		}
		if total == 0 {
			return nil
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "guests_told", Kind: "event", RecordID: eventID})
	})
	return total, err
}

// queueUpdates queues the messages to some guests, with new personal links and check-in codes. It returns how many were queued.
func (s *Service) queueUpdates(ctx context.Context, tx *db.Tx, e events.Event, guests []RSVP) (int64, error) {
	links, list, codes := make([]Link, len(guests)), make([]outgoingmail.Mail, len(guests)), map[string]int64{}
	for i, r := range guests {
		var err error
		links[i] = linkTo(e.ID, r.Answer)
		links[i].CustomerID, links[i].RecipientID = r.guest().customerID, r.RecipientID
		code := newCode()
		codes[code] = r.ID
		if list[i], err = s.guestMail(e, r.Answer, secrets{links[i].Token, code}).update(ctx); err != nil {
			return 0, err
		}
		list[i].Once = fmt.Sprintf("%s/%s/%d/%d", outgoingmail.EventUpdate, e.ID, e.Version, r.ID)
	}
	if err := IssueLinks(ctx, tx, s.at(), links); err != nil {
		return 0, err
	}
	if err := insertCodes(ctx, tx, codes); err != nil {
		return 0, err
	}
	return s.mail.Queue.QueueMail(ctx, tx, list...)
}
