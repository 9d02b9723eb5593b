package tracking

import (
	"context"

	"presence/app/hub/campaigns"
	"presence/db"
)

// What the tests see of the package beside its exported names.

const EventsPerTx = eventsPerTx

func SaveReported(ctx context.Context, tx *db.Tx, id int64, to campaigns.State) error {
	return saveReported(ctx, tx, id, to, "", 1)
}
