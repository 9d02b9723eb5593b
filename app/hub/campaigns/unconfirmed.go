package campaigns

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// resolveBeforeResume makes the unconfirmed recipients of a campaign sent whose guests have answered. If again, it puts the
// others back into the queue.
func (s *Service) resolveBeforeResume(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, again bool) error {
	c, err := ByID(ctx, tx, id)
	if err != nil {
		return err
	}
	_, err = MoveRecipients(ctx, tx, s.at(), by, func(m *Moves) error {
		if err := confirmResponded(ctx, m, c); err != nil || !again {
			return err
		}
		_, err := resolveUnconfirmed(ctx, m, id, nil, false, s.at())
		return err
	})
	return err
}

// ConfirmAllResponded makes the unconfirmed recipients of all campaigns sent whose guests have answered, and completes
// campaigns that have nothing left for staff to decide.
func (s *Service) ConfirmAllResponded(ctx context.Context) error {
	list, err := WithUnconfirmed(ctx, s.db)
	if err != nil {
		return err
	}
	for _, c := range list {
		n, err := countUnconfirmedResponded(ctx, s.db, c.ID)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := MoveRecipients(ctx, tx, s.at(), auth.Actor{}, func(m *Moves) error { return confirmResponded(ctx, m, c) })
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ContinueIfRetried continues a campaign that was interrupted because only unconfirmed recipients were left, when one of them
// is to be tried again after all: the relay's late answer was that it did not accept the message. It stays interrupted while
// another campaign of its event is active.
func (s *Service) ContinueIfRetried(ctx context.Context, tx *db.Tx, id int64) error {
	c, err := lockCampaign(ctx, tx, id)
	if err != nil || c.State != Interrupted || c.Reason != UnconfirmedLeft || c.Counts.Pending == c.Counts.Unconfirmed {
		return err
	}
	if other, err := activeOf(ctx, tx, c.EventID); err != nil || c.Type == TypeEvent && other != 0 {
		return err
	}
	return s.restart(ctx, tx, id)
}

// Resolution is what staff say of unconfirmed recipients.
type Resolution struct {
	Sent        bool    // the messages arrived; false: they are to be sent again
	Recipients  []int64 // nil: all that are unconfirmed
	ConfirmLate bool    // send again even though the event has begun (Campaign.Late)
}

// Resolve changes unconfirmed recipients as staff decided: to sent, or to be sent again, which resumes an interrupted campaign
// unless its reason is Restored. Nothing of a cancelled campaign is sent again. It returns the campaign after the change. It fails with
// nothing_unconfirmed and campaign_cancelled, and with the conflicts of Resume if it would resume the campaign.
func (s *Service) Resolve(ctx context.Context, by auth.Actor, id int64, r Resolution) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var n int64
		_, err := MoveRecipients(ctx, tx, s.at(), by, func(m *Moves) (err error) {
			n, err = resolveUnconfirmed(ctx, m, id, r.Recipients, r.Sent, s.at())
			return err
		})
		if err != nil {
			return err
		}
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		switch {
		case n == 0:
			return errs.Conflict("nothing_unconfirmed", "These messages no longer need a decision.")
		case !r.Sent && c.State == Cancelled:
			return errs.Conflict("campaign_cancelled", "This campaign was cancelled. None of its messages will be resent.")
		}
		if !r.Sent && c.restartsByResolving() {
			if err := s.restartChecked(ctx, tx, c, r.ConfirmLate); err != nil {
				return err
			}
		}
		if c, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "unconfirmed_resolved", c)
	})
	return c, err
}

// restartsByResolving reports whether the campaign goes on when staff have an unconfirmed message sent again. After a restore, one message
// does not resume the whole campaign.
func (c Campaign) restartsByResolving() bool { return c.State == Interrupted && c.Reason != Restored }
