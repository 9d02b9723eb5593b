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
	return s.stopActive(ctx, by, eventID, []Status{Scheduled, Sending}, Paused, "paused")
}

// Cancel gives up the event's active send for good. Recipients that are still pending get no message.
func (s *Service) Cancel(ctx context.Context, by auth.Actor, eventID string) (Campaign, error) {
	return s.stopActive(ctx, by, eventID, activeStatuses, Cancelled, "cancelled")
}

func (s *Service) stopActive(ctx context.Context, by auth.Actor, eventID string, from []Status, to Status,
	action string) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := events.ByID(ctx, tx, eventID); err != nil {
			return err
		}
		id, err := activeOf(ctx, tx, eventID)
		if err != nil {
			return err
		}
		t := Transition{To: to}
		if to == Paused {
			t.Reason = ByStaff
		}
		moved, err := ChangeStatus(ctx, tx, id, from, t, s.at())
		if err != nil {
			return err
		}
		if !moved {
			return errs.Conflict("no_send", "No send of this event is under way.")
		}
		if c, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		if err := s.recordAudit(ctx, tx, by, action, c); err != nil {
			return err
		}
		if err := tx.Signal(ctx, Changed); err != nil || to == Paused {
			return err
		}
		return s.NotifyStaff(ctx, tx, id, by)
	})
	return c, err
}

// Resume continues a stopped campaign (R12). again: messages are also sent again to the unconfirmed recipients. It fails with
// send_active or nothing_pending.
func (s *Service) Resume(ctx context.Context, by auth.Actor, id int64, again bool) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		change, err := s.settleUnconfirmed(ctx, tx, id, again)
		if err != nil {
			return err
		}
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		if c.Status == Sending || c.Status == Scheduled {
			return sendActive()
		}
		if err := AddCounts(ctx, tx, id, change, s.at()); err != nil {
			return err
		}
		pending, unconfirmed := c.Counts.Pending+change.Pending, c.Counts.Unconfirmed+change.Unconfirmed
		if c.Status == Cancelled || c.Status == Completed || pending == unconfirmed {
			return errs.Conflict("nothing_pending", "Nothing of this campaign is left to be sent.")
		}
		if err := s.restart(ctx, tx, id); err != nil {
			return err
		}
		if c, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "resumed", c)
	})
	return c, err
}

// lockCampaign locks and reads a campaign. A transaction that changes recipients does so before (see Lock order in package
// sender).
func lockCampaign(ctx context.Context, tx *db.Tx, id int64) (Campaign, error) {
	if err := tx.LockRows(ctx, "campaigns", id); err != nil {
		return Campaign{}, err
	}
	return ByID(ctx, tx, id)
}

// restart sets a stopped campaign to be sent and wakes the workers.
func (s *Service) restart(ctx context.Context, tx *db.Tx, id int64) error {
	_, err := ChangeStatus(ctx, tx, id, []Status{Paused, Interrupted}, Transition{To: Sending}, s.at())
	if db.IsUnique(err, "campaigns_active") {
		return sendActive()
	}
	if err != nil {
		return err
	}
	return tx.Signal(ctx, Changed)
}

// BeginSending returns a campaign for a worker that is about to send it. Campaigns of earlier versions may still be Scheduled
// and become Sending.
func (s *Service) BeginSending(ctx context.Context, id int64) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		moved, err := ChangeStatus(ctx, tx, id, []Status{Scheduled}, Transition{To: Sending}, s.at())
		if err != nil {
			return err
		}
		if moved {
			if err := tx.Signal(ctx, Changed); err != nil {
				return err
			}
		}
		c, err = ByID(ctx, tx, id)
		return err
	})
	return c, err
}

// PauseOnError pauses a campaign whose messages cannot be composed and saves the error as the reason. It returns any other
// error, such as one of the database; the worker then tries the campaign again after a pause.
func (s *Service) PauseOnError(ctx context.Context, c Campaign, why error) error {
	if k := errs.KindOf(why); k != errs.KindInvalid && k != errs.KindNotFound && k != errs.KindConflict {
		return why
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := ChangeStatus(ctx, tx, c.ID, []Status{Sending}, Transition{To: Paused, Reason: TemplateBroken, Detail: why.Error()},
			s.at()); err != nil {
			return err
		}
		if err := tx.Signal(ctx, Changed); err != nil {
			return err
		}
		return s.NotifyStaff(ctx, tx, c.ID, auth.Actor{})
	})
}

// RequireActive fails with no_send unless the campaign is the active one of its event: a button on the page of an older
// campaign must not stop the one that is being sent now.
func (s *Service) RequireActive(ctx context.Context, c Campaign) error {
	id, err := activeOf(ctx, s.db, c.EventID)
	if err == nil && id != c.ID {
		err = errs.Conflict("no_send", "This send is not under way.")
	}
	return err
}
