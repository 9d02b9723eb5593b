package timesheets

import (
	"context"

	"presence/db"
)

// Drift is how an approved sheet differs from what its approval covers: never, if the guards hold.
func Drift(ctx context.Context, d *db.DB, id int64) (changes []LineChange, err error) {
	err = d.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		covered, withdrawn, err := lastApproval(ctx, q, id)
		if err != nil || covered == nil || withdrawn {
			return err
		}
		now, err := liveLines(ctx, q, []int64{id})
		changes = diffLines(covered, now[id])
		return err
	})
	return changes, err
}
