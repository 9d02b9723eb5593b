package audience

import (
	"context"

	"presence/db"
)

// BatchesExcludingChurned are the batches of an event's main list whose filters leave out customers who have left (R4):
// one who leaves after the batch was added is left out of a send as well. Whoever was picked by hand, stands in a file, or
// was chosen among customers who have left, was meant.
func BatchesExcludingChurned(ctx context.Context, q db.Queryer, event string) (batches []int64, err error) {
	list, err := sources(ctx, q, event)
	for _, s := range list.Sources {
		if f := s.Label.Filters; f != nil && !f.includesChurned() {
			batches = append(batches, s.ID)
		}
	}
	return batches, err
}
