package employees

import (
	"context"
	"slices"

	"presence/app/audit"
	"presence/app/auth"
	"presence/app/errs"
	"presence/db"
)

// ArchiveDue archives everyone whose last work day came before today, and counts them (W11). The program calls it when
// a day has begun.
func (s *Service) ArchiveDue(ctx context.Context, today db.Day) (n int, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		found, err := due(ctx, tx, today)
		if err != nil || len(found) == 0 {
			return err
		}
		above, err := hold(ctx, tx, found...)
		if err != nil {
			return err
		}
		leaving, err := due(ctx, tx, today) // again, now that nobody can change them
		if err != nil {
			return err
		}
		leaving = slices.DeleteFunc(leaving, func(id int64) bool { return !slices.Contains(found, id) })
		staying, err := lastAdmins(ctx, tx, leaving) // until there is somebody else
		if err != nil {
			return err
		}
		leaving = slices.DeleteFunc(leaving, func(id int64) bool { return slices.Contains(staying, id) })
		n = len(leaving)
		return s.leave(ctx, tx, above, leaving)
	})
	return n, err
}

// leave archives several employees at once, in the name of the program itself.
func (s *Service) leave(ctx context.Context, tx *db.Tx, above chain, leaving []int64) error {
	if len(leaving) == 0 {
		return nil
	}
	if err := archive(ctx, tx, leaving, s.at()); err != nil {
		return err
	}
	entries := make([]audit.Entry, len(leaving))
	for i, id := range leaving {
		if err := s.moveUp(ctx, tx, auth.Actor{}, id, above.heir(id, leaving)); err != nil {
			return err
		}
		entries[i] = s.entry(auth.Actor{}, "archived", id, audit.Changes{})
	}
	return audit.Record(ctx, tx, entries...)
}

// mayLeave refuses to archive the last administrator: nobody could sign in to make another.
func mayLeave(ctx context.Context, tx *db.Tx, id int64) error {
	last, err := lastAdmins(ctx, tx, []int64{id})
	if err == nil && len(last) > 0 {
		err = errs.Conflicting("last_admin", "This is the last administrator: make another one first.")
	}
	return err
}

// moveUp gives the reports of from to to, with an entry in the trail of each.
func (s *Service) moveUp(ctx context.Context, tx *db.Tx, by auth.Actor, from, to int64) error {
	moved, err := moveReports(ctx, tx, from, to, s.at())
	if err != nil {
		return err
	}
	entries := make([]audit.Entry, len(moved))
	for i, id := range moved {
		entries[i] = s.entry(by, "updated", id, audit.Changes{"supervisor_id": {orNull(from), orNull(to)}})
	}
	return audit.Record(ctx, tx, entries...)
}
