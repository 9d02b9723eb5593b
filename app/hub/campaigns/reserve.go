package campaigns

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/hub/answers"
	"presence/app/hub/audience"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
)

// New is the input of a mass send. Empty fields have defaults: Bulk, the first sender, the event's template.
type New struct {
	EventID      string
	Params       Params
	Schedule            // zero: it begins at once
	Follows      int64  // only to those added to the list since this invitation; 0: to all of them
	ConfirmLate  bool   // send even though the event has begun
	ConfirmDraft bool   // send even though the event is a draft; else the campaign is paused by its first run
	Seen         string // fail with audience_changed unless these are the recipients (SendPreview.Seen); empty: any recipients
}

// Send creates a mass send: the campaign, and a recipient for every entry of the main list, in one transaction. Workers begin
// to send at once, or at the time of its schedule. It fails with send_active, audience_empty or event_started (R8), and if it
// is scheduled, with the conflicts of checkReady.
func (s *Service) Send(ctx context.Context, by auth.Actor, n New) (c Campaign, err error) {
	if n.Follows != 0 {
		of, err := s.followed(ctx, n.EventID, n.Follows)
		if err != nil {
			return c, err
		}
		n.Follows, n.Params = of.ID, s.inheritParams(n.Params, of)
	}
	if err := s.completeParams(&n.Params); err != nil {
		return c, err
	}
	return s.reserve(ctx, by, n, Campaign{})
}

// Remind creates a reminder of a send as Send does, for everyone who got that send's message and has not answered (R13).
func (s *Service) Remind(ctx context.Context, by auth.Actor, n New, source int64) (c Campaign, err error) {
	of, err := s.reminded(ctx, n.EventID, source)
	if err != nil {
		return c, err
	}
	n.Params = s.inheritParams(n.Params, of)
	if err := s.completeParams(&n.Params); err != nil {
		return c, err
	}
	return s.reserve(ctx, by, n, of)
}

// Candidates returns the recipients that a reminder of a send would have (R13).
func (s *Service) Candidates(ctx context.Context, eventID string, source int64) (p Reminder, err error) {
	if _, err := s.reminded(ctx, eventID, source); err != nil {
		return p, err
	}
	return reminderCandidates(ctx, s.db, source)
}

// reminded returns the send that a reminder is about. It fails with NotFound unless it is a send of that event.
func (s *Service) reminded(ctx context.Context, eventID string, id int64) (Campaign, error) {
	if _, err := events.ByID(ctx, s.db, eventID); err != nil {
		return Campaign{}, err
	}
	c, err := ByID(ctx, s.db, id)
	if err == nil && (c.EventID != eventID || c.Type != TypeEvent) {
		err = errs.NotFound("campaign")
	}
	return c, err
}

// followed returns the invitation to which a follow-up of a campaign belongs: the campaign itself, or the one that it follows
// or reminds of. It fails with NotFound unless that is a campaign of the event, and with not_started when it has no recipients
// yet.
func (s *Service) followed(ctx context.Context, eventID string, id int64) (Campaign, error) {
	c, err := s.reminded(ctx, eventID, id)
	for err == nil && cmp.Or(c.ReminderOf, c.Follows) != 0 {
		c, err = s.reminded(ctx, eventID, cmp.Or(c.ReminderOf, c.Follows))
	}
	if err == nil && c.Unstarted() {
		err = errs.Conflict("not_started", "The invitation has not been sent yet.")
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
		faults.Add("channel", "not_allowed", "Expected bulk or mailbox, whichever is set up.")
	}
	if p.From == "" && len(s.o.Senders) > 0 {
		p.From = s.o.Senders[0].Email
	}
	if s.AllowedSender(p.From).Email == "" {
		faults.Add("from", "not_allowed", "Expected one of the senders that the settings allow.")
	}
	for _, x := range []struct {
		name    string
		subject *string
	}{{"subject", &p.Subject}, {fieldSubjectEN, &p.SubjectEN}} {
		*x.subject = strings.TrimSpace(*x.subject)
		if err := checkSubject(*x.subject); err != "" {
			faults.Add(x.name, err, "Expected one line of at most 200 characters.")
		}
	}
	p.SubjectTest = p.complete(&faults)
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

// reserve inserts a campaign in one transaction, with its recipients unless they are determined only when it begins.
func (s *Service) reserve(ctx context.Context, by auth.Actor, n New, of Campaign) (c Campaign, err error) {
	if err := s.checkStart(n.Schedule); err != nil {
		return c, err
	}
	if err := s.checkComposable(ctx, n, of); err != nil {
		return c, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := s.checkReserve(ctx, tx, n)
		if err != nil {
			return err
		}
		n.ConfirmDraft = n.ConfirmDraft && e.State == events.Draft
		if c, err = s.insertNew(ctx, tx, by, n, of); err != nil {
			return err
		}
		if n.StartsAt != 0 {
			err = s.schedule(ctx, tx, c)
		} else if err = s.addRecipients(ctx, tx, c); err == nil {
			err = s.launch(ctx, tx, c.ID)
		}
		if err != nil {
			return err
		}
		if c, err = ByID(ctx, tx, c.ID); err != nil {
			return err
		}
		if n.Seen != "" || c.SubjectB != "" {
			// After the insertion, so that a change before it is seen.
			audience, now, err := audienceFor(ctx, tx, c)
			if err == nil && n.Seen != "" && now != n.Seen {
				err = errs.Conflict("audience_changed",
					"The audience has changed: the message would now go to different people. Check the audience, then confirm again.")
			}
			if err == nil {
				err = checkSubjectTest(c, audience.Total())
			}
			if err != nil {
				return err
			}
		}
		action := "scheduled" // begun
		if n.StartsAt != 0 {
			action = "planned"
		}
		return s.recordAudit(ctx, tx, by, action, c)
	})
	return c, err
}

// checkReserve returns the event of a campaign to be inserted. It fails when the event has begun by the time the campaign begins, or when
// the campaign is to begin now and another one of the event is active.
func (s *Service) checkReserve(ctx context.Context, tx *db.Tx, n New) (events.Event, error) {
	e, err := events.ByID(ctx, tx, n.EventID)
	if err != nil {
		return e, err
	}
	if n.StartsAt == 0 {
		if other, err := activeOf(ctx, tx, n.EventID); err != nil {
			return e, err
		} else if other != 0 {
			return e, sendActive()
		}
	}
	if cmp.Or(n.StartsAt, s.at()) >= e.StartsAt && !n.ConfirmLate {
		return e, errs.Conflict(EventStarted, "The event has begun. Send confirm_late to invite to it all the same.")
	}
	return e, nil
}

// addRecipients inserts the recipients of a campaign as they are now. It fails with audience_empty when there are none.
func (s *Service) addRecipients(ctx context.Context, tx *db.Tx, c Campaign) (err error) {
	var total int64
	last, err := audience.LastEntry(ctx, tx, c.EventID) // before the recipients are read: what is added meanwhile is later
	if err != nil {
		return err
	}
	switch {
	case c.Type == TypeMessage:
		total, err = insertAnswered(ctx, tx, c.ID, c.EventID, !c.ToComing())
	case c.Follows != 0:
		total, err = insertAdded(ctx, tx, c.ID, c.Follows, c.EventID)
	case c.ReminderOf != 0:
		total, err = insertReminder(ctx, tx, c.ID, c.ReminderOf, c.EventID)
	default:
		total, err = insertAudience(ctx, tx, c.ID, c.EventID)
	}
	if err != nil {
		return err
	}
	if total == 0 {
		return errs.Conflict(AudienceEmpty, "There is nobody to send to.")
	}
	if err := countIn(ctx, tx, c.ID, total, last); err != nil {
		return err
	}
	return answers.Added(ctx, tx, c.ID, c.EventID)
}

// launch sets a campaign that is still to begin to be sent, begins its test of two subjects, and wakes the workers. It fails with
// send_active.
func (s *Service) launch(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := ChangeState(ctx, tx, id, []State{Scheduled, Paused}, Transition{To: Sending}, s.at())
	if db.IsUnique(err, "campaigns_active") {
		return sendActive()
	}
	if err != nil {
		return err
	}
	if err := s.beginSubjectTest(ctx, tx, id); err != nil {
		return err
	}
	return tx.Signal(ctx, Changed)
}

// insertNew inserts the row of a campaign.
func (s *Service) insertNew(ctx context.Context, tx *db.Tx, by auth.Actor, n New, of Campaign) (c Campaign, err error) {
	salt := make([]byte, 16)
	rand.Read(salt)
	c = Campaign{EventID: n.EventID, Follows: n.Follows, ReminderOf: of.ID, State: Scheduled, Params: n.Params,
		StartsAt: n.StartsAt, Frozen: n.Frozen,
		Late: n.ConfirmLate, Draft: n.ConfirmDraft, OutboxOnly: s.keeps(n.Params), CreatedBy: by.PersonID, Salt: salt}
	if c.Tracked, err = s.tracks(ctx, tx, n.Params); err != nil {
		return c, err
	}
	c.ID, err = insert(ctx, tx, c, s.at())
	return c, err
}

// keeps reports whether messages with these parameters are stored in the outbox instead of being sent.
func (s *Service) keeps(p Params) bool { return s.o.Channels[p.Channel].Name() == mail.OutboxName }

// ChannelOf returns the channel by which this process sends a campaign that has begun: the outbox if the campaign began for it, else that
// of its kind. It returns nil if this process must not send it, as it has only the outbox and the campaign began for a real channel
// (ADR 48).
func (s *Service) ChannelOf(c Campaign) mail.Channel {
	channel := s.o.Channels[c.Channel]
	switch outbox := channel != nil && channel.Name() == mail.OutboxName; {
	case c.OutboxOnly && !outbox && s.o.Outbox != nil:
		return s.o.Outbox
	case outbox && !c.OutboxOnly:
		return nil
	}
	return channel
}

// Sends reports whether this process has a channel of that kind that sends messages: the outbox only keeps them.
func (s *Service) Sends(kind string) bool {
	channel := s.o.Channels[kind]
	return channel != nil && channel.Name() != mail.OutboxName
}

// checkComposable fails when the messages cannot be composed, so that staff learn of it now and not from the worker.
func (s *Service) checkComposable(ctx context.Context, n New, of Campaign) error {
	e, err := events.ByID(ctx, s.db, n.EventID)
	if err != nil {
		return err
	}
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		for _, subject := range n.Params.subjects(lang) {
			o := messageOptions{Params: n.Params, Lang: string(lang), Reminder: of.ID != 0, Linked: true}
			o.Subject, o.SubjectEN = subject, ""
			if _, err := s.compileTemplate(ctx, s.db, e, o); err != nil {
				return err
			}
		}
	}
	return nil
}
