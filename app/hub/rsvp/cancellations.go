package rsvp

import (
	"context"
	"math"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/db"
)

// cancellationOf returns the update that the cancellation of an event counts as. Guests who were told that the event is a draft, which
// means that it is cancelled, are not told again.
func cancellationOf(e events.Event) (u pendingUpdate) {
	if e.State == events.Draft {
		u.version = e.Version
	}
	return u
}

// CountToCancel returns how many guests PrepareCancellation has a message for; 0 without a channel.
func (s *Service) CountToCancel(ctx context.Context, e events.Event) (int64, error) {
	if !s.MailConfigured() {
		return 0, nil
	}
	return countUnaware(ctx, s.db, e.ID, cancellationOf(e))
}

// PrepareCancellation composes the messages that say that an event is cancelled, to each guest who is coming and has an address that takes
// mail. store queues them, in the transaction that deletes the event and before its registrations are deleted, and returns how many they
// are. A message whose guest or event has changed meanwhile is composed again there, so that many messages keep no other write waiting.
func (s *Service) PrepareCancellation(ctx context.Context, e events.Event) (store events.StoreCancellation, err error) {
	prepared := map[int64]preparedCancellation{} // by the id of the registration
	if s.MailConfigured() {
		guests, err := listUnaware(ctx, s.db, e.ID, cancellationOf(e), math.MaxInt32)
		if err != nil {
			return nil, err
		}
		for _, r := range guests {
			p, err := s.prepareCancellation(ctx, e, r)
			if err != nil {
				return nil, err
			}
			prepared[r.ID] = p
		}
	}
	return func(ctx context.Context, tx *db.Tx, by auth.Actor) (int64, error) {
		if !s.MailConfigured() {
			return 0, nil
		}
		now, _, err := lockEvent(ctx, tx, e)
		if err != nil {
			return 0, err
		}
		guests, err := listUnaware(ctx, tx, e.ID, cancellationOf(now), math.MaxInt32)
		if err != nil || len(guests) == 0 {
			return 0, err
		}
		messages, keys := make([]outgoingmail.Prepared, len(guests)), make([]string, len(guests))
		for i, r := range guests {
			p, known := prepared[r.ID]
			if !known || p.guest != r.Version || p.event != now.Version {
				if p, err = s.prepareCancellation(ctx, now, r); err != nil {
					return 0, err
				}
			}
			messages[i], keys[i] = p.message, r.emailKey
		}
		for _, kind := range []outgoingmail.Kind{outgoingmail.Confirmation, outgoingmail.EventUpdate} {
			if err := outgoingmail.CancelEarlier(ctx, tx, kind, e.ID, keys, noOnce); err != nil {
				return 0, err
			}
		}
		if _, err := s.mail.Queue.QueuePrepared(ctx, tx, messages...); err != nil {
			return 0, err
		}
		told := audit.Entry{At: s.at(), Who: by.Who(), Action: "guests_told", Kind: "event", RecordID: e.ID}
		return int64(len(guests)), audit.Record(ctx, tx, told)
	}, nil
}

// noOnce is a text with which no outgoingmail.Mail.Once begins.
const noOnce = "-"

// preparedCancellation is a message that an event is cancelled, with the versions of the registration and the event that it was composed
// from.
type preparedCancellation struct {
	guest, event int64
	message      outgoingmail.Prepared
}

// prepareCancellation composes and encrypts the message to one guest. It has no picture, which is deleted with the event.
func (s *Service) prepareCancellation(ctx context.Context, e events.Event, r RSVP) (p preparedCancellation, err error) {
	p = preparedCancellation{guest: r.Version, event: e.Version}
	e.State, e.Picture = events.Draft, events.Picture{}
	m, err := s.guestMail(e, r.Answer, secrets{}).update(ctx)
	if err != nil {
		return p, err
	}
	list, err := s.mail.Queue.Prepare(m)
	if err == nil {
		p.message = list[0]
	}
	return p, err
}
