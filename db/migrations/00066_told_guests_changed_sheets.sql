-- +goose Up
-- Guests are told of a change of an event in steps. The tally of the event says how far that has come.
ALTER TABLE rsvp_tallies ADD COLUMN update_version BIGINT NOT NULL DEFAULT 0; -- the version of the event that guests are told of; 0: none
ALTER TABLE rsvp_tallies ADD COLUMN update_after BIGINT NOT NULL DEFAULT 0;   -- id of the last registration that was looked at
CREATE INDEX rsvp_tallies_update_version ON rsvp_tallies (id) WHERE update_version <> 0;

-- Whether the lines of a sheet differ from what its last approval covered, after that was withdrawn (W7). Before, a sheet had changed
-- when a line was written later than the approval; that is taken over.
ALTER TABLE timesheets ADD COLUMN changed BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE timesheets SET changed = TRUE WHERE NOT is_approved
  AND id IN (SELECT timesheet_id FROM timesheet_approvals WHERE withdrawn_at IS NOT NULL)
  AND EXISTS (SELECT 1 FROM timesheet_approvals a
    WHERE a.id = (SELECT MAX(id) FROM timesheet_approvals WHERE timesheet_id = timesheets.id)
    AND (EXISTS (SELECT 1 FROM shifts s WHERE s.timesheet_id = timesheets.id AND s.updated_at > a.approved_at)
      OR EXISTS (SELECT 1 FROM expenses x WHERE x.timesheet_id = timesheets.id AND x.updated_at > a.approved_at)));
CREATE INDEX timesheets_changed ON timesheets (id) WHERE changed;

-- +goose Down
DROP INDEX timesheets_changed;
ALTER TABLE timesheets DROP COLUMN changed;
DROP INDEX rsvp_tallies_update_version;
ALTER TABLE rsvp_tallies DROP COLUMN update_after;
ALTER TABLE rsvp_tallies DROP COLUMN update_version;
