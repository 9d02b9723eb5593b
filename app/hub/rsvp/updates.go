package rsvp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/platform/audit"
	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/db"
)

const (
	updatesPerStep = 100              // how many guests are read, and their messages stored, at once
	updatesEvery   = 15 * time.Second // for updates that another process was asked for, or did not finish
)

// pendingUpdate is a change of an event that guests are still to be told of. It is stored with the tally of the event.
type pendingUpdate struct {
	version int64 // of the event which staff agreed to tell of; 0: guests are not to be told of any
	after   int64 // id of the last registration that was looked at
}

// once returns the beginning of outgoingmail.Mail.Once of all messages of the update. The id of the registration follows.
func (u pendingUpdate) once(eventID string) string {
	return fmt.Sprintf("%s/%s/%d/", outgoingmail.EventUpdate, eventID, u.version)
}

// Reachable returns how many registrations of guests who are coming have an address that takes mail; 0 without a channel.
func (s *Service) Reachable(ctx context.Context, eventID string) (int64, error) {
	if !s.MailConfigured() {
		return 0, nil
	}
	return countReachable(ctx, s.db, eventID)
}

// SendUpdates has a message sent that says how the event is now, to each guest who is coming and has an address that takes mail.
// QueueUpdates queues the messages. version is that of the event which the caller has seen: SendUpdates fails with Stale when the event
// has another one by now, or is over. It returns how many guests will be told. Guests who were sent a message about that version are
// left out, so that it can be called again. An earlier update that not all have been told of is replaced by this one.
func (s *Service) SendUpdates(ctx context.Context, by auth.Actor, eventID string, version int64) (total int64, err error) {
	if !s.MailConfigured() {
		return 0, nil
	}
	read, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return 0, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, t, err := lockEvent(ctx, tx, read)
		if err != nil {
			return err
		}
		if e.Version != version || e.EndsAt <= s.at() {
			return errs.Stale()
		}
		u := pendingUpdate{version: version}
		if total, err = countUnaware(ctx, tx, eventID, u); err != nil || total == 0 || t.update.version == version {
			return err
		}
		if err := setUpdate(ctx, tx, t.id, u); err != nil {
			return err
		}
		tx.AfterCommit(s.wakeUpdates)
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "guests_told", Kind: "event", RecordID: eventID})
	})
	return total, err
}

// wakeUpdates makes WorkUpdates of this process look at once.
func (s *Service) wakeUpdates() {
	select {
	case s.updates <- struct{}{}:
	default:
	}
}

// WorkUpdates calls QueueUpdates until ctx ends. Every replica may run it.
func (s *Service) WorkUpdates(ctx context.Context, report func(context.Context, error)) {
	background.Repeat(ctx, updatesEvery, s.updates, func() { report(ctx, s.QueueUpdates(ctx)) })
}

// QueueUpdates queues the messages of all updates that staff have asked for (SendUpdates), in steps of updatesPerStep. It goes on where it
// was interrupted, and several processes may call it at the same time: no guest gets two messages about one version. What a message says
// of the event is true when it is queued, even if the event has changed since staff asked.
func (s *Service) QueueUpdates(ctx context.Context) error {
	if !s.MailConfigured() {
		return nil
	}
	list, failed := eventsWithUpdate(ctx, s.db)
	for _, id := range list {
		for more := true; more; {
			var err error
			if more, err = s.queueUpdateStep(ctx, id); err != nil && errs.KindOf(err) != errs.KindNotFound { // NotFound: the event was deleted
				failed = errors.Join(failed, err)
			}
		}
	}
	return failed
}

// queueUpdateStep does one step of an event's update. The messages are composed and encrypted before the transaction, which stores them if
// neither the event nor the update has changed meanwhile. It returns whether there may be more to do.
func (s *Service) queueUpdateStep(ctx context.Context, eventID string) (more bool, err error) {
	u, err := updateOf(ctx, s.db, eventID)
	if err != nil || u.version == 0 {
		return false, err
	}
	e, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return false, err
	}
	guests, err := listUnaware(ctx, s.db, eventID, u, updatesPerStep)
	if err != nil {
		return false, err
	}
	list, err := s.composeUpdates(ctx, e, u, guests)
	if err != nil {
		return false, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, t, err := lockEvent(ctx, tx, e)
		if err != nil {
			return err
		}
		if more = true; t.update != u || now.Version != e.Version {
			return nil
		}
		still, err := listUnaware(ctx, tx, eventID, u, updatesPerStep)
		if err != nil {
			return err
		}
		if len(still) == 0 || e.EndsAt <= s.at() {
			more = false
			return setUpdate(ctx, tx, t.id, pendingUpdate{})
		}
		n := unchanged(guests, still)
		if n == 0 {
			return nil
		}
		if err := setUpdate(ctx, tx, t.id, pendingUpdate{u.version, guests[n-1].ID}); err != nil {
			return err
		}
		return s.queueUpdates(ctx, tx, e, u, list[:n])
	})
	return more && err == nil, err
}

// unchanged returns how many of the first guests are the same in both lists, with the same answers.
func unchanged(before, now []RSVP) int {
	n := 0
	for n < len(before) && n < len(now) && before[n].ID == now[n].ID && before[n].Version == now[n].Version {
		n++
	}
	return n
}

// composedUpdate is a message to a guest, with the personal link and the check-in code that it contains.
type composedUpdate struct {
	guest   RSVP
	link    Link
	code    string
	message outgoingmail.Prepared
}

// composeUpdates composes and encrypts the messages to some guests, with new personal links and check-in codes.
func (s *Service) composeUpdates(ctx context.Context, e events.Event, u pendingUpdate, guests []RSVP) ([]composedUpdate, error) {
	list, messages := make([]composedUpdate, len(guests)), make([]outgoingmail.Mail, len(guests))
	for i, r := range guests {
		c := composedUpdate{guest: r, link: linkTo(e.ID, r.Answer), code: newCode()}
		c.link.CustomerID, c.link.RecipientID = r.guest().customerID, r.RecipientID
		var err error
		if messages[i], err = s.guestMail(e, r.Answer, secrets{c.link.Token, c.code}).update(ctx); err != nil {
			return nil, err
		}
		messages[i].Once = u.once(e.ID) + strconv.FormatInt(r.ID, 10)
		list[i] = c
	}
	prepared, err := s.mail.Queue.Prepare(messages...)
	for i, m := range prepared {
		list[i].message = m
	}
	return list, err
}

// queueUpdates stores composed messages with their links and codes. Messages about earlier versions that were not sent yet are
// cancelled.
func (s *Service) queueUpdates(ctx context.Context, tx *db.Tx, e events.Event, u pendingUpdate, list []composedUpdate) error {
	links, keys, codes := make([]Link, len(list)), make([]string, len(list)), map[string]int64{}
	messages := make([]outgoingmail.Prepared, len(list))
	for i, c := range list {
		links[i], keys[i], messages[i] = c.link, c.guest.emailKey, c.message
		codes[c.code] = c.guest.ID
	}
	if err := outgoingmail.CancelEarlier(ctx, tx, outgoingmail.EventUpdate, e.ID, keys, u.once(e.ID)); err != nil {
		return err
	}
	if err := IssueLinks(ctx, tx, s.at(), links); err != nil {
		return err
	}
	if err := insertCodes(ctx, tx, codes); err != nil {
		return err
	}
	_, err := s.mail.Queue.QueuePrepared(ctx, tx, messages...)
	return err
}
