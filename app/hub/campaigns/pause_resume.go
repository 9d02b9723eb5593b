package campaigns

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/db"
)

// Pause stops the event's active send until it is resumed. Messages that are in flight still go out.
func (s *Service) Pause(ctx context.Context, by auth.Actor, eventID string) (Campaign, error) {
	return s.stop(ctx, by, s.activeOf(eventID), pausing)
}

// Cancel gives up the event's active send for good. Recipients that are still pending get no message.
func (s *Service) Cancel(ctx context.Context, by auth.Actor, eventID string) (Campaign, error) {
	return s.stop(ctx, by, s.activeOf(eventID), cancelling)
}

// PauseCampaign is Pause for one campaign.
func (s *Service) PauseCampaign(ctx context.Context, by auth.Actor, id int64) (Campaign, error) {
	return s.stop(ctx, by, s.ofEvent(id), pausing)
}

// CancelCampaign is Cancel for one campaign, which may be still to begin.
func (s *Service) CancelCampaign(ctx context.Context, by auth.Actor, id int64) (Campaign, error) {
	return s.stop(ctx, by, s.ofEvent(id), cancelling)
}

// stopping is a way to stop a campaign: from some states to another.
type stopping struct {
	from   []State
	to     Transition
	action string // in the audit log
}

var (
	pausing    = stopping{[]State{Sending}, Transition{To: Paused, Reason: ByStaff}, "paused"}
	cancelling = stopping{[]State{Scheduled, Sending, Paused}, Transition{To: Cancelled}, "cancelled"}
)

// activeOf returns a function that finds the active campaign of an event; 0 for none.
func (s *Service) activeOf(eventID string) func(context.Context, *db.Tx) (int64, error) {
	return func(ctx context.Context, tx *db.Tx) (int64, error) {
		if _, err := events.ByID(ctx, tx, eventID); err != nil {
			return 0, err
		}
		return activeOf(ctx, tx, eventID)
	}
}

// ofEvent returns a function that returns id, and fails with NotFound when that campaign or its event does not exist.
func (s *Service) ofEvent(id int64) func(context.Context, *db.Tx) (int64, error) {
	return func(ctx context.Context, tx *db.Tx) (int64, error) {
		c, err := ByID(ctx, tx, id)
		if err == nil {
			_, err = events.ByID(ctx, tx, c.EventID)
		}
		return id, err
	}
}

// stop stops a campaign. It fails with no_send when its state does not allow that.
func (s *Service) stop(ctx context.Context, by auth.Actor, find func(context.Context, *db.Tx) (int64, error),
	how stopping) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		id, err := find(ctx, tx)
		if err != nil {
			return err
		}
		moved, err := ChangeState(ctx, tx, id, how.from, how.to, s.at())
		if err != nil {
			return err
		}
		if !moved {
			return errs.Conflict("no_send", "No campaign is in progress.")
		}
		if c, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		if err := s.recordAudit(ctx, tx, by, how.action, c); err != nil {
			return err
		}
		if err := tx.Signal(ctx, Changed); err != nil || how.to.To == Paused {
			return err
		}
		NotifyStaff(tx, s.at(), id, by)
		return nil
	})
	return c, err
}

// Resumption says how a stopped campaign goes on.
type Resumption struct {
	Again       bool // messages are also sent again to the unconfirmed recipients
	ConfirmLate bool // even though the event has begun (Campaign.Late)
}

// Resume continues a stopped campaign (R12). It fails with send_active or nothing_pending, and with event_hidden, event_started,
// channel_removed or sender_removed while the campaign would be paused again for that.
func (s *Service) Resume(ctx context.Context, by auth.Actor, id int64, how Resumption) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.resolveBeforeResume(ctx, tx, by, id, how.Again); err != nil {
			return err
		}
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		if c.State == Sending {
			return sendActive()
		}
		if c.Unstarted() {
			return errs.Conflict("not_started", "This campaign hasn’t started yet.")
		}
		if c.State == Cancelled || c.State == Completed || c.toSend() == 0 {
			return errs.Conflict("nothing_pending", "There’s nothing left to send.")
		}
		if err := s.restartChecked(ctx, tx, c, how.ConfirmLate); err != nil {
			return err
		}
		if c, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "resumed", c)
	})
	return c, err
}

// checkResume fails with the conflict for which a campaign that goes on would be paused at once: one of checkEvent, channel_removed or
// sender_removed.
func (s *Service) checkResume(ctx context.Context, q db.Queryer, c Campaign) error {
	if _, err := s.checkEvent(ctx, q, c); err != nil {
		return err
	}
	if s.AllowedSender(c.From).Email == "" {
		return errs.Conflict(SenderRemoved, "The settings do not allow this sender any more.")
	}
	if s.ChannelOf(c) != nil {
		return nil
	}
	elsewhere, err := SentElsewhere(ctx, q, c.Channel)
	if err == nil && !elsewhere {
		err = errs.Conflict(ChannelRemoved, "The channel is no longer set up.")
	}
	return err
}

// lockCampaign locks and reads a campaign. A transaction that also changes recipients must change them before it calls
// lockCampaign (see Lock order in package sender).
func lockCampaign(ctx context.Context, tx *db.Tx, id int64) (Campaign, error) {
	if err := tx.LockRows(ctx, "campaigns", id); err != nil {
		return Campaign{}, err
	}
	return ByID(ctx, tx, id)
}

// restartChecked is restart for a locked campaign, after checkResume. late: it goes on even though its event has begun.
func (s *Service) restartChecked(ctx context.Context, tx *db.Tx, c Campaign, late bool) error {
	c.Late = c.Late || late
	if err := s.checkResume(ctx, tx, c); err != nil {
		return err
	}
	if late {
		if err := setLate(ctx, tx, c.ID); err != nil {
			return err
		}
	}
	return s.restart(ctx, tx, c.ID)
}

// restart sets a stopped campaign to be sent and wakes the workers.
func (s *Service) restart(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := ChangeState(ctx, tx, id, []State{Paused, Interrupted}, Transition{To: Sending}, s.at())
	if db.IsUnique(err, "campaigns_active") {
		return sendActive()
	}
	if err != nil {
		return err
	}
	return tx.Signal(ctx, Changed)
}

// PauseOnError pauses a campaign whose messages cannot be composed and saves the error as the reason. It returns any other
// error, such as one of the database; the worker then tries the campaign again after a pause.
func (s *Service) PauseOnError(ctx context.Context, c Campaign, why error) error {
	if k := errs.KindOf(why); k != errs.KindInvalid && k != errs.KindNotFound && k != errs.KindConflict {
		return why
	}
	return s.PauseByRule(ctx, c, TemplateBroken, why.Error())
}

// PauseByRule pauses a campaign that is being sent, for a reason other than ByStaff, and notifies staff.
func (s *Service) PauseByRule(ctx context.Context, c Campaign, reason, detail string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := ChangeState(ctx, tx, c.ID, []State{Sending}, Transition{To: Paused, Reason: reason, Detail: detail}, s.at()); err != nil {
			return err
		}
		NotifyStaff(tx, s.at(), c.ID, auth.Actor{})
		return tx.Signal(ctx, Changed)
	})
}
