package campaigns

import (
	"context"
	"maps"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// resolveBeforeResume makes the unconfirmed recipients of a campaign sent whose guests have answered. If again, it puts the
// others back into the queue. It returns the change of the campaign's counts.
func (s *Service) resolveBeforeResume(ctx context.Context, tx *db.Tx, id int64, again bool) (change CountsChange, err error) {
	c, err := ByID(ctx, tx, id)
	if err != nil {
		return change, err
	}
	change, err = confirmResponded(ctx, tx, c)
	if err != nil || !again {
		return change, err
	}
	_, waiting, err := resolveUnconfirmed(ctx, tx, id, nil, false, s.at())
	return change.Plus(waiting), err
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
			change, err := confirmResponded(ctx, tx, c)
			if err != nil {
				return err
			}
			return AddCounts(ctx, tx, s.at(), auth.Actor{}, map[int64]CountsChange{c.ID: change})
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

// Resolve changes unconfirmed recipients as staff decided: to sent, or to be sent again, which resumes an interrupted campaign
// unless its reason is Restored. Nothing of a cancelled campaign is sent again. No ids means all of them. It returns the
// campaign after the change.
func (s *Service) Resolve(ctx context.Context, by auth.Actor, id int64, sent bool, ids []int64) (c Campaign, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, change, err := resolveUnconfirmed(ctx, tx, id, ids, sent, s.at())
		if err != nil {
			return err
		}
		if c, err = lockCampaign(ctx, tx, id); err != nil {
			return err
		}
		switch {
		case n == 0:
			return errs.Conflict("nothing_unconfirmed", "None of these recipients is unconfirmed.")
		case !sent && c.State == Cancelled:
			return errs.Conflict("campaign_cancelled", "This campaign was cancelled: nothing of it is sent again.")
		}
		if err := AddCounts(ctx, tx, s.at(), by, map[int64]CountsChange{id: change}); err != nil {
			return err
		}
		if !sent && c.State == Interrupted && c.Reason != Restored { // after a restore, one message does not resume the whole campaign
			if err := s.restart(ctx, tx, id); err != nil {
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

// AddCounts changes the counts of campaigns, in the order of their ids, and completes those that were interrupted and have nothing
// pending any more because their last unconfirmed recipients are resolved. by made the change; the zero Actor is the program.
func AddCounts(ctx context.Context, tx *db.Tx, at db.Instant, by auth.Actor, changes map[int64]CountsChange) error {
	for _, id := range slices.Sorted(maps.Keys(changes)) {
		if err := addCounts(ctx, tx, id, changes[id], at); err != nil {
			return err
		}
		if changes[id].Resolved > 0 {
			done, err := completeInterrupted(ctx, tx, id, at)
			if err != nil {
				return err
			}
			if done {
				NotifyStaff(tx, at, id, by)
				if err := tx.Signal(ctx, Changed); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
