package audience

import (
	"context"

	"presence/db"
)

// BatchesExcludingLeft returns the batches of an event's main list whose filters leave out customers who have left (R4). A
// send also leaves out those who left after the batch was added. It does not for picks, for CSV files and for filters that
// include such customers: there, staff chose them deliberately.
func BatchesExcludingLeft(ctx context.Context, q db.Queryer, event string) (batches []int64, err error) {
	list, err := sources(ctx, q, event)
	for _, s := range list.Sources {
		if f := s.Label.Filters; f != nil && !f.includesLeft() {
			batches = append(batches, s.ID)
		}
	}
	return batches, err
}
