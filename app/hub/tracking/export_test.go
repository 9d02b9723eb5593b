package tracking

import (
	"context"

	"presence/app/hub/campaigns"
	"presence/db"
)

// What the tests see of the package beside its exported names.

const EventsPerTx = eventsPerTx

func SaveReported(ctx context.Context, tx *db.Tx, id int64, to campaigns.State) error {
	found, err := reportedRecipients(ctx, tx, []int64{id})
	if err != nil {
		return err
	}
	found[id].now.state, found[id].now.sentAt = to, 1
	return saveReported(ctx, tx, found)
}
