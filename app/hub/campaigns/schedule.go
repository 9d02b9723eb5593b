package campaigns

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

const (
	maxDelay = time.Hour            // a campaign that begins later than that waits for staff
	maxAhead = 366 * 24 * time.Hour // how far ahead a campaign may be scheduled
)

// Schedule says when a campaign begins by itself (ADR 38). The zero value: it begins when it is created.
type Schedule struct {
	StartsAt db.Instant
	Frozen   bool // recipients and texts are fixed when the campaign is created, and not when it begins
}

// checkStart fails unless the campaign begins at once, or in the future and within a year.
func (s *Service) checkStart(w Schedule) error {
	var faults errs.Fields
	switch {
	case w.StartsAt == 0 && w.Frozen:
		faults.Add("starts_at", "required", "Only a campaign that begins later can be frozen.")
	case w.StartsAt != 0 && w.StartsAt <= s.at():
		faults.Add("starts_at", "past_start", "Expected a time that is not past.")
	case w.StartsAt > db.InstantOf(s.now().Add(maxAhead)):
		faults.Add("starts_at", "far_start", "Expected a time within a year.")
	}
	return faults.Err()
}

// schedule completes a campaign that was just inserted and begins later: a frozen one gets its recipients and its look now.
func (s *Service) schedule(ctx context.Context, tx *db.Tx, c Campaign) error {
	e, err := events.ByID(ctx, tx, c.EventID)
	if err != nil {
		return err
	}
	if err := s.checkReady(c); err != nil {
		return err
	}
	if !c.Frozen {
		a, _, err := audienceFor(ctx, tx, c)
		if err == nil && a.Total()+a.Out() == 0 {
			err = errs.Conflict(AudienceEmpty, "There is nobody to send to.")
		}
		if err != nil {
			return err
		}
		return tx.Signal(ctx, Changed)
	}
	look, err := s.o.Templates.ReadLook(ctx, tx, e, templateOf(e, c.Params), i18n.FR, i18n.EN)
	if err != nil {
		return err
	}
	if err := insertLook(ctx, tx, c.ID, look); err != nil {
		return err
	}
	if err := s.addRecipients(ctx, tx, c); err != nil {
		return err
	}
	return tx.Signal(ctx, Changed)
}

// checkReady fails with a conflict when the channel, the sender or the mailing address that a scheduled campaign needs is
// missing.
func (s *Service) checkReady(c Campaign) error {
	channel := s.o.Channels[c.Channel]
	switch {
	case channel == nil, s.keeps(c.Params) && !c.OutboxOnly:
		return errs.Conflict(NoChannel, "The channel is not set up.")
	case s.AllowedSender(c.From).Email == "":
		return errs.Conflict(NoSender, "The settings do not allow this sender any more.")
	case s.o.Postal == "" && !s.keeps(c.Params):
		return errs.Conflict(NoPostal, "The mailing address of the sender is missing in the settings.")
	}
	return nil
}

// channelAdded reports whether a campaign was scheduled for the outbox, and would now be sent by a channel: staff are to decide.
func (s *Service) channelAdded(c Campaign) bool {
	return c.Unstarted() && c.OutboxOnly && s.Sends(c.Channel)
}

// checkBegin fails with the conflict that prevents a campaign from beginning now: one of checkReady, one of its event, or
// look_broken.
func (s *Service) checkBegin(ctx context.Context, tx *db.Tx, c Campaign) error {
	e, err := s.checkEvent(ctx, tx, c)
	if err != nil {
		return err
	}
	if err := s.checkReady(c); err != nil {
		return err
	}
	m, err := s.messagesOf(ctx, tx, c)
	if err == nil && m.look.Event.Moved(e) {
		return errs.Conflict(EventMoved, "The time or place of the event has changed since the campaign was frozen.")
	}
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		for _, subject := range c.subjects(lang) {
			if err == nil {
				_, err = m.compile(lang, subject)
			}
		}
	}
	if e, ok := errs.Of(err); ok && (e.Kind == errs.KindInvalid || e.Kind == errs.KindNotFound) {
		return errs.Conflict(TemplateBroken, err.Error())
	}
	return err
}

// checkEvent returns the event of a campaign. It fails with the conflict event_hidden or event_started when no message of the campaign may
// go out now: for a draft and for an event that has begun, unless staff have confirmed that (Campaign.Draft, Campaign.Late).
func (s *Service) checkEvent(ctx context.Context, q db.Queryer, c Campaign) (events.Event, error) {
	e, err := events.ByID(ctx, q, c.EventID)
	switch {
	case errs.KindOf(err) == errs.KindNotFound, err == nil && e.State == events.Draft && !c.Draft:
		err = errs.Conflict(EventHidden, "Guests do not see the event.")
	case err == nil && e.Started(s.now()) && !c.Late:
		err = errs.Conflict(EventStarted, "The event has begun.")
	}
	return e, err
}

// HeldByEvent returns the reason of the event for which a campaign that is taken up is to be paused; empty: there is none.
func (s *Service) HeldByEvent(ctx context.Context, q db.Queryer, c Campaign) (reason string, err error) {
	_, err = s.checkEvent(ctx, q, c)
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindConflict {
		return e.Code, nil
	}
	return "", err
}

// held is HeldByEvent outside a transaction, for a page.
func (s *Service) held(ctx context.Context, c Campaign) (reason string, err error) {
	return s.HeldByEvent(ctx, s.db, c)
}

// begin makes an unstarted campaign Sending. Unless it is frozen, its recipients are inserted now. It fails with the conflicts of
// checkBegin, with audience_empty and with send_active; the transaction has changed nothing when it fails with any but the last.
func (s *Service) begin(ctx context.Context, tx *db.Tx, c Campaign) error {
	if err := s.checkBegin(ctx, tx, c); err != nil {
		return err
	}
	if !c.Frozen {
		err := s.addRecipients(ctx, tx, c)
		if errs.HasCode(err, AudienceEmpty) && (c.ReminderOf != 0 || c.Type == TypeMessage) {
			err = nil // there are no recipients: a worker completes it
		}
		if err != nil {
			return err
		}
	}
	tracked, err := s.tracks(ctx, tx, c.Params)
	if err != nil {
		return err
	}
	if err := setChannelState(ctx, tx, c.ID, tracked, s.keeps(c.Params)); err != nil {
		return err
	}
	return s.launch(ctx, tx, c.ID)
}

// BeginDue begins the scheduled campaigns whose time has come. Workers of all replicas call it every few seconds: the row of a
// campaign is locked while it begins, so that one of them begins it. One that cannot begin becomes paused, and staff are
// notified; so does one that was scheduled for the outbox and would now be sent by a channel. One whose channel another process has
// is left to that process. One that is due while another of its event is active waits,
// and one that is due within quiet hours waits for their end.
func (s *Service) BeginDue(ctx context.Context) error {
	missed, last := s.dueWindow()
	ids, err := dueToBegin(ctx, s.db, missed, last)
	if err != nil {
		return err
	}
	for _, id := range ids {
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.beginDue(ctx, tx, id) })
		if err != nil && !errs.HasCode(err, sendActiveCode) {
			return err
		}
	}
	return nil
}

func (s *Service) beginDue(ctx context.Context, tx *db.Tx, id int64) error {
	missed, last := s.dueWindow()
	c, err := lockCampaign(ctx, tx, id)
	if err != nil || c.State != Scheduled || c.StartsAt > last { // another process has begun it, or staff have changed it
		return err
	}
	if s.channelAdded(c) {
		return s.hold(ctx, tx, c, Transition{Reason: ChannelAdded})
	}
	if c.StartsAt < missed {
		return s.hold(ctx, tx, c, Transition{Reason: Missed})
	}
	err = s.begin(ctx, tx, c)
	if errs.HasCode(err, NoChannel) {
		if elsewhere, err := SentElsewhere(ctx, tx, c.Channel); err != nil || elsewhere {
			return err
		}
	}
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindConflict && e.Code != sendActiveCode {
		t := Transition{Reason: e.Code}
		if e.Code == TemplateBroken {
			t.Detail = e.Detail
		}
		return s.hold(ctx, tx, c, t)
	}
	return err
}

// hold pauses a scheduled campaign that cannot begin, and notifies staff.
func (s *Service) hold(ctx context.Context, tx *db.Tx, c Campaign, t Transition) error {
	t.To = Paused
	if _, err := ChangeState(ctx, tx, c.ID, []State{Scheduled}, t, s.at()); err != nil {
		return err
	}
	NotifyStaff(tx, s.at(), c.ID, auth.Actor{})
	return tx.Signal(ctx, Changed)
}

// errNotScheduled is the conflict of a change that only a campaign allows that is still to begin.
func errNotScheduled() error {
	return errs.Conflict("not_scheduled", "This campaign has already started, or was cancelled.")
}

// StartNow begins a campaign that is scheduled, or whose start was stopped, whatever its time. It is sent by the channel that is
// configured now. It fails with not_scheduled and with the conflicts of begin.
func (s *Service) StartNow(ctx context.Context, by auth.Actor, id int64) (c Campaign, err error) {
	return s.changeUnstarted(ctx, id, func(ctx context.Context, tx *db.Tx, c Campaign) error {
		if err := s.begin(ctx, tx, c); err != nil {
			return err
		}
		return s.auditCampaign(ctx, tx, by, "scheduled", c.ID)
	})
}

// Reschedule gives a campaign that is still to begin another time. If it was scheduled for the outbox, and a channel is configured
// now, the channel will send it. It fails with not_scheduled and event_started.
func (s *Service) Reschedule(ctx context.Context, by auth.Actor, id int64, at db.Instant) (c Campaign, err error) {
	if at == 0 {
		return c, errs.InvalidField("starts_at", "required", "This field is required.")
	}
	if err := s.checkStart(Schedule{StartsAt: at}); err != nil {
		return c, err
	}
	return s.changeUnstarted(ctx, id, func(ctx context.Context, tx *db.Tx, c Campaign) error {
		e, err := events.ByID(ctx, tx, c.EventID)
		if err != nil {
			return err
		}
		if at >= e.StartsAt && !c.Late {
			return errs.Conflict(EventStarted, "The event has begun by then.")
		}
		if err := setStart(ctx, tx, id, at, s.at()); err != nil {
			return err
		}
		if s.channelAdded(c) {
			if err := setChannelState(ctx, tx, id, c.Tracked, s.keeps(c.Params)); err != nil {
				return err
			}
		}
		if err := tx.Signal(ctx, Changed); err != nil {
			return err
		}
		return s.auditCampaign(ctx, tx, by, "updated", c.ID)
	})
}

// changeUnstarted runs change with the locked row of a campaign that is still to begin, and returns the campaign as it is then.
func (s *Service) changeUnstarted(ctx context.Context, id int64,
	change func(ctx context.Context, tx *db.Tx, c Campaign) error) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		if !c.Unstarted() {
			return errNotScheduled()
		}
		if err := change(ctx, tx, c); err != nil {
			return err
		}
		c, err = s.get(ctx, tx, id)
		return err
	})
	return c, err
}

func (s *Service) auditCampaign(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64) error {
	c, err := ByID(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.recordAudit(ctx, tx, by, action, c)
}
