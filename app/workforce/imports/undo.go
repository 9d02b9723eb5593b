package imports

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/db"
)

// Undo deletes the records that an import created and gives those that it changed their former values, for a day and as long as they
// have not changed since and nothing depends on them. Otherwise it changes nothing and returns the obstacles.
func (s *Service) Undo(ctx context.Context, by auth.Actor, id int64) (in []bulk.Obstacle, err error) {
	im, err := s.Get(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if !im.Undoable(s.now()) {
		return nil, errs.Conflict("import_too_late", "An import can be undone only once, within 24 hours.")
	}
	if err := s.requireReauth(ctx, im); err != nil {
		return nil, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := require(ctx, tx, id, Applied, ""); err != nil {
			return err
		}
		var rows []Row
		err := eachChunk(ctx, tx, id, []Verdict{New, Changed}, func(part []Row) error {
			rows = append(rows, part...)
			return nil
		})
		if err != nil {
			return err
		}
		if in, err = s.sources[im.Kind].undo(ctx, tx, by, rows); err != nil || len(in) > 0 {
			return err
		}
		if err := markUndone(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "undone", id, audit.Changes{"records": {len(rows), 0}})
	})
	return in, err
}
