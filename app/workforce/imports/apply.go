package imports

import (
	"context"
	"sync/atomic"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
)

// Saving says how lines are saved.
type Saving struct {
	SkipWrong bool // leave the wrong lines out
	Submit    bool // submit the timesheets of pay periods that have ended
}

// Apply saves the lines that are new or change a record, in the background and in one transaction. While lines are wrong it fails,
// unless they are to be left out.
func (s *Service) Apply(ctx context.Context, by auth.Actor, id int64, how Saving) error {
	im, err := s.Get(ctx, by, id)
	if err != nil {
		return err
	}
	switch {
	case im.State != Checked:
		return errs.Conflict("import_moved_on", "The import is past this step.")
	case im.Count[Wrong] > 0 && !how.SkipWrong:
		return errs.Conflict("import_wrong_lines", "Some rows have errors. Correct them or skip them.")
	case im.Savable() == 0:
		return errs.Conflict("import_nothing", "There’s nothing to save.")
	}
	if err := s.requireReauth(ctx, im); err != nil {
		return err
	}
	x := step{submit: how.Submit, saved: &atomic.Int64{}}
	return s.start(ctx, id, Checked, Applying, func(context.Context, *db.Tx) error { return nil },
		func(ctx context.Context, worker string) {
			x.worker = worker
			s.work.saving.Store(id, x.saved)
			err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.save(ctx, tx, by, im, x) })
			s.work.saving.Delete(id)
			if err != nil {
				s.saveFailed(ctx, by, im, worker, err)
			}
		})
}

// requireReauth fails with httpx.ErrReauthRequired if saving or undoing the import changes in records who may do what, and the caller has
// to reauthenticate first (A5).
func (s *Service) requireReauth(ctx context.Context, im Import) error {
	if due, err := httpx.ReauthDue(ctx); err != nil || !due {
		return err
	}
	var fields []string
	for _, c := range s.Columns(im.Kind) {
		if c.access {
			fields = append(fields, c.Field)
		}
	}
	changes, err := changesField(ctx, s.db, im.ID, fields)
	if err == nil && changes {
		err = httpx.ErrReauthRequired
	}
	return err
}

// saveFailed ends saving. If the records have changed since they were checked, the lines are checked again.
func (s *Service) saveFailed(ctx context.Context, by auth.Actor, im Import, worker string, err error) {
	s.fail(ctx, im.ID, worker, Checked, err)
	if !errs.HasCode(err, "import_outdated") {
		return
	}
	im.State = Checked
	if err := s.check(ctx, by, im, func(context.Context, *db.Tx) error { return nil }); err != nil {
		s.config.Log.Error("import", "import", im.ID, "error", err)
	}
}

// step is the saving of one file.
type step struct {
	worker string        // the name of the lock that is held
	submit bool          // see Saving
	saved  *atomic.Int64 // the lines saved so far
}

// save saves the lines in a transaction, which may run again after a deadlock.
func (s *Service) save(ctx context.Context, tx *db.Tx, by auth.Actor, im Import, x step) error {
	x.saved.Store(0)
	if err := require(ctx, tx, im.ID, Applying, x.worker); err != nil {
		return err
	}
	in, err := s.sources[im.Kind].open(by, im.layout())
	if err != nil {
		return err
	}
	if sheets, ok := in.(submitter); ok && x.submit {
		sheets.submitEnded()
	}
	savable := []Verdict{New, Changed}
	err = eachChunk(ctx, tx, im.ID, savable, func(rows []Row) error {
		in.add(rows)
		return nil
	})
	if err != nil {
		return err
	}
	err = eachChunk(ctx, tx, im.ID, savable, func(rows []Row) error {
		if err := in.save(ctx, tx, rows); err != nil {
			return err
		}
		x.saved.Add(int64(len(rows)))
		return saveRows(ctx, tx, im.ID, rows)
	})
	if err != nil {
		return err
	}
	versions, err := in.finish(ctx, tx)
	if err != nil {
		return err
	}
	if err := saveVersions(ctx, tx, im.ID, versions); err != nil {
		return err
	}
	if err := markApplied(ctx, tx, im.ID, by.Name, s.at()); err != nil {
		return err
	}
	return s.recordAudit(ctx, tx, by, "applied", im.ID, audit.Changes{"created": {nil, im.Count[New]}, "changed": {nil, im.Count[Changed]},
		"skipped": {nil, im.Count[Wrong]}})
}
