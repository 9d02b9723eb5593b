package timesheets

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/httpx"
)

// Face is a timesheet as JSON shows it.
type Face = timesheetJSON

// Archived is a timesheet in the archive as JSON shows it (W11).
type Archived struct {
	Face
	httpx.ArchiveJSON
}

// Archived is one record in the archive, of those in the actor's scope.
func (s *Service) Archived(ctx context.Context, by auth.Actor, id int64) (Archived, error) {
	v, in, err := archivedByID(ctx, s.db, by, id)
	return Archived{toJSON(v), httpx.ToArchiveJSON(in)}, err
}
