package campaigns

import (
	"context"
	"crypto/rand"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/db"
)

// Messages returns the messages before and after an event, one of each kind, saved or not.
func (s *Service) Messages(ctx context.Context, eventID string) (list []EventMessage, err error) {
	e, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return nil, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if list, err = s.messages(ctx, q, e); err != nil {
			return err
		}
		coming, declined, err := countAnswered(ctx, q, e.ID)
		for i := range list {
			if list[i].Recipients = coming; specOf(list[i].Kind).declined {
				list[i].Recipients = declined
			}
		}
		return err
	})
	return list, err
}

// MessagesUncounted returns what Messages does without the numbers of recipients, for which all answers of the event are read.
func (s *Service) MessagesUncounted(ctx context.Context, eventID string) (list []EventMessage, err error) {
	e, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return nil, err
	}
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		list, err = s.messages(ctx, q, e)
		return err
	})
	return list, err
}

// messages returns the messages of an event with their campaigns, without the numbers of recipients.
func (s *Service) messages(ctx context.Context, q db.Queryer, e events.Event) (list []EventMessage, err error) {
	saved, err := messagesOfEvent(ctx, q, e.ID)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, m := range saved {
		if m.CampaignID != 0 {
			ids = append(ids, m.CampaignID)
		}
	}
	sent, err := byIDs(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	for _, spec := range messageSpecs {
		m := EventMessage{EventID: e.ID, Kind: spec.kind, Days: spec.days, Minutes: spec.minutes}
		if i := slices.IndexFunc(saved, func(x EventMessage) bool { return x.Kind == spec.kind }); i >= 0 {
			m = saved[i]
		}
		if i := slices.IndexFunc(sent, func(c Campaign) bool { return c.ID == m.CampaignID }); i >= 0 {
			m.Campaign = sent[i]
		}
		m.Due = m.due(e, s.o.Zone)
		list = append(list, m)
	}
	return list, nil
}

// message returns one message of an event; NotFound for an unknown kind.
func (s *Service) message(ctx context.Context, q db.Queryer, e events.Event, kind MessageKind) (EventMessage, error) {
	list, err := s.messages(ctx, q, e)
	i := slices.IndexFunc(list, func(m EventMessage) bool { return m.Kind == kind })
	if err == nil && i < 0 {
		err = errs.NotFound("message")
	}
	if err != nil {
		return EventMessage{}, err
	}
	return list[i], nil
}

// SaveMessage changes a message before or after an event, turns it on or off, and returns it. One that is turned on is scheduled; it
// must lie in the future. It fails with the conflicts of checkReady when the channel that it needs is missing.
func (s *Service) SaveMessage(ctx context.Context, by auth.Actor, eventID string, kind MessageKind,
	c MessageChanges) (m EventMessage, err error) {
	if err := c.Validate().Err(); err != nil {
		return m, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.SerializeBy(ctx, "event:"+eventID); err != nil { // as a change of the event does, which moves its messages
			return err
		}
		e, err := events.ByID(ctx, tx, eventID)
		if err != nil {
			return err
		}
		if m, err = s.message(ctx, tx, e, kind); err != nil {
			return err
		}
		old, was := m, m.On()
		m = m.apply(c)
		m.Due = m.due(e, s.o.Zone)
		if err := s.checkMessage(ctx, m, e); err != nil {
			return err
		}
		on := was
		if c.On != nil {
			on = *c.On
		}
		if err := s.turn(ctx, tx, by, &m, e, on); err != nil {
			return err
		}
		if err := saveMessage(ctx, tx, m, s.at()); err != nil {
			return err
		}
		if m, err = s.message(ctx, tx, e, kind); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: "updated", Kind: "event_message",
			RecordID: eventID + "/" + string(kind), Changes: audit.Diff(messageFields(old, was), messageFields(m, on))})
	})
	return m, err
}

// messageFields returns the fields that the audit log compares.
func messageFields(m EventMessage, on bool) audit.Fields {
	return audit.Fields{"on": on, "days": m.Days, "time": clockOf(m.Minutes),
		"content.fr.subject": m.FR.Subject, "content.fr.text": m.FR.Text,
		"content.en.subject": m.EN.Subject, "content.en.text": m.EN.Text}
}

// checkMessage fails when the message cannot be composed, such as for an unknown placeholder in its subject.
func (s *Service) checkMessage(ctx context.Context, m EventMessage, e events.Event) error {
	for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
		_, err := s.o.Templates.CompileLook(ctx, templates.Look{Event: e}, m.options(l, s.o.Postal, true))
		if e, ok := errs.Of(err); ok && len(e.Fields) > 0 {
			return errs.InvalidField("content."+string(l)+".subject", e.Fields[0].Code, e.Fields[0].Detail)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// turn schedules the campaign of a message that is on, moves it to its time, or cancels that of a message that is off.
func (s *Service) turn(ctx context.Context, tx *db.Tx, by auth.Actor, m *EventMessage, e events.Event, on bool) error {
	switch {
	case !on && m.On():
		if _, err := ChangeState(ctx, tx, m.CampaignID, cancelling.from, cancelling.to, s.at()); err != nil {
			return err
		}
		return tx.Signal(ctx, Changed)
	case !on:
		return nil
	}
	if m.On() && m.Campaign.StartsAt == m.Due {
		return nil
	}
	var faults errs.Fields
	switch {
	case m.Due <= s.at():
		faults.Add("days", "past_start", "The message would go out in the past.")
	case !specOf(m.Kind).after && m.Due >= e.StartsAt:
		faults.Add("time", "after_event", "The event has begun by then.")
	}
	if err := faults.Err(); err != nil {
		return err
	}
	if m.On() {
		if err := setStart(ctx, tx, m.CampaignID, m.Due, s.at()); err != nil {
			return err
		}
		return tx.Signal(ctx, Changed)
	}
	return s.scheduleMessage(ctx, tx, by, m)
}

// scheduleMessage inserts the campaign of a message that is turned on.
func (s *Service) scheduleMessage(ctx context.Context, tx *db.Tx, by auth.Actor, m *EventMessage) error {
	salt := make([]byte, 16)
	rand.Read(salt)
	c := Campaign{Type: TypeMessage, Message: m.Kind, EventID: m.EventID, State: Scheduled, StartsAt: m.Due, Late: specOf(m.Kind).after,
		CreatedBy: by.PersonID, Salt: salt}
	if err := s.completeParams(&c.Params); err != nil {
		return err
	}
	c.OutboxOnly = s.keeps(c.Params)
	if err := s.checkReady(c); err != nil {
		return err
	}
	var err error
	if c.Tracked, err = s.tracks(ctx, tx, c.Params); err != nil {
		return err
	}
	if c.ID, err = insert(ctx, tx, c, s.at()); err != nil {
		return err
	}
	m.CampaignID = c.ID
	if c, err = ByID(ctx, tx, c.ID); err != nil {
		return err
	}
	if err := s.recordAudit(ctx, tx, by, "planned", c); err != nil {
		return err
	}
	return tx.Signal(ctx, Changed)
}

// MoveMessages moves the scheduled messages of an event that was just saved to their times; package events calls it in that
// transaction. If the new time has passed already, BeginDue begins the message, or pauses it with the reason Missed, as any
// scheduled campaign.
func (s *Service) MoveMessages(ctx context.Context, tx *db.Tx, e events.Event) error {
	list, err := s.messages(ctx, tx, e)
	if err != nil {
		return err
	}
	moved := false
	for _, m := range list {
		if !m.On() || m.Campaign.StartsAt == m.Due {
			continue
		}
		if err := setStart(ctx, tx, m.CampaignID, m.Due, s.at()); err != nil {
			return err
		}
		moved = true
	}
	if !moved {
		return nil
	}
	return tx.Signal(ctx, Changed)
}

// DeleteMessages deletes the messages of an event; package events calls it when an event is deleted, after KeepEvent.
func (s *Service) DeleteMessages(ctx context.Context, tx *db.Tx, eventID string) error {
	return deleteMessages(ctx, tx, eventID)
}

// messageOf returns the messages of a campaign of the type message.
func (s *Service) messageOf(ctx context.Context, q db.Queryer, c Campaign) (m messages, err error) {
	e, err := events.ByID(ctx, q, c.EventID)
	if err != nil {
		return m, err
	}
	of, err := s.message(ctx, q, e, c.Message)
	m.look.Event = e
	m.compile = func(l i18n.Lang, _ string) (*templates.Compiled, error) {
		return s.o.Templates.CompileLook(ctx, m.look, of.options(l, s.o.Postal, true))
	}
	return m, err
}

// PreviewMessage returns the HTML of a message before or after an event.
func (s *Service) PreviewMessage(ctx context.Context, eventID string, kind MessageKind, l i18n.Lang) (html string, err error) {
	m, err := s.sampleOf(ctx, eventID, kind, l, mail.Address{Name: "Élise Côté"})
	if err != nil {
		return "", err
	}
	return m.HTML, nil
}

// TestMessage sends a message before or after an event in both languages to the actor, and returns the result for each.
func (s *Service) TestMessage(ctx context.Context, by auth.Actor, eventID string, kind MessageKind) ([]TestResult, error) {
	var p Params
	if err := s.completeParams(&p); err != nil {
		return nil, err
	}
	var list []*mail.Message
	for _, l := range []i18n.Lang{i18n.FR, i18n.EN} {
		m, err := s.sampleOf(ctx, eventID, kind, l, mail.Address{Name: by.Name, Email: by.Email})
		if err != nil {
			return nil, err
		}
		m.From = s.AllowedSender(p.From)
		m.ID = "test." + rand.Text() + "@" + DomainOf(m.From.Email)
		list = append(list, m)
	}
	return s.deliverNow(ctx, p.Channel, list), nil
}

// sampleOf composes a message to those who have answered, such as the reminder of the day before (MessageKind), for a reader without a
// personal link.
func (s *Service) sampleOf(ctx context.Context, eventID string, kind MessageKind, l i18n.Lang, to mail.Address) (*mail.Message, error) {
	e, err := events.ByID(ctx, s.db, eventID)
	if err != nil {
		return nil, err
	}
	of, err := s.message(ctx, s.db, e, kind)
	if err != nil {
		return nil, err
	}
	compiled, err := s.o.Templates.CompileLook(ctx, templates.Look{Event: e}, of.options(l, s.o.Postal, false))
	if err != nil {
		return nil, err
	}
	page := s.o.Origin + paths.Rsvp(e.ID, string(l), "")
	m := &mail.Message{Date: s.now(), To: to, Lang: string(l), Parts: mail.Encode(nil), Calendar: compiled.Calendar()}
	m.Subject, m.HTML, m.Text = compiled.Message(templates.Guest{FirstName: to.Name}, templates.Links{RSVP: page, Button: page})
	return m, nil
}
