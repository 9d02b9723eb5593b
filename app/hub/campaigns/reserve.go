package campaigns

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/mail"
	"presence/db"
)

// New is the input of a mass send. Empty fields have defaults: Bulk, the first sender, the event's template.
type New struct {
	EventID     string
	Params      Params
	ConfirmLate bool   // send even though the event has begun
	Seen        string // fail with audience_changed unless these are the recipients (SendPreview.Seen); empty: any recipients
}

// Send creates and starts a mass send: the campaign, and a recipient for every entry of the main list, in one transaction.
// Workers begin to send at once. It fails with send_active, audience_empty or event_started (R8).
func (s *Service) Send(ctx context.Context, by auth.Actor, n New) (c Campaign, err error) {
	if err := s.completeParams(&n.Params); err != nil {
		return c, err
	}
	return s.reserve(ctx, by, n, Campaign{}, func(tx *db.Tx, id int64) (int64, error) { return insertAudience(ctx, tx, id, n.EventID) })
}

// Remind creates and starts a reminder of a send, for everyone who got that send's message and has not answered (R13).
func (s *Service) Remind(ctx context.Context, by auth.Actor, n New, source int64) (c Campaign, err error) {
	of, err := s.reminded(ctx, n.EventID, source)
	if err != nil {
		return c, err
	}
	n.Params = s.inheritParams(n.Params, of.Params)
	if err := s.completeParams(&n.Params); err != nil {
		return c, err
	}
	return s.reserve(ctx, by, n, of, func(tx *db.Tx, id int64) (int64, error) { return insertReminder(ctx, tx, id, of.ID, n.EventID) })
}

// Candidates returns the recipients that a reminder of a send would have (R13).
func (s *Service) Candidates(ctx context.Context, eventID string, source int64) (p Reminder, err error) {
	if _, err := s.reminded(ctx, eventID, source); err != nil {
		return p, err
	}
	return reminderCandidates(ctx, s.db, source, eventID)
}

// reminded returns the send that a reminder is about. It fails with NotFound unless it is a send of that event.
func (s *Service) reminded(ctx context.Context, eventID string, id int64) (Campaign, error) {
	if _, err := events.ByID(ctx, s.db, eventID); err != nil {
		return Campaign{}, err
	}
	c, err := ByID(ctx, s.db, id)
	if err == nil && c.EventID != eventID {
		err = errs.NotFound("campaign")
	}
	return c, err
}

// completeParams fills in the defaults and rejects what is not allowed.
func (s *Service) completeParams(p *Params) error {
	var faults errs.Fields
	if p.Channel == "" {
		p.Channel = Bulk
	}
	if s.o.Channels[p.Channel] == nil {
		faults.Add("channel", "not_allowed", "Expected bulk or mailbox, whichever is configured.")
	}
	if p.From == "" && len(s.o.Senders) > 0 {
		p.From = s.o.Senders[0].Email
	}
	if s.AllowedSender(p.From).Email == "" {
		faults.Add("from", "not_allowed", "Expected one of the senders that the settings allow.")
	}
	p.Subject = strings.TrimSpace(p.Subject)
	if err := checkSubject(p.Subject); err != "" {
		faults.Add("subject", err, "Expected one line of at most 200 characters.")
	}
	return faults.Err()
}

// AllowedSender returns the allowed sender with that address; the zero Address when there is none.
func (s *Service) AllowedSender(email string) mail.Address {
	i := slices.IndexFunc(s.o.Senders, func(a mail.Address) bool { return strings.EqualFold(a.Email, email) })
	if i < 0 {
		return mail.Address{}
	}
	return s.o.Senders[i]
}

// reserve inserts a campaign with its recipients in one transaction.
func (s *Service) reserve(ctx context.Context, by auth.Actor, n New, of Campaign,
	recipients func(tx *db.Tx, id int64) (int64, error)) (c Campaign, err error) {
	if err := s.checkComposable(ctx, n, of); err != nil {
		return c, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := events.ByID(ctx, tx, n.EventID)
		if err != nil {
			return err
		}
		if active, err := activeOf(ctx, tx, n.EventID); err != nil {
			return err
		} else if active != 0 {
			return sendActive()
		}
		if e.Started(s.now()) && !n.ConfirmLate {
			return errs.Conflict("event_started", "The event has begun. Send confirm_late to invite to it all the same.")
		}
		id, err := s.insertNew(ctx, tx, by, n, of)
		if err != nil {
			return err
		}
		total, err := recipients(tx, id)
		if err != nil {
			return err
		}
		if total == 0 {
			return errs.Conflict("audience_empty", "There is nobody to send to.")
		}
		if err := countIn(ctx, tx, id, total); err != nil {
			return err
		}
		if _, err := ChangeStatus(ctx, tx, id, []Status{Scheduled}, Transition{To: Sending}, s.at()); err != nil {
			return err
		}
		if c, err = ByID(ctx, tx, id); err != nil {
			return err
		}
		if n.Seen != "" {
			// After the insertion, so that a change before it is seen.
			if _, now, err := audienceOf(ctx, tx, n.EventID, of.ID); err != nil {
				return err
			} else if now != n.Seen {
				return errs.Conflict("audience_changed", "Others than were expected would get a message.")
			}
		}
		if err := s.recordAudit(ctx, tx, by, "scheduled", c); err != nil {
			return err
		}
		return tx.Signal(ctx, Changed)
	})
	return c, err
}

// insertNew inserts the row of a campaign and returns its id. It fails with 409 if another campaign of the event is active.
func (s *Service) insertNew(ctx context.Context, tx *db.Tx, by auth.Actor, n New, of Campaign) (id int64, err error) {
	salt := make([]byte, 16)
	rand.Read(salt)
	tracked, err := s.tracks(ctx, tx, n.Params)
	if err != nil {
		return 0, err
	}
	id, err = insert(ctx, tx, Campaign{EventID: n.EventID, ReminderOf: of.ID, Params: n.Params, Tracked: tracked,
		OutboxOnly: s.o.Channels[n.Params.Channel].Name() == mail.OutboxName, CreatedBy: by.PersonID, Salt: salt}, s.at())
	if db.IsUnique(err, "campaigns_active") {
		return 0, sendActive()
	}
	return id, err
}

// checkComposable fails when the messages cannot be composed, so that staff learn of it now and not from the worker.
func (s *Service) checkComposable(ctx context.Context, n New, of Campaign) error {
	e, err := events.ByID(ctx, s.db, n.EventID)
	if err != nil {
		return err
	}
	for _, lang := range []string{"fr", "en"} {
		o := messageOptions{Params: n.Params, Lang: lang, Reminder: of.ID != 0, Linked: true}
		if _, err := s.compileTemplate(ctx, s.db, e, o); err != nil {
			return err
		}
	}
	return nil
}
